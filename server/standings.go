package server

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"attic/internal/phrase"
	"attic/match/pgn"
	"attic/server/pairing"
)

// shownTournament is a tournament as everybody sees it.
type shownTournament struct {
	ID string `json:"id"`
	contest
	State     string        `json:"state"` // open, playing or over
	Made      int64         `json:"made"`
	Until     int64         `json:"until"`
	Players   []shownPlayer `json:"players"`
	Pairings  []shownRound  `json:"pairings"`
	Standings []shownPlace  `json:"standings"`
	Ties      []string      `json:"ties"`
	Player    *int          `json:"player,omitempty"` // only in answers to players
}

type shownPlayer struct {
	Number  int    `json:"number"`
	Name    string `json:"name"`
	Joined  int    `json:"joined,omitempty"` // the round before which they joined
	Left    bool   `json:"left,omitempty"`
	Deleted bool   `json:"deleted,omitempty"`
}

type shownRound struct {
	Round  int          `json:"round"`
	Began  int64        `json:"began"`
	Boards []shownBoard `json:"boards"`
	Byes   []bye        `json:"byes"`
	Broken []string     `json:"broken,omitempty"`
}

type shownBoard struct {
	Board int    `json:"board"`
	Table string `json:"table"`
	board
}

type shownPlace struct {
	Place  int       `json:"place"`
	Player int       `json:"player"`
	Points float64   `json:"points"`
	Ties   []float64 `json:"ties"`
}

// nameOf returns the name of a player as others see it.
func (ts *tournaments) nameOf(e entrant) (name string, deleted bool) {
	switch p, there := ts.people.known(e.Hash); {
	case !there:
		return "deleted", true
	case p.Banned:
		return "closed by the operator", false
	default:
		return ts.people.shown(p), false
	}
}

// shown returns a tournament as everybody sees it.
func (ts *tournaments) shown(t *tournament) shownTournament {
	to := shownTournament{
		ID: t.ID, contest: t.contest, State: t.state(), Made: t.Made, Until: t.until(), Players: []shownPlayer{}, Pairings: []shownRound{}, Standings: []shownPlace{}, Ties: pairing.TieBreaks[:],
	}
	for i, e := range t.Entrants {
		p := shownPlayer{Number: i + 1, Left: e.Left || e.Removed}
		if p.Name, p.Deleted = ts.nameOf(e); e.Late > 0 {
			p.Joined = e.Late + 1
		}
		to.Players = append(to.Players, p)
	}
	for r, round := range t.Paired {
		of := shownRound{Round: r + 1, Began: round.Began, Boards: []shownBoard{}, Byes: append([]bye{}, t.byes(r)...), Broken: round.Broken}
		for b, is := range round.Boards {
			id, _ := t.table(r, b)
			of.Boards = append(of.Boards, shownBoard{b + 1, id, is})
		}
		to.Pairings = append(to.Pairings, of)
	}
	if t.Kind == deals {
		to.Ties, to.Standings = []string{secondsName}, t.ranking()
		return to
	}
	for _, p := range pairing.Standings(make([]pairing.Player, len(t.Entrants)), t.rounds()) {
		to.Standings = append(to.Standings, shownPlace{p.Rank, p.Player + 1, p.Points, p.Breaks[:]})
	}
	return to
}

// showing returns a tournament as everybody sees it, as JSON.
func (ts *tournaments) showing(t *tournament) showing {
	ts.people.mu.Lock()
	ranked := ts.people.ranked
	ts.people.mu.Unlock()
	ts.mu.Lock()
	is, ok := ts.shows[t.ID]
	ts.mu.Unlock()
	if ok && is.version == t.version && is.ranked == ranked {
		return is
	}
	text := encoded(ts.shown(t))
	is = showing{t.version, ranked, text, fmt.Sprintf(`"%x"`, sha256.Sum256(text))}
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if ts.all[t.ID] != nil {
		ts.shows[t.ID] = is
	}
	return is
}

// summary is a tournament in the list of all.
type summary struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Game    string `json:"game"`
	Kind    string `json:"kind"`
	State   string `json:"state"`
	Players int    `json:"players"`
	Round   int    `json:"round"`
	Rounds  int    `json:"rounds"`
}

// summaries returns the tournaments of the hall, the newest first.
func (ts *tournaments) summaries() []summary {
	list := []summary{}
	for _, t := range ts.every() {
		if len(list) < mostShown {
			list = append(list, summary{t.ID, t.Name, t.Game, t.Kind, t.state(), len(t.Entrants), len(t.Paired), t.Rounds})
		}
	}
	return list
}

// cup is a request about a tournament.
type cup struct {
	Phrase    string `json:"phrase"`
	Organiser string `json:"organiser"`
	Round     int    `json:"round"`
	Board     int    `json:"board"`
	Player    int    `json:"player"`
	Result    string `json:"result"`
	Note      string `json:"note"`
}

// serveTournaments registers the requests about tournaments.
func serveTournaments(h *Hall, mux *http.ServeMux) {
	mux.HandleFunc("GET "+Prefix+"tournaments", func(w http.ResponseWriter, _ *http.Request) {
		respond(w, map[string][]summary{"tournaments": h.tournaments.summaries()}, nil)
	})
	mux.HandleFunc("GET "+Prefix+"tournaments/{file}", func(w http.ResponseWriter, r *http.Request) { serveTournament(h, w, r) })
	asked(mux, "tournaments", maker{}, func(r *http.Request, of maker) (founded, error) { return foundTournament(h, of, r.RemoteAddr) })
	asked(mux, "tournaments/{id}/organiser", maker{}, func(r *http.Request, of maker) (founded, error) {
		return newOrganiser(h, r.PathValue("id"), of, r.RemoteAddr)
	})
	about := func(path string, do func(id string, of cup, from string) (*tournament, *int, error)) {
		asked(mux, "tournaments/{id}/"+path, cup{}, func(r *http.Request, of cup) (any, error) {
			of.Phrase = phraseFor(h, r, of.Phrase)
			t, player, err := do(r.PathValue("id"), of, r.RemoteAddr)
			if err != nil {
				return nil, err
			}
			to := h.tournaments.shown(t)
			to.Player = player
			return to, nil
		})
	}
	enters := func(leaves bool) func(id string, of cup, from string) (*tournament, *int, error) {
		return func(id string, of cup, from string) (*tournament, *int, error) {
			t, n, err := enterTournament(h, id, of.Phrase, leaves, from)
			return t, &n, err
		}
	}
	about("join", enters(false))
	about("leave", enters(true))
	about("player", func(id string, of cup, from string) (*tournament, *int, error) {
		p, err := h.who(of.Phrase, from)
		if err != nil {
			return nil, nil, err
		}
		t, err := h.tournaments.get(id)
		if err != nil {
			return nil, nil, err
		}
		n := t.number(p.Hash)
		return t, &n, nil
	})
	about("pair", func(id string, of cup, from string) (*tournament, *int, error) {
		t, err := organised(h, id, of.Organiser, from)
		if err == nil {
			t, err = pairRound(h, t.ID, of.Round, time.Now(), func(*tournament) error { return nil })
		}
		return t, nil, err
	})
	changed := func(path string, how func(t *tournament, of cup, now int64) error) {
		about(path, func(id string, of cup, from string) (*tournament, *int, error) {
			t, err := organised(h, id, of.Organiser, from)
			if err == nil {
				t, err = h.tournaments.edit(t.ID, false, func(t *tournament) error { return how(t, of, time.Now().Unix()) })
			}
			return t, nil, err
		})
	}
	changed("result", func(t *tournament, of cup, now int64) error {
		return t.correct(of.Round, of.Board, of.Result, of.Note, now)
	})
	changed("remove", func(t *tournament, of cup, now int64) error {
		switch {
		case of.Player < 1 || of.Player > len(t.Entrants):
			return refuse("id", "there is no player %d", of.Player)
		case t.Entrants[of.Player-1].Removed:
			return errAsItIs
		}
		t.Entrants[of.Player-1].Removed, t.Touched = true, now
		return nil
	})
	changed("end", func(t *tournament, _ cup, now int64) error {
		if t.Ended {
			return errAsItIs
		}
		t.Ended, t.Touched = true, now
		return nil
	})
}

// serveTournament answers with a tournament, its games or a picture: ID, ID.json, ID.pgn or ID.svg.
func serveTournament(h *Hall, w http.ResponseWriter, r *http.Request) {
	id, form, _ := strings.Cut(r.PathValue("file"), ".")
	t, err := h.tournaments.get(id)
	switch {
	case err != nil:
		fail(w, err)
	case form == "" || form == "json":
		is := h.tournaments.showing(t)
		describe(w, "application/json", "no-cache") // a page asks every few seconds, and most of the time nothing has changed
		w.Header().Set("ETag", is.tag)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(is.text))
	case form != "pgn" && form != "svg":
		fail(w, refuse("id", "a tournament is at ID.json, its games are at ID.pgn and its standings at ID.svg, not at %s", phrase.Clip(r.PathValue("file"))))
	case !h.guards.reads.Join(r.RemoteAddr, time.Now()):
		fail(w, refuse("rate", "your address has requested too many games and pictures: try again in a minute"))
	case form == "svg":
		title := t.Game
		if g, ok := h.offers.find(t.Game); ok {
			title = g.Info().Title
		}
		describe(w, "image/svg+xml", "no-cache")
		_, _ = io.WriteString(w, h.tournaments.shown(t).svg(title))
	case t.Kind == deals:
		fail(w, refuse("id", "deals have no PGN: after a round, the game of each of its tables is at games/TABLE.json"))
	default:
		serveTournamentGames(h, w, t)
	}
}

// serveTournamentGames answers with the finished games of a tournament.
func serveTournamentGames(h *Hall, w http.ResponseWriter, t *tournament) {
	h.exporting.Lock() // reading a thousand games takes a while
	defer h.exporting.Unlock()
	var text bytes.Buffer
	for r, round := range t.Paired {
		for b := range round.Boards {
			id, _ := t.table(r, b)
			s := h.tables.get(id)
			if s == nil || h.tables.has(func() bool { return s.entry.Cup == nil || s.entry.Cup.Result == "" || forfeit(s.entry.Cup.Result) }) {
				continue
			}
			list, err := s.finished()
			for _, f := range list {
				err = errors.Join(err, pgn.WriteAll(&text, f.match, pgn.Date(f.when)))
			}
			if err != nil {
				h.operator.failed(id, "table "+id+": its games cannot be read: "+err.Error())
			}
		}
	}
	w.Header().Set("Content-Type", "application/vnd.chess-pgn; charset=utf-8")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	_, _ = w.Write(text.Bytes())
}

package server

import (
	"bytes"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"attic/game"
	"attic/match"
	"attic/match/pgn"
	"attic/server/keep"
)

// catalogue has the games that a hall offers.
type catalogue []game.Game

func (c catalogue) find(name string) (game.Game, bool) {
	for _, g := range c {
		if g.Info().Name == name {
			return g, true
		}
	}
	return nil, false
}

// level checks a level of the computer; -1 stands for the default.
func level(g game.Game, n int) (int, error) {
	bots, ok := g.(game.Bots)
	if !ok {
		return 0, refuse("game", "the computer does not play this game")
	}
	lowest, highest, usual := bots.Levels()
	if n == -1 {
		n = usual
	}
	if n < lowest || n > min(highest, lowest+mostLevels-1) {
		return 0, refuse("game", "the computer has no level %d here", n)
	}
	return n, nil
}

// finished is a finished game of a table.
type finished struct {
	match match.Match
	when  time.Time
	elo   []int // as seated.call returns it
}

// finished returns the finished games of a table, in the order in which they were played.
func (s *seated) finished() ([]finished, error) {
	var list []finished
	err := s.games().Texts(func(t keep.Text) error {
		r, err := match.ReadRecord(bytes.NewReader(t.Journal), s.hall.offers.find)
		if err == nil && r.Match.ToMove() == game.Nobody {
			elo := s.call(&r.Match) // a journal holds no names
			list = append(list, finished{r.Match, r.Played, elo})
		}
		return err
	})
	return list, err
}

// record is a finished round of a game as JSON.
type record struct {
	ID     string   `json:"id"` // the game ID, which determines the start
	Game   string   `json:"game"`
	Played string   `json:"played"`          // the day on which it was played
	Names  []string `json:"names,omitempty"` // the present names of the people at the table, by seat; missing if nobody has a name
	Elo    []int    `json:"elo,omitempty"`   // the present ratings of these people in this game, by seat; 0: none; missing if nobody has one
	Moves  []string `json:"moves"`
	Winner int      `json:"winner"` // the seat that has won, or -1
	Result string   `json:"result"`
	Why    string   `json:"why,omitempty"`
}

func (f finished) records() ([]record, error) {
	info, history := f.match.Game().Info(), f.match.History()
	last := map[int]int{}
	moves := map[int][]string{}
	for ply, e := range history {
		last[e.Round] = ply
		if e.Number > 0 && !e.Ended {
			moves[e.Round] = append(moves[e.Round], e.Text)
		}
	}
	var names []string
	for _, p := range f.match.Players {
		names = append(names, p.Name)
	}
	if strings.Join(names, "") == "" {
		names = nil
	}
	elo := f.elo
	if slices.Max(elo) == 0 {
		elo = nil
	}
	var list []record
	for round := 1; round <= f.match.Round(); round++ {
		m := f.match.At(last[round])
		setup, err := m.Placed()
		if err != nil {
			return nil, err
		}
		r := record{ID: game.ID(info.Name, setup), Game: info.Name, Played: f.when.UTC().Format(time.DateOnly), Names: names, Elo: elo, Moves: append([]string{}, moves[round]...), Winner: game.Nobody}
		if m.ToMove() == game.Nobody { // otherwise the next round began before this one ended
			r.Winner, r.Result, r.Why = m.Outcome().Winner, m.Outcome().Text, m.Outcome().Why
		}
		list = append(list, r)
	}
	return list, nil
}

// games answers with the finished games of a table: TABLE.pgn or TABLE.json.
func (h *Hall) games(w http.ResponseWriter, r *http.Request) {
	id, form, _ := strings.Cut(r.PathValue("file"), ".")
	s, err := h.at(id)
	if err != nil || form != "pgn" && form != "json" {
		fail(w, refuse("id", "there is no such table; a table's games are at TABLE.pgn and TABLE.json"))
		return
	}
	_, e := s.now()
	if err := h.tournaments.hidden(e); err != nil {
		fail(w, err)
		return
	}
	if !h.guards.reads.Join(r.RemoteAddr, time.Now()) {
		fail(w, refuse("rate", "your address has requested too many games: try again in a minute"))
		return
	}
	list, err := s.finished()
	if err == nil && len(list) == 0 {
		err = refuse("id", "no game at this table is over yet")
	}
	var text bytes.Buffer
	records := []record{}
	for _, f := range list {
		if err != nil {
			break
		}
		if form == "pgn" {
			err = pgn.WriteAll(&text, f.match, pgn.Date(f.when), f.elo...)
			continue
		}
		var of []record
		of, err = f.records()
		records = append(records, of...)
	}
	switch {
	case errors.Is(err, pgn.ErrHides), errors.Is(err, pgn.ErrNoNotation):
		fail(w, refuse("id", "%v; use TABLE.json", err))
	case err != nil:
		fail(w, err)
	case form == "json":
		respond(w, map[string][]record{"games": records}, nil)
	default:
		w.Header().Set("Content-Type", "application/vnd.chess-pgn; charset=utf-8")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		_, _ = w.Write(text.Bytes())
	}
}

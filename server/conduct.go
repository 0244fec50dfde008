package server

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"attic/game"
	"attic/internal/phrase"
	"attic/match"
	"attic/table"
)

// The life of a tournament. A round is written before its tables are made, and a result is written at its table before it is written here. Every process looks
// every two seconds for what is missing, and does it, so a kill at any moment loses and doubles nothing.

// graceTime is how long the process that has paired a round has to make its tables, before the others help.
const graceTime = 5 * time.Second

// cupTable says to which board of a tournament a table belongs.
type cupTable struct {
	ID     string `json:"id"`
	Round  int    `json:"round"`          // from 1
	Deal   bool   `json:"deal,omitempty"` // everybody solves the same deal, at a table of their own
	Result string `json:"result,omitempty"`
}

// maker is the request for a tournament.
type maker struct {
	contest
	Phrase    string `json:"phrase"`
	Secret    string `json:"secret"`
	Organiser string `json:"organiser"` // the secret of a link of those who run the hall, if only they make tournaments
}

// founded is the answer to a request for a tournament.
type founded struct {
	Tournament string `json:"tournament"`
	Organiser  string `json:"organiser"`
}

// foundTournament makes a tournament. The same request with the same secret gets the same answer.
func foundTournament(h *Hall, of maker, from string) (founded, error) {
	secret, err := secretOf(of.Secret)
	if err != nil {
		return founded{}, err
	}
	made := founded{idOf(secret, "tournament"), idOf(secret, "organiser")}
	switch t, err := h.tournaments.get(made.Tournament); {
	case err == nil && t.Name != of.Name:
		return founded{}, errOtherRequest
	case err == nil:
		return made, nil
	case err != errNoTournament:
		return founded{}, err
	}
	if h.noTournaments {
		return founded{}, refuse("closed", "the operator of this hall offers no tournaments")
	}
	if h.people.decided().Cups {
		if _, err := managed(h, of.Organiser, from); err != nil {
			return founded{}, refuse("closed", "at this hall only organisers make tournaments: open your organiser's link in this browser first")
		}
	}
	now := time.Now().Unix()
	c := of.contest
	if err := c.check(now); err != nil {
		return founded{}, err
	}
	g, ok := h.offers.find(c.Game)
	if !ok {
		return founded{}, refuse("game", "there is no game %q here", c.Game)
	}
	if c.Options, err = options(g, c.Options); err != nil {
		return founded{}, err
	}
	if _, c.Clock, err = clock(c.Clock); err == nil {
		err = c.suits(g)
	}
	if err != nil {
		return founded{}, err
	}
	p, err := h.wants(of.Phrase, from, "changes")
	if err != nil {
		return founded{}, err
	}
	if p.Name == "" {
		return founded{}, refuse("bad", "a person without a name cannot make a tournament")
	}
	all, mine := h.tournaments.every(), 0
	for _, t := range all {
		if t.Maker == p.Hash && t.state() != "over" {
			mine++
		}
	}
	switch {
	case mine >= mostOrganised:
		return founded{}, refuse("rate", "you have %s that are not over: end one of them first", phrase.Count(mine, "tournament"))
	case len(all) >= mostTournaments:
		return founded{}, refuse("rate", "this hall has %s, and no room for more: try again tomorrow", phrase.Count(len(all), "tournament"))
	}
	_, err = h.tournaments.edit(made.Tournament, true, func(t *tournament) error {
		if t.Made != 0 { // another process was first
			return errAsItIs
		}
		t.contest, t.Key, t.Seed, t.Maker, t.Made, t.Touched = c, match.KeyHash(made.Organiser), idOf(secret, "tables")+newID(), p.Hash, now, now
		return nil
	})
	return made, err
}

// newOrganiser gives the person who made a tournament a new organiser's secret. The earlier one stops working.
func newOrganiser(h *Hall, id string, of maker, from string) (founded, error) {
	secret, err := secretOf(of.Secret)
	if err != nil {
		return founded{}, err
	}
	p, err := h.wants(of.Phrase, from, "changes")
	if err != nil {
		return founded{}, err
	}
	t, err := h.tournaments.get(id)
	if err != nil {
		return founded{}, err
	}
	made := founded{t.ID, idOf(secret, "organiser "+t.ID)}
	_, err = h.tournaments.edit(t.ID, false, func(t *tournament) error {
		switch {
		case t.Maker != p.Hash:
			return refuse("id", "you have not made this tournament")
		case t.organises(made.Organiser):
			return errAsItIs
		}
		t.Key = match.KeyHash(made.Organiser)
		return nil
	})
	return made, err
}

// enterTournament lets the person with a phrase join a tournament, or leave it, and returns their number.
func enterTournament(h *Hall, id, secret string, leaves bool, from string) (*tournament, int, error) {
	p, err := h.who(secret, from)
	if err != nil {
		return nil, 0, err
	}
	if !h.guards.loose && !h.guards.known.Join(p.Hash, time.Now()) { // by person, since a class shares an address
		return nil, 0, refuse("rate", "you have joined and left too often: try again in a minute")
	}
	if _, err := h.tournaments.get(id); err != nil {
		return nil, 0, err
	}
	number := 0
	t, err := h.tournaments.edit(folded(id), false, func(t *tournament) error {
		number = t.number(p.Hash)
		switch {
		case number == 0 && leaves:
			return refuse("id", "you are not a player of this tournament")
		case t.state() == "over":
			return refuse("begun", "this tournament is over")
		case number > 0 && t.Entrants[number-1].Removed && !leaves:
			return refuse("closed", "the organiser has removed you from this tournament")
		case number > 0 && t.Entrants[number-1].Left == leaves:
			return errAsItIs
		case number > 0:
			t.Entrants[number-1].Left = leaves
		case p.Name == "":
			return refuse("bad", "a person without a name cannot join a tournament")
		case p.Bot:
			return refuse("bad", "a bot cannot join a tournament")
		case len(t.Paired) >= t.Late:
			return refuse("begun", "it is too late to join: round %d is paired", len(t.Paired))
		case len(t.Entrants) >= mostEntrants:
			return refuse("taken", "this tournament is full: it has %s", phrase.Count(mostEntrants, "player"))
		default:
			t.Entrants = append(t.Entrants, entrant{Hash: p.Hash, Late: len(t.Paired)})
			number = len(t.Entrants)
		}
		t.Touched = time.Now().Unix()
		return nil
	})
	return t, number, err
}

// organised returns a tournament to whoever has the organiser's secret, or that of a link of those who run the hall.
func organised(h *Hall, id, secret, from string) (*tournament, error) {
	now := time.Now()
	t, err := h.tournaments.get(id)
	if err != nil {
		return nil, err
	}
	if !t.organises(secret) {
		if _, err = managed(h, secret, from); err == errNotManaged {
			err = refuse("id", "this is not the organiser's link of this tournament")
		}
		return t, err
	}
	if !h.guards.reads.Join(from, now) {
		return nil, refuse("rate", "too many requests came from your address: try again in a minute")
	}
	return t, nil
}

// pairRound pairs a round of a tournament, unless it is paired already, and makes its tables. allowed refuses this for a state of the tournament.
func pairRound(h *Hall, id string, round int, now time.Time, allowed func(*tournament) error) (*tournament, error) {
	for range mostTries {
		was, err := h.tournaments.get(id)
		if err != nil {
			return nil, err
		}
		switch next := len(was.Paired) + 1; {
		case round > 0 && round < next:
			return was, nil
		case was.Ended:
			return nil, refuse("begun", "this tournament is over")
		case round != next:
			return nil, refuse("bad", "the next round is round %d", next)
		}
		to := was.copied()
		if err := allowed(to); err != nil {
			return nil, err
		}
		if err := to.pair(h.tournaments.players(to), now.Unix()); err != nil { // this may take seconds, so nothing is locked
			return nil, err
		}
		t, err := h.tournaments.edit(was.ID, false, func(t *tournament) error {
			if t.version != to.version {
				return errMoved
			}
			*t = *to
			return nil
		})
		if err == nil {
			furnish(h, t, now)
		}
		if err != errMoved {
			return t, err
		}
	}
	return nil, errMoved
}

var errMoved = refuse("busy", "the tournament is changing: try again in a few seconds")

// conduct does what is missing in all tournaments at the time now.
func conduct(h *Hall, now time.Time) {
	for _, t := range h.tournaments.every() {
		if t.Ended || h.tables.closing() {
			continue
		}
		t = collectResults(h, t)
		expelAbsent(h, t, now)
		if !h.tournaments.shared || len(t.Paired) > 0 && now.Unix() >= t.Paired[len(t.Paired)-1].Began+int64(graceTime.Seconds()) {
			furnish(h, t, now)
		}
		last := len(t.Paired)
		starts := last == 0 && t.Start > 0 && now.Unix() >= t.Start
		if !starts && (!t.Auto || last == 0 || last >= t.Rounds || t.Paired[last-1].waits()) {
			continue
		}
		_, err := pairRound(h, t.ID, last+1, now, func(t *tournament) error {
			if !starts && t.Paired[last-1].waits() { // the organiser has just withdrawn a result
				return errMoved
			}
			return nil
		})
		if _, refused := errors.AsType[*Refusal](err); err != nil && !refused { // otherwise too few players are there
			h.operator.failed("", err.Error())
		}
	}
}

// collectResults writes the results of the tables of a tournament into it, and returns it.
func collectResults(h *Hall, t *tournament) *tournament {
	type at struct{ round, board int }
	found := map[at]string{}
	for r, round := range t.Paired {
		for b, is := range round.Boards {
			if is.Result != "" {
				continue
			}
			id, _ := t.table(r, b)
			e, ok := h.tables.entry(id)
			if ok && e.Cup != nil && e.Cup.Result != "" {
				found[at{r, b}] = e.Cup.Result
			}
			if _, there := h.people.known(t.Entrants[is.Players[0]-1].Hash); !ok && !there && t.Kind == deals { // the player has deleted everything
				found[at{r, b}] = missed
			}
		}
	}
	if len(found) == 0 {
		return t
	}
	after, err := h.tournaments.edit(t.ID, false, func(t *tournament) error {
		changed := false
		for at, result := range found {
			if at.round >= len(t.Paired) || t.Paired[at.round].Boards[at.board].Result != "" {
				continue
			}
			b, how := &t.Paired[at.round].Boards[at.board], byGame
			if forfeit(result) {
				how = byAbsence
			}
			b.Result, b.How, changed = t.decided(result), how, true
		}
		if !changed {
			return errAsItIs
		}
		return nil
	})
	if err != nil {
		h.operator.failed("", err.Error())
		return t
	}
	return after
}

// expelAbsent ends the tables of a tournament to which a player has not come in time.
func expelAbsent(h *Hall, t *tournament, now time.Time) {
	limit := time.Duration(t.Absent) * time.Minute
	if limit == 0 || now.Sub(h.tournaments.since) < limit { // nobody could come while the hall was closed
		return
	}
	for r, round := range t.Paired {
		if now.Sub(time.Unix(round.Began, 0)) < limit {
			continue
		}
		for b, is := range round.Boards {
			id, _ := t.table(r, b)
			s := h.tables.get(id)
			if is.Result != "" || s == nil {
				continue
			}
			due := h.tables.has(func() bool {
				return (len(s.awaited) > 0 || t.Kind == deals) && !s.begun && s.entry.Closed == "" && s.entry.Cup != nil && s.entry.Cup.Result == "" && now.Sub(time.Unix(s.entry.Made, 0)) >= limit
			})
			if due {
				_, _ = s.ask(request{Do: "expel"}) // after an error, the next look tries again
			}
		}
	}
}

// expel ends an open table of a tournament if a player has never come, who loses by forfeit, or has not begun a deal.
func (s *seated) expel(l *live) error {
	s.hall.tables.mu.Lock()
	s.waits(l.eye.Sight(), time.Now())
	absent, begun, cup := s.awaited, s.begun, s.entry.Cup
	s.hall.tables.mu.Unlock()
	switch {
	case cup != nil && cup.Deal && !begun:
		return s.end("the player did not fire in time, and has missed the round", missed)
	case len(absent) == 0 || begun:
		return nil
	}
	result, why := "-/-", "neither player came in time; both lose by forfeit"
	if len(absent) == 1 {
		result, why = "-/+", "a player did not come in time, and loses by forfeit"
		if absent[0] == 1 {
			result = "+/-"
		}
	}
	return s.end(why, result)
}

// furnish makes the tables of a tournament that are missing, and gives the players their seats.
func furnish(h *Hall, t *tournament, now time.Time) {
	g, ok := h.offers.find(t.Game)
	if !ok || t.Ended {
		return
	}
	for r, round := range t.Paired {
		if now.Sub(time.Unix(round.Began, 0)) > unplayedFor { // the table may have ended long ago
			continue
		}
		deal := sync.OnceValues(func() (match.Match, error) { return t.deal(g, r) }) // this may be slow
		for b, is := range round.Boards {
			if is.Result != "" {
				continue
			}
			if err := setBoard(h, t, g, r, b, deal); err != nil && !errors.Is(err, errClosing) && !isElsewhere(err) {
				id, _ := t.table(r, b)
				h.operator.failed(id, fmt.Sprintf("tournament %s, round %d, board %d: its table cannot be made: %v", t.ID, r+1, b+1, err))
			}
		}
	}
}

// hasten makes the table with an ID if it is that of a person in the last round of a tournament, because they have asked for their seat before all tables were made.
func hasten(h *Hall, person, table string) error {
	for _, t := range h.tournaments.every() {
		n, last := t.number(person), len(t.Paired)-1
		if n == 0 || last < 0 {
			continue
		}
		b := slices.IndexFunc(t.Paired[last].Boards, func(b board) bool { return b.Result == "" && slices.Contains(b.Players, n) })
		if b < 0 {
			continue
		}
		if id, _ := t.table(last, b); id == table {
			if g, ok := h.offers.find(t.Game); ok {
				return setBoard(h, t, g, last, b, func() (match.Match, error) { return t.deal(g, last) })
			}
		}
	}
	return nil
}

// setBoard makes the table of a board, unless it exists, and gives the players their seats. deal returns the game of the round in a tournament of deals.
func setBoard(h *Hall, t *tournament, g game.Game, round, number int, deal func() (match.Match, error)) error {
	id, links := t.table(round, number)
	people := make([]person, len(t.Paired[round].Boards[number].Players))
	there := false
	for seat, n := range t.Paired[round].Boards[number].Players {
		var ok bool
		people[seat], ok = h.people.known(t.Entrants[n-1].Hash)
		there = there || ok
	}
	s := h.tables.get(id)
	if s == nil && !there { // both have deleted everything, and with it their table
		return nil
	}
	if s == nil {
		defer h.guards.alone(id)()
		if s = h.tables.get(id); s == nil {
			rule, text, err := clock(t.Clock)
			if err != nil {
				return err
			}
			e := entry{
				ID: id, Game: t.Game, Options: t.Options, Clock: text, Seats: make([]place, 2), Listed: t.Kind != deals, Made: time.Now().Unix(),
				Cup: &cupTable{ID: t.ID, Round: round + 1, Deal: t.Kind == deals},
			}
			for seat, link := range links {
				e.Seats[seat].Hash = match.KeyHash(link)
			}
			of := opening{mine: links[0], theirs: links[1], name: h.people.shown(people[0]), rule: rule}
			if t.Kind == deals {
				m, err := deal()
				if err == nil {
					e.Level, err = level(g, -1)
				}
				if err != nil {
					return err
				}
				e.Level, e.Seats[1], of.deal = game.LevelCode(g, e.Level), place{Computer: true}, &m
			}
			s = &seated{hall: h, id: id, entry: e, toMove: game.Nobody, repeats: true}
			if err = s.make(g, of); errors.Is(err, errMade) {
				return nil
			} else if err != nil {
				return err
			}
		}
	}
	var err error
	for seat, p := range people {
		if p.Hash == "" || h.people.at(id, seat).Hash == p.Hash {
			continue
		}
		if e := h.people.sit(p.Hash, Seat{Table: id, Seat: seat}); e != nil {
			err = errors.Join(err, e)
		} else {
			s.recall(seat, h.people.shown(p))
		}
	}
	return err
}

// of returns the tournament of a table as its players see it, or nil. The caller holds the lock of the tables.
func (ts *tournaments) of(e entry) *ofTournament {
	if e.Cup == nil {
		return nil
	}
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if t := ts.all[e.Cup.ID]; t != nil {
		return &ofTournament{t.ID, t.Name, e.Cup.Round}
	}
	return nil
}

// ofTournament is the tournament of a table.
type ofTournament struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Round int    `json:"round"`
}

// won returns the result of the first game at a table, or "" if it is not over.
func won(sight table.Sight) string {
	first, over := sight.Results()[1]
	if !over {
		return ""
	}
	for _, e := range sight.History() {
		if e.Round == 1 && e.Ended && e.Text == string(match.NoResult) { // a player has not moved, and has left or was too slow
			return map[int]string{0: "-/+", 1: "+/-"}[e.Seat]
		}
	}
	switch first.Winner {
	case 0:
		return "1-0"
	case 1:
		return "0-1"
	}
	return "1/2-1/2"
}

// followTournament handles a change to a tournament by another process, or an entry that existed at the start.
func followTournament(h *Hall, id string, version uint64, value []byte) {
	if err := h.tournaments.follow(id, version, value); err != nil {
		h.operator.log.Error(err.Error(), "event", "damaged")
	}
}

// forgetTournaments forgets the tournaments whose time is over.
func forgetTournaments(h *Hall, now time.Time) {
	for _, t := range h.tournaments.every() {
		if now.Unix() >= t.until() {
			_ = h.tournaments.remove(t) // this fails if it has just changed, or another process was first; after any other error the next check tries again
		}
	}
}

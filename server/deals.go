package server

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"attic/game"
	"attic/internal/phrase"
	"attic/match"
	"attic/table"
)

// A tournament of the kind deals is for a game that one person plays for as few points as possible. In a round, everybody solves the same deal, at a table of
// their own. A board has one player, and its result is "POINTS/SECONDS".

const (
	deals  = "deals"
	missed = "-" // the result of a table whose player has not played; the board gets the worst result

	usualDeals  = 3 // rounds
	secondsName = "seconds"
)

// solo reports whether a game can have tournaments of the kind deals: one person plays it, for points.
func solo(g game.Game) bool {
	info := g.Info()
	return info.Kinds != nil && len(info.Seats) == 2 && info.Seats[1].Fixed
}

// suits returns why a tournament with these settings cannot be in the game g, or nil.
func (c contest) suits(g game.Game) error {
	rule, _ := table.ParseClock(c.Clock) // the zero rule without a clock
	switch info := g.Info(); {
	case c.Kind == deals && !solo(g):
		return refuse("game", "%s has no deals: the kind must be swiss or robin", info.Title)
	case c.Kind != deals && solo(g):
		return refuse("game", "one person plays %s: the kind must be deals", info.Title)
	case c.Kind != deals && (!info.Open || len(info.Seats) != 2):
		return refuse("game", "%s has no tournaments: each of their boards needs two people", info.Title)
	case c.Kind == deals && (rule.Each == 0 || rule.Increment != 0):
		return refuse("game", "a deal needs a clock of minutes, such as 10, without seconds for each move")
	}
	return nil
}

// deal returns the game of a round, counted from 0, before its first move. All tables of the round have this game, and it tells nothing about other rounds.
func (t *tournament) deal(g game.Game, round int) (match.Match, error) {
	setup, err := game.ParseSetup(t.Options)
	if err != nil {
		return match.Match{}, err
	}
	number := func(what string) uint64 {
		sum := sha256.Sum256([]byte(fmt.Sprintf("attic %s %d %s", what, round, t.Seed)))
		return binary.BigEndian.Uint64(sum[:])
	}
	setup.Seed = number("deal")
	setup = game.Shuffled(g, setup, func() uint64 { return number("public") })
	m, err := match.New(g, setup.With(g.Info().Started))
	if err != nil {
		return m, err
	}
	if i := slices.IndexFunc(game.MovesOf(m.State()), func(m game.Move) bool { return m.Begins }); i >= 0 { // so that the player cannot change the deal
		m, _, err = m.Play(game.MovesOf(m.State())[i].Text)
	}
	return m, err
}

// scored returns the result of the deal at a table, or "" if it is not over.
func (e *entry) scored(sight table.Sight) string {
	first, over := sight.Results()[1]
	tally := first.Tally
	if m, ok := sight.FullMatch(); ok && tally.Kind == "" { // given up, or out of time
		tally = m.State().Outcome().Tally
	}
	rule, _ := table.ParseClock(e.Clock)
	switch {
	case !over:
		return ""
	case tally.Kind == "" || won(sight) == "+/-" || won(sight) == "-/+":
		return missed
	}
	used := time.Duration(0)
	if left := sight.Clock.Left; len(left) > 0 {
		used = rule.Each - left[0]
	}
	return fmt.Sprintf("%d/%d", tally.Points, int(math.Ceil(used.Seconds())))
}

// worst returns the points and the seconds of a player who has missed a round.
func (c contest) worst() (points, seconds float64) {
	rule, _ := table.ParseClock(c.Clock)
	size, atoms := 8., 4.
	for option := range strings.FieldsSeq(c.Options) {
		name, text, _ := strings.Cut(option, "=")
		switch n, _ := strconv.ParseFloat(text, 64); name {
		case "size":
			size = n
		case "atoms":
			atoms = n
		}
	}
	return 4*size + 5*atoms, math.Ceil(rule.Each.Seconds())
}

// decided returns the result of a board for the result of its table, or the one that the organiser has set.
func (c contest) decided(result string) string {
	if c.Kind != deals || result != missed {
		return result
	}
	points, seconds := c.worst()
	return fmt.Sprintf("%v/%v", points, seconds)
}

// points reads the result of a board of a deal.
func (c contest) points(result string) (points, seconds float64, ok bool) {
	most, limit := c.worst()
	a, b, _ := strings.Cut(result, "/")
	p, err := strconv.ParseUint(a, 10, 16)
	s, more := strconv.ParseUint(b, 10, 32)
	return float64(p), float64(s), err == nil && more == nil && result == fmt.Sprintf("%d/%d", p, s) && float64(p) <= most && float64(s) <= limit
}

// known reports whether a board can have a result.
func (c contest) known(result string) bool {
	if c.Kind == deals {
		_, _, ok := c.points(result)
		return ok
	}
	_, ok := results[result]
	return ok
}

// misses returns the players without a board in a round, counted from 0, and what it costs them.
func (t *tournament) misses(round int) (list []bye) {
	points, seconds := t.worst()
	for i, e := range t.Entrants {
		if slices.ContainsFunc(t.Paired[round].Boards, func(b board) bool { return b.Players[0] == i+1 }) {
			continue
		}
		share := 1.
		if t.Half && round < e.Late {
			share = 0.5
		}
		list = append(list, bye{i + 1, points * share, seconds * share})
	}
	return list
}

// ranking returns the standings after all rounds in which everybody has a result: by points, then by time. Fewer are better.
func (t *tournament) ranking() []shownPlace {
	list := make([]shownPlace, len(t.Entrants))
	for i := range list {
		list[i] = shownPlace{Player: i + 1, Ties: []float64{0}}
	}
	add := func(player int, points, seconds float64) {
		list[player-1].Points += points
		list[player-1].Ties[0] += seconds
	}
	for r, round := range t.Paired {
		if round.waits() {
			continue
		}
		for _, b := range round.Boards {
			points, seconds, _ := t.points(b.Result)
			add(b.Players[0], points, seconds)
		}
		for _, b := range t.misses(r) {
			add(b.Player, b.Points, b.Seconds)
		}
	}
	order := func(a, b shownPlace) int {
		return cmp.Or(cmp.Compare(a.Points, b.Points), cmp.Compare(a.Ties[0], b.Ties[0]))
	}
	slices.SortStableFunc(list, order)
	for i := range list {
		if list[i].Place = i + 1; i > 0 && order(list[i-1], list[i]) == 0 {
			list[i].Place = list[i-1].Place
		}
	}
	return list
}

// hidden returns why nobody else may see the game of a table, or nil: others may still be solving its deal. The caller does not hold the lock of the tables.
func (ts *tournaments) hidden(e entry) error {
	if e.Cup == nil || !e.Cup.Deal {
		return nil
	}
	t, err := ts.get(e.Cup.ID)
	switch {
	case err == errNoTournament:
		return nil
	case err != nil:
		return err
	case !t.Ended && (e.Cup.Round > len(t.Paired) || t.Paired[e.Cup.Round-1].waits()):
		return refuse("closed", "round %d of %s is not over: until everybody is done, nobody else may see this deal", e.Cup.Round, phrase.Clip(t.Name))
	}
	return nil
}

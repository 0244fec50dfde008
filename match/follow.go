package match

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"attic/game"
	"attic/internal/phrase"
)

// Follow applies record lines, such as those of an event at a table, to a copy of the match. If it fails, it returns m unchanged and
// an error that names the line.
func Follow(m Match, lines ...string) (Match, error) {
	p := reader{Record: Record{Match: m, Version: shared}}
	for _, line := range lines {
		word, rest, _ := strings.Cut(line, " ")
		if err := p.act(word, rest); err != nil {
			return m, fmt.Errorf("%q: %w", phrase.Clip(line), err)
		}
	}
	return p.Match, nil
}

// Parser reads the record of a game, without a first line that names a format, in parts. The lines are those that Lines returns.
type Parser struct {
	reader reader
	lines  int
}

// NewParser returns a Parser for the record of a game.
func NewParser(g game.Game) *Parser {
	find := func(name string) (game.Game, bool) { return g, name == g.Info().Name }
	return &Parser{reader: reader{headed: true, find: find, Record: Record{Version: shared}}}
}

// Add reads the next lines, at most MostLines in all. After an error, which names the line, the Parser must not be used.
func (p *Parser) Add(lines ...string) error {
	for _, line := range lines {
		if p.lines++; p.lines > MostLines {
			return fmt.Errorf("a record has at most %d lines", MostLines)
		}
		if err := p.reader.line(p.lines, line); err != nil {
			return fmt.Errorf("%q: %w", phrase.Clip(line), err)
		}
	}
	return nil
}

// Match returns the match described by all lines so far.
func (p *Parser) Match() (Match, error) {
	if p.reader.Match.now == nil {
		return Match{}, errors.New("no round has begun")
	}
	return p.reader.Match, nil
}

// Glance is the view of one seat after one step of a match.
type Glance struct {
	Entry   // the step, as in History
	View    game.View
	ToMove  int
	Outcome game.Outcome // only if ToMove is game.Nobody
	Score   []int
}

// Sightings returns a match that is known only as one seat sees it, for a game with hidden information that is played elsewhere. The
// match has no steps before the first call of Seen, cannot be continued by moves, and has no record.
func Sightings(g game.Game) (Match, error) {
	m, err := New(g, game.Setup{})
	if err != nil {
		return m, err
	}
	m.sighted, m.now, m.end = true, nil, nil
	for i := range m.Players {
		m.Players[i].Program = false
	}
	return m, nil
}

// Sighted reports whether m was made by Sightings.
func (m Match) Sighted() bool { return m.sighted }

// Seen returns m with only its first kept steps, followed by the steps in list.
func Seen(m Match, kept int, list ...Glance) (Match, error) {
	have := 0
	if m.now != nil {
		have = int(m.now.index) + 1
	}
	switch {
	case !m.sighted:
		return m, errors.New("the match was not made by Sightings")
	case kept < 0 || kept > have || kept+len(list) == 0:
		return m, fmt.Errorf("%d steps cannot be kept: there are only %d", kept, have)
	case kept == 0:
		m.now, m.end = nil, nil
	default:
		m = m.at(m.now.at(kept - 1))
		m.end = m.now
	}
	for _, g := range list {
		var err error
		if m, err = see(m, g); err != nil {
			return m, err
		}
	}
	return m, nil
}

// see adds a step to m.
func see(m Match, g Glance) (Match, error) {
	begins := m.now == nil || g.Text == ""
	switch {
	case g.View == nil:
		return m, errors.New("a step has no view")
	case g.Text == "" && g.Ended, len(g.Score) != len(m.Players), begins && g.Text != "":
		return m, errors.New("a step does not follow from the one before")
	case g.ToMove < game.Anyone || g.ToMove >= len(m.Players), g.Seat < game.Anyone || g.Seat >= len(m.Players),
		g.Outcome.Winner < game.Nobody || g.Outcome.Winner >= len(m.Players):
		return m, errors.New("a step names a seat that does not exist")
	case g.Ended && g.Seat < 0:
		return m, errors.New("a step ends the round but names nobody who ended it")
	}
	score := slices.Clone(g.Score)
	if g.ToMove == game.Nobody && g.Outcome.Winner >= 0 {
		score[g.Outcome.Winner]--
	}
	s := &step{prev: m.now, kind: moved, text: g.Text, seat: int8(g.Seat)}
	r := &round{number: g.Round, score: score}
	if m.now != nil {
		s.index, s.far = m.now.index+1, m.now.skip()
		r.before, r.last = m.now.from.round.before, m.now.from.round.last
	}
	switch {
	case begins:
		s.kind = began
		if m.now != nil {
			r.before, r.last = m.now.from.round, m.outcome
		} else {
			s.far = s
		}
	case g.Ended && g.Text == resignText:
		s.kind = resigned
	case g.Ended:
		s.kind = stopped
	}
	s.opens = s.kind == moved && g.Seat == game.Anyone && g.ToMove != game.Anyone && slices.ContainsFunc(m.state.View(game.Nobody).Moves(), func(move game.Move) bool {
		return move.Text == g.Text && len(move.Spots) > 0
	})
	s.floor = s.index
	s.from = &checkpoint{seen{g.View, g.ToMove, g.Outcome}, s.index, r, seatingOf(m)}
	m.end = s
	return m.after(s, s.from.state, nil), nil
}

type seen struct {
	view    game.View
	toMove  int
	outcome game.Outcome
}

// ToMove implements game.State.
func (s seen) ToMove() int { return s.toMove }

// Play implements game.State. Nothing can be played here.
func (s seen) Play(string) (game.State, game.Move, error) {
	return nil, game.Move{}, game.Illegal("this game is played elsewhere")
}

// Outcome implements game.State.
func (s seen) Outcome() game.Outcome { return s.outcome }

// View implements game.State.
func (s seen) View(int) game.View { return s.view }

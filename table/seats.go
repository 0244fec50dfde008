package table

import (
	"slices"
	"strconv"

	"attic/game"
	"attic/match"
)

// sit returns the change that gives a seat to a person, or, if program is set, to the computer or the given engine.
func sit(m match.Match, seat int, program bool, engine string) change {
	m.Players = slices.Clone(m.Players)
	m.Players[seat].Program, m.Players[seat].Engine = program, engine
	return change{m: m, lines: []string{m.SeatLine(seat)}, event: Event{What: Seated}}
}

func (s scene) setEngine(a Act) (change, error) {
	if s.opponent == nil {
		return change{}, errNoEngines
	}
	if err := match.CheckEngine(a.Text); err != nil {
		return change{}, err
	}
	if s.peer.remote() && a.Seat != s.m.Side {
		return change{}, errElsewhere
	}
	if err := s.sitsIn(); err != nil {
		return change{}, err
	}
	there, err := s.opponent(a.Text)
	if err != nil {
		return change{}, err
	}
	_ = there.Close() // opened again on its turn
	return sit(s.m, a.Seat, true, a.Text), nil
}

func (s scene) setPerson(a Act) (change, error) {
	if s.fixed() {
		return change{}, ErrFixed
	}
	return sit(s.m, a.Seat, false, ""), nil
}

func (s scene) setProgram(a Act) (change, error) {
	if _, ok := s.m.Game().(game.Bots); !ok {
		return change{}, game.Because(ErrSeat, "the computer does not play %s yet", s.m.Game().Info().Title)
	}
	if s.peer.remote() && a.Seat != s.m.Side {
		return change{}, errElsewhere
	}
	return sit(s.m, a.Seat, true, ""), s.sitsIn()
}

// errElsewhere refuses to seat a program on the side that belongs to the other machine.
var errElsewhere = game.Because(ErrSeat, "the other side belongs to the person who joins")

func (s scene) setName(a Act) (change, error) {
	if err := match.CheckName(a.Text); err != nil {
		return change{}, err
	}
	m := s.m
	m.Players = slices.Clone(m.Players)
	m.Players[a.Seat].Name = a.Text
	if err := m.CheckSeats(); err != nil {
		return change{}, err
	}
	c := change{m: m, lines: []string{m.SeatLine(a.Seat)}, event: Event{What: Seated}, light: true}
	if s.who.far { // each name is written to the journal on this machine
		c.limited = doing{"change your name", a.Seat}
	}
	return c, nil
}

func (s scene) setSide(a Act) (change, error) {
	if a.Seat == s.m.Side {
		return change{m: s.m, quiet: true, light: true}, nil
	}
	if s.fixed() {
		return change{}, ErrFixed
	}
	if s.running() {
		return change{}, game.Because(ErrRights, "the other player would have to agree; sides are chosen before play")
	}
	m := s.m
	m.Players = slices.Clone(m.Players)
	m.Players[a.Seat], m.Players[m.Side] = m.Players[m.Side], m.Players[a.Seat]
	other := m.Side
	m.Side = a.Seat
	return change{m: m, lines: []string{m.SideLine(), m.SeatLine(a.Seat), m.SeatLine(other)}, event: Event{What: Seated}}, nil
}

// fixed reports whether a change of seats could reveal hidden information.
func (s scene) fixed() bool {
	return !s.m.Game().Info().Open && (match.Disclosed(s.m) || s.m.ToMove() != game.Anyone)
}

func (s scene) setLevel(a Act) (change, error) {
	level, err := strconv.Atoi(a.Text)
	if err != nil {
		return change{}, game.Because(ErrVerb, "%q is not a level", a.Text)
	}
	m := s.m
	m.Players = slices.Clone(m.Players)
	var lines []string
	for i := range m.Players {
		m.Players[i].Level = level
		lines = append(lines, m.SeatLine(i))
	}
	if err := m.CheckSeats(); err != nil {
		return change{}, err
	}
	if s.sitsIn() != nil && !slices.ContainsFunc(m.Players, func(p match.Player) bool { return p.Program }) {
		return change{}, game.Because(ErrSeat, "the computer does not play in this game, so it has no level")
	}
	return change{m: m, lines: lines, event: Event{What: Seated}}, nil
}

func (s scene) setSeed(a Act) (change, error) {
	seed, err := strconv.ParseUint(a.Text, 10, 64)
	if err != nil {
		return change{}, game.Because(ErrVerb, "%q is not a seed", a.Text)
	}
	m := s.m
	m.Seed = seed
	return change{m: m, lines: []string{m.SeedLine()}, event: Event{What: Seated}}, nil
}

// Between people on several machines, help from the computer is refused during play unless the host allows it (match.Hosted.Hints). If help is
// allowed, everybody is told of each use, and the journal records it.

// The kinds of help, besides the names of commands. ComputerHelp means that the computer takes over the player's seat.
const (
	HintHelp, WhyHelp, ReviewHelp Help = "hint", "why", "review"
	ComputerHelp                  Help = "computer"
)

// Help is a kind of help: one of the constants, or the name of a command.
type Help string

var errUnaided = game.Because(ErrHint, "hints and reviews are not allowed in this game until it is over")

// Assist returns why the person may not use help now, or nil. If help is allowed in a game between people, everybody is told of this use.
func (p *Person) Assist(with Help) error {
	switch now := p.Now(); {
	case now.Situation.Unaided:
		return errUnaided
	case now.Situation.Hints && now.Seat >= 0 && !now.Over:
		answer := p.Do(Act{Verb: assist, Text: string(with)})
		select {
		case <-answer.Done():
			return answer.Err()
		default: // the host will answer; it does not refuse help that it has allowed
		}
	}
	return nil
}

// aided reports whether the players may have help during play. A player against the computer of a hall may, unless the table has a single game.
func (p *peer) aided(m match.Match) bool {
	if p.link != nil {
		return p.link.hints
	}
	return p.hosting.Hosted.Hints || p.hall() && !p.hosting.Hosted.Single && slices.ContainsFunc(m.Players, func(p match.Player) bool { return p.Program })
}

// assist tells everybody that a player gets help.
func (s scene) assist(a Act) (change, error) {
	by := s.who.own(s.m)
	switch {
	case !s.peer.remote() || s.solo(by) && s.peer.aided(s.m):
		return change{m: s.m, quiet: true, light: true}, nil
	case !s.peer.aided(s.m):
		return change{}, errUnaided
	case s.m.ToMove() == game.Nobody:
		return change{}, match.ErrOver
	}
	if err := CheckChat(a.Text); err != nil {
		return change{}, err
	}
	m, note := s.m.Aid(by, a.Text)
	return change{m: m, notes: []string{note}, light: true, event: Event{What: Aided, By: by, Text: a.Text}, limited: doing{"ask for help", by}}, nil
}

// sitsIn returns why the computer cannot play the person's own seat in a game between people, or nil.
func (s scene) sitsIn() error {
	if s.peer.remote() && !s.peer.aided(s.m) {
		return game.Because(ErrSeat, "hints are not allowed in this game, so the computer cannot play for you")
	}
	return nil
}

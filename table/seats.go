package table

import (
	"slices"
	"strconv"
	"time"

	"attic/game"
	"attic/match"
)

// sit returns the change that gives a seat to a person, or, if program is set, to the computer or the given engine.
func (t *Table) sit(seat int, program bool, engine string) change {
	m := t.m
	m.Players = slices.Clone(m.Players)
	m.Players[seat].Program, m.Players[seat].Engine = program, engine
	return change{m: m, lines: []string{m.SeatLine(seat)}, event: Event{What: Seated}}
}

func (t *Table) setEngine(_ *Person, a Act) (change, error) {
	if t.opponent == nil {
		return change{}, errNoEngines
	}
	if err := match.CheckEngine(a.Text); err != nil {
		return change{}, err
	}
	if t.other != Near && a.Seat != t.m.Side {
		return change{}, errElsewhere
	}
	there, err := t.opponent(a.Text)
	if err != nil {
		return change{}, err
	}
	_ = there.Close() // opened again at its turn
	return t.sit(a.Seat, true, a.Text), nil
}

func (t *Table) setPerson(_ *Person, a Act) (change, error) {
	if t.fixed() {
		return change{}, ErrFixed
	}
	return t.sit(a.Seat, false, ""), nil
}

func (t *Table) setProgram(_ *Person, a Act) (change, error) {
	if _, ok := t.game.(game.Bots); !ok {
		return change{}, game.Because(ErrSeat, "the computer does not play %s yet", t.game.Info().Title)
	}
	if t.other != Near && a.Seat != t.m.Side {
		return change{}, errElsewhere
	}
	return t.sit(a.Seat, true, ""), nil
}

// errElsewhere refuses a program in a seat of the other machine.
var errElsewhere = game.Because(ErrSeat, "the other side belongs to the person who joins")

func (t *Table) setName(p *Person, a Act) (change, error) {
	if err := match.CheckName(a.Text); err != nil {
		return change{}, err
	}
	if p.who.guest { // each name is written to the journal on this machine
		if err := t.rates.allow(doing{"change your name", a.Seat}, time.Now()); err != nil {
			return change{}, err
		}
	}
	m := t.m
	m.Players = slices.Clone(m.Players)
	m.Players[a.Seat].Name = a.Text
	if err := m.CheckSeats(); err != nil {
		return change{}, err
	}
	return change{m: m, lines: []string{m.SeatLine(a.Seat)}, event: Event{What: Seated}, light: true}, nil
}

func (t *Table) setSide(_ *Person, a Act) (change, error) {
	if a.Seat == t.m.Side {
		return change{m: t.m, quiet: true, light: true}, nil
	}
	if t.fixed() {
		return change{}, ErrFixed
	}
	if t.running() {
		return change{}, game.Because(ErrRights, "the other player would have to agree; sides are chosen before play")
	}
	m := t.m
	m.Players = slices.Clone(m.Players)
	m.Players[a.Seat], m.Players[m.Side] = m.Players[m.Side], m.Players[a.Seat]
	other := m.Side
	m.Side = a.Seat
	return change{m: m, lines: []string{m.SideLine(), m.SeatLine(a.Seat), m.SeatLine(other)}, event: Event{What: Seated}}, nil
}

// fixed reports whether a change of seats could reveal hidden information.
func (t *Table) fixed() bool {
	return !t.game.Info().Open && (t.m.Disclosed() || t.m.ToMove() != game.Anyone)
}

func (t *Table) setLevel(_ *Person, a Act) (change, error) {
	level, err := strconv.Atoi(a.Text)
	if err != nil {
		return change{}, game.Because(ErrVerb, "%q is not a level", a.Text)
	}
	m := t.m
	m.Players = slices.Clone(m.Players)
	var lines []string
	for i := range m.Players {
		m.Players[i].Level = level
		lines = append(lines, m.SeatLine(i))
	}
	if err := m.CheckSeats(); err != nil {
		return change{}, err
	}
	return change{m: m, lines: lines, event: Event{What: Seated}}, nil
}

func (t *Table) setSeed(_ *Person, a Act) (change, error) {
	seed, err := strconv.ParseUint(a.Text, 10, 64)
	if err != nil {
		return change{}, game.Because(ErrVerb, "%q is not a seed", a.Text)
	}
	m := t.m
	m.Seed = seed
	return change{m: m, lines: []string{m.SeedLine()}, event: Event{What: Seated}}, nil
}

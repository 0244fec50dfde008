package table

import (
	"fmt"
	"slices"

	"attic/game"
	"attic/match"
)

// here returns the seat of the person at this table: the first that a person plays, or game.Nobody.
func (t *Table) here() int {
	if !t.m.Players[t.m.Side].Program {
		return t.m.Side
	}
	return slices.IndexFunc(t.m.Players, func(p match.Player) bool { return !p.Program })
}

// seat makes the program, by itself or by an engine, or the person play a seat.
func (t *Table) seat(seat int, program bool, engine string) {
	m := t.m
	m.Players = slices.Clone(m.Players)
	m.Players[seat].Program, m.Players[seat].Engine = program, engine
	t.become(m, m.SeatLine(seat))
}

// SetEngine lets an engine play a seat: "think:5s", or the command that starts one.
func (t *Table) SetEngine(seat int, engine string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.opponent == nil {
		return errNoEngines
	}
	if err := match.CheckEngine(engine); err != nil {
		return err
	}
	there, err := t.opponent(engine)
	if err != nil {
		return err
	}
	_ = there.Close() // Run opens its own
	t.seat(seat, true, engine)
	t.tell(Event{What: Seated})
	return nil
}

// SetProgram says whether the program at its level or a person plays a seat.
func (t *Table) SetProgram(seat int, program bool) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !program && t.fixed() {
		return ErrFixed
	}
	if _, ok := t.game.(game.Bots); !ok && program {
		return fmt.Errorf("the program does not play %s yet", t.game.Info().Title)
	}
	t.seat(seat, program, "")
	t.tell(Event{What: Seated})
	return nil
}

// SetName names the person who plays a seat, also while the program plays it; "" takes the name away.
// A program that thinks goes on.
func (t *Table) SetName(seat int, name string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	m := t.m
	m.Players = slices.Clone(m.Players)
	m.Players[seat].Name = name
	if err := m.CheckSeats(); err != nil {
		return err
	}
	t.m = m
	t.keep(m.SeatLine(seat))
	t.tell(Event{What: Seated})
	return nil
}

// SetSide makes seat the side of the person at this table, who changes places with whoever played it.
func (t *Table) SetSide(seat int) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if seat == t.m.Side {
		return nil
	}
	if t.fixed() {
		return ErrFixed
	}
	m := t.m
	m.Players = slices.Clone(m.Players)
	m.Players[seat], m.Players[m.Side] = m.Players[m.Side], m.Players[seat]
	other := m.Side
	m.Side = seat
	t.become(m, m.SideLine(), m.SeatLine(seat), m.SeatLine(other))
	t.tell(Event{What: Seated})
	return nil
}

// fixed reports whether a change of seats could show somebody what is hidden from them.
func (t *Table) fixed() bool {
	return !t.game.Info().Open && (t.m.Disclosed() || t.m.ToMove() != game.Anyone)
}

// SetLevel sets the level of the program in every seat.
func (t *Table) SetLevel(level int) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	m := t.m
	m.Players = slices.Clone(m.Players)
	var lines []string
	for i := range m.Players {
		m.Players[i].Level = level
		lines = append(lines, m.SeatLine(i))
	}
	if err := m.CheckSeats(); err != nil {
		return err
	}
	t.become(m, lines...)
	t.tell(Event{What: Seated})
	return nil
}

// SetSeed sets the seed of all chance in the programs' play.
func (t *Table) SetSeed(seed uint64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	m := t.m
	m.Seed = seed
	t.become(m, m.SeedLine())
	t.tell(Event{What: Seated})
}

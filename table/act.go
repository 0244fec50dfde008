package table

import (
	"slices"
	"strconv"
	"strings"

	"attic/game"
	"attic/match"
)

// Act is one thing that somebody asks for at a table, as a plain value. The functions of this package that return an Act
// say what there is to ask for.
type Act struct {
	ID    string // tells two askings from one that was sent twice, which is done once; "" if there is no doubt
	Verb  Verb
	Seat  int    // the seat that it is about; 0 where it is about none
	Text  string // the move, the name, the number
	After uint64 // the Now.N that was seen last: if more has changed, nothing is done; 0: whatever has happened
}

// Verb says what an Act asks for.
type Verb string

const (
	play    Verb = "play"
	playAt  Verb = "play at"
	undo    Verb = "undo"
	redo    Verb = "redo"
	resign  Verb = "resign"
	next    Verb = "next"
	start   Verb = "start"
	side    Verb = "side"
	person  Verb = "person"
	program Verb = "program"
	engine  Verb = "engine"
	level   Verb = "level"
	seed    Verb = "seed"
	name    Verb = "name"
	speed   Verb = "speed"
	pause   Verb = "pause"
	goOn    Verb = "go on"
	hurry   Verb = "hurry"
)

// Play plays a move in the seat whose turn it is, or sets the game up before play.
func Play(text string) Act { return Act{Verb: play, Text: text} }

// PlayAt goes back, or forth in what can be redone, to where the match stood after ply steps and plays a move there as
// Play does, or changes nothing. Watchers are told of the move alone.
func PlayAt(ply int, text string) Act {
	return Act{Verb: playAt, Text: strconv.Itoa(ply) + " " + text}
}

// Undo takes moves back to a person's last turn.
func Undo() Act { return Act{Verb: undo} }

// Redo brings back what Undo took.
func Redo() Act { return Act{Verb: redo} }

// Resign gives the game up: for the seat whose turn it is, if that is one's own, else for one's own seat.
func Resign() Act { return Act{Verb: resign} }

// Next goes on to the next round.
func Next() Act { return Act{Verb: next} }

// Clear abandons the game and begins the usual one anew. Whoever played by choice plays again.
func Clear() Act { return Start(game.Setup{}) }

// Start abandons the game and begins another one. In a game with hidden things a setup without a seed gets one by chance.
func Start(setup game.Setup) Act { return Act{Verb: start, Text: setup.String()} }

// Side makes seat the side of the person at this table, who changes places with whoever played it.
func Side(seat int) Act { return Act{Verb: side, Seat: seat} }

// PersonIn lets a person play a seat.
func PersonIn(seat int) Act { return Act{Verb: person, Seat: seat} }

// ProgramIn lets the program at its level play a seat.
func ProgramIn(seat int) Act { return Act{Verb: program, Seat: seat} }

// EngineIn lets an engine play a seat: "think:5s", or the command that starts one.
func EngineIn(seat int, command string) Act { return Act{Verb: engine, Seat: seat, Text: command} }

// Level sets the level of the program in every seat.
func Level(n int) Act { return Act{Verb: level, Text: strconv.Itoa(n)} }

// Seed sets the seed of all chance in the programs' play.
func Seed(n uint64) Act { return Act{Verb: seed, Text: strconv.FormatUint(n, 10)} }

// Name names the person who plays a seat, also while the program plays it; "" takes the name away. A program that thinks
// goes on.
func Name(seat int, text string) Act { return Act{Verb: name, Seat: seat, Text: text} }

// Speed changes how fast programs play, in this turn already.
func Speed(pace Pace) Act { return Act{Verb: speed, Text: pace.String()} }

// Pause lets the programs wait with their moves until they may go on. A program that is told to move at once makes one
// move. Another game does not begin with a pause.
func Pause() Act { return Act{Verb: pause} }

// GoOn ends a Pause.
func GoOn() Act { return Act{Verb: goOn} }

// Hurry makes the program whose turn it is move at once, by what it has found so far. When it is not a program's turn
// nothing happens.
func Hurry() Act { return Act{Verb: hurry} }

// need is what somebody must have to do an Act.
type need uint8

const (
	turn     need = iota // the seat to move; before play, the right to set up
	seat                 // some seat
	ownSeat              // the seat that it is about, or the right to set up
	allSeats             // every seat that a person plays, so that nobody else has to be asked
	setUp                // the right to set up
)

// rules is the table of rights: who may do what, and what is done. It is the only way to change a table, but for Load
// and Close, which are its owner's.
var rules map[Verb]rule

type rule struct {
	needs need
	do    func(*Table, *Person, Act) (change, error)
}

func init() { // not as a literal: the functions look into the table themselves
	rules = map[Verb]rule{
		play:    {turn, (*Table).play},
		playAt:  {allSeats, (*Table).playAt},
		undo:    {allSeats, (*Table).undo},
		redo:    {allSeats, (*Table).redo},
		resign:  {seat, (*Table).resign},
		next:    {seat, (*Table).next},
		start:   {setUp, (*Table).start},
		side:    {setUp, (*Table).setSide},
		person:  {setUp, (*Table).setPerson},
		program: {setUp, (*Table).setProgram},
		engine:  {setUp, (*Table).setEngine},
		level:   {setUp, (*Table).setLevel},
		seed:    {setUp, (*Table).setSeed},
		name:    {ownSeat, (*Table).setName},
		speed:   {setUp, (*Table).setSpeed},
		pause:   {setUp, (*Table).setPause},
		goOn:    {setUp, (*Table).setPause},
		hurry:   {setUp, (*Table).hurryUp},
	}
}

// may returns why somebody must not do what needs this, or nil.
func (t *Table) may(p *Person, n need, a Act) error {
	plays := func(seat int) bool { return p.who.plays(seat, t.m) }
	switch n {
	case turn:
		seat := t.m.ToMove()
		switch {
		case seat == game.Nobody: // the match says so
			return nil
		case seat == game.Anyone:
			return t.may(p, setUp, a)
		case thinking(t.m) && p.who.here:
			return refuse(ErrTurn, "it is the program's turn: wait for %s to move", t.seatName(seat))
		case !plays(seat) && len(p.who.seats()) > 0:
			return refuse(ErrTurn, "it is the turn of %s", t.seatName(seat))
		case plays(seat):
			return nil
		}
	case seat:
		if p.who.here || len(p.who.seats()) > 0 {
			return nil
		}
	case ownSeat:
		if plays(a.Seat) || p.who.rights&SetsUp != 0 {
			return nil
		}
	case allSeats:
		others := false
		for i, player := range t.m.Players {
			others = others || !player.Program && !plays(i)
		}
		if (p.who.here || len(p.who.seats()) > 0) && !others {
			return nil
		}
		if len(p.who.seats()) > 0 {
			return refuse(ErrRights, "somebody else plays here too, and would have to agree")
		}
	case setUp:
		if p.who.rights&SetsUp != 0 {
			return nil
		}
		return refuse(ErrRights, "only whoever has set this game up can do that")
	}
	return refuse(ErrRights, "you look on here and do not play")
}

func (t *Table) seatName(seat int) string { return t.game.Info().Seats[seat].Name }

// change is what an Act comes to: the match after it, the lines that record it, and what is told.
type change struct {
	m     match.Match
	lines []string
	event Event
	quiet bool // nothing is told
	light bool // it changes nothing that a program or a hint thinks about
	ends  bool // the game that was on the table is abandoned
}

// mostDone is how many Acts with an ID a table remembers.
const mostDone = 64

// do does what somebody asks for, or says why not: it is checked, then kept, then shown.
func (t *Table) do(p *Person, a Act) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if i := slices.IndexFunc(t.done, func(d doneAct) bool { return d.by == p && d.id == a.ID }); a.ID != "" && i >= 0 {
		return t.done[i].err
	}
	err := t.doNew(p, a)
	if a.ID != "" {
		t.done = append(t.done[max(0, len(t.done)-mostDone+1):], doneAct{p, a.ID, err})
	}
	return err
}

// doneAct is what became of an Act.
type doneAct struct {
	by  *Person
	id  string
	err error
}

func (t *Table) doNew(p *Person, a Act) error {
	rule, ok := rules[a.Verb]
	switch {
	case t.closed:
		return ErrClosed
	case !ok || a.Seat < 0 || a.Seat >= len(t.m.Players):
		return refuse(ErrVerb, "there is no %q for seat %d", a.Verb, a.Seat+1)
	case a.After != 0 && a.After != t.n:
		return ErrStale
	}
	if err := t.may(p, rule.needs, a); err != nil {
		return err
	}
	c, err := rule.do(t, p, a)
	if err != nil {
		return err
	}
	return t.become(c)
}

func (t *Table) play(_ *Person, a Act) (change, error) { return played(t.m, a.Text, false) }

// played plays a move in m, to which the lines before have led.
func played(m match.Match, text string, program bool, before ...string) (change, error) {
	seat := m.ToMove()
	m, move, err := m.Play(text)
	if err != nil {
		return change{}, err
	}
	return change{m: m, lines: append(before, m.LastLine()), event: Event{What: Played, By: seat, Program: program, Move: move}}, nil
}

func (t *Table) playAt(_ *Person, a Act) (change, error) {
	ply, text, _ := strings.Cut(a.Text, " ")
	n, err := strconv.Atoi(ply)
	if err != nil {
		return change{}, refuse(ErrVerb, "%q is no step of a match", ply)
	}
	m, lines, err := reach(t.m, n)
	if err != nil {
		return change{}, err
	}
	if thinking(m) {
		return change{}, refuse(ErrTurn, "it is the program's turn there: go to a turn of your own")
	}
	return played(m, text, false, lines...)
}

// reach undoes or redoes until ply steps have happened, and returns the lines that record it.
func reach(m match.Match, ply int) (_ match.Match, lines []string, err error) {
	line, by := "undo", match.Match.Undo
	if ply > m.Ply() {
		line, by = "redo", match.Match.Redo
	}
	for m.Ply() != ply {
		if m, err = by(m); err != nil {
			return m, nil, err
		}
		lines = append(lines, line)
	}
	return m, lines, nil
}

func (t *Table) resign(p *Person, _ Act) (change, error) {
	seat := t.m.ToMove()
	if seat < 0 || t.m.Players[seat].Program || !p.who.plays(seat, t.m) {
		seat = p.who.own(t.m)
	}
	if seat < 0 || t.m.Players[seat].Program {
		return change{}, refuse(ErrSeat, "programs play both sides, and nobody is here to resign")
	}
	m, err := t.m.Resign(seat)
	if err != nil {
		return change{}, err
	}
	return change{m: m, lines: []string{m.LastLine()}, event: Event{What: Resigned, By: seat}}, nil
}

func (t *Table) next(p *Person, a Act) (change, error) {
	if t.m.ToMove() != game.Nobody { // a round that is not over is abandoned
		if err := t.may(p, allSeats, a); err != nil {
			return change{}, err
		}
	}
	m, err := t.m.Next()
	if err != nil {
		return change{}, err
	}
	return change{m: m, lines: []string{m.LastLine()}, event: Event{What: Round}}, nil
}

func (t *Table) undo(*Person, Act) (change, error) {
	return t.step("undo", Undone, match.Match.Undo, ErrNone)
}

func (t *Table) redo(*Person, Act) (change, error) {
	return t.step("redo", Redone, match.Match.Redo, match.ErrNoRedo)
}

// step goes back or forth in the match until it is not a program's turn.
func (t *Table) step(line string, what What, by func(match.Match) (match.Match, error), none error) (change, error) {
	m, err := by(t.m)
	if err != nil {
		return change{}, err
	}
	lines := []string{line}
	for thinking(m) {
		before := m
		if m, err = by(m); err != nil {
			if what == Redone {
				m = before
				break
			}
			return change{}, none
		}
		lines = append(lines, line)
	}
	return change{m: m, lines: lines, event: Event{What: what}}, nil
}

func (t *Table) start(_ *Person, a Act) (change, error) {
	setup, err := game.ParseSetup(a.Text)
	if err != nil {
		return change{}, err
	}
	if !t.game.Info().Open && setup.Seed == 0 {
		setup.Seed = t.chance()
	}
	m, err := match.New(t.game, setup)
	if err != nil {
		return change{}, err
	}
	m.Seed, m.Side, m.Players = t.m.Seed, t.m.Side, slices.Clone(t.m.Players)
	m.Players[m.Side].Program, m.Players[m.Side].Engine = false, ""
	return change{m: m, event: Event{What: Began}, ends: true}, nil
}

func (t *Table) hurryUp(*Person, Act) (change, error) {
	t.hurry()
	return change{m: t.m, quiet: true, light: true}, nil
}

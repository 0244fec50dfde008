package table

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"attic/game"
	"attic/match"
)

// Act is a request to a table, as a plain value. Play, Undo, Resign and the other constructors below return Acts.
type Act struct {
	// ID makes it safe to send the Act twice: the second attempt returns the result of the first. The journal stores the ID, so this works even if
	// the host's program is killed and restarted. The ID must be hard to guess; an Act without an ID is carried out each time.
	ID    string
	Verb  Verb
	Seat  int    // the seat that the Act is about; 0 if none
	Text  string // the argument: a move, a name, a number
	After uint64 // the latest Now.N that the person has seen; if the table has changed since then, it refuses the Act with ErrStale; 0: no check

	// For a guest's claim that waits for the host: when it was made, by this machine's clock, and how long the guest had waited by then.
	Made   time.Time
	Waited time.Duration
}

// Verb is the kind of an Act.
type Verb string

const (
	play    Verb = "play"
	playAt  Verb = "play at"
	undo    Verb = "undo"
	redo    Verb = "redo"
	resign  Verb = "resign"
	next    Verb = "next"
	finish  Verb = "finish"
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
	ask     Verb = "ask"
	accept  Verb = "accept"
	decline Verb = "decline"
	claim   Verb = "claim"
	claimed Verb = "claimed"
	say     Verb = "say"
	assist  Verb = "help" // see Person.Assist
	edit    Verb = "edit"
	show    Verb = "show"
)

// Play plays a move for the seat to move, or changes the set-up.
func Play(text string) Act { return Act{Verb: play, Text: text} }

// PlayAt undoes or redoes steps until the match has ply steps, and plays a move there. If the move is refused, nothing changes. The only event is
// Played.
func PlayAt(ply int, text string) Act {
	return Act{Verb: playAt, Text: strconv.Itoa(ply) + " " + text}
}

// Undo takes back moves until it is a person's turn. If no person has moved since Clear or Start, Undo restores the abandoned game.
func Undo() Act { return Act{Verb: undo} }

// Redo plays again what Undo took back.
func Redo() Act { return Act{Verb: redo} }

// Resign resigns for the seat to move if the person plays it, otherwise for the person's own seat.
func Resign() Act { return Act{Verb: resign} }

// Next starts the next round.
func Next() Act { return Act{Verb: next} }

// Finish plays a decided game to its end, with a single event, Played; see game.Standing.
func Finish() Act { return Act{Verb: finish} }

// Clear abandons the game and starts the default one. A person whose seat was left to the computer gets the seat back.
func Clear() Act { return Start(game.Setup{}) }

// Start abandons the game and starts another one, in which moves have already been played as part of the set-up. In a game with hidden information
// a setup without a seed gets a random seed. The seed determines all later rounds.
func Start(setup game.Setup, moves ...string) Act {
	return Act{Verb: start, Text: strings.Join(append([]string{setup.String()}, moves...), "\n")}
}

// Side moves the person at this machine to the given seat, and the player in that seat to the seat that becomes free.
func Side(seat int) Act { return Act{Verb: side, Seat: seat} }

// PersonIn gives a seat to a person.
func PersonIn(seat int) Act { return Act{Verb: person, Seat: seat} }

// ProgramIn gives a seat to the computer at its level.
func ProgramIn(seat int) Act { return Act{Verb: program, Seat: seat} }

// EngineIn gives a seat to an engine: command is "think:5s" or the command that starts the engine.
func EngineIn(seat int, command string) Act { return Act{Verb: engine, Seat: seat, Text: command} }

// Level sets the computer's level in all seats.
func Level(n int) Act { return Act{Verb: level, Text: strconv.Itoa(n)} }

// Seed sets the random seed of the computer's play.
func Seed(n uint64) Act { return Act{Verb: seed, Text: strconv.FormatUint(n, 10)} }

// Name sets the name of the person in a seat; "" removes it. A thinking computer is not interrupted.
func Name(seat int, text string) Act { return Act{Verb: name, Seat: seat, Text: text} }

// Speed sets how fast the computer plays, from the current turn on.
func Speed(pace Pace) Act { return Act{Verb: speed, Text: pace.String()} }

// Pause holds back the computer's moves until GoOn. Hurry releases a single move. A new game is not paused.
func Pause() Act { return Act{Verb: pause} }

// GoOn ends a Pause.
func GoOn() Act { return Act{Verb: goOn} }

// Hurry makes the computer play the best move it has found so far. It does nothing on a person's turn.
func Hurry() Act { return Act{Verb: hurry} }

// Ask proposes something to the other side, which is on another machine. If the other side has proposed the same, both agree.
func Ask(what Offer) Act { return Act{Verb: ask, Text: string(what)} }

// Accept agrees to the offer of the other side.
func Accept() Act { return Act{Verb: accept} }

// Decline refuses the other side's offer, or withdraws the seat's own.
func Decline() Act { return Act{Verb: decline} }

// Claim ends a game, as a win or as a draw, if the other side has been away for a minute, or asleep for five minutes, on its turn. A guest's
// claim waits until the host is back and confirms it; see Situation.Claimed. If the other side is connected but has not made its first move for a minute, the game ends without
// a result.
func Claim(draw bool) Act {
	if draw {
		return Act{Verb: claim, Text: string(DrawOffer)}
	}
	return Act{Verb: claim}
}

// LateClaim is a claim by a guest whose host was away. The parameter made is the time of the claim, and waited is how long the guest had waited by
// then. id has 64 random bits.
func LateClaim(id string, made time.Time, waited time.Duration, draw bool) Act {
	a := Claim(draw)
	a.ID, a.Verb, a.Made, a.Waited = id, claimed, made, waited
	return a
}

// Say sends a line of chat to the other side.
func Say(text string) Act { return Act{Verb: say, Text: text} }

// need is what an Act requires of the person who sends it.
type need uint8

const (
	turn     need = iota // the seat to move; during set-up, the right to set up
	seat                 // any seat
	ownSeat              // Act.Seat, or the right to set up
	allSeats             // all seats played by people, so that nobody else has to agree
	setUp                // the right to set up
)

// rules is the table of rights: what each Act needs, and the function that carries it out. Apart from Load and Close, which
// belong to the owner of the Table, nothing else changes a table.
var rules map[Verb]rule

type rule struct {
	needs need
	do    func(scene, Act) (change, error)
}

func init() { // not a literal, because the functions refer to the table
	rules = map[Verb]rule{
		play:    {turn, scene.play},
		playAt:  {allSeats, scene.playAt},
		undo:    {seat, scene.undo},
		redo:    {allSeats, scene.redo},
		resign:  {seat, scene.resign},
		next:    {seat, scene.next},
		finish:  {allSeats, scene.finish},
		start:   {setUp, scene.start},
		side:    {setUp, scene.setSide},
		person:  {setUp, scene.setPerson},
		program: {setUp, scene.setProgram},
		engine:  {setUp, scene.setEngine},
		level:   {setUp, scene.setLevel},
		seed:    {setUp, scene.setSeed},
		name:    {ownSeat, scene.setName},
		speed:   {setUp, scene.setSpeed},
		pause:   {setUp, scene.setPause},
		goOn:    {setUp, scene.setPause},
		hurry:   {setUp, scene.hurry},
		ask:     {seat, scene.ask},
		accept:  {seat, scene.accept},
		decline: {seat, scene.decline},
		claim:   {seat, scene.claim},
		claimed: {seat, scene.judge},
		say:     {seat, scene.say},
		assist:  {seat, scene.assist},
		edit:    {allSeats, scene.edit},
		show:    {allSeats, scene.show},
	}
}

// scene holds the data for the decision on an Act: who asks, and the state of the table. Its methods change nothing; they return the changes to make.
type scene struct {
	m        match.Match
	who      who
	peer     peer
	left     *left
	seed     func() uint64 // returns the seed of a new game or round
	public   func() uint64
	opponent func(engine string) (Opponent, error)
}

// may returns why the person lacks the right n, or nil.
func (s scene) may(n need, a Act) error {
	plays := func(seat int) bool { return s.who.plays(seat, s.m) }
	switch n {
	case turn:
		seat := s.m.ToMove()
		switch {
		case seat == game.Nobody, seat == game.Anyone && s.who.prepares(s.m), plays(seat) && !thinking(s.m): // if the round is over, the match itself refuses the Act
			return nil
		case seat == game.Anyone && s.peer.atHall():
			return game.Because(ErrTurn, "the other player is setting up the game")
		case seat == game.Anyone:
			return s.may(setUp, a)
		case !s.who.sits():
		case thinking(s.m):
			return game.Because(ErrTurn, "it is the computer's turn: wait for %s to move", s.m.Game().Info().Side(seat))
		default:
			return game.Because(ErrTurn, "it is %s's turn", s.m.Game().Info().Side(seat))
		}
	case seat:
		if s.who.sits() {
			return nil
		}
	case ownSeat:
		switch {
		case plays(a.Seat), s.who.setsUp():
			return nil
		case s.who.sits():
			return game.Because(ErrRights, "you can change only your own name")
		}
	case allSeats:
		switch {
		case !s.who.sits():
		case s.who.playsAll(s.m), s.m.ToMove() == game.Anyone && s.who.setsUp(): // the host sets up
			return nil
		default:
			return game.Because(ErrRights, "the other player would have to agree")
		}
	case setUp:
		switch {
		case s.who.rights&SetsUp != 0:
			return nil
		case s.peer.atHall():
			return game.Because(ErrRights, "that cannot be changed at a hall")
		}
		return errOnlyHost
	}
	return game.Because(ErrRights, "you are watching, not playing")
}

var errCrowd = game.Because(errSoon, "too many messages came from your address: try again in a few seconds")

var errOnlyHost = game.Because(ErrRights, "only the host can do that")

// change is the result of an Act: the new match, the record lines for the journal, and the event to send.
type change struct {
	before  *change // the change that happens first; both are written together
	m       match.Match
	lines   []string
	notes   []string // lines for the journal alone, after lines
	act     string   // the ID that the journal holds with the last of lines, or ""
	event   Event
	also    *Event // sent after event
	quiet   bool   // sends no event
	light   bool   // does not interrupt the computer or a hint
	ends    bool   // abandons the present game first
	returns bool   // brings the abandoned game back

	limited doing    // the kind of action, if its rate is limited
	offer   *offered // with Offered: the new offer
	pace    *Pace    // the new pace, or nil
	paused  bool     // for Began and Loaded, and for Paced if pace is nil: whether the computer's moves are held back
	hurries bool     // the computer is to move immediately
}

// do carries out an Act or returns why it is refused. The order is: check, write to the journal, show.
func (p *Person) do(a Act) error {
	t := p.table
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.peer.stall(time.Now(), t.m) {
		t.alarms.attend()
	}
	t.settle()
	if err, ok := t.done.find(p, a.ID); ok {
		return err
	}
	if t.doubt != nil {
		if _, same := (doneActs{t.doubt.done}).find(p, a.ID); same {
			return ErrUnsure
		}
	}
	was := t.doubt
	err := p.doNew(a)
	if err != nil && t.current != nil && !t.current() { // the act may have been done elsewhere
		err = ErrUnsure
	}
	done := doneAct{p, a.ID, err}
	if p.who.far || p.who.seats != "" {
		done.by = nil
	}
	switch {
	case errors.Is(err, ErrBusy), errors.Is(err, errSoon): // if the same Act is sent again, the table tries it again
	case !errors.Is(err, ErrUnsure):
		t.done.add(done)
	case t.doubt != was: // the doubt is about this act, and not about an earlier one
		done.err = nil
		t.doubt.done = done
	}
	return err
}

func (p *Person) doNew(a Act) error {
	t := p.table
	rule, ok := rules[a.Verb]
	switch {
	case t.closed:
		return ErrClosed
	case !ok || a.Seat < 0 || a.Seat >= len(t.m.Players):
		return game.Because(ErrVerb, "unknown request %q for seat %d", a.Verb, a.Seat+1)
	case a.After != 0 && a.After != t.n:
		return ErrStale
	case t.peer.link != nil && a.Seat != t.m.Side && (a.Verb == program || a.Verb == engine || a.Verb == person):
		return errOnlyHost
	}
	s, now, f := t.scene(p.who), time.Now(), &t.peer.far[p.who.place]
	if err := s.may(rule.needs, a); err != nil {
		return err
	}
	c, err := rule.do(s, a)
	if err == nil && c.limited != (doing{}) {
		err = t.peer.rates.allow(c.limited, now)
		if err == nil && p.within != nil && !p.within() {
			err = errCrowd
		}
	}
	switch {
	case err != nil && c.event.What == Claimed: // both sides are told of an invalid claim
		f.judged = f.since
		t.tell(c.event)
	case err == nil && p.who.far && c.floods(t.m) && !f.acts.Allow(now):
		err = game.Because(errSoon, "too fast: try again in a second")
	}
	if err != nil {
		return err
	}
	c.act = a.ID
	return t.become(c)
}

// floods reports whether a change by a guest counts against actRate: it is written to the journal, and the host need not move before the guest acts
// again.
func (c change) floods(from match.Match) bool {
	passes := from.ToMove() >= 0 && c.m.ToMove() >= 0 && c.m.ToMove() != from.ToMove()
	return len(c.lines) > 0 && !passes
}

// scene returns the data for decisions on the Acts of w.
func (t *Table) scene(w who) scene {
	s := scene{t.m, w, t.peer, t.left, t.chance, t.public, t.computer.opponent}
	if t.told {
		s.seed = unguessed
	}
	return s
}

// play plays a move. In a game between people at two machines, play begins as soon as the host has hidden something.
func (s scene) play(a Act) (change, error) {
	if s.peer.alone(s.m) {
		return change{}, game.Because(ErrTurn, "nobody has joined yet; play begins when the other player joins")
	}
	c, err := played(s.m, a.Text, false)
	switch {
	case err != nil:
		return c, err
	case s.m.ToMove() == game.Anyone && s.who.foreign(s.m, c.event.Move, c.m.ToMove()):
		return change{}, game.Because(ErrTurn, "that would be the other side's move; %s to begin", game.Type("start"))
	case !s.peer.remote():
		return c, nil
	case c.event.Move.Alone:
		return change{}, game.Because(game.ErrIllegal, "%s is not available in a game between two machines", a.Text)
	case !c.event.Move.Secret || c.m.ToMove() != game.Anyone:
		return c, nil
	}
	return c.followed()
}

// If play begins with a move after c, followed adds that move to c.
func (c change) followed() (change, error) {
	moves := game.MovesOf(c.m.State())
	i := slices.IndexFunc(moves, func(m game.Move) bool { return m.Begins })
	if i < 0 {
		return c, nil
	}
	begins, err := played(c.m, moves[i].Text, false)
	begins.before = &c
	return begins, err
}

// played plays a move in m. The parameter before holds the record lines that led to m.
func played(m match.Match, text string, program bool, before ...string) (change, error) {
	seat, was := m.ToMove(), m
	m, move, err := m.Play(text)
	if err != nil {
		return change{}, err
	}
	lines := append(before, m.LastLine())
	if _, _, studies := match.Study(m); studies {
		lines = match.StudyLines(was, m)
	}
	return change{m: m, lines: lines, event: Event{What: Played, By: seat, Program: program, Move: move}}, nil
}

func (s scene) playAt(a Act) (change, error) {
	ply, text, _ := strings.Cut(a.Text, " ")
	n, err := strconv.Atoi(ply)
	if err != nil {
		return change{}, game.Because(ErrVerb, "%q is not a step of a match", ply)
	}
	m, lines, err := reach(s.m, n)
	if err != nil {
		return change{}, err
	}
	if thinking(m) {
		return change{}, game.Because(ErrTurn, "it is the computer's turn there; go to one of your own turns")
	}
	return played(m, text, false, lines...)
}

// reach undoes or redoes until ply steps have happened, and returns the record lines of these undos or redos.
func reach(m match.Match, ply int) (there match.Match, lines []string, err error) {
	there, err = m.Reach(ply)
	line, n := "undo", m.Ply()-there.Ply()
	if n < 0 {
		line, n = "redo", -n
	}
	return there, slices.Repeat([]string{line}, n), err
}

func (s scene) resign(Act) (change, error) {
	seat := s.m.ToMove()
	if seat < 0 || s.m.Players[seat].Program || !s.who.plays(seat, s.m) {
		seat = s.who.own(s.m)
	}
	if seat < 0 || s.m.Players[seat].Program {
		return change{}, game.Because(ErrSeat, "the computer plays both sides, so nobody here can resign")
	}
	m, err := s.m.Resign(seat)
	if s.peer.hall() && !s.m.Acted(seat) { // a player who has not moved yet loses nothing
		m, err = s.m.Stop(match.NoResult, seat)
	}
	if err != nil {
		return change{}, err
	}
	return over(m, seat), nil
}

// over returns the change to m, a match in which the seat in the parameter by has just ended the round.
func over(m match.Match, by int) change {
	return change{m: m, lines: []string{m.LastLine()}, event: Event{What: Resigned, By: by}}
}

func (s scene) finish(Act) (change, error) {
	if info := s.m.Game().Info(); !info.Counted {
		return change{}, game.Because(game.ErrIllegal, "%s cannot be finished early", info.Title)
	}
	rest := s.m.State().View(game.Nobody).Status().Rest
	if s.m.ToMove() == game.Nobody || rest == nil {
		return change{}, game.Because(game.ErrIllegal, "the game is not decided yet")
	}
	c := change{m: s.m}
	for _, text := range rest {
		var err error
		if c, err = played(c.m, text, false, c.lines...); err != nil {
			return change{}, err
		}
	}
	return c, nil
}

func (s scene) undo(a Act) (change, error) {
	switch err := s.may(allSeats, a); {
	case err != nil && s.peer.remote() && s.m.ToMove() != game.Anyone:
		return s.ask(Ask(UndoOffer))
	case err != nil:
		return change{}, err
	}
	if _, _, studies := match.Study(s.m); studies {
		return s.edited(match.UndoAnalysis(s.m, 1))
	}
	m, n, err := stepped(s.m, match.Match.Undo)
	switch {
	case s.left.undone(m, err):
		m := s.left.m
		lines := append([]string{m.SideLine()}, seatLines(m)...) // any line after AbandonedLine revokes it
		return change{m: m, lines: lines, event: Event{What: Loaded, Text: "The previous game is back."}, returns: true, paused: s.left.paused}, nil
	case n == 0:
		return change{}, err
	case err != nil:
		return change{}, ErrNone
	}
	return change{m: m, lines: slices.Repeat([]string{"undo"}, n), event: Event{What: Undone}}, nil
}

func (s scene) redo(Act) (change, error) {
	if _, _, studies := match.Study(s.m); studies {
		return s.edited(match.RedoAnalysis(s.m, 1))
	}
	m, n, err := stepped(s.m, match.Match.Redo)
	if n == 0 {
		return change{}, err
	}
	return change{m: m, lines: slices.Repeat([]string{"redo"}, n), event: Event{What: Redone}}, nil
}

// stepped calls the function by, which undoes or redoes a step, until it is not the computer's turn. It returns the number of steps taken, and an
// error if the computer is to move after the last possible step.
func stepped(m match.Match, by func(match.Match) (match.Match, error)) (to match.Match, n int, err error) {
	for to = m; n == 0 || thinking(to); n++ {
		if to, err = by(to); err != nil {
			break
		}
	}
	return to, n, err
}

func (s scene) start(a Act) (change, error) {
	if s.running() {
		return change{}, game.Because(ErrRights, "the other player would have to agree")
	}
	return s.begins(a)
}

// running reports whether people at two machines are in the middle of a game.
func (s scene) running() bool {
	return s.peer.remote() && s.m.Played() && s.m.ToMove() != game.Nobody
}

func (s scene) begins(a Act) (change, error) {
	text, moves, _ := strings.Cut(a.Text, "\n")
	setup, err := game.ParseSetup(text)
	if err != nil {
		return change{}, err
	}
	hides, given := !s.m.Game().Info().Open, setup.Seed != 0
	if hides && !given {
		setup.Seed = s.seed()
		setup = game.Shuffled(s.m.Game(), setup, s.public)
	}
	m, err := match.New(s.m.Game(), setup)
	if err != nil {
		return change{}, err
	}
	m.Given = hides && given
	m.Seed, m.Side, m.Players = s.m.Seed, s.m.Side, slices.Clone(s.m.Players)
	if !s.peer.hall() {
		m.Players[m.Side].Program, m.Players[m.Side].Engine = false, ""
	}
	for move := range strings.Lines(moves) {
		if m, _, err = m.Play(strings.TrimSuffix(move, "\n")); err != nil {
			return change{}, err
		}
	}
	return change{m: m, event: Event{What: Began}, ends: true}, nil
}

func (s scene) hurry(Act) (change, error) {
	return change{m: s.m, quiet: true, light: true, hurries: true}, nil
}

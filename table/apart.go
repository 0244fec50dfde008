package table

import (
	"errors"
	"slices"
	"strings"
	"time"

	"attic/game"
	"attic/match"
)

// Two people can play at two machines. The host's table decides (Share); the guest's table is a copy that follows it (Attach, Follow) and
// sends it the requests that concern the game. Anything that concerns only the guest's own machine, such as a program that plays the
// guest's side, stays there.

// Other tells whether the other side is on another machine.
type Other uint8

const (
	Near    Other = iota // everybody sits at this machine
	Awaited              // nobody has joined yet, or the host has not answered yet
	Present              // the other side is connected
	Away                 // the connection is lost
)

// Hosting describes how a table is open to another machine.
type Hosting struct {
	Others []string     // the same with other addresses of this machine, for Now.Others
	Invite string       // what the other side needs to join, for Now.Invite
	Hosted match.Hosted // what the journal records about it
	Chat   bool         // whether chat lines are passed on
	Clock  ClockRule
	Leave  func(why error) // calls Part with why, which may be nil; it may first wait until the other side has received everything
	Rest   func()          // ends the hosting without Part and without telling the other side: the game will be hosted again later
}

// unhosted stands for a table that is not open to another machine.
var unhosted = &Hosting{}

// leaveTime is how long a guest who leaves waits for the host to be told.
const leaveTime = time.Second

// link is what a guest's table knows about the host's.
type link struct {
	Link
	far     match.Match // the match according to the host's record
	holds   bool        // far is set
	real    match.Match // in a game with hidden information: the match with all that was hidden in the finished rounds
	proved  bool        // real is set
	watches bool        // the guest has no seat
	chat    bool        // the host passes chat lines on
	strange string      // what answers at the host's address instead, as reported to the person
}

// Reasons why people at two machines cannot do something.
var (
	ErrShared = errors.New("this game is already played with another machine")
	ErrBegun  = errors.New("the game has begun; " + game.Type("clear") + " to start over")
	ErrOffer  = errors.New("there is no offer to answer")
	ErrClaim  = errors.New("the other side has not been away for a minute")
)

// Share lets two people at two machines play at the table. The person here keeps the seat Match.Side, and the other seats go to Guest.
// Unless the game was shared before, it must not have begun. The event is Presence.
func (t *Table) Share(again bool, h Hosting) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.closed:
		return ErrClosed
	case t.other != Near:
		return ErrShared
	case !again && (t.m.Played() || t.m.Alone()):
		return ErrBegun
	}
	m := t.m
	m.Players = slices.Clone(m.Players)
	m.Given = m.Given && t.game.Info().Open
	if side := t.hides(); side >= 0 && side != m.Side {
		m.Players[side], m.Players[m.Side] = m.Players[m.Side], m.Players[side]
		m.Side = side
	}
	lines := []string{m.SideLine()}
	for seat := range m.Players {
		if seat != m.Side {
			name := ""
			if again {
				name = m.Players[seat].Name
			}
			m.Players[seat] = match.Player{Level: m.Players[seat].Level, Name: name}
		}
		lines = append(lines, m.SeatLine(seat))
	}
	was := t.hosted
	t.other, t.since, t.hosting, t.hosted, t.acts = Awaited, time.Now(), &h, h.Hosted, actRate
	if again && h.Hosted.Guest != "" { // a guest has joined and will come back
		t.other = Away
	}
	t.told = t.told || !t.game.Info().Open
	if c, ok := readClock(t.stopped, m); again && ok {
		t.clock = &c
	} else if h.Clock != (ClockRule{}) {
		c := newClock(h.Clock, len(m.Players))
		t.clock = &c
	}
	if again {
		t.revive(time.Now())
	}
	t.beat() // before the clock is journaled, so that a second kill does not count the same time twice
	t.regroup()
	c := change{m: m, lines: lines, event: Event{What: Presence}}
	if h.Hosted != was {
		c.notes = h.Hosted.Lines()
	}
	err := t.become(c)
	if err != nil {
		t.separate()
		t.hosted = was
	}
	return err
}

// Hosted returns how the game on the table was open to another machine when its host was killed, or the zero value.
func (t *Table) Hosted() match.Hosted {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.hosted
}

// Joined records keyHash, the KeyHash of the guest's key, in the journal, if there is one, so that the guest gets the seat back after the
// host was killed.
func (t *Table) Joined(keyHash string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.other == Near || t.link != nil || t.closed || t.hosted.Guest == keyHash {
		return nil
	}
	t.hosted.Guest = keyHash
	if t.journal == nil { // its first lines will hold it
		return nil
	}
	return t.write(t.m, t.hosted.Lines(), "")
}

// hides returns the seat of the player who hides something, or game.Nobody in an open game. The host takes that seat, because the host's
// machine knows what is hidden.
func (t *Table) hides() int {
	info := t.game.Info()
	if info.Open {
		return game.Nobody
	}
	return slices.IndexFunc(info.Seats, func(s game.Seat) bool { return s.Program })
}

// Side returns the seat of the person at this machine.
func (t *Table) Side() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.m.Side
}

// Guest returns access for the person at the other machine, who plays the seats that the person here does not. Close it in the end.
func (t *Table) Guest() *Person { return t.seat(who{guest: true}) }

// alone reports whether play has to wait because nobody has joined yet. The set-up need not wait.
func (t *Table) alone() bool {
	return t.other == Awaited && t.link == nil && t.m.ToMove() != game.Anyone
}

// Unencrypted records that others on the way to the other machine can read the game.
func (t *Table) Unencrypted() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.plain = t.other != Near
}

// Met records whether the other side is connected. The event is Presence.
func (t *Table) Met(other Other) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.other == Near || t.other == other || t.closed {
		return
	}
	t.other, t.since = other, time.Now()
	if t.link != nil && other == Present {
		t.link.strange = ""
	}
	t.attend()
	t.tell(Event{What: Presence})
	t.wake()
}

// Leave ends the game with another machine because the person here leaves. It waits at most a second for the other side to receive
// everything.
func (t *Table) Leave() {
	t.mu.Lock()
	l, h, side := t.link, t.hosting, t.m.Side
	t.mu.Unlock()
	switch {
	case l != nil:
		told := l.Leave()
		t.Part(side, nil)
		select {
		case <-told:
		case <-time.After(leaveTime):
		}
	case h.Leave != nil:
		h.Leave(nil)
	}
}

// Part ends playing with another machine, for the reason why. The game stays on the table; if it was running, it has ended without a
// result, because seat has left (Undo takes that back). The event is Parted.
func (t *Table) Part(seat int, why error) { t.part(match.NoResult, seat, why) }

func (t *Table) part(how match.Stop, seat int, why error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.other == Near || t.closed {
		return
	}
	t.withdraw()
	waits := t.claim != nil && (why != nil || seat == t.m.Side) // the next program of this user delivers the claim
	if !waits {
		t.unlodge()
	}
	guest := t.link != nil && t.link.holds
	never := t.link != nil && !t.link.holds
	var lines []string
	m := t.m
	if seat < 0 || seat >= len(m.Players) {
		seat = 0
	}
	if m.Played() && m.ToMove() != game.Nobody && !never {
		if stopped, err := m.Stop(how, seat); err == nil {
			m, lines = stopped, []string{stopped.LastLine()}
		}
	}
	var notes []string
	if t.hosted.ID != "" {
		notes = match.Hosted{}.Lines()
	}
	if guest && m.Sighted() {
		t.archive(m, "") // the earlier rounds
	}
	if guest && m.Played() && len(lines) == 0 { // the game is over: any line creates its journal
		notes = append(notes, m.SideLine())
	}
	t.separate()
	if heart, ok := t.journal.(Heart); ok {
		_ = heart.Beat("") // the hosting has ended
	}
	if guest && !m.Played() { // the host's set-up goes with the host
		if blank, err := match.New(t.game, game.Shuffled(t.game, game.Setup{Seed: t.chance()}, t.public)); err == nil {
			m = t.seatedAs(blank)
		}
	}
	if waits && why == nil {
		why = errLodged
	}
	c := change{m: m, lines: lines, notes: notes, event: Event{What: Parted, By: seat, Err: why}}
	if waits || t.become(c) != nil { // a claimed game is already in the library
		t.put(c, nil)
	}
}

// separate ends the connection with the other machine, for a match that continues here or is over.
func (t *Table) separate() {
	if t.link != nil {
		t.link.Leave()
	}
	t.stopClock()
	t.audience.forget()
	t.other, t.link, t.hosting, t.hosted = Near, nil, unhosted, match.Hosted{}
	t.clock, t.stopped, t.plain, t.claim, t.rates = nil, "", false, nil, nil
	t.attend()
	t.beat() // which ends the heartbeat
	t.pulse = pulse{}
	t.regroup()
}

// seatedAs returns m with the players of the current match.
func (t *Table) seatedAs(m match.Match) match.Match {
	m.Seed, m.Side, m.Players = t.m.Seed, t.m.Side, t.m.Players
	return m
}

// Attach makes the table a copy of one on another machine, which Follow keeps up to date. Until Part, l sends the requests about the game.
// The first event ends the game now on the table; until then the other side is Awaited.
func (t *Table) Attach(l Link) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.closed:
		return ErrClosed
	case t.other != Near:
		return ErrShared
	}
	t.other, t.since, t.link = Awaited, time.Now(), &link{Link: l}
	t.regroup()
	t.tell(Event{What: Presence})
	return nil
}

// Far returns the Sight of an event at the host's table, for Follow: what the host says of its table, and the match as the guest knows it,
// whose players have only names. The fields of now that count are N, Seat, which is game.Nobody for a spectator, Chat, Watchers and Clock.
func Far(m match.Match, now Now) Sight { return Sight{Now: now, m: m} }

// Follow applies an event at the host's table to this copy; see Far. Events that do not concern the copy are ignored, except Presence with
// an Err, which says what answers in place of the absent host. With Revealed the Sight holds the finished rounds and what was hidden in them,
// unless Err says why they should not be believed. On an error nothing has changed. ErrFalse means that what the host reveals contradicts
// what was seen before.
func (t *Table) Follow(e Event) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.link == nil || t.closed {
		return ErrClosed
	}
	if e.By < game.Anyone || e.By >= len(t.m.Players) || (e.What == Offered || e.What == Said) && e.By < 0 {
		return errors.New("the event names a seat that does not exist")
	}
	told := Event{What: e.What, By: e.By, Offer: e.Offer, Text: e.Text, Err: e.Err}
	switch e.What {
	case Played, Resigned, Undone, Redone, Round, Began, Loaded, Seated:
		return t.changed(e)
	case Revealed:
		if !t.link.holds {
			return nil
		}
		return t.revealed(e)
	case Offered:
		t.offer = &offered{what: e.Offer, by: e.By}
	case Declined:
		t.offer = nil
	case Watched:
		t.audience.told = e.Watchers
	case Said:
		if CheckChat(e.Text) != nil { // it would not show, or would cover the text around it
			return nil
		}
	case Presence: // told once, until the host is back or something else answers
		if e.Err == nil || t.other != Away || t.link.strange == e.Err.Error() {
			return nil
		}
		t.link.strange = e.Err.Error()
	default:
		return nil
	}
	t.tell(told)
	return nil
}

// changed applies a change of the host's match.
func (t *Table) changed(e Event) error {
	far, clock, err := e.m, (*clock)(nil), error(nil)
	if clock, err = followed(e.Clock, len(t.m.Players)); err != nil {
		return err
	}
	if !t.link.holds {
		t.abandon()
		t.left = nil
	} else if replaces(far, t.link.far) {
		t.archive(t.m, "")
		t.link.proved = false
	}
	t.link.far, t.link.holds = far, true
	t.link.watches, t.link.chat = e.Seat == game.Nobody, e.Chat
	t.regroup()
	told := Event{What: e.What, By: e.By, Program: e.Program}
	if e.What == Played {
		told.Move = last(far)
		if e.By == t.m.Side && !t.link.watches { // the host does not know who plays for the guest
			told.Program = t.m.Players[t.m.Side].Program
		}
	}
	light := e.What == Seated && !slices.ContainsFunc(e.Lines, func(line string) bool { return !strings.HasPrefix(line, "seat ") })
	t.n, t.offer, t.clock = e.N, nil, clock
	t.put(change{m: t.adopt(far), lines: e.Lines, event: told, light: light}, nil)
	return nil
}

// replaces reports whether the match before was over and m is a different game.
func replaces(m, before match.Match) bool {
	if before.ToMove() != game.Nobody {
		return false
	}
	a, b := m.History(), before.History()
	n := min(len(a), len(b))
	return len(a) == 1 || !slices.Equal(a[:n], b[:n])
}

// last returns the move that led to m. If only what was seen of it is known, and it was not among the legal moves that the guest saw, then
// only its text is known.
func last(m match.Match) game.Move {
	text := strings.TrimPrefix(m.LastLine(), "move ")
	before := m.At(m.Ply() - 1).State()
	if _, move, err := before.Play(text); err == nil {
		return move
	}
	moves := game.MovesOf(before)
	if i := slices.IndexFunc(moves, func(m game.Move) bool { return m.Text == text && !m.Secret }); i >= 0 {
		return moves[i]
	}
	return game.Move{Text: text, Label: text, Secret: true}
}

// adopt returns the match for the guest's table, made from the host's match far: with the other side and the guest's own programs.
func (t *Table) adopt(far match.Match) match.Match {
	m, own := far, t.m.Players[t.m.Side]
	m.Seed, m.Players = t.m.Seed, slices.Clone(far.Players)
	for seat := range m.Players {
		m.Players[seat] = match.Player{Level: own.Level, Name: far.Players[seat].Name}
	}
	if t.link.watches {
		return m
	}
	m.Side = (far.Side + 1) % len(m.Players)
	m.Players[m.Side] = match.Player{Program: own.Program, Engine: own.Engine, Level: own.Level, Name: far.Players[m.Side].Name}
	return m
}

// now returns w with its present relation to another machine, which may share or follow the table.
func (t *Table) now(w who) who {
	if w.here {
		w.apart = t.other != Near
		w.copies = t.link != nil
		w.watches = t.link != nil && t.link.watches
	}
	return w
}

// regroup tells everybody who plays which seat, after another machine has joined or left.
func (t *Table) regroup() {
	for _, p := range t.people {
		p.mu.Lock()
		p.who = t.now(p.who)
		p.mu.Unlock()
	}
}

// elsewhere returns the link to the host who decides on a request, or nil if it concerns only the guest's machine and is decided here. It
// marks a move as meant for the position that the guest sees.
func (t *Table) elsewhere(a *Act) Link {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.link == nil || t.closed {
		return nil
	}
	switch a.Verb {
	case person, program, engine, level, seed, speed, pause, goOn, hurry:
		return nil
	case play:
		if a.After == 0 {
			a.After = t.n
		}
	}
	return t.link.Link
}

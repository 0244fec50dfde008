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
// The first fact ends the game now on the table; until then the other side is Awaited.
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

// Fact is something that has happened at a table, as it is sent to a copy of the table.
type Fact struct {
	N       uint64
	What    What
	By      int
	Program bool
	Offer   Offer
	Text    string

	Watchers int // for Watched

	Lines  []string     // the record lines of the event, in an open game
	Record []string     // the whole record, instead of Lines: at first, and when another game has begun
	Read   *match.Match // the match that Record describes, if it is already parsed
	Sights []Glance     // in a game with hidden information, instead of Lines and Record: what was seen after the first Kept steps
	Kept   int
	Seat   int      // with Sights: the guest's seat
	Names  []string // with Sights: the names of the people, by seat
	Watch  bool     // in every fact: the copy is for a spectator
	Chat   bool     // in every fact: chat lines are passed on
	Err    error    // for Revealed: why it is not to be believed (Record then has the finished rounds); for Presence: what answers in place of the absent host
	Clock  Clock
}

// Glance is what a seat sees after one step of a game with hidden information.
type Glance = match.Glance

// Fact returns the event in the form that is sent to a copy of the table, for the person who has taken the event. If whole is set, it
// covers everything up to now. It returns false for an event that does not concern a copy.
func (e Event) Fact(whole bool) (Fact, bool) {
	f := Fact{N: e.N, What: e.What, By: e.By, Program: e.Program, Offer: e.Offer, Text: e.Text, Watch: !e.who.sits(), Chat: e.Chat, Clock: e.Clock}
	switch e.What {
	case Thinking, Failed, NotKept, KeptAgain, Paced, Hinted, Presence, Parted, Claimable, Claimed:
		if !whole {
			return f, false
		}
		f.What = Loaded
	case Offered, Declined, Said:
		if !whole {
			return f, true
		}
	case Watched: // only the players are told
		if f.Watchers = e.Watchers; !whole {
			return f, e.who.sits()
		}
		f.What = Loaded
	case Began, Loaded, Missed:
		whole = true
	}
	switch {
	case !e.open():
		f.Kept, f.Sights = e.glances(whole)
		f.Seat = max(e.Seat, 0)
		for _, p := range e.Players {
			f.Names = append(f.Names, p.Name)
		}
	case whole:
		f.Record = withoutPrograms(e.m).Lines()
	default:
		f.Lines = slices.DeleteFunc(slices.Clone(e.Lines), func(line string) bool { return strings.HasPrefix(line, "seed ") })
		for i, line := range f.Lines {
			if strings.HasPrefix(line, "seat ") {
				f.Lines[i] = anonymous(line)
			}
		}
	}
	return f, true
}

// withoutPrograms returns m without the settings of the host's programs.
func withoutPrograms(m match.Match) match.Match {
	usual, _ := match.New(m.Game(), game.Setup{})
	m.Seed, m.Players = 0, slices.Clone(m.Players)
	for i := range m.Players {
		m.Players[i] = match.Player{Level: usual.Players[i].Level, Name: m.Players[i].Name}
	}
	return m
}

// anonymous returns a seat line, changed as if a person played there.
func anonymous(line string) string {
	return strings.Replace(line, " program level ", " person level ", 1)
}

// Follow applies a fact to this copy of a table on another machine. On an error nothing has changed. ErrFalse means that what the host
// reveals contradicts what was seen before.
func (t *Table) Follow(f Fact) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.link == nil || t.closed {
		return ErrClosed
	}
	if err := f.fits(t.game.Info()); err != nil {
		return err
	}
	switch f.What {
	case Revealed:
		if !t.link.holds {
			return nil
		}
		return t.revealed(f)
	case Offered:
		t.offer = &offered{what: f.Offer, by: f.By}
		t.tell(Event{What: Offered, By: f.By, Offer: f.Offer})
		return nil
	case Declined:
		t.offer = nil
		t.tell(Event{What: Declined, By: f.By, Offer: f.Offer})
		return nil
	case Watched:
		t.audience.told = f.Watchers
		t.tell(Event{What: Watched, By: game.Nobody})
		return nil
	case Said:
		if CheckChat(f.Text) == nil { // any other line would not show, or would cover the text around it
			t.tell(Event{What: Said, By: f.By, Text: f.Text})
		}
		return nil
	case Presence: // told once, until the host is back or something else answers
		if why := f.Err.Error(); t.other == Away && t.link.strange != why {
			t.link.strange = why
			t.tell(Event{What: Presence, Err: f.Err})
		}
		return nil
	}
	e := Event{What: f.What, By: f.By, Program: f.Program}
	if f.What == Played && f.By == t.m.Side && !f.Watch { // the host does not know who plays for the guest
		e.Program = t.m.Players[t.m.Side].Program
	}
	far, err := t.link.far, error(nil)
	switch {
	case f.Sights != nil:
		far, e.Move, err = t.glimpse(f)
	case f.Read != nil || f.Record != nil:
		far, err = f.read(t.game)
	case !t.link.holds:
		return errors.New("an event came before the record")
	case f.What == Played && len(f.Lines) > 0 && strings.HasPrefix(f.Lines[len(f.Lines)-1], "move "):
		last := len(f.Lines) - 1
		if far, err = far.Follow(f.Lines[:last]...); err == nil {
			far, e.Move, err = far.Play(strings.TrimPrefix(f.Lines[last], "move "))
		}
	default:
		far, err = far.Follow(f.Lines...)
	}
	if err != nil {
		return err
	}
	if err := t.followClock(f.Clock); err != nil {
		return err
	}
	first, whole := !t.link.holds, f.Read != nil || f.Record != nil || f.Sights != nil && f.Kept == 0
	if !first && (whole || f.Kept == 0) && replaces(far, t.link.far) {
		t.archive(t.m, "")
		t.link.proved = false
	}
	if first {
		t.abandon()
		t.left = nil
	}
	t.link.far, t.link.holds = far, true
	if whole {
		t.link.watches, t.link.chat = f.Watch, f.Chat
	}
	t.regroup()
	light := f.What == Seated && !slices.ContainsFunc(f.Lines, func(line string) bool { return !strings.HasPrefix(line, "seat ") })
	t.n, t.offer = f.N, nil
	t.put(change{m: t.adopt(far), lines: f.Lines, event: e, light: light}, nil)
	return nil
}

// read returns the match in Read or Record.
func (f Fact) read(g game.Game) (match.Match, error) {
	if f.Read != nil {
		return *f.Read, nil
	}
	return match.Parse(g, f.Record...)
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

// glimpse returns the copy of a game with hidden information as it is after a fact, and the move that the fact reports.
func (t *Table) glimpse(f Fact) (far match.Match, move game.Move, err error) {
	far = t.link.far
	if !t.link.holds || f.Kept == 0 {
		if far, err = match.Sightings(t.game); err != nil {
			return far, move, err
		}
	}
	if far, err = far.Seen(f.Kept, f.Sights...); err != nil {
		return far, move, err
	}
	if f.Seat < 0 || f.Seat >= len(far.Players) || len(f.Names) != len(far.Players) {
		return far, move, errors.New("the seats do not fit")
	}
	far.Side, far.Players = (f.Seat+1)%len(far.Players), slices.Clone(far.Players)
	for seat, name := range f.Names {
		far.Players[seat].Name = name
	}
	err = far.CheckSeats()
	if last := len(f.Sights) - 1; last >= 0 {
		move = t.known(f.Kept, f.Sights[last].Text)
	}
	return far, move, err
}

// known returns the move with this text that the guest sees as legal after the given number of steps, or else a move of which only the text
// is known.
func (t *Table) known(steps int, text string) game.Move {
	if t.link.holds && steps > 0 {
		moves := game.MovesOf(t.link.far.At(steps - 1).State())
		if i := slices.IndexFunc(moves, func(m game.Move) bool { return m.Text == text && !m.Secret }); i >= 0 {
			return moves[i]
		}
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

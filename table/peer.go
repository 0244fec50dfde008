package table

import (
	"errors"
	"slices"
	"time"

	"attic/game"
	"attic/match"
)

// Two people can play at two machines. The host's table decides (Share); the guest's table is a copy that follows the host's (Attach, Follow) and
// sends requests about the game to the host. Anything that concerns only the guest's own machine, such as a program that plays the guest's side,
// stays there. At a hall's table both people are guests, and nobody sits at the machine of the table.

// Other is the state of the connection with the other side.
type Other uint8

const (
	Near    Other = iota // everybody sits at this machine
	Awaited              // nobody has joined yet, or the host has not answered yet
	Present              // the other side is connected
	Away                 // the connection is lost
	Dozing               // in Situation.Places: connected, but asleep
)

// Place is a player's place at a table that several machines share. The player keeps it when the sides are swapped.
type Place uint8

// The places.
const (
	First  Place = iota // plays Match.Side: the person at this machine, or at a hall's table the first guest
	Second              // plays the other side: the guest; for a guest's table, the host
)

func (p Place) opposite() Place { return 1 - p }

// seat returns the seat of the player at place p.
func (p Place) seat(m match.Match) int {
	if p == First {
		return m.Side
	}
	return m.Opposite(m.Side)
}

func placeOf(m match.Match, seat int) Place {
	if seat == m.Side {
		return First
	}
	return Second
}

// Hosting describes how a table is open to another machine.
type Hosting struct {
	Ran    time.Time    // at a hall, for a game that continues: when the clock of the side to move stopped; zero: it did not run
	Others []string     // see Situation.Others
	Invite string       // see Situation.Invite
	Link   string       // see Situation.Link
	Sights string       // see Situation.Sights
	Hosted match.Hosted // what the journal records about the hosting
	Chat   bool         // whether chat lines are passed on
	Clock  ClockRule
	Leave  func(why error) // calls Part with the reason, which may be nil; it may first wait until the other side has received everything
	Rest   func()          // ends the hosting without Part and without telling the other side: the game will be hosted again later
}

// everybodyNear stands for players at this machine. It must not be changed.
var everybodyNear = &[2]far{}

// unhosted stands for a table that is not open to another machine.
var unhosted = &Hosting{}

// far is a table's knowledge about one player's machine. If the field other is Near, the player is at this machine or is a program.
type far struct {
	other  Other     // whether the player is on another machine, and connected
	since  time.Time // when other last changed
	sleep  sleep     // whether a guest is asleep
	judged time.Time // the value of since when the host last refused a claim
	acts   Rate      // the rate of the guest's acts that count against actRate
}

// peer is a table's knowledge about the other machines, if there are any, and about the game with them.
type peer struct {
	far      *[2]far    // the players, by Place; everybodyNear if nobody is far
	turned   time.Time  // when the position last changed
	plain    bool       // the connection is not encrypted and leaves this machine
	hosting  *Hosting   // how the table is open to another machine; unhosted if it is not
	link     *Copy      // the link to the host's table, if this one is a copy
	clock    *clock     // nil if there is none
	closes   time.Time  // see Situation.Closes
	pulse    pulse      // the heartbeat of a hosted game
	offer    *offered   // the offer waiting for an answer
	claim    *openClaim // the claim of the guest here that the host has not answered, or nil
	watchers int        // the number of spectators last reported to the players
	counted  time.Time  // when it was reported
	rates    rates      // the rates of chat lines, offers and names

	patience time.Duration         // see Config
	unclaim  func(id string) error // see Config
	stays    bool                  // see Stay
}

// remote reports whether a player is on another machine.
func (p *peer) remote() bool { return p.far[First].other != Near || p.far[Second].other != Near }

// awaited reports whether a player has not joined yet, or, for a guest's table, whether the host has not answered yet.
func (p *peer) awaited() bool { return p.far[First].other == Awaited || p.far[Second].other == Awaited }

// near reports whether the player in a seat sits at this machine.
func (p *peer) near(m match.Match, seat int) bool {
	return seat >= 0 && p.far[placeOf(m, seat)].other == Near
}

// at returns what is known about the player in a place. At a guest's table, it returns the hall's report on the other guest, if there is one and the
// hall can be reached.
func (p *peer) at(place Place) *far {
	if l := p.link; l != nil && place == Second && l.mate.other != Near && p.far[Second].other == Present {
		return &l.mate
	}
	return &p.far[place]
}

// hall reports whether the table is at a hall: nobody plays at this machine.
func (p *peer) hall() bool { return p.hosting.Hosted.Hall() }

// atHall reports whether the game is played at a hall.
func (p *peer) atHall() bool { return p.hall() || p.link != nil && p.link.hall }

// lost reports whether a guest at a hall cannot reach the hall.
func (p *peer) lost() bool { return p.link != nil && p.link.hall && p.far[Second].other != Present }

// hosts reports whether the table is open to another machine.
func (p *peer) hosts() bool { return p.remote() && p.link == nil }

// watches reports whether the table is a copy for a spectator.
func (p *peer) watches() bool { return p.link != nil && p.link.watches }

// alone reports whether play in m has to wait because nobody has joined yet. The set-up need not wait.
func (p *peer) alone(m match.Match) bool {
	return p.awaited() && p.link == nil && m.ToMove() != game.Anyone
}

// Stay lets a game that is hosted here outlive this program even if nobody has joined yet. It is for programs that end without asking anybody.
func (t *Table) Stay() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.peer.stays = true
}

// rests reports whether a game with another machine outlives the program of the person here, so that both can continue it later. The game must have
// begun, unless Stay was called; it must not be over; and this program must keep games.
func (p *peer) rests(m match.Match, k *keeping) bool {
	switch {
	case p.hall():
		return true
	case k.begin == nil || !p.remote() || p.claim != nil || !m.Played() && !p.stays || m.ToMove() == game.Nobody:
		return false
	case p.link != nil:
		return p.link.holds && !p.link.watches
	}
	return (k.hosted.Guest != "" || p.stays) && p.hosting.Rest != nil && k.journal != nil && k.unkept == nil
}

// relate returns w with the fields that depend on the other machine set.
func (p *peer) relate(w who) who {
	if w.here {
		w.shared, w.copies, w.watches = p.remote(), p.link != nil, p.watches() || p.hall()
		w.arranges = w.copies && p.link.hall
	}
	if w.far {
		w.arranges = p.hall()
	}
	return w
}

// leave waits until the host has been told, but at most leaveTime.
func leave(told <-chan struct{}) {
	select {
	case <-told:
	case <-time.After(leaveTime):
	}
}

// leaveTime is how long a guest who leaves waits for the host to be told.
const leaveTime = 3 * time.Second

// Share lets two people at two machines play at the table. The person here keeps the seat Match.Side, and the other seats go to Player(Second). If
// h.Hosted.Hall() is true, both seats go to guests, except one that a program plays; see Player. If again is set, the game was shared before;
// otherwise it must not have begun. The event is Presence. Only data that differs from the journal is written to it.
func (t *Table) Share(again bool, h Hosting) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.settle()
	switch {
	case t.closed:
		return ErrClosed
	case t.peer.remote():
		return ErrShared
	case t.doubt != nil:
		return ErrBusy
	case !again && (t.m.Played() || game.Edits(t.m.Setup()) || match.Alone(t.m)):
		return ErrBegun
	}
	m, hall := t.m, h.Hosted.Hall()
	m.Players = slices.Clone(m.Players)
	m.Given = m.Given && t.game.Info().Open
	if side := hider(t.game); side >= 0 && side != m.Side && !hall {
		m.Players[side], m.Players[m.Side] = m.Players[m.Side], m.Players[side]
		m.Side = side
	}
	var lines, notes []string
	if t.kept.journal == nil || m.Side != t.m.Side {
		lines = append(lines, m.SideLine())
	}
	for seat := range m.Players {
		if seat != m.Side && !hall {
			name := ""
			if again {
				name = m.Players[seat].Name
			}
			m.Players[seat] = match.Player{Level: m.Players[seat].Level, Name: name}
		} else if !hall && !h.Hosted.Hints {
			m.Players[seat].Program, m.Players[seat].Engine = false, ""
		} else if !hall && !again && m.Players[seat].Program {
			var note string
			m, note = m.Aid(seat, string(ComputerHelp))
			notes = append(notes, note)
		}
		if m.Players[seat] != t.m.Players[seat] {
			lines = append(lines, m.SeatLine(seat))
		}
	}
	was := t.kept.hosted
	if again {
		h.Hosted.Met = was.Met
	}
	t.peer.far, t.peer.hosting, t.kept.hosted = &[2]far{}, &h, h.Hosted
	for place, key := range []string{h.Hosted.First.Key, h.Hosted.Guest} {
		f := &t.peer.far[place]
		switch {
		case !hall && Place(place) == First, hall && m.Players[Place(place).seat(m)].Program:
			continue
		case again && (key != "" || was.Met[place] || m.Acted(Place(place).seat(m))): // this guest has joined and will come back
			f.other = Away
		default:
			f.other = Awaited
		}
		f.since, f.acts = time.Now(), actRate
	}
	t.told = t.told || !t.game.Info().Open
	if c, ok := readClock(t.kept.clock, m, h.Ran); again && ok {
		t.peer.clock = &c
	} else if h.Clock != (ClockRule{}) {
		c := newClock(h.Clock, len(m.Players))
		t.peer.clock = &c
	}
	if t.peer.clock != nil {
		t.peer.clock.dated = hall
	}
	if again {
		t.peer.revive(t.kept.heart(), m, time.Now())
	}
	t.alarms.beat() // before the clock is journaled, so that a second kill does not count the same time twice
	t.regroup()
	c := change{m: m, lines: lines, event: Event{What: Presence}}
	if hall && !again {
		var begins []string
		c.m, begins = opened(m)
		c.lines = append(c.lines, begins...)
	}
	if c.notes = notes; h.Hosted != was {
		c.notes = append(c.notes, h.Hosted.Lines()...)
	}
	if t.peer.clock != nil && t.peer.clock.text() != t.kept.clock {
		c.notes = append(c.notes, match.ClockLine(t.peer.clock.text()))
	}
	err := t.become(c)
	if err != nil {
		if t.certain(); errors.Is(err, ErrUnsure) { // the next write revokes it
			t.kept.owe(slices.Concat([]string{t.m.SideLine()}, seatLines(t.m), was.Lines())...)
		}
		t.separate()
		t.kept.hosted = was
	} else if o := t.kept.offer; again && o.What != "" && o.Ply == t.m.Ply() && o.Seat < len(t.m.Players) { // it was pending when the host's program ended
		t.peer.offer = &offered{Offer(o.What), o.Seat}
		t.alarms.expires(max(offerTime, time.Until(time.Unix(o.Until, 0))))
	}
	return err
}

func seatLines(m match.Match) (lines []string) {
	for seat := range m.Players {
		lines = append(lines, m.SeatLine(seat))
	}
	return lines
}

// Hosted returns the description of the hosting when the host of the game on the table was killed, or the zero value.
func (t *Table) Hosted() match.Hosted {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.kept.hosted
}

// Joined records that the guest at a place has joined. keyHash, the KeyHash of the guest's key, goes into the journal, if there is one, so that the
// guest gets the seat back after the host was killed. With Config.MustKeep, a guest whose key cannot be written has not joined; the error says why.
func (t *Table) Joined(place Place, keyHash string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	hosted := t.kept.hosted
	if place == First {
		hosted.First.Key = keyHash
	} else {
		hosted.Guest = keyHash
	}
	switch t.settle(); {
	case !t.peer.hosts() || t.closed:
		return ErrClosed
	case t.kept.must && t.doubt != nil:
		return ErrBusy
	case t.kept.must:
		if err := t.kept.write(t.m, hosted.Lines(), "", &t.peer, true); err != nil {
			return refusal(err)
		}
		t.kept.hosted = hosted
	default:
		t.kept.hosted = hosted
		t.keep(hosted.Lines()...)
	}
	return nil
}

// Issue records the ticket with which the player at a place of a hall's table joins from now on.
func (t *Table) Issue(place Place, ticket match.Ticket) {
	t.mu.Lock()
	defer t.mu.Unlock()
	hosted := t.kept.hosted
	if place == First {
		hosted.Met[place] = hosted.Met[place] || hosted.First.Key != ""
		hosted.First = ticket
	} else {
		hosted.Met[place] = hosted.Met[place] || hosted.Guest != ""
		hosted.ID, hosted.Guest = ticket.ID, ticket.Key
	}
	if t.peer.hosts() && !t.closed {
		t.kept.hosted = hosted
		t.keep(hosted.Lines()...)
	}
}

// hider returns the seat of the player who hides something, or game.Nobody in an open game. The host takes that seat, because the host's
// machine knows what is hidden.
func hider(g game.Game) int {
	info := g.Info()
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

// Player returns access for the person at a place, on another machine. The caller must close it.
func (t *Table) Player(place Place) *Person { return t.seat(who{far: true, place: place}, 1) }

// Unencrypted records that others on the network can read the game.
func (t *Table) Unencrypted() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.peer.plain = t.peer.remote()
}

// Warn tells the person here about a problem in the game with another machine. The event is Presence.
func (t *Table) Warn(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.tell(Event{What: Presence, By: game.Anyone, Err: err})
}

// Met records whether the other side is connected: the guest, or for a guest's table the host. The event is Presence.
func (t *Table) Met(other Other) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.met(Second, other)
}

// Met records whether the person, a player on another machine, is connected. The event is Presence.
func (p *Person) Met(other Other) {
	p.table.mu.Lock()
	defer p.table.mu.Unlock()
	p.table.met(p.who.place, other)
}

func (t *Table) met(place Place, other Other) {
	f := &t.peer.far[place]
	if f.other == Near || f.other == other || t.closed {
		return
	}
	joins := f.other == Awaited
	f.other, f.since = other, time.Now()
	if l := t.peer.link; l != nil {
		l.mate = far{} // the hall will report it again
		if other == Present {
			l.strange = ""
		}
		for _, p := range t.people {
			if joins && other == Present && p.who.here && t.m.Players[t.m.Side].Program {
				go p.Assist(ComputerHelp) // the link accepts no requests while it delivers the table
			}
		}
	}
	t.alarms.attend()
	if !f.dozes() {
		t.tell(Event{What: Presence, By: place.seat(t.m)})
	}
	t.computer.wake()
}

// Leave ends the game with another machine because the person here leaves. It waits at most 3 s for the other side to receive everything.
func (t *Table) Leave() {
	t.mu.Lock()
	l, h, side := t.peer.link, t.peer.hosting, t.m.Side
	t.mu.Unlock()
	switch {
	case l != nil:
		told := l.Leave()
		t.Part(side, nil)
		leave(told)
	case h.Leave != nil:
		h.Leave(nil)
	}
}

// Part ends the game with another machine for the reason in the parameter why, or because the player in the given seat has left. The match stays on
// the table; if it was running, it ends without a result, which Undo takes back. If the person here leaves a game at a hall, the game continues
// there. The event is Parted.
func (t *Table) Part(seat int, why error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.peer.remote() || t.closed {
		return
	}
	t.settle()
	t.offers(nil)
	waits := t.peer.claim != nil && (why != nil && !errors.Is(why, ErrLeft) || seat == t.m.Side) // the next program of this user delivers the claim
	if !waits {
		t.peer.endClaim()
	}
	guest := t.peer.link != nil && t.peer.link.holds
	never := t.peer.link != nil && !t.peer.link.holds
	goesOn := guest && t.peer.link.hall && !t.peer.link.watches && why == nil && seat == t.m.Side && t.m.ToMove() != game.Nobody // at the hall
	var lines []string
	m := t.m
	if seat < 0 || seat >= len(m.Players) {
		seat = 0
	}
	if m.Played() && m.ToMove() != game.Nobody && !never && !goesOn {
		if stopped, err := m.Stop(match.NoResult, seat); err == nil {
			m, lines = stopped, []string{stopped.LastLine()}
		}
	}
	var notes []string
	if t.kept.hosted.ID != "" {
		notes = match.Hosted{}.Lines()
	}
	if guest && m.Sighted() {
		t.kept.archive(t.peer.link.revealed(m), "") // the earlier rounds
	}
	if guest && m.Played() && len(lines) == 0 && !goesOn { // the game is over: any line creates its journal
		notes = append(notes, m.SideLine())
	}
	t.separate()
	if heart := t.kept.heart(); heart != nil {
		_ = heart.Beat("") // the hosting has ended
	}
	if guest && (!m.Played() || goesOn) { // the set-up belongs to the host, and a game that continues elsewhere does not continue here
		if blank, err := match.New(t.game, game.Shuffled(t.game, game.Setup{Seed: t.chance()}, t.public)); err == nil {
			blank.Seed, blank.Side, blank.Players = m.Seed, m.Side, m.Players
			m = blank
		}
	}
	if waits && why == nil {
		why = errClaimKept
	}
	c := change{m: m, lines: lines, notes: notes, event: Event{What: Parted, By: seat, Err: why}}
	if waits { // a claimed game is already in the library
		t.put(c)
		return
	}
	doubt := t.doubt
	if t.become(c) == nil {
		return
	}
	if t.doubt != doubt { // everybody is told now
		t.doubt.event.What = Resigned
	} else {
		t.kept.owe(notes...)
	}
	if len(lines) > 0 { // play ends only when that is written
		c.m, c.lines = t.m, nil
	}
	t.put(c)
}

// separate ends the connection with the other machine; the match continues here or is over.
func (t *Table) separate() {
	if t.peer.link != nil {
		t.peer.link.Leave()
	}
	t.peer = peer{far: everybodyNear, hosting: unhosted, patience: t.peer.patience, unclaim: t.peer.unclaim}
	t.kept.hosted, t.kept.clock = match.Hosted{}, ""
	t.alarms.stop(watchAlarm, sleepAlarm1, sleepAlarm2)
	t.alarms.attend()
	t.alarms.beat() // which ends the heartbeat
	t.regroup()
}

// regroup tells everybody who plays which seat, after another machine has joined or left.
func (t *Table) regroup() {
	for _, p := range t.people {
		p.mu.Lock()
		p.who = t.peer.relate(p.who)
		p.mu.Unlock()
	}
}

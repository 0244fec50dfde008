package table

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"attic/game"
	"attic/internal/phrase"
	"attic/match"
)

// A player who has waited a minute for the other side may end the game. At the host's table, the game ends immediately. A guest whose host is away
// can only make a claim, which waits until the host is back. The host's record decides, so no game has two results.

const (
	claimTime  = time.Minute      // how long the other side must be away, or silent before its first move
	sleepTimes = 5                // a guest who is asleep may be away this many times as long
	sleepTime  = 5 * time.Second  // how long a guest must be asleep before anybody is told
	openTime   = 10 * time.Minute // how long a claimed game waits for a guest who may come back to see the result
)

// slack is the tolerance for the time that a host must have been away by its own record: messages take time to travel, and clocks differ.
func (p *peer) slack() time.Duration { return p.patience / 12 }

// sleep records whether the guest is asleep: their page is hidden, and a phone may soon stop it and cut its connection. A guest who comes back over
// a new connection counts as asleep until their program reports otherwise. Nobody is told of a short sleep, or of a connection lost during a short
// sleep: the page is probably being reloaded.
type sleep struct {
	on    bool
	told  bool
	since time.Time // when the guest fell asleep, as if all sleep of the turn had been continuous
	woke  time.Time // when the last sleep ended
	slept time.Duration
}

// dozes reports whether the guest is asleep without anybody having been told yet.
func (f *far) dozes() bool { return f.sleep.on && !f.sleep.told }

// shows returns the state of the player's connection as people are told it.
func (f *far) shows() Other {
	if f.other == Away && f.dozes() {
		return Present
	}
	return f.other
}

// shows returns the state of the other side's connection as the person at a place, or a spectator, is told it.
func (p *peer) shows(to Place) Other {
	if other := p.at(to.opposite()).shows(); other != Near {
		return other
	}
	return p.at(to).shows()
}

func (p *peer) places(m match.Match) (list []Other) {
	if !p.hall() {
		return nil
	}
	for seat := range m.Players {
		f := &p.far[placeOf(m, seat)]
		if list = append(list, f.shows()); f.sleep.told && f.other != Away {
			list[seat] = Dozing
		}
	}
	return list
}

// Slept records a report from the program of the person, a player on another machine: asleep since the given time, or awake. The event is Presence;
// if the player falls asleep, it comes five seconds later.
func (p *Person) Slept(asleep bool, since time.Time) {
	t := p.table
	t.mu.Lock()
	defer t.mu.Unlock()
	place := p.who.place
	f, now := &t.peer.far[place], time.Now()
	if !t.peer.hosts() || f.other != Present || t.closed || f.sleep.on == asleep {
		return
	}
	if asleep {
		if t.peer.turned.After(f.sleep.woke) {
			f.sleep.slept = 0
		}
		f.sleep.since = since.Add(-f.sleep.slept)
	} else {
		f.sleep.woke, f.sleep.slept = now, now.Sub(t.peer.awaits(f))
	}
	alarm := [...]alarm{First: sleepAlarm1, Second: sleepAlarm2}[place]
	t.alarms.stop(alarm)
	was := f.sleep.told
	f.sleep.on, f.sleep.told = asleep, asleep && now.Sub(since) >= sleepTime
	t.alarms.attend()
	switch {
	case f.sleep.told || was:
		t.tell(Event{What: Presence, By: place.seat(t.m)})
	case asleep:
		t.alarms.in(alarm, sleepTime-now.Sub(since), func() {
			t.peer.far[place].sleep.told = true
			t.tell(Event{What: Presence, By: place.seat(t.m)})
		})
	}
	t.computer.wake()
}

// openClaim is a guest's claim that the host has not answered.
type openClaim struct {
	id  string
	how match.Stop // match.Forfeit or match.Drawn
}

var (
	errOldHost   = errors.New("the host runs an earlier version of attic, which cannot confirm claims, so play continues")
	errClaimKept = errors.New("your claim is kept; to deliver it, run attic join again when the host is back")
	errNobody    = errors.New("the other player did not come back, so the game is no longer open")
)

// claimable returns how a seat may end the game, and from what time on, or false. The result how is match.Forfeit if the other side is away on its
// turn, and match.NoResult if it is connected but does not make its first move. A guest who is asleep counts as away, whether connected or not, but
// has more time.
func (p *peer) claimable(m match.Match, by int) (how match.Stop, from time.Time, ok bool) {
	absent := m.Opposite(by)
	f, far := p.against(m, by), !p.near(m, absent) // the host counts as connected if the guest is connected
	from = p.awaits(f).Add(p.patience)
	if f.sleep.on {
		from = p.awaits(f).Add(sleepTimes * p.patience)
	}
	switch {
	case p.lost() || p.clock != nil && p.clock.now.Days(): // a hall that cannot be reached has clocks that stand still as well
	case by < 0 || p.claim != nil || m.ToMove() != absent || m.Players[absent].Program && p.hall() || p.watches():
	case f.other == Away && far:
		return match.Forfeit, from, true
	case f.other == Present && !m.Acted(absent):
		return match.NoResult, from, true
	case f.other == Present && f.sleep.on && far:
		return match.Forfeit, from, true
	}
	return "", time.Time{}, false
}

// against returns the connection that decides whether a seat may claim the game: that of the player in the other seat or, if that player is near,
// that of the player in this seat.
func (p *peer) against(m match.Match, by int) *far {
	place := placeOf(m, by)
	if f := p.at(place.opposite()); f.other != Near {
		return f
	}
	return p.at(place)
}

// awaits returns when the present wait for a player began: when it became their turn, or when they were last connected, lost or asleep, whichever is
// later.
func (p *peer) awaits(f *far) time.Time {
	since := f.since
	if f.sleep.on {
		since = f.sleep.since
	}
	if p.turned.After(since) {
		return p.turned
	}
	return since
}

// mayClaim returns how a seat may end the game now, or an error with the reason why it may not.
func (p *peer) mayClaim(m match.Match, by int) (match.Stop, error) {
	how, from, ok := p.claimable(m, by)
	f := p.against(m, by)
	far := !p.near(m, m.Opposite(by))
	left := int((time.Until(from) + time.Second - 1) / time.Second)
	switch {
	case p.claim != nil:
		return "", game.Because(ErrClaim, "you have already claimed this game; the host has not confirmed the claim yet")
	case m.ToMove() == game.Nobody:
		return "", match.ErrOver
	case ok && left > 0 && f.sleep.on:
		return "", game.Because(ErrClaim, "the other side's page is hidden; the game can be claimed in %s", phrase.Count(left, "second"))
	case ok && left > 0 && how == match.Forfeit:
		return "", game.Because(ErrClaim, "the other side is away; the game can be claimed in %s", phrase.Count(left, "second"))
	case ok && left > 0:
		return "", game.Because(ErrClaim, "the other side has not moved yet; the game can be ended without a result in %s", phrase.Count(left, "second"))
	case ok:
		return how, nil
	case p.clock != nil && p.clock.now.Days():
		return "", game.Because(ErrClaim, "this game allows days for each move, so it cannot be claimed; it ends when the time runs out")
	case f.other == Away && far:
		return "", game.Because(ErrClaim, "a game can be claimed only on the turn of the side that is away")
	case f.other == Present && f.sleep.on:
		return "", game.Because(ErrClaim, "the other side's page is hidden; you can claim the game after it has been hidden for five minutes on their turn")
	case f.other == Present:
		return "", game.Because(ErrClaim, "the other player is here; you can claim the game once they have been away for a minute")
	}
	return "", game.Because(ErrClaim, "you can claim the game once the other player has been away for a minute")
}

// claim ends a game if the other side has been away for a minute on its own turn, or silent for a minute before its first move.
func (s scene) claim(a Act) (change, error) {
	by := s.who.own(s.m)
	if !s.who.here && !s.who.far {
		by = game.Nobody
	}
	how, err := s.peer.mayClaim(s.m, by)
	if err != nil {
		return change{}, err
	}
	return s.stops(how, a.Text == string(DrawOffer), s.m.Opposite(by))
}

// stops returns the change that ends the game because the player in the seat absent is away or silent.
func (s scene) stops(how match.Stop, draw bool, absent int) (change, error) {
	seat := absent
	if draw && how == match.Forfeit {
		how, seat = match.Drawn, match.ClaimedDraw
	}
	m, err := s.m.Stop(how, seat)
	return over(m, absent), err
}

// lateClaim turns a guest's Claim into a LateClaim, which waits for the host. The error says why the guest may not claim.
func (s scene) lateClaim(a Act) (Act, error) {
	if err := s.may(seat, a); err != nil {
		return a, err
	}
	if _, err := s.peer.mayClaim(s.m, s.m.Side); err != nil {
		return a, err
	}
	return LateClaim(fmt.Sprintf("%016x", unguessed()), time.Now(), time.Since(s.peer.awaits(&s.peer.far[Second])), a.Text == string(DrawOffer)), nil
}

// Claim resumes a claim that the guest made in an earlier program. The table must follow the host's again. Call judge with the host's answer.
func (l *Copy) Claim(a Act) (judge func(error)) {
	l.table.mu.Lock()
	defer l.table.mu.Unlock()
	return l.claims(a)
}

// claims makes a guest's claim wait for the host.
func (l *Copy) claims(a Act) (judge func(error)) {
	t := l.table
	t.peer.claim = &openClaim{a.ID, match.Forfeit}
	if a.Text == string(DrawOffer) {
		t.peer.claim.how = match.Drawn
	}
	t.alarms.attend()
	t.tell(Event{What: Claimed, By: t.m.Side})
	return func(err error) {
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.peer.claim == nil || t.peer.claim.id != a.ID || t.peer.link != l || errors.Is(err, ErrClosed) || errors.Is(err, ErrUnsure) { // the claim waits for the next program
			return
		}
		if errors.Is(err, ErrVerb) {
			err = errOldHost
		}
		t.peer.endClaim()
		t.alarms.attend()
		t.tell(Event{What: Claimed, By: t.m.Side, Err: err})
	}
}

// Undone tells the person here that the host has refused an act sent by an earlier program of the guest.
func (l *Copy) Undone(a Act, why error) {
	lost, offer := map[Verb]string{undo: offerWords[UndoOffer].noun, accept: "answer", decline: "answer", say: "message"}[a.Verb], offerWords[Offer(a.Text)].noun
	what := "your last request was not carried out"
	switch {
	case a.Verb == play:
		what = "your move " + a.Text + " was not played"
	case a.Verb == resign:
		what = "you have not resigned"
	case lost != "", a.Verb == ask && offer != "":
		what = "your " + cmp.Or(lost, offer) + " did not arrive"
	}
	l.table.Warn(fmt.Errorf("%s: %w", what, why))
}

// Attended reports whether anybody receives the events of the table.
func (l *Copy) Attended() bool {
	l.table.mu.Lock()
	defer l.table.mu.Unlock()
	return len(l.table.people) > 0
}

// endClaim ends a guest's claim: the host's record decides how the game continues.
func (p *peer) endClaim() {
	if p.claim != nil && p.unclaim != nil {
		_ = p.unclaim(p.claim.id) // if this fails, the game stays in the library as claimed
	}
	p.claim = nil
}

// judge decides a claim that a guest made while the host was away. The claim is valid if the host's program was not running during the time
// claimed; otherwise only the connection was lost. Both sides are told. Each time the guest comes back, an invalid claim is reported at most once.
func (s scene) judge(a Act) (change, error) {
	if !s.who.far {
		return change{}, game.Because(ErrClaim, "only a guest's claim has to be confirmed")
	}
	by := s.who.own(s.m)
	if s.m.ToMove() == game.Nobody {
		return change{}, game.Because(match.ErrOver, "the game was over before your claim arrived")
	}
	if s.peer.wasAbsent(time.Since(a.Made), a.Waited) {
		c, err := s.stops(match.Forfeit, a.Text == string(DrawOffer), s.m.Side)
		c.also = &Event{What: Claimed, By: by}
		return c, err
	}
	err := game.Because(ErrClaim, "attic was running on the host's machine and only the connection was lost, so play continues")
	if f := s.peer.far[s.who.place]; f.judged == f.since {
		return change{}, err
	}
	return change{event: Event{What: Claimed, By: by, Err: err}}, err
}

// wasAbsent reports whether the host's program was stopped for long enough while the guest waited. The parameter waited is how long the guest
// waited, and ago is the time since the end of that wait. Both are durations, so the other machine's clock does not matter.
func (p *peer) wasAbsent(ago, waited time.Duration) bool {
	for _, a := range p.pulse.absences {
		ended := time.Since(a.end)
		if min(ended+a.length, ago+waited)-max(ended, ago) >= p.patience-p.slack() {
			return true
		}
	}
	return false
}

// attend sets the alarms for events caused by time alone: the time of the side to move runs out, the game can be claimed, or the guest of a claimed
// game does not come back.
func (a *alarms) attend() {
	t := a.table
	a.stop(flagAlarm, claimAlarm)
	t.peer.closes = time.Time{}
	if t.closed || !t.peer.remote() {
		return
	}
	now := time.Now()
	if left, ok := t.peer.flags(t.m, now); ok {
		a.in(flagAlarm, left, func() {
			n := t.n
			if t.settle(); t.n != n { // the move in doubt was in time
				return
			}
			now := time.Now()
			seat := t.peer.clock.now.Runs
			if t.peer.stall(now, t.m); t.peer.clock.now.Of(seat, now) > 0 { // the clock was suspended too, and continues
				a.attend()
				return
			}
			if m, err := t.m.Stop(match.OutOfTime, seat); err == nil && t.become(over(m, seat)) != nil {
				a.in(flagAlarm, retryTime, a.attend) // play ends only when that is written
			}
		})
	}
	_, from, ok := t.peer.claimable(t.m, t.m.Side)
	guest := &t.peer.far[Second]
	switch {
	case t.peer.hall(): // the players' programs set this alarm themselves
	case ok && from.After(now):
		a.in(claimAlarm, from.Sub(now), func() {
			if _, err := t.peer.mayClaim(t.m, t.m.Side); err == nil {
				t.tell(Event{What: Claimable, By: t.m.Opposite(t.m.Side)})
			}
		})
	case t.peer.hosts() && guest.other == Away && match.Claimed(t.m) && t.peer.hosting.Leave != nil:
		t.peer.closes = t.peer.awaits(guest).Add(openTime)
		leave := t.peer.hosting.Leave
		a.in(claimAlarm, t.peer.closes.Sub(now), func() { go leave(errNobody) })
	}
}

package table

import (
	cryptorand "crypto/rand"
	"encoding/hex"
	"errors"
	"time"

	"attic/game"
	"attic/internal/phrase"
	"attic/match"
)

// A player who has waited a minute for the other side may end the game. The host's table does so at once. A guest whose host is
// away can only claim it: the claim is a request that waits for the host, whose record decides, so that no game has two results.

const (
	claimTime = time.Minute      // how long the other side must be away, or silent before its first move
	openTime  = 10 * time.Minute // how long a claimed game waits for a guest who may come back to see how it ended
)

// slack is the tolerance for the time that a host must have been away by its own record: messages take time to travel, and clocks differ.
func (t *Table) slack() time.Duration { return t.patience / 12 }

// lodged is a guest's claim that the host has not answered.
type lodged struct {
	id  string
	how match.Stop // match.Forfeit or match.Drawn
}

var (
	errOldHost = errors.New("the host runs an earlier version of attic, which cannot confirm claims, so play goes on")
	errLodged  = errors.New("your claim is kept; run attic join again when the host is back to deliver it")
	errNobody  = errors.New("the other player did not come back, so the game is no longer open")
)

// claimable returns how and from when on a seat may end the game, or false. how is match.Forfeit if the other side is away at its turn, and
// match.NoResult if it is connected but does not make its first move.
func (t *Table) claimable(by int) (how match.Stop, from time.Time, ok bool) {
	absent := (by + 1) % len(t.m.Players)
	switch {
	case by < 0 || t.claim != nil || t.m.ToMove() != absent || t.link != nil && t.link.watches:
	case t.other == Away && by == t.m.Side:
		return match.Forfeit, t.awaits().Add(t.patience), true
	case t.other == Present && !t.m.Acted(absent):
		return match.NoResult, t.awaits().Add(t.patience), true
	}
	return "", from, false
}

// awaits returns the time since which the other side has been to move and away, or to move and connected.
func (t *Table) awaits() time.Time {
	if t.turned.After(t.since) {
		return t.turned
	}
	return t.since
}

// mayClaim returns how a seat may end the game now, or an error with the reason why it may not.
func (t *Table) mayClaim(by int) (match.Stop, error) {
	how, from, ok := t.claimable(by)
	left := int((time.Until(from) + time.Second - 1) / time.Second)
	switch {
	case t.claim != nil:
		return "", game.Because(ErrClaim, "you have claimed this game; the host has to confirm that")
	case t.m.ToMove() == game.Nobody:
		return "", match.ErrOver
	case ok && left > 0 && how == match.Forfeit:
		return "", game.Because(ErrClaim, "the other side is away; the game can be claimed in %s", phrase.Count(left, "second"))
	case ok && left > 0:
		return "", game.Because(ErrClaim, "the other side has not moved yet; the game can be ended without a result in %s", phrase.Count(left, "second"))
	case ok:
		return how, nil
	case t.other == Away && by == t.m.Side:
		return "", game.Because(ErrClaim, "a game can be claimed only on the turn of the side that is away")
	case t.other == Present:
		return "", game.Because(ErrClaim, "the other side is here; a game can be claimed when it has been away for a minute")
	}
	return "", game.Because(ErrClaim, "a game can be claimed when the other side has been away for a minute")
}

// doClaim ends a game whose other side has been away for a minute at its own turn, or silent for a minute before its first move.
func (t *Table) doClaim(p *Person, a Act) (change, error) {
	by := p.who.own(t.m)
	if !p.who.here && !p.who.guest {
		by = game.Nobody
	}
	how, err := t.mayClaim(by)
	if err != nil {
		return change{}, err
	}
	return t.stops(how, a.Text == string(DrawOffer), (by+1)%len(t.m.Players))
}

// stops returns the change that ends the game because the player in the seat absent is away or silent.
func (t *Table) stops(how match.Stop, draw bool, absent int) (change, error) {
	seat := absent
	if draw && how == match.Forfeit {
		how, seat = match.Drawn, match.ClaimedDraw
	}
	m, err := t.m.Stop(how, seat)
	return change{m: m, lines: []string{m.LastLine()}, event: Event{What: Resigned, By: absent}}, err
}

// lodge makes a guest's claim wait for the host if the host is away: judge then receives the host's answer. Otherwise judge
// is nil, and the host decides on the claim at once.
func (t *Table) lodge(p *Person, a *Act) (judge func(error), err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.link == nil || t.other == Present {
		return nil, nil
	}
	if err := t.may(p, seat, *a); err != nil {
		return nil, err
	}
	if _, err := t.mayClaim(t.m.Side); err != nil {
		return nil, err
	}
	var id [8]byte
	_, _ = cryptorand.Read(id[:]) // never fails
	*a = Lodged(hex.EncodeToString(id[:]), time.Now(), time.Since(t.awaits()), a.Text == string(DrawOffer))
	t.archive(t.m, match.ClaimLine(a.ID))
	return t.lodging(*a), nil
}

// Relodge takes up a claim that an earlier program of the guest made, once the table follows the host's again. The function it returns
// receives the host's answer.
func (t *Table) Relodge(a Act) (judge func(error)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.lodging(a)
}

func (t *Table) lodging(a Act) (judge func(error)) {
	t.claim = &lodged{a.ID, match.Forfeit}
	if a.Text == string(DrawOffer) {
		t.claim.how = match.Drawn
	}
	t.attend()
	t.tell(Event{What: Claimed, By: t.m.Side})
	return func(err error) {
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.claim == nil || t.claim.id != a.ID || t.link == nil || errors.Is(err, ErrClosed) { // the claim waits for the next program
			return
		}
		if errors.Is(err, ErrVerb) {
			err = errOldHost
		}
		t.unlodge()
		t.attend()
		t.tell(Event{What: Claimed, By: t.m.Side, Err: err})
	}
}

// Attended reports whether anybody receives the events of this table.
func (t *Table) Attended() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.people) > 0
}

// unlodge ends a guest's claim: the host's record decides how the game goes on.
func (t *Table) unlodge() {
	if t.claim != nil && t.unclaim != nil {
		_ = t.unclaim(t.claim.id) // if this fails, the game stays in the library as claimed
	}
	t.claim = nil
}

// judge decides on a claim that a guest made while the host was away: it stands if the host's program was not running in the time claimed.
// Otherwise only the connection was lost. Both sides are told.
func (t *Table) judge(p *Person, a Act) (change, error) {
	if !p.who.guest {
		return change{}, game.Because(ErrClaim, "only a guest's claim has to be confirmed")
	}
	by := p.who.own(t.m)
	if t.m.ToMove() == game.Nobody {
		return change{}, game.Because(match.ErrOver, "the game was over before your claim arrived")
	}
	if t.wasAbsent(time.Since(a.Made), a.Waited) {
		c, err := t.stops(match.Forfeit, a.Text == string(DrawOffer), t.m.Side)
		c.also = &Event{What: Claimed, By: by}
		return c, err
	}
	err := game.Because(ErrClaim, "the host's attic was running and only the connection was lost, so play goes on")
	if t.judged != t.since { // at most once each time the guest comes back
		t.judged = t.since
		t.tell(Event{What: Claimed, By: by, Err: err})
	}
	return change{}, err
}

// wasAbsent reports whether the host's program was not running for the claimed time while the guest waited for it: for the duration waited,
// up to ago before now. Both are durations, so that the clock of another machine does not matter.
func (t *Table) wasAbsent(ago, waited time.Duration) bool {
	for _, a := range t.pulse.absences {
		ended := time.Since(a.end)
		if min(ended+a.length, ago+waited)-max(ended, ago) >= t.patience-t.slack() {
			return true
		}
	}
	return false
}

// attend sets a timer for what happens merely by the passing of time: the game can be claimed, or the guest of a claimed game does not come
// back.
func (t *Table) attend() {
	if t.alert != nil {
		t.alert.Stop()
		t.alert = nil
	}
	t.closes = time.Time{}
	if t.closed || t.other == Near {
		return
	}
	after := func(from time.Time, do func()) {
		t.alert = time.AfterFunc(time.Until(from), do)
	}
	_, from, ok := t.claimable(t.m.Side)
	switch {
	case ok && time.Until(from) > 0:
		after(from, func() {
			t.mu.Lock()
			defer t.mu.Unlock()
			if _, err := t.mayClaim(t.m.Side); err == nil && !t.closed {
				t.tell(Event{What: Claimable, By: (t.m.Side + 1) % len(t.m.Players)})
			}
		})
	case t.link == nil && t.other == Away && t.m.Claimed() && t.hosting.Leave != nil:
		t.closes = t.awaits().Add(openTime)
		leave := t.hosting.Leave
		after(t.closes, func() { leave(errNobody) })
	}
}

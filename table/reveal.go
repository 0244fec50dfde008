package table

import (
	"bytes"
	cryptorand "crypto/rand"
	"encoding/binary"
	"errors"
	"maps"
	"slices"
	"strings"

	"attic/game"
	"attic/match"
)

// In a game with hidden information the host's machine knows what is hidden, and the guest has to believe its answers. So the host commits
// itself to the layout before the first answer, and reveals the record when the round is over; the guest's table replays it and compares it
// with everything that was seen.

// Reasons why a guest should not believe a host.
var (
	ErrFalse    = errors.New("the host's answers do not fit the layout that was hidden")
	ErrMoved    = errors.New("the host has changed what was hidden after the first answer")
	ErrUnproved = errors.New("the host has not shown what was hidden, so its answers cannot be checked")
)

// Layout returns what the host commits itself to: the number of the round, and the record lines that determine what is hidden in it, each
// with a line feed. layout is "" in an open game and before play. It is secret until the round is over.
func (e Event) Layout() (round int, layout string) {
	if e.open() || e.m.Sighted() || e.m.ToMove() == game.Anyone {
		return 0, ""
	}
	var b strings.Builder
	for _, s := range e.m.Secrets() {
		b.WriteString(s.Line + "\n")
	}
	return e.m.Round(), b.String()
}

// Closed returns the number of the last finished round in a game with hidden information, or 0 if there is none.
func (e Event) Closed() int {
	switch round := e.m.Round(); {
	case e.open() || e.m.Sighted():
		return 0
	case e.m.ToMove() == game.Nobody:
		return round
	default:
		return round - 1
	}
}

// Salt returns the salt of the commitment in a round. A new salt, from fresh, is written to the journal first, so that a host that was
// killed can still reveal it.
func (t *Table) Salt(round int, fresh func() string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if salt, ok := t.kept.salts[round]; ok {
		return salt
	}
	salt := fresh()
	t.kept.salts = maps.Clone(t.kept.salts)
	if t.kept.salts == nil {
		t.kept.salts = map[int]string{}
	}
	t.kept.salts[round] = salt
	t.keep(match.SaltLine(round, salt)) // a journal that cannot be written refuses the next move
	return salt
}

// unguessed returns a seed of which nothing that is known of other rounds reveals anything, even if a person has set the random seed. It is for
// games of which another machine has learnt what was hidden.
func unguessed() uint64 {
	var b [8]byte
	_, _ = cryptorand.Read(b[:]) // never fails
	return binary.LittleEndian.Uint64(b[:])
}

// reveal returns the change of the guest's match m by the host's record of a finished round, or by Err, the reason why nothing can be checked.
// If the record does not account for everything that was seen here, it returns ErrFalse.
func (l *Copy) reveal(e Event, m match.Match) (change, error) {
	c := change{m: m, light: true, event: Event{What: Revealed, By: hider(m.Game()), Err: e.Err}}
	if e.Err != nil {
		return c, nil
	}
	if !l.saw(e.m) {
		return c, ErrFalse
	}
	l.real, l.proved = e.m, true
	if e.m.Ply() == l.far.Ply() {
		c.m = l.adopt(e.m, m)
	}
	return c, nil
}

// saw reports whether a record accounts for all that was seen here: moves, views, whose turn it was, scores and winners. Sentences and
// labels are not compared, because a host of another version has different ones.
func (l *Copy) saw(real match.Match) bool {
	far := l.far
	if !l.holds || !far.Sighted() || real.Ply() > far.Ply() || real.ToMove() != game.Nobody || !l.watches && real.Side != far.Side {
		return false
	}
	seat := far.Opposite(far.Side)
	if l.watches {
		seat = game.Nobody
	}
	history := far.History()[:real.Ply()+1]
	a, b := far.At(0), real.At(0)
	for ply, told := range real.History() {
		a, b = a.At(ply), b.At(ply) // from the step before, which is quicker
		seen := history[ply]
		if seen.Text != told.Text && b.Secret() { // the text is only a label, which may be worded differently
			seen.Text = told.Text
		}
		if seen != told || a.ToMove() != b.ToMove() || a.Outcome().Winner != b.Outcome().Winner || !slices.Equal(a.Score(), b.Score()) {
			return false
		}
		same := sameView(a.State().View(seat), b.State().View(seat))
		if !same && a.Round() != far.Round() { // earlier rounds may have been sent as a spectator sees them
			same = sameView(a.State().View(seat), b.State().View(game.Nobody))
		}
		if !same {
			return false
		}
	}
	return true
}

func sameView(a, b game.View) bool {
	x, err := bare(a).MarshalText()
	y, err2 := bare(b).MarshalText()
	return err == nil && err2 == nil && bytes.Equal(x, y)
}

// bare returns a view without its sentences.
func bare(v game.View) game.View {
	if w, ok := v.(game.Worded); ok {
		return w.Bare()
	}
	return v
}

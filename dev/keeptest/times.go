package keeptest

import (
	"slices"
	"testing"
	"time"

	"attic/game"
	"attic/server/keep"
)

// Names of tables whose clocks are tested.
const (
	opened  = "aaaaaaaa00000000"
	minutes = "bbbbbbbb00000000"
	days    = "cccccccc00000000"
	quiet   = "dddddddd00000000" // without a clock
)

// claim opens a table at a place, and returns the time until which its clock ran.
func (w *world) claim(p keep.Storage, table string) time.Time {
	w.Helper()
	ran, owner, err := p.Times().Claim(table, table != quiet, w.now())
	if err != nil || owner != "" {
		w.Fatalf("%s cannot be opened: %q has it open, %v", table, owner, err)
	}
	return ran
}

// ran checks the time until which a clock ran: at most want, and not much less.
func (w *world) ran(what string, got, want time.Time) {
	w.Helper()
	if late := got.Sub(want); late > time.Second || late < -6*time.Second {
		w.Errorf("%s: the clock ran %v longer than it should have", what, late)
	}
}

// due checks that exactly the tables in want will be due at a place once the time ahead has
// passed.
func (w *world) due(p keep.Storage, ahead time.Duration, want ...string) {
	w.Helper()
	got := p.Times().Due(w.now(), ahead)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		w.Errorf("%v ahead %q are due, want %q", ahead, got, want)
	}
}

// rest opens tables and puts them away. The parameter left is the time that their clocks still
// have.
func (w *world) rest(p keep.Storage, left time.Duration, tables ...string) {
	w.Helper()
	for _, t := range tables {
		w.claim(p, t)
		r := keep.Running{Table: t, Seat: 1, Due: w.now().Add(left), Days: t == days}
		if t == quiet {
			r.Seat, r.Due = game.Nobody, time.Time{}
		}
		w.must(p.Times().Rest(r))
	}
}

func rested(_ *testing.T, w *world) {
	p := w.Open()
	w.run(2*time.Second, p)
	w.ran("a new table", w.claim(p, opened), w.now())
	w.rest(p, time.Minute, minutes, days, quiet)
	w.due(p, 50*time.Second)
	w.run(40*time.Second, p)
	w.due(p, 17*time.Second)
	w.due(p, 23*time.Second, minutes, days)
	w.ran("after 40 s", w.claim(p, minutes), w.now())
	w.due(p, 23*time.Second, days)
	w.must(p.Times().Rest(keep.Running{Table: minutes, Seat: game.Nobody}))
	w.due(p, time.Hour, days)
	w.ran("without a clock", w.claim(p, minutes), w.now())
}

// Clocks of minutes are credited with the time between a kill and the next start; clocks of
// days are not.
func killed(_ *testing.T, w *world) {
	p := w.Open()
	w.run(2*time.Second, p)
	w.claim(p, opened)
	w.claim(p, quiet)
	w.rest(p, time.Minute, minutes, days)
	w.run(20*time.Second, p)
	at := w.now()
	w.Kill(p)
	const down = 10 * time.Minute
	w.pass(down)
	p = w.Open()
	w.run(14*time.Second, p)
	w.due(p, 23*time.Second, opened, days)
	w.due(p, 34*time.Second, opened, minutes, days)
	w.ran("put away", w.claim(p, minutes), w.now().Add(-down))
	if ran := w.claim(p, opened); ran.Before(at.Add(-time.Second)) || ran.After(at.Add(15*time.Second)) {
		w.Errorf("the clock of an open table ran until %v after the kill", ran.Sub(at))
	}
	w.due(p, time.Hour, days)
}

// After a second kill, clocks are not credited again with the down time after the first kill.
func twice(_ *testing.T, w *world) {
	p := w.Open()
	w.run(2*time.Second, p)
	w.claim(p, opened)
	w.rest(p, 2*time.Minute, minutes)
	w.run(20*time.Second, p)
	const down = 10 * time.Minute
	w.Kill(p)
	w.pass(down)
	p = w.Open()
	w.run(14*time.Second, p)
	w.claim(p, opened)
	w.run(20*time.Second, p)
	at := w.now()
	w.Kill(p)
	w.pass(down)
	p = w.Open()
	w.run(14*time.Second, p)
	w.due(p, 49*time.Second, opened)
	w.due(p, 62*time.Second, opened, minutes)
	w.ran("put away", w.claim(p, minutes), w.now().Add(-2*down))
	if ran := w.claim(p, opened); ran.Before(at.Add(-time.Second)) || ran.After(at.Add(15*time.Second)) {
		w.Errorf("the clock of an open table ran until %v after the kill", ran.Sub(at))
	}
}

// A hall that stood still, for instance on a sleeping machine, counts as down during that time.
func still(_ *testing.T, w *world) {
	p := w.Open()
	w.run(2*time.Second, p)
	w.claim(p, opened)
	w.rest(p, time.Minute, minutes, days)
	w.run(20*time.Second, p)
	const down = 10 * time.Minute
	w.pass(down)
	w.run(14*time.Second, p)
	w.due(p, 23*time.Second, days)
	w.due(p, 34*time.Second, minutes, days)
	w.ran("put away", w.claim(p, minutes), w.now().Add(-down))
}

func unopened(_ *testing.T, w *world) {
	p := w.Open()
	w.run(2*time.Second, p)
	w.rest(p, 10*time.Second, minutes, days)
	w.run(14*time.Second, p)
	w.claim(p, minutes)
	w.claim(p, quiet)
	w.due(p, 0, days)
	p.Times().Unclaim(minutes)
	p.Times().Unclaim(quiet)
	w.due(p, 0, minutes, days)
	w.run(2*time.Second, p)
	w.ran("that could not be opened at first", w.claim(p, minutes), w.now())
}

func whole(_ *testing.T, w *world) {
	p := w.Open()
	w.run(4*time.Second, p)
	w.rest(p, time.Minute, minutes)
	w.run(2*time.Second, p)
	w.close(p)
	p = w.Open()
	if !p.Times().Whole() {
		w.Error("tables could be missing although the place was closed properly")
	}
	w.run(2*time.Second, p)
	w.due(p, 2*time.Minute, minutes)
}

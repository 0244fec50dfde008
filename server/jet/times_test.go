package jet

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"attic/dev/jettest"
	"attic/game"
	"attic/match"
	"attic/server/keep"
)

// watch is the time of a test, according to the clock of the servers.
type watch struct {
	t      testing.TB
	nodes  *jettest.Cluster
	start  time.Time
	passed atomic.Int64
	jumped time.Duration // by how much the clock of the leader is wrong
}

func newWatch(t testing.TB) *watch {
	t.Helper()
	return &watch{t: t, nodes: node(t), start: time.Now().Truncate(time.Millisecond)}
}

func (w *watch) time() time.Time      { return w.start.Add(time.Duration(w.passed.Load())) }
func (w *watch) pass(d time.Duration) { w.passed.Add(int64(d)) }

// The clock of a machine is wrong by at most half of aHour in these tests.
const aHour = time.Hour

// proc is a process whose clock is wrong by skew.
type proc struct {
	*Storage
	w    *watch
	skew time.Duration
}

// open starts a process whose clock is wrong by hours times aHour.
func (w *watch) open(hours int, urls string) *proc {
	w.t.Helper()
	x := &proc{w: w, skew: time.Duration(hours) * aHour}
	p, err := Dial(Config{URLs: urls, Replicas: w.nodes.Size(), Find: find, Now: x.now})
	must(w.t, err)
	x.Storage = p
	start := w.time()
	p.times.stamp = func(b beat, _ time.Time) time.Time { // no test lasts for half an hour
		at := time.UnixMilli(b.Now)
		return at.Add(w.jumped - at.Sub(start).Round(aHour))
	}
	w.t.Cleanup(p.shut)
	return x
}

func (w *watch) process(hours int) *proc {
	w.t.Helper()
	return w.open(hours, w.nodes.URLs())
}

func (x *proc) now() time.Time { return x.w.time().Add(x.skew) }

// run lets the time d pass, during which the processes in all run.
func (w *watch) run(d time.Duration, all ...*proc) {
	w.t.Helper()
	for end := w.time().Add(d); ; w.pass(min(2*time.Second, end.Sub(w.time()))) {
		for _, x := range all {
			if lost, err := x.times.Beat(x.now()); err != nil || len(lost) > 0 {
				w.t.Fatalf("a heartbeat: %q are lost, %v", lost, err)
			}
		}
		if !w.time().Before(end) {
			return
		}
	}
}

func (x *proc) claim(table string) time.Time {
	x.w.t.Helper()
	ran, owner, err := x.times.Claim(table, true, x.now())
	if err != nil || owner != "" {
		x.w.t.Fatalf("%s cannot be opened: %q has it open, %v", table, owner, err)
	}
	return ran
}

func (x *proc) rest(table string, left time.Duration) {
	x.w.t.Helper()
	must(x.w.t, x.times.Rest(keep.Running{Table: table, Seat: 1, Due: x.now().Add(left)}))
}

// near checks that got is at most want, and not much earlier.
func near(t testing.TB, what string, got, want time.Time) {
	t.Helper()
	if d := got.Sub(want); d > 500*time.Millisecond || d < -4*time.Second {
		t.Errorf("%s: %v late", what, d)
	}
}

// No player loses time because the clocks of the machines are wrong.
func TestClocksOfMachinesAreWrong(t *testing.T) {
	t.Parallel()
	w := newWatch(t)
	a, b, c := w.process(3), w.process(-2), w.process(0)
	w.run(4*time.Second, a, b, c)
	a.claim("opened")
	a.claim("resting")
	put := a.now()
	a.rest("resting", 2*time.Minute)
	w.run(20*time.Second, a, b, c)
	near(t, "put away by another", b.claim("resting"), put.Add(20*time.Second))
	put = b.now()
	b.rest("resting", 2*time.Minute)
	w.run(20*time.Second, a, b, c)
	end := a.now()
	a.shut()
	w.run(20*time.Second, b, c)
	near(t, "of one that is gone", c.claim("opened"), end)
	near(t, "put away by the next", c.claim("resting"), put.Add(40*time.Second))
	c.rest("resting", time.Minute)
	w.run(30*time.Second, b, c)
	if due := b.times.Due(b.now(), 20*time.Second); len(due) > 0 {
		t.Errorf("%q are due too soon", due)
	}
	if due := b.times.Due(b.now(), 40*time.Second); !slices.Equal(due, []string{"resting"}) {
		t.Errorf("%q are due", due)
	}
}

// When the leader of the stream changes, its clock may jump. Nobody loses time.
func TestTheClockOfTheLeaderJumps(t *testing.T) {
	t.Parallel()
	w := newWatch(t)
	a := w.process(0)
	w.run(4*time.Second, a)
	a.claim("resting")
	put := a.now()
	a.rest("resting", time.Hour)
	ran := 0 * time.Second
	for _, jump := range []time.Duration{20 * time.Minute, -10 * time.Minute, 5 * time.Second, -time.Minute, 0} {
		w.run(20*time.Second, a)
		ran += 20 * time.Second
		w.jumped = jump
		if over := a.claim("resting").Sub(put) - ran; over > time.Second || over < -30*time.Second {
			t.Errorf("the clock ran for %v too long", over)
		}
		put, ran = a.now(), 0
		a.rest("resting", time.Hour)
	}
}

// Due tables are divided among the processes. If a process does not open its share, another one does.
func TestDueTablesAreSharedOut(t *testing.T) {
	t.Parallel()
	w := newWatch(t)
	all := []*proc{w.process(0), w.process(0), w.process(0)}
	w.run(4*time.Second, all...)
	const most = 60
	for i := range most {
		table := fmt.Sprint("table", i)
		all[0].claim(table)
		all[0].rest(table, 30*time.Second)
	}
	w.run(30*time.Second, all...)
	count := func() (n map[string]int, each []int) {
		n = map[string]int{}
		for _, x := range all {
			due := x.times.Due(x.now(), 0)
			each = append(each, len(due))
			for _, table := range due {
				n[table]++
			}
		}
		return n, each
	}
	n, each := count()
	if len(n) != most || slices.Max(each) > most*2/3 || slices.Min(each) < most/6 {
		t.Errorf("%d tables are due, %v for each process", len(n), each)
	}
	for table, times := range n {
		if times > 1 {
			t.Errorf("%s is opened %d times", table, times)
		}
	}
	w.run(2*turn, all...)
	if _, each := count(); each[0] != most || each[1] != most || each[2] != most {
		t.Errorf("later the processes open %v", each)
	}
}

// While NATS is away, a process keeps its tables, and no other process gets them. Tables that it puts away during that time are recorded afterwards.
func TestTimesWhileNATSIsAway(t *testing.T) {
	t.Parallel()
	w := newWatch(t)
	x := newProxy(t, w.nodes)
	a, b := w.open(0, "nats://"+x.listener.Addr().String()), w.process(0)
	w.run(4*time.Second, a, b)
	a.claim("kept")
	a.claim("rested")
	w.run(4*time.Second, a, b)
	gone, back := a.nc.StatusChanged(nats.RECONNECTING), a.nc.StatusChanged(nats.CONNECTED)
	x.cut("all")
	<-gone
	for range 30 { // a minute
		w.pass(2 * time.Second)
		if lost, err := a.times.Beat(a.now()); err == nil || len(lost) > 0 {
			t.Fatalf("a heartbeat without a connection: %q are lost, %v", lost, err)
		}
	}
	if _, _, err := a.times.Claim("new", true, a.now()); !errors.Is(err, errAway) {
		t.Errorf("a table is opened without a connection: %v", err)
	}
	at := a.now()
	if err := a.times.Rest(keep.Running{Table: "rested", Seat: 0, Due: at.Add(10 * time.Minute)}); err == nil {
		t.Error("a table is put away without a connection")
	}
	x.cut("")
	<-back
	w.run(8*time.Second, a, b)
	if _, owner, err := b.times.Claim("kept", true, b.now()); owner != a.times.self || err != nil {
		t.Errorf("%q has a table that another process did not give back: %v", owner, err)
	}
	near(t, "put away while NATS was away", b.claim("rested"), at.Add(8*time.Second))
}

// If the outcome of a claim is unknown, the claim is released, whether it was written, was not written, or is written later.
func TestAnUnknownClaim(t *testing.T) {
	t.Parallel()
	w := newWatch(t)
	a, b := w.process(0), w.process(0)
	w.run(4*time.Second, a, b)
	a.claim("resting")
	a.rest("resting", time.Hour)
	w.run(2*time.Second, a, b)
	for _, table := range []string{"resting", "new"} {
		a.times.mu.Lock()
		was := a.times.all[table]
		a.times.held[table] = &claim{seq: was.seq, was: was.mark, next: was.mark, rest: true}
		a.times.mu.Unlock()
		late := &mark{By: a.times.self, Clock: true, Now: a.now().UnixMilli(), Ran: a.now().UnixMilli()}
		if table == "new" { // it was written
			_, err := a.times.put(table, was.seq, late)
			must(t, err)
		}
		w.run(2*time.Second, a, b)
		_, err := a.times.put(table, was.seq, late)
		if err == nil {
			t.Errorf("%s: a claim that was given up is written later", table)
		}
		w.run(2*time.Second, a, b)
		near(t, table, b.claim(table), b.now())
	}
	if len(a.times.held) > 0 {
		t.Errorf("%d tables are still held", len(a.times.held))
	}
}

// If a process is killed before it has written the clock into the journal, the earlier down time of the hall does not count.
func TestKilledWhileOpening(t *testing.T) {
	t.Parallel()
	w := newWatch(t)
	a := w.process(0)
	w.run(4*time.Second, a)
	a.claim("opened")
	w.run(20*time.Second, a)
	end := a.now()
	a.shut()
	w.pass(10 * time.Minute)
	b := w.process(0)
	w.run(14*time.Second, b)
	near(t, "after the first kill", b.claim("opened"), end)
	w.run(4*time.Second, b)
	b.shut()
	w.pass(10 * time.Minute)
	c := w.process(0)
	w.run(14*time.Second, c)
	near(t, "after the second kill", c.claim("opened"), end.Add(4*time.Second))
}

// Nothing is left of tables that need no mark, and of processes that are gone.
func TestNothingIsLeftOfTimes(t *testing.T) {
	t.Parallel()
	w := newWatch(t)
	a, b, c := w.process(0), w.process(0), w.process(0)
	w.run(4*time.Second, a, b, c)
	_, _, err := a.times.Claim("quiet", false, a.now())
	must(t, err)
	b.claim("rested")
	must(t, b.times.Rest(keep.Running{Table: "rested", Seat: game.Nobody}))
	a.shut()
	must(t, b.Close())
	w.run(16*time.Second, c)
	subjects := map[string]time.Duration{}
	must(t, c.collect(timesStream, false, false, func(m stored) {
		left, _ := time.ParseDuration(m.header.Get(ttlHeader))
		subjects[m.subject] = left
		if len(m.data) == 0 != strings.HasPrefix(m.subject, timePrefix) {
			t.Errorf("%s holds %s", m.subject, m.data)
		}
	}))
	if len(subjects) != 3 || subjects[timePrefix+"quiet"] != unmarkedFor || subjects[timePrefix+"rested"] != unmarkedFor {
		t.Errorf("%v is left", subjects)
	}
	c.times.mu.Lock()
	defer c.times.mu.Unlock()
	if len(c.times.procs) != 1 || len(c.times.all) > 0 {
		t.Errorf("%d processes and %d tables are remembered", len(c.times.procs), len(c.times.all))
	}
}

// Whatever happens to the processes, no clock runs for longer than there were heartbeats of processes, and no clock runs for much less.
func TestNobodyLosesTime(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 37))
			w := newWatch(t)
			live := []*proc{w.process(0), w.process(2)}
			w.run(2*time.Second, live...)
			live[0].claim("table")
			put, up, slack := live[0].now(), time.Duration(0), time.Duration(0)
			live[0].rest("table", time.Hour)
			for range 15 {
				switch r.IntN(6) {
				case 0: // all stand still
					w.pass(time.Duration(10+r.IntN(50)) * time.Second)
					slack += pulse
				case 1: // one is killed
					i := r.IntN(len(live))
					live[i].shut()
					live = slices.Delete(live, i, i+1)
					slack += pulse
					fallthrough
				case 2: // one starts
					live = append(live, w.process(r.IntN(5)-2))
					slack += pulse
				case 3: // only one of them runs
					d := time.Duration(r.IntN(20)) * time.Second
					w.run(d, live[r.IntN(len(live))])
					up += d
					slack += pulse
				}
				d := time.Duration(r.IntN(10)) * time.Second
				w.run(d, live...)
				up += d
				x := live[r.IntN(len(live))]
				ran := x.claim("table").Sub(put)
				if ran > up+500*time.Millisecond || ran < up-slack-time.Second {
					t.Fatalf("the clock ran for %v while the hall was open for %v", ran, up)
				}
				put, up, slack = x.now(), 0, 0
				x.rest("table", time.Hour)
				w.run(0, live...)
			}
		})
	}
}

// A copied hall opens every table with a clock, and credits the clock with the time since the original was open.
func TestTimesOfACopy(t *testing.T) {
	t.Parallel()
	w := newWatch(t)
	a := w.process(0)
	ran, err := a.Ran()
	must(t, err)
	if !ran.IsZero() {
		t.Errorf("a hall that was never open ran until %v", ran)
	}
	alive := func(want bool, when string) {
		t.Helper()
		if is, err := a.Alive(); is != want || err != nil {
			t.Errorf("%s a process is there: %v, %v", when, is, err)
		}
	}
	must(t, a.Copied(w.time()))
	alive(false, "after a copy of a hall that was just open")
	at := w.time().Add(-time.Hour)
	must(t, a.Copied(at))
	if ran, err = a.Ran(); !ran.Equal(at) {
		t.Errorf("the copy ran until %v, want %v: %v", ran, at, err)
	}
	b := w.process(0)
	if b.times.Whole() {
		t.Error("in a copy no table can be missing")
	}
	w.run(4*time.Second, b)
	near(t, "after a copy", b.claim("table"), at.Add(4*time.Second))
	c := w.process(0) // soon after that, b may not have opened all tables
	if c.times.Whole() {
		t.Error("soon after a copy no table can be missing")
	}
	w.run(4*time.Second, b, c)
	w.pass(partly)
	w.run(4*time.Second, b, c)
	if d := w.process(0); !d.times.Whole() {
		t.Error("long after a copy tables can be missing")
	}
	if ran, err = a.Ran(); ran.Before(w.time().Add(-4*time.Second)) || ran.After(w.time()) {
		t.Errorf("a hall that is open ran until %v, now is %v: %v", ran, w.time(), err)
	}
	alive(true, "while a hall is open")
	must(t, c.Close())
	b.shut()
	alive(true, "just after a kill")
	w.pass(silence)
	alive(false, "some time after a kill")
}

// Once a process has opened a table again, an outstanding write to the table's game fails, whether it comes from another process that is gone or from
// the same process. Opening a table that was put away writes nothing to its game.
func TestAWriteThatComesLate(t *testing.T) {
	t.Parallel()
	w := newWatch(t)
	a, b := w.process(0), w.process(0)
	w.run(4*time.Second, a, b)
	late := func(l *ledger, after uint64) error {
		_, err := a.games.write(after, messages(l.subject, "", []byte(l.at.chain.Seal("# late")+"\n"))...)
		return err
	}
	none := keep.Running{Table: "one", Seat: game.Nobody}

	a.claim("one")
	l, n := begin(t, a.Storage, "one")
	must(t, l.Archive())
	must(t, a.times.Rest(none))
	w.run(2*time.Second, a, b)
	b.claim("one")
	l, is := resume(t, b.Storage, "one")
	if is != n {
		t.Error("opening a table that was put away writes to its game")
	}
	must(t, l.Archive())
	must(t, b.times.Rest(none))

	w.run(2*time.Second, a, b)
	a.claim("one")
	l, n = resume(t, a.Storage, "one")
	w.run(20*time.Second, b)
	b.claim("one")
	resume(t, b.Storage, "one")
	if err := late(l, n); !errors.Is(err, match.ErrMoved) {
		t.Errorf("a write of a process that is gone succeeds after another process has opened the table: %v", err)
	}
	must(t, b.times.Rest(none))

	w.run(2*time.Second, b)
	_, _ = a.times.Beat(a.now()) // this reports that the table is lost
	a.claim("one")
	l, n = resume(t, a.Storage, "one")
	l.unsure.Store(true)
	must(t, l.Archive())
	if err := a.times.Rest(none); err == nil {
		t.Error("a table is put away of which a write may be under way")
	}
	if _, owner, err := b.times.Claim("one", true, b.now()); owner != a.times.self || err != nil {
		t.Errorf("another process, %q, can open it: %v", owner, err)
	}
	a.claim("one")
	again, _ := resume(t, a.Storage, "one")
	if err := late(l, n); !errors.Is(err, match.ErrMoved) {
		t.Errorf("the write succeeds after the table was opened again: %v", err)
	}
	must(t, again.Archive())
	must(t, a.times.Rest(none))
}

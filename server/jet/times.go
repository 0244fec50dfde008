package jet

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"attic/match"
	"attic/server/keep"
)

// The stream of the times. Each table that is open, or at which a clock runs, has a subject whose last message is a mark; an empty message removes the mark.
// Each process has a subject whose last message is its last heartbeat.
const (
	timesStream   = "ATTIC_TIMES"
	timePrefix    = "attic.times."
	processPrefix = "attic.process."
)

const (
	// silence is how long a process may be silent before it counts as gone.
	silence = 10 * time.Second
	// pause is the longest time between two heartbeats of one process after which the process counts as having run without a break.
	pause = 5 * time.Second
	// pulse is the longest time between two heartbeats of any process after which the hall counts as having been open.
	pulse = 3 * time.Second
	// opening is the most time that opening a table may take after Claim.
	opening = 10 * time.Second
	// turn is the delay per rank: when a table is due, the process of rank n waits for n*turn before it opens the table.
	turn = 5 * time.Second
	// unmarkedFor is how long a stream keeps the message that a table needs no mark. A process that is disconnected for longer may open the table
	// needlessly.
	unmarkedFor = time.Hour
	// forgotten is how long a process that is gone is remembered by those processes that do not remove it.
	forgotten = time.Minute
	// partly is the time after the start of a process with an incomplete index. Other processes that start during that time do not rely on the index
	// either.
	partly = time.Hour
)

// times is a keep.Times that is stored as a stream, which all processes follow.
//
// The clocks of two machines need not agree. So there are two kinds of time. The time of a process is passed to the methods. It is compared only with
// times of the same process, and with times in the journals that this process has written. The time of the hall runs while any process sends
// heartbeats. It is the sum of the times between heartbeats, according to the stamps of the stream's leader. So if a hall was down for an hour, its
// time is an hour behind, and clocks need no correction. When the leader changes and the clock of the new leader differs by more than pulse, the time
// of the hall stands still for a moment.
type times struct {
	p     *Storage
	self  string
	stamp func(b beat, at time.Time) time.Time // returns when a heartbeat was written, by the clock of the stream
	write *group
	locks [256]sync.Mutex // by table: held while its mark changes

	beginning sync.Mutex // held while the stream is opened
	begun     bool

	beating sync.Mutex // held by Beat

	mu      sync.Mutex
	all     map[string]marked
	held    map[string]*claim
	procs   map[string]*process
	lost    []string
	ran     time.Duration // the time of the hall at the last heartbeat of any process
	last    time.Time     // the stamp of that heartbeat
	lastSeq uint64        // the number of that heartbeat
	initial bool          // the earlier messages of the stream are still being read
	own     struct {
		now   time.Time     // the time of the last heartbeat of this process that came back
		ran   time.Duration // the time of the hall then
		delay time.Duration // how late it came back
	}
	started time.Time     // the first heartbeat of this process
	whole   bool          // no table can be missing
	before  time.Time     // if not whole: the last heartbeat of any earlier process, in the time of that process; zero: none
	since   time.Duration // if not whole: the time of the hall when this process started
	seen    uint64        // the number of the last message of the stream that was read
	more    chan struct{} // closed at the next message
}

// mark is the entry of a table in the stream. The mark of an open table has By. Times of a process are in milliseconds since 1970, times of the hall
// in nanoseconds.
type mark struct {
	By    string `json:"by,omitempty"`    // the process that has it open
	Clock bool   `json:"clock,omitempty"` // it has a clock
	Ran   int64  `json:"ran"`             // when its clock last ran, in the time of the process that wrote the last line of its journal
	Now   int64  `json:"now,omitempty"`   // when it was opened, by the clock of the process that opened it
	At    int64  `json:"at,omitempty"`    // when it was put away, in the time of the hall
	Seat  int    `json:"seat,omitempty"`  // the seat whose clock runs
	Due   int64  `json:"due,omitempty"`   // when the time of that seat is over, in the time of the hall, or, with Days, of the process
	Days  bool   `json:"days,omitempty"`  // the clock keeps running while the hall is down
}

// marked is a mark and the number of its message. If a table needs no mark, the mark is nil, and is remembered until the message comes back.
type marked struct {
	seq uint64
	*mark
}

// claim is a table that this process has open.
type claim struct {
	seq  uint64 // the number of its mark, or of the earlier mark if it is unknown whether this one was written
	was  *mark  // the earlier mark; nil: none
	next *mark  // the mark that could not be written yet when the table was put away
	rest bool   // it was put away
}

func newTimes(p *Storage) *times {
	return &times{
		p: p, self: strings.ToLower(rand.Text()[:16]), write: newGroup(p), stamp: func(_ beat, at time.Time) time.Time { return at },
		all: map[string]marked{}, held: map[string]*claim{}, procs: map[string]*process{}, more: make(chan struct{}),
	}
}

// openTimes opens the stream of the times. It is read when the hall first asks for a time, so that a process that only copies the storage sends no heartbeats.
func (p *Storage) openTimes(ctx context.Context) error {
	_, err := p.stream(ctx, jetstream.StreamConfig{
		Name: timesStream, Subjects: []string{timePrefix + "*", processPrefix + "*"}, MaxMsgsPerSubject: 1, AllowAtomicPublish: true, AllowMsgTTL: true,
	})
	return err
}

// Times implements keep.Storage.
func (p *Storage) Times() keep.Times { return p.times }

// begin reads the stream and sends the first heartbeat, unless this has already been done.
func (t *times) begin() error {
	t.beginning.Lock()
	defer t.beginning.Unlock()
	if t.begun {
		return nil
	}
	ctx, stop := context.WithCancel(t.p.ctx)
	t.mu.Lock()
	t.initial = true
	t.mu.Unlock()
	err := t.p.tail(ctx, timesStream, false, false, t.took)
	if err == nil {
		err = t.look()
	}
	if err == nil {
		_, err = t.beat(t.p.c.Now(), true)
	}
	if err != nil {
		stop()
		return err
	}
	t.begun = true
	context.AfterFunc(t.p.ctx, stop)
	return nil
}

// look finds out whether any table can be missing.
func (t *times) look() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.initial = false
	latest := uint64(0)
	for _, p := range t.procs {
		if p.seq > latest {
			latest, t.before = p.seq, time.UnixMilli(p.now)
		}
	}
	t.since = t.ran
	if latest == 0 { // if a hall has no tables, none can be missing
		m, err := t.p.last(t.p.ctx, tablesStream, tablePrefix+"*")
		t.whole = err == nil && m == nil
		return err
	}
	return nil
}

func (t *times) took(m stored) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if name, ok := strings.CutPrefix(m.subject, processPrefix); ok {
		var b beat
		if json.Unmarshal(m.data, &b) == nil {
			t.receive(name, b, m)
		}
	} else {
		x := marked{seq: m.seq}
		if len(m.data) > 0 && json.Unmarshal(m.data, &x.mark) != nil {
			x.mark = nil // whoever needs the table opens it
		}
		t.set(strings.TrimPrefix(m.subject, timePrefix), x, true)
	}
	t.seen = m.seq
	close(t.more)
	t.more = make(chan struct{})
}

// set records the mark of a table, unless a newer one is known. The parameter told means that the mark comes from the stream. The caller holds mu.
func (t *times) set(table string, x marked, told bool) {
	was, there := t.all[table]
	if there && x.seq < was.seq {
		return
	}
	count := func(m *mark, n int) {
		if m != nil && m.By != "" {
			p := t.procs[m.By]
			if p == nil {
				p = &process{silent: silence}
				t.procs[m.By] = p
			}
			p.tables += n
		}
	}
	count(was.mark, -1)
	count(x.mark, 1)
	if t.all[table] = x; told && x.mark == nil {
		delete(t.all, table)
	}
	if c := t.held[table]; c != nil && x.seq > c.seq && (x.mark == nil || x.By != t.self) {
		delete(t.held, table)
		if !c.rest {
			t.lost = append(t.lost, table)
		}
	}
}

// until returns when the clock last ran at a table that is now being opened. The caller holds mu.
func (t *times) until(m *mark, now time.Time) time.Time {
	least, _ := t.now(now)
	switch {
	case m == nil && (t.whole || t.before.IsZero()):
		return now
	case m == nil:
		return t.before.Add(max(least-t.since, 0))
	case m.By == "":
		return time.UnixMilli(m.Ran).Add(max(least-time.Duration(m.At), 0))
	case m.By == t.self:
		return time.UnixMilli(m.Ran).Add(now.Sub(time.UnixMilli(m.Now)))
	}
	end := m.Now
	if p := t.procs[m.By]; p != nil {
		end = max(end, p.now)
	}
	if end-m.Now >= opening.Milliseconds() {
		return time.UnixMilli(end)
	}
	// The process may have been killed before it wrote the time into the journal.
	return time.UnixMilli(min(m.Now, m.Ran) + end - m.Now)
}

// lock holds the mark of a table until the returned function is called.
func (t *times) lock(table string) (unlock func()) {
	l := &t.locks[hash(table)%uint64(len(t.locks))]
	l.Lock()
	return l.Unlock
}

func hash(texts ...string) uint64 {
	h := fnv.New64a()
	for _, text := range texts {
		_, _ = h.Write([]byte(text))
		_, _ = h.Write([]byte{0})
	}
	return h.Sum64()
}

// put writes the mark of a table, or removes it. The last message of the table must have the number after.
func (t *times) put(table string, after uint64, m *mark) (uint64, error) {
	msg := &nats.Msg{Subject: timePrefix + table}
	var err error
	if m == nil {
		msg.Header = nats.Header{ttlHeader: {unmarkedFor.String()}}
	} else if msg.Data, err = json.Marshal(m); err != nil {
		return 0, err
	}
	seq, err := t.write.write(after, msg)
	if err == nil {
		t.mu.Lock()
		t.set(table, marked{seq, m}, t.seen >= seq)
		t.mu.Unlock()
	}
	return seq, err
}

// reread reads the mark of a table again, because it was not as expected.
func (t *times) reread(table string) error {
	last, err := t.p.last(t.p.ctx, timesStream, timePrefix+table)
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case last != nil && len(last.data) > 0:
		x := marked{seq: last.seq}
		if err := json.Unmarshal(last.data, &x.mark); err != nil {
			return fmt.Errorf("the time of table %s is damaged: %w", table, err)
		}
		t.set(table, x, t.seen >= x.seq)
	case last != nil:
		t.set(table, marked{seq: last.seq}, false)
	default:
		t.set(table, marked{seq: max(t.all[table].seq, t.seen)}, true)
	}
	return nil
}

// mostClaims is how often Claim tries again if a table changes at the same time.
const mostClaims = 5

// Whole implements keep.Times.
func (t *times) Whole() bool {
	err := t.begin()
	t.mu.Lock()
	defer t.mu.Unlock()
	return err == nil && t.whole
}

// Claim implements keep.Times.
func (t *times) Claim(table string, clocked bool, now time.Time) (ran time.Time, owner string, err error) {
	if !isToken(table) {
		return ran, "", fmt.Errorf("%q is not the ID of a table", table)
	}
	if err := t.begin(); err != nil {
		return ran, "", err
	}
	defer t.lock(table)()
	now = now.Round(0)
	err = match.ErrMoved
	for range mostClaims {
		t.mu.Lock()
		was, c := t.all[table], t.held[table]
		if was.mark != nil && was.By != "" && !t.gone(was.By) && was.By != t.self {
			t.mu.Unlock()
			return ran, was.By, nil
		}
		before := was.mark
		if c != nil && c.rest {
			before = c.next // which no journal contains
		}
		ran = t.until(before, now)
		t.mu.Unlock()
		m := &mark{By: t.self, Clock: clocked, Ran: ran.UnixMilli(), Now: now.UnixMilli()}
		var seq uint64
		seq, err = t.put(table, was.seq, m)
		if err == nil {
			t.mu.Lock()
			t.held[table] = &claim{seq: seq, was: before}
			t.mu.Unlock()
			if before != nil && before.By != "" { // nobody has put it away
				t.p.mu.Lock()
				t.p.unsettled[table] = true
				t.p.mu.Unlock()
			}
			return ran, "", nil
		}
		if errors.Is(err, match.ErrUnknown) { // if the mark was written, the next Beat releases the table
			t.mu.Lock()
			t.held[table] = &claim{seq: was.seq, was: before, next: before, rest: true}
			t.mu.Unlock()
		}
		if !errors.Is(err, match.ErrMoved) {
			return ran, "", err
		}
		if err := t.reread(table); err != nil {
			return ran, "", err
		}
	}
	return ran, "", err
}

// Unclaim implements keep.Times.
func (t *times) Unclaim(table string) {
	defer t.lock(table)()
	t.mu.Lock()
	c := t.held[table]
	if c != nil && !c.rest {
		c.next, c.rest = c.was, true
	}
	t.mu.Unlock()
	if c != nil {
		_ = t.release(table, c) // the next Beat tries it again
	}
}

// errUnsettled is the error for a table that this process cannot release, because a write to its game may still be under way.
var errUnsettled = errors.New("it is unknown whether the last move was written")

// Rest implements keep.Times.
func (t *times) Rest(r keep.Running) error {
	defer t.lock(r.Table)()
	t.mu.Lock()
	c := t.held[r.Table]
	if c == nil { // another process has it by now
		t.mu.Unlock()
		return nil
	}
	if t.p.unsettles(r.Table) {
		t.mu.Unlock()
		return errUnsettled
	}
	if c.rest = true; r.Seat >= 0 {
		now := t.p.c.Now().Round(0)
		_, most := t.now(now)
		c.next = &mark{Clock: true, Ran: now.UnixMilli(), At: int64(most), Seat: r.Seat, Days: r.Days, Due: int64(most + r.Due.Sub(now))}
		if r.Days {
			c.next.Due = r.Due.UnixMilli()
		}
	} else {
		c.next = nil
	}
	t.mu.Unlock()
	return t.release(r.Table, c)
}

// release writes the mark of a table that was put away. The caller holds the lock of the table.
func (t *times) release(table string, c *claim) error {
	for range mostClaims {
		t.mu.Lock()
		is, after := t.all[table], c.seq
		mine := is.mark != nil && is.By == t.self
		if mine {
			after = is.seq
		}
		if t.held[table] != c || !mine && is.seq > c.seq { // an earlier try has written it, or another process has the table
			delete(t.held, table)
			t.mu.Unlock()
			return nil
		}
		t.mu.Unlock()
		_, err := t.put(table, after, c.next)
		if errors.Is(err, match.ErrMoved) {
			if err := t.reread(table); err != nil {
				return err
			}
			continue
		}
		if err == nil {
			t.mu.Lock()
			delete(t.held, table)
			t.mu.Unlock()
		}
		return err
	}
	return match.ErrMoved
}

// Due implements keep.Times.
func (t *times) Due(now time.Time, ahead time.Duration) (tables []string) {
	if t.begin() != nil {
		return nil
	}
	now = now.Round(0)
	t.mu.Lock()
	defer t.mu.Unlock()
	_, ran := t.now(now)
	live := t.live()
	for table, m := range t.all {
		over := time.Duration(-1)
		switch {
		case m.mark == nil || m.By == t.self:
		case m.By == "" && m.Days:
			over = now.Add(ahead).Sub(time.UnixMilli(m.Due))
		case m.By == "":
			over = ran + ahead - time.Duration(m.Due)
		case m.Clock && t.gone(m.By):
			if p := t.procs[m.By]; p != nil {
				over = p.silent
				if !p.ended {
					over -= silence
				}
			} else {
				over = time.Hour
			}
		}
		if over >= 0 && over >= turn*t.rank(table, live) {
			tables = append(tables, table)
		}
	}
	return tables
}

// Beat implements keep.Times.
func (t *times) Beat(now time.Time) (lost []string, err error) {
	if err = t.begin(); err == nil {
		_, err = t.beat(now, false)
	}
	if err == nil {
		err = t.settle()
	}
	if err == nil {
		t.sweep()
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	lost, t.lost = t.lost, nil
	return lost, err
}

// settle writes the marks that could not be written when tables were put away.
func (t *times) settle() error {
	t.mu.Lock()
	var late []string
	for table, c := range t.held {
		if c.rest {
			late = append(late, table)
		}
	}
	t.mu.Unlock()
	return together(late, func(table string) error {
		defer t.lock(table)()
		t.mu.Lock()
		c := t.held[table]
		t.mu.Unlock()
		if c == nil || !c.rest {
			return nil
		}
		return t.release(table, c)
	})
}

// together calls do for many tables at the same time, so that a group writes them together. It returns one of the errors.
func together(tables []string, do func(table string) error) error {
	var all sync.WaitGroup
	var mu sync.Mutex
	var failed error
	for chunk := range slices.Chunk(tables, mostMessages) {
		for _, table := range chunk {
			all.Go(func() {
				err := do(table)
				mu.Lock()
				defer mu.Unlock()
				failed = cmp.Or(failed, err)
			})
		}
		all.Wait()
		if failed != nil {
			break
		}
	}
	return failed
}

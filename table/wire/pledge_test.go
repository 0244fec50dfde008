package wire

import (
	"context"
	"errors"
	"fmt"
	"net"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"attic/dev/ledgertest"
	"attic/game"
	"attic/games"
	"attic/match"
	"attic/table"
)

// forger is the guest's end of a connection on which a test changes, drops or doubles the host's messages.
type forger struct {
	Conn
	change  func(raw []byte) [][]byte
	arrived func(string)
	next    [][]byte
}

func (f *forger) Read(ctx context.Context) ([]byte, error) {
	for {
		if len(f.next) > 0 {
			raw := f.next[0]
			f.next = f.next[1:]
			m, _ := flatten(raw)
			f.arrived(m.T)
			return raw, nil
		}
		raw, err := f.Conn.Read(ctx)
		if err != nil {
			return nil, err
		}
		f.next = f.change(raw)
	}
}

// believer is a guest of Atommaster whose host may lie.
type believer struct {
	*party
	seen   sync.Mutex
	kinds  []string // the kinds of the messages that have arrived
	change func(m *flat) bool
}

func (b *believer) arrived(k string) {
	b.seen.Lock()
	defer b.seen.Unlock()
	b.kinds = append(b.kinds, k)
}

// taken returns the kinds of the messages since the last call.
func (b *believer) taken() []string {
	b.seen.Lock()
	defer b.seen.Unlock()
	list := b.kinds
	b.kinds = nil
	return list
}

// believe returns a host of Atommaster and a guest. The function change alters each message of the host, or drops the message by returning false.
func believe(t *testing.T, change func(m *flat) bool) *believer {
	t.Helper()
	b := &believer{party: &party{t: t}, change: change}
	b.g = find(t, "atommaster")
	b.table = newTable(t, b.g)
	b.here = b.table.Here()
	host, err := NewHost(HostConfig{Table: b.table, ID: "held27"})
	must(t, err)
	b.host = host
	b.guest, err = NewGuest(b.config(host))
	must(t, err)
	<-b.guest.Arrived()
	synctest.Wait()
	b.copy = b.guest.Table()
	b.there = b.copy.Here()
	return b
}

func (b *believer) config(host *Host) GuestConfig {
	chain := map[bool]Hash{} // the hashes of events; true: of the forged ones
	return GuestConfig{
		ID: "held27", Table: newTable(b.t, b.g), Patience: time.Minute,
		Dial: func(context.Context) (Conn, error) {
			near, far := Pipe("localhost")
			b.conns = append(b.conns, near)
			go host.Serve(context.Background(), far)
			return &forger{Conn: near, arrived: b.arrived, change: func(raw []byte) [][]byte {
				m, err := flatten(raw)
				must(b.t, err)
				if m.T == "table" && m.First {
					chain[true] = m.H
				}
				if b.change != nil && !b.change(&m) {
					return nil
				}
				if m.T == "event" {
					raw, chain[true], err = chain[true].Seal(m.event())
				} else {
					raw, err = encodeFlat(m)
				}
				must(b.t, err)
				return [][]byte{raw}
			}}, nil
		},
	}
}

// round plays a round with a few beams, in which the guest gives up.
func (b *believer) round(squares string) {
	b.t.Helper()
	must(b.t, b.here.Do(table.Play("hide "+squares)).Err())
	synctest.Wait()
	for _, move := range []string{"fire 4", "fire 9", "set a1", "resign"} {
		must(b.t, b.there.Do(table.Play(move)).Err())
		synctest.Wait()
	}
}

// told returns the warnings to the guest about the host's honesty.
func (b *believer) told() (list []error) {
	synctest.Wait()
	for _, e := range b.there.Take() {
		if e.What == table.Revealed || e.What == table.Parted && e.Err != nil {
			list = append(list, e.Err)
		}
	}
	return list
}

func (b *believer) stop() {
	b.host.Close(b.table.Side())
	b.guest.Leave()
	<-b.guest.Done()
	synctest.Wait()
}

func find(t *testing.T, name string) game.Game {
	t.Helper()
	g, ok := games.Find(name)
	if !ok {
		t.Fatal(name)
	}
	return g
}

// An honest host is believed in every round, even if connections are lost, and the guest then has the record.
func TestAnHonestHost(t *testing.T) {
	for _, cut := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			b := believe(t, nil)
			for n, squares := range []string{"a1,b2,c3,d4", "a2,b3,c4,d5", "h8,g8,f8,e8"} {
				if n > 0 {
					must(t, b.here.Do(table.Next()).Err())
				}
				if cut {
					b.cut()
					<-time.After(silenceOf(pingEvery))
				}
				b.taken()
				b.round(squares)
				if cut {
					b.cut()
					<-time.After(silenceOf(pingEvery))
				}
				if list := b.told(); len(list) != 1 || list[0] != nil {
					t.Fatalf("round %d: the guest was told %v", n+1, list)
				}
				kinds := b.taken()
				commits := slices.Index(kinds, "commit")
				answers := slices.Index(kinds, "answer") // the answer to the first beam
				if commits < 0 || commits > answers {
					t.Errorf("round %d: the messages are %v", n+1, kinds)
				}
				m, ok := b.there.Sight().FullMatch()
				real, _ := b.here.Sight().FullMatch()
				if !ok || !slices.Equal(m.History(), real.History()) || m.Setup() != real.Setup() {
					t.Errorf("round %d: the guest has the record: %v", n+1, ok)
				}
			}
			<-time.After(time.Minute)
			if list := b.told(); len(list) > 0 {
				t.Errorf("later the guest was told %v", list)
			}
			b.stop()
		})
	}
}

// Every kind of lie is reported once, in one line.
func TestLyingHosts(t *testing.T) {
	for name, c := range map[string]struct {
		change func(m *flat) bool
		want   error
	}{
		"no commitment": {func(m *flat) bool { return m.T != "commit" }, table.ErrUnproved},
		"another commitment": {func(m *flat) bool {
			if m.T == "commit" {
				m.Commit = Commitment(strings.Repeat("0a", 32), "round\n")
			}
			return true
		}, table.ErrMoved},
		"another salt": {func(m *flat) bool {
			if m.T == "reveal" {
				m.Salt = strings.Repeat("0a", 32)
			}
			return true
		}, table.ErrMoved},
		"a commitment after the first answers": {func() func(m *flat) bool {
			var late *flat
			return func(m *flat) bool {
				switch {
				case m.T == "commit" && late == nil:
					late = &flat{}
					*late = *m
					return false
				case m.T == "note" || m.T == "pong": // sent in place of a pong
					if late != nil && late.T == "commit" {
						*m = *late
						late.T = "pong"
					}
				}
				return true
			}
		}(), table.ErrMoved},
		"a false answer": {func(m *flat) bool {
			if m.Sight != nil && strings.Contains(m.Sight.View, `"4:30"`) {
				m.Sight.View = strings.Replace(m.Sight.View, `"4:30"`, `"4:A"`, 1)
			}
			return true
		}, table.ErrFalse},
		"no reveal": {func(m *flat) bool { return m.T != "reveal" }, table.ErrUnproved},
		"half a reveal": {func(m *flat) bool {
			if m.T == "reveal" {
				m.Rec = m.Rec[:len(m.Rec)-2]
			}
			return true
		}, table.ErrFalse},
		"garbage in place of a reveal": {func(m *flat) bool {
			if m.T == "reveal" {
				m.Rec = []string{"game atommaster", "round", "move fly"}
			}
			return true
		}, table.ErrFalse},
		"a reveal of another game": {func(m *flat) bool {
			if m.T == "reveal" {
				m.Rec = []string{"game ataxx", "round"}
			}
			return true
		}, table.ErrFalse},
		"a reveal of more steps than were seen": {func(m *flat) bool {
			if m.T == "reveal" { // adds lines that have no effect, so that only their number is wrong
				m.Rec = append(m.Rec, slices.Repeat([]string{"#"}, 100)...)
			}
			return true
		}, table.ErrFalse},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := believe(t, c.change)
				must(t, b.here.Do(table.Play("hide a1,b2,c3,d4")).Err())
				synctest.Wait()
				for _, move := range []string{"fire 4", "fire 9"} {
					must(t, b.there.Do(table.Play(move)).Err())
					<-time.After(pingEvery + tick)
				}
				must(t, b.there.Do(table.Play("resign")).Err())
				<-time.After(time.Minute)
				list := b.told()
				if len(list) != 1 || !errors.Is(list[0], c.want) {
					t.Errorf("the guest was told %v, want %v", list, c.want)
				}
				if _, ok := b.there.Sight().FullMatch(); ok {
					t.Error("the guest has a record")
				}
				b.stop()
			})
		})
	}
}

// A host that moves an atom after its commitment is caught, although the record it reveals is valid.
func TestALayoutThatMoves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := believe(t, nil)
		must(t, b.here.Do(table.Play("hide a1,b2,c3,d4")).Err())
		synctest.Wait()
		other := newTable(t, b.g)
		must(t, other.Share(false, table.Hosting{}))
		other.Met(table.Present)
		there, guest := other.Here(), other.Player(table.Second)
		must(t, there.Do(table.Play("hide h8,b2,c3,d4")).Err()) // the beam from 4 does not depend on a1
		for _, move := range []string{"fire 20", "resign"} {
			must(t, guest.Do(table.Play(move)).Err())
		}
		moved := table.Event{Sight: guest.Sight()}.Record(table.Second)
		b.change = func(m *flat) bool { // takes the end of the game from the other table
			if m.T == "reveal" {
				m.Rec = moved
			}
			if m.Sight != nil && m.Sight.Over {
				view, err := guest.Now().View.MarshalText()
				must(t, err)
				m.Sight.View, m.Sight.Text, m.Sight.Why = string(view), guest.Now().Outcome.Text, guest.Now().Outcome.Why
			} else if m.Sight != nil && m.Sight.Label == "fire 20" {
				now, _ := guest.Sight().At(3)
				view, err := now.View.MarshalText()
				must(t, err)
				m.Sight.View = string(view)
			}
			return true
		}
		must(t, b.there.Do(table.Play("fire 20")).Err())
		must(t, b.there.Do(table.Play("resign")).Err())
		if list := b.told(); len(list) != 1 || !errors.Is(list[0], table.ErrMoved) {
			t.Errorf("told: %v", list)
		}
		b.stop()
	})
}

// A host that was killed in the middle of a round reveals its earlier salt, and is believed.
func TestAHonestHostThatWasKilled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := find(t, "atommaster")
		book := &ledgertest.Memory{}
		m, err := match.New(g, game.Setup{Seed: 5})
		must(t, err)
		for i := range m.Players {
			m.Players[i].Program = false
		}
		tb := table.New(table.Config{Match: m, Begin: func() (match.Ledger, error) { return book, nil }, Chance: func() uint64 { return 7 }})
		host, err := NewHost(HostConfig{Table: tb, ID: "held27", Port: 7117})
		must(t, err)
		b := &believer{party: &party{t: t, g: g, table: tb, host: host, here: tb.Here()}}
		dial := func(context.Context) (Conn, error) {
			near, far := Pipe("localhost")
			b.conns = append(b.conns, near)
			go b.host.Serve(context.Background(), far)
			return near, nil
		}
		b.guest, err = NewGuest(GuestConfig{ID: "held27", Table: newTable(t, g), Patience: time.Minute, Dial: dial})
		must(t, err)
		<-b.guest.Arrived()
		b.copy = b.guest.Table()
		b.there = b.copy.Here()
		must(t, b.here.Do(table.Play("hide a1,b2,c3,d4")).Err())
		synctest.Wait()
		must(t, b.there.Do(table.Play("fire 4")).Err())

		var killed []*Host
		kill := func() {
			record, err := match.ReadRecord(strings.NewReader(match.Sealed(book.Lines()...)), games.Find)
			must(t, err)
			book.Kept = record.Past
			again := table.New(table.Config{Match: record.Match, Journal: book, Chance: func() uint64 { return 7 }})
			was := again.Hosted()
			killed = append(killed, b.host)
			b.host, err = NewHost(HostConfig{Table: again, ID: was.ID, Again: true, Guest: was.Guest})
			must(t, err)
			b.table, b.here = again, again.Here()
			b.cut()
			<-time.After(silenceOf(pingEvery))
		}
		kill()
		must(t, b.there.Do(table.Play("fire 9")).Err())
		must(t, b.there.Do(table.Play("resign")).Err())
		if list := b.told(); len(list) != 1 || list[0] != nil {
			t.Errorf("told: %v", list)
		}
		kill() // the guest still knows the revealed layout
		if m, ok := b.there.Sight().FullMatch(); !ok || m.Outcome() != b.here.Now().Outcome {
			t.Errorf("after the host came back the guest has the whole match: %v", ok)
		}
		for _, h := range killed {
			h.Close(1)
		}
		b.stop()
	})
}

// A spectator who joins in the middle of a round also checks the host.
func TestASpectatorChecksTheHost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := connect(t, "atommaster", true)
		defer p.end()
		must(t, p.here.Do(table.Play("start")).Err())
		synctest.Wait()
		must(t, p.there.Do(table.Play("fire 4")).Err())
		watcher := p.join(nil, "held27", "")
		<-watcher.Arrived()
		b := &believer{party: &party{t: t, there: watcher.Table().Here()}}
		must(t, p.there.Do(table.Play("fire 9")).Err())
		must(t, p.there.Do(table.Play("resign")).Err())
		if list := b.told(); len(list) != 1 || list[0] != nil {
			t.Errorf("told: %v", list)
		}
		if _, ok := b.there.Sight().FullMatch(); !ok {
			t.Error("the spectator has no record")
		}
		watcher.Leave()
		<-watcher.Done()
	})
}

// When the host's disk is full, the guest's move is not made, and the guest is told why.
func TestTheGuestIsToldOfAFullDisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := find(t, "atom4")
		m, err := match.New(g, game.Setup{Seed: 5})
		must(t, err)
		for i := range m.Players {
			m.Players[i].Program = false
		}
		journal := &ledgertest.Memory{}
		tb := table.New(table.Config{Match: m, Begin: func() (match.Ledger, error) { return journal, nil }, Chance: func() uint64 { return 7 }})
		host, err := NewHost(HostConfig{Table: tb, ID: "held27"})
		must(t, err)
		b := &believer{party: &party{t: t, g: g, table: tb, host: host, here: tb.Here()}}
		b.guest, err = NewGuest(b.config(host))
		must(t, err)
		<-b.guest.Arrived()
		b.there = b.guest.Table().Here()
		synctest.Wait() // the host may be told slightly later
		must(t, b.here.Do(table.Play("i8")).Err())
		synctest.Wait()
		journal.Fail = func(int, func(int)) error { return errors.New("no space left on device") }
		if err := b.there.Do(table.Play("h8")).Err(); !errors.Is(err, table.ErrBusy) || b.there.Now().Ply != 1 {
			t.Errorf("the guest is told %v after %d moves", err, b.there.Now().Ply)
		}
		b.stop()
	})
}

// counter is a seat that counts the calls of Keep, and records whether the first one came after the guest had shown the table.
type counter struct {
	kept    atomic.Int64
	joined  chan struct{} // closed when guest is known
	guest   *Guest
	tooLate atomic.Bool
}

func (c *counter) Key() string                         { return "" }
func (c *counter) Owed() string                        { return "" }
func (c *counter) Close() error                        { return nil }
func (c *counter) Secret(fresh string) (string, error) { return fresh, nil }
func (c *counter) Hall() string                        { return "" }
func (c *counter) Mark(string) error                   { return nil }

func (c *counter) Keep(_, _ string) error {
	<-c.joined
	select {
	case <-c.guest.Arrived():
		c.tooLate.Store(c.tooLate.Load() || c.kept.Load() == 0)
	default:
	}
	c.kept.Add(1)
	return nil
}

// Keeping a key reads a file. A host that sends many messages in a row must not make the guest read the file for each of them. A move of the guest is
// stored until it is answered. A person who sees the table is told how to come back, so the key is stored before the table is shown.
func TestTheKeyIsNotKeptForEachMessage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &believer{party: &party{t: t}}
		b.g = find(t, "atommaster")
		b.table = newTable(t, b.g)
		b.here = b.table.Here()
		host, err := NewHost(HostConfig{Table: b.table, ID: "held27"})
		must(t, err)
		b.host = host
		c, seat := b.config(host), &counter{joined: make(chan struct{})}
		c.Seat = seat
		b.guest, err = NewGuest(c)
		must(t, err)
		seat.guest = b.guest
		close(seat.joined)
		if <-b.guest.Arrived(); seat.tooLate.Load() {
			t.Error("the table is shown before the key is kept")
		}
		synctest.Wait()
		b.copy = b.guest.Table()
		b.there = b.copy.Here()
		must(t, b.here.Do(table.Play("hide a1,b2,c3,d4")).Err())
		synctest.Wait()
		must(t, b.there.Do(table.Play("fire 4")).Err())
		synctest.Wait()
		for range 100 {
			must(t, b.there.Do(table.Play("set a1")).Err())
			synctest.Wait()
		}
		if n := seat.kept.Load(); n == 0 || n > 2*101+5 {
			t.Errorf("after 100 moves without a pause the key was kept %d times", n)
		}
		<-time.After(time.Minute)
		synctest.Wait()
		if n := seat.kept.Load(); n < 30 {
			t.Errorf("after a minute the key was kept only %d times, so a file that something else removed may be missing", n)
		}
		b.stop()
	})
}

// A host that continues a game needs its old port, because the guest knows only that port.
func TestAHostNeedsItsPort(t *testing.T) {
	taken, err := net.Listen("tcp", ":0")
	must(t, err)
	defer taken.Close()
	port := taken.Addr().(*net.TCPAddr).Port
	g := find(t, "atom4")
	m, err := match.New(g, game.Setup{Seed: 5})
	must(t, err)
	tb := table.New(table.Config{Match: m, Journal: filled(nil, match.Past{Hosted: match.Hosted{ID: "held27", Port: port}}), Chance: func() uint64 { return 7 }})
	want := fmt.Sprintf("port %d, on which this game was hosted, cannot be used now", port)
	taking := (*table.PortError)(nil)
	if err := (Network{}).Host(tb, ""); !errors.As(err, &taking) || err.Error() != want || !taking.Same || taking.Port != port {
		t.Errorf("%v, %+v, want %s", err, taking, want)
	}
	if tb.Hosted().ID != "held27" {
		t.Error("the game cannot be hosted again")
	}
}

// A guest that joins again in the middle of a round accepts the commitment that follows the table, even if the connection was lost in between and the
// table was sent again. After an answer of the host, the guest accepts no commitment.
func TestTheTableComesAgain(t *testing.T) {
	m, err := match.New(find(t, "atommaster"), game.Setup{})
	must(t, err)
	far, err := match.Sightings(m.Game())
	must(t, err)
	play := func(moves ...string) {
		for _, text := range moves {
			m, _, err = m.Play(text)
			must(t, err)
			far, err = match.Seen(far, far.Ply()+1, match.Glance{Entry: match.Entry{Round: 1, Text: text}, View: m.State().View(1), ToMove: m.ToMove(), Score: m.Score()})
			must(t, err)
		}
	}
	far, err = match.Seen(far, 0, match.Glance{Entry: match.Entry{Round: 1}, View: m.State().View(1), ToMove: m.ToMove(), Score: m.Score()})
	must(t, err)
	play("hide a1,b2,c3,d4", "start", "fire 4")
	layout := ""
	for _, s := range match.Secrets(m) {
		layout += s.Line + "\n"
	}
	salt := NewSalt()
	for _, answers := range []bool{false, true} {
		var p pledges
		p.follow(table.Loaded, true, far)
		if answers {
			play("fire 5")
		}
		p.follow(table.Loaded, true, far)
		p.commit(Commit{1, Commitment(salt, layout)})
		if err := p.judge(1, salt, m); errors.Is(err, table.ErrMoved) != answers {
			t.Errorf("answers in between: %v, judged: %v", answers, err)
		}
	}
}

// The work of judging a reveal is proportional to its length, whatever a host has hidden in the set-up.
func TestJudgingALongReveal(t *testing.T) {
	work := func(n int) uint64 {
		m, err := match.New(find(t, "atommaster"), game.Setup{})
		must(t, err)
		for _, move := range append(slices.Repeat([]string{"hide a1,b2,c3,d4"}, n), "start", "resign") {
			m, _, err = m.Play(move)
			must(t, err)
		}
		salt := NewSalt()
		layout := ""
		for _, s := range match.Secrets(m) {
			layout += s.Line + "\n"
		}
		honest := pledges{list: []pledge{{1, Commitment(salt, layout), n}}}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		must(t, honest.judge(1, salt, m))
		runtime.ReadMemStats(&after)
		if err := (&pledges{list: []pledge{{1, Commitment(salt, layout+" "), n}}}).judge(1, salt, m); !errors.Is(err, table.ErrMoved) {
			t.Errorf("another commitment: %v", err)
		}
		return after.TotalAlloc - before.TotalAlloc
	}
	if one, four := work(500), work(2000); four > 6*one {
		t.Errorf("%d bytes for 500 steps, %d for 2,000", one, four)
	}
}

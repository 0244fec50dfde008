package table

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"attic/game"
	"attic/games"
	"attic/match"
)

var errDisk = errors.New("input/output error")

// disk holds the journals of a table. Each write takes the next fault in faults; the last one stays until mend. Without faults, all writes succeed.
type disk struct {
	t      *testing.T
	mu     sync.Mutex
	books  []*pages
	faults []fault
	hung   chan time.Time // gets a value for each hanging write, in place of the time that a table waits for a write
	mended chan struct{}  // when closed, hanging writes continue
}

// fault carries out a faulty write of n lines.
type fault func(d *disk, n int, write func(n int)) error

// The faults.
func fails(*disk, int, func(int)) error { return errDisk }

func cutOff(_ *disk, n int, write func(int)) error {
	write(n)
	return match.ErrUnknown
}

func tears(_ *disk, n int, write func(int)) error {
	write(n / 2)
	return match.ErrUnknown
}

func hangs(d *disk, _ int, _ func(int)) error {
	d.mu.Lock()
	mended := d.mended
	d.mu.Unlock()
	d.hung <- time.Now()
	<-mended
	return nil
}

func hangsAnd(after fault) fault {
	return func(d *disk, n int, write func(int)) error {
		_ = hangs(d, n, write)
		return after(d, n, write)
	}
}

func newDisk(t *testing.T) *disk {
	return &disk{t: t, hung: make(chan time.Time, 9), mended: make(chan struct{})}
}

// table returns a table of the game with this ID whose journals are on the disk.
func (d *disk) table(id string, must bool) *Table {
	t := New(Config{Match: at(d.t, id, "", "").m, Begin: d.begin, MustKeep: must, Chance: func() uint64 { return 7 }})
	t.kept.after = func(time.Duration) <-chan time.Time { return d.hung }
	return t
}

func (d *disk) begin() (match.Ledger, error) {
	book := &pages{}
	d.use(book)
	return book, nil
}

// use applies the faults to the writes to a journal.
func (d *disk) use(book *pages) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.books = append(d.books, book)
	book.Fail = func(n int, write func(n int)) error {
		if f := d.next(); f != nil {
			return f(d, n, write)
		}
		return nil
	}
}

// next returns the fault of the next write, or nil.
func (d *disk) next() fault {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.faults) == 0 {
		return nil
	}
	f := d.faults[0]
	if len(d.faults) > 1 {
		d.faults = d.faults[1:]
	}
	return f
}

// fail gives these faults to the next writes.
func (d *disk) fail(faults ...fault) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.faults = faults
}

// mend removes all faults, and gives the table time to notice.
func (d *disk) mend() {
	d.fail()
	d.mu.Lock()
	close(d.mended)
	d.mended = make(chan struct{})
	d.mu.Unlock()
	synctest.Wait()
	<-time.After(2 * retryTime)
	synctest.Wait()
}

// restart returns a record of the state after a restart: the game begun last, and its hosting.
func (d *disk) restart() string {
	d.t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, book := range slices.Backward(d.books) {
		if lines := book.Lines(); len(lines) > 0 && book.End() != "discarded" {
			r, err := match.ReadRecord(strings.NewReader(match.Sealed(lines...)), games.Find)
			must(d.t, err)
			return strings.Join(r.Match.Lines(), "\n")
		}
	}
	return ""
}

// shown returns the record of the game that a table shows.
func shown(t *Table) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.Join(t.m.Lines(), "\n")
}

// deed is an action of a person at a hosted table.
type deed struct {
	name, id string // a name for the deed; the ID of the game
	before   func(t *testing.T, here, guest *Person)
	act      Act
	guest    bool
	ends     bool // the deed begins another game, and does nothing while this is in doubt
}

// inTurn returns a function with which the two players make moves in turn, the host first.
func inTurn(moves ...string) func(*testing.T, *Person, *Person) {
	return func(t *testing.T, here, guest *Person) {
		for i, move := range moves {
			must(t, []*Person{here, guest}[i%2].Do(Play(move)).Err())
		}
	}
}

// after returns a function that calls first, and then carries out the guest's act.
func after(first func(*testing.T, *Person, *Person), a Act) func(*testing.T, *Person, *Person) {
	return func(t *testing.T, here, guest *Person) {
		first(t, here, guest)
		must(t, guest.Do(a).Err())
	}
}

var deeds = []deed{
	{"a move of the host", "atom4", inTurn("i8", "h8"), Play("i10"), false, false},
	{"a move of the guest", "atom4", inTurn("i8"), Play("h8"), true, false},
	{"the first move", "atom4", inTurn(), Play("i8"), false, false},
	{"set-up", "ataxx", inTurn(), Play("blocks 3"), false, false},
	{"hiding, with which play begins", "atommaster", inTurn(), Play("hide a1,b2,c3,d4"), false, false},
	{"resigning", "atom4", inTurn("i8"), Resign(), true, false},
	{"the next round", "atom4", after(inTurn("i8"), Resign()), Next(), true, false},
	{"a takeback", "atom4", after(inTurn("i8", "h8", "i10"), Ask(UndoOffer)), Accept(), false, false},
	{"a draw", "atom4", after(inTurn("i8", "h8"), Ask(DrawOffer)), Accept(), false, false},
	{"a rematch", "ataxx", after(after(inTurn("start"), Resign()), Ask(AgainOffer)), Accept(), false, true},
	{"another game", "ataxx", inTurn("blocks 3"), Clear(), false, true},
	{"a name", "atom4", inTurn("i8"), Name(1, "Bo"), true, false},
}

// Whatever fault the disk has while a game is hosted, the answer to a person agrees with the state after a restart. As long as that state is unknown,
// nothing is shown. When the disk works again, the table shows the same state as after a restart, and nothing has happened twice.
func TestNoAnswerIsFalse(t *testing.T) {
	for _, f := range []struct {
		name   string
		faults []fault
		want   error // the error of a deed that is written
	}{
		{"nothing", nil, nil},
		{"it fails before writing", []fault{fails}, ErrBusy},
		{"it fails after writing", []fault{cutOff}, ErrUnsure},
		{"it fails after writing, once", []fault{cutOff, func(*disk, int, func(int)) error { return nil }}, nil},
		{"it fails after writing, and then before", []fault{cutOff, fails}, ErrUnsure},
		{"it fails when a part is written", []fault{tears}, ErrUnsure},
		{"it fails when a part is written, once", []fault{tears, func(*disk, int, func(int)) error { return nil }}, nil},
		{"it fails when a part is written, and then before", []fault{tears, fails}, ErrUnsure},
		{"it hangs and then writes", []fault{hangs}, ErrUnsure},
		{"it hangs and then fails before writing", []fault{hangsAnd(fails)}, ErrUnsure},
		{"it hangs and then fails after writing", []fault{hangsAnd(cutOff)}, ErrUnsure},
		{"it fails after writing, and then hangs", []fault{cutOff, hangs}, ErrUnsure},
	} {
		for _, d := range deeds {
			t.Run(f.name+"/"+d.name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { answers(t, f.faults, f.want, d) })
			})
		}
	}
}

func answers(t *testing.T, faults []fault, want error, d deed) {
	disk := newDisk(t)
	tb := disk.table(d.id, false)
	must(t, tb.Share(false, Hosting{Hosted: match.Hosted{ID: "held27", Port: 7117}, Chat: true}))
	tb.Joined(Second, match.KeyHash("00ff"))
	tb.Met(Present)
	people := map[bool]*Person{false: tb.Here(), true: tb.Player(Second)}
	d.before(t, people[false], people[true])
	before := shown(tb)
	if found := disk.restart(); found != before {
		t.Fatalf("before anything goes wrong the table shows\n%s\nand a restart finds\n%s", before, found)
	}
	disk.fail(faults...)
	d.act.ID = "c0ffee"
	err := people[d.guest].Do(d.act).Err()
	if !errors.Is(err, want) && !(errors.Is(want, ErrUnsure) && errors.Is(err, ErrBusy)) || want == nil && err != nil {
		t.Errorf("the answer is %v, want %v", err, want)
	}
	now, found := shown(tb), disk.restart()
	switch {
	case err == nil && (now == before || now != found):
		t.Errorf("it was done; the table shows\n%s\nand a restart finds\n%s", now, found)
	case errors.Is(err, ErrBusy) && (now != before || found != before):
		t.Errorf("nothing was done; the table shows\n%s\nand a restart finds\n%s\nbefore\n%s", now, found, before)
	case errors.Is(err, ErrUnsure) && now != before:
		t.Errorf("it is not known, and the table shows\n%s", now)
	}
	if errors.Is(err, ErrUnsure) {
		if err := people[false].Do(Name(0, "Ann")).Err(); !d.ends && !errors.Is(err, ErrBusy) || err == nil {
			t.Errorf("meanwhile something else is answered with %v", err)
		}
		if err := people[true].Do(Say("hello")).Err(); err != nil {
			t.Errorf("meanwhile chat is answered with %v", err)
		}
	}
	disk.mend()
	now, found = shown(tb), disk.restart()
	if d.ends {
		before = now // the name may have been written
	}
	if now != found {
		t.Errorf("when the disk works again, the table shows\n%s\nand a restart finds\n%s", now, found)
	}
	err = people[d.guest].Do(d.act).Err()
	again := shown(tb)
	if now != before && (err != nil || again != now) {
		t.Errorf("sent again: %v; the table shows\n%s\nafter\n%s", err, again, now)
	}
	if found = disk.restart(); found != again {
		t.Errorf("sent again: %v; the table shows\n%s\nand a restart finds\n%s", err, again, found)
	}
	must(t, tb.Close())
}

// While it is unknown whether an act was written, another person's act, whose result is also uncertain, is not mistaken for the first one.
func TestTwoActsInDoubt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		disk := newDisk(t)
		tb := disk.table("atom4", true)
		must(t, tb.Share(false, Hosting{Hosted: match.Hosted{ID: "held27", Port: 7117}}))
		tb.Joined(Second, match.KeyHash("00ff"))
		tb.Met(Present)
		current := true
		tb.current = func() bool { return current }
		here, guest := tb.Here(), tb.Player(Second)
		inTurn("i8")(t, here, guest)
		disk.fail(cutOff, hangs)
		theirs, mine := Play("h8"), Play("i10")
		theirs.ID, mine.ID = "c0ffee", "decade"
		unsure := func(p *Person, a Act) {
			t.Helper()
			if err := p.Do(a).Err(); !errors.Is(err, ErrUnsure) {
				t.Errorf("%s is answered with %v", a.Text, err)
			}
		}
		unsure(guest, theirs)
		current = false
		unsure(here, mine)
		current = true
		disk.mend()
		for range 2 {
			must(t, guest.Do(theirs).Err())
			must(t, here.Do(mine).Err())
			if n := tb.m.Ply(); n != 3 {
				t.Errorf("both were done, and the game has %d moves", n)
			}
		}
		must(t, tb.Close())
	})
}

// A person's own game continues with any fault of the disk. When the disk works again, the next change writes all missing lines, once.
func TestAGameGoesOnWhileTheDiskFails(t *testing.T) {
	for name, faults := range map[string][]fault{
		"it fails": {fails}, "it fails after writing": {cutOff}, "it tears": {tears}, "it hangs": {hangs},
		"it hangs and fails": {hangsAnd(fails)}, "it hangs and fails after writing": {hangsAnd(cutOff)}, "it fails after writing and then before": {cutOff, fails},
	} {
		for first := range 3 {
			t.Run(fmt.Sprint(name, "/", first), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					disk := newDisk(t)
					tb := disk.table("atom4", false)
					here := tb.Here()
					for i, a := range []Act{Play("i8"), Play("h8"), Undo(), Play("j8"), Name(0, "Ann")} {
						if i == first {
							disk.fail(faults...)
						}
						must(t, here.Do(a).Err())
						if kept := here.Now().Kept; kept != (i < first) {
							t.Errorf("after %d changes the game counts as kept: %v", i+1, kept)
						}
					}
					disk.mend()
					must(t, here.Do(Play("i10")).Err())
					if now, found := shown(tb), disk.restart(); now != found || !here.Now().Kept {
						t.Errorf("the table shows\n%s\nand a restart finds\n%s", now, found)
					}
					must(t, tb.Close())
					if now, found := shown(tb), disk.restart(); now != found {
						t.Errorf("after the end a restart finds\n%s", found)
					}
				})
			})
		}
	}
}

// A side loses on time only if the loss can be written.
func TestAFlagFallsInTheJournalFirst(t *testing.T) {
	for name, f := range map[string]fault{"it fails": fails, "it fails after writing": cutOff, "it hangs": hangs} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				disk := newDisk(t)
				tb := disk.table("atom4", false)
				must(t, tb.Share(false, Hosting{Hosted: match.Hosted{ID: "held27"}, Clock: ClockRule{Each: time.Minute}}))
				tb.Met(Present)
				here, guest := tb.Here(), tb.Player(Second)
				inTurn("i8", "h8", "i10")(t, here, guest)
				disk.fail(f)
				<-time.After(2 * time.Minute)
				synctest.Wait()
				if here.Now().Over {
					t.Error("the game is over, which is not written")
				}
				disk.mend()
				<-time.After(time.Second)
				synctest.Wait()
				if now, found := shown(tb), disk.restart(); !here.Now().Over || now != found {
					t.Errorf("the game is over: %v; the table shows\n%s\nand a restart finds\n%s", here.Now().Over, now, found)
				}
				must(t, tb.Close())
			})
		})
	}
}

// At a table that must keep everything, leaving ends a game only once the end is written.
func TestLeavingWhileTheDiskFails(t *testing.T) {
	for name, f := range map[string]fault{"it fails": fails, "it fails after writing": cutOff, "it hangs": hangs} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				disk := newDisk(t)
				tb := disk.table("atom4", true)
				must(t, tb.Share(false, Hosting{Hosted: match.Hosted{ID: "held27"}}))
				tb.Met(Present)
				here, guest := tb.Here(), tb.Player(Second)
				inTurn("i8", "h8")(t, here, guest)
				disk.fail(f)
				tb.Part(1, nil)
				if now := here.Now(); now.Over || now.Situation.Other != Near {
					t.Errorf("after the guest has left: %+v", now)
				}
				disk.mend()
				must(t, here.Do(Name(0, "Ann")).Err())
				if now, found := shown(tb), disk.restart(); now != found {
					t.Errorf("the table shows\n%s\nand a restart finds\n%s", now, found)
				}
				must(t, tb.Close())
			})
		})
	}
}

// At a table that must keep everything, a game is abandoned only if this can be written. While it is unknown whether this was written, the table does
// nothing else.
func TestAbandoningWhileTheDiskFails(t *testing.T) {
	for name, f := range map[string]fault{"it fails": fails, "it fails after writing": cutOff, "it hangs": hangs} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				disk := newDisk(t)
				tb := disk.table("atom4", true)
				must(t, doHere(tb, Play("i8")))
				before := shown(tb)
				disk.fail(f)
				if err := doHere(tb, Clear()); !errors.Is(err, ErrUnsure) && (name != "it fails" || !errors.Is(err, ErrBusy)) {
					t.Errorf("clear: %v", err)
				}
				if err := doHere(tb, Play("h8")); !errors.Is(err, ErrBusy) || shown(tb) != before {
					t.Errorf("meanwhile a move: %v; the table shows\n%s", err, shown(tb))
				}
				disk.mend()
				must(t, doHere(tb, Play("h8")))
				if now, found := shown(tb), disk.restart(); now != found || !strings.HasPrefix(now, before) {
					t.Errorf("the table shows\n%s\nand a restart finds\n%s", now, found)
				}
				must(t, doHere(tb, Clear()))
				must(t, doHere(tb, Undo())) // restores the game
				disk.fail(fails)
				must(t, tb.Close())
			})
		})
	}
}

// Lines that a host records beside the match are written with the next change if they cannot be written immediately.
func TestWhatIsOwedToTheJournal(t *testing.T) {
	tb, here, _, book := hosted(t, "atommaster")
	must(t, here.Do(Play("start")).Err())
	book.full(true)
	tb.Joined(Second, match.KeyHash("11ff"))
	salt := tb.Salt(1, func() string { return strings.Repeat("0a", 32) })
	if err := here.Do(Name(0, "Ann")).Err(); !errors.Is(err, ErrBusy) {
		t.Errorf("on a full disk: %v", err)
	}
	book.full(false)
	must(t, here.Do(Name(0, "Bo")).Err())
	m, again := book.again(t)
	if again.Kept.Salts[1] != salt || !again.Kept.Hosted.Second().Knows("11ff") || m.Players[0].Name != "Bo" {
		t.Errorf("the journal holds %+v and %+v", again.Kept, m.Players)
	}
}

// If it is unknown whether the start of hosting was written, the next change records that the game is not hosted.
func TestHostingThatIsNotKnown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		disk := newDisk(t)
		tb := disk.table("ataxx", false)
		must(t, doHere(tb, Play("blocks 3")))
		disk.fail(hangs)
		if err := tb.Share(false, Hosting{Hosted: match.Hosted{ID: "held27"}}); !errors.Is(err, ErrUnsure) {
			t.Errorf("Share: %v", err)
		}
		disk.mend()
		must(t, doHere(tb, Play("blocks 2")))
		_, again := disk.books[0].again(t)
		if now, found := shown(tb), disk.restart(); now != found || again.Kept.Hosted.ID != "" {
			t.Errorf("the table shows\n%s\nand a restart finds\n%s\n%+v", now, found, again.Kept)
		}
		must(t, tb.Close())
	})
}

// The journal holds the ID of every act of a seat, if the act has one.
func TestEverySeatsActsHappenOnce(t *testing.T) {
	disk := newDisk(t)
	tb := disk.table("atom4", true)
	for i, move := range []string{"i8", "h8", "i10", "h10"} {
		act := Play(move)
		act.ID = fmt.Sprint("id", i)
		must(t, tb.Join(0, i%2).Do(act).Err())
		must(t, tb.Join(0, i%2).Do(act).Err()) // over another connection
	}
	m, again := disk.books[0].again(t)
	next := New(Config{Match: m, Journal: again, MustKeep: true, Chance: func() uint64 { return 7 }})
	act := Play("h8")
	act.ID = "id1"
	if err := next.Join(0, 1).Do(act).Err(); err != nil || next.Here().Now().Ply != 4 {
		t.Errorf("sent again after a restart: %v, %d moves", err, next.Here().Now().Ply)
	}
}

// A restart of many hosted tables writes to none of their journals, unless a clock ran.
func TestSharingAgainWritesOnlyChanges(t *testing.T) {
	synctest.Test(t, sharesAgain) // so that no heartbeat is due
}

func sharesAgain(t *testing.T) {
	for _, g := range []string{"atom4", "ataxx", "atommaster"} {
		_, here, guest, book := hosted(t, g)
		if begins := slices.IndexFunc(here.Sight().Moves(), func(m game.Move) bool { return m.Begins }); begins >= 0 {
			must(t, here.Do(Play(here.Sight().Moves()[begins].Text)).Err())
		}
		for range 5 {
			for _, p := range []*Person{here, guest} {
				if moves := p.Sight().Moves(); len(moves) > 0 {
					must(t, p.Do(Play(moves[0].Text)).Err())
				}
			}
		}
		for range 100 {
			again, _, journal := book.killed(t)
			if again.Here().Now().Situation.Other != Away || journal.Appends() > 0 {
				t.Fatalf("%s: sharing it again: %+v, %d writes", g, again.Here().Now().Situation.Other, journal.Appends())
			}
		}
	}
	for _, c := range []struct {
		name string
		h    Hosting
		want int
	}{
		{"the same", Hosting{Hosted: match.Hosted{ID: "held27", Port: 7117, Guest: match.KeyHash("00ff")}}, 0},
		{"another port", Hosting{Hosted: match.Hosted{ID: "held27", Port: 7118, Guest: match.KeyHash("00ff")}}, 1},
		{"a clock", Hosting{Hosted: match.Hosted{ID: "held27", Port: 7117, Guest: match.KeyHash("00ff")}, Clock: ClockRule{Each: time.Minute}}, 1},
	} {
		_, here, _, book := hosted(t, "atom4")
		must(t, here.Do(Play("i8")).Err())
		m, journal := book.again(t)
		tb := New(Config{Match: m, Journal: journal, Begin: func() (match.Ledger, error) { return nil, errDisk }})
		must(t, tb.Share(true, c.h))
		if journal.Appends() != c.want {
			t.Errorf("%s: %d writes, want %d", c.name, journal.Appends(), c.want)
		}
	}
}

package files

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"attic/game"
)

var morning = time.UnixMilli(1_714_564_800_000)

func openedIndex(t testing.TB, path string, now time.Time, wantWhole bool) *index {
	t.Helper()
	x, whole, err := openIndex(path, now)
	if err != nil || whole != wantWhole {
		t.Fatalf("the index opens with %v, and it is whole: %v", err, whole)
	}
	return x
}

// due returns the tables that are due at a later time.
func due(x *index, at time.Time) string {
	list := x.Due(x.seen, at.Sub(x.seen))
	slices.Sort(list)
	return strings.Join(list, " ")
}

// kill closes the files of an index as the end of the process would.
func kill(x *index) {
	_ = x.shut()
	_ = x.beat.Close()
}

// However often a server is down, clocks with a limit in minutes are credited with the time, and clocks with days are not. A table that was open when
// the server was killed has to be opened.
func TestTimesOfTables(t *testing.T) {
	path := filepath.Join(t.TempDir(), "times")
	now := morning
	x := openedIndex(t, path, now, false)
	for _, r := range []running{
		{ID: "minutes", Seat: 1, Due: now.Add(10 * time.Minute)},
		{ID: "days", Seat: 0, Due: now.Add(10 * time.Minute), Days: true},
		{ID: "late", Seat: 0, Due: now.Add(time.Hour)},
		{ID: "open", Open: true},
		{ID: "over", Open: true},
		{ID: "over", Seat: game.Nobody},
		{ID: "quiet", Seat: game.Nobody},
	} {
		if err := x.Set(r); err != nil {
			t.Fatal(err)
		}
	}
	if got := due(x, now.Add(10*time.Minute-1)); got != "" {
		t.Errorf("before any time is over, %q are due", got)
	}
	if got := due(x, now.Add(10*time.Minute)); got != "days minutes" {
		t.Errorf("after ten minutes %q are due", got)
	}
	for range 36 {
		now = now.Add(5 * time.Second)
		x.Due(now, 0)
	}
	if err := x.Beat(now); err != nil {
		t.Fatal(err)
	}

	const down = 5 * time.Minute
	ran := func(id string, want time.Duration) {
		t.Helper()
		if got := now.Sub(x.Ran(id, now)); got != want {
			t.Errorf("the clock of %s has stood still for %v, want %v", id, got, want)
		}
	}
	for kills := 1; kills <= 3; kills++ {
		kill(x)
		now = now.Add(down)
		x = openedIndex(t, path, now, true)
		gone := time.Duration(kills) * down
		ran("minutes", gone)
		ran("open", gone)
		ran("over", 0)
		if got := due(x, morning.Add(10*time.Minute-1)); got != "open" {
			t.Errorf("after %d kills %q are due before any time is over", kills, got)
		}
		if got := due(x, morning.Add(10*time.Minute+gone-1)); got != "days open" {
			t.Errorf("after %d kills %q are due before the minutes are over", kills, got)
		}
		if got := due(x, morning.Add(10*time.Minute+gone)); got != "days minutes open" {
			t.Errorf("after %d kills %q are due after that", kills, got)
		}
	}

	// A table that is opened is credited with the down time.
	if err := x.Set(running{ID: "open", Open: true}); err != nil {
		t.Fatal(err)
	}
	ran("open", 0)
	ran("minutes", 3*down)
	if got := due(x, morning); got != "" {
		t.Errorf("after the table was opened, %q are due", got)
	}
	if err := x.Set(running{ID: "open", Seat: 0, Due: now.Add(time.Minute)}); err != nil {
		t.Fatal(err)
	}
	if err := x.Close(now); err != nil {
		t.Fatal(err)
	}
	now = now.Add(down)
	x = openedIndex(t, path, now, true)
	defer func() { kill(x) }()
	ran("open", down)
	ran("minutes", 4*down)

	// If a server is suspended, for example because its machine sleeps, that time is also credited, and recorded.
	now = now.Add(down)
	ran("minutes", 5*down)
	if got := due(x, morning.Add(10*time.Minute+5*down-1)); got != "days open" {
		t.Errorf("after a standstill %q are due", got)
	}
	if err := x.Beat(now); err != nil {
		t.Fatal(err)
	}
	kill(x)
	x = openedIndex(t, path, now, true)
	ran("minutes", 5*down)
}

// Whatever happens at the tables, however often the server is killed and wherever the file is then truncated, the index contains everything written up to
// that point, or reports that something may be missing.
func TestTimesAfterAnyEnd(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	path := filepath.Join(t.TempDir(), "times")
	now := morning
	x := openedIndex(t, path, now, false)
	want := map[string]running{}
	ids := []string{"a", "b", "c", "d", "e"}
	torn := 0
	for step := range 3000 {
		was := maps.Clone(want)
		size := x.size
		c := running{ID: ids[r.IntN(len(ids))], Open: r.IntN(3) == 0}
		if !c.Open {
			c.Seat, c.Days = r.IntN(3)-1, r.IntN(2) == 0
			c.Due = now.Add(time.Duration(r.IntN(1000)) * time.Second)
		}
		if c.Seat < 0 {
			c.Due, c.Days = time.Time{}, false
		}
		if err := x.Set(c); err != nil {
			t.Fatal(err)
		}
		if want[c.ID] = c; !c.Open && c.Seat < 0 {
			delete(want, c.ID)
		}
		if r.IntN(10) > 0 {
			continue
		}
		if err := x.Beat(now); err != nil {
			t.Fatal(err)
		}
		whole := true
		kill(x)
		if cut := size + r.Int64N(max(x.size-size, 1)); cut < x.size && r.IntN(2) == 0 {
			if err := os.Truncate(path, cut); err != nil {
				t.Fatal(err)
			}
			torn++
			want, whole = was, cut == size
		}
		x = openedIndex(t, path, now, whole)
		for id, r := range want {
			r.lost = r.Open
			want[id] = r
		}
		if !maps.Equal(x.all, want) {
			t.Fatalf("step %d: the index holds %v, want %v", step, x.all, want)
		}
		for id, r := range want {
			r.lost = false
			want[id] = r
		}
	}
	if torn < 30 {
		t.Errorf("the file was cut %d times", torn)
	}
	kill(x)
}

// A damaged index is noticed, and the time in which the server was down is still known. It is rewritten after a write that failed.
func TestTimesThatAreDamaged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "times")
	now := morning
	x := openedIndex(t, path, now, false)
	for i := range 100 {
		if err := x.Set(running{ID: fmt.Sprint("t", i), Seat: 0, Due: now.Add(time.Hour)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := x.Set(running{ID: "two words"}); err == nil {
		t.Error("the index takes a name of two words")
	}
	_ = x.file.Close()
	if err := x.Set(running{ID: "t0", Open: true}); err == nil {
		t.Error("a failed write is not reported")
	}
	if err := x.Beat(now); err == nil {
		t.Error("a failed heartbeat is not reported")
	}
	if err := x.Beat(now); err != nil {
		t.Error(err)
	}
	if err := x.Close(now); err != nil {
		t.Error(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	now = now.Add(time.Minute)
	x = openedIndex(t, path, now, true)
	if got := due(x, now); got != "t0" || len(x.all) != 100 {
		t.Errorf("%q of %d are due", got, len(x.all))
	}
	kill(x)
	for _, at := range []int{0, 5, len(text) / 2, len(text) - 20} {
		damaged := slices.Clone(text)
		damaged[at] ^= 1
		if err := os.WriteFile(path, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		later := now.Add(time.Minute)
		x = openedIndex(t, path, later, false)
		if got := later.Sub(x.Ran("unknown", later)); got < time.Minute {
			t.Errorf("damaged at %d, a clock has stood still for %v", at, got)
		}
		kill(x)
	}
}

// BenchmarkOpenIndex opens the index of 100,000 tables whose clocks run.
func BenchmarkOpenIndex(b *testing.B) {
	path := filepath.Join(b.TempDir(), "times")
	x, _, err := openIndex(path, morning)
	if err != nil {
		b.Fatal(err)
	}
	for i := range 100_000 {
		_ = x.Set(running{ID: fmt.Sprintf("table%011d", i), Seat: i % 2, Due: morning.Add(time.Duration(i) * time.Second)})
	}
	if err := x.Close(morning); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		x, whole, err := openIndex(path, morning.Add(time.Hour))
		if err != nil || !whole || len(x.Due(morning, 0)) > 0 {
			b.Fatal(err, whole)
		}
		kill(x)
	}
}

// BenchmarkDueTimes searches 100,000 tables for those whose time is over.
func BenchmarkDueTimes(b *testing.B) {
	x, _, err := openIndex(filepath.Join(b.TempDir(), "times"), morning)
	if err != nil {
		b.Fatal(err)
	}
	defer kill(x)
	for i := range 100_000 {
		_ = x.Set(running{ID: fmt.Sprintf("table%011d", i), Seat: i % 2, Due: morning.Add(time.Duration(i) * time.Second)})
	}
	for b.Loop() {
		if got := len(x.Due(morning, 9500*time.Millisecond)); got != 10 {
			b.Fatal(got)
		}
	}
}

// An index that begins with the last time at which a server ran credits clocks with the time since then, and reports that tables are missing.
func TestAnIndexThatBegins(t *testing.T) {
	path := filepath.Join(t.TempDir(), "times")
	ran, err := lastRan(path)
	if err != nil || !ran.IsZero() {
		t.Errorf("without an index a server ran until %v, %v", ran, err)
	}
	began := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	for _, at := range []time.Time{began, began.Add(-time.Hour)} { // the second time replaces the first
		if err := startIndex(path, at); err != nil {
			t.Fatal(err)
		}
		if ran, err = lastRan(path); err != nil || !ran.Equal(at) {
			t.Errorf("it ran until %v, %v, want %v", ran, err, at)
		}
		index, whole, err := openIndex(path, at.Add(10*time.Minute))
		if err != nil || whole {
			t.Fatal(whole, err)
		}
		if got := index.Ran("table", at.Add(10*time.Minute)); !got.Equal(at) {
			t.Errorf("the clock of a table ran until %v, want %v", got, at)
		}
		if err := index.Close(at.Add(11 * time.Minute)); err != nil {
			t.Fatal(err)
		}
		if ran, err = lastRan(path); err != nil || !ran.Equal(at.Add(11*time.Minute)) {
			t.Errorf("then it ran until %v, %v", ran, err)
		}
	}
	if err := startIndex(path, time.Time{}); err != nil {
		t.Fatal(err)
	}
	if ran, err = lastRan(path); err != nil || !ran.IsZero() {
		t.Errorf("at the end it ran until %v, %v", ran, err)
	}
}

// The clock of a table stands still after a kill. If a second kill comes before the game records this, the time after the first kill still does not count.
func TestAKillWhileATableIsOpened(t *testing.T) {
	path, now := filepath.Join(t.TempDir(), "times"), time.UnixMilli(1_700_000_000_000)
	// opens opens the index as if it had been killed a minute ago, and claims the table.
	opens := func() (x *index, down time.Duration) {
		t.Helper()
		now = now.Add(time.Minute)
		x, _, err := openIndex(path, now)
		if err != nil {
			t.Fatal(err)
		}
		ran, _, err := (&times{index: x, was: map[string]running{}}).Claim("t", true, now)
		if err != nil {
			t.Fatal(err)
		}
		return x, now.Sub(ran)
	}
	beats := func(x *index, after time.Duration) {
		t.Helper()
		now = now.Add(after)
		if err := x.Beat(now); err != nil {
			t.Fatal(err)
		}
	}
	x, _ := opens()
	beats(x, 0)
	x, _ = opens()
	beats(x, 0)
	x, down := opens()
	if down != 2*time.Minute {
		t.Errorf("after the second kill the clock stood still for %v", down)
	}
	beats(x, 2*time.Second)
	if _, down = opens(); down != time.Minute {
		t.Errorf("after a kill at a table that has recorded how long its clock ran, it stood still for %v", down)
	}
}

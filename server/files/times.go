package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"attic/game"
	"attic/match"
	"attic/match/store"
)

// index lists the tables of a hall that are open, or put away while a clock runs. The hall uses it to learn, without reading a journal, when a player's
// time is over, even after a kill. The journals decide: a table that Due returns is opened, and ends its game itself if the time is over. Its methods
// may be called by several goroutines.
//
// The file has a line for each change; the last line of a table counts. A heartbeat in a separate file records the last time at which the hall ran.
type index struct {
	path    string
	beating sync.Mutex // held by Beat and Close

	mu    sync.Mutex
	all   map[string]running
	down  time.Duration // how long the server was down, for tables that are not in all; 0 if no table can be missing
	seen  time.Time     // the last time at which the index was used
	stale bool          // the server stood still, and the file does not record this yet
	file  *os.File
	beat  *os.File
	chain match.Chain
	size  int64 // the size of the text in the file
	lines int
	torn  bool // the file may contain more, after a write that failed
	fresh bool // the text in the file may not be on the disk yet
}

// running is a table of the index.
type running struct {
	ID   string    // without blanks
	Open bool      // the table is open, or was open when the server was killed: only its journal shows whose clock runs
	Seat int       // the seat whose clock runs; game.Nobody: the table need not be in the index
	Due  time.Time // when the time of that seat is over
	Days bool      // the clock keeps running while the server is down

	down    time.Duration // how long the server was down since the table was opened or put away
	claimed time.Time     // when the table was opened

	lost bool // the table was open when the server was killed, and has not been opened since
}

const (
	timesHead = "attic times 1"
	openWord  = "open"
	daysWord  = "days"

	// standstill is a gap between two uses of the index. If the gap is at least this long, the server was stopped or its machine slept. The gap
	// counts as down time.
	standstill = 10 * time.Second

	// claimTime is the most time that it may take to open a table and record in its game how long its clock has run.
	claimTime = time.Second

	// beatSuffix is added to the name of the index's file. The result is the name of the file with the heartbeat.
	beatSuffix = ".beat"

	// The file is rewritten when its number of lines is larger than fewLines, and larger than the constant sparse for each table.
	sparse   = 4
	fewLines = 10_000
)

var (
	errTable = errors.New("a table's name must be one word")
	errShut  = errors.New("the times of the tables cannot be written until the next heartbeat")
)

// openIndex opens the index in the file at path, which need not exist. Clocks that stop while the server is down are credited with the time since the
// last heartbeat. Unless whole is set, tables may be missing in the index, because its file does not exist or is damaged.
func openIndex(path string, now time.Time) (t *index, whole bool, err error) {
	t = &index{path: path, all: map[string]running{}}
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, false, store.Plain(err)
	}
	last, whole := t.read(string(text))
	last = latest(path, last)
	down := time.Duration(0)
	if !last.IsZero() {
		down = max(now.Sub(last), 0) // a machine's clock can be set back
	}
	if !whole {
		t.down = down
	}
	for id, r := range t.all {
		r.lost = r.Open
		t.all[id] = r
	}
	t.giveBack(down)
	if err = t.rewrite(now); err == nil {
		t.beat, err = os.OpenFile(path+beatSuffix, os.O_RDWR|os.O_CREATE, 0o600)
	}
	if err != nil {
		_ = t.shut()
		return nil, false, store.Plain(err)
	}
	return t, whole, nil
}

// lastRan returns the last time at which a server used the index at path, or the zero time if no server has used it.
func lastRan(path string) (time.Time, error) {
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return time.Time{}, store.Plain(err)
	}
	t := index{all: map[string]running{}}
	last, _ := t.read(string(text))
	return latest(path, last), nil
}

// latest returns the later of last and the heartbeat of the index at path.
func latest(path string, last time.Time) time.Time {
	text, err := os.ReadFile(path + beatSuffix)
	if err != nil {
		return last
	}
	line, _, _ := strings.Cut(string(text), "\n")
	line, whole := new(match.Chain).Unseal(line)
	if at, err := strconv.ParseInt(line, 10, 64); whole && err == nil && time.UnixMilli(at).After(last) {
		return time.UnixMilli(at)
	}
	return last
}

func beatOf(at time.Time) []byte {
	return []byte(new(match.Chain).Seal(strconv.FormatInt(at.UnixMilli(), 10)) + "\n")
}

// startIndex makes an index at path in which all tables are missing. The parameter ran is the last time at which the server ran; the zero time means
// that it never ran.
func startIndex(path string, ran time.Time) error {
	for _, name := range []string{path, path + beatSuffix} {
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return store.Plain(err)
		}
	}
	if ran.IsZero() {
		return nil
	}
	return store.Replace(path+beatSuffix, 0o600, func(w io.Writer) error {
		_, err := w.Write(beatOf(ran))
		return err
	})
}

// giveBack records that the server was down for the given time. An open table notices this itself.
func (t *index) giveBack(down time.Duration) {
	for id, r := range t.all {
		if r.Open && !r.lost {
			continue
		}
		if r.down += down; !r.Days {
			r.Due = r.Due.Add(down)
		}
		t.all[id] = r
	}
}

// use records that the index is used now, and whether the server had been stopped before.
func (t *index) use(now time.Time) {
	now = now.Round(0) // only the wall clock runs while a machine sleeps
	if gap := now.Sub(t.seen); gap >= standstill {
		t.giveBack(gap)
		t.stale = true
	}
	t.seen = now
}

// read parses the text of the file. It returns the time at which the file was last rewritten, and whether the text is complete.
func (t *index) read(text string) (last time.Time, whole bool) {
	head, rest, _ := strings.Cut(text, "\n")
	head, ok := t.chain.Unseal(head)
	number, ours := strings.CutPrefix(head, timesHead+" ")
	at, err := strconv.ParseInt(number, 10, 64)
	if !ok || !ours || err != nil {
		return time.Time{}, false
	}
	for line := range strings.Lines(rest) {
		line, ended := strings.CutSuffix(line, "\n")
		line, ok := t.chain.Unseal(line)
		r, known := parseRunning(line)
		if !ended || !ok || !known {
			return time.UnixMilli(at), false
		}
		t.take(r)
	}
	return time.UnixMilli(at), true
}

func (t *index) take(r running) {
	if t.all[r.ID] = r; !r.Open && r.Seat < 0 {
		delete(t.all, r.ID)
	}
}

// line returns a table as text. The text begins with the table's name. For an open table, openWord and the down time follow. For a running clock,
// there follow the seat, the end of its time, and daysWord or the down time.
func (r running) line() string {
	switch {
	case r.Open:
		return fmt.Sprintf("%s %s %d", r.ID, openWord, r.down.Milliseconds())
	case r.Seat < 0:
		return r.ID
	case r.Days:
		return fmt.Sprintf("%s %d %d %s", r.ID, r.Seat, r.Due.UnixMilli(), daysWord)
	}
	return fmt.Sprintf("%s %d %d %d", r.ID, r.Seat, r.Due.UnixMilli(), r.down.Milliseconds())
}

// parseRunning parses the text that line returns.
func parseRunning(text string) (r running, ok bool) {
	f := strings.Fields(text)
	number := func(i int) int64 {
		n, err := strconv.ParseInt(f[i], 10, 64)
		ok = ok && err == nil && n >= 0
		return n
	}
	ok = true
	switch {
	case len(f) == 1:
		return running{ID: f[0], Seat: game.Nobody}, true
	case len(f) == 3 && f[1] == openWord:
		return running{ID: f[0], Open: true, down: time.Duration(number(2)) * time.Millisecond}, ok
	case len(f) == 4:
		r = running{ID: f[0], Seat: int(number(1)), Due: time.UnixMilli(number(2)), Days: f[3] == daysWord}
		if !r.Days {
			r.down = time.Duration(number(3)) * time.Millisecond
		}
		return r, ok
	}
	return r, false
}

// rewrite replaces the file by a new one with a line for each table, in which all clocks have run until now.
func (t *index) rewrite(now time.Time) error {
	var b strings.Builder
	var chain match.Chain
	b.WriteString(chain.Seal(fmt.Sprint(timesHead, " ", now.UnixMilli())) + "\n")
	for _, r := range t.all {
		b.WriteString(chain.Seal(r.line()) + "\n")
	}
	_ = t.shut() // some systems cannot replace an open file
	err := store.Replace(t.path, 0o600, func(w io.Writer) error {
		_, err := io.WriteString(w, b.String())
		return err
	})
	if err != nil {
		return err
	}
	t.chain, t.size, t.lines, t.torn, t.fresh, t.stale, t.seen = chain, int64(b.Len()), len(t.all), false, false, false, now.Round(0)
	t.file, err = os.OpenFile(t.path, os.O_RDWR, 0)
	return err
}

// Set puts a table into the index, or removes it. An open table counts as opened now, so earlier down time no longer counts for it. The change reaches
// the disk with the next Beat. After an error, the index contains the change but the file does not.
func (t *index) Set(r running) error {
	r.down, r.lost = 0, false
	return t.Restore(r)
}

// At returns a table of the index, and whether it is there.
func (t *index) At(id string) (running, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	r, there := t.all[id]
	return r, there
}

// Restore is like Set, for a value r that At has returned: the table becomes again as it was then.
func (t *index) Restore(r running) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.put(r)
}

// put is like Restore, for callers that hold mu.
func (t *index) put(r running) error {
	was, there := t.all[r.ID]
	switch {
	case r.ID == "" || strings.ContainsAny(r.ID, " \t\n\r"):
		return errTable
	case !there && !r.Open && r.Seat < 0, there && was == r:
		return nil
	}
	r.Due = r.Due.Round(0)
	t.take(r)
	if t.file == nil {
		return errShut
	}
	if t.torn {
		if err := t.file.Truncate(t.size); err != nil {
			return store.Plain(err)
		}
	}
	chain := t.chain
	line := chain.Seal(r.line()) + "\n"
	_, err := t.file.WriteAt([]byte(line), t.size)
	t.torn, t.fresh = err != nil, true
	if err != nil {
		return store.Plain(err)
	}
	t.chain, t.size, t.lines = chain, t.size+int64(len(line)), t.lines+1
	return nil
}

// Due returns the tables that the server should open now: tables that are put away and at which a player's time ends within the duration ahead, and
// tables that were open when the server was killed and have not been opened since. Call it every few seconds, like Beat.
func (t *index) Due(now time.Time, ahead time.Duration) (ids []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.use(now)
	for id, r := range t.all {
		if r.lost || !r.Open && !now.Add(ahead).Before(r.Due) {
			ids = append(ids, id)
		}
	}
	return ids
}

// Ran returns the time until which the clock of a table that is being opened has run: now, minus the time during which the server was down.
func (t *index) Ran(id string, now time.Time) time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.use(now)
	if r, ok := t.all[id]; ok {
		return now.Add(-r.down)
	}
	return now.Add(-t.down)
}

// Beat records that the server runs now, and makes sure that the index is on the disk. Call it every few seconds: after a kill, the server counts as
// down from the last call on.
func (t *index) Beat(now time.Time) error {
	t.beating.Lock()
	defer t.beating.Unlock()
	t.told(now)
	err := t.flush(now)
	if err == nil {
		_, err = t.beat.WriteAt(beatOf(now), 0) // the rest of a longer line stays after the line feed
	}
	if err == nil {
		err = t.beat.Sync()
	}
	return store.Plain(err)
}

// told resets the down time of tables that have been open for at least claimTime, because by now their games record it.
func (t *index) told(now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, r := range t.all {
		if r.Open && !r.lost && r.down > 0 && now.Sub(r.claimed) > claimTime {
			r.down = 0
			_ = t.put(r) // if this fails, flush fails too
		}
	}
}

// flush makes sure that the index is on the disk. The index can be used at the same time, unless it has to be rewritten.
func (t *index) flush(now time.Time) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.use(now)
	if t.file == nil || t.stale || t.lines > sparse*len(t.all)+fewLines {
		return t.rewrite(now)
	}
	if !t.fresh {
		return nil
	}
	t.fresh = false
	t.mu.Unlock()
	err := t.file.Sync() // nobody else closes it
	t.mu.Lock()
	if err != nil {
		_ = t.shut() // the next Beat rewrites it
	}
	return err
}

// Close calls Beat a last time, and closes the files.
func (t *index) Close(now time.Time) error {
	err := t.Beat(now)
	t.beating.Lock()
	defer t.beating.Unlock()
	t.mu.Lock()
	defer t.mu.Unlock()
	return errors.Join(err, t.shut(), t.beat.Close())
}

func (t *index) shut() error {
	if t.file == nil {
		return nil
	}
	err := t.file.Close()
	t.file = nil
	return err
}

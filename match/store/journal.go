package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"attic/internal/lines"
	"attic/match"
)

const (
	damagedSuffix = ".damaged" // added to the name of a damaged file when its journal is repaired
	spare         = 8          // the number of lines of a journal that are reserved for the lines that Append adds itself and for match.AbandonedLine
)

var (
	errNoHome = errors.New("there is no home folder")
	errFull   = fmt.Errorf("a kept game has at most %d lines and %d MB", match.MostLines, match.MostBytes>>20)
	errLine   = errors.New("a line of a kept game must be plain text of at most 64 KB")
)

// Journal is the match.Ledger of one game that is being played: a file, whose events are its lines. It is locked until Archive or Discard.
// The file does not exist before the first Append.
type Journal struct {
	folder folder
	name   string    // name of the game
	now    time.Time // the time when this program began or resumed the game
	dated  bool      // the journal has a match.PlayedLine with now, before the first line that this program appends

	resumed bool       // the game was in the library before
	past    match.Past // the Past when the journal was resumed

	alone string // the path of the journal until the first move, if it is not in the store
	path  string // "" before the first Append
	lock  *fileLock
	away  bool        // the journal is archived: the lock is released
	file  *os.File    // nil before the first Append of this program
	seen  fs.FileInfo // the file's state when it last held text; nil: it must be read again
	news  string      // the changes to the file since the last call of News
	beat  *os.File    // the heartbeat; nil before this program writes one
	woken string      // the heartbeat when the journal was resumed
	old   []string    // the lines of a journal of format 1, which the first Append rewrites in the present format
	chain match.Chain
	lines int

	mu   sync.Mutex    // guards the fields below against Read and Watch
	text []byte        // the journal; anything after it in the file is not part of it
	last uint64        // the number of the last line; more than the number of lines after the file has been rewritten with fewer lines
	more chan struct{} // closed when lines are added; nil if nobody watches
}

// Begin returns a journal for a new game called name that begins now. The first Append gives it a number and creates its file.
func (l Library) Begin(name string, now time.Time) (*Journal, error) {
	if l.folder.dir == "" {
		if l.profile.Debts != nil && l.profile.homeless != nil {
			return nil, l.profile.homeless
		}
		return nil, errNoHome
	}
	if err := makeDir(l.folder.games); err != nil {
		return nil, err
	}
	return &Journal{folder: l.folder, name: name, now: now}, nil
}

// Append writes lines to the journal; see match.Ledger. The first line of a new journal is match.JournalHead. Append first calls Keep.
func (j *Journal) Append(after uint64, list ...string) (uint64, error) {
	if after != j.last {
		return 0, match.ErrMoved
	}
	err := j.append(strings.Split(strings.Join(list, "\n"), "\n"))
	return j.last, err
}

func (j *Journal) append(list []string) error {
	switch {
	case j.alone != "" && !plays(list) && j.lines < mostAlone:
		return j.appendAlone(list)
	case j.alone != "":
		if err := j.Enter(); err != nil {
			return err
		}
	}
	switch {
	case j.path == "":
		return j.create(list)
	case j.away:
		if err := j.takeOut(); err != nil {
			return err
		}
	}
	if err := j.Keep(); err != nil {
		return err
	}
	if n := match.JournalFormat(j.text); j.old == nil && n > 1 && n < match.JournalFormat([]byte(match.JournalHeadOf(list))) {
		all, _, _ := j.Read(0)
		j.old = all[1:] // earlier versions must not take the lines of a newer format for damage
	}
	if j.old != nil {
		return j.renew(list)
	}
	continued := !j.dated
	if continued {
		played, err := j.played()
		if err != nil {
			return err
		}
		list = append([]string{played}, list...)
	}
	text, chain, err := j.seal(list, j.text)
	if errors.Is(err, errFull) && j.shorten() {
		return j.renew(list)
	}
	if err != nil {
		return err
	}
	if j.file == nil {
		if err := j.open(); err != nil {
			return err
		}
	}
	size := int64(len(j.text))
	_, err = j.file.WriteAt(text, size)
	if err == nil {
		err = j.file.Sync()
	}
	if err != nil {
		return j.takeBack(size, Plain(err))
	}
	j.wrote(append(j.text, text...), chain, len(list), len(list))
	if j.seen, _ = j.file.Stat(); continued {
		j.folder.note(j.path)
	}
	return nil
}

// takeBack removes from the file any text that a failed Append has written after size bytes; why is the reason for the failure. If this fails
// too, the error is match.ErrUnknown: the lines may be there until open cuts them off before the next Append.
func (j *Journal) takeBack(size int64, why error) error {
	err := j.file.Truncate(size)
	if err == nil {
		err = j.file.Sync()
	}
	j.seen, _ = j.file.Stat()
	_ = j.shut()
	if err == nil {
		return why
	}
	if err = Replace(j.path, 0o600, writes(j.text)); err != nil {
		return fmt.Errorf("%w: %w", match.ErrUnknown, why)
	}
	j.seen, _ = os.Stat(j.path)
	return why
}

// create creates the file with its first lines, completely or not at all.
func (j *Journal) create(list []string) error {
	played, err := j.played()
	if err != nil {
		return err
	}
	text, chain, err := j.seal(append([]string{match.JournalHeadOf(list), played}, list[1:]...), nil)
	if err != nil {
		return err
	}
	if err := j.place(text); err != nil {
		return err
	}
	j.wrote(text, chain, len(list)+1, len(list)+1)
	return nil
}

// place gives the game a new number and creates its file with text.
func (j *Journal) place(text []byte) error {
	unlock, err := j.folder.lockFolder()
	if err != nil {
		return err
	}
	defer unlock()
	return j.folder.amend(func(x summary) (string, *entry, error) {
		const tries = 100 // if one game cannot be locked, the next number is tried
		number := x.Last
		var err error
		for range tries {
			number++
			path := j.folder.pathOf(number, j.name)
			if _, e := os.Lstat(path); !errors.Is(e, fs.ErrNotExist) {
				continue
			}
			_ = removed(path + beatSuffix) // the heartbeat of a game that no longer exists
			var lock *fileLock
			if lock, err = lockGame(path); err != nil {
				continue
			}
			if err = Replace(path, 0o600, writes(text)); err != nil {
				removeLock(lock)
				return "", nil, err
			}
			j.path, j.lock = path, lock
			j.seen, _ = os.Stat(path)
			now := j.folder.inspect(numbered{number, j.name, path}, stampOf(j.seen))
			return filepath.Base(path), &now, nil
		}
		return "", nil, err
	})
}

// renew replaces the file by a file that holds the lines of old, followed by the lines of list.
func (j *Journal) renew(list []string) error {
	played, err := j.played()
	if err != nil {
		return err
	}
	whole := func() ([]string, []byte, match.Chain, error) {
		all := slices.Concat([]string{match.JournalHeadOf(slices.Concat(j.old, list)), played}, j.old, list)
		j.chain, j.lines = "", 0
		text, chain, err := j.seal(all, nil)
		return all, text, chain, err
	}
	was, count := j.chain, j.lines
	all, text, chain, err := whole()
	if errors.Is(err, errFull) && j.shorten() {
		all, text, chain, err = whole()
	}
	if err == nil {
		_ = j.shut() // some systems cannot replace an open file
		err = Replace(j.path, 0o600, writes(text))
	}
	if err != nil {
		j.chain, j.lines = was, count
		return err
	}
	j.wrote(text, chain, len(all), len(list))
	j.old = nil
	j.seen, _ = os.Stat(j.path)
	j.folder.note(j.path)
	return nil
}

// shorten sets old to the lines of the shortest record of the match, and reports whether it is shorter than the journal.
func (j *Journal) shorten() bool {
	record, err := j.folder.parse(j.text)
	if err != nil {
		return false
	}
	short := slices.Concat(record.Match.Lines(), record.Past.Lines(), match.Notes(record.Match), match.AnalysisLines(record.Match))
	if len(short) >= record.Lines {
		return false
	}
	j.old = short
	return true
}

func writes(text []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	}
}

// played returns the match.PlayedLine with the time now and an order number above the order numbers of all other games.
func (j *Journal) played() (string, error) {
	x, err := j.folder.sums()
	if err != nil {
		return "", err
	}
	return match.PlayedLine(x.Order+1, j.now), nil
}

// seal returns the text of the next lines after text, with their hashes, and the chain after them. It refuses lines that could not be read back.
func (j *Journal) seal(list []string, text []byte) ([]byte, match.Chain, error) {
	var b bytes.Buffer
	chain := j.chain
	mostLines, mostBytes := match.MostLines-spare, int64(match.MostBytes-spare*100)
	for _, line := range list {
		if line == match.AbandonedLine {
			mostLines, mostBytes = match.MostLines, match.MostBytes
		}
		b.WriteString(chain.Seal(line))
		b.WriteByte('\n')
		if len(line) > lines.Most-match.SealBytes || !lines.Plain(line) {
			return nil, "", errLine
		}
	}
	if j.lines+len(list) > mostLines || int64(len(text)+b.Len()) > mostBytes {
		return nil, "", errFull
	}
	return b.Bytes(), chain, nil
}

// wrote updates j after count lines were written. The number fresh of them are new to readers; text and chain describe the whole journal.
func (j *Journal) wrote(text []byte, chain match.Chain, count, fresh int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.chain, j.dated = chain, true
	j.lines += count
	j.text = text
	j.last += uint64(fresh)
	if j.more != nil {
		close(j.more)
		j.more = nil
	}
}

// Read returns the lines after the line with the number after. If the file has been rewritten with fewer lines since then, the error is
// match.ErrMoved; Read(0) returns the new lines.
func (j *Journal) Read(after uint64) (list []string, last uint64, err error) {
	j.mu.Lock()
	text, last := j.text, j.last
	j.mu.Unlock()
	if after >= last {
		return nil, last, nil
	}
	at := 0
	if after > 0 {
		at = len(text)
		for range last - after {
			if at == 0 {
				return nil, last, match.ErrMoved
			}
			at = bytes.LastIndexByte(text[:at-1], '\n') + 1
		}
	}
	sealed := match.JournalFormat(text) > 1
	for line := range bytes.Lines(text[at:]) {
		line = bytes.TrimRight(line, "\r\n")
		if sealed {
			line = line[:len(line)-match.SealBytes]
		}
		list = append(list, string(line))
	}
	return list, last, nil
}

// Watch waits until there are lines after the line with the number after; see match.Ledger.
func (j *Journal) Watch(ctx context.Context, after uint64) error {
	for {
		j.mu.Lock()
		if j.last > after {
			j.mu.Unlock()
			return nil
		}
		if j.more == nil {
			j.more = make(chan struct{})
		}
		more := j.more
		j.mu.Unlock()
		select {
		case <-more:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// open opens the file for further lines, and removes a last line that is incomplete because a program died.
func (j *Journal) open() error {
	file, err := os.OpenFile(j.path, os.O_RDWR, 0)
	if err != nil {
		return Plain(err)
	}
	if info, e := file.Stat(); e != nil || j.seen == nil || !os.SameFile(info, j.seen) {
		err = errors.New("its file has just been replaced")
	} else {
		err = file.Truncate(int64(len(j.text)))
	}
	if err != nil {
		_ = file.Close()
		return Plain(err)
	}
	j.file = file
	return nil
}

// Archive makes sure that the game is in the library, as Keep does, closes the file and releases the lock.
func (j *Journal) Archive() error {
	if j.path == "" || j.away || j.alone != "" {
		j.away = j.path != ""
		return nil
	}
	err := j.Keep()
	j.quiet()
	err = errors.Join(err, j.shut())
	if j.dated && err == nil {
		j.folder.note(j.path)
	}
	_ = j.lock.Unlock()
	j.away = true
	return err
}

// Past returns the match.Past of a journal at the time it was resumed.
func (j *Journal) Past() match.Past { return j.past }

func (j *Journal) shut() error {
	if j.file == nil {
		return nil
	}
	err := j.file.Close()
	j.file = nil
	return err
}

// takeOut undoes Archive, unless another program has continued the game since.
func (j *Journal) takeOut() error {
	lock, err := lockGame(j.path)
	if errors.Is(err, errHeld) {
		return match.ErrMoved
	}
	if err != nil {
		return err
	}
	info, _ := os.Stat(j.path)
	if text, err := readText(j.path); err != nil || !bytes.Equal(text, j.text) {
		_ = lock.Unlock()
		return match.ErrMoved
	}
	j.lock, j.seen, j.away = lock, info, false
	return nil
}

// Discard removes a new game, and marks a resumed game as abandoned. It closes the journal.
func (j *Journal) Discard() error {
	switch {
	case j.path == "":
		return nil
	case j.resumed:
		err := j.append([]string{match.AbandonedLine})
		return errors.Join(err, j.Archive())
	case j.alone != "":
		return removed(j.alone)
	}
	j.quiet()
	err := j.shut()
	unlock, e := j.folder.lockFolder()
	if e != nil {
		return errors.Join(err, e)
	}
	defer unlock()
	return errors.Join(err, j.folder.amend(func(summary) (string, *entry, error) {
		var err error
		if text, e := readText(j.path); e == nil && bytes.HasPrefix(j.text, text) { // otherwise the file belongs to another game
			err = removed(j.path)
		}
		removeLock(j.lock)
		return filepath.Base(j.path), nil, err
	}))
}

// Kept is a game of the library that can be continued.
type Kept struct {
	Number int
	Path   string
	Match  match.Match // for a damaged game, the match before the damage
	Left   time.Time   // the time when it was started or last continued
	Damage *DamagedError
	Lost   string // as in Game
	match.Past

	open      bool // neither finished nor abandoned
	abandoned bool
}

// Shorter returns the sentence for a game whose file is truncated, or "".
func (k Kept) Shorter() string {
	if k.Lost == "" {
		return ""
	}
	return fmt.Sprintf("The file of game %d is shorter than it was: %s. The game continues from there.", k.Number, k.Lost)
}

// Kept returns the game called name that was most recently started or continued, and whether there is one. It considers only unfinished games
// that no program is playing. A damaged game counts if part of it can be played.
func (l Library) Kept(name string) (Kept, bool) { return l.latest(name, false) }

// Latest is like Kept, but also returns a damaged game even if no part of it can be played.
func (l Library) Latest(name string) (Kept, bool) { return l.latest(name, true) }

func (l Library) latest(name string, unplayable bool) (Kept, bool) {
	x, err := l.folder.sums()
	if err != nil {
		return Kept{}, false
	}
	return l.latestOf(x.of(name), name, unplayable)
}

// latestOf is latest for the games called name; n is the part of the summary about them.
func (l Library) latestOf(n *named, name string, unplayable bool) (Kept, bool) {
	if k, ok := l.latestIn(n.open, unplayable); ok || !n.More {
		return k, ok
	}
	list, _, err := l.folder.update(false)
	if err != nil {
		return Kept{}, false
	}
	list = slices.DeleteFunc(list, func(e entry) bool { return e.game.Name != name })
	slices.SortStableFunc(list, func(a, b entry) int { return newest(a.game, b.game) })
	return l.latestIn(list, unplayable)
}

func (l Library) latestIn(list []entry, unplayable bool) (Kept, bool) {
	for _, e := range list {
		g := e.game
		if !g.open || !g.playable && !unplayable {
			continue
		}
		if errors.Is(unlocked(g.Path), errHeld) {
			continue
		}
		k, err := l.load(numbered{g.Number, g.Name, g.Path}, &e)
		if err == nil && k.open && (unplayable || k.Damage == nil || k.Damage.Playable) {
			return k, true
		}
	}
	return Kept{}, false
}

// Resume locks a game and returns its journal and its match in their present state. now is the time at which the game is continued. The file
// does not change before the first Append. If the game is damaged, Resume returns a *DamagedError and changes nothing.
func (l Library) Resume(k Kept, now time.Time) (*Journal, match.Match, error) {
	j, m, _, err := l.resume(k, now, false)
	return j, m, err
}

// Repair is like Resume, but continues a damaged game from the line before the damage. It keeps a copy of the damaged file in the same
// folder; aside is the path of the copy, or "" if the game was not damaged.
func (l Library) Repair(k Kept, now time.Time) (j *Journal, m match.Match, aside string, err error) {
	return l.resume(k, now, true)
}

// resume is Resume or, if repair is true, Repair.
func (l Library) resume(k Kept, now time.Time, repair bool) (_ *Journal, _ match.Match, aside string, err error) {
	lock, err := lockGameFor(k.Path, glance)
	switch {
	case errors.Is(err, errHeld):
		return nil, match.Match{}, "", k.held(err)
	case err != nil:
		return nil, match.Match{}, "", err
	}
	defer func() {
		if err != nil {
			_ = lock.Unlock()
		}
	}()
	info, _ := os.Stat(k.Path)
	text, err := readText(k.Path)
	var record match.Record
	if err == nil {
		record, err = l.folder.parse(text)
	} else {
		err = unread(err)
	}
	if wrong := (*damagedLine)(nil); errors.As(err, &wrong) {
		damage := &DamagedError{Number: k.Number, Path: k.Path, Line: wrong.Line, Why: wrong.Err, Playable: record.Playable()}
		if !repair || !damage.Playable {
			return nil, match.Match{}, "", damage
		}
		if aside, err = setAside(k.Path, text, text[:record.Bytes]); err == nil {
			l.folder.note(k.Path) // because its file was shortened on purpose
			info, err = os.Stat(k.Path)
		}
	}
	if err != nil {
		return nil, match.Match{}, "", err
	}
	j := &Journal{
		folder: l.folder, name: record.Match.Game().Info().Name, now: now, resumed: true, past: record.Past,
		path: k.Path, lock: lock, woken: lastBeat(k.Path), chain: record.Chain, lines: record.Lines,
		text: text[:record.Bytes:record.Bytes], last: uint64(record.Lines), seen: info,
	}
	if record.Version < 2 {
		j.old = oldLines(j.text)
	}
	return j, record.Match, aside, nil
}

// oldLines returns the lines of a journal of format 1, except the first.
func oldLines(text []byte) []string {
	list := []string{}
	headed := false
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\r\n")
		if word := strings.TrimSpace(line); !headed && word != "" && word[0] != '#' {
			headed = true
			continue
		}
		list = append(list, line)
	}
	return list
}

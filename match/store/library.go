package store

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"attic/game"
	"attic/internal/phrase"
	"attic/match"
)

const (
	claimed    = "claimed, not confirmed" // the result of a game that this user, as a guest, won by a claim that the host has not confirmed
	mostHosted = 100                      // the number of games that Hosted examines
)

// The library is the folder of games, one file each: 000012-ataxx.game is game 12. A journal keeps its file from its first line on, through
// play, pauses and the end of the game. Only Delete removes the file, except that Discard removes the file of a new game.

const suffix = ".game"

// Library holds the kept games. Several programs may use it at the same time: each locks the game that it is playing.
type Library struct {
	folder  folder
	profile Profile // has the judgements, which are deleted with their games
}

// ErrNoGame is the error for a number that belongs to no game.
var ErrNoGame = errors.New("there is no such game")

// Game is a game of the library.
type Game struct {
	Number   int // from 1; it never changes
	Path     string
	Name     string    // name of the game that is played
	Opponent string    // the opponents, such as "against the computer (level 3)"
	Ply      int       // as in match.Match.Ply
	Where    string    // as match.Where returns it; "" at the beginning of a game, or if the game cannot be read
	Played   time.Time // the time when it was last started or continued
	Result   string    // such as "Red wins", "unfinished", "abandoned" or "damaged at line 7"
	Damage   int       // the first line that cannot be read, or 0
	Lost     string    // describes the missing end of its file, such as "3 single moves are missing at the end", or ""; Result includes it
	Rounds   []Round   // in order

	order    uint64 // the rank of Played among all games; 0 in a journal of format 1
	open     bool   // neither finished nor abandoned
	playable bool   // a round has begun in the readable lines
	bytes    int64  // the length of the good lines
	chain    match.Chain
}

type numbered struct {
	number int
	name   string // name of the game that is played, taken from the file's name
	path   string
}

// A number in a file name has leastDigits to mostDigits digits.
const leastDigits, mostDigits = 6, 9

// parseName splits a file name into the number and the name of the game.
func parseName(file string) (number int, name string, ok bool) {
	digits, name, ok := strings.Cut(strings.TrimSuffix(file, suffix), "-")
	if !ok || len(digits) < leastDigits || len(digits) > mostDigits || name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
		return 0, "", false
	}
	n, err := strconv.ParseUint(digits, 10, 31)
	return int(n), name, err == nil && n > 0 && (len(digits) == leastDigits || digits[0] != '0')
}

// pathOf returns the path of the file for a game with the given number and name.
func (d folder) pathOf(number int, name string) string {
	return filepath.Join(d.games, fmt.Sprintf("%0*d-%s%s", leastDigits, number, name, suffix))
}

// files returns the files of the library, sorted by number. It numbers files without a number, which come from older versions of attic. held
// must be true if the caller holds the lock of the folder.
func (d folder) files(held bool) ([]numbered, error) {
	list, others, err := d.names()
	if err != nil || len(others) == 0 {
		return list, err
	}
	unlock := func() {}
	if !held {
		unlock, err = d.lockFolder()
	}
	if err == nil {
		d.number()
		unlock()
		if list, others, err = d.names(); err != nil {
			return nil, err
		}
	}
	// A file that cannot be renamed, because an older version of attic is playing it or the folder is read-only, is listed after the others.
	d.byTime(others)
	next := d.highest(list) + 1
	for i, name := range others {
		list = append(list, numbered{next + i, gameOf(name), filepath.Join(d.games, name)})
	}
	return list, nil
}

// names returns the files of the library, sorted by number, and the names of the files with no number or a duplicate one.
func (d folder) names() (list []numbered, others []string, err error) {
	entries, err := os.ReadDir(d.games)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, Plain(err)
	}
	for _, e := range entries { // sorted by name
		name := e.Name()
		if !strings.HasSuffix(name, suffix) || strings.HasPrefix(name, ".") {
			continue
		}
		number, game, ok := parseName(name)
		if !ok || len(list) > 0 && list[len(list)-1].number == number {
			others = append(others, name)
			continue
		}
		list = append(list, numbered{number, game, filepath.Join(d.games, name)})
	}
	return list, others, nil
}

// highest returns the highest known number that a game has ever had.
func (d folder) highest(list []numbered) int {
	x, _ := d.readSummary()
	most := max(x.Last, d.whole().last)
	for _, f := range list {
		most = max(most, f.number)
	}
	return most
}

// number numbers the files that have no number, the oldest first. The caller must hold the lock of the folder.
func (d folder) number() {
	list, others, err := d.names()
	if err != nil {
		return
	}
	d.byTime(others)
	next := d.highest(list) + 1
	for _, name := range others {
		old := filepath.Join(d.games, name)
		lock, err := lockGame(old)
		if err != nil {
			continue
		}
		if os.Rename(old, d.pathOf(next, gameOf(name))) == nil {
			_ = os.Rename(old+beatSuffix, d.pathOf(next, gameOf(name))+beatSuffix) // most files have none
			next++
			removeLock(lock)
		} else {
			_ = lock.Unlock()
		}
	}
	syncDir(d.games)
}

// byTime sorts file names by modification time, the oldest first.
func (d folder) byTime(names []string) {
	changed := map[string]time.Time{}
	for _, name := range names {
		if info, err := os.Lstat(filepath.Join(d.games, name)); err == nil {
			changed[name] = info.ModTime()
		}
	}
	slices.SortStableFunc(names, func(a, b string) int {
		return cmp.Or(changed[a].Compare(changed[b]), strings.Compare(a, b))
	})
}

// gameOf returns the name of the game in a file name without a valid number, or "unknown".
func gameOf(file string) string {
	file = strings.ToLower(strings.TrimLeft(file, "0123456789-"))
	end := strings.IndexFunc(file, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	if end <= 0 {
		return "unknown"
	}
	return file[:end]
}

// inspect reads a file for the list of games. A file that cannot be read counts as damaged, unless a newer version wrote it.
func (d folder) inspect(f numbered, at stamp) entry {
	record, changed, err := d.read(f.path)
	g := gameOfRecord(f, record, changed, err)
	return entry{g, at, g.content()}
}

// gameOfRecord returns the Game for a file for which read has returned record, changed and err.
func gameOfRecord(f numbered, record match.Record, changed time.Time, err error) Game {
	g := Game{Number: f.number, Path: f.path, Name: f.name, bytes: record.Bytes, chain: record.Chain}
	g.order, g.Played, g.playable = record.Order, playedAt(record, changed), record.Playable()
	if g.playable {
		m := record.Match
		g.Name, g.Ply, g.Where, g.Opponent, g.Result = m.Game().Info().Name, m.Ply(), match.Where(m), opponent(m), result(record)
		g.open = m.Unfinished() && !record.Abandoned
		g.Rounds = rounds(m)
	}
	var damage *damagedLine
	switch {
	case errors.Is(err, match.ErrNewer):
		g.Result, g.open, g.playable = err.Error(), false, false
	case errors.As(err, &damage):
		g.Damage, g.Result = damage.Line, fmt.Sprintf("damaged at line %d", damage.Line)
		if damage.Line == 0 {
			g.Result = fmt.Sprintf("cannot be read: %v", damage.Err)
		}
		g.open = !damage.abandoned
		g.order = max(g.order, damage.order)
	}
	return g
}

// playedAt returns the time when a game was last started or continued, in local time: from its record or, without one, from its file.
func playedAt(r match.Record, changed time.Time) time.Time {
	if r.Played.IsZero() {
		return changed
	}
	return r.Played.Local()
}

// damagedLine is the error for a file that cannot be read to its end, with the facts that the lines after the damage reveal. Line is 0 if no
// part of the file can be read.
type damagedLine struct {
	match.LineError
	order     uint64
	abandoned bool
}

// read reads a game of the library, and returns the modification time of its file. The error is a *damagedLine or wraps match.ErrNewer.
func (d folder) read(path string) (match.Record, time.Time, error) {
	var changed time.Time
	info, err := os.Stat(path)
	if err != nil {
		info, err = os.Lstat(path) // a broken link
	}
	if err == nil {
		changed = info.ModTime()
	}
	text, err := readText(path)
	switch {
	case errors.Is(err, errMissing) && info != nil:
		return match.Record{}, changed, unread(errors.New("it is a link to a file that does not exist"))
	case err != nil:
		return match.Record{}, changed, unread(err)
	}
	record, err := d.parse(text)
	return record, changed, err
}

// unread is the error for a file no part of which can be read.
func unread(err error) error { return &damagedLine{LineError: match.LineError{Err: err}} }

// parse reads the text of a game of the library. The error is a *damagedLine or wraps match.ErrNewer.
func (d folder) parse(text []byte) (match.Record, error) {
	record, err := match.ReadRecord(bytes.NewReader(text), d.find)
	if err == nil && !record.Journal {
		err = errors.New("it is a saved game, not a journal")
		record = match.Record{}
	}
	if err == nil || errors.Is(err, match.ErrNewer) {
		return record, err
	}
	damage := &damagedLine{LineError: match.LineError{Line: 1, Err: err}}
	if wrong := (*match.LineError)(nil); errors.As(err, &wrong) {
		damage.LineError = *wrong
	}
	for line := range strings.Lines(string(text)) {
		word, rest := phrase.Cut(line)
		order, _ := phrase.Cut(rest)
		damage.abandoned = word == match.AbandonedLine
		if n, err := strconv.ParseUint(order, 10, 40); word == "played" && err == nil {
			damage.order = max(damage.order, n)
		}
	}
	return record, damage
}

// readText returns the text of a file that OpenText opens.
func readText(path string) ([]byte, error) {
	file, err := OpenText(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(file)
	if err != nil {
		return nil, Plain(err)
	}
	return text, nil
}

// levelText precedes the level of the computer in Game.Opponent.
const levelText = "the computer (level "

// opponent describes the opponents in m.
func opponent(m match.Match) string {
	side := func(p match.Player) string {
		switch {
		case p.Program:
			return fmt.Sprintf("%s%d)", levelText, p.Level)
		case p.Name != "":
			return p.Name
		}
		return "a person"
	}
	mine := m.Players[m.Side]
	var others []string
	people := !mine.Program && mine.Name == ""
	for i, p := range m.Players {
		if i != m.Side {
			others = append(others, side(p))
			people = people && !p.Program && p.Name == ""
		}
	}
	_, _, studies := match.Study(m)
	switch them := phrase.List(others); {
	case studies:
		return "both sides"
	case people:
		return "between people"
	case !mine.Program && mine.Name == "":
		return "against " + them
	default:
		return side(mine) + " against " + them
	}
}

// result describes the result or the state of a game.
func result(r match.Record) string {
	m := r.Match
	if _, _, studies := match.Study(m); studies {
		return "analysis"
	}
	over := m.ToMove() == game.Nobody
	text := strings.TrimSuffix(m.Outcome().Text, ".")
	switch {
	case r.Claim != "" && !over:
		text = claimed
	case r.Abandoned && !over:
		text = "abandoned"
	case !r.Abandoned && m.Unfinished():
		text = "unfinished"
	case !over:
		text = "not begun"
	}
	if results := m.Results(); len(results) > 0 && (len(results) > 1 || !over || text == "unfinished") {
		var won []string
		for _, n := range m.Score() {
			won = append(won, strconv.Itoa(n))
		}
		text += ", rounds won " + strings.Join(won, " to ")
	}
	return text
}

// DamagedError reports where a game of the library is damaged.
type DamagedError struct {
	Number   int
	Path     string
	Line     int   // the first line that cannot be read, from 1; 0: no part of the file can be read
	Why      error // the fault in the line
	Playable bool  // the game can be continued from the line before the damage
}

// Error names the damaged line and the command that continues the game.
func (e *DamagedError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("game %d cannot be read: %s: %v", e.Number, phrase.Name(e.Path), e.Why)
	}
	text := fmt.Sprintf("game %d is damaged at line %d of %s", e.Number, e.Line, phrase.Name(e.Path))
	if e.Playable {
		return fmt.Sprintf("%s; resume %d continues from line %d", text, e.Number, e.Line-1)
	}
	return text + "; nothing before that line can be played"
}

// Unwrap returns the fault in the line.
func (e *DamagedError) Unwrap() error { return e.Why }

// Find returns the game with the given number, or ErrNoGame. If the game is damaged, Kept.Damage is set.
func (l Library) Find(number int) (Kept, error) {
	f, err := l.folder.fileOf(number)
	if err != nil {
		return Kept{}, err
	}
	return l.load(f, l.folder.entryOf(filepath.Base(f.path)))
}

// Journals calls the function each for the file of every kept game, in the order of their numbers, until it returns an error.
func (l Library) Journals(each func(number int, name string, text []byte) error) error {
	files, err := l.folder.files(false)
	for _, f := range files {
		var text []byte
		if text, err = readText(f.path); err == nil {
			err = each(f.number, f.name, text)
		}
		if err != nil {
			break
		}
	}
	return err
}

// Import adds a game from another library, with the text of its journal. The number must be free.
func (l Library) Import(number int, name string, text []byte) error {
	if err := makeDir(l.folder.games); err != nil {
		return err
	}
	unlock, err := l.folder.lockFolder()
	if err != nil {
		return err
	}
	defer unlock()
	return l.folder.amend(func(summary) (string, *entry, error) {
		if _, err := l.folder.fileOf(number); !errors.Is(err, ErrNoGame) {
			return "", nil, cmp.Or(err, fmt.Errorf("game %d already exists", number))
		}
		f := numbered{number, name, l.folder.pathOf(number, name)}
		if err := Replace(f.path, 0o600, writes(text)); err != nil {
			return "", nil, err
		}
		info, err := os.Stat(f.path)
		now := l.folder.inspect(f, stampOf(info))
		return filepath.Base(f.path), &now, err
	})
}

// Hosted returns the most recent hosted game whose host was killed, and whether there is one. It examines the 100 games that were started or
// continued last. It skips damaged games, and games that a program is playing.
func (l Library) Hosted() (Kept, bool) {
	list, _, err := l.Recent("", mostHosted)
	if err != nil {
		return Kept{}, false
	}
	for _, g := range list {
		if g.Damage > 0 {
			continue
		}
		k, err := l.load(numbered{g.Number, g.Name, g.Path}, nil)
		k.Lost = g.Lost
		if err != nil || k.Damage != nil || k.Hosted.ID == "" || k.abandoned {
			continue
		}
		if unlocked(g.Path) == nil {
			return k, true
		}
	}
	return Kept{}, false
}

// fileOf returns the file of the game with a number.
func (d folder) fileOf(number int) (numbered, error) {
	x, err := d.sums()
	if err != nil {
		return numbered{}, err
	}
	for name := range x.names {
		f := numbered{number, name, d.pathOf(number, name)}
		if _, err := os.Lstat(f.path); err == nil {
			return f, nil
		}
	}
	list, err := d.files(false) // its name may differ from a journal's
	if err != nil {
		return numbered{}, err
	}
	if i := slices.IndexFunc(list, func(f numbered) bool { return f.number == number }); i >= 0 {
		return list[i], nil
	}
	return numbered{}, ErrNoGame
}

// load reads a game of the library; was is its entry in the index, or nil.
func (l Library) load(f numbered, was *entry) (Kept, error) {
	record, changed, err := l.folder.read(f.path)
	k := Kept{Number: f.number, Path: f.path, Match: record.Match, Past: record.Past, Left: playedAt(record, changed), open: !record.Abandoned, abandoned: record.Abandoned}
	var damage *damagedLine
	if errors.As(err, &damage) {
		k.Damage = &DamagedError{Number: f.number, Path: f.path, Line: damage.Line, Why: damage.Err, Playable: record.Playable()}
		k.open, err = !damage.abandoned, nil
	} else if err == nil {
		k.open = k.open && record.Match.Unfinished()
		if was != nil {
			info, _ := os.Stat(f.path)
			g := gameOfRecord(f, record, changed, nil)
			k.Lost = entry{g, stampOf(info), g.content()}.since(*was).lost()
			k.open = k.open || k.Lost != "" && !record.Abandoned
		}
	}
	return k, err
}

// Missing describes the end that the file of a game called name has lost since it was recorded in the library. It may be "".
func (l Library) Missing(number int, name string) string {
	f := numbered{number, name, l.folder.pathOf(number, name)}
	k, _ := l.load(f, l.folder.entryOf(filepath.Base(f.path)))
	return k.Lost
}

// Unclaim deletes the game that holds a claim with this ID, if there is one. It is called after the claim has been confirmed or refused; the
// finished game is then kept again, with its result.
func (l Library) Unclaim(id string) error {
	list, err := l.Games("")
	if err != nil {
		return err
	}
	for _, g := range list {
		if !strings.HasPrefix(g.Result, claimed) {
			continue
		}
		if record, _, err := l.folder.read(g.Path); err == nil && record.Claim == id {
			return l.Delete(g.Number)
		}
	}
	return nil
}

// Delete removes the game with the given number, its heartbeat, its damaged copies and its judgements. It fails if the game is being played.
func (l Library) Delete(number int) error {
	f, err := l.folder.fileOf(number)
	if err != nil {
		return err
	}
	unlock, err := l.folder.lockFolder()
	if err != nil {
		return err
	}
	defer unlock()
	lock, err := lockGame(f.path)
	if err != nil {
		return err
	}
	name := filepath.Base(f.path)
	was := l.folder.entryOf(name)
	err = l.folder.amend(func(summary) (string, *entry, error) {
		if err := os.Remove(f.path); err != nil {
			return "", nil, Plain(err)
		}
		_ = os.Remove(f.path + beatSuffix)
		aside := f.path + damagedSuffix
		for n := 2; os.Remove(aside) == nil; n++ {
			aside = fmt.Sprintf("%s%s-%d", f.path, damagedSuffix, n)
		}
		removeLock(lock)
		syncDir(l.folder.games)
		return name, nil, nil
	})
	if err != nil {
		_ = lock.Unlock()
		return err
	}
	if was != nil {
		l.profile.unjudge(was.game.Rounds)
	}
	return nil
}

package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"maps"
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

// The index holds the facts that a list shows of each game, so that no step is slower in a large library. It consists of a log and a summary of the
// log. The log gets an entry for each game that is begun, continued or closed; the last entry of a game counts. The summary has the facts that menus
// and new games need, and the modification time of the folder of games. If another program has added or removed a file, the folder is listed and the
// changed games are read again.

const (
	logFile     = "games.log"
	summaryFile = "games.sum"
	summaryHead = "attic games 1"
	goneWord    = "gone"

	mostOpen  = 16   // the largest number of unfinished games of one name in the summary
	manyLines = 1000 // a log is rewritten when it has this many lines more than games
)

// folder is the folder of the library's games, with the lock of their numbers, and the index.
type folder struct {
	dir   string // the store's folder; "": nothing can be kept
	games string
	find  func(string) (game.Game, bool)
	*told
}

// entry is a game, and the state of its file when it was read.
type entry struct {
	game  Game
	stamp stamp
	full  content // the content of the file before it was truncated, or its present content
}

// content describes the text of a journal.
type content struct {
	bytes  int64 // the length of the good lines
	chain  match.Chain
	order  uint64
	played int64 // in seconds
	ply    int
	result string
}

// stamp is the size of a file in bytes and its modification time in nanoseconds; it changes when the file changes.
type stamp struct{ size, time int64 }

// stampOf returns the stamp of a file; info may be nil.
func stampOf(info fs.FileInfo) stamp {
	if info == nil {
		return stamp{}
	}
	return stamp{info.Size(), info.ModTime().UnixNano()}
}

// lost describes the missing end of the game's file; it returns "" if nothing is missing. Nothing is missing if the game has been continued since, or
// if a new game has the same number.
func (e entry) lost() string {
	was, now := e.full, e.game
	switch n := was.ply - now.Ply; {
	case now.bytes >= was.bytes || now.Unreadable() || was.order < now.order || now.Played.Unix() > was.played:
		return ""
	case n == 1:
		return "1 move is missing at the end"
	case n > 1:
		return phrase.Count(n, "single move") + " are missing at the end"
	}
	return "the end is missing"
}

// since returns e, an entry just read. If the file was truncated since the earlier entry, the result keeps the field full of that entry.
func (e entry) since(was entry) entry {
	if was.game.Damage > 0 || was.game.Name != e.game.Name {
		return e
	}
	after := e
	after.full = was.full
	if after.lost() == "" {
		return e
	}
	after.game.open = true // the game can be continued from the truncated file
	return after
}

func (e entry) listed() Game {
	g := e.game
	if g.Lost = e.lost(); g.Lost != "" {
		g.Result += ", " + g.Lost
	}
	return g
}

// line returns the line of the entry in a log.
func (e entry) line(find func(string) (game.Game, bool)) string {
	g, _ := e.game.graded(find, func(g game.Game, level int) (int, bool) { return game.LevelCode(g, level), true })
	text := fmt.Sprintf("%s\t%d\t%d\t%s\t%d\t%d\t%d %s\t%d\t%t\t%t\t%s\t%s\t%s\t%d\t%s", filepath.Base(g.Path), e.stamp.size, e.stamp.time,
		g.Name, g.order, g.Played.Unix(), g.Ply, g.Where, g.Damage, g.open, g.playable, g.Opponent, g.Result, writeRounds(g.Rounds), g.bytes, g.chain)
	if f := e.full; f != g.content() {
		text += fmt.Sprintf("\t%d\t%s\t%d\t%d\t%d\t%s", f.bytes, f.chain, f.order, f.played, f.ply, f.result)
	}
	return text
}

// The numbers of fields of an entry, and of an entry whose file is truncated.
const entryFields, lostFields = 15, 21

// parseEntry reads a line of a log; name is the name of the game's file. The entry is nil if the game is gone.
func (d folder) parseEntry(line string) (name string, e *entry, ok bool) {
	f := strings.Split(line, "\t")
	if len(f) == 2 && f[1] == goneWord {
		return f[0], nil, true
	}
	if len(f) != entryFields && len(f) != lostFields {
		return "", nil, false
	}
	whole, ok := true, false
	ply, where, told := strings.Cut(f[6], " ")
	f[6] = ply
	number := func(at int) int64 {
		n, err := strconv.ParseInt(f[at], 10, 64)
		whole = whole && err == nil
		return n
	}
	e = &entry{}
	if told && !match.Outgrown(f[11]) { // earlier versions did not record the last move, or could not read the file, so it is read again
		e.stamp = stamp{number(1), number(2)}
	}
	g := &e.game
	*g = Game{
		Name: f[3], order: uint64(number(4)), Played: time.Unix(number(5), 0), Ply: int(number(6)), Where: where, Damage: int(number(7)),
		open: f[8] == "true", playable: f[9] == "true", Opponent: f[10], Result: f[11],
		bytes: number(13), chain: match.Chain(f[14]), Path: filepath.Join(d.games, f[0]),
	}
	if g.Number, _, ok = parseName(f[0]); !ok {
		return "", nil, false
	}
	if g.Rounds, ok = parseRounds(f[12]); ok {
		*g, ok = g.graded(d.find, game.LevelOf)
	}
	if !ok {
		return "", nil, false
	}
	e.full = g.content()
	if len(f) == lostFields {
		e.full = content{number(15), match.Chain(f[16]), uint64(number(17)), number(18), int(number(19)), f[20]}
	}
	return f[0], e, whole
}

func (g Game) content() content {
	return content{g.bytes, g.chain, g.order, g.Played.Unix(), g.Ply, g.Result}
}

// summary holds the facts about a log that are known without reading it.
type summary struct {
	Size  int64       // size of the log
	Chain match.Chain // chain after the log
	Lines int         // number of lines in the log
	Games int         // number of games in the library
	Last  int         // the highest number that a game has or had
	Order uint64      // the highest order number of all games
	Dir   int64       // the modification time of the folder of games when its files matched the log, in nanoseconds; noDir if there was no folder

	names map[string]*named
}

// named is the part of the summary about the games of one name.
type named struct {
	Name   string
	Counts int  // the number of games with a round that counts in the statistics
	More   bool // there may be unfinished games that are older than those in open

	open []entry // the games that are neither finished nor abandoned, the newest first
}

const noDir = -1

func (x *summary) of(name string) *named {
	n := x.names[name]
	if n == nil {
		if x.names == nil {
			x.names = map[string]*named{}
		}
		n = &named{Name: name}
		x.names[name] = n
	}
	return n
}

// replace updates the summary for a game whose entry changes from was to now; nil stands for a missing game.
func (x *summary) replace(was, now *entry) {
	x.Lines++
	if was != nil {
		x.Games--
		n := x.of(was.game.Name)
		if was.game.counts() {
			n.Counts--
		}
		n.open = slices.DeleteFunc(n.open, func(e entry) bool { return e.game.Number == was.game.Number })
	}
	if now == nil {
		return
	}
	x.Games++
	x.Last, x.Order = max(x.Last, now.game.Number), max(x.Order, now.game.order)
	n := x.of(now.game.Name)
	if now.game.counts() {
		n.Counts++
	}
	if now.game.open {
		at, _ := slices.BinarySearchFunc(n.open, *now, func(a, b entry) int { return newest(a.game, b.game) })
		if at == len(n.open) && n.More { // older than the known games
			return
		}
		n.open = slices.Insert(n.open, at, *now)
	}
	if len(n.open) > mostOpen {
		n.open, n.More = n.open[:mostOpen], true
	}
}

func (x summary) text(find func(string) (game.Game, bool)) string {
	list := []string{summaryHead, inJSON(x)}
	for _, name := range slices.Sorted(maps.Keys(x.names)) {
		list = append(list, inJSON(x.names[name]))
		for _, e := range x.names[name].open {
			list = append(list, e.line(find))
		}
	}
	return match.Sealed(list...)
}

func inJSON(value any) string {
	text, _ := json.Marshal(value) // the parts of a summary can be written as JSON
	return string(text)
}

// readSummary returns the summary, if it is valid.
func (d folder) readSummary() (x summary, ok bool) {
	text, err := readText(filepath.Join(d.dir, summaryFile))
	if err != nil {
		return x, false
	}
	var e entries
	if e.take(text); e.bad > 0 || len(e.lines) < 2 || e.lines[0] != summaryHead || e.size < int64(len(text)) {
		return x, false
	}
	if json.Unmarshal([]byte(e.lines[1]), &x) != nil {
		return x, false
	}
	x.names = map[string]*named{}
	var n *named
	for _, line := range e.lines[2:] {
		if !strings.Contains(line, "\t") {
			n = &named{}
			if json.Unmarshal([]byte(line), n) != nil {
				return x, false
			}
			x.names[n.Name] = n
			continue
		}
		_, open, ok := d.parseEntry(line)
		if !ok || open == nil || n == nil {
			return x, false
		}
		n.open = append(n.open, *open)
	}
	return x, true
}

// dirTime returns the time at which a file of the library was last added, removed or renamed.
func (d folder) dirTime() int64 {
	info, err := os.Stat(d.games)
	if err != nil {
		return noDir
	}
	return info.ModTime().UnixNano()
}

// written returns the summary if it matches the log; the folder may have changed since.
func (d folder) written() (summary, bool) {
	x, ok := d.readSummary()
	if !ok {
		return x, false
	}
	info, err := os.Stat(filepath.Join(d.dir, logFile))
	return x, err == nil && info.Size() == x.Size
}

// sums returns an up-to-date summary of the library.
func (d folder) sums() (summary, error) {
	if d.dir == "" {
		return summary{}, errNoHome
	}
	if x, ok := d.written(); ok && x.Dir == d.dirTime() {
		return x, nil
	}
	if d.dirTime() == noDir {
		return summary{Dir: noDir}, nil
	}
	_, x, err := d.update(false)
	return x, err
}

// entryOf returns the last entry in the log of the game whose file is called name, or nil.
func (d folder) entryOf(name string) *entry {
	for line := range d.backwards(name + "\t") {
		if _, e, ok := d.parseEntry(line); ok {
			return e
		}
	}
	return nil
}

// backwards returns the lines of the log that begin with start, from the last to the first.
func (d folder) backwards(start string) iter.Seq[string] {
	return func(yield func(string) bool) {
		file, err := os.Open(filepath.Join(d.dir, logFile))
		if err != nil {
			return
		}
		defer file.Close()
		if info, err := file.Stat(); err == nil {
			lastLines(file, info.Size(), start)(yield)
		}
	}
}

// recent returns the games in the log that were begun, continued or closed last, in no particular order; name is as in Games. If there are enough
// games, it returns at least the number most.
func (d folder) recent(name string, most int) (list []entry) {
	seen := map[string]bool{}
	for line := range d.backwards("") {
		if file, e, ok := d.parseEntry(line); ok && !seen[file] {
			if seen[file] = true; e != nil && (name == "" || e.game.Name == name) {
				if list = append(list, *e); len(list) == most {
					break
				}
			}
		}
	}
	return list
}

// known is the content of a whole log.
type known struct {
	entries
	games map[string]entry // by the name of the file
	last  int              // the highest number of any game, even a deleted one
}

// whole reads the log. Without a log, it reads all games.
func (d folder) whole() known {
	k := known{games: map[string]entry{}}
	var err error
	if k.entries, err = readLog(filepath.Join(d.dir, logFile)); err != nil || k.read == 0 {
		text, _ := readText(filepath.Join(d.games, earlierIndex)) // most folders have none
		first, _, _ := strings.Cut(string(text), "\n")
		k.last, _ = strconv.Atoi(strings.TrimPrefix(first, earlierHead))
		return k
	}
	for _, line := range k.lines {
		name, e, ok := d.parseEntry(line)
		if !ok {
			continue
		}
		number, _, _ := parseName(name)
		k.last = max(k.last, number)
		if delete(k.games, name); e != nil {
			k.games[name] = *e
		}
	}
	return k
}

// earlierIndex is the index of earlier versions, which lies in the folder of games. Its first line ends with the highest number of a deleted game.
const earlierIndex, earlierHead = "index", "attic index 1 last "

// update lists the folder, reads the games whose files do not match the index, and brings the index up to date. It returns the games in no particular
// order. held must be true if the caller holds the lock of the folder.
func (d folder) update(held bool) (list []entry, x summary, err error) {
	if !held {
		d.makeLock() // made before the time of the folder is read
	}
	x = summary{Dir: d.dirTime()}
	files, err := d.files(held)
	if err != nil {
		return nil, x, err
	}
	known := d.whole()
	x.Last = known.last
	if last, ok := d.readSummary(); ok {
		x.Last = max(x.Last, last.Last)
	}
	var changed []string
	unnumbered := false
	there := map[string]bool{}
	for _, f := range files {
		name := filepath.Base(f.path)
		info, err := os.Stat(f.path)
		if err != nil {
			if _, err := os.Lstat(f.path); errors.Is(err, fs.ErrNotExist) {
				continue // deleted in the meantime
			}
		}
		was, ok := known.games[name]
		now := was
		if stamp := stampOf(info); !ok || err != nil || was.stamp != stamp {
			if now = d.inspect(f, stamp); ok {
				now = now.since(was)
			}
			changed = append(changed, now.line(d.find))
		}
		now.game.Number, now.game.Path = f.number, f.path
		there[name], list = true, append(list, now)
		x.replace(nil, &now)
		if _, _, ok := parseName(name); !ok {
			unnumbered = true
		}
	}
	if unnumbered { // an earlier version of attic is playing it
		return list, x, nil
	}
	for name := range known.games {
		if !there[name] {
			changed = append(changed, name+"\t"+goneWord)
		}
	}
	if !held {
		unlock, err := d.lockFolderFor(glance)
		if err != nil {
			return list, x, nil // the list is valid even without an index
		}
		defer unlock()
		if info, err := os.Stat(filepath.Join(d.dir, logFile)); err == nil && info.Size() != known.read {
			return list, x, nil // another program was faster
		}
	}
	if last, ok := d.readSummary(); known.bad > 0 || ok && known.size < last.Size {
		d.tell("The list of games was damaged, so attic rebuilt it from the games. If a game had already been truncated, attic can no longer tell.")
	}
	d.rewrite(&x, list, known, changed)
	return list, x, nil
}

// rewrite writes the index of the games in list: it adds the changed lines to the log, or writes a new log if the old one is missing, damaged or
// long. The caller must hold the lock of the folder.
func (d folder) rewrite(x *summary, list []entry, known known, changed []string) {
	path := filepath.Join(d.dir, logFile)
	log, err := known.entries, error(nil)
	if x.Lines = len(log.lines) + len(changed); log.read == 0 || log.bad > 0 || x.Lines > 2*len(list)+manyLines {
		list = slices.Clone(list)
		slices.SortStableFunc(list, func(a, b entry) int { return newest(b.game, a.game) }) // the newest last
		lines := make([]string, len(list))
		for i, e := range list {
			lines[i] = e.line(d.find)
		}
		x.Lines = len(lines)
		log, err = writeLog(path, lines)
	} else if len(changed) > 0 {
		err = log.add(path, changed...)
	}
	if before := d.dirTime(); err == nil && removed(filepath.Join(d.games, earlierIndex)) == nil && before == x.Dir {
		x.Dir = d.dirTime()
	}
	d.summarize(*x, log, err)
}

// summarize writes the summary x of the log, unless err, the error of writing the log, is not nil. It reports either error. Neither is serious,
// because the games can be read again.
func (d folder) summarize(x summary, log entries, err error) {
	x.Size, x.Chain = log.size, log.chain
	if err == nil {
		err = replace(filepath.Join(d.dir, summaryFile), 0o600, writes([]byte(x.text(d.find))), way{alone: true, quick: true})
	}
	if err != nil {
		d.tell("The list of games cannot be written: %v.", err)
	}
}

// amend makes a change to a file in the folder of games, and records the present state of that file's game in the index. If now is nil, the game is
// gone. The caller must hold the lock of the folder.
func (d folder) amend(change func(summary) (name string, now *entry, err error)) error {
	x, ok := d.written()
	if !ok || x.Dir != d.dirTime() {
		if _, _, err := d.update(true); err != nil {
			return err
		}
		x, ok = d.written()
	}
	name, now, err := change(x)
	if err != nil || !ok {
		return err
	}
	line := name + "\t" + goneWord
	if now != nil {
		line = now.line(d.find)
	}
	var was *entry
	if number, _, _ := parseName(name); number <= x.Last { // otherwise it is a new game
		was = d.entryOf(name)
	}
	x.replace(was, now)
	log := entries{size: x.Size, chain: x.Chain}
	err = log.add(filepath.Join(d.dir, logFile), line)
	x.Dir = d.dirTime()
	d.summarize(x, log, err)
	return nil
}

// beside adds or removes a file in the folder of games that is not a game, and records the folder's new time, so that no game seems to have changed.
func (d folder) beside(change func() error) error {
	unlock, err := d.lockFolderFor(glance)
	if err != nil {
		return change() // the folder is listed at the next step
	}
	defer unlock()
	x, ok := d.written()
	ok = ok && x.Dir == d.dirTime()
	err = change()
	if ok {
		x.Dir = d.dirTime()
		d.summarize(x, entries{size: x.Size, chain: x.Chain}, nil)
	}
	return err
}

// note records the present state of the game at path in the index, so that a later truncation is noticed.
func (d folder) note(path string) {
	number, name, ok := parseName(filepath.Base(path))
	if !ok {
		return
	}
	unlock, err := d.lockFolder()
	if err != nil {
		d.tell("The list of games cannot be written: %v.", err)
		return
	}
	defer unlock()
	_ = d.amend(func(summary) (string, *entry, error) { // if this fails, the folder cannot be listed, and the next step reports that
		info, err := os.Stat(path)
		now := d.inspect(numbered{number, name, path}, stampOf(info))
		return filepath.Base(path), &now, err
	})
}

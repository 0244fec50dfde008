package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"attic/internal/phrase"
)

// The index makes it possible to list the games without reading them all. It holds what a list shows, but no moves. An entry is valid only
// while the size and the time stamp of its file are those recorded. If the index is missing or damaged, all games are read again.

const (
	indexFile = "index"
	indexHead = "attic index 1"
)

// The index is written when more than fewToRead games, or more than muchToRead bytes, had to be read because the index lacked them.
const (
	fewToRead  = 16       // games
	muchToRead = 64 << 10 // bytes
)

// index is what the index file holds.
type index struct {
	last  int                // the highest number of a deleted game; 0: none
	games map[string]entryOf // by file name
}

// entryOf is a game and the stamp of its file at the time it was read.
type entryOf struct {
	game  Game
	stamp stamp
}

// stamp is the size of a file in bytes and its modification time in nanoseconds; it changes when the file does.
type stamp struct{ size, time int64 }

// stampOf returns the stamp of a file; info may be nil.
func stampOf(info fs.FileInfo) stamp {
	if info == nil {
		return stamp{}
	}
	return stamp{info.Size(), info.ModTime().UnixNano()}
}

// lost compares the entry was, from the index, with now, read from the file, and describes what is missing at the end of the game's file;
// it returns "" if nothing is. A game that was continued since, or a new game with the same number, has lost nothing.
func (was entryOf) lost(now entryOf) string {
	before, after := was.game, now.game
	if was.stamp.size <= now.stamp.size || before.Damage > 0 || after.Unreadable() || before.Name != after.Name || before.order < after.order ||
		after.Played.Unix() > before.Played.Unix() {
		return ""
	}
	switch n := before.Ply - after.Ply; {
	case n == 1:
		return "1 ply is missing at the end"
	case n > 1:
		return phrase.Count(n, "ply") + " are missing at the end"
	case n < 0 || before.Result != after.Result:
		return "the end is missing"
	}
	return ""
}

// only removes all games from the index except those in files.
func (x *index) only(files []numbered) {
	kept := make(map[string]entryOf, len(files))
	for _, f := range files {
		name := filepath.Base(f.path)
		if entry, ok := x.games[name]; ok {
			kept[name] = entry
		}
	}
	x.games = kept
}

// readIndex returns the index, or an empty one if there is none or it is damaged.
func (s Store) readIndex() index {
	x := index{games: map[string]entryOf{}}
	text, err := readText(filepath.Join(s.games, indexFile))
	if err != nil {
		return x
	}
	body, sum, ok := cutLast(strings.TrimSuffix(string(text), "\n"))
	if !ok || sum != checkSum(body) {
		return x
	}
	head, rest, _ := strings.Cut(body, "\n")
	number, ok := strings.CutPrefix(head, indexHead+" last ")
	last, err := strconv.Atoi(number)
	if !ok || err != nil || last < 0 {
		return x
	}
	x.last = last
	for line := range strings.Lines(rest) {
		if name, entry, ok := parseEntry(strings.TrimSuffix(line, "\n")); ok {
			x.games[name] = entry
		}
	}
	return x
}

// writeIndex writes the index. It ignores errors: without an index, games are read again the next time.
func (s Store) writeIndex(x index) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s last %d\n", indexHead, x.last)
	for name, e := range x.games {
		g := e.game
		fmt.Fprintf(&b, "%s\t%d\t%d\t%s\t%d\t%d\t%d\t%d\t%t\t%t\t%s\t%s", name, e.stamp.size, e.stamp.time,
			g.Name, g.order, g.Played.Unix(), g.Ply, g.Damage, g.open, g.playable, g.Opponent, g.Result)
		if g.tallied {
			b.WriteString("\t" + writeRounds(g.Rounds))
		}
		b.WriteByte('\n')
	}
	sum := checkSum(b.String())
	_ = Replace(filepath.Join(s.games, indexFile), 0o600, writes([]byte(b.String()+sum+"\n")))
}

// note records the present state of the game at path in the index, so that the loss of its end would be noticed. It does nothing while
// another program changes the index.
func (s Store) note(path string) {
	number, name, ok := parseName(filepath.Base(path))
	info, err := os.Stat(path)
	if !ok || err != nil {
		return
	}
	s.amend(func(x index) {
		x.games[filepath.Base(path)] = entryOf{s.inspect(numbered{number, name, path}), stampOf(info)}
	})
}

// forget removes the game at path from the index, because its file is about to get shorter on purpose.
func (s Store) forget(path string) { s.amend(func(x index) { delete(x.games, filepath.Base(path)) }) }

// amend changes the index, unless another program is changing it at the moment.
func (s Store) amend(change func(index)) {
	unlock, err := s.lockFolderFor(glance)
	if err != nil {
		return
	}
	defer unlock()
	known := s.readIndex()
	change(known)
	s.writeIndex(known)
}

func parseEntry(line string) (string, entryOf, bool) {
	f := strings.Split(line, "\t")
	if len(f) != 12 && len(f) != 13 { // 12 in entries of earlier versions, 13 with the rounds
		return "", entryOf{}, false
	}
	var rounds []Round
	tallied := len(f) == 13
	if tallied {
		if rounds, tallied = parseRounds(f[12]); !tallied {
			return "", entryOf{}, false
		}
	}
	var numbers [6]int64
	for i, at := range []int{1, 2, 4, 5, 6, 7} {
		n, err := strconv.ParseInt(f[at], 10, 64)
		if err != nil {
			return "", entryOf{}, false
		}
		numbers[i] = n
	}
	return f[0], entryOf{
		game: Game{
			Name: f[3], order: uint64(numbers[2]), Played: time.Unix(numbers[3], 0), Ply: int(numbers[4]), Damage: int(numbers[5]),
			open: f[8] == "true", playable: f[9] == "true", Opponent: f[10], Result: f[11],
			Rounds: rounds, tallied: tallied,
		},
		stamp: stamp{numbers[0], numbers[1]},
	}, true
}

// cutLast splits a text into its last line and everything before it, which keeps its line feed.
func cutLast(text string) (before, last string, ok bool) {
	at := strings.LastIndexByte(text, '\n')
	return text[:at+1], text[at+1:], at >= 0
}

func checkSum(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

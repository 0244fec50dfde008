package files

import (
	"bytes"
	"cmp"
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
	"attic/match/store"
	"attic/server/keep"
)

// A table needs no folder before its first move: until then the journal of its first game is one file, with the name of the folder and unplayedSuffix. With
// the first move it becomes a game of the store. If a kill leaves both, the one in the store counts.
const unplayedSuffix = ".new"

// mostUnplayed is the number of lines beyond which a journal belongs into the store, because each Append writes all of them.
const mostUnplayed = 200

// unplayed is the match.Ledger of the first game of a table: a file without a move, or the journal in the store from the first move on.
type unplayed struct {
	games *games
	name  string // of the game
	past  match.Past
	old   bool // it was there before
	away  bool // it was put away

	mu    sync.Mutex // guards what follows against Read and Watch
	moved *store.Journal
	text  []byte // of the file
	chain match.Chain
	lines int
	more  chan struct{} // closed when lines are added; nil if nobody watches
}

// resumes returns the ledger of a game without a move and its match, or nil if there is none.
func (g *games) resumes() (*unplayed, match.Match, error) {
	text, err := g.first()
	if err != nil || text == nil {
		return nil, match.Match{}, err
	}
	r, err := match.ReadRecord(bytes.NewReader(text), g.find)
	if err == nil && (!r.Journal || r.Bytes != int64(len(text))) {
		err = fmt.Errorf("line %d is not complete", r.Lines+1)
	}
	if err != nil {
		return nil, match.Match{}, fmt.Errorf("game 1 is damaged and cannot go on: %w", err)
	}
	return &unplayed{games: g, name: r.Match.Game().Info().Name, past: r.Past, old: true, text: text, chain: r.Chain, lines: r.Lines}, r.Match, nil
}

// first returns the journal of a game without a move, or nil if there is none.
func (g *games) first() ([]byte, error) {
	text, err := os.ReadFile(g.dir + unplayedSuffix)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return text, store.Plain(err)
}

// keeps makes text the journal of a game without a move.
func (g *games) keeps(text []byte) error {
	if err := os.MkdirAll(filepath.Dir(g.dir), folderMode); err != nil {
		return store.Plain(err)
	}
	for above := filepath.Dir(g.dir); len(text) > 0 && above != g.top; above = filepath.Dir(above) {
		syncDir(filepath.Dir(above))
	}
	return store.Replace(g.dir+unplayedSuffix, 0o600, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// plays makes a game without a move one of the store, if there is one.
func (g *games) plays() error {
	text, err := g.first()
	if err != nil || text == nil {
		return err
	}
	list, err := g.store.Games("")
	if err != nil {
		return err
	}
	if len(list) == 0 { // otherwise a kill has left both
		r, err := match.ReadRecord(bytes.NewReader(text), g.find)
		if err == nil {
			err = g.store.Import(1, r.Match.Game().Info().Name, text)
		}
		if err != nil {
			return err
		}
	}
	return store.Plain(os.Remove(g.dir + unplayedSuffix))
}

// isMove reports whether a line of a journal may be more than a line about who sits at the table.
func isMove(line string) bool {
	if rest, ok := strings.CutPrefix(line, "act "); ok {
		_, line, _ = strings.Cut(rest, " ")
	}
	word, _, _ := strings.Cut(line, " ")
	switch word {
	case "", "#", "attic", "played", "game", "seed", "side", "given", "seat", "round", "hosted", "salt", "clock":
		return false
	}
	return true
}

// Append implements match.Ledger. The number of an event is that of its last line, as in a journal of the store.
func (u *unplayed) Append(after uint64, list ...string) (uint64, error) {
	list = strings.Split(strings.Join(list, "\n"), "\n")
	if u.moved == nil && (u.lines+len(list) > mostUnplayed || slices.ContainsFunc(list, isMove)) {
		if err := u.move(); err != nil {
			return after, err
		}
	}
	if u.moved != nil {
		last, err := u.moved.Append(after, list...)
		u.grown()
		return last, err
	}
	if after != uint64(u.lines) || u.away && !u.same() {
		return uint64(u.lines), match.ErrMoved
	}
	if u.lines == 0 {
		list = slices.Insert(slices.Clone(list), 1, match.PlayedLine(1, time.Now()))
	}
	text, chain := slices.Clone(u.text), u.chain
	for _, line := range list {
		if len(line) > lines.Most-match.SealBytes || !lines.Plain(line) {
			return after, errors.New("a line of a kept game must be plain text of at most 64 KB")
		}
		text = append(text, chain.Seal(line)+"\n"...)
	}
	if err := u.games.keeps(text); err != nil {
		return after, err
	}
	u.mu.Lock()
	u.away, u.text, u.chain, u.lines = false, text, chain, u.lines+len(list)
	u.mu.Unlock()
	u.grown()
	return uint64(u.lines), nil
}

// same reports whether nobody has continued or deleted the game since it was put away.
func (u *unplayed) same() bool {
	text, err := u.games.first()
	return err == nil && bytes.Equal(text, u.text)
}

// move makes the game one of the store.
func (u *unplayed) move() error {
	var j *store.Journal
	var err error
	switch {
	case u.lines == 0:
		j, err = u.games.store.Begin(u.name, time.Now())
	case u.away && !u.same():
		return match.ErrMoved
	default:
		if err = u.games.plays(); err == nil {
			j, _, err = u.games.latest()
		}
	}
	if err != nil {
		return err
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.moved = j
	return nil
}

// grown wakes those who watch.
func (u *unplayed) grown() {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.more != nil {
		close(u.more)
		u.more = nil
	}
}

// Read implements match.Ledger.
func (u *unplayed) Read(after uint64) (list []string, last uint64, err error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.moved != nil {
		return u.moved.Read(after)
	}
	n := uint64(0)
	for line := range strings.Lines(string(u.text)) {
		if n++; n > after {
			list = append(list, line[:len(line)-1-match.SealBytes])
		}
	}
	return list, n, nil
}

// Watch implements match.Ledger.
func (u *unplayed) Watch(ctx context.Context, after uint64) error {
	for {
		_, last, _ := u.Read(after)
		u.mu.Lock()
		if u.more == nil {
			u.more = make(chan struct{})
		}
		more := u.more
		u.mu.Unlock()
		if last > after {
			return nil
		}
		select {
		case <-more:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Archive implements match.Ledger.
func (u *unplayed) Archive() error {
	if u.away = true; u.moved != nil {
		return u.moved.Archive()
	}
	return nil
}

// Discard implements match.Ledger.
func (u *unplayed) Discard() error {
	switch {
	case u.old:
		_, err := u.Append(u.last(), match.AbandonedLine)
		return cmp.Or(err, u.Archive())
	case u.moved != nil:
		return errors.Join(u.moved.Archive(), u.games.store.Delete(1))
	case u.lines == 0:
		return nil
	}
	return store.Plain(os.Remove(u.games.dir + unplayedSuffix))
}

func (u *unplayed) last() uint64 {
	_, last, _ := u.Read(0)
	return last
}

// Past returns what the journal of a resumed game had recorded about playing with another machine.
func (u *unplayed) Past() match.Past { return u.past }

// Keep implements table.Keeper.
func (u *unplayed) Keep() error {
	if u.moved != nil {
		return u.moved.Keep()
	}
	return nil
}

// News implements table.Keeper.
func (u *unplayed) News() string {
	if u.moved != nil {
		return u.moved.News()
	}
	return ""
}

// shorter is the journal of a game whose file has lost its end.
type shorter struct {
	*store.Journal
	why string
}

// News implements table.Keeper.
func (s *shorter) News() string {
	text := strings.TrimSpace(s.why + " " + s.Journal.News())
	s.why = ""
	return text
}

// Texts implements keep.Games.
func (g *games) Texts(each func(keep.Text) error) error {
	n := 0
	of := func(number int, name string, text []byte) error {
		n++
		return each(keep.Text{Number: number, Name: name, Journal: text})
	}
	if err := g.store.Journals(of); err != nil || n > 0 {
		return err
	}
	text, err := g.first()
	switch {
	case err != nil:
		return err
	case text == nil: // perhaps the first move was made just now
		return g.store.Journals(of)
	}
	return of(1, nameIn(text), text)
}

// nameIn returns the name of the game in a journal, or "".
func nameIn(text []byte) string {
	for line := range strings.Lines(string(text)) {
		if name, ok := strings.CutPrefix(line, "game "); ok {
			name, _, _ = strings.Cut(strings.TrimSpace(name), " ")
			return name
		}
	}
	return ""
}

// Put implements keep.Games.
func (g *games) Put(t keep.Text) error {
	first, err := g.first()
	if err != nil {
		return err
	}
	if t.Number == 1 && first == nil {
		r, err := match.ReadRecord(bytes.NewReader(t.Journal), g.find)
		list, e := g.store.Games("")
		if err == nil && e == nil && len(list) == 0 && r.Lines <= mostUnplayed && !slices.ContainsFunc(slices.Collect(strings.Lines(string(t.Journal))), isMove) {
			return g.keeps(t.Journal)
		}
	}
	if t.Number > 1 {
		err = g.plays()
	} else if first != nil {
		err = errors.New("there is a game 1 already")
	}
	if err != nil {
		return err
	}
	return g.store.Import(t.Number, t.Name, t.Journal)
}

// Remove implements keep.Games.
func (g *games) Remove() error {
	err := os.Remove(g.dir + unplayedSuffix)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return cmp.Or(store.Plain(err), os.RemoveAll(g.dir))
}

// syncDir makes sure that the names in a folder are on the disk, if the system can do that.
func syncDir(dir string) {
	if d, err := os.Open(dir); err == nil {
		_, _ = d.Sync(), d.Close()
	}
}

package desk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"attic/game"
	"attic/internal/later"
	"attic/internal/phrase"
	"attic/match"
	"attic/palette"
	"attic/pgn"
	"attic/pictures"
	"attic/store"
)

// exporter makes one picture or record at a time, in the background.
type exporter struct {
	kind string
	path string
	work *later.Result[struct{}] // nil: nothing is being made
}

// kinds lists the kinds of files with their descriptions. The last one is for games in which nothing is hidden.
var kinds = [][2]string{
	{pictures.SVG, "SVG: a drawing of the board that scales to any size."},
	{pictures.PNG, "PNG: a picture of the board in pixels."},
	{pictures.GIF, "GIF: an animation of the game up to here."},
	{record, "PGN: the moves up to here, as a game record for other programs."},
}

// record is the kind of file that holds the moves.
const record = "pgn"

// askExport opens the form that makes a picture or a game record.
func (p *Play) askExport() {
	kinds := kinds
	if _, ok := p.Person.Game().(game.Recorded); !ok {
		kinds = kinds[:len(kinds)-1]
	}
	kind := &Field{Kind: Choice, Label: "Kind"}
	for _, k := range kinds {
		kind.Options = append(kind.Options, strings.ToUpper(k[0]))
	}
	name := &Field{Label: "File name", need: "a file name"}
	suffix := func() string { return "." + kinds[kind.At][0] }
	name.suggest(freeName(p.Info.Name, suffix()))
	kind.changed = func() {
		f := &p.desk.Form
		f.Hint = kinds[kind.At][1]
		switch base, old, _ := cutSuffix(name.value()); {
		case base == p.Info.Name || strings.HasPrefix(base, p.Info.Name+"-"): // a suggested name
			name.suggest(freeName(p.Info.Name, suffix()))
		case slices.ContainsFunc(kinds, func(k [2]string) bool { return old == "."+k[0] }):
			name.set(base + suffix())
		}
	}
	p.desk.Form.open(Form{
		Title: "Export the game", Hint: kinds[0][1], Label: "export", Fields: []*Field{kind, name}, Focus: 0,
		do: func() (string, error) {
			m, ok := p.Person.Sight().FullMatch()
			if !ok {
				return "", errors.New("a picture would reveal hidden information; ask again when the game is over")
			}
			if p.Back {
				m = m.At(p.Ply)
			}
			return p.exporter.start(m, kinds[kind.At][0], atHome(name.value()), p.desk.Settings.Theme, p.Person.Waker())
		},
	})
}

// cutSuffix cuts the ending from the name of a file.
func cutSuffix(name string) (base, suffix string, found bool) {
	suffix = filepath.Ext(name)
	return strings.TrimSuffix(name, suffix), suffix, suffix != ""
}

// start starts making a file of the last position of m, and calls wake when it is done.
func (e *exporter) start(m match.Match, kind, path, themed string, wake func()) (string, error) {
	if e.work != nil {
		return "", fmt.Errorf("%s is still being made", shownPath(e.path))
	}
	if _, err := os.Lstat(path); err == nil {
		return "", fmt.Errorf("%s exists already; choose another name", phrase.Name(path))
	}
	if dir, err := os.Stat(filepath.Dir(path)); err != nil || !dir.IsDir() {
		return "", fmt.Errorf("there is no folder %s", phrase.Name(filepath.Dir(path)))
	}
	theme, ok := palette.Find(themed)
	if !ok {
		theme, _ = palette.Find(palette.Themes()[0])
	}
	e.kind, e.path = kind, path
	e.work = later.Go(wake, func(ctx context.Context) (none struct{}, err error) {
		return none, store.Replace(path, 0o666, func(w io.Writer) error {
			if kind == record {
				return pgn.WriteAll(w, m, pgn.Date(time.Now()))
			}
			return pictures.Write(ctx, w, kind, m, pictures.Usual(kind), theme)
		})
	})
	return "Making " + shownPath(path) + ".", nil
}

// finished says whether the file was written, once that is known; before that and afterwards it returns "".
func (e *exporter) finished() (string, error) {
	if !e.work.Ready() {
		return "", nil
	}
	_, err := e.work.Get()
	e.work = nil
	what := "picture"
	if e.kind == record {
		what = "record"
	}
	if err != nil {
		return "", fmt.Errorf("%s: not written: %w", phrase.Name(e.path), err)
	}
	return "The " + what + " is " + shownPath(e.path) + ".", nil
}

// stop cancels the file being made.
func (e *exporter) stop() { e.work.End() }

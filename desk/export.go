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

	"attic/draw/palette"
	"attic/draw/scene"
	"attic/game"
	"attic/internal/later"
	"attic/internal/phrase"
	"attic/match/pgn"
	"attic/match/pictures"
	"attic/match/store"
	"attic/table"
)

// exporter makes one picture or record at a time, in the background.
type exporter struct {
	person   *table.Person
	shown    *Shown
	form     *Form
	settings *store.Settings

	downloads bool // see Config.Choose
	kind      string
	path      string
	work      *later.Result[struct{}] // nil: nothing is being made
}

// kinds lists the kinds of files with their descriptions, which begin with a short name. The last kind is for games in which nothing is hidden.
var kinds = [][2]string{
	{pictures.SVG, "SVG: a drawing of the board that scales to any size."},
	{pictures.PNG, "PNG: a picture of the board in pixels."},
	{pictures.GIF, "GIF: an animation of the game up to here."},
	{pictures.Embed, "Web: an SVG that plays the game up to here, for <img> in a page."},
	{record, "PGN: the moves up to here, as a game record for other programs."},
}

// record is the kind of file that holds the moves.
const record = "pgn"

func (e *exporter) ask() {
	kinds := kinds
	if _, ok := e.person.Game().(game.Recorded); !ok {
		kinds = kinds[:len(kinds)-1]
	}
	kind := &Field{Kind: Choice, Label: "Kind"}
	for _, k := range kinds {
		label, _, _ := strings.Cut(k[1], ":")
		kind.Options = append(kind.Options, label)
	}
	name := &Field{Label: "File name", need: "a file name"}
	suffix := func() string { return pictures.Suffix(kinds[kind.At][0]) }
	info := e.shown.Info
	name.suggest(freeName(info.Name, suffix()))
	kind.changed = func() {
		e.form.Hint = kinds[kind.At][1]
		old := filepath.Ext(name.value())
		switch base := strings.TrimSuffix(name.value(), old); {
		case base == info.Name || strings.HasPrefix(base, info.Name+"-"): // a suggested name
			name.suggest(freeName(info.Name, suffix()))
		case slices.ContainsFunc(kinds, func(k [2]string) bool { return old == pictures.Suffix(k[0]) }):
			name.set(base + suffix())
		}
	}
	e.form.open(Form{
		Title: "Export the game", Hint: kinds[0][1], Label: "export", Fields: []*Field{kind, name}, Focus: 0,
		do: func() (string, error) {
			m, ok := e.person.Sight().FullMatch()
			if !ok {
				return "", errors.New("a picture would reveal hidden information; ask again when the game is over")
			}
			if e.shown.Back {
				m = m.At(e.shown.Ply)
			}
			kind := kinds[kind.At][0]
			return e.start(kind, store.AtHome(name.value()), func(ctx context.Context, w io.Writer, theme palette.Theme) error {
				if kind == record {
					return pgn.WriteAll(w, m, pgn.Date(time.Now()))
				}
				return pictures.Write(ctx, w, kind, m, pictures.Usual(kind), theme)
			})
		},
	})
}

// result starts making a picture of the puzzle of a day: its first position, and its result as [learn.Record.Share] returns it.
func (e *exporter) result(board scene.Scene, day, shared string) (string, error) {
	title, rest, _ := strings.Cut(shared, " (edition ")
	_, rest, _ = strings.Cut(rest, "): ")
	const wide = 22 // the width of the board, in sizes of letters
	box := board.View
	size := box.W / wide
	board.Shapes = slices.Clone(board.Shapes)
	for i, line := range append([]string{title}, strings.Split(rest, "\n")...) {
		board.View.H += 1.5 * size
		word := scene.Word(box.X+box.W/2, box.Y+board.View.H-0.75*size, size, line, scene.Centre, scene.Text)
		word.Bold = i == 0
		board.Add(word)
	}
	board.View.H += 0.75 * size
	height := pictures.Usual(pictures.PNG)
	return e.start(pictures.PNG, freeName("attic-"+e.shown.Info.Name+"-"+day, pictures.Suffix(pictures.PNG)), func(_ context.Context, w io.Writer, theme palette.Theme) error {
		return pictures.WriteScene(w, pictures.PNG, board, int(float64(height)*board.View.W/board.View.H), height, theme)
	})
}

// start starts making a file, and wakes the person when it is done.
func (e *exporter) start(kind, path string, write func(ctx context.Context, w io.Writer, theme palette.Theme) error) (string, error) {
	if e.work != nil {
		return "", fmt.Errorf("%s is still being made", written(e.path, e.downloads))
	}
	if _, err := os.Lstat(path); err == nil {
		return "", fmt.Errorf("%s exists already; choose another name", phrase.Name(path))
	}
	if dir, err := os.Stat(filepath.Dir(path)); err != nil || !dir.IsDir() {
		return "", fmt.Errorf("there is no folder %s", phrase.Name(filepath.Dir(path)))
	}
	theme, ok := palette.Find(e.settings.Theme)
	if !ok {
		theme, _ = palette.Find(palette.Themes()[0])
	}
	theme = theme.On(e.settings.BoardOf(e.shown.Info.Name)).Wear(e.settings.Pieces, e.settings.Shades)
	theme.Taste = TasteOf(e.settings, e.shown.Info.Name)
	e.kind, e.path = kind, path
	e.work = later.Go(e.person.Waker(), func(ctx context.Context) (none struct{}, err error) {
		return none, store.Replace(path, 0o666, func(w io.Writer) error { return write(ctx, w, theme) })
	})
	return "Making " + written(path, e.downloads) + ".", nil
}

// finished returns, once, a sentence about the written file, or an error. Before the outcome is known, and after the first report, it returns "".
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
	if e.downloads {
		return "The " + what + " is downloaded as " + written(e.path, true) + ".", nil
	}
	return "The " + what + " is " + shownPath(e.path) + ".", nil
}

func (e *exporter) stop() { e.work.End() }

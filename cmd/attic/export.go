package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"attic/cmd/internal/shell"
	"attic/desk"
	"attic/desk/command"
	"attic/draw/palette"
	"attic/game"
	"attic/games"
	"attic/internal/lines"
	"attic/internal/phrase"
	"attic/match"
	"attic/match/pgn"
	"attic/match/pictures"
	"attic/match/store"
	"attic/match/tree"
	"attic/table"
	"attic/table/newgame"
	"attic/ui/compose"
	"attic/ui/term"
)

// Sizes of pictures, in pixels on the longer side.
const (
	smallestPicture = 64
	largestPicture  = 4096
)

type picture struct {
	kind  string // one of pictureKinds
	ply   int    // -1 for the last ply
	place string // a position of an analysis, or ""
	size  int    // 0 for the default
	theme string
	file  string // "" for standard output
	whole bool   // show the whole window
	phone bool   // with the size of a phone
	game  int    // the number of a game in a file of records, from 1, or 0
}

// pictureKinds are the kinds of files. Each is an option.
var pictureKinds = []struct{ name, help string }{
	{pictures.SVG, "a drawing that scales to any size"},
	{pictures.PNG, "a picture in pixels"},
	{pictures.GIF, "an animation of the game from its start"},
	{pictures.Embed, "one SVG that plays the game by itself, with the names and the result, for <img> in a web page; an analysis can also be clicked through"},
	{record, "a game record for other programs instead of a picture"},
	{link, "the analysis as text for a link: what follows the # in a link to a page of attic"},
}

const record, link = "pgn", "link"

func exportCommand() *cobra.Command {
	p := picture{ply: -1, theme: palette.Themes()[0]}
	wanted := make([]bool, len(pictureKinds))
	cmd := &cobra.Command{
		Use: "export FILE|ID", Short: "Make a picture (SVG, PNG, GIF), an SVG that plays the game, a game record (PGN) or a link from a saved game or a game ID", GroupID: "machine", ValidArgsFunction: savedGames,
		Long: `Makes a picture of a position in a saved game FILE (- is standard input), or of the start of the game with an ID such as
ataxx blocks=3gh#17. With only the name of a game, attic shows a sample game. A picture shows only what a spectator may see. If the
name of a file begins with the name of a game and a space or #, write ./FILE. FILE may be a file of game records (PGN); --game N then
chooses the game. Of an analysis the main line is shown, with arrows, rings and comments; --place chooses another position.`,
		Example: "  attic export game.attic --pgn -o game.pgn\n  attic export game.attic --png -o game.png\n  attic export ataxx blocks=3gh#17 --svg > start.svg\n  attic export atom4 --gif --size 600 -o atom4.gif\n  attic export game.attic --embed -o game.svg",
		Args: func(_ *cobra.Command, args []string) error {
			if strings.TrimSpace(strings.Join(args, "")) == "" {
				return usage("export takes a saved game or a game ID: attic export game.attic --png -o game.png")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			for i, k := range pictureKinds {
				switch {
				case wanted[i] && p.kind != "":
					return usage("choose one kind of file: --%s or --%s", p.kind, k.name)
				case wanted[i]:
					p.kind = k.name
				}
			}
			return p.export(strings.Join(args, " "))
		},
	}
	flags := cmd.Flags()
	for i, k := range pictureKinds {
		flags.BoolVar(&wanted[i], k.name, false, k.help)
	}
	shell.Count(flags, "ply", "n", "show the position after `n` plies, or the game up to that ply; default: all. A ply is one step of one side or of the set-up", &p.ply, 0, math.MaxInt,
		"the number of a step from 0, the start")
	flags.StringVar(&p.place, "place", "", "show the position at `PLACE` of the analysis, such as 12/2+3, or the line up to there")
	shell.Count(flags, "size", "px", fmt.Sprintf("the length of the longer side in pixels, `px`; default %d, or %d for an animation", pictures.Usual(pictures.PNG), pictures.Usual(pictures.GIF)),
		&p.size, smallestPicture, largestPicture, fmt.Sprintf("the pixels of the longer side, from %d to %d", smallestPicture, largestPicture))
	registerNumber(flags, &p.game)
	flags.BoolVar(&p.whole, "window", false, "show the whole window, as the player sees it; SVG and PNG only")
	flags.BoolVar(&p.phone, "phone", false, "with --window: show the window as on a phone")
	registerTheme(flags, &p.theme, "")
	flags.StringVarP(&p.file, "output", "o", "", "write to `FILE` instead of standard output")
	flags.SortFlags = false
	return cmd
}

func (p picture) export(source string) error {
	switch {
	case p.kind == "":
		return usage("choose a kind of file: --svg, --png, --gif, --embed, --pgn or --link")
	case pictures.Plays(p.kind) && p.whole:
		return usage("an animation shows only the board; --window needs --svg or --png")
	case p.phone && !p.whole:
		return usage("--phone needs --window")
	case p.writes() && (p.whole || p.size > 0 || p.place != ""):
		return usage("--window, --size and --place are for pictures, not for --%s", p.kind)
	case p.place != "" && p.ply >= 0:
		return usage("choose one of --ply and --place")
	case (p.file == "" || p.file == dash) && !p.writes() && term.IsTerminal(os.Stdout):
		return usage("attic does not write pictures to a terminal; write this one to a file with -o FILE")
	}
	m, err := readMatch(source, p.game)
	if err != nil {
		return err
	}
	if m = match.Main(m); p.place != "" {
		if m, err = placed(m, p.place); err != nil {
			return err
		}
	}
	last := m.Ply()
	if m.Game().Info().Open {
		last += m.Ahead()
	}
	if p.ply > last {
		return usage("--ply takes a number from 0, the start, to %d, the last step; not %d", last, p.ply)
	}
	if p.ply < 0 {
		p.ply = m.Ply()
	}
	if pictures.Plays(p.kind) && p.ply > pictures.LongestGIF {
		return fmt.Errorf("the game has %d steps, and an animation shows at most %d; use --ply %d to stop there, or --png for one position", p.ply, pictures.LongestGIF, pictures.LongestGIF)
	}
	if p.size == 0 && !p.writes() {
		p.size = pictures.Usual(p.kind)
	}
	return output(p.file, source, func(ctx context.Context, w io.Writer) error { return p.write(ctx, w, m) })
}

// placed returns a match as an analysis that shows the position at a place.
func placed(m match.Match, place string) (match.Match, error) {
	m, _, err := command.Analysed(m)
	if err != nil {
		return m, err
	}
	t, _, _ := match.Study(m)
	at, err := t.At(tree.Path(place))
	if err != nil {
		return m, usage("--place: %v", err)
	}
	return match.Show(m, at), nil
}

// readMatch reads a saved game or one game of a game record, from standard input if source is "-", or starts the game of a game ID. If
// number is 0, the file must hold a single game. A source that begins with a game's name is an ID, unless it is written as a path, such as
// ./ataxx. A game's name alone means its sample game.
func readMatch(source string, number int) (match.Match, error) {
	g, _, ok, _ := game.FindID(games.All(), lines.Alike(source)) // command.ParseID checks the rest
	if !ok || source == dash {
		if _, err := os.Stat(source); source != dash && (errors.Is(err, fs.ErrNotExist) || err != nil && len(source) > longestName) {
			if f, _ := command.Find(games.All(), source); f.Match != nil || f.Err != nil {
				if f.Err != nil {
					return match.Match{}, fmt.Errorf("%s: %w", phrase.Clip(source), f.Err)
				}
				return *f.Match, nil
			}
			return match.Match{}, fmt.Errorf("%s is neither a file nor a game; the games are %s", source, gameList())
		}
		var m match.Match
		err := reading(source, func(text *lines.Decoder) (err error) {
			m, _, err = store.Open("", games.Find).Read(text, source, number)
			return numbering(err)
		})
		return m, err
	}
	if number > 0 {
		return match.Match{}, usage("--game needs a file of game records")
	}
	setup, err := command.ParseID(g, source)
	if err != nil {
		return match.Match{}, usage("%v", err)
	}
	m, err := match.New(g, setup)
	if strings.EqualFold(strings.TrimSpace(source), g.Info().Name) {
		for _, text := range g.Info().Sample {
			if err != nil {
				break
			}
			m, _, err = m.Play(text)
		}
	}
	return m, err
}

// writes reports whether the file holds text.
func (p picture) writes() bool { return p.kind == record || p.kind == link }

func (p picture) write(ctx context.Context, w io.Writer, m match.Match) error {
	switch p.kind {
	case record:
		return pgn.WriteAll(w, m.At(p.ply), pgn.NoDate)
	case link:
		m, err := placed(m, "0")
		if err != nil {
			return err
		}
		to, size := command.AnalysisLink(m)
		if to == "" {
			return fmt.Errorf("the analysis is too long for a link: %d KB, and a link holds %d; send a file", (size+1023)>>10, command.MostLink>>10)
		}
		_, err = fmt.Fprintln(w, to)
		return err
	}
	theme, _ := palette.Find(p.theme) // its option has checked the name
	if !p.whole {
		return pictures.Write(ctx, w, p.kind, m.At(p.ply), p.size, theme)
	}
	wide, high := 1200, 800 // points
	if p.phone {
		wide, high = 390, 760
	}
	s, err := compose.First(desk.Config{
		Games: games.All(), Store: store.Open("", games.Find), May: command.Everything, Table: table.New(table.Config{Match: m.At(p.ply)}),
	}, float64(wide), float64(high))
	if err != nil {
		return err
	}
	s.Measured = true
	return pictures.WriteScene(w, p.kind, s, p.size*wide/max(wide, high), p.size*high/max(wide, high), theme)
}

// output calls the function write for the file path, as writeFile does, or for standard output if path is "".
func output(path, source string, write func(context.Context, io.Writer) error) error {
	var err error
	if path != "" && path != dash {
		err = writeFile(path, source, write)
	} else if err = write(context.Background(), shell.Out); err != nil {
		path, err = "standard output", cause(err)
	}
	if err != nil {
		err = fmt.Errorf("%s: not written: %w", path, err)
	}
	return err
}

// writeFile writes a file either completely or not at all, even if a signal stops the program. It refuses to overwrite source. If path is
// not a regular file, such as /dev/stdout, writeFile writes to it directly.
func writeFile(path, source string, write func(context.Context, io.Writer) error) error {
	switch old, err := os.Stat(path); {
	case err != nil: // a new file
	case old.IsDir():
		return errors.New("it is a folder; a file is needed")
	case !old.Mode().IsRegular():
		file, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return cause(err)
		}
		return cause(errors.Join(write(context.Background(), file), file.Close()))
	default:
		if read, err := os.Stat(source); err == nil && os.SameFile(old, read) {
			return errors.New("this would overwrite the saved game; choose another name")
		}
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return cause(err)
		}
	}
	if _, err := os.Stat(filepath.Dir(path)); err != nil {
		return cause(err)
	}
	return conversation(func(ctx context.Context) error {
		return store.Replace(path, 0o666, func(w io.Writer) error { return write(ctx, w) })
	})
}

// cause returns err without the system call and the path, because the caller names the path.
func cause(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New("there is no such folder")
	}
	return store.Plain(err)
}

func recordCommand() *cobra.Command {
	takers := gameNames()
	var file, size string
	var still bool
	theme, seed := palette.Themes()[0], uint64(1)
	cmd := &cobra.Command{
		Use: "record [GAME]", Short: "Play a list of keys on the full screen, and record it as an animated picture (SVG)", GroupID: "machine", ValidArgs: takers,
		Long: `Reads keys from standard input, types them on the full screen of a game or of the menu, and writes an SVG picture of that screen.
It needs no terminal and saves no game. The lines of the input:
  right down enter    names of keys: up, left, space, tab, esc, pgup, f1, u, ?, ctrl+r, shift+up ...
  :blocks 3gh         a line to type, followed by Enter
  wait 800            a pause in milliseconds
  # ...               a comment`,
		RunE: func(_ *cobra.Command, args []string) error {
			film := term.Film{Still: still}
			w, h, _ := strings.Cut(size, "x")
			var errs [2]error
			film.W, errs[0] = strconv.Atoi(w)
			film.H, errs[1] = strconv.Atoi(h)
			if err := errors.Join(errs[:]...); err != nil {
				return usage("--size takes columns and rows such as 120x40, not %q", size)
			}
			return writeFilm(args, seed, theme, film, file)
		},
	}
	cmd.Args = func(_ *cobra.Command, args []string) error {
		if atMostOne("record", args, takers) != nil {
			return usage("record takes one game, %s, or nothing for the menu", strings.Join(takers, " or "))
		}
		return nil
	}
	cmd.Flags().StringVarP(&file, "output", "o", "", "write to `FILE` instead of standard output")
	cmd.Flags().StringVar(&size, "size", "80x24", "columns and rows of the screen, `WxH`")
	registerTheme(cmd.Flags(), &theme, "")
	cmd.Flags().BoolVar(&still, "still", false, "show only the final screen")
	shell.Seed(cmd, "random seed: any whole number `n`; default 1", &seed)
	cmd.Flags().SortFlags = false
	return cmd
}

// writeFilm plays the keys from standard input in the game that the parameter names holds, or in the menu if names is empty, and writes the
// picture with output.
func writeFilm(names []string, seed uint64, theme string, film term.Film, file string) (err error) {
	open := func(g game.Game, wish store.GameSettings) (*table.Table, error) {
		w, err := newgame.Remembered(g, wish)
		if err != nil {
			return nil, err
		}
		w.Seed = &seed
		return newGames().Open(g, w, false)
	}
	var picture bytes.Buffer
	config := term.Config{
		Desk:  desk.Config{Games: games.All(), Store: store.Open("", games.Find), May: command.Everything, Open: open},
		Style: term.Style{Theme: theme}, In: os.Stdin, Out: &picture,
	}
	if len(names) > 0 {
		g, _ := games.Find(names[0])
		wish := config.Desk.Store.Profile.Settings().Game(names[0])
		wish.Options = g.Info().Started
		if config.Desk.Table, err = open(g, wish); err != nil {
			return err
		}
	}
	if err := term.WriteFilm(config, film); err != nil {
		return err
	}
	return output(file, "", func(_ context.Context, w io.Writer) error {
		_, err := picture.WriteTo(w)
		return err
	})
}

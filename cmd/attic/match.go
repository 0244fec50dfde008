package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"attic/cmd/internal/shell"
	"attic/engine/arena"
	"attic/game"
	"attic/games"
	"attic/internal/lines"
	"attic/internal/phrase"
	"attic/match"
	"attic/match/pgn"
	"attic/match/store"
	"attic/ui/term"
)

type entry struct {
	player  string
	options []arena.Option
	pace    pace
	name    string // "" for the name that the player reports
	dir     string // the folder in which it is started, or ""
}

type matchChoice struct {
	entries  []entry
	shared   []arena.Option // options given before the first engine
	settings arena.Settings
	patience time.Duration
	openings string // a file, "none" or ""
	pgn      string
	replay   string
	resume   string // a file, or ""
	log      string // a file, or ""
	watch    bool
	json     *bool
	stop     *stopper
	pace     pace // the pace given before the first engine

	alpha, beta float64 // the error rates of the sequential test, or 0
}

const standingEvery = 10

// oneGame makes a command accept one argument, the name of one of the games in takers.
func oneGame(cmd *cobra.Command, takers []string) {
	cmd.ValidArgs = takers
	cmd.Args = func(_ *cobra.Command, args []string) error {
		if !slices.Contains(takers, strings.Join(args, " ")) {
			return usage("%s takes one game: %s", cmd.Name(), strings.Join(takers, " or "))
		}
		return nil
	}
}

func matchCommand() *cobra.Command {
	c := matchChoice{patience: 10 * time.Second}
	cmd := &cobra.Command{
		Use: "match GAME --engine PLAYER --engine PLAYER ... [options]", Short: "Play a match between engines", GroupID: "machine",
		DisableFlagsInUseLine: true,
		Long: `Plays a match between two or more engines and reports which is better. A PLAYER is
  level:N       the computer at level N
  think:100ms   attic's own engine at full strength, with this time per move
  think         attic's own engine at full strength, within the match's limits
  COMMAND       the command of a UAI engine; quotes keep blanks together
Each pair of engines plays every opening twice, with swapped seats. An engine that crashes, hangs, moves too late or makes an illegal move
loses the game. Put --name, --dir, --option and limits after the engine that they apply to. Options and limits before the first engine, and
limits after the last one, apply to all engines. Press Ctrl+C to stop once the running games have ended, and again
to stop immediately. docs/matches.md explains the numbers. With --json a line of JSON is printed for each game and one for the result.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			g, _ := games.Find(args[0])
			if c.replay != "" {
				return replay(g, c.replay, *c.json)
			}
			return interruptible(func(ctx context.Context, s *stopper) error {
				c.stop, c.settings.Finish = s, s.finish
				return c.run(ctx, shell.Out, g)
			})
		},
	}
	_, takers := offering[game.Engines]()
	oneGame(cmd, takers)
	c.register(cmd)
	c.json = jsonOption(cmd)
	return cmd
}

func (c *matchChoice) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	set := func(name, kind, help string, parse func(text string) error) {
		shell.Option(flags, name, kind, help, parse)
	}
	s := &c.settings
	s.Margin, s.Concurrency = 25*time.Millisecond, 1
	set("engine", "player", "a `player`; give two or more", func(text string) error {
		c.entries = append(c.entries, entry{player: text})
		return nil
	})
	set("option", "NAME=VALUE", "`NAME=VALUE`: set an option of the preceding --engine or, before the first --engine, of all engines", func(text string) error {
		o, err := arena.ParseOption(text)
		to := &c.shared
		if e := c.last(); e != nil {
			to = &e.options
		}
		*to = append(*to, o)
		return err
	})
	set("games", "n", "play `N` games between each pair of engines, an even number; default 100", func(text string) error {
		n, err := strconv.Atoi(text)
		if err != nil || n < 2 || n%2 != 0 || n > math.MaxInt32 {
			return fmt.Errorf("it must be an even number, since every opening is played twice, not %q", text)
		}
		s.Games = n
		return nil
	})
	limit := func(name, kind, help, wants string, most int64, of func(n int64) game.Limits) {
		set(name, kind, help, func(text string) error {
			var n int64
			if err := shell.Whole(&n, 1, most, wants)(text); err != nil {
				return err
			}
			return c.limit(name, of(n))
		})
	}
	limit("movetime", "ms", "`MS` milliseconds a move; default 100", "it must be a number of milliseconds, 1 or more", 1e9, func(n int64) game.Limits {
		return game.Limits{Move: time.Duration(n) * time.Millisecond}
	})
	set("tc", "M+S", "`M+S`: a clock of M minutes plus S seconds a move; none: tell engines no limit", func(text string) error {
		clock, increment, err := parseClock(text)
		if err != nil {
			return err
		}
		return c.limit("tc", game.Limits{Clock: clock, Increment: increment})
	})
	limit("depth", "n", "search `N` plies", "it must be a number of plies from 1 to 1000", 1000, func(n int64) game.Limits { return game.Limits{Depth: int(n)} })
	limit("nodes", "n", "search `N` nodes", "it must be a number of nodes, 1 or more", math.MaxInt64, func(n int64) game.Limits { return game.Limits{Nodes: n} })
	set("margin", "ms", "allow a move to be `MS` milliseconds late; default 25", func(text string) error {
		var n int64
		err := shell.Whole(&n, 0, 1e9, "it must be a number of milliseconds")(text)
		s.Margin = time.Duration(n) * time.Millisecond
		return err
	})
	set("patience", "time", "extra `time` to wait for an answer when the time for a move is up; default 10s", func(text string) error {
		d, err := time.ParseDuration(text)
		if err != nil || d <= 0 {
			return fmt.Errorf("it must be a time such as 10s or 500ms, not %q", text)
		}
		c.patience = d
		return nil
	})
	flags.StringVar(&c.openings, "openings", "", "take openings from a `file`, one position a line; none: start every game from the initial position; default: random openings")
	set("concurrency", "n", "play `N` games at a time", shell.Whole(&s.Concurrency, 1, 1000, "it must be a number from 1 to 1000"))
	set("sprt", "ELO0,ELO1", "stop once the results decide between two Elo differences, `ELO0,ELO1`", func(text string) error {
		test, err := parseTest(text)
		s.Test = test
		return err
	})
	shell.Seed(cmd, "random seed: any whole number `n`", &s.Seed)
	flags.StringVar(&c.pgn, "pgn", "", "add the games to a `file`")
	flags.StringVar(&c.replay, "replay", "", "play no games; check those in a `file` written by --pgn and count the results")
	c.registerMore(flags, set)
	flags.SortFlags = false
}

// parseClock reads minutes and seconds, such as "3+2" or "0.5+0.1", or "none".
func parseClock(text string) (clock, increment time.Duration, err error) {
	if text == "none" {
		return 0, 0, nil
	}
	minutes, seconds, both := strings.Cut(text, "+")
	m, err := strconv.ParseFloat(minutes, 64)
	s := 0.0
	if both && err == nil {
		s, err = strconv.ParseFloat(seconds, 64)
	}
	clock, increment = time.Duration(m*float64(time.Minute)), time.Duration(s*float64(time.Second))
	if err != nil || !(m > 0 && m <= 10000) || !(s >= 0 && s <= 10000) || clock < time.Millisecond {
		return 0, 0, fmt.Errorf("it must be minutes and seconds such as 3+2, 1 or 0.1+0.05, or none, not %q", text)
	}
	return clock, increment, nil
}

func parseTest(text string) (*arena.Test, error) {
	low, high, ok := strings.Cut(text, ",")
	elo0, err0 := strconv.ParseFloat(strings.TrimSpace(low), 64)
	elo1, err1 := strconv.ParseFloat(strings.TrimSpace(high), 64)
	if !ok || err0 != nil || err1 != nil || !(elo0 < elo1) || !(elo0 >= -1000) || !(elo1 <= 1000) {
		return nil, fmt.Errorf("it must be two Elo differences, the lower one first, such as 0,10, not %q", text)
	}
	return &arena.Test{Elo0: elo0, Elo1: elo1}, nil
}

func (c *matchChoice) run(ctx context.Context, out io.Writer, g game.Game) (err error) {
	if len(c.entries) < 2 {
		return usage("a match needs two or more engines, --engine PLAYER --engine PLAYER, not %d", len(c.entries))
	}
	s, engines := c.settings, g.(game.Engines)
	if err := c.check(g.Info().Counted); err != nil {
		return err
	}
	all, own := c.paces()
	s.Limits = all.limits
	if all.option == "" {
		s.Limits.Move = 100 * time.Millisecond
	}
	switch {
	case s.Games == 0 && s.Test != nil:
		s.Games = math.MaxInt32 - 1
	case s.Games == 0:
		s.Games = 100
	}
	switch c.openings {
	case "":
	case "none":
		s.Openings = []string{"startpos"}
	default:
		err = reading(c.openings, func(file *lines.Decoder) error {
			s.Openings, err = arena.ReadOpenings(file, engines)
			return err
		})
		if err != nil {
			return err
		}
	}
	if c.resume != "" {
		cut := 0
		if s.Played, cut, err = readPlayed(c.resume, g); err == nil && cut > 0 { // this game is played again
			err = cutFrom(c.resume, cut)
		}
		if err != nil {
			return err
		}
	}
	if c.log != "" {
		said, wrong := add(c.log)
		if wrong != nil {
			return wrong
		}
		s.Log = arena.NewLog(said)
		defer func() { err = errors.Join(err, s.Log.Err(), said.Close()) }()
	}
	var entrants []arena.Entrant
	for i, e := range c.entries {
		config := arena.Config{
			Options: append(append([]arena.Option(nil), c.shared...), e.options...), Patience: c.patience,
			Hash: game.UsualHash, Threads: 1, Dir: e.dir, Log: s.Log,
		}
		open, err := arena.Opener(g, e.player, config)
		if err != nil {
			return usage("%v", err)
		}
		entrants = append(entrants, arena.Entrant{Name: e.name, Open: open, Limits: own[i]})
	}
	var file io.WriteCloser
	if record := cmp.Or(c.pgn, c.resume); record != "" {
		if file, err = add(record); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, file.Close()) }()
	}
	shows := func(*arena.Tournament) {}
	var w *watcher
	if c.watch {
		w = newWatcher(g, s.Concurrency)
		s.Live, out, shows = w.take, w, w.stands
		c.stop.tell(w.say)
	}
	last := s.Games * len(arena.Meetings(len(entrants), s.Gauntlet))
	var table *arena.Tournament
	match := func() error {
		table, err = arena.Run(ctx, engines, entrants, s, func(played arena.Game, table *arena.Tournament) error {
			line := played.Line()
			if *c.json {
				line = jsonOf(playedOf(played), "")
			}
			_, err := fmt.Fprintln(out, line)
			if !*c.json && played.Number%(standingEvery*len(table.Meetings)) == 0 && (len(entrants) == 2 || played.Number < last) {
				fmt.Fprint(out, standing(table, s.Test))
			}
			shows(table)
			if file == nil {
				return err // the following games would be lost
			}
			return arena.WriteGame(file, engines, g.Info().Name, time.Now(), played)
		})
		switch {
		case table.Games() == 0:
		case *c.json:
			fmt.Fprintln(out, jsonOf(resultOf(table, s.Test, err == nil), ""))
		case len(entrants) == 2:
			fmt.Fprint(out, table.Meetings[0].Summary(s.Test))
		default:
			fmt.Fprint(out, table.Summary())
		}
		if errors.Is(err, arena.ErrFinished) {
			return context.Canceled
		}
		return err
	}
	if w == nil {
		return match()
	}
	return w.watch(ctx, c.stop.press, match)
}

func standing(table *arena.Tournament, test *arena.Test) string {
	if len(table.Meetings) == 1 {
		return table.Meetings[0].Line(test) + "\n"
	}
	return table.Table()
}

// check returns an error if options contradict each other, and completes the test. The parameter counted is the
// field Counted of game.Info.
func (c *matchChoice) check(counted bool) error {
	s := &c.settings
	switch {
	case s.Test != nil && len(c.entries) > 2:
		return usage("--sprt is for a match between two engines, not %d", len(c.entries))
	case s.Test == nil && (c.alpha > 0 || c.beta > 0):
		return usage("--alpha and --beta need --sprt")
	case (s.Material > 0 || s.EasyFill) && !counted:
		return usage("--material and --easy-fill are for games won by having more pieces, such as ataxx")
	case c.watch && *c.json:
		return usage("use one of --watch and --json")
	case c.watch && (look{}).kind() != term.Full:
		return usage("--watch needs a terminal to show the games")
	case c.resume == dash:
		return usage("--resume adds games to its file, which cannot be standard input")
	case c.resume != "" && c.pgn != "":
		return usage("--resume adds the games to its own file; leave out --pgn")
	}
	if s.Test != nil {
		s.Test.Alpha, s.Test.Beta = c.alpha, c.beta
	}
	return nil
}

// appended is a file to which only whole texts are added: a text for which there is no room is left out.
type appended struct{ file *os.File }

func (a appended) Write(text []byte) (int, error) {
	n, err := a.file.Write(text)
	if info, e := a.file.Stat(); err != nil && n > 0 && e == nil {
		err = errors.Join(err, a.file.Truncate(info.Size()-int64(n)))
	}
	return n, err
}

func (a appended) Close() error { return a.file.Close() }

// add opens a file for appending. It returns an error for a saved game, which would be damaged.
func add(name string) (io.WriteCloser, error) {
	if name == dash {
		return nil, usage("a match adds lines to files; standard output is none")
	}
	if err := addable(name); err != nil {
		return nil, fmt.Errorf("%s: %w; choose another name", phrase.Name(name), err)
	}
	file, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	return appended{file}, err
}

var errForeign = errors.New("nothing can be added to it, because it is not UTF-8 with line feeds at the ends of its lines")

// addable returns an error if lines cannot be added to the file at path, because it is a saved game or no UTF-8 with line feeds. A file of more than 8 MB is
// not read.
func addable(path string) error {
	file, err := store.OpenText(path)
	if err != nil {
		return nil // opening it for writing says why
	}
	defer file.Close()
	text := lines.Text(file)
	head := make([]byte, len(match.SaveHead))
	n, _ := io.ReadFull(text, head)
	switch _, err := io.Copy(io.Discard, text); {
	case string(head[:n]) == match.SaveHead:
		return errors.New("it is a saved game")
	case err != nil:
		return err
	case text.Foreign():
		return errForeign
	}
	return nil
}

// readPlayed reads the games of a match. If the file ends in the middle of a game, cut is the line where this game begins, otherwise 0.
func readPlayed(name string, g game.Game) (list []arena.Game, cut int, err error) {
	err = reading(name, func(file *lines.Decoder) error {
		var wrong error // the error of the first game that cannot be read
		err := arena.ReadGames(file, g.Info().Name, func(played arena.Game) error {
			list = append(list, played)
			return nil
		}, func(err error) {
			if bad := (*pgn.Error)(nil); errors.As(err, &bad) && bad.Cut > 0 {
				cut = bad.Cut
				return
			}
			wrong = cmp.Or(wrong, err)
		})
		if err = cmp.Or(err, wrong); err != nil {
			return fmt.Errorf("the match cannot be resumed: %w", err)
		}
		if file.Foreign() {
			return fmt.Errorf("the match cannot be resumed: %w", errForeign)
		}
		return nil
	})
	return list, cut, err
}

// cutFrom removes the rest of a file from this line on.
func cutFrom(name string, line int) error {
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	size, in := int64(0), bufio.NewReader(file)
	for line > 1 {
		part, err := in.ReadSlice('\n')
		if size += int64(len(part)); err == nil {
			line--
		} else if !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
	}
	return file.Truncate(size)
}

func replay(g game.Game, name string, asJSON bool) error {
	var table arena.Crosstable
	games, whole, odd := 0, 0, false
	err := reading(name, func(file *lines.Decoder) error {
		return arena.ReadGames(file, g.Info().Name, func(played arena.Game) error {
			games++
			for _, passed := range played.Passed {
				odd = true
				fmt.Fprintln(os.Stderr, shell.OneLine(passed))
			}
			table.Add(played)
			if err := arena.Check(g.(game.Engines), played); err != nil {
				fmt.Fprintf(os.Stderr, "game %d, %s - %s: %s\n", played.Number, played.Names[0], played.Names[1], shell.OneLine(err))
				return nil
			}
			whole++
			return nil
		}, func(err error) {
			games++
			fmt.Fprintln(os.Stderr, shell.OneLine(err))
		})
	})
	switch {
	case err != nil:
		return err
	case games == 0:
		return fmt.Errorf("%s: %w", phrase.Name(name), pgn.ErrNone)
	case odd || whole < games || table.String() == "":
		fmt.Fprintf(os.Stderr, "%s: %s, %d whole\n", phrase.Name(name), phrase.Count(games, "game"), whole)
	}
	text := table.String() + table.List()
	if asJSON {
		text = jsonOf(replayOf(games, &table, whole == games), "") + "\n"
	}
	if _, err = fmt.Fprint(shell.Out, text); err == nil && whole < games {
		err = shell.ErrQuiet
	}
	return err
}

func openingsCommand() *cobra.Command {
	b := arena.Balance{Count: 50, Depth: 8, Window: 50}
	cmd := &cobra.Command{
		Use: "openings GAME", Short: "Make balanced openings for matches", GroupID: "machine",
		Long: `Prints positions from which engine games can start, one per line, in which attic's own engine finds neither side ahead. All are
different, and for Ataxx every second candidate has blocks. attic match --openings FILE plays from them.`,
		RunE: func(_ *cobra.Command, args []string) error {
			g, _ := games.Find(args[0])
			return conversation(func(ctx context.Context) error {
				return arena.Balanced(ctx, g.(game.Engines), b, func(text string) error {
					_, err := fmt.Fprintln(shell.Out, text)
					return err
				})
			})
		},
	}
	_, takers := offering[game.Engines]()
	oneGame(cmd, takers)
	shell.Number(cmd, "count", "print `n` openings", 1, 1_000_000, &b.Count)
	shell.Number(cmd, "plies", "play `n` random plies beyond the default 2 to 6", 0, 100, &b.Plies)
	shell.Number(cmd, "depth", "evaluate each opening by a search of `n` plies", 1, 100, &b.Depth)
	shell.Number(cmd, "window", "accept scores of at most `n` hundredths of a piece for either side", 0, math.MaxInt32, &b.Window)
	shell.Seed(cmd, "random seed: any whole number `n`", &b.Seed)
	cmd.Flags().SortFlags = false
	return cmd
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"attic/cmd/internal/manual"
	"attic/cmd/internal/shell"
	"attic/desk"
	"attic/desk/command"
	"attic/draw/grid"
	"attic/draw/palette"
	"attic/engine/arena"
	"attic/game"
	"attic/games"
	"attic/match/store"
	"attic/server/online"
	"attic/table"
	"attic/table/newgame"
	"attic/ui/lines"
	"attic/ui/sound"
	"attic/ui/term"
	"attic/ui/window"
)

// gameCommand returns the command that plays a game; byName reports whether the program was started under the game's name.
func gameCommand(g game.Game, byName bool) *cobra.Command {
	info := g.Info()
	var c choice
	cmd := &cobra.Command{
		Use: info.Name, Short: info.Title + ": " + info.Brief, GroupID: "play", ValidArgsFunction: savedGames,
		DisableFlagsInUseLine: true,
		Args: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(args) > 1:
				return usage("unexpected argument %q; %s takes one file and options: %s -h", args[1], cmd.Name(), cmd.CommandPath())
			case len(args) == 1 && strings.TrimSpace(args[0]) == "":
				return usage("%s takes a file and options: %s -h", cmd.Name(), cmd.CommandPath())
			case len(args) == 1:
				c.file = args[0]
			case c.game > 0:
				return usage("--game needs a file of game records: %s games.pgn --game %d", cmd.CommandPath(), c.game)
			}
			return nil
		},
		Long: fmt.Sprintf("%s: %s.\n\n%s -mt fills the terminal. --lines plays line by line, which is also the default on a terminal without full-screen support (TERM=dumb); --plain does the same for screen readers. The game is saved as you play. Each line of a pipe or file is read as a command or a move.\nattic help %s prints the rules; ? on the screen and help at the prompt list keys and commands.\nFILE is a saved game or a game record (PGN) to open.",
			info.Title, info.Brief, strings.ReplaceAll(manual.Opens(info), "`", ""), info.Name),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := c.openFirst(g, cmd.CommandPath()); err != nil {
				return err
			}
			if c.mode == asUsual && (info.Window || byName && !info.Lines) && !c.look.plain && !c.look.lines && begun().windowed() {
				c.mode = ifPossible
			}
			return conversation(func(ctx context.Context) error { return play(ctx, g, c) })
		},
	}
	cmd.Use += " [FILE] [options]"
	c.register(g, cmd.Flags(), !byName || info.Started == "")
	c.look.registerAll(cmd.Flags())
	return cmd
}

// console is where a person or a script types and reads lines.
type console struct {
	in       lines.Input
	out      io.Writer
	terminal bool
	paint    func(grid.Grid) string
	editor   *term.Editor // for a terminal; nil on a pipe
	script   *lines.Pipe  // nil on a terminal
}

func interactive() bool { return term.IsTerminal(os.Stdin) }

// full reports whether the game fills the screen: on a terminal that can show it, unless line mode was asked for.
func (l look) full() bool { return l.kind() == term.Full }

// kind returns what the terminal can do, or term.Dumb if there is none or line mode was asked for.
func (l look) kind() term.Ability {
	if l.plain || l.lines || !interactive() {
		return term.Dumb
	}
	return term.AbilityOn(os.Stdout)
}

// sayLines prints that a game is played line by line because the terminal is unknown, if that is the reason.
func (l look) sayLines() {
	if l.kind() == term.Unknown {
		fmt.Fprintf(os.Stderr, "attic: unknown terminal %q, so the game is played line by line; set TERM=xterm to fill the screen\n", os.Getenv("TERM"))
	}
}

func openConsole() (*console, error) {
	if !interactive() {
		script := lines.NewPipe(os.Stdin)
		return &console{in: script, out: shell.Out, script: script}, nil
	}
	dumb := term.AbilityOn(os.Stdout) != term.Full
	editor, err := term.NewEditor(stdin, os.Stdout, dumb)
	if err != nil {
		return nil, err
	}
	c := &console{in: editor, out: shell.Out.Through(editor), terminal: true, editor: editor}
	if !dumb && os.Getenv("NO_COLOR") == "" {
		c.paint = palette.ANSI
	}
	return c, nil
}

// close restores the terminal. On a pipe it returns the first failure of the script, or nil.
func (c *console) close() error {
	if c.editor == nil {
		return c.script.Err()
	}
	return c.editor.Close()
}

// stores holds the store of each folder that openStore has opened, for tellDamage.
var stores sync.Map

// openStore opens the folder of kept games. Without a home folder nothing is kept.
func openStore() store.Store {
	dir, err := store.StateDir(os.Getenv)
	if err != nil {
		return store.Open("", games.Find).Homeless(errors.New("there is no home folder"))
	}
	s, ok := stores.Load(dir)
	if !ok {
		s, _ = stores.LoadOrStore(dir, store.Open(dir, games.Find))
	}
	return s.(store.Store) //nolint:errcheck,forcetypeassert // nothing else is stored
}

// tellDamage prints the news about damaged files that have not been shown yet.
func tellDamage() {
	stores.Range(func(_, s any) bool {
		for _, news := range s.(store.Store).News() { //nolint:errcheck,forcetypeassert // nothing else is stored
			fmt.Fprintln(os.Stderr, news)
		}
		return true
	})
}

// screen fills the terminal, with the game at the table t or, if t is nil, with the menu.
func (c choice) screen(ctx context.Context, t *table.Table) error {
	l := c.look
	net, err := c.net.open()
	if err != nil {
		return err
	}
	player := sound.Open("attic")
	defer player.Close()
	config := l.screenConfig()
	config.Desk, config.Sound = c.desk(t, net), player.Play
	return term.Run(ctx, config)
}

// desk returns the configuration of this person's desk, which starts at the table t or, if t is nil, with the menu.
func (c choice) desk(t *table.Table, net table.Network) desk.Config {
	return desk.Config{
		Games: games.All(), Store: openStore(), May: command.Everything, Open: newGames().Remembered,
		Table: t, NoMotion: c.look.still || os.Getenv("NO_MOTION") != "", Net: net, First: c.first,
		Online: online.Open, Name: c.net.name, Begin: c.opens,
	}
}

func (l look) screenConfig() term.Config {
	screenFilled.Store(true)
	_, most := term.AbilityOf(os.Getenv("TERM"))
	env := os.Environ()
	if os.Getenv("NO_COLOR") != "" {
		env = append(env, "NO_COLOR=1") // any value has this effect
	}
	return term.Config{
		Style: term.Style{Theme: l.theme, ASCII: l.ascii, Mono: most == palette.None, Eight: most == palette.Eight, NoPictures: l.drawn},
		In:    stdin, Out: os.Stdout, Env: env,
	}
}

// begun returns the choice adjusted for the start of a game of g: most people skip its set-up, and the level is the one used last. On a pipe, and in
// line mode for a hosted game or a program named after its game, the game starts with the set-up, as the manual of Ataxx requires.
func (c choice) begun(g game.Game) choice {
	if (c.mode == asUsual || c.mode == asText) && !c.look.full() && !(c.plays && interactive()) {
		return c
	}
	if c.plays && !c.Seeded {
		c.Setup = c.Setup.With(g.Info().Started)
	}
	if c.Level < 0 && c.Program < 0 {
		c.Level = openStore().Profile.Settings().Game(g.Info().Name).LevelFor(g)
	}
	return c
}

func menu(ctx context.Context, c choice) (err error) {
	if c.look.full() {
		return c.screen(ctx, nil)
	}
	c.look.sayLines()
	con, err := openConsole()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, con.close()) }()
	kept := openStore()
	if con.editor != nil {
		con.editor.SetPrompt("attic> ")
	}
	note := func(g game.Game) string {
		if !con.terminal {
			return ""
		}
		if _, ok := kept.Library.Kept(g.Info().Name); ok {
			return "(A game is kept.)"
		}
		return ""
	}
	var first command.Request
	g, err := unless(ctx, func() (g game.Game, err error) {
		g, first, err = lines.Menu(con.in, con.out, con.terminal, con.terminal && c.look.plain, games.All(), note,
			func() ([]string, error) { _, text, err := command.List(kept, ""); return text, err },
			func() (string, error) { return statsOf(kept, games.All()) })
		return g, err
	})
	if err != nil || g == nil {
		return err
	}
	of := usual()
	if con.terminal {
		wish := command.Against(g, kept.Profile.Settings().Game(g.Info().Name))
		if of.Wish, err = newgame.Remembered(g, wish); err != nil {
			return err
		}
	}
	of.look, of.first = c.look, first
	t, err := of.open(g, con.terminal)
	if err != nil {
		return err
	}
	return con.play(ctx, t, of)
}

// unless returns the results of the function do, or ctx's error if ctx is done first. In that case do still runs to its end, and its results are
// dropped.
func unless[T any](ctx context.Context, do func() (T, error)) (got T, err error) {
	done := make(chan func(), 1)
	go func() {
		v, failed := do()
		done <- func() { got, err = v, failed }
	}()
	select {
	case take := <-done:
		take()
	case <-ctx.Done():
		err = ctx.Err()
	}
	return got, err
}

// play puts a new game of g on a table and plays it.
func play(ctx context.Context, g game.Game, c choice) error {
	t, err := c.begun(g).open(g, c.mode != asUsual && c.mode != asText || interactive() || c.first.Verb == command.Host)
	if err != nil {
		return err
	}
	if c.first.Verb == command.Host && !interactive() {
		t.Stay()
	}
	return c.at(ctx, t)
}

func (c choice) at(ctx context.Context, t *table.Table) (err error) {
	if c.mode == asWindow || c.mode == ifPossible || c.mode == orScreen {
		err := c.window(ctx, t)
		instead, ok := c.instead(err)
		if !ok {
			return err
		}
		if c.mode = instead; t != nil && c.mode != asPage {
			if t, err = c.begun(t.Game()).open(t.Game(), interactive()); err != nil { // the window has closed the first table
				return err
			}
		}
	}
	switch {
	case c.mode == asPage && t != nil:
		return c.page(ctx, "game/"+t.Game().Info().Name)
	case c.mode == asPage:
		return c.page(ctx, "")
	case t == nil:
		return menu(ctx, c)
	}
	if c.look.full() {
		return c.screen(ctx, t)
	}
	c.look.sayLines()
	con, err := openConsole()
	if err != nil {
		return errors.Join(err, t.Close())
	}
	defer func() { err = errors.Join(err, con.close()) }()
	return con.play(ctx, t, c)
}

// instead handles the error that no window could be opened: it prints the reason and returns the mode in which to play instead. For any other error,
// or without such a mode, it returns false.
func (c choice) instead(err error) (mode, bool) {
	if !errors.Is(err, window.ErrDisplay) {
		return c.mode, false
	}
	why := "attic: " + shell.OneLine(err)
	switch {
	case c.mode == ifPossible:
		fmt.Fprintln(os.Stderr, why+"; so the game is played as text")
		return asText, true
	case c.mode == orScreen && begun().paged():
		return asPage, true
	case c.mode == orScreen && interactive():
		fmt.Fprintln(os.Stderr, why+"; so attic uses this terminal")
		return asUsual, true
	}
	return c.mode, false
}

// newGames makes the tables of new games. Tests replace it.
var newGames = func() newgame.Tables { return newgame.Tables{Store: openStore(), Engines: opponents} }

// open puts a new game on a table. If keep is set, the table saves the game.
func (c choice) open(g game.Game, keep bool) (*table.Table, error) {
	c.Name = c.net.name
	t, err := newGames().Open(g, c.Wish, keep)
	if engine := (*newgame.EngineError)(nil); errors.As(err, &engine) {
		err = usage("%v", engine)
	}
	return t, err
}

func (con *console) play(ctx context.Context, t *table.Table, c choice) (err error) {
	agreed := false
	defer func() {
		if closed := t.Close(); !agreed {
			err = errors.Join(err, closed)
		}
	}()
	net, err := c.net.open()
	if err != nil {
		return err
	}
	person := c.person
	if person == nil {
		person = t.Here()
	}
	s := lines.New(command.Config{
		Person: person, Owner: t, May: command.Everything,
		Store: openStore(), Terminal: con.terminal, Listens: con.terminal && c.look.plain, Paint: con.paint,
		Mono: con.paint == nil, ASCII: c.look.ascii,
		Net: net,
	}, con.in, con.out)
	s.First, s.Guides = c.first, !con.terminal && c.look.plain
	if con.editor != nil {
		s.Prompt = con.editor.SetPrompt
		con.editor.Complete(s.Complete)
		s.Wide = con.editor.Columns
	}
	err = s.Run(ctx)
	agreed = s.Agreed
	return err
}

func opponents(g game.Game) func(spec string) (table.Opponent, error) {
	return func(spec string) (table.Opponent, error) {
		seat, err := arena.Sit(g, spec, arena.Config{Patience: 10 * time.Second, Hash: 128, Threads: runtime.NumCPU()})
		if err != nil {
			return nil, err
		}
		return seat, nil
	}
}

// window opens a window, with the table t or, if t is nil, the menu.
func (c choice) window(ctx context.Context, t *table.Table) error {
	l := c.look
	net, err := c.net.open()
	if err != nil {
		return err
	}
	player := sound.Open("attic")
	defer player.Close()
	return window.Run(ctx, window.Config{
		Desk: c.desk(t, net), Theme: l.theme, Scale: l.scale, Sound: player.Play,
		Slow: func() {
			fmt.Fprintf(os.Stderr, "attic: display %s has not answered for 3 s; attic keeps waiting; press Ctrl+C to stop\n", os.Getenv("DISPLAY"))
		},
	})
}

func windowCommand() *cobra.Command {
	c := usual()
	c.mode = orScreen
	cmd := &cobra.Command{
		Use: "window [GAME]", Short: "Open a window with the menu or a game", GroupID: "play", ValidArgs: gameNames(),
		Long:                  "Opens a window with the menu, or with GAME: " + gameList() + ". If there is no X server, attic uses the terminal instead.",
		DisableFlagsInUseLine: true,
		Args: func(_ *cobra.Command, args []string) error {
			if atMostOne("window", args, gameNames()) != nil {
				return usage("window takes the name of one game, %s, or nothing for the menu", gameList())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return conversation(func(ctx context.Context) error {
				if len(args) == 0 {
					return c.at(ctx, nil)
				}
				g, _ := games.Find(args[0])
				c.plays = true
				return play(ctx, g, c)
			})
		},
	}
	c.look.registerAll(cmd.Flags())
	return cmd
}

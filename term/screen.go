package term

import (
	"context"
	"io"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"attic/game"
	"attic/palette"
	"attic/store"
	"attic/table"
)

// Config is what a full screen is made from.
type Config struct {
	Games []game.Game
	Store store.Store

	// Open puts a new game on a table, played as a person wishes.
	Open func(g game.Game, wish store.GameSettings) (*table.Table, error)
	// Table is played at from the start; nil begins with the menu.
	Table *table.Table

	Look     Look
	NoMotion bool // moves are shown at once

	In  io.Reader
	Out io.Writer
	Env []string

	paused bool // programs move only when they are let, as recordings do
}

// Look says how a screen is coloured.
type Look struct {
	Theme string // a name of palette.Themes; "" asks the terminal for its background
	ASCII bool   // the terminal has no Unicode
	Mono  bool   // the terminal has no colours
	Eight bool   // the terminal has eight colours
}

// Run shows the full screen until the person leaves or ctx is done. Tables are closed at the end, so that
// the game is kept.
func Run(ctx context.Context, c Config) error {
	s := newScreen(c)
	program := tea.NewProgram(s, tea.WithInput(c.In), tea.WithOutput(c.Out),
		tea.WithEnvironment(c.Env), tea.WithoutSignalHandler(), tea.WithFPS(120))
	stop := context.AfterFunc(ctx, program.Quit) // the library's own way would not wait for its reader
	defer stop()
	_, err := program.Run()
	if closed := s.close(); err == nil {
		err = closed
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// page is what the screen shows: the menu or a game.
type page interface {
	update(tea.Msg) tea.Cmd
	draw(*canvas)
	close() error
}

// screen is the whole program on a terminal.
type screen struct {
	Config
	settings store.Settings
	painter  palette.Painter
	page     page
	w, h     int
	dark     bool // the terminal has a dark background
	tooSmall bool
	quitting bool
}

func newScreen(c Config) *screen {
	s := &screen{Config: c, settings: c.Store.Settings()}
	s.NoMotion = s.NoMotion || s.settings.NoMotion
	s.Look.ASCII = s.Look.ASCII || s.settings.ASCII
	if s.Look.Theme == "" {
		s.Look.Theme = s.settings.Theme
	}
	s.painter = palette.Painter{Depth: palette.True, ASCII: s.Look.ASCII}
	s.setTheme(true)
	if c.Table != nil {
		s.page = newPlay(s, c.Table)
	} else {
		s.page = newMenu(s)
	}
	return s
}

// setTheme takes the theme that was chosen, or the one that suits the terminal's background.
func (s *screen) setTheme(dark bool) {
	s.dark = dark
	theme, chosen := palette.Find(s.Look.Theme)
	if !chosen {
		theme, _ = palette.Find(map[bool]string{true: "dark", false: "light"}[dark])
	}
	s.painter.Theme, s.painter.Own = theme, chosen // else the terminal's background stays
}

// Init asks the terminal for its background.
func (s *screen) Init() tea.Cmd {
	return tea.Batch(tea.RequestBackgroundColor, s.page.update(startMsg{}))
}

// startMsg is a page's first message.
type startMsg struct{}

// least is the smallest terminal that shows everything.
const leastW, leastH = 80, 24

// Update takes what happens.
func (s *screen) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		s.w, s.h = msg.Width, msg.Height
		s.tooSmall = s.w < leastW || s.h < leastH
	case tea.BackgroundColorMsg:
		s.setTheme(msg.IsDark())
		return s, nil
	case tea.ColorProfileMsg:
		s.painter.Depth = s.depth(msg.Profile)
		return s, nil
	case tea.KeyPressMsg:
		if p, ok := s.page.(*play); ok {
			p.bare = false // also for the keys that the page does not see
		}
		if msg.Mod == tea.ModAlt { // Esc and a key at once, as terminals write it
			_, one := s.Update(tea.KeyPressMsg{Code: tea.KeyEscape})
			_, two := s.Update(tea.KeyPressMsg(plainKey(msg.Key())))
			return s, tea.Batch(one, two)
		}
		switch keyName(msg.Key()) {
		case "ctrl+c":
			return s, s.quit()
		case "ctrl+z":
			return s, tea.Suspend
		case "ctrl+l":
			return s, tea.ClearScreen
		}
		if s.tooSmall {
			if keyName(msg.Key()) == "q" {
				return s, s.quit()
			}
			return s, nil
		}
	}
	return s, s.page.update(msg)
}

func (s *screen) depth(p colorprofile.Profile) palette.Depth {
	switch {
	case p <= colorprofile.ASCII || s.Look.Mono:
		return palette.None
	case s.Look.Eight:
		return palette.Eight
	case p == colorprofile.ANSI:
		return palette.Sixteen
	case p == colorprofile.ANSI256:
		return palette.Indexed
	}
	return palette.True
}

// show changes to another page. The one before is closed by whoever leaves it.
func (s *screen) show(p page) tea.Cmd {
	s.page = p
	return p.update(startMsg{})
}

func (s *screen) quit() tea.Cmd {
	s.quitting = true
	return tea.Quit
}

func (s *screen) close() error { return s.page.close() }

// View draws the screen.
func (s *screen) View() tea.View {
	v := tea.NewView(s.text())
	v.AltScreen = true
	v.MouseMode = tea.MouseModeAllMotion
	v.WindowTitle = "attic"
	if p, ok := s.page.(*play); ok {
		v.WindowTitle = p.info.Title
		// A bare Ctrl is seen only by its release, and only where the terminal reports all keys.
		v.KeyboardEnhancements = tea.KeyboardEnhancements{
			ReportEventTypes: true, ReportAlternateKeys: true, ReportAllKeysAsEscapeCodes: true, ReportAssociatedText: true,
		}
		if x, y, ok := p.caret(); ok && !s.tooSmall {
			v.Cursor = tea.NewCursor(x, y)
			v.Cursor.Shape = tea.CursorBar
		}
	}
	return v
}

func (s *screen) text() string {
	switch {
	case s.w == 0 || s.h == 0 || s.quitting:
		return ""
	case s.tooSmall:
		c := newCanvas(s.w, s.h)
		c.small()
		return s.painter.Paint(c.grid)
	}
	c := newCanvas(s.w, s.h)
	s.page.draw(c)
	return s.painter.Paint(c.grid)
}

// tick sends msg after a while.
func tick(after time.Duration, msg tea.Msg) tea.Cmd {
	return tea.Tick(after, func(time.Time) tea.Msg { return msg })
}

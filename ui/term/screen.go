package term

import (
	"cmp"
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"attic/desk"
	"attic/draw/grid"
	"attic/draw/palette"
	"attic/game"
	"attic/match/store"
)

// Config configures Run.
type Config struct {
	Desk desk.Config // its Display is ignored

	Style Style

	Sound func(each time.Duration, sounds ...game.Sound) // plays sounds one after another, each for the given time; nil: silence

	In  io.Reader
	Out io.Writer
	Env []string
	Far *Far // a terminal at the other end of In and Out; nil: In and Out are a terminal of this machine
}

// Style holds the colours and characters of a screen.
type Style struct {
	Theme string // a name of palette.Themes; "": the theme that matches the terminal's background
	ASCII bool   // the terminal has no Unicode
	Mono  bool   // the terminal has no colours
	Eight bool   // the terminal has eight colours

	NoPictures bool // boards are drawn in characters, even where the terminal shows pictures
}

// Run shows the full screen until the person leaves or ctx is done. At the end it closes the table, which
// keeps the game.
func Run(ctx context.Context, c Config) error {
	return newScreen(c).run(ctx)
}

func (s *screen) run(ctx context.Context) error {
	err := run(ctx, s, s.In, s.Out, s.Env, s.Far)
	close(s.done)
	closed := s.desk.Close()
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return errors.Join(err, closed)
}

// screen is the whole program on a terminal.
type screen struct {
	Config
	desk    *desk.Desk
	painter palette.Painter
	w, h    int  // the size of the page
	rows    int  // the rows of the terminal; the last may show that something could not be saved
	dark    bool // the terminal has a dark background
	bare    bool // Ctrl is down and no other key has been pressed since
	laid    laid
	wheels  map[desk.Area]area // the areas drawn last that react to the mouse wheel
	motion  motion
	heard   *desk.Play      // the game for whose news the screen waits
	joining <-chan struct{} // the channel of the game being joined from the menu, while the screen waits for it
	copied  string          // the text to put on the clipboard
	ticking bool            // a clockMsg is on its way
	done    chan struct{}   // closed at the end
	reads   string          // the title of the text that Read shows; when the text is closed, the screen ends
	sample  sample          // the picture of the game chosen in the menu
	whole   bool            // the whole board is shown, not only the part in play
	cells   grid.Grid       // the page drawn last, with the row below it
	sights  sights
}

func newScreen(c Config) *screen {
	s := &screen{Config: c, done: make(chan struct{})}
	s.painter = palette.Painter{Depth: palette.True}
	s.setTheme(true)
	c.Desk.Display = s
	s.desk = desk.New(c.Desk)
	s.painter.ASCII = c.Style.ASCII || s.desk.Settings.ASCII
	if s.Style.Theme == "" {
		s.Style.Theme = s.desk.Settings.Theme
	}
	s.setTheme(true)
	return s
}

func (s *screen) setTheme(dark bool) {
	s.dark = dark
	if s.painter.Theme, s.painter.Own = s.Style.theme(dark); s.desk != nil {
		s.painter.Theme = s.painter.Theme.Wear(s.desk.Settings.Pieces, s.desk.Settings.Shades)
	}
}

// theme returns the chosen theme or, if none is chosen, the theme that matches the terminal's background.
// chosen reports whether one is chosen.
func (s Style) theme(dark bool) (theme palette.Theme, chosen bool) {
	if theme, chosen = palette.Find(s.Theme); !chosen {
		theme, _ = palette.Find(map[bool]string{true: "dark", false: "light"}[dark])
	}
	return theme, chosen
}

// The following methods implement desk.Display.

// Settings returns the settings that exist only on terminals.
func (s *screen) Settings() []desk.MenuItem {
	d := s.desk
	list := []desk.MenuItem{
		desk.OnOff(d, "Bell", d.Settings.Bell, func(to *store.Settings, on bool) { to.Bell = on }),
		desk.OnOff(d, "ASCII only", s.painter.ASCII, func(to *store.Settings, on bool) { s.painter.ASCII, to.ASCII = on, on }),
	}
	if s.sights.by != noPictures && s.mayDepict() {
		list = append(list, desk.OnOff(d, "Pictures", !d.Settings.NoPictures, func(to *store.Settings, on bool) { to.NoPictures = !on }))
	}
	if s.depicts() {
		list = append(list, desk.BoardSettings(d)...)
	}
	return list
}

// Keys returns the keys that exist only on terminals.
func (s *screen) Keys() []desk.Button {
	list := Keys()
	if s.Far != nil { // a terminal that is far cannot suspend attic
		list[0] = desk.Button{Key: "ctrl+l", Label: "redraw the screen"}
	}
	return list
}

// Keys returns the keys that terminals add to those of every game.
func Keys() []desk.Button {
	return []desk.Button{
		{Key: "ctrl+l ctrl+z", Label: "redraw the screen; suspend attic (fg resumes it)"},
		{Key: wholeKey, Label: "on large boards: show the whole board, or only the occupied part"},
	}
}

// wholeKey switches between the whole board and the part in play, as in the window.
const wholeKey = "z"

// Restyle implements desk.Display.
func (s *screen) Restyle() {
	s.Style.Theme = s.desk.Settings.Theme
	s.setTheme(s.dark)
}

// Unthemed implements desk.Display.
func (s *screen) Unthemed() string { return "match terminal" }

// Copy asks the terminal to put a text on the clipboard. Some terminals ignore this.
func (s *screen) Copy(text string, told func(desk.Copied)) {
	s.copied = text
	told(desk.CopiedPerhaps)
}

func (s *screen) play() play { return play{s.desk.Play, s} }

type play struct {
	Play   *desk.Play
	screen *screen
}

// Init implements shown. The terminal is asked for its kind once its colours are known.
func (s *screen) Init() []task { return s.after() }

// The messages to a screen.
type (
	newsMsg   struct{ of *desk.Play } // something has happened at the table
	clockMsg  struct{}                // a second has passed
	joinedMsg struct{}                // a host has answered, or cannot be reached
	motionMsg struct{ number int }
)

// await returns a task that sends msg when ready receives a value or is closed.
func (s *screen) await(ready <-chan struct{}, msg uv.Event) task {
	return func() uv.Event {
		select {
		case <-ready:
			return msg
		case <-s.done:
			return nil
		}
	}
}

// leastW and leastH are the least numbers of columns and rows of a screen; some boards need more.
const leastW, leastH = 40, 16

// fit leaves the last row for the message that something could not be saved, unless the page needs that
// row.
func fit(s *screen) {
	if s.h = s.rows; s.desk.Unsaved() == "" || s.h == 0 {
		return
	}
	if s.h--; s.tooSmall() {
		s.h++
	}
}

// tooSmall reports whether the terminal is too small for the menu or the game shown.
func (s *screen) tooSmall() bool {
	return s.w < leastW || s.h < leastH || s.desk.Play != nil && !s.play().current().fits
}

// needs returns the title of the menu or game for which the terminal is too small, and the size needed.
func (s *screen) needs() (title string, w, h int) {
	if s.desk.Play == nil {
		return "attic", leastW, leastH
	}
	p := s.play()
	if least := (play{p.Play, &screen{desk: s.desk, w: leastW, h: leastH}}); least.frame(p.Play.Now.View).fits {
		return p.Play.Info.Title, leastW, leastH
	}
	status, board := p.Play.Now.View.Status(), p.Play.Now.View.Grid(1, 1)
	w, h = max(board.W, leastW), board.H+4
	if board.W > leastW {
		w, h = board.W+narrowPanel, board.H+3
	}
	h += len(barLines(status.Bar, w-2))
	return p.Play.Info.Title, w, max(h, leastH)
}

// Update handles a message.
func (s *screen) Update(msg uv.Event) []task {
	var more []task
	fit(s)
	switch msg := msg.(type) {
	case uv.WindowSizeEvent:
		s.w, s.rows = msg.Width, msg.Height
		fit(s)
		if s.sights.by != noPictures {
			more = send(askCell)
		}
	case uv.BackgroundColorEvent:
		s.setTheme(msg.IsDark())
		more = s.sights.told(msg, s.w, s.rows)
	case uv.PixelSizeEvent, uv.CellSizeEvent, uv.KittyGraphicsEvent, uv.PrimaryDeviceAttributesEvent:
		more = s.sights.told(msg, s.w, s.rows)
	case colorprofile.Profile:
		s.painter.Depth = s.Style.depth(msg)
		more = send(askBackground)
		if s.mayDepict() { // the depth is known: the first page waits for the background
			more = send(askCell + askKind + askBackground)
		}
	case newsMsg:
		if msg.of == s.desk.Play {
			s.heard = nil
			s.desk.News()
		}
	case joinedMsg:
		s.joining = nil
		s.desk.News()
	case motionMsg:
		more = s.nextFrame(msg)
	case clockMsg:
		s.ticking = false
		s.desk.Tick()
	case uv.KeyPressEvent:
		if msg.Mod == uv.ModAlt { // Esc and a key that arrive together look like this
			return append(s.Update(uv.KeyPressEvent{Code: uv.KeyEscape}), s.Update(uv.KeyPressEvent(plainKey(msg.Key())))...)
		}
		more = s.pressed(msg.Key())
	case uv.KeyReleaseEvent:
		if code := msg.Key().Code; s.bare && (code == uv.KeyLeftCtrl || code == uv.KeyRightCtrl) && !s.tooSmall() {
			s.bare = false
			s.desk.Control()
		}
	case uv.MouseWheelEvent:
		s.bare = false
		if step := wheel[msg.Mouse().Button]; step != 0 {
			s.desk.Wheel(s.areaAt(msg.Mouse().X, msg.Mouse().Y), step)
		}
	case uv.MouseMotionEvent:
		s.desk.Point(s.under(msg.Mouse()))
	case uv.MouseClickEvent:
		s.bare = false
		if at := msg.Mouse(); at.Button == uv.MouseLeft {
			s.desk.Press(s.under(at))
		}
	case uv.MouseReleaseEvent:
		if at := msg.Mouse(); at.Button == uv.MouseLeft || at.Button == uv.MouseNone { // some terminals do not report the button
			s.desk.Release(s.under(at))
		}
	case uv.PasteEvent:
		if s.reads == "" {
			s.desk.Paste(msg.Content)
		}
	}
	return append(more, s.after()...)
}

var wheel = map[uv.MouseButton]int{uv.MouseWheelUp: -1, uv.MouseWheelDown: 1}

// after returns the tasks to start after a message.
func (s *screen) after() (cmds []task) {
	if s.reads != "" && s.desk.Pages.Top() == nil {
		s.desk.Quitting = true
	}
	if s.desk.Quitting {
		cmds = send(quitMsg{})
	}
	if p := s.desk.Play; p != nil && s.heard != p {
		s.heard = p
		cmds = append(cmds, s.await(s.desk.Ready(), newsMsg{p}))
	}
	if ready := s.desk.Ready(); s.desk.Menu != nil && ready != nil && ready != s.joining {
		s.joining = ready
		cmds = append(cmds, s.await(ready, joinedMsg{}))
	}
	if s.copied != "" {
		cmds = append(cmds, send(writeMsg(ansi.SetSystemClipboard(s.copied)))...)
		s.copied = ""
	}
	if s.motion.begun {
		s.motion.begun = false
		cmds = append(cmds, tick(s.motion.each, motionMsg{s.motion.number}))
	}
	if s.desk.Ticks() && !s.ticking {
		s.ticking = true
		cmds = append(cmds, tick(time.Second, clockMsg{}))
	}
	e := s.desk.Effects()
	if len(e.Sounds) > 0 && s.Config.Sound != nil {
		s.Config.Sound(slowestStep, e.Sounds...)
	}
	if e.Calls > 0 && s.desk.Settings.Bell || len(e.Sounds) > 0 && s.Far != nil { // a terminal that is far has only its bell
		cmds = append(cmds, send(writeMsg("\a"))...)
	}
	return cmds
}

func (s *screen) pressed(k uv.Key) []task {
	s.bare = false
	name := keyName(k)
	switch name {
	case "ctrl+c":
		if s.desk.Quitting = s.desk.Unsaved() == ""; !s.desk.Quitting {
			desk.Quit(s.desk)
		}
		return nil
	case "ctrl+z":
		return send(suspendMsg{})
	case "ctrl+l":
		return send(redrawMsg{})
	}
	if s.tooSmall() {
		if name == "q" {
			desk.Quit(s.desk)
		}
		return nil
	}
	switch k.Code {
	case uv.KeyLeftCtrl, uv.KeyRightCtrl:
		s.bare = true
	case uv.KeyLeftShift, uv.KeyRightShift, uv.KeyLeftAlt, uv.KeyRightAlt, uv.KeyCapsLock, uv.KeyNumLock:
	default:
		if s.reads != "" {
			s.desk.Quitting = !s.desk.Pages.Key(name)
			break
		}
		if name == wholeKey && s.zooms() {
			if s.desk.Play.Motion.Moving {
				s.desk.Play.Motion.Moved()
			}
			s.whole, s.laid = !s.whole, laid{}
			break
		}
		s.desk.Key(name)
	}
	return nil
}

// zooms reports whether the board shown can be limited to the part in play.
func (s *screen) zooms() bool {
	p := s.desk.Play
	if p == nil || s.desk.Pages.Top() != nil || s.desk.Form.On || p.Prompt.On {
		return false
	}
	_, ok := p.Now.View.(game.Nearer)
	return ok
}

// keyName returns the name of a key as in tables of keys: "u", "U", "ctrl+r", "shift+up", "space".
func keyName(k uv.Key) string {
	if k.Text != "" && k.Text != " " && !strings.ContainsFunc(k.Text, func(r rune) bool { return r < ' ' }) {
		return k.Text
	}
	return k.Keystroke()
}

func plainKey(k uv.Key) uv.Key {
	k.Mod = 0
	if k.Text == "" && k.Code >= ' ' && k.Code < uv.KeyExtended {
		k.Text = string(k.Code)
	}
	return k
}

// depth returns the colour depth to use on a terminal with the given profile.
func (s Style) depth(p colorprofile.Profile) palette.Depth {
	switch {
	case p <= colorprofile.ASCII || s.Mono:
		return palette.None
	case s.Eight:
		return palette.Eight
	case p == colorprofile.ANSI:
		return palette.Sixteen
	case p == colorprofile.ANSI256:
		return palette.Indexed
	}
	return palette.True
}

// View draws the screen.
func (s *screen) View() view {
	fit(s)
	v := view{title: desk.Title(s.desk, cmp.Or(s.reads, "attic")), asks: s.sights.asks, mouse: uv.MouseModeMotion}
	if s.desk.Play != nil {
		v.title = desk.Title(s.desk, s.desk.Play.Info.Title)
		// Ctrl alone is recognised by its release, which is reported only if the terminal reports all keys.
		v.keys = true
	}
	if s.w == 0 || s.h == 0 || s.desk.Quitting {
		return v
	}
	c := s.drawn()
	s.desk.Cut = strings.Join(c.cut, "\n")
	v.text, v.caret = s.painter.Paint(s.cells), c.caret
	if c.sight != nil {
		v.picture = s.painted(c.sight)
	}
	return v
}

// drawn returns the page shown, on a canvas that is valid until the next call.
func (s *screen) drawn() *canvas {
	if s.cells.W == s.w && s.cells.H == s.rows {
		s.cells.Clear()
	} else {
		s.cells = grid.New(s.w, s.rows)
	}
	c := &canvas{grid: s.cells}
	c.grid.H = s.h
	s.draw(c)
	if said := s.desk.Unsaved().In(func(text string) bool { return width(text) <= s.w-2 }); said != "" && !s.tooSmall() {
		s.cells.Put(0, s.rows-1, strings.Repeat(" ", s.w), grid.Cursor, "")
		last := &canvas{grid: s.cells, typed: c.typed}
		last.say(1, s.rows-1, s.w-2, 1, said, grid.Cursor)
		c.cut = append(c.cut, last.cut...)
	}
	return c
}

// draw draws the page shown or, if the terminal is too small, the size needed.
func (s *screen) draw(c *canvas) {
	c.typed, s.wheels = s.desk.Typing(), map[desk.Area]area{}
	switch blocks := s.desk.Pages.Blocks(); {
	case s.tooSmall():
		title, w, h := s.needs()
		c.small(title, w, h, string(s.desk.Unsaved()))
	case desk.PartOf[desk.Position](blocks).View != nil:
		s.play().drawReview(c, blocks)
	case blocks != nil:
		drawPage(s, c, blocks)
	case s.desk.Play != nil:
		s.play().drawGame(c)
	case s.desk.Form.On:
		s.drawForm(c, s.menuForm())
	default:
		s.drawMenu(c)
	}
}

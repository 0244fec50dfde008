// Package desk is what one person does at the program, whatever shows it: the menu, the cursor on a board,
// keys and buttons, a typed line, looking back, help. A front-end turns what its device does into calls of
// a Desk, and draws what the Desk says; two front-ends that do so have the same keys.
package desk

import (
	"errors"
	"slices"
	"strings"

	"attic/command"
	"attic/game"
	"attic/grid"
	"attic/store"
	"attic/table"
)

// Config is what a Desk is made from.
type Config struct {
	Games []game.Game
	Store store.Store

	// Open puts a new game on a table, played as a person wishes.
	Open func(g game.Game, wish store.GameSettings) (*table.Table, error)
	// Table is played at from the start; nil begins with the menu.
	Table *table.Table
	// Paused lets programs move only by Play.Let, which films need.
	Paused   bool
	NoMotion bool            // moves are shown at once
	Net      command.Network // nil: host and join are refused
	First    string          // a command that is carried out at the Table in the beginning; "" for none
	Display  Display
}

// Display is the front-end of a Desk, as far as a Desk asks for something.
type Display interface {
	// Middles returns where the spots of the board lie as it is shown, in whatever units, so that a cursor
	// can walk from one to the next.
	Middles() map[string]grid.Point
	// Listed returns the spots of the list beside the board, in its order.
	Listed() []string
	// Lines returns how many lines of a long text are shown at once.
	Lines() int
	// Columns returns how many items stand beside each other.
	Columns() int
	// Begin begins to show a move step by step after what was shown before, and reports whether it does.
	// The front-end calls Moved when it has been shown, and stops showing it when Moving says that it is over.
	Begin(before table.Now) bool
	// Settings returns the lines of the menu's settings that this front-end adds.
	Settings() []MenuItem
	// Keys returns the keys that this front-end adds, each with what it does, for help.
	Keys() []Button
	// Restyle is called when another theme has been chosen in the settings.
	Restyle()
	// Sound plays effects one after the other. It returns at once.
	Sound(sounds ...game.Sound)
	// YourTurn is called when a program or somebody else has moved and a person here is to move.
	YourTurn()
	// Copy puts a text on the clipboard, and reports whether that surely worked.
	Copy(text string) bool
	// Unthemed says which colours are shown when the person has chosen no theme: "as the terminal".
	Unthemed() string
}

// Desk is the whole program in front of a person: the menu, or a game.
type Desk struct {
	Config
	Settings store.Settings
	Menu     *Menu // nil while a game is shown
	Play     *Play // nil while the menu is shown
	Form     Form  // what is being filled in, beside the board
	Quitting bool  // the person leaves

	// Across says that the entries of the menu stand beside each other, with what can be chosen below.
	Across bool

	// Slides says that a slider shows which position is looked at, so that no sentence has to.
	Slides bool
}

// New returns a Desk. Close ends it.
func New(c Config) *Desk {
	d := &Desk{Config: c, Settings: c.Store.Settings()}
	d.NoMotion = d.NoMotion || d.Settings.NoMotion
	if c.Table != nil {
		d.sit(c.Table)
		if c.First != "" {
			d.Play.carry(c.First)
		}
	} else {
		d.Menu = newMenu(d)
	}
	return d
}

// sit shows the game of a table.
func (d *Desk) sit(t *table.Table) {
	d.show(newPlay(d, t))
	d.Play.offer()
}

// show shows the page of a game in place of the menu or another game, which is closed already.
func (d *Desk) show(p *Play) {
	if d.Menu != nil {
		d.Menu.giveUp()
	}
	d.Menu, d.Play, d.Form = nil, p, Form{}
}

// Close leaves the table; the game is kept if there is something to go on with.
func (d *Desk) Close() error {
	switch {
	case d.Play != nil:
		return d.Play.close()
	case d.Menu != nil:
		d.Menu.giveUp()
	}
	return nil
}

// Ready returns a channel that tells when something has happened at the table, or to the game that is being joined, and
// News is to be called; it is another one, or nil, after the person has changed to another page.
func (d *Desk) Ready() <-chan struct{} {
	switch {
	case d.Play != nil:
		return d.Play.Person.Ready()
	case d.Menu != nil && d.Menu.meeting != nil:
		return d.Menu.meeting.ready
	}
	return nil
}

// News takes what has happened.
func (d *Desk) News() {
	switch {
	case d.Quitting:
	case d.Play != nil:
		d.Play.news()
	case d.Menu != nil:
		d.Menu.news()
	}
}

// Key does what a key means. Keys have the names of the tables of keys: "u", "U", "ctrl+r", "shift+up",
// "space", "enter".
func (d *Desk) Key(name string) {
	switch {
	case d.filling():
		d.formKey(name)
	case d.Play != nil:
		d.Play.key(name)
	case d.Menu != nil:
		d.Menu.key(name)
	}
	d.News()
}

// Control is called when the control key was pressed and released alone: it changes to the next track.
func (d *Desk) Control() {
	if p := d.Play; p != nil && !d.filling() {
		p.unask()
		p.jump()
		p.nextTrack("")
		d.News()
	}
}

// Spots of a front-end that are no spots of a board: what follows ButtonSpot is a key, what follows
// LineSpot is a line of the chooser, what follows StepSpot is a step of the match to look at, what follows
// EntrySpot and ItemSpot a number of the menu.
const (
	ButtonSpot = "key:"
	LineSpot   = ButtonSpot + LineKey
	StepSpot   = ButtonSpot + "step "
	EntrySpot  = "entry "
	ItemSpot   = "item "
)

// LineKey is what the Key of a Button begins with that stands for a line, not for a key.
const LineKey = "line "

// OfferKey is what the Key of a Button begins with that offers a key which has a button of its own as well.
const OfferKey = "offer "

// Point is called when the mouse moves over a spot, "" for none.
func (d *Desk) Point(spot string) {
	switch {
	case d.Play != nil:
		d.Play.point(spot, false)
	case d.Menu != nil:
		d.Menu.point(spot)
	}
}

// Press is called when the button of the mouse goes down on a spot, or the spot is touched, which is the whole click but for a
// piece that can be dragged: Release follows.
func (d *Desk) Press(spot string) {
	switch {
	case d.filling() && d.formClick(spot):
	case d.Play != nil:
		d.Play.press(spot)
	case d.Menu != nil:
		d.Menu.click(spot)
	}
	if d.Form.On && (d.Prompt() != nil || d.Pager() != nil || d.Play != nil && (d.Play.Chooser.On || d.Play.Review.On)) {
		d.Form = Form{}
	}
	d.News()
}

// Release is called when the button of the mouse goes up over a spot, "" for none.
func (d *Desk) Release(spot string) {
	if d.Play != nil {
		d.Play.release(spot)
		d.News()
	}
}

// Click is called when a spot is clicked.
func (d *Desk) Click(spot string) {
	d.Press(spot)
	d.Release(spot)
}

// Area is a part of a page over which the wheel of the mouse does something.
type Area uint8

// The areas. A long text, a chooser and a review fill the whole page.
const (
	Elsewhere  Area = iota
	OverBoard       // where it steps through the game
	OverMoves       // the list of moves
	OverBeside      // the list beside the board
	OverForm
)

// Wheel is called when the wheel is turned by steps over an area, forth if by > 0.
func (d *Desk) Wheel(over Area, by int) {
	switch {
	case d.filling() && over == OverForm:
		d.Form.wheel(by)
	case d.Play != nil:
		d.Play.wheel(over, by)
	case d.Menu != nil && d.Menu.Pager.On:
		d.Menu.Pager.scroll(3*by, d.Display.Lines())
	}
	d.News()
}

// Paste is called when text is pasted: into the line that is being typed, or as moves.
func (d *Desk) Paste(text string) {
	text = lineEnds.Replace(text)
	if d.filling() {
		d.Form.paste(text)
		return
	}
	if d.Menu != nil && d.Menu.paste(text) {
		return
	}
	if d.Play != nil {
		d.Play.unask()
	}
	if d.Play == nil || !d.Play.Prompt.On {
		if g, setup, rest, ok := d.pasted(text); ok {
			begin := func() { d.begin(g, setup, rest) }
			if _, err := g.New(setup); d.Play == nil || err != nil { // which begin says
				begin()
			} else {
				d.Play.jump()
				d.Play.askMidway("Leave this game for the one that was pasted? This one is kept.", "open it", begin)
			}
			d.News()
			return
		}
	}
	p := d.Play
	if p == nil {
		return
	}
	p.jump()
	if p.Prompt.On {
		p.Prompt.insert(text)
		return
	}
	p.paste(text)
	d.News()
}

// pasted takes a text apart that begins with a line that is a game ID; rest are the lines after it.
func (d *Desk) pasted(text string) (g game.Game, setup game.Setup, rest string, ok bool) {
	line, rest, _ := strings.Cut(strings.TrimSpace(text), "\n")
	name, setup, err := game.ParseID(line)
	i := slices.IndexFunc(d.Games, func(g game.Game) bool { return g.Info().Name == name })
	if i < 0 || err != nil {
		return nil, setup, "", false
	}
	return d.Games[i], setup, rest, true
}

// begin begins the game of a setup and plays the moves of a text in it.
func (d *Desk) begin(g game.Game, setup game.Setup, moves string) {
	wish := d.Settings.Game(g.Info().Name)
	wish.Options = setup.String()
	t, err := d.Open(g, wish)
	if err == nil {
		err = d.Close()
		d.sit(t)
	}
	switch {
	case err == nil:
		d.Play.paste(moves)
	case d.Play != nil:
		d.Play.complain(err)
	default:
		d.Menu.Said = command.Sentence(err)
	}
}

// Copy returns what is to be put on a clipboard: while a guest is awaited, what that types to join; otherwise the game ID,
// and after it, where nothing is hidden, the moves up to the position that is shown, one a line. Pasted it makes the same game.
func (d *Desk) Copy() string {
	p := d.Play
	if p == nil {
		return ""
	}
	if text := p.invitation(); text != "" {
		return text
	}
	if _, shared := p.session.Rated(); shared != "" && p.Course() != nil {
		return shared
	}
	text, err := p.Person.Sight().ID()
	if err != nil {
		return ""
	}
	if p.Info.Open { // the moves of the set-up are among those
		setup, _ := p.Person.Sight().Setup()
		text = game.ID(p.Info.Name, setup)
		for _, move := range p.played() {
			text += "\n" + move
		}
	}
	return text
}

// CopyOut puts on the clipboard what Copy returns, and says so.
func (d *Desk) CopyOut() {
	p, text := d.Play, d.Copy()
	if p == nil {
		return
	}
	what := "the game ID and the moves."
	switch {
	case text == "":
		p.Said = "The game ID would tell what is hidden; it can be copied when the round is over."
		if _, err := p.Person.Sight().ID(); err != nil && !errors.Is(err, table.ErrHidden) {
			p.Said = command.Sentence(err)
		}
		return
	case p.invitation() != "", p.Course() != nil && p.Course().Over() && p.Course().Day != "":
		what = text
	case !p.Info.Open:
		what = "the game ID."
	}
	p.Fresh, p.Said = false, "Copied: "+what
	switch sure := d.Display.Copy(text); {
	case !sure && what == text: // it is to be read in the line below
		p.Said = "Copied, if this terminal allows that."
	case !sure:
		p.Said = "Copied, if this terminal allows that: " + what
	}
}

// copyOut puts a text on the clipboard and says so.
func (d *Desk) copyOut(text string) {
	d.Play.Fresh, d.Play.Said = false, "Copied: "+text
	if !d.Display.Copy(text) {
		d.Play.Said = "Copied, if this terminal allows that: " + text
	}
}

// Prompt returns the line that is being typed, or nil.
func (d *Desk) Prompt() *Prompt {
	switch {
	case d.Play != nil && d.Play.Prompt.On:
		return &d.Play.Prompt
	case d.Menu != nil && d.Menu.Prompt.On:
		return &d.Menu.Prompt
	}
	return nil
}

// Pager returns the long text that is shown instead of everything else, or nil.
func (d *Desk) Pager() *Pager {
	switch {
	case d.Play != nil && d.Play.Pager.On:
		return &d.Play.Pager
	case d.Menu != nil && d.Menu.Pager.On:
		return &d.Menu.Pager
	}
	return nil
}

// Wish remembers how the person likes to play the game of a name.
func (d *Desk) Wish(name string, wish store.GameSettings) {
	d.Settings.Games[name] = wish
	if err := d.save(); err != nil && d.Play != nil {
		d.Play.Said = "The settings cannot be kept: " + err.Error() + "."
	}
}

// save keeps the settings.
func (d *Desk) save() error { return d.Store.SaveSettings(d.Settings) }

// SetZoom remembers the size of everything in hundredths of that of the desktop, or 0 for that.
func (d *Desk) SetZoom(zoom int) {
	d.Settings.Zoom = zoom
	if err := d.save(); err != nil {
		d.say("The settings cannot be kept: " + err.Error() + ".")
	}
}

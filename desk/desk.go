package desk

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"attic/desk/command"
	"attic/draw/prose"
	"attic/game"
	"attic/match/store"
	"attic/table"
)

// Config holds the arguments of New.
type Config struct {
	Games []game.Game
	Store store.Store
	// May is what the person may use on this machine. Keys, menu items and forms for anything else do not exist.
	May command.May

	// Open puts a new game on a table, with the players and options in the parameter wish.
	Open func(g game.Game, wish store.GameSettings) (*table.Table, error)
	// Table is the table to start at; nil starts with the menu.
	Table *table.Table
	// Paused makes the computer move only when Play.Let is called. It is for films.
	Paused   bool
	NoMotion bool             // moves are shown without animation
	Clock    func() time.Time // the clock for lessons and puzzles; nil: time.Now
	Net      table.Network    // nil: host and join are refused
	AtHall   bool             // Net reaches only the tables of one hall
	First    command.Request  // carried out at the Table at the start
	Display  Display

	// Choose asks the person for a file and passes it to OpenFile. Front-ends without access to the person's folders set it; they also hand each
	// file written to the person. nil: the person names files on this machine.
	Choose func()
	// Online shows the tables of a hall, either with Ask, Fetch and Join, or by going to the hall's lobby. nil: the menu has no item for this.
	Online func(*Desk)
	// Name is the person's name in this run of the program; "": the name in the settings.
	Name string
	// Begin opens the page that covers the menu at the start; nil: none.
	Begin func(*Desk)
	// Search runs a search that belongs to no table, when its turn has come. nil: searches start immediately.
	Search func(ctx context.Context, search func() error) error
	// Back returns the command with which the person returns to their seat at a hall, from any machine. If Back is nil or returns "", the seat is
	// kept for them, and they need no command.
	Back func() string
	// Link returns the link with which a browser opens the parameter to, which is an argument of Follow. nil: there are no links.
	Link func(to string) string
}

// Display is the part of a front-end that a Desk calls.
type Display interface {
	// Begin starts the animation from the position in the parameter before to the current one and reports whether there is one. The front-end calls
	// Play.Moved when the animation ends, and stops it as soon as Play.Moving is false.
	Begin(before table.Now) bool
	// Settings returns the settings that this front-end adds to the menu.
	Settings() []MenuItem
	// Keys returns the keys that this front-end adds, with their effects, for help.
	Keys() []Button
	// Restyle is called when the theme in the settings has changed.
	Restyle()
	// Copy puts a text on the clipboard, or shares it if it has a link and Desk.Shares is set. It calls the function told once with the outcome, before it returns or later, on the goroutine that uses the
	// desk.
	Copy(text string, told func(Copied))
	// Unthemed returns the label of the colours used when no theme is chosen: "match terminal".
	Unthemed() string
}

// Copied is the outcome of Display.Copy, as far as the display knows it.
type Copied uint8

// The outcomes: the text is on the clipboard; it may be there; it is not there, and the display shows it so that the person can copy it; the person saw
// it in the device's list of ways to share, and shared it or not; it is on the clipboard because the device could not share it.
const (
	CopiedSurely Copied = iota
	CopiedPerhaps
	NotCopied
	Shared
	NotShared
)

// Desk is the program in front of one person: the menu, or a game. It is not safe for concurrent use.
type Desk struct {
	Config
	Settings store.Settings
	Menu     *Menu  // nil while a game is shown
	Play     *Play  // nil while the menu is shown
	Pages    Stack  // the pages that cover the menu or the game
	Form     Form   // the form being filled in beside the board
	Quitting bool   // the person wants to quit
	under    *Play  // in an analysis: its game, which goes on at its own table; or nil
	known    uint64 // the change of that game that the person knows
	Part     bool   // set by a front-end that shows only the part of the board in play, if the board has one: the cursor then stays in that part
	Shares   bool   // set by a front-end whose device shares links in a way of its own, as phones do
	hosting  hosting
	opener   opener
	warned   Unsaved // the last warning when the person wanted to leave
	waited   int     // the number of ticks since something could not be saved
	effects  Effects

	// Cut holds the full text of the sentences that the page shown had to truncate, one per line. ReadKey shows them. Front-ends set it whenever they
	// draw a page.
	Cut string

	// Across says whether the entries of the menu are side by side, with their items below.
	Across bool

	// Fingers says whether the person uses a touch screen without a keyboard. If so, the page does not name keys that have a button.
	Fingers bool

	// Characters says whether the board is drawn in characters, which cannot be turned.
	Characters bool

	// Slides says whether a slider shows the number of the position, and the players' cards show the clocks, so that no sentence has to.
	Slides bool
}

// Effects are sounds and calls for attention that a front-end gives besides showing the page.
type Effects struct {
	Sounds []game.Sound // to be played one after the other
	Calls  int          // how many times a person here got the turn after a move by the computer or another player
}

// Effects returns the effects since the last call.
func (d *Desk) Effects() Effects {
	e := d.effects
	d.effects = Effects{}
	return e
}

// New returns a Desk. Close ends it.
func New(c Config) *Desk {
	if !c.May.Has(command.Reach) {
		c.Net = nil
	}
	if c.Clock == nil {
		c.Clock = time.Now
	}
	d := &Desk{Config: c, Settings: c.Store.Profile.Settings()}
	d.Settings.Name = cmp.Or(c.Name, d.Settings.Name)
	d.hosting = hosting{form: &d.Form, settings: &d.Settings, set: d.set, net: d.Net}
	d.opener = opener{d.Store, d.May.Has(command.Files), d.Choose, &d.Form, d.newGames, d.openKept}
	d.NoMotion = d.NoMotion || d.Settings.NoMotion
	if c.Table != nil {
		d.sit(c.Table)
		if c.First.Verb != command.Nothing {
			d.Play.want(c.First)
		}
	} else {
		d.Menu = newMenu(d)
		if c.Begin != nil {
			c.Begin(d)
		}
	}
	damage(d)
	return d
}

func (d *Desk) sit(t *table.Table) {
	d.show(newPlay(d, t))
	live := d.Play.Person.Sight()
	if said := greeting(live, d.Play.Info, d.May, d.Store); said != "" {
		if d.Play.Message.Said = said; live.Situation.Hall && live.Seat >= 0 && d.Back != nil && d.Back() != "" {
			d.Play.Message.Said += onKeys(" N: how to come back.")
		}
	}
}

// show shows the page of a game in place of the menu or of another game, which must be closed already.
func (d *Desk) show(p *Play) {
	d.Menu.close()
	d.Menu, d.Play, d.Form, d.Pages = nil, p, Form{}, nil
	d.Leave()
}

// Close leaves the table; the game is kept if it can be continued.
func (d *Desk) Close() error {
	if d.Play == nil {
		d.Menu.close()
		return nil
	}
	err := d.Play.close()
	if d.under != nil {
		err = errors.Join(err, d.under.close())
		d.under = nil
	}
	return err
}

// Ready returns a channel that fires when something has happened at the table, to the game being joined, or in a fetch; the caller then calls News.
// After the person has gone to another page, Ready returns another channel, or nil.
func (d *Desk) Ready() <-chan struct{} {
	switch {
	case d.Play != nil:
		return d.Play.Person.Ready()
	case d.Menu != nil && d.Menu.meeting != nil:
		return d.Menu.meeting.ready
	case d.Menu != nil:
		return d.Menu.errand.arrival()
	}
	return nil
}

// News processes everything that has happened since the last call.
func (d *Desk) News() {
	switch {
	case d.Quitting:
	case d.Play != nil && d.Play.lecture.lent && d.Play.Study.Course() == nil && !d.Form.On && len(d.Pages) == 0 && !d.Play.Prompt.On:
		d.Play.ending.leave()
	case d.Play != nil:
		d.Play.news()
	case d.Menu != nil:
		d.Menu.news()
	}
	damage(d)
}

// damage shows news about damaged files of the person.
func damage(d *Desk) {
	if !d.Quitting && !d.filling() && len(d.Pages) == 0 { // otherwise a page would cover the news
		d.say(strings.Join(d.Store.News(), " "))
	}
}

// Key handles a key, given by its name as in the tables of keys: "u", "U", "ctrl+r", "shift+up", "space", "enter".
func (d *Desk) Key(name string) {
	if d.Play != nil {
		d.Play.Cursor.away = false
	}
	switch {
	case name == ReadKey && !d.Typing():
		if d.Cut != "" { // otherwise the page stays as it is
			d.readCut()
		}
	case d.filling():
		if d.Play != nil {
			d.Play.Motion.jump()
		}
		if d.Form.key(name) {
			d.submit()
		}
	case d.Play != nil:
		d.Play.key(name)
	case d.Menu != nil:
		d.Menu.key(name)
	}
	d.News()
}

// ReadKey is the key that shows truncated sentences in full; ReadAll is the note shown beside a truncated sentence.
const ReadKey, ReadAll = "f2", "F2: all"

func (d *Desk) readCut() {
	if d.Play == nil {
		d.Pages.Read("attic", prose.Plain(d.Cut))
		return
	}
	d.Play.Motion.jump()
	d.Pages.answer(d.Play.Info.Title, d.Cut)
}

// Control handles the control key, pressed and released alone: it switches to the next track.
func (d *Desk) Control() {
	if p := d.Play; p != nil && !d.filling() {
		p.Message.unask()
		p.Motion.jump()
		p.Pointer.nextTrack("")
		d.News()
	}
}

// Spots of a front-end that are not on the board. ButtonSpot is followed by a key, LineSpot by a line of the chooser, StepSpot by a step of the match
// to show, EntrySpot and ItemSpot by the number of an entry or item of the menu.
const (
	ButtonSpot = "key:"
	LineSpot   = ButtonSpot + LineKey
	StepSpot   = ButtonSpot + stepKey
	EntrySpot  = "entry "
	ItemSpot   = "item "
)

// LineKey is the start of the Key of a Button that stands for a line, not for a key.
const LineKey = "line "

const stepKey = "step "

func stepOf(text string) int {
	step, _ := strconv.Atoi(text)
	return step
}

// OfferKey is the start of the Key of a Button that suggests a key for which there is also a normal button.
const OfferKey = "offer "

// Point handles the mouse moving over a spot, or "" for none.
func (d *Desk) Point(spot string) {
	switch {
	case d.Play != nil:
		d.Play.Pointer.point(spot, false)
	case d.Menu != nil:
		d.Menu.point(spot)
	}
}

// Leave handles the pointer leaving the page. A finger leaves nothing behind but a chosen piece, or the move that it has shown.
func (d *Desk) Leave() {
	if p := d.Play; p != nil {
		p.Cursor.away, p.Pointer.rests = d.Fingers && p.Pointer.tapped == (tapped{}), false
	}
}

// Press handles the mouse button going down on a spot. This counts as the whole click, unless the spot holds a piece that can be dragged. A call of
// Release must follow.
func (d *Desk) Press(spot string) {
	took, submits := d.filling(), false
	if took {
		took, submits = d.Form.click(spot)
	}
	switch {
	case submits:
		d.submit()
	case took:
	case spot == ButtonSpot+ReadKey && d.Cut != "":
		d.readCut()
	case d.Play != nil:
		d.Play.Pointer.press(spot)
	case d.Menu != nil:
		d.Menu.click(spot)
	}
	if d.Form.On && (d.Prompt() != nil || d.Pages.Top() != nil) {
		d.Form = Form{}
	}
	d.News()
}

// Release handles the mouse button going up over a spot, or "" for none.
func (d *Desk) Release(spot string) {
	if d.Play != nil {
		d.Play.Pointer.release(spot)
		d.News()
	}
}

// Click handles a click on a spot.
func (d *Desk) Click(spot string) {
	d.Press(spot)
	d.Release(spot)
}

// Area is a part of a page over which the mouse wheel does something.
type Area uint8

// The areas. A long text, a chooser and a review take up the whole page.
const (
	Elsewhere  Area = iota
	OverBoard       // the board: steps through the game
	OverMoves       // the list of moves
	OverBeside      // the list beside the board
	OverForm        // a list in a form, or to choose from
)

// Wheel handles a turn of the wheel over an area. The parameter by is the number of steps, positive if the wheel turns forwards.
func (d *Desk) Wheel(over Area, by int) {
	switch {
	case d.filling() && over == OverForm:
		d.Form.wheel(by)
	case d.Play != nil:
		d.Play.Pointer.wheel(over, by)
	case d.Pages.Top() != nil:
		d.Pages.Top().wheel(by)
	}
	d.News()
}

// CopyOut puts a text on the clipboard and shows a message. If a guest is still to join, the text is the command to join. Otherwise it is the game ID
// and, if nothing is hidden, the moves up to the position shown, one per line. Pasting the text makes the same game.
func (d *Desk) CopyOut() {
	if d.Play != nil {
		d.Play.copying.out()
	}
}

// Prompt returns the line being typed, or nil.
func (d *Desk) Prompt() *Prompt {
	switch {
	case d.Play != nil && d.Play.Prompt.On:
		return &d.Play.Prompt
	case d.Menu != nil && d.Menu.Prompt.On:
		return &d.Menu.Prompt
	}
	return nil
}

// Set changes the settings and saves them. If they cannot be saved, Unsaved says so.
func (d *Desk) Set(change func(*store.Settings)) {
	_ = d.set(change)
}

// set changes the settings, and saves them if the person may do so; otherwise the change lasts until the program ends.
func (d *Desk) set(change func(*store.Settings)) error {
	if !d.May.Has(command.Remember) {
		change(&d.Settings)
		return nil
	}
	return d.Store.Profile.Set(&d.Settings, change)
}

//go:build js

package main

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"syscall/js"
	"time"

	"attic/desk"
	"attic/draw/palette"
	"attic/draw/prose"
	"attic/draw/scene"
	"attic/game"
	"attic/match/store"
	"attic/ui/compose"
	"attic/ui/sound"
)

// Intervals between frames of motion and between sounds.
const (
	frameTime = time.Second / 60
	soundStep = 150 * time.Millisecond
)

// event is something that happens on the page.
type event struct {
	kind       string
	name, text string  // of a key; for pasted text, text is enough
	x, y       float64 // of the pointer, or the size of the page
	by         int     // steps of a wheel; for draw, as compose.Ink
	held       bool    // depends on kind: the main button is down (for draw the second button), the page is hidden, the text was copied, or the system asks for less motion
}

// eventOf reads an event as the script writes it: [kind, name, text, x, y, by, held].
func eventOf(v js.Value) event {
	return event{
		v.Index(0).String(), v.Index(1).String(), v.Index(2).String(), v.Index(3).Float(), v.Index(4).Float(), v.Index(5).Int(), v.Index(6).Bool(),
	}
}

// page is the device of the pages: a page in a browser.
type page struct {
	pages   *compose.Pages
	post    js.Value         // sends a message to the page
	draws   func(hides bool) // tells hosts whether the page is hidden
	waiting []event          // not handled yet
	heard   chan struct{}
	w, h    float64

	plain string // the theme if the settings name none
	shake bool   // the device can vibrate
	theme palette.Theme
	pen   *scene.Pen
	shown []scene.Shape // the shapes on the page
	said  frame         // the last frame's fields besides the picture
	again bool          // send everything
	typed int           // the number of the last key or edit of a field
	laid  []compose.Text
	texts []text // the texts in laid, as sent to the page
	read  any    // the page of text that was shown last, and its number
	reads int
	held  string // see holds
	at    *string

	copying func(desk.Copied) // waits for the page to copy
}

// frame describes what the page must change. Fields that have not changed are left out.
type frame struct {
	Clear  bool              `json:"clear,omitempty"` // first remove the whole picture
	From   int               `json:"from,omitempty"`  // the number of elements that stay before the change
	Gone   int               `json:"gone,omitempty"`  // the number of elements to remove after From
	New    []string          `json:"new,omitempty"`   // elements to put in their place
	Defs   string            `json:"defs,omitempty"`  // gradients to add
	Size   []float64         `json:"size,omitempty"`
	Spots  []spot            `json:"spots,omitempty"`
	Title  string            `json:"title,omitempty"`
	Say    string            `json:"say,omitempty"`   // the sentences
	News   string            `json:"news,omitempty"`  // sentences to be read out now
	About  string            `json:"about,omitempty"` // further text for screen readers
	Texts  *[]text           `json:"texts,omitempty"`
	At     *string           `json:"at,omitempty"`      // what is shown besides the menu; see desk.At
	Heard  int               `json:"heard,omitempty"`   // the number of the last key or edit of a field that this frame answers
	Colour map[string]string `json:"colours,omitempty"` // by name; and of: the theme, as: what the system asked for, or "chosen" if the settings name the theme
}

// spot is something on the page that can be touched.
type spot struct {
	Name   string     `json:"name"`
	Label  string     `json:"label"`
	Area   [4]float64 `json:"area"`
	Off    bool       `json:"off,omitempty"`
	On     bool       `json:"on,omitempty"`   // it has the keyboard focus
	Role   string     `json:"role,omitempty"` // other than button
	Chosen bool       `json:"chosen,omitempty"`
	Value  string     `json:"value,omitempty"`
	About  string     `json:"about,omitempty"` // the name of the card that it belongs to
	Part   string     `json:"part,omitempty"`  // the heading before it
	Field  field      `json:"field,omitzero"`
}

// field makes a spot a field for text.
type field struct {
	Is     bool   `json:"is"` // true, so that an empty field is not left out
	On     bool   `json:"on"`
	Text   string `json:"text"`
	Secret bool   `json:"secret,omitempty"`
	Number bool   `json:"number,omitempty"`
	Picked bool   `json:"picked,omitempty"` // all of the text is selected
}

// text is a text that the page lays out.
type text struct {
	ID    int        `json:"id"` // the number of the page that the text fills; 0 for part of a page
	Area  [4]float64 `json:"area"`
	Title string     `json:"title"`
	HTML  string     `json:"html"`
}

// run handles events until the worker ends.
func (p *page) run() {
	tick := time.NewTimer(time.Hour)
	for {
		switch {
		case p.pages.Moving():
			tick.Reset(frameTime)
		case p.pages.Desk.Ticks():
			tick.Reset(time.Second)
		default:
			tick.Stop()
		}
		select {
		case <-p.pages.Desk.Ready():
			p.pages.Desk.News()
		case <-tick.C:
			if !p.pages.Moving() {
				p.pages.Desk.Tick()
			}
		case <-p.heard:
			p.takeAll()
		}
		p.effects(p.pages.Desk.Effects())
		if p.pages.Desk.Quitting {
			p.restart()
		}
		if d := p.pages.Desk; d.Play != nil && !d.Play.Now.Situation.Hall && (d.Play.Now.Kept && !d.Play.Now.Shared() || d.Play.Now.Situation.Invite != "") {
			p.holds("attic")
		}
		p.pages.Step()
		p.draw()
	}
}

// receive appends an event to the waiting ones. It must not block: a blocked browser handles nothing else, not even the disk that the core
// waits for. Of several movements of the pointer, only the last is kept.
func (p *page) receive(e event) {
	if last := len(p.waiting) - 1; last >= 0 && e.kind == "point" && p.waiting[last].kind == "point" {
		p.waiting[last] = e
	} else {
		p.waiting = append(p.waiting, e)
	}
	select {
	case p.heard <- struct{}{}:
	default:
	}
}

// takeAll handles the waiting events. Each acts on the page as the events before it have changed it.
func (p *page) takeAll() {
	for first := true; len(p.waiting) > 0; first = false {
		if !first {
			p.pages.Refresh()
		}
		e := p.waiting[0]
		p.waiting = p.waiting[1:]
		p.take(e)
	}
}

func (p *page) take(e event) {
	switch e.kind {
	case "size":
		p.w, p.h, p.pages.Desk.Fingers = e.x, e.y, e.held
	case "key":
		p.typed = max(p.typed, e.by)
		p.pages.Key(e.name, e.text)
	case "point":
		p.pages.Point(e.x, e.y, e.held)
	case "focus":
		p.pages.Focus(e.x, e.y)
	case "leave":
		p.pages.Leave()
	case "press":
		p.pages.Press(e.x, e.y)
	case "tap":
		p.pages.Tap(e.x, e.y)
	case "hold":
		p.pages.Hold(e.x, e.y)
	case "back":
		p.pages.Back()
	case "drag":
		p.pages.Drag(e.x, e.y)
	case "release":
		p.pages.Release(e.x, e.y)
	case "draw":
		p.pages.Draw(e.x, e.y, e.held, e.by)
	case "spot":
		p.pages.Click(e.name)
	case "wheel":
		p.pages.Wheel(e.x, e.y, e.by)
	case "hide":
		p.draws(e.held)
		desk.Hide(p.pages.Desk, e.held)
	case "wishes":
		p.pages.Desk.NoMotion = e.held || p.pages.Desk.Settings.NoMotion
		p.pages.Desk.Shares, p.shake = strings.Contains(e.text, "share"), strings.Contains(e.text, "vibrate")
		if e.name != p.plain {
			p.plain = e.name
			p.Restyle()
		}
	case "lobby":
		p.pages.Desk.Online = func(*desk.Desk) { p.send(map[string]bool{"lobby": true}) }
	case "edit":
		p.pages.Skip()
		p.typed = e.by
		p.pages.Desk.Edit(e.name, e.text, int(e.x))
	case "line":
		p.pages.Skip()
		p.pages.Desk.Line(e.text)
	case "copied":
		known := desk.NotCopied
		switch {
		case e.name == "shared":
			known = desk.Shared
		case e.held && e.name == "not shared":
			known = desk.NotShared
		case e.held:
			known = desk.CopiedSurely
		}
		p.copying(known)
	case "paste":
		p.pages.Skip()
		p.pages.Desk.Paste(e.text)
	case "file": // the worker has put it into the file system
		p.pages.Skip()
		p.pages.Desk.OpenFile(e.name)
	}
}

// holds tells the page what this tab plays: the seat at an address, or "attic" for a game in this browser alone.
func (p *page) holds(what string) {
	if p.held != what {
		p.held = what
		p.send(map[string]string{"holds": what})
	}
}

// restart goes back to the menu, because a page cannot quit.
func (p *page) restart() {
	d := p.pages.Desk
	_ = d.Close() // the table itself reports a game that cannot be saved
	config := d.Config
	config.Table = nil
	p.pages = compose.New(config, p)
	p.pages.Lays = true
}

// draw composes the page and sends what has changed.
func (p *page) draw() {
	if p.w == 0 {
		return
	}
	sc := p.pages.Compose(p.w, p.h)
	f := frame{}
	p.change(&f, sc.Shapes)
	now := frame{Heard: p.typed, Size: []float64{p.w, p.h}, Title: p.pages.Title(), Say: p.pages.Said(), About: p.pages.About(), Spots: p.spots()}
	if texts := p.set(p.pages.Texts()); p.again || !slices.Equal(texts, p.texts) {
		p.texts, f.Texts = texts, &texts
	}
	if p.again || !slices.Equal(now.Size, p.said.Size) {
		f.Size = now.Size
	}
	if now.Heard != p.said.Heard {
		f.Heard = now.Heard
	}
	if at := desk.At(p.pages.Desk); p.at == nil || *p.at != at {
		p.at, f.At = &at, &at
	}
	if p.again || now.Title != p.said.Title {
		f.Title = now.Title
	}
	if now.Say != p.said.Say {
		f.Say = now.Say
	}
	if now.About != p.said.About {
		f.About = now.About
	}
	f.News = p.pages.News()
	if p.again || !slices.Equal(now.Spots, p.said.Spots) {
		f.Spots = now.Spots
	}
	f.Defs = p.pen.Defs()
	if f.Clear = p.again; p.again {
		f.Colour = map[string]string{"of": p.theme.Name, "as": p.plain}
		if p.pages.Desk.Settings.Theme != "" {
			f.Colour["as"] = "chosen"
		}
		for name, c := range map[string]scene.Colour{"back": scene.Background, "panel": scene.Panel, "raised": scene.Raised, "good": scene.Good, "bad": scene.Bad, "line": scene.Line, "text": scene.Text, "muted": scene.Muted, "accent": scene.Accent} {
			f.Colour[name] = p.theme.Colour(c).String()
		}
	}
	p.said, p.again = now, false
	if !reflect.ValueOf(f).IsZero() {
		p.send(f)
	}
}

// change sets the fields of f that turn the elements on the page into shapes.
func (p *page) change(f *frame, shapes []scene.Shape) {
	old := p.shown
	from := 0
	for from < len(old) && from < len(shapes) && old[from] == shapes[from] {
		from++
	}
	same := 0
	for same < len(old)-from && same < len(shapes)-from && old[len(old)-1-same] == shapes[len(shapes)-1-same] {
		same++
	}
	p.shown = shapes
	if from+same == len(old) && from+same == len(shapes) {
		return
	}
	f.From, f.Gone = from, len(old)-same-from
	for _, sh := range shapes[from : len(shapes)-same] {
		f.New = append(f.New, p.pen.Element(sh))
	}
}

// spots returns the spots that can be touched.
func (p *page) spots() []spot {
	list, fields := p.pages.Spots(), p.pages.Fields()
	if n := len(fields); n > 0 && fields[n-1].Spot == desk.LineField {
		list = append(list, compose.Spot{Spot: scene.Spot{Name: fields[n-1].Spot, Label: fields[n-1].Label, Area: fields[n-1].Area}})
	}
	spots := make([]spot, len(list))
	for i, s := range list {
		spots[i] = spot{Name: s.Name, Label: s.Label, Area: area(s.Area), Off: s.Off, On: s.On, Role: roles[s.Role], Chosen: s.Role == compose.Chosen, Value: s.Value, About: s.About, Part: s.Part}
		if n := slices.IndexFunc(fields, func(f compose.Field) bool { return f.Spot == s.Name }); n >= 0 {
			f := fields[n]
			spots[i].Label, spots[i].Area = f.Label, area(f.Area)
			spots[i].Field = field{true, f.On, f.Text, f.Secret, f.Number, f.Picked && f.On}
		}
	}
	return spots
}

// roles holds the ARIA roles of spots.
var roles = [...]string{compose.Option: "radio", compose.Chosen: "radio", compose.Value: "spinbutton"}

func area(r scene.Rectangle) [4]float64 { return [4]float64{r.X, r.Y, r.W, r.H} }

// set returns texts as HTML. It reuses the HTML of unchanged texts.
func (p *page) set(list []compose.Text) []text {
	texts := make([]text, len(list))
	for i, t := range list {
		if i < len(p.laid) && i < len(p.texts) && !p.again && reflect.DeepEqual(t, p.laid[i]) {
			texts[i] = p.texts[i]
			continue
		}
		texts[i] = text{Area: area(t.Area), Title: t.Title, HTML: prose.HTML(t.Blocks, func(n int) string { return p.figure(t.Shown[n], t.Area.W) })}
		if t.Of != nil {
			if p.read != t.Of {
				p.read, p.reads = t.Of, p.reads+1
			}
			texts[i].ID = p.reads
		}
	}
	if p.laid = list; len(list) == 0 {
		p.read = nil
	}
	return texts
}

// figure returns the picture of a lesson as HTML, for a text of this width.
func (p *page) figure(shown game.Shown, width float64) string {
	sc := compose.Figure(p.pages.Desk, shown, width)
	var shapes strings.Builder
	for _, sh := range sc.Shapes {
		shapes.WriteString(p.pen.Element(sh))
	}
	return fmt.Sprintf(`<figure><svg aria-hidden="true" width="%g" height="%g" viewBox="%g %g %g %g">%s</svg><figcaption>%s</figcaption></figure>`,
		sc.View.W, sc.View.H, sc.View.X, sc.View.Y, sc.View.W, sc.View.H, &shapes,
		prose.HTML([]prose.Block{{Text: "**" + shown.Title + ".** " + shown.Text}, {Text: strings.Join(shown.Said, " ")}}, nil))
}

// send sends a message to the page.
func (p *page) send(message any) {
	text, err := json.Marshal(message)
	if err != nil {
		panic(err) // every message can be written as JSON
	}
	p.post.Invoke(string(text))
}

// page implements compose.Device.

// Own implements compose.Device.
func (p *page) Own(key string) bool {
	if key == compose.FullKey {
		p.send(map[string]bool{"full": true})
	}
	return key == compose.FullKey
}

// Keys implements compose.Device.
func (p *page) Keys() []desk.Button {
	return []desk.Button{
		{Key: "ctrl+v", Label: "paste moves or a game ID; " + compose.DropHelp},
		{Key: compose.FullKey, Label: "switch full screen on or off"},
		{Key: desk.FingerKey, Label: "**With a finger:** tap a square to see the move, and again to play it. Where squares are small, the first tap enlarges them. Or rest a finger on the board, slide to a square, and lift to play; slide off the board to cancel."},
	}
}

// Settings implements desk.Display.
func (p *page) Settings() []desk.MenuItem {
	var list []desk.MenuItem
	d := p.pages.Desk
	if p.shake {
		list = append(list, desk.OnOff(d, "Vibration", d.Settings.Bell, func(to *store.Settings, on bool) {
			to.Bell = on
			p.send(map[string]bool{"vibrate": on})
		}))
	}
	return append(append(list, desk.BoardSettings(d)...),
		desk.MenuItem{Label: "Save everything as a file", Value: "includes your seats in games with others", Do: func() { js.Global().Call("backUp") }},
		desk.MenuItem{Label: "Restore everything from a file", Do: d.Choose},
	)
}

// Restyle implements desk.Display.
func (p *page) Restyle() {
	theme, ok := palette.Find(cmp.Or(p.pages.Desk.Settings.Theme, p.plain))
	if !ok {
		theme, _ = palette.Find(palette.Themes()[0])
	}
	s := p.pages.Desk.Settings
	theme = theme.Wear(s.Pieces, s.Shades)
	p.theme, p.pen, p.again = theme, scene.NewPen(theme.RGB), true
	p.shown = nil
}

// Unthemed implements desk.Display.
func (p *page) Unthemed() string { return cmp.Or(p.plain, "dark") + " (default)" }

// Copy implements desk.Display. A browser lets a page copy only after a key or a touch, as is the case here; the page reports whether it has copied.
func (p *page) Copy(text string, told func(desk.Copied)) {
	p.copying = told
	p.send(map[string]string{"copy": text})
}

// effects lets the page play sounds and call the person to their turn.
func (p *page) effects(e desk.Effects) {
	if e.Calls > 0 {
		p.send(map[string]bool{"turn": true, "vibrate": p.pages.Desk.Settings.Bell})
	}
	if len(e.Sounds) == 0 {
		return
	}
	samples := sound.Mix(soundStep, e.Sounds...)
	data := make([]byte, 0, 2*len(samples))
	for _, s := range samples {
		data = binary.LittleEndian.AppendUint16(data, uint16(s))
	}
	array := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(array, data)
	p.post.Invoke(array)
}

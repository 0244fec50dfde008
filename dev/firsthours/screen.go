package firsthours

import (
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"attic/desk"
	"attic/dev/desktest"
	"attic/draw/prose"
	"attic/draw/scene"
	"attic/game"
	"attic/table"
	"attic/ui/compose"
)

// screen is a person at a desk: on a terminal, in a window, or at a page on a phone. For a window and a page, the texts are those that package compose
// shows. For a terminal, they are all sentences of the desk in its width, because package term writes every sentence of its desk somewhere.
type screen struct {
	t       testing.TB
	face    string
	record  *Record
	desk    *desk.Desk
	pages   *compose.Pages // nil on a terminal
	w, h    float64
	picture scene.Scene
	before  map[string]bool // the sentences of the previous screen
}

// columns is the maximum width of a sentence on a terminal, and about the width of two lines on a phone.
const columns = 78

// device is a display that only shows its desk.
type device struct{}

func (device) Begin(table.Now) bool                       { return false }
func (device) Settings() []desk.MenuItem                  { return nil }
func (device) Keys() []desk.Button                        { return nil }
func (device) Restyle()                                   {}
func (device) Unthemed() string                           { return "match terminal" }
func (device) Copy(_ string, told func(kind desk.Copied)) { told(desk.CopiedSurely) }
func (device) Own(string) bool                            { return false }

// sit returns a person at a new desk.
func sit(t testing.TB, face string, record *Record, c desk.Config) *screen {
	s := &screen{t: t, face: face, record: record, w: 1200, h: 800}
	if face == page {
		s.w, s.h = 390, 844
	}
	if face == terminal {
		c.Display = device{}
		s.desk = desk.New(c)
	} else {
		s.pages = compose.New(c, device{})
		s.desk = s.pages.Desk
	}
	t.Cleanup(func() {
		if err := s.desk.Close(); err != nil {
			t.Error(err)
		}
	})
	s.look()
	return s
}

// pause is the time between two looks at a screen on which the computer is to move.
const pause = time.Second

// look reads new sentences on the screen until the computer has moved.
func (s *screen) look() {
	for range 100 {
		synctest.Wait()
		s.desk.News()
		s.read()
		if p := s.desk.Play; p == nil || !p.Thinking() || p.Now.Paused || s.asks() {
			return
		}
		<-time.After(pause) // by the clock of the bubble
	}
	s.t.Fatalf("the computer does not move:\n%s", s.Shown())
}

// asks reports whether the page asks a question, while the computer waits.
func (s *screen) asks() bool {
	answers := s.desk.Play.Controls().Answers
	return len(answers) > 0 && answers[0].Key == "enter"
}

// read counts the sentences on the screen that were not on the previous screen.
func (s *screen) read() {
	shown := ""
	if s.pages != nil {
		s.picture = s.pages.Compose(s.w, s.h)
		shown = joined(desktest.Words(s.picture))
	}
	now := map[string]bool{}
	for _, text := range s.texts() {
		if s.pages != nil && !strings.Contains(shown, opening(text)) {
			continue
		}
		if now[text] = true; !s.before[text] {
			s.record.Add(s.face, text)
		}
	}
	s.before = now
}

// opening returns the beginning of a text without blanks. If there is little room, a front-end shows no more.
func opening(text string) string {
	const long = 24
	text = strings.NewReplacer("*", "", "`", "").Replace(joined(text))
	return text[:min(long, len(text))]
}

func joined(text string) string { return strings.Join(strings.Fields(text), "") }

// texts returns the present texts of the desk.
func (s *screen) texts() []string {
	d, all := s.desk, texts{}
	blocks := d.Pages.Blocks()
	if !d.Pages.Covers() {
		for _, b := range desk.Under(d) {
			if says, ok := b.(desk.Says); !ok || d.Play == nil || !says.Live {
				blocks = append(blocks, b)
			}
		}
		if p := d.Play; p != nil {
			first, second := p.Sentences(s.fits)
			all.add(p.Study.Question(), first, second)
			all.add(strings.Split(desktest.Words(p.Now.View.Aside(300, 600)), "\n")...)
		}
	}
	for _, b := range blocks {
		all.block(reflect.ValueOf(b))
	}
	if d.Form.On {
		all.block(reflect.ValueOf(d.Form))
	}
	if prompt := d.Prompt(); prompt != nil {
		all.add(prompt.Question)
	}
	return append(all, string(d.Unsaved()))
}

// fits reports whether a sentence has room below the board.
func (s *screen) fits(text string) bool {
	return s.face == window || len([]rune(text)) <= columns
}

// texts are the texts of a page.
type texts []string

func (t *texts) add(list ...string) { *t = append(*t, list...) }

// unseen are fields without text for people.
var unseen = map[string]bool{"Key": true, "Spot": true, "Primary": true, "Game": true, "Number": true, "Name": true, "Args": true, "Line": true, "Help": true}

// block adds the texts of a block of any type, from its exported fields.
func (t *texts) block(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		t.add(v.String())
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			t.block(v.Index(i))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			t.block(v.Elem())
		}
	case reflect.Struct:
		switch b := v.Interface().(type) {
		case desk.Bar: // its text is shown only when it is chosen
			return
		case desk.Buttons:
			t.block(reflect.ValueOf(b.List()))
			return
		case prose.Block:
			t.prose(b)
			return
		case game.Shown:
			t.add(b.Title, b.Text)
			t.add(b.Said...)
			return
		}
		if strings.Contains(v.Type().PkgPath(), "/draw/") {
			return
		}
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && !unseen[f.Name] {
				t.block(v.Field(i))
			}
		}
	default: // numbers, functions, positions
	}
}

func (t *texts) prose(b prose.Block) {
	t.add(b.Text)
	for _, row := range b.Rows {
		t.add(row...)
	}
	t.add(b.Lines...)
}

// The methods of [desktest.Hands].

// Desk implements [desktest.Hands].
func (s *screen) Desk() *desk.Desk { return s.desk }

// Press implements [desktest.Hands].
func (s *screen) Press(keys string) {
	for key := range strings.FieldsSeq(keys) {
		s.key(key)
		s.look()
	}
}

func (s *screen) key(name string) {
	switch {
	case s.pages == nil:
		s.desk.Key(name)
	case name == "space":
		s.pages.Key(name, " ")
	case len([]rune(name)) == 1:
		s.pages.Key(name, name)
	default:
		s.pages.Key(name, "")
	}
}

// Type implements [desktest.Hands].
func (s *screen) Type(line string) {
	s.key(":")
	for _, r := range line {
		name := string(r)
		if r == ' ' {
			name = "space"
		}
		s.key(name)
	}
	s.key("enter")
	s.look()
}

// Paste implements [desktest.Hands].
func (s *screen) Paste(text string) {
	s.desk.Paste(text)
	s.look()
}

// Point implements [desktest.Hands].
func (s *screen) Point(spot string) bool {
	x, y, ok := s.middle(spot)
	switch {
	case s.pages == nil:
		s.desk.Point(spot)
	case ok:
		s.pages.Point(x, y, false)
	}
	s.look()
	return ok
}

// Click implements [desktest.Hands]. On a phone it taps, and taps again if the page asks for a second tap.
func (s *screen) Click(spot string) bool {
	if s.face != page && !s.Point(spot) {
		return false
	}
	x, y, ok := s.middle(spot)
	switch {
	case !ok:
		return false
	case s.pages == nil:
		s.desk.Click(spot)
	case s.face == page:
		if s.pages.Tap(x, y); s.desk.Play != nil {
			s.look()
			first, second := s.desk.Play.Sentences(s.fits)
			if x, y, ok = s.middle(spot); ok && strings.Contains(first+second, "Tap again") {
				s.pages.Tap(x, y)
			}
		}
	default:
		s.pages.Press(x, y)
		s.pages.Release(x, y)
	}
	s.look()
	return true
}

// middle returns the middle of a spot, and whether it is shown.
func (s *screen) middle(spot string) (x, y float64, ok bool) {
	if s.pages == nil {
		return 0, 0, true
	}
	at, ok := s.picture.Spot(spot)
	if ok {
		x, y = at.Middle()
	}
	return x, y, ok
}

// Choose implements [desktest.Hands].
func (s *screen) Choose(line string) bool { return s.Click(desk.LineSpot + line) }

// Take implements [desktest.Hands].
func (s *screen) Take(e table.Event) {
	s.desk.Play.Motion.Take(e)
	s.look()
}

// Shown implements [desktest.Hands].
func (s *screen) Shown() string {
	s.read()
	return strings.Join(s.texts(), "\n")
}

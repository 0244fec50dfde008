package desktest

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"attic/desk"
	"attic/desk/command"
	"attic/dev/race"
	"attic/game"
	"attic/games"
	"attic/match/store"
	"attic/table"
)

// bare is a front-end without pictures. It passes on all input except the kind named by lost.
type bare struct {
	desk.Display // the other methods are not called
	desk         *desk.Desk
	lost         string
	copied       string
	searches     atomic.Int32 // the number of searches that have waited for their turn
}

func sitBare(t testing.TB, id, lost string) *bare {
	t.Helper()
	return sitBareAt(t, Seat(t, id, ""), lost)
}

func sitBareAt(t testing.TB, tb *table.Table, lost string) *bare {
	t.Helper()
	b := &bare{lost: lost}
	b.desk = desk.New(desk.Config{
		Games: games.All(), May: command.Everything, Store: store.Open(t.TempDir(), games.Find), Table: tb, NoMotion: true, Display: b, Open: People(t),
	})
	t.Cleanup(func() { must(t, b.desk.Close()) })
	return b
}

func (b *bare) Begin(table.Now) bool { return false }

func (b *bare) Copy(text string, told func(desk.Copied)) {
	b.copied = text
	told(desk.CopiedSurely)
}

// calls returns the number of times that the person was called since the last use of calls.
func (b *bare) calls() int { return b.desk.Effects().Calls }

func (b *bare) Desk() *desk.Desk        { return b.desk }
func (b *bare) Paste(text string)       { b.desk.Paste(text) }
func (b *bare) Take(e table.Event)      { b.desk.Play.Motion.Take(e) }
func (b *bare) Choose(text string) bool { return b.Click(desk.LineSpot + text) }
func (b *bare) Shown() string {
	if b.desk.Play == nil {
		return ""
	}
	first, second := b.desk.Play.Sentences(func(string) bool { return true })
	return first + "\n" + second + "\n" + b.form() + "\n" + string(b.desk.Unsaved())
}

func (b *bare) form() string {
	f := &b.desk.Form
	text := f.Title + "\n" + f.Hint + "\n" + f.Said + "\n"
	for _, field := range f.Fields {
		typed, _ := field.Edited(nil)
		text += field.Label + " " + strings.Join(field.Options, " ") + " " + string(typed) + "\n"
		for i := range field.Rows {
			row := field.Row(i)
			text += strings.Join([]string{row.Title, row.When, row.Who, row.State}, ", ") + "\n"
		}
	}
	return text
}

func (b *bare) Press(keys string) {
	for key := range strings.FieldsSeq(keys) {
		if key != b.lost {
			b.desk.Key(key)
		}
	}
}

func (b *bare) Type(line string) {
	b.desk.Key(":")
	for _, r := range line {
		key := string(r)
		if r == ' ' {
			key = "space"
		}
		b.Press(key)
	}
	b.desk.Key("enter")
}

func (b *bare) Point(spot string) bool {
	b.desk.Point(spot)
	return b.lost != "points"
}

func (b *bare) Click(spot string) bool {
	switch {
	case b.lost == "buttons" && strings.HasPrefix(spot, desk.ButtonSpot):
		return false
	case b.lost == "spots" && !strings.HasPrefix(spot, desk.ButtonSpot):
		return false
	case b.lost == "clicks":
		return true
	}
	b.desk.Point(spot)
	b.desk.Click(spot)
	return true
}

// All ways of playing work at a bare desk.
func TestEveryWay(t *testing.T) {
	race.Plain(t)
	EveryWay(t, 1, 30, 1, func(t testing.TB, id string) Hands { return sitBare(t, id, "") })
}

// A bare desk shows hints.
func TestAdvice(t *testing.T) {
	Advice(t, func(t testing.TB, tb *table.Table) Hands { return sitBareAt(t, tb, "") })
}

// At a bare desk, a person can change the computer's level and speed.
func TestPrograms(t *testing.T) {
	Programs(t, func(t testing.TB, tb *table.Table) Hands { return sitBareAt(t, tb, "") })
}

func TestForms(t *testing.T) {
	race.Plain(t)
	Forms(t, func(t testing.TB, s store.Store, tb *table.Table, open func(game.Game, store.GameSettings) (*table.Table, error)) Hands {
		b := &bare{}
		b.desk = desk.New(desk.Config{Games: games.All(), May: command.Everything, Store: s, Table: tb, Open: open, NoMotion: true, Display: b})
		t.Cleanup(func() { must(t, b.desk.Close()) })
		return b
	})
}

// EveryWay fails if a front-end loses input.
func TestEveryWayFindsWhatIsLost(t *testing.T) {
	for _, c := range []struct{ id, way, lost, want string }{
		{"atom4", "keys", "enter", "leads to"},
		{"atom4", "keys", "left", "the keys"},
		{"atommaster#17", "keys", "tab", "no arrows"},
		{"atom4", "mouse", "clicks", "leads to"},
		{"atom4", "mouse", "spots", "is not shown"},
		{"atommaster#17", "mouse", "buttons", "no button"},
		{"atom4", "typing", "1", "leads to"},
		{"ataxx", "typing", "-", "leads to"},
	} {
		t.Run(fmt.Sprint(c.id, " by ", c.way, " without ", c.lost), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 2))
			said := complaint(t, func(t testing.TB) {
				for range 3 {
					playRandomly(t, sitBare(t, c.id, c.lost), rng, 30, ways[c.way])
				}
			})
			if !strings.Contains(said, c.want) {
				t.Errorf("the failure is %q, without %q", said, c.want)
			}
		})
	}
}

// Do runs the lines of a script in order, and reports a spot that is not shown.
func TestDo(t *testing.T) {
	for _, c := range []struct{ what, script, lost, played, want string }{
		{"lines", ":i10;h10\n:h11", "", "i10, h10, h11", ""},
		{"keys", ":i10\nu", "", "", ""},
		{"a click", "click i10", "", "i10", ""},
		{"a paste", `paste i10\nh10`, "", "i10, h10", ""},
		{"a command of its own", "twice u\n:i10", "", "i10", ""},
		{"a click on nothing", "click i10", "spots", "", "i10 is not shown"},
		{"a point at nothing", "point i10", "points", "", "i10 is not shown"},
	} {
		t.Run(c.what, func(t *testing.T) {
			b := sitBare(t, "atom4", c.lost)
			said := complaint(t, func(t testing.TB) {
				Do(t, b, c.script, map[string]func(string){"twice": func(key string) { b.Press(key + " " + key) }})
			})
			var played []string
			for _, e := range b.desk.Play.Person.Sight().History() {
				if e.Text != "" {
					played = append(played, e.Text)
				}
			}
			if got := strings.Join(played, ", "); got != c.played {
				t.Errorf("%q was played, want %q", got, c.played)
			}
			if !strings.HasPrefix(said, c.want) || c.want == "" && said != "" {
				t.Errorf("the failure is %q, want %q", said, c.want)
			}
		})
	}
}

// listener records the failure that ends a test.
type listener struct {
	testing.TB
	said string
}

func (l *listener) Fatalf(format string, args ...any) {
	l.said = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

// complaint returns the message of the Fatalf that ended test, or "".
func complaint(t *testing.T, test func(t testing.TB)) string {
	l := &listener{TB: t}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		test(l)
	}()
	<-ended
	return l.said
}

// Effects returns the sounds of an event only once.
func TestSoundsAreTakenOnce(t *testing.T) {
	b := sitBare(t, "atom4", "")
	b.Press(": i 1 0 enter")
	if e := b.desk.Effects(); len(e.Sounds) == 0 || e.Sounds[0] != game.Place {
		t.Errorf("a move sounds like %q", e.Sounds)
	}
	if e := b.desk.Effects(); len(e.Sounds) > 0 || e.Calls > 0 {
		t.Errorf("then there is %+v", e)
	}
	b.Press("s")
	b.desk.Effects()
	if b.Press(": h 1 0 enter"); len(b.desk.Effects().Sounds) > 0 {
		t.Error("with sound off, a move is heard")
	}
}

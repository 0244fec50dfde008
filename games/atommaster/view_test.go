package atommaster_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"attic/dev/gametest"
	"attic/game"
	"attic/games/atommaster"
)

// damagedViews are texts that a host may send as views. A text that is not a valid view is refused with an error.
var damagedViews = []struct{ name, text, want string }{
	{"nothing", ``, "not a view of Atommaster"},
	{"no JSON", `atoms 4`, "not a view of Atommaster"},
	{"null", `null`, "size"},
	{"cut short", `{"field":"8x8","atoms":4,"pha`, "not a view of Atommaster"},
	{"another type", `{"field":8}`, "not a view of Atommaster"},
	{"no field", `{"atoms":4,"phase":"solving"}`, "size"},
	{"a field too large", `{"field":"13x13","atoms":4,"phase":"solving"}`, "1 to 12 squares a side"},
	{"a field too small", `{"field":"4x4","atoms":4,"phase":"solving"}`, "not played"},
	{"a field that is not square", `{"field":"8x9","atoms":4,"phase":"solving"}`, "not played"},
	{"two atoms", `{"field":"8x8","atoms":2,"phase":"solving"}`, "not played"},
	{"seven atoms", `{"field":"8x8","atoms":7,"phase":"solving"}`, "not played"},
	{"a phase that is none", `{"field":"8x8","atoms":4,"phase":"sleeping"}`, "not played"},
	{"no phase", `{"field":"8x8","atoms":4}`, "not played"},
	{"marks off the field", `{"field":"8x8","atoms":4,"phase":"solving","marks":"i9"}`, "not on the field"},
	{"a mark twice", `{"field":"8x8","atoms":4,"phase":"solving","marks":"a1,a1"}`, "there is already an atom"},
	{"a layout off the field", `{"field":"8x8","atoms":4,"phase":"learning","layout":"a1,z2"}`, "not on the field"},
	{"a port off the field", `{"field":"8x8","atoms":4,"phase":"solving","shots":["33:A"]}`, "not on the field"},
	{"port 0", `{"field":"8x8","atoms":4,"phase":"solving","shots":["0:A"]}`, "not on the field"},
	{"no answer", `{"field":"8x8","atoms":4,"phase":"solving","shots":["3"]}`, "port"},
	{"an answer that is none", `{"field":"8x8","atoms":4,"phase":"solving","shots":["3:Q"]}`, "port"},
	{"a port fired twice", `{"field":"8x8","atoms":4,"phase":"solving","shots":["3:A","3:A"]}`, "port 3"},
	{"an exit fired again", `{"field":"8x8","atoms":4,"phase":"solving","shots":["3:9","9:3"]}`, "port 9"},
	{"two beams that leave at the same port", `{"field":"8x8","atoms":4,"phase":"solving","shots":["3:32","4:32"]}`, "port 32"},
	{"a beam that leaves where another was absorbed", `{"field":"8x8","atoms":4,"phase":"solving","shots":["3:A","4:3"]}`, "port 3"},
	{"a pass that ends where it began", `{"field":"8x8","atoms":4,"phase":"solving","shots":["3:3"]}`, "port 3"},
	{"more passes than there are marbles", `{"field":"8x8","atoms":4,"phase":"solving","shots":[` + everyPortTo(32) + `]}`, "port 32"},
	{"a note that is none", `{"field":"8x8","atoms":4,"phase":"solving","notes":{"perhaps":"a1"}}`, "not a note"},
	{"a note off the field", `{"field":"8x8","atoms":4,"phase":"solving","notes":{"sure":"i9"}}`, "not on the field"},
	{"two notes on a square", `{"field":"8x8","atoms":4,"phase":"solving","notes":{"sure":"a1","free":"a1"}}`, "two notes"},
	{"notes after the end", `{"field":"8x8","atoms":4,"phase":"finished","layout":"a1,b1,c1,d1","notes":{"sure":"a1"}}`, "there are notes"},
	{"a view of another game", `{"fen":"x5o/7/7/7/7/7/o5x x 0 1"}`, "size"},
}

// everyPortTo returns shots from all lower ports that leave at the port in the parameter exit.
func everyPortTo(exit int) string {
	var shots []string
	for port := 1; port < exit; port++ {
		shots = append(shots, fmt.Sprintf(`"%d:%d"`, port, exit))
	}
	return strings.Join(shots, ",")
}

func TestDamagedViewsAreRefused(t *testing.T) {
	for _, c := range damagedViews {
		if v, err := (atommaster.Game{}).ParseView([]byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, %v; want %q", c.name, v, err, c.want)
		}
	}
}

// The sentence about a beam is made from its answer, whatever sentence a host has sent. A view may also have no sentences.
func TestABeamIsToldByItsAnswer(t *testing.T) {
	const told = `{"field":"8x8","atoms":4,"phase":"solving","begun":true,"shots":["4:30","9:A"],"last":"Port 9: the beam left at port 21, 2 points.","changed":["port9"]}`
	v, err := (atommaster.Game{}).ParseView([]byte(told))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := v.Status().Last, "Port 9: A, absorbed, 1 point."; got != want {
		t.Errorf("the view says %q, want %q", got, want)
	}
	bare := v.(game.Worded).Bare()
	text, err := bare.MarshalText()
	if err != nil || bare.Status().Last != "" || strings.Contains(string(text), "last") || !strings.Contains(string(text), `"9:A"`) {
		t.Errorf("without sentences the view is %s, %v", text, err)
	}
}

var (
	typed = []string{
		"", "fire 12", "12", "FIRE 1", "fire 33", "fire -1", "set e5", "e5", "set z9", "evaluate", "learn", "balls", "start", "resign",
		"atoms 5", "atoms 9", "size 6", "size 12", "hide a1,b2,c3,d4", "hide a1,b2,c3", "hide a1,a1,a1,a1", "hide h8 g7 f6 e5", "a7-b6", "\x00", "fire 1\n", "fire １", "sure e5", "MAYBE a1", "free", "free z9",
	}
	stations = []string{
		"", "learn", "learn;fire 3", known, "fire 12", known + ";fire 12;set d4", known + ";fire 12;sure d4;free a1;maybe d4", known + ";fire 12;learn", known + ";fire 1;set a1;set b1;set c1;set d1",
		known + ";fire 1;set a1;set b1;set c1;set d1;evaluate", "fire 1;resign", "balls;fire 12;fire 3;fire 30", "size 5;atoms 3;fire 3", "size 12;atoms 6;fire 40;learn", "start",
	}
)

// A refusal to hide must not repeat the squares, because the solver may read it in a log.
func TestRefusedSecretsAreNotRepeated(t *testing.T) {
	for _, text := range []string{"hide a1,b2,c3", "hide g7,h8,i9,e5", "hide g7,h8,g7,e5", "hide g7 h8 f6 e5 d4", "hide g7,h8,f6,rubbish"} {
		for _, moves := range []string{"", "fire 1", "learn;fire 1"} {
			s := play(t, "", moves)
			_, _, err := s.Play(text)
			if err == nil {
				t.Fatalf("%q is played", text)
			}
			said := err.Error() + s.View(solver).Preview(text).Sentence
			for _, name := range strings.FieldsFunc(strings.TrimPrefix(text, "hide "), func(r rune) bool { return r == ',' || r == ' ' }) {
				if name != "a1" && name != "h8" && strings.Contains(said, name) {
					t.Errorf("%q is refused with %q", text, said)
				}
			}
		}
	}
}

// As long as two boards look alike to the solver, all their previews are equal.
func TestPreviewsTellNothing(t *testing.T) {
	a, b := play(t, "", "hide b6,c3,f4,c8"), play(t, "", "hide h1,h2,h3,h4")
	for _, seat := range []int{spectator, solver} {
		va, vb := a.View(seat), b.View(seat)
		if x, y := fmt.Sprint(va.Grid(0, 0), va.Status(), va.Describe()), fmt.Sprint(vb.Grid(0, 0), vb.Status(), vb.Describe()); x != y {
			t.Errorf("seat %d sees\n%s\nand\n%s", seat, x, y)
		}
		for _, m := range game.MovesOf(a) {
			if x, y := va.Preview(m.Text), vb.Preview(m.Text); x.Sentence != y.Sentence || !slices.Equal(x.Marks, y.Marks) {
				t.Errorf("%q: %+v and %+v", m.Text, x, y)
			}
		}
	}
}

func FuzzParseViewNeverPanics(f *testing.F) {
	var views []string
	for _, c := range damagedViews {
		views = append(views, c.text)
	}
	gametest.FuzzViews(f, atommaster.Game{}, stations, views...)
}

func FuzzAnyTextIsPlayedOrRefused(f *testing.F) {
	gametest.FuzzMoves(f, atommaster.Game{}, stations, typed...)
}

// The goal fits into the 38 columns that the narrowest screen has for it, for every viewer and in every phase.
func TestTheGoalIsShort(t *testing.T) {
	for _, script := range []string{"", "start", "fire 2", "learn", "start;resign"} {
		st, err := atommaster.Game{}.New(game.Setup{Seed: 17})
		if err != nil {
			t.Fatal(err)
		}
		for text := range strings.SplitSeq(script, ";") {
			if text == "" {
				continue
			}
			if st, _, err = st.Play(text); err != nil {
				t.Fatal(err)
			}
		}
		for seat := game.Nobody; seat < 2; seat++ {
			if goal := st.View(seat).Status().Goal; goal == "" || len(goal) > 38 {
				t.Errorf("after %q the goal of seat %d is %q", script, seat, goal)
			}
		}
	}
}

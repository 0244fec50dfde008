package gametest

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"attic/draw/scene"
	"attic/game"
	"attic/game/example/toy"
)

var _ = flag.Bool("update", false, "rewrite testdata/*.golden")

// toySteps are the steps of the toy's own golden test.
var toySteps = []string{"hide 7", "start", "? guess 3", "? guess 99", "guess 3", "!", "svg toy ? guess 10", "guess 12", "guess 7", "svg toy-found"}

// failures is a testing.TB that records failures instead of reporting them.
type failures struct {
	testing.TB
	told []string
}

func (*failures) Helper() {}
func (f *failures) Errorf(format string, args ...any) {
	f.told = append(f.told, fmt.Sprintf(format, args...))
}
func (f *failures) Fatalf(format string, args ...any) { f.Errorf(format, args...); panic(f) }
func (f *failures) Fatal(args ...any)                 { f.Errorf("%s", fmt.Sprint(args...)); panic(f) }

// Only a correct file passes.
func TestGoldenNoticesWhatDiffers(t *testing.T) {
	if flag.Lookup("update").Value.String() == "true" {
		return // this run writes the files
	}
	t.Chdir("../../game/example/toy") // the test compares its golden files
	different := broken{fault: fault{view: func(_ toy.State, v toy.View, seat int) game.View {
		if seat == game.Nobody && v.Guesses == 2 {
			return chatty{v, "Something else."}
		}
		return v
	}}}
	recoloured := broken{fault: fault{view: pictured(func(s *scene.Scene) {
		if len(s.Shapes) < 2*toy.Most { // only one number is left
			s.Shapes[0].Fill = scene.Red
		}
	})}}
	undrawn := broken{fault: fault{view: pictured(func(s *scene.Scene) { *s = scene.Scene{} })}}
	for _, c := range []struct {
		name  string
		g     game.Game
		file  string
		steps []string
		want  string // "" if the file passes
	}{
		{"unchanged steps", toy.Game{}, "toy", toySteps, ""},
		{"a different move", toy.Game{}, "toy", append(toySteps[:8:8], "guess 8", "guess 7"), "toy.golden:"},
		{"a missing move", toy.Game{}, "toy", toySteps[:8], "toy.golden:"},
		{"no preview", toy.Game{}, "toy", append([]string{"hide 7", "start"}, toySteps[4:]...), "toy.golden:"},
		{"not shown in between", toy.Game{}, "toy", append(toySteps[:5:5], toySteps[6:]...), "toy.golden:"},
		{"one seat is shown something different", different, "toy", append(toySteps[:8:8], "!", "guess 7"), "toy.golden:"},
		{"a different picture", recoloured, "toy", toySteps, "toy-found.svg:"},
		{"no picture", toy.Game{}, "toy", []string{"svg none"}, "none.svg: no such file"},
		{"no layer", toy.Game{}, "toy", []string{"svg toy + all"}, `there is no layer "all"`},
		{"nothing to draw", undrawn, "toy", []string{"svg toy"}, "the scene is"},
		{"a move that is refused", toy.Game{}, "toy", []string{"guess 3"}, "has not begun"},
		{"no file", toy.Game{}, "none", nil, "go test -update writes it"},
	} {
		f := &failures{TB: t}
		func() {
			defer func() {
				if r := recover(); r != nil && r != any(f) {
					panic(r)
				}
			}()
			Golden(f, c.g, c.file, game.Setup{Seed: 3}, c.steps...)
		}()
		if told := strings.Join(f.told, "\n"); (told == "") != (c.want == "") || !strings.Contains(told, c.want) {
			t.Errorf("%s: told %q, want %q", c.name, told, c.want)
		}
	}
}

func TestFirstDifference(t *testing.T) {
	for _, c := range []struct {
		a, b string
		line int
	}{
		{"", "", 0},
		{"a\nb\n", "a\nb\n", 0},
		{"a\nb\n", "a\nc\n", 2},
		{"a\nb", "a\nb\n", 3},
		{"a\nb\nc", "a\n", 2},
		{"a", "a\n(the end)", 2},
	} {
		if line, x, y, differ := firstDifference([]byte(c.a), []byte(c.b)); line != c.line || differ != (c.line > 0) {
			t.Errorf("%q and %q: line %d (%q, %q), %t", c.a, c.b, line, x, y, differ)
		}
	}
}

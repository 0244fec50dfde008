package atom4_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"attic/dev/gametest"
	"attic/draw/grid"
	"attic/game"
	"attic/games/atom4"
)

// past turns the sentence of a preview into the sentence about the played move.
var past = strings.NewReplacer(" would change ", " changed ", " would turn ", " turned ", " complete ", " completed ")

// selfPlay returns the moves of a whole round between two bots.
func selfPlay(t *testing.T, options string, seed uint64, far bool) []string {
	t.Helper()
	return gametest.SelfPlay(t, atom4.Game{}, play(t, options, ""), seed, far)
}

func TestProgramsPlayTheSameRoundAgain(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range []struct {
		options string
		seed    uint64
	}{{"", 1}, {"", 2}, {"round=2", 1}} {
		near, far := selfPlay(t, c.options, c.seed, false), selfPlay(t, c.options, c.seed, true)
		if !slices.Equal(near, far) {
			t.Errorf("%q, seed %d: %v and then %v", c.options, c.seed, near, far)
		}
		if len(near) < 9 {
			t.Errorf("%q, seed %d: won after %v, and no round is shorter than 9 moves", c.options, c.seed, near)
		}
		seen[fmt.Sprint(c.options, near)] = true
	}
	if len(seen) != 3 {
		t.Errorf("three rounds are %d different ones", len(seen))
	}
}

// The computer completes a line as soon as it can.
func TestTheProgramWins(t *testing.T) {
	for _, options := range []string{"", "round=2"} {
		s := play(t, options, strings.TrimSuffix(shortest, ";h8"))
		text, err := atom4.Game{}.NewBot(0, 1).Choose(t.Context(), s.View(s.ToMove()), func(game.Report) {})
		if err != nil {
			t.Fatal(err)
		}
		if next, _, err := s.Play(text); err != nil || next.ToMove() != game.Nobody {
			t.Errorf("%q: it chose %q, %v, and has not won", options, text, err)
		}
	}
}

func TestTheProgramAndTheEnd(t *testing.T) {
	if text, err := (atom4.Game{}).NewBot(0, 1).Choose(t.Context(), play(t, "", shortest).View(0), func(game.Report) {}); err == nil {
		t.Errorf("after the end it chose %q", text)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	s := play(t, "", "i10")
	text, err := (atom4.Game{}).NewBot(1000, 1).Choose(ended, s.View(1), func(game.Report) {})
	if _, _, illegal := s.Play(text); err == nil && illegal != nil || err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled it chose %q, %v", text, err)
	}
}

func eachState(t *testing.T, f func(game.State)) {
	rng := rand.New(rand.NewPCG(7, 7))
	for round := range 6 {
		gametest.Wander(t, rng, play(t, fmt.Sprintf("round=%d", round+1), ""), 60, f)
	}
}

// On the grid each letter is a piece of the description, each dot is a legal vertex, and each spot has
// its position on the lattice: odd rows, counted from the top, are half a cell to the right.
func TestTheGridShowsThePosition(t *testing.T) {
	names := map[rune]string{'K': "Black", 'r': "Red", 'g': "Green", 'b': "Blue", 'y': "Yellow", 'c': "Cyan", 'p': "Purple", 'W': "White"}
	roles := map[rune]grid.Role{'K': grid.Black, 'r': grid.Red, 'g': grid.Green, 'b': grid.Blue, 'y': grid.Yellow, 'c': grid.Cyan, 'p': grid.Purple, 'W': grid.White}
	eachState(t, func(s game.State) {
		g := s.View(0).Grid(0, 0)
		legal := map[string]bool{}
		for _, m := range game.MovesOf(s) {
			legal[m.Text] = true
		}
		described := map[string]string{}
		for line := range strings.SplitSeq(s.View(0).Describe(), "\n") {
			if color, squares, ok := strings.Cut(strings.TrimSuffix(line, "."), ": "); ok && !strings.Contains(squares, " now") {
				for square := range strings.SplitSeq(squares, ", ") {
					described[square] = color
				}
			}
		}
		for row := range 16 {
			for column := range 16 {
				spot := fmt.Sprintf("%c%d", 'a'+column, 16-row)
				c := g.At(3+4*column+2*(row%2), row)
				if c.Spot != spot || names[c.Rune] != described[spot] || (c.Rune == '·') != legal[spot] {
					t.Fatalf("%s: %q of %s, legal: %t, described as %q\n%s", spot, c.Rune, c.Spot, legal[spot], described[spot], g)
				}
				if role, piece := roles[c.Rune]; piece && c.Role != role {
					t.Fatalf("%s: %q has role %d", spot, c.Rune, c.Role)
				}
				delete(described, spot)
				delete(legal, spot)
			}
		}
		if len(described)+len(legal) > 0 {
			t.Fatalf("not on the board: %v %v", described, legal)
		}
	})
}

// The effect of a move agrees with the sentence and the marks of its preview.
func TestPreviewsComeTrue(t *testing.T) {
	piece := func(g grid.Grid, spot string) rune {
		for y := range g.H {
			for x := range g.W {
				if c := g.At(x, y); c.Spot == spot {
					return c.Rune
				}
			}
		}
		return 0
	}
	eachState(t, func(s game.State) {
		v := s.View(0)
		for i, m := range game.MovesOf(s) {
			if i%5 != 0 {
				continue
			}
			p := v.Preview(m.Text)
			next, _, err := s.Play(m.Text)
			if err != nil {
				t.Fatal(err)
			}
			if said := told(next, "last"); past.Replace(p.Sentence) != said {
				t.Fatalf("%q: the preview says %q, and then it is %q", m.Text, p.Sentence, said)
			}
			after := next.View(0).Grid(0, 0)
			pieces, row := 0, 0
			for _, mark := range p.Marks {
				if mark.Rune == '}' {
					row++
					continue
				}
				pieces++
				if got := piece(after, mark.Spot); got != mark.Rune || mark.Place != (mark.Spot == m.Text) {
					t.Fatalf("%q: marked on %s is %q, in its place: %t, and it becomes %q", m.Text, mark.Spot, mark.Rune, mark.Place, got)
				}
			}
			if pieces != 1+strings.Count(after.String(), "'") || row != strings.Count(after.String(), "}") {
				t.Fatalf("%q marks %v, and then the board is\n%s", m.Text, p.Marks, after)
			}
		}
	})
}

// Texts that are not views and are refused with an error.
var damagedViews = []struct{ name, text, want string }{
	{"nothing", ``, "not a view of Atom-4"},
	{"no JSON", `red`, "not a view of Atom-4"},
	{"null", `null`, "not a colour"},
	{"cut short", `{"round":1,"board":"16/16`, "not a view of Atom-4"},
	{"another type", `{"round":"1"}`, "not a view of Atom-4"},
	{"no colour", `{"round":1,"board":"16/16/16/16/16/16/16/7gp7/16/16/16/16/16/16/16/16","turn":""}`, "not a colour"},
	{"a colour that nobody plays", `{"round":1,"board":"16/16/16/16/16/16/16/7gp7/16/16/16/16/16/16/16/16","turn":"white"}`, "white is never played"},
	{"a row too few", `{"round":1,"board":"16/16/16/16/16/16/16/7gp7/16/16/16/16/16/16/16","turn":"red"}`, "16 are needed"},
	{"no piece", `{"round":1,"board":"16/16/16/16/16/16/16/7gx7/16/16/16/16/16/16/16/16","turn":"red"}`, "is not a piece"},
	{"an empty board", `{"round":1,"board":"16/16/16/16/16/16/16/16/16/16/16/16/16/16/16/16","turn":"red"}`, "no two pieces touch"},
	{"round 0", `{"board":"16/16/16/16/16/16/16/7gp7/16/16/16/16/16/16/16/16","turn":"red"}`, "no such round"},
	{"an illegal move", `{"round":1,"board":"16/16/16/16/16/16/16/7gp7/16/16/16/16/16/16/16/16","turn":"red","move":"a1"}`, "adjacent pieces"},
	{"no move", `{"round":1,"board":"16/16/16/16/16/16/16/7gp7/16/16/16/16/16/16/16/16","turn":"red","move":"z"}`, "a move is a vertex"},
	{"a view of another game", `{"fen":"x5o/7/7/7/7/7/o5x x 0 1"}`, "not a colour"},
}

func TestDamagedViewsAreRefused(t *testing.T) {
	for _, c := range damagedViews {
		if v, err := (atom4.Game{}).ParseView([]byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, %v; want %q", c.name, v, err, c.want)
		}
	}
}

var typed = []string{"", "-", "i10", "I8", " h8 ", "p16", "a0", "q1", "i10 i8", "a7-b6", "fire 3", "start", "\x00", "i10\n", "ıi10", "i１０"}

var stations = []string{"", "i10", "i10;h10;h11;g11", shortest}

func FuzzParseViewNeverPanics(f *testing.F) {
	var views []string
	for _, c := range damagedViews {
		views = append(views, c.text)
	}
	gametest.FuzzViews(f, atom4.Game{}, stations, append(views, `{"round":2,"board":"16/16/16/16/16/16/16/7WW7/6WWWW6/16/16/16/16/16/16/gg14","turn":"purple","move":"b2"}`)...)
}

func FuzzAnyTextIsPlayedOrRefused(f *testing.F) {
	gametest.FuzzMoves(f, atom4.Game{}, stations, typed...)
}

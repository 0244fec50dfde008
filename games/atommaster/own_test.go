package atommaster_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"attic/game"
	"attic/game/learn"
	"attic/games/atommaster"
)

// mistaken plays a deal with a random layout: random beams, perhaps too many or too few, followed by the atoms of the layout, some of them on wrong
// squares. It returns the decisions in a review, the atoms hidden and the atoms set.
func mistaken(t *testing.T, rng *rand.Rand, side, atoms, beams, wrong int) (list []game.Decision, hidden, set []string) {
	t.Helper()
	s, err := atommaster.Game{}.New(game.Setup{Options: fmt.Sprintf("size=%d atoms=%d", side, atoms)})
	if err != nil {
		t.Fatal(err)
	}
	play := func(text string) bool {
		next, _, err := s.Play(text)
		if err == nil {
			s = next
		}
		return err == nil
	}
	for i, n := range rng.Perm(side * side) {
		name := fmt.Sprintf("%c%d", 'a'+n%side, n/side+1)
		if i < atoms {
			hidden = append(hidden, name)
		}
		if i >= wrong && i < atoms+wrong { // the first atoms are omitted, and the same number of other squares is set
			set = append(set, name)
		}
	}
	if !play("hide " + strings.Join(hidden, ",")) {
		t.Fatal("the layout cannot be hidden")
	}
	for range beams {
		play(fmt.Sprint("fire ", 1+rng.IntN(4*side)))
	}
	for _, name := range set {
		if !play("set " + name) {
			t.Fatal("the atoms cannot be set")
		}
	}
	if !play("evaluate") {
		t.Fatal("the deal cannot be evaluated")
	}
	a, err := atommaster.Game{}.Analyse(context.Background(), s.View(0))
	if err != nil || !a.Done {
		t.Fatal(err)
	}
	return a.Decisions, hidden, set
}

// The question made of a mistake has exactly one right answer in the position of the mistake, according to all layouts, and every other answer is wrong.
// Each kind of mistake that has a question occurs.
func TestMistakesAsPuzzles(t *testing.T) {
	rng, kinds := rand.New(rand.NewPCG(27, 11)), map[string]int{}
	for _, c := range []struct{ side, atoms, deals int }{{5, 3, 60}, {6, 3, 10}, {5, 4, 10}} {
		for range c.deals {
			list, hidden, set := mistaken(t, rng, c.side, c.atoms, 3+rng.IntN(12), rng.IntN(3))
			var fired []string
			for _, d := range list {
				at := slices.Clone(fired)
				fired = append(fired, d.Text)
				if d.Asks.Theme == "" {
					continue
				}
				if d.Lost < learn.LeastPoints {
					t.Errorf("%s lost only %v: %+v", d.Text, d.Lost, d.Asks)
				}
				place, err := learn.ParsePosition(d.Asks.Place)
				if err != nil {
					t.Fatal(err)
				}
				p := learn.Puzzle{ID: "own", Theme: d.Asks.Theme, Place: place, Key: d.Asks.Key}
				k := read(t, p)
				if !slices.Equal(slices.Sorted(slices.Values(k.hidden)), slices.Sorted(slices.Values(hidden))) || !slices.Equal(place.Moves[1:len(place.Moves)-len(k.set)], at) {
					t.Errorf("the place is %s, with %v hidden and beams %v", d.Asks.Place, hidden, at)
				}
				if k.side < 6 {
					checkPuzzle(t, p)
				} else if rng.IntN(4) == 0 {
					checkPuzzle(t, p)
				}
				without := k
				without.set = nil
				fits := without.all()
				missed := 0
				for _, name := range hidden {
					if !slices.Contains(set, name) {
						missed++
					}
				}
				port, answer := 0, 0
				fmt.Sscanf(d.Text, "fire %d", &port)
				fmt.Sscanf(d.Asks.Key, "fire %d", &answer)
				kind := ""
				switch {
				case port > 0 && p.Theme == "decided":
					kind = "fired although all was decided"
					if len(fits) != 1 {
						t.Errorf("%s: %d arrangements fit: %s", kind, len(fits), d.Asks.Place)
					}
				case port > 0:
					kind = "a beam much worse than the best: " + p.Theme
					_, played := k.groups(port, fits)
					if _, best := k.groups(answer, fits); answer == port || p.Theme == "tells" && played < 2*best || p.Theme == "beam" && (best != 1 || played < 2) {
						t.Errorf("%s: %d leaves %d, %d leaves %d: %s", kind, port, played, answer, best, d.Asks.Place)
					}
					if d.Asks.Says != fmt.Sprintf("Here you fired a beam at port %d, which lost %.1f points.", port, d.Lost) {
						t.Errorf("%q", d.Asks.Says)
					}
				case p.Theme == "atom":
					kind = "evaluated without a certain atom"
					if name := strings.TrimPrefix(p.Key, "set "); slices.Contains(set, name) {
						t.Errorf("%s was set: %s", name, d.Asks.Place)
					}
				case p.Key == learn.None && missed == 0:
					kind = "evaluated too early, and lucky"
				case p.Key == learn.None && missed == 1:
					kind = "evaluated too early"
				case missed == 1:
					kind = "evaluated with a wrong atom although the right one was decided"
					if slices.Contains(set, strings.TrimPrefix(p.Key, "set ")) {
						t.Errorf("%s: it was set: %s", kind, d.Asks.Place)
					}
				case missed > 1 && p.Key != learn.None:
					kind = "evaluated with wrong atoms although the last one was decided"
					if slices.Contains(set, strings.TrimPrefix(p.Key, "set ")) {
						t.Errorf("%s: it was set: %s", kind, d.Asks.Place)
					}
				default:
					t.Errorf("%s %s after %d atoms were missed", p.Theme, p.Key, missed)
				}
				if kinds[kind]++; kinds[kind] > 3 {
					continue
				}
				if strings.Contains(d.Asks.Says, strings.TrimPrefix(p.Key, "set ")) {
					t.Errorf("the answer is given away: %q, %s", d.Asks.Says, p.Key)
				}
				asksMistake(t, d, place)
			}
		}
	}
	for _, kind := range []string{
		"fired although all was decided", "a beam much worse than the best: tells", "a beam much worse than the best: beam", "evaluated without a certain atom",
		"evaluated too early, and lucky", "evaluated too early", "evaluated with a wrong atom although the right one was decided",
		"evaluated with wrong atoms although the last one was decided",
	} {
		if kinds[kind] == 0 {
			t.Errorf("no question of the kind: %s", kind)
		}
	}
	t.Log(kinds)
}

// asksMistake checks that the puzzle of a mistake accepts only its key.
func asksMistake(t *testing.T, d game.Decision, place learn.Position) {
	t.Helper()
	own := learn.Asked([]game.Decision{d})
	if len(own) != 1 {
		t.Fatalf("%d mistakes", len(own))
	}
	begun := func() *learn.Course {
		c, err := learn.NewMistake(atommaster.Game{}, own[0], nil)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	theme, _ := learn.ThemeOf(atommaster.Game{}, d.Asks.Theme)
	if c := begun(); c.Text() != d.Asks.Says+" "+theme.Task || !c.Denies() {
		t.Errorf("it asks %q", c.Text())
	}
	state, err := place.State(atommaster.Game{})
	if err != nil {
		t.Fatal(err)
	}
	good := 0
	for _, m := range append(game.MovesOf(state), game.Move{Text: learn.None}) {
		if word, _, _ := strings.Cut(m.Text, " "); word != "fire" && word != "set" && m.Text != learn.None {
			continue
		}
		a, err := begun().Try(t.Context(), m.Text)
		if err != nil {
			t.Fatal(err)
		}
		if a.Good {
			good++
		}
		if a.Good != (m.Text == d.Asks.Key) {
			t.Errorf("%s: %s is good: %v, %q; the key is %s", d.Asks.Place, m.Text, a.Good, a.Said, d.Asks.Key)
		}
	}
	if good != 1 {
		t.Errorf("%s: %d answers are right", d.Asks.Place, good)
	}
}

// A deal that was given up has questions about its beams, but not about its atoms. Only the solver has questions.
func TestNoQuestions(t *testing.T) {
	s, err := atommaster.Game{}.New(game.Setup{Options: "size=5 atoms=3"})
	if err != nil {
		t.Fatal(err)
	}
	for text := range strings.SplitSeq("hide a1,c3,e5;fire 1;fire 2;fire 3;fire 4;fire 5;fire 6;fire 7;fire 8;fire 9;fire 10;fire 11;set b2;resign", ";") {
		if next, _, err := s.Play(text); err == nil {
			s = next
		}
	}
	for _, seat := range []int{0, 1, game.Nobody} {
		a, err := atommaster.Game{}.Analyse(t.Context(), s.View(seat))
		if err != nil {
			t.Fatal(err)
		}
		asked := 0
		for i, d := range a.Decisions {
			if d.Asks.Theme == "" {
				continue
			}
			if asked++; i == len(a.Decisions)-1 {
				t.Errorf("giving up has a question: %+v", d.Asks)
			}
		}
		if (asked > 0) != (seat == 0) {
			t.Errorf("seat %d has %d questions", seat, asked)
		}
	}
}

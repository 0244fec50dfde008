package review

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"attic/dev/race"
	"attic/game"
	"attic/games"
	"attic/match"
)

// turns writes the Turns of a review as "2: 30 4: 12": the numbers of the moves and their losses in percent.
func turns(r Review) string {
	var list []string
	for _, t := range r.Turns {
		list = append(list, fmt.Sprintf("%d: %.0f", r.Points[t.Point].Number, 100*t.Loss))
	}
	return strings.Join(list, " ")
}

// A review has the right Turns with the right losses.
func TestTurns(t *testing.T) {
	for _, c := range []struct{ what, options, moves, want string }{
		{"nothing lost", "", "50 50 50", ""},
		{"the first seat loses some", "", "30 30", "1: 20"},
		{"the second one does", "", "50 75 75", "2: 25"},
		{"too little", "", "46 50 54", ""},
		{"just enough", "", "42 42", "1: 8"},
		{"a gain is no loss", "", "80 80 60 20 20", "3: 20"},
		{"the three largest, in the order of play", "", "40 60 40 70 20 80 20 50", "5: 50 6: 60 7: 60"},
		{"of equal ones the first", "", "30 50 30 50 30 50", "1: 20 2: 20 3: 20"},
		{"by the last move", "", "50 50 0-1", "3: 50"},
		{"a draw counts a half", "", "50 20 1/2 ", ""},
		{"a draw given away", "", "50 20 20 1/2", "4: 30"},
		{"it only looked like more", "", "80/50 50 50", ""},
		{"part of it only looked like more", "", "50 80/70 50 50", "2: 30 3: 20"},
		{"a win missed", "", "50 w3 50 50", "2: 50 3: 50"},
		{"a win allowed", "", "w4 l3 w2 l1 0-1", "1: 50"},
		{"a slower win is one", "", "50 w3 l4 w5 l4 w3 l2 w1 1-0", "2: 50"},
		{"a position lost anyway", "", "50 l4 w1 0-1", ""},
		{"the move in another spelling", "", "50 50", ""},
		{"moves before play do not count", "set", "start 50 30 30 60 50", "4: 30 5: 10"},
		{"a resignation is no move", "", "60 60 resign1", ""},
		{"the other one's resignation", "", "60 60 60 resign1", ""},
		{"the last round", "", "20 next 50 70", "2: 20"},
		{"a new round has nothing yet", "", "20 20 next", "1: 30"},
		{"two of them neither", "", "20 20 next next", "1: 30"},
	} {
		t.Run(c.what, func(t *testing.T) {
			r, err := Run(t.Context(), played(t, newPlain(), c.options, c.moves), Nodes, nil)
			must(t, err)
			if got := turns(r); got != c.want {
				t.Errorf("%s: the turns are %q, want %q", c.moves, got, c.want)
			}
			if !r.Done() {
				t.Errorf("%d of %d points are judged", r.Judged, len(r.Points))
			}
		})
	}
}

// Said returns the text of a review without the graph.
func TestSaid(t *testing.T) {
	r, err := Run(t.Context(), played(t, newPlain(), "", "30 30"), Nodes, nil)
	must(t, err)
	graph := r.Graph(textWidth, graphHeight, -1, nil).String()
	if before, after, ok := strings.Cut(r.Text(), graph); !ok || r.Said() != before+after {
		t.Errorf("the text is\n%s\nbut Said is\n%s", r.Text(), r.Said())
	}
}

// The points of a review have the right steps of the match, seats to move and moves.
func TestPoints(t *testing.T) {
	m := played(t, newPlain(), "set", "start 60 next start 50 30 30 resign2")
	r, err := Run(t.Context(), m, Nodes, nil)
	must(t, err)
	var list []string
	for i, p := range r.Points {
		if p.Seat >= 0 && p.Text != "" {
			if entry := m.History()[p.Step+1]; entry.Text != p.Text {
				t.Errorf("in step %d %q was played, not %q", p.Step+1, entry.Text, p.Text)
			}
		}
		list = append(list, fmt.Sprintf("%d %d %d %q %.0f %v %.0f", p.Step, p.Number, p.Seat, p.Text, 100*p.Chance, p.Best, 100*r.For(1, i)))
	}
	want := `4 1 0 "50" 50 true 50
5 2 1 "30" 50 false 50
6 3 0 "30" 30 true 70
7 4 1 "resign" 30 false 70
8 5 -1 "" 100 false 0`
	if got := strings.Join(list, "\n"); got != want {
		t.Errorf("the points are\n%s\nwant\n%s", got, want)
	}
	if !r.Over || r.Outcome.Text != "Red wins." {
		t.Errorf("it is over: %v, %+v", r.Over, r.Outcome)
	}
}

func TestRefusals(t *testing.T) {
	type silent struct{ game.Game } // a game that gives no advice
	for _, c := range []struct {
		what string
		m    match.Match
		want string
	}{
		{"no moves", played(t, newPlain(), "", ""), "there is nothing to review: no move has been played yet"},
		{"nothing but set-up", played(t, newPlain(), "set", "start"), "there is nothing to review: no move has been played yet"},
		{"a resignation at once", played(t, newPlain(), "", "resign1"), ""},
		{"no advisor", played(t, silent{newPlain()}, "", "50 50"), "Plain cannot be reviewed: the computer cannot judge its positions"},
	} {
		_, err := Run(t.Context(), c.m, Nodes, nil)
		if got := fmt.Sprint(err); got != c.want && !(err == nil && c.want == "") {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}

// A review stopped at any time equals the complete review up to that point, including the Turns.
func TestAStoppedReviewHasWhatItHas(t *testing.T) {
	moves := "40 60 40/20 70 20 80 20 50 w3 50 20 0-1"
	whole, err := Run(t.Context(), played(t, newPlain(), "", moves), Nodes, nil)
	must(t, err)
	g := newPlain()
	if _, err := Run(t.Context(), played(t, g, "", moves), Nodes, nil); err != nil {
		t.Fatal(err)
	}
	for last := range g.asked.Load() {
		ctx, stop := context.WithCancel(t.Context())
		g := newPlain()
		g.stop = func(asked int64) error {
			if asked > last {
				stop()
			}
			return nil // the search has a result although it was stopped
		}
		r, err := Run(ctx, played(t, g, "", moves), Nodes, nil)
		stop()
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("stopped after %d: %v", last, err)
		}
		if g.asked.Load() != last+1 {
			t.Errorf("stopped after %d it judged %d", last, g.asked.Load())
		}
		if r.Done() {
			t.Errorf("stopped after %d it is done", last)
		}
		for i, p := range r.Points[:r.Judged] {
			if want := whole.Points[i]; p.Chance != want.Chance || p.Best != want.Best || !reflect.DeepEqual(p.Advice, want.Advice) {
				t.Errorf("stopped after %d it has at %d %+v, not %+v", last, i, p, want)
			}
		}
		for _, fault := range r.Faults {
			if !slices.Contains(whole.Faults, fault) || r.Judged < len(r.Points) {
				t.Errorf("stopped after %d, with %d judged, there is a fault %+v", last, r.Judged, fault)
			}
		}
		for i := range r.Points {
			if text := strings.Join(r.Sentences(i), " "); !strings.HasSuffix(text, ".") {
				t.Errorf("stopped after %d it says %q", last, text)
			}
		}
	}
}

func TestFaultsOfAnAdvisor(t *testing.T) {
	fault := errors.New("no memory")
	g := newPlain()
	g.stop = func(asked int64) error {
		if asked == 3 {
			return fault
		}
		return nil
	}
	r, err := Run(t.Context(), played(t, g, "", "50 50 50"), Nodes, nil)
	if !errors.Is(err, fault) || r.Judged != 2 {
		t.Errorf("%d judged, then %v", r.Judged, err)
	}
	if _, err := Run(t.Context(), played(t, newPlain(), "", "50 50/x1 20"), Nodes, nil); !errors.Is(err, game.ErrIllegal) {
		t.Errorf("after advice that cannot be played: %v", err)
	}
}

// The pass over a long round takes no longer than the pass over a round of normal length, and uses fewer nodes in total than
// a label may need.
func TestNodes(t *testing.T) {
	for _, c := range []struct {
		moves       int
		asked, want int64
	}{{5, 0, 20_000}, {79, 0, 20_000}, {159, 0, 10_000}, {399, 0, 4_000}, {5, 1000, 100}, {159, 1000, 50}} {
		g := newPlain()
		_, err := Run(t.Context(), played(t, g, "", strings.Repeat("50 ", c.moves)), c.asked, nil)
		must(t, err)
		if got := g.nodes.Load(); got != c.want {
			t.Errorf("%d moves with %d nodes asked for: %d, want %d", c.moves, c.asked, got, c.want)
		}
	}
}

// The first label is found within 5 million nodes, however long the round is.
func TestTheFirstLabelComesSoon(t *testing.T) {
	race.Plain(t)
	for _, moves := range []int{1, 10, 79, 80, 200, 1000} {
		g := newPlain()
		total := int64(0)
		m := played(t, g, "", strings.Repeat("50 ", moves-1)+[]string{"80", "20"}[moves%2])
		_, err := Run(t.Context(), m, 0, func(r Review) {
			if len(r.Faults) > 0 && total == 0 {
				total = g.total.Load()
			}
		})
		must(t, err)
		if total == 0 || total > 5_000_000 {
			t.Errorf("in a round of %d moves the first label comes after %d nodes", moves, total)
		}
	}
}

// The label of a move depends on the smaller of two losses, found by searches of 200,000 and 800,000 nodes. A move A~B looks
// like A to searches of at most 200,000 nodes, and like B to larger searches.
func TestLabels(t *testing.T) {
	for _, c := range []struct {
		what, moves string
		want        Grade
	}{
		{"nothing lost", "50", Fine},
		{"too little", "46", Fine},
		{"an inaccuracy", "45", Inaccuracy},
		{"still one", "41", Inaccuracy},
		{"a mistake", "40", Mistake},
		{"still one", "31", Mistake},
		{"a blunder", "30", Blunder},
		{"all of it", "0-1", Blunder},
		{"the larger search sees no loss", "30~50", Fine},
		{"it sees less of it", "30~40", Mistake},
		{"it sees more of it", "40~30", Mistake},
		{"it sees as much", "39~32", Mistake},
		{"the smaller one sees none", "46~20", Fine},
	} {
		r, err := Run(t.Context(), played(t, newPlain(), "", c.moves), 0, nil)
		must(t, err)
		got := Fine
		if fault, ok := r.FaultAt(0); ok {
			got = fault.Kind
		}
		if got != c.want || c.want != Fine && r.Count(0, c.want) != 1 || r.Count(1, c.want) != 0 {
			t.Errorf("%s, %s: it is %q, not %q", c.what, c.moves, got, c.want)
		}
	}
}

// Accuracy and counts agree with values calculated by hand.
func TestMarks(t *testing.T) {
	for _, c := range []struct{ moves, want string }{
		{"50 50", "Red: accuracy 100%. Blue: accuracy 100%."},
		{"40 40", "Red: accuracy 64%, 1 mistake. Blue: accuracy 100%."},
		{"45 45 40 60 60", "Red: accuracy 87%, 2 inaccuracies. Blue: accuracy 70%, 1 blunder."},
		{"0-1", "Red: accuracy 9%, 1 blunder."},
	} {
		r, err := Run(t.Context(), played(t, newPlain(), "", c.moves), 0, nil)
		must(t, err)
		if got := strings.Join(r.Marks(), " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.moves, got, c.want)
		}
	}
}

// themed is plain with ideas: each better move has an idea that the played move lacks.
type themed struct{ plain }

func (themed) Themes() []string { return []string{"hole", "cut"} }

func (themed) Theme(_ game.View, better, played string) (name, says string) {
	switch {
	case better == played:
		return "", ""
	case played == "45":
		return "cut", better + " would cut off."
	}
	return "hole", ""
}

func TestIdeasMissed(t *testing.T) {
	r, err := Run(t.Context(), played(t, themed{newPlain()}, "", "45 45 40 40 35 60"), 0, nil)
	must(t, err)
	const want = "Red: accuracy 80%, 3 inaccuracies. Ideas missed: hole (2), cut. Blue: accuracy 77%, 1 blunder. Ideas missed: hole."
	if got := strings.Join(r.Marks(), " "); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for i, want := range map[int]string{0: "Idea missed: cut. 50 would cut off.", 2: "Idea missed: hole.", 5: "Idea missed: hole."} {
		if got := r.Sentences(i); got[len(got)-1] != want {
			t.Errorf("move %d: %q, want %q at the end", i+1, got, want)
		}
	}
}

// Each review passed to progress has one more point or closer look than the review before, and does not change afterwards.
func TestProgress(t *testing.T) {
	var reports []Review
	var texts []string
	m := played(t, newPlain(), "", "40 60 40 70 20 80 20 50")
	last, err := Run(t.Context(), m, Nodes, func(r Review) {
		reports = append(reports, r)
		texts = append(texts, fmt.Sprintf("%+v", r))
	})
	must(t, err)
	if len(reports) != len(last.Points)+last.Doubts || last.Doubts == 0 || !reflect.DeepEqual(reports[len(reports)-1], last) {
		t.Errorf("%d reports of %d points", len(reports), len(last.Points))
	}
	for i, r := range reports {
		if r.Judged+r.Checked != i+1 {
			t.Errorf("report %d has %d and %d", i, r.Judged, r.Checked)
		}
		if now := fmt.Sprintf("%+v", r); now != texts[i] {
			t.Errorf("report %d was\n%s\nand is now\n%s", i, texts[i], now)
		}
	}
}

// In any round, losses follow from the chances, Turns are the largest losses, and no turn is the advised move.
func TestTurnsAreTheLargestLosses(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
rounds:
	for range 300 {
		var moves []string
		for range 1 + rng.IntN(20) {
			text := fmt.Sprint(rng.IntN(101))
			if rng.IntN(3) == 0 {
				text += fmt.Sprintf("/%d", rng.IntN(101))
			}
			moves = append(moves, text)
		}
		m := played(t, newPlain(), "", strings.Join(moves, " "))
		r, err := Run(t.Context(), m, Nodes, nil)
		must(t, err)
		losses := map[int]float64{}
		for i, p := range r.Points[:len(r.Points)-1] {
			looks, best := r.For(p.Seat, i), r.For(p.Seat, i)
			if _, text, ok := strings.Cut(position{at: m.At(p.Step).State().(position).at}.at, "/"); ok {
				best = position{at: text}.chance()
				if p.Seat == 1 {
					best = 1 - best
				}
			}
			switch loss := min(looks, best) - r.For(p.Seat, i+1); {
			case math.Abs(loss-leastLoss[Inaccuracy]) < 1e-6: // the result depends on rounding
				continue rounds
			case loss > leastLoss[Inaccuracy] && !p.Best:
				losses[i] = loss
			}
		}
		if want := min(len(losses), mostTurns); len(r.Turns) != want {
			t.Fatalf("%v: %d turns, want %d: %v", moves, len(r.Turns), want, losses)
		}
		least := 2.0
		for i, turn := range r.Turns {
			if math.Abs(losses[turn.Point]-turn.Loss) > 1e-9 || i > 0 && turn.Point <= r.Turns[i-1].Point {
				t.Fatalf("%v: turn %+v, the losses are %v", moves, turn, losses)
			}
			least = min(least, turn.Loss)
			delete(losses, turn.Point)
		}
		for point, loss := range losses {
			if loss > least+1e-9 {
				t.Fatalf("%v: %d with %.2f is no turn: %+v", moves, point, loss, r.Turns)
			}
		}
	}
}

// Games with advice are reviewed with this advice. Two reviews have equal results.
func TestGames(t *testing.T) {
	race.Plain(t)
	for _, g := range games.All() {
		if _, ok := g.(game.Advisor); !ok || !g.Info().Open {
			continue
		}
		t.Run(g.Info().Name, func(t *testing.T) {
			m, err := match.New(g, game.Setup{})
			must(t, err)
			for _, text := range g.Info().Sample {
				m, _, err = m.Play(text)
				must(t, err)
			}
			r, err := Run(t.Context(), m, 2000, nil)
			must(t, err)
			again, err := Run(t.Context(), m, 2000, nil)
			must(t, err)
			r.Info, again.Info = game.Info{}, game.Info{} // Info has functions, which cannot be compared
			if !reflect.DeepEqual(r, again) {
				t.Error("two reviews differ")
			}
			for i, p := range r.Points {
				if p.Chance < 0 || p.Chance > 1 {
					t.Errorf("the chance at %d is %g", i, p.Chance)
				}
			}
		})
	}
}

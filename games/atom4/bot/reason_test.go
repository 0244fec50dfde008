package bot

import (
	"context"
	"errors"
	"math"
	"reflect"
	"testing"

	"attic/game/search"
	"attic/games/atom4/rules"
)

func TestAdviceRepeats(t *testing.T) {
	all := running(t)
	for i := 0; i < len(all); i += len(all) / 20 {
		first, err := NewAdviser().Advise(t.Context(), all[i], 2000)
		if err != nil {
			t.Fatal(err)
		}
		if second, err := NewAdviser().Advise(t.Context(), all[i], 2000); err != nil || !reflect.DeepEqual(first, second) {
			t.Errorf("%v: %+v, then %+v, %v", all[i], first, second, err)
		}
	}
}

// Without time, advice is the best move at one ply, and the reason claims no more than that.
func TestAdviceEndsWithItsContext(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	all := running(t)
	for i := 0; i < len(all); i += 25 {
		a, err := NewAdviser().Advise(cancelled, all[i], math.MaxInt64)
		if err != nil || a.Depth != 1 || !all[i].Legal(a.Line[0]) {
			t.Fatalf("%v: %+v, %v", all[i], a, err)
		}
		if r := a.Reason; r.Else > 2 || r.Kind == Searched && r.Plies != 1 {
			t.Errorf("%v: %+v after one ply", all[i], r)
		}
	}
}

func TestAdviceRefuses(t *testing.T) {
	for _, game := range recorded(t) {
		if a, err := NewAdviser().Advise(t.Context(), game[len(game)-1], 100); !errors.Is(err, ErrOver) {
			t.Errorf("%+v, %v", a, err)
		}
	}
}

// The chance grows with the score, and the chances of both players add up to 1.
func TestChance(t *testing.T) {
	before := 0.
	for score := -2000; score <= 2000; score += 50 {
		now, other := chance(score), chance(-score)
		if now <= before || now >= 1 || math.Abs(now+other-1) > 1e-12 {
			t.Errorf("the chance of score %d is %v, after %v, and the other player's %v", score, now, before, other)
		}
		before = now
	}
}

// Every line through a vertex has four vertices on the board, including that vertex, and there are no other lines.
func TestLinesThrough(t *testing.T) {
	total := 0
	for i := range rules.Squares {
		s := rules.Square(i)
		lines := rules.Fours(s)
		total += len(lines)
		for _, line := range lines {
			at, from := s, line.First
			for range 3 {
				if from == at {
					break
				}
				from, _ = from.Step(line.Dir)
			}
			if from != at || !line.OnBoard() {
				t.Errorf("%v is no line through %v", line, s)
			}
		}
	}
	ends := 0
	for axis := range lineEnds {
		ends += lineEnds[axis].Count()
	}
	if total != 4*ends {
		t.Errorf("the vertices lie on %d lines, want 4 times %d", total, ends)
	}
}

// Lines of moves that lead to a win are complete.
func TestLinesAreFinished(t *testing.T) {
	finished := 0
	for _, game := range recorded(t) {
		for _, p := range game[len(game)-5 : len(game)-2] {
			found := NewEngine(1, 1).Search(t.Context(), p, search.Limits{Nodes: 500}, nil)
			if plies, decided := search.Decided(found.Score); !decided || plies > 4 || len(found.Line) == plies {
				continue
			}
			a, err := NewAdviser().Advise(t.Context(), p, 500)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range a.Line {
				p = p.Play(s)
			}
			if !p.Won() || len(a.Line) > max(a.Win, -a.Win) {
				t.Errorf("%v ends with %v", a, p)
			}
			finished++
		}
	}
	if finished < 10 {
		t.Errorf("only %d lines were to be finished", finished)
	}
}

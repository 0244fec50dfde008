package bot

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"attic/games/atommaster/infer"
	"attic/games/atommaster/rules"
	"attic/games/atommaster/rules/rulestest"
)

// perfect plays perfectly on small fields by trying everything. It shares only the prices with package bot.
type perfect struct {
	side, atoms int
	boards      [][]rules.Square
	answers     [][]rules.Answer
	known       map[string]float64
}

func newPerfect(side, atoms int) *perfect {
	p := &perfect{side: side, atoms: atoms, known: map[string]float64{}}
	for board := range rulestest.Boards(side, atoms) {
		p.boards, p.answers = append(p.boards, board), append(p.answers, rulestest.Answers(side, board))
	}
	return p
}

func (p *perfect) left(shots []rules.Shot) (list []int) {
	for i := range p.boards {
		if !slices.ContainsFunc(shots, func(s rules.Shot) bool { return p.answers[i][s.Port-1] != s.Answer }) {
			list = append(list, i)
		}
	}
	return list
}

// lost returns the points that setting the squares is expected to lose. A board that no beam can distinguish from the hidden one
// counts as found.
func (p *perfect) lost(list []int, set []rules.Square, answers []rules.Answer) float64 {
	missed := 0
	for _, i := range list {
		if answers != nil && slices.Equal(answers, p.answers[i]) {
			continue
		}
		for _, s := range p.boards[i] {
			if !slices.Contains(set, s) {
				missed++
			}
		}
	}
	return 5 * float64(missed) / float64(len(list))
}

// value returns the points expected from here on with perfect play.
func (p *perfect) value(list []int) float64 {
	key := fmt.Sprint(list)
	if v, ok := p.known[key]; ok {
		return v
	}
	best := math.Inf(1)
	for i, board := range p.boards { // the solver may set any board
		best = min(best, p.lost(list, board, p.answers[i]))
	}
	for port := 1; port <= 4*p.side; port++ {
		best = min(best, p.cost(list, port))
	}
	p.known[key] = best
	return best
}

// cost returns the points expected from firing a beam; the cost of a beam without information is infinite.
func (p *perfect) cost(list []int, port int) float64 {
	parts := map[rules.Answer][]int{}
	points := 0.0
	for _, i := range list {
		a := p.answers[i][port-1]
		parts[a] = append(parts[a], i)
		points++
		if a != rules.Absorbed && a != rules.Reflected {
			points++
		}
	}
	if len(parts) == 1 {
		return math.Inf(1)
	}
	for _, part := range parts {
		points += float64(len(part)) * p.value(part)
	}
	return points / float64(len(list))
}

// The loss of a decision is close to the loss by perfect play, and equal to it if two layouts are left; the numbers add up; and
// luck is 0 on average.
func TestJudgementsAgreeWithPerfectPlay(t *testing.T) {
	const most = 8 // the largest number of layouts left
	for _, c := range []struct{ side, atoms int }{{4, 2}, {5, 2}, {4, 3}, {5, 3}} {
		p := newPerfect(c.side, c.atoms)
		f := rules.Field{W: uint8(c.side), H: uint8(c.side)}
		layout := func(board []rules.Square) rules.Layout {
			l := f.Empty()
			for _, s := range board {
				l = l.With(s)
			}
			return l
		}
		rng := rand.New(rand.NewPCG(17, uint64(c.side*10+c.atoms)))
		judged, exactly, lucky := 0, 0, 0
		for range 9 {
			hidden := rng.IntN(len(p.boards))
			k := infer.Knowledge{Field: f, Atoms: c.atoms}
			fire := func(port rules.Port) {
				k.Shots = append(k.Shots, rules.Shot{Port: port, Answer: p.answers[hidden][port-1]})
			}
			for len(k.Free()) > 0 && len(k.Shots) < 9 {
				free := k.Free()
				fire(free[rng.IntN(len(free))])
			}
			guess := p.boards[rng.IntN(len(p.boards))]
			if left := p.left(k.Shots); rng.IntN(2) == 0 {
				guess = p.boards[left[rng.IntN(len(left))]]
			}
			j, err := Judge(context.Background(), k, layout(p.boards[hidden]), layout(guess))
			if err != nil {
				t.Fatal(err)
			}
			points, sum := 0.0, j.Par
			for i, s := range j.Steps {
				points, sum = points+float64(s.Points), sum+s.Lost+s.Luck
				if s.Lost < 0 || !s.Exact || s.Blind {
					t.Errorf("%v: step %d is %+v", k.Shots, i, s)
				}
				list := p.left(k.Shots[:i])
				if len(list) > most {
					continue
				}
				best := p.value(list)
				var after float64
				switch {
				case s.Shot.Port == rules.NoPort:
					index := slices.IndexFunc(p.boards, func(b []rules.Square) bool { return slices.Equal(b, guess) })
					after = p.lost(list, guess, p.answers[index])
				default:
					if after = p.cost(list, int(s.Shot.Port)); math.IsInf(after, 1) {
						after = best + float64(s.Shot.Answer.Points())
					}
				}
				judged++
				if s.Best.Expect < best-1e-9 || s.Best.Expect > best+0.3 {
					t.Errorf("%dx%d, %v: %.3f points are expected, and perfect play needs %.3f", c.side, c.side, k.Shots[:i], s.Best.Expect, best)
				}
				if math.Abs(s.Lost-(after-best)) > 0.3 {
					t.Errorf("%dx%d, %v: %v %v loses %.3f, by perfect play %.3f", c.side, c.side, k.Shots[:i], s.Shot, guess, s.Lost, after-best)
				}
				if len(list) <= 2 {
					exactly++
					if math.Abs(s.Lost-(after-best)) > 1e-9 {
						t.Errorf("%dx%d, %v: of two layouts %v loses %.3f, by perfect play %.3f", c.side, c.side, k.Shots[:i], s.Shot, s.Lost, after-best)
					}
				}
			}
			if math.Abs(points-sum) > 1e-9 {
				t.Errorf("%v: the parts are %.6f points together, the game was %.0f", k.Shots, sum, points)
			}
			if j.Left.Total != float64(len(p.left(k.Shots))) {
				t.Errorf("%v: %.0f layouts are left, want %d", k.Shots, j.Left.Total, len(p.left(k.Shots)))
			}
			// The luck of a beam, averaged over all layouts that were possible when it was fired.
			at := rng.IntN(len(k.Shots))
			list := p.left(k.Shots[:at])
			if len(list) > 40 {
				continue
			}
			mean := 0.0
			for _, i := range list {
				other := infer.Knowledge{Field: f, Atoms: c.atoms, Shots: append(slices.Clone(k.Shots[:at]), rules.Shot{Port: k.Shots[at].Port, Answer: p.answers[i][k.Shots[at].Port-1]})}
				j, err := Judge(context.Background(), other, layout(p.boards[i]), layout(p.boards[i]))
				if err != nil {
					t.Fatal(err)
				}
				mean += j.Steps[at].Luck / float64(len(list))
			}
			lucky++
			if math.Abs(mean) > 0.2 {
				t.Errorf("%dx%d, %v: the beam at %d has %.3f points of luck on average", c.side, c.side, k.Shots[:at], k.Shots[at].Port, mean)
			}
		}
		t.Logf("%d by %d with %d atoms: %d decisions judged, %d of two layouts, the luck of %d", c.side, c.side, c.atoms, judged, exactly, lucky)
		if judged < 40 || exactly < 20 || lucky < 5 {
			t.Error("too few decisions for a conclusion")
		}
	}
}

// Par is close to the mean score of perfect play where that score is known (look-alikes rarely cost points on these fields). It
// is equal for all games with the same size and number of atoms.
func TestParIsTheMeanScore(t *testing.T) {
	for _, c := range []struct {
		side        uint8
		atoms       int
		least, most float64
	}{{5, 2, 4.5, 5}, {6, 2, 4.9, 5.4}, {8, 2, 5.8, 6.3}, {8, 3, 7.8, 8.3}, {8, 4, 9.8, 10.3}, {8, 5, 12.1, 12.7}, {8, 6, 14.4, 15.4}} {
		f := rules.Field{W: c.side, H: c.side}
		var pars []float64
		for i, port := range []rules.Port{1, 2} {
			hidden := rules.Deal(f, c.atoms, 5, uint64(i))
			k := infer.Knowledge{Field: f, Atoms: c.atoms, Shots: []rules.Shot{{Port: port, Answer: rules.Fire(hidden, port)}}}
			j, err := Judge(context.Background(), k, hidden, hidden)
			if err != nil {
				t.Fatal(err)
			}
			pars = append(pars, j.Par)
		}
		if pars[0] != pars[1] || pars[0] < c.least || pars[0] > c.most {
			t.Errorf("%d atoms on %v: par is %.3f, want %.1f to %.1f", c.atoms, f, pars, c.least, c.most)
		}
	}
}

// Before the first answer, beams that differ only by turning and mirroring the field have the same value.
func TestEqualFirstBeamsLoseTheSame(t *testing.T) {
	f := rules.Field{W: 8, H: 8}
	lost := map[int]float64{}
	for port := rules.Port(1); int(port) <= f.Ports(); port++ {
		side, line := f.Place(port)
		hidden := rules.Deal(f, 3, 5, uint64(side))
		k := infer.Knowledge{Field: f, Atoms: 3, Shots: []rules.Shot{{Port: port, Answer: rules.Fire(hidden, port)}}}
		j, err := Judge(context.Background(), k, hidden, hidden)
		if err != nil {
			t.Fatal(err)
		}
		from := min(line, 7-line)
		if before, seen := lost[from]; seen && before != j.Steps[0].Lost {
			t.Errorf("port %d loses %v, and %v elsewhere", port, j.Steps[0].Lost, before)
		}
		lost[from] = j.Steps[0].Lost
	}
	if lost[1] != 0 || lost[0] < 0.1 {
		t.Errorf("the first beam loses %v by the distance from the corner", lost)
	}
}

// If no layout is found within the limits, the numbers still add up.
func TestJudgementsThatSeeNothing(t *testing.T) {
	f := rules.Field{W: 12, H: 12}
	hidden := rules.Deal(f, 8, 99, 8)
	k := infer.Knowledge{Field: f, Atoms: 8}
	rng := rand.New(rand.NewPCG(8, 1))
	for range 12 {
		free := k.Free()
		p := free[rng.IntN(len(free))]
		k.Shots = append(k.Shots, rules.Shot{Port: p, Answer: rules.Fire(hidden, p)})
	}
	ctx, stop := context.WithCancel(context.Background())
	j, err := Judge(ctx, k, hidden, f.Empty())
	if err != nil {
		t.Fatal(err)
	}
	points, sum, blind := 0.0, j.Par, 0
	for _, s := range j.Steps {
		points, sum = points+float64(s.Points), sum+s.Lost+s.Luck
		if s.Blind {
			blind++
		}
	}
	if blind == 0 {
		t.Error("a layout was found at every step, so this shows nothing")
	}
	if math.Abs(points-sum) > 1e-9 || j.Steps[len(j.Steps)-1].Points != 40 {
		t.Errorf("the parts are %.6f points together, the game was %.0f: %+v", sum, points, j.Steps)
	}
	stop()
	if _, err := Judge(ctx, k, hidden, f.Empty()); err == nil {
		t.Error("after the end of its context there is a judgement")
	}
}

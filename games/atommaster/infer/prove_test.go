package infer

import (
	"context"
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"attic/games/atommaster/rules"
	"attic/games/atommaster/rules/rulestest"
)

// tried holds all boards. Its methods try them one by one.
type tried struct {
	side, atoms int
	boards      [][]rules.Square
	answers     [][]rules.Answer
}

func tryAll(side, atoms int) tried {
	t := tried{side: side, atoms: atoms}
	for board := range rulestest.Boards(side, atoms) {
		t.boards, t.answers = append(t.boards, board), append(t.answers, rulestest.Answers(side, board))
	}
	return t
}

// agreeing returns the boards that contain a set of atoms and agree with all shots.
func (t tried) agreeing(set rules.Layout, shots []rules.Shot) (list []int) {
	for i, board := range t.boards {
		has := 0
		for _, s := range board {
			if set.Has(s) {
				has++
			}
		}
		if has == set.Count() && !slices.ContainsFunc(shots, func(s rules.Shot) bool { return t.answers[i][s.Port-1] != s.Answer }) {
			list = append(list, i)
		}
	}
	return list
}

func (t tried) holds(c Claim, list []int) bool {
	return !slices.ContainsFunc(list, func(i int) bool { return slices.Contains(t.boards[i], c.Square) != c.Atom })
}

// knowledge fires random beams at a random board and returns the answers.
func (t tried) knowledge(rng *rand.Rand) (k Knowledge, board int) {
	k = Knowledge{Field: rules.Field{W: uint8(t.side), H: uint8(t.side)}, Atoms: t.atoms}
	board = rng.IntN(len(t.boards))
	for range 1 + rng.IntN(7) {
		free := k.Free()
		if len(free) == 0 {
			break
		}
		p := free[rng.IntN(len(free))]
		k.Shots = append(k.Shots, rules.Shot{Port: p, Answer: t.answers[board][p-1]})
	}
	return k, board
}

func subset(shots []rules.Shot, set int) (list []rules.Shot) {
	for i, s := range shots {
		if set>>i&1 != 0 {
			list = append(list, s)
		}
	}
	return list
}

var smallFields = []tried{tryAll(3, 2), tryAll(4, 3), tryAll(4, 4), tryAll(5, 2), tryAll(5, 3)}

// Every proof is valid, no smaller set of beams proves a wanted claim, and claims without a proof are not certain.
func TestProofsAreTheSmallest(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 17))
	for _, all := range smallFields {
		proved := 0
		for range 60 {
			k, _ := all.knowledge(rng)
			none := k.Field.Empty()
			known := Claim{rules.SquareAt(rng.IntN(all.side), rng.IntN(all.side)), rng.IntN(2) == 0}
			wanted := func(c Claim) bool { return c != known }
			least := 0
			for n := 1; n <= len(k.Shots) && least == 0; n++ {
				for set := range 1 << len(k.Shots) {
					if bits.OnesCount(uint(set)) != n {
						continue
					}
					left := all.agreeing(none, subset(k.Shots, set))
					for s := range k.Field.Squares() {
						for _, c := range []Claim{{s, true}, {s, false}} {
							if wanted(c) && all.holds(c, left) {
								least = n
							}
						}
					}
				}
			}
			p, found, sure, err := Prove(context.Background(), k, wanted, none)
			if err != nil || !sure || found != (least > 0) || found && len(p.Beams) != least {
				t.Fatalf("%d atoms on %v, %v: %+v, %v, %v, %v; the smallest proof has %d beams", k.Atoms, k.Field, k.Shots, p, found, sure, err, least)
			}
			if !found {
				continue
			}
			proved++
			if !wanted(p.Claim) || !all.holds(p.Claim, all.agreeing(none, p.Beams)) {
				t.Errorf("%v: %+v is no proof", k.Shots, p)
			}
			left := all.agreeing(none, p.Beams)
			for s := range k.Field.Squares() {
				for _, c := range []Claim{{s, true}, {s, false}} {
					if also := c != p.Claim && wanted(c) && all.holds(c, left); also != slices.Contains(p.Also, c) {
						t.Errorf("%v: %+v proves %v too: %v", k.Shots, p, c, also)
					}
				}
			}
			if p.Shown.Count() != k.Atoms || p.Shown.Has(p.Square) == p.Atom || rules.Fire(p.Shown, p.Wrong.Port) == p.Wrong.Answer || !slices.Contains(p.Beams, p.Wrong) {
				t.Errorf("%v: %+v does not show the contrary", k.Shots, p)
			}
			for _, s := range p.Beams {
				if s != p.Wrong && rules.Fire(p.Shown, s.Port) != s.Answer {
					t.Errorf("%v: %+v is wrong on two beams", k.Shots, p)
				}
			}
		}
		if proved < 10 {
			t.Errorf("%d atoms on %d: only %d proofs", all.atoms, all.side, proved)
		}
	}
}

func TestCertainSquares(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 17))
	for _, all := range smallFields {
		for range 100 {
			k, _ := all.knowledge(rng)
			left := all.agreeing(k.Field.Empty(), k.Shots)
			atoms, empty, sure, err := Certain(context.Background(), k)
			if !sure || err != nil {
				t.Fatalf("%v: %v, %v", k.Shots, sure, err)
			}
			for s := range k.Field.Squares() {
				if a, e := all.holds(Claim{s, true}, left), all.holds(Claim{s, false}, left); atoms.Has(s) != a || empty.Has(s) != e {
					t.Fatalf("%d atoms on %v, %v: %v is an atom %v and empty %v, want %v and %v", k.Atoms, k.Field, k.Shots, s, atoms.Has(s), empty.Has(s), a, e)
				}
			}
		}
	}
}

// The verdicts follow the rules: explained by every completion, contradicted by every completion, or open. If no
// completion agrees with all beams, the conflict is a smallest set of beams with which no completion agrees.
func TestVerdictsAndConflicts(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 17))
	seen, conflicts := map[[2]bool]int{}, 0
	for _, all := range smallFields {
		for range 150 {
			k, board := all.knowledge(rng)
			set := k.Field.Empty()
			for range rng.IntN(all.atoms + 1) {
				s := all.boards[board][rng.IntN(all.atoms)]
				if rng.IntN(3) == 0 {
					s = rules.SquareAt(rng.IntN(all.side), rng.IntN(all.side))
				}
				set = set.With(s)
			}
			completions := len(all.agreeing(set, nil))
			for _, s := range k.Shots {
				agree := len(all.agreeing(set, []rules.Shot{s}))
				want := [2]bool{agree > 0, agree < completions}
				seen[want]++
				if some, others := k.Judge(set, s); some != want[0] || others != want[1] {
					t.Fatalf("%d atoms on %v, set %v: %v is judged %v, %v, want %v", k.Atoms, k.Field, set, s, some, others, want)
				}
			}
			least := 0
			for sub := range 1 << len(k.Shots) {
				if n := bits.OnesCount(uint(sub)); (least == 0 || n < least) && len(all.agreeing(set, subset(k.Shots, sub))) == 0 {
					least = n
				}
			}
			got := k.Conflict(set)
			if len(got) != least || least > 0 && len(all.agreeing(set, got)) > 0 {
				t.Fatalf("%d atoms on %v, set %v, %v: the conflict is %v; the smallest has %d", k.Atoms, k.Field, set, k.Shots, got, least)
			}
			if least > 1 {
				conflicts++
			}
		}
	}
	if min(seen[[2]bool{true, true}], seen[[2]bool{true, false}], seen[[2]bool{false, true}]) < 50 || conflicts < 10 {
		t.Errorf("verdicts %v, %d conflicts of several beams: too few to tell", seen, conflicts)
	}
}

func TestImpossibleKnowledge(t *testing.T) {
	f := rules.Field{W: 8, H: 8}
	for _, c := range []struct {
		name string
		k    Knowledge
		want error
	}{
		{"a port twice", Knowledge{f, 4, []rules.Shot{{Port: 3, Answer: rules.Absorbed}, {Port: 3, Answer: rules.Absorbed}}, nil}, ErrKnowledge},
		{"an exit that shows another result", Knowledge{f, 4, []rules.Shot{{Port: 3, Answer: 9}, {Port: 9, Answer: rules.Reflected}}, nil}, ErrKnowledge},
		{"a port off the field", Knowledge{f, 4, []rules.Shot{{Port: 33, Answer: rules.Absorbed}}, nil}, ErrKnowledge},
		{"an exit off the field", Knowledge{f, 4, []rules.Shot{{Port: 3, Answer: 33}}, nil}, ErrKnowledge},
		{"a pass that comes back", Knowledge{f, 4, []rules.Shot{{Port: 3, Answer: 3}}, nil}, ErrKnowledge},
		{"more atoms than squares", Knowledge{f, 65, nil, nil}, ErrKnowledge},
		{"no atom that absorbs", Knowledge{f, 0, []rules.Shot{{Port: 3, Answer: rules.Absorbed}}, nil}, ErrContradiction},
		{"one atom that absorbs three", Knowledge{f, 1, []rules.Shot{{Port: 2, Answer: rules.Absorbed}, {Port: 5, Answer: rules.Absorbed}, {Port: 7, Answer: rules.Absorbed}}, nil}, ErrContradiction},
		{"nine atoms that absorb one another", Knowledge{rules.Field{W: 3, H: 3}, 9, []rules.Shot{{Port: 2, Answer: 8}}, nil}, ErrContradiction},
	} {
		if _, err := Look(context.Background(), c.k, 1); !errors.Is(err, c.want) {
			t.Errorf("%s: the survey says %v", c.name, err)
		}
		if _, _, _, err := Prove(context.Background(), c.k, nil, rules.Layout{}); !errors.Is(err, c.want) {
			t.Errorf("%s: the proof says %v", c.name, err)
		}
	}
}

func TestWorkEndsWithItsContext(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	for _, k := range []Knowledge{
		{rules.Field{W: 12, H: 12}, 6, []rules.Shot{{Port: 3, Answer: rules.Absorbed}}, nil},
		{rules.Field{W: 12, H: 12}, 6, nil, nil},
	} {
		if _, err := Look(ctx, k, 1); !errors.Is(err, context.Canceled) {
			t.Errorf("a survey after %v: %v", k.Shots, err)
		}
		if _, _, _, err := Prove(ctx, k, nil, rules.Layout{}); !errors.Is(err, context.Canceled) {
			t.Errorf("a proof after %v: %v", k.Shots, err)
		}
	}
}

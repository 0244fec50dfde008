package atommaster_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"attic/game"
	"attic/games/atommaster"
	"attic/games/atommaster/rules"
)

// carelessPosition returns a deal after a random number of random beams, in which most atoms and notes are wrong.
func (b *boards) carelessPosition(rng *rand.Rand) position {
	p := position{all: b, hidden: rng.IntN(len(b.list))}
	p.moves = []string{"hide " + names(b.list[p.hidden])}
	shows := map[int]bool{}
	for range 1 + rng.IntN(8*b.side) {
		port := 1 + rng.IntN(4*b.side)
		if answer := b.answers[p.hidden][port-1]; !shows[port] {
			shows[port], shows[int(answer.Port())] = true, true
			p.moves, p.fired = append(p.moves, fmt.Sprintf("fire %d", port)), append(p.fired, port)
		}
	}
	free := rng.Perm(b.side * b.side)
	for range rng.IntN(b.atoms + 1) {
		s := rules.SquareAt(free[0]%b.side, free[0]/b.side)
		free, p.atoms, p.moves = free[1:], append(p.atoms, s), append(p.moves, "set "+s.String())
	}
	for range rng.IntN(b.side * b.side / 2) {
		s := rules.SquareAt(free[0]%b.side, free[0]/b.side)
		free = free[1:]
		if rng.IntN(3) == 0 {
			p.moves, p.surely = append(p.moves, "sure "+s.String()), append(p.surely, s)
		} else {
			p.moves, p.free = append(p.moves, "free "+s.String()), append(p.free, s)
		}
	}
	return p
}

// names lists squares in the notation of moves: "a1,b2".
func names(board []rules.Square) string {
	var list []string
	for _, s := range board {
		list = append(list, s.String())
	}
	return strings.Join(list, ",")
}

// decision is a row of a review for programs.
type decision struct {
	Played, Answer, Better string
	Lost                   float64
}

// advised returns the beam or layout that a hint recommends before a decision, or "" if the hint proves something.
func advised(a game.Advice) string {
	if m := guessOf.FindStringSubmatch(a.Follow.Sentence); m != nil {
		return "set " + m[1]
	}
	if strings.HasPrefix(a.Area.Sentence, "Look at") {
		return ""
	}
	return a.Text
}

var (
	betterBeam  = regexp.MustCompile(`; a beam at port (\d+) would `)
	betterAtoms = regexp.MustCompile(`; setting (.+) loses `)
)

// checkCarelessPlay checks that hints, warnings before the evaluation, and reviews recommend the same decision, however careless the
// player: with random beams, some at ports that show a result, atoms set and removed anywhere, and an early evaluation.
func checkCarelessPlay(t *testing.T, side, atoms, games int) {
	t.Helper()
	g, seen := atommaster.Game{}, map[string]int{}
	rng := rand.New(rand.NewPCG(uint64(side), uint64(atoms)))
	f := rules.Field{W: uint8(side), H: uint8(side)}
	for range games {
		hidden := rules.Deal(f, atoms, 9, rng.Uint64())
		moves := []string{"hide " + names(slices.Collect(hidden.Atoms()))}
		s := play(t, fmt.Sprintf("size=%d atoms=%d", side, atoms), moves[0])
		try := func(text string) bool {
			next, m, err := s.Play(text)
			if err == nil {
				s, moves = next, append(moves, m.Text)
			}
			return err == nil
		}
		notes := rng.IntN(4) > 0 // the player notes what hints prove
		var told []string        // the recommendations before each beam and before the evaluation
		var marks []string
		for s.ToMove() != game.Nobody {
			v := s.View(solver)
			hint := game.Advice{}
			if len(moves) > 1 {
				var err error
				if hint, err = g.Advise(context.Background(), v, game.HintNodes); err != nil {
					t.Fatalf("%v: %v", moves, err)
				}
			}
			fail := func(format string, args ...any) {
				t.Helper()
				t.Errorf("size=%d atoms=%d %s: the hint is %q, %q; %s", side, atoms, strings.Join(moves, ";"), hint.Area.Sentence, hint.Follow.Sentence, fmt.Sprintf(format, args...))
			}
			wants := advised(hint)
			if wants != "" {
				seen["decisions"]++
			}
			if len(marks) == atoms {
				warned, err := g.Caution(context.Background(), v, "evaluate")
				if err != nil {
					t.Fatal(err)
				}
				beam, other := betterBeam.FindStringSubmatch(warned), betterAtoms.FindStringSubmatch(warned)
				switch {
				case hint.Text == "evaluate" && warned != "":
					fail("and before the evaluation it says %q", warned)
				case wants == "":
					seen["proofs before an evaluation"]++
				case warned == "" && hint.Text != "evaluate":
					fail("and nothing is said against an evaluation")
				case beam != nil && wants != "fire "+beam[1], other != nil && wants != "set "+other[1]:
					fail("and before the evaluation it says %q", warned)
				case warned == "":
					seen["evaluate"]++
				case beam != nil:
					seen["another beam"]++
				case other != nil:
					seen["other atoms"]++
				default:
					seen["misfits"]++
				}
			}
			switch free := rng.IntN(10); {
			case notes && len(moves) > 1 && wants == "" && rng.IntN(20) > 0:
				if toggle(&marks, hint.Text, try); moves[len(moves)-1] != hint.Text {
					fail("but %q cannot be played", hint.Text)
				}
			case len(moves) == 1 || free < 3:
				if try(fmt.Sprintf("fire %d", 1+rng.IntN(4*side))) {
					if hint.Text == "evaluate" { // other atoms may be just as good as the atoms set
						wants = "set"
					}
					told = append(told, wants)
				} else {
					seen["ports that show a result"]++
				}
			case free == 3 && strings.HasPrefix(wants, "fire"): // this time, the player follows the hint
				if try(wants) {
					told = append(told, wants)
				}
			case free < 6 && strings.HasPrefix(hint.Text, "set"):
				toggle(&marks, hint.Text, try)
			case free < 8:
				toggle(&marks, "set "+rules.SquareAt(rng.IntN(side), rng.IntN(side)).String(), try)
			case hint.Text == "evaluate" || rng.IntN(4) == 0:
				if try("evaluate") {
					told = append(told, wants)
				} else if len(marks) == atoms {
					fail("but it cannot be evaluated")
				}
			}
		}
		a, err := g.Analyse(context.Background(), s.View(solver))
		if err != nil {
			t.Fatal(err)
		}
		var review struct{ Decisions []decision }
		if text, err := json.Marshal(a.Data); err != nil || json.Unmarshal(text, &review) != nil || len(review.Decisions) != len(told) {
			t.Fatalf("%v: %s, %v", moves, text, err)
		}
		for i, d := range review.Decisions {
			switch d.Played = strings.ReplaceAll(d.Played, ",", ", "); {
			case told[i] == "":
			case told[i] == d.Played && d.Lost != 0:
				t.Errorf("size=%d atoms=%d %s: %q was recommended, and lost %v by the review", side, atoms, strings.Join(moves, ";"), d.Played, d.Lost)
			case d.Better != "" && !sameSquares(d.Better, told[i]) && (told[i] != "set" || !strings.HasPrefix(d.Better, "set ")):
				t.Errorf("size=%d atoms=%d %s: decision %d, %q: the review has %q, the hint had %q", side, atoms, strings.Join(moves, ";"), i+1, d.Played, d.Better, told[i])
			case d.Better != "":
				seen["better in the review"]++
			default:
				seen["as good in the review"]++
			}
		}
	}
	t.Log(seen)
	for _, name := range []string{"evaluate", "another beam", "misfits", "proofs before an evaluation", "ports that show a result", "better in the review", "as good in the review"} {
		if seen[name] == 0 {
			t.Errorf("never: %s", name)
		}
	}
}

func toggle(marks *[]string, move string, try func(string) bool) {
	if !try(move) || !strings.HasPrefix(move, "set ") {
		return
	}
	if i := slices.Index(*marks, move); i >= 0 {
		*marks = slices.Delete(*marks, i, i+1)
	} else {
		*marks = append(*marks, move)
	}
}

// sameSquares compares moves whose squares may be written with and without spaces.
func sameSquares(a, b string) bool {
	return strings.ReplaceAll(a, ", ", ",") == strings.ReplaceAll(b, ", ", ",")
}

func TestCarelessPlay(t *testing.T) {
	checkCarelessPlay(t, 5, 3, 12)
	checkCarelessPlay(t, 6, 4, 8)
}

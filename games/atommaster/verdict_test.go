package atommaster_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"attic/games/atommaster/rules"
)

// With only true atoms set no beam is contradicted, alone or together with others, and with all of them set every beam is
// explained.
func TestTrueAtomsAreNeverContradicted(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 1))
	for i := range 60 {
		side, atoms := 5+rng.IntN(8), 3+rng.IntN(4)
		f := rules.Field{W: uint8(side), H: uint8(side)}
		hidden := rules.Deal(f, atoms, uint64(i), 5)
		_, list, _ := strings.Cut(hidden.String(), " ")
		moves := []string{"hide " + list}
		fired := map[rules.Port]bool{}
		for range 10 {
			p := rules.Port(1 + rng.IntN(f.Ports()))
			if a := rules.Fire(hidden, p); !fired[p] && (a.Port() == rules.NoPort || !fired[a.Port()]) {
				fired[p], fired[a.Port()] = true, true
				moves = append(moves, fmt.Sprintf("fire %d", p))
			}
		}
		for s := range hidden.Atoms() {
			moves = append(moves, "set "+s.String())
			text := play(t, fmt.Sprintf("size=%d atoms=%d", side, atoms), strings.Join(moves, ";")).View(solver).Describe()
			if strings.Contains(text, "Contradicted") || strings.Contains(text, "cannot all") {
				t.Fatalf("after %q:\n%s", moves, text)
			}
			if all := strings.Count(text, "Explained") == strings.Count(text, "\nPort "); strings.Count(strings.Join(moves, ""), "set") == atoms && !all {
				t.Fatalf("after %q not every beam is explained:\n%s", moves, text)
			}
		}
	}
}

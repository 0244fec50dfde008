package corpus

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"attic/games/atom4/rules"
)

// rounds returns random rounds, with every kind of score, result and flag.
func rounds(n int) (all [][]Entry) {
	r := rand.New(rand.NewPCG(1, 1))
	for range n {
		var round []Entry
		for p := rules.Start(1); !p.Over() && len(round) < 40; {
			moves := p.Moves(nil)
			e := Entry{Move: moves[r.IntN(len(moves))], Score: r.IntN(64001) - 32000, Result: r.IntN(3) - 1}
			e.Opened, e.Stray = len(round) < 3, len(round) >= 3 && r.IntN(4) == 0
			round, p = append(round, e), p.Play(e.Move)
		}
		all = append(all, round)
	}
	return all
}

func write(t *testing.T, folder, name string, all [][]Entry) {
	t.Helper()
	w, err := Format.Create(folder, name, "net 12ab\nnodes 400")
	if err != nil {
		t.Fatal(err)
	}
	for _, round := range all {
		if err := w.Add([][]byte{Bytes(round)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestRoundsComeBack(t *testing.T) {
	folder, all := t.TempDir(), rounds(20)
	write(t, folder, "one", all[:7])
	write(t, folder, "two", all[7:])
	files, err := Open(folder)
	if err != nil || len(files) != 2 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	if got := append(files[0].Rounds, files[1].Rounds...); !reflect.DeepEqual(got, all) {
		t.Error("the rounds differ from those written")
	}
	if files[0].Moves() == 0 || files[0].Header.Value("nodes") != "400" {
		t.Errorf("%d moves, header %q", files[0].Moves(), files[0].Header)
	}
}

func TestIllegalMovesAreNamed(t *testing.T) {
	folder, all := t.TempDir(), rounds(2)
	all[1][5].Move = all[1][4].Move
	write(t, folder, "one", all)
	if _, err := Open(folder); err == nil || !strings.Contains(err.Error(), "one.corpus: the round at byte") {
		t.Errorf("%v", err)
	}
}

package rules

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"
)

// perftCase is one position of testdata/perft.json with its counts by depth.
type perftCase struct {
	FEN    string   `json:"fen"`
	Counts []uint64 `json:"counts"`
}

func perftCases(t testing.TB) []perftCase {
	t.Helper()
	data, err := os.ReadFile("testdata/perft.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Positions []perftCase `json:"positions"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Positions) != 21 {
		t.Fatalf("testdata/perft.json has %d positions, want 21", len(file.Positions))
	}
	return file.Positions
}

// checkPerft checks the counts that are at least the parameter least and less than the parameter most.
func checkPerft(t *testing.T, least, most uint64, every bool) {
	checked := 0
	for _, c := range perftCases(t) {
		p := position(t, c.FEN, Community)
		for depth, want := range c.Counts {
			if want < least || want >= most {
				continue
			}
			checked++
			if got := Perft(p, depth, every); got != want {
				t.Errorf("perft %d of %s, every move made %t: %d, want %d", depth, c.FEN, every, got, want)
			}
		}
	}
	if checked == 0 {
		t.Error("nothing was checked")
	}
}

func TestPerft(t *testing.T)              { checkPerft(t, 0, 20_000_000, false) }
func TestPerftWithEveryMove(t *testing.T) { checkPerft(t, 0, 6_000_000, true) }

func BenchmarkPerft(b *testing.B) {
	for _, every := range []bool{false, true} {
		b.Run(fmt.Sprintf("every=%t", every), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if n := Perft(Start(Community), 5, every); n != 4752668 {
					b.Fatal(n)
				}
			}
		})
	}
}

// position parses a FEN, which must be valid.
func position(t testing.TB, fen string, rules RuleSet) Position {
	t.Helper()
	p, err := ParseFEN(fen, rules)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return p
}

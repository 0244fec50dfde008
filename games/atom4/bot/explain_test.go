package bot

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"attic/games/atom4/rules"
)

func TestExplain(t *testing.T) {
	tests := []struct{ name, board, turn, want string }{
		{
			"the start", rules.Start(1).Board(), "red", `
Player 1, who needs four whites in a line, plays red now, green in 2 plies and blue in 4 plies:
   -89  lines that are far from complete, and the move
   -89  in all
Player 2, who needs four blacks in a line, plays yellow next turn, cyan in 3 plies and purple in 5 plies:
   -95  lines that are far from complete
   -95  in all
Total: 6 for player 1, who is to move: even.
`,
		},
	}
	for _, test := range tests {
		turn, err := rules.ParseColor(test.turn)
		if err != nil {
			t.Fatal(err)
		}
		p, err := rules.ParseBoard(test.board, turn)
		if err != nil {
			t.Fatal(err)
		}
		if got := Explain(p); got != strings.TrimPrefix(test.want, "\n") {
			t.Errorf("%s:\n%s", test.name, got)
		}
	}
}

// The numbers that Explain gives add up to the score.
func TestExplainedPartsAreTheScore(t *testing.T) {
	for i, p := range running(t) {
		if i%13 != 0 {
			continue
		}
		text := Explain(p)
		var sums []int
		sum := 0
		for line := range strings.Lines(text) {
			fields := strings.Fields(line)
			value, err := strconv.Atoi(fields[0])
			switch {
			case err != nil:
				continue
			case strings.HasSuffix(line, "  in all\n"):
				if value != sum {
					t.Fatalf("%v: the parts are %d in all\n%s", p, sum, text)
				}
				sums, sum = append(sums, value), 0
			default:
				sum += value
			}
		}
		score := at(p).Score()
		if len(sums) != 2 || sums[0]-sums[1] != score {
			t.Fatalf("%v: the score is %d\n%s", p, score, text)
		}
		_, _, known := at(p).Known()
		if said := strings.Contains(text, fmt.Sprintf("Total: %d for", max(score, -score))); said == known {
			t.Fatalf("%v: the score is %d, known %v\n%s", p, score, known, text)
		}
	}
	for _, game := range recorded(t) {
		if got := Explain(game[len(game)-1]); !strings.HasPrefix(got, "The round is over: ") {
			t.Fatal(got)
		}
	}
}

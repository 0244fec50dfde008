package pgn_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"attic/match/pgn"
)

// ordinary returns n games as match runners write them, with a comment behind each move, and the number of their moves.
func ordinary(t testing.TB, n int) (text string, moves int) {
	var b strings.Builder
	for i := range n {
		g := pgn.Game{Variant: "ataxx", Event: "attic match", Names: [2]string{"a", "b"}, Start: "startpos", Result: pgn.FirstWon}
		for _, text := range played()[i%len(played())] {
			g.Moves = append(g.Moves, pgn.Move{Text: text, Note: "+0.35/12 0.101s, n=12345"})
		}
		moves += len(g.Moves)
		if err := pgn.Write(&b, g); err != nil {
			t.Fatal(err)
		}
	}
	return b.String(), moves
}

func counted(t testing.TB, in io.Reader) (games, moves int) {
	r := pgn.NewReader(in, func(string) bool { return false })
	for {
		g, err := r.Next()
		if errors.Is(err, io.EOF) {
			return games, moves
		}
		if err != nil {
			t.Fatal(err)
		}
		games, moves = games+1, moves+len(g.Moves)
	}
}

func BenchmarkThousandGames(b *testing.B) {
	text, moves := ordinary(b, 1000)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if games, n := counted(b, strings.NewReader(text)); games != 1000 || n != moves {
			b.Fatalf("%d games, %d moves, not %d", games, n, moves)
		}
	}
}

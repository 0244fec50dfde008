package uai_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"attic/game"
	"attic/games"
	"attic/uai"
)

// eachGame runs a test for each game that engines play.
func eachGame(t *testing.T, test func(*testing.T, game.Engines)) {
	n := 0
	for _, g := range games.All() {
		if e, ok := g.(game.Engines); ok {
			n++
			t.Run(g.Info().Name, func(t *testing.T) { test(t, e) })
		}
	}
	if n < 2 {
		t.Errorf("%d games are played by engines, want two at least", n)
	}
}

// The signature of an engine is the same from time to time.
func TestSignaturesRepeat(t *testing.T) {
	eachGame(t, func(t *testing.T, g game.Engines) {
		signature := func() string {
			var out bytes.Buffer
			if err := uai.Carry(t.Context(), []string{"bench 2"}, &out, g, ""); err != nil {
				t.Error(err)
			}
			words := strings.Fields(out.String())
			if len(words) < 4 || words[len(words)-1] != "nps" {
				t.Fatalf("it ends with %q", out.String())
			}
			return words[len(words)-4]
		}
		if first := signature(); first != signature() {
			t.Error("the signature differs from time to time")
		}
	})
}

// Real engines on several threads, stopped at once, with next to no memory or time, at any depth: each go has its
// answer, and it can be played.
func TestEveryGoIsAnswered(t *testing.T) {
	eachGame(t, func(t *testing.T, g game.Engines) {
		var in strings.Builder
		var asked []game.Position
		in.WriteString("setoption name Threads value 3\n")
		for seed := range uint64(4) {
			pos := g.Opening(seed)
			in.WriteString("setoption name Hash value 1\nposition " + pos.Text() + "\n")
			for _, how := range []string{"infinite", "depth 200", "movetime 0", "movetime 1", "nodes 1", "btime 1 wtime 1", "btime -5 wtime -5 movestogo 1", ""} {
				in.WriteString("go " + how + "\nisready\nstop\n")
				asked = append(asked, pos)
			}
		}
		var out bytes.Buffer
		if err := uai.Serve(t.Context(), strings.NewReader(in.String()), &out, g, ""); err != nil {
			t.Error(err)
		}
		for line := range strings.Lines(out.String()) {
			move, ok := strings.CutPrefix(line, "bestmove ")
			if !ok {
				continue
			}
			if len(asked) == 0 || !slices.Contains(asked[0].Moves(), strings.TrimSpace(move)) {
				t.Fatalf("%s is no move, or there are too many, when %d are left to come", move, len(asked))
			}
			asked = asked[1:]
		}
		if len(asked) > 0 || strings.Contains(out.String(), "error") {
			t.Errorf("%d of go have no answer:\n%s", len(asked), &out)
		}
	})
}

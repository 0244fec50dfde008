package atom4_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"attic/dev/gametest"
	"attic/game"
	"attic/games/atom4"
)

var _ = flag.Bool("update", false, "rewrite testdata/*.golden")

// The shortest possible round: the player who begins wins with the ninth move. From round to round
// only the colours change, by steps around the wheel, so the same squares win every round.
const shortest = "i10;h10;h11;g11;g9;i8;g10;i11;h8"

// fullBoard returns the moves of a recorded round that fills the board, and the number of the round.
func fullBoard(t *testing.T) (round int, moves []string) {
	t.Helper()
	rounds, games := recorded(t)
	for i, moves := range games {
		if len(moves) == 254 {
			return rounds[i], moves
		}
	}
	t.Fatal("no recorded round fills the board")
	return 0, nil
}

// The pictures match their files, whose contents were compared with the manual by hand.
func TestGolden(t *testing.T) {
	steps := func(moves string) []string { return strings.Split(moves, ";") }
	won := steps(shortest)
	won = append(won[:8:8], "!", "? h8", "svg row-preview ? h8", "? i12", "h8", "svg white-row", "? j10")
	round, full := fullBoard(t)
	for _, c := range []struct {
		name    string
		options string
		steps   []string
	}{
		{"round-1", "", steps("svg start;? i10;? i8;? h9;? a1;? x;i10")},
		{"round-2", "round=2", steps("? i10;i10")},
		{"middle", "", steps("i8;j8;j9;k8;i7;k9;i10;!;? h7;? l9;? k7;h7;h10;h8;svg middle;svg preview ? g7")},
		{"white-row", "", won},
		{"black-row", "round=2", steps(shortest + ";svg black-row")},
		{"full-board", fmt.Sprintf("round=%d", round), append(append(full[:60:60], "!"), append(append(full[60:253:253], "!", "? "+full[253]), full[253], "svg full-board")...)},
	} {
		t.Run(c.name, func(t *testing.T) {
			gametest.Golden(t, atom4.Game{}, c.name, game.Setup{Options: c.options}, c.steps...)
		})
	}
}

package atom4

import (
	"strings"
	"testing"

	"attic/dev/gametest"
	"attic/game"
	"attic/games/atom4/bot"
	"attic/games/atom4/rules"
	"attic/games/atom4/rules/rulestest"
	"attic/games/atom4/solve"
)

func TestContract(t *testing.T) {
	gametest.Run(t, Game{})
}

func TestBoardsInIDs(t *testing.T) {
	for _, c := range []struct{ fen, options string }{
		{written(rules.Start(1)), ""},
		{written(rules.Start(2)), "round=2"},
		{written(rules.Start(6)), "round=6"},
		{written(rules.Start(7)), ""},
		{"16/16/16/16/16/16/8c7/7Krp6/7yWp6/7rp7/16/16/16/16/16/16 y", "fen=16/16/16/16/16/16/8c7/7Krp6/7yWp6/7rp7/16/16/16/16/16/16_y"},
	} {
		setup, err := Game{}.SetupAt(c.fen)
		if err != nil || setup.Options != c.options {
			t.Errorf("%s is %q, %v, want %q", c.fen, setup.Options, err, c.options)
			continue
		}
		first, err := Game{}.New(setup)
		if err != nil {
			t.Fatal(err)
		}
		if got := written(first.(state).pos); got != c.fen {
			t.Errorf("%q begins with %s, want %s", setup.Options, got, c.fen)
		}
		name, back, err := game.ParseID(game.ID("atom4", setup))
		if err != nil || name != "atom4" || back != setup {
			t.Errorf("the ID of %q is read as %q, %v", setup.Options, back.Options, err)
		}
	}
	for options, want := range map[string]string{
		"fen=16/16_y": "the number of rows is 2",
		"fen=16/16":   "the number of rows is 2",
		"fen=" + strings.Repeat("16/", 7) + "7gp7" + strings.Repeat("/16", 8): "the colour to play",
	} {
		if _, err := (Game{}).New(game.Setup{Options: options}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", options, err, want)
		}
	}
}

// If a round began from a given board, engines get that board.
func TestEnginesGetTheBoard(t *testing.T) {
	const fen = "16/16/16/16/16/16/8c7/7Krp6/7yWp6/7rp7/16/16/16/16/16/16"
	start, moves, err := Game{}.PositionOf(game.Setup{Options: "fen=" + fen + "_y"}, []string{"g9"})
	if err != nil || start != "fen "+fen+" y" || len(moves) != 1 {
		t.Errorf("engines get %q %q, %v", start, moves, err)
	}
}

// In some position of a recorded round, threats win in more plies than a search looks ahead. The hint chooses this win, and so does
// the computer at threatLevel.
func TestLongWinsByThreats(t *testing.T) {
	const nodes = 2000
	seen := 0
	for _, round := range rulestest.Games(t, "rules/testdata/games.jsonl.gz") {
		last := len(round.Positions) - 1
		if !round.Last().Won() || last < 12 {
			continue
		}
		for back := 7; back <= 11 && seen < 3; back += 2 {
			p := round.Positions[last-back]
			r, _ := solve.Threats(p, threatPlies, nodes/threatShare)
			if r.Win < 7 {
				continue
			}
			before, err := bot.NewAdviser().Advise(t.Context(), p, nodes)
			if err != nil {
				t.Fatal(err)
			}
			now, err := advise(t.Context(), bot.NewAdviser(), p, nodes)
			if err != nil || now.Win <= 0 || before.Win > 0 && before.Win != now.Win {
				t.Errorf("%s: %+v, %v; without threats a win within %d plies", p, now, err, before.Win)
			}
			if before.Win > 0 {
				continue
			}
			seen++
			found, err := choose(t.Context(), p, threatLevel, 1, nil)
			if err != nil || found.Wins() != r.Win || found.Best != now.Line[0] {
				t.Errorf("%s: play finds %+v, %v; the hint %+v", p, found, err, now)
			}
		}
	}
	if seen == 0 {
		t.Error("no long win by threats was seen")
	}
}

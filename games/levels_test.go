package games_test

import (
	"fmt"
	"strings"
	"testing"

	"attic/game"
	"attic/games"
)

// What is kept names levels by these codes: a code and the strength of its level never change. New levels may be added, here too.
func TestCodesKeepTheirLevels(t *testing.T) {
	const low = "0 raw novice, 1 novice, 2 newcomer, 3 beginner, 4 learner, 5 improver, 6 casual player, 7 regular, 8 keen player, 9 club player, " +
		"10 strong player, 11 club champion, 12 expert, "
	for name, want := range map[string]string{
		"ataxx": low + "1225 senior expert, 1250 leading expert, 1275 candidate master, 13 master, 1333 senior master, 1367 elite master, " +
			"14 grandmaster, 1433 top grandmaster, 1467 world champion, 15 full strength",
		"atom4":      low + "13 master, 1350 senior master, 14 grandmaster, 1450 world champion, 15 full strength",
		"atommaster": "1 beginner, 2 learner, 3 regular, 4 strong player, 5 full strength",
	} {
		g, _ := games.Find(name)
		bots := g.(game.Bots)
		low, _, _ := bots.Levels()
		var list []string
		for level := low; level <= game.HighestListed(bots); level++ {
			code := game.LevelCode(g, level)
			if back, ok := game.LevelOf(g, code); !ok || back != level {
				t.Errorf("%s: level %d has the code %d, which is level %d, %t", name, level, code, back, ok)
			}
			list = append(list, fmt.Sprint(code, " ", bots.LevelName(level)))
		}
		if got := strings.Join(list, ", "); got != want {
			t.Errorf("%s: the levels have the codes\n%s\nwant\n%s", name, got, want)
		}
	}
	g, _ := games.Find("atom4")
	if level, ok := game.LevelOf(g, 17); !ok || level != 19 || game.LevelCode(g, 19) != 17 {
		t.Errorf("atom4: the code 17 is level %d, %t", level, ok)
	}
}

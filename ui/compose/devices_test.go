package compose

import (
	"strings"
	"testing"

	"attic/draw/scene"
)

// At all sizes from 320 by 480 points on, in each part of a game, the page has the game's own device and the list of moves.
func TestEveryDeviceIsThere(t *testing.T) {
	const shots = ":hide b6,c3,f4,c8;fire 6;fire 30;fire 12;fire 2;fire 9;fire 17;fire 21;"
	for _, c := range []struct{ name, id, programs, script string }{
		{"the start", "atom4", "2", ""},
		{"in play", "atom4", "2", "sample"},
		{"looking back", "atom4", "", "sample\n[ ["},
		{"over", "atom4", "", ":i10;h10;h11;g11;g9;i8;g10;i11;h8"},
		{"in a lesson", "atom4", "", ":lesson 2"},
		{"in a puzzle", "atom4", "", ":puzzle win2-1"},
		{"in a review", "atom4, played", "", "v"},
		{"set-up", "ataxx", "2", ""},
		{"set-up with blocks", "ataxx", "", ":blocks 3gh;a7-b6"},
		{"in play", "ataxx", "2", ":start;a7-b6"},
		{"over", "ataxx", "", ":fen xxxxxxx/xxxxxxx/xxxxxxx/xxx-xxx/ooooxxx/ooooxxx/oooooo1 x;start;g1"},
		{"in a lesson", "ataxx", "", ":lesson 3"},
		{"in a review", "ataxx, played", "", "v"},
		{"set-up", "atommaster#17", "", ""},
		{"learning mode", "atommaster#17", "", "l\n:fire 1"},
		{"in play", "atommaster#17", "", shots + "set b6"},
		{"guessing", "atommaster#17", "", shots + "set b6\ntab"},
		{"over", "atommaster#17", "", shots + "set b6;set c3;set e4;set a1\ne"},
		{"in a lesson", "atommaster#17", "", ":lesson 1"},
	} {
		game, _, _ := strings.Cut(strings.ReplaceAll(c.id, "#", ","), ",")
		t.Run(game+" "+c.name, func(t *testing.T) {
			t.Parallel()
			d := open(t, c.id, c.programs, c.script, usual)
			for _, at := range []size{
				{320, 480}, {360, 640}, {400, 700}, {400, 800}, {640, 480}, {800, 600}, usual, {1920, 1080}, {2560, 1440}, {3840, 2160},
			} {
				d.p.stage.asides = asides{}
				d.p.page = d.p.compose(at.w, at.h)
				device, moves := map[string]bool{}, strings.Contains(c.name, "review") // the graph of a review replaces the list of moves
				lecture := c.name == "in a lesson" || c.name == "in a puzzle"          // these have no list of moves
				for _, text := range textsOf(d.p.page.scene) {
					device["beams"] = device["beams"] || strings.HasPrefix(text.text, "Beams") || strings.Contains(text.text, "What the marks mean")
					moves = moves || text.text == "Moves"
				}
				for _, sh := range d.p.page.scene.Shapes {
					if key, ok := strings.CutPrefix(sh.Key, "aside "); ok && sh.Kind != scene.Letters {
						device[key] = true
					}
				}
				for _, part := range map[string][]string{
					"atom4": {"wheel red", "wheel yellow", "wheel green", "wheel cyan", "wheel blue", "wheel purple"}, "ataxx": {"red", "blue"}, "atommaster": {"beams"},
				}[game] {
					if !device[part] && !(game == "ataxx" && c.name == "over") { // the bar of a finished game has a single part
						t.Errorf("%s: %s is missing", at, part)
					}
				}
				if moves == lecture {
					t.Errorf("%s: there is a list of moves: %v", at, moves)
				}
				for _, wrong := range d.layoutErrors(at) {
					t.Errorf("%s: %s", at, wrong)
				}
			}
		})
	}
}

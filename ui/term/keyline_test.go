package term

import (
	"math/rand/v2"
	"strings"
	"testing"

	"attic/desk"
	"attic/dev/race"
	"attic/draw/grid"
	"attic/game"
	"attic/games"
)

// The key line never moves: after random moves and keys, its text is the same as at the start.
func TestTheKeyLineStays(t *testing.T) {
	race.Plain(t)
	rng := rand.New(rand.NewPCG(16, 1))
	for _, g := range games.All() {
		for _, size := range [][2]int{{64, 20}, {80, 24}, {120, 40}} {
			d := sit(t, game.ID(g.Info().Name, game.Setup{Seed: 17}), size[0], size[1])
			line := func() string {
				s := d.screen()
				return strings.Split(s.String(), "\n")[s.H-1]
			}
			before := line()
			for range 25 {
				moves := d.play().Cursor.Moves
				if len(moves) == 0 {
					break
				}
				d.s.desk.Paste(moves[rng.IntN(len(moves))].Text)
				d.press([]string{"[", "]", "u", "esc"}[rng.IntN(4)])
				if now := line(); now != before {
					t.Fatalf("%s at %v: the key line changed from\n%s\nto\n%s", g.Info().Name, size, before, now)
				}
			}
		}
	}
}

// At every width from leastW to 120 columns, the key line fits: it shows the main controls in order, among them undo and hint, and
// from 80 columns on, it ends with quit.
func TestTheKeyLineFits(t *testing.T) {
	race.Plain(t)
	for w := leastW; w <= 120; w++ {
		d := sit(t, "ataxx", w, 40)
		g := d.screen()
		var spots []string
		for x := range g.W {
			if spot := g.At(x, d.s.play().current().keys).Spot; spot != "" && (len(spots) == 0 || spots[len(spots)-1] != spot) {
				spots = append(spots, strings.TrimPrefix(spot, desk.ButtonSpot))
			}
		}
		shown := " " + strings.ReplaceAll(strings.Join(spots, " "), desk.ButtonSpot, "") + " "
		last := 0
		for _, key := range []string{"u", "h", "[", "]", "n", ",", "?"} {
			i := strings.Index(shown, " "+key+" ")
			if i < last {
				t.Fatalf("in %d columns the keys are%s; %s is missing or out of order", w, shown, key)
			}
			last = i
		}
		if row := strings.Split(g.String(), "\n")[d.s.play().current().keys]; strings.Contains(row, "…") || w >= 80 && !strings.HasSuffix(row, "q quit") {
			t.Errorf("in %d columns the key line is %q", w, row)
		}
	}
}

// The smallest screen shows the goal and whose turn it is. At every size, the status bar is complete, and Atom-4 shows its
// colours.
func TestWhatIsAlwaysShown(t *testing.T) {
	race.Plain(t)
	for _, c := range []struct {
		id, script string
		w, h       int
		texts      []string
	}{
		{"atom4", ":i10", 64, 20, []string{"Player 2 to play yellow.", "four whites", "r y g c b p"}},
		{"ataxx", ":start", leastW, leastH, []string{"Whoever has more pieces at the end wins.", "Red to move.", "Red 2", "Blue 2"}},
		{"ataxx", "", leastW, leastH, []string{"Set-up: play opening moves or place blocks. Start begins the game."}},
		{"atommaster#17", "", leastW, leastH, []string{"Find 4 atoms. Beams cost points."}},
		{"atommaster#17", ":side hider", leastW, leastH, []string{"Hide 4 atoms as well as you can."}},
		{"atommaster#17", ":learn", leastW, leastH, []string{"Learning mode: see how beams run."}},
		{"atommaster#17", ":fire 2", leastW, leastH, []string{"Find 4 atoms. Beams cost points.", "0/4", "Atoms: 4", "Incorrect: 0", "Points: 1"}},
	} {
		for h := c.h; h < c.h+30; h += 3 {
			for w := c.w; w < c.w+60; w += 7 {
				d := sit(t, c.id, w, h)
				d.do(c.script)
				if d.s.tooSmall() {
					t.Fatalf("%s: %d by %d is too small", c.id, w, h)
				}
				shown := strings.Join(strings.Fields(d.screen().String()), " ")
				for _, text := range c.texts {
					if w == c.w && h == c.h && !strings.Contains(shown, text) {
						t.Errorf("%s, %d by %d: %q is not shown:\n%s", c.id, w, h, text, d.screen())
					}
				}
				p := d.play()
				for _, bar := range barLines(p.Now.View.Status().Bar, w-2) {
					if !strings.Contains(d.screen().String(), bar) {
						t.Errorf("%s, %d by %d: the bar is clipped:\n%s", c.id, w, h, d.screen())
					}
				}
				if colours := d.screen(); c.id == "atom4" && !has(colours, grid.Cyan, "c") {
					t.Errorf("%d by %d: the colours are not shown:\n%s", w, h, colours)
				}
			}
		}
	}
}

// has reports whether a cell of the grid shows the letter in the role.
func has(g grid.Grid, role grid.Role, letter string) bool {
	for y := range g.H {
		for x := range g.W {
			if c := g.At(x, y); c.Role == role && string(c.Rune) == letter {
				return true
			}
		}
	}
	return false
}

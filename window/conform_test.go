package window

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"attic/desk"
	"attic/game"
	"attic/games"
	"attic/match"
	"attic/table"
)

// conformSizes are the sizes in which every way of moving is tried, and how many moves are made in each.
var conformSizes = []struct {
	size
	plies int
}{
	{usual, 36},
	{size{800, 600, 1}, 12},
	{size{400, 700, 1}, 24},
	{size{1200, 800, 2}, 6},
}

// Any game of the list: random games are played with keys alone, with the mouse alone and by typing, and each
// move leads to the state to which its text leads.
func TestEveryMoveCanBeMadeInEveryWay(t *testing.T) {
	for _, g := range games.All() {
		for name, way := range map[string]func(driver, game.Move){
			"keys": driver.byKeys, "mouse": driver.byMouse, "typing": driver.byTyping,
		} {
			for i, at := range conformSizes {
				t.Run(fmt.Sprintf("%s/%s/%s", g.Info().Name, name, at), func(t *testing.T) {
					t.Parallel()
					playRandomly(t, g, at.size, at.plies, uint64(i), way)
				})
			}
		}
	}
}

func playRandomly(t *testing.T, g game.Game, at size, plies int, seed uint64, way func(driver, game.Move)) {
	rng := rand.New(rand.NewPCG(3, seed))
	d := sit(t, randomID(g, rng), at)
	_, setup, err := game.ParseID(d.play().Table.ID())
	must(t, err)
	m, err := match.New(g, setup)
	must(t, err)
	for range plies {
		moves := m.State().Moves()
		if len(moves) == 0 {
			break
		}
		// Buttons are few among many places: now and then one is chosen.
		buttons := slices.DeleteFunc(slices.Clone(moves), func(m game.Move) bool { return len(m.Spots) > 0 })
		move := moves[rng.IntN(len(moves))]
		if len(buttons) > 0 && rng.IntN(6) == 0 {
			move = buttons[rng.IntN(len(buttons))]
		}
		next, _, err := m.Play(move.Text)
		must(t, err)
		way(d, move)
		if want, got := viewText(t, next.State()), tableText(t, d.play().Table); want != got {
			t.Fatalf("%+v leads to\n%s\nnot\n%s\n%s", move, got, want, d.words())
		}
		m = next
	}
}

func viewText(t testing.TB, s game.State) string {
	t.Helper()
	text, err := s.View(0).MarshalText()
	must(t, err)
	return string(text)
}

func tableText(t testing.TB, tb *table.Table) string {
	t.Helper()
	text, err := tb.Now(0).View.MarshalText()
	must(t, err)
	return string(text)
}

func (d driver) byTyping(m game.Move) {
	d.t.Helper()
	d.typeLine(m.Text)
}

func (d driver) byKeys(m game.Move) {
	d.t.Helper()
	d.press("esc")
	if len(m.Spots) == 0 {
		if m.Key != "" {
			d.press(first(m.Key))
			return
		}
		d.press(",")
		for d.play().Chooser.On && d.play().Chooser.Word.Picks[d.play().Chooser.At].Text != m.Text {
			d.press("right")
		}
		d.press("enter")
		return
	}
	for range d.play().Tracks {
		if d.play().Track != m.Track {
			d.press("tab")
		}
	}
	for i, spot := range m.Spots {
		d.walkTo(spot)
		if i == len(m.Spots)-1 && m.Key != "" {
			d.press(first(m.Key))
		} else {
			d.press("enter")
		}
	}
}

// walkTo takes the cursor to a spot by arrows, on the shortest way.
func (d driver) walkTo(spot string) {
	d.t.Helper()
	p := d.play()
	type place struct {
		spot string
		aim  int
	}
	type way struct {
		at   place
		keys []string
	}
	start := place{p.Cursors[p.Track], p.Aim}
	seen := map[string]bool{start.spot: true}
	for queue := []way{{at: start}}; len(queue) > 0; queue = queue[1:] {
		w := queue[0]
		if w.at.spot == spot {
			p.Cursors[p.Track], p.Aim = start.spot, start.aim
			for _, key := range w.keys {
				d.press(key)
			}
			if got := p.Cursors[p.Track]; got != spot {
				d.t.Fatalf("the keys %v lead to %s, not %s", w.keys, got, spot)
			}
			return
		}
		for _, key := range []string{"left", "right", "up", "down"} {
			p.Cursors[p.Track], p.Aim = w.at.spot, w.at.aim
			must(d.t, d.w.take(keyNamed(key)))
			if next := (place{p.Cursors[p.Track], p.Aim}); !seen[next.spot] {
				seen[next.spot] = true
				queue = append(queue, way{next, append(slices.Clone(w.keys), key)})
			}
		}
	}
	d.t.Fatalf("no arrows lead from %s to %s", start.spot, spot)
}

func (d driver) byMouse(m game.Move) {
	d.t.Helper()
	if len(m.Spots) == 0 {
		if m.Key != "" && d.click(desk.ButtonSpot+first(m.Key)) {
			return
		}
		if !d.click(desk.ButtonSpot + ",") {
			d.t.Fatalf("no button for %+v:\n%s", m, d.words())
		}
		d.choose(m.Text)
		return
	}
	for range d.play().Tracks {
		if d.play().Track == m.Track {
			break
		}
		t, _ := d.play().FindTrack(m.Track)
		if !d.click(desk.ButtonSpot+first(t.Key)) && !d.click(desk.ButtonSpot+"tab") {
			d.t.Fatalf("no button changes to %q:\n%s", m.Track, d.words())
		}
	}
	for i, spot := range m.Spots {
		if i == len(m.Spots)-1 && m.Key != "" {
			if !d.point(spot) || !d.click(desk.ButtonSpot+first(m.Key)) {
				d.t.Fatalf("no button for %+v:\n%s", m, d.words())
			}
			return
		}
		if !d.click(spot) {
			d.t.Fatalf("%s is not on the page", spot)
		}
	}
}

// choose clicks on a line of the chooser, turning the wheel until it is to be seen.
func (d driver) choose(line string) {
	d.t.Helper()
	for range d.play().Chooser.Word.Picks {
		if d.click(desk.LineSpot + line) {
			return
		}
		d.do("wheel 1")
	}
	d.t.Fatalf("%q cannot be chosen:\n%s", line, d.words())
}

// first returns the first of several keys.
func first(keys string) string {
	key, _, _ := strings.Cut(keys, " ")
	return key
}

package desktest

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"attic/desk"
	"attic/game"
	"attic/games"
	"attic/match"
)

// ways are the ways of playing a move.
var ways = map[string]func(testing.TB, Hands, game.Move){"keys": byKeys, "mouse": byMouse, "typing": byTyping}

// Make plays a move with the "keys", with the "mouse" or by "typing".
func Make(t testing.TB, h Hands, way string, m game.Move) {
	t.Helper()
	ways[way](t, h, m)
}

// EveryWay plays random games of each kind with keys alone, with the mouse alone and by typing, and checks that each move leads to
// the same state as its text. sit returns hands at the game with this ID, played by people and without animation. Each way plays the
// given number of games (rounds), of at most plies moves each. seed is the seed of the random moves.
func EveryWay(t *testing.T, rounds, plies int, seed uint64, sit func(t testing.TB, id string) Hands) {
	for _, g := range games.All() {
		for name, way := range ways {
			t.Run(g.Info().Name+"/"+name, func(t *testing.T) {
				t.Parallel()
				rng := rand.New(rand.NewPCG(3, seed))
				for range rounds {
					playRandomly(t, sit(t, RandomID(g, rng)), rng, plies, way)
				}
			})
		}
	}
}

// RandomID returns an ID of g, with a random seed if the game has hidden information.
func RandomID(g game.Game, rng *rand.Rand) string {
	setup := game.Setup{}
	if !g.Info().Open {
		setup.Seed = rng.Uint64() >> 1
	}
	return game.ID(g.Info().Name, setup)
}

func playRandomly(t testing.TB, h Hands, rng *rand.Rand, plies int, way func(testing.TB, Hands, game.Move)) {
	t.Helper()
	id, _ := h.Desk().Play.Person.Sight().ID()
	name, setup, err := game.ParseID(id)
	must(t, err)
	m, err := match.New(find(t, name), setup)
	must(t, err)
	for range plies {
		moves := game.MovesOf(m.State())
		if len(moves) == 0 {
			break
		}
		// Few moves have a button, so one in six moves is chosen from these, if there are any.
		buttons := slices.DeleteFunc(slices.Clone(moves), func(m game.Move) bool { return len(m.Spots) > 0 })
		move := moves[rng.IntN(len(moves))]
		if len(buttons) > 0 && rng.IntN(6) == 0 {
			move = buttons[rng.IntN(len(buttons))]
		}
		next, _, err := m.Play(move.Text)
		must(t, err)
		way(t, h, move)
		seat := 0
		if next.Game().Info().Open { // both players sit at this screen
			seat = game.Nobody
		}
		if want, got := viewText(t, next.State().View(seat)), TableText(t, h.Desk().Play.Person); want != got {
			t.Fatalf("%+v leads to\n%s\nnot\n%s\n%s", move, got, want, h.Shown())
		}
		CheckSentences(t, h.Desk())
		m = next
	}
}

func byTyping(_ testing.TB, h Hands, m game.Move) { h.Type(m.Text) }

func byKeys(t testing.TB, h Hands, m game.Move) {
	t.Helper()
	p := h.Desk().Play
	h.Press("esc")
	if len(m.Spots) == 0 {
		if m.Confirm != "" { // attic asks first
			defer h.Press("enter")
		}
		if m.Key != "" {
			h.Press(first(m.Key))
			return
		}
		h.Press(",")
		if goTo(h, m.Text) {
			h.Press("enter")
			return
		}
		if goTo(h, desk.OthersLine) {
			h.Press("enter")
		}
		if !goTo(h, m.Text) { // a forced move has no line; press Esc and Enter to play it
			h.Press("esc")
		}
		h.Press("enter")
		return
	}
	for range p.Cursor.Tracks {
		if p.Cursor.Track != m.Track {
			h.Press("tab")
		}
	}
	for i, spot := range m.Spots {
		walkTo(t, h, spot)
		if i == len(m.Spots)-1 && m.Key != "" {
			h.Press(first(m.Key))
		} else {
			h.Press("enter")
		}
	}
}

// goTo moves the cursor of the chooser to a line, and reports whether the chooser has it.
func goTo(h Hands, line string) bool {
	ch := On[*desk.Chooser](h.Desk())
	if ch == nil {
		return false
	}
	at := slices.IndexFunc(ch.Word.Items, func(i game.Item) bool { return i.Text == line })
	for at >= 0 && ch.At != at {
		h.Press("right")
	}
	return at >= 0
}

// walkTo moves the cursor to a spot with as few arrow keys as possible. It first searches for these keys by trying keys on the desk.
func walkTo(t testing.TB, h Hands, spot string) {
	t.Helper()
	p := h.Desk().Play
	type place struct {
		spot string
		aim  int
	}
	type way struct {
		at   place
		keys []string
	}
	start := place{p.Cursor.Cursors[p.Cursor.Track], p.Cursor.Aim}
	seen := map[string]bool{start.spot: true}
	for queue := []way{{at: start}}; len(queue) > 0; queue = queue[1:] {
		w := queue[0]
		if w.at.spot == spot {
			p.Cursor.Cursors[p.Cursor.Track], p.Cursor.Aim = start.spot, start.aim
			h.Press(strings.Join(w.keys, " "))
			if got := p.Cursor.Cursors[p.Cursor.Track]; got != spot {
				t.Fatalf("the keys %v lead to %s, not %s", w.keys, got, spot)
			}
			return
		}
		for _, key := range []string{"left", "right", "up", "down"} {
			p.Cursor.Cursors[p.Cursor.Track], p.Cursor.Aim = w.at.spot, w.at.aim
			h.Desk().Key(key)
			if next := (place{p.Cursor.Cursors[p.Cursor.Track], p.Cursor.Aim}); !seen[next.spot] {
				seen[next.spot] = true
				queue = append(queue, way{next, append(slices.Clone(w.keys), key)})
			}
		}
	}
	t.Fatalf("no arrows lead from %s to %s", start.spot, spot)
}

func byMouse(t testing.TB, h Hands, m game.Move) {
	t.Helper()
	p := h.Desk().Play
	if len(m.Spots) == 0 {
		if m.Confirm != "" { // attic asks first
			defer func() {
				if !h.Click(desk.ButtonSpot + "enter") {
					t.Fatalf("nothing asks before %+v:\n%s", m, h.Shown())
				}
			}()
		}
		spot := ""
		if m.Key != "" {
			spot = desk.ButtonSpot + first(m.Key)
		}
		for _, b := range p.Controls().Own {
			if m.Key == "" && b.Label == m.Label {
				spot = desk.ButtonSpot + b.Key
			}
		}
		if spot != "" && h.Click(spot) {
			return
		}
		if !h.Click(desk.ButtonSpot + ",") {
			t.Fatalf("no button for %+v:\n%s", m, h.Shown())
		}
		if spot != "" && h.Click(spot) || h.Choose(m.Text) || m.Key != "" && h.Choose(desk.KeyItem+first(m.Key)) {
			return
		}
		if !h.Choose(desk.OthersLine) || !h.Choose(m.Text) {
			t.Fatalf("%q cannot be chosen:\n%s", m.Text, h.Shown())
		}
		return
	}
	for range p.Cursor.Tracks {
		if p.Cursor.Track == m.Track {
			break
		}
		track, _ := p.Cursor.FindTrack(m.Track)
		if !h.Click(desk.ButtonSpot+first(track.Key)) && !h.Click(desk.ButtonSpot+"tab") && !inDrawer(h, "tab") {
			t.Fatalf("no button changes to %q:\n%s", m.Track, h.Shown())
		}
	}
	for i, spot := range m.Spots {
		if i == len(m.Spots)-1 && m.Key != "" {
			if key := first(m.Key); !h.Point(spot) || !h.Click(desk.ButtonSpot+key) && !inDrawer(h, key) {
				t.Fatalf("no button for %+v:\n%s", m, h.Shown())
			}
			return
		}
		if !h.Click(spot) {
			t.Fatalf("%s is not shown:\n%s", spot, h.Shown())
		}
	}
}

// inDrawer opens the drawer and clicks the line of a key there. It reports whether the drawer has such a line.
func inDrawer(h Hands, key string) bool {
	return h.Click(desk.ButtonSpot+",") && h.Choose(desk.KeyItem+key)
}

// first returns the first of keys, which are separated by blanks.
func first(keys string) string {
	key, _, _ := strings.Cut(keys, " ")
	return key
}

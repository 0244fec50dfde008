package desktest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"attic/desk"
	"attic/game"
	"attic/match"
	"attic/match/store"
	"attic/table"
)

// FirstMinute plays a person's first round of every game of the menu, once with keys alone and once with the mouse alone. It chooses
// Play, plays until the result is shown, and then starts another round. lobby returns hands at the menu of a desk that opens games with
// the function open; name is the name of the game.
func FirstMinute(t *testing.T, lobby func(t testing.TB, name string, open Opener) Hands) {
	for n, g := range Menu(t) {
		for name, way := range map[string]minute{"keys": {byKeys, pressKey, pressMenu}, "mouse": {byMouse, clickKey, clickMenu}} {
			t.Run(g.Info().Name+"/"+name, func(t *testing.T) {
				t.Parallel()
				way.play(t, lobby(t, g.Info().Name, func(g game.Game, wish store.GameSettings) (*table.Table, error) { return Open(g, wish) }), n)
			})
		}
	}
}

// Opener puts a new game with the settings wish on a table.
type Opener func(g game.Game, wish store.GameSettings) (*table.Table, error)

// Open is an Opener whose games are not saved. The computer plays at the level of wish, in the seats that wish gives it. Hidden
// information has the seed 17.
func Open(g game.Game, wish store.GameSettings) (*table.Table, error) {
	setup, err := game.ParseSetup(wish.Options)
	if err != nil {
		return nil, err
	}
	if !g.Info().Open {
		setup.Seed = 17
	}
	m, err := match.New(g, setup)
	if err != nil {
		return nil, err
	}
	m.Side = max(m.Side, wish.Side)
	level := 0
	if bots, ok := g.(game.Bots); ok {
		level, _, _ = bots.Levels()
	}
	if wish.Level != nil {
		level = *wish.Level
	}
	for seat := range m.Players {
		m.Players[seat].Program = wish.Opponent == "both" || wish.Opponent == "program" && seat != m.Side
		m.Players[seat].Level = level
	}
	return table.New(table.Config{Match: m, Chance: func() uint64 { return 77 }}), nil
}

// minute is one way to play the first minute: functions to play a move, to press a key or its button, and to choose a line of the menu.
type minute struct {
	move  func(testing.TB, Hands, game.Move)
	press func(t testing.TB, h Hands, key string)
	begin func(t testing.TB, h Hands, entry, item int)
}

func pressKey(_ testing.TB, h Hands, key string) { h.Press(key) }

func clickKey(t testing.TB, h Hands, key string) {
	t.Helper()
	if !h.Click(desk.ButtonSpot+desk.OfferKey+key) && !h.Click(desk.ButtonSpot+key) && !inDrawer(h, key) {
		t.Fatalf("there is no button %s:\n%s", key, h.Shown())
	}
}

func pressMenu(_ testing.TB, h Hands, entry, item int) {
	h.Press(fmt.Sprint(entry+1) + strings.Repeat(" down", item) + " enter")
}

func clickMenu(t testing.TB, h Hands, entry, item int) {
	t.Helper()
	shown := h.Click(fmt.Sprint(desk.EntrySpot, entry)) // a click on a chosen tile starts the game
	if !shown || h.Desk().Play == nil && !h.Click(fmt.Sprint(desk.ItemSpot, item)) {
		t.Fatalf("the menu has no line %d for game %d:\n%s", item+1, entry+1, h.Shown())
	}
}

// play plays a game from the menu to its end, starts the next one, and replaces that by a new game.
func (w minute) play(t testing.TB, h Hands, entry int) {
	t.Helper()
	w.begin(t, h, entry, 0)
	p := h.Desk().Play
	if p == nil {
		t.Fatalf("Play did not start a game:\n%s", h.Shown())
	}
	rng := rand.New(rand.NewPCG(5, 8))
	for !p.Now.Over {
		before := p.Person.Now()
		if w.turn(t, h, rng); !p.Now.Over && p.Person.Now().N == before.N {
			t.Fatalf("no move was made:\n%s", h.Shown())
		}
	}
	result := p.Result()
	if shown := h.Shown(); result == "" || !strings.Contains(shown, result) {
		t.Fatalf("the result %q is not shown:\n%s", result, shown)
	}
	if p.Info.Open && !strings.HasPrefix(result, "You ") && !strings.HasPrefix(result, "Draw") {
		t.Errorf("the result is %q", result)
	}
	side := p.Now.Side
	again := "n"
	if p.Info.Open {
		again = "K"
	}
	w.press(t, h, again)
	if p.Now.Over || p.Info.Open == (p.Now.Side == side) {
		t.Fatalf("%s did not start the right game, side %d:\n%s", again, p.Now.Side, h.Shown())
	}
	w.turn(t, h, rng)
	w.press(t, h, "n") // in the middle of a game this asks first
	if !asking(p) {
		t.Fatalf("n in the middle of a game does not ask first:\n%s", h.Shown())
	}
	at := p.Now.Ply
	if w.press(t, h, "esc"); asking(p) || p.Now.Ply < at { // the computer may have moved
		t.Errorf("Esc did not return to the game:\n%s", h.Shown())
	}
	w.press(t, h, "n")
	w.press(t, h, "enter")
	begun := p.Person.Sight().History()
	for i := len(begun) - 1; i >= 0 && begun[i].Text != ""; i-- { // the computer may have moved
		if begun[i].Seat == p.Now.Side {
			t.Errorf("Enter did not start a new game:\n%s", h.Shown())
		}
	}
}

// turn waits for the computer and plays one of the person's moves: in a game without hidden information a random move, otherwise
// first beams, then atoms, then the evaluation.
func (w minute) turn(t testing.TB, h Hands, rng *rand.Rand) {
	t.Helper()
	p := h.Desk().Play
	for p.Waiting() {
		<-p.Person.Ready()
		h.Desk().News()
	}
	if p.Now.Over {
		return
	}
	h.Shown() // lets the front-end show the computer's moves
	moves := slices.DeleteFunc(slices.Clone(p.Cursor.Moves), func(m game.Move) bool {
		return len(p.Cursor.Moves) > 1 && (m.Key != "" && m.Text != "evaluate" || len(m.Spots) == 0 && m.Text != "evaluate")
	})
	if p.Info.Open {
		w.move(t, h, moves[rng.IntN(len(moves))])
		return
	}
	word := func(m game.Move) string { return strings.Fields(m.Text)[0] }
	best := 0
	for i, m := range moves { // beams, then atoms, then the evaluation
		if fired := len(p.Person.Sight().History()) > 4; word(m) == "evaluate" || fired && word(m) == "set" && word(moves[best]) == "fire" {
			best = i
		}
	}
	if word(moves[best]) == "set" { // a different atom each time, so that no atom is removed
		taken := 0
		for _, e := range p.Person.Sight().History() {
			if strings.HasPrefix(e.Text, "set ") {
				taken++
			}
		}
		best += taken
	}
	w.move(t, h, moves[best])
}

package desktest

import (
	"context"
	"strings"
	"testing"

	"attic/desk"
	"attic/game"
	"attic/table"
)

// adviser is a game whose hints wait until a test releases them. Its opponent always threatens to win.
type adviser struct {
	game.Game
	asked chan chan struct{} // closing a received channel releases its hint
}

// Levels, LevelName and NewBot implement [game.Bots] with bots that only wait.
func (adviser) Levels() (lowest, highest, usual int) { return 1, 3, 2 }

func (adviser) LevelName(level int) string {
	return [...]string{"", "first game", "middle", "expert"}[level]
}
func (adviser) NewBot(int, uint64) game.Bot { return slowBot{} }

// Advise advises i10 and then h10; the drawings are the previews of i10 and i8.
func (g adviser) Advise(ctx context.Context, v game.View, _ int64) (game.Advice, error) {
	answer := make(chan struct{})
	select {
	case g.asked <- answer:
	case <-ctx.Done():
		return game.Advice{}, ctx.Err()
	}
	select {
	case <-answer:
	case <-ctx.Done():
		return game.Advice{}, ctx.Err()
	}
	a := game.Advice{Text: "i10", Line: []string{"i10", "h10"}, Move: v.Preview("i10"), Follow: v.Preview("i8")}
	a.Move.Sentence, a.Follow.Sentence = "i10: leaves nothing else.", "i10, then h10."
	return a, nil
}

func (adviser) Threat(v game.View) (game.Preview, bool) {
	p := v.Preview("i10")
	p.Sentence = "Beware of i10."
	return p, true
}

// Advice plays at a front-end to check that hints and threats are shown, that the person can continue while the program computes them, and
// that they disappear. sit returns hands at a table.
func Advice(t *testing.T, sit func(t testing.TB, tb *table.Table) Hands) {
	g := adviser{find(t, "atom4"), make(chan chan struct{})}
	h := sit(t, Table(t, g, game.Setup{}, "2", nil))
	d := h.Desk()
	says := func(when string, want bool, texts ...string) {
		t.Helper()
		for _, text := range texts {
			if strings.Contains(h.Shown(), text) != want {
				t.Fatalf("%s: %q is shown: %v\n%s", when, text, !want, h.Shown())
			}
		}
	}
	draws := func(when string, want bool) {
		t.Helper()
		p := d.Play.Advised()
		if got := len(p.Marks) > 0 && len(p.Shapes) > 0; got != want {
			t.Fatalf("%s: %+v is drawn", when, p)
		}
	}
	answer := func() {
		for d.Play.Person.Hinting() {
			select {
			case asked := <-g.asked:
				close(asked)
			case <-d.Play.Person.Ready():
			}
		}
		d.News()
	}
	const thinking, move, follow = "Thinking of a hint. Esc stops it.", "i10: leaves nothing else.", "i10, then h10."
	h.Type("warn off")
	h.Press("h")
	says("asked", true, thinking)
	h.Press("right")
	says("asked, then the cursor moved", true, thinking)
	draws("asked, then the cursor moved", false)
	answer()
	says("answered", true, move)
	says("answered", false, thinking)
	draws("answered", true)
	h.Press("h")
	says("asked again", true, follow)
	h.Press("H")
	says("asked once more", true, move)
	h.Press("left")
	says("the cursor moved", false, move)
	draws("the cursor moved", true)
	h.Press("esc")
	draws("after Esc", false)
	h.Press("h")
	h.Press("esc")
	says("stopped", false, thinking)
	h.Press("h h")
	answer()
	says("asked twice before the answer", true, follow)
	h.Press("esc")
	h.Type("hint")
	says("typed", true, thinking)
	answer()
	says("typed and answered", true, move)
	h.Press("esc")
	h.Press("h")
	h.Type("i8")
	says("a move was played", false, thinking)
	h.Press("h")
	says("the computer is to move", true, "It is the computer's turn; you can ask for a hint on your own turn.")
	h.Press("u")
	says("taken back", false, thinking, move, "Beware of i10.")
	draws("taken back", false)
	h.Press("h")
	answer()
	draws("advised again", true)
	h.Press("]")
	draws("looking elsewhere", false)
	h.Press("[")
	draws("back again", false)
	h.Type("warn auto")
	h.Press("left")
	says("against a weak program", true, "Beware of i10.")
	draws("against a weak program", true)
	h.Type("warn off")
	h.Press("left")
	says("not to be told", false, "Beware of i10.")
	h.Type("resign")
	h.Press("h")
	says("it is over", true, "The game is over, so there are no hints.")
	h.Press("u")
	h.Press("h") // the test ends before this hint is ready
}

// Programs tests a front-end where the computer plays all seats with bots that only wait: it changes their level and speed, and pauses them.
func Programs(t *testing.T, sit func(t testing.TB, tb *table.Table) Hands) {
	h := sit(t, Table(t, slow{find(t, "atom4")}, game.Setup{}, "12", nil))
	d := h.Desk()
	for _, c := range []struct{ keys, want string }{
		{"+", "The level is 3, expert."},
		{"+", "There is no level 4; levels go from 1 to 3 (default 2)."},
		{"-", "The level is 2, middle."},
		{"_", "The level is 1, first game."},
		{"<", "The computer's speed is 1.2 seconds a move."},
		{"<", "The computer's speed is slow."},
		{">", "The computer's speed is 1.2 seconds a move."},
		{">", "The computer's speed is normal."},
		{">", "The computer's speed is 0.3 seconds a move."},
		{">", "The computer's speed is fast."},
		{">", "The computer's speed is fast."},
		{"P", "paused. P: go on. Space: make it move."},
	} {
		h.Press(c.keys)
		d.News()
		if !strings.Contains(h.Shown(), c.want) {
			t.Fatalf("after %s %q is not shown:\n%s", c.keys, c.want, h.Shown())
		}
	}
	if d.Settings.Speed != "fast" || d.Store.Profile.Settings().Speed != "fast" {
		t.Errorf("the remembered speed is %q", d.Settings.Speed)
	}
	if !h.Click(desk.ButtonSpot + "P") {
		t.Fatalf("there is no button to go on:\n%s", h.Shown())
	}
	if now := d.Play.Person.Now(); now.Paused {
		t.Errorf("the game is still paused: %+v", now)
	}
}

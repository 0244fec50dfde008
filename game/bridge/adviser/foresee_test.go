package adviser_test

import (
	"strings"
	"testing"

	"attic/game"
	"attic/game/bridge/adviser"
	"attic/game/example/reversi"
	"attic/games/ataxx"
)

// plain is a state whose views say nothing of premoves.
type plain struct{ game.State }

func (s plain) View(seat int) game.View { return struct{ game.View }{s.State.View(seat)} }

func (s plain) Play(text string) (game.State, game.Move, error) {
	next, m, err := s.State.Play(text)
	return plain{next}, m, err
}

// A game that says nothing of premoves offers the moves that some reply leaves legal, if they touch two spots.
func TestAhead(t *testing.T) {
	s, err := ataxx.Game{}.New(game.Setup{Options: "start=yes fen=7/7/7/3xo2/7/7/7_o"})
	if err != nil {
		t.Fatal(err)
	}
	v, ok := adviser.Ahead(plain{s}, 0)
	if !ok {
		t.Fatal("there are no premoves")
	}
	seen := map[string]bool{}
	for _, m := range v.Moves() {
		if seen[m.Text] {
			t.Errorf("%s is there twice", m.Text)
		}
		seen[m.Text] = true
	}
	for text, want := range map[string]bool{"d4-e4": true, "d4-d5": true, "a1-a2": false} { // a jump of blue leaves e4
		if seen[text] != want {
			t.Errorf("%s is offered: %v", text, !want)
		}
	}
	for says, said := range map[string]game.Preview{"would": v.Preview("d4-e4"), "d4 can": v.Look("moves", "d4"), "Not possible": v.Preview("a1-a2")} {
		if !strings.Contains(said.Sentence, says) {
			t.Errorf("%q does not say %q", said.Sentence, says)
		}
	}
	if r, err := (reversi.Game{}).New(game.Setup{}); err != nil {
		t.Fatal(err)
	} else if _, ok := adviser.Ahead(r, 1); ok {
		t.Error("a single touch would make a premove")
	}
}

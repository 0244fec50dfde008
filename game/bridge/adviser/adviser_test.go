package adviser_test

import (
	"reflect"
	"strings"
	"testing"

	"attic/game"
	"attic/game/bridge"
	"attic/game/bridge/adviser"
	"attic/game/example/reversi"
	"attic/game/example/reversi/bot"
	"attic/game/example/reversi/rules"
	"attic/games/ataxx"
)

// A corner is a view in which every move can also be made by touching a corner.
type corner struct{ game.View }

func (v corner) Moves() []game.Move {
	list := v.View.Moves()
	for _, m := range v.View.Moves() {
		m.Spots = []string{"h8"}
		list = append(list, m)
	}
	return list
}

// A hint marks the spots of the first entry of its move, whatever other spots can be touched for the same move.
func TestAreaOfAMoveWithSeveralSpots(t *testing.T) {
	s, err := reversi.Game{}.New(game.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	a := adviser.Adviser[rules.Position, rules.Square]{
		Read: func(game.View) (rules.Position, error) { return rules.Start(false), nil },
		Line: func(_ rules.Position, moves ...rules.Square) []string {
			return bridge.Texts(moves, rules.Square.String)
		},
		Engine: func() bridge.Searcher[rules.Position, rules.Square] { return bot.NewEngine(1, 1) },
		Ended:  func(p rules.Position) (int, bool) { return 0, p.Over() },
		Side:   func(p rules.Position) string { return p.Turn().String() },
		Scale:  600,
	}
	want, err := a.Compare(t.Context(), s.View(0), "", 1000)
	if err != nil {
		t.Fatal(err)
	}
	got, err := a.Compare(t.Context(), corner{s.View(0)}, "", 1000)
	if err != nil {
		t.Fatal(err)
	}
	if want.Area.Sentence == "" || !reflect.DeepEqual(got.Area, want.Area) {
		t.Errorf("the area is %+v, want %+v", got.Area, want.Area)
	}
}

// At the first move of Reversi all moves are equal, so a hint does not compare the best one with another that nobody has named.
func TestAHintNamesNoMoveThatIsAsGood(t *testing.T) {
	s, err := reversi.Game{}.New(game.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	for other, want := range map[string]bool{"": false, "c4": true} {
		a, err := reversi.Game{}.Compare(t.Context(), s.View(0), other, 20_000)
		if err != nil {
			t.Fatal(err)
		}
		if a.Text == other {
			t.Fatalf("%s is the best move", other)
		}
		if got := strings.Contains(a.Idea.Sentence, "is a good move too"); got != want {
			t.Errorf("the hint beside %q says %q", other, a.Idea.Sentence)
		}
	}
}

// plain is a state whose views do not implement premoves.
type plain struct{ game.State }

func (s plain) View(seat int) game.View { return struct{ game.View }{s.State.View(seat)} }

func (s plain) Play(text string) (game.State, game.Move, error) {
	next, m, err := s.State.Play(text)
	return plain{next}, m, err
}

// A game that does not implement premoves offers the moves that some reply leaves legal, if they touch two spots.
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
	for text, want := range map[string]bool{"d4-e4": true, "d4-d5": true, "a1-a2": false} { // a jump of blue vacates e4
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

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

// A hint shows where the move is listed first, whatever other spots can be touched for it.
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

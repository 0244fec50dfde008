package atommaster

import (
	"strings"
	"testing"

	"attic/game"
	"attic/match"
)

func TestIDsHoldTheSetUp(t *testing.T) {
	for _, c := range []struct{ id, texts, want string }{
		{"atommaster#5", "", "atommaster#5"},
		{"atommaster#5", "balls,fire 3", "atommaster#5"},
		{"atommaster#5", "size 6", "atommaster size=6#5"},
		{"atommaster#5", "size 6,size 8", "atommaster#5"},
		{"atommaster unique=auto colours=7#5", "atoms 5,fire 3", "atommaster atoms=5 unique=yes colours=7#5"},
		{"atommaster deal=4 size=9#5", "more,larger,start", "atommaster atoms=5 size=10 deal=4#5"},
		{"atommaster#5", "learn", "atommaster again=1#5"},
		{"atommaster#5", "learn,learn,fire 3", "atommaster again=2#5"},
		{"atommaster again=2#5", "", "atommaster again=2#5"},
		{"atommaster again=2#5", "size 12", "atommaster size=12 again=2#5"},
	} {
		_, setup, err := game.ParseID(c.id)
		if err != nil {
			t.Fatal(err)
		}
		m, err := match.New(Game{}, setup)
		for _, text := range strings.FieldsFunc(c.texts, func(r rune) bool { return r == ',' }) {
			if err == nil {
				m, _, err = m.Play(text)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		placed, err := m.Placed()
		if got := game.ID("atommaster", placed); err != nil || got != c.want {
			t.Errorf("%s, %s: %s, %v, want %s", c.id, c.texts, got, err, c.want)
			continue
		}
		again, err := match.New(Game{}, placed)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := again.State().(state), m.State().(state); got.layout != want.layout || got.Field != want.Field || got.Atoms != want.Atoms || got.deal != want.deal {
			t.Errorf("%s deals %v, want %v", c.want, got.layout, want.layout)
		}
	}
}

func TestNoIDHoldsAtomsHiddenByHand(t *testing.T) {
	m, err := match.New(Game{}, game.Setup{Seed: 5})
	for _, text := range []string{"hide a1,b2,c3,d4", "fire 3"} {
		if err == nil {
			m, _, err = m.Play(text)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Placed(); err == nil || game.Typed(err.Error()) != "a game ID cannot hold atoms hidden by hand; type save FILE to keep the game" {
		t.Errorf("it says %v", err)
	}
	if m, _, err = m.Play("resign"); err != nil {
		t.Fatal(err)
	}
	next, err := m.Next(func() uint64 { return 9 })
	if err != nil {
		t.Fatal(err)
	}
	if placed, err := next.Placed(); err != nil || placed != next.Setup() {
		t.Errorf("the next deal is %v, %v", placed, err)
	}
}

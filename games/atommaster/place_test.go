package atommaster

import (
	"errors"
	"strings"
	"testing"

	"attic/game"
	"attic/games/atommaster/deal"
	"attic/games/atommaster/rules"
	"attic/match"
)

// abcd is the code of a1, b2, c3 and d4 on the default field.
const abcd = "ee6a7a3d78"

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
		{"atommaster#5", "hide a1 b2 c3 d4", "atommaster hidden=" + abcd + "#5"},
		{"atommaster#5", "hide a1 b2 c3 d4,fire 3", "atommaster hidden=" + abcd + "#5"},
		{"atommaster#5", "hide a1 b2 c3 d4,learn,hide e5 f6 g7 h8,hide d4 c3 b2 a1", "atommaster hidden=" + abcd + "#5"},
		{"atommaster hidden=" + abcd + "#5", "", "atommaster hidden=" + abcd + "#5"},
		{"atommaster hidden=" + strings.ToUpper(abcd) + "#5", "fire 3", "atommaster hidden=" + strings.ToUpper(abcd) + "#5"},
		{"atommaster hidden=" + abcd + "#5", "size 9", "atommaster size=9#5"},
		{"atommaster deal=3 hidden=" + abcd + "#5", "size 9,size 8", "atommaster deal=3#5"},
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

// Atoms hidden by hand are part of the game ID, and any wrong code is refused.
func TestIDsWithHiddenAtoms(t *testing.T) {
	first, err := match.New(Game{}, game.Setup{Options: "hidden=" + abcd, Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	if st := first.State().(state); !st.ByHand || st.layout.String() != "8x8 a1,b2,c3,d4" {
		t.Errorf("%s hides %v, by hand: %v", abcd, st.layout, st.ByHand)
	}
	m, _, err := first.Play("fire 3")
	if err == nil {
		m, err = m.Resign(m.ToMove())
	}
	if err != nil {
		t.Fatal(err)
	}
	next, err := m.Next(func() uint64 { return 9 })
	if err != nil {
		t.Fatal(err)
	}
	if placed, err := next.Placed(); err != nil || placed != next.Setup() || strings.Contains(placed.Options, "hidden") {
		t.Errorf("the next deal is %v, %v", placed, err)
	}
	for side := deal.Smallest; side <= deal.Largest; side++ {
		for atoms := deal.Fewest; atoms <= deal.Mostest; atoms++ {
			f := rules.Field{W: uint8(side), H: uint8(side)}
			for i := range uint64(20) {
				want := rules.Deal(f, atoms, 1, i)
				if got, err := deal.Reveal(deal.Conceal(want), f, atoms); err != nil || got != want {
					t.Fatalf("%v is read as %v, %v", want, got, err)
				}
			}
		}
	}
	wrong := []string{"", "x", abcd[:8], abcd + "00", "zz" + abcd[2:]}
	for i := range abcd {
		other := "0"
		if abcd[i:i+1] == other {
			other = "1"
		}
		wrong = append(wrong, abcd[:i]+other+abcd[i+1:])
	}
	accepted := 0
	for _, code := range wrong {
		if _, err := (Game{}).New(game.Setup{Options: "hidden=" + code}); err == nil {
			accepted++
		}
	}
	if accepted > 0 {
		t.Errorf("%d of %d wrong codes are accepted", accepted, len(wrong))
	}
	for _, options := range []string{"size=9 hidden=", "atoms=5 hidden="} {
		if _, err := (Game{}).New(game.Setup{Options: options + abcd}); !errors.Is(err, deal.ErrHidden) {
			t.Errorf("%s%s: %v", options, abcd, err)
		}
	}
}

package deal_test

import (
	"strings"
	"testing"

	"attic/games/atommaster/deal"
)

// IDs that version 20230122 of the collection made, except the damaged ones.
func TestTatham(t *testing.T) {
	for _, c := range []struct{ id, want string }{
		{"w8h8m5M5:b2bff65a8ec4eb1d27e468ef", "8x8 a2,f3,a4,h4,e6"},
		{"w5h5m3M3:6738a200b19ad4e2", "5x5 e1,d2,d3"},
		{"w5h5m3M3:c51edf312839e888", "5x5 b1,e2,e4"},
	} {
		if l, err := deal.Tatham(c.id); err != nil || l.String() != c.want {
			t.Errorf("%s is %s, %v, not %s", c.id, l, err, c.want)
		}
	}
	for id, want := range map[string]string{
		"w12h12m3M6:58b5e61be952debe7abe":   "in this Black Box you do not know the number of atoms (3 to 6); here you do",
		"w8h5m5M5:b2bff65a8ec4eb1d27e468ef": "this Black Box has 8 by 5 squares; here it is square, from 5 to 12 wide",
		"w13h13m3M3:6738a200b19ad4e2":       "this Black Box has 13 by 13 squares; here it is square, from 5 to 12 wide",
		"w5h5m2M2:6738a200b19a":             "this Black Box has 2 atoms; here it has 3 to 6",
		"w5h5m3M3:6738a200b19ad4e3":         "this Black Box ID is damaged: copy all of it, up to the last letter",
		"w5h5m3M3:6738a200b19ad4e":          "this Black Box ID is damaged: copy all of it, up to the last letter",
		"w8h8m5M5:b":                        "this Black Box ID is damaged: copy all of it, up to the last letter",
		"w8h8m5M5:6738a200b19ad4e2":         "this Black Box ID is damaged: copy all of it, up to the last letter",
		"w5h5":                              "this is not a game ID of Black Box",
	} {
		if _, err := deal.Tatham(id); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, not %s", id, err, want)
		}
	}
}

// An ID of whatever text is refused in one line, or is a deal that this game has.
func FuzzTatham(f *testing.F) {
	for _, id := range []string{"w8h8m5M5:b2bff65a8ec4eb1d27e468ef", "w5h5m3M3:6738a200b19ad4e2", "w12h12m3M6:58b5e61be952debe7abe"} {
		f.Add(id)
	}
	f.Fuzz(func(t *testing.T, id string) {
		l, err := deal.Tatham(id)
		switch {
		case err != nil && (strings.Contains(err.Error(), "\n") || len(err.Error()) > 300):
			t.Fatalf("the error is not one line: %q", err)
		case err == nil && (!deal.IsTatham(id) || l.Count() < deal.Fewest || l.Count() > deal.Mostest):
			t.Fatalf("%s is %s", id, l)
		}
	})
}

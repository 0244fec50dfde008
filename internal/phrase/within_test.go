package phrase

import "testing"

func TestWithin(t *testing.T) {
	for _, c := range []struct {
		room int
		want string
	}{{0, "One é."}, {10, "One é."}, {11, "One é. Two."}, {18, "One é. Two. Three."}} {
		if got := Within(c.room, "One é.", "", "Two.", "Three."); got != c.want {
			t.Errorf("in %d: %q, want %q", c.room, got, c.want)
		}
	}
	if got := Within(13, "One é.", "Three.", "Two."); got != "One é. Three." {
		t.Errorf("%q", got)
	}
}

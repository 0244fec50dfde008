package server

import (
	"strings"
	"testing"

	"attic/table"
)

// A clock has one canonical form with the same meaning, and its values are limited.
func TestAClockHasOneForm(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "10+5": "10+5", "010.00+5.0": "10+5", "10": "10", "10+0": "10", "1e1+5e0": "", "0x1p3": "", "003d": "3d", "14d": "14d", "0.5+1.25": "0.5+1.25", "1440": "1440", "0.01": "0.01",
		"1440.00001": "", "15d": "", "0d": "", "1e-300": "", "0.001": "", "1.234+5": "", "10+0.001": "", "-1": "", "inf": "", "10+": "", "1d+5": "",
		strings.Repeat("0", 3900) + "10+5": "", "10+5" + strings.Repeat("0", 3900): "", "0000000000010+0005": "", "10+5\n": "",
	} {
		rule, form, err := clock(text)
		if form != want || (err == nil) != (want != "" || text == "") {
			t.Errorf("%.20q is %q, %v", text, form, err)
		}
		if err != nil && strings.ContainsAny(err.Error(), "\n") || err != nil && len(err.Error()) > 200 {
			t.Errorf("%.20q is refused with %q", text, err)
		}
		if again, err := table.ParseClock(form); form != "" && (err != nil || again != rule) {
			t.Errorf("%.20q is %v, and its form %v, %v", text, rule, again, err)
		}
	}
}

// The text of a clock that an earlier version has stored is read in its canonical form.
func TestAnEarlierClock(t *testing.T) {
	h, _ := opened(t, t.TempDir())
	e := entry{ID: newID(), Game: "ataxx", Clock: "10.0" + strings.Repeat("0", 3900) + "+5", Seats: make([]place, 2), Listed: true}
	h.follow(e.ID, 1, encoded(e))
	h.tables.mu.Lock()
	defer h.tables.mu.Unlock()
	if got := h.tables.all[e.ID].shown().Clock; got != "10+5" {
		t.Errorf("it is %.20q", got)
	}
}

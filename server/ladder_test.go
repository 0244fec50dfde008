package server

import (
	"fmt"
	"slices"
	"testing"

	"attic/dev/wait"
	"attic/table"
)

// A game of two people who want it changes their ratings once, also if its end is taken back and played again; what the hall was told is there after it
// was closed. A game with somebody who does not want it changes nothing.
func TestTheLadder(t *testing.T) {
	dir := t.TempDir()
	h, lobby := opened(t, dir)
	join := func(name string, rates bool) string {
		t.Helper()
		_, answer := post(t, lobby, "people/join", `{"name":"`+name+`"}`)
		phrase := answer["phrase"].(string)
		if status, answer := post(t, lobby, "people/rate", `{"phrase":"`+phrase+`","rates":`+map[bool]string{true: "true", false: "false"}[rates]+`}`); status != 200 {
			t.Fatal(answer)
		}
		return phrase
	}
	ann, zoe, eve := join("Ann", true), join("Zoe", true), join("Eve", false)
	sit := func(other string) (*seated, *table.Person, *table.Person) {
		t.Helper()
		_, made := post(t, lobby, "tables", `{"game":"ataxx","with":"anybody","side":0,"phrase":"`+ann+`"}`)
		if status, answer := post(t, lobby, "tables/"+made["table"].(string)+"/take", `{"phrase":"`+other+`"}`); status != 200 {
			t.Fatal(answer)
		}
		s := h.all[made["table"].(string)]
		first, second := s.live.table.Player(table.First), s.live.table.Player(table.Second)
		t.Cleanup(first.Close)
		t.Cleanup(second.Close)
		first.Met(table.Present)
		second.Met(table.Present)
		for i, a := range []table.Act{table.Play("a7-b6"), table.Play("g7-f6"), table.Play("b6-c5"), table.Resign()} {
			if err := []*table.Person{first, second}[i%2].Do(a).Err(); err != nil {
				t.Fatal(err)
			}
		}
		wait.Until(t, "the end of the game", func() (any, bool) {
			h.mu.Lock()
			defer h.mu.Unlock()
			return s.entry, s.entry.Over != ""
		})
		return s, first, second
	}
	ladder := func(want ...string) {
		t.Helper()
		wait.Until(t, fmt.Sprintf("the ladder %q", want), func() (any, bool) { // ratings are written after the end of the game
			got := h.ladder("ataxx")
			return got, slices.EqualFunc(got, want, func(r ranked, name string) bool { return r.Name == name })
		})
	}
	sit(eve)
	ladder()
	s, first, second := sit(zoe)
	ladder("Ann", "Zoe")
	was := h.ladder("ataxx")
	if was[0].Points+was[1].Points != 2*newcomer.Points || was[0].Points <= newcomer.Points {
		t.Errorf("after one game: %v", was)
	}
	for _, a := range []struct {
		who *table.Person
		act table.Act
	}{{second, table.Undo()}, {first, table.Accept()}, {second, table.Resign()}} {
		if err := a.who.Do(a.act).Err(); err != nil {
			t.Fatal(err)
		}
	}
	wait.Until(t, "the end of the game", func() (any, bool) {
		h.mu.Lock()
		defer h.mu.Unlock()
		return s.entry, s.entry.Over != "" && s.toMove < 0
	})
	if got := h.ladder("ataxx"); got[0] != was[0] || got[1] != was[1] {
		t.Errorf("a game counted twice: %v, then %v", was, got)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	h, lobby = opened(t, dir)
	if got := h.ladder("ataxx"); len(got) != 2 || got[0] != was[0] || got[1] != was[1] {
		t.Errorf("after a restart the ladder is %v, want %v", got, was)
	}
	if status, answer := post(t, lobby, "people/rate", `{"phrase":"`+zoe+`","rates":false}`); status != 200 {
		t.Fatal(answer)
	}
	ladder("Ann")
}

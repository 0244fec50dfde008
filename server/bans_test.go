package server

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"attic/table/wire"
)

// If the operator acts on a table or a player, with or without a reason, everybody is told: players and spectators who are there, people who come
// later, and the lobby.
func TestTheOperatorsReason(t *testing.T) {
	t.Parallel() // one of the cases has two processes, which report tables to each other at intervals
	const taken, closed = "the operator of this hall has removed blue from this game", "this table is gone: the operator of this hall has closed it"
	for _, reason := range []string{"", "bad words."} {
		list := processes(t, 2)
		one, two := list[0], list[1]
		_, ann := post(t, one.lobby, "people/join", `{"name":"Annabel"}`)
		phrase := `"phrase":"` + ann["phrase"].(string) + `"`
		_, made := post(t, one.lobby, "tables", `{"game":"ataxx","with":"friend","side":1,`+phrase+`}`)
		id, mine, friends := made["table"].(string), made["id"].(string), made["friend"].(string)
		why := strings.TrimSuffix(": "+strings.TrimSuffix(reason, "."), ": ")
		joins := func(p process, id string, watch bool) guest {
			t.Helper()
			g, code := p.joins(id, "", watch)
			if code != "" {
				t.Fatal(code)
			}
			return g
		}
		own := func(p process, id string) string {
			t.Helper()
			_, answer := post(t, p.lobby, "own", `{"ids":["`+id+`"]}`)
			return fmt.Sprint(answer["tables"].([]any)[0].(map[string]any)["why"])
		}
		is := func(what, got, want string) {
			t.Helper()
			if got != want {
				t.Errorf("%q: %s is told %q, want %q", reason, what, got, want)
			}
		}
		banned, friend, spectator := joins(one, mine, false), joins(two, friends, false), joins(two, id, true)
		operates := func(what string) {
			t.Helper()
			if status, text := ask(two.hall, "POST", "/tables/"+id+"/"+what+"?why="+url.QueryEscape(reason)); status != 200 {
				t.Fatal(status, text)
			}
		}
		operates("seats/1/ban")
		is("the player", hears[wire.Bye](banned).Why, taken+why)
		for who, g := range map[string]guest{"the other player": friend, "the spectator": spectator} {
			m := hears[wire.Note](g)
			for m.What != wire.NoteHall {
				m = hears[wire.Note](g)
			}
			is(who, m.Text, taken+why)
		}
		is("the link of the seat", own(one, mine), taken+why)
		if _, code := one.joins(mine, "", false); code != string(wire.CodeClosed) {
			t.Errorf("%q: whoever comes with the link gets %q", reason, code)
		}
		_, found := post(t, two.lobby, "people/find", "{"+phrase+"}")
		is("the phrase", fmt.Sprint(found["code"], ", ", found["err"]), "closed, the operator of this hall has closed this name"+why)
		for _, p := range list {
			if _, again := post(t, p.lobby, "people/join", `{"name":"ANNABEL"}`); again["code"] != "taken" {
				t.Errorf("the name of a player who was removed: %v", again)
			}
		}
		operates("close")
		for who, g := range map[string]guest{"the other player": friend, "the spectator": spectator} {
			is(who, hears[wire.Bye](g).Why, closed+why)
		}
		for _, p := range list {
			is("the friend's link", own(p, friends), strings.TrimPrefix(closed, "this table is gone: ")+why)
			if _, code := p.joins(friends, "", false); code != string(wire.CodeClosed) {
				t.Errorf("%q: whoever comes gets %q", reason, code)
			}
		}
		if status, _ := ask(one.hall, "POST", "/tables/"+id+"/close"); status != 404 {
			t.Errorf("it was closed again: %d", status)
		}
	}
	for _, wrong := range []string{"two\nlines", strings.Repeat("a", mostReason+1)} {
		h, _ := opened(t, t.TempDir())
		s, _ := played(t, h)
		for _, path := range []string{"close", "seats/0/ban"} {
			if status, _ := ask(h, "POST", "/tables/"+s.id+"/"+path+"?why="+url.QueryEscape(wrong)); status != 400 {
				t.Errorf("%s with the reason %.20q: %d", path, wrong, status)
			}
		}
	}
}

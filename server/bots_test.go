package server

import (
	"fmt"
	"testing"

	"attic/dev/wait"
	"attic/table"
)

// A bot is marked wherever its name is shown, cannot lose the mark, and is never rated.
func TestBots(t *testing.T) {
	dir := t.TempDir()
	h, lobby := opened(t, dir)
	l := ladderHall{T: t, h: h, lobby: lobby}
	ann := l.join("Ann", true)
	const secret = `"secret":"00112233445566778899aabbccddeeff"`
	joins := func(body string) map[string]any {
		_, answer := post(t, lobby, "people/join", "{"+body+","+secret+"}")
		return answer
	}
	first := joins(`"name":"Robbie the Robot","bot":true`)
	bot, _ := first["phrase"].(string)
	if again := joins(`"name":"Robbie the Robot","bot":true`); first["bot"] != true || bot == "" || again["phrase"] != bot {
		t.Fatalf("a bot is %v, then %v", first, again)
	}
	if as := joins(`"name":"Robbie the Robot"`); as["code"] != "bad" {
		t.Errorf("the same request without bot: %v", as)
	}
	for _, c := range []struct{ path, body, code string }{
		{"people/join", `{"name":"Zoe (bot)"}`, "bad"},
		{"people/join", `{"name":"Zoe (BOT)","bot":true}`, "bad"},
		{"people/rename", `{"name":"Ann (bot)","phrase":"` + ann + `"}`, "bad"},
		{"people/join", `{"name":"Robbie the Robot"}`, "taken"},
		{"people/rate", `{"rates":true,"phrase":"` + bot + `"}`, "bad"},
	} {
		if _, answer := post(t, lobby, c.path, c.body); answer["code"] != c.code {
			t.Errorf("%s %s: %v", c.path, c.body, answer)
		}
	}
	if status, answer := post(t, lobby, "people/rate", `{"rates":false,"phrase":"`+bot+`"}`); status != 200 {
		t.Error(answer)
	}
	const shown = "Robbie the Rob (bot)"
	if _, me := post(t, lobby, "people/find", `{"phrase":"`+bot+`"}`); me["bot"] != true || me["name"] != "Robbie the Robot" || me["shown"] != shown {
		t.Errorf("the bot is %v", me)
	}
	if _, me := post(t, lobby, "people/find", `{"phrase":"`+ann+`"}`); me["bot"] != nil || me["shown"] != "Ann" {
		t.Errorf("a person is %v", me)
	}

	s, list := l.sit(ann, bot)
	names := func() string {
		return fmt.Sprint(s.live.eye.Now().Players[0].Name, ", ", s.live.eye.Now().Players[1].Name)
	}
	h.tables.mu.Lock()
	listed := fmt.Sprint(s.shown().Names)
	h.tables.mu.Unlock()
	if names() != "Ann, "+shown || listed != "[Ann "+shown+"]" {
		t.Errorf("the players are %s, in the list %s", names(), listed)
	}
	if err := list[1].Do(table.Name(1, "Zoe")).Err(); err != nil {
		t.Fatal(err)
	}
	wait.Until(t, "the mark", func() (any, bool) { return names(), names() == "Ann, "+shown })
	l.plays(list, leastMoves, 0)
	l.settled(s)
	if rating, n := l.rating(ann); n != 0 {
		t.Errorf("a game against a bot is rated: %v", rating)
	}
	c := gathers(t, h, lobby, 1, `"rounds":3`)
	c.fails("bad", c.path("join"), `"phrase":"`+bot+`"`)
	if err := h.Rename(bot, "Hal", "192.0.2.1"); err != nil {
		t.Fatal(err)
	}
	wait.Until(t, "the new name", func() (any, bool) { return names(), names() == "Ann, Hal (bot)" })
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	again := openedAt(t, dir)
	if p, err := again.people.get(phraseHash(bot)); err != nil || !p.Bot || again.people.shown(p) != "Hal (bot)" {
		t.Errorf("after a restart: %v, %v", p, err)
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
}

package server

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"attic/dev/wait"
	"attic/table/wire"
)

// What people try at a tournament without a right to it. TestTournamentsRefuse has guesses of the organiser's secret, TestAStolenTournament a stolen one,
// TestNobodyIsShutOut guesses of phrases, TestLooks and TestANameBelongsToOnePerson names of others, TestAnotherDevice links for devices,
// TestAPushIntoTheNetwork and TestForbiddenAddresses pushes to addresses inside the network.
func TestClaimsOfPlayers(t *testing.T) {
	h, lobby := opened(t, t.TempDir())
	c := gathers(t, h, lobby, 4, `"rounds":2`)
	other := c.asks("tournaments", fmt.Sprintf(`"phrase":%q,"name":"Another evening","game":"ataxx","secret":%q`, c.phrases[1], otherSecret))["organiser"]
	c.pairs(1)
	before := fmt.Sprintf("%+v", c.seen())

	// Neither a player's phrase nor the organiser's secret of another tournament does what an organiser does.
	for _, key := range []string{
		fmt.Sprintf(`"phrase":%q`, c.phrases[0]), fmt.Sprintf(`"organiser":%q`, c.phrases[0]), fmt.Sprintf(`"organiser":%q`, other), fmt.Sprintf(`"organiser":%q`, c.id),
		fmt.Sprintf(`"organiser":%q,"phrase":%q`, c.now().Key, c.phrases[0]),
	} {
		for _, act := range []string{`result "round":1,"board":1,"result":"1-0","note":"I won"`, `pair "round":2`, `remove "player":2`, `end `} {
			what, members, _ := strings.Cut(act, " ")
			status, answer := post(t, lobby, c.path(what), "{"+strings.TrimSuffix(key+","+members, ",")+"}")
			if status == 200 || answer["code"] != "id" && answer["code"] != "rate" { // the eleventh wrong secret within a minute
				t.Errorf("%s with %s: %v", what, key, answer)
			}
		}
	}

	// Nobody gets another player's seat, or ends another's table.
	table := c.seen().Pairings[0].Boards[0]
	for i, phrase := range c.phrases {
		if i+1 == table.Players[0] || i+1 == table.Players[1] {
			continue
		}
		for _, path := range []string{"people/seat", "people/decline"} {
			c.fails("id", path, fmt.Sprintf(`"phrase":%q,"table":%q`, phrase, table.Table))
		}
		if status, answer := post(t, lobby, "tables/"+table.Table+"/take", fmt.Sprintf(`{"phrase":%q}`, phrase)); status == 200 {
			t.Errorf("a seat is taken: %v", answer)
		}
	}
	if after := fmt.Sprintf("%+v", c.seen()); after != before {
		t.Errorf("the tournament was %s, and is %s", before, after)
	}
}

// Somebody who has stolen the link of a seat, or its key, is out as soon as its player asks for a new link.
func TestAStolenSeat(t *testing.T) {
	h, lobby := opened(t, t.TempDir())
	c := gathers(t, h, lobby, 2, `"rounds":1`)
	c.pairs(1)
	b := c.seen().Pairings[0].Boards[0]
	of := fmt.Sprintf(`"phrase":%q,"table":%q`, c.phrases[b.Players[0]-1], b.Table)
	p := process{T: t, hall: h, lobby: lobby}
	stolen := c.asks("people/seat", of)["id"].(string)
	thief, code := p.joins(stolen, "", false)
	if code != "" {
		t.Fatal(code)
	}
	mine := c.asks("people/seat", of)["id"].(string)
	for err := error(nil); err == nil; { // until the connection ends
		_, err = thief.heard()
	}
	for _, key := range []string{"", thief.key} {
		if _, code := p.joins(stolen, key, false); code != "id" {
			t.Errorf("the stolen link with the key %q: %q", key, code)
		}
	}
	if _, code := p.joins(mine, "", false); code != "" {
		t.Errorf("the new link: %q", code)
	}
	if _, code := p.joins(mine, thief.key, false); code == "" {
		t.Error("the stolen key opens the new link")
	}
	for _, at := range []string{b.Table, stolen} {
		if status, answer := post(t, lobby, "withdraw", fmt.Sprintf(`{"id":%q}`, at)); status == 200 {
			t.Errorf("the table is withdrawn: %v", answer)
		}
	}
}

// A person cannot take the name of another at a table, whatever their client says.
func TestANameAtATable(t *testing.T) {
	h, lobby := opened(t, t.TempDir())
	_, ann := post(t, lobby, "people/join", `{"name":"Ann"}`)
	_, made := post(t, lobby, "tables", fmt.Sprintf(`{"game":"ataxx","with":"friend","side":0,"phrase":%q}`, ann["phrase"]))
	p := process{T: t, hall: h, lobby: lobby}
	if _, code := p.joins(made["id"].(string), "", false); code != "" {
		t.Fatal(code)
	}
	theirs, conn := wire.Pipe("localhost")
	go h.Serve(theirs)
	g := guest{T: t, conn: conn}
	g.sends(wire.Join{V: wire.Version, ID: made["friend"].(string), Name: "Ann"})
	if _, refused, err := g.admitted(); err != nil || refused.Code != "" {
		t.Fatal(refused, err)
	}
	l, _ := h.tables.get(made["table"].(string)).now()
	for _, name := range []struct{ says, is string }{{"Zoe", "Zoe"}, {"Ann", ""}, {"Аnn.", ""}, {"Robbie (bot)", ""}} {
		g.sends(wire.Act{ID: wire.NewAct(), Do: "name", Text: name.says, Seat: 1})
		if a := hears[wire.Answer](g); a.Code != "" {
			t.Fatalf("%s: %+v", name.says, a)
		}
		wait.Until(t, "the name after "+name.says, func() (any, bool) {
			players := l.eye.Now().Players
			return players, players[0].Name == "Ann" && players[1].Name == name.is
		})
	}
}

// Whoever joins and leaves without end is slowed down, and the tournament does not grow.
func TestJoiningWithoutEnd(t *testing.T) {
	h, lobby := opened(t, t.TempDir())
	c := gathers(t, h, lobby, 3, `"rounds":2`)
	slowed := 0
	for i := range int(2 * knownRate.Burst) {
		what := []string{"leave", "join"}[i%2]
		if status, answer := post(t, lobby, c.path(what), fmt.Sprintf(`{"phrase":%q}`, c.phrases[2])); answer["code"] == "rate" {
			slowed++
		} else if status != 200 || answer["player"] != 3. {
			t.Fatalf("%s: %v", what, answer)
		}
	}
	if n := len(c.now().Entrants); n != 3 || slowed < int(knownRate.Burst)/2 {
		t.Errorf("there are %d players; %d requests were slowed down", n, slowed)
	}
	c.joins(1) // others are not slowed down
	c.pairs(1)
	round := c.seen().Pairings[0]
	if there := 2*len(round.Boards) + len(round.Byes); there != 2 && there != 3 {
		t.Errorf("the round is %+v", round)
	}
}

// At two processes, one person joins at the same time, two people with the organiser's link pair, and correct the same board.
func TestTwoAtOnceInATournament(t *testing.T) {
	list := processes(t, 2)
	c := gathers(t, list[0].hall, list[0].lobby, 4, `"rounds":2`)
	c.arrives(4)
	list[1].until("the person", func(h *Hall) bool { _, there := h.people.known(phraseHash(c.phrases[4])); return there })
	both := func(path, body string) {
		t.Helper()
		var all sync.WaitGroup
		for _, p := range list {
			for range 4 {
				all.Go(func() {
					if status, answer := post(t, p.lobby, c.path(path), body); status != 200 && answer["code"] != "busy" {
						t.Errorf("%s: %v", path, answer)
					}
				})
			}
		}
		all.Wait()
	}
	both("join", fmt.Sprintf(`{"phrase":%q}`, c.phrases[4]))
	if n := len(c.seen().Players); n != 5 {
		t.Errorf("there are %d players", n)
	}
	both("pair", fmt.Sprintf(`{"organiser":%q,"round":1}`, c.organiser))
	both("result", fmt.Sprintf(`{"organiser":%q,"round":1,"board":1,"result":"1-0"}`, c.organiser))
	is := c.seen()
	if len(is.Pairings) != 1 || len(is.Pairings[0].Boards) != 2 || len(is.Pairings[0].Byes) != 1 || len(is.Pairings[0].Boards[0].Notes) != 1 {
		t.Errorf("the rounds are %+v", is.Pairings)
	}
	for _, p := range list {
		conduct(p.hall, later(time.Minute))
	}
	for i := range 5 {
		_, of := post(t, list[0].lobby, "people/find", fmt.Sprintf(`{"phrase":%q}`, c.phrases[i]))
		if n := len(of["tables"].([]any)); n > 1 {
			t.Errorf("%s has %d tables", names[i], n)
		}
	}
}

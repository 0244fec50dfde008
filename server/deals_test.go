package server

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"attic/game"
	"attic/games"
	"attic/match"
	"attic/server/files"
	"attic/table"
)

const aDeal = `"game":"atommaster","kind":"deals","clock":"10"`

// solves lets the player of a board come and play moves.
func (c *club) solves(round, board int, moves ...string) {
	c.Helper()
	s := c.comes(round, board, 0)
	l, _ := s.now()
	p := l.table.Player(table.First)
	defer p.Close()
	for _, move := range moves {
		if err := p.Do(table.Play(move)).Err(); err != nil {
			c.Fatalf("%s: %v", move, err)
		}
	}
	s.see(l)
}

// answered are moves that solve a deal badly.
var answered = []string{"fire 1", "fire 20", "set a1", "set b1", "set c1", "set d1", "evaluate"}

// costs returns the result of moves in the deal of a round.
func (c *club) costs(round int, moves ...string) string {
	c.Helper()
	g, _ := c.hall.offers.find("atommaster")
	m, err := c.now().deal(g, round-1)
	for _, move := range moves {
		if err == nil {
			m, _, err = m.Play(move)
		}
	}
	if err != nil {
		c.Fatal(err)
	}
	return fmt.Sprint(m.Outcome().Tally.Points)
}

// points returns the results of a round without the times.
func (c *club) points(round int) (list []string) {
	c.Helper()
	for _, result := range c.results(round) {
		points, _, _ := strings.Cut(result, "/")
		list = append(list, points)
	}
	return list
}

// watched returns why nobody can watch the table of a board, or "", and the status of the answer to a request for its games.
func (c *club) watched(round, board int) (why string, status int) {
	c.Helper()
	table := c.seen().Pairings[round-1].Boards[board-1].Table
	if _, err := c.hall.host(c.Context(), table); err != nil {
		why = err.Error()
	}
	reply, err := http.Get(c.lobby.URL + Prefix + "games/" + table + ".json")
	if err != nil {
		c.Fatal(err)
	}
	_ = reply.Body.Close()
	return why, reply.StatusCode
}

// exported returns the number of games without a notation in the export of a hall.
func (c *club) exported() int {
	c.Helper()
	var all bytes.Buffer
	to := zip.NewWriter(&all)
	if err := export(c.hall, to); err != nil {
		c.Fatal(err)
	}
	from, err := zip.NewReader(bytes.NewReader(all.Bytes()), int64(all.Len()))
	if err != nil {
		c.Fatal(err)
	}
	text, err := fs.ReadFile(from, "games.json")
	if err != nil {
		c.Fatal(err)
	}
	return strings.Count(string(text), `"game":"atommaster"`)
}

// Everybody solves the same deal alone and without help, and nobody sees another table before all are done. A late-comer has half of the worst result.
func TestDeals(t *testing.T) {
	h, lobby := opened(t, t.TempDir())
	c := gathers(t, h, lobby, 3, aDeal+`,"rounds":2,"absent":10,"late":2,"half":true`)
	c.pairs(1)
	c.wants("the boards", len(c.seen().Pairings[0].Boards), 3)

	// At a table nothing can be set up, helped or begun again.
	s := c.comes(1, 1, 0)
	l, _ := s.now()
	p := l.table.Player(table.First)
	for _, a := range []table.Act{table.Play("atoms 3"), table.Play("learn"), table.Play("shades on"), table.Play("hide a1,b2,c3,d4"), table.Play("difficulty easy"), table.Next(), table.Undo()} {
		if p.Do(a).Err() == nil {
			t.Errorf("%v is allowed", a)
		}
	}
	if p.Assist(table.HintHelp) == nil || !p.Now().Situation.Unaided {
		t.Error("hints are allowed")
	}
	c.solves(1, 1, "fire 1")
	if p.Do(table.Undo()).Err() == nil || p.Do(table.Next()).Err() == nil {
		t.Error("a beam can be taken back, or another deal begun")
	}
	p.Close()
	c.solves(1, 1, answered[1:]...)
	conduct(h, time.Now())
	c.wants("the results", c.points(1), []string{c.costs(1, answered...), "", ""})
	c.wants("standings before the end of a round", fmt.Sprint(c.seen().Standings), "[{1 1 0 [0]} {1 2 0 [0]} {1 3 0 [0]}]")
	p = l.table.Player(table.First)
	defer p.Close()
	if p.Do(table.Next()).Err() == nil || p.Do(table.Ask(table.AgainOffer)).Err() == nil {
		t.Error("another game can begin at the table")
	}
	for board := 1; board <= 3; board++ {
		if why, status := c.watched(1, board); why != "round 1 of Club evening is not over: until everybody is done, nobody else may see this deal" || status != 403 {
			t.Errorf("board %d: %q, %d", board, why, status)
		}
	}
	c.wants("the games in the export before the end of a round", c.exported(), 0)
	lists := h.lobby.listing()
	for _, b := range c.seen().Pairings[0].Boards {
		if strings.Contains(string(lists), b.Table) {
			t.Errorf("the lobby shows %s", b.Table)
		}
	}

	// One gives up, which costs what is not found. The third comes, but does not fire.
	c.solves(1, 2, "fire 9", "resign")
	c.comes(1, 3, 0)
	conduct(h, later(9*time.Minute))
	c.wants("before the time is over", c.points(1)[2], "")
	conduct(h, later(11*time.Minute))
	conduct(h, later(11*time.Minute))
	c.wants("after it", c.points(1), []string{c.costs(1, answered...), c.costs(1, "fire 9", "resign"), "52"})
	for board := 1; board <= 2; board++ {
		if why, status := c.watched(1, board); why != "" || status != 200 {
			t.Errorf("board %d after the round: %q, %d", board, why, status)
		}
	}
	c.wants("the games in the export after it", c.exported(), 2)
	ids := map[string]bool{}
	for board := 1; board <= 2; board++ {
		list, err := h.tables.get(c.seen().Pairings[0].Boards[board-1].Table).finished()
		if err != nil || len(list) != 1 {
			t.Fatal(list, err)
		}
		of, err := list[0].records()
		if err != nil {
			t.Fatal(err)
		}
		ids[of[0].ID] = true
	}
	c.wants("the deals", len(ids), 1)

	// A late-comer, another deal, and corrections.
	c.arrives(3)
	c.joins(3)
	c.asks(c.path("leave"), fmt.Sprintf(`"phrase":%q`, c.phrases[1]))
	c.pairs(2)
	is := c.seen()
	c.wants("the missed rounds", fmt.Sprint(is.Pairings[0].Byes, is.Pairings[1].Byes), "[{4 26 300}] [{2 52 600}]")
	g, _ := h.offers.find("atommaster")
	one, _ := c.now().deal(g, 0)
	two, _ := c.now().deal(g, 1)
	if one.Setup().Seed == two.Setup().Seed {
		t.Error("both rounds have the same deal")
	}
	for _, wrong := range []string{"1-0", "10", "10/", "010/5", "53/5", "10/601", "-5/1"} {
		c.fails("bad", c.path("result"), fmt.Sprintf(`"organiser":%q,"round":2,"board":1,"result":%q`, c.organiser, wrong))
	}
	c.organises("result", `"round":1,"board":1,"result":"12/90","note":"the clock stood still"`)
	c.organises("result", `"round":1,"board":2,"result":"21/60","note":"a test"`)
	for board, result := range []string{"12/90", "9/150", "12/30"} {
		c.organises("result", fmt.Sprintf(`"round":2,"board":%d,"result":%q`, board+1, result))
	}
	is = c.seen()
	c.wants("the state", is.State, "over")
	c.wants("the standings", fmt.Sprint(is.Standings), "[{1 1 24 [180]} {2 4 38 [330]} {3 3 61 [750]} {4 2 73 [660]}]")
	c.wants("the tie-breaks", is.Ties, "[seconds]")
	if text := string(c.reads(c.id + ".svg")); !strings.Contains(text, ">Atommaster · everybody solves the same deals · round 2 of 2 · ") || !strings.Contains(text, ">Dan</text>") {
		t.Errorf("the picture is %s", text)
	}
	reply, err := http.Get(lobby.URL + Prefix + "tournaments/" + c.id + ".pgn")
	if err != nil || reply.StatusCode != 404 {
		t.Error(reply, err)
	}
	_ = reply.Body.Close()
}

// Players with equal points and times share a place. A round in which somebody is missing when the organiser ends the tournament counts for nobody, and can be seen.
func TestSharedPlaces(t *testing.T) {
	h, lobby := opened(t, t.TempDir())
	c := gathers(t, h, lobby, 3, aDeal+`,"rounds":2`)
	c.pairs(1)
	for board, result := range []string{"12/90", "9/150", "12/90"} {
		c.organises("result", fmt.Sprintf(`"round":1,"board":%d,"result":%q`, board+1, result))
	}
	c.pairs(2)
	c.solves(2, 1, answered...)
	conduct(h, time.Now())
	c.asks(c.path("end"), fmt.Sprintf(`"organiser":%q`, c.organiser))
	c.wants("the standings", fmt.Sprint(c.seen().Standings), "[{1 2 9 [150]} {2 1 12 [90]} {2 3 12 [90]}]")
	if why, status := c.watched(2, 1); why != "" || status != 200 {
		t.Errorf("%q, %d", why, status)
	}
}

// A player who deletes everything in the middle of a round does not stop it.
func TestASolverWhoGoes(t *testing.T) {
	h, lobby := opened(t, t.TempDir())
	c := gathers(t, h, lobby, 2, aDeal+`,"rounds":2,"auto":true`)
	c.pairs(1)
	c.solves(1, 1, answered...)
	c.asks("people/delete", fmt.Sprintf(`"phrase":%q`, c.phrases[1]))
	conduct(h, time.Now())
	c.wants("the results", c.points(1), []string{c.costs(1, answered...), "52"})
	c.wants("the state", c.seen().State, "playing") // one player is left, so no round can follow
}

// Whoever runs out of time, or leaves after the first beam, pays as if they had given up.
func TestADealOutOfTime(t *testing.T) {
	g, _ := games.Find("atommaster")
	m, err := (&tournament{Seed: "x"}).deal(g, 0)
	for _, move := range []string{"fire 1", "fire 9", "set a1"} {
		if err == nil {
			m, _, err = m.Play(move)
		}
	}
	gaveUp, _, more := m.Play("resign")
	late, stopped := m.Stop(match.OutOfTime, 0)
	left, resigned := m.Resign(0)
	if err := errors.Join(err, more, stopped, resigned); err != nil {
		t.Fatal(err)
	}
	want := gaveUp.Outcome().Tally
	if want.Points < 17 || late.State().Outcome().Tally != (game.Tally{Kind: want.Kind, GaveUp: true, Points: want.Points}) || left.State().Outcome().Tally.Points != want.Points {
		t.Errorf("giving up costs %+v, being late %+v, resigning %+v", want, late.State().Outcome().Tally, left.State().Outcome().Tally)
	}
}

// Another process of the hall hides the deals too, and shows the results.
func TestDealsOfTwoProcesses(t *testing.T) {
	list := processes(t, 2)
	a, b := list[0], list[1]
	c := gathers(t, a.hall, a.lobby, 2, aDeal+`,"rounds":1`)
	c.pairs(1)
	c.solves(1, 1, answered...)
	conduct(a.hall, time.Now())
	other := &club{T: t, hall: b.hall, lobby: b.lobby, id: c.id}
	b.until("the first result", func(h *Hall) bool {
		is := present(h, c.id)
		return is != nil && len(is.Paired) == 1 && is.Paired[0].Boards[0].Result != ""
	})
	if why, status := other.watched(1, 1); !strings.HasPrefix(why, "round 1 of Club evening is not over") || status != 403 {
		t.Errorf("%q, %d", why, status)
	}
	c.solves(1, 2, answered...)
	conduct(a.hall, time.Now())
	b.until("the end of the round", func(h *Hall) bool { return !present(h, c.id).Paired[0].waits() })
	if why, status := other.watched(1, 1); strings.Contains(why, "not over") || status != 200 {
		t.Errorf("after the round: %q, %d", why, status)
	}
}

// Each line: options, and what a missed round costs: a point for each port, and five for each atom.
func TestTheWorstResult(t *testing.T) {
	for options, want := range map[string]float64{"": 52, "size=6 atoms=3": 39, "atoms=6 difficulty=easy": 62} {
		if points, seconds := (contest{Options: options, Clock: "7.5+0"}).worst(); points != want || seconds != 450 {
			t.Errorf("%q: %v points, %v seconds", options, points, seconds)
		}
	}
}

// Each line: settings that are refused.
func TestDealsRefuse(t *testing.T) {
	h, lobby := opened(t, t.TempDir())
	c := gathers(t, h, lobby, 1, `"rounds":1`)
	for _, r := range []struct{ code, settings string }{
		{"game", `"game":"ataxx","kind":"deals","clock":"10"`},
		{"game", `"game":"atommaster","kind":"robin","clock":"10"`},
		{"game", `"game":"atommaster","kind":"deals"`},
		{"game", `"game":"atommaster","kind":"deals","clock":"10+5"`},
		{"game", `"game":"atommaster","kind":"deals","clock":"1d"`},
		{"game", `"game":"atommaster","kind":"deals","clock":"10","options":"hidden=abc"`},
		{"bad", `"game":"atommaster","kind":"deals","clock":"10","rounds":16`},
	} {
		c.fails(r.code, "tournaments", fmt.Sprintf(`"phrase":%q,"name":"A",%s`, c.phrases[0], r.settings))
	}
}

// A hall is killed before or after any of its writes in a tournament of deals. Afterwards everybody has one table for each round, with the same deal, and each result counts once.
func TestAKilledRoundOfDeals(t *testing.T) {
	for writes := 0; ; writes++ {
		dir := t.TempDir()
		h, lobby := opened(t, dir)
		c := gathers(t, h, lobby, 2, aDeal+`,"rounds":2,"auto":true`)
		if err := h.Close(); err != nil {
			t.Fatal(err)
		}
		place, err := files.Open(dir, games.Find)
		if err != nil {
			t.Fatal(err)
		}
		d := &dying{Storage: place, left: writes}
		if h, err = Open(Config{Storage: d, Games: games.All(), Log: slog.New(slog.DiscardHandler)}); err != nil {
			t.Fatal(err)
		}
		c.hall, c.lobby = h, httptest.NewServer(h.Handler())
		status, _ := post(t, c.lobby, c.path("pair"), fmt.Sprintf(`{"organiser":%q,"round":1}`, c.organiser))
		if status == 200 && !d.over() {
			c.solves(1, 1, answered...)
			conduct(h, time.Now())
		}
		whole := !d.over()
		c.lobby.Close()
		_ = h.Close()

		c.hall, c.lobby = opened(t, dir)
		c.pairs(1)
		conduct(c.hall, time.Now())
		for board := 1; board <= 2; board++ {
			s := c.comes(1, board, 0)
			l, _ := s.now()
			if _, over := l.eye.Sight().Results()[1]; !over {
				played := slices.IndexFunc(l.eye.Sight().History(), func(e match.Entry) bool { return e.Number > 0 })
				if played >= 0 { // the kill came while the moves were played
					played = len(l.eye.Sight().History()) - played
				}
				c.solves(1, board, answered[max(played, 0):]...)
			}
		}
		conduct(c.hall, time.Now())
		conduct(c.hall, time.Now())
		is := c.seen()
		c.wants(fmt.Sprintf("after %d writes, the results", writes), c.points(1), []string{c.costs(1, answered...), c.costs(1, answered...)})
		if len(is.Pairings) != 2 {
			t.Fatalf("after %d writes there are the rounds %+v", writes, is.Pairings)
		}
		for i := range 2 {
			_, of := post(t, c.lobby, "people/find", fmt.Sprintf(`{"phrase":%q}`, c.phrases[i]))
			if n := len(of["tables"].([]any)); n != 2 {
				t.Errorf("after %d writes %s has %d tables", writes, names[i], n)
			}
		}
		if whole {
			if writes < 8 {
				t.Errorf("it took only %d writes", writes)
			}
			return
		}
	}
}

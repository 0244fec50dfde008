package server

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"attic/games"
	"attic/match"
	"attic/server/files"
	"attic/table"
)

// club is an evening: a tournament and its people.
type club struct {
	*testing.T
	hall      *Hall
	lobby     *httptest.Server
	phrases   []string
	id        string
	organiser string
}

// names are the people of a club, in the order of joining.
var names = []string{"Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida"}

// gathers makes a tournament with the settings, as JSON without braces, and lets n people join.
func gathers(t *testing.T, h *Hall, lobby *httptest.Server, n int, settings string) *club {
	t.Helper()
	c := &club{T: t, hall: h, lobby: lobby}
	for i := range n {
		c.arrives(i)
	}
	made := c.asks("tournaments", fmt.Sprintf(`"phrase":%q,"name":"Club evening","game":"ataxx","secret":%q,%s`, c.phrases[0], oneSecret, settings))
	c.id, c.organiser = made["tournament"].(string), made["organiser"].(string)
	for i := range n {
		c.joins(i)
	}
	return c
}

// arrives gives person i a name and a phrase. The limits for an address do not stop this, since each has another secret.
func (c *club) arrives(i int) {
	c.Helper()
	phrase, err := c.hall.Join(names[i], fmt.Sprintf("%032x", i+1), fmt.Sprint("192.0.2.", i))
	if err != nil {
		c.Fatal(err)
	}
	c.phrases = append(c.phrases, phrase)
}

// asks sends a request that must succeed; body is JSON without braces.
func (c *club) asks(path, body string) map[string]any {
	c.Helper()
	status, answer := post(c.T, c.lobby, path, "{"+body+"}")
	if status != 200 {
		c.Fatalf("%s with %s: %v", path, body, answer)
	}
	return answer
}

// fails sends a request that must fail with a code.
func (c *club) fails(code, path, body string) {
	c.Helper()
	if status, answer := post(c.T, c.lobby, path, "{"+body+"}"); answer["code"] != code || status != statuses[code] {
		c.Errorf("%s with %s: %v, want the code %s", path, body, answer, code)
	}
}

func (c *club) path(what string) string { return "tournaments/" + c.id + "/" + what }

func (c *club) joins(i int) {
	c.Helper()
	c.asks(c.path("join"), fmt.Sprintf(`"phrase":%q`, c.phrases[i]))
}

// organises sends a request of the organiser.
func (c *club) organises(what, body string) {
	c.Helper()
	c.asks(c.path(what), fmt.Sprintf(`"organiser":%q,%s`, c.organiser, body))
}

func (c *club) pairs(round int) {
	c.Helper()
	c.organises("pair", fmt.Sprintf(`"round":%d`, round))
}

// seen returns the tournament as everybody sees it.
func (c *club) seen() (t shownTournament) {
	c.Helper()
	if err := json.Unmarshal(c.reads(c.id), &t); err != nil {
		c.Fatal(err)
	}
	return t
}

func (c *club) reads(file string) []byte {
	c.Helper()
	reply, err := http.Get(c.lobby.URL + Prefix + "tournaments/" + file)
	if err != nil {
		c.Fatal(err)
	}
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	if err != nil || reply.StatusCode != 200 {
		c.Fatalf("%s: %q, %v", file, text, err)
	}
	return text
}

// again reads the tournament unless its entity tag is still tag, and returns the status and the tag now.
func (c *club) again(tag string) (int, string) {
	c.Helper()
	r, _ := http.NewRequest(http.MethodGet, c.lobby.URL+Prefix+"tournaments/"+c.id, nil)
	r.Header.Set("If-None-Match", tag)
	reply, err := http.DefaultClient.Do(r)
	if err != nil {
		c.Fatal(err)
	}
	defer reply.Body.Close()
	return reply.StatusCode, reply.Header.Get("ETag")
}

// now returns the tournament as the hall keeps it.
func (c *club) now() *tournament {
	c.Helper()
	t, err := c.hall.tournaments.get(c.id)
	if err != nil {
		c.Fatal(err)
	}
	return t
}

// comes lets the players of a board join their table, or only one of them.
func (c *club) comes(round, board int, seats ...int) *seated {
	c.Helper()
	s := c.hall.tables.get(c.seen().Pairings[round-1].Boards[board-1].Table)
	l, err := s.open()
	if err != nil {
		c.Fatal(err)
	}
	for _, seat := range seats {
		p := l.table.Player(table.Place(seat)) // the first seat has the first place
		l.table.Joined(table.Place(seat), match.KeyHash(fmt.Sprint(seat)))
		p.Met(table.Present)
		p.Close()
	}
	return s
}

// plays lets both players come, and the one in a seat resign after a move of each.
func (c *club) plays(round, board, loser int) {
	c.Helper()
	s := c.comes(round, board, 0, 1)
	l, _ := s.now()
	for seat, move := range []string{"a7-b6", "a1-b2"} {
		p := l.table.Player(table.Place(seat))
		defer p.Close()
		if err := p.Do(table.Play(move)).Err(); err != nil {
			c.Fatal(err)
		}
		if seat == 1 {
			p := l.table.Player(table.Place(loser))
			defer p.Close()
			if err := p.Do(table.Resign()).Err(); err != nil {
				c.Fatal(err)
			}
		}
	}
	s.see(l)
}

// results returns the results of a round by board.
func (c *club) results(round int) (list []string) {
	c.Helper()
	for _, b := range c.seen().Pairings[round-1].Boards {
		list = append(list, b.Result)
	}
	return list
}

func (c *club) wants(what string, got, want any) {
	c.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		c.Errorf("%s: %v, want %v", what, got, want)
	}
}

// later returns a time after the present one.
func later(d time.Duration) time.Time { return time.Now().Add(d) }

// An evening: four people and one who comes late, three rounds, a no-show, an adjourned game, and a correction before and after the next pairing.
func TestAnEvening(t *testing.T) {
	h, lobby := opened(t, t.TempDir())
	c := gathers(t, h, lobby, 4, `"clock":"5+5","rounds":3,"absent":10,"late":2,"half":true`)
	c.wants("a repeated request", c.asks("tournaments", fmt.Sprintf(`"phrase":%q,"name":"Club evening","game":"ataxx","secret":%q`, c.phrases[0], oneSecret))["organiser"], c.organiser)
	c.wants("the state", c.seen().State, "open")
	c.pairs(1)
	c.pairs(1)
	first := c.seen()
	if len(first.Pairings) != 1 || len(first.Pairings[0].Boards) != 2 || first.State != "playing" {
		t.Fatalf("after pairing twice: %+v", first)
	}

	_, tag := c.again("")
	if status, same := c.again(tag); status != http.StatusNotModified || same != tag {
		t.Errorf("an unchanged tournament is sent again: %d, %s and %s", status, tag, same)
	}

	// Each player finds the table, with the name of the tournament, and gets a link to the seat.
	for n := range 4 {
		_, is := post(t, lobby, "people/find", fmt.Sprintf(`{"phrase":%q}`, c.phrases[n]))
		tables := is["tables"].([]any)
		if len(tables) != 1 {
			t.Fatalf("%s has the tables %v", names[n], tables)
		}
		of := tables[0].(map[string]any)
		c.wants("the tournament", of["tournament"], map[string]any{"id": c.id, "name": "Club evening", "round": 1})
		seat := c.asks("people/seat", fmt.Sprintf(`"phrase":%q,"table":%q`, c.phrases[n], of["id"]))
		c.wants("the seat", seat["seat"], of["seat"])
		c.fails("begun", "withdraw", fmt.Sprintf(`"id":%q`, seat["id"]))
	}

	// One game is played; at the other board only the second player comes.
	c.plays(1, 1, 1)
	c.comes(1, 2, 1)
	conduct(h, time.Now())
	c.wants("before the time is over", c.results(1), []string{"1-0", ""})
	conduct(h, later(11*time.Minute))
	conduct(h, later(11*time.Minute))
	c.wants("after it", c.results(1), []string{"1-0", "-/+"})

	// The late-comer has half a point, and is paired.
	c.arrives(4)
	c.joins(4)
	c.organises("result", `"round":1,"board":1,"result":"0-1","note":"the names were swapped"`)
	if status, _ := c.again(tag); status != 200 {
		t.Errorf("a changed tournament is not sent: %d", status)
	}
	c.pairs(2)
	second := c.seen()
	c.wants("the byes", fmt.Sprint(second.Pairings[0].Byes), "[{5 0.5 0}]")
	if n := len(second.Pairings[1].Boards)*2 + len(second.Pairings[1].Byes); n != 5 {
		t.Errorf("%d are paired: %+v", n, second.Pairings[1])
	}
	c.arrives(5)
	c.fails("begun", c.path("join"), fmt.Sprintf(`"phrase":%q`, c.phrases[5]))

	// The first board of round 2 is adjourned; a correction after the pairing changes no pairing.
	c.plays(2, 2, 0)
	conduct(h, time.Now())
	c.organises("result", `"round":1,"board":1,"result":"1/2-1/2","note":"a draw after all"`)
	c.wants("the pairings", fmt.Sprint(c.seen().Pairings[1].Boards[0].Players), fmt.Sprint(second.Pairings[1].Boards[0].Players))
	c.pairs(3)
	c.wants("the adjourned game", c.results(2), []string{"", "0-1"})
	c.plays(2, 1, 1)
	conduct(h, time.Now())
	c.wants("and its result", c.results(2), []string{"1-0", "0-1"})
	notes := c.seen().Pairings[0].Boards[0].Notes
	if len(notes) != 2 || notes[0].Was != "1-0" || notes[1].Was != "0-1" || notes[1].Note != "a draw after all" {
		t.Errorf("the notes are %+v", notes)
	}
	total := 0.
	for _, p := range c.seen().Standings {
		total += p.Points
	}
	c.wants("all points", total, 2+.5+3+1) // two boards and half a point for the late-comer, two boards and a bye, and another bye

	for b := range c.seen().Pairings[2].Boards {
		c.plays(3, b+1, 0)
	}
	conduct(h, time.Now())
	c.wants("the state", c.seen().State, "over")
	c.fails("begun", c.path("pair"), fmt.Sprintf(`"organiser":%q,"round":4`, c.organiser))
	if n := strings.Count(string(c.reads(c.id+".pgn")), "[Result "); n != 5 {
		t.Errorf("there are %d games:\n%s", n, c.reads(c.id+".pgn"))
	}
}

// Whoever made a tournament gets a new organiser's secret, again with the same request, and the one that was stolen stops working.
func TestAStolenTournament(t *testing.T) {
	h, lobby := opened(t, t.TempDir())
	c := gathers(t, h, lobby, 2, `"rounds":1`)
	c.fails("id", c.path("organiser"), fmt.Sprintf(`"phrase":%q,"secret":%q`, c.phrases[1], otherSecret))
	stolen := c.organiser
	for range 2 {
		c.organiser = c.asks(c.path("organiser"), fmt.Sprintf(`"phrase":%q,"secret":%q`, c.phrases[0], otherSecret))["organiser"].(string)
		c.fails("id", c.path("end"), fmt.Sprintf(`"organiser":%q`, stolen))
	}
	c.pairs(1)
	c.wants("the state", c.seen().State, "playing")
}

// Each line: a request that is refused, and the code.
func TestTournamentsRefuse(t *testing.T) {
	h, lobby := opened(t, t.TempDir())
	c := gathers(t, h, lobby, 2, `"rounds":1`)
	make := func(settings string) string { return fmt.Sprintf(`"phrase":%q,%s`, c.phrases[0], settings) }
	for _, r := range []struct{ code, path, body string }{
		{"bad", "tournaments", make(`"game":"ataxx"`)},
		{"bad", "tournaments", make(`"game":"ataxx","name":"a\nb"`)},
		{"bad", "tournaments", make(`"game":"ataxx","name":"` + strings.Repeat("a", 41) + `"`)},
		{"game", "tournaments", make(`"game":"chess","name":"A"`)},
		{"game", "tournaments", make(`"game":"atommaster","name":"A"`)},
		{"game", "tournaments", make(`"game":"ataxx","name":"A","options":"blocks=zzz"`)},
		{"game", "tournaments", make(`"game":"ataxx","name":"A","clock":"soon"`)},
		{"bad", "tournaments", make(`"game":"ataxx","name":"A","kind":"knockout"`)},
		{"bad", "tournaments", make(`"game":"ataxx","name":"A","rounds":16`)},
		{"bad", "tournaments", make(`"game":"ataxx","name":"A","kind":"robin","rounds":3`)},
		{"bad", "tournaments", make(`"game":"ataxx","name":"A","late":-1`)},
		{"bad", "tournaments", make(`"game":"ataxx","name":"A","absent":-1`)},
		{"bad", "tournaments", make(`"game":"ataxx","name":"A","start":1}`[:len(`"game":"ataxx","name":"A","start":1`)])},
		{"id", "tournaments", `"game":"ataxx","name":"A","phrase":"nobody"`},
		{"id", "tournaments/nothing/join", fmt.Sprintf(`"phrase":%q`, c.phrases[0])},
		{"id", c.path("join"), `"phrase":"nobody"`},
		{"id", c.path("pair"), `"organiser":"guess","round":1`},
		{"id", c.path("pair"), `"round":1`},
		{"bad", c.path("pair"), fmt.Sprintf(`"organiser":%q,"round":2`, c.organiser)},
		{"id", c.path("result"), fmt.Sprintf(`"organiser":%q,"round":1,"board":1,"result":"1-0"`, c.organiser)},
		{"id", c.path("remove"), fmt.Sprintf(`"organiser":%q,"player":3`, c.organiser)},
	} {
		c.fails(r.code, r.path, r.body)
	}
	c.pairs(1)
	for _, r := range []struct{ code, body string }{
		{"id", `"round":1,"board":2,"result":"1-0"`},
		{"bad", `"round":1,"board":1,"result":"2-0"`},
		{"bad", `"round":1,"board":1,"result":"1-0","note":"a\nb"`},
	} {
		c.fails(r.code, c.path("result"), fmt.Sprintf(`"organiser":%q,%s`, c.organiser, r.body))
	}
	c.organises("result", `"round":1,"board":1,"result":"1-0"`)
	c.fails("bad", c.path("result"), fmt.Sprintf(`"organiser":%q,"round":1,"board":1,"result":"0-1"`, c.organiser))
	c.fails("begun", c.path("leave"), fmt.Sprintf(`"phrase":%q`, c.phrases[0])) // it is over
	text := string(c.reads(c.id + ".json"))
	tour := c.now()
	for _, secret := range []string{tour.Key, tour.Seed, c.organiser, tour.Maker, tour.Entrants[1].Hash} {
		if strings.Contains(text, secret) {
			t.Errorf("everybody can read %s", secret)
		}
	}
	for range 10 {
		post(t, lobby, c.path("end"), fmt.Sprintf(`{"organiser":"guess%d"}`, time.Now().UnixNano()))
	}
	c.fails("rate", c.path("end"), `"organiser":"another guess"`)
}

// Whoever has left, is removed, banned or has deleted everything is not paired; the games stay.
func TestPlayersWhoGo(t *testing.T) {
	h, lobby := opened(t, t.TempDir())
	c := gathers(t, h, lobby, 7, `"rounds":3`)
	c.asks(c.path("leave"), fmt.Sprintf(`"phrase":%q`, c.phrases[0]))
	c.organises("remove", `"player":2`)
	c.fails("closed", c.path("join"), fmt.Sprintf(`"phrase":%q`, c.phrases[1]))
	c.pairs(1)
	played := c.seen()
	of := played.Pairings[0].Boards[0].Players
	if err := h.Ban(played.Pairings[0].Boards[0].Table, 0, "cheating"); err != nil {
		t.Fatal(err)
	}
	c.asks("people/delete", fmt.Sprintf(`"phrase":%q`, c.phrases[of[1]-1]))
	c.joins(0)
	c.fails("closed", c.path("join"), fmt.Sprintf(`"phrase":%q`, c.phrases[of[0]-1]))
	c.pairs(2)
	now := c.seen()
	if p := now.Players[of[1]-1]; !p.Deleted || p.Name != "deleted" {
		t.Errorf("the deleted player is %+v", p)
	}
	if h.tables.get(played.Pairings[0].Boards[0].Table) == nil {
		t.Error("their game is gone")
	}
	var paired []int
	for _, b := range now.Pairings[1].Boards {
		paired = append(paired, b.Players[:]...)
	}
	for _, b := range now.Pairings[1].Byes {
		paired = append(paired, b.Player)
	}
	slices.Sort(paired)
	want := slices.DeleteFunc([]int{1, 3, 4, 5, 6, 7}, func(n int) bool { return n == of[0] || n == of[1] })
	c.wants("the second round", paired, want)
}

// A round robin starts at its time, pairs each round when the last one is over, and ends.
func TestARoundRobinRuns(t *testing.T) {
	h, lobby := opened(t, t.TempDir())
	start := later(time.Hour)
	c := gathers(t, h, lobby, 3, fmt.Sprintf(`"kind":"robin","auto":true,"start":%d`, start.Unix()))
	conduct(h, start.Add(-time.Second))
	c.wants("before the start", c.seen().State, "open")
	conduct(h, start)
	for round := 1; round <= 3; round++ {
		conduct(h, start)
		is := c.seen()
		if len(is.Pairings) != round || len(is.Pairings[round-1].Boards) != 1 || len(is.Pairings[round-1].Byes) != 1 {
			t.Fatalf("round %d: %+v", round, is.Pairings)
		}
		c.plays(round, 1, 0)
		conduct(h, start)
	}
	is := c.seen()
	c.wants("the state", is.State, "over")
	c.wants("the rounds", is.Rounds, 3)
	met := map[string]bool{}
	for _, r := range is.Pairings {
		p := r.Boards[0].Players
		slices.Sort(p[:])
		met[fmt.Sprint(p)] = true
	}
	c.wants("the pairs", len(met), 3)
	c.organises("end", `"note":""`)
	forgetTournaments(h, later(29*24*time.Hour))
	c.wants("kept", c.seen().State, "over")
	forgetTournaments(h, later(31*24*time.Hour))
	c.fails("id", c.path("join"), fmt.Sprintf(`"phrase":%q`, c.phrases[0]))
}

// A player who leaves before their first move loses by forfeit.
func TestAPlayerWhoLeavesAtOnce(t *testing.T) {
	for leaver, want := range []string{"-/+", "+/-"} {
		h, lobby := opened(t, t.TempDir())
		c := gathers(t, h, lobby, 2, `"rounds":1`)
		c.pairs(1)
		s := c.comes(1, 1, 0, 1)
		l, _ := s.now()
		p := l.table.Player(table.Place(leaver))
		defer p.Close()
		if err := p.Do(table.Resign()).Err(); err != nil {
			t.Fatal(err)
		}
		s.see(l)
		conduct(h, time.Now())
		c.wants(names[leaver]+" leaves", c.results(1), []string{want})
		c.wants("the games", len(c.reads(c.id+".pgn")), 0)
	}
}

// Neither player comes: both lose.
func TestNobodyComes(t *testing.T) {
	h, lobby := opened(t, t.TempDir())
	c := gathers(t, h, lobby, 2, `"rounds":1,"absent":5`)
	c.pairs(1)
	conduct(h, later(6*time.Minute)) // the hall has just been opened: nobody could come
	conduct(h, later(6*time.Minute))
	c.wants("after a restart", c.results(1), []string{"-/-"})
}

// The operator can remove a tournament, and offer none; those that exist go on.
func TestTheOperatorAndTournaments(t *testing.T) {
	dir := t.TempDir()
	h, lobby := opened(t, dir)
	c := gathers(t, h, lobby, 2, `"rounds":1`)
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	place, err := files.Open(dir, games.Find)
	if err != nil {
		t.Fatal(err)
	}
	h, err = Open(Config{Storage: place, Games: games.All(), Log: strict(t), NoTournaments: true})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	c.hall, c.lobby = h, httptest.NewServer(h.Handler())
	defer c.lobby.Close()
	c.fails("closed", "tournaments", fmt.Sprintf(`"phrase":%q,"game":"ataxx","name":"Another"`, c.phrases[0]))
	c.pairs(1)
	table := c.seen().Pairings[0].Boards[0].Table
	if status, text := ask(h, "POST", "/tournaments/"+c.id+"/remove"); status != 200 {
		t.Errorf("%d %s", status, text)
	}
	if status, _ := ask(h, "POST", "/tournaments/"+c.id+"/remove"); status != 404 {
		t.Errorf("again: %d", status)
	}
	c.fails("id", c.path("join"), fmt.Sprintf(`"phrase":%q`, c.phrases[0]))
	_, is := post(t, c.lobby, "people/find", fmt.Sprintf(`{"phrase":%q}`, c.phrases[0]))
	if of := is["tables"].([]any)[0].(map[string]any); of["id"] != table || of["tournament"] != nil {
		t.Errorf("the table is %v", of)
	}
}

// A damaged entry is reported, and nothing else is lost.
func TestADamagedTournament(t *testing.T) {
	dir := t.TempDir()
	h, lobby := opened(t, dir)
	c := gathers(t, h, lobby, 2, `"rounds":1`)
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	place, err := files.Open(dir, games.Find)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := place.Tournaments().Put("broken", 0, []byte(`{"id":"broken","paired":[{"boards":[{"players":[1,2]}]}]}`)); err != nil {
		t.Fatal(err)
	}
	if err := place.Close(); err != nil {
		t.Fatal(err)
	}
	if place, err = files.Open(dir, games.Find); err != nil {
		t.Fatal(err)
	}
	var log notes
	h, err = Open(Config{Storage: place, Games: games.All(), Log: slog.New(slog.NewJSONHandler(&log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	c.hall, c.lobby = h, httptest.NewServer(h.Handler())
	defer c.lobby.Close()
	if list := log.take(t); !slices.ContainsFunc(list, func(n note) bool {
		return n.Msg == "the entry of tournament broken in the list of tournaments is damaged: round 1 has a wrong player 1"
	}) {
		t.Errorf("the operator is told %v", list)
	}
	c.fails("busy", "tournaments/broken/join", fmt.Sprintf(`"phrase":%q`, c.phrases[0]))
	c.pairs(1)
	c.wants("the other one", c.seen().State, "playing")
}

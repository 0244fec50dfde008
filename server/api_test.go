package server

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"attic/games"
	"attic/server/files"
	"attic/table"
)

// strict returns a log that fails the test if a warning or an error is written to it.
func strict(t testing.TB) *slog.Logger {
	return slog.New(slog.NewTextHandler(complaints{t}, &slog.HandlerOptions{Level: slog.LevelWarn}))
}

type complaints struct{ t testing.TB }

func (c complaints) Write(text []byte) (int, error) {
	c.t.Errorf("%s", text)
	return len(text), nil
}

func openedAt(t testing.TB, dir string) *Hall {
	t.Helper()
	place, err := files.Open(dir, games.Find)
	if err != nil {
		t.Fatal(err)
	}
	h, err := Open(Config{Storage: place, Games: games.All(), Log: strict(t)})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// opened returns a hall in a folder and its lobby, which are closed at the end of the test.
func opened(t *testing.T, dir string) (*Hall, *httptest.Server) {
	t.Helper()
	h := openedAt(t, dir)
	lobby := httptest.NewServer(h.Handler())
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
		lobby.Close()
	})
	return h, lobby
}

// post sends a request, and returns its status and answer.
func post(t *testing.T, lobby *httptest.Server, path, body string, head ...string) (status int, answer map[string]any) {
	t.Helper()
	r, err := http.NewRequest("POST", lobby.URL+Prefix+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(head); i += 2 {
		r.Header.Set(head[i], head[i+1])
	}
	reply, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	if err != nil || json.Unmarshal(text, &answer) != nil {
		t.Fatalf("%s: %q, %v", path, text, err)
	}
	return reply.StatusCode, answer
}

// Each line: a request that the hall refuses, and the code of the refusal.
func TestRefusals(t *testing.T) {
	_, lobby := opened(t, t.TempDir())
	for _, c := range []struct{ clause, path, body, head, code string }{
		{"no JSON", "tables", "game=ataxx", "", "bad"},
		{"a form", "tables", `{"game":"ataxx","with":"friend"}`, "Content-Type: text/plain", "bad"},
		{"too large", "tables", `{"game":"` + strings.Repeat("a", mostAsked) + `"}`, "", "bad"},
		{"another site", "tables", `{"game":"ataxx","with":"friend"}`, "Origin: https://elsewhere.example", "origin"},
		{"a site without a name", "tables", `{"game":"ataxx","with":"friend"}`, "Origin: null", "origin"},
		{"no game", "tables", `{"game":"chess","with":"friend"}`, "", "game"},
		{"nobody", "tables", `{"game":"ataxx"}`, "", "bad"},
		{"no such option", "tables", `{"game":"ataxx","with":"friend","options":"blocks=zzz"}`, "", "game"},
		{"an option twice", "tables", `{"game":"ataxx","with":"friend","options":"blocks=x blocks=g"}`, "", "game"},
		{"a seed", "tables", `{"game":"atommaster","with":"computer","options":"#7"}`, "", "game"},
		{"a layout", "tables", `{"game":"atommaster","with":"friend","options":"hidden=abc"}`, "", "game"},
		{"no clock", "tables", `{"game":"ataxx","with":"friend","clock":"soon"}`, "", "game"},
		{"a clock against the computer", "tables", `{"game":"ataxx","with":"computer","clock":"5+5"}`, "", "game"},
		{"no level", "tables", `{"game":"ataxx","with":"computer","level":999}`, "", "game"},
		{"no table", "tables/abc/take", `{}`, "", "id"},
		{"no seat", "withdraw", `{"id":"abc"}`, "", "id"},
		{"many seats", "own", `{"ids":["` + strings.Repeat(`a","`, mostOwn) + `"]}`, "", "bad"},
	} {
		var head []string
		if name, value, ok := strings.Cut(c.head, ": "); ok {
			head = []string{name, value}
		}
		status, answer := post(t, lobby, c.path, c.body, head...)
		if answer["code"] != c.code || status != statuses[c.code] || answer["err"] == "" {
			t.Errorf("%s: %d %v, want the code %s", c.clause, status, answer, c.code)
		}
	}
	if list := listed(t, lobby); len(list.Free)+len(list.Playing) > 0 {
		t.Errorf("refused tables are there: %v", list)
	}
}

// A request for something that does not exist is answered with 404 and a line that says so.
func TestNothingThere(t *testing.T) {
	_, lobby := opened(t, t.TempDir())
	for path, why := range map[string]string{
		"ladder/chess":    `there is no game "chess" here`,
		"ladder/Ataxx":    `there is no game "Ataxx" here`,
		"games/abc.pgn":   "there is no such table; a table's games are at TABLE.pgn and TABLE.json",
		"games/ataxx.txt": "there is no such table; a table's games are at TABLE.pgn and TABLE.json",
	} {
		reply, err := http.Get(lobby.URL + Prefix + path)
		if err != nil {
			t.Fatal(err)
		}
		var answer Refusal
		err = json.NewDecoder(reply.Body).Decode(&answer)
		_ = reply.Body.Close()
		if err != nil || reply.StatusCode != http.StatusNotFound || answer != (Refusal{"id", why}) {
			t.Errorf("%s: %d %+v, %v", path, reply.StatusCode, answer, err)
		}
	}
}

func listed(t *testing.T, lobby *httptest.Server) (l lists) {
	t.Helper()
	reply, err := http.Get(lobby.URL + Prefix + "tables")
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	if err := json.NewDecoder(reply.Body).Decode(&l); err != nil {
		t.Fatal(err)
	}
	return l
}

// If many people ask for the same seat, one of them gets it, and nobody is told another person's ID.
func TestOneTakesTheSeat(t *testing.T) {
	_, lobby := opened(t, t.TempDir())
	_, made := post(t, lobby, "tables", `{"game":"atom4","with":"anybody","side":1}`)
	if made["seat"] != 1.0 || made["friend"] != nil {
		t.Fatal(made)
	}
	free := listed(t, lobby).Free
	if len(free) != 1 || free[0].ID != made["table"] || !slices.Equal(free[0].Seats, []string{"free", "person"}) {
		t.Fatal(free)
	}
	var mu sync.Mutex
	var codes []any
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			_, answer := post(t, lobby, "tables/"+free[0].ID+"/take", `{}`)
			mu.Lock()
			defer mu.Unlock()
			codes = append(codes, answer["code"])
			if id := answer["id"]; id == made["id"] || id == nil == (answer["code"] == nil) {
				t.Errorf("taking a seat: %v", answer)
			}
		})
	}
	all.Wait()
	if got := slices.Index(codes, nil); got < 0 || slices.Contains(codes[got+1:], nil) {
		t.Errorf("the seat was not given to exactly one person: %v", codes)
	}
	if free := listed(t, lobby).Free; len(free) != 0 {
		t.Errorf("still free: %v", free)
	}
}

// A person with a seat can withdraw a table until somebody moves, even after the hall was closed. After that, nothing of the table is left.
func TestWithdrawing(t *testing.T) {
	dir := t.TempDir()
	h, lobby := opened(t, dir)
	_, made := post(t, lobby, "tables", `{"game":"ataxx","with":"friend","options":"blocks=36"}`)
	own := `{"ids":["` + made["id"].(string) + `","` + made["friend"].(string) + `","nothing"]}`
	want := func(lobby *httptest.Server, gone ...bool) {
		t.Helper()
		_, answer := post(t, lobby, "own", own)
		list := answer["tables"].([]any)
		for i, g := range gone {
			of := list[i].(map[string]any)
			if of["gone"] == true != g || !g && (of["id"] != made["table"] || of["options"] != "blocks=36") {
				t.Errorf("link %d leads to %v", i, of)
			}
		}
	}
	want(lobby, false, false, true)
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	_, lobby = opened(t, dir)
	want(lobby, false, false, true)
	if status, answer := post(t, lobby, "withdraw", `{"id":"`+made["friend"].(string)+`"}`); status != 200 {
		t.Fatal(answer)
	}
	want(lobby, true, true, true)
}

// A browser that waits gets the lists immediately, and again when they change.
func TestChanges(t *testing.T) {
	_, lobby := opened(t, t.TempDir())
	reply, err := http.Get(lobby.URL + Prefix + "changes")
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	lines := bufio.NewScanner(reply.Body)
	next := func() (l lists) {
		t.Helper()
		for lines.Scan() {
			if text, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				if err := json.Unmarshal([]byte(text), &l); err != nil {
					t.Fatal(err)
				}
				return l
			}
		}
		t.Fatal("nothing came:", lines.Err())
		return l
	}
	if l := next(); len(l.Free) != 0 {
		t.Fatal(l)
	}
	post(t, lobby, "tables", `{"game":"ataxx","with":"anybody"}`)
	if l := next(); len(l.Free) != 1 || l.Free[0].Game != "ataxx" {
		t.Error(l)
	}
}

// The hall accepts everything that the lobby offers: every choice of every game.
func TestEverythingOfferedCanBeHad(t *testing.T) {
	h, _ := opened(t, t.TempDir())
	for _, of := range h.offers.about(h.self, h.deadlines.ends(), true).Games {
		g, _ := h.offers.find(of.Name)
		for _, choice := range of.Choices {
			for _, item := range choice.Items {
				text := ""
				if item.Text != "" {
					text = choice.Name + "=" + item.Text
				}
				if got, err := options(g, text); err != nil || got != text {
					t.Errorf("%s %s: %q, %v", of.Name, text, got, err)
				}
			}
		}
		for _, l := range of.Levels {
			var n int
			if err := json.Unmarshal([]byte(l.Text), &n); err != nil {
				t.Fatal(err)
			}
			if _, err := level(g, n); err != nil {
				t.Error(err)
			}
		}
	}
	for _, c := range clocks {
		if _, text, err := clock(c); text != c || err != nil {
			t.Error(err)
		}
	}
}

// The finished games of a table can be read at its address, as PGN and as JSON; a game in progress cannot.
func TestFinishedGames(t *testing.T) {
	h, lobby := opened(t, t.TempDir())
	get := func(file string) (int, string) {
		t.Helper()
		reply, err := http.Get(lobby.URL + Prefix + "games/" + file)
		if err != nil {
			t.Fatal(err)
		}
		defer reply.Body.Close()
		text, err := io.ReadAll(reply.Body)
		if err != nil {
			t.Fatal(err)
		}
		return reply.StatusCode, string(text)
	}
	_, made := post(t, lobby, "tables", `{"game":"ataxx","with":"friend","side":0,"options":"blocks=36"}`)
	id := made["table"].(string)
	first, second := h.tables.all[id].live.table.Player(table.First), h.tables.all[id].live.table.Player(table.Second)
	defer first.Close()
	defer second.Close()
	first.Met(table.Present)
	second.Met(table.Present)
	for i, a := range []table.Act{table.Play("a7-b6"), table.Play("g7-f6"), table.Play("b6-c5"), table.Resign()} {
		for _, form := range []string{".pgn", ".json"} {
			if status, text := get(id + form); status != 404 {
				t.Errorf("a game in progress: %d %q", status, text)
			}
		}
		if err := []*table.Person{first, second}[i%2].Do(a).Err(); err != nil {
			t.Fatal(err)
		}
	}
	if status, text := get(id + ".pgn"); status != 200 || !strings.Contains(text, "[Result \"1-0\"]") || !strings.Contains(text, "a7-b6") && !strings.Contains(text, "1. ") {
		t.Errorf("as PGN: %d %q", status, text)
	}
	status, text := get(id + ".json")
	var of struct{ Games []record }
	if err := json.Unmarshal([]byte(text), &of); err != nil || status != 200 || len(of.Games) != 1 {
		t.Fatalf("as JSON: %d %q, %v", status, text, err)
	}
	if g := of.Games[0]; g.ID != "ataxx blocks=36 start=yes" || g.Winner != 0 || !slices.Equal(g.Moves, []string{"a7-b6", "g7-f6", "b6-c5"}) || g.Result == "" {
		t.Errorf("as JSON: %+v", g)
	}
	for _, file := range []string{"nothing.pgn", id + ".txt", id} {
		if status, _ := get(file); status != 404 {
			t.Errorf("%s: %d", file, status)
		}
	}
}

// A table shows whether hints are allowed: in the lobby, to both players, and after a restart. Against the computer the setting has no effect.
func TestATableThatAllowsHints(t *testing.T) {
	dir := t.TempDir()
	for _, with := range []string{"anybody", "friend", "computer"} {
		for _, hints := range []bool{false, true} {
			h, lobby := opened(t, dir+with+fmt.Sprint(hints))
			_, made := post(t, lobby, "tables", fmt.Sprintf(`{"game":"ataxx","with":%q,"side":0,"hints":%v}`, with, hints))
			allowed := hints || with == "computer"
			p := process{T: t, hall: h, lobby: lobby}
			g, code := p.joins(made["id"].(string), "", false)
			if code != "" || g.hints != allowed {
				t.Errorf("with %s, hints %v: the table shows %v, %q", with, hints, g.hints, code)
			}
			_ = g.conn.Close("")
			h.tables.mu.Lock()
			s := h.tables.all[folded(made["table"].(string))]
			listed := s.shown().Hints
			h.tables.mu.Unlock()
			if listed != (hints && with != "computer") {
				t.Errorf("with %s, hints %v: the lobby shows %v", with, hints, listed)
			}
			if err := s.rest(); err != nil {
				t.Fatal(err)
			}
			l, err := s.open()
			if err != nil || l.eye.Now().Situation.Unaided == allowed {
				t.Errorf("with %s, hints %v: after a restart %+v, %v", with, hints, l.eye.Now(), err)
			}
		}
	}
}

package server

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"attic/dev/wait"
	"attic/games"
	"attic/server/files"
	"attic/table"
	"attic/table/wire"
)

// house is a hall with the keys of an owner and of an organiser.
type house struct {
	*testing.T
	hall             *Hall
	lobby            *httptest.Server
	owner, organiser string
}

// runs returns a hall that somebody runs.
func runs(t *testing.T, h *Hall, lobby *httptest.Server) *house {
	t.Helper()
	b := &house{T: t, hall: h, lobby: lobby}
	status, text := ask(h, "POST", "/owner?name=Ola")
	var made struct{ Key, Page string }
	if err := json.Unmarshal([]byte(text), &made); err != nil || status != 200 || made.Page != "/manage.html#"+made.Key {
		t.Fatalf("the first owner: %d, %s", status, text)
	}
	b.owner = made.Key
	b.organiser = b.asks(b.owner, "/link", `"name":"Orla"`)["key"].(string)
	return b
}

// does sends a request, with the members of body, and returns its status and answer.
func (b *house) does(key, act, body string) (int, map[string]any) {
	b.Helper()
	return post(b.T, b.lobby, "manage"+act, strings.TrimSuffix(fmt.Sprintf(`{"key":%q,%s`, key, body), ",")+"}")
}

func (b *house) asks(key, act, body string) map[string]any {
	b.Helper()
	status, answer := b.does(key, act, body)
	if status != 200 {
		b.Fatalf("manage%s with %s: %v", act, body, answer)
	}
	return answer
}

func (b *house) fails(code, key, act, body string) {
	b.Helper()
	if status, answer := b.does(key, act, body); answer["code"] != code || status != statuses[code] {
		b.Errorf("manage%s with %s: %v, want the code %s", act, body, answer, code)
	}
}

// Nobody runs a hall before the operator has made a link. An organiser can do everything but what belongs to owners; a withdrawn link nothing. The storage and the
// log never hold a secret, and everything survives a restart.
func TestRoles(t *testing.T) {
	dir, log := t.TempDir(), &notes{}
	place, err := files.Open(dir, games.Find)
	if err != nil {
		t.Fatal(err)
	}
	h, err := Open(Config{Storage: place, Games: games.All(), Log: slog.New(slog.NewJSONHandler(log, nil)), Address: ""})
	if err != nil {
		t.Fatal(err)
	}
	lobby := httptest.NewServer(h.Handler())
	defer lobby.Close()
	before := string(h.lobby.listing())
	none := &house{T: t, hall: h, lobby: lobby}
	none.fails("id", "", "", "")
	none.fails("id", "aaaaaaaaaaaaaaaa", "/close", "")
	if strings.Contains(written(t, dir), settingsKey) || strings.Contains(before, "notice") {
		t.Error("a hall that nobody runs keeps or shows settings")
	}

	b := runs(t, h, lobby)
	if saw := b.asks(b.organiser, "", ""); saw["owner"] != false || saw["links"] != nil {
		t.Errorf("an organiser sees %v", saw)
	}
	links := b.asks(b.owner, "", "")["links"].([]any)
	if len(links) != 2 || links[0].(map[string]any)["you"] != true || links[1].(map[string]any)["name"] != "Orla" {
		t.Fatalf("the links are %v", links)
	}
	for act, of := range acts {
		if of.owner {
			b.fails("closed", b.organiser, strings.TrimPrefix(act, "manage"), `"id":"`+links[0].(map[string]any)["id"].(string)+`","name":"Eve","owner":true`)
		}
	}
	b.asks(b.organiser, "/notice", `"text":"Tea at five"`)
	for _, wrong := range []string{`"text":"two\nlines"`, `"text":"` + strings.Repeat("a", mostNotice+1) + `"`} {
		b.fails("bad", b.organiser, "/notice", wrong)
	}
	b.fails("bad", b.owner, "/link", `"name":"two\nlines"`)
	b.fails("id", b.owner, "/withdraw", `"id":"0123"`)
	b.asks(b.owner, "/withdraw", fmt.Sprintf(`"id":%q`, links[1].(map[string]any)["id"]))
	b.fails("id", b.organiser, "/notice", `"text":"again"`)
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	for what, text := range map[string]string{"storage": written(t, dir), "log": log.text.String()} {
		if strings.Contains(text, b.owner) || strings.Contains(text, b.organiser) {
			t.Errorf("the %s holds a secret: %s", what, text)
		}
	}
	if !strings.Contains(log.text.String(), "manage/notice, with the link of Orla") {
		t.Errorf("the log does not tell who has done what: %s", log.text.String())
	}
	again, lobby2 := opened(t, dir)
	b = &house{T: t, hall: again, lobby: lobby2, owner: b.owner, organiser: b.organiser}
	if saw := b.asks(b.owner, "", ""); saw["owner"] != true || saw["notice"] != "Tea at five" {
		t.Errorf("after a restart: %v", saw)
	}
	b.fails("id", b.organiser, "", "")
}

// Wrong secrets are limited, and a right one passes nevertheless. Other sites are refused, and nothing is cached. Texts with HTML stay JSON texts.
func TestRolesAgainstStrangers(t *testing.T) {
	h, lobby := opened(t, t.TempDir())
	b := runs(t, h, lobby)
	for _, origin := range []string{"https://evil.example", "null"} {
		if status, answer := post(t, lobby, "manage/notice", fmt.Sprintf(`{"key":%q,"text":"evil"}`, b.owner), "Origin", origin); status != 403 || answer["code"] != "origin" {
			t.Errorf("from %s: %v", origin, answer)
		}
		if status, _ := post(t, lobby, "manage/export", fmt.Sprintf(`{"key":%q}`, b.owner), "Origin", origin); status != 403 {
			t.Errorf("from %s: an export", origin)
		}
	}
	for _, act := range []string{"", "/notice", "/export"} {
		for _, key := range []string{b.owner, "aaaaaaaaaaaaaaaa"} {
			reply, err := http.Post(lobby.URL+Prefix+"manage"+act, "application/json", strings.NewReader(fmt.Sprintf(`{"key":%q}`, key)))
			if err != nil {
				t.Fatal(err)
			}
			_ = reply.Body.Close()
			if reply.Header.Get("Cache-Control") != "no-store" || reply.StatusCode == 200 != (key == b.owner) {
				t.Errorf("manage%s: %d with the header %v", act, reply.StatusCode, reply.Header)
			}
		}
	}
	const evil = `<img src=x onerror=alert(1)>`
	b.asks(b.organiser, "/notice", fmt.Sprintf(`"text":%q`, evil))
	reply, err := http.Get(lobby.URL + Prefix + "tables")
	if err != nil {
		t.Fatal(err)
	}
	text, _ := io.ReadAll(reply.Body)
	_ = reply.Body.Close()
	var lists struct{ Notice string }
	if err := json.Unmarshal(text, &lists); err != nil || lists.Notice != evil || bytes.Contains(text, []byte("<img")) || reply.Header.Get("Content-Type") != "application/json" || reply.Header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("the lists with HTML are %s, with the header %v", text, reply.Header)
	}
	code := ""
	for n := range 100 {
		_, answer := b.does(fmt.Sprintf("%016d", n), "", "")
		if code = answer["code"].(string); code != "id" {
			break
		}
	}
	if code != "rate" {
		t.Errorf("a hundred guesses end with the code %q", code)
	}
	b.asks(b.owner, "", "")
}

// Those who run a hall list, close and expire tables, ban people and let them come back, and read reports.
func TestManagingTables(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		h := openedAt(t, dir)
		do := func(act string, of instruction) (any, error) { return acts["manage/"+act].do(h, of) }
		old, _ := played(t, h, "a7-b6")
		over, there := played(t, h)
		if err := there[0].Do(table.Resign()).Err(); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if err := h.Close(); err != nil {
			t.Error(err)
		}
		pass(40 * 24 * time.Hour)
		h = openedAt(t, dir)
		old, over = h.tables.get(old.id), h.tables.get(over.id)
		fresh, moves := played(t, h, "a7-b6")
		count := func(sure bool, days, want int) {
			t.Helper()
			got, err := do("expire", instruction{Days: days, Sure: sure})
			if n := got.(map[string]int)["tables"]; n != want || err != nil {
				t.Errorf("%d days: %d tables, %v, want %d", days, n, err, want)
			}
		}
		count(false, 30, 1)
		count(false, 41, 0)
		count(true, 30, 1)
		count(true, 30, 0)
		if _, e := old.now(); !strings.HasSuffix(e.Closed, "the operator of this hall has closed it: nobody had moved for 30 days") {
			t.Errorf("the old table is gone because %q", e.Closed)
		}
		if _, e := over.now(); e.Closed != "" {
			t.Error("a finished game was closed")
		}
		for _, days := range []int{0, -1, mostIdle + 1} {
			if _, err := do("expire", instruction{Days: days}); err == nil {
				t.Errorf("%d days are accepted", days)
			}
		}
		list := managedTables(h)
		if len(list) != 2 || list[0].ID != fresh.id || list[0].Moved != time.Now().Unix() || list[1].Over == "" || list[1].Moved >= list[0].Moved {
			t.Errorf("the tables are %+v", list)
		}
		if err := moves[1].Do(table.Play("a1-b2")).Err(); err != nil {
			t.Error(err)
		}
		if _, err := do("close", instruction{Table: fresh.id, Why: "spam"}); err != nil {
			t.Error(err)
		}
		if _, e := fresh.now(); !strings.HasSuffix(e.Closed, "closed it: spam") {
			t.Errorf("the table is gone because %q", e.Closed)
		}
		for _, r := range []string{"first", "<b>second</b>"} {
			pass(time.Second)
			if err := h.Report(over.id, r, "192.0.2.1"); err != nil {
				t.Fatal(err)
			}
		}
		reports := func() []readReport {
			m, err := manages(h, role{})
			if err != nil {
				t.Fatal(err)
			}
			return m.Reports
		}
		unread := reports()
		if len(unread) != 2 || unread[0].Text != "<b>second</b>" || unread[0].Read || unread[1].Read {
			t.Fatalf("the reports are %+v", unread)
		}
		if _, err := do("read", instruction{When: unread[1].When}); err != nil {
			t.Error(err)
		}
		if now := reports(); now[0].Read || !now[1].Read {
			t.Errorf("after reading the first: %+v", now)
		}
		for _, when := range []string{"", "today", "9999-01-01T00:00:00Z"} {
			if _, err := do("read", instruction{When: when}); err == nil {
				t.Errorf("reports are read until %q", when)
			}
		}
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
}

// A closed name can be opened again: then its phrase works, and the person gets the seat back.
func TestUnban(t *testing.T) {
	h, lobby := opened(t, t.TempDir())
	b := runs(t, h, lobby)
	_, ann := post(t, lobby, "people/join", `{"name":"Annabel"}`)
	_, made := post(t, lobby, "tables", fmt.Sprintf(`{"game":"ataxx","with":"friend","side":1,"phrase":%q}`, ann["phrase"]))
	b.fails("id", b.organiser, "/ban", fmt.Sprintf(`"table":%q`, made["table"]))
	b.fails("bad", b.organiser, "/ban", fmt.Sprintf(`"table":%q,"seat":1,"why":"two\nlines"`, made["table"]))
	b.asks(b.organiser, "/ban", fmt.Sprintf(`"table":%q,"seat":1,"why":"<i>rude</i>"`, made["table"]))
	find := func(want string) {
		t.Helper()
		if _, found := post(t, lobby, "people/find", fmt.Sprintf(`{"phrase":%q}`, ann["phrase"])); fmt.Sprint(found["code"]) != want {
			t.Errorf("the phrase leads to %v, want %s", found, want)
		}
	}
	find("closed")
	ban := b.asks(b.organiser, "", "")["bans"].([]any)[0].(map[string]any)
	if ban["name"] != "Annabel" || ban["why"] != "<i>rude</i>" {
		t.Errorf("the closed names are %v", ban)
	}
	b.fails("id", b.organiser, "/unban", `"id":"0123"`)
	b.asks(b.organiser, "/unban", fmt.Sprintf(`"id":%q`, ban["id"]))
	find("<nil>")
	if _, seat := post(t, lobby, "people/seat", fmt.Sprintf(`{"phrase":%q,"table":%q}`, ann["phrase"], made["table"])); seat["seat"] != 1. {
		t.Errorf("the seat is %v", seat)
	}
	if bans := b.asks(b.owner, "", "")["bans"].([]any); len(bans) != 0 {
		t.Errorf("still closed: %v", bans)
	}
}

// says sends a line of chat, or another act with a text, and returns the answer.
func (g guest) says(do table.Verb, text string) wire.Answer {
	g.Helper()
	g.sends(wire.Act{ID: wire.NewAct(), Do: string(do), Text: text, Seat: 0})
	return hears[wire.Answer](g)
}

// At a hall without chat every line is refused, at open tables too, until chat is allowed again. New connections learn that there is no chat.
func TestNoChat(t *testing.T) {
	h, lobby := opened(t, t.TempDir())
	b := runs(t, h, lobby)
	p := process{T: t, hall: h, lobby: lobby}
	_, made := post(t, lobby, "tables", `{"game":"ataxx","with":"friend","side":0}`)
	chats := func(made map[string]any) (is bool) {
		t.Helper()
		for {
			g, m, no, err := p.tries(made["table"].(string), "", true)
			if err == nil && no.Code == "" {
				_ = g.conn.Close("")
				return m.Chat
			}
		}
	}
	chat := func(want bool) {
		t.Helper()
		wait.Until(t, fmt.Sprint("chat: ", want), func() (any, bool) { is := chats(made); return is, is == want })
	}
	chat(true)
	h.people.mu.Lock()
	h.people.settings.Quiet = true // as if another process had just changed it: the table is still open
	h.people.mu.Unlock()
	ann, code := p.joins(made["id"].(string), "", false)
	if a := ann.says(table.Say("").Verb, "hello"); code != "" || a.Err != "chat is turned off at this hall" {
		t.Errorf("the answer at an open table is %q, %+v", code, a)
	}
	_ = ann.conn.Close("")
	h.people.mu.Lock()
	h.people.settings.Quiet = false
	h.people.mu.Unlock()
	b.asks(b.owner, "/settings", `"quiet":true`)
	chat(false)
	b.asks(b.owner, "/settings", `"quiet":false`)
	chat(true)
	b.asks(b.owner, "/settings", `"quiet":true`)
	_, other := post(t, lobby, "tables", `{"game":"ataxx","with":"friend","side":0}`)
	if chats(other) {
		t.Error("a new table has chat")
	}
}

// With a list of names nobody can take another name, not even one that looks the same, in the lobby or at a table. Names from before stay.
func TestNamesFromAList(t *testing.T) {
	h, lobby := opened(t, t.TempDir())
	b := runs(t, h, lobby)
	join := func(name string) map[string]any {
		t.Helper()
		_, answer := post(t, lobby, "people/join", fmt.Sprintf(`{"name":%q}`, name))
		return answer
	}
	zoe := join("Zoe")
	for _, wrong := range []string{`["Ann","ANN"]`, `["Ann","Аnn"]`, `["Tim","Tirn"]`, `[""]`, `["` + strings.Repeat("a", 21) + `"]`, `["a\nb"]`, `["Al (bot)"]`} {
		b.fails("bad", b.owner, "/settings", `"names":`+wrong)
	}
	many := make([]string, mostListed+1)
	for i := range many {
		many[i] = fmt.Sprint("name ", i)
	}
	text, _ := json.Marshal(many)
	b.fails("bad", b.owner, "/settings", `"names":`+string(text))
	text, _ = json.Marshal(many[:mostListed])
	b.asks(b.owner, "/settings", `"names":`+string(text))
	b.asks(b.owner, "/settings", `"names":["Ann","Ben"]`)

	for _, name := range []string{"Cid", "ann", "Аnn", "Ann*", "A nn", "zoe"} {
		if answer := join(name); answer["err"] != errUnlisted.Why && answer["code"] != "taken" {
			t.Errorf("the name %q: %v", name, answer)
		}
	}
	ann := join("Ann")
	rename := func(phrase any, name string) string {
		t.Helper()
		_, answer := post(t, lobby, "people/rename", fmt.Sprintf(`{"phrase":%q,"name":%q}`, phrase, name))
		return fmt.Sprint(answer["code"])
	}
	for _, c := range [][2]string{{"Cid", "bad"}, {"Zoe", "<nil>"}, {"Ann", "taken"}, {"Ben", "<nil>"}, {"Zoe", "bad"}} {
		if got := rename(zoe["phrase"], c[0]); got != c[1] {
			t.Errorf("renaming to %s: %s, want %s", c[0], got, c[1])
		}
	}
	// At a table: a name in the join or in an act does not count, and that of the person stays.
	_, made := post(t, lobby, "tables", fmt.Sprintf(`{"game":"ataxx","with":"friend","side":0,"phrase":%q}`, ann["phrase"]))
	theirs, mine := wire.Pipe("localhost")
	go h.Serve(theirs)
	t.Cleanup(func() { _ = mine.Close("") })
	g := guest{t, mine, "", 0, false}
	g.sends(wire.Join{V: wire.Version, ID: made["friend"].(string), Name: "Ann"})
	if m, no, err := g.admitted(); err != nil || no.Code != "" || strings.Count(fmt.Sprint(m.Names), "Ann") > 1 {
		t.Errorf("joining under a name: %+v, %+v, %v", m.Names, no, err)
	}
	g.sends(wire.Act{ID: wire.NewAct(), Do: string(table.Name(0, "").Verb), Text: "Ben", Seat: 1})
	if a := hears[wire.Answer](g); !strings.Contains(a.Err, "only the names in its list") {
		t.Errorf("taking a name at a table: %+v", a)
	}
	s, _ := h.at(made["table"].(string))
	l, _ := s.now()
	if now := l.eye.Now(); now.Players[0].Name != "Ann" || now.Players[1].Name != "" {
		t.Errorf("the players are %+v", now.Players)
	}
	b.asks(b.owner, "/settings", `"names":[]`)
	if answer := join("Cid"); answer["phrase"] == nil {
		t.Errorf("without a list: %v", answer)
	}
}

// A link made in one process works in the other at once, a withdrawn one in neither, and both follow the same settings.
func TestRolesInSeveralProcesses(t *testing.T) {
	list := processes(t, 2)
	one := runs(t, list[0].hall, list[0].lobby)
	two := &house{T: t, hall: list[1].hall, lobby: list[1].lobby}
	if saw := two.asks(one.organiser, "", ""); saw["owner"] != false {
		t.Errorf("the other process says %v", saw)
	}
	fresh := one.asks(one.owner, "/link", `"name":"Pat","owner":true`)["key"].(string)
	_, made := post(t, list[0].lobby, "tables", `{"game":"ataxx","with":"friend","side":0}`)
	ann, _ := list[0].joins(made["id"].(string), "", false)
	defer func() { _ = ann.conn.Close("") }()
	two.asks(fresh, "/settings", `"quiet":true,"names":["Ann"]`)
	one.asks(one.owner, "/notice", `"text":"hello"`)
	list[0].until("the settings of both", func(h *Hall) bool {
		s := h.people.decided()
		return s.Quiet && s.Notice == "hello" && len(s.Roles) == 3
	})
	if s, _ := list[0].hall.at(made["table"].(string)); s != nil {
		wait.Until(t, "a table without chat, opened again or put away", func() (any, bool) { l, _ := s.now(); return l, l == nil || !l.eye.Now().Situation.Chat })
	}
	list[1].until("the notice in the other lobby", func(h *Hall) bool { return h.people.decided().Notice == "hello" })
	links := two.asks(fresh, "", "")["links"].([]any)
	two.asks(fresh, "/withdraw", fmt.Sprintf(`"id":%q`, links[1].(map[string]any)["id"]))
	one.fails("id", one.organiser, "/notice", `"text":"evil"`)
}

// Settings that a damaged disk has changed forbid what they may have forbidden, and the operator is told.
func TestDamagedSettings(t *testing.T) {
	dir := t.TempDir()
	h := openedAt(t, dir)
	if _, err := acts["manage/settings"].do(h, instruction{Names: []string{"Ann"}}); err != nil {
		t.Fatal(err)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "people")
	text, err := os.ReadFile(path)
	if err != nil || os.WriteFile(path, bytes.Replace(text, []byte("Ann"), []byte("Amn"), 1), 0o600) != nil {
		t.Fatal(err)
	}
	var faults []string
	stock, err := files.OpenStock(dir, games.Find, false)
	if err != nil {
		t.Fatal(err)
	}
	Check(stock, games.Find, func(f Fault) { faults = append(faults, f.String()) })
	if !slices.Contains(faults, "the settings of the hall in the list of people cannot be read") {
		t.Errorf("the faults are %q", faults)
	}
	place, err := files.Open(dir, games.Find)
	if err != nil {
		t.Fatal(err)
	}
	log := &notes{}
	h, err = Open(Config{Storage: place, Games: games.All(), Log: slog.New(slog.NewJSONHandler(log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Join("Bob", "", "192.0.2.1"); err != errUnlisted {
		t.Errorf("somebody takes a name: %v", err)
	}
	if is := h.people.decided(); !is.Quiet || !strings.Contains(log.text.String(), "the settings of the hall in the list of people are damaged") {
		t.Errorf("the settings are %+v, the log %s", is, log.text.String())
	}
	if _, err := acts["manage/notice"].do(h, instruction{Text: "hello"}); err == nil {
		t.Error("damaged settings are replaced")
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
}

// Whoever runs the hall is an organiser of every tournament, and may be the only one who makes any. The export has everything.
func TestRolesInTournaments(t *testing.T) {
	h, lobby := opened(t, t.TempDir())
	c := gathers(t, h, lobby, 2, `"clock":"5+5","rounds":1`)
	b := runs(t, h, lobby)
	c.fails("id", c.path("pair"), `"organiser":"aaaaaaaaaaaaaaaa","round":1`)
	c.asks(c.path("pair"), fmt.Sprintf(`"organiser":%q,"round":1`, b.organiser))
	c.plays(1, 1, 0)
	c.asks(c.path("result"), fmt.Sprintf(`"organiser":%q,"round":1,"board":1,"result":"1-0"`, b.organiser))
	b.asks(b.owner, "/settings", `"cups":true`)
	made := func(more string) string {
		_, answer := post(t, lobby, "tournaments", fmt.Sprintf(`{"phrase":%q,"name":"Another","game":"ataxx"%s}`, c.phrases[0], more))
		return fmt.Sprint(answer["code"])
	}
	about := func() any {
		reply, err := http.Get(lobby.URL + Prefix + "about")
		if err != nil {
			t.Fatal(err)
		}
		defer reply.Body.Close()
		var offers map[string]any
		if err := json.NewDecoder(reply.Body).Decode(&offers); err != nil {
			t.Fatal(err)
		}
		return offers["tournaments"]
	}
	c.wants("whether people can make tournaments", about(), nil)
	c.wants("a person's own tournament", made(""), "closed")
	c.wants("an organiser's", made(fmt.Sprintf(`,"organiser":%q`, b.organiser)), "<nil>")

	deal, err := h.Make(Wish{Game: "atommaster", With: Computer, Level: -1}, "192.0.2.9")
	if err != nil {
		t.Fatal(err)
	}
	s, _ := h.at(deal.Table)
	plays(t, s, table.Resign())
	var archive *zip.Reader
	wait.Until(t, "the game is listed as ended", func() (any, bool) {
		packed, err := base64.StdEncoding.DecodeString(b.asks(b.organiser, "/export", "")["zip"].(string))
		if err != nil {
			t.Fatal(err)
		}
		if archive, err = zip.NewReader(bytes.NewReader(packed), int64(len(packed))); err != nil {
			t.Fatal(err)
		}
		list, err := fs.ReadFile(archive, "games.json")
		return string(list), err == nil && strings.Contains(string(list), "atommaster")
	})
	want := map[string]string{"games.pgn": `[White "`, "games.json": `"game":"atommaster"`, "tournaments.json": `"name":"Club evening"`, "ladders.json": `"ataxx":[`}
	for _, f := range archive.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil || !strings.Contains(string(text), want[f.Name]) || want[f.Name] == "" {
			t.Errorf("%s: %.300s, %v, want %q", f.Name, text, err, want[f.Name])
		}
		delete(want, f.Name)
	}
	if len(want) > 0 {
		t.Errorf("missing: %v", want)
	}
	b.asks(b.organiser, "/remove", fmt.Sprintf(`"id":%q`, c.id))
	b.fails("id", b.organiser, "/remove", fmt.Sprintf(`"id":%q`, c.id))
}

// Browsers that wait learn of a new notice and of its end, and nothing else is sent.
func TestNotice(t *testing.T) {
	h, lobby := opened(t, t.TempDir())
	next := follows(t, lobby)
	if _, text := next(); strings.Contains(text, "notice") {
		t.Errorf("without a notice: %s", text)
	}
	for _, notice := range []string{"Tea at five", ""} {
		if _, err := acts["manage/notice"].do(h, instruction{Text: notice}); err != nil {
			t.Fatal(err)
		}
		if _, text := next(); !strings.HasSuffix(text, fmt.Sprintf(`,"notice":%q}`, notice)) {
			t.Errorf("after %q: %s", notice, text)
		}
	}
}

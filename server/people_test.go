package server

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"attic/table"
)

// written returns everything that a hall keeps, in one text.
func written(t *testing.T, dir string) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		all.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

// A phrase leads to its games from any device, even after a restart of the hall. Names are in no journal; phrases and addresses are stored nowhere.
func TestAPhraseFindsGames(t *testing.T) {
	dir := t.TempDir()
	h, lobby := opened(t, dir)
	_, ann := post(t, lobby, "people/join", `{"name":"Annabel"}`)
	phrase := ann["phrase"].(string)
	if !regexp.MustCompile(`^([a-z2-7]{4}-){6}[a-z2-7]{4}$`).MatchString(phrase) {
		t.Fatal(phrase)
	}
	_, made := post(t, lobby, "tables", `{"game":"ataxx","with":"anybody","side":0,"phrase":"`+phrase+`"}`)
	if free := listed(t, lobby).Free; len(free) != 1 || free[0].Names[0] != "Annabel" {
		t.Fatal(free)
	}
	_, zoe := post(t, lobby, "people/join", `{"name":"Zoe Zed"}`)
	_, took := post(t, lobby, "tables/"+made["table"].(string)+"/take", `{"phrase":"`+zoe["phrase"].(string)+`"}`)
	if took["seat"] != 1.0 {
		t.Fatal(took)
	}
	s := h.tables.all[made["table"].(string)]
	if got := s.live.eye.Now().Players; got[0].Name != "Annabel" || got[1].Name != "Zoe Zed" {
		t.Errorf("at the table sit %v", got)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	h, lobby = opened(t, dir)
	_, answer := post(t, lobby, "people/find", `{"phrase":"`+strings.ToUpper(strings.ReplaceAll(phrase, "-", " "))+`"}`)
	tables, _ := answer["tables"].([]any)
	if answer["name"] != "Annabel" || len(tables) != 1 || tables[0].(map[string]any)["id"] != made["table"] {
		t.Fatal(answer)
	}
	_, again := post(t, lobby, "people/seat", `{"phrase":"`+phrase+`","table":"`+made["table"].(string)+`"}`)
	if again["id"] == made["id"] || again["seat"] != made["seat"] {
		t.Errorf("another link to the seat: %v", again)
	}
	if _, answer := post(t, lobby, "own", `{"ids":["`+made["id"].(string)+`"]}`); answer["tables"].([]any)[0].(map[string]any)["gone"] != true {
		t.Errorf("the earlier link leads to %v", answer)
	}
	s = h.tables.all[made["table"].(string)]
	if got := s.live.eye.Now().Players; got[0].Name != "Annabel" || got[1].Name != "Zoe Zed" {
		t.Errorf("after a restart at the table sit %v", got)
	}
	journals := written(t, filepath.Join(dir, "games"))
	for _, secret := range []string{"Annabel", "Zoe Zed"} {
		if strings.Contains(journals, secret) {
			t.Errorf("a journal holds the name %s", secret)
		}
	}
	all := written(t, dir)
	for _, secret := range []string{phrase, strings.ReplaceAll(phrase, "-", ""), "127.0.0.1"} {
		if strings.Contains(all, secret) {
			t.Errorf("the folder holds %s", secret)
		}
	}
}

// After a deletion, nothing of a name is left. The games stay for the other players, and are removed when all players have been deleted.
func TestDeletingEverything(t *testing.T) {
	dir := t.TempDir()
	h, lobby := opened(t, dir)
	join := func(name string) string {
		_, answer := post(t, lobby, "people/join", `{"name":"`+name+`"}`)
		return answer["phrase"].(string)
	}
	ann, zoe := join("Annabel"), join("Zoe Zed")
	_, two := post(t, lobby, "tables", `{"game":"ataxx","with":"anybody","phrase":"`+ann+`"}`)
	post(t, lobby, "tables/"+two["table"].(string)+"/take", `{"phrase":"`+zoe+`"}`)
	_, one := post(t, lobby, "tables", `{"game":"atom4","with":"computer","phrase":"`+ann+`"}`)
	if status, _ := post(t, lobby, "people/rename", `{"phrase":"`+ann+`","name":"Bell"}`); status != 200 {
		t.Fatal(status)
	}
	if text := written(t, dir); strings.Contains(text, "Annabel") || !strings.Contains(text, "Bell") {
		t.Error("the earlier name is still there, or the new one is not")
	}
	if status, _ := post(t, lobby, "people/delete", `{"phrase":"`+ann+`"}`); status != 200 {
		t.Fatal(status)
	}
	if _, answer := post(t, lobby, "people/find", `{"phrase":"`+ann+`"}`); answer["code"] != "id" {
		t.Error(answer)
	}
	if text := written(t, dir); strings.Contains(text, "Bell") || strings.Contains(text, phraseHash(ann)) {
		t.Error("something is left of a person who deleted everything")
	}
	if h.tables.all[one["table"].(string)] != nil || h.tables.all[two["table"].(string)] == nil {
		t.Error("the game against the computer is left, or the other is not")
	}
	if status, _ := post(t, lobby, "people/delete", `{"phrase":"`+zoe+`"}`); status != 200 {
		t.Fatal(status)
	}
	if len(h.tables.all) > 0 {
		t.Errorf("tables are left: %v", h.tables.all)
	}
	if text := written(t, filepath.Join(dir, "games")); text != "" {
		t.Errorf("of the games is left %q", text)
	}
}

// If a kill comes between the deletion of a person and that of the earlier lines, no name is left: the next start removes the lines.
func TestAKillLeavesNoName(t *testing.T) {
	dir := t.TempDir()
	err := os.WriteFile(filepath.Join(dir, "people"), []byte(`{"hash":"a","name":"Annabel"}
{"hash":"b","name":"Zoe Zed"}
{"hash":"a","name":"","gone":true}
{"hash":"b","name":"Zed"}
`), 0o600)
	if err != nil {
		t.Fatal(err)
	}
	opened(t, dir)
	if text := written(t, dir); strings.Contains(text, "Annabel") || strings.Contains(text, "Zoe") || !strings.Contains(text, `"Zed"`) {
		t.Errorf("after the start the folder holds %q", text)
	}
}

// Changes of a person rewrite the list of people, so their rate is limited.
func TestChangesHaveARate(t *testing.T) {
	h, lobby := opened(t, t.TempDir())
	h.guards.makes.JoinRate = table.Rate{Burst: 3}
	_, ann := post(t, lobby, "people/join", `{"name":"Annabel"}`)
	who := `{"phrase":"` + ann["phrase"].(string) + `","name":"Bell"}`
	for i, path := range []string{"rename", "rate", "rename", "rate", "seat", "delete"} {
		want := any("rate")
		if i < 2 {
			want = nil
		}
		if _, answer := post(t, lobby, "people/"+path, who); answer["code"] != want {
			t.Errorf("change %d, %s: %v, want the code %v", i, path, answer, want)
		}
	}
	if _, answer := post(t, lobby, "people/find", who); answer["name"] != "Bell" {
		t.Errorf("after too many changes the phrase finds %v", answer)
	}
}

func TestTheOperator(t *testing.T) {
	h, lobby := opened(t, t.TempDir())
	admin := httptest.NewServer(h.Admin("secret"))
	defer admin.Close()
	ask := func(method, path string, head ...string) (status int, answer string) {
		t.Helper()
		r, err := http.NewRequest(method, admin.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer secret")
		if len(head) > 0 {
			r.Host = head[0]
		}
		if len(head) > 1 {
			r.Header.Set("Origin", head[1])
		}
		reply, err := http.DefaultClient.Do(r)
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
	_, ann := post(t, lobby, "people/join", `{"name":"Annabel"}`)
	phrase := ann["phrase"].(string)
	_, made := post(t, lobby, "tables", `{"game":"ataxx","with":"friend","side":0,"phrase":"`+phrase+`"}`)
	id := made["table"].(string)
	for body, code := range map[string]any{
		`{"table":"` + id + `","text":"They do not move."}`:                nil,
		`{"table":"` + id + `","text":""}`:                                 "bad",
		`{"table":"` + id + `","text":"two\nlines"}`:                       "bad",
		`{"table":"` + id + `","text":"` + strings.Repeat("a", 201) + `"}`: "bad",
		`{"table":"nothing","text":"They do not move."}`:                   "id",
	} {
		if _, answer := post(t, lobby, "report", body); answer["code"] != code {
			t.Errorf("%s: %v, want the code %v", body, answer, code)
		}
	}
	if status, text := ask("GET", "/reports"); status != 200 || !strings.Contains(text, "They do not move.") || strings.Count(text, "\n") != 1 {
		t.Errorf("the reports are %d %q", status, text)
	}
	for _, head := range [][]string{{"games.example"}, {"127.0.0.1:80", "https://elsewhere.example"}} {
		if status, _ := ask("POST", "/tables/"+id+"/close", head...); status != http.StatusForbidden {
			t.Errorf("a request from a browser, %v: %d", head, status)
		}
	}
	if status, text := ask("POST", "/tables/"+id+"/seats/0/ban"); status != 200 {
		t.Fatal(text)
	}
	if _, answer := post(t, lobby, "people/find", `{"phrase":"`+phrase+`"}`); answer["code"] != "closed" {
		t.Errorf("a banned phrase finds %v", answer)
	}
	if _, answer := post(t, lobby, "own", `{"ids":["`+made["id"].(string)+`","`+made["friend"].(string)+`"]}`); answer["tables"].([]any)[0].(map[string]any)["gone"] != true || answer["tables"].([]any)[1].(map[string]any)["gone"] != nil {
		t.Errorf("after a ban the links lead to %v", answer)
	}
	if status, text := ask("GET", "/tables"); status != 200 || !strings.Contains(text, id) {
		t.Errorf("the tables are %d %q", status, text)
	}
	if status, text := ask("POST", "/tables/"+id+"/close"); status != 200 {
		t.Fatal(text)
	}
	if status, text := ask("GET", "/tables"); status != 200 || text != "" {
		t.Errorf("the tables are %d %q", status, text)
	}
	if status, text := ask("GET", "/status?collect=1"); status != 200 || !strings.Contains(text, `"tables":0`) {
		t.Errorf("the status is %d %q", status, text)
	}
	for _, path := range []string{"/tables/" + id + "/close", "/tables/" + id + "/seats/0/ban", "/tables/" + id + "/seats/first/ban"} {
		if status, _ := ask("POST", path); status != http.StatusNotFound {
			t.Errorf("%s: %d", path, status)
		}
	}
}

// People who have been absent for a long time and have no game here are forgotten, sooner if they have never taken a seat. People who have a game, or
// come back in time, are not forgotten.
func TestWhoIsForgotten(t *testing.T) {
	dir := t.TempDir()
	h, lobby := opened(t, dir)
	days := map[string]int64{"Stranger": strangeDays + 1, "Late": strangeDays - 1, "Guest": lapseDays + 1, "Player": lapseDays + 1, "Back": lapseDays + 1, "Earlier": 0}
	phrases := map[string]string{}
	for name, ago := range days {
		_, answer := post(t, lobby, "people/join", `{"name":"`+name+`"}`)
		phrases[name] = answer["phrase"].(string)
		if name != "Stranger" && name != "Late" {
			_, made := post(t, lobby, "tables", `{"game":"ataxx","with":"friend","phrase":"`+phrases[name]+`"}`)
			if name != "Player" {
				post(t, lobby, "withdraw", `{"id":"`+made["id"].(string)+`"}`)
			}
		}
		h.people.mu.Lock()
		p := h.people.all[phraseHash(phrases[name])]
		if p.Seen = today() - ago; name == "Earlier" {
			p.Seen = 0
		}
		h.people.all[p.Hash] = p
		h.people.mu.Unlock()
	}
	if _, found := post(t, lobby, "people/find", `{"phrase":"`+phrases["Back"]+`"}`); found["name"] != "Back" {
		t.Error(found)
	}
	h.lapse()
	for name := range days {
		_, found := post(t, lobby, "people/find", `{"phrase":"`+phrases[name]+`"}`)
		if gone := name == "Stranger" || name == "Guest"; found["code"] == "id" != gone || strings.Contains(written(t, dir), name) == gone {
			t.Errorf("%s: %v", name, found)
		}
	}
}

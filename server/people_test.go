package server

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
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

// A phrase leads to its games from any device, after the hall was closed too; names are in no journal, and phrases and addresses nowhere.
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
	s := h.all[made["table"].(string)]
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
	s = h.all[made["table"].(string)]
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

// Deleting leaves nothing of a name; the games stay with the others, and go when all have deleted theirs.
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
	if h.all[one["table"].(string)] != nil || h.all[two["table"].(string)] == nil {
		t.Error("the game against the computer is left, or the other is not")
	}
	if status, _ := post(t, lobby, "people/delete", `{"phrase":"`+zoe+`"}`); status != 200 {
		t.Fatal(status)
	}
	if len(h.all) > 0 {
		t.Errorf("tables are left: %v", h.all)
	}
	if text := written(t, filepath.Join(dir, "games")); text != "" {
		t.Errorf("of the games is left %q", text)
	}
}

package online

import (
	"slices"
	"strings"
	"testing"

	"attic/games"
	"attic/match/store"
)

// join makes a person at the hall, and returns the phrase.
func join(t *testing.T, place, name string) string {
	t.Helper()
	hall, err := Dial(t.Context(), place, store.Open("", games.Find).Profile)
	must(t, err)
	var is struct{ Phrase string }
	must(t, hall.ask(t.Context(), "people/join", map[string]string{"name": name}, &is))
	return is.Phrase
}

// named lets a person enter a recovery phrase.
func (p person) named(phrase, name string) {
	p.t.Helper()
	p.choose("You")
	p.until("the form", func() bool { return p.desk.Form.Title == "You" })
	p.desk.Paste(phrase)
	p.desk.Key("enter")
	p.shows("You", name)
}

// shows waits until a row of the list has a state.
func (p person) shows(title, state string) {
	p.t.Helper()
	p.until(title+": "+state, func() bool {
		for _, f := range p.desk.Form.Fields {
			for _, r := range f.Rows {
				if r.Title == title && r.State == state {
					return true
				}
			}
		}
		return false
	})
}

// A person with a name challenges another by name, who declines once and accepts once. The phrase is kept for this hall only.
func TestAChallengeByName(t *testing.T) {
	place := opened(t)
	folder := store.Open(t.TempDir(), games.Find)
	ann, bo := sits(t, store.Open(t.TempDir(), games.Find)), sits(t, folder)
	phrases := map[string]string{"Ann": join(t, place, "Ann"), "Bo": join(t, place, "Bo")}
	for _, p := range []person{ann, bo} {
		p.online()
		p.desk.Paste(place)
		p.desk.Key("enter")
	}
	ann.choose("You")
	ann.until("the form", func() bool { return ann.desk.Form.Title == "You" })
	ann.desk.Paste("wrong")
	ann.desk.Key("enter")
	ann.until("a refusal", func() bool { return strings.Contains(ann.desk.Form.Message(), "does not know this recovery") })
	ann.named(phrases["Ann"], "Ann")
	bo.named(phrases["Bo"], "Bo")
	challenge := func() {
		t.Helper()
		ann.choose("Ataxx: new table")
		ann.until("the form", func() bool { return len(ann.desk.Form.Fields) == 5 })
		ann.desk.Form.Fields[0].At = 2
		if ann.desk.Key("enter"); !strings.Contains(ann.desk.Form.Message(), "name of the person whom") {
			t.Errorf("without a name: %q", ann.desk.Form.Message())
		}
		ann.desk.Form.Focus = 4
		ann.desk.Paste("bo")
		ann.desk.Key("enter")
	}
	challenge()
	ann.seated()
	bo.choose("Ataxx: a challenge")
	bo.until("the form", func() bool {
		return bo.desk.Form.Title == "Ataxx: a challenge" && strings.Contains(bo.desk.Form.Hint, "Ann")
	})
	bo.desk.Key("right") // decline
	bo.desk.Key("enter")
	bo.until("no challenge", func() bool { return !slices.Contains(bo.rows(), "Ataxx: a challenge") })
	must(t, bo.desk.Close()) // the program ends
	bo = sits(t, folder)
	bo.online()
	bo.shows("You", "Bo")
	ann = sits(t, store.Open(t.TempDir(), games.Find))
	ann.desk.Set(func(s *store.Settings) { s.Hall = "http://" + place })
	ann.online()
	ann.named(phrases["Ann"], "Ann")
	challenge()
	ann.seated()
	hall, err := Dial(t.Context(), place, folder.Profile)
	must(t, err)
	lines, err := hall.Lines(t.Context(), games.All(), nil)
	must(t, err)
	if len(lines) != 1 || !strings.HasPrefix(lines[0], "Ataxx: a challenge, no clock, Ann – ") && !strings.HasPrefix(lines[0], "Ataxx: a challenge, no clock, Red – Ann: attic online --take ") {
		t.Errorf("line by line it is %q", lines)
	}
	bo.choose("Ataxx: a challenge")
	bo.until("the form", func() bool { return bo.desk.Form.Title == "Ataxx: a challenge" })
	bo.desk.Key("enter")
	bo.seated()
	bo.until("her name", func() bool {
		now := bo.desk.Play.Now
		return now.Players[1-now.Seat].Name == "Ann"
	})
	phone := sits(t, store.Open(t.TempDir(), games.Find)) // her game goes on on another device
	phone.desk.Set(func(s *store.Settings) { s.Hall = "http://" + place })
	phone.online()
	phone.named(phrases["Ann"], "Ann")
	phone.choose("Ataxx: play here")
	phone.seated()
}

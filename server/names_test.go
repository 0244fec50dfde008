package server

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"attic/dev/jettest"
	"attic/games"
	"attic/server/jet"
	"attic/server/keep"
	"attic/table/wire"
)

// Each line: names that look alike, and a name that looks different.
func TestLooks(t *testing.T) {
	for _, list := range [][]string{
		{"Ann", "ann", "ANN", "A n n", "Ann.", "Ａｎｎ", "Аnn", "Αnn", "Ánn", "A\u00adnn", "𝐀𝐧𝐧", "ᴀɴɴ", "Ꭺnn", "ꓮnn", "Aոn", "Aռռ", "𝒜𝓃𝓃", "𝙰𝚗𝚗", "ⒶⓃⓃ", "Anna"},
		{"Wolf", "ᴡᴏʟꜰ", "ꮤolf", "ᎳᎾlf", "Wօlf", "ԝⲟlf", "Ｗｏｌｆ", "𝔚𝔬𝔩𝔣", "ɯolf", "Wolff"},
		{"Becker", "ʙᴇᴄᴋᴇʀ", "ᏼꭼꮯꮶꭼꮢ", "ꓐꓰꓚꓗꓰꓣ", "Вескег", "Ɓɇƈƙɇɍ", "Beckers"},
		{"Bill", "BILL", "Bi1l", "B|ll", "ВІll", "Bell"},
		{"Burn", "Bum", "Bun"},
		{"Zoe", "Zoë", "Ζoe", "zоe", "Z0e", "Zoo"},
		{"Straße", "STRAßE", "Strase"},
		{"Мария", "МАРИЯ", "Мария!", "Марина"},
		{"山田", "山 田", "山本"},
		{"!!!", "!!!", "??"},
		{"Ann 2", "Ann2", "Ann 3"},
	} {
		for i, name := range list[1:] {
			if same := lookOf(name) == lookOf(list[0]); same != (i < len(list)-2) {
				t.Errorf("%q is %q, %q is %q", list[0], lookOf(list[0]), name, lookOf(name))
			}
		}
	}
}

// A name whose entry is damaged stays taken in every process until the operator removes the entry.
func TestADamagedName(t *testing.T) {
	url := jettest.Node(t)
	var list []*Hall
	opens := func() {
		place, err := jet.Dial(jet.Config{Find: games.Find, URLs: url, Replicas: 1})
		if err != nil {
			t.Fatal(err)
		}
		h, err := Open(Config{Storage: place, Games: games.All()})
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, h)
		t.Cleanup(func() { _ = h.Close() })
	}
	opens()
	phrase, err := list[0].Join("Annabel", "", "192.0.2.1")
	if err != nil {
		t.Fatal(err)
	}
	hash, people := phraseHash(phrase), list[0].place.People()
	value, version, err := people.Get(hash)
	if err == nil {
		version, err = people.Put(hash, version, value[:len(value)-1])
	}
	if err != nil {
		t.Fatal(err)
	}
	opens()
	for _, h := range list {
		if _, err := h.Join("ANNABEL", "", "192.0.2.1"); err != errNamed {
			t.Errorf("the name in a damaged entry: %v", err)
		}
	}
	list[1].followPerson(hash, version+1, nil)
	list[1].people.mu.Lock()
	defer list[1].people.mu.Unlock()
	if of := list[1].people.holder(lookOf("Annabel")); of != "" {
		t.Errorf("when the entry was removed, the name belongs to %s", of)
	}
}

// A name, together with all names that look like it, belongs to one person until they change it or are gone. After that, nothing is left of the name.
func TestANameBelongsToOnePerson(t *testing.T) {
	dir := t.TempDir()
	h, lobby := opened(t, dir)
	_, ann := post(t, lobby, "people/join", `{"name":"Annabel"}`)
	_, zoe := post(t, lobby, "people/join", `{"name":"Zoe"}`)
	asks := func(path, name string, who map[string]any, want any) map[string]any {
		t.Helper()
		_, answer := post(t, lobby, "people/"+path, fmt.Sprintf(`{"name":%q,"phrase":"%v"}`, name, who["phrase"]))
		if answer["code"] != want {
			t.Errorf("%s %q: %v, want the code %v", path, name, answer, want)
		}
		return answer
	}
	asks("join", "annabel", nil, "taken")
	asks("join", "Аnnаbеl", nil, "taken") // with Cyrillic letters
	asks("rename", "Anna Bel", zoe, "taken")
	asks("rename", "ANNABEL", ann, nil)
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	_, lobby = opened(t, dir)
	asks("join", "Annabel", nil, "taken")
	asks("rename", "Bell", ann, nil)
	asks("rename", "Annabel", zoe, nil)
	asks("rename", "Annabel", ann, "taken")
	asks("join", "", nil, nil)
	asks("join", "", nil, nil)
	asks("delete", "", zoe, nil)
	if text := written(t, dir); strings.Contains(strings.ToLower(text), "annabel") {
		t.Error("something is left of a name that was deleted")
	}
	asks("join", "Annabel", nil, nil)
}

// Two people who had the same name before this was forbidden keep the name. The person who had it first is shown without a mark. When that person
// gives the name up, the other one is also shown without a mark.
func TestTheSameNameFromBefore(t *testing.T) {
	dir := t.TempDir()
	one, two := phraseOf(oneSecret), phraseOf(otherSecret)
	text := fmt.Sprintf("{\"hash\":%q,\"name\":\"Annabel the twentieth\"}\n{\"hash\":%q,\"name\":\"Anna Bel The 20th\",\"seats\":[{\"table\":\"a\",\"seat\":0}]}\n{\"hash\":%q,\"name\":\"annabel the 20th\"}\n",
		phraseHash("nobody"), phraseHash(one), phraseHash(two))
	if err := os.WriteFile(filepath.Join(dir, "people"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	h, lobby := opened(t, dir)
	shown := func(phrase, name, want string) {
		t.Helper()
		if _, found := post(t, lobby, "people/find", `{"phrase":"`+phrase+`"}`); found["name"] != name || found["shown"] != want {
			t.Errorf("found %v, want %q, shown as %q", found, name, want)
		}
	}
	shown(one, "Anna Bel The 20th", "Anna Bel The 20th")
	shown(two, "annabel the 20th", "annabel the 20th*")
	if _, answer := post(t, lobby, "people/join", `{"name":"Annabel The 20th"}`); answer["code"] != "taken" {
		t.Errorf("a third: %v", answer)
	}
	if status, answer := post(t, lobby, "people/rename", `{"name":"Ann","phrase":"`+one+`"}`); status != 200 {
		t.Fatal(answer)
	}
	shown(two, "annabel the 20th", "annabel the 20th")
	if got := h.people.nameOf(person{Hash: "x", Name: strings.Repeat("ü", wire.MostName), look: "x"}); got != strings.Repeat("ü", wire.MostName-1)+"*" {
		t.Errorf("a long name with a mark is %q", got)
	}
}

// If two processes are asked for the same name at the same moment, exactly one of them gives it. A name that was given up is free in both processes,
// and no claim is left.
func TestOneNameAtTwoProcesses(t *testing.T) {
	t.Parallel() // it waits for messages sent every two seconds
	list := processes(t, 2)
	for n := range 8 {
		name := fmt.Sprintf(`"name":"Ann%s"`, strings.Repeat("a", n))
		answers := make([]map[string]any, 4)
		var asking sync.WaitGroup
		for i := range answers {
			asking.Go(func() { _, answers[i] = post(t, list[i%2].lobby, "people/join", `{`+name+`}`) })
		}
		asking.Wait()
		phrase := ""
		for _, a := range answers {
			switch {
			case a["phrase"] != nil && phrase == "":
				phrase = a["phrase"].(string)
			case a["code"] != "taken":
				t.Errorf("%s: %v", name, answers)
			}
		}
		if phrase == "" {
			t.Fatalf("nobody has %s: %v", name, answers)
		}
		if n%2 == 0 {
			if status, answer := post(t, list[n/2%2].lobby, "people/delete", `{"phrase":"`+phrase+`"}`); status != 200 {
				t.Fatal(answer)
			}
			if status, answer := post(t, list[1-n/2%2].lobby, "people/join", `{`+name+`}`); status != 200 {
				t.Errorf("%s after it was given up: %v", name, answer)
			}
		}
	}
	h := list[0].hall
	key := h.people.claimKey(lookOf("Eve"))
	if _, err := h.place.People().Put(key, 0, encoded(claim{Hash: key, Of: phraseHash("killed")})); err != nil {
		t.Fatal(err)
	}
	claimed := func(h *Hall) bool {
		h.people.mu.Lock()
		defer h.people.mu.Unlock()
		return h.people.claims[key].Of != ""
	}
	list[1].until("the claim of a process that was killed is known", claimed)
	if _, answer := post(t, list[1].lobby, "people/join", `{"name":"Eve"}`); answer["code"] != "taken" {
		t.Errorf("a name that somebody is about to get: %v", answer)
	}
	past := func(h *Hall) {
		h.people.mu.Lock()
		defer h.people.mu.Unlock()
		c := h.people.claims[key]
		c.seen = c.seen.Add(-claimTime - time.Second)
		h.people.claims[key] = c
	}
	past(list[1].hall)
	_, eve := post(t, list[1].lobby, "people/join", `{"name":"Eve"}`)
	if eve["code"] != nil {
		t.Fatalf("a name whose claim is old: %v", eve)
	}
	if status, answer := post(t, list[1].lobby, "people/delete", `{"phrase":"`+eve["phrase"].(string)+`"}`); status != 200 {
		t.Fatal(answer)
	}
	if value, _, err := h.place.People().Get(key); value != nil || err != nil {
		t.Errorf("a name leaves %q, %v", value, err)
	}
	if _, err := h.place.People().Put(key, versionOf(t, h.place.People(), key), encoded(claim{Hash: key, Of: phraseHash("killed")})); err != nil {
		t.Fatal(err)
	}
	list[1].until("the second claim is known", claimed)
	past(list[1].hall)
	list[1].hall.people.sweepClaims()
	if value, _, err := h.place.People().Get(key); value != nil || err != nil {
		t.Errorf("a claim left by a kill leaves %q, %v", value, err)
	}
}

func versionOf(t *testing.T, l keep.List, key string) uint64 {
	t.Helper()
	_, version, err := l.Get(key)
	if err != nil {
		t.Fatal(err)
	}
	return version
}

// If several people have had the same name since before this was forbidden, all processes show the same person with a mark.
func TestTheSameNameAtTwoProcesses(t *testing.T) {
	t.Parallel() // it waits for messages sent every two seconds
	url := jettest.Node(t)
	place, err := jet.Dial(jet.Config{Find: games.Find, URLs: url, Replicas: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, hash := range []string{phraseHash("one"), phraseHash("two")} {
		if _, err := place.People().Put(hash, 0, encoded(person{Hash: hash, Name: "Ann"})); err != nil {
			t.Fatal(err)
		}
	}
	if err := place.Close(); err != nil {
		t.Fatal(err)
	}
	list := processesAt(t, url, 2)
	for _, p := range list {
		p.hall.people.sweepClaims()
	}
	// Something other than the name of one of the two changes, so a process that reads the list now gets the two people in another order.
	if _, err := list[0].hall.people.edit(phraseHash("one"), false, func(p *person) error { p.Rates = true; return nil }); err != nil {
		t.Fatal(err)
	}
	for _, p := range append(list, processesAt(t, url, 1)...) {
		p.until("the first has the name", func(h *Hall) bool {
			one, _ := h.people.known(phraseHash("one"))
			two, _ := h.people.known(phraseHash("two"))
			return h.people.shown(one) == "Ann" && h.people.shown(two) == "Ann*"
		})
	}
}

// Wrong phrases, links and IDs from an address do not shut out people there who have a valid one; only the wrong requests are slowed down.
func TestNobodyIsShutOut(t *testing.T) {
	h, lobby := opened(t, t.TempDir())
	_, ann := post(t, lobby, "people/join", `{"name":"Ann"}`)
	phrase := `"phrase":"` + ann["phrase"].(string) + `"`
	_, made := post(t, lobby, "tables", `{"game":"ataxx","with":"friend","side":0,`+phrase+`}`)
	_, offered := post(t, lobby, "tables", `{"game":"ataxx","with":"anybody"}`)
	id := func(name string) string { return `"` + made[name].(string) + `"` }
	for i := range 12 {
		want := any("id")
		if i >= 10 {
			want = "rate"
		}
		if _, answer := post(t, lobby, "people/find", fmt.Sprintf(`{"phrase":"wrong%d"}`, i)); answer["code"] != want {
			t.Errorf("wrong phrase %d: %v", i+1, answer)
		}
	}
	for _, c := range [][2]string{
		{"people/find", `{` + phrase + `}`},
		{"tables", `{"game":"ataxx","with":"friend",` + phrase + `}`},
		{"tables/" + offered["table"].(string) + "/take", `{` + phrase + `}`},
		{"people/seat", `{"table":"` + offered["table"].(string) + `",` + phrase + `}`},
		{"people/rename", `{"name":"Anna",` + phrase + `}`},
		{"people/rate", `{"rates":true,` + phrase + `}`},
	} {
		if status, answer := post(t, lobby, c[0], c[1]); status != 200 {
			t.Errorf("%s: %v", c[0], answer)
		}
	}
	_, own := post(t, lobby, "own", `{"ids":["wrong",`+id("id")+`]}`)
	if list := own["tables"].([]any); len(list) != 2 || list[0].(map[string]any)["unknown"] != errLinks.Why || list[0].(map[string]any)["gone"] != nil || list[1].(map[string]any)["id"] != made["table"] {
		t.Errorf("a right link beside a wrong one: %v", own)
	}
	for _, c := range [][2]string{{"own", `{"ids":["wrong"]}`}, {"withdraw", `{"id":"wrong"}`}} {
		if _, answer := post(t, lobby, c[0], c[1]); answer["code"] != "rate" {
			t.Errorf("%s with a wrong link: %v", c[0], answer)
		}
	}
	for range 50 { // somebody uses up the changes that the address may make
		post(t, lobby, "people/join", `{}`)
	}
	if status, answer := post(t, lobby, "people/rename", `{"name":"Annabel",`+phrase+`}`); status != 200 {
		t.Errorf("a change after too many from the address: %v", answer)
	}
	p := process{T: t, hall: h, lobby: lobby}
	for i := range 12 {
		want := "id"
		if i >= 10 {
			want = "rate"
		}
		if _, code := p.joins(fmt.Sprintf("wrong%d", i), "", false); code != want {
			t.Errorf("wrong ID %d: %q", i+1, code)
		}
	}
	for _, name := range []string{"id", "friend"} {
		if _, code := p.joins(made[name].(string), "", false); code != "" {
			t.Errorf("the link %s at the table: %q", name, code)
		}
	}
	if _, code := p.joins(made["table"].(string), "", true); code != "" {
		t.Errorf("a spectator: %q", code)
	}
	if status, answer := post(t, lobby, "withdraw", `{"id":`+id("id")+`}`); status != 200 {
		t.Errorf("withdrawing: %v", answer)
	}
	if status, answer := post(t, lobby, "people/delete", `{`+phrase+`}`); status != 200 {
		t.Errorf("deleting: %v", answer)
	}
}

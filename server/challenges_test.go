package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"attic/dev/wait"
	"attic/games"
	"attic/server/files"
)

// circle is a lobby with people.
type circle struct {
	*testing.T
	lobby *httptest.Server
}

// joins returns the phrase of a new person with a name.
func (c circle) joins(name string) string {
	c.Helper()
	status, answer := post(c.T, c.lobby, "people/join", fmt.Sprintf(`{"name":%q}`, name))
	if status != 200 {
		c.Fatalf("%s: %v", name, answer)
	}
	return answer["phrase"].(string)
}

// asks sends a request with members, each a name and a value, and checks the code of the answer; "" stands for success.
func (c circle) asks(want, path string, members ...string) map[string]any {
	c.Helper()
	body := map[string]string{}
	for i := 0; i < len(members); i += 2 {
		body[members[i]] = members[i+1]
	}
	_, answer := post(c.T, c.lobby, path, string(encoded(body)))
	if code, _ := answer["code"].(string); code != want {
		c.Errorf("%s %q: %v, want the code %q", path, members, answer, want)
	}
	return answer
}

// challenges sends a challenge, and returns the ID of the table.
func (c circle) challenges(want, phrase, to string) string {
	c.Helper()
	answer := c.asks(want, "tables", "game", "ataxx", "with", "person", "to", to, "phrase", phrase)
	id, _ := answer["table"].(string)
	return id
}

// open returns the tables of the open challenges to a person.
func (c circle) open(phrase string) (ids []string) {
	c.Helper()
	for _, list := range [2]map[string]any{c.asks("", "people/challenges", "phrase", phrase), c.asks("", "people/find", "phrase", phrase)} {
		var now []string
		for _, of := range list["challenges"].([]any) {
			now = append(now, of.(map[string]any)["id"].(string))
		}
		if ids != nil && !slices.Equal(ids, now) {
			c.Errorf("the two lists of challenges are %v and %v", ids, now)
		}
		ids = now
	}
	return ids
}

// profile asks for the page of a person, and returns the status and the answer.
func (c circle) profile(name string) (status int, p profile) {
	c.Helper()
	reply, err := http.Get(c.lobby.URL + Prefix + "people/" + url.PathEscape(name))
	if err != nil {
		c.Fatal(err)
	}
	defer reply.Body.Close()
	if err := json.NewDecoder(reply.Body).Decode(&p); err != nil {
		c.Fatal(err)
	}
	return reply.StatusCode, p
}

// A person is challenged by name. Only that person can take the seat or decline; nobody else sees the table.
func TestAChallenge(t *testing.T) {
	dir := t.TempDir()
	h, lobby := opened(t, dir)
	c := circle{t, lobby}
	ann, bo, eve := c.joins("Ann"), c.joins("Bo"), c.joins("Eve")
	c.challenges("bad", "", "Bo")
	c.challenges("bad", c.joins(""), "Bo")
	c.challenges("bad", ann, "ann")
	c.challenges("id", ann, "Nobody")
	c.challenges("id", ann, "")
	c.challenges("id", ann, "*")
	table := c.challenges("", ann, "ВО") // Cyrillic letters
	c.challenges("taken", ann, "Bo")
	if got := c.open(bo); !slices.Equal(got, []string{table}) {
		t.Fatalf("the challenges are %v, not %s", got, table)
	}
	if len(c.open(eve)) != 0 || len(listed(t, lobby).Free) != 0 {
		t.Error("others see the challenge")
	}
	found := c.asks("", "people/find", "phrase", ann)["tables"].([]any)
	if own := found[0].(map[string]any); own["to"] != "Bo" || own["until"].(float64) < own["made"].(float64)+offeredFor.Seconds() {
		t.Errorf("her own table is %v", own)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	_, c.lobby = opened(t, dir)
	for _, phrase := range []string{"", eve, ann} {
		c.asks("taken", "tables/"+table+"/take", "phrase", phrase)
	}
	c.asks("id", "people/decline", "phrase", eve, "table", table)
	c.asks("id", "people/decline", "phrase", "wrong", "table", table)
	c.asks("", "tables/"+table+"/take", "phrase", strings.ToUpper(bo))
	c.asks("taken", "tables/"+table+"/take", "phrase", bo)
	c.asks("id", "people/decline", "phrase", bo, "table", table)
	if len(c.open(bo)) != 0 {
		t.Error("a challenge that was accepted is open")
	}
	table = c.challenges("", ann, "Bo")
	c.asks("", "people/decline", "phrase", bo, "table", table)
	c.asks("id", "people/decline", "phrase", bo, "table", table)
	c.asks("id", "tables/"+table+"/take", "phrase", bo)
	own := c.asks("", "people/find", "phrase", ann)["tables"].([]any)[0].(map[string]any)
	if own["gone"] != true || own["why"] != declined || own["to"] != nil {
		t.Errorf("Ann is told %v", own)
	}
	c.challenges("", ann, "Bo")
}

// A flood of challenges: a person has at most eight open ones, one to each person; a person is shown at most twenty.
func TestAFloodOfChallenges(t *testing.T) {
	place, err := files.Open(t.TempDir(), games.Find)
	if err != nil {
		t.Fatal(err)
	}
	h, err := Open(Config{Storage: place, Games: games.All(), Log: strict(t), Loose: true})
	if err != nil {
		t.Fatal(err)
	}
	lobby := httptest.NewServer(h.Handler())
	defer lobby.Close()
	c := circle{t, lobby}
	star := c.joins("Star")
	const letters = "ABCDEFGHJKMNPQRSTUWXZ" // none looks like another
	var many []string
	for i := range mostReceived + 1 {
		many = append(many, c.joins("Fan "+letters[i:i+1]))
	}
	var done sync.WaitGroup
	var made atomic.Int32
	for i := range mostReceived {
		done.Go(func() {
			_, err := h.Make(Wish{Game: "ataxx", With: Person, To: "Fan " + letters[i:i+1], Phrase: star}, "192.0.2.1")
			if err == nil {
				made.Add(1)
			}
		})
	}
	done.Wait()
	if made.Load() != mostSent {
		t.Errorf("one person has made %d challenges, want %d", made.Load(), mostSent)
	}
	for _, fan := range many[:mostReceived] {
		c.challenges("", fan, "Star")
	}
	c.challenges("taken", many[mostReceived], "Star")
	list := c.open(star)
	if len(list) != mostReceived {
		t.Errorf("there are %d challenges", len(list))
	}
	c.asks("", "people/decline", "phrase", star, "table", list[0])
	c.challenges("", many[mostReceived], "Star")
	if err := h.Close(); err != nil {
		t.Error(err)
	}
}

// The requests are paced: from one address and by one person.
func TestChallengesArePaced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := openedFor(t, t.TempDir(), 0)
		var phrases []string
		for _, name := range []string{"Ann", "Bo"} {
			phrase, err := h.Join(name, "", "192.0.2.3")
			if err != nil {
				t.Fatal(err)
			}
			phrases = append(phrases, phrase)
		}
		made := 0
		for err := error(nil); err == nil; made++ {
			var seat Seat
			if seat, err = h.Make(Wish{Game: "ataxx", With: Person, To: "Bo", Phrase: phrases[0]}, "192.0.2.1"); err == nil {
				err = decline(h, phrases[1], seat.Table, "192.0.2.2")
			} else if why, ok := errors.AsType[*Refusal](err); !ok || why.Code != "rate" {
				t.Errorf("challenge %d: %v", made, err)
			}
		}
		if want := int(makeRate.Burst+knownRate.Burst) + 1; made > want {
			t.Errorf("%d challenges in no time, want at most %d", made, want)
		}
		lobby := func(path string) int {
			w := httptest.NewRecorder()
			h.Handler().ServeHTTP(w, httptest.NewRequest("GET", Prefix+path, nil))
			return w.Code
		}
		for i := range int(readRate.Burst) {
			if status := lobby(fmt.Sprint("people/guess", i)); status != 404 {
				t.Errorf("guess %d: %d", i, status)
			}
		}
		if status := lobby("people/Ann"); status != 429 {
			t.Errorf("names can be tried without end: %d", status)
		}
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
}

// Somebody who is blocked cannot challenge the person, and cannot take their seats, whatever they try; and they do not see that they are blocked.
func TestBlockedPeople(t *testing.T) {
	dir := t.TempDir()
	h, lobby := opened(t, dir)
	c := circle{t, lobby}
	ann, bo := c.joins("Ann"), c.joins("Bo")
	c.asks("id", "people/block", "phrase", ann, "name", "Nobody")
	c.asks("bad", "people/block", "phrase", ann, "name", "Ann")
	c.asks("id", "people/block", "phrase", "wrong", "name", "Bo")
	from, to := c.challenges("", bo, "Ann"), c.challenges("", ann, "Bo")
	c.asks("", "people/block", "phrase", ann, "name", "bo")
	c.asks("", "people/block", "phrase", ann, "name", "Bo")
	if len(c.open(ann))+len(c.open(bo)) > 0 {
		t.Error("challenges between them are open")
	}
	c.asks("id", "tables/"+from+"/take", "phrase", ann)
	c.asks("id", "tables/"+to+"/take", "phrase", bo)
	open := c.asks("", "tables", "game", "ataxx", "with", "anybody", "phrase", ann)["table"].(string)
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	_, c.lobby = opened(t, dir)
	tries := func() {
		t.Helper()
		for _, phrase := range []string{bo, strings.ToUpper(strings.ReplaceAll(bo, "-", " "))} {
			c.challenges("taken", phrase, "Ann")
			c.challenges("taken", phrase, "ANN")
			answer := c.asks("taken", "tables/"+open+"/take", "phrase", phrase)
			if text := answer["err"].(string); strings.Contains(text, "block") {
				t.Errorf("he is told %q", text)
			}
		}
	}
	tries()
	c.asks("", "people/rename", "phrase", bo, "name", "Robert")
	tries()
	c.asks("", "people/rename", "phrase", bo, "name", "")
	c.asks("bad", "tables", "game", "ataxx", "with", "person", "to", "Ann", "phrase", bo)
	c.asks("taken", "tables/"+open+"/take", "phrase", bo)
	c.asks("taken", "tables/"+open+"/take")
	c.asks("id", "people/seat", "phrase", bo, "table", open)
	c.asks("", "people/rename", "phrase", bo, "name", "Bo")
	if found := c.asks("", "people/find", "phrase", ann); fmt.Sprint(found["blocks"]) != "[Bo]" {
		t.Errorf("Ann has blocked %v", found["blocks"])
	}
	if found := c.asks("", "people/find", "phrase", bo); found["blocks"] != nil {
		t.Errorf("Bo has blocked %v", found["blocks"])
	}
	c.asks("", "tables/"+open+"/take", "phrase", c.joins("Eve"))
	c.asks("", "people/unblock", "phrase", ann, "name", "Bo")
	c.challenges("", bo, "Ann")
}

// The list of blocked people is bounded.
func TestBlocksAreBounded(t *testing.T) {
	h, lobby := opened(t, t.TempDir())
	c := circle{t, lobby}
	ann := c.joins("Ann")
	c.joins("Bo")
	_, err := h.people.edit(phraseHash(ann), false, func(p *person) error {
		p.Blocks = make([]string, mostBlocked)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	c.asks("bad", "people/block", "phrase", ann, "name", "Bo")
	c.asks("", "people/unblock", "phrase", ann, "name", "")
	c.asks("", "people/block", "phrase", ann, "name", "Bo")
}

// A person who deletes everything is gone: challenges to and from them, their hash in what others have blocked, their keys and links.
func TestDeletedPeopleLeaveNothing(t *testing.T) {
	dir := t.TempDir()
	h, lobby := opened(t, dir)
	c := circle{t, lobby}
	ann, bo := c.joins("Ann"), c.joins("Bo")
	from, to := c.challenges("", ann, "Bo"), c.challenges("", bo, "Ann")
	c.asks("", "people/block", "phrase", c.joins("Eve"), "name", "Ann")
	c.asks("", "people/link", "phrase", ann)
	if err := bind(h, ann, "SHA256:ann", "192.0.2.1"); err != nil {
		t.Fatal(err)
	}
	c.asks("", "people/delete", "phrase", ann)
	if status, p := c.profile("Ann"); status != 404 || p.Name != "" {
		t.Errorf("her page: %d %+v", status, p)
	}
	c.challenges("id", bo, "Ann")
	c.asks("id", "tables/"+from+"/take", "phrase", bo)
	if len(c.open(bo)) > 0 {
		t.Error("her challenge is open")
	}
	if own := c.asks("", "people/find", "phrase", bo)["tables"].([]any)[0].(map[string]any); own["id"] != to || own["gone"] != true {
		t.Errorf("the challenge to her: %v", own)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	text := written(t, dir)
	for _, trace := range []string{"Ann", "SHA256:ann", `"sealed"`, `"blocks":["` + phraseHash(ann)} {
		if strings.Contains(text, trace) {
			t.Errorf("%q is left", trace)
		}
	}
}

// The page of a person shows what the lobby shows: no hidden table, nothing of people who are gone, and names as they are.
func TestThePageOfAPerson(t *testing.T) {
	h, lobby := opened(t, t.TempDir())
	l, c := ladderHall{T: t, h: h, lobby: lobby}, circle{t, lobby}
	const name = `<b>&"'/..`
	ann, bo := l.join("Ann", true), c.joins(name)
	if err := h.Rate(bo, true, "192.0.2.1"); err != nil {
		t.Fatal(err)
	}
	if status, p := c.profile(name); status != 200 || p.Name != name || len(p.Ratings)+len(p.Games)+len(p.Playing) > 0 || p.Games == nil || p.Playing == nil {
		t.Fatalf("%d %+v", status, p)
	}
	s, list := l.sit(ann, bo)
	hidden := c.asks("", "tables", "game", "ataxx", "with", "friend", "phrase", ann)["table"].(string)
	if err := h.tables.edit(h.tables.get(hidden), func(e *entry) error {
		e.Listed, e.Over, e.Done = false, "Red wins.", 1
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	l.plays(list, 10, 0)
	l.settled(s)
	for _, hide := range []string{"", `,"hidden":true`} {
		_, made := post(t, lobby, "tables", `{"game":"atom4","with":"friend","side":0,"phrase":"`+ann+`"`+hide+`}`)
		at := process{T: t, hall: h}
		at.joins(made["id"].(string), "", false)
		at.joins(made["friend"].(string), "", false)
		wait.Until(t, "both are there", func() (any, bool) {
			h.tables.mu.Lock()
			defer h.tables.mu.Unlock()
			s := h.tables.all[made["table"].(string)]
			return s.awaited, s.attended && len(s.awaited) == 0
		})
	}
	_, p := c.profile("ann")
	if p.Name != "Ann" || len(p.Playing) != 1 || p.Playing[0].Game != "atom4" || !slices.Equal(p.Playing[0].Names, []string{"Ann", ""}) {
		t.Errorf("she plays %+v", p)
	}
	if len(p.Games) != 1 || p.Games[0].ID != s.id || p.Games[0].Done == 0 || p.Ratings["ataxx"].Points >= 1500 || p.Ratings["ataxx"].Deviation >= 350 {
		t.Errorf("she has played %+v", p)
	}
	var records struct{ Games []record }
	reply, err := http.Get(lobby.URL + Prefix + "games/" + s.id + ".json")
	if err == nil {
		err = json.NewDecoder(reply.Body).Decode(&records)
		reply.Body.Close()
	}
	if r := records.Games; err != nil || len(r) != 1 || len(r[0].Elo) != 2 || r[0].Elo[0] >= 1500 || r[0].Elo[1] <= 1500 || !slices.Equal(r[0].Names, []string{"Ann", name}) {
		t.Errorf("the record is %+v, %v", r, err)
	}
	c.asks("", "people/delete", "phrase", bo)
	if _, p := c.profile("Ann"); len(p.Games) != 1 || !slices.Equal(p.Games[0].Names, []string{"Ann", ""}) {
		t.Errorf("after he is gone: %+v", p)
	}
}

// A link for another device works once, for ten minutes, until a newer one is made, and never for somebody who guesses.
func TestAnotherDevice(t *testing.T) {
	dir := t.TempDir()
	h, lobby := opened(t, dir)
	c := circle{t, lobby}
	ann := c.joins("Ann")
	c.asks("id", "people/link", "phrase", "wrong")
	old := c.asks("", "people/link", "phrase", ann)["link"].(string)
	code := c.asks("", "people/link", "phrase", strings.ToUpper(ann))["link"].(string)
	if text := written(t, dir); strings.Contains(text, code) || strings.Contains(text, compact(ann)) || len(code) != 32 {
		t.Error("the code or the phrase is stored")
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	h, c.lobby = opened(t, dir)
	c.asks("id", "people/device", "link", old)
	c.asks("id", "people/device", "link", "")
	c.asks("id", "people/device")
	got := c.asks("", "people/device", "link", code)
	if !strings.EqualFold(got["phrase"].(string), ann) || got["name"] != "Ann" {
		t.Errorf("the other device gets %v, not %s", got, ann)
	}
	c.asks("id", "people/device", "link", code)
	if strings.Contains(written(t, dir), "sealed") {
		t.Error("a link that was used is stored")
	}
	code = c.asks("", "people/link", "phrase", ann)["link"].(string)
	if _, err := h.people.edit(phraseHash(ann), false, func(p *person) error {
		late := *p.Link
		late.Until = time.Now().Unix() - 1
		p.Link = &late
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	c.asks("id", "people/device", "link", code)
	code = c.asks("", "people/link", "phrase", ann)["link"].(string)
	guess := func(i int) string {
		_, answer := post(t, c.lobby, "people/device", fmt.Sprintf(`{"link":"guess %d"}`, i))
		return answer["code"].(string)
	}
	for i := 0; guess(i) != "rate"; i++ {
		if i > 10 {
			t.Fatal("codes can be tried without end")
		}
	}
	c.asks("", "people/device", "link", code)
}

// Of many devices that use a link at the same time, at any process, one gets the phrase.
func TestALinkForTwoDevices(t *testing.T) {
	t.Parallel() // it waits for messages sent every two seconds
	list := processes(t, 2)
	c := circle{t, list[0].lobby}
	ann := c.joins("Ann")
	for range 5 {
		code := c.asks("", "people/link", "phrase", ann)["link"].(string)
		var done sync.WaitGroup
		var got atomic.Int32
		for i := range 6 {
			done.Go(func() {
				if of, err := useDevice(list[i%2].hall, code, "192.0.2.1"); err == nil && of.Phrase == ann {
					got.Add(1)
				}
			})
		}
		done.Wait()
		if got.Load() != 1 {
			t.Fatalf("%d devices have the phrase", got.Load())
		}
	}
}

// Challenges, blocks and keys work at each process.
func TestPeopleWhoMeetAtTwoProcesses(t *testing.T) {
	t.Parallel() // it waits for messages sent every two seconds
	list := processes(t, 2)
	one, two := circle{t, list[0].lobby}, circle{t, list[1].lobby}
	ann, bo := one.joins("Ann"), two.joins("Bo")
	table := one.challenges("", ann, "Bo")
	list[1].until("the challenge is known", func(h *Hall) bool { return len(h.tables.challenges) == 1 })
	if got := two.open(bo); !slices.Equal(got, []string{table}) {
		t.Errorf("the challenges are %v", got)
	}
	two.asks("taken", "tables/"+table+"/take", "phrase", ann)
	two.asks("", "tables/"+table+"/take", "phrase", bo)
	list[0].until("it was accepted", func(h *Hall) bool { return len(h.tables.challenges) == 0 })
	table = two.challenges("", bo, "Ann")
	list[0].until("the challenge is known", func(h *Hall) bool { return len(h.tables.challenges) == 1 })
	one.asks("", "people/decline", "phrase", ann, "table", table)
	list[1].until("it was declined", func(h *Hall) bool { return len(h.tables.challenges) == 0 })
	one.asks("", "people/block", "phrase", ann, "name", "Bo")
	list[1].until("he is blocked", func(h *Hall) bool { p, _ := h.people.known(phraseHash(ann)); return len(p.Blocks) == 1 })
	two.challenges("taken", bo, "Ann")
}

// A visitor with an SSH key is known as the person who has bound it, and only as that person.
func TestAPersonWithAKey(t *testing.T) {
	h, lobby := opened(t, t.TempDir())
	c := circle{t, lobby}
	ann, bo := c.joins("Ann"), c.joins("Bo")
	asks := func(want, key, path, body string) map[string]any {
		t.Helper()
		r := httptest.NewRequest("POST", Prefix+path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.RemoteAddr = "192.0.2.7:1"
		w, answer := httptest.NewRecorder(), map[string]any{}
		h.Handler().ServeHTTP(w, r.WithContext(WithKey(context.Background(), key)))
		if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
			t.Fatal(err)
		}
		if code, _ := answer["code"].(string); code != want {
			t.Errorf("%s %s: %v, want the code %q", path, body, answer, want)
		}
		return answer
	}
	const one, other = "SHA256:one", "SHA256:other"
	c.asks("bad", "people/bind", "phrase", ann, "key", one, "SSH", one) // not over SSH
	asks("id", one, "people/find", `{}`)
	asks("id", one, "people/bind", `{"phrase":"wrong"}`)
	asks("", one, "people/bind", `{"phrase":"`+ann+`"}`)
	asks("", one, "people/bind", `{"phrase":"`+ann+`"}`)
	asks("taken", one, "people/bind", `{"phrase":"`+bo+`"}`)
	found := asks("", one, "people/find", `{}`)
	if found["name"] != "Ann" || fmt.Sprint(found["keys"]) != "["+one+"]" {
		t.Errorf("the key finds %v", found)
	}
	asks("id", other, "people/find", `{}`) // somebody else's key
	asks("id", other, "people/find", `{"key":"`+one+`"}`)
	c.asks("id", "people/find")
	for _, forged := range []string{one, h.guards.inside, phraseHash(ann), " " + phraseHash(ann)} {
		c.asks("id", "people/find", "phrase", forged)
	}
	asks("bad", one, "people/link", `{}`)
	table := asks("", one, "tables", `{"game":"ataxx","with":"person","to":"Bo"}`)["table"].(string)
	if h.people.nameAt(table, 0)+h.people.nameAt(table, 1) != "Ann" {
		t.Error("her seat is not hers")
	}
	for i := range mostKeys {
		want := map[bool]string{true: "bad"}[i == mostKeys-1]
		asks(want, fmt.Sprint("SHA256:", i), "people/bind", `{"phrase":"`+ann+`"}`)
	}
	c.asks("", "people/unbind", "phrase", ann, "key", one)
	asks("id", one, "people/find", `{}`)
	asks("", one, "people/bind", `{"phrase":"`+bo+`"}`)
	c.asks("", "people/find", "phrase", ann)
}

// A QR code is drawn for a line of text.
func TestAQRCode(t *testing.T) {
	_, lobby := opened(t, t.TempDir())
	c := circle{t, lobby}
	c.asks("bad", "qr")
	c.asks("bad", "qr", "text", "two\nlines")
	c.asks("bad", "qr", "text", strings.Repeat("a", mostPicked+1))
	answer := c.asks("", "qr", "text", `http://hall.example/<script>"'`)
	path := answer["path"].(string)
	if size := answer["size"].(float64); size < 21+8 || strings.Trim(path, "Mhvz-0123456789 ") != "" || !strings.HasPrefix(path, "M4 4h1v1h-1z") {
		t.Errorf("the code is %v", answer)
	}
}

package server

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"attic/games"
	"attic/server/files"
	"attic/server/keep"
	"attic/table/wire"
)

const (
	oneSecret   = "00112233445566778899aabbccddeeff"
	otherSecret = "ff112233445566778899aabbccddeeff"
)

// Each answer contains the identity of the hall, the same after a restart; another hall has another identity.
func TestTheIdentityOfAHall(t *testing.T) {
	dir := t.TempDir()
	tells := func(h *Hall, lobby *httptest.Server) string {
		t.Helper()
		for _, path := range []string{"about", "tables", "games/nothing.pgn", "nothing"} {
			reply, err := http.Get(lobby.URL + Prefix + path)
			if err != nil {
				t.Fatal(err)
			}
			text, _ := io.ReadAll(reply.Body)
			reply.Body.Close()
			if got := reply.Header.Get("Attic-Hall"); got != h.Identity() || keep.CheckIdentity(got) != nil {
				t.Errorf("%s: the header is %q, the identity %q", path, got, h.Identity())
			}
			if path == "about" && !strings.Contains(string(text), `"hall":"`+h.Identity()+`"`) {
				t.Errorf("about is %s", text)
			}
		}
		return h.Identity()
	}
	h, lobby := opened(t, dir)
	first := tells(h, lobby)
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	if again := tells(opened(t, dir)); again != first {
		t.Errorf("after a restart the identity is %s, then %s", first, again)
	}
	if other := tells(opened(t, t.TempDir())); other == first {
		t.Error("two halls have the same identity")
	}
}

// dying is a storage in which all writes after a given one fail, as if the process had been killed.
type dying struct {
	keep.Storage
	mu   sync.Mutex
	left int
}

var errDead = errors.New("the process was killed")

func (d *dying) dead() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.left--
	return d.left < 0
}

func (d *dying) Tables() keep.List { return dyingList{d.Storage.Tables(), d} }
func (d *dying) People() keep.List { return dyingList{d.Storage.People(), d} }

type dyingList struct {
	keep.List
	of *dying
}

func (l dyingList) Put(key string, after uint64, value []byte) (uint64, error) {
	if l.of.dead() {
		return 0, errDead
	}
	return l.List.Put(key, after, value)
}

// Each request with a secret gets the same answer, however often it is sent, even if the hall was killed before or after any of its writes.
func TestARequestAgain(t *testing.T) {
	alike := func(a, b map[string]any) bool { return reflect.DeepEqual(a, b) }
	for writes := 0; ; writes++ {
		dir := t.TempDir()
		h, lobby := opened(t, dir)
		_, ann := post(t, lobby, "people/join", `{"name":"Ann"}`)
		_, zoe := post(t, lobby, "people/join", `{"name":"Zoe"}`)
		_, made := post(t, lobby, "tables", `{"game":"ataxx","with":"anybody","side":0,"phrase":"`+zoe["phrase"].(string)+`"}`)
		if err := h.Close(); err != nil {
			t.Fatal(err)
		}
		phrase, table := `"phrase":"`+ann["phrase"].(string)+`"`, made["table"].(string)
		requests := []struct{ path, body string }{
			{"people/join", `{"name":"Eve","secret":"` + oneSecret + `"}`},
			{"tables", `{"game":"atom4","with":"friend","secret":"` + oneSecret + `",` + phrase + `}`},
			{"tables/" + table + "/take", `{"secret":"` + oneSecret + `",` + phrase + `}`},
			{"people/seat", `{"table":"` + idOf(oneSecret, "table") + `","secret":"` + otherSecret + `",` + phrase + `}`},
		}
		place, err := files.Open(dir, games.Find)
		if err != nil {
			t.Fatal(err)
		}
		h, err = Open(Config{Storage: &dying{Storage: place, left: writes}, Games: games.All(), Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		lobby = httptest.NewServer(h.Handler())
		answers, whole := make([]map[string]any, len(requests)), true
		for i, r := range requests {
			var status int
			if status, answers[i] = post(t, lobby, r.path, r.body); status != 200 {
				answers[i], whole = nil, false
			}
		}
		killed := t.TempDir()
		if err := os.CopyFS(killed, os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
		lobby.Close()
		_ = h.Close()
		h, lobby = opened(t, killed)
		for i, r := range []struct{ path, body string }{{"people/join", `{"name":"Bo","secret":"` + oneSecret + `"}`}, {"tables", `{"game":"ataxx","with":"friend","secret":"` + oneSecret + `"}`}} {
			if answers[i] == nil {
				continue
			}
			if status, answer := post(t, lobby, r.path, r.body); status != 400 || answer["code"] != "bad" {
				t.Errorf("another request to %s with the same secret: %d %v", r.path, status, answer)
			}
		}
		for i, r := range requests {
			for range 2 {
				status, again := post(t, lobby, r.path, r.body)
				if status != 200 || answers[i] != nil && !alike(again, answers[i]) {
					t.Fatalf("after %d writes %s is answered %v, then %d %v", writes, r.path, answers[i], status, again)
				}
				answers[i] = again
			}
		}
		if first := answers[1]["id"]; first == answers[3]["id"] {
			t.Error("the new link to a seat is the earlier one")
		}
		if _, link := post(t, lobby, "people/seat", `{"table":"`+table+`",`+phrase+`}`); link["id"] == answers[2]["id"] || link["seat"] != answers[2]["seat"] {
			t.Errorf("a new link to the seat that was taken: %v", link)
		}
		if _, late := post(t, lobby, requests[2].path, requests[2].body); late["code"] != "taken" {
			t.Errorf("the request for a seat that has another link since: %v", late)
		}
		_, found := post(t, lobby, "people/find", `{`+phrase+`}`)
		if tables, _ := found["tables"].([]any); len(tables) != 2 {
			t.Errorf("after %d writes Ann has the tables %v", writes, found)
		}
		_, own := post(t, lobby, "own", `{"ids":["`+answers[1]["friend"].(string)+`","`+answers[3]["id"].(string)+`"]}`)
		for _, at := range own["tables"].([]any) {
			if at.(map[string]any)["gone"] == true {
				t.Errorf("after %d writes links lead to %v", writes, own)
			}
		}
		if err := h.Close(); err != nil {
			t.Fatal(err)
		}
		stock, err := files.OpenStock(killed, games.Find, false)
		if err != nil {
			t.Fatal(err)
		}
		if c := Check(stock, games.Find, func(f Fault) { t.Errorf("after %d writes: %s", writes, f) }); c.Tables != 2 || c.People != 3 {
			t.Errorf("after %d writes there are %+v", writes, c)
		}
		if whole {
			if writes < 6 {
				t.Errorf("there were only %d writes", writes)
			}
			return
		}
	}
}

// If the link that a request gave was replaced, the request is refused with an explanation, and the present link stays.
func TestAReplacedLink(t *testing.T) {
	_, lobby := opened(t, t.TempDir())
	_, ann := post(t, lobby, "people/join", `{"name":"Ann"}`)
	_, made := post(t, lobby, "tables", `{"game":"ataxx","with":"anybody"}`)
	table, first := made["table"].(string), strings.Repeat("0", 32)
	asks := func(path, secret string, code any) any {
		t.Helper()
		_, answer := post(t, lobby, path, fmt.Sprintf(`{"table":%q,"secret":%q,"phrase":"%v"}`, table, secret, ann["phrase"]))
		if answer["code"] != code {
			t.Errorf("%s with the secret %.1s: %v, want the code %v", path, secret, answer, code)
		}
		return answer["id"]
	}
	asks("tables/"+table+"/take", first, nil)
	link := asks("people/seat", oneSecret, nil)
	if again := asks("people/seat", oneSecret, nil); again != link {
		t.Errorf("the same request is answered %v, then %v", link, again)
	}
	now := asks("people/seat", otherSecret, nil)
	for range 2 {
		asks("people/seat", oneSecret, "taken")
		asks("tables/"+table+"/take", first, "taken")
	}
	if _, own := post(t, lobby, "own", fmt.Sprintf(`{"ids":["%v"]}`, now)); own["tables"].([]any)[0].(map[string]any)["gone"] == true {
		t.Errorf("the present link leads to %v", own)
	}
}

// Requests with the same secret at the same moment make one table. A request with another secret gets nothing of that table.
func TestRequestsAtOnce(t *testing.T) {
	t.Parallel() // one of the cases has two processes, which report tables to each other in intervals
	for what, lobbies := range map[string][]*httptest.Server{
		"one process": lobbiesOf(t, 1), "two processes": lobbiesOf(t, 2),
	} {
		again := func(path, body string) []map[string]any {
			t.Helper()
			answers := make([]map[string]any, 6)
			var asking sync.WaitGroup
			for i := range answers {
				asking.Go(func() {
					for status := 503; status == 503; { // the other process is making the table
						status, answers[i] = post(t, lobbies[i%len(lobbies)], path, body)
					}
				})
			}
			asking.Wait()
			for _, a := range answers[1:] {
				if !reflect.DeepEqual(a, answers[0]) || a["code"] != nil {
					t.Errorf("%s: %s is answered %v and %v", what, path, answers[0], a)
				}
			}
			return answers
		}
		made := again("tables", `{"game":"ataxx","with":"anybody","secret":"`+oneSecret+`"}`)[0]
		table, _ := made["table"].(string)
		took := again("tables/"+table+"/take", `{"secret":"`+otherSecret+`"}`)[0]
		if took["id"] == made["id"] || took["id"] == idOf(oneSecret, "friend") {
			t.Errorf("%s: the maker could know the link %v", what, took)
		}
		again("people/join", `{"name":"Ann","secret":"`+oneSecret+`"}`)
		if _, other := post(t, lobbies[0], "tables/"+table+"/take", `{"secret":"`+oneSecret+`"}`); other["code"] != "taken" {
			t.Errorf("%s: with another secret: %v", what, other)
		}
		if _, other := post(t, lobbies[0], "tables/"+table+"/take", `{}`); other["code"] != "taken" {
			t.Errorf("%s: without a secret: %v", what, other)
		}
		for _, path := range []string{"tables", "tables/" + table + "/take", "people/join", "people/seat"} {
			for _, secret := range []string{"short", strings.ToUpper(oneSecret), oneSecret + "0"} {
				if _, wrong := post(t, lobbies[0], path, `{"game":"ataxx","with":"friend","secret":"`+secret+`"}`); wrong["code"] != "bad" || !strings.Contains(wrong["err"].(string), "32 hexadecimal digits") {
					t.Errorf("%s: %s with the secret %s: %v", what, path, secret, wrong)
				}
			}
		}
	}
}

// lobbiesOf returns the lobbies of n processes of a hall; a single one keeps it in files.
func lobbiesOf(t *testing.T, n int) (list []*httptest.Server) {
	t.Helper()
	if n == 1 {
		_, lobby := opened(t, t.TempDir())
		return []*httptest.Server{lobby}
	}
	all := processes(t, n)
	for _, p := range all {
		list = append(list, p.lobby)
	}
	if all[0].hall.Identity() != all[1].hall.Identity() {
		t.Error("two processes of a hall have different identities")
	}
	return list
}

// An interrupted first join can be repeated with its secret, in the other process too; with another secret the seat is taken.
func TestAJoinAgain(t *testing.T) {
	t.Parallel() // it waits for messages sent every two seconds
	list := processes(t, 2)
	_, made := post(t, list[0].lobby, "tables", `{"game":"ataxx","with":"friend"}`)
	id := made["friend"].(string)
	sits := func(p process, secret string) string {
		t.Helper()
		for range 20 { // a forwarded connection may end
			theirs, mine := wire.Pipe("localhost")
			go p.hall.Serve(theirs)
			g := guest{T: t, conn: mine}
			g.sends(wire.Join{V: wire.Version, ID: id, Secret: secret})
			m, refused, err := g.admitted()
			_ = mine.Close("")
			if err == nil {
				return m.Key + string(refused.Code)
			}
		}
		return ""
	}
	for i, want := range []string{oneSecret, oneSecret, oneSecret, "full"} {
		secret := oneSecret
		if want == "full" {
			secret = otherSecret
		}
		if got := sits(list[i%2], secret); got != want {
			t.Errorf("join %d: %q, want %q", i+1, got, want)
		}
	}
}

// refusing is a storage whose lists of people and tables fail to write while people or tables is set.
type refusing struct {
	keep.Storage
	people, tables atomic.Bool
}

func (r *refusing) People() keep.List { return refusingList{r.Storage.People(), &r.people} }
func (r *refusing) Tables() keep.List { return refusingList{r.Storage.Tables(), &r.tables} }

type refusingList struct {
	keep.List
	refuses *atomic.Bool
}

func (l refusingList) Put(key string, after uint64, value []byte) (uint64, error) {
	if l.refuses.Load() {
		return 0, syscall.ENOSPC
	}
	return l.List.Put(key, after, value)
}

// If a seat cannot be recorded for its person, a client that can ask again gets an error, and later the same seat.
func TestASeatThatCannotBeNoted(t *testing.T) {
	folder, err := files.Open(t.TempDir(), games.Find)
	if err != nil {
		t.Fatal(err)
	}
	place := &refusing{Storage: folder}
	h, err := Open(Config{Storage: place, Games: games.All(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	lobby := httptest.NewServer(h.Handler())
	defer lobby.Close()
	var phrases []string
	for _, name := range []string{"Ada", "Eva"} {
		_, joined := post(t, lobby, "people/join", `{"name":"`+name+`"}`)
		phrases = append(phrases, joined["phrase"].(string))
	}
	asks := func(path, body string) map[string]any {
		t.Helper()
		place.people.Store(true)
		if status, answer := post(t, lobby, path, body); status != 503 {
			t.Errorf("%s on a full disk: %d %v", path, status, answer)
		}
		place.people.Store(false)
		status, answer := post(t, lobby, path, body)
		if status != 200 {
			t.Fatalf("%s again: %d %v", path, status, answer)
		}
		return answer
	}
	made := asks("tables", `{"game":"ataxx","with":"anybody","phrase":"`+phrases[0]+`","secret":"`+oneSecret+`"}`)
	took := asks("tables/"+made["table"].(string)+"/take", `{"phrase":"`+phrases[1]+`","secret":"`+otherSecret+`"}`)
	if took["table"] != made["table"] || took["id"] == made["id"] {
		t.Errorf("the seats are %v and %v", made, took)
	}
	for _, phrase := range phrases {
		_, is := post(t, lobby, "people/find", `{"phrase":"`+phrase+`"}`)
		if list, _ := is["tables"].([]any); len(list) != 1 {
			t.Errorf("somebody has the tables %v", list)
		}
	}
}

package server

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
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
	"time"

	"attic/dev/wait"
	"attic/games"
	"attic/match"
	"attic/server/files"
	"attic/server/keep"
	"attic/server/push"
	"attic/table"
)

// service is a push service for tests: it gets the messages to its browsers.
type service struct {
	*testing.T
	*httptest.Server

	mu    sync.Mutex
	code  int // of its answers
	heard []*http.Request
	texts [][]byte
}

func pushService(t *testing.T) *service {
	s := &service{T: t, code: http.StatusCreated}
	s.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, err := io.ReadAll(r.Body)
		s.mu.Lock()
		defer s.mu.Unlock()
		if err != nil {
			t.Error(err)
		}
		s.heard, s.texts = append(s.heard, r), append(s.texts, text)
		w.WriteHeader(s.code)
	}))
	t.Cleanup(s.Close)
	return s
}

// sender returns a sender that may connect to the service. It sends nothing until it runs.
func (s *service) sender() *push.Sender {
	return push.New(push.Anywhere, s.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs)
}

// sends makes h send pushes to the service.
func (s *service) sends(h *Hall) {
	pushes := s.sender()
	h.herald.pushes = pushes
	h.serves.Go(func() { pushes.Run(h.ending) })
}

// received returns message n, counted from 0, once it has arrived.
func (s *service) received(n int) (r *http.Request, text []byte) {
	s.Helper()
	wait.Until(s.T, fmt.Sprintf("message %d", n), func() (any, bool) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if len(s.heard) > n {
			r, text = s.heard[n], s.texts[n]
		}
		return len(s.heard), r != nil
	})
	return r, text
}

// subscriber is a browser that has subscribed at a service.
type subscriber struct {
	private *ecdh.PrivateKey
	auth    []byte
	push.Device
}

func (s *service) browser(name string) subscriber {
	private, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		s.Fatal(err)
	}
	auth := make([]byte, 16)
	_, _ = rand.Read(auth)
	return subscriber{private, auth, push.Device{Endpoint: s.URL + "/" + name, P256dh: base64.RawURLEncoding.EncodeToString(private.PublicKey().Bytes()), Auth: base64.RawURLEncoding.EncodeToString(auth)}}
}

// opens decrypts a message as a browser does (RFC 8291, section 4).
func (b subscriber) opens(t *testing.T, body []byte) string {
	t.Helper()
	salt, from, sealed := body[:16], body[21:21+body[20]], body[21+body[20]:]
	public, err := ecdh.P256().NewPublicKey(from)
	if err != nil {
		t.Fatal(err)
	}
	shared, _ := b.private.ECDH(public)
	derive := func(secret, salt []byte, info string, n int) []byte {
		key, err := hkdf.Key(sha256.New, secret, salt, info, n)
		if err != nil {
			t.Fatal(err)
		}
		return key
	}
	secret := derive(shared, b.auth, "WebPush: info\x00"+string(b.private.PublicKey().Bytes())+string(from), 32)
	block, _ := aes.NewCipher(derive(secret, salt, "Content-Encoding: aes128gcm\x00", 16))
	gcm, _ := cipher.NewGCM(block)
	text, err := gcm.Open(nil, derive(secret, salt, "Content-Encoding: nonce\x00", 12), sealed, nil)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimRight(string(text), "\x02")
}

// reaches sends a request about pushes to d.
func reaches(t *testing.T, lobby *httptest.Server, phrase string, d push.Device, do string) (int, map[string]any) {
	t.Helper()
	text, _ := json.Marshal(map[string]any{"phrase": phrase, "device": d, do: true})
	return post(t, lobby, "people/push", string(text))
}

// pair makes a table of two people with names, whose places are those of Ann, who moves first, and Bob.
func pair(t *testing.T, h *Hall, lobby *httptest.Server) (s *seated, there [2]*table.Person, phrases [2]string) {
	t.Helper()
	for i, name := range []string{"Ann", "Bob"} {
		_, person := post(t, lobby, "people/join", fmt.Sprintf(`{"name":%q}`, name))
		phrases[i] = person["phrase"].(string)
	}
	_, made := post(t, lobby, "tables", fmt.Sprintf(`{"game":"ataxx","with":"anybody","side":0,"phrase":%q}`, phrases[0]))
	if status, answer := post(t, lobby, "tables/"+made["table"].(string)+"/take", fmt.Sprintf(`{"phrase":%q}`, phrases[1])); status != http.StatusOK {
		t.Fatal(answer)
	}
	s, there = sit(t, h, made["table"].(string))
	return s, there, phrases
}

// sit opens a table and seats both people there.
func sit(t *testing.T, h *Hall, id string) (s *seated, there [2]*table.Person) {
	t.Helper()
	s, err := h.at(id)
	if err != nil {
		t.Fatal(err)
	}
	l, err := s.open()
	if err != nil {
		t.Fatal(err)
	}
	for i := range there {
		there[i] = l.table.Player(table.Place(i))
		l.table.Joined(table.Place(i), match.KeyHash([]string{"0a", "0b"}[i]))
		there[i].Met(table.Present)
		t.Cleanup(there[i].Close)
	}
	return s, there
}

func move(t *testing.T, p *table.Person, text string) {
	t.Helper()
	if err := p.Do(table.Play(text)).Err(); err != nil {
		t.Fatal(err)
	}
}

// faced waits until the hall knows for whom a game waits, and whether they are there.
func faced(t *testing.T, s *seated, toMove int, met bool) {
	t.Helper()
	wait.Until(t, fmt.Sprintf("the turn of %d, there: %t", toMove, met), func() (any, bool) {
		s.hall.tables.mu.Lock()
		defer s.hall.tables.mu.Unlock()
		return [2]any{s.toMove, s.met}, s.toMove == toMove && s.met == met
	})
}

// owed returns the number of pushes that a hall would queue at the time now. They are lost.
func owed(h *Hall, now time.Time) int {
	was := h.herald.pushes
	h.herald.pushes = push.New(push.Anywhere, nil)
	h.herald.remind(now)
	n := h.herald.pushes.Waiting()
	h.herald.pushes = was
	return n
}

func soonAfter() time.Time { return time.Now().Add(remindTime) }

// When Ann's turn comes and she is away, her browser gets one message, which only it can read, and which names nobody. A restart does not repeat it.
func TestAPush(t *testing.T) {
	service, dir := pushService(t), t.TempDir()
	h := openedAt(t, dir)
	h.herald.address = "https://games.example/"
	service.sends(h)
	lobby := httptest.NewServer(h.Handler())
	defer func() { lobby.Close() }()
	s, there, phrases := pair(t, h, lobby)
	browser := service.browser("ann")
	status, answer := reaches(t, lobby, phrases[0], browser.Device, "on")
	if status != http.StatusOK || answer["on"] != true {
		t.Fatal(answer)
	}
	key := answer["key"].(string)
	move(t, there[0], "a7-b6")
	faced(t, s, 1, true)
	if n := owed(h, soonAfter()); n != 0 {
		t.Errorf("%d pushes about Bob's turn", n)
	}
	there[0].Met(table.Away)
	move(t, there[1], "g7-f6")
	faced(t, s, 0, false)
	if n := owed(h, time.Now()); n != 0 {
		t.Errorf("%d pushes at once", n)
	}
	h.herald.remind(soonAfter())
	r, body := service.received(0)
	if text := browser.opens(t, body); text != fmt.Sprintf(`{"table":%q}`, s.id) {
		t.Errorf("the browser reads %q", text)
	}
	head := fmt.Sprint(r.Header, r.URL)
	if r.URL.Path != "/ann" || r.Header.Get("Topic") == "" || strings.Contains(head, s.id) || !strings.HasPrefix(r.Header.Get("Authorization"), "vapid t=") || !strings.HasSuffix(r.Header.Get("Authorization"), ", k="+key) || strings.Contains(head, "Ann") {
		t.Errorf("the head is %s", head)
	}
	if n := owed(h, soonAfter()); n != 0 {
		t.Errorf("%d more pushes about the same turn", n)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	lobby.Close()
	h = openedAt(t, dir)
	lobby = httptest.NewServer(h.Handler())
	if n := owed(h, soonAfter()); n != 0 {
		t.Errorf("%d more pushes after a restart", n)
	}
	if _, answer := reaches(t, lobby, phrases[0], browser.Device, "ask"); answer["key"] != key || answer["on"] != true {
		t.Errorf("after a restart: %v, want the key %s", answer, key)
	}
	s, there = sit(t, h, s.id)
	faced(t, s, 0, true)
	there[0].Met(table.Away)
	if err := h.Close(); err != nil { // after she was there
		t.Fatal(err)
	}
	h = openedAt(t, dir)
	if n := owed(h, soonAfter()); n != 0 {
		t.Errorf("%d pushes about a turn that she has seen", n)
	}
	s, there = sit(t, h, s.id)
	move(t, there[0], "b6-c5")
	there[0].Met(table.Away)
	move(t, there[1], "f6-e5")
	faced(t, s, 0, false)
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	h = openedAt(t, dir)
	if n := owed(h, soonAfter()); n != 1 {
		t.Errorf("%d pushes about a turn before a restart, want 1", n)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	stock, err := files.OpenStock(dir, games.Find, false)
	if err != nil {
		t.Fatal(err)
	}
	if c := Check(stock, games.Find, func(f Fault) { t.Error(f) }); c.People != 2 {
		t.Errorf("%d people", c.People)
	}
}

// Who is there gets no push, nor who comes back before it is sent; a page in the background gets one.
func TestWhoGetsNoPush(t *testing.T) {
	service := pushService(t)
	h, lobby := opened(t, t.TempDir())
	s, there, phrases := pair(t, h, lobby)
	reaches(t, lobby, phrases[0], service.browser("ann").Device, "on")
	moves := []string{"a7-b6", "g7-f6", "b6-c5", "f6-e5", "c5-b4", "e5-d6", "b4-c3", "d6-e7"}
	turn := func(as table.Other) {
		t.Helper()
		move(t, there[0], moves[0])
		there[0].Met(as)
		move(t, there[1], moves[1])
		moves = moves[2:]
		faced(t, s, 0, as == table.Present)
	}
	for _, c := range []struct {
		as   table.Other
		want int
	}{{table.Present, 0}, {table.Dozing, 1}, {table.Away, 1}} {
		turn(c.as)
		if n := owed(h, soonAfter()); n != c.want {
			t.Errorf("%d pushes to a player who is %v, want %d", n, c.as, c.want)
		}
		there[0].Met(table.Present)
	}
	turn(table.Away)
	h.herald.pushes = service.sender()
	h.herald.remind(soonAfter())
	if n := h.herald.pushes.Waiting(); n != 1 {
		t.Fatalf("%d pushes wait", n)
	}
	there[0].Met(table.Present)
	faced(t, s, 0, true)
	h.serves.Go(func() { h.herald.pushes.Run(h.ending) })
	wait.Until(t, "the queue", func() (any, bool) { return h.herald.pushes.Waiting(), h.herald.pushes.Waiting() == 0 })
	if n := h.herald.pushes.Sent.Load() + h.herald.pushes.Lost.Load(); n != 0 {
		t.Errorf("%d pushes to a player who has come back", n)
	}
}

// Somebody who made a table, and left, is told when another person has taken the seat and come.
func TestAPushWhenSomebodyTakesTheSeat(t *testing.T) {
	service := pushService(t)
	h, lobby := opened(t, t.TempDir())
	_, ann := post(t, lobby, "people/join", `{"name":"Ann"}`)
	phrase := ann["phrase"].(string)
	_, made := post(t, lobby, "tables", fmt.Sprintf(`{"game":"ataxx","with":"anybody","side":0,"phrase":%q}`, phrase))
	reaches(t, lobby, phrase, service.browser("ann").Device, "on")
	s := h.tables.get(made["table"].(string))
	if n := owed(h, soonAfter()); n != 0 {
		t.Errorf("%d pushes about a new table", n)
	}
	l, err := s.open()
	if err != nil {
		t.Fatal(err)
	}
	mine := l.table.Player(table.First)
	defer mine.Close()
	l.table.Joined(table.First, match.KeyHash("0a"))
	mine.Met(table.Present)
	faced(t, s, 0, true)
	mine.Met(table.Away)
	if n := owed(h, soonAfter()); n != 0 {
		t.Errorf("%d pushes while nobody has come", n)
	}
	post(t, lobby, "tables/"+s.id+"/take", `{}`)
	other := l.table.Player(table.Second)
	defer other.Close()
	l.table.Joined(table.Second, match.KeyHash("0b"))
	other.Met(table.Present)
	faced(t, s, 0, false)
	if n := owed(h, soonAfter()); n != 1 {
		t.Errorf("%d pushes when somebody has come, want 1", n)
	}
}

// A person has at most five devices. A device that no longer exists is removed, as are devices and people on request. Nobody else's phrase changes anything.
func TestDevices(t *testing.T) {
	service := pushService(t)
	h, lobby := opened(t, t.TempDir())
	service.sends(h)
	s, there, phrases := pair(t, h, lobby)
	devices := func() (list []string) {
		for _, p := range h.people.reachable() {
			for _, d := range p.Push {
				list = append(list, strings.TrimPrefix(d.Endpoint, service.URL+"/"))
			}
		}
		return list
	}
	want := func(list ...string) {
		t.Helper()
		if got := devices(); !slices.Equal(got, list) {
			t.Errorf("the devices are %q, want %q", got, list)
		}
	}
	for i := range 7 {
		reaches(t, lobby, phrases[0], service.browser(fmt.Sprint(i)).Device, "on")
	}
	want("2", "3", "4", "5", "6")
	reaches(t, lobby, phrases[0], service.browser("4").Device, "on") // renewed
	want("2", "3", "5", "6", "4")
	if _, answer := reaches(t, lobby, phrases[0], service.browser("5").Device, "off"); answer["on"] != false {
		t.Error(answer)
	}
	want("2", "3", "6", "4")
	d := service.browser("x").Device
	if status, answer := reaches(t, lobby, "aaaa-aaaa-aaaa-aaaa-aaaa-aaaa-aaaa", d, "on"); status != http.StatusNotFound {
		t.Errorf("a wrong phrase: %v", answer)
	}
	d.Endpoint = strings.Replace(d.Endpoint, "https:", "http:", 1)
	if status, answer := reaches(t, lobby, phrases[0], d, "on"); status != http.StatusBadRequest {
		t.Errorf("an address without encryption: %v", answer)
	}
	for _, name := range []string{"2", "3"} {
		reaches(t, lobby, phrases[0], service.browser(name).Device, "off")
	}
	service.mu.Lock()
	service.code = http.StatusGone
	service.mu.Unlock()
	move(t, there[0], "a7-b6")
	there[0].Met(table.Away)
	move(t, there[1], "g7-f6")
	faced(t, s, 0, false)
	h.herald.remind(soonAfter())
	wait.Until(t, "no devices", func() (any, bool) { d := devices(); return d, len(d) == 0 })
	reaches(t, lobby, phrases[0], service.browser("7").Device, "on")
	want("7")
	post(t, lobby, "people/delete", fmt.Sprintf(`{"phrase":%q}`, phrases[0]))
	want()
}

// A device whose address is in the hall's own network gets nothing: the hall makes no connection.
func TestAPushIntoTheNetwork(t *testing.T) {
	service := pushService(t)
	h, lobby := opened(t, t.TempDir())
	s, there, phrases := pair(t, h, lobby)
	reaches(t, lobby, phrases[0], service.browser("ann").Device, "on")
	local := service.browser("ann").Device
	local.Endpoint = strings.Replace(local.Endpoint, "127.0.0.1", "localhost", 1)
	if _, answer := reaches(t, lobby, phrases[0], local, "on"); answer["on"] != true {
		t.Fatal(answer)
	}
	move(t, there[0], "a7-b6")
	there[0].Met(table.Away)
	move(t, there[1], "g7-f6")
	faced(t, s, 0, false)
	h.herald.remind(soonAfter())
	wait.Until(t, "both to be given up", func() (any, bool) { n := h.herald.pushes.Lost.Load(); return n, n == 2 })
	service.mu.Lock()
	defer service.mu.Unlock()
	if len(service.heard) > 0 {
		t.Errorf("%d requests arrived", len(service.heard))
	}
}

// Turns that began before somebody asked for pushes are not reported, and a hall's key comes along with its copies.
func TestOldTurnsAndCopies(t *testing.T) {
	service, dir, to := pushService(t), t.TempDir(), t.TempDir()
	h := openedAt(t, dir)
	lobby := httptest.NewServer(h.Handler())
	defer lobby.Close()
	s, there, phrases := pair(t, h, lobby)
	move(t, there[0], "a7-b6")
	there[0].Met(table.Away)
	move(t, there[1], "g7-f6")
	faced(t, s, 0, false)
	h.tables.mu.Lock()
	s.absent = s.absent.Add(-time.Minute)
	h.tables.mu.Unlock()
	if strings.Contains(written(t, dir), "push") {
		t.Error("a hall without pushes stores something about them")
	}
	_, answer := reaches(t, lobby, phrases[0], service.browser("ann").Device, "on")
	if n := owed(h, time.Now()); n != 0 {
		t.Errorf("%d pushes about an earlier turn", n)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	from, err := files.OpenStock(dir, games.Find, false)
	if err != nil {
		t.Fatal(err)
	}
	copied, err := files.OpenStock(to, games.Find, true)
	if err != nil {
		t.Fatal(err)
	}
	sums, err := keep.Copy(from, copied, func(keep.Counts) {})
	if err == nil {
		err = copied.Close()
	}
	if err == nil {
		copied, err = files.OpenStock(to, games.Find, true)
	}
	if err == nil {
		err = sums.Finish(copied, func() error { return nil })
	}
	if err == nil {
		err = copied.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	_, lobby = opened(t, to)
	if _, again := reaches(t, lobby, phrases[0], service.browser("ann").Device, "ask"); again["key"] != answer["key"] || again["on"] != true {
		t.Errorf("in a copy: %v, want %v", again, answer)
	}
}

// Two processes have one key, and send one push for a turn: that of an open table, and that of a table that no process has open.
func TestPushesOfTwoProcesses(t *testing.T) {
	t.Parallel() // it waits for messages sent every two seconds
	service := pushService(t)
	list := processes(t, 2)
	one, two := list[0], list[1]
	s, there, phrases := pair(t, one.hall, one.lobby)
	_, answer := reaches(t, one.lobby, phrases[0], service.browser("ann").Device, "on")
	two.until("the device is known", func(h *Hall) bool {
		_, again := reaches(t, two.lobby, phrases[0], service.browser("ann").Device, "ask")
		return again["key"] == answer["key"] && again["on"] == true
	})
	all := func(now time.Time) (n int) {
		var asking sync.WaitGroup
		var each [2]int
		for i, p := range list {
			asking.Go(func() { each[i] = owed(p.hall, now) })
		}
		asking.Wait()
		return each[0] + each[1]
	}
	move(t, there[0], "a7-b6")
	there[0].Met(table.Away)
	move(t, there[1], "g7-f6")
	faced(t, s, 0, false)
	two.until("the turn is known", func(h *Hall) bool { s := h.tables.all[s.id]; return s.toMove == 0 && s.ply == 2 && s.from != "" })
	if n := all(soonAfter()); n != 1 {
		t.Errorf("%d pushes about a turn at an open table", n)
	}
	there[0].Met(table.Present)
	faced(t, s, 0, true)
	move(t, there[0], "b6-c5")
	there[0].Met(table.Away)
	move(t, there[1], "f6-e5")
	faced(t, s, 0, false)
	if err := s.rest(); err != nil {
		t.Fatal(err)
	}
	two.until("the table is put away", func(h *Hall) bool { s := h.tables.all[s.id]; return s.toMove == 0 && s.ply == 4 })
	if n := all(soonAfter()); n != 1 {
		t.Errorf("%d pushes about a turn at a table that is not open", n)
	}
	if n := all(soonAfter()); n != 0 {
		t.Errorf("%d more pushes", n)
	}
}

// The webhook gets news of the lobby: no hidden tables, no links to seats, and names as plain text.
func TestWebhook(t *testing.T) {
	posts := make(chan string, 10)
	chat := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, err := io.ReadAll(r.Body)
		if err != nil || r.Header.Get("Content-Type") != "application/json" {
			t.Error(err, r.Header)
		}
		posts <- string(bytes.TrimSpace(text))
		if strings.Contains(string(text), "over") {
			w.WriteHeader(http.StatusForbidden)
		}
	}))
	defer chat.Close()
	place, err := files.Open(t.TempDir(), games.Find)
	if err != nil {
		t.Fatal(err)
	}
	log := &notes{}
	h, err := Open(Config{Storage: place, Games: games.All(), Log: slog.New(slog.NewJSONHandler(log, nil)), Address: "https://games.example/", Webhook: chat.URL + "/secret"})
	if err != nil {
		t.Fatal(err)
	}
	lobby := httptest.NewServer(h.Handler())
	defer lobby.Close()
	says := func(want string) {
		t.Helper()
		want, _ = strings.CutSuffix(want, "\n")
		text, _ := json.Marshal(map[string]any{"text": want, "content": want, "allowed_mentions": map[string][]string{"parse": {}}})
		if got := <-posts; got != string(text) {
			t.Errorf("the webhook gets %s, want %s", got, text)
		}
	}
	_, person := post(t, lobby, "people/join", `{"name":"<@Ann> [x](b.de)"}`)
	for _, wish := range []string{`"with":"friend"`, `"with":"computer"`, `"with":"friend","hidden":true`} {
		post(t, lobby, "tables", `{"game":"ataxx",`+wish+`}`)
	}
	post(t, lobby, "tables", fmt.Sprintf(`{"game":"ataxx","with":"anybody","side":0,"clock":"10+5","phrase":%q}`, person["phrase"]))
	says("Ann x b de waits for a player: Ataxx, clock 10+5. https://games.example/")
	_, made := post(t, lobby, "tables", `{"game":"ataxx","with":"anybody","side":1}`)
	says("Somebody waits for a player: Ataxx. https://games.example/")
	post(t, lobby, "tables/"+made["table"].(string)+"/take", fmt.Sprintf(`{"phrase":%q}`, person["phrase"]))
	_, there := sit(t, h, made["table"].(string))
	move(t, there[1], "a7-b6")
	if err := there[1].Do(table.Resign()).Err(); err != nil {
		t.Fatal(err)
	}
	says("Ataxx is over, Ann x b de (Red) – somebody (Blue): Blue wins. https://games.example/")
	wait.Until(t, "a warning", func() (any, bool) { n := h.herald.webhook.Lost.Load(); return n, n == 1 })
	if err := h.Close(); err != nil {
		t.Error(err)
	}
	text := fmt.Sprint(log.take(t))
	if !strings.Contains(text, "the webhook did not take a message: the answer was 403 Forbidden") || strings.Contains(text, "secret") {
		t.Errorf("the log says %s", text)
	}
}

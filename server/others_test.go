package server

import (
	"context"
	"errors"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"attic/dev/jettest"
	"attic/games"
	"attic/match"
	"attic/server/jet"
	"attic/server/keep"
	"attic/table/wire"
)

// process is one of several processes of a hall.
type process struct {
	*testing.T
	hall  *Hall
	lobby *httptest.Server
	thief *thief
}

// thief makes a process believe that a table belongs to another process.
type thief struct {
	keep.Times
	table atomic.Pointer[string]
}

// Beat implements keep.Times.
func (s *thief) Beat(now time.Time) ([]string, error) {
	lost, err := s.Times.Beat(now)
	if table := s.table.Load(); table != nil {
		lost = append(lost, *table)
	}
	return lost, err
}

// stolenFrom is a storage whose tables can be stolen.
type stolenFrom struct {
	keep.Storage
	times keep.Times
}

// Times implements keep.Storage.
func (s stolenFrom) Times() keep.Times { return s.times }

// processes returns n processes of one hall, which keep it on a NATS server.
func processes(t *testing.T, n int) []process {
	t.Helper()
	return processesAt(t, jettest.Node(t), n)
}

// processesAt returns n processes of the hall that is kept on a server.
func processesAt(t *testing.T, url string, n int) (list []process) {
	t.Helper()
	for range n {
		place, err := jet.Dial(jet.Config{Find: games.Find, URLs: url, Replicas: 1})
		if err != nil {
			t.Fatal(err)
		}
		stolen := &thief{Times: place.Times()}
		h, err := Open(Config{Storage: stolenFrom{place, stolen}, Games: games.All(), Log: strict(t)})
		if err != nil {
			t.Fatal(err)
		}
		p := process{t, h, httptest.NewServer(h.Handler()), stolen}
		t.Cleanup(func() {
			if err := h.Close(); err != nil {
				t.Error(err)
			}
			p.lobby.Close()
		})
		list = append(list, p)
	}
	return list
}

// until waits until so returns true for the hall of a process.
func (p process) until(what string, so func(h *Hall) bool) {
	p.Helper()
	late := time.After(time.Minute)
	for {
		p.hall.tables.mu.Lock()
		ok := so(p.hall)
		_, news := p.hall.news.last()
		p.hall.tables.mu.Unlock()
		if ok {
			return
		}
		select {
		case <-news:
		case <-late:
			p.Fatal(what)
		}
	}
}

type guest struct {
	*testing.T
	conn wire.Conn
	key  string
	n    uint64

	hints bool // the table allows help
}

// joins connects somebody with a process, and returns them at their table, or the code of the refusal. If a connection ends before the answer, it
// tries again, as clients do.
func (p process) joins(id, key string, watch bool) (g guest, code string) {
	p.Helper()
	var m wire.Table
	var refused wire.No
	var err error
	for range 20 {
		if g, m, refused, err = p.tries(id, key, watch); err == nil {
			break
		}
	}
	if err != nil {
		p.Fatalf("joining: %v", err)
	}
	g.key, g.n, g.hints = max(key, m.Key), m.N, m.Hints
	return g, string(refused.Code)
}

func (p process) tries(id, key string, watch bool) (g guest, m wire.Table, refused wire.No, err error) {
	p.Helper()
	theirs, mine := wire.Pipe("localhost")
	go p.hall.Serve(theirs)
	g = guest{p.T, mine, key, 0, false}
	p.Cleanup(func() { _ = mine.Close("") })
	g.sends(wire.Join{V: wire.Version, ID: id, Key: key, Watch: watch})
	m, refused, err = g.admitted()
	return g, m, refused, err
}

func (g guest) sends(m wire.Message) {
	g.Helper()
	raw, err := wire.Encode(m)
	if err == nil {
		err = g.conn.Write(context.Background(), raw)
	}
	if err != nil {
		g.Fatal(err)
	}
}

// plays plays a move, and waits until it is done.
func (g guest) plays(text string) {
	g.Helper()
	g.sends(wire.Act{ID: wire.NewAct(), Do: "play", Text: text, After: g.n})
	if m := hears[wire.Answer](g); m.Code != "" {
		g.Fatalf("%s: %+v", text, m)
	}
}

// hears returns the next message of a kind.
func hears[M wire.Message](g guest) M {
	g.Helper()
	for {
		m, err := g.heard()
		if err != nil {
			g.Fatalf("waiting for a %T: %v", *new(M), err)
		}
		if m, ok := m.(M); ok {
			return m
		}
	}
}

// admitted returns the answer to a join.
func (g guest) admitted() (wire.Table, wire.No, error) {
	for {
		m, err := g.heard()
		if err != nil {
			return wire.Table{}, wire.No{}, err
		}
		switch m := m.(type) {
		case wire.Table:
			return m, wire.No{}, nil
		case wire.No:
			return wire.Table{}, m, nil
		}
	}
}

func (g guest) heard() (wire.Message, error) {
	within, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	raw, err := g.conn.Read(within)
	if err != nil {
		return nil, err
	}
	return wire.Decode(raw)
}

// hearsOf waits for an event whose lines contain a text.
func (g guest) hearsOf(text string) {
	g.Helper()
	for !strings.Contains(strings.Join(hears[wire.Event](g).Lines, "\n"), text) {
		g.Log("there is another event before " + text)
	}
}

// A table is made by one process, joined, watched and played by the other, and the lobby of both shows it.
func TestTwoProcesses(t *testing.T) {
	t.Parallel() // it waits for messages sent every two seconds
	list := processes(t, 2)
	one, two := list[0], list[1]
	_, made := post(t, one.lobby, "tables", `{"game":"ataxx","with":"anybody","side":0}`)
	id, mine := made["table"].(string), made["id"].(string)
	host, code := one.joins(mine, "", false)
	if code != "" {
		t.Fatal(code)
	}
	two.until("the other process offers the table", func(h *Hall) bool { return len(h.tables.free) == 1 })
	status, taken := post(t, two.lobby, "tables/"+id+"/take", `{}`)
	if status != 200 {
		t.Fatal(taken)
	}
	if _, again := post(t, one.lobby, "tables/"+id+"/take", `{}`); again["code"] != "taken" {
		t.Errorf("a seat that was taken in the other process: %v", again)
	}
	other, code := two.joins(taken["id"].(string), "", false)
	if code != "" || other.key == "" {
		t.Fatal(code)
	}
	spectator, code := two.joins(id, "", true)
	if code != "" {
		t.Fatal(code)
	}
	host.plays("a7-b6")
	for who, g := range map[string]guest{"the other player": other, "the spectator": spectator} {
		t.Log(who)
		g.hearsOf("a7-b6")
	}
	stood := time.Now().Add(-2 * currentTime)
	one.hall.peers.beaten.Store(&stood) // as after a suspension, until the next heartbeat: another process may have the move
	host.sends(wire.Act{ID: wire.NewAct(), Do: "play", Text: "a7-b6", After: host.n})
	if m := hears[wire.Answer](host); m.Code != "unsure" {
		t.Errorf("an act that is forbidden as far as the process knows: %+v", m)
	}
	two.until("the game is shown", func(h *Hall) bool {
		return len(h.tables.playing) == 1 && h.tables.playing[0].watchers == 1 && h.tables.playing[0].toMove == 1
	})
	if _, code := two.joins("nothing", "", false); code != "id" {
		t.Errorf("a wrong ID in the other process: %q", code)
	}
	if _, begun := post(t, two.lobby, "withdraw", `{"id":"`+mine+`"}`); begun["code"] != "begun" {
		t.Errorf("withdrawing a game that has begun: %v", begun)
	}

	// The process that has the table open ends: the other one opens it.
	_, _ = host.conn.Close(""), spectator.conn.Close("")
	if err := one.hall.Close(); err != nil {
		t.Error(err)
	}
	var closed *wire.ClosedError
	for err := error(nil); err == nil; {
		_, err = other.conn.Read(context.Background())
		if err != nil && !errors.As(err, &closed) {
			t.Error(err)
		}
	}
	again, code := two.joins(taken["id"].(string), other.key, false)
	if code != "" {
		t.Fatal(code)
	}
	again.plays("g7-f6")
}

// Once a process learns that another process has taken its table, it refuses nothing from its own memory until the table is put away.
func TestALostTableDeniesNothing(t *testing.T) {
	t.Parallel() // it waits for messages sent every two seconds
	one := processes(t, 1)[0]
	_, made := post(t, one.lobby, "tables", `{"game":"ataxx","with":"friend","side":0}`)
	host, code := one.joins(made["id"].(string), "", false)
	if code != "" {
		t.Fatal(code)
	}
	says := func(want string) {
		t.Helper()
		host.sends(wire.Act{ID: wire.NewAct(), Do: "play", Text: "a7-b6", After: host.n})
		if m := hears[wire.Answer](host); string(m.Code) != want {
			t.Errorf("a move in order: %+v, want %q", m, want)
		}
	}
	says("turn") // the friend has not joined yet
	h := one.hall
	h.tables.mu.Lock()
	s := h.tables.all[folded(made["table"].(string))]
	h.tables.mu.Unlock()
	s.opening.Lock() // so that the table cannot be put away yet
	one.thief.table.Store(&s.id)
	one.until("the heartbeat says that the table is lost", func(*Hall) bool { return s.lost })
	says("unsure")
	one.thief.table.Store(nil)
	s.opening.Unlock()
}

// All processes agree on people: their names, their tables, and that they are gone.
func TestPeopleOfTwoProcesses(t *testing.T) {
	t.Parallel() // it waits for messages sent every two seconds
	list := processes(t, 2)
	one, two := list[0], list[1]
	_, joined := post(t, one.lobby, "people/join", `{"name":"Ada"}`)
	phrase := `"phrase":"` + joined["phrase"].(string) + `"`
	status, made := post(t, two.lobby, "tables", `{"game":"atom4","with":"friend","side":0,`+phrase+`}`)
	if status != 200 {
		t.Fatal(made)
	}
	id := made["table"].(string)
	named := func(name string) func(h *Hall) bool {
		return func(h *Hall) bool { return h.people.nameAt(id, 0) == name }
	}
	one.until("the name is known", named("Ada"))
	one.until("the table is known", func(h *Hall) bool { return h.tables.all[folded(id)] != nil })
	status, found := post(t, one.lobby, "people/find", `{`+phrase+`}`)
	if tables, _ := found["tables"].([]any); status != 200 || len(tables) != 1 {
		t.Errorf("her tables: %v", found)
	}
	watcher, _ := one.joins(id, "", true)
	if status, answer := post(t, one.lobby, "people/rename", `{"name":"Eva",`+phrase+`}`); status != 200 {
		t.Error(answer)
	}
	two.until("the new name is known", named("Eva"))
	watcher.hearsOf("name Eva")
	status, again := post(t, one.lobby, "people/seat", `{"table":"`+id+`",`+phrase+`}`)
	if status != 200 || again["id"] == made["id"] {
		t.Fatalf("a new link: %v", again)
	}
	if _, code := two.joins(made["id"].(string), "", false); code != "id" {
		t.Errorf("the link from before: %q", code)
	}
	if _, code := two.joins(again["id"].(string), "", false); code != "" {
		t.Errorf("the new link: %q", code)
	}
	if status, answer := post(t, one.lobby, "people/delete", `{`+phrase+`}`); status != 200 {
		t.Error(answer)
	}
	two.until("she is gone", func(h *Hall) bool {
		h.people.mu.Lock()
		n := len(h.people.all)
		h.people.mu.Unlock()
		return n == 0 && h.people.nameAt(id, 0) == ""
	})
	if _, answer := post(t, two.lobby, "people/find", `{`+phrase+`}`); answer["code"] != "id" {
		t.Errorf("her phrase: %v", answer)
	}
}

// A process may not know yet what another one has written about a person, so it asks the list before it refuses a request.
func TestAPersonWhoIsNotKnownYet(t *testing.T) {
	t.Parallel() // it waits for messages sent every two seconds
	list := processes(t, 2)
	one, two := list[0], list[1]
	_, joined := post(t, one.lobby, "people/join", `{"name":"Ada"}`)
	phrase := joined["phrase"].(string)
	_, made := post(t, one.lobby, "tables", `{"game":"atom4","with":"friend","side":0,"phrase":"`+phrase+`"}`)
	two.until("the table is known", func(h *Hall) bool {
		return h.tables.all[made["table"].(string)] != nil && h.people.nameAt(made["table"].(string), 0) == "Ada"
	})
	for what, forget := range map[string]func(h *Hall, p person){
		"she":      func(h *Hall, p person) { h.people.forget(p.Hash) },
		"her seat": func(h *Hall, p person) { p.Seats, p.version = nil, p.version-1; h.people.put(p) },
	} {
		two.hall.people.mu.Lock()
		forget(two.hall, two.hall.people.all[phraseHash(phrase)])
		two.hall.people.mu.Unlock()
		if status, seat := post(t, two.lobby, "people/seat", `{"table":"`+made["table"].(string)+`","phrase":"`+phrase+`"}`); status != 200 || seat["seat"] != 0.0 {
			t.Errorf("%s is not known here: %v", what, seat)
		}
	}
}

// late is a list of tables that holds back all writes while it is late, and carries them out afterwards.
type late struct {
	keep.List
	late   bool
	writes []func() (uint64, error)
}

func (l *late) Put(key string, after uint64, value []byte) (uint64, error) {
	if l.late {
		l.writes = append(l.writes, func() (uint64, error) { return l.List.Put(key, after, value) })
		return 0, match.ErrUnknown
	}
	return l.List.Put(key, after, value)
}

type lately struct {
	keep.Storage
	tables *late
}

func (l lately) Tables() keep.List { return l.tables }

// If a table is made again because the answer was lost, the result is not the earlier table without its game.
func TestAnEntryThatComesLate(t *testing.T) {
	t.Parallel()
	place, err := jet.Dial(jet.Config{Find: games.Find, URLs: jettest.Node(t), Replicas: 1})
	if err != nil {
		t.Fatal(err)
	}
	list := &late{List: place.Tables()}
	h, err := Open(Config{Storage: lately{place, list}, Games: games.All(), Log: strict(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	list.late = true
	wish := Wish{Game: "ataxx", With: Friend, Secret: wire.NewKey()}
	if _, err := h.Make(wish, "192.0.2.1"); err == nil {
		t.Fatal("a table whose entry is perhaps not written is made")
	}
	list.late = false
	for _, writes := range list.writes {
		if version, err := writes(); !errors.Is(err, match.ErrMoved) {
			t.Errorf("the entry of a table whose game is removed is written: %d, %v", version, err)
		}
	}
	seat, err := h.Make(wish, "192.0.2.1")
	if err != nil {
		t.Fatal(err)
	}
	if host, err := h.host(t.Context(), seat.Friend); host == nil || err != nil {
		t.Errorf("the table that was made again: %v", err)
	}
}

// old is a list that is read from a server that does not have everything yet.
type old struct {
	keep.List
	values map[string][]byte
}

func (o old) Get(key string) ([]byte, uint64, error) { return o.values[key], 1, nil }

// The answers of an outdated server do not replace newer data, and nobody counts as gone because that server does not know them.
func TestAnOldServer(t *testing.T) {
	t.Parallel()
	one := processes(t, 1)[0]
	_, joined := post(t, one.lobby, "people/join", `{"name":"Ada"}`)
	phrase := `"phrase":"` + joined["phrase"].(string) + `"`
	ps := one.hall.people
	ps.mu.Lock()
	values := map[string][]byte{}
	for hash, p := range ps.all {
		values[hash] = encoded(p)
	}
	ps.mu.Unlock()
	if status, answer := post(t, one.lobby, "people/rename", `{"name":"Eva",`+phrase+`}`); status != 200 {
		t.Fatal(answer)
	}
	for _, told := range []map[string][]byte{values, nil} {
		list := ps.list
		ps.list = old{list, told}
		for hash := range values {
			_, _ = ps.renewed(hash)
		}
		ps.list = list
		if _, is := post(t, one.lobby, "people/find", `{`+phrase+`}`); is["name"] != "Eva" {
			t.Errorf("after an old answer she is %v", is)
		}
	}
}

// When a table is made again, a game without an entry, left by a killed process, is removed.
func TestAGameWithoutATable(t *testing.T) {
	t.Parallel()
	place, err := jet.Dial(jet.Config{Find: games.Find, URLs: jettest.Node(t), Replicas: 1})
	if err != nil {
		t.Fatal(err)
	}
	h, err := Open(Config{Storage: place, Games: games.All(), Log: strict(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	wish := Wish{Game: "ataxx", With: Friend, Secret: wire.NewKey()}
	left, err := place.Games(idOf(wish.Secret, "table")).Begin("ataxx")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := left.Append(0, match.JournalHead, "game ataxx"); err != nil {
		t.Fatal(err)
	}
	made := make(chan error, 1)
	go func() {
		_, err := h.Make(wish, "192.0.2.1")
		made <- err
	}()
	select {
	case err = <-made:
	case <-time.After(time.Minute):
		t.Fatal("the table is not made")
	}
	if err != nil {
		t.Error(err)
	}
}

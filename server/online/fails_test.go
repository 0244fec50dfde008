package online

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"attic/games"
	"attic/match/store"
	"attic/server"
	"attic/server/files"
)

// front is a hall behind a proxy that a test can let fail, or lead to another hall.
type front struct {
	mu    sync.Mutex
	hall  *server.Hall
	cuts  int // the number of next answers to POST that are lost
	away  bool
	heard []string // the bodies of requests
}

func (f *front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(body))
	f.mu.Lock()
	f.heard = append(f.heard, string(body))
	hall, away, cut := f.hall, f.away, r.Method == http.MethodPost && f.cuts > 0
	if cut {
		f.cuts--
	}
	f.mu.Unlock()
	switch {
	case away:
		w.WriteHeader(http.StatusBadGateway)
	case cut:
		hall.Handler().ServeHTTP(httptest.NewRecorder(), r)
		panic(http.ErrAbortHandler)
	default:
		hall.Handler().ServeHTTP(w, r)
	}
}

func (f *front) set(change func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change()
	f.heard = nil
}

// behind opens two halls, and the first of them behind a front.
func behind(t *testing.T) (f *front, other *server.Hall, address string) {
	t.Helper()
	var halls [2]*server.Hall
	for i := range halls {
		place, err := files.Open(t.TempDir(), games.Find)
		must(t, err)
		halls[i], err = server.Open(server.Config{Storage: place, Games: games.All()})
		must(t, err)
	}
	f = &front{hall: halls[0]}
	s := httptest.NewServer(f)
	t.Cleanup(func() {
		for _, h := range halls {
			must(t, h.Close())
		}
		s.Close()
	})
	return f, halls[1], s.URL
}

// While another hall is at the address, a seat is kept, and no data of the seat are sent. A seat that leads to no game is listed until the person
// removes it.
func TestSeatsThatLeadToNothing(t *testing.T) {
	f, other, address := behind(t)
	kept := store.Open(t.TempDir(), games.Find)
	h, err := Dial(t.Context(), address, kept.Profile)
	must(t, err)
	made, err := h.make(t.Context(), wish{Game: "ataxx", With: friend})
	must(t, err)
	right := f.hall
	sits := func(id string) {
		t.Helper()
		seat, err := kept.Seats.Take(h.join(id, false))
		must(t, err)
		must(t, seat.Keep("00ff", ""))
		must(t, seat.Mark(right.Identity()))
		must(t, seat.Close())
	}
	sits(made.ID)
	sits("aaaabbbbccccdddd")
	look := func(want ...string) {
		t.Helper()
		list, err := h.list(t.Context(), kept.Seats.Kept())
		must(t, err)
		var got []string
		for _, o := range list.own {
			got = append(got, o.lost)
		}
		if !slices.Equal(got, want) {
			t.Errorf("the seats are %q, not %q", got, want)
		}
	}
	look("", lostGone)
	f.set(func() { f.hall = other })
	look(lostForeign, lostForeign)
	if said := strings.Join(f.heard, " "); strings.Contains(said, made.ID) {
		t.Errorf("the other hall was sent %s", said)
	}
	f.set(func() { f.hall = right })
	look("", lostGone)

	ann := lists(t, kept, address)
	ann.choose("A seat without a game")
	ann.until("a question", func() bool { return strings.Contains(ann.desk.Form.Hint, "until you remove it") })
	ann.desk.Key("enter")
	ann.until("the list without it", func() bool {
		return slices.Contains(ann.rows(), "Ataxx: your game") && !slices.Contains(ann.rows(), "A seat without a game")
	})
	look("")

	list, err := h.list(t.Context(), kept.Seats.Kept())
	must(t, err)
	operator := httptest.NewRequest("POST", "http://localhost/tables/"+list.own[0].ID+"/close?why=rude", nil)
	operator.Header.Set("Authorization", "Bearer secret")
	right.Admin("secret").ServeHTTP(httptest.NewRecorder(), operator)
	look("this game is gone: the operator of this hall has closed it: rude")
}

// lists returns a person whose settings have the address of a hall, and who sees the list of the hall's tables.
func lists(t *testing.T, kept store.Store, address string) person {
	t.Helper()
	p := sits(t, kept)
	p.desk.Set(func(s *store.Settings) { s.Hall = address })
	p.online()
	return p
}

// If the answer to a request for a table is lost, the table is made once, even if the program ends before it asks again.
func TestALostAnswer(t *testing.T) {
	f, _, address := behind(t)
	kept := store.Open(t.TempDir(), games.Find)
	for i, cuts := range []int{1, 2} {
		f.set(func() { f.cuts = cuts })
		for tries := 0; ; tries++ {
			h, err := Dial(t.Context(), address, kept.Profile) // as in a new program
			must(t, err)
			_, err = h.make(t.Context(), wish{Game: "ataxx", With: anybody, Clock: "3d"})
			if err == nil {
				break
			}
			if tries > 0 || !errors.Is(err, errAway) {
				t.Fatal(err)
			}
		}
		h, err := Dial(t.Context(), address, kept.Profile)
		must(t, err)
		list, err := h.list(t.Context(), nil)
		must(t, err)
		if len(list.Free) != i+1 {
			t.Errorf("after %d tables there are %v", i+1, list.Free)
		}
	}
	if s := kept.Profile.Settings(); len(s.Asked) != 0 {
		t.Errorf("answered requests are kept: %v", s.Asked)
	}
}

// If the hall is away, the list says so, and since when. It continues when the hall is back, even if the hall was away from the beginning.
func TestAHallThatIsAway(t *testing.T) {
	f, _, address := behind(t)
	f.set(func() { f.away = true })
	ann := lists(t, store.Open(t.TempDir(), games.Find), address)
	ann.until("that it is away", func() bool { return strings.Contains(ann.desk.Form.Hint, "It has not answered since ") })
	if !slices.Contains(ann.rows(), "Try again") {
		t.Errorf("the rows are %q", ann.rows())
	}
	f.set(func() { f.away = false })
	ann.until("the tables", func() bool { return slices.Contains(ann.rows(), "Ataxx: new table") && ann.desk.Form.Hint == usualHint })
}

// The notice of a hall replaces the hint of the list, comes first line by line, and ends with a change.
func TestNotice(t *testing.T) {
	f, _, address := behind(t)
	post := func(path, body string, handler http.Handler) (made struct{ Key string }) {
		t.Helper()
		r, w := httptest.NewRequest("POST", path, strings.NewReader(body)), httptest.NewRecorder()
		r.Host = "localhost"
		r.Header.Set("Authorization", "Bearer secret")
		r.Header.Set("Content-Type", "application/json")
		handler.ServeHTTP(w, r)
		must(t, json.Unmarshal(w.Body.Bytes(), &made))
		return made
	}
	key := post("/owner", "", f.hall.Admin("secret")).Key
	says := func(text string) {
		t.Helper()
		post("/hall/manage/notice", fmt.Sprintf(`{"key":%q,"text":%q}`, key, text), f.hall.Handler())
	}
	kept := store.Open(t.TempDir(), games.Find)
	ann := lists(t, kept, address)
	ann.until("no notice", func() bool { return ann.desk.Form.Hint == usualHint })
	says("Tea at five")
	ann.until("a notice", func() bool { return ann.desk.Form.Hint == "Notice: Tea at five" })
	late := lists(t, store.Open(t.TempDir(), games.Find), address)
	late.until("a notice from before", func() bool { return late.desk.Form.Hint == "Notice: Tea at five" })
	hall, err := Dial(t.Context(), address, kept.Profile)
	must(t, err)
	lines, err := hall.Lines(t.Context(), games.All(), nil)
	if err != nil || len(lines) != 1 || lines[0] != "Notice: Tea at five" {
		t.Errorf("line by line it is %q, %v", lines, err)
	}
	says("")
	ann.until("its end", func() bool { return ann.desk.Form.Hint == usualHint })
}

// Changes are applied to the lists, which keep the order of the lobby.
func TestChangesOfTheLists(t *testing.T) {
	var all tables
	ids := func(list []table) (text string) {
		for _, o := range list {
			text += o.ID
		}
		return text
	}
	for _, c := range []struct {
		n             news
		free, playing string
	}{
		{news{tables: tables{Free: []table{{ID: "a", Made: 1}, {ID: "b", Made: 2}}, Playing: []table{{ID: "x", Made: 1}}}}, "ba", "x"},
		{news{Put: &tables{Free: []table{{ID: "c", Made: 1, Here: true}}, Playing: []table{{ID: "y", Made: 2}}}}, "cba", "yx"},
		{news{Put: &tables{Free: []table{{ID: "a", Made: 3}}}}, "cab", "yx"},
		{news{Gone: &struct{ Free, Playing []string }{[]string{"c"}, []string{"x"}}}, "ab", "y"},
		{news{tables: tables{Free: []table{{ID: "d"}}}}, "d", ""},
	} {
		if all.apply(c.n, c.n.Put == nil && c.n.Gone == nil); ids(all.Free) != c.free || ids(all.Playing) != c.playing {
			t.Errorf("the lists are %q and %q, not %q and %q", ids(all.Free), ids(all.Playing), c.free, c.playing)
		}
	}
}

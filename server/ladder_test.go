package server

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"attic/dev/wait"
	"attic/games"
	"attic/internal/glicko"
	"attic/server/files"
	"attic/table"
)

// ladderHall is a hall with people who want their games rated.
type ladderHall struct {
	*testing.T
	h     *Hall
	lobby *httptest.Server
	hints bool // new tables allow hints
}

func (l ladderHall) join(name string, rates bool) string {
	l.Helper()
	_, answer := post(l.T, l.lobby, "people/join", `{"name":"`+name+`"}`)
	phrase, _ := answer["phrase"].(string)
	if status, answer := post(l.T, l.lobby, "people/rate", fmt.Sprintf(`{"phrase":%q,"rates":%t}`, phrase, rates)); status != 200 {
		l.Fatal(answer)
	}
	return phrase
}

// sit returns a table of two people, and the two people.
func (l ladderHall) sit(one, two string) (*seated, [2]*table.Person) {
	l.Helper()
	_, made := post(l.T, l.lobby, "tables", fmt.Sprintf(`{"game":"ataxx","with":"anybody","side":0,"hints":%v,"phrase":%q}`, l.hints, one))
	if status, answer := post(l.T, l.lobby, fmt.Sprintf("tables/%v/take", made["table"]), `{"phrase":"`+two+`"}`); status != 200 {
		l.Fatal(answer)
	}
	s := l.h.tables.all[made["table"].(string)]
	list := [2]*table.Person{s.live.table.Player(table.First), s.live.table.Player(table.Second)}
	for _, p := range list {
		l.Cleanup(p.Close)
		p.Met(table.Present)
	}
	return s, list
}

// plays lets two people make the given number of moves each. After that, the person with the index resigns gives up, unless the index is -1.
func (l ladderHall) plays(list [2]*table.Person, moves, resigns int) {
	l.Helper()
	for range 2 * moves {
		p := list[0]
		if now := p.Now(); now.ToMove != now.Seat {
			p = list[1]
		}
		if err := p.Do(table.Play(p.Sight().Moves()[0].Text)).Err(); err != nil {
			l.Fatal(err)
		}
	}
	if resigns >= 0 {
		if err := list[resigns].Do(table.Resign()).Err(); err != nil {
			l.Fatal(err)
		}
	}
}

// settled waits until the hall knows that the game of a table is over, and has rated it.
func (l ladderHall) settled(s *seated) {
	l.Helper()
	wait.Until(l.T, "the end of the game", func() (any, bool) {
		l.h.tables.mu.Lock()
		defer l.h.tables.mu.Unlock()
		return s.entry, s.entry.Over != "" && s.entry.Due == nil && s.toMove < 0
	})
}

// rating returns the rating of a person, and the number of their games that count.
func (l ladderHall) rating(phrase string) (glicko.Rating, int) {
	l.h.people.mu.Lock()
	defer l.h.people.mu.Unlock()
	p := l.h.people.all[phraseHash(phrase)]
	return p.Ratings["ataxx"], len(p.Played)
}

// The ladder of a hall in which nobody has been yet is empty.
func TestAnEmptyLadder(t *testing.T) {
	_, lobby := opened(t, t.TempDir())
	for range 2 {
		reply, err := http.Get(lobby.URL + Prefix + "ladder/ataxx")
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(reply.Body)
		reply.Body.Close()
		if string(text) != `{"players":[]}` {
			t.Errorf("the ladder is %s", text)
		}
	}
}

// A game counts once if both players have a name, want ratings and have made ten moves. At most three games between the same two people count per day.
func TestWhichGamesCount(t *testing.T) {
	h, lobby := opened(t, t.TempDir())
	h.guards.makes.JoinRate = table.Rate{}
	l := ladderHall{T: t, h: h, lobby: lobby}
	ann, zoe, eve, nobody := l.join("Ann", true), l.join("Zoe", true), l.join("Eve", false), l.join("", true)
	counts := func(what, other string, moves, want int) (*seated, [2]*table.Person) {
		t.Helper()
		_, before := l.rating(ann)
		s, list := l.sit(ann, other)
		l.plays(list, moves, 1)
		l.settled(s)
		if _, n := l.rating(ann); n-before != want {
			t.Errorf("%s: %d games count, want %d", what, n-before, want)
		}
		return s, list
	}
	for range 8 {
		counts("a game of one move", zoe, 1, 0)
	}
	counts("a game of nine moves each", zoe, leastMoves-1, 0)
	counts("a game with somebody who does not want it", eve, leastMoves, 0)
	counts("a game with somebody without a name", nobody, leastMoves, 0)
	counts("a game with oneself", ann, leastMoves, 0)
	l.hints = true
	counts("a game with hints", zoe, leastMoves, 0)
	l.hints = false
	s, list := counts("a game", zoe, leastMoves, 1)
	one, _ := l.rating(ann)
	two, n := l.rating(zoe)
	if want := newcomer.After(glicko.Result{Other: newcomer, Score: 1}); one != want || n != 1 || one.Points+two.Points != 2*newcomer.Points {
		t.Errorf("after one game: %v and %v", one, two)
	}
	for _, a := range []struct {
		who *table.Person
		act table.Act
	}{{list[1], table.Undo()}, {list[0], table.Accept()}, {list[1], table.Resign()}} {
		if err := a.who.Do(a.act).Err(); err != nil {
			t.Fatal(err)
		}
	}
	l.settled(s)
	if again, n := l.rating(ann); again != one || n != 1 {
		t.Errorf("a game whose end was taken back: %v, then %v, and %d games", one, again, n)
	}
	for _, a := range []struct {
		who *table.Person
		act table.Act
	}{{list[1], table.Ask(table.AgainOffer)}, {list[0], table.Accept()}} {
		if err := a.who.Do(a.act).Err(); err != nil {
			t.Fatal(err)
		}
	}
	l.plays(list, leastMoves, 0)
	l.settled(s)
	if _, n := l.rating(ann); n != 2 {
		t.Errorf("after a rematch %d games count, want 2", n)
	}
	counts("the third game of a day", zoe, leastMoves, 1)
	counts("the fourth game of a day", zoe, leastMoves, 0)
	if list := h.ladders.of("ataxx", h.people); len(list) > 0 {
		t.Errorf("after three games the ladder has %v", list)
	}
	if status, answer := post(t, lobby, "people/rate", `{"phrase":"`+zoe+`","rates":false}`); status != 200 {
		t.Fatal(answer)
	}
	if _, n := l.rating(zoe); n != 0 {
		t.Errorf("%d games of who does not want them are kept", n)
	}
	counts("a game after that", zoe, leastMoves, 0)
}

// Wherever a kill interrupts the rating of a game, the game is rated once for both players when the hall is back, with the same result.
func TestAKillWhileAGameIsRated(t *testing.T) {
	var want [2]glicko.Rating
	for writes := 5; writes >= 0; writes-- {
		dir := t.TempDir()
		place, err := files.Open(dir, games.Find)
		if err != nil {
			t.Fatal(err)
		}
		dies := &dying{Storage: place, left: 1000}
		h, err := Open(Config{Storage: dies, Games: games.All(), Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		l := ladderHall{T: t, h: h, lobby: httptest.NewServer(h.Handler())}
		ann, zoe := l.join("Ann", true), l.join("Zoe", true)
		s, list := l.sit(ann, zoe)
		l.plays(list, leastMoves, -1)
		dies.mu.Lock()
		dies.left = writes
		dies.mu.Unlock()
		l.plays(list, 0, 1)
		wait.Until(t, "the end of the game", func() (any, bool) {
			dies.mu.Lock()
			defer dies.mu.Unlock()
			h.tables.mu.Lock()
			defer h.tables.mu.Unlock()
			return dies.left, dies.left < 0 || s.entry.Over != "" && s.entry.Due == nil
		})
		killed := t.TempDir()
		if err := os.CopyFS(killed, os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
		_ = h.Close()
		l.lobby.Close()
		l.h, l.lobby = opened(t, killed)
		if s, err = l.h.at(s.id); err != nil {
			t.Fatal(err)
		}
		if _, err := s.open(); err != nil { // somebody comes
			t.Fatal(err)
		}
		l.settled(s)
		for who, phrase := range []string{ann, zoe} {
			got, n := l.rating(phrase)
			if writes == 5 {
				want[who] = got
			}
			if got != want[who] || n != 1 || got == (glicko.Rating{}) {
				t.Errorf("after a kill before write %d, player %d has %d games and %v, want %v", writes+1, who+1, n, got, want[who])
			}
		}
	}
}

// The ladder lists people whose deviation, computed from games against others on the ladder, is under 110. It does not list people who have only
// beaten many newcomers, or people whose opponents have left the ladder.
func TestWhoIsOnTheLadder(t *testing.T) {
	h, lobby := opened(t, t.TempDir())
	h.guards.makes.JoinRate = table.Rate{}
	l := ladderHall{T: t, h: h, lobby: lobby}
	people := map[string]string{}
	for _, name := range []string{"Ann", "Zoe", "Pump"} {
		people[name] = phraseHash(l.join(name, true))
	}
	for i := range 26 {
		people[fmt.Sprint("Newcomer ", i)] = phraseHash(l.join(fmt.Sprint("Newcomer ", i), true))
	}
	day := time.Now().Unix() / daySeconds
	game := func(n int, one, two string, score float64, on int) {
		t.Helper()
		of := [2]string{people[one], people[two]}
		for i, hash := range of {
			g := ratedGame{ID: fmt.Sprint(one, two, n), Game: "ataxx", Rival: rivalOf(of[1-i]), Score: score, Day: day + int64(on)}
			if i == 1 {
				g.Score = 1 - score
			}
			if _, err := h.people.plays(hash, g, func(*person) glicko.Rating { return rated(h.people.all[of[1-i]], "ataxx") }); err != nil {
				t.Fatal(err)
			}
		}
	}
	ladder := func(what string, want ...string) {
		t.Helper()
		got := []string{}
		for _, r := range h.ladders.of("ataxx", h.people) {
			got = append(got, r.Name)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: the ladder has %v, want %v", what, h.ladders.of("ataxx", h.people), want)
		}
	}
	for n := range 26 {
		game(n, "Pump", fmt.Sprint("Newcomer ", n), float64(n%2), 0)
	}
	if r := h.people.all[people["Pump"]].Ratings["ataxx"]; r.Deviation >= mostDeviation {
		t.Fatalf("the test needs more newcomers: %v", r)
	}
	ladder("after games with newcomers")
	for n := range 20 {
		game(n, "Ann", "Zoe", float64(min(n%3, 1)), n/mostDaily)
	}
	ladder("after twenty games", "Ann", "Zoe")
	if n := len(h.people.all[people["Ann"]].Played); n != 20 {
		t.Errorf("%d games are kept, want 20", n)
	}
	for n := range 40 {
		game(100+n, "Ann", "Zoe", float64(min(n%3, 1)), 100+n/mostDaily)
	}
	if n := len(h.people.all[people["Ann"]].Played); n != mostPlayed {
		t.Errorf("%d games are kept, want %d", n, mostPlayed)
	}
	ladder("after sixty games", "Ann", "Zoe")
	if _, err := h.people.call(people["Zoe"], "", false); err != nil {
		t.Fatal(err)
	}
	ladder("after Zoe has given up her name")
}

// The records of a table have the names that both players have when the record is requested. The journals have no names.
func TestRecordsNameThePlayers(t *testing.T) {
	dir := t.TempDir()
	h, lobby := opened(t, dir)
	l := ladderHall{T: t, h: h, lobby: lobby}
	ann, zoe := l.join("Annabel", false), l.join("Zoe Zed", false)
	s, list := l.sit(ann, zoe)
	l.plays(list, 2, 1)
	for _, a := range []struct {
		who *table.Person
		act table.Act
	}{{list[1], table.Ask(table.AgainOffer)}, {list[0], table.Accept()}, {list[0], table.Resign()}} {
		if err := a.who.Do(a.act).Err(); err != nil {
			t.Fatal(err)
		}
	}
	l.settled(s)
	record := func(form string) string {
		t.Helper()
		w := httptest.NewRecorder()
		h.Handler().ServeHTTP(w, httptest.NewRequest("GET", Prefix+"games/"+s.id+"."+form, nil))
		return w.Body.String()
	}
	holds := func(what, text string, want ...string) {
		t.Helper()
		for _, w := range want {
			if at := strings.Index(text, w); at < 0 {
				t.Errorf("%s: after that %q is not in %s", what, w, text)
			} else {
				text = text[at+len(w):]
			}
		}
	}
	first, second := `[Black "Annabel"]`+"\n"+`[White "Zoe Zed"]`, `[Black "Zoe Zed"]`+"\n"+`[White "Annabel"]`
	if list[0].Now().Seat == 0 {
		second = first
	}
	holds("as PGN", record("pgn"), first, second)
	holds("as JSON", record("json"), `"names":["Annabel","Zoe Zed"]`)
	if text := written(t, dir+"/games"); strings.Contains(text, "Annabel") || strings.Contains(text, "Zoe") {
		t.Error("a journal holds a name")
	}
	if status, answer := post(t, lobby, "people/delete", `{"phrase":"`+ann+`"}`); status != 200 {
		t.Fatal(answer)
	}
	for _, form := range []string{"pgn", "json"} {
		if text := record(form); strings.Contains(text, "Annabel") || !strings.Contains(text, "Zoe Zed") {
			t.Errorf("after Annabel has deleted herself: %s", text)
		}
	}
	if text := written(t, dir); strings.Contains(text, "Annabel") {
		t.Error("something is left of a name that was deleted")
	}
}

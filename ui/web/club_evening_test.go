//go:build long && linux && !nobrowser

package web_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"attic/dev/halltest"
	"attic/games"
	"attic/match/pgn"
	"attic/server"
	"attic/table/wire"
)

// An evening of a club: a Swiss of five rounds among 40 people, four of them with browsers, in each of which one game is played, at a hall on three NATS servers behind nginx. A player comes late,
// one does not come, and the organiser corrects two results. The test kills the hall three times and the leading NATS server once, and restarts the proxy. Afterwards
// everything is compared with what each of the people has seen. SEED repeats an evening and PEOPLE makes it smaller. CLUBFILES=1
// is faster: the hall is in files, and the browsers only follow the evening.
func TestClub(t *testing.T) {
	m := &meeting{t: t, seed: rand.Uint64() % 1e6, dir: t.TempDir()}
	if text := os.Getenv("SEED"); text != "" {
		m.seed, _ = strconv.ParseUint(text, 10, 64)
	}
	people := 40
	if text := os.Getenv("PEOPLE"); text != "" {
		people, _ = strconv.Atoi(text)
	}
	if os.Getenv("ATTICD") == "" || people < 8 {
		t.Fatal("make club starts this test; PEOPLE is at least 8")
	}
	t.Logf("SEED=%d", m.seed)
	began := time.Now()
	tell := func(format string, args ...any) {
		t.Helper()
		t.Logf("%4.0f s  %s", time.Since(began).Seconds(), fmt.Sprintf(format, args...))
	}
	var stop context.CancelFunc
	m.ctx, stop = context.WithCancel(t.Context())
	t.Cleanup(func() { stop(); m.all.Wait() })
	rng := rand.New(rand.NewPCG(m.seed, 2))
	m.set()
	tell("the programs run")

	var olga struct{ Phrase string }
	if err := m.asks("people/join", map[string]any{"name": "Olga", "secret": wire.NewKey()}, &olga); err != nil {
		t.Fatal(err)
	}
	absent := 3 // minutes; a busy machine takes more than one until four pages show their boards
	if os.Getenv("CLUBFILES") != "" {
		absent = 1
	}
	var made struct{ Tournament, Organiser string }
	if err := m.asks("tournaments", map[string]any{
		"phrase": olga.Phrase, "secret": wire.NewKey(), "name": "Club <b>evening</b>", "game": "ataxx", "clock": "15+5", "kind": "swiss", "rounds": rounds, "absent": absent, "late": 2, "half": true,
	}, &made); err != nil {
		t.Fatal(err)
	}
	m.id, m.organiser = made.Tournament, made.Organiser
	for _, text := range []string{olga.Phrase, m.organiser} {
		m.kept.add(text)
	}

	b := open(t)
	for i := range people {
		g := &guest{meeting: m, name: fmt.Sprintf("Guest %02d", i+1), from: 1}
		switch {
		case i < 4:
			if g.plays = i + 1; os.Getenv("CLUBFILES") != "" {
				g.plays = 0
			}
			w, h := 1280, 800
			if i%2 == 1 {
				w, h = 390, 844
			}
			g.page = b.early(t, m.address+"/tournament.html#"+m.id, w, h)
			g.page.torn = true
			g.page.until("the page of the tournament", `!document.getElementById('nameless').hidden`)
			g.page.called(g.name)
			g.page.value(`document.getElementById('phrase').value`, &g.phrase)
			g.page.until("a player", `document.querySelector('#table tr.me') !== null`)
		case i == people-2:
			g.absent = true
		case i == people-1:
			g.from = 2
		}
		m.guests = append(m.guests, g)
	}
	tell("the browsers have joined")
	late := m.guests[people-1]
	for _, g := range m.guests[:people-1] {
		m.all.Add(1)
		go g.evening()
	}
	m.until("the guests", func() bool { return len(m.looks().Players) == people-1 && m.known(people-1) })
	tell("%d people have joined", people-1)

	rights := map[[2]int]string{} // corrected results by round and board
	correct := func(round int) {
		t.Helper()
		var list []cupBoard
		for _, b := range m.looks().Pairings[round-1].Boards {
			if b.How == "game" {
				list = append(list, b)
			}
		}
		b := list[rng.IntN(len(list))]
		result := map[string]string{"1-0": "0-1", "0-1": "1/2-1/2", "1/2-1/2": "1-0"}[b.Result]
		m.organises("result", map[string]any{"round": round, "board": b.Board, "result": result, "note": "the <i>wrong</i> result"})
		rights[[2]int{round, b.Board}] = result
		tell("round %d, board %d is corrected from %s to %s", round, b.Board, b.Result, result)
	}
	over := func(round int) bool {
		list := m.looks().Pairings
		return len(list) == round && !slices.ContainsFunc(list[round-1].Boards, func(b cupBoard) bool { return b.Result == "" })
	}
	after := func(round, n int) { // waits for more moves
		t.Helper()
		until := m.moves.Load() + int64(n)
		m.until("moves", func() bool { return m.moves.Load() >= until || over(round) })
	}
	for round := 1; round <= rounds; round++ {
		pairs := func() { m.organises("pair", map[string]any{"round": round}) }
		if round == 4 { // the hall is killed while it pairs
			paired := make(chan bool)
			go func() {
				defer close(paired)
				var c cup
				if err := m.asks("tournaments/"+m.id+"/pair", map[string]any{"organiser": m.organiser, "round": round}, &c); err != nil {
					t.Error(err)
				}
			}()
			halltest.Wait(m.ctx, time.Duration(rng.Int64N(int64(60*time.Millisecond))))
			m.killHall()
			<-paired
		}
		pairs()
		pairs()
		switch round {
		case 1:
			m.all.Add(1)
			go late.evening()
			after(round, 1+rng.IntN(2*people))
			m.killHall()
		case 3:
			correct(1)
			if after(round, 1+rng.IntN(people)); len(m.nodes) > 0 {
				leader := m.leader()
				tell("the NATS server %d, which leads, is killed", leader)
				n := m.nodes[max(leader, 0)]
				n.end(syscall.SIGKILL)
				halltest.Wait(m.ctx, time.Duration(rng.Int64N(int64(3*time.Second))))
				n.begin(t)
			}
		case 5:
			after(round, 1+rng.IntN(people))
			m.proxy.end(syscall.SIGTERM)
			halltest.Wait(m.ctx, time.Duration(rng.Int64N(int64(2*time.Second))))
			m.proxy.begin(t)
			tell("the proxy is restarted")
		}
		m.until(fmt.Sprint("the results of round ", round), func() bool { return over(round) })
		tell("round %d is over after %d moves", round, m.moves.Load())
		if round == 2 {
			correct(2)
		}
	}
	m.all.Wait()
	if t.Failed() {
		return
	}
	if m.killHall(); len(m.guests[0].sights) == 0 { // what the hall has in memory does not count
		t.Error("a guest has seen nothing")
	}
	c := m.looks()
	m.fair(c, people)
	m.played(c, rights)
	m.ranked(c)
	m.silent()
	tell("%d moves acknowledged, %d whose answer was lost", m.moves.Load(), m.held.Load())
	for _, g := range m.guests[:4] {
		g.toTheTournament()
		g.page.until("the final standings", fmt.Sprintf(`document.querySelectorAll('#table tbody tr').length === %d && document.querySelector('#table thead').textContent.includes('R%d') && !document.querySelector('#one b, #one i, #round i')`, people, rounds))
		g.page.accessible("the page of a tournament after its end")
	}
}

// known reports whether n guests know their numbers.
func (m *meeting) known(n int) bool {
	for _, g := range m.guests {
		if g.number.Load() > 0 {
			n--
		}
	}
	return n == 0
}

// fair checks the pairings: everybody once in each round, nobody twice against the same opponent, colours, byes.
func (m *meeting) fair(c cup, people int) {
	met, seats, byes, row := map[[2]int]bool{}, map[int]int{}, map[int]int{}, map[int][]int{}
	if c.State != "over" || len(c.Pairings) != rounds || len(c.Players) != people {
		m.t.Errorf("the tournament is %s after %d rounds with %d players", c.State, len(c.Pairings), len(c.Players))
	}
	for r, round := range c.Pairings {
		there := map[int]int{}
		if len(round.Broken) > 0 {
			m.t.Errorf("round %d breaks rules: %q", r+1, round.Broken)
		}
		for _, b := range round.Boards {
			low, high := min(b.Players[0], b.Players[1]), max(b.Players[0], b.Players[1])
			if met[[2]int{low, high}] {
				m.t.Errorf("round %d: %d and %d meet again", r+1, low, high)
			}
			met[[2]int{low, high}] = true
			for seat, n := range b.Players {
				there[n]++
				if b.How != "absent" { // a game that was not played gives no colour
					seats[n] += 1 - 2*seat
					row[n] = append(row[n], seat)
				}
			}
		}
		for _, is := range round.Byes {
			there[is.Player]++
			if byes[is.Player] += int(2 * is.Points); is.Points == 0.5 && (r > 0 || is.Player != int(m.guests[people-1].number.Load())) || byes[is.Player] > 2 {
				m.t.Errorf("round %d: player %d has a bye of %g", r+1, is.Player, is.Points)
			}
		}
		for n := 1; n <= people; n++ {
			if there[n] != 1 {
				m.t.Errorf("round %d: player %d is paired %d times", r+1, n, there[n])
			}
			if d := seats[n]; d > 2 || d < -2 {
				m.t.Errorf("after round %d player %d has had one seat %d times more often", r+1, n, d)
			}
			if k := len(row[n]); k > 2 && row[n][k-1] == row[n][k-2] && row[n][k-2] == row[n][k-3] {
				m.t.Logf("after round %d player %d has had the same seat three times in a row", r+1, n) // the rules allow it if nothing else keeps the more important ones
			}
		}
	}
}

// played compares each table with what both players have seen there, and the results with both.
func (m *meeting) played(c cup, rights map[[2]int]string) {
	t := m.t
	records := map[string]int{} // the moves of finished games, and how many games have them
	moved, absences := 0, 0
	for r, round := range c.Pairings {
		for _, b := range round.Boards {
			var answer struct {
				Games []struct{ Moves []string }
			}
			if err := m.asks("games/"+b.Table+".json", nil, &answer); err != nil && b.How != "absent" {
				t.Errorf("round %d, board %d: %v", r+1, b.Board, err)
				continue
			}
			var sights []*sight
			for seat, n := range b.Players {
				for _, s := range m.player(n).sights {
					if s.table == b.Table && s.seat == seat && s.round == r+1 {
						sights = append(sights, s)
					}
				}
			}
			if b.How == "absent" {
				if absences++; len(sights) != 1 || !sights[0].forfeit || len(answer.Games) > 0 || !m.player(b.Players[1-sights[0].seat]).absent || b.Result != []string{"+/-", "-/+"}[sights[0].seat] {
					t.Errorf("round %d, board %d: %s by absence", r+1, b.Board, b.Result)
				}
				continue
			}
			if len(sights) != 2 || len(answer.Games) != 1 {
				t.Errorf("round %d, board %d: %d games, seen by %d", r+1, b.Board, len(answer.Games), len(sights))
				continue
			}
			moves := answer.Games[0].Moves
			of, err := pgn.Of(sights[0].m, pgn.NoDate)
			if err != nil {
				t.Error(err)
			}
			records[spelled(of)]++
			for i, s := range sights {
				moved += len(s.mine)
				if !slices.Equal(s.moves, moves) || s.end != sights[1-i].end || !subset(s.mine, moves, s.seat) {
					t.Errorf("round %d, board %d: the game is %q; seat %d saw %q, was answered %q, and saw the end %q", r+1, b.Board, moves, s.seat, s.moves, s.mine, s.end)
				}
			}
			want, how, notes := sights[0].result(), "game", 0
			if right, ok := rights[[2]int{r + 1, b.Board}]; ok {
				if notes = 1; len(b.Notes) != 1 || b.Notes[0].Was != want || b.Notes[0].Result != right || b.Notes[0].Note != "the <i>wrong</i> result" {
					t.Errorf("round %d, board %d: the notes are %+v", r+1, b.Board, b.Notes)
				}
				want, how = right, "organiser"
			}
			if b.Result != want || b.How != how || len(b.Notes) != notes {
				t.Errorf("round %d, board %d: %s by %s, want %s by %s", r+1, b.Board, b.Result, b.How, want, how)
			}
		}
	}
	if absences != 1 || len(rights) != 2 || int64(moved) != m.moves.Load()+m.held.Load() {
		t.Errorf("%d absences, %d corrections, %d moves of %d", absences, len(rights), moved, m.moves.Load()+m.held.Load())
	}
	var text []byte
	for received := false; !received; { // the hall limits the requests from one address
		answer, err := http.Get(m.address + server.Prefix + "tournaments/" + m.id + ".pgn")
		if err == nil {
			text, err = io.ReadAll(answer.Body)
			_ = answer.Body.Close()
			received = err == nil && answer.StatusCode == http.StatusOK
		}
		if m.ctx.Err() != nil {
			t.Fatalf("the games as one file: %v, %s", err, text)
		}
		halltest.Wait(m.ctx, time.Second)
	}
	list, total, err := pgn.List(bytes.NewReader(text), games.Find, 1000)
	if err != nil || total != len(list) {
		t.Errorf("the games cannot be read: %d of %d, %v", len(list), total, err)
	}
	for _, g := range list {
		records[spelled(g)]--
	}
	for moves, n := range records {
		if n != 0 {
			t.Errorf("a game is in the export %d times too seldom: %s", n, moves)
		}
	}
	if strings.Count(string(text), "[Result ") != len(list) {
		t.Errorf("the export of %d games has other results", len(list))
	}
}

// spelled returns the moves of a record in its notation, in which a move has one text.
func spelled(g pgn.Game) string {
	var list []string
	for _, m := range g.Moves {
		list = append(list, m.Text)
	}
	return strings.Join(list, " ")
}

// subset reports whether the moves of a seat are exactly its own acknowledged ones.
func subset(mine, moves []string, seat int) bool {
	var list []string
	for i := seat; i < len(moves); i += 2 {
		list = append(list, moves[i])
	}
	return slices.Equal(list, mine)
}

// ranked computes the standings again, from docs/hall.md alone.
func (m *meeting) ranked(c cup) {
	worth := map[string][2]float64{"1-0": {1, 0}, "0-1": {0, 1}, "1/2-1/2": {.5, .5}, "+/-": {1, 0}, "-/+": {0, 1}}
	type round struct {
		other  int // 0: no game
		points float64
	}
	rows := map[int][]round{}
	points := map[int]float64{}
	for _, is := range c.Pairings {
		for _, b := range is.Boards {
			for seat, n := range b.Players {
				one := round{b.Players[1-seat], worth[b.Result][seat]}
				if strings.Contains(b.Result, "+") {
					one.other = 0
				}
				rows[n], points[n] = append(rows[n], one), points[n]+one.points
			}
		}
		for _, b := range is.Byes {
			rows[b.Player], points[b.Player] = append(rows[b.Player], round{0, b.Points}), points[b.Player]+b.Points
		}
	}
	var want []cupPlace
	for n := 1; n <= len(c.Players); n++ {
		p := cupPlace{Player: n, Points: points[n]}
		var others []float64
		for _, one := range rows[n] {
			other := points[n]
			if one.other > 0 {
				other = points[one.other]
				if one.points == 1 {
					p.Ties[4]++
				}
			}
			others = append(others, other)
			p.Ties[2] += other
			p.Ties[3] += other * one.points
		}
		p.Ties[1] = p.Ties[2] - slices.Min(others)
		tied, direct, met := 0, 0., 0
		for k := 1; k <= len(c.Players); k++ {
			if k != n && points[k] == points[n] {
				tied++
			}
		}
		for _, one := range rows[n] {
			if one.other > 0 && points[one.other] == points[n] {
				met, direct = met+1, direct+one.points
			}
		}
		if p.Ties[0] = direct; met != tied {
			p.Ties[0] = -1 // somebody of the group has not met everybody
		}
		want = append(want, p)
	}
	for i := range want { // one who has not met everybody undoes it for all
		for k := range want {
			if want[k].Points == want[i].Points && want[k].Ties[0] < 0 && want[i].Ties[0] > 0 {
				want[i].Ties[0] = 0
			}
		}
	}
	for i := range want {
		want[i].Ties[0] = max(want[i].Ties[0], 0)
	}
	better := func(a, b cupPlace) bool {
		return a.Points > b.Points || a.Points == b.Points && slices.Compare(a.Ties[:], b.Ties[:]) > 0
	}
	for i := range want {
		want[i].Place = 1
		for k := range want {
			if better(want[k], want[i]) {
				want[i].Place++
			}
		}
	}
	slices.SortStableFunc(want, func(a, b cupPlace) int { return a.Place - b.Place })
	if !slices.Equal(want, c.Standings) {
		m.t.Errorf("the standings are %v, want %v", c.Standings, want)
	}
}

// silent checks that no log has a phrase, a link or a key.
func (m *meeting) silent() {
	logs, err := filepath.Glob(filepath.Join(m.dir, "*.said"))
	if err != nil || len(logs) < 3 {
		m.t.Fatal(logs, err)
	}
	for _, path := range logs {
		text, err := os.ReadFile(path)
		if err != nil {
			m.t.Error(err)
		}
		for _, secret := range m.kept.list {
			if bytes.Contains(text, []byte(secret)) || bytes.Contains(text, []byte(strings.ReplaceAll(secret, "-", ""))) {
				m.t.Errorf("%s holds %s", filepath.Base(path), secret)
			}
		}
		if bytes.Contains(text, []byte("panic")) {
			m.t.Errorf("%s: %s", filepath.Base(path), text)
		}
		if filepath.Base(path) == "access.said" && !bytes.Contains(text, []byte("/hall/tournaments")) {
			m.t.Error("the proxy has not logged requests")
		}
	}
}

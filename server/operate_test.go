package server

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"attic/dev/wait"
	"attic/games"
	"attic/match"
	"attic/server/files"
	"attic/server/keep"
	"attic/table"
	"attic/table/wire"
)

// notes are the lines that a hall has logged.
type notes struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (n *notes) Write(text []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.text.Write(text)
}

type note struct{ Level, Msg, Event, Table string }

// take returns the lines since the last call.
func (n *notes) take(t *testing.T) (list []note) {
	t.Helper()
	n.mu.Lock()
	defer n.mu.Unlock()
	for line := range bytes.Lines(n.text.Bytes()) {
		var of note
		if err := json.Unmarshal(line, &of); err != nil {
			t.Fatal(err)
		}
		list = append(list, of)
	}
	n.text.Reset()
	return list
}

// ask asks the operator's address of a hall.
func ask(h *Hall, method, path string) (status int, text string) {
	w := httptest.NewRecorder()
	r := httptest.NewRequest(method, path, nil)
	r.Host = "localhost"
	r.Header.Set("Authorization", "Bearer secret")
	h.Admin("secret").ServeHTTP(w, r)
	return w.Code, w.Body.String()
}

// played makes a table at which both people are, and moves.
func played(t *testing.T, h *Hall, moves ...string) (*seated, [2]*table.Person) {
	t.Helper()
	seat, err := h.Make(Wish{Game: "ataxx", With: Friend}, "192.0.2.1")
	if err != nil {
		t.Fatal(err)
	}
	s, err := h.at(seat.Table)
	if err != nil {
		t.Fatal(err)
	}
	there := [2]*table.Person{s.live.table.Player(table.First), s.live.table.Player(table.Second)}
	for i, p := range there {
		s.live.table.Joined(table.Place(i), match.KeyHash(fmt.Sprint(i)))
		p.Met(table.Present)
		t.Cleanup(p.Close)
	}
	for i, move := range moves {
		if err := there[i%2].Do(table.Play(move)).Err(); err != nil {
			t.Fatal(err)
		}
	}
	return s, there
}

// The entry of a table changes while the table is put away and opened. The race detector checks the reads of both.
func TestEntriesChangeWhileTablesOpen(t *testing.T) {
	h, _ := opened(t, t.TempDir())
	s, _ := played(t, h, "a7-b6")
	changes := make(chan error)
	go func() {
		var err error
		for range 100 {
			err = cmp.Or(err, h.tables.edit(s, func(*entry) error { return nil }))
		}
		changes <- err
	}()
	for range 20 {
		if err := s.rest(); err != nil {
			t.Error(err)
		}
		if _, err := s.open(); err != nil {
			t.Error(err)
		}
	}
	if err := <-changes; err != nil {
		t.Error(err)
	}
}

var (
	figureLine = regexp.MustCompile(`^([a-z_]+)(\{le="([^"]+)"\})? (\S+)$`)
	helpLine   = regexp.MustCompile(`^# HELP ([a-z_]+) [A-Z0-9].*\.$`)
	typeLine   = regexp.MustCompile(`^# TYPE ([a-z_]+) (gauge|counter|histogram)$`)
)

// parsed reads figures in the text format of Prometheus, strictly in the form in which the hall writes them.
func parsed(t *testing.T, text string) map[string]float64 {
	t.Helper()
	all := map[string]float64{}
	name, kind, most, before := "", "", 0.0, 0.0
	lines := bufio.NewScanner(strings.NewReader(text))
	for lines.Scan() {
		line := lines.Text()
		if m := helpLine.FindStringSubmatch(line); m != nil {
			if name, kind = m[1], ""; !lines.Scan() || typeLine.FindStringSubmatch(lines.Text()) == nil || typeLine.FindStringSubmatch(lines.Text())[1] != name {
				t.Fatalf("no TYPE after %q", line)
			}
			kind, most, before = typeLine.FindStringSubmatch(lines.Text())[2], 0, 0
			if strings.HasSuffix(name, "_total") != (kind == "counter") {
				t.Errorf("%s is a %s", name, kind)
			}
			continue
		}
		m := figureLine.FindStringSubmatch(line)
		if m == nil || !strings.HasPrefix(m[1], name) {
			t.Fatalf("%q follows the head of %s", line, name)
		}
		value, err := strconv.ParseFloat(m[4], 64)
		if err != nil {
			t.Fatal(line, err)
		}
		switch rest := strings.TrimPrefix(m[1], name); {
		case kind == "histogram" && rest == "_bucket":
			bound, err := strconv.ParseFloat(m[3], 64) // +Inf too
			if err != nil || bound <= most || value < before {
				t.Errorf("%q after a bucket up to %v with %v", line, most, before)
			}
			most, before = bound, value
			continue
		case kind == "histogram" && rest == "_count":
			if value != before {
				t.Errorf("%q, but the last bucket holds %v", line, before)
			}
		case kind == "histogram" && rest == "_sum", rest == "" && m[2] == "" && kind != "histogram":
		default:
			t.Errorf("%q is not a line of a %s called %s", line, kind, name)
		}
		if _, twice := all[m[1]]; twice {
			t.Errorf("%s is there twice", m[1])
		}
		all[m[1]] = value
	}
	return all
}

// The metrics match the events in the hall, in the format of Prometheus.
func TestMetrics(t *testing.T) {
	h, lobby := opened(t, t.TempDir())
	figures := func() map[string]float64 {
		t.Helper()
		status, text := ask(h, "GET", "/metrics")
		if status != http.StatusOK {
			t.Fatal(status, text)
		}
		return parsed(t, text)
	}
	if now := figures(); now["attic_ready"] != 1 || now["attic_tables"] != 0 || now["go_goroutines"] < 1 || now["go_memstats_heap_alloc_bytes"] < 1 {
		t.Errorf("an empty hall: %v", now)
	}
	played(t, h, "a7-b6", "g7-f6", "b6-c5")
	for range 60 { // more than the rate allows
		post(t, lobby, "people/join", `{"name":"Ann"}`)
	}
	now := figures()
	for name, want := range map[string]float64{
		"attic_tables": 1, "attic_tables_open": 1, "attic_moves_total": 3, "attic_appends_failed_total": 0, "attic_appends_unknown_total": 0, "attic_tables_damaged": 0,
	} {
		if now[name] != want {
			t.Errorf("%s is %v, want %v", name, now[name], want)
		}
	}
	if n := now["attic_append_seconds_count"]; n < 4 || now["attic_append_seconds_sum"] <= 0 || now["attic_refusals_total"] < 10 {
		t.Errorf("%v writes in %v s, %v refusals", n, now["attic_append_seconds_sum"], now["attic_refusals_total"])
	}
	host, guest := wire.Pipe("localhost")
	served := make(chan struct{})
	go func() {
		defer close(served)
		h.Serve(host)
	}()
	wait.Until(t, "the connection", func() (any, bool) { n := figures()["attic_connections"]; return n, n == 1 })
	_ = guest.Close("")
	<-served
	if n := figures()["attic_connections"]; n != 0 {
		t.Errorf("%v connections are left", n)
	}
}

func TestLiveAndReady(t *testing.T) {
	h, _ := opened(t, t.TempDir())
	want := func(path string, status int, text string) {
		t.Helper()
		if s, got := ask(h, "GET", path); s != status || got != text+"\n" {
			t.Errorf("%s: %d %q, want %d %q", path, s, got, status, text)
		}
	}
	want("/livez", 200, "alive")
	want("/readyz", 200, "ready")
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	want("/livez", 200, "alive")
	want("/readyz", 503, "the hall is closing; it will be back")
}

type full struct {
	keep.Storage
	mu  sync.Mutex
	why error
}

func (f *full) fill(why error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.why = why
}

func (f *full) err() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.why
}

func (f *full) Games(table string) keep.Games { return fullGames{f.Storage.Games(table), f} }
func (f *full) Ready(ctx context.Context) error {
	if err := f.err(); err != nil {
		return fmt.Errorf("the folder of the hall cannot be written: %w", err)
	}
	return f.Storage.Ready(ctx)
}

type fullGames struct {
	keep.Games
	disk *full
}

func (g fullGames) Begin(name string) (match.Ledger, error) {
	l, err := g.Games.Begin(name)
	return fullLedger{l, g.disk}, err
}

type fullLedger struct {
	match.Ledger
	disk *full
}

func (l fullLedger) Append(after uint64, lines ...string) (uint64, error) {
	if err := l.disk.err(); err != nil {
		return 0, err
	}
	return l.Ledger.Append(after, lines...)
}

// While the disk is full, the operator gets one line, however many people try to move. Games can be read, and continue when there is room again.
func TestAFullDisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		place, err := files.Open(t.TempDir(), games.Find)
		if err != nil {
			t.Fatal(err)
		}
		disk, said := &full{Storage: place}, &notes{}
		h, err := Open(Config{Storage: disk, Games: games.All(), Loose: true, Log: slog.New(slog.NewJSONHandler(said, nil))})
		if err != nil {
			t.Fatal(err)
		}
		pass := func() {
			<-time.After(3 * lookEvery)
			synctest.Wait()
		}
		_, one := played(t, h, "a7-b6", "g7-f6")
		_, other := played(t, h, "a7-b6")
		disk.fill(syscall.ENOSPC)
		for range 3 {
			for _, try := range []struct {
				who  *table.Person
				move string
			}{{one[0], "b6-c5"}, {other[1], "g7-f6"}} {
				if err := try.who.Do(table.Play(try.move)).Err(); err == nil {
					t.Error("a move was made on a full disk")
				}
			}
			pass()
			if got := len(one[1].Sight().Moves()); got == 0 && one[1].Now().ToMove == one[1].Now().Seat {
				t.Error("the table cannot be read")
			}
		}
		want := "the folder of the hall cannot be written: no space left on device; until this is over, moves may be refused"
		if list := said.take(t); !slices.Equal(list, []note{{"ERROR", want, "unwritable", ""}}) {
			t.Errorf("the operator was told %v", list)
		}
		if status, text := ask(h, "GET", "/readyz"); status != 503 || text != want+"\n" {
			t.Errorf("/readyz: %d %q", status, text)
		}
		if _, text := ask(h, "GET", "/metrics"); parsed(t, text)["attic_ready"] != 0 || parsed(t, text)["attic_appends_failed_total"] != 6 {
			t.Error(text)
		}
		disk.fill(nil)
		pass()
		if list := said.take(t); !slices.Equal(list, []note{{"INFO", "the hall can take moves again", "writable", ""}}) {
			t.Errorf("then the operator was told %v", list)
		}
		if err := one[0].Do(table.Play("b6-c5")).Err(); err != nil {
			t.Error(err)
		}
		if status, _ := ask(h, "GET", "/readyz"); status != 200 {
			t.Error("the hall is not ready again")
		}
		if err := h.Close(); err != nil {
			t.Error(err)
		}
		if list := said.take(t); len(list) > 0 {
			t.Errorf("at the end the operator was told %v", list)
		}
	})
}

// A table with a damaged game is closed for play, even after the hall was closed, until the operator has repaired the game and reopens the table. Finished
// games are copied to the archive once.
func TestTheVerification(t *testing.T) {
	dir, archive := t.TempDir(), t.TempDir()
	said := &notes{}
	open := func() *Hall {
		t.Helper()
		place, err := files.Open(dir, games.Find)
		if err != nil {
			t.Fatal(err)
		}
		h, err := Open(Config{Storage: place, Games: games.All(), Loose: true, Log: slog.New(slog.NewJSONHandler(said, nil)), Verify: &Verify{Rate: 1000, Archive: archive}})
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	h := open()
	over, there := played(t, h, "a7-b6", "g7-f6")
	if err := there[0].Do(table.Resign()).Err(); err != nil {
		t.Fatal(err)
	}
	for i, a := range []table.Act{table.Ask(table.AgainOffer), table.Accept()} {
		if err := there[i].Do(a).Err(); err != nil {
			t.Fatal(err)
		}
	}
	s, _ := played(t, h, "a7-b6", "g7-f6")
	h.verifier.all()
	if list := said.take(t); !slices.Equal(list, []note{{"INFO", "games were verified (tables: 2, games: 3): no fault; new in the archive: 1", "verified", ""}}) {
		t.Fatal(list)
	}
	saved := filepath.Join(archive, over.id[:2], over.id+"-1-ataxx.attic")
	file, err := os.Open(saved)
	if err != nil {
		t.Fatal(err)
	}
	m, err := match.Read(file, games.Find)
	_ = file.Close()
	if err != nil || m.ToMove() >= 0 || len(m.History()) != 4 {
		t.Errorf("%s holds %v, %v", saved, m.History(), err)
	}
	before, _ := os.Stat(saved)

	if err := s.rest(); err != nil { // an open table would write its game again
		t.Fatal(err)
	}
	path := filepath.Join(dir, "games", s.id[:2], s.id, "games", "000001-ataxx.game")
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	bad := bytes.Replace(good, []byte("move a7-b6"), []byte("move a7-a6"), 1)
	if err := os.WriteFile(path, bad, 0o600); err != nil {
		t.Fatal(err)
	}
	h.verifier.all()
	list := said.take(t)
	why := regexp.MustCompile(`^table ` + s.id + `, game 1: line \d+: its hash is wrong`)
	if len(list) != 3 || !why.MatchString(list[0].Msg) || list[0].Table != s.id || list[0].Event != "fault" || list[1].Event != "closed" ||
		list[2].Msg != "games were verified (tables: 2, games: 3): 1 fault; new in the archive: 0" {
		t.Errorf("the operator was told %v", list)
	}
	if after, err := os.Stat(saved); err != nil || !os.SameFile(before, after) {
		t.Error("a game in the archive was written again")
	}
	closed := func(h *Hall) {
		t.Helper()
		s, err := h.at(s.id)
		if err != nil {
			t.Fatal(err)
		}
		_, err = h.host(t.Context(), s.id)
		if refused, ok := errors.AsType[*wire.RefusedError](err); !ok || refused.Code != wire.CodeBusy || refused.Why != errDamaged.Why {
			t.Errorf("whoever comes to the table is told %v", err)
		}
		if _, text := ask(h, "GET", "/tables"); strings.Count(text, `"damaged":"game 1: line `) != 1 {
			t.Error(text)
		}
		if _, text := ask(h, "GET", "/metrics"); parsed(t, text)["attic_tables_damaged"] != 1 {
			t.Error(text)
		}
		if status, text := ask(h, "POST", "/tables/"+s.id+"/open"); status != 400 || !strings.Contains(text, "its hash is wrong") {
			t.Errorf("it can be opened as it is: %d %s", status, text)
		}
	}
	closed(h)
	if _, text := ask(h, "GET", "/metrics"); parsed(t, text)["attic_verify_faults_total"] != 1 || parsed(t, text)["attic_verify_games_total"] < 4 {
		t.Error(text)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	h = open()
	defer func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	}()
	closed(h)
	if err := os.WriteFile(path, good, 0o600); err != nil {
		t.Fatal(err)
	}
	if status, text := ask(h, "POST", "/tables/"+s.id+"/open"); status != 200 {
		t.Fatal(status, text)
	}
	if status, _ := ask(h, "POST", "/tables/"+s.id+"/open"); status != 400 {
		t.Error("a table that is not closed was opened")
	}
	s, err = h.at(s.id)
	if err != nil {
		t.Fatal(err)
	}
	l, err := s.open()
	if err != nil {
		t.Fatal(err)
	}
	p := l.table.Player(table.First)
	defer p.Close()
	if err := p.Do(table.Play("b6-c5")).Err(); err != nil {
		t.Error(err)
	}
}

// The verification begins each day at the chosen time.
func TestWhenTheVerificationBegins(t *testing.T) {
	v := Verify{Hour: 4, Minute: 30}
	for now, want := range map[string]string{
		"2026-05-01 03:00:00": "2026-05-01 04:30:00", "2026-05-01 04:30:00": "2026-05-02 04:30:00", "2026-05-31 22:00:00": "2026-06-01 04:30:00",
	} {
		at, err := time.Parse(time.DateTime, now)
		if err != nil {
			t.Fatal(err)
		}
		if got := v.next(at).Format(time.DateTime); got != want {
			t.Errorf("after %s: %s, want %s", now, got, want)
		}
	}
	synctest.Test(t, func(t *testing.T) {
		place, err := files.Open(t.TempDir(), games.Find)
		if err != nil {
			t.Fatal(err)
		}
		said := &notes{}
		begins := time.Now().Add(5 * time.Minute)
		h, err := Open(Config{Storage: place, Games: games.All(), Log: slog.New(slog.NewJSONHandler(said, nil)), Verify: &Verify{Hour: begins.Hour(), Minute: begins.Minute()}})
		if err != nil {
			t.Fatal(err)
		}
		for i, d := range []time.Duration{3 * time.Minute, 4 * time.Minute, 10 * time.Minute} {
			<-time.After(d)
			synctest.Wait()
			if list := said.take(t); len(list) != i%2 {
				t.Errorf("after another %v: %v", d, list)
			}
		}
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
}

// named stands for the other processes of a hall, and has a name.
type named struct {
	keep.Others
	self string
}

func (n named) Self() string { return n.self }

// Each table is verified by one of the processes that verify games, and no process verifies all tables.
func TestOneProcessVerifiesATable(t *testing.T) {
	names := map[string]bool{"one": true, "two": true, "three": true, "idle": false}
	var halls []*Hall
	for name, verifies := range names {
		h := bare(named{self: name})
		for other, verifies := range names {
			if other != name {
				h.peers.heard[other] = received{verifies: verifies}
			}
		}
		if verifies {
			halls = append(halls, h)
		}
	}
	shares := make([]int, len(halls))
	for i := range 300 {
		n := 0
		for k, h := range halls {
			if h.mine(fmt.Sprint("table", i)) {
				n++
				shares[k]++
			}
		}
		if n != 1 {
			t.Errorf("table %d is verified by %d processes", i, n)
		}
	}
	if slices.Min(shares) < 50 {
		t.Errorf("the shares are %v of 300 tables", shares)
	}
	if alone := bare(nil); !alone.mine("table") {
		t.Error("nobody verifies a table of a hall that has no other process")
	}
}

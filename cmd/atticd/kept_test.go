package main

import (
	"context"
	"encoding/json"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"attic/dev/halltest"
	"attic/dev/jettest"
	"attic/game"
	"attic/games"
	"attic/internal/glicko"
	"attic/match"
	"attic/server"
	"attic/table/wire"
)

var update = flag.Bool("update", false, "write testdata/kept again: a hall's folder in the present form")

// keptHall holds what people know about the hall in testdata/kept: for each game, a table at which both have played, and a finished game.
type keptHall struct {
	Names, Phrases [2]string
	Ratings        [2]map[string]glicko.Rating
	Tables         []*keptTable
}

type keptTable struct {
	Game  string
	Clock string              `json:",omitempty"`
	Seats []server.Seat       // the seats of both people, or of one person against the computer
	Keys  [2]string           // the keys of those seats
	Moves []string            // the moves played so far
	Left  []int64             `json:",omitempty"` // the milliseconds left for each seat after these moves
	there [2]*halltest.Player // the players, by seat
	m     match.Match         // the match, for a game without hidden information
}

// sit joins with people's links and keys.
func (k *keptTable) sit(t *testing.T, r *running) {
	t.Helper()
	for i, seat := range k.Seats {
		p, err := r.sit(seat.ID, k.Keys[i], false)
		if err != nil {
			t.Fatalf("%s: %v", k.Game, err)
		}
		k.there[i], k.Keys[i] = p, p.Key
	}
	p := k.there[0]
	if k.m.Game() != nil && !slices.Equal(p.Moves, k.Moves) {
		t.Fatalf("%s: the hall holds %q, want %q", k.Game, p.Moves, k.Moves)
	}
	if k.m.Game() == nil && len(k.Moves) > 0 { // the moves of a game with hidden information are not sent, but the hall refuses a repeated beam
		if code := k.ask(t, p, k.Moves[len(k.Moves)-1]); code == "" {
			t.Errorf("%s: the hall has forgotten %s", k.Game, k.Moves[len(k.Moves)-1])
		}
	}
	if k.Left != nil && len(p.Clock) != len(k.Left) {
		t.Fatalf("%s: the clock is %v, was %v", k.Game, p.Clock, k.Left)
	}
	for seat, left := range k.Left {
		if p.Clock[seat] > left || p.Clock[seat] < left-60_000 {
			t.Errorf("%s: %d ms are left of %d", k.Game, p.Clock[seat], left)
		}
	}
}

// play makes some more moves, or all up to the end of the game.
func (k *keptTable) play(t *testing.T, moves int) {
	t.Helper()
	for range moves {
		text, mover := "", k.there[0]
		if k.m.Game() == nil {
			text = []string{"fire 1", "fire 9", "fire 18", "fire 27"}[len(k.Moves)]
		} else if text = halltest.Next(k.m, uint64(len(k.Moves))*2654435761); text == "" {
			return
		} else {
			mover = k.there[slices.IndexFunc(k.Seats, func(s server.Seat) bool { return s.Seat == k.m.ToMove() })]
			k.m, _, _ = k.m.Play(text)
		}
		if code := k.ask(t, mover, text); code != "" {
			t.Fatalf("%s: %s was refused: %s", k.Game, text, code)
		}
		k.Moves = append(k.Moves, text)
		for _, p := range k.there[:len(k.Seats)] {
			if !p.Reaches(mover.N) {
				t.Fatalf("%s: a player was not told of %s", k.Game, text)
			}
		}
	}
}

// ask sends a move and returns the code of the answer.
func (k *keptTable) ask(t *testing.T, p *halltest.Player, move string) wire.Code {
	t.Helper()
	if err := p.Play(context.Background(), wire.NewAct(), move); err != nil {
		t.Fatal(err)
	}
	code, ok := p.Answered()
	if !ok {
		t.Fatalf("%s: the connection was lost after %s", k.Game, move)
	}
	return code
}

// begin returns the game with its first setup and these moves.
func (k *keptTable) begin(t *testing.T) {
	t.Helper()
	g, _ := games.Find(k.Game)
	if !g.Info().Open {
		return
	}
	m, err := match.New(g, game.Setup{}.With(g.Info().Started))
	for _, move := range k.Moves {
		if err == nil {
			m, _, err = m.Play(move)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	k.m = m
}

// A hall continues the games in a folder written by an earlier atticd: the keys of seats lead to them, and names, phrases and ratings are known.
// When the written form changes, this test fails unless the earlier form is still read; only then may the folder be made again. A copy in NATS works the same.
func TestTheFolderOfAnEarlierHall(t *testing.T) {
	folder, file := filepath.Join("testdata", "kept"), filepath.Join("testdata", "kept.json")
	if *update {
		makeKept(t, folder, file)
	}
	t.Run("files", func(t *testing.T) {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(folder)); err != nil {
			t.Fatal(err)
		}
		goesOn(t, start(t, dir), file)
	})
	t.Run("NATS", func(t *testing.T) {
		at := []string{"--nats", jettest.Node(t), "--replicas", "1"}
		if _, wrong := tell(append([]string{"restore", "--from", folder}, at...)...); wrong != "" {
			t.Fatal(wrong)
		}
		goesOn(t, start(t, "", at...), file)
	})
}

// goesOn continues the games described in file at a hall.
func goesOn(t *testing.T, r *running, file string) {
	text, err := os.ReadFile(file)
	var k keptHall
	if err != nil || json.Unmarshal(text, &k) != nil {
		t.Fatal(file, err)
	}
	for i, phrase := range k.Phrases {
		if name, ratings := found(t, r, phrase); name != k.Names[i] || len(ratings) == 0 || ratings["ataxx"] != k.Ratings[i]["ataxx"] {
			t.Errorf("the phrase of %s leads to %s with the ratings %v, want %v", k.Names[i], name, ratings, k.Ratings[i])
		}
	}
	for range 2 { // the second time with the additions of this atticd
		for _, table := range k.Tables {
			table.begin(t)
			table.sit(t, r)
			table.play(t, 1)
			table.Left = nil
			if p := table.there[0]; table.Clock != "" {
				table.Left = p.Clock
			}
			if _, err := r.sit(table.Seats[0].ID, "", false); err == nil {
				t.Errorf("%s: a seat with a key is free", table.Game)
			}
		}
		if err := r.end(syscall.SIGTERM); err != nil {
			t.Fatal(err, r.said)
		}
		if err := r.begin(); err != nil {
			t.Fatal(err)
		}
	}
}

// found returns the name and the ratings of the person with a phrase.
func found(t *testing.T, r *running, phrase string) (string, map[string]glicko.Rating) {
	t.Helper()
	var is struct {
		Name    string
		Ratings map[string]glicko.Rating
	}
	asks(t, r, "people/find", map[string]any{"phrase": phrase}, &is)
	return is.Name, is.Ratings
}

func asks(t *testing.T, r *running, path string, body map[string]any, to any) {
	t.Helper()
	if err := halltest.Ask(context.Background(), "POST", r.address()+server.Prefix+path, body, to); err != nil {
		t.Fatal(path, err)
	}
}

// makeKept makes the folder and the file with people's knowledge of it.
func makeKept(t *testing.T, folder, file string) {
	r := start(t, t.TempDir())
	k := keptHall{Names: [2]string{"Annabel", "Zoe"}}
	for i, name := range k.Names {
		var is struct{ Phrase string }
		asks(t, r, "people/join", map[string]any{"name": name}, &is)
		k.Phrases[i] = is.Phrase
		asks(t, r, "people/rate", map[string]any{"phrase": is.Phrase, "rates": true}, nil)
	}
	for _, of := range []struct {
		game, clock string
		with        server.With
		moves       int
	}{{"ataxx", "", server.Anybody, 1000}, {"ataxx", "10+5", server.Anybody, 5}, {"atom4", "", server.Friend, 5}, {"atommaster", "", server.Computer, 2}} {
		seat, err := r.make(server.Wish{Game: of.game, Clock: of.clock, With: of.with, Side: 0, Level: -1, Phrase: k.Phrases[0]})
		if err != nil {
			t.Fatal(err)
		}
		table := &keptTable{Game: of.game, Clock: of.clock, Seats: []server.Seat{seat}}
		switch of.with {
		case server.Anybody:
			var other server.Seat
			asks(t, r, "tables/"+seat.Table+"/take", map[string]any{"phrase": k.Phrases[1]}, &other)
			table.Seats = append(table.Seats, other)
		case server.Friend:
			table.Seats = append(table.Seats, server.Seat{Table: seat.Table, Seat: 1, ID: seat.Friend})
		}
		table.begin(t)
		table.sit(t, r)
		if table.play(t, of.moves); of.moves < 1000 {
			table.Left = table.there[0].Clock
			k.Tables = append(k.Tables, table)
		}
	}
	if err := r.end(syscall.SIGTERM); err != nil {
		t.Fatal(err, r.said)
	}
	if err := r.begin(); err != nil {
		t.Fatal(err)
	}
	for i, phrase := range k.Phrases {
		_, k.Ratings[i] = found(t, r, phrase)
	}
	_ = r.end(syscall.SIGKILL)
	text, err := json.MarshalIndent(k, "", "\t")
	if err == nil {
		err = os.RemoveAll(folder)
	}
	if err == nil {
		err = os.CopyFS(folder, os.DirFS(r.dir))
	}
	if err == nil {
		err = os.WriteFile(file, append(text, '\n'), fs.FileMode(0o644))
	}
	if err != nil {
		t.Fatal(err)
	}
}

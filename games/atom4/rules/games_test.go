package rules

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
	"slices"
	"testing"
)

type gameLine struct {
	Type        string
	Game, Ply   int
	Round       int
	StartPlayer int    `json:"start_player"`
	StartColor  string `json:"start_color"`
	Board       string
	Player      int
	Color       string
	X, Y        int
	Legal       int
	Over        bool
	Winner      int
	Plies       int
}

// Every line of the recorded games is replayed.
func TestRecordedGames(t *testing.T) {
	var p Position
	var lines, games, moves, draws int
	fewest := Squares
	for r := range gameLines(t) {
		lines++
		switch r.Type {
		case "game":
			games++
			p = Start(r.Round)
			checkLine(t, r, p, "start", r.StartPlayer, r.StartColor)
		case "move":
			moves++
			p = playLine(t, r, p)
		case "end":
			if int(p.Result()) != r.Winner || !p.Over() {
				t.Errorf("game %d: %s; want winner %d", r.Game, p.Result(), r.Winner)
			}
			if p.Result() == Draw {
				draws++
				for _, c := range []Color{White, Black} { // a full board may have no row of either player
					if set := p.Vertices(c); set.hasFour() {
						t.Errorf("game %d: drawn, with a row of %ss", r.Game, c)
					}
				}
			} else {
				fewest = min(fewest, r.Plies)
			}
			if p.Count() != r.Plies+2 {
				t.Errorf("game %d: %d pieces after %d plies", r.Game, p.Count(), r.Plies)
			}
		default:
			t.Errorf("game %d: line of type %q", r.Game, r.Type)
		}
	}
	if games != 50 || draws != 2 || lines != 3187 || moves != lines-2*games || fewest < 9 {
		t.Errorf("%d games, %d draws, %d moves, %d lines, shortest win %d; want 50, 2, 3087, 3187 and at least 9",
			games, draws, moves, lines, fewest)
	}
}

func checkLine(t *testing.T, r gameLine, p Position, when string, player int, color string) {
	t.Helper()
	if p.Board() != r.Board {
		t.Errorf("game %d, ply %d, %s: board\n%s; want\n%s", r.Game, r.Ply, when, p.Board(), r.Board)
	}
	if p.Turn().String() != color || int(p.Player())+1 != player {
		t.Errorf("game %d, ply %d, %s: %s of %s to play; want %s of player %d", r.Game, r.Ply, when, p.Turn(), p.Player(), color, player)
	}
}

// playLine checks the turn and the legal moves before a recorded move, and everything that the record holds after it.
func playLine(t *testing.T, r gameLine, p Position) Position {
	t.Helper()
	s := SquareAt(r.X, r.Y)
	moves := p.Moves(nil)
	if len(moves) != r.Legal || p.LegalSet().Count() != r.Legal || !slices.Contains(moves, s) || p.Check(s) != nil {
		t.Errorf("game %d, ply %d: %d moves, %s; want %d with %s", r.Game, r.Ply, len(moves), names(moves), r.Legal, s)
	}
	if p.Turn().String() != r.Color || int(p.Player())+1 != r.Player {
		t.Errorf("game %d, ply %d: %s of %s to play; want %s of player %d", r.Game, r.Ply, p.Turn(), p.Player(), r.Color, r.Player)
	}
	if p.WinsBy(s) != (r.Over && r.Winner != 3) {
		t.Errorf("game %d, ply %d: wins %v; want %v", r.Game, r.Ply, p.WinsBy(s), r.Over)
	}
	q := p.Play(s)
	if q.Board() != r.Board {
		t.Errorf("game %d, ply %d: board\n%s; want\n%s", r.Game, r.Ply, q.Board(), r.Board)
	}
	if q.Over() != r.Over || int(q.Result()) != r.Winner {
		t.Errorf("game %d, ply %d: %s; want winner %d", r.Game, r.Ply, q.Result(), r.Winner)
	}
	return q
}

func gameLines(t *testing.T) func(yield func(gameLine) bool) {
	return func(yield func(gameLine) bool) {
		file, err := os.Open("testdata/games.jsonl.gz")
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		text, err := gzip.NewReader(file)
		if err != nil {
			t.Fatal(err)
		}
		lines := json.NewDecoder(text)
		for {
			var r gameLine
			if err := lines.Decode(&r); errors.Is(err, io.EOF) {
				return
			} else if err != nil {
				t.Fatal(err)
			}
			if !yield(r) {
				return
			}
		}
	}
}

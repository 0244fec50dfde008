// Package rulestest provides recorded games for tests.
package rulestest

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
	"testing"

	"attic/games/atom4/rules"
)

// Game is a recorded game.
type Game struct {
	Round     int
	Squares   []rules.Square   // the vertices of the moves
	Positions []rules.Position // from the start to the end: one more than moves
}

// Last returns the position at the end.
func (g Game) Last() rules.Position { return g.Positions[len(g.Positions)-1] }

// Games returns the games in the file with this name: the path from the test to testdata/games.jsonl.gz of package rules.
func Games(t testing.TB, name string) []Game {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	text, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	var games []Game
	for lines := json.NewDecoder(text); ; {
		var line struct {
			Type        string
			Round, X, Y int
		}
		if err := lines.Decode(&line); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		switch line.Type {
		case "game":
			games = append(games, Game{Round: line.Round, Positions: []rules.Position{rules.Start(line.Round)}})
		case "move":
			g, s := &games[len(games)-1], rules.SquareAt(line.X, line.Y)
			g.Squares, g.Positions = append(g.Squares, s), append(g.Positions, g.Last().Play(s))
		}
	}
	if len(games) < 50 {
		t.Fatalf("%d games, the file has at least 50", len(games))
	}
	return games
}

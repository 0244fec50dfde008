package term

import (
	"fmt"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"

	"attic/game"
	"attic/games"
)

// watched returns the page for three games: a game of the given name after five moves, a finished game, and a game that
// has not begun.
func watched(t *testing.T, name string, w, h int, interrupt func()) *watch {
	t.Helper()
	g, _ := games.Find(name)
	pos, err := g.(game.Engines).ReadPosition("startpos")
	must(t, err)
	var moves []string
	for range 5 {
		moves = append(moves, pos.Moves()[0])
		pos, err = pos.Play(pos.Moves()[0])
		must(t, err)
	}
	list := []WatchedGame{
		{
			Title: "game 7", View: pos.View(), Moves: moves, Standing: []string{"after 6 games:", "1  new  4 of 6", "2  old  2 of 6"},
			Players: [2]WatchedPlayer{{Seat: "One", Name: "new", Clock: "1:05", Thinks: "cp 31 depth 9"}, {Seat: "Two", Name: "old", Clock: "0:59", ToMove: true}},
		},
		{Title: "game 8", Result: "1-0  old has ended.", Note: "the match is over", Players: [2]WatchedPlayer{{Name: "old"}, {Name: "new"}}},
		{Title: "no game here yet"},
	}
	s := newWatch(Watching{Games: func() []WatchedGame { return list }, Interrupt: interrupt})
	s.Update(uv.WindowSizeEvent{Width: w, Height: h})
	return s
}

func (s *watch) key(key uv.Key) (left bool) {
	return quits(s.Update(uv.KeyPressEvent(key)))
}

// In every size tested, the page shows the whole board, the players, whose turn it is, and the keys.
func TestAWatchedGame(t *testing.T) {
	for _, name := range []string{"ataxx", "atom4"} {
		for _, size := range [][2]int{{80, 24}, {100, 30}, {160, 50}, {60, 40}, {64, 24}} {
			t.Run(fmt.Sprint(name, size), func(t *testing.T) {
				s := watched(t, name, size[0], size[1], nil)
				text := s.draw().String()
				for _, want := range []string{"game 7", "1 of 3", "One: new", "> Two: old", "1:05", "q: leave"} {
					if !strings.Contains(text, want) {
						t.Errorf("%q is not in\n%s", want, text)
					}
				}
				for _, row := range strings.Split(strings.TrimRight(s.games[0].View.Grid(1, 1).String(), "\n"), "\n") {
					if file := strings.Fields(row); len(file) > 5 && file[0] == "a" && !strings.Contains(strings.Join(strings.Fields(text), " "), strings.Join(file, " ")) {
						t.Errorf("the board is not whole:\n%s", text)
					}
				}
				if size[0] >= 80 && !strings.Contains(text, "2  old  2 of 6") {
					t.Errorf("the standing is missing:\n%s", text)
				}
			})
		}
	}
	if text := watched(t, "ataxx", 30, 10, nil).draw().String(); !strings.Contains(text, "needs 40 columns") {
		t.Errorf("a small terminal shows\n%s", text)
	}
}

func TestKeysOfAWatchedGame(t *testing.T) {
	pressed := 0
	s := watched(t, "ataxx", 80, 24, func() { pressed++ })
	shows := func(what string) {
		t.Helper()
		if text := s.draw().String(); !strings.Contains(text, what) {
			t.Errorf("%q is not in\n%s", what, text)
		}
	}
	s.key(uv.Key{Code: uv.KeyRight})
	shows("game 8")
	shows("1-0  old has ended.")
	shows("the match is over")
	s.key(uv.Key{Code: uv.KeyTab})
	shows("no game here yet")
	s.key(uv.Key{Code: uv.KeyRight})
	shows("game 7")
	s.key(uv.Key{Code: uv.KeyLeft})
	shows("3 of 3")
	if s.key(uv.Key{Code: 'c', Mod: uv.ModCtrl}) || pressed != 1 {
		t.Errorf("Ctrl-C leaves, or calls Interrupt %d times, not once", pressed)
	}
	if s.key(uv.Key{Code: 'x', Text: "x"}) || !s.key(uv.Key{Code: 'q', Text: "q"}) {
		t.Error("x leaves, or q does not")
	}
	if s.View().text != "" {
		t.Error("the page is still drawn after q")
	}
}

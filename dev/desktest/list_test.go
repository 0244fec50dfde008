package desktest

import (
	"fmt"
	"strings"
	"testing"

	"attic/desk"
	"attic/draw/grid"
)

// written returns a list of moves as text: its columns, the set-up, the turns, and the position on screen. The step on screen is in
// brackets; a piece is written before its move.
func written(l desk.MoveList) string {
	step := func(s desk.Step) string {
		text := s.Text
		if s.Piece != grid.Plain {
			text = fmt.Sprint(s.Piece-grid.Red, " ", text)
		}
		if s.Ply == l.At && s.Text != "" {
			text = "[" + text + "]"
		}
		return text
	}
	parts := []string{fmt.Sprint(l.Columns)}
	for _, s := range l.Setup {
		parts = append(parts, step(s))
	}
	for _, t := range l.Turns {
		var moves []string
		for _, s := range t.Steps {
			moves = append(moves, step(s))
		}
		parts = append(parts, fmt.Sprint(t.Number, ". ", strings.Join(moves, " - ")))
	}
	return strings.Join(parts, "; ") + "; " + l.Where
}

func TestMoveList(t *testing.T) {
	for _, c := range []struct{ what, id, script, want string }{
		{"nothing has happened", "atom4", "", "[0]; The beginning"},
		{"nothing was set up", "ataxx start=yes", "", "[0]; The beginning"},
		{"something was set up", "ataxx", ":blocks 3gh", "[0]; [blocks 3gh]; Set-up"},
		{"pieces", "atom4", ":i10;h10;h11", "[0 1]; 1. 0 i10 - 1 h10; 2. [2 h11] - ; Move 2 of 2, player 1"},
		{"the second player begins a round", "atom4", ":i10;h10;h11;g11;g9;i8;g10;i11;h8\nn\n:i10;h10", "[0 1]; 1.  - 1 i10; 2. [2 h10] - ; Move 2 of 2, player 1"},
		{"an earlier round", "atom4", ":i10;resign\nn\n:i10\n[ [ [", "[0 1]; 1. [0 i10] - resigns; Move 1 of 1, player 1"},
		{"at the beginning", "atom4", ":i10;h10\n[ [", "[0 1]; 1. 0 i10 - 1 h10; The beginning"},
		{"moves that were taken back can be viewed", "atom4", ":i10;h10\nu u\n]", "[1]; Move 1 of 1, player 1"},
		{"moves taken back in a round that the second player begins", "atom4", ":i10;h10;h11;g11;g9;i8;g10;i11;h8\nn\n:i10;h10;h11\nu u\n]", "[1]; 1. 1 i10; Move 2 of 2, player 1"},
		{"a set-up", "ataxx", ":blocks 3gh;start;a7-a5;a1-a3", "[0 1]; blocks 3gh; start; 1. a7-a5 - [a1-a3]; Move 1 of 1, blue"},
		{"looking at the set-up", "ataxx", ":blocks 3gh;start;a7-a5\n[ [", "[0]; [blocks 3gh]; start; 1. a7-a5; Set-up"},
		{"a pass", "ataxx", ":fen xoo4/ooo4/ooo4/7/7/7/7 x;start\nenter\n:c5-d4", "[0 1]; fen …; start; 1. pass - [c5-d4]; Move 1 of 1, blue"},
		{"blue begins", "ataxx", ":fen x5o/7/7/7/7/7/o5x o;start\n:g7-g6;a7-a6;g6-g5", "[0 1]; fen …; start; 1.  - g7-g6; 2. a7-a6 - [g6-g5]; Move 2 of 2, blue"},
		{"a resignation", "ataxx", ":start;a7-b6;resign", "[0 1]; start; 1. a7-b6 - [resigns]; Move 1 of 1, blue"},
		{"only the last value of each set-up option is listed", "atommaster#17", "shift+up shift+up } b b", "[0]; atoms 6; size 9; Set-up"},
		{"undo takes back one press at a time", "atommaster#17", "shift+up shift+up } b b\nu u u", "[0]; [atoms 6]; Set-up"},
		{"undo returns to the previous value", "atommaster#17", "shift+up shift+up } b b\nu u u u", "[0]; [atoms 5]; Set-up"},
		{"moves after such a set-up", "atommaster#17", "shift+up shift+down b\n:fire 6", "[0]; atoms 4; balls; 1. [fire 6]; Step 1 of 1"},
		{"only one seat moves, and its first beam starts play", "atommaster#17", ":fire 6;fire 30;set b6", "[0]; 1. fire 6; 2. fire 30; 3. [set b6]; Step 3 of 3"},
	} {
		t.Run(c.what, func(t *testing.T) {
			b := sitBare(t, c.id, "")
			Do(t, b, c.script, nil)
			if got := written(b.desk.Play.MoveList()); got != c.want {
				t.Errorf("the list is\n%s, want\n%s", got, c.want)
			}
		})
	}
}

// Cursor keys step through the page of moves. Esc leaves it, and the position on screen stays.
func TestThePageOfMoves(t *testing.T) {
	for _, c := range []struct {
		keys  string
		ply   int
		leave bool
	}{
		{"r", 4, false},
		{"r up", 3, false},
		{"r [ [", 2, false},
		{"r up down", 4, false},
		{"r home", 0, false},
		{"r home end", 4, false},
		{"r pgup", 0, false},
		{"r pgup pgdown", 4, false},
		{"r up esc", 3, true},
		{"r up r", 3, true},
		{"r up enter", 3, true},
		{"r u", 3, true},
	} {
		b := sitBare(t, "atom4", "")
		Do(t, b, ":i10;h10;h11;g11\n"+c.keys, nil)
		if p, sheet := b.desk.Play, On[*desk.Sheet](b.desk) != nil; p.Now.Ply != c.ply || sheet == c.leave {
			t.Errorf("%s: step %d, page open: %v; want step %d, page left: %v", c.keys, p.Now.Ply, sheet, c.ply, c.leave)
		}
	}
}

// The main controls are the same in every state. Controls without an effect are off.
func TestMainControls(t *testing.T) {
	for _, c := range []struct{ id, script, off string }{
		{"atom4", "", "u ctrl+r v [ ]"},
		{"atom4", ":i10", "ctrl+r ]"},
		{"atom4", ":i10\nu", "u v ["},
		{"atom4", ":i10\n[", "ctrl+r ["},
		{"ataxx", ":start;a7-b6", "ctrl+r ]"},
		{"atommaster#17", ":fire 6", "u ctrl+r v ]"},
	} {
		b := sitBare(t, c.id, "")
		Do(t, b, c.script, nil)
		var all, off []string
		for _, control := range b.desk.Play.Controls().Bar {
			all = append(all, control.Key)
			if control.Off {
				off = append(off, control.Key)
			}
		}
		if got := strings.Join(all, " "); got != "u ctrl+r h v [ ] n ," {
			t.Errorf("%s, %q: the controls are %s", c.id, c.script, got)
		}
		if got := strings.Join(off, " "); !strings.HasPrefix(strings.ReplaceAll(got, "h ", ""), strings.ReplaceAll(c.off, "h ", "")) {
			t.Errorf("%s, %q: %s are off, want %s", c.id, c.script, got, c.off)
		}
	}
}

// The buttons of a page over the board work like their keys on that page, not like those keys on the board. Such a page closes a form.
func TestButtonsOfAPage(t *testing.T) {
	for _, c := range []struct{ id, script, button, said string }{
		{"ataxx", "p", "esc", ""},
		{"ataxx", "p", "enter", ""},
		{"ataxx", ",", "esc", ""},
	} {
		b := sitBare(t, c.id, "")
		Do(t, b, c.script, nil)
		if On[*desk.Chooser](b.desk) == nil {
			t.Fatalf("%s: %q opens no list", c.id, c.script)
		}
		if b.Click(desk.ButtonSpot + c.button); b.desk.Pages.Top() != nil || len(b.desk.Play.Cursor.Chosen) > 0 {
			t.Errorf("%s: after %q and a click on %s, the page is still open or a square is chosen", c.id, c.script, c.button)
		}
	}
	b := sitBare(t, "atom4", "")
	b.Press("w")
	b.Click(desk.ButtonSpot + desk.MovesKey)
	if b.Press("]"); b.desk.Form.On || On[*desk.Sheet](b.desk) == nil {
		t.Error("a form takes the keys of the list of moves")
	}
}

package desktest

import (
	"strings"
	"testing"

	"attic/desk"
)

// engine returns what the engine of an analysis shows.
func engine(t *testing.T, b *bare) desk.Engine {
	t.Helper()
	e, on := desk.EngineOf(b.desk.Play)
	if !on {
		t.Fatal("the engine is off")
	}
	return e
}

// chips returns the spots of the moves of a line.
func chips(l desk.MoveList) (spots []string) {
	for _, s := range l.Turns[0].Steps {
		spots = append(spots, s.Spot())
	}
	return spots
}

// The engine of an analysis searches what is shown. Its moves are shown on the board without a change of the analysis, and played into it.
func TestTheEngine(t *testing.T) {
	for _, id := range []string{"ataxx start=yes", "atom4"} {
		b := sitPaused(t, Seat(t, id, ""))
		p := func() *desk.Play { return b.desk.Play }
		move := p().Cursor.Moves[0].Text
		if b.Press("E"); !strings.HasPrefix(p().Message.Said, "Engine works only in an analysis") {
			t.Errorf("%s: in a game E says %q", id, p().Message.Said)
		}
		Do(t, b, ":"+move+"\n:analyse\nE", nil)
		e := engine(t, b)
		if len(e.Lines) != 3 || e.Share <= 0 || e.Share >= 1 || e.Shown {
			t.Fatalf("%s: the engine shows %+v", id, e)
		}
		board := func() string { return p().Now.View.Grid(0, 0).String() }
		before, ply := board(), p().Person.Now().Ply
		list := chips(e.Lines[1])
		b.desk.Point(list[0])
		one := board()
		if b.desk.Point(""); one == before || board() != before {
			t.Errorf("%s: the pointer does not show a move of a line while it is there", id)
		}
		b.desk.Click(list[0])
		if board() != one || !engine(t, b).Shown {
			t.Errorf("%s: a click does not show a move of a line", id)
		}
		b.Press("]")
		if board() == one {
			t.Errorf("%s: ] does not go on in the line", id)
		}
		b.Press("[")
		if board() != one {
			t.Errorf("%s: [ does not go back in the line", id)
		}
		if b.Press("esc"); board() != before || p().Person.Now().Ply != ply {
			t.Errorf("%s: Esc does not go back to the position", id)
		}
		b.desk.Click(list[1])
		two := board()
		b.Press("enter")
		if board() != two || p().Person.Now().Ply != ply+2 {
			t.Errorf("%s: Enter does not play the two moves", id)
		}
		b.Press("u")
		if p().Person.Now().Ply != ply {
			t.Errorf("%s: undo does not take the moves back: %d plies, not %d, %q", id, p().Person.Now().Ply, ply, p().Message.Said)
		}

		desk.Hide(b.desk, true)
		if b.Press("["); len(engine(t, b).Lines) > 0 {
			t.Errorf("%s: a hidden page searches", id)
		}
		desk.Hide(b.desk, false)
		if b.desk.News(); len(engine(t, b).Lines) == 0 {
			t.Errorf("%s: a page that is seen again does not search", id)
		}

		Do(t, b, "]\n:engine 1\n:engine threat", nil)
		e = engine(t, b)
		if len(e.Lines) != 2 || !strings.HasPrefix(e.Lines[1].Name, "Threat ") {
			t.Fatalf("%s: with the threat it shows %+v", id, e.Lines)
		}
		before = board()
		if b.desk.Click(chips(e.Lines[1])[0]); board() != before || p().Advised().Shapes == nil {
			t.Errorf("%s: a click does not draw the threat", id)
		}
		Do(t, b, ":engine keep\n:engine off", nil)
		if _, on := desk.EngineOf(p()); on {
			t.Errorf("%s: the engine is on", id)
		}
		if _, said := p().Sentences(func(string) bool { return true }); !strings.Contains(said, "Judged ") {
			t.Errorf("%s: the judgement is not shown: %q", id, said)
		}
		b.desk.Close()
	}
}

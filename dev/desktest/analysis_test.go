package desktest

import (
	"strings"
	"testing"

	"attic/desk"
	"attic/desk/command"
	"attic/games"
	"attic/match"
	"attic/match/store"
	"attic/table"
)

// An analysis on a page: moves that are tried stay, edits are taken back, and what a list of the page offers is carried out.
func TestAnalysis(t *testing.T) {
	b := sitReviewed(t)
	b.Press("A")
	if now := b.desk.Play.Person.Now(); !now.Studies || now.Ply == 0 {
		t.Fatalf("A opens no analysis of the game: %+v", now)
	}
	b.Press("[ [")
	back := b.desk.Play.Now.Ply
	moves := b.desk.Play.Cursor.Moves
	last := b.desk.Play.MoveList().Played()
	i := 0
	for moves[i].Text == last[back].Text || len(moves[i].Spots) == 0 {
		i++
	}
	tried := moves[i].Text
	b.Type(tried)
	list := b.desk.Play.MoveList()
	if now := b.desk.Play.Now; now.Ply != back+1 || list.Played()[back].Entry() != tried+" +1" {
		t.Fatalf("after %s the list has %+v", tried, list.Played())
	}
	lines := func() string {
		list := b.desk.Play.MoveList().Laid(desk.Room{Width: 40, Step: 2}, func(text string) float64 { return float64(len(text)) })
		var texts []string
		for _, turn := range list.Shown(1000) {
			text := strings.Repeat("– ", turn.Nest) + turn.Words
			for _, s := range turn.Steps {
				text += " " + s.Before + " " + s.Entry()
				if s.Chosen {
					text += "<"
				}
			}
			texts = append(texts, text)
		}
		return strings.Join(texts, "\n")
	}
	if got := lines(); !strings.Contains(got, "–  ") || !strings.Contains(got, tried+"<") {
		t.Errorf("the list of the analysis is\n%s", got)
	}
	b.Type("comment A try.")
	b.Type("mark !?")
	if first, _ := b.desk.Play.Sentences(func(string) bool { return true }); !strings.HasSuffix(first, ". A try.") {
		t.Errorf("the sentence on the move is %q", first)
	}
	if first, _ := b.desk.Play.Sentences(func(text string) bool { return len(text) < 12 }); !strings.HasPrefix(first, "A try. ") {
		t.Errorf("where there is little room, the sentence on the move is %q", first)
	}
	if list := b.desk.Play.MoveList(); list.Played()[back].Entry() != tried+" !? +1" || !strings.Contains(lines(), "– A try.") {
		t.Errorf("the move is listed as %q in\n%s", list.Played()[back].Entry(), lines())
	}
	b.Press("A")
	b.Choose("line")
	if !strings.HasSuffix(b.copied, tried+"!?") {
		t.Errorf("copied: %q", b.copied)
	}
	b.Press("A")
	b.Choose("draw ")
	b.Choose("draw red")
	b.Click("a1")
	b.Click("b2")
	b.Click("c3")
	b.Click("c3")
	b.Press("esc")
	if drawn := desk.Drawn(b.desk.Play); len(drawn) != 2 || drawn[0].Words() != "red arrow a1 to b2" || drawn[1].Words() != "red ring on c3" {
		t.Errorf("drawn by touch: %v", drawn)
	}
	b.Type("ring c3 red")
	b.Type("arrow a1 b2 blue")
	if drawn := desk.Drawn(b.desk.Play); len(drawn) != 1 || drawn[0].Words() != "blue arrow a1 to b2" {
		t.Errorf("drawn by commands: %v", drawn)
	}
	// in the list, keys and clicks reach the moves of all lines
	b.Press("r up")
	if now := b.desk.Play.Now; now.Ply != back+1 || b.desk.Play.Person.Sight().History()[back+1].Text == tried {
		t.Errorf("one move up the list, step %d is shown", now.Ply)
	}
	b.Press("down")
	if !strings.Contains(lines(), tried+" !?<") {
		t.Errorf("down the list again:\n%s", lines())
	}
	b.Press("up esc")
	steps := b.desk.Play.MoveList().Laid(desk.Room{Width: 40}, func(text string) float64 { return 1 }).Shown(1000)
	for _, turn := range steps {
		for _, s := range turn.Steps {
			if s.Text == tried && s.Cost == "!?" {
				b.Click(s.Spot())
			}
		}
	}
	if !strings.Contains(lines(), tried+" !?<") {
		t.Errorf("after a click on %s:\n%s", tried, lines())
	}
	b.Type("cut")
	if now := b.desk.Play.Now; now.Ply != back || strings.Contains(lines(), tried+" !?") {
		t.Errorf("after the cut step %d is shown, and the lines are\n%s", now.Ply, lines())
	}
	b.Press("u")
	if !strings.Contains(lines(), tried+" !?") {
		t.Error("undo does not bring the variation back")
	}
	// the game is as it was
	if b.Choose("back to the game"); b.desk.Play.Person.Now().Studies || b.desk.Play.Person.Now().Ply != 12 {
		t.Errorf("back to the game: %+v", b.desk.Play.Person.Now())
	}
}

// A game against the computer counts as one with help once it is analysed; a game between two people does not.
func TestAnAnalysisIsHelp(t *testing.T) {
	for _, programs := range []string{"2", ""} {
		b := &bare{}
		b.desk = desk.New(desk.Config{
			Games: games.All(), May: command.Everything, Store: store.Open(t.TempDir(), games.Find), Table: Seat(t, "ataxx start=yes", programs),
			NoMotion: true, Paused: true, Display: b, Open: People(t),
		})
		person := b.desk.Play.Person
		b.Press("A")
		if !b.desk.Play.Person.Now().Studies {
			t.Fatal("A opens no analysis")
		}
		if err := person.Do(table.Resign()).Err(); err != nil {
			t.Fatal(err)
		}
		m, _ := person.Sight().FullMatch()
		if round := match.Rounds(m)[0]; round.Advised != (programs != "") {
			t.Errorf("with the programs %q, the round counts as %+v", programs, round)
		}
	}
}

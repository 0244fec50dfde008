package desktest

import (
	"strings"
	"testing"

	"attic/desk"
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
		b.Press("A")
		page := On[*desk.Chooser](b.desk)
		var texts []string
		for _, item := range page.Word.Items {
			texts = append(texts, item.Label)
		}
		b.Press("esc")
		return strings.Join(texts, "\n")
	}
	if got := lines(); !strings.Contains(got, "– ") || !strings.Contains(got, "Cut this move and what follows") || strings.Contains(got, "Make this the main line") {
		t.Errorf("the list of the analysis is\n%s", got)
	}
	b.Type("comment A try.")
	b.Type("mark !?")
	if first, _ := b.desk.Play.Sentences(func(string) bool { return true }); first != "A try." {
		t.Errorf("the sentence on the move is %q", first)
	}
	if list := b.desk.Play.MoveList(); list.Played()[back].Entry() != tried+" !? +1" {
		t.Errorf("the move is listed as %q", list.Played()[back].Entry())
	}
	b.Type("cut")
	if now := b.desk.Play.Now; now.Ply != back || strings.Contains(lines(), "– ") {
		t.Errorf("after the cut step %d is shown, and the lines are\n%s", now.Ply, lines())
	}
	b.Press("u")
	if !strings.Contains(lines(), "– ") {
		t.Error("undo does not bring the variation back")
	}
}

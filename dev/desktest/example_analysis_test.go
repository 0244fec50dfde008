package desktest

import (
	"strings"
	"testing"

	"attic/desk"
	"attic/desk/command"
	"attic/game"
	"attic/game/example/reversi"
	"attic/match"
	"attic/match/store"
	"attic/table"
)

// A new game has analyses without any code of its own: a game copied from the example is analysed, kept and opened again.
func TestAnalysisOfAnExample(t *testing.T) {
	m, err := match.New(reversi.Game{}, game.Setup{})
	must(t, err)
	for i := range m.Players {
		m.Players[i].Program = false
	}
	find := func(string) (game.Game, bool) { return reversi.Game{}, true }
	b := &bare{}
	b.desk = desk.New(desk.Config{
		Games: []game.Game{reversi.Game{}}, May: command.Everything, Store: store.Open(t.TempDir(), find), NoMotion: true, Display: b,
		Table: table.New(table.Config{Match: m}), Open: People(t),
	})
	t.Cleanup(func() { must(t, b.desk.Close()) })
	play := func() (text string) {
		for _, move := range b.desk.Play.Cursor.Moves {
			if len(move.Spots) > 0 {
				text = move.Text
			}
		}
		b.Type(text)
		return text
	}
	for range 4 {
		play()
	}
	b.Press("A [ [ [")
	first := b.desk.Play.Cursor.Moves[0].Text
	b.Type(first)
	b.Type("mark ?!")
	b.Type("comment Another way.")
	b.Type("ring " + b.desk.Play.Now.View.Scene().Spots[0].Name)
	play()
	list := b.desk.Play.MoveList().Laid(desk.Room{Width: 60, Step: 2}, func(text string) float64 { return float64(len(text)) })
	shown := ""
	for _, turn := range list.Shown(100) {
		for _, s := range turn.Steps {
			shown += s.Before + s.Entry() + " "
		}
		shown += turn.Words + "\n"
	}
	if !strings.Contains(shown, "\n1..."+first+" ?! \nAnother way.\n2.") {
		t.Errorf("the list is\n%s", shown)
	}
	path := t.TempDir() + "/game.attic"
	b.Type("save " + path)
	read, _, err := store.Open("", find).Choose(path, 0)
	must(t, err)
	tr, _, studies := match.Study(read)
	if id, err := tr.At("1/2"); !studies || err != nil || tr.Said(id).Comment != "Another way." || len(tr.Said(id).Shapes) != 1 || len(tr.Moves(id)) != 1 {
		t.Errorf("opened again, it has %v, %v", tr.Edits(), err)
	}
}

package desktest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"attic/desk"
	"attic/desk/command"
	"attic/game"
	"attic/games"
	"attic/match"
	"attic/match/store"
	"attic/table/newgame"
)

// What is pasted on any page, or dropped there as a file, is opened and said, or one line says that it is not known.
func TestPasteOnAnyPage(t *testing.T) {
	m, err := match.New(games.All()[1], game.Setup{}.With("start=yes"))
	must(t, err)
	m.Players[1].Program = false
	m, _, err = m.Play("a7-b6")
	must(t, err)
	var saved strings.Builder
	must(t, m.Save(&saved))
	const record = "[Event \"e\"]\n[Black \"Ann\"]\n[White \"Bob\"]\n\n1. f1 f7 *\n"
	const chess = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	texts := []struct{ name, text, game, moves, said string }{
		{"ID", "ataxx blocks=3gh", "ataxx", "", ""},
		{"ID and moves", "ataxx\nstart\na7-b6\n", "ataxx", "start, a7-b6", ""},
		{"Black Box", "w5h5m3M3:6738a200b19ad4e2", "atommaster", "", ""},
		{"layout", "8x8 a1,c4,e5,h8", "atommaster", "", ""},
		{"FEN", "x5o/7/7/7/7/7/oo4x x", "ataxx", "", "A position (FEN)."},
		{"FEN of pychess", "P5p/7/3*3/2*1*2/3*3/7/p5P w 0 1", "ataxx", "", "A position (FEN)."},
		{"EPD", "x5o/7/7/7/7/7/oo4x x hmvc 3;", "ataxx", "", "A position (FEN)."},
		{"positions", "x5o/7/7/7/7/7/o5x o\n\nx5o/7/7/7/7/7/o5x x\n", "", "", "A list of 2 positions."},
		{"position of chess", chess, "", "", "this position (FEN) has 8 ranks"},
		{"record", record, "ataxx", "g1-f1, g7-f7", "A record of 1 game. Game 1: Ann (Red) - Bob (Blue)."},
		{"records", record + "\n" + record + "\n" + record, "", "", "A record of 3 games."},
		{"saved game", saved.String(), "ataxx", "a7-b6", "A saved game of Ataxx."},
		{"damaged saved game", strings.Replace(saved.String(), "a7-b6", "a7-b7", 1), "", "", "line "},
		{"link", "https://attic.example/page/#game/atom4;i10", "atom4", "i10", ""},
		{"damaged link", "https://attic.example/#game/chess", "", "", "this link names no game"},
		{"another link", "https://attic.example/", "", "", "is not a link to a game"},
		{"prose", "Dear Ann,\nhow are you?", "", "", `"Dear Ann," is no game ID, position, list of moves, game record or link.`},
	}
	pages := []struct{ id, keys string }{
		{"", ""},
		{"", "?"},
		{"", ","},
		{"", "o"},
		{"atom4", ""},
		{"atom4", "?"},
		{"atom4", "o"},
		{"atom4", "m"},
		{"ataxx", "m"},
		{"atommaster#17", "?"},
	}
	for _, p := range pages {
		for _, c := range texts {
			for _, dropped := range []bool{false, true} {
				where := c.name + " on " + p.id + " " + p.keys
				b := &bare{}
				kept := store.Open(t.TempDir(), games.Find)
				config := desk.Config{Games: games.All(), May: command.Everything, Store: kept, Open: newgame.Tables{Store: kept}.Remembered, NoMotion: true, Display: b}
				if p.id != "" {
					config.Table = Seat(t, p.id, "")
				}
				b.desk = desk.New(config)
				b.Press(p.keys)
				before := b.desk.Play
				if dropped {
					file := filepath.Join(t.TempDir(), "dropped.txt")
					must(t, os.WriteFile(file, []byte("\ufeff"+strings.ReplaceAll(c.text, "\n", "\r\n")), 0o600))
					b.desk.OpenFile(file)
				} else {
					b.Paste(c.text)
				}
				said := b.form()
				if b.desk.Menu != nil {
					said += b.desk.Menu.Said
				}
				if b.desk.Play != nil {
					said += b.desk.Play.Message.Said
				}
				if page, ok := b.desk.Pages.Top().(*desk.Pager); ok {
					for _, block := range page.Text {
						said += strings.Join(block.Lines, "\n")
					}
				}
				want := c.said
				switch {
				case c.name == "prose" && p.id == "atommaster#17": // only the game can tell
					want = `"Dear": moves are written like this`
				case dropped:
					want = strings.NewReplacer("Dear Ann,", "dropped.txt", "A record of 1 game. ", "", "A record of 3", "dropped.txt holds 3", "A saved game of Ataxx.", "").Replace(want)
				case c.name == "prose" && p.keys == "o":
					want = "Dear Ann,"
				}
				if !strings.Contains(strings.ToLower(said), strings.ToLower(want)) {
					t.Errorf("%s, %v: it says %q, not %q", where, dropped, said, want)
				}
				switch play := b.desk.Play; {
				case c.game == "" && play != before:
					t.Errorf("%s, %v: a game was opened", where, dropped)
				case c.game != "" && (play == nil || play.Info.Name != c.game || Played(play) != c.moves || desk.Covered(b.desk)):
					t.Errorf("%s, %v: it was not opened: %s", where, dropped, said)
				}
				must(t, b.desk.Close())
			}
		}
	}
}

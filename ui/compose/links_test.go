package compose

import (
	"image/png"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"attic/desk"
	"attic/desk/command"
	"attic/dev/desktest"
	"attic/dev/wait"
	"attic/game/learn"
	"attic/match"
	"attic/match/tree"
	"attic/table/newgame"
)

// address is the address of the links in these tests.
const address = "http://example.org/#"

// linking returns the menu of a front-end whose pages can be opened by links.
func linking(t *testing.T) driver {
	t.Helper()
	return begin(t, desk.Config{Store: emptyStore(t), NoMotion: true, Link: func(to string) string { return address + to }}, usual)
}

// A copied link opens the page that it was copied from.
func TestLinksLeadBack(t *testing.T) {
	for _, c := range []struct{ name, open, line, link string }{
		{"a position", "game/atom4\ni10\nh10", "", "game/atom4\ni10\nh10"},
		{"a set-up", "game/ataxx#17\nblocks 3gh", "", "game/ataxx#17\nblocks 3gh"},
		{"a later position", "game/ataxx start=yes\ng1-f2", "g7-f7", "game/ataxx start=yes\ng1-f2\ng7-f7"},
		{"a deal", "game/atommaster#17", "", "game/atommaster#17"},
		{"a lesson", "lesson/atommaster/2", "", "lesson/atommaster/2"},
		{"a puzzle", "puzzle/ataxx/exchange-12", "", "puzzle/ataxx/exchange-12"},
		{"the puzzle of a day", "puzzle/ataxx/" + learn.Day(time.Now()), "", "puzzle/ataxx/" + learn.Day(time.Now())},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := linking(t)
			d.p.Desk.Follow(c.open)
			if d.draw(); c.line != "" {
				d.typeLine(c.line)
			}
			before := d.played() + d.p.Desk.Play.Goal()
			d.press(",").click(desk.LineSpot + "link")
			if d.x.copied != address+c.link {
				t.Fatalf("copied: %q, want %q", d.x.copied, address+c.link)
			}
			d.want("Copied: the link.")
			other := linking(t)
			other.p.Desk.Follow(c.link)
			if other.draw(); other.played()+other.p.Desk.Play.Goal() != before {
				t.Errorf("the link opens %s, want %s", other.played(), before)
			}
		})
	}
}

// The link to an analysis opens it with its variations and comments. One that is too long can be saved as a file instead.
func TestALinkToAnAnalysis(t *testing.T) {
	d := linking(t)
	d.p.Desk.Follow("game/ataxx start=yes\ng1-f2\ng7-f7")
	d.draw()
	for _, line := range []string{"analyse", "go 1", "g7-g6", "comment Why not?"} {
		d.typeLine(line)
	}
	d.press(",").click(desk.LineSpot + "link")
	d.want("Copied: the link.")
	link, ok := strings.CutPrefix(d.x.copied, address)
	if !ok || !strings.HasPrefix(link, "analysis/") {
		t.Fatalf("copied: %q", d.x.copied)
	}
	other := linking(t)
	other.p.Desk.Follow(link)
	other.draw()
	other.want("An analysis of Ataxx.")
	other.typeLine("go 1/2")
	other.want("Why not?")
	chance, long := rand.New(rand.NewPCG(1, 2)), make([]byte, 16_000)
	for i := range long {
		long[i] = 'a' + byte(chance.IntN(26))
	}
	m, ok := other.play().Person.Sight().FullMatch()
	m, _, err := match.Analyse(m, 1, tree.Edit{Do: tree.Comment, At: "1", Text: string(long)})
	var saved strings.Builder
	if err != nil || !ok || m.Save(&saved) != nil {
		t.Fatal(err)
	}
	d = linking(t)
	d.p.Desk.Paste(saved.String())
	d.draw()
	d.press(",").click(desk.LineSpot + "link")
	d.want("This analysis is too long for a link: 13 KB, and a link holds 8. Save it as a file?")
	d.press("enter").want("Save the game")
}

// What a page that is loaded again opens is what was shown: the same game, a new game if no move was made, the timed run, not its puzzle.
func TestLoadedAgain(t *testing.T) {
	for _, c := range []struct{ script, at string }{
		{"2 enter\n:opponent human;start;a7-a6", "continue/ataxx"},
		{"2 enter\n:start;a7-a6;menu\n2\nto Play\nenter", "new/ataxx"},
		{"2 enter\n:puzzle run", "puzzle/ataxx/run"},
		{"2 enter\n:lesson 3", "lesson/ataxx/3"},
		{"2 enter\n:start;a7-a6;resign", "menu"},
		{"2 enter\n:opponent human;start;a7-a6;analyse;g7-f7", "continue/analysis"},
		{"2 enter\n:menu\n?", "menu"},
		{"", ""},
	} {
		s := emptyStore(t)
		d := begin(t, desk.Config{Store: s, Open: newgame.Tables{Store: s}.Remembered, NoMotion: true}, usual).do(c.script)
		at := desk.At(d.p.Desk)
		if at != c.at {
			t.Errorf("%q is %q, want %q:\n%s", c.script, at, c.at, d.words())
			continue
		}
		if !strings.Contains(at, "/") {
			continue
		}
		shown := d.played()
		must(t, d.p.Desk.Close())
		other := begin(t, desk.Config{Store: s, Open: newgame.Tables{Store: s}.Remembered, NoMotion: true}, usual)
		other.p.Desk.Follow(at)
		if other.draw(); other.p.Desk.Play == nil || desk.At(other.p.Desk) != at || other.played() != shown && at != "puzzle/ataxx/run" && at != "continue/analysis" {
			t.Errorf("%q is opened again as %q:\n%s", at, desk.At(other.p.Desk), other.words())
		}
	}
}

// A shortcut continues the game of a kind that was left, and chooses the kind in the menu if there is none. A device that shares links has a button for it.
func TestShortcuts(t *testing.T) {
	kept := emptyStore(t)
	d := begin(t, desk.Config{Store: kept, Open: newgame.Tables{Store: kept}.Remembered, NoMotion: true, Link: func(to string) string { return address + to }}, usual)
	d.p.Desk.Shares = true
	d.p.Desk.Follow("game/atom4\ni10")
	d.draw()
	d.press(",").want("Share link")
	d.press("esc").press("M")
	d.p.Desk.Follow("continue/ataxx")
	if d.draw(); d.p.Desk.Menu == nil || d.p.Desk.Menu.Entry != 1 {
		t.Fatalf("without a game of Ataxx, the page shows\n%s", d.words())
	}
	d.p.Desk.Follow("continue/atom4")
	d.draw()
	d.want("Your last game continues.")
}

// The drawer closes under the pointer, which then rests on the board: the message about the copied text stays until the
// pointer moves.
func TestAPointerThatStandsStillHidesNothing(t *testing.T) {
	d := begin(t, desk.Config{Store: emptyStore(t), NoMotion: true, Link: func(to string) string { return address + to }}, size{320, 480})
	d.p.Desk.Follow("game/ataxx\nstart")
	d.draw()
	x, y, _ := d.middle("d4")
	if d.send(moved(x, y)).press(","); d.p.page.scene.At(x, y) == "d4" {
		t.Fatal("the drawer is not over the board")
	}
	for i := 0; d.p.page.chosen != desk.LineSpot+"link" && i < 60; i++ {
		d.press("right")
	}
	d.press("enter").send(moved(x, y))
	d.want("Copied: the link.")
	for dx := 1.0; d.p.Desk.Play.Message.Said != "" && dx < 60; dx++ {
		d.send(moved(x-dx, y))
	}
	if said := d.p.Desk.Play.Message.Said; said != "" {
		t.Errorf("the pointer moves over the board, which still says %q", said)
	}
}

// A link to a finished game opens the review over the game.
func TestALinkToAReview(t *testing.T) {
	d := linking(t)
	d.p.Desk.Follow("review/ataxx start=yes\ng1-f2\ng7-f7")
	if d.draw(); desktest.On[*desk.Review](d.p.Desk) == nil {
		t.Fatalf("the link opens no review:\n%s", d.words())
	}
	other := linking(t)
	other.p.Desk.Follow("game/ataxx start=yes\ng1-f2\ng7-f7")
	other.draw()
	for range 2 { // the first Esc may stop the judging
		if desktest.On[*desk.Review](d.p.Desk) != nil {
			d.press("esc")
		}
	}
	if desktest.On[*desk.Review](d.p.Desk) != nil || d.played() != other.played() {
		t.Errorf("behind the review is %s, want %s:\n%s", d.played(), other.played(), d.words())
	}
}

// A wrong link opens nothing, and the menu explains what would be right.
func TestWrongLinks(t *testing.T) {
	for _, c := range []struct{ link, want string }{
		{"puzzle/chess/1", `there is no game "chess"; the games are atom4, ataxx, atommaster.`},
		{"puzzle/ataxx/fork-1", `no puzzle of Ataxx is called "fork-1"; use daily`},
		{"lesson/atom4/99", "Atom-4 has lessons 1 to "},
		{"lesson/atom4/one", `"one" is not the number of a lesson.`},
		{"game/chess", `"chess" is not a game ID; it begins with the name of a game: atom4, ataxx, atommaster.`},
		{"game/ataxx blocks=zz", "blocks"},
		{"review/chess", `"chess" is not a game ID`},
		{"analysis/eNpLL", "this link is damaged; copy the whole link again."},
		{"game", "after # a link needs the ID of a hosted game, or game/ID, analysis/DATA, lesson/GAME/NUMBER or puzzle/GAME/ID; copy the whole link again."},
		{"", "after # a link needs"},
	} {
		d := linking(t)
		d.p.Desk.Follow(c.link)
		if d.draw(); d.p.Desk.Menu == nil {
			t.Errorf("%q opens a game", c.link)
			continue
		}
		if said := d.p.Desk.Menu.Said; !strings.HasPrefix(said, "This link cannot be opened: ") || !strings.Contains(said, c.want) {
			t.Errorf("%q: %s", c.link, said)
		}
	}
}

// A click on a file that the page cannot show opens the menu, which says so.
func TestAFileThatCannotBeShown(t *testing.T) {
	d := linking(t)
	d.p.Desk.Follow(command.LinkUnread)
	d.draw()
	d.want("The file that you opened cannot be read, or is too long for a link. Choose it with o, which says more.")
}

// The result of the puzzle of the day is copied as a text with a link, and saved as a picture of the puzzle before its solution. Later it can be copied
// from the list of today's practice.
func TestTheResultOfADayIsShared(t *testing.T) {
	t.Chdir(t.TempDir())
	d := linking(t)
	day := learn.Day(time.Now())
	d.p.Desk.Follow("puzzle/ataxx/daily")
	d.draw()
	d.press("h h h")
	_, answer, _ := strings.Cut(d.play().Question()+" "+d.play().Message.Said, "The answer: ")
	answer, _, _ = strings.Cut(answer, " ")
	d.typeLine(answer)
	for d.play().Study.Course().Asks() { // a later move of a longer puzzle
		d.press("h h h")
		_, answer, _ = strings.Cut(d.play().Message.Said, "The answer: ")
		answer, _, _ = strings.Cut(answer, " ")
		d.typeLine(answer)
	}
	d.press("Y")
	if text := d.x.copied; !strings.HasPrefix(text, "attic, Ataxx puzzle of "+day) || strings.Contains(text, answer) || !strings.HasSuffix(text, "\n"+address+"puzzle/ataxx/"+day) {
		t.Errorf("copied: %q", text)
	}
	d.press("W")
	wait.Until(t, "the picture", func() (any, bool) {
		d.p.Desk.News()
		d.draw()
		return d.words(), strings.Contains(d.words(), "The picture is ")
	})
	if file, err := os.Open("attic-ataxx-" + day + ".png"); err != nil {
		t.Error(err)
	} else if picture, err := png.Decode(file); err != nil || picture.Bounds().Dx() < 500 || picture.Bounds().Dy() != 800 {
		t.Error("the picture cannot be read, or is too small", err)
	}
	d.x.copied = ""
	d.typeLine("today list")
	d.press("end enter")
	if text := d.x.copied; !strings.HasPrefix(text, "attic, Ataxx puzzle of "+day) {
		t.Errorf("copied from the list: %q", text)
	}
}

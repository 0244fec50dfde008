package desktest

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"attic/desk"
	"attic/desk/command"
	"attic/game"
	"attic/games"
	"attic/match"
	"attic/match/store"
	"attic/table"
)

// Retrying moves of a review: the move, the sentences, and that no move is played.
func TestRetry(t *testing.T) {
	const task = "Move 3 red, g1-f1, was an inaccuracy; the chance of winning fell from 54 to 46%. Find a better move."
	for _, c := range []struct {
		what, script string
		retrying     bool
		said, second string
	}{
		{"from the end it begins with the first", "v r", true, task, "Improve on g1-f1. h: show it. n: next. Esc: review."},
		{"from the page of a mistake it begins with that mistake", "v 2 r", true, "Move 3 blue, g5-f4, was a blunder; the chance of winning fell from 54 to 34%. Find a better move.", ""},
		{"by a click", "v\nclick key:r", true, task, ""},
		{"the move that was played", "v r\n:g1-f1", true, "g1-f1 is the move that was played; it lost 8%. Try another one.", ""},
		{"the move that was played, by touch", "v r\nclick g1\nclick f1", true, "g1-f1 is the move that was played; it lost 8%. Try another one.", ""},
		{"no legal move", "v r\n:a7-a1", true, "", "Improve on g1-f1"},
		{"the better move", "v r\n:%best", true, "Found. %best: it takes more", "1 of 3 found. n: next. Esc: review."},
		{"a move that was shown does not count", "v r h\n:%best", true, "Found. %best: it takes more", "0 of 3 found."},
		{"shown", "v r h", true, "%best: it takes more", "Improve on"},
		{"the next mistake", "v r n", true, "Move 3 blue, g5-f4, was a blunder; the chance of winning fell from 54 to 34%. Find a better move.", ""},
		{"and back", "v r n N", true, task, ""},
		{"the score after the last mistake", "v r\n:%best\nn n n", false, "1 of 3 found.", ""},
		{"the score before the first mistake", "v r N", false, "0 of 3 found.", ""},
		{"Esc returns to the review", "v r esc", false, "0 of 3 found.", ""},
		{"v returns to the review", "v r v", false, "0 of 3 found.", ""},
		{"undo takes nothing back", "v r u", true, "A try changes nothing, so there is nothing to take back. Esc: review.", ""},
		{"redo changes nothing", "v r\nctrl+r", true, "A try changes nothing, so there is nothing to take back. Esc: review.", ""},
		{"viewing another position ends it", "v r ]", false, "", ""},
		{"a command ends it", "v r\n:history", false, "", ""},
	} {
		t.Run(c.what, func(t *testing.T) {
			b := sitReviewed(t)
			p := b.desk.Play
			before := p.Person.Sight().History()
			b.Press("v")
			best := p.Review.Work.Found.Points[4].Advice.Text
			b.Press("v")
			Do(t, b, strings.ReplaceAll(c.script, "%best", best), nil)
			said, second := p.Sentences(func(string) bool { return true })
			want := strings.ReplaceAll(c.said, "%best", best)
			if On[*desk.Review](b.desk) != nil {
				said = p.Message.Said
			}
			CheckSentences(t, b.desk)
			retrying := slices.ContainsFunc(p.Controls().Answers, func(b desk.Button) bool { return b.Label == "next mistake" })
			if retrying != c.retrying || !strings.HasPrefix(said, want) || !strings.Contains(second, c.second) {
				t.Errorf("%s: retrying %v, %q, %q; want %q, %q", c.script, retrying, said, second, want, c.second)
			}
			if after := p.Person.Sight().History(); len(after) != len(before) || p.Person.Now().Redo != 0 {
				t.Errorf("the match has changed to %v", after)
			}
			if c.retrying && (p.Ply != p.Review.Work.Found.Points[p.Review.At].Step || !p.Back) {
				t.Errorf("step %d is shown", p.Ply)
			}
		})
	}
}

// Only the person's own moves can be retried, and n on the page goes only to these moves.
func TestRetryIsAboutThePersonsMoves(t *testing.T) {
	tb := Reviewed(t, "ataxx", AtaxxMoves, AtaxxChances...)
	m, _ := tb.Here().Sight().Match()
	m.Players[0].Program = true
	m.Side = 1
	b := sitPaused(t, table.New(table.Config{Match: m}))
	t.Cleanup(func() { must(t, b.desk.Close()) })
	b.Press("v n r")
	p := b.desk.Play
	if got := p.Review.Work.Found.Points[p.Review.At].Number; got != 6 || !strings.HasPrefix(p.Message.Said, "Move 3 blue, ") {
		t.Errorf("move %d is tried again: %q", got, p.Message.Said)
	}
	if b.Press("n"); On[*desk.Review](b.desk) == nil || p.Message.Said != "0 of 1 found." {
		t.Errorf("after the last move: %q", p.Message.Said)
	}
}

// player is a game whose advice a test chooses, and which the computer can play.
type player struct {
	advised
	game.Bots
}

// coached returns a desk at a game against the computer, just before the blunder a4-a2.
func coached(t *testing.T) *bare {
	t.Helper()
	made, _ := Reviewed(t, "ataxx", AtaxxMoves, AtaxxChances...).Here().Sight().Match()
	g := player{made.Game().(advised), made.Game().(advised).Game.(game.Bots)}
	m, err := match.New(g, game.Setup{})
	must(t, err)
	for _, text := range AtaxxMoves[:10] {
		m, _, err = m.Play(text)
		must(t, err)
	}
	m.Players[0].Program, m.Players[1].Program, m.Players[1].Level, m.Side = false, true, 1, 0
	b := &bare{}
	b.desk = desk.New(desk.Config{
		Games: games.All(), May: command.Everything, Store: store.Open(t.TempDir(), games.Find), Table: table.New(table.Config{Match: m}), NoMotion: true, Display: b,
	})
	return b
}

// settle waits until no more events come.
func (b *bare) settle() {
	for {
		synctest.Wait()
		select {
		case <-b.desk.Ready():
			b.desk.News()
		default:
			return
		}
	}
}

// The coach asks after a blunder, before the computer replies, and after no other move.
func TestCoach(t *testing.T) {
	const asks = "Take it back?"
	for _, c := range []struct {
		what, script string
		asked        bool
		moves        int // the number of moves in the history, including those before the script
	}{
		{"off by default", ":a4-a2", false, 12},
		{"on", ":coach on;a4-a2", true, 11},
		{"on, by touching", ":coach on\nclick a4\nclick a2", true, 11},
		{"switched on and off", ":coach;coach;a4-a2", false, 12},
		{"on, by the drawer", "click " + desk.ButtonSpot + desk.LineKey + "coach\n:a4-a2", true, 11},
		{"taken back", ":coach on;a4-a2\nenter", false, 10},
		{"taken back with Space", ":coach on;a4-a2\nspace", false, 10},
		{"by its button", ":coach on;a4-a2\nclick key:enter", false, 10},
		{"let stand", ":coach on;a4-a2\nesc", false, 12},
		{"kept by its button", ":coach on;a4-a2\nclick key:esc", false, 12},
		{"any other key keeps the move", ":coach on;a4-a2\nleft", false, 12},
		{"the wheel keeps the move", ":coach on;a4-a2\nwheel", false, 12},
		{"the better move", ":coach on;%best", false, 12},
		{"a different move after it", ":coach on;a4-a2\nenter\n:%best", false, 12},
		{"again", ":coach on;a4-a2\nenter\n:a4-a2", true, 11},
	} {
		t.Run(c.what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := coached(t)
				p := b.desk.Play
				v, err := p.Now.View.MarshalText()
				must(t, err)
				best := p.Person.Game().(player).by[string(v)].Text
				b.settle()
				for line := range strings.Lines(strings.ReplaceAll(c.script, "%best", best)) {
					Do(t, b, line, map[string]func(string){"wheel": func(string) { b.desk.Wheel(desk.Elsewhere, 1) }})
					b.settle()
				}
				first, second := p.Sentences(func(string) bool { return true })
				if asking(p) != c.asked || c.asked && (!strings.HasPrefix(first, "That l") || !strings.HasSuffix(first, asks) || second != "Enter: take it back. Esc: let it stand.") {
					t.Errorf("asked %v: %q, %q", asking(p), first, second)
				}
				if got := len(p.Person.Sight().History()) - 1; got != c.moves {
					t.Errorf("there are %d moves, want %d", got, c.moves)
				}
				if c.asked && len(p.Controls().Passing) > 0 {
					t.Error("Space is offered with two meanings")
				}
				must(t, b.desk.Close())
			})
		})
	}
}

// The coach setting is remembered.
func TestTheCoachIsRemembered(t *testing.T) {
	b := sitReviewed(t)
	b.Type("coach on")
	if !b.desk.Store.Profile.Settings().Coach {
		t.Error("coach on is not remembered")
	}
	b.Type("coach maybe")
	if got := b.desk.Play.Message.Said; got != `Coach takes on or off, not "maybe".` {
		t.Errorf("the message is %q", got)
	}
	b.Type("coach off")
	if b.desk.Store.Profile.Settings().Coach {
		t.Error("coach off is not remembered")
	}
}

package desktest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"attic/desk"
	"attic/desk/command"
	"attic/dev/race"
	"attic/game"
	"attic/games"
	"attic/match"
	"attic/match/store"
	"attic/table"
)

// sitReviewed returns a desk at a game of Ataxx that can be reviewed; the review is complete as soon as its page is open.
func sitReviewed(t testing.TB) *bare {
	t.Helper()
	b := &bare{}
	b.desk = desk.New(desk.Config{
		Games: games.All(), May: command.Everything, Store: store.Open(t.TempDir(), games.Find), Table: Reviewed(t, "ataxx", AtaxxMoves, AtaxxChances...),
		NoMotion: true, Paused: true, Display: b, Open: People(t),
	})
	t.Cleanup(func() { must(t, b.desk.Close()) })
	return b
}

func (b *bare) Keys() []desk.Button { return nil }

// Keys and clicks on the page of a review: the move shown and the message.
func TestKeysOfAReview(t *testing.T) {
	for _, c := range []struct {
		what, script string
		number       int // the number of the move, plus 100 for each move of the best line shown; 0 if the page is closed
		said         string
	}{
		{"it opens at the game's position", "v", 11, ""},
		{"a capital V opens it too", "V", 11, ""},
		{"by its command", ":review", 11, ""},
		{"while looking back", "[ [ v", 9, ""},
		{"while looking back into the set-up", "[ [ [ [ [ [ [ [ [ [ [ [ v", 1, ""},
		{"back and forward", "v left [ up right ] left", 9, ""},
		{"not past the beginning and the end", "v right right home left", 1, ""},
		{"ten moves back", "v pgup", 1, ""},
		{"ten moves forward", "v home pgdown", 11, ""},
		{"Home and End", "v home end", 11, ""},
		{"the next turn after the last is the first", "v n", 5, ""},
		{"the next turn again", "v n n", 6, ""},
		{"from the last turn to the first", "v n n n n", 5, ""},
		{"the previous turn", "v N", 9, ""},
		{"the previous turn again", "v N N", 6, ""},
		{"from the first turn to the last", "v N N N N", 9, ""},
		{"by its number", "v 2", 6, ""},
		{"the best line", "v 2 b", 106, ""},
		{"forward in the best line, not past its end", "v 2 b right right right", 206, ""},
		{"the end of the best line, and back", "v 2 b end [", 106, ""},
		{"the best line by pages", "v 2 b pgdown", 206, ""},
		{"back to the game by pages", "v 2 b pgdown pgup left", 5, ""},
		{"back to the game", "v 2 b left left", 5, ""},
		{"from the best line back to the game by Esc", "v 2 b ] esc", 6, ""},
		{"from the best line back by the same key", "v 2 B b", 6, ""},
		{"going to another turn leaves the best line", "v 2 b n", 9, ""},
		{"help keeps the best line", "v 2 b ? esc", 106, ""},
		{"the wheel in the best line", "v 2 b\nwheel 1", 206, ""},
		{"a click on one of its moves", "v 2\nclick " + desk.BestSpot(2), 206, ""},
		{"a click on the move before them", "v 2 b\nclick " + desk.BestSpot(0), 6, ""},
		{"another key", "v x", 11, "x has no function in the review; press Esc to return to the game."},
		{"the message disappears", "v x left", 10, ""},
		{"Esc leaves", "v esc", 0, ""},
		{"v leaves", "v v", 0, ""},
		{"playing on from there", "v 3 enter", 0, ""},
		{"help over the page", "v ? esc", 11, ""},
		{"the wheel", "v\nwheel -1\nwheel -1\nwheel 1", 10, ""},
		{"a click on a turn", "v\nclick key:2", 6, ""},
		{"a click on a point of the graph", "v\nclick " + desk.StepSpot + "4", 3, ""},
		{"a click on a button", "v\nclick key:esc", 0, ""},
		{"a click on the board", "v\nclick a7", 11, ""},
		{"a click beside everything", "v\nclick ", 11, ""},
		{"pasting goes back to the game", "v\npaste a5-a7", 0, ""},
		{"pointing", "v\npoint a7", 11, ""},
	} {
		t.Run(c.what, func(t *testing.T) {
			b := sitReviewed(t)
			Do(t, b, c.script, map[string]func(string){"wheel": func(by string) {
				var n int
				_, err := fmt.Sscan(by, &n)
				must(t, err)
				b.desk.Wheel(desk.OverBoard, n)
			}})
			p := b.desk.Play
			number := 0
			if On[*desk.Review](b.desk) != nil {
				number = p.Review.Work.Found.Points[p.Review.At].Number + 100*p.Review.Line
			}
			if number != c.number || message(p) != c.said {
				t.Errorf("%s: move %d is shown, not %d, and the message is %q", c.script, number, c.number, message(p))
			}
		})
	}
}

// On a mistake that missed an idea, the review offers the lesson about the idea, by F4, L and a click. Elsewhere these keys give advice.
func TestLessonOfAReview(t *testing.T) {
	for _, how := range []string{"f4", "L", "l", "click"} {
		b := sitReviewed(t)
		Do(t, b, "v", nil)
		p := b.desk.Play
		for i := range p.Review.Work.Found.Faults {
			p.Review.Work.Found.Faults[i].Theme = ""
		}
		b.Press("1")
		if b.Press("f4"); p.Study.Course() != nil || !strings.HasPrefix(p.Message.Said, "No lesson fits") {
			t.Errorf("without an idea: %q, %q", p.Message.Said, p.Goal())
		}
		for i := range p.Review.Work.Found.Faults {
			p.Review.Work.Found.Faults[i].Theme = "hole"
		}
		keys := On[*desk.Review](b.desk).Keys()
		if !slices.ContainsFunc(keys, func(k desk.Button) bool { return k.Key == desk.OfferKey+"f4" && strings.HasPrefix(k.Label, "lesson ") }) {
			t.Errorf("no button leads to a lesson: %v", keys)
		}
		if how == "click" {
			b.Click(desk.ButtonSpot + desk.OfferKey + "f4")
		} else {
			b.Press(how)
		}
		if c := p.Study.Course(); c == nil || !strings.Contains(strings.ToLower(c.Title()), "hole") {
			t.Errorf("%s leads to %q", how, p.Goal())
		}
	}
}

// A move, touched or typed, continues from the position on screen, and asks before later moves are dropped. Other requests first go to the
// latest position.
func TestPlayingOnFromAReview(t *testing.T) {
	const asks = "Play on from here? The moves after it would be dropped."
	touch := func(b *bare) {
		b.Click("a5")
		b.Click("a7")
	}
	line := func(text string) func(*bare) { return func(b *bare) { b.Type(text) } }
	all := strings.Join(AtaxxMoves, " ")
	for _, c := range []struct {
		clause string
		do     func(*bare)
		says   string
		answer string
		moves  string
	}{
		{"touched", touch, asks, "enter", strings.Join(AtaxxMoves[:10], " ") + " a5-a7"},
		{"typed", line("A5-A7"), asks, "enter", strings.Join(AtaxxMoves[:10], " ") + " a5-a7"},
		{"typed, and not dropped", line("a5-a7"), asks, "esc", all},
		{"the move played there", line(AtaxxMoves[10]), "", "", strings.Join(AtaxxMoves[:11], " ")},
		{"no move", line("quut"), "Unknown command or move \"quut\"", "", all},
		{"a move of the latest position only", line("f4-f5"), "The piece on f4 is blue, and it is red's turn.", "", all},
		{"another request", line("undo"), "", "", strings.Join(AtaxxMoves[:11], " ")},
	} {
		b := sitReviewed(t)
		Do(t, b, "v 3 enter", nil)
		if p := b.desk.Play; !p.Back || p.Ply != 10 {
			t.Errorf("%s: step %d is shown, looking back: %v", c.clause, p.Ply, p.Back)
		}
		c.do(b)
		if got := b.Shown(); !strings.Contains(got, c.says) {
			t.Errorf("%s: it says %q", c.clause, got)
		}
		b.Press(c.answer)
		var list []string
		for _, e := range played(b) {
			list = append(list, e.Text)
		}
		if got := strings.Join(list, " "); got != c.moves {
			t.Errorf("%s: %s was played, want %s", c.clause, got, c.moves)
		}
	}
}

// In a game with hidden information, a typed move continues the game, whichever position is shown.
func TestTypedMovesInHiddenGames(t *testing.T) {
	b := sitBareAt(t, Seat(t, "atommaster#17", "2"), "")
	Do(t, b, ":fire 2;fire 3\n[", nil)
	if p := b.desk.Play; !p.Back || p.Now.Ply != 1 {
		t.Fatalf("step %d is shown", p.Now.Ply)
	}
	b.Type("fire 4")
	if p := b.desk.Play; p.Back || p.Now.Ply != 3 {
		t.Errorf("step %d is shown, looking back: %v, and it says %q", p.Now.Ply, p.Back, b.Shown())
	}
}

// played returns the steps up to the latest position.
func played(b *bare) []match.Entry {
	s := b.desk.Play.Person.Sight()
	return s.History()[1 : s.Ply+1]
}

// A review shows the result in the words of the game's page, but the result of an earlier round in the words for a spectator.
func TestAReviewSaysTheResultToThePerson(t *testing.T) {
	sit := func(tb *table.Table, program bool) *bare {
		m, _ := tb.Here().Sight().Match()
		m.Players = slices.Clone(m.Players)
		m.Players[1].Program = program
		b := sitPaused(t, table.New(table.Config{Match: m}))
		t.Cleanup(func() { must(t, b.desk.Close()) })
		return b
	}
	for _, c := range []struct {
		program bool
		want    string
	}{{false, "Blue won. Red resigned."}, {true, "You resigned."}} {
		b := sit(Reviewed(t, "ataxx", AtaxxMoves, AtaxxChances...), c.program)
		Do(t, b, ":resign\nv end", nil)
		p := b.desk.Play
		if got, standing := strings.Join(p.Review.Lines(), " "), p.Review.Work.Found.Standing(p.Review.At); !strings.Contains(got, " "+c.want+" ") || standing != c.want {
			t.Errorf("program %v: the review shows %q, and for the end %q", c.program, got, standing)
		}
	}
	b := sitBareAt(t, Seat(t, "atom4", ""), "")
	Do(t, b, ":i10;resign\nn v end", nil)
	if got := strings.Join(b.desk.Play.Review.Lines(), " "); !strings.Contains(got, "Player 1 won. Player 2 resigned.") {
		t.Errorf("for the earlier round the review shows %q", got)
	}
}

// A round with hidden information cannot be reviewed before it is over, and no game can be reviewed before its first move.
func TestRefusedReviews(t *testing.T) {
	b := sitBare(t, "atommaster#1", "")
	for _, script := range []string{":review", "v", ":fire 2", "v"} {
		Do(t, b, script, nil)
		if p := b.desk.Play; b.desk.Pages.Top() != nil || !strings.HasPrefix(script, ":fire") && p.Message.Said != "A round can be reviewed only when it is over." {
			t.Errorf("%s: %q", script, p.Message.Said)
		}
	}
	b = &bare{}
	b.desk = desk.New(desk.Config{
		Games: games.All(), May: command.Everything, Store: store.Open(t.TempDir(), games.Find), Table: Reviewed(t, "ataxx", []string{"start"}, 50), NoMotion: true, Display: b,
	})
	t.Cleanup(func() { must(t, b.desk.Close()) })
	b.Press("v")
	if p := b.desk.Play; b.desk.Pages.Top() != nil || !strings.HasPrefix(p.Message.Said, "There is nothing to review") {
		t.Errorf("before the first move: %q", p.Message.Said)
	}
}

// patient is a game whose advice judges one position for each value received from let.
type patient struct {
	advised
	let chan struct{}
}

func (g patient) Advise(ctx context.Context, v game.View, nodes int64) (game.Advice, error) {
	select {
	case <-g.let:
		return g.advised.Advise(ctx, v, nodes)
	case <-ctx.Done():
		return game.Advice{}, errors.New("no time")
	}
}

// A review runs in the background while the person steps through it. Esc stops it, and a second Esc leaves the page.
func TestAReviewGoesOnInTheBackground(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		made := Reviewed(t, "ataxx", AtaxxMoves, AtaxxChances...)
		m, _ := made.Here().Sight().Match()
		g := patient{m.Game().(advised), make(chan struct{})}
		m, err := match.New(g, game.Setup{})
		must(t, err)
		for _, text := range AtaxxMoves {
			m, _, err = m.Play(text)
			must(t, err)
		}
		m.Players[1].Program = false
		b := &bare{}
		b.desk = desk.New(desk.Config{
			Games: games.All(), May: command.Everything, Store: store.Open(t.TempDir(), games.Find), Table: table.New(table.Config{Match: m}), NoMotion: true, Display: b,
		})
		p := b.desk.Play
		b.Press("v")
		for n := range 4 {
			if r, on := p.Review.Work, b.desk.Pages.Top() != nil; !on || !r.Running || r.Found.Judged != n || r.Stopped {
				t.Errorf("after %d positions %d are judged; on %v, running %v, stopped %v", n, r.Found.Judged, on, r.Running, r.Stopped)
			}
			b.Press("left")
			g.let <- struct{}{}
			synctest.Wait()
			select {
			case <-b.desk.Ready():
				b.desk.News()
			default:
				t.Error("the desk has no news")
			}
		}
		b.Press("esc")
		if r, on := p.Review.Work, b.desk.Pages.Top() != nil; !on || r.Running || !r.Stopped || r.Found.Judged != 4 {
			t.Errorf("stopped: on %v, running %v, stopped %v, %d judged", on, r.Running, r.Stopped, r.Found.Judged)
		}
		b.Press("esc")
		if b.desk.Pages.Top() != nil {
			t.Error("the page is still open")
		}
		b.Press("v")
		if !p.Review.Work.Running || p.Review.Work.Found.Judged != 0 {
			t.Error("the review does not start over")
		}
		must(t, b.desk.Close())
	})
}

// A finished review is shown again immediately, until a move is played.
func TestAReviewIsKept(t *testing.T) {
	b := sitReviewed(t)
	b.Press("v")
	turns := b.desk.Play.Review.Work.Found.Turns
	b.Press("esc left v")
	if r := On[*desk.Review](b.desk); r == nil || &r.Work.Found.Turns[0] != &turns[0] {
		t.Error("the review was made again")
	}
}

// The review of a game with hidden information is a page of text, made in the background when the round is over.
func TestReviewOfWhatWasHidden(t *testing.T) {
	race.Plain(t)
	for _, script := range []string{":fire 2;set a1;set b1;set c1;set d1;evaluate;review", ":fire 2;set a1;set b1;set c1;set d1;evaluate\nv", ":fire 2;resign;review", ":fire 2;resign\n["} {
		b := sitPaused(t, Seat(t, "atommaster#17", "2"))
		Do(t, b, script, nil)
		if strings.HasSuffix(script, "[") {
			Do(t, b, "v", nil) // v works from an earlier position too
		} else if On[*desk.Review](b.desk) != nil {
			t.Fatalf("%q: the review of chances is open", script)
		}
		g := On[*desk.Pager](b.desk)
		if g == nil || g.Title != "Atommaster: review" || len(g.Text) < 3 {
			t.Errorf("%q: the page is %+v, the message is %q", script, g, b.desk.Play.Message.Said)
			continue
		}
		b.Press("esc")
		if b.desk.Pages.Top() != nil {
			t.Errorf("%q: Esc leaves the page open", script)
		}
	}
	b := sitBareAt(t, Seat(t, "atommaster size=12 atoms=6#17", "2"), "")
	Do(t, b, ":fire 2;fire 9;fire 17;resign\nv", nil)
	if p := b.desk.Play; !strings.HasPrefix(message(p), "Reviewing; press v to stop") && b.desk.Pages.Top() == nil {
		t.Errorf("the message is %q", message(p))
	}
	Do(t, b, "v", nil)
	if p := b.desk.Play; b.desk.Pages.Top() == nil && !strings.HasPrefix(p.Message.Said, "The review was stopped before anything") {
		t.Errorf("after v the message is %q", p.Message.Said)
	}
}

// While the coach checks an evaluation that has not been sent, the page says so.
func TestTheCoachHoldsAMove(t *testing.T) {
	m, err := match.New(find(t, "atommaster"), game.Setup{Options: "size=5 atoms=3", Seed: 17})
	must(t, err)
	m.Players[1].Program, m.Side, m.Given = true, 0, true
	b := sitBareAt(t, table.New(table.Config{Match: m, Chance: func() uint64 { return 77 }, Pool: table.NewPool(1)}), "")
	Do(t, b, ":coach on", nil)
	Do(t, b, ":fire 2;fire 9;set a1;set b1;set b2", nil)
	p := b.desk.Play
	begun, goOn := make(chan bool), make(chan bool)
	go func() { _ = p.Person.Search(t.Context(), func() error { close(begun); <-goOn; return nil }) }() // the coach has to wait for this search
	<-begun
	b.Press("e")
	if p.Now.Over || !strings.HasPrefix(b.Shown(), command.Held) {
		t.Errorf("after e the page says %q", b.Shown())
	}
	close(goOn)
}

// With the coach on, attic asks before an early evaluation, however it is started; after a no, the deal is unchanged.
func TestCoachBeforeTheEvaluation(t *testing.T) {
	const early = ":fire 2;fire 9;set a1;set b1;set b2\n"
	for _, c := range []struct {
		script          string
		asked, finished bool
	}{
		{early + "e", false, true},
		{":coach on\n" + early + "e", true, false},
		{":coach on\n" + early + "e enter", true, true},
		{":coach on\n" + early + "e esc", true, false},
		{":coach on\n" + early + ":evaluate", true, false},
		{":coach on\n" + early + ":evaluate\ny", true, true},
		{":coach on\n" + early + "e\nu\ne y", true, false}, // an atom is missing
		{":coach on\n:fire 2;set a1;resign", false, true},
	} {
		b := sitPaused(t, Seat(t, "atommaster size=5 atoms=3#17", "2"))
		asked := false
		for line := range strings.SplitSeq(c.script, "\n") {
			Do(t, b, line, nil)
			if p := b.desk.Play; asking(p) {
				asked = true
				if first, second := p.Sentences(func(string) bool { return true }); !strings.HasSuffix(first, " Evaluate anyway?") || second != "Enter: evaluate. Esc: keep playing." {
					t.Errorf("%q: it asks %q, %q", c.script, first, second)
				}
			}
		}
		if strings.Contains(c.script, "e enter") || strings.Contains(c.script, "e esc") {
			asked = c.asked // the script has already answered the question
		}
		if over := b.desk.Play.Person.Now().Over; asked != c.asked || over != c.finished {
			t.Errorf("%q: asked %v, over %v; the message is %q", c.script, asked, over, b.desk.Play.Message.Said)
		}
	}
}

// message returns the message of a page as it is shown, or "".
func message(p *desk.Play) string {
	if p.Message.Said == "" {
		return ""
	}
	first, second := p.Sentences(func(string) bool { return true })
	if first == p.Result() && first != "" {
		return second
	}
	return first
}

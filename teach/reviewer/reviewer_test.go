package reviewer_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"

	"attic/dev/desktest"
	"attic/game"
	"attic/match"
	"attic/table"
	"attic/teach/review"
	"attic/teach/reviewer"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// judged is a game whose advisor answers as often as answers says, and then blocks until its context ends.
type judged struct {
	game.Advisor
	game.Game
	answers *int
}

func (g judged) Advise(ctx context.Context, v game.View, nodes int64) (game.Advice, error) {
	if *g.answers--; *g.answers < 0 {
		<-ctx.Done()
	}
	return g.Advisor.Advise(ctx, v, nodes)
}

// sit returns a match that two people have played, and a person at its table. The advisor answers at most answers times.
func sit(t *testing.T, answers int) (match.Match, *table.Person) {
	t.Helper()
	m, _ := desktest.Reviewed(t, "ataxx", desktest.AtaxxMoves, desktest.AtaxxChances...).Here().Sight().Match()
	m, err := match.New(judged{m.Game().(game.Advisor), m.Game(), &answers}, m.Setup())
	must(t, err)
	for _, text := range desktest.AtaxxMoves {
		m, _, err = m.Play(text)
		must(t, err)
	}
	m.Players[1].Program = false
	return m, table.New(table.Config{Match: m}).Here()
}

// A review runs in the background, wakes the person, ends once, and stays valid as long as no move is played.
func TestReview(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, p := sit(t, 1000)
		want, err := review.Run(t.Context(), m, 0, nil)
		must(t, err)
		r := reviewer.New(p)
		must(t, r.Start())
		if !r.Running || r.Found.Judged != 0 || len(r.Found.Points) != len(want.Points) {
			t.Errorf("it begins with %+v", r.Found)
		}
		for !r.Take() {
			<-p.Ready()
		}
		r.Found.Info, want.Info = game.Info{}, game.Info{} // Info has functions, which cannot be compared
		if r.Running || r.Stopped || r.Err != nil || !reflect.DeepEqual(r.Found, want) {
			t.Errorf("it ends with %+v, stopped %v, %v", r.Found, r.Stopped, r.Err)
		}
		if r.Take() {
			t.Error("it ends twice")
		}
		points := &r.Found.Points[0]
		if must(t, r.Start()); r.Running || !r.Take() || &r.Found.Points[0] != points {
			t.Error("it was not kept")
		}
		must(t, p.Do(table.Undo()).Err())
		if must(t, r.Start()); !r.Running {
			t.Error("it was kept although a move was taken back")
		}
		if m, ok := p.Sight().FullMatch(); !ok || !match.Rounds(m)[0].Advised {
			t.Error("a running round that was reviewed counts as played without help")
		}
		r.Stop()
	})
}

// Stop keeps the results so far.
func TestStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, p := sit(t, 2)
		r := reviewer.New(p)
		must(t, r.Start())
		synctest.Wait()
		if r.Take() || r.Found.Judged != 2 || !r.Running {
			t.Errorf("%d judged, running %v", r.Found.Judged, r.Running)
		}
		r.Stop()
		if !r.Take() || r.Found.Judged != 2 || r.Running || !r.Stopped || r.Err != nil {
			t.Errorf("stopped with %d judged: running %v, stopped %v, %v", r.Found.Judged, r.Running, r.Stopped, r.Err)
		}
	})
}

// Labelled moves are tried again in the order of play, one at a time.
func TestRetry(t *testing.T) {
	_, p := sit(t, 1000)
	p.Await()
	r := reviewer.New(p)
	must(t, r.Start())
	r.Take()
	faults := r.Mine()
	if len(faults) != 3 || !r.Again(faults[2].Point+1) || r.Retry.At != faults[0] || !r.Again(faults[1].Point) || r.Retry.At != faults[1] {
		t.Fatalf("of %+v it begins with %+v", faults, r.Retry)
	}
	if !r.Retry.Next(1) || r.Retry.Next(1) || !r.Retry.Next(-1) || !r.Retry.Next(-1) || r.Retry.Next(-1) || r.Retry.At != faults[0] {
		t.Errorf("the fault is %+v", r.Retry.At)
	}
	if err := r.Judge("a7-a1"); !errors.Is(err, game.ErrIllegal) || r.Judging() {
		t.Errorf("an illegal move: %v", err)
	}
	must(t, r.Judge(r.Found.Points[faults[0].Point].Text))
	must(t, r.Judge(r.Found.Points[faults[0].Point].Advice.Text)) // forgets the first attempt
	a, ready, err := r.Tried()
	if !ready || err != nil || !a.Best || r.Judging() {
		t.Errorf("the attempt is %+v, %v", a, err)
	}
	r.Retry.Take(a)
	if got := r.Retry.Score(); got != "1 of 3 found." {
		t.Error(got)
	}
	if r.Leave(); r.Retry != nil {
		t.Error("it has not been left")
	}
}

// Some rounds cannot be reviewed; a round with hidden information is analysed by the game.
func TestStart(t *testing.T) {
	for _, c := range []struct{ id, side, moves, want string }{
		{"ataxx", "", "start", review.ErrNoMoves.Error()},
		{"atommaster#17", "2", "fire 2", "a round can be reviewed only when it is over"},
		{"atommaster#17", "2", "fire 2;set a1;set b1;set c1;set d1;evaluate", ""},
	} {
		p := desktest.Seat(t, c.id, c.side).Here()
		p.Await()
		for move := range strings.SplitSeq(c.moves, ";") {
			must(t, p.Do(table.Play(move)).Err())
		}
		r := reviewer.New(p)
		err := r.Start()
		if c.want != "" {
			if err == nil || err.Error() != c.want || r.Running {
				t.Errorf("%s, %s: %v", c.id, c.moves, err)
			}
			continue
		}
		must(t, err)
		if !r.Take() || len(r.Found.Points) > 0 || !r.Analysis.Done || r.Analysis.Text == "" {
			t.Errorf("%s, %s: %+v, %v", c.id, c.moves, r.Analysis, r.Err)
		}
	}
}

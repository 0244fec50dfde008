package study_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"attic/dev/race"
	"attic/game"
	"attic/game/learn"
	"attic/games/ataxx"
	"attic/match"
	"attic/match/store"
	"attic/table"
	"attic/teach/review"
	"attic/teach/study"
)

// answered answers the questions of a course until there are no more.
func answered(t *testing.T, s *study.Study, p *table.Person) {
	t.Helper()
	for c := s.Course(); c.Asks(); {
		answer, err := c.Solution(t.Context())
		must(t, err)
		err = s.Answer(answer, func(a table.Act) error { return p.Do(a).Err() })
		must(t, err)
	}
}

// Today leads from the repeated puzzles to the puzzle of the day and to a lesson. Then nothing is left for the day, and later days have new tasks.
func TestToday(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		files := store.Open(t.TempDir(), func(string) (game.Game, bool) { return ataxx.Game{}, true })
		s, p := at(t, files, true)
		defer p.Close()
		must(t, s.Today())
		if c := s.Course(); c.Number != 1 {
			t.Fatalf("before the first lesson it begins with %s", s.Title())
		}
		for s.Course().Number == 1 {
			answered(t, s, p)
			must(t, s.Next())
		}
		if c := s.Course(); c.Number != 0 || c.Day != "" || c.Puzzle.Level != 1 {
			t.Fatalf("after the first lesson comes %s", s.Title())
		}
		answered(t, s, p)
		if said, _ := s.Verdict(); !strings.Contains(said, "Done for today. Tomorrow, ") {
			t.Errorf("the first day ends with %q", said)
		}
		<-time.After(48 * time.Hour) // by the clock of this test; from a Saturday to a Monday
		for day := range 3 {
			must(t, s.Today())
			if day > 0 { // the last puzzle was not solved at the first try
				if c := s.Course(); c.Number != 0 || c.Day != "" || !s.Practises() {
					t.Fatalf("day %d begins with %s", day+1, s.Title())
				}
				for s.Course().Day == "" {
					answered(t, s, p)
					must(t, s.Next())
				}
			}
			c := s.Course()
			if c.Day != learn.Day(time.Now()) {
				t.Fatalf("day %d: not the puzzle of the day but %s", day+1, s.Title())
			}
			for !c.Helped() {
				_, err := s.Hint()
				must(t, err)
			}
			answered(t, s, p)
			if told := s.Told(); !strings.Contains(told, "to go on with today's practice") {
				t.Errorf("day %d goes on with %q", day+1, told)
			}
			if _, shared := s.Rated(); !strings.Contains(shared, "? | this week:") {
				t.Errorf("day %d is shared as %q", day+1, shared)
			}
			must(t, s.Next())
			for c = s.Course(); !c.Asks(); {
				must(t, s.Next())
			}
			if c.Number == 0 {
				t.Fatalf("day %d: no lesson but %s", day+1, s.Title())
			}
			answered(t, s, p)
			if said, _ := s.Verdict(); !strings.Contains(said, "Done for today. Tomorrow, ") || s.Practises() {
				t.Errorf("day %d ends with %q", day+1, said)
			}
			if plan, err := s.Plan(); err != nil || !plan.Done() {
				t.Errorf("day %d: left is %q, %v", day+1, plan.Left(), err)
			}
			must(t, s.Leave())
			must(t, s.Today())
			if said, _ := s.Verdict(); s.Course() != nil || !strings.HasPrefix(said, "Done for today.") {
				t.Errorf("day %d, once more: %q", day+1, said)
			}
			<-time.After(7 * 24 * time.Hour) // on Mondays the puzzle of the day is easy enough to be repeated
		}
	})
}

// A blunder that a review finds becomes a puzzle: the played move is wrong, the better move is right, and any other move is judged by a search.
func TestABlunderBecomesAPuzzle(t *testing.T) {
	s, p := at(t, store.Store{}, false)
	defer p.Close()
	m, err := match.New(ataxx.Game{}, game.Setup{Options: "start=yes"})
	must(t, err)
	for text := range strings.FieldsSeq("a7-a6 g7-g6 g1-f1 g7-f7 a6-b5 g6-g5 f1-g2 g5-g4 a6-a5 f7-e6 g2-f3 g5-g3 f1-f2 f7-e7 b5-c4 e7-c5") {
		m, _, err = m.Play(text)
		must(t, err)
	}
	r, err := review.Begin(m)
	must(t, err)
	const point = 14
	advice, err := ataxx.Game{}.Advise(t.Context(), m.At(r.Points[point].Step).State().View(0), review.Nodes)
	must(t, err)
	for i := range r.Points {
		r.Points[i].Chance = 0.5
	}
	r.Points[point].Advice, r.Points[point+1].Chance, r.Judged = advice, advice.Chance-0.3, len(r.Points)
	r.Faults = []review.Turn{{Point: point, Loss: 0.3, Kind: review.Blunder, Theme: "hole"}, {Point: 2, Loss: 0.12, Kind: review.Mistake}}
	if said, err := s.Keep(r, m, 1); said != "" || err != nil {
		t.Errorf("of the other side: %q, %v", said, err)
	}
	if said, err := s.Keep(r, m, 0); said != "One blunder of yours will come back as a puzzle, the first time tomorrow." || err != nil {
		t.Errorf("it says %q, %v", said, err)
	}
	if said, err := s.Keep(r, m, 0); said != "" || err != nil {
		t.Errorf("the second time: %q, %v", said, err)
	}
	must(t, s.Puzzle(learn.OwnTheme))
	c := s.Course()
	own, ok := c.Own()
	if !ok || own.Played != "b5-c4" || s.Title() != "Puzzle "+own.ID+": one of your moves" || !strings.Contains(s.Question(), "Here you played b5-c4, which lost 30%") {
		t.Fatalf("%q asks %q", s.Title(), s.Question())
	}
	send := func(a table.Act) error { return p.Do(a).Err() }
	for _, w := range []struct {
		move, says string
		good       bool
	}{
		{"b5-c4", "b5-c4 is not the answer. It is the move that you played.", false},
		{"a7-c7", "It loses", false},
		{own.Better, "That is better.", true},
	} {
		err := s.Answer(w.move, send)
		must(t, err)
		if said, good := s.Verdict(); good != w.good || !strings.Contains(said, w.says) {
			t.Errorf("%s: %q, %v", w.move, said, good)
		}
	}
	if rating, _ := s.Rated(); rating != "" || s.Learnt().Rated != 0 {
		t.Errorf("it changes the rating: %q", rating)
	}
	s.Leave()
	if err := s.Puzzle(own.ID); err != nil {
		t.Error(err)
	}
}

// A mistake found by small searches is judged again when it first becomes the task. If it was no mistake, it is forgotten and the next one
// follows; otherwise the puzzle uses the loss found by the larger search.
func TestASmallSearchIsNotTrusted(t *testing.T) {
	race.Plain(t)
	for _, by := range []string{"today", learn.OwnTheme, "ID"} {
		t.Run(by, func(t *testing.T) {
			files := store.Open(t.TempDir(), func(string) (game.Game, bool) { return ataxx.Game{}, true })
			s, p := at(t, files, true)
			defer p.Close()
			place := learn.Position{Setup: game.Setup{Options: "start=yes"}, Moves: strings.Fields("a7-a6 g7-g6 g1-f1 g7-f7 a6-b5 g6-g5 f1-g2 g5-g4 a6-a5 f7-e6 g2-f3 g5-g3 f1-f2 f7-e7")}
			state, err := place.State(ataxx.Game{})
			must(t, err)
			advice, err := ataxx.Game{}.Advise(t.Context(), state.View(0), review.Nodes)
			must(t, err)
			none := learn.Mistake{Place: place.String(), Played: advice.Text, Better: "a7-c7", Lost: 0.9, Waits: learn.Day(time.Now())}
			real := learn.Mistake{Place: place.String(), Played: "g2-e2", Better: advice.Text, Lost: 0.99, Waits: learn.Day(time.Now().AddDate(0, 0, -1))}
			r, err := files.Profile.Learn("ataxx", func(r learn.Record) learn.Record { return r.Wait(time.Now(), none, real) })
			must(t, err)
			switch by {
			case "today":
				must(t, s.Today())
			case learn.OwnTheme:
				must(t, s.Puzzle(learn.OwnTheme))
			default:
				if err := s.Puzzle(r.Own[0].ID); err == nil || !strings.Contains(err.Error(), "lost less than 20%") || s.Course() != nil {
					t.Errorf("what was no mistake: %v", err)
				}
				must(t, s.Puzzle(r.Own[1].ID))
			}
			own, ok := s.Course().Own()
			if !ok || own.Played != real.Played || own.Chance < 0.2 || own.Lost < 0.2 || own.Lost > own.Chance || own.Lost == 0.99 {
				t.Errorf("asked is %+v", own)
			}
			if left := s.Learnt().Own; len(left) != 1 || left[0] != own || own.Waits == "" {
				t.Errorf("kept are %+v", left)
			}
			answered(t, s, p)
			if left := s.Learnt(); left.Own[0].Waits != "" || left.Returns[own.ID].Step != 1 || left.Repeated.New != 1 {
				t.Errorf("after the answer: %+v", left)
			}
		})
	}
}

// A review that was stopped makes no puzzles.
func TestAStoppedReviewMakesNoPuzzles(t *testing.T) {
	s, _ := at(t, store.Store{}, false)
	mistake := game.Decision{Text: "fire 4", Lost: 2, Name: "weaker beam", Asks: game.Ask{Place: "size=6 atoms=3|hide a1,b2,c3;fire 2", Theme: "beam", Key: "fire 5"}}
	for _, done := range []bool{false, true} {
		said, err := s.KeepDeal(game.Analysis{Done: done, Decisions: []game.Decision{mistake}}, 0)
		must(t, err)
		if (said != "") != done || len(s.Learnt().Own) > 0 != done {
			t.Errorf("done %v: it says %q and keeps %v", done, said, s.Learnt().Own)
		}
	}
}

package desktest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"attic/desk"
	"attic/dev/race"
	"attic/dev/wait"
	"attic/games"
	"attic/match"
	"attic/match/store"
)

// lost makes a deal of Atommaster in which beams were fired although everything was known, and an Atom-4 round in which a threat was missed.
func lost(t *testing.T) store.Store {
	t.Helper()
	s := store.Open(t.TempDir(), games.Find)
	keep(t, s, "atommaster", "size=5 atoms=3#17", 2, func(m match.Match) match.Match {
		for n := range 14 {
			if n != 12 { // port 13 already shows an answer
				m = plays(t, m, fmt.Sprint("fire ", n+1))
			}
		}
		return plays(t, m, "set a1", "set b1", "set c1", "evaluate")
	})
	keep(t, s, "atom4", "", 2, func(m match.Match) match.Match {
		m.Side = 1
		m.Players[0], m.Players[1] = m.Players[1], m.Players[0]
		return plays(t, m, Atom4Moves...)
	})
	return s
}

// Mistakes in games that the page of insights has judged can be practised from the menu. The page and today's list mention them, and Today begins with
// a mistake.
func TestMistakesOfJudgedGamesArePractised(t *testing.T) {
	race.Plain(t)
	for entry, g := range Menu(t) {
		if g.Info().Name == "ataxx" {
			continue
		}
		t.Run(g.Info().Name, func(t *testing.T) {
			s := lost(t)
			b := sitMenu(t, s)
			open := func(line string) {
				b.Click(fmt.Sprint(desk.EntrySpot, entry))
				goToLine(t, b, line)
				b.Press("enter")
			}
			judge := func(label string) {
				t.Helper()
				open("Insights")
				if rows := b.rows(); rows[0] != label {
					t.Fatalf("the page offers %q, not %q", rows[0], label)
				}
				b.pick(0)
				wait.Until(t, "the game to be judged", func() (any, bool) {
					b.desk.News()
					return b.rows()[0], strings.HasPrefix(b.rows()[0], "All mistakes")
				})
				if want := "1 mistake of yours waits as a puzzle; practice adds at most two new ones a day."; !strings.Contains(b.desk.Form.Hint, want) {
					t.Errorf("the page says %q", b.desk.Form.Hint)
				}
				b.Press("esc")
			}
			judge("Judge 1 game")
			judged, err := s.Profile.Judged()
			must(t, err)
			for id, j := range judged {
				j.Asked = false
				must(t, s.Profile.Judge(id, j))
			}
			judge("Make puzzles from your mistakes in 1 game")
			open("Today")
			p := b.desk.Play
			own, ok := p.Study.Course().Own()
			if !ok || !p.Study.Practises() || own.ID != s.Profile.Learnt(g.Info().Name).Own[0].ID {
				t.Fatalf("practice begins with %s", p.Study.Title())
			}
			if asks := p.Study.Question(); !strings.Contains(asks, fmt.Sprintf("lost %.1f points. All atoms but one", own.Lost)) && !strings.Contains(asks, fmt.Sprintf("Here you played %s, which lost %.0f%%", own.Played, 100*own.Lost)) {
				t.Errorf("it asks %q", asks)
			}
			b.Press(":")
			b.Press("esc")
			b.Type("today list")
			if rows := b.rows(); !b.desk.Form.On || !slices.ContainsFunc(rows, func(r string) bool { return strings.Contains(r, "A new mistake of your own") }) {
				t.Errorf("the list of today does not name it: %q", rows)
			}
			if row := b.desk.Form.Fields[0].Row(0); row.View == nil {
				t.Error("the list of today does not show its position")
			}
			b.Press("esc")
			b.Type(own.Better)
			if _, good := p.Study.Verdict(); !good || s.Profile.Learnt(g.Info().Name).Own[0].Waits != "" || s.Profile.Learnt(g.Info().Name).Returns[own.ID].Step != 1 {
				said, _ := p.Study.Verdict()
				t.Errorf("the answer %s: %q, %+v", own.Better, said, s.Profile.Learnt(g.Info().Name))
			}
		})
	}
}

// The page of a reviewed deal says how many of its mistakes become puzzles. Without daily practice, it says nothing about puzzles.
func TestAReviewedDealMakesPuzzles(t *testing.T) {
	race.Plain(t)
	for _, unasked := range []bool{false, true} {
		b := sitPaused(t, Seat(t, "atommaster size=5 atoms=3#17", "2"))
		b.desk.Settings.Unasked = unasked
		Do(t, b, ":fire 1;fire 2;fire 3;fire 4;fire 5;fire 6;fire 7;fire 8;fire 9;fire 10;fire 11;fire 12;fire 14;set a1;set b1;set c1;evaluate\nv", nil)
		page := On[*desk.Pager](b.desk)
		if page == nil {
			t.Fatalf("there is no review: %q", b.desk.Play.Message.Said)
		}
		const says = "One mistake of yours will come back as a puzzle, the first time tomorrow."
		if got := strings.Contains(fmt.Sprint(page.Text), says); got == unasked {
			t.Errorf("without practice %v: it says so: %v: %v", unasked, got, page.Text)
		}
	}
}

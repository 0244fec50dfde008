package desktest

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"attic/desk"
	"attic/desk/command"
	"attic/dev/race"
	"attic/dev/wait"
	"attic/game"
	"attic/games"
	"attic/match"
	"attic/match/store"
	"attic/table"
)

// sitMenu returns a desk at its menu, with the games of a library.
func sitMenu(t *testing.T, s store.Store) *bare {
	t.Helper()
	b := &bare{}
	b.desk = desk.New(desk.Config{
		Games: Menu(t), May: command.Everything, Store: s, NoMotion: true, Paused: true, Display: b,
		Open: func(g game.Game, _ store.GameSettings) (*table.Table, error) { return Seat(t, g.Info().Name, "2"), nil },
		Search: func(_ context.Context, search func() error) error {
			b.searches.Add(1)
			return search()
		},
	})
	t.Cleanup(func() { must(t, b.desk.Close()) })
	return b
}

// rows returns the titles in the list of the current form.
func (b *bare) rows() (list []string) {
	for _, r := range b.desk.Form.Fields[0].Rows {
		list = append(list, r.Title)
	}
	return list
}

// pick chooses a line in the list of the current form.
func (b *bare) pick(line int) {
	b.desk.Form.Fields[0].At = line
	b.Press("enter")
}

// The page of insights judges the games of a library. Behind each of its lines are mistakes; each opens its game at the position of the mistake.
func TestEachLineOfInsightsOpensItsGames(t *testing.T) {
	race.Plain(t)
	s := Library(t)
	keep(t, s, "ataxx", "start=yes", 2, func(m match.Match) match.Match {
		for range 12 { // the person plays the last legal moves, the opponent the first
			moves := game.MovesOf(m.State())
			m = plays(t, m, moves[(len(moves)-1)*(1-m.ToMove())].Text)
		}
		m, err := m.Resign(0)
		must(t, err)
		return m
	})
	keep(t, s, "atom4", "", 2, func(m match.Match) match.Match {
		m.Side = 1 // the side that has missed the threat
		m.Players[0], m.Players[1] = m.Players[1], m.Players[0]
		return plays(t, m, Atom4Moves...)
	})
	for entry, g := range Menu(t) {
		t.Run(g.Info().Name, func(t *testing.T) {
			b := sitMenu(t, s)
			open := func() {
				b.Click(fmt.Sprint(desk.EntrySpot, entry))
				goToLine(t, b, "Insights")
				b.Press("enter")
			}
			open()
			if rows := b.rows(); len(rows) != 1 || !strings.HasPrefix(rows[0], "Judge ") {
				t.Fatalf("before any judgement: %q", rows)
			}
			b.pick(0)
			wait.Until(t, "all games to be judged", func() (any, bool) {
				b.desk.News()
				return b.rows()[0], !strings.HasPrefix(b.rows()[0], "Judg")
			})
			if b.searches.Load() == 0 {
				t.Error("the searches do not wait for their turn")
			}
			lines := b.rows()
			if len(lines) < 5 || !strings.HasPrefix(lines[0], "All mistakes: ") {
				t.Fatalf("after all games are judged: %q", lines)
			}
			opened := 0
			for line := range lines {
				for at := 1; ; at++ {
					b.pick(line)
					if at == len(b.rows()) {
						b.pick(0)
						break
					}
					title := b.rows()[at]
					b.pick(at)
					checkFault(t, b, s, title)
					opened++
					b.Press("M")
					if b.desk.Menu == nil {
						b.Press("enter") // leave the game
					}
					open()
				}
				if got := b.rows(); !slices.Equal(got, lines) {
					t.Fatalf("%q, want %q again", got, lines)
				}
			}
			if opened < 3 {
				t.Errorf("only %d mistakes could be opened", opened)
			}
		})
	}
}

// A game that cannot be judged, because it has been deleted in the meantime, does not prevent other games from being judged.
func TestOneGameCannotBeJudged(t *testing.T) {
	s := store.Open(t.TempDir(), games.Find)
	for _, move := range []string{"a7-a6", "a7-b7"} {
		keep(t, s, "ataxx", "start=yes", 2, func(m match.Match) match.Match {
			m, err := plays(t, m, move, "a1-b1").Resign(0)
			must(t, err)
			return m
		})
	}
	list, err := s.Library.Games("ataxx")
	must(t, err)
	b := sitMenu(t, s)
	b.Click(fmt.Sprint(desk.EntrySpot, 1))
	goToLine(t, b, "Insights")
	b.Press("enter")
	must(t, s.Library.Delete(list[0].Number)) // the game that would be judged first
	b.pick(0)
	wait.Until(t, "the other game to be judged", func() (any, bool) {
		b.desk.News()
		judged, err := s.Profile.Judged()
		must(t, err)
		return b.rows(), judged[list[1].Rounds[0].ID].Moves > 0 && !strings.HasPrefix(b.rows()[0], "Judg")
	})
	if b.desk.Form.Said == "" {
		t.Error("nothing is said of the game that was not judged")
	}
}

// checkFault checks that the game of a mistake is shown, at the position before it.
func checkFault(t *testing.T, b *bare, s store.Store, title string) {
	t.Helper()
	var number int
	head, move, _ := strings.Cut(title, ", ")
	number, err := strconv.Atoi(strings.TrimPrefix(head, "Game "))
	must(t, err)
	_, move, _ = strings.Cut(move, ", ")
	kept, err := s.Library.Find(number)
	must(t, err)
	p := b.desk.Play
	if p == nil {
		t.Fatalf("%s: no game is shown, but %q", title, b.desk.Form.Said)
	}
	at := kept.Match.At(p.Ply)
	if !p.Back || viewText(t, p.Now.View) != viewText(t, at.State().View(at.Side)) {
		t.Errorf("%s: another position is shown", title)
	}
	if next := kept.Match.At(p.Ply + 1).History(); next[len(next)-1].Text != move || next[len(next)-1].Seat != kept.Match.Side {
		t.Errorf("%s: the move played there was %q", title, next[len(next)-1].Text)
	}
	if !strings.Contains(p.Message.Said, "Here you played "+strings.TrimPrefix(title, head+", ")) {
		t.Errorf("%s: it says %q", title, p.Message.Said)
	}
}

// The page of a mistake shows its cost, and names the key that shows a better move.
func TestAMistakeIsNamed(t *testing.T) {
	b := sitMenu(t, Judged(t))
	b.Click(fmt.Sprint(desk.EntrySpot, 1))
	goToLine(t, b, "Insights")
	b.Press("enter down enter enter")
	if want := "Here you played move 3 red, g1-f1 (lost 31%: cut). Press Review (v) to see what was better."; b.desk.Play.Message.Said != want {
		t.Errorf("%q, want %q", b.desk.Play.Message.Said, want)
	}
}

// Without daily practice there are no insights in the menu and in statistics, and no review is saved for insights.
func TestInsightsAreTurnedOff(t *testing.T) {
	s := Judged(t)
	for _, off := range []bool{false, true} {
		must(t, s.Profile.Set(&store.Settings{}, func(s *store.Settings) { *s = store.Settings{Unasked: off} }))
		b := sitMenu(t, s)
		labels := map[string]bool{}
		Unfold(b.desk.Menu)
		for _, it := range b.desk.Menu.ItemsOf(1) {
			labels[it.Label] = true
		}
		_, page, err := command.StatsPage(s, "Press i.", Menu(t)...)
		must(t, err)
		if !labels["Statistics"] || labels["Insights"] == off || strings.Contains(page, "nsights") == off {
			t.Errorf("daily practice off: %v; lines %v, page:\n%s", off, labels, page)
		}
	}
}

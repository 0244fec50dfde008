package table_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"attic/game"
	"attic/games/atom4"
	"attic/match"
	"attic/table"
)

// loses closes a table and checks which games are lost by that, and why. The error contains them as saved games.
func loses(t *testing.T, tb *table.Table, why string, games ...string) {
	t.Helper()
	err := tb.Close()
	lost, ok := errors.AsType[*table.UnsavedError](err)
	if !ok {
		t.Errorf("closing the table: %v, want that %s", err, why)
		return
	}
	var got []string
	for i, text := range strings.Split(lost.Text(), match.SaveHead)[1:] {
		m, err := match.Read(strings.NewReader(match.SaveHead+text), find)
		if err != nil {
			t.Errorf("what is lost cannot be read: %v", err)
			continue
		}
		if !slices.Equal(m.Lines(), lost.Games[i].Lines()) {
			t.Errorf("the text of game %d is\n%s", i, text)
		}
		got = append(got, history(m))
	}
	if lost.Error() != why || !slices.Equal(got, games) {
		t.Errorf("%s, and %q are lost, want that %s, and %q", lost, got, why, games)
	}
}

func history(m match.Match) string {
	var texts []string
	for _, e := range m.History()[1:] {
		texts = append(texts, e.Text)
	}
	return strings.Join(texts, " ")
}

// disk holds the journals of a table; full is the error of every write to it.
type disk struct {
	full  error
	games []*diary
}

func (d *disk) begin() (match.Ledger, error) {
	if d.full != nil {
		return nil, d.full
	}
	d.games = append(d.games, &diary{})
	return d.games[len(d.games)-1], nil
}

// fill sets the error of a full disk; nil frees space.
func (d *disk) fill(full error) {
	d.full = full
	for _, g := range d.games {
		g.full = full
	}
}

// The warning about unsaved games stays as long as they are unsaved, whatever happens. When the disk has space again, everything is written.
func TestWhatIsNotSavedStaysSaid(t *testing.T) {
	full := errors.New("no space left on device")
	const this, earlier = "this game is not saved: no space left on device", "an earlier game is not saved: no space left on device"
	for _, c := range []struct {
		clause, before, then string // requests before and after the disk is full
		want                 string // the warning
		games, fates         []string
	}{
		{"from the start", "", "i8", this, []string{"i8"}, []string{"kept"}},
		{"in the middle", "i8", "h8", this, []string{"i8 h8"}, []string{"kept"}},
		{"undo", "i8; h8", "undo", this, []string{"i8"}, []string{"kept"}},
		{"the next round", "i8; resign", "next", this, []string{"i8 resign "}, []string{"kept"}},
		{"a new game", "", "i8; clear", earlier, []string{"i8"}, []string{"abandoned"}},
		{"a new game, after the middle", "i8", "h8; clear", earlier, []string{"i8 h8"}, []string{"abandoned"}},
		{"only the end of a game", "i8", "clear", earlier, []string{"i8"}, []string{"abandoned"}},
		{"a new game and its first move", "i8", "h8; clear; i10", this, []string{"i8 h8", "i10"}, []string{"abandoned", "kept"}},
		{"two new games", "", "i8; clear; i10; clear", earlier, []string{"i8", "i10"}, []string{"abandoned", "abandoned"}},
		{"the game before is back", "", "i8; clear; undo", this, []string{"i8"}, []string{"kept"}},
		{"the game before is back, after the middle", "i8", "h8; clear; undo", this, []string{"i8 h8"}, []string{"kept"}},
	} {
		t.Run(c.clause, func(t *testing.T) {
			open := func() (*table.Table, *disk, *table.Person) {
				d := &disk{}
				tb := table.New(table.Config{Match: newMatch(t, atom4.Game{}, game.Setup{}, "person person"), Chance: chance, Begin: d.begin})
				must(t, do(t, tb, c.before))
				w := from(tb, game.Nobody)
				d.fill(full)
				must(t, do(t, tb, c.then))
				return tb, d, w
			}
			tb, _, w := open()
			if got := seen(w); len(got) == 0 || got[0] != "not kept" && c.want == this || slices.Contains(got, "kept again") {
				t.Errorf("the events are %q", got)
			}
			kept, news := tb.Here().Keep()
			if kept || tb.Here().Now().Situation.Unsaved != c.want || c.want == this && news != "This game is not saved: no space left on device." {
				t.Errorf("kept %v, %q, %q", kept, news, tb.Here().Now().Situation.Unsaved)
			}
			if said := tb.Join(0, 0).Now().Situation.Unsaved; said != "" {
				t.Errorf("a person without rights reads %q", said)
			}
			loses(t, tb, c.want, c.games...)
			tb, d, w := open()
			d.fill(nil)
			seen(w)
			_, _ = tb.Here().Keep()
			if got := seen(w); !slices.Equal(got, []string{"kept again"}) || tb.Here().Now().Situation.Unsaved != "" {
				t.Errorf("when there is room the events are %q, and it is said that %q", got, tb.Here().Now().Situation.Unsaved)
			}
			if c.want == this {
				must(t, do(t, tb, "undo; redo"))
				if got := d.games[len(d.games)-1].record(t); got != record(t, tb) {
					t.Errorf("the last journal holds\n%s", got)
				}
			}
			must(t, tb.Close())
			var fates []string
			for _, g := range d.games {
				if g.End() != "discarded" {
					fates = append(fates, g.fate(t))
				}
			}
			if !slices.Equal(fates, c.fates) {
				t.Errorf("the journals are %q, want %q", fates, c.fates)
			}
		})
	}
}

// Undo restores a game that was written only after it had ended, and the game continues in the same journal.
func TestUndoOfANewGameThatWasSavedLate(t *testing.T) {
	d := &disk{full: errors.New("no space left on device")}
	tb := table.New(table.Config{Match: newMatch(t, atom4.Game{}, game.Setup{}, "person person"), Chance: chance, Begin: d.begin})
	must(t, do(t, tb, "i8; clear"))
	d.fill(nil)
	_, _ = tb.Here().Keep()
	must(t, do(t, tb, "undo; h8"))
	if len(d.games) != 1 || d.games[0].record(t) != record(t, tb) || history(mustMatch(tb)) != "i8 h8" {
		t.Errorf("there are %d journals, and %q on the table", len(d.games), history(mustMatch(tb)))
	}
	must(t, tb.Close())
	if got := d.games[0].fate(t); got != "kept" {
		t.Errorf("the journal is %q", got)
	}
}

func mustMatch(tb *table.Table) match.Match {
	m, _ := tb.Here().Sight().Match()
	return m
}

// A lesson leaves the previous game unchanged, even an unsaved one.
func TestALessonInAGameThatIsNotSaved(t *testing.T) {
	d := &disk{full: errors.New("no space left on device")}
	tb := table.New(table.Config{Match: newMatch(t, atom4.Game{}, game.Setup{}, "person person"), Chance: chance, Begin: d.begin})
	must(t, do(t, tb, "i8"))
	was, _ := tb.Here().Sight().Match()
	tb.Study(newMatch(t, atom4.Game{}, game.Setup{}, "person person"))
	must(t, do(t, tb, "i10"))
	if said := tb.Here().Now().Situation.Unsaved; said != "an earlier game is not saved: no space left on device" {
		t.Errorf("in the lesson it is said that %q", said)
	}
	tb.Load(was, nil)
	if said := tb.Here().Now().Situation.Unsaved; said != "this game is not saved: no space left on device" {
		t.Errorf("after the lesson it is said that %q", said)
	}
	d.fill(nil)
	must(t, do(t, tb, "h8"))
	if len(d.games) != 1 || d.games[0].record(t) != record(t, tb) || tb.Here().Now().Situation.Unsaved != "" {
		t.Errorf("there are %d journals, and it is said that %q", len(d.games), tb.Here().Now().Situation.Unsaved)
	}
	must(t, tb.Close())
}

// A person is also warned if the key of a guest's seat cannot be stored.
func TestASeatThatIsNotSaved(t *testing.T) {
	tb, _ := kept(t, "atom4", "person person")
	w := from(tb, game.Nobody)
	tb.Copied().Seated(errors.New("permission denied"))
	must(t, do(t, tb, "i8"))
	if said := tb.Here().Now().Situation.Unsaved; said != "your seat is not saved: permission denied" {
		t.Errorf("it is said that %q", said)
	}
	tb.Copied().Seated(nil)
	if got := seen(w); !slices.Equal(got, []string{"not kept", "played 0 i8", "kept again"}) || tb.Here().Now().Situation.Unsaved != "" {
		t.Errorf("the events are %q", got)
	}
	must(t, tb.Close())
}

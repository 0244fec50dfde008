package table_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"attic/dev/ledgertest"
	"attic/dev/race"
	"attic/dev/wait"
	"attic/game"
	"attic/games/atom4"
	"attic/match"
	"attic/match/store"
	"attic/table"
)

// diary is a journal in memory.
type diary struct {
	ledgertest.Memory
	full  error        // if not nil, Append returns it and writes nothing
	first func() error // called before anything is written
}

func (d *diary) Append(after uint64, lines ...string) (uint64, error) {
	if d.full != nil {
		return 0, d.full
	}
	if d.first != nil {
		if err := d.first(); err != nil {
			return 0, err
		}
	}
	return d.Memory.Append(after, lines...)
}

// fate returns what happened to the diary: "kept" if its game can be resumed, or else "abandoned", "archived" or "discarded".
func (d *diary) fate(t *testing.T) string {
	t.Helper()
	if d.End() != "kept" {
		return d.End()
	}
	r, err := match.ReadRecord(strings.NewReader(match.Sealed(d.Lines()...)), find)
	must(t, err)
	switch {
	case r.Abandoned:
		return "abandoned"
	case !r.Match.Unfinished():
		return "archived"
	}
	return "kept"
}

// record returns the record lines of the match that is read from the diary.
func (d *diary) record(t *testing.T) string {
	t.Helper()
	m, err := match.Read(strings.NewReader(match.Sealed(d.Lines()...)), find)
	if err != nil {
		t.Fatalf("the journal cannot be read: %v in %q", err, d.Lines())
	}
	return strings.Join(m.Lines(), "\n")
}

// record returns the record lines of the match on a table.
func record(t *testing.T, tb *table.Table) string {
	t.Helper()
	var b strings.Builder
	must(t, save(tb, &b))
	m, err := match.Read(strings.NewReader(b.String()), find)
	must(t, err)
	return strings.Join(m.Lines(), "\n")
}

// kept returns a table of a game and the diaries that it begins.
func kept(t *testing.T, id, programs string) (*table.Table, *[]*diary) {
	t.Helper()
	name, setup, err := game.ParseID(id)
	must(t, err)
	g, _ := find(name)
	diaries := &[]*diary{}
	return table.New(table.Config{
		Match: newMatch(t, g, setup, programs), Chance: chance,
		Begin: func() (match.Ledger, error) {
			d := &diary{}
			*diaries = append(*diaries, d)
			return d, nil
		},
	}), diaries
}

func TestEverythingIsOnDiskBeforeItIsTold(t *testing.T) {
	tb, diaries := kept(t, "ataxx", "person person")
	w := from(tb, game.Nobody)
	for i, what := range []string{
		"blocks 3", "undo", "redo", "start", "b6", "f6", "undo", "undo", "redo", "side 2", "level 4", "seed",
		"f7", "undo", "undo", "undo", "at 3 f6", "at 1 start", "at 3 f7", "name 2 Anna", "program 1", "program 2", "person 1", "resign", "undo", "resign",
	} {
		must(t, act(tb, what))
		if len(*diaries) != 1 {
			t.Fatalf("there are %d journals", len(*diaries))
		}
		d := (*diaries)[0]
		if got, want := d.record(t), record(t, tb); got != want {
			t.Fatalf("after %q the journal holds\n%s\nbut the table holds\n%s", what, got, want)
		}
		if i == 0 {
			d.first = func() error {
				select {
				case <-w.Ready():
					return errors.New("an event was sent before the journal was written")
				default:
					return nil
				}
			}
		}
		select {
		case <-w.Ready():
		default:
			t.Errorf("%q causes no event", what)
		}
		for _, e := range w.Take() {
			if e.What == table.NotKept {
				t.Errorf("%q: %v", what, e.Err)
			}
		}
	}
}

func TestAJournalBeginsWithTheFirstMove(t *testing.T) {
	tb, diaries := kept(t, "toy#2", "person program")
	must(t, do(t, tb, "side 2; side 1; level 1; seed"))
	if len(*diaries) != 0 || tb.Here().Now().Kept {
		t.Error("a game in which nothing has happened is kept")
	}
	must(t, do(t, tb, "start"))
	if len(*diaries) != 1 || !tb.Here().Now().Kept {
		t.Error("the game is not kept after the first move")
	}
	if got, want := (*diaries)[0].record(t), record(t, tb); got != want {
		t.Errorf("the journal holds\n%s\nbut the table holds\n%s", got, want)
	}
}

// Each case: the requests, and the fates of the journals once the table is closed.
func TestWhatIsKept(t *testing.T) {
	race.Plain(t)
	for _, c := range []struct {
		clause, id, script string
		want               []string
	}{
		{"nothing has happened", "atom4", "", nil},
		{"a game is being played", "atom4", "i8", []string{"kept"}},
		{"all moves taken back and some redone", "atom4", "i8; undo; redo", []string{"kept"}},
		{"all moves taken back but still redoable", "atom4", "i8; undo", []string{"kept"}},
		{"a round is over, but the match goes on", "atom4", "i8; resign", []string{"kept"}},
		{"the game is over for good", "ataxx", "start; resign", []string{"archived"}},
		{"the next round", "atom4", "i8; resign; next", []string{"kept"}},
		{"clear abandons a game", "atom4", "i8; clear", []string{"abandoned"}},
		{"a new game after clear", "atom4", "i8; clear; i10", []string{"abandoned", "kept"}},
		{"clear after the end", "ataxx", "start; resign; clear", []string{"archived"}},
		{"clear during set-up", "ataxx", "blocks 3; clear", []string{"discarded"}},
		{"set-up without clear", "ataxx", "blocks 3", []string{"kept"}},
		{"undo of clear", "atom4", "i8; clear; undo", []string{"kept"}},
		{"undo of clear during set-up", "ataxx", "blocks 3; clear; undo", []string{"discarded", "kept"}},
		{"undo of clear, and clear again", "atom4", "i8; clear; undo; clear", []string{"abandoned"}},
	} {
		t.Run(c.clause, func(t *testing.T) {
			tb, diaries := kept(t, c.id, "person person")
			must(t, do(t, tb, c.script))
			willBe := tb.Here().Now().Kept
			must(t, tb.Close())
			var got []string
			for _, d := range *diaries {
				got = append(got, d.fate(t))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("the journals are %q, want %q", got, c.want)
			}
			if is := len(got) > 0 && got[len(got)-1] == "kept"; willBe != is {
				t.Errorf("Kept is %v before the table closes", willBe)
			}
			must(t, tb.Close()) // closing again does nothing
		})
	}
}

func TestLoadingKeepsTheGameThatWasThere(t *testing.T) {
	tb, diaries := kept(t, "atom4", "person person")
	must(t, do(t, tb, "i8"))
	resumed := &diary{}
	m := newMatch(t, atom4.Game{}, game.Setup{}, "person person")
	m, _, err := m.Play("i10")
	must(t, err)
	resumed.Fill(append([]string{match.JournalHead}, m.Lines()...), match.Past{})
	tb.Load(m, resumed)
	if (*diaries)[0].End() != "kept" || told(tb) != "i10" {
		t.Errorf("the journal is %q, the history %q", (*diaries)[0].End(), told(tb))
	}
	must(t, do(t, tb, "h10; undo"))
	if got, want := resumed.record(t), record(t, tb); got != want {
		t.Errorf("the journal holds\n%s\nbut the table holds\n%s", got, want)
	}
	must(t, tb.Close())
	if resumed.End() != "kept" || len(*diaries) != 1 {
		t.Errorf("the journal is %q, %d others were begun", resumed.End(), len(*diaries))
	}
}

func TestALoadedGameWithoutJournalGetsOne(t *testing.T) {
	tb, diaries := kept(t, "atom4", "person person")
	m := newMatch(t, atom4.Game{}, game.Setup{}, "person person")
	m, _, err := m.Play("i10")
	must(t, err)
	tb.Load(m, nil)
	must(t, do(t, tb, "h10"))
	if len(*diaries) != 1 || (*diaries)[0].record(t) != record(t, tb) {
		t.Errorf("the journals are %+v", *diaries)
	}
}

func TestAJournalThatFailsIsToldOnceAndPlayGoesOn(t *testing.T) {
	full := errors.New("the disk is full")
	broken := &diary{full: full}
	for _, c := range []struct {
		clause string
		begin  func() (match.Ledger, error)
	}{
		{"it cannot be created", func() (match.Ledger, error) { return nil, full }},
		{"it cannot be written", func() (match.Ledger, error) { return broken, nil }},
	} {
		t.Run(c.clause, func(t *testing.T) {
			begun := 0
			tb := table.New(table.Config{
				Match: newMatch(t, atom4.Game{}, game.Setup{}, "person person"), Chance: chance,
				Begin: func() (match.Ledger, error) { begun++; return c.begin() },
			})
			one, two := from(tb, 0), from(tb, 1)
			must(t, do(t, tb, "i8; h8; undo; clear; i8"))
			want := []string{"not kept", "played 0 i8", "played 1 h8", "undone", "began", "played 0 i8"} // NotKept is sent once
			for _, w := range []*table.Person{one, two} {
				if got := seen(w); !slices.Equal(got, want) {
					t.Errorf("the events are %q, want %q", got, want)
				}
			}
			if begun != 4 || tb.Here().Now().Kept { // every change except clear tries to begin a journal
				t.Errorf("a journal was begun %d times, kept: %v", begun, tb.Here().Now().Kept)
			}
			loses(t, tb, "this game is not saved: the disk is full", "i8", "i8")
		})
	}
	if broken.End() != "discarded" {
		t.Errorf("the journal that cannot be written is %q", broken.End())
	}
}

// Lines that could not be written are all written with a later change, or when the table closes.
func TestAJournalThatFailsInTheMiddleGoesOn(t *testing.T) {
	tb, diaries := kept(t, "atom4", "person person")
	must(t, do(t, tb, "i8"))
	d := (*diaries)[0]
	d.full = errors.New("the disk is full")
	w := from(tb, game.Nobody)
	must(t, do(t, tb, "h8; undo"))
	if w.Now().Kept {
		t.Error("the game counts as kept")
	}
	d.full = nil
	must(t, do(t, tb, "j8"))
	if got, want := seen(w), []string{"not kept", "played 1 h8", "undone", "kept again", "played 1 j8"}; !slices.Equal(got, want) {
		t.Errorf("the events are %q, want %q", got, want)
	}
	if got, want := d.record(t), record(t, tb); got != want || len(*diaries) != 1 || !w.Now().Kept {
		t.Errorf("the journal holds\n%s\nbut the table holds\n%s", got, want)
	}
	d.full = errors.New("the disk is full")
	must(t, do(t, tb, "undo"))
	d.full = nil
	want := record(t, tb)
	must(t, tb.Close())
	if got := d.record(t); got != want || d.End() != "kept" {
		t.Errorf("the closed journal holds\n%s\nwant\n%s", got, want)
	}
}

// With MustKeep, a change that cannot be written is refused with ErrBusy, and can be tried again. The error text contains no file name.
func TestWhatMustBeKeptIsNotDoneWithoutIt(t *testing.T) {
	d := &diary{}
	refuses := errors.New("/home/anna: the disk is full")
	tb := table.New(table.Config{
		Match: newMatch(t, atom4.Game{}, game.Setup{}, "person person"), Chance: chance, MustKeep: true,
		Begin: func() (match.Ledger, error) { return d, refuses },
	})
	w := from(tb, 0)
	refused := func() {
		t.Helper()
		if err := do(t, tb, "h8"); !errors.Is(err, table.ErrBusy) || strings.Contains(err.Error(), "anna") {
			t.Errorf("h8 on a full disk: %v", err)
		}
	}
	if err := do(t, tb, "i8"); !errors.Is(err, table.ErrBusy) || len(seen(w)) > 0 || told(tb) != "" {
		t.Errorf("i8 without a journal: %v, history %q", err, told(tb))
	}
	refuses = nil
	must(t, do(t, tb, "i8"))
	d.full = errors.New("the disk is full")
	refused()
	refused()
	d.full = nil
	must(t, do(t, tb, "h8"))
	if got, want := seen(w), []string{"played 0 i8", "played 1 h8"}; !slices.Equal(got, want) {
		t.Errorf("the events are %q, want %q", got, want)
	}
	if got, want := d.record(t), record(t, tb); got != want {
		t.Errorf("the journal holds\n%s\nbut the table holds\n%s", got, want)
	}
}

func TestAFolderThatCannotBeWrittenIsToldOnce(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	must(t, os.WriteFile(file, nil, 0o600))
	s := store.Open(file, find)
	tb := table.New(table.Config{
		Match: newMatch(t, atom4.Game{}, game.Setup{}, "person person"), Chance: chance,
		Begin: func() (match.Ledger, error) { return s.Library.Begin("atom4", time.Now()) },
	})
	w := from(tb, 0)
	must(t, do(t, tb, "i8; h8"))
	if got, want := seen(w), []string{"not kept", "played 0 i8", "played 1 h8"}; !slices.Equal(got, want) {
		t.Errorf("the events are %q, want %q", got, want)
	}
	loses(t, tb, "this game is not saved: "+file+" is not a folder", "i8 h8")
}

// Undo directly after clear restores the abandoned game with its players.
func TestUndoOfClearBringsTheGameBack(t *testing.T) {
	for _, c := range []struct{ clause, id, before, after string }{
		{"a game", "atom4", "i8; h8; undo", ""},
		{"the players", "ataxx", "program 1; program 2; name 2 Anna; level 4; person 1; start; b6", ""},
		{"changes after clear are lost", "ataxx", "start; b6", "level 4; side 2; name 1 Bob"},
		{"a game that is over", "ataxx", "start; resign", ""},
		{"after two clears", "atom4", "i8; h8", "clear"},
		{"a set-up", "ataxx", "blocks 3", ""},
	} {
		t.Run(c.clause, func(t *testing.T) {
			tb, diaries := kept(t, c.id, "person person")
			must(t, do(t, tb, c.before))
			want := record(t, tb)
			must(t, set(tb, table.Clear()))
			must(t, do(t, tb, c.after))
			w := from(tb, game.Nobody)
			must(t, set(tb, table.Undo()))
			if got := record(t, tb); got != want {
				t.Errorf("the match is\n%s\nwant\n%s", got, want)
			}
			if got := seen(w); !slices.Equal(got, []string{"loaded"}) {
				t.Errorf("the events are %q", got)
			}
			d := (*diaries)[len(*diaries)-1]
			if got := d.record(t); got != want || d.fate(t) == "abandoned" || d.End() != "" {
				t.Errorf("the journal holds\n%s\nwant\n%s", got, want)
			}
			must(t, do(t, tb, "undo; redo"))
			if got := d.record(t); got != record(t, tb) {
				t.Errorf("after undo and redo the journal holds\n%s", got)
			}
			must(t, tb.Close())
		})
	}
}

// A new game that starts with set-up moves, or with a move of the computer, is undone as one step.
func TestUndoOfANewGameIsOneStep(t *testing.T) {
	for _, c := range []struct {
		clause, id string
		moves      []string
		program    bool
	}{
		{"with its set-up", "ataxx", []string{"blocks 3", "start"}, false},
		{"in the middle of its set-up", "ataxx", []string{"blocks 3"}, false},
		{"after the computer's first move", "atom4", nil, true},
		{"with its set-up, after the computer's first move", "ataxx", []string{"blocks 3", "start"}, true},
	} {
		t.Run(c.clause, func(t *testing.T) {
			tb, diaries := kept(t, c.id, "person person")
			before := map[string]string{"atom4": "i8; h8", "ataxx": "blocks 1; start; a7-a6"}[c.id]
			must(t, do(t, tb, before))
			want := record(t, tb)
			must(t, set(tb, table.Start(game.Setup{}, c.moves...)))
			if m, _ := tb.Here().Sight().Match(); m.Ply() != len(c.moves) {
				t.Fatalf("the new game begins at ply %d", m.Ply())
			}
			if c.program {
				must(t, set(tb, table.Side(1)))
				must(t, set(tb, table.ProgramIn(0)))
				stop := tb.Go(t.Context())
				wait.Until(t, "the computer moves", func() (any, bool) {
					now := tb.Here().Now()
					return now.Ply, now.Ply == len(c.moves)+1 && !now.Thinking
				})
				stop()
			}
			if !tb.Here().Sight().Undoes() {
				t.Error("undo is not offered")
			}
			must(t, set(tb, table.Undo()))
			if got := record(t, tb); got != want {
				t.Errorf("the match is\n%s\nwant\n%s", got, want)
			}
			for i, d := range *diaries {
				if i > 0 && d.fate(t) != "discarded" {
					t.Errorf("the journal of the new game is %s", d.fate(t))
				}
			}
			must(t, do(t, tb, "undo"))
			if got := record(t, tb); got == want {
				t.Error("a second undo takes nothing back")
			}
			must(t, tb.Close())
		})
	}
}

// Undo directly after clear also gives an engine its seat back.
func TestUndoOfClearBringsTheEngineBack(t *testing.T) {
	tb := open(t, "atom4", "person person")
	m, _ := tb.Here().Sight().Match()
	m.Players[1].Program, m.Players[1].Engine = true, "think:5s"
	tb.Load(m, nil)
	must(t, do(t, tb, "i8; clear"))
	must(t, set(tb, table.PersonIn(1)))
	must(t, set(tb, table.Undo()))
	if m, _ := tb.Here().Sight().Match(); m.Players[1].Engine != "think:5s" || !m.Players[1].Program || m.Ply() != 1 {
		t.Errorf("the players are %+v after %d plies", m.Players, m.Ply())
	}
}

// Undo does not restore an abandoned game after the first move of the next one, without its journal, or after another game was loaded.
func TestUndoOfClearEndsWithTheNextMove(t *testing.T) {
	tb, diaries := kept(t, "atom4", "person person")
	must(t, do(t, tb, "i8; clear; i10; undo"))
	if err := set(tb, table.Undo()); !errors.Is(err, match.ErrNothing) {
		t.Errorf("undo after the next game has begun: %v", err)
	}
	must(t, do(t, tb, "clear"))
	(*diaries)[1].full = match.ErrMoved
	if err := set(tb, table.Undo()); err == nil || !strings.Contains(err.Error(), "the previous game cannot be brought back: another program continued") {
		t.Errorf("undo when the journal is gone: %v", err)
	}
	tb.Load(newMatch(t, atom4.Game{}, game.Setup{}, "person person"), nil)
	if err := set(tb, table.Undo()); !errors.Is(err, match.ErrNothing) {
		t.Errorf("undo after another game was loaded: %v", err)
	}
	must(t, tb.Close())
	if got := (*diaries)[0].fate(t); got != "abandoned" {
		t.Errorf("the first journal is %s", got)
	}
}

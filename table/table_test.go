package table_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"

	"attic/game"
	"attic/game/example/toy"
	"attic/games"
	"attic/games/atom4"
	"attic/match"
	"attic/table"
)

// find returns the game with this name, which may be the toy.
func find(name string) (game.Game, bool) {
	if name == "toy" {
		return toy.Game{}, true
	}
	return games.Find(name)
}

// newMatch returns a match of g. programs names the player of each seat, such as "person program"; "" keeps the defaults.
func newMatch(t *testing.T, g game.Game, setup game.Setup, programs string) match.Match {
	t.Helper()
	m, err := match.New(g, setup)
	must(t, err)
	for seat, who := range strings.Fields(programs) {
		m.Players[seat].Program = who == "program"
	}
	return m
}

// open returns a table of a game. Its programs do not move, because Go is not called.
func open(t *testing.T, id, programs string) *table.Table {
	t.Helper()
	name, setup, err := game.ParseID(id)
	must(t, err)
	g, ok := find(name)
	if !ok {
		t.Fatalf("no game %q", name)
	}
	return table.New(table.Config{Match: newMatch(t, g, setup, programs), Chance: chance})
}

// chance returns the seed that tables get in place of a random one.
func chance() uint64 { return 77 }

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// act sends the request what, such as "undo", "name 1 Anna" or a move, as the person at this machine.
func act(tb *table.Table, what string) error {
	word, rest, _ := strings.Cut(what, " ")
	number := func() int { return int(rest[0] - '1') }
	switch word {
	case "undo":
		return set(tb, table.Undo())
	case "redo":
		return set(tb, table.Redo())
	case "next":
		return set(tb, table.Next())
	case "resign":
		return set(tb, table.Resign())
	case "clear":
		return set(tb, table.Clear())
	case "at":
		ply, text, _ := strings.Cut(rest, " ")
		n, err := strconv.Atoi(ply)
		if err != nil {
			return err
		}
		return set(tb, table.PlayAt(n, text))
	case "hurry":
		return set(tb, table.Hurry())
	case "name":
		return set(tb, table.Name(number(), strings.TrimPrefix(rest[1:], " ")))
	case "side":
		return set(tb, table.Side(number()))
	case "program":
		return set(tb, table.ProgramIn(number()))
	case "person":
		return set(tb, table.PersonIn(number()))
	case "engine":
		return set(tb, table.EngineIn(number(), strings.TrimPrefix(rest[1:], " ")))
	case "pause":
		return set(tb, table.Pause())
	case "on":
		return set(tb, table.GoOn())
	case "level":
		return set(tb, table.Level(int(rest[0]-'0')))
	case "seed":
		return set(tb, table.Seed(9))
	}
	return set(tb, table.Play(what))
}

// here stands for the person at this machine in place of a seat.
const here = -3

// from returns a person in a seat, a spectator if seat is game.Nobody, or the person at this machine if seat is here. All of them may set
// up.
func from(tb *table.Table, seat int) *table.Person {
	switch seat {
	case here:
		return tb.Here()
	case game.Nobody:
		return tb.Join(table.SetsUp)
	}
	return tb.Join(table.SetsUp, seat)
}

// set sends a request as the person at this machine.
func set(tb *table.Table, a table.Act) error {
	p := tb.Here()
	defer p.Close()
	return p.Do(a).Err()
}

func save(tb *table.Table, w io.Writer) error {
	m, _ := tb.Here().Sight().FullMatch()
	return m.Save(w)
}

func id(tb *table.Table) string {
	text, _ := tb.Here().Sight().ID()
	return text
}

// do sends the requests in script, which are separated by semicolons, and returns the error of the last one. All others must succeed.
func do(t *testing.T, tb *table.Table, script string) error {
	t.Helper()
	var err error
	for what := range strings.SplitSeq(script, ";") {
		if err != nil {
			t.Fatalf("%s: %v", script, err)
		}
		if what = strings.TrimSpace(what); what != "" {
			err = act(tb, what)
		}
	}
	return err
}

// told returns the history of the round, such as "i8 h8".
func told(tb *table.Table) string {
	var list []string
	for _, e := range tb.Here().Sight().History() {
		if e.Text == "" {
			list = nil
			continue
		}
		list = append(list, e.Text)
	}
	return strings.Join(list, " ")
}

var errAny = errors.New("some error")

func wrong(err, want error) bool {
	if want == errAny {
		return err == nil
	}
	return !errors.Is(err, want)
}

// Each case: a game, who plays each seat, requests, the error of the last request, and the history of the round after it. Programs do not
// move in this test.
func TestTurns(t *testing.T) {
	for _, c := range []struct {
		clause, id, programs, script string
		err                          error
		history                      string
	}{
		{"a person moves for either side", "atom4", "person person", "i8; h8", nil, "i8 h8"},
		{"an illegal move is refused", "atom4", "person person", "a1", game.ErrIllegal, ""},
		{"no person moves for the computer", "atom4", "person program", "i8; h8", table.ErrTurn, "i8"},
		{"a person sets up even if the computer plays all seats", "ataxx", "program program", "blocks 3; start", nil, "blocks 3 start"},
		{"nobody moves after the end", "atom4", "person person", "i8; resign; h8", match.ErrOver, "i8 resign"},

		{"undo between people takes back one move", "atom4", "person person", "i8; h8; undo", nil, "i8"},
		{"undo at the computer's turn takes back the person's move", "atom4", "person program", "i8; undo", nil, ""},
		{"undo with nothing played", "atom4", "person program", "undo", match.ErrNothing, ""},
		{"undo before the person's first turn", "atom4", "program person", "undo", match.ErrNothing, ""},
		{"undo goes back into the set-up", "ataxx", "program person", "start; undo", nil, ""},
		{"undo stops at revealed information", "toy#2", "person program", "start; guess 10; undo", match.ErrFinal, "start guess 10"},
		{"undo takes back a resignation", "atom4", "person person", "i8; resign; undo", nil, "i8"},
		{"undo takes back next", "atom4", "person person", "i8; resign; next; undo", nil, "i8 resign"},
		{"redo restores as much as undo took back", "atom4", "person program", "i8; undo; redo", nil, "i8"},
		{"redo with nothing to redo", "atom4", "person program", "i8; redo", match.ErrNoRedo, "i8"},

		{"resign is for the side to move", "atom4", "person person", "i8; resign", nil, "i8 resign"},
		{"resign at the computer's turn", "atom4", "person program", "i8; resign", nil, "i8 resign"},
		{"resign if the computer plays all seats", "atom4", "program program", "resign", errAny, ""},
		{"resign before play", "ataxx", "person program", "resign", errAny, ""},
		{"resign after the end", "atom4", "person person", "resign; resign", match.ErrOver, "resign"},

		{"next after the end of a round", "atom4", "person person", "i8; resign; next", nil, ""},
		{"next during a round", "atom4", "person person", "i8; next", match.ErrRound, "i8"},
		{"clear starts over", "atom4", "person person", "i8; clear", nil, ""},
		{"undo restores the cleared game", "atom4", "person person", "i8; clear; undo", nil, "i8"},
		{"undo restores only the last cleared game", "atom4", "person person", "i8; clear; i10; clear; undo; undo; undo", match.ErrNothing, ""},
	} {
		t.Run(c.clause, func(t *testing.T) {
			tb := open(t, c.id, c.programs)
			if err := do(t, tb, c.script); wrong(err, c.err) {
				t.Errorf("error %v, want %v", err, c.err)
			}
			if got := told(tb); got != c.history {
				t.Errorf("history %q, want %q", got, c.history)
			}
			must(t, tb.Close())
		})
	}
}

func TestWhoResigns(t *testing.T) {
	for _, c := range []struct {
		programs, script string
		winner           int
	}{
		{"person person", "resign", 1},
		{"person person", "i8; resign", 0},
		{"person program", "i8; resign", 1}, // the person's side, although the computer is to move
	} {
		tb := open(t, "atom4", c.programs)
		must(t, do(t, tb, c.script))
		if now := from(tb, here).Now(); !now.Over || now.Outcome.Winner != c.winner {
			t.Errorf("%s: %s: %+v", c.programs, c.script, now.Outcome)
		}
	}
}

// Each case: a game, who plays each seat, requests, the error of the last request, and who plays each seat after it.
func TestSeats(t *testing.T) {
	for _, c := range []struct {
		clause, id, programs, script string
		err                          error
		seats                        string
	}{
		{"the computer takes a seat", "atom4", "person person", "program 2", nil, "person program, side 1"},
		{"a person takes a seat during an open game", "atom4", "person program", "i8; person 2; h8", nil, "person person, side 1"},
		{"side swaps the players", "atom4", "person program", "side 2", nil, "program person, side 2"},
		{"side during an open game", "atom4", "person program", "i8; side 2", nil, "program person, side 2"},
		{"side with the person's own seat changes nothing", "toy#2", "person program", "start; side 1", nil, "person program, side 1"},
		{"clear gives the person's own seat back", "atom4", "person program", "program 1; clear", nil, "person program, side 1"},
		{"seats stay the same in the next round", "atom4", "person program", "side 2; resign; next", nil, "program person, side 2"},
		{"hidden information: a person takes a seat before play", "toy", "person program", "person 2", nil, "person person, side 1"},
		{"hidden information: side before play", "toy", "person program", "side 2", nil, "program person, side 2"},
		{"hidden information: no side once it is hidden", "toy", "person program", "hide 3; side 2", table.ErrFixed, "person program, side 1"},
		{"hidden information: no person takes a seat once it is hidden", "toy", "person program", "hide 3; person 2", table.ErrFixed, "person program, side 1"},
		{"hidden information: the computer takes a seat once it is hidden", "toy", "person program", "hide 3; program 1", nil, "program program, side 1"},
		{"hidden information: no side during play", "toy#2", "person program", "start; side 2", table.ErrFixed, "person program, side 1"},
		{"hidden information: no person takes a seat during play", "toy#2", "person program", "start; guess 9; person 2", table.ErrFixed, "person program, side 1"},
		{"hidden information: no side after the end", "toy#2", "person program", "start; guess 2; side 2", table.ErrFixed, "person program, side 1"},
		{"hidden information: side in the next round", "toy#2", "person program", "start; guess 2; next; side 2", nil, "program person, side 2"},
		{"hidden information: side after clear", "toy#2", "person program", "hide 3; clear; side 2", nil, "program person, side 2"},
		{"hidden information: no side after next is taken back", "toy#2", "person program", "start; guess 2; next; undo; side 2", table.ErrFixed, "person program, side 1"},
		{"a level that the game has", "toy", "person program", "level 1", nil, "person program, side 1"},
		{"a level that the game does not have", "toy", "person program", "level 2", errAny, "person program, side 1"},
	} {
		t.Run(c.clause, func(t *testing.T) {
			tb := open(t, c.id, c.programs)
			if err := do(t, tb, c.script); wrong(err, c.err) {
				t.Errorf("error %v, want %v", err, c.err)
			}
			now := from(tb, here).Now()
			var who []string
			for _, p := range now.Players {
				who = append(who, map[bool]string{false: "person", true: "program"}[p.Program])
			}
			if got := fmt.Sprintf("%s, side %d", strings.Join(who, " "), now.Side+1); got != c.seats {
				t.Errorf("%s, want %s", got, c.seats)
			}
		})
	}
}

// Each case: requests, the error of the last request, and the names in the seats after it.
func TestNames(t *testing.T) {
	for _, c := range []struct {
		clause, script string
		err            error
		names          string
	}{
		{"no names at first", "", nil, "-, -"},
		{"a name", "name 1 Anna", nil, "Anna, -"},
		{"another name", "name 1 Anna; name 1 Eva", nil, "Eva, -"},
		{"a name is removed", "name 1 Anna; name 1", nil, "-, -"},
		{"an invalid name", "name 1 Anna; name 1 two\nlines", errAny, "Anna, -"},
		{"a name goes with the person to the other side", "name 1 Anna; side 2", nil, "-, Anna"},
		{"both names change sides", "name 1 Anna; name 2 Bo; side 2", nil, "Bo, Anna"},
		{"a name stays while the computer plays", "name 1 Anna; program 1; person 1", nil, "Anna, -"},
		{"a name stays in the next round", "name 2 Bo; resign; next", nil, "-, Bo"},
		{"a name stays in the next game", "i8; name 2 Bo; clear", nil, "-, Bo"},
		{"a name stays when the level changes", "name 2 Bo; level 3", nil, "-, Bo"},
	} {
		t.Run(c.clause, func(t *testing.T) {
			tb := open(t, "atom4", "person person")
			if err := do(t, tb, c.script); wrong(err, c.err) {
				t.Errorf("error %v, want %v", err, c.err)
			}
			var names []string
			for _, p := range from(tb, here).Now().Players {
				names = append(names, cmp.Or(p.Name, "-"))
			}
			if got := strings.Join(names, ", "); got != c.names {
				t.Errorf("%s, want %s", got, c.names)
			}
		})
	}
}

func TestALevelIsThatOfEverySeat(t *testing.T) {
	tb := open(t, "ataxx", "person program")
	must(t, do(t, tb, "level 7"))
	for seat, p := range from(tb, here).Now().Players {
		if p.Level != 7 {
			t.Errorf("seat %d has level %d", seat, p.Level)
		}
	}
}

func TestAGameWithoutPrograms(t *testing.T) {
	g := struct{ game.Game }{toy.Game{}}
	tb := table.New(table.Config{Match: newMatch(t, g, game.Setup{}, "person person"), Chance: chance})
	if err := set(tb, table.ProgramIn(0)); err == nil || !strings.Contains(err.Error(), "does not play Toy") {
		t.Errorf("ProgramIn in a game without programs: %v", err)
	}
}

func TestNewGamesGetASeedByChanceWhereSomethingIsHidden(t *testing.T) {
	for _, c := range []struct{ id, setup, want string }{
		{"toy#2", "", "toy#77"},
		{"toy#2", "deal=3", "toy deal=3#77"},
		{"toy#2", "#5", "toy#5"},
		{"atom4", "", "atom4"},
		{"atom4", "round=3#5", "atom4 round=3#5"},
	} {
		tb := open(t, c.id, "person program")
		setup, err := game.ParseSetup(c.setup)
		must(t, err)
		must(t, set(tb, table.Start(setup)))
		if got := id(tb); got != c.want {
			t.Errorf("%s, %q: the game is %q, want %q", c.id, c.setup, got, c.want)
		}
	}
}

func TestAWrongSetupChangesNothing(t *testing.T) {
	tb := open(t, "atom4", "person person")
	must(t, do(t, tb, "i8"))
	if err := set(tb, table.Start(game.Setup{Options: "round=0"})); err == nil {
		t.Error("an invalid setup is accepted")
	}
	if got := told(tb); got != "i8" {
		t.Errorf("history %q", got)
	}
}

func TestMovesAreForThePersonToMove(t *testing.T) {
	for _, c := range []struct {
		clause, id, programs, script string
		want                         []string
	}{
		{"the person's turn", "atom4", "person program", "", []string{"i10", "i8"}},
		{"the computer's turn", "atom4", "person program", "i8", nil},
		{"before play", "toy", "program program", "", []string{"start"}},
		{"after the end", "toy#2", "person program", "start; guess 2", nil},
		{"after a resignation", "atom4", "person person", "resign", nil},
	} {
		tb := open(t, c.id, c.programs)
		must(t, do(t, tb, c.script))
		var got []string
		for _, m := range tb.Here().Sight().Moves() {
			got = append(got, m.Text)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.clause, got, c.want)
		}
	}
}

func TestSaveWritesTheMatch(t *testing.T) {
	tb := open(t, "atom4", "person program")
	must(t, do(t, tb, "i8; undo"))
	var b strings.Builder
	must(t, save(tb, &b))
	m, err := match.Read(strings.NewReader(b.String()), find)
	must(t, err)
	if m, err = m.Redo(); err != nil || m.LastLine() != "move i8" {
		t.Errorf("redo of the saved match: %v in\n%s", err, b.String())
	}
}

// bots is Atom-4 whose programs choose moves with the function choose.
type bots struct {
	atom4.Game
	choose func(ctx context.Context) (string, error)
}

func (b bots) NewBot(int, uint64) game.Bot { return bot(b.choose) }

type bot func(ctx context.Context) (string, error)

func (b bot) Choose(ctx context.Context, _ game.View, _ func(game.Report)) (string, error) {
	return b(ctx)
}

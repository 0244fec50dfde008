package table

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"attic/game"
	"attic/game/example/toy"
	"attic/games"
	"attic/match"
	"attic/match/tree"
)

// at returns a table of the game with this ID after the given moves. The computer plays the seats in the parameter programs, such as "2".
func at(t *testing.T, id, programs, moves string) *Table {
	t.Helper()
	name, setup, err := game.ParseID(id)
	must(t, err)
	g, ok := games.Find(name)
	if !ok {
		g = toy.Game{}
	}
	m, err := match.New(g, setup)
	must(t, err)
	for i := range m.Players {
		m.Players[i].Program = strings.Contains(programs, fmt.Sprint(i+1))
	}
	tb := New(Config{Match: m, Chance: func() uint64 { return 77 }, Opponent: func(string) (Opponent, error) { return guest{}, nil }})
	p := tb.Here()
	defer p.Close()
	for text := range strings.FieldsSeq(moves) {
		must(t, p.Do(Play(text)).Err())
	}
	return tb
}

// guest is an engine that never moves.
type guest struct{ Opponent }

func (guest) Close() error { return nil }

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// every holds one Act of each kind. In a game of Atom-4 after i8 and an undone h8, each Act succeeds for a person with the right to it, with these
// exceptions: next, because the round is not over; finish, which Atom-4 does not support; and the Acts for an analysis and for two machines.
var every = map[Verb]Act{
	play: Play("h8"), playAt: PlayAt(0, "i10"), undo: Undo(), redo: Redo(), resign: Resign(), next: Next(), finish: Finish(),
	start: Start(game.Setup{}), side: Side(1), person: PersonIn(1), program: ProgramIn(1), engine: EngineIn(1, "think:1s"),
	level: Level(3), seed: Seed(4), name: Name(1, "Bo"), speed: Speed(Pace{}), pause: Pause(), goOn: GoOn(), hurry: Hurry(),
	ask: Ask(DrawOffer), accept: Accept(), decline: Decline(), claim: Claim(false), claimed: {Verb: claimed}, say: Say("hello"), assist: {Verb: assist, Text: "hint"},
	edit: Edit(tree.Edit{Do: tree.Comment, At: "0", Text: "good"}), show: Show("0"),
}

// Each line of may: a request, and the people who may make it. They are the person here, a host in seat 1, a guest in seat 2, who is to move, a guest
// in seat 1, a spectator, and a referee, who is a spectator with the right to set up. All others are refused with the code "rights" or "turn".
func TestRights(t *testing.T) {
	const here, host, second, first, spectator, referee = "here", "host", "second", "first", "spectator", "referee"
	people := []string{here, host, second, first, spectator, referee}
	may := map[Verb]string{
		play:    "here second",
		playAt:  "here",
		undo:    "here",
		redo:    "here",
		resign:  "here host second first",
		assist:  "here host second first",
		start:   "here host referee",
		side:    "here host referee",
		person:  "here host referee",
		program: "here host referee",
		engine:  "here host referee",
		level:   "here host referee",
		seed:    "here host referee",
		name:    "here host second referee",
		speed:   "here host referee",
		pause:   "here host referee",
		goOn:    "here host referee",
		hurry:   "here host referee",
	}
	withSeat := func(code string) map[string]string {
		return map[string]string{here: code, host: code, second: code, first: code, spectator: "rights", referee: "rights"}
	}
	never := map[Verb]map[string]string{
		ask: withSeat("offer"), accept: withSeat("offer"), decline: withSeat("offer"), claim: withSeat("claim"), claimed: withSeat("claim"), say: withSeat("offer"),
		// only the person here has the right, and so gets the actual reason
		finish: {here: "illegal", host: "rights", second: "rights", first: "rights", spectator: "rights", referee: "rights"},
		edit:   {here: "illegal", host: "rights", second: "rights", first: "rights", spectator: "rights", referee: "rights"},
		show:   {here: "illegal", host: "rights", second: "rights", first: "rights", spectator: "rights", referee: "rights"},
		next:   {here: "round", host: "rights", second: "rights", first: "rights", spectator: "rights", referee: "rights"},
	}
	for verb := range rules {
		for _, who := range people {
			tb := at(t, "atom4", "", "i8 h8")
			must(t, tb.Here().Do(Undo()).Err())
			p := map[string]func() *Person{
				here:      tb.Here,
				host:      func() *Person { return tb.Join(SetsUp|SeesAll, 0) },
				second:    func() *Person { return tb.Join(0, 1) },
				first:     func() *Person { return tb.Join(0, 0) },
				spectator: func() *Person { return tb.Join(0) },
				referee:   func() *Person { return tb.Join(SetsUp) },
			}[who]()
			err := p.Do(every[verb]).Err()
			if codes, ok := never[verb]; ok {
				if code := CodeOf(err); !slices.Contains(strings.Fields(codes[who]), string(code)) {
					t.Errorf("%s by %s: %v", verb, who, err)
				}
				continue
			}
			want := slices.Contains(strings.Fields(may[verb]), who)
			if code := CodeOf(err); want && err != nil || !want && code != "rights" && code != "turn" {
				t.Errorf("%s by %s: %v, allowed: %v", verb, who, err, want)
			}
			if !want && (tb.m.Ply() != 1 || tb.n != 4) {
				t.Errorf("%s by %s changes something", verb, who)
			}
		}
		if _, ok := every[verb]; !ok {
			t.Errorf("%s is not tried", verb)
		}
	}
}

func TestWhoMayGoOnToTheNextRound(t *testing.T) {
	for _, seats := range [][]int{{0}, {1}} {
		tb := at(t, "atom4", "", "i8")
		must(t, tb.Here().Do(Resign()).Err())
		must(t, tb.Join(0, seats...).Do(Next()).Err())
	}
	tb := at(t, "atom4", "", "i8")
	must(t, tb.Here().Do(Resign()).Err())
	if err := tb.Join(0).Do(Next()).Err(); CodeOf(err) != "rights" {
		t.Errorf("next by a spectator: %v", err)
	}
}

// A guest resigns for their own side, whoever is to move.
func TestGuestsResignForThemselves(t *testing.T) {
	for seat := range 2 {
		tb := at(t, "atom4", "", "i8")
		must(t, tb.Join(0, seat).Do(Resign()).Err())
		if o := tb.m.Outcome(); o.Winner != 1-seat {
			t.Errorf("seat %d resigns, and %d wins", seat, o.Winner)
		}
	}
}

// Guests cannot change the set-up, not even from the seat that sees the hidden information.
func TestGuestsDoNotSetUp(t *testing.T) {
	for _, id := range []string{"toy", "ataxx", "atommaster"} {
		tb := at(t, id, "", "")
		for seat := range 2 {
			p := tb.Join(0, seat)
			if moves := p.Sight().Moves(); len(moves) > 0 {
				t.Errorf("%s: seat %d has the legal move %v", id, seat, moves[0].Text)
			}
			for _, m := range tb.Here().Sight().Moves() {
				if err := p.Do(Play(m.Text)).Err(); CodeOf(err) != "rights" {
					t.Errorf("%s: %s by seat %d: %v", id, m.Text, seat, err)
				}
			}
		}
	}
}

// The player who hides the atoms cannot fire the first beam, neither for the computer nor for a player on another machine.
func TestTheSolverFiresTheFirstBeam(t *testing.T) {
	must(t, at(t, "atommaster", "", "").Here().Do(Play("fire 3")).Err())
	for name, tb := range map[string]*Table{"the computer": at(t, "atommaster", "1", ""), "another machine": shared(t, "atommaster", "").host} {
		before := tb.m.Ply()
		if err := tb.Here().Do(Play("fire 3")).Err(); CodeOf(err) != "turn" || tb.m.Ply() != before {
			t.Errorf("%s: %v", name, err)
		}
		if moves := tb.Here().Sight().Moves(); slices.ContainsFunc(moves, func(m game.Move) bool { return m.Text == "fire 3" }) {
			t.Errorf("%s: fire 3 is a legal move", name)
		}
		must(t, tb.Here().Do(Play("start")).Err())
	}
}

// A person who gives their seat to the computer keeps the view of that seat.
func TestTheViewStaysWhenAProgramPlaysForAPerson(t *testing.T) {
	for seat := range 2 {
		tb := at(t, "toy", "", "")
		p := tb.Here()
		must(t, p.Do(Side(seat)).Err())
		must(t, p.Do(Play("hide 13")).Err())
		must(t, p.Do(ProgramIn(seat)).Err())
		if now := p.Now(); now.Seat != seat {
			t.Errorf("the computer plays seat %d for the person, who sees the view of seat %d", seat, now.Seat)
		}
	}
}

// Guests do not receive engine commands, file paths, programs' reports or the seed of the computer's play from the host's machine.
func TestWhatGuestsAreNotTold(t *testing.T) {
	const command = "/home/anna/bin/secret-engine --key 123"
	tb := at(t, "atom4", "", "")
	here, other := tb.Here(), tb.Join(0, 1)
	must(t, here.Do(EngineIn(0, command)).Err())
	tb.mu.Lock()
	tb.tell(Event{What: Thinking, Report: game.Report{Line: []string{"i8"}}})
	tb.tell(Event{What: NotKept, Err: errors.New("/home/anna: full")})
	tb.tell(Event{What: Failed, Player: match.Player{Program: true, Engine: command}, Err: errors.New("/home/anna: no such file")})
	tb.mu.Unlock()
	if text := fmt.Sprintf("%+v", here.Take()); strings.Count(text, command) < 2 || !strings.Contains(text, "no such file") {
		t.Errorf("the person here gets %s", text)
	}
	events := other.Take()
	if len(events) != 2 || events[0].What != Seated || events[1].What != Failed {
		t.Errorf("a guest gets %+v", events)
	}
	for _, e := range events {
		text := fmt.Sprintf("%+v %v %+v", e.Player, e.Err, e.Players)
		if strings.Contains(text, "anna") || strings.Contains(text, "--key") {
			t.Errorf("a guest gets %s", text)
		}
	}
	if got := other.Now().Players[0].Engine; got != "secret-engine" {
		t.Errorf("a guest sees the engine as %q", got)
	}
	must(t, here.Do(Name(0, "Anna")).Err())
	must(t, here.Do(Level(13)).Err())
	var lines []string
	for _, e := range other.Take() {
		lines = append(lines, e.Lines...)
	}
	if !slices.Contains(lines, "seat 1 person level 2 name Anna") || strings.Contains(strings.Join(lines, "\n"), "level 1250") {
		t.Errorf("a guest, who may have an older program, gets the lines %q", lines)
	}
	must(t, here.Do(Seed(123456)).Err())
	m, _ := other.Sight().Match()
	if text := fmt.Sprintf("%+v %d %v", m.Players, m.Seed, other.Take()[0].Lines); strings.Contains(text, "123456") || strings.Contains(text, "--key") {
		t.Errorf("a guest gets %s", text)
	}
}

func TestTheGameIDOfWhatIsHiddenIsNotForGuests(t *testing.T) {
	tb := at(t, "toy#2", "2", "start")
	guest := tb.Join(0, 0)
	if id, err := guest.Sight().ID(); !errors.Is(err, ErrHidden) {
		t.Errorf("a guest gets the game ID %s, %v", id, err)
	}
	if m, ok := guest.Sight().FullMatch(); ok {
		t.Errorf("a guest gets the record %v", m.Lines())
	}
	if _, err := tb.Here().Sight().ID(); err != nil {
		t.Error("the person here does not get the game ID")
	}
	must(t, tb.Here().Do(Resign()).Err())
	if id, err := guest.Sight().ID(); err != nil || id != "toy#2" {
		t.Errorf("after the end a guest gets the game ID %q, %v", id, err)
	}
}

// An Act with an outdated After is refused.
func TestStaleActs(t *testing.T) {
	tb := at(t, "atom4", "", "i8 h8")
	p := tb.Here()
	a := Undo()
	a.After = tb.n - 1
	if err := p.Do(a).Err(); CodeOf(err) != "stale" {
		t.Errorf("an outdated Undo: %v", err)
	}
	a.After = tb.n
	must(t, p.Do(a).Err())
}

// An Act sent twice with the same ID is carried out once and gets the same answer.
func TestActsAreDoneOnce(t *testing.T) {
	tb := at(t, "atom4", "", "i8")
	p, other := tb.Here(), tb.Here()
	a := Undo()
	a.ID = "q1"
	must(t, p.Do(a).Err())
	must(t, p.Do(a).Err())
	if err := other.Do(a).Err(); !errors.Is(err, match.ErrNothing) {
		t.Errorf("another person's Act with the same ID: %v", err)
	}
	for i := range 2 * mostDone {
		a.ID = fmt.Sprint("r", i)
		_ = p.Do(a).Err()
	}
	if len(tb.done) != mostDone {
		t.Errorf("%d Acts are remembered", len(tb.done))
	}
}

func TestNothingIsDoneAtAClosedTable(t *testing.T) {
	tb := at(t, "atom4", "", "i8")
	p := tb.Here()
	must(t, tb.Close())
	must(t, tb.Close())
	for verb, a := range every {
		if err := p.Do(a).Err(); CodeOf(err) != "closed" {
			t.Errorf("%s: %v", verb, err)
		}
	}
}

func TestActsThatDoNotExist(t *testing.T) {
	p := at(t, "atom4", "", "").Here()
	for _, a := range []Act{{}, {Verb: "fly"}, {Verb: name, Seat: 2}, {Verb: name, Seat: -1}, {Verb: playAt, Text: "x"}, {Verb: speed, Text: "x"}, {Verb: seed}, {Verb: level}} {
		if err := p.Do(a).Err(); CodeOf(err) != "verb" {
			t.Errorf("%+v: %v", a, err)
		}
	}
}

// A person who does not take events for a long time gets Missed in place of old events; the last event has the current state.
func TestQueuesAreBounded(t *testing.T) {
	tb := at(t, "atom4", "", "i8")
	slow, p := tb.Here(), tb.Here()
	for range mostQueued {
		must(t, p.Do(Undo()).Err())
		must(t, p.Do(Redo()).Err())
		p.Take()
	}
	must(t, p.Do(Undo()).Err())
	events := slow.Take()
	if len(events) > mostQueued || !slices.ContainsFunc(events, func(e Event) bool { return e.What == Missed }) {
		t.Errorf("%d events are queued, or none is Missed", len(events))
	}
	if last := events[len(events)-1]; last.Ply != 0 || last.N != tb.n {
		t.Errorf("the last event shows step %d", last.Ply)
	}
}

// A copy of the match that follows the lines of all events equals the match.
func TestEventsCanBeFollowed(t *testing.T) {
	tb := at(t, "atom4", "2", "")
	here, other := tb.Here(), tb.Join(SetsUp)
	copied, n := tb.m, tb.n
	for _, a := range []Act{
		Play("i8"), ProgramIn(0), PersonIn(1), Level(5), Play("j8"), Undo(), Redo(), PlayAt(1, "h8"), Name(0, "Anna"), Side(1), Seed(4),
		PersonIn(0), Speed(Pace{Always: true}), Resign(), Next(), Play("i10"), Undo(), Undo(), Redo(),
	} {
		if err := here.Do(a).Err(); err != nil && CodeOf(err) != "turn" {
			t.Fatalf("%+v: %v", a, err)
		}
		here.Take()
		for _, e := range other.Take() {
			if e.N < n {
				t.Errorf("N falls from %d to %d", n, e.N)
			}
			n = e.N
			var err error
			copied, err = match.Follow(copied, e.Lines...)
			must(t, err)
		}
		if got, want := strings.Join(copied.Lines(), "\n"), strings.Join(tb.m.Lines(), "\n"); got != want {
			t.Fatalf("after %+v the copy is\n%s\nnot\n%s", a, got, want)
		}
	}
	secret := at(t, "toy", "", "")
	hider := secret.Join(0, 1)
	must(t, secret.Here().Do(Play("hide 13")).Err())
	if events := hider.Take(); len(events) != 1 || events[0].Lines != nil {
		t.Errorf("the hider gets record lines: %+v", events)
	}
}

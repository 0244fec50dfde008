package table

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"attic/game"
	"attic/match"
)

// wire connects a host's table with a guest's copy of it, without a network. Requests and events wait until they are delivered.
type wire struct {
	t           *testing.T
	host, copy  *Table
	guest       *Person // the guest, at the host's table
	here, there *Person // the host and the guest, each at the table of their own machine
	mu          sync.Mutex
	requests    []func()
	sent        []Act         // by the guest
	answers     []func(error) // the functions that receive the answers to them
	told        bool          // the first event has been delivered
	far         match.Match   // a game with hidden information as the guest's machine knows it
	left        bool
	rested      bool
}

func (w *wire) Send(a Act, answer func(error)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.sent, w.answers = append(w.sent, a), append(w.answers, answer)
	w.requests = append(w.requests, func() {
		err := w.guest.Do(a).Err()
		w.events()
		if err != nil {
			err = Refusal(CodeOf(err), err.Error())
		}
		answer(err)
	})
}

func (w *wire) Leave() <-chan struct{} {
	w.left = true
	told := make(chan struct{})
	close(told)
	return told
}

func (w *wire) Rest() <-chan struct{} {
	w.rested = true
	told := make(chan struct{})
	close(told)
	return told
}

// events delivers the events at the host's table to the guest's copy.
func (w *wire) events() {
	w.t.Helper()
	if !w.told {
		w.told = true
		w.guest.Take()
		must(w.t, w.copy.Copied().Follow(w.abroad(Event{What: Loaded, Sight: w.guest.Sight()})))
		w.copy.Met(Present)
	}
	for _, e := range w.guest.Take() {
		must(w.t, w.copy.Copied().Follow(w.abroad(e)))
	}
}

// abroad returns an event with the match as the guest's machine knows it.
func (w *wire) abroad(e Event) Event {
	w.t.Helper()
	if e.open() {
		return e
	}
	whole := e.What == Loaded || e.What == Began
	if whole {
		var err error
		w.far, err = match.Sightings(e.m.Game())
		must(w.t, err)
	}
	kept, list := e.Glances(whole)
	far, err := match.Seen(w.far, kept, list...)
	must(w.t, err)
	far.Side, w.far = e.Side, far
	e.Sight = Far(far, e.Now)
	return e
}

// deliver delivers all waiting requests and events.
func (w *wire) deliver() {
	w.t.Helper()
	w.events()
	for w.waiting() > 0 {
		w.mu.Lock()
		next := w.requests[0]
		w.requests = w.requests[1:]
		w.mu.Unlock()
		next()
	}
	w.events()
}

func (w *wire) allow() {
	w.t.Helper()
	w.host.mu.Lock()
	w.host.peer.hosting.Hosted.Hints, w.host.kept.hosted.Hints = true, true
	w.host.mu.Unlock()
	must(w.t, w.here.Do(Name(w.host.m.Side, "Ann")).Err()) // the event tells the guest that help is allowed
	w.deliver()
}

// waiting returns the number of requests that have not been delivered yet.
func (w *wire) waiting() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.requests)
}

// do sends a request from the guest and returns the answer.
func (w *wire) do(a Act) error {
	w.t.Helper()
	answer := w.there.Do(a)
	w.deliver()
	return answer.Err()
}

// shared returns a host's table of the game with this ID after the given moves, connected with a guest's copy.
func shared(t *testing.T, id, moves string) *wire {
	t.Helper()
	w := &wire{t: t, host: at(t, id, "", moves), copy: at(t, strings.Split(id, "#")[0], "2", "")}
	w.here, w.there = w.host.Here(), w.copy.Here()
	must(t, w.host.Share(false, Hosting{}))
	w.guest = w.host.Player(Second)
	must(t, w.copy.Attached(w))
	w.host.Met(Present)
	w.deliver()
	return w
}

// same fails unless both tables show the guest the same state.
func (w *wire) same() {
	w.t.Helper()
	a, b := w.guest.Now(), w.there.Now()
	x, err := a.View.MarshalText()
	must(w.t, err)
	y, err := b.View.MarshalText()
	must(w.t, err)
	if string(x) != string(y) || a.N != b.N || a.Ply != b.Ply || a.ToMove != b.ToMove || a.Seat != b.Seat || a.Round != b.Round || a.Outcome != b.Outcome {
		w.t.Fatalf("the guest's copy shows\n%s\n%+v\nbut the host's table shows\n%s\n%+v", y, b, x, a)
	}
}

func TestSharedGames(t *testing.T) {
	for id, start := range map[string]string{"atom4": "", "ataxx": "start"} {
		w := shared(t, id, "")
		if start != "" {
			if now := w.there.Now(); !now.Situation.Waits || w.here.Now().Situation.Waits {
				t.Errorf("%s: before play the guest waits: %v, the host waits: %v", id, now.Situation.Waits, w.here.Now().Situation.Waits)
			}
			if err := w.do(Play(start)); CodeOf(err) != "rights" {
				t.Errorf("%s: the guest starts: %v", id, err)
			}
			must(t, w.here.Do(Play(start)).Err())
			w.deliver()
		}
		for n := range 6 {
			w.same()
			mine, theirs := w.here.Now(), w.there.Now()
			if mine.Situation.Waits == theirs.Situation.Waits || mine.Seat == theirs.Seat {
				t.Fatalf("%s: both sides wait or neither does (%v), or they have the same seat: %d and %d", id, mine.Situation.Waits, mine.Seat, theirs.Seat)
			}
			if n%2 == 0 {
				if err := w.do(Play(w.here.Sight().Moves()[0].Text)); CodeOf(err) != "turn" {
					t.Errorf("%s: a guest's move at the host's turn: %v", id, err)
				}
				must(t, w.here.Do(Play(w.here.Sight().Moves()[0].Text)).Err())
				w.deliver()
				continue
			}
			must(t, w.do(Play(w.there.Sight().Moves()[0].Text)))
		}
		w.same()
		must(t, w.do(Resign()))
		w.same()
		if now := w.here.Now(); !now.Over || now.Outcome.Winner != now.Seat || now.Situation.Waits {
			t.Errorf("%s: after the guest has resigned: %+v", id, now)
		}
	}
}

// Between two people, an undo, a draw and a rematch need the agreement of both.
func TestOffers(t *testing.T) {
	w := shared(t, "ataxx", "start")
	must(t, w.here.Do(Play("b6")).Err())
	w.deliver()
	must(t, w.do(Play("f6")))
	must(t, w.here.Do(Undo()).Err())
	w.deliver()
	if now := w.there.Now(); now.Situation.Offer != UndoOffer || now.Situation.OfferBy != 0 || now.Ply != 3 {
		t.Fatalf("the guest sees %+v", now)
	}
	if err := w.here.Do(Accept()).Err(); CodeOf(err) != "offer" {
		t.Errorf("the host accepts its own offer: %v", err)
	}
	must(t, w.do(Decline()))
	if now := w.here.Now(); now.Situation.Offer != NoOffer || now.Ply != 3 || w.there.Now().Situation.Offer != NoOffer {
		t.Fatalf("after the guest has declined: %+v", now)
	}
	must(t, w.here.Do(Undo()).Err())
	w.deliver()
	must(t, w.do(Accept()))
	w.same()
	if now := w.here.Now(); now.Ply != 1 || now.ToMove != 0 {
		t.Fatalf("after both moves were taken back: %+v", now)
	}
	must(t, w.here.Do(Play("b6")).Err())
	w.deliver()
	must(t, w.do(Ask(DrawOffer)))
	w.deliver()
	must(t, w.do(Play("f6"))) // a move ends the offer
	w.same()
	if err := w.here.Do(Accept()).Err(); CodeOf(err) != "offer" {
		t.Errorf("an offer that a move ended can be accepted: %v", err)
	}
	must(t, w.do(Ask(DrawOffer)))
	must(t, w.here.Do(Ask(DrawOffer)).Err()) // now both offer a draw
	w.deliver()
	w.same()
	if now := w.there.Now(); !now.Over || now.Outcome.Winner != game.Nobody || now.Outcome.Text != "Draw." {
		t.Fatalf("after both offered a draw: %+v", now.Outcome)
	}
	must(t, w.do(Ask(AgainOffer)))
	must(t, w.here.Do(Accept()).Err())
	w.deliver()
	w.same()
	if now := w.there.Now(); now.Over || now.Seat != 0 || w.here.Now().Seat != 1 || now.Ply != 0 {
		t.Fatalf("in the rematch the guest has seat %d at ply %d", now.Seat, now.Ply)
	}
	if err := w.do(Ask(DrawOffer)); CodeOf(err) != "offer" {
		t.Errorf("a draw offer before play: %v", err)
	}
}

func TestAnOfferEndsAfterAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := shared(t, "atom4", "")
		must(t, w.here.Do(Play("i8")).Err())
		must(t, w.here.Do(Undo()).Err())
		w.deliver()
		if now := w.there.Now(); now.Situation.Offer != UndoOffer {
			t.Fatalf("the offer to the guest is %q", now.Situation.Offer)
		}
		<-time.After(offerTime)
		synctest.Wait()
		w.deliver()
		if a, b := w.here.Now().Situation.Offer, w.there.Now().Situation.Offer; a != NoOffer || b != NoOffer {
			t.Errorf("after a minute the offers are %q and %q", a, b)
		}
	})
}

// After Part, a game stays on both tables without a result, and can be continued after Undo. If the game is still in its set-up, it disappears from
// the guest's table.
func TestParting(t *testing.T) {
	w := shared(t, "ataxx", "start")
	must(t, w.here.Do(Play("b6")).Err())
	w.deliver()
	w.copy.Part(0, nil)
	w.host.Part(1, nil)
	for _, p := range []*Person{w.here, w.there} {
		now := p.Now()
		if !now.Over || now.Outcome.Text != "No result." || now.Situation.Other != Near || now.Ply != 3 {
			t.Errorf("after Part: %+v", now)
		}
		must(t, p.Do(Undo()).Err())
		if now = p.Now(); now.Over || now.ToMove != 1 || len(p.Sight().Moves()) == 0 {
			t.Errorf("after Undo: %+v", now)
		}
	}
	if !w.left {
		t.Error("the link has not ended")
	}
	w = shared(t, "ataxx", "") // the guest does not keep a set-up
	must(t, w.here.Do(Play("blocks g")).Err())
	w.deliver()
	w.copy.Part(0, nil)
	if now := w.there.Now(); now.Ply != 0 || now.Over || len(w.there.Sight().Moves()) == 0 {
		t.Errorf("after Part during set-up: %+v", now)
	}
}

// If the host allows help, the guest can let a program on their own machine play, and the host is told.
func TestTheGuestsProgram(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := shared(t, "atom4", "")
		if err := w.there.Do(ProgramIn(1)).Err(); CodeOf(err) != "seat" {
			t.Errorf("without leave the guest seats a program: %v", err)
		}
		w.allow()
		ctx := t.Context()
		stop := w.copy.Go(ctx)
		must(t, w.there.Do(Level(2)).Err())
		must(t, w.there.Do(ProgramIn(1)).Err())
		if err := w.there.Do(ProgramIn(0)).Err(); CodeOf(err) != "rights" {
			t.Errorf("the guest seats a program for the host: %v", err)
		}
		if err := w.here.Do(ProgramIn(1)).Err(); CodeOf(err) != "seat" {
			t.Errorf("the host seats a program for the guest: %v", err)
		}
		w.here.Take()
		w.deliver()
		if e := w.here.Take(); len(e) != 1 || e[0].What != Aided || e[0].By != 1 || e[0].Text != string(ComputerHelp) {
			t.Errorf("the host is told of the guest's program: %+v", e)
		}
		must(t, w.here.Do(Play("i8")).Err())
		w.deliver()
		for waited := time.Duration(0); w.here.Now().Ply < 2; waited += time.Second { // the program may think for several seconds of simulated time
			if waited > time.Hour {
				t.Fatalf("the guest's program has not answered: %+v", w.there.Now())
			}
			<-time.After(time.Second)
			synctest.Wait()
			w.deliver()
		}
		w.same()
		if now := w.here.Now(); now.Ply != 2 || now.Players[1].Program {
			t.Errorf("after the program's move: %+v", now)
		}
		must(t, w.copy.Close())
		stop()
	})
}

// If the computer already plays for the guest when they join, the host is told, however late the link reports that it is connected.
func TestAGuestWhoJoinsWithAProgram(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &wire{t: t, host: at(t, "ataxx", "", ""), copy: at(t, "ataxx", "", "")}
		w.here, w.there = w.host.Here(), w.copy.Here()
		must(t, w.host.Share(false, Hosting{Hosted: match.Hosted{Hints: true}}))
		w.guest, w.told = w.host.Player(Second), true
		must(t, w.there.Do(ProgramIn(w.there.Now().Seat)).Err())
		must(t, w.copy.Attached(w))
		w.host.Met(Present)
		must(t, w.copy.Copied().Follow(Event{What: Loaded, Sight: w.guest.Sight()}))
		synctest.Wait()
		w.copy.Met(Present)
		synctest.Wait()
		w.here.Take()
		w.deliver()
		if e := w.here.Take(); len(e) != 1 || e[0].What != Aided || e[0].Text != string(ComputerHelp) {
			t.Errorf("the host is told of the guest's program: %+v", e)
		}
	})
}

// The copy of a game with hidden information holds only what the guest sees.
func TestSharedHiddenGames(t *testing.T) {
	w := shared(t, "toy", "")
	must(t, w.here.Do(Play("hide 13")).Err())
	w.deliver()
	w.same()
	if w.there.Now().ToMove == game.Anyone { // hiding starts the game, without the start command
		t.Errorf("the host has hidden a number, but play has not begun: %+v", w.there.Now())
	}
	if _, ok := w.there.Sight().FullMatch(); ok {
		t.Error("the guest has a record")
	}
	if _, err := w.there.Sight().ID(); !errors.Is(err, ErrHidden) {
		t.Error("the guest has a game ID")
	}
	for n := 0; !w.there.Now().Over && n < 30; n++ {
		p := w.here
		if w.here.Now().Situation.Waits {
			p = w.there
		}
		must(t, func() error {
			moves := p.Sight().Moves()
			answer := p.Do(Play(moves[n%len(moves)].Text))
			w.deliver()
			return answer.Err()
		}())
		w.same()
		told, final := w.there.Take(), false
		for _, e := range told {
			final = final || e.What == Played && e.Move.Final
		}
		if p == w.there && !final {
			t.Errorf("no event marks the guest's move as final: %+v", told)
		}
	}
	for ply := range w.there.Now().Ply + 1 {
		a, _ := w.guest.Sight().At(ply)
		b, _ := w.there.Sight().At(ply)
		x, _ := a.View.MarshalText()
		y, _ := b.View.MarshalText()
		if string(x) != string(y) {
			t.Errorf("at ply %d the copy shows %s, not %s", ply, y, x)
		}
	}
}

// A move that is only for people at one machine, such as learn, is neither listed nor accepted between two machines. A game with such a move cannot
// be shared.
func TestNobodyLearnsInSharedGames(t *testing.T) {
	if err := at(t, "atommaster", "", "learn learn").Share(false, Hosting{}); CodeOf(err) != "begun" {
		t.Errorf("Share after learn: %v", err)
	}
	w := shared(t, "atommaster", "")
	for _, p := range []*Person{w.here, w.there} {
		answer := p.Do(Play("learn"))
		w.deliver()
		if err := answer.Err(); err == nil {
			t.Error("learn is accepted")
		}
	}
	must(t, w.here.Do(Play("start")).Err())
	w.deliver()
	if err := w.do(Play("learn")); CodeOf(err) != "illegal" {
		t.Errorf("learn by the guest: %v", err)
	}
	for _, m := range w.there.Sight().Moves() {
		if m.Text == "learn" {
			t.Error("learn is listed")
		}
	}
}

// Before a host has answered, the guest can ask for nothing.
func TestRequestsWhileConnecting(t *testing.T) {
	w := &wire{t: t, copy: at(t, "ataxx", "", "")}
	w.there = w.copy.Here()
	must(t, w.copy.Attached(w))
	for _, a := range []Act{Play("a7-a6"), Undo(), Ask(DrawOffer), Name(0, "Zoe"), Claim(false), Say("hello")} {
		err := w.there.Do(a).Err()
		if err == nil || !strings.Contains(game.Typed(err.Error()), "attic is still connecting to the host; type clear to stop") || w.waiting() != 0 {
			t.Errorf("%s: %v, and %d requests wait", a.Verb, err, w.waiting())
		}
	}
}

// A guest's request while the host is away waits for the host; a pointless request is refused immediately.
func TestRequestsWhileTheHostIsAway(t *testing.T) {
	for _, c := range []struct {
		clause, game string
		moves        []string // by the host and the guest in turn
		act          Act
		refusal      string // "": the request waits
	}{
		{"a move", "atom4", []string{"i8"}, Play("h8"), ""},
		{"an illegal move", "atom4", []string{"i8"}, Play("i8"), "a red piece stands on i8"},
		{"a move on the host's turn", "atom4", []string{"i8", "h8"}, Play("i10"), "it is player 1's turn"},
		{"a move during the host's set-up", "ataxx", nil, Play("a7-a6"), "only the host can do that"},
		{"a move in a game that hides something", "atommaster", []string{"start"}, Play("fire 3"), ""},
		{"the next round of one that runs", "atommaster", []string{"start"}, Next(), "the other player would have to agree"},
		{"to take back", "atom4", []string{"i8", "h8"}, Undo(), ""},
		{"to take back nothing", "atom4", nil, Undo(), "there is nothing to take back"},
		{"a draw", "atom4", []string{"i8"}, Ask(DrawOffer), ""},
		{"a draw before the first move", "atom4", nil, Ask(DrawOffer), "nobody has moved yet; offer a draw after the first move"},
		{"a rematch", "atom4", []string{"i8"}, Ask(AgainOffer), "the game is not over"},
		{"to resign", "atom4", []string{"i8"}, Resign(), ""},
		{"to bring back", "atom4", []string{"i8"}, Redo(), "the other player would have to agree"},
		{"an answer to no offer", "atom4", []string{"i8"}, Accept(), "there is no offer to answer"},
		{"a refusal of no offer", "atom4", []string{"i8"}, Decline(), "there is no offer to answer"},
		{"chat", "atom4", []string{"i8"}, Say("hello"), "the other player is away and would not see your message"},
		{"the guest's name", "atom4", nil, Name(1, "Zoe"), ""},
		{"the host's name", "atom4", nil, Name(0, "Zoe"), "you can change only your own name"},
	} {
		t.Run(c.clause, func(t *testing.T) {
			w := shared(t, c.game, "")
			for i, move := range c.moves {
				if i%2 == 0 {
					must(t, w.here.Do(Play(move)).Err())
					w.deliver()
				} else {
					must(t, w.do(Play(move)))
				}
			}
			w.copy.Met(Away)
			answer := w.there.Do(c.act)
			if c.refusal == "" {
				if w.waiting() != 1 {
					t.Fatalf("%d requests wait", w.waiting())
				}
				w.copy.Met(Present)
				w.deliver()
				must(t, answer.Err())
				return
			}
			select {
			case <-answer.Done():
			default:
				t.Fatal("it waits for the host")
			}
			if err := answer.Err(); err == nil || !strings.Contains(err.Error(), c.refusal) || w.waiting() != 0 {
				t.Errorf("%v, and %d requests wait", err, w.waiting())
			}
		})
	}
}

// A spectator on another machine is told if the computer made a move, in either seat.
func TestASpectatorIsToldWhoMoves(t *testing.T) {
	w := shared(t, "ataxx", "start")
	watcher := w.host.Join(0)
	defer watcher.Close()
	seen := at(t, "ataxx", "", "")
	there := seen.Here()
	must(t, seen.Attached(w))
	must(t, seen.Copied().Follow(Event{What: Loaded, Sight: watcher.Sight()}))
	there.Take()
	play := func() {
		t.Helper()
		w.deliver()
		for _, e := range watcher.Take() {
			e.Program = e.What == Played
			must(t, seen.Copied().Follow(e))
		}
		for _, e := range there.Take() {
			if e.What == Played && (!e.Program || e.Move.Text == "") {
				t.Errorf("seat %d has played %q, by a computer: %v", e.By, e.Move.Text, e.Program)
			}
		}
	}
	must(t, w.here.Do(Play(w.here.Sight().Moves()[0].Text)).Err())
	play()
	must(t, w.do(Play(w.there.Sight().Moves()[0].Text)))
	play()
	if now := there.Now(); now.Ply != 3 || now.Seat != game.Nobody {
		t.Errorf("the spectator sees %+v", now)
	}
}

// At a hall, a player who joins is not told that the other player, who is already there, is back.
func TestWhoIsThereAlready(t *testing.T) {
	w := shared(t, "atom4", "")
	w.copy.peer.link.hall = true
	w.there.Take()
	for n, c := range []struct {
		other Other
		told  bool
	}{{Present, false}, {Away, true}, {Present, true}} {
		must(t, w.copy.Copied().Follow(Event{What: Presence, By: w.here.Now().Seat, Sight: Sight{Now: Now{Situation: Situation{Other: c.other}}}}))
		if got := len(w.there.Take()) > 0; got != c.told {
			t.Errorf("event %d is told: %v", n, got)
		}
	}
}

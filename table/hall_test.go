package table

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"attic/game"
	"attic/match"
)

// parlour is a table of a hall, with both players and a spectator.
type parlour struct {
	t       *testing.T
	table   *Table
	players [2]*Person
	watcher *Person
	books   []*pages
}

var doors = match.Hosted{ID: "second1", First: match.Ticket{ID: "first11"}, Watchers: "watch11", Watch: true}

// hall returns a table of a hall at which both players are present. programs names the seats of the computer, from 1.
func hall(t *testing.T, id, programs string, rule ClockRule) *parlour {
	t.Helper()
	h := &parlour{t: t}
	m := at(t, id, programs, "").m
	m.Players[0].Name = "Zoe"
	h.open(Config{Match: m}, false, Hosting{Hosted: doors, Clock: rule, Chat: true})
	for place, p := range h.players {
		h.table.Joined(Place(place), match.KeyHash([]string{"0a", "0b"}[place]))
		p.Met(Present)
	}
	return h
}

func (h *parlour) open(c Config, again bool, hosting Hosting) {
	h.t.Helper()
	c.MustKeep, c.Chance = true, func() uint64 { return 7 }
	c.Begin = func() (match.Ledger, error) {
		h.books = append(h.books, &pages{})
		return h.books[len(h.books)-1], nil
	}
	h.table = New(c)
	must(h.t, h.table.Share(again, hosting))
	for place := range h.players {
		h.players[place] = h.table.Player(Place(place))
	}
	h.watcher = h.table.Join(0)
}

// dies kills the hall and opens the table again from its ledger. The parameter ran is the last time at which the hall's program ran.
func (h *parlour) dies(ran time.Time) {
	h.t.Helper()
	m, book := h.books[len(h.books)-1].again(h.t)
	h.books[len(h.books)-1] = book
	c := Config{Match: m, Journal: book}
	hosted := book.Past().Hosted
	h.open(c, true, Hosting{Hosted: hosted, Ran: ran, Chat: true})
}

// moves plays n moves, each by the player to move.
func (h *parlour) moves(n int) {
	h.t.Helper()
	for range n {
		p := h.toMove()
		must(h.t, p.Do(Play(p.Sight().Moves()[0].Text)).Err())
	}
}

func (h *parlour) toMove() *Person {
	return h.players[placeOf(h.table.m, h.table.m.ToMove())]
}

func (h *parlour) waiting() *Person {
	return h.players[placeOf(h.table.m, h.table.m.ToMove()).opposite()]
}

// When another process opens the table, players who have joined still count as joined, although nobody is connected. The same is true for a player
// with a new link, whose earlier key is no longer valid. Nobody is told to wait for a player who has already joined.
func TestWhoHasJoinedStaysJoined(t *testing.T) {
	for _, id := range []string{"atom4", "ataxx"} {
		for name, before := range map[string]func(h *parlour){
			"both have joined": func(*parlour) {},
			"a new link for the second player": func(h *parlour) {
				h.table.Issue(Second, match.Ticket{ID: "second2"})
			},
			"a new link for both, after a move": func(h *parlour) {
				h.moves(1)
				h.table.Issue(First, match.Ticket{ID: "first22"})
				h.table.Issue(Second, match.Ticket{ID: "second2"})
			},
		} {
			h := hall(t, id, "", ClockRule{})
			before(h)
			for range 2 {
				h.dies(time.Time{})
				if now := h.toMove().Now(); now.Situation.Other != Away {
					t.Errorf("%s, %s: the other player is shown as %v", id, name, now.Situation.Other)
				}
				h.moves(1)
			}
		}
	}
	h := hall(t, "ataxx", "", ClockRule{})
	h.table.Issue(Second, match.Ticket{ID: "second2"})
	h.open(Config{Match: h.table.m}, false, Hosting{Hosted: doors})
	if err := h.toMove().Do(Play("a7-b6")).Err(); !errors.Is(err, ErrTurn) {
		t.Error("a new table has the players of another one")
	}
}

// A player has joined only if the ledger of the hall records this, because otherwise the next process to open the table would not know.
func TestAJoinThatCannotBeKept(t *testing.T) {
	h := &parlour{t: t}
	h.open(Config{Match: at(t, "ataxx", "", "").m}, false, Hosting{Hosted: doors})
	must(t, h.table.Joined(First, match.KeyHash("0a")))
	h.books[0].full(true)
	if err := h.table.Joined(Second, match.KeyHash("0b")); !errors.Is(err, ErrBusy) || h.table.Hosted().Guest != "" {
		t.Errorf("on a full disk: %v, %+v", err, h.table.Hosted())
	}
	h.books[0].full(false)
	must(t, h.table.Joined(Second, match.KeyHash("0c")))
	if h.dies(time.Time{}); !h.table.Hosted().Second().Knows("0c") {
		t.Errorf("the ledger holds %+v", h.table.Hosted())
	}
}

// Both players of a hall's table are on other machines, and each has only the rights of a seat, in every game.
func TestBothPlayersAreElsewhere(t *testing.T) {
	for _, id := range []string{"atom4", "ataxx", "atommaster"} {
		h := hall(t, id, "", ClockRule{})
		open := h.table.Game().Info().Open
		if open == (h.table.m.ToMove() == game.Anyone) {
			t.Fatalf("%s: to move is %d", id, h.table.m.ToMove())
		}
		if !open {
			hides := h.players[placeOf(h.table.m, hider(h.table.Game()))]
			seeks := h.players[placeOf(h.table.m, hider(h.table.Game())).opposite()]
			if err := seeks.Do(Play("start")).Err(); !errors.Is(err, ErrTurn) || len(seeks.Sight().Moves()) > 0 {
				t.Errorf("the seeker may begin: %v", err)
			}
			must(t, hides.Do(Play("hide a1,b2,c3,d4")).Err())
			if _, ok := hides.Sight().FullMatch(); ok || len(seeks.Sight().Moves()) == 0 || h.table.m.ToMove() == game.Anyone {
				t.Error("after hiding, it is not the seeker's turn, or the hider sees the record")
			}
			for _, p := range []*Person{seeks, h.watcher} {
				for _, e := range p.Take() {
					if strings.Contains(e.Move.Text, "a1") || e.Lines != nil {
						t.Errorf("somebody is told %q, %q", e.Move.Text, e.Lines)
					}
				}
				if text, _ := p.Now().View.MarshalText(); strings.Contains(string(text), "a1") {
					t.Errorf("somebody sees %s", text)
				}
			}
		}
		h.moves(1)
		if open {
			if err := h.waiting().Do(Play(h.toMove().Sight().Moves()[0].Text)).Err(); !errors.Is(err, ErrTurn) {
				t.Errorf("%s: a move out of turn: %v", id, err)
			}
		}
		for _, p := range append(h.players[:], h.watcher) {
			for _, a := range []Act{Clear(), Side(1), ProgramIn(0), Level(2), Pause(), Redo(), PlayAt(0, "start")} {
				if err := p.Do(a).Err(); !errors.Is(err, ErrRights) {
					t.Errorf("%s: %s is answered with %v", id, a.Verb, err)
				}
			}
		}
		if err := h.players[0].Do(Name(h.players[1].Now().Seat, "Eve")).Err(); !errors.Is(err, ErrRights) {
			t.Errorf("%s: naming the other player: %v", id, err)
		}
		if err := h.watcher.Do(Say("hello")).Err(); !errors.Is(err, ErrRights) {
			t.Errorf("a spectator talks: %v", err)
		}
		must(t, h.players[0].Do(Name(h.players[0].Now().Seat, "Ann")).Err())
		if name := h.watcher.Now().Players[h.players[0].Now().Seat].Name; name != "Ann" {
			t.Errorf("the name is %q", name)
		}
		for _, line := range h.books[0].Lines() {
			if strings.Contains(line, "Ann") || strings.Contains(line, "Zoe") {
				t.Errorf("the ledger holds a name: %q", line)
			}
		}
	}
}

// Nobody can play before both have joined, and each player is told when the other is away.
func TestAHallKnowsWhoIsThere(t *testing.T) {
	h := hall(t, "ataxx", "", ClockRule{})
	h.players[1].Met(Away)
	if now := h.players[0].Now(); now.Situation.Other != Away || !slices.Equal(now.Situation.Places, []Other{Present, Away}) {
		t.Errorf("the first player sees %v, %v", now.Situation.Other, now.Situation.Places)
	}
	if now := h.players[1].Now(); now.Situation.Other != Present {
		t.Errorf("the second player sees %v", now.Situation.Other)
	}
	if err := h.players[0].Do(Say("hello")).Err(); !errors.Is(err, ErrOffer) {
		t.Errorf("a line to somebody who is away: %v", err)
	}
	early := &parlour{t: t}
	early.open(Config{Match: at(t, "ataxx", "", "").m}, false, Hosting{Hosted: doors})
	early.players[0].Met(Present)
	if err := early.players[0].Do(Play("b6")).Err(); !errors.Is(err, ErrTurn) {
		t.Errorf("a move before the other player has joined: %v", err)
	}
}

// Offers by either player reach the other one.
func TestOffersAtAHall(t *testing.T) {
	for _, id := range []string{"atom4", "ataxx"} {
		for asks := range 2 {
			h := hall(t, id, "", ClockRule{})
			h.moves(2)
			a, b := h.players[asks], h.players[1-asks]
			must(t, a.Do(Undo()).Err())
			if now := b.Now(); now.Situation.Offer != UndoOffer || now.Situation.OfferBy != a.Now().Seat {
				t.Fatalf("%s: the offer is %v by %d", id, now.Situation.Offer, now.Situation.OfferBy)
			}
			if err := a.Do(Accept()).Err(); !errors.Is(err, ErrOffer) {
				t.Errorf("%s: the player who asks agrees: %v", id, err)
			}
			must(t, b.Do(Accept()).Err())
			if to := h.table.m.ToMove(); to != a.Now().Seat {
				t.Errorf("%s: after the takeback %d is to move", id, to)
			}
			h.moves(3)
			must(t, b.Do(Ask(DrawOffer)).Err())
			must(t, a.Do(Decline()).Err())
			must(t, a.Do(Ask(DrawOffer)).Err())
			must(t, b.Do(Accept()).Err())
			if o := h.watcher.Now().Outcome; o.Winner != game.Nobody || !h.watcher.Now().Over {
				t.Errorf("%s: the game ended with %+v", id, o)
			}
			seat := a.Now().Seat
			must(t, a.Do(Ask(AgainOffer)).Err())
			must(t, b.Do(Accept()).Err())
			if a.Now().Seat == seat || b.Now().Seat != seat || h.table.m.ToMove() < 0 {
				t.Errorf("%s: after the rematch the seats are %d and %d, to move is %d", id, a.Now().Seat, b.Now().Seat, h.table.m.ToMove())
			}
			h.moves(3)
			ply := h.table.m.Ply()
			h.dies(time.Time{})
			if h.players[asks].Now().Seat == seat || h.table.m.Ply() != ply || len(h.books) != 2 {
				t.Errorf("%s: after the kill the seat is %d, the ply %d, with %d ledgers", id, h.players[asks].Now().Seat, h.table.m.Ply(), len(h.books))
			}
		}
	}
}

// A player can claim the game from an absent player, and the table decides by its own record of that player.
func TestClaimsAtAHall(t *testing.T) {
	for _, id := range []string{"atom4", "ataxx"} {
		synctest.Test(t, func(t *testing.T) {
			h := hall(t, id, "", ClockRule{})
			if err := h.waiting().Do(Claim(false)).Err(); !errors.Is(err, ErrClaim) {
				t.Errorf("a claim at once: %v", err)
			}
			h.moves(2)
			absent, waits := h.toMove(), h.waiting()
			<-time.After(2 * claimTime)
			if err := waits.Do(Claim(false)).Err(); !errors.Is(err, ErrClaim) {
				t.Errorf("a claim against somebody who is there: %v", err)
			}
			absent.Met(Away)
			<-time.After(claimTime - time.Second)
			if err := waits.Do(Claim(false)).Err(); !errors.Is(err, ErrClaim) {
				t.Errorf("a claim too early: %v", err)
			}
			<-time.After(time.Second)
			if err := absent.Do(Claim(false)).Err(); !errors.Is(err, ErrClaim) {
				t.Errorf("a claim by the absent player: %v", err)
			}
			must(t, waits.Do(Claim(false)).Err())
			if !h.watcher.Now().Won(waits.Now().Seat) {
				t.Errorf("the game ended with %+v", h.watcher.Now().Outcome)
			}
			<-time.After(time.Hour)
			must(t, h.table.Close())
			if h.books[0].End() != "kept" {
				t.Errorf("the ledger is %q", h.books[0].End())
			}
		})
	}
}

// If a player is connected but does not make the first move, the other may end the game without a result. A sleeping player counts as away after five
// minutes.
func TestSilenceAtAHall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := hall(t, "ataxx", "", ClockRule{})
		<-time.After(claimTime)
		must(t, h.waiting().Do(Claim(false)).Err())
		if now := h.watcher.Now(); !now.Over || now.Outcome.Winner != game.Nobody {
			t.Errorf("without a first move the game ended with %+v", now.Outcome)
		}
		for place := range 2 { // either player sleeps
			h := hall(t, "ataxx", "", ClockRule{})
			h.moves(4 + place)
			sleeps, waits := h.toMove(), h.waiting()
			sleeps.Slept(true, time.Now())
			<-time.After(sleepTimes*claimTime - time.Second)
			if now := waits.Now(); now.Situation.Places[sleeps.Now().Seat] != Dozing || now.Situation.Places[waits.Now().Seat] != Present {
				t.Errorf("the places are %v", now.Situation.Places)
			}
			if err := waits.Do(Claim(false)).Err(); !errors.Is(err, ErrClaim) {
				t.Errorf("a claim too early: %v", err)
			}
			<-time.After(time.Second)
			must(t, waits.Do(Claim(false)).Err())
			must(t, h.table.Close())
		}
		must(t, h.table.Close())
	})
}

// Both clocks get the credit for the network. A hall ends games whose time runs out by itself, and does not count its downtime.
func TestClocksAtAHall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := hall(t, "ataxx", "", ClockRule{Each: time.Minute})
		h.moves(2)
		for range 2 {
			<-time.After(10 * time.Second)
			h.moves(1)
		}
		if left := h.watcher.Now().Clock.Left; left[0] != 50*time.Second+lagCredit || left[1] != 50*time.Second+lagCredit {
			t.Errorf("the times left are %v", left)
		}
		<-time.After(5 * time.Second)
		ran := time.Now()
		must(t, h.table.Close())
		<-time.After(time.Hour)
		h.dies(ran)
		if left := h.watcher.Now().Clock.Of(0, time.Now()); left != 45*time.Second+lagCredit {
			t.Errorf("after an hour without the hall, the time left is %v", left)
		}
		lines := len(h.books[0].Lines())
		<-time.After(5 * time.Second)
		ran = time.Now()
		must(t, h.table.Close())
		h.dies(ran)
		if left := h.watcher.Now().Clock.Of(0, time.Now()); left != 40*time.Second+lagCredit || len(h.books[0].Lines()) > lines+1 {
			t.Errorf("after another end of the hall, the time left is %v, with %d lines, before %d", left, len(h.books[0].Lines()), lines)
		}
		if at := h.table.Deadline(); time.Until(at) != 40*time.Second+2*lagCredit {
			t.Errorf("the deadline is in %v", time.Until(at))
		}
		<-time.After(time.Minute)
		if now := h.watcher.Now(); !now.Won(1) {
			t.Errorf("the game ended with %+v", now.Outcome)
		}
		must(t, h.table.Close())
	})
}

// If the clock has days for each move, it keeps running while the hall is down.
func TestDaysRunOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := hall(t, "ataxx", "", ClockRule{Each: 24 * time.Hour})
		h.moves(3)
		must(t, h.table.Close())
		<-time.After(6 * time.Hour)
		h.dies(time.Time{})
		if left := h.watcher.Now().Clock.Of(h.table.m.ToMove(), time.Now()); left != 18*time.Hour {
			t.Errorf("the time left is %v", left)
		}
		must(t, h.table.Close())
	})
}

// An act of either player happens once, even if the hall is killed before it answers. A game in which nobody has moved is kept too.
func TestActsAtAHallHappenOnce(t *testing.T) {
	for _, id := range []string{"atom4", "ataxx", "atommaster"} {
		h := hall(t, id, "", ClockRule{})
		must(t, h.table.Close())
		if h.books[0].End() != "kept" {
			t.Fatalf("%s: a game without a move is %q", id, h.books[0].End())
		}
		h.dies(time.Time{})
		for _, p := range h.players {
			p.Met(Present)
		}
		for i := range 4 {
			p := h.toMove()
			place := p.who.place
			act := Play("hide a1,b2,c3,d4")
			if h.table.m.ToMove() != game.Anyone {
				act = Play(p.Sight().Moves()[0].Text)
			}
			act.ID, act.After = "act"+string('0'+rune(i)), p.Now().N
			must(t, p.Do(act).Err())
			ply := h.table.m.Ply()
			h.dies(time.Time{})
			if h.table.m.Ply() != ply {
				t.Fatalf("%s: after the kill %d steps are left of %d", id, h.table.m.Ply(), ply)
			}
			if err := h.players[place].Do(act).Err(); err != nil || h.table.m.Ply() != ply {
				t.Errorf("%s: move %d again: %v, ply %d, want %d", id, i, err, h.table.m.Ply(), ply)
			}
			if hosted := h.table.Hosted(); !hosted.First.Knows("0a") || !hosted.Second().Knows("0b") || hosted.Watchers != doors.Watchers || !hosted.Watch {
				t.Fatalf("the table knows %+v", hosted)
			}
		}
	}
}

// Another process of the hall may have written an earlier attempt at the same act, so nobody is told that the act was not done.
func TestAnotherProcessOfAHallIsFirst(t *testing.T) {
	h := hall(t, "ataxx", "", ClockRule{})
	h.moves(1)
	h.books[0].Fail = func(int, func(int)) error { return match.ErrMoved }
	p := h.toMove()
	act := Play(p.Sight().Moves()[0].Text)
	act.ID = "again1"
	for range 2 {
		if err := p.Do(act).Err(); !errors.Is(err, ErrUnsure) {
			t.Errorf("a move after another process was first: %v", err)
		}
	}
}

// A table whose journal others may have changed does not refuse an act because of its own, perhaps outdated, state. The act can be tried again later.
func TestATableThatIsNotCurrent(t *testing.T) {
	h := hall(t, "ataxx", "", ClockRule{})
	h.moves(1)
	p, current := h.toMove(), false
	h.table.current = func() bool { return current }
	act := Play("a1-a1")
	act.ID = "again1"
	if err := p.Do(act).Err(); !errors.Is(err, ErrUnsure) {
		t.Errorf("a wrong move, while it is not known what was played: %v", err)
	}
	if current = true; errors.Is(p.Do(act).Err(), ErrUnsure) {
		t.Error("it is not decided when it is known")
	}
}

// A player who gives up before their first move does not lose, and the next round or game can begin.
func TestAbortAtAHall(t *testing.T) {
	h := hall(t, "atom4", "", ClockRule{})
	h.moves(1)
	must(t, h.toMove().Do(Resign()).Err())
	if now := h.watcher.Now(); !now.Over || now.Outcome.Winner != game.Nobody {
		t.Errorf("the game ended with %+v", now.Outcome)
	}
	h = hall(t, "atom4", "", ClockRule{})
	h.moves(2)
	loser := h.toMove()
	must(t, loser.Do(Resign()).Err())
	if now := h.watcher.Now(); !now.Won(1 - loser.Now().Seat) {
		t.Errorf("the game ended with %+v", now.Outcome)
	}
}

// Against the computer, a player needs nobody's consent.
func TestTheComputerAtAHall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := hall(t, "ataxx", "2", ClockRule{})
		stop := h.table.Go(t.Context())
		p := h.players[0]
		for range 2 {
			must(t, p.Do(Play(p.Sight().Moves()[0].Text)).Err())
			synctest.Wait()
		}
		ply := p.Now().Ply
		must(t, p.Do(Undo()).Err())
		if p.Now().Ply != ply-2 || p.Now().ToMove != 0 {
			t.Errorf("after the takeback %d steps are left of %d", p.Now().Ply, ply)
		}
		if err := p.Do(Ask(DrawOffer)).Err(); !errors.Is(err, ErrOffer) {
			t.Errorf("a draw with the computer: %v", err)
		}
		must(t, p.Do(Resign()).Err())
		must(t, p.Do(Ask(AgainOffer)).Err())
		synctest.Wait()
		if now := p.Now(); now.Seat != 1 || now.ToMove != 1 || now.Ply != 2 {
			t.Errorf("after the rematch the player has seat %d, to move is %d at %d", now.Seat, now.ToMove, now.Ply)
		}
		must(t, h.table.Close())
		stop()
	})
}

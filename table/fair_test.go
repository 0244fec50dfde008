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

// helps are the ways to get help at a table.
var helps = map[string]func(p *Person) error{
	"hint":   func(p *Person) error { return p.Hint(Latest, "") },
	"why":    func(p *Person) error { return p.Why(Latest, p.Sight().Moves()[0].Text) },
	"review": func(p *Person) error { return p.Assist(ReviewHelp) },
}

// begins holds, for each game, the first moves, after which the guest is to move.
var begins = map[string]string{"atom4": "i8", "ataxx": "start; b6", "atommaster": "start"}

// Between people, neither side gets any kind of help during play, whoever is to move. The refusal says what is possible instead. When the game is
// over, both sides get help.
func TestNobodyHasHelpBetweenPeople(t *testing.T) {
	for id, moves := range begins {
		w := shared(t, id, "")
		for _, move := range strings.Split(moves, "; ") {
			must(t, w.here.Do(Play(move)).Err())
		}
		w.deliver()
		for name, help := range helps {
			if name == "why" && id == "atommaster" {
				help = func(p *Person) error { return p.Why(Latest, "a1") }
			}
			for who, p := range map[string]*Person{"host": w.here, "guest": w.there, "spectator": w.host.Join(0)} {
				if name == "why" && who != "guest" {
					continue // it is not the turn of this player
				}
				if err := help(p); !errors.Is(err, ErrHint) || !errors.Is(err, errUnaided) {
					t.Errorf("%s: %s for the %s: %v", id, name, who, err)
				}
				if now := p.Now(); !now.Situation.Unaided || now.Situation.Hints || p.Hinting() {
					t.Errorf("%s: the %s sees %+v", id, who, now)
				}
			}
		}
		for _, a := range []Act{ProgramIn(w.there.Now().Side), ProgramIn(w.here.Now().Side)} {
			p := w.here
			if a.Seat == w.there.Now().Side {
				p = w.there
			}
			if err := p.Do(a).Err(); CodeOf(err) != "seat" {
				t.Errorf("%s: the computer plays for a person: %v", id, err)
			}
		}
		if err := w.here.Do(Level(2)).Err(); CodeOf(err) != "seat" {
			t.Errorf("%s: a level where no computer plays: %v", id, err)
		}
		if w.waiting() > 0 {
			t.Errorf("%s: a refused request is sent", id)
		}
		must(t, w.do(Resign()))
		for who, p := range map[string]*Person{"host": w.here, "guest": w.there} {
			if err := p.Assist(ReviewHelp); err != nil || p.Now().Situation.Unaided {
				t.Errorf("%s: after the game the %s: %v", id, who, err)
			}
		}
		w.copy.Part(0, nil)
		if w.there.Now().Situation.Unaided {
			t.Errorf("%s: the guest has no help alone", id)
		}
	}
}

// If the host allows help, everybody is told of each use, and the journal records it for a continued game.
func TestHelpIsTold(t *testing.T) {
	w := shared(t, "ataxx", "start")
	w.allow()
	book := &pages{}
	w.host.kept.begin = func() (match.Ledger, error) { return book, nil }
	watcher := w.host.Join(0)
	must(t, w.here.Do(Play("b6")).Err())
	w.deliver()
	for _, p := range []*Person{w.here, w.there, watcher} {
		p.Take()
	}
	for name, help := range helps {
		must(t, help(w.there))
		w.deliver()
		<-hintedBy(w.there)
		for who, p := range map[string]*Person{"host": w.here, "guest": w.there, "spectator": watcher} {
			list := slices.DeleteFunc(p.Take(), func(e Event) bool { return e.What != Aided })
			if len(list) != 1 || list[0].By != 1 || list[0].Text != name {
				t.Errorf("the %s is told of the guest's %s: %+v", who, name, list)
			}
		}
	}
	must(t, w.here.Assist(ReviewHelp))
	w.deliver()
	for who, p := range map[string]*Person{"host": w.here, "guest": w.there, "spectator": watcher} {
		if now := p.Now(); !slices.Equal(now.Situation.Aids, []int{1, 3}) || !now.Situation.Hints || now.Situation.Unaided {
			t.Errorf("the %s sees %v, %v", who, now.Situation.Aids, now.Situation.Hints)
		}
	}
	must(t, w.do(Play("f6")))
	m, _ := book.again(t)
	if !slices.Equal(m.Aids(), []int{1, 3}) {
		t.Errorf("the journal holds %v:\n%q", m.Aids(), book.Lines())
	}
	if again, _ := match.New(m.Game(), game.Setup{}); again.Aids() != nil {
		t.Error("a new game begins with help")
	}
	w.host.mu.Lock()
	notes := match.Notes(w.host.m)
	w.host.mu.Unlock()
	if !slices.Contains(notes, "# aid 2 3") {
		t.Errorf("a journal that begins now holds %q", notes)
	}
	must(t, w.do(Resign()))
	must(t, w.do(Ask(AgainOffer)))
	must(t, w.here.Do(Accept()).Err())
	if w.deliver(); len(w.here.Now().Situation.Aids)+len(w.there.Now().Situation.Aids) > 0 {
		t.Errorf("the rematch begins with the help of the last game: %v, %v", w.here.Now().Situation.Aids, w.there.Now().Situation.Aids)
	}
}

// A hosted game that its host opens alone gives no help either, because the other player is waiting to continue it.
func TestAHostedGameOpenedAlone(t *testing.T) {
	_, here, guest, book := hosted(t, "ataxx")
	for _, move := range []string{"start", "b6"} {
		must(t, here.Do(Play(move)).Err())
	}
	must(t, guest.Do(Play("f6")).Err())
	m, journal := book.again(t)
	alone := New(Config{Match: m, Journal: journal}).Here()
	if err := alone.Hint(Latest, ""); !errors.Is(err, errUnaided) {
		t.Errorf("a hint: %v", err)
	}
	if err := alone.Assist(ReviewHelp); !errors.Is(err, errUnaided) {
		t.Errorf("a review: %v", err)
	}
	must(t, alone.Do(Resign()).Err())
	must(t, alone.Assist(ReviewHelp))
}

// Against the computer at a hall, help is the same as at one machine, and nobody is told.
func TestHelpAgainstTheComputerAtAHall(t *testing.T) {
	h := hall(t, "ataxx", "2", ClockRule{})
	p := h.players[0]
	if now := p.Now(); now.Situation.Unaided || p.Hint(Latest, "") != nil {
		t.Errorf("no help: %+v", now)
	}
	<-hintedBy(p)
	if now := p.Now(); now.Situation.Aids != nil {
		t.Errorf("it is counted: %v", now.Situation.Aids)
	}
	if people := hall(t, "ataxx", "", ClockRule{}); !people.players[0].Now().Situation.Unaided {
		t.Error("two people at a hall have help")
	}
}

// At one machine, help is unrestricted, for two people or for one against the computer.
func TestHelpAtOneMachine(t *testing.T) {
	for _, programs := range []string{"", "2"} {
		here := at(t, "atom4", programs, "").Here()
		must(t, here.Hint(Latest, ""))
		must(t, here.Assist(ReviewHelp))
		if now := here.Now(); now.Situation.Unaided || now.Situation.Hints {
			t.Errorf("programs %q: %+v", programs, now)
		}
		here.Close()
	}
}

// hintedBy returns a channel that is closed when no hint is being computed for a person.
func hintedBy(p *Person) <-chan struct{} {
	done := make(chan struct{})
	go func() {
		defer close(done)
		p.working.Wait()
	}()
	return done
}

// After a draw, the next round begins when both players ask for it; after any other result, one player is enough.
func TestARoundAfterADraw(t *testing.T) {
	for _, second := range []Act{Next(), Accept()} {
		w := shared(t, "atom4", "")
		must(t, w.here.Do(Play("i8")).Err())
		w.deliver()
		must(t, w.do(Ask(DrawOffer)))
		must(t, w.here.Do(Accept()).Err())
		w.deliver()
		must(t, w.do(Next()))
		if now := w.here.Now(); now.Round != 1 || now.Situation.Offer != RoundOffer || now.Situation.OfferBy != 1 {
			t.Errorf("the guest's New: round %d, offer %q", now.Round, now.Situation.Offer)
		}
		must(t, w.here.Do(second).Err())
		if w.deliver(); w.here.Now().Round != 2 || w.there.Now().Round != 2 || w.there.Now().Situation.Offer != NoOffer {
			t.Errorf("after %v: %+v", second, w.here.Now())
		}
	}
	w := shared(t, "ataxx", "start")
	if err := w.here.Do(Ask(RoundOffer)).Err(); CodeOf(err) != "offer" {
		t.Errorf("a round in a game that is not over: %v", err)
	}
}

// An offer stands for a minute or, if the clock has days for each move, as long as a move may take. After a restart, an offer is restored unless it
// was answered or a move was made. It then stands for at least another minute.
func TestHowLongAnOfferStands(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for rule, stands := range map[ClockRule]time.Duration{
			{}: time.Minute, {Each: 10 * time.Minute}: time.Minute, {Each: 3 * 24 * time.Hour, Increment: 3 * 24 * time.Hour}: 2 * 24 * time.Hour, // after that another time, unless the time is over
		} {
			h := hall(t, "ataxx", "", rule)
			h.moves(2)
			asks, answers := h.toMove(), h.waiting()
			offered := func() Offer { return answers.Now().Situation.Offer }
			must(t, asks.Do(Ask(DrawOffer)).Err())
			pass(stands - 2*time.Second)
			if offered() != DrawOffer {
				t.Errorf("%v: the offer is gone too early", rule)
			}
			h.dies(time.Now())
			asks, answers = h.toMove(), h.waiting()
			if now := answers.Now(); now.Situation.Offer != DrawOffer || now.Situation.OfferBy != asks.Now().Seat {
				t.Errorf("%v: after a restart the offer is %q of %d", rule, now.Situation.Offer, now.Situation.OfferBy)
			}
			for _, p := range h.players {
				p.Met(Present)
			}
			pass(time.Minute + time.Second)
			if offered() == NoOffer && stands > time.Hour {
				t.Error("after a restart the offer stands for a minute, and the time for a move is days")
			} else if offered() != NoOffer && stands == time.Minute {
				t.Errorf("%v: the offer stands too long", rule)
			}
			must(t, asks.Do(Ask(UndoOffer)).Err())
			must(t, answers.Do(Decline()).Err())
			if h.dies(time.Now()); h.waiting().Now().Situation.Offer != NoOffer {
				t.Errorf("%v: an answered offer is back", rule)
			}
			must(t, h.toMove().Do(Ask(DrawOffer)).Err())
			h.moves(1)
			if h.dies(time.Now()); h.waiting().Now().Situation.Offer != NoOffer {
				t.Errorf("%v: an offer is back after a move", rule)
			}
			must(t, h.table.Close())
		}
	})
}

// A guest may join with the computer in their seat. If the host allows help, the computer stays and the host is told; otherwise a person gets the
// seat.
func TestAComputerThatIsBroughtAlong(t *testing.T) {
	for _, hints := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			w := &wire{t: t, host: at(t, "ataxx", "1", ""), copy: at(t, "ataxx", "1", "")}
			w.here, w.there = w.host.Here(), w.copy.Here()
			must(t, w.host.Share(false, Hosting{Hosted: match.Hosted{ID: "held27", Hints: hints}}))
			w.guest = w.host.Player(Second)
			must(t, w.copy.Attached(w))
			w.host.Met(Present)
			w.deliver()
			synctest.Wait()
			w.deliver()
			want, now := []int(nil), w.here.Now()
			if hints {
				want = []int{1, 1}
			}
			if !slices.Equal(now.Situation.Aids, want) || now.Players[0].Program != hints || w.there.Now().Players[1].Program != hints {
				t.Errorf("hints %v: help %v, players %+v and %+v", hints, now.Situation.Aids, now.Players, w.there.Now().Players)
			}
		})
	}
}

// Invalid reports of help from a host are not shown.
func TestHelpThatMakesNoSense(t *testing.T) {
	w := shared(t, "ataxx", "start")
	w.allow()
	w.there.Take()
	for _, e := range []Event{
		{What: Aided, By: game.Nobody, Text: "hint", Sight: Far(w.host.m, Now{Situation: Situation{Aids: []int{1, 0}}})},
		{What: Aided, By: game.Anyone, Text: "hint", Sight: Far(w.host.m, Now{Situation: Situation{Aids: []int{1, 0}}})},
		{What: Aided, By: 0, Text: "hint"},
		{What: Aided, By: 1, Text: "hint", Sight: Far(w.host.m, Now{Situation: Situation{Aids: []int{0, 1, 1}}})},
		{What: Aided, By: 1, Text: "hi\u202ent", Sight: Far(w.host.m, Now{Situation: Situation{Aids: []int{0, 1}}})},
	} {
		must(t, w.copy.Copied().Follow(e))
		if list := w.there.Take(); len(list) > 0 || w.there.Now().Situation.Aids != nil {
			t.Errorf("%+v is told", e)
		}
	}
}

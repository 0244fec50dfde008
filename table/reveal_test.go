package table

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"attic/game"
	"attic/games"
	"attic/match"
)

// hide makes the host hide the atoms on the given squares, which starts play.
func hide(t *testing.T, w *wire, squares string) {
	t.Helper()
	must(t, w.here.Do(Play("hide "+squares)).Err())
	w.deliver()
}

// revealed returns the event with which the host reveals what was hidden.
func (w *wire) revealed() Event {
	return reveals(w.t, Event{Sight: w.guest.Sight()}.Record(Second))
}

// reveals returns the event that reveals a record of Atommaster.
func reveals(t *testing.T, record []string) Event {
	t.Helper()
	g, _ := games.Find("atommaster")
	p := match.NewParser(g)
	must(t, p.Add(record...))
	m, err := p.Match()
	must(t, err)
	return Event{What: Revealed, Sight: Far(m, Now{})}
}

// reveals takes the guest's events and returns those of the kind Revealed.
func (w *wire) reveals() (list []Event) {
	for _, e := range w.there.Take() {
		if e.What == Revealed {
			list = append(list, e)
		}
	}
	return list
}

// After the reveal the guest has the full record and can save it. Play continues, and the guest's machine keeps the revealed round.
func TestARevealedRound(t *testing.T) {
	w := shared(t, "atommaster#77", "")
	guests := library(w.copy)
	hide(t, w, "a1,b2,c3,d4")
	round, layout := Event{Sight: w.guest.Sight()}.Layout()
	if lines := strings.Split(layout, "\n"); round != 1 || len(lines) != 3 || !strings.HasPrefix(lines[0], "round ") || !strings.HasPrefix(lines[1], "secret ") || lines[2] != "" {
		t.Fatalf("the layout of round %d is %q", round, layout)
	}
	must(t, w.do(Play("fire 4")))
	must(t, w.do(Play("set a1")))
	e := Event{Sight: w.guest.Sight()}
	if e.Closed() != 0 || e.Record(Second) != nil {
		t.Fatalf("before the end of the round, Closed returns %d and Record %q", e.Closed(), e.Record(Second))
	}
	must(t, w.do(Resign()))
	if _, ok := w.there.Sight().FullMatch(); ok {
		t.Error("the guest has a record before the reveal")
	}
	before := w.there.Now()
	must(t, w.copy.Copied().Follow(w.revealed()))
	if list := w.reveals(); len(list) != 1 || list[0].Err != nil {
		t.Fatalf("the guest gets %+v", list)
	}
	w.same()
	if now := w.there.Now(); now.Situation.Other != Present || now.Seat != before.Seat || now.N != before.N || len(w.there.Sight().Moves()) != 0 {
		t.Errorf("after the reveal: %+v", now)
	}
	m, ok := w.there.Sight().FullMatch()
	if !ok {
		t.Fatal("the guest has no record after the reveal")
	}
	var file bytes.Buffer
	must(t, m.Save(&file))
	saved, err := match.Read(&file, games.Find)
	must(t, err)
	real, _ := w.here.Sight().FullMatch()
	if a, b := saved.History(), real.History(); !slices.Equal(a, b) || saved.Setup() != real.Setup() {
		t.Errorf("saved: %+v %+v, played: %+v %+v", a, saved.Setup(), b, real.Setup())
	}

	first := real.Setup().Seed
	must(t, w.here.Do(Next()).Err()) // the guest does not see the hidden information of the next round
	w.deliver()
	w.same()
	if _, ok := w.there.Sight().FullMatch(); ok {
		t.Error("the guest has a record of the next round")
	}
	if real, _ = w.here.Sight().FullMatch(); real.Setup().Seed == first || real.Setup().Seed == 7 {
		t.Errorf("the next round has the seed %d, the first has %d", real.Setup().Seed, first)
	}
	hide(t, w, "a2,b3,c4,d5")
	must(t, w.do(Play("fire 4")))
	w.same()
	e = Event{Sight: w.guest.Sight()}
	if text := strings.Join(e.Record(Second), "\n"); e.Closed() != 1 || strings.Count(text, "round ") != 1 || strings.Count(text, "secret ") != 1 {
		t.Errorf("in round 2 Record returns\n%s", text)
	}
	must(t, w.copy.Copied().Follow(w.revealed())) // a late reveal: the record of round 1
	if list := w.reveals(); len(list) != 1 || list[0].Err != nil || w.there.Now().Round != 2 {
		t.Errorf("a late reveal: %+v", list)
	}
	w.copy.Leave()
	if len(*guests) != 1 {
		t.Fatalf("the guest keeps %d games", len(*guests))
	}
	if kept, _ := (*guests)[0].again(t); kept.Ply() != saved.Ply() || kept.Setup() != saved.Setup() || kept.Side != 0 {
		t.Errorf("the guest keeps %+v", kept.History())
	}
}

// A guest who quits directly after a reveal keeps the game.
func TestARevealedGameIsKept(t *testing.T) {
	w := shared(t, "atommaster#77", "")
	guests := library(w.copy)
	hide(t, w, "a1,b2,c3,d4")
	must(t, w.do(Play("fire 4")))
	must(t, w.do(Resign()))
	must(t, w.copy.Copied().Follow(w.revealed()))
	must(t, w.copy.Close())
	if len(*guests) != 1 {
		t.Fatalf("the guest keeps %d games", len(*guests))
	}
	if m, _ := (*guests)[0].again(t); m.ToMove() != game.Nobody || m.Ply() != 4 {
		t.Errorf("the guest keeps %+v", m.History())
	}
}

// A record that does not lead to what the guest saw is reported as false and changes nothing. The true record is still accepted
// afterwards.
func TestFalseReveals(t *testing.T) {
	w := shared(t, "atommaster#77", "")
	hide(t, w, "a1,b2,c3,d4")
	must(t, w.do(Play("fire 4")))
	must(t, w.do(Resign()))
	good := Event{Sight: w.guest.Sight()}.Record(Second)
	other := shared(t, "atommaster#77", "")
	hide(t, other, "a1,b2,c3,d5")
	must(t, other.do(Play("fire 4")))
	must(t, other.do(Resign()))
	for name, f := range map[string]Event{
		"another layout":   other.revealed(),
		"one step missing": reveals(t, good[:len(good)-1]),
		"extra steps":      reveals(t, append(slices.Clone(good), "round deal=2#5", "move start", "resign 1")),
		"another side":     reveals(t, slices.Replace(slices.Clone(good), 2, 3, "side 1")),
		"nothing to check": {What: Revealed, Err: ErrUnproved},
	} {
		told := 0
		if f.Err != nil {
			must(t, w.copy.Copied().Follow(f))
			told = 1
		} else if err := w.copy.Copied().Follow(f); !errors.Is(err, ErrFalse) {
			t.Errorf("%s: %v", name, err)
		}
		if list := w.reveals(); len(list) != told || told > 0 && list[0].Err != f.Err {
			t.Errorf("%s: the guest gets %+v", name, list)
		}
		if _, ok := w.there.Sight().FullMatch(); ok {
			t.Errorf("%s: it is accepted as the record", name)
		}
		w.same()
	}
	must(t, w.copy.Copied().Follow(reveals(t, good)))
	if list := w.reveals(); len(list) != 1 || list[0].Err != nil {
		t.Errorf("the true record: %+v", list)
	}
}

// In a shared game, a person's seed determines only the round for which it was given. Later rounds and games get random seeds.
func TestASeedTellsOneRound(t *testing.T) {
	tb := at(t, "atommaster#77", "", "")
	tb.m.Given = true
	must(t, tb.Share(false, Hosting{}))
	here := tb.Here()
	must(t, here.Do(Play("start")).Err())
	must(t, tb.Player(Second).Do(Resign()).Err())
	m, _ := here.Sight().FullMatch()
	if m.Setup().Seed != 77 || m.Given {
		t.Errorf("the first round has the seed %d, given: %v", m.Setup().Seed, m.Given)
	}
	must(t, here.Do(Next()).Err())
	m, _ = here.Sight().FullMatch()
	if seed := m.Setup().Seed; seed == 77 || seed == 7 {
		t.Errorf("the next round has the seed %d", seed)
	}
	tb.Part(1, nil)
	must(t, here.Do(Clear()).Err())
	m, _ = here.Sight().FullMatch()
	if seed := m.Setup().Seed; seed == 77 || seed == 7 {
		t.Errorf("the next game has the seed %d", seed)
	}
}

// Each round has its own salt, which stays the same even if the host is killed.
func TestSalts(t *testing.T) {
	tb, here, _, book := hosted(t, "atommaster#77")
	must(t, here.Do(Play("start")).Err())
	n := 0
	fresh := func() string {
		n++
		return strings.Repeat("ab", 31) + []string{"", "01", "02", "03"}[n]
	}
	first := tb.Salt(1, fresh)
	if again := tb.Salt(1, fresh); again != first || n != 1 {
		t.Errorf("the salt was %s and is now %s", first, again)
	}
	if next := tb.Salt(2, fresh); next == first {
		t.Error("two rounds have the same salt")
	}
	back, _, _ := book.killed(t)
	if again := back.Salt(1, fresh); again != first {
		t.Errorf("after a kill the salt is %s, not %s", again, first)
	}
}

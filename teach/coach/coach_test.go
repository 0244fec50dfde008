package coach_test

import (
	"slices"
	"testing"

	"attic/game"
	"attic/games"
	"attic/match"
	"attic/table"
	"attic/teach/coach"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// opened returns a table for two people after some moves, a person at the table, and their coach.
func opened(t *testing.T, name, options string, moves ...string) (*table.Table, *table.Person, *coach.Coach) {
	t.Helper()
	g, _ := games.Find(name)
	m, err := match.New(g, game.Setup{Options: options})
	must(t, err)
	for _, text := range moves {
		m, _, err = m.Play(text)
		must(t, err)
	}
	for i := range m.Players {
		m.Players[i].Program = false
	}
	tb := table.New(table.Config{Match: m})
	p := tb.Here()
	p.Await()
	on := true
	t.Cleanup(func() { p.Close(); must(t, tb.Close()) })
	return tb, p, coach.New(p, tb, &on)
}

// A move that is judged before it is played is sent only by the caller of Verdict, and dropped if the game has continued.
func TestBefore(t *testing.T) {
	layout := []string{"hide a1,c1,c3", "fire 2", "fire 9", "set a1", "set b1", "set b2"}
	for _, c := range []struct {
		clause   string
		between  table.Act
		verdicts bool
	}{
		{"nothing happens", table.Act{}, true},
		{"the game goes on", table.Undo(), false},
	} {
		_, p, k := opened(t, "atommaster", "size=5 atoms=3", layout...)
		send := func(a table.Act) error { return p.Do(a).Err() }
		must(t, plays(k, table.Play("evaluate"), send))
		if p.Now().Over || !k.Judging() || !k.Holding() {
			t.Fatalf("%s: the move is played before it was judged", c.clause)
		}
		if c.between.Verb != "" {
			must(t, send(c.between))
		}
		v, ok := k.Verdict()
		if ok != c.verdicts || ok && (v.Warning == "" || v.Move.Text != "evaluate") {
			t.Errorf("%s: the verdict is %+v, %v", c.clause, v, ok)
		}
		if !ok {
			continue
		}
		if text, yes := v.Question(); yes != "evaluate" || text != v.Warning+" Evaluate anyway?" {
			t.Errorf("it asks %q, with the button %q", text, yes)
		}
		if must(t, send(v.Act)); !p.Now().Over {
			t.Error("the move of the verdict does not evaluate")
		}
	}
}

// A move that was played is judged in the position after it, and the computer waits until Stop is called.
func TestAfter(t *testing.T) {
	_, p, k := opened(t, "ataxx", "start=yes")
	send := func(a table.Act) error { return p.Do(a).Err() }
	if err := plays(k, table.Play("a1-g7"), send); err == nil || k.Judging() || k.Asks() {
		t.Errorf("a refused move is judged; the error is %v", err)
	}
	must(t, plays(k, table.Play("a7-b7"), send))
	if !k.Judging() || p.Now().Ply == 0 {
		t.Error("a move that was played is not judged")
	}
	must(t, send(table.Undo()))
	if v, ok := k.Verdict(); !ok || v.Warning != "" || k.Asks() {
		t.Errorf("the verdict on a move that was taken back is %+v, %v", v, ok)
	}
	must(t, plays(k, table.Play("a7-b7"), send))
	k.Stop()
	if _, ok := k.Verdict(); ok || k.Judging() || k.Asks() {
		t.Error("something is left of a judgement that was stopped")
	}
}

// The coach asks three times in a round, and again in the next game.
func TestThreeTimes(t *testing.T) {
	layout := []string{"hide a1,c1,c3", "fire 2", "fire 9", "set a1", "set b1", "set b2"}
	tb, p, k := opened(t, "atommaster", "size=5 atoms=3", layout...)
	send := func(a table.Act) error { return p.Do(a).Err() }
	asks := func() bool {
		must(t, plays(k, table.Play("evaluate"), send))
		v, ok := k.Verdict()
		return ok && v.Warning != ""
	}
	for i := range coach.Most {
		if !asks() {
			t.Fatalf("it does not ask for time %d", i+1)
		}
	}
	if asks() || !p.Now().Over {
		t.Error("it asks once too often")
	}
	m, err := match.New(p.Game(), game.Setup{Options: "size=5 atoms=3"})
	must(t, err)
	for _, text := range slices.Delete(layout, 2, 3) {
		m, _, err = m.Play(text)
		must(t, err)
	}
	for i := range m.Players {
		m.Players[i].Program = false
	}
	if tb.Load(m, nil); !asks() {
		t.Error("it does not ask in the next game")
	}
}

// plays sends the act a unless the coach holds it.
func plays(k *coach.Coach, a table.Act, send func(table.Act) error) error {
	if k.Holds(a) {
		return nil
	}
	err := send(a)
	k.Sent(err)
	return err
}

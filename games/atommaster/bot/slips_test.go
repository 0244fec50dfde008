package bot

import (
	"context"
	"math/rand/v2"
	"testing"

	"attic/games/atommaster/infer"
	"attic/games/atommaster/rules"
)

// On the same deals, each level scores fewer points than the level below.
func TestLevelsAreOrdered(t *testing.T) {
	const deals = 40
	f := rules.Field{W: 6, H: 6}
	var sums [HighestLevel + 1]int
	for level := LowestLevel; level <= HighestLevel; level++ {
		for i := range uint64(deals) {
			sums[level] += playAt(t, level, rules.Deal(f, 3, 2022, i), i).score
		}
		if level > LowestLevel && sums[level] > sums[level-1]-deals/4 {
			t.Errorf("in %d deals, level %d scores %d points and level %d %d, want at least %d fewer", deals, level-1, sums[level-1], level, sums[level], deals/4)
		}
	}
	t.Logf("points in %d deals by level: %v", deals, sums[LowestLevel:])
}

func TestLevelsPlayEveryField(t *testing.T) {
	for _, c := range []struct {
		f     rules.Field
		atoms int
	}{{rules.Field{W: 1, H: 1}, 0}, {rules.Field{W: 2, H: 1}, 2}, {rules.Field{W: 5, H: 5}, 6}, {rules.Field{W: 10, H: 10}, 3}} {
		for level := LowestLevel; level < HighestLevel; level++ {
			playAt(t, level, rules.Deal(c.f, c.atoms, 5, 1), 1)
		}
	}
}

// thoughtOf returns the layouts that the bot considers after beams have been fired into a layout.
func thoughtOf(t *testing.T, s slips, layout string, ports ...rules.Port) (layouts []rules.Layout) {
	t.Helper()
	l, err := rules.ParseLayout(layout)
	if err != nil {
		t.Fatal(err)
	}
	k := infer.Knowledge{Field: l.Field(), Atoms: l.Count()}
	for _, p := range ports {
		k.Shots = append(k.Shots, rules.Shot{Port: p, Answer: rules.Fire(l, p)})
	}
	survey, err := infer.Look(context.Background(), k, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range s.imagined(survey, k.Shots, rand.New(rand.NewPCG(1, 1))) {
		layouts = append(layouts, survey.Boards.Layout(i))
	}
	return layouts
}

// The beam from port 3 goes around the atoms of this layout, with four turns, and leaves on the opposite side. A bot that overlooks detours
// assumes that row 3 and the rows beside it are empty.
func TestDetoursAreOverlooked(t *testing.T) {
	const port = 3
	seen := func(turns int) (with int) {
		for _, l := range thoughtOf(t, slips{turns: turns, imagines: 10_000}, "5x5 a1,e1,c4", port) {
			if rules.Trace(l, port).Turns() > 0 {
				with++
			}
		}
		return with
	}
	if few, all := seen(1), seen(9); few != 0 || all == 0 {
		t.Errorf("port %d: %d detours are seen although they are overlooked, and %d otherwise", port, few, all)
	}
}

// The bot assumes that an absorbed beam flew straight at its atom, unless no layout fits this assumption.
func TestAbsorbedBeamsAreTakenForGranted(t *testing.T) {
	inLine := func(l rules.Layout) bool { // port 3 enters row 3 of five
		for column := range 5 {
			if l.Has(rules.SquareAt(column, 2)) {
				return true
			}
		}
		return false
	}
	count := func(s slips) (in, out int) {
		for _, l := range thoughtOf(t, s, "5x5 c4,b1,e5", 3) {
			if inLine(l) {
				in++
			} else {
				out++
			}
		}
		return in, out
	}
	if in, out := count(slips{straight: true, turns: 9, imagines: 10_000}); in == 0 || out != 0 {
		t.Errorf("taken for granted: %d layouts have an atom in the beam's row, %d none", in, out)
	}
	if in, out := count(slips{turns: 9, imagines: 10_000}); in == 0 || out == 0 {
		t.Errorf("not taken for granted: %d layouts have an atom in the beam's row, %d none", in, out)
	}
	if len(thoughtOf(t, slips{straight: true, imagines: 5}, "5x5 c4,b1,e5", 3, 1, 2, 4, 5, 13, 12, 14, 15)) == 0 {
		t.Error("nothing is thought of where no straight beams explain the answers")
	}
}

// A level fires at the next free port by habit, forgets beams, checks atoms that it takes for certain, and takes likely atoms for certain,
// but only if the field of that error is set.
func TestSlipsOfBeams(t *testing.T) {
	solution := rules.Deal(rules.Field{W: 5, H: 5}, 3, 9, 4)
	after := func(n int) (k infer.Knowledge) {
		k = infer.Knowledge{Field: solution.Field(), Atoms: 3}
		for len(k.Shots) < n {
			p := k.Free()[0]
			k.Shots = append(k.Shots, rules.Shot{Port: p, Answer: rules.Fire(solution, p)})
		}
		return k
	}
	whole := slips{turns: 9, imagines: 10_000, sure: 100}
	decide := func(s slips, k infer.Knowledge) Decision {
		d, err := s.choose(context.Background(), k, 3)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	habit := whole
	habit.habit = 100
	if k := after(2); decide(habit, k).Port != k.Free()[0] {
		t.Errorf("by habit it fires %d, not %d", decide(habit, k).Port, k.Free()[0])
	}
	known, left := after(1), 0
	for n := 2; left != 1; n++ {
		known = after(n)
		survey, err := infer.Look(context.Background(), known, 0)
		if err != nil {
			t.Fatal(err)
		}
		left = len(survey.Set)
	}
	checks, likely := whole, whole
	checks.checks, likely.sure = 100, 0
	if d := decide(whole, known); d.Layout != solution {
		t.Errorf("it does not set what is certain: %+v", d)
	}
	if d := decide(checks, known); d.Port == rules.NoPort {
		t.Errorf("it does not check what is certain: %+v", d)
	}
	if d := decide(whole, after(1)); d.Port == rules.NoPort {
		t.Errorf("it guesses: %+v", d)
	}
	if d := decide(likely, after(1)); d.Layout.Count() != 3 {
		t.Errorf("it does not take what is likely for certain: %+v", d)
	}
	forgets := slips{forgets: 100}
	if part := forgets.remembered(known, 1); len(part.Shots) > 0 || len(part.Free()) != len(known.Free()) {
		t.Errorf("it remembers %v, and may fire at %v instead of %v", part.Shots, part.Free(), known.Free())
	}
	if part := whole.remembered(known, 1); len(part.Shots) != len(known.Shots) {
		t.Errorf("it forgets some of %v", known.Shots)
	}
}

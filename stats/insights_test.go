package stats_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"attic/game"
	"attic/games"
	ataxxpeople "attic/games/ataxx/people"
	ataxxrules "attic/games/ataxx/rules"
	atom4people "attic/games/atom4/people"
	atom4rules "attic/games/atom4/rules"
	"attic/stats"
	"attic/store"
)

// round plays a round of Ataxx or Atom-4 between two reference players, the person who and a computer that plays like against.
func (s *sitting) round(name, who, against string) {
	s.t.Helper()
	red, first := ataxxrules.Start(ataxxrules.Guide), atom4rules.Start(1)
	for s.m.ToMove() != game.Nobody {
		player := who
		if s.m.ToMove() != s.m.Side {
			player = against
		}
		if name == "ataxx" {
			i := slices.IndexFunc(ataxxpeople.All, func(p ataxxpeople.Person) bool { return p.Name == player })
			m := ataxxpeople.All[i].Move(red, s.rng)
			text := "-"
			if m != ataxxrules.Pass {
				text = red.GuideText(m)
			}
			s.play(text)
			red = red.Play(m)
			continue
		}
		i := slices.IndexFunc(atom4people.All, func(p atom4people.Person) bool { return p.Name == player })
		m := atom4people.All[i].Move(first, s.rng)
		s.play(m.String())
		first = first.Play(m)
	}
}

// known is a player whose weakness is known, and what the insights are to say of them.
type known struct {
	game, who, against string
	level              int
}

// write writes a number of games of a player into a library, one a day, from a day of 2026 on.
func (k known) write(t *testing.T, dir string, from, games int) {
	t.Helper()
	for i := range games {
		s := sit(t, rand.New(rand.NewPCG(uint64(from+i), 7)), k.game, "", i%2, k.level)
		s.round(k.game, k.who, k.against)
		s.keepAt(dir, time.Date(2026, 1, 1+from+i, 12, 0, 0, 0, time.UTC))
	}
}

// insights judges all games of a library and returns what it says about one game.
func insights(t *testing.T, dir, name string) stats.Insights {
	t.Helper()
	lib := store.Open(dir, games.Find)
	g, _ := games.Find(name)
	read := func() stats.Insights {
		list, err := lib.Tallied(name)
		must(t, err)
		judged, err := lib.Judged()
		must(t, err)
		return stats.InsightsOf(g, list, judged)
	}
	for _, next := range read().Todo {
		must(t, stats.JudgeNext(context.Background(), lib, next))
	}
	in := read()
	if len(in.Todo) > 0 {
		t.Fatalf("%d rounds of %s are not judged", len(in.Todo), name)
	}
	return in
}

// named fails unless the stage, the mistake or the opponent that cost most has this name.
func named(t *testing.T, what string, list []stats.Line, want string) {
	t.Helper()
	if l, _ := stats.Worst(list); l.Name != want {
		t.Errorf("the worst %s is %q, want %q: %s", what, l.Name, want, shown(list))
	}
}

func shown(list []stats.Line) string {
	var b strings.Builder
	for _, l := range list {
		b.WriteString(l.Name + " " + strings.TrimSpace(time.Duration(l.Lost*1e9).String()) + ", ")
	}
	return b.String()
}

// The insights name what is weak about a player who gets careless when half of the board is full.
func TestAKnownWeaknessIsNamed(t *testing.T) {
	dir := t.TempDir()
	known{"ataxx", "tired", "careless", 3}.write(t, dir, 0, 6)
	in := insights(t, dir, "ataxx")
	t.Log("\n" + in.Text(""))
	named(t, "stage", in.Stages, "end")
	agrees(t, in)
	if l, _ := stats.Worst(in.Stages); !strings.Contains(in.Summary(), "most of it in the end") {
		t.Errorf("%s\nwant: most of it in the %s", in.Summary(), l.Name)
	}
}

// agrees checks that the lines of each kind add up to the whole, and that each mistake is in the game that it is said to be in.
func agrees(t *testing.T, in stats.Insights) {
	t.Helper()
	whole := in.Lost.Value() * float64(in.Rounds)
	for _, list := range [][]stats.Line{in.Stages, in.Mistakes, in.Against, in.Weeks} {
		lost, faults := 0.0, 0
		for _, l := range list {
			lost, faults = lost+l.Lost, faults+len(l.Faults)
		}
		if faults != in.Faults || math.Abs(lost-whole) > 1e-6 {
			t.Errorf("the lines hold %d mistakes that lost %.4f, want %d and %.4f", faults, lost, in.Faults, whole)
		}
	}
	for _, l := range in.Stages {
		for _, f := range l.Faults {
			lib, err := store.Open(strings.TrimSuffix(f.Game.Path, f.Game.Path[strings.LastIndex(f.Game.Path, "/games/"):]), games.Find).Find(f.Game.Number)
			must(t, err)
			before, after := lib.Match.At(f.Ply), lib.Match.At(f.Ply+1)
			if before.ToMove() != lib.Match.Side || !in.Points && !strings.HasSuffix(after.LastLine(), " "+f.Move) {
				t.Errorf("game %d: %q was not played by the person after ply %d: %s", f.Game.Number, f.Move, f.Ply, after.LastLine())
			}
		}
	}
}

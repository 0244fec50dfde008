package stats_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	ataxxpeople "attic/dev/lab/ataxx/people"
	atom4people "attic/dev/lab/atom4/people"
	"attic/dev/lab/people"
	"attic/game"
	"attic/games"
	ataxxrules "attic/games/ataxx/rules"
	atom4rules "attic/games/atom4/rules"
	"attic/match/store"
	"attic/teach/stats"
)

// round plays a round of Ataxx or Atom-4 between two reference players, or a deal of Atommaster.
func (s *sitting) round(who, against string) {
	s.t.Helper()
	if s.m.Game().Info().Name == "atommaster" {
		s.deal(who)
		return
	}
	red, first := ataxxrules.Start(ataxxrules.Guide), atom4rules.Start(1)
	for s.m.ToMove() != game.Nobody {
		player := who
		if s.m.ToMove() != s.m.Side {
			player = against
		}
		if s.m.Game().Info().Name == "ataxx" {
			m := named(ataxxpeople.All, player).Move(red, s.rng)
			text := "-"
			if m != ataxxrules.Pass {
				text = red.GuideText(m)
			}
			s.play(text)
			red = red.Play(m)
			continue
		}
		m := named(atom4people.All, player).Move(first, s.rng)
		s.play(m.String())
		first = first.Play(m)
	}
}

// The players of Atommaster: the computer at the highest level; at the lowest level, where it mostly fires at the next port around the field; and two
// players based on the highest level. One of them fires four more beams at the end; the other fires only four beams in all and then sets arbitrary
// atoms.
const (
	best      = "best"
	habitual  = "habitual"
	firesOn   = "firing on"
	stopEarly = "stopping early"
)

func (s *sitting) deal(who string) {
	s.t.Helper()
	bots := s.m.Game().(game.Bots)
	lowest, level, _ := bots.Levels()
	if who == habitual {
		level = lowest
	}
	bot := bots.NewBot(level, s.rng.Uint64())
	moves := func(kind string) []game.Move {
		return slices.DeleteFunc(game.MovesOf(s.m.State()), func(m game.Move) bool { return !strings.HasPrefix(m.Text, kind) })
	}
	anyOf := func(list []game.Move) string { return list[s.rng.IntN(len(list))].Text }
	s.play(anyOf(moves("fire")))
	for fired, more := 1, 4; s.m.ToMove() != game.Nobody; {
		text, err := bot.Choose(s.t.Context(), s.m.State().View(s.m.Side), func(game.Report) {})
		must(s.t, err)
		switch {
		case who == stopEarly && fired == 4 && len(moves("evaluate")) > 0:
			text = "evaluate"
		case who == stopEarly && fired == 4:
			text = anyOf(moves("set"))
		case strings.HasPrefix(text, "fire"):
			fired++
		case who == firesOn && more > 0:
			more--
			text = anyOf(moves("fire"))
		}
		s.play(text)
	}
}

// known is a player with a known weakness.
type known struct {
	game, who, against string
	level              int
}

// write writes games of a player into a library, one for each day, beginning with the day of 2026 whose number is from.
func (k known) write(t *testing.T, dir string, from, games int) {
	t.Helper()
	for i := range games {
		side := i % 2
		if k.game == "atommaster" { // its other side hides the atoms
			side = 0
		}
		s := sit(t, rand.New(rand.NewPCG(uint64(from+i), 7)), k.game, "", side, k.level)
		s.round(k.who, k.against)
		s.keepAt(dir, time.Date(2026, 1, 1+from+i, 12, 0, 0, 0, time.UTC))
	}
}

// insights judges all games of a library and returns the insights of one game.
func insights(t *testing.T, dir, name string) stats.Insights {
	t.Helper()
	lib := store.Open(dir, games.Find)
	g, _ := games.Find(name)
	read := func() stats.Insights {
		list, err := lib.Library.Games(name)
		must(t, err)
		judged, err := lib.Profile.Judged()
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

// claim is a claim that the insights must make about a player.
type claim struct {
	known
	stage   string // the costliest stage; "-end": any but the end; "": any
	mistake string // the costliest mistake; "": any
	never   string // a mistake that the player does not make, or ""
}

// claims lists the known weaknesses of players, which follow from their way of choosing moves.
var claims = []claim{
	{known{"ataxx", "tired", "careless", 3}, "end", "", ""},                      // careful while half of the board is empty, careless afterwards
	{known{"ataxx", "answering", "careless", 3}, "-end", "", ""},                 // careful all the time
	{known{"atom4", "tired", "threatening", 3}, "end", "threat not seen", ""},    // careless from the 41st piece on
	{known{"atom4", "threatening", "threatening", 3}, "", "", "threat not seen"}, // checks whether the other player can win immediately
	{known{"atom4", "attacking", "threatening", 3}, "", "threat not seen", ""},   // never looks
	{known{"atommaster", best, "", 5}, "", "", "beam too many"},
	{known{"atommaster", firesOn, "", 5}, "end", "beam too many", "evaluated too early"},
	{known{"atommaster", stopEarly, "", 5}, "", "evaluated too early", "beam too many"},
	{known{"atommaster", habitual, "", 5}, "", "weaker beam", ""}, // fires at the next port
}

func (c claim) check(t *testing.T, in stats.Insights) {
	t.Helper()
	agrees(t, in)
	stage, _ := stats.Worst(in.Stages)
	mistake, _ := stats.Worst(in.Mistakes)
	other, not := strings.CutPrefix(c.stage, "-")
	switch {
	case not && stage.Name == other, !not && c.stage != "" && stage.Name != c.stage,
		c.mistake != "" && mistake.Name != c.mistake,
		slices.ContainsFunc(in.Mistakes, func(l stats.Line) bool { return l.Name == c.never }):
		t.Errorf("want stage %q, mistake %q, never %q:\n%s", c.stage, c.mistake, c.never, in.Text(""))
	}
	if said := in.Summary(); !not && c.stage != "" && !strings.Contains(said, "most of it in the "+c.stage+": ") || !strings.Contains(said, "The costliest kind of mistake was "+c.mistake) {
		t.Errorf("the summary names other weaknesses: %s", said)
	}
}

// The insights name the known weaknesses of players after a few games of each; make insights plays more games.
func TestKnownWeaknessesAreNamed(t *testing.T) {
	for _, at := range []struct{ claim, from, games int }{{0, 3, 2}, {4, 0, 2}, {6, 0, 1}} {
		c := claims[at.claim]
		t.Run(c.game+" "+c.who, func(t *testing.T) {
			dir := t.TempDir()
			c.write(t, dir, at.from, at.games)
			c.check(t, insights(t, dir, c.game))
		})
	}
}

// agrees checks that the lines of each kind add up to the whole, and that each mistake is in its game.
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
			lib, err := store.Open(strings.TrimSuffix(f.Game.Path, f.Game.Path[strings.LastIndex(f.Game.Path, "/games/"):]), games.Find).Library.Find(f.Game.Number)
			must(t, err)
			before, after := lib.Match.At(f.Ply), lib.Match.At(f.Ply+1)
			if before.ToMove() != lib.Match.Side && before.ToMove() != game.Anyone || !in.Points && !strings.HasSuffix(after.LastLine(), " "+f.Move) {
				t.Errorf("game %d: %q was not played by the person after ply %d: %s", f.Game.Number, f.Move, f.Ply, after.LastLine())
			}
		}
	}
}

func named[P, M any](list []people.Person[P, M], name string) people.Person[P, M] {
	return list[slices.IndexFunc(list, func(who people.Person[P, M]) bool { return who.Name == name })]
}

package stats_test

import (
	"context"
	"math"
	"slices"
	"testing"
	"time"

	"attic/game"
	"attic/game/learn"
	"attic/games"
	"attic/match/store"
	"attic/teach/review"
	"attic/teach/stats"
)

// The blunders that judging finds in a person's games become puzzles, at most three of each game, in their positions. No blunder becomes two puzzles,
// even if a review also finds it, or if a game judged by an earlier version is judged again.
func TestBlundersOfTheLibraryBecomePuzzles(t *testing.T) {
	for name, k := range map[string]known{
		"ataxx": {"ataxx", "hasty", "greedy", 2}, "atom4": {"atom4", "attacking", "threatening", 2}, "atommaster": {"atommaster", firesOn, "", 1},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			k.write(t, dir, 0, 3)
			in := insights(t, dir, name)
			lib, g := store.Open(dir, games.Find), must1(games.Find(name))
			own := lib.Profile.Learnt(name).Own
			if len(own) == 0 || len(own) > 9 || len(lib.Profile.Learnt(name).Returns) > 0 {
				t.Fatalf("%d puzzles from %d mistakes", len(own), in.Faults)
			}
			if now, err := learn.Plan(g, lib.Profile.Learnt(name), time.Now()); err != nil || now.New != min(2, len(own)) || now.New+now.Waiting != len(own) {
				t.Errorf("of %d puzzles %d are new today and %d wait, %v", len(own), now.New, now.Waiting, err)
			}
			perGame := map[string]int{}
			for _, m := range own {
				if perGame[m.Waits]++; perGame[m.Waits] > 3 { // there is one game on each day
					t.Errorf("more than three puzzles from the game of %s", m.Waits)
				}
				checkOwn(t, lib, name, in, m)
			}
			judged, err := lib.Profile.Judged()
			must(t, err)
			for id, j := range judged { // a judgement as an earlier version left it
				j.Asked = false
				must(t, lib.Profile.Judge(id, j))
			}
			again := insightsOf(t, lib, g)
			if len(again.Older) == 0 || len(again.Todo) > 0 || !slices.Equal(again.Open(), again.Older) {
				t.Fatalf("%d games are to be judged again, %d judged", len(again.Older), len(again.Todo))
			}
			for _, next := range again.Older {
				must(t, stats.JudgeNext(context.Background(), lib, next))
			}
			if again = insightsOf(t, lib, g); len(again.Older) > 0 {
				t.Errorf("%d games are still to be judged again", len(again.Older))
			}
			if !slices.Equal(lib.Profile.Learnt(name).Own, own) {
				t.Errorf("judged again, there are %d puzzles, not %d", len(lib.Profile.Learnt(name).Own), len(own))
			}
		})
	}
}

func must1(g game.Game, _ bool) game.Game { return g }

func insightsOf(t *testing.T, lib store.Store, g game.Game) stats.Insights {
	t.Helper()
	list, err := lib.Library.Games(g.Info().Name)
	must(t, err)
	judged, err := lib.Profile.Judged()
	must(t, err)
	return stats.InsightsOf(g, list, judged)
}

// checkOwn checks that a puzzle is one of the mistakes of the insights. In a game without hidden information it also checks that the puzzle begins in the
// position of the mistake, and that a review would make the same puzzle of this mistake.
func checkOwn(t *testing.T, lib store.Store, name string, in stats.Insights, m learn.Mistake) {
	t.Helper()
	for _, l := range in.Mistakes {
		for _, f := range l.Faults {
			kept, err := lib.Library.Find(f.Game.Number)
			must(t, err)
			if learn.Day(kept.Left) != m.Waits || f.Move != m.Played || math.Abs(f.Lost-m.Lost) > 1e-3 {
				continue
			}
			if in.Points {
				return
			}
			place, err := learn.ParsePosition(m.Place)
			must(t, err)
			g, _ := games.Find(name)
			s, err := place.State(g)
			must(t, err)
			then := kept.Match.At(f.Ply)
			want, err1 := then.State().View(then.Side).MarshalText()
			got, err2 := s.View(then.Side).MarshalText()
			if err1 != nil || err2 != nil || string(want) != string(got) || s.ToMove() != kept.Match.Side {
				t.Errorf("%s is at %s, not %s", m.ID, got, want)
			}
			if m.Chance != 0 || review.GradeOf(m.Lost) != review.Blunder || m.Better == m.Played {
				t.Errorf("%+v", m)
			}
			if _, _, err := s.Play(m.Better); err != nil {
				t.Error(err)
			}
			r, err := review.Begin(kept.Match) // a review that finds only this mistake
			must(t, err)
			for i := range r.Points {
				r.Points[i].Advice.Text = "x"
			}
			i := slices.IndexFunc(r.Points, func(p review.Point) bool { return p.Step == f.Ply })
			r.Points[i].Advice.Text = m.Better
			r.Faults = []review.Turn{{Point: i, Loss: m.Lost, Kind: review.Blunder}, {Point: i, Loss: 0.15, Kind: review.Mistake}}
			same, err := stats.Mistakes(kept.Match, r, kept.Match.Side)
			must(t, err)
			if len(same) != 1 {
				t.Fatalf("a review makes %d puzzles", len(same))
			}
			if after := lib.Profile.Learnt(name).Add(time.Now(), same...); len(after.Own) != len(lib.Profile.Learnt(name).Own) {
				t.Errorf("a review adds %s again", m.ID)
			}
			return
		}
	}
	t.Errorf("no mistake is behind %+v", m)
}

// Games with hints, games between people and unfinished games make no puzzles, because judging skips them, as insights do; see package store.
func TestOnlyGamesThatCountAreJudged(t *testing.T) {
	g := must1(games.Find("ataxx"))
	rounds := []store.Round{{ID: "a"}, {ID: "b", Helped: true}, {Left: store.People}, {Left: store.Unfinished}, {Left: store.Engine}, {Left: store.Filed}}
	playable := readable(t, g)
	whole := playable[0].Rounds
	playable[0].Rounds = rounds
	if in := stats.InsightsOf(g, playable, map[string]store.Judged{}); len(in.Todo) != 1 || in.Todo[0].ID != "a" {
		t.Errorf("to be judged: %v", in.Todo)
	}
	playable[0].Rounds = whole
	worst := store.Judged{Nodes: stats.JudgeNodes, Faults: []store.Fault{{Lost: 0.5}}}
	for _, c := range []struct {
		what  string
		j     store.Judged
		older bool
	}{
		{"a blunder", worst, true},
		{"a mistake", store.Judged{Nodes: stats.JudgeNodes, Faults: []store.Fault{{Lost: 0.15}}}, false},
		{"a review, which made puzzles of its own", store.Judged{Nodes: review.Nodes, Faults: worst.Faults}, false},
	} {
		in := stats.InsightsOf(g, playable, map[string]store.Judged{playable[0].Rounds[0].ID: c.j})
		if (len(in.Older) == 1) != c.older {
			t.Errorf("%s: %d older", c.what, len(in.Older))
		}
	}
}

// readable returns a library with one game that counts.
func readable(t *testing.T, g game.Game) []store.Game {
	t.Helper()
	dir := t.TempDir()
	known{g.Info().Name, "careless", "answering", 2}.write(t, dir, 0, 1)
	list, err := store.Open(dir, games.Find).Library.Games(g.Info().Name)
	must(t, err)
	return list
}

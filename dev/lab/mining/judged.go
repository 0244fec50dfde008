package mining

import (
	"context"
	"math/rand/v2"
	"slices"

	"attic/game"
	"attic/game/learn"
)

// untried is the number of plies at the start of a game that are too early for a puzzle.
const untried = 6

// Judged returns a miner for a game that has no miner of its own. In games between low levels, it finds positions with a single move that the game
// judges right, at most one position of each theme per game. The fewer levels of the computer find the key of a puzzle, the higher the puzzle's
// level.
func Judged(g interface {
	game.Game
	game.Bots
},
) Miner {
	return func(ctx context.Context, wanted map[string]int, seed uint64, found func(theme string, level int, place, key string)) error {
		l := Ledger{Wanted: wanted, Often: 1}
		low, high, _ := g.Levels()
		for number := uint64(0); !l.Done(); number++ {
			r := rand.New(rand.NewPCG(seed, number))
			place, used := learn.Position{Setup: game.Setup{Options: g.Info().Started}}, map[string]bool{}
			s, err := place.State(g)
			for ply := 0; err == nil && s.ToMove() >= 0 && !l.Done(); ply++ {
				if err := ctx.Err(); err != nil {
					return err
				}
				for _, t := range g.Info().Course.Themes {
					if ply < untried || used[t.Name] || !l.Wants(t.Name) {
						continue
					}
					k, ok := sole(ctx, g, s, t.Name)
					if !ok || k.None {
						continue
					}
					if level := levelOf(ctx, g, s, k.Move); l.Add(t.Name, level, place.String()) {
						used[t.Name] = true
						found(t.Name, level, place.String(), k.Move)
					}
				}
				move := ""
				if move, err = g.NewBot(low+r.IntN(min(high, low+2)-low+1), r.Uint64()).Choose(ctx, s.View(s.ToMove()), func(game.Report) {}); err == nil {
					place.Moves = append(slices.Clip(place.Moves), move)
					s, _, err = s.Play(move)
				}
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
}

// sole returns the only move that a game judges right, among at least three moves.
func sole(ctx context.Context, g game.Game, s game.State, theme string) (k Solution[string], ok bool) {
	var texts []string
	for _, m := range game.MovesOf(s) {
		texts = append(texts, m.Text)
	}
	slices.Sort(texts)
	texts = slices.Compact(texts)
	k, ok = Only(texts, func(text string) (is, known bool) {
		tried, err := g.Info().Course.Try(ctx, s, theme, text)
		return tried.Good, err == nil
	})
	return k, ok && len(texts) > 2
}

// levelOf returns the level of a puzzle, from 1 to Levels, by the share of the computer's levels that do not play its key.
func levelOf(ctx context.Context, g game.Bots, s game.State, key string) int {
	missed := 0
	low, high, _ := g.Levels()
	high = min(high, low+20) // some games have no highest level
	for level := low; level <= high; level++ {
		if move, err := g.NewBot(level, 1).Choose(ctx, s.View(s.ToMove()), func(game.Report) {}); err != nil || move != key {
			missed++
		}
	}
	return 1 + (Levels-1)*missed/(high-low+1)
}

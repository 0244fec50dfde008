package atommaster

import (
	"fmt"
	"strings"

	"attic/game"
	"attic/games/atommaster/deal"
	"attic/internal/phrase"
)

// difficultyOption begins the option of a setup.
const difficultyOption = "difficulty="

// parseDifficulty reads a value of the option.
func parseDifficulty(text string) (deal.Difficulty, error) {
	for d, name := range deal.DifficultyTexts {
		if strings.EqualFold(text, name) {
			return deal.Difficulty(d), nil
		}
	}
	return deal.AnyDeal, game.Illegal("the difficulty must be easy, medium, hard or any, not %q", phrase.Clip(text))
}

// named returns a noun: "a hard deal".
func named(d deal.Difficulty) string {
	article := "a "
	if d == deal.EasyDeal {
		article = "an "
	}
	return article + deal.DifficultyTexts[d] + " deal"
}

// changing returns the move that deals atoms of a difficulty.
func changing(d deal.Difficulty) game.Move {
	return game.Move{Text: "difficulty " + deal.DifficultyTexts[d], Label: phrase.Capital(deal.DifficultyTexts[d]) + " deal"}
}

func (st state) changeDifficulty(rest string) (state, game.Move, error) {
	d, err := parseDifficulty(rest)
	if err != nil {
		return st, game.Move{}, err
	}
	next := st
	next.Difficulty = d
	return st.change(next, changing(d))
}

// task says what there is to find: "4 atoms", "4 atoms in a hard deal", "4 atoms in the hardest deal found".
func task(p deal.Public) string {
	if p.ByHand || p.Difficulty == deal.AnyDeal {
		return fmt.Sprintf("%d atoms", p.Atoms)
	}
	what := named(p.Difficulty)
	if p.Nearest {
		what = map[deal.Difficulty]string{deal.EasyDeal: "the easiest deal found", deal.MediumDeal: "the deal found nearest to medium", deal.HardDeal: "the hardest deal found"}[p.Difficulty]
	}
	return fmt.Sprintf("%d atoms in %s", p.Atoms, what)
}

package atommaster

import (
	"fmt"
	"strings"

	"attic/game"
	"attic/games/atommaster/deal"
)

// Placed returns the setup of the deal to which the set-up has led: its size, its number of atoms, its difficulty, and the layout if a person hid it, or
// else the number of times learning mode has dealt again.
func (g Game) Placed(setup game.Setup, texts []string) (game.Setup, error) {
	first, err := g.New(setup)
	if err != nil {
		return setup, err
	}
	begun := first.(state)
	last := begun
	for _, text := range texts {
		next, _, err := last.Play(text)
		if err != nil {
			return setup, err
		}
		if next.ToMove() != game.Anyone {
			break
		}
		last = next.(state)
	}
	switch {
	case last.ByHand && last.layout == begun.layout && begun.ByHand:
		return setup, nil
	case !last.ByHand && !begun.ByHand && last.Field == begun.Field && last.Atoms == begun.Atoms && last.Difficulty == begun.Difficulty && last.again == begun.again:
		return setup, nil
	}
	options := last.options(last.deal)
	switch {
	case last.ByHand:
		options += " " + hiddenOption + deal.Conceal(last.layout)
	case last.again > 0:
		options += fmt.Sprintf(" %s%d", againOption, last.again)
	}
	return game.Setup{Options: strings.TrimSpace(options), Seed: setup.Seed}.Without("deal=1"), nil
}

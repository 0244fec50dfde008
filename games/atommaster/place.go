package atommaster

import (
	"fmt"
	"strings"

	"attic/game"
)

// Placed returns the setup of the deal that the set-up has led to: its size, its atoms and how often learning mode has dealt again.
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
	case last.ByHand:
		return setup, fmt.Errorf("a game ID cannot hold atoms hidden by hand; %s to keep the game", game.Type("save FILE"))
	case last.Field == begun.Field && last.Atoms == begun.Atoms && last.again == begun.again:
		return setup, nil
	}
	options := last.options(last.deal)
	if last.again > 0 {
		options += fmt.Sprintf(" %s%d", againOption, last.again)
	}
	return game.Setup{Options: strings.TrimSpace(options), Seed: setup.Seed}.Without("deal=1"), nil
}

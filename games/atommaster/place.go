package atommaster

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"attic/game"
	"attic/games/atommaster/rules"
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
		options += " " + hiddenOption + conceal(last.layout)
	case last.again > 0:
		options += fmt.Sprintf(" %s%d", againOption, last.again)
	}
	return game.Setup{Options: strings.TrimSpace(options), Seed: setup.Seed}.Without("deal=1"), nil
}

// conceal encodes a layout so that nobody reads it by accident: its squares in ascending order, a byte each, mixed with bytes that depend
// on the size and the number of atoms, then a byte to check them. It is not encrypted.
func conceal(l rules.Layout) string {
	var code []byte
	for s := range l.Field().Squares() {
		if l.Has(s) {
			code = append(code, byte(s))
		}
	}
	sum := sha256.Sum256(code)
	mask := sha256.Sum256([]byte(fmt.Sprintf("attic layout %d %d", l.Field().W, len(code))))
	code = append(code, sum[0])
	for i := range code {
		code[i] ^= mask[i]
	}
	return hex.EncodeToString(code)
}

// reveal decodes a text of conceal.
func reveal(code string, f rules.Field, atoms int) (rules.Layout, error) {
	l := f.Empty()
	bytes, err := hex.DecodeString(code)
	if err != nil || len(bytes) != atoms+1 {
		return l, errHidden
	}
	mask := sha256.Sum256([]byte(fmt.Sprintf("attic layout %d %d", f.W, atoms)))
	for i, b := range bytes[:atoms] {
		if s := rules.Square(b ^ mask[i]); f.Has(s) {
			l = l.With(s)
		}
	}
	if l.Count() != atoms || conceal(l) != strings.ToLower(code) {
		return l, errHidden
	}
	return l, nil
}

var errHidden = errors.New("this game ID is inconsistent: copy all of hidden, with the size and the number of atoms")

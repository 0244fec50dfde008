package deal

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"attic/games/atommaster/rules"
)

// Conceal encodes a layout so that nobody reads it by accident: its squares in ascending order, a byte each, mixed with bytes that depend
// on the size and the number of atoms, then a byte to check them. It is not encrypted.
func Conceal(l rules.Layout) string {
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

// Reveal decodes a text of conceal.
func Reveal(code string, f rules.Field, atoms int) (rules.Layout, error) {
	l := f.Empty()
	bytes, err := hex.DecodeString(code)
	if err != nil || len(bytes) != atoms+1 {
		return l, ErrHidden
	}
	mask := sha256.Sum256([]byte(fmt.Sprintf("attic layout %d %d", f.W, atoms)))
	for i, b := range bytes[:atoms] {
		if s := rules.Square(b ^ mask[i]); f.Has(s) {
			l = l.With(s)
		}
	}
	if l.Count() != atoms || Conceal(l) != strings.ToLower(code) {
		return l, ErrHidden
	}
	return l, nil
}

// ErrHidden is the error of a code that Conceal has not written for these options.
var ErrHidden = errors.New("this game ID is inconsistent: copy all of hidden, with the size and the number of atoms")

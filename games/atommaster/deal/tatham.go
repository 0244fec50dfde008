package deal

import (
	"crypto/sha1"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"sync"

	"attic/games/atommaster/rules"
)

// tathamID is the form of a game ID of Black Box in Simon Tatham's Portable Puzzle Collection: width, height, least and most atoms, and a code.
var tathamID = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^w(\d{1,3})h(\d{1,3})m(\d{1,3})M(\d{1,3}):([0-9a-f]+)$`)
})

// IsTatham reports whether a text has the form of a game ID of Simon Tatham's Black Box.
func IsTatham(id string) bool { return tathamID().MatchString(id) }

var errDamaged = errors.New("this Black Box ID is damaged: copy all of it, up to the last letter")

// Tatham returns the layout of a game ID of Simon Tatham's Black Box. The code is a byte each for width and height, and two for the column and the row of
// each atom, from the top left. Its two halves are each masked with hashes of the other (obfuscate_bitmap in misc.c of that collection).
func Tatham(id string) (rules.Layout, error) {
	var none rules.Layout
	parts := tathamID().FindStringSubmatch(id)
	if parts == nil {
		return none, errors.New("this is not a game ID of Black Box: one looks like w8h8m5M5:b2bff65a8ec4eb1d27e468ef")
	}
	var numbers [4]int
	for i := range numbers {
		numbers[i], _ = strconv.Atoi(parts[i+1]) // at most three digits
	}
	w, h, least, most := numbers[0], numbers[1], numbers[2], numbers[3]
	code, err := hex.DecodeString(parts[5])
	atoms := len(code)/2 - 1
	switch {
	case w != h || w < Smallest || w > Largest:
		return none, fmt.Errorf("this Black Box has %d by %d squares; here it is square, from %d to %d wide", w, h, Smallest, Largest)
	case err == nil && (atoms < Fewest || atoms > Mostest):
		return none, fmt.Errorf("this Black Box has %d atoms; here it has %d to %d", atoms, Fewest, Mostest)
	case least != most:
		return none, fmt.Errorf("in this Black Box you do not know the number of atoms (%d to %d); here you do", least, most)
	case err != nil:
		return none, errDamaged
	}
	if len(code)%2 == 0 {
		first, second := code[:len(code)/2], code[len(code)/2:]
		mask(second, first)
		mask(first, second)
	}
	f, err := rules.NewField(w, h)
	if err != nil {
		return none, err
	}
	l := f.Empty()
	for i := 2; i+1 < len(code); i += 2 {
		if x, y := int(code[i]), int(code[i+1]); x < w && y < h {
			l = l.With(rules.SquareAt(x, h-1-y))
		}
	}
	if len(code)%2 != 0 || int(code[0]) != w || int(code[1]) != h || l.Count() != least {
		return none, errDamaged
	}
	return l, nil
}

// mask combines a text with the hashes of a seed and the numbers from 0 on.
func mask(text, seed []byte) {
	for i := range text {
		sum := sha1.Sum([]byte(string(seed) + strconv.Itoa(i/sha1.Size)))
		text[i] ^= sum[i%sha1.Size]
	}
}

package deal

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"

	"attic/games/atommaster/rules"
)

// Plain marbles have a colour, in random order, and a letter that goes with it: for the first eight its initial
// where possible. The letters A and R mean results; there are enough letters for the 24 passes of the
// largest field.
const marbleLetters = "dygcbpkw" + "efhijlmn" + "oqstuvxz"

// BallColours holds the colours of numbered balls in order, close to those of pool: the eighth is black.
var BallColours = [...]int{1, 4, 0, 5, 3, 2, 7, 6}

// Pass is the mark of a pass, a beam that left at another port.
type Pass struct {
	Number int  // the number on its balls
	Letter byte // the letter on its plain marbles
	Colour int  // the colour of both, by their initials
}

// Passes returns the marks of all passes by the ports where their beams were fired.
func (e Evidence) Passes() map[rules.Port]Pass {
	list := map[rules.Port]Pass{}
	colours := e.marbles()
	for _, s := range e.Shots {
		if s.Answer.Port() != rules.NoPort {
			n := len(list)
			colour := colours[n%len(colours)]
			list[s.Port] = Pass{n + 1, marbleLetters[n-n%len(colours)+colour], colour}
		}
	}
	return list
}

// marbles returns the order of the colours. Numbered balls have a fixed order; that of plain marbles is public, and in
// deals recorded without a public number it follows from what everybody sees: the first pass.
func (e Evidence) marbles() []int {
	switch {
	case e.Balls:
		return BallColours[:]
	case e.Colours != "":
		order := make([]int, len(e.Colours))
		for i := range order {
			order[i] = strings.IndexByte(marbleLetters, e.Colours[i])
		}
		return order
	}
	h := fnv.New64a()
	for _, s := range e.Shots {
		if s.Answer.Port() != rules.NoPort {
			fmt.Fprint(h, e.Field, e.Atoms, s)
			break
		}
	}
	return rand.New(rand.NewPCG(h.Sum64(), 0)).Perm(len(BallColours))
}

// Shuffled returns the order of colours in deal k that follows from a public number, as letters of marbles; "" for the
// number 0.
func Shuffled(number, k uint64) string {
	if number == 0 {
		return ""
	}
	var order []byte
	for _, colour := range rand.New(rand.NewPCG(number, k)).Perm(len(BallColours)) {
		order = append(order, marbleLetters[colour])
	}
	return string(order)
}

// IsOrder reports whether a text is an order of colours as shuffled returns it.
func IsOrder(text string) bool {
	letters := []byte(text)
	slices.Sort(letters)
	all := []byte(marbleLetters[:len(BallColours)])
	slices.Sort(all)
	return slices.Equal(letters, all)
}

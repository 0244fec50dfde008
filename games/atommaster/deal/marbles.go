package deal

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"

	"attic/games/atommaster/rules"
)

// Plain marbles have colours in random order, and a letter for the colour: for the first eight marbles its initial if
// possible. A and R are omitted, because they mean results. There are enough letters for the 24 passes (beams that
// leave at another port) of the largest field.
const marbleLetters = "dygcbpkw" + "efhijlmn" + "oqstuvxz"

// BallColours holds the colours of numbered balls in order, as indexes of colours. They are close to the colours in
// pool: the eighth ball is black.
var BallColours = [...]int{1, 4, 0, 5, 3, 2, 7, 6}

// Pass is the mark of a pass, a beam that left at another port.
type Pass struct {
	Number int  // the number on its balls
	Letter byte // the letter on its plain marbles
	Colour int  // the index of the colour of both
}

// Passes returns the marks of all passes; the keys are the ports where the beams were fired.
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

// marbles returns the order of the colours. Numbered balls have a fixed order. The order of plain marbles follows from
// a public number or, in deals recorded without such a number, from the first pass, which everybody sees.
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

// Shuffled returns the order of colours in deal k for a public number, as letters of marbles; "" for the number 0.
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

// IsOrder reports whether text is an order of colours in the form of Shuffled.
func IsOrder(text string) bool {
	letters := []byte(text)
	slices.Sort(letters)
	all := []byte(marbleLetters[:len(BallColours)])
	slices.Sort(all)
	return slices.Equal(letters, all)
}

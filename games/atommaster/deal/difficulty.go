package deal

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"sync"

	"attic/games/atommaster/infer"
	"attic/games/atommaster/rules"
)

// Difficulty is the difficulty of deals that a person asks for. As in infer.Difficulty, it is the largest number of beams that must be
// combined to prove the position of an atom.
type Difficulty uint8

// The difficulties.
const (
	AnyDeal    Difficulty = iota
	EasyDeal              // each atom can be proved with one or two beams
	MediumDeal            // at least one atom takes three beams, and none takes more
	HardDeal              // at least one atom takes four or more beams, and no other layout gives the same answers
)

// DifficultyTexts are the values of the option.
var DifficultyTexts = [...]string{AnyDeal: "any", EasyDeal: "easy", MediumDeal: "medium", HardDeal: "hard"}

// Limits that keep the search for a deal of a given difficulty below about 0.25 s.
const (
	mostPicked   = 40      // deals tried
	pickedWork   = 300_000 // cases judged
	pickedCases  = 30_000  // cases judged for one deal
	mostKept     = 256     // results remembered
	pickedBeside = 52      // the lowest bit of the try's number within the number of a deal
)

// grade returns the number of beams in the largest proof that a layout needs, but at most 4. If finding it would take too long, the grade is
// 3.5, between medium and hard, where most of these deals are. It is 0 if some atom has no proof, because another layout gives the same
// answers.
func grade(l rules.Layout) (grade float64, judged int) {
	beams, judged, sure := infer.Difficulty(l, 3, pickedCases)
	switch {
	case !sure:
		return 3.5, judged
	case beams > 0:
		return float64(beams), judged
	}
	if _, twin, known := rules.Twin(l); twin || !known {
		return 0, judged
	}
	return 4, judged
}

// misses returns the distance of a grade from a difficulty; 0 if the grade has the difficulty.
func (d Difficulty) misses(grade float64) float64 {
	switch d {
	case EasyDeal:
		return max(0, grade-2)
	case MediumDeal:
		return max(grade-3, 3-grade)
	}
	return 4 - grade
}

// Series is a series of deals with the same settings.
type Series struct {
	Field rules.Field
	Atoms int
	One   bool // only boards with one solution
	Seed  uint64
	Want  Difficulty
}

type dealID struct {
	Series
	k uint64
}

// try is the try that gave a deal its layout. nearest is set if the layout only comes closest to the difficulty.
type try struct {
	n       uint64
	nearest bool
}

// kept caches the tries of recent deals with a difficulty, because a match is dealt again whenever it is read.
var kept = struct {
	sync.Mutex
	tries map[dealID]try
}{tries: map[dealID]try{}}

// Picked returns deal k. If a difficulty is wanted, it makes several tries within the limits and returns the first layout that has this
// difficulty, otherwise the layout that comes closest, with nearest set. Equal arguments give equal layouts.
func (d Series) Picked(k uint64) (l rules.Layout, nearest bool, err error) {
	if d.Want == AnyDeal {
		l, err = d.drawn(k)
		return l, false, err
	}
	id := dealID{d, k}
	kept.Lock()
	found, known := kept.tries[id]
	kept.Unlock()
	if known {
		l, err = d.drawn(k | found.n<<pickedBeside)
		return l, found.nearest, err
	}
	var best rules.Layout
	least := 5.0
	for n, work := uint64(0), pickedWork; n < mostPicked && work > 0 && least > 0; n++ {
		l, err := d.drawn(k | n<<pickedBeside)
		if err != nil {
			return l, false, err
		}
		grade, judged := grade(l)
		work -= judged
		misses := d.Want.misses(grade)
		if grade == 0 {
			misses = 4.5
		}
		if misses < least {
			best, least, found = l, misses, try{n, misses > 0}
		}
	}
	kept.Lock()
	defer kept.Unlock()
	if len(kept.tries) >= mostKept {
		clear(kept.tries)
	}
	kept.tries[id] = found
	return best, found.nearest, nil
}

// drawn returns deal k regardless of its difficulty.
func (d Series) drawn(k uint64) (rules.Layout, error) {
	if !d.One {
		return rules.Deal(d.Field, d.Atoms, d.Seed, k), nil
	}
	return rules.DealUnique(d.Field, d.Atoms, d.Seed, k)
}

// Conceal encodes a layout so that nobody reads it by accident. The code has a byte for each square, in ascending order, and a check byte,
// all mixed with bytes that depend on the size and the number of atoms. It is not encrypted.
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

// Reveal decodes a code of Conceal.
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

// ErrHidden is returned for a code that Conceal has not written for these options.
var ErrHidden = errors.New("this game ID is inconsistent: copy the whole value of hidden, with the size and the number of atoms")

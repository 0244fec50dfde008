package deal

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"attic/games/atommaster/infer"
	"attic/games/atommaster/rules"
)

// Chances holds the probability of an atom on each square.
type Chances struct {
	shown bool // this seat sees the chances; otherwise the other fields are empty
	Known bool // at least one fitting layout was found
	exact bool // the counts are from all fitting layouts; otherwise from a sample
	field rules.Field
	atoms [256]int32 // the number of layouts with an atom on each square
	total int32

	Findings // on the solver's table
}

// Findings are what the answers on the solver's table prove.
type Findings struct {
	Left        string       // the number of layouts that fit, with "about" if it is an estimate; "" if none was found
	Sure, Empty rules.Layout // the squares that certainly have an atom, and those that are certainly empty
	Open        bool         // more squares may be certain
}

// ChanceOf returns the probability of an atom on a square, from 0 to 1.
func (c Chances) ChanceOf(s rules.Square) float64 { return float64(c.atoms[s]) / float64(c.total) }

// Percent writes the probability of an atom on a square: "·" if the square is surely empty, "!!" if it surely has an atom, otherwise a
// percentage from 1 to 99, or from 0 to 99 if only a sample was counted.
func (c Chances) Percent(s rules.Square) string {
	x := c.ChanceOf(s)
	switch {
	case c.exact && x == 0, c.Empty.Has(s):
		return "·"
	case c.exact && x == 1, c.Sure.Has(s):
		return "!!"
	}
	least := 1.0
	if x == 0 {
		least = 0
	}
	return fmt.Sprintf("%.0f", max(least, min(math.Round(100*x), 99)))
}

// latest caches the chances computed last, because every picture of a position asks for them.
var latest struct {
	sync.Mutex
	held [32]struct { // more entries than are needed at a time
		of      string
		chances Chances
	}
	next int // the index of the entry to replace next
}

// Chances returns the chances if this seat sees them.
func (v View) Chances() Chances {
	if !v.Shades || v.Phase != Solving || v.Hider {
		return Chances{}
	}
	k := v.Knowledge()
	key := fmt.Sprint(v.Table, k.Field, k.Atoms, k.Shots)
	latest.Lock()
	defer latest.Unlock()
	for _, held := range latest.held {
		if held.of == key {
			return held.chances
		}
	}
	held := &latest.held[latest.next]
	if held.of = key; v.Table {
		held.chances = found(k)
	} else {
		held.chances = chancesBy(k)
	}
	latest.next = (latest.next + 1) % len(latest.held)
	return held.chances
}

// chancesBy counts the atoms in the layouts that fit k.
func chancesBy(k infer.Knowledge) Chances {
	survey, err := infer.Look(context.Background(), k, 0)
	if err != nil || len(survey.Set) == 0 {
		return Chances{shown: true}
	}
	return counted(k, survey)
}

// found returns what the answers on the solver's table show. Its work is limited so that a page can wait for it.
func found(k infer.Knowledge) Chances {
	if len(k.Shots) == 0 { // all squares are alike
		all := rules.NewCase(k.Field, k.Atoms)
		survey := infer.Survey{Total: all.Count(), Counted: true}
		return Chances{Findings: Findings{Left: Split{Survey: survey}.Count()}}
	}
	survey, err := infer.Glance(context.Background(), k, 0)
	if err != nil || len(survey.Set) == 0 {
		return Chances{shown: !errors.Is(err, infer.ErrContradiction)}
	}
	c := counted(k, survey)
	c.Left, c.Sure, c.Empty = Split{Survey: survey}.Count(), k.Field.Empty(), k.Field.Empty()
	if !c.exact {
		var sure bool
		c.Sure, c.Empty, sure, _ = infer.Evident(context.Background(), k)
		c.Open = !sure
		return c
	}
	for s := range k.Field.Squares() {
		switch c.atoms[s] {
		case 0:
			c.Empty = c.Empty.With(s)
		case c.total:
			c.Sure = c.Sure.With(s)
		}
	}
	return c
}

// Says returns what the answers show about a square, in words; "" if nothing is shown.
func (c Chances) Says(s rules.Square) string {
	if !c.Known {
		return ""
	}
	switch text := c.Percent(s); text {
	case "·":
		return "certainly empty"
	case "!!":
		return "certainly an atom"
	default:
		return "" + text + "% chance of an atom"
	}
}

func counted(k infer.Knowledge, survey infer.Survey) Chances {
	atoms := survey.Boards.Marginals(survey.Set)
	return Chances{shown: true, Known: true, exact: survey.Listed, field: k.Field, atoms: atoms, total: int32(len(survey.Set))}
}

// Title returns a title that shows whether the percentages on the squares are exact; "" if they are not shown.
func (c Chances) Title() string {
	switch {
	case !c.shown:
		return ""
	case !c.Known: // counting would take too long
		return "% unknown"
	case c.exact:
		return "% exact"
	}
	return "% sampled"
}

// mostDescribed is the maximum number of squares in Describe.
const mostDescribed = 12

// Describe returns a sentence with the squares on which atoms are most likely.
func (c Chances) Describe() string {
	switch {
	case !c.shown:
		return ""
	case !c.Known:
		return "It would take too long to find out how likely atoms are."
	}
	var squares []rules.Square
	for s := range c.field.Squares() {
		if c.atoms[s] > 0 {
			squares = append(squares, s)
		}
	}
	slices.SortStableFunc(squares, func(a, b rules.Square) int { return cmp.Compare(c.atoms[b], c.atoms[a]) })
	var list []string
	for _, s := range squares[:min(len(squares), mostDescribed)] {
		if text := c.Percent(s); text == "!!" {
			list = append(list, s.String()+" certainly")
		} else {
			list = append(list, fmt.Sprintf("%v %s%%", s, text))
		}
	}
	how := "exact percentages"
	if !c.exact {
		how = "from a sample"
	}
	return fmt.Sprintf("Atoms are most likely on these squares (%s): %s.", how, strings.Join(list, ", "))
}

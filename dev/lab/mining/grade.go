package mining

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"attic/game/learn"
)

// Graded is a puzzle that is about to get a level.
type Graded struct {
	ID, Theme, Place, Key string
	None                  bool      // it has no right move, and nobody answers "none"
	Shares                []float64 // for each person, the share of tries that find the key
	Level                 int
}

// number returns the number at the end of an ID.
func (g Graded) number() int {
	_, digits, _ := strings.Cut(g.ID, "-")
	n, _ := strconv.Atoi(digits)
	return n
}

// computerWeight is the weight of a level of the computer. Levels order puzzles that no other person finds.
const computerWeight = 0.6

// Levels is the number of levels of puzzles.
const Levels = 4

// Tried returns the puzzles of a text in the form of puzzles.txt, with the shares of tries in which people find their keys, and with the resulting
// levels.
func Tried(text string, people []Person) (list []Graded, err error) {
	for line := range strings.Lines(text) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if len(fields) != 4 {
			return nil, fmt.Errorf("a puzzle must have an ID, a level, a place and a key with tabs between them, not %q", line)
		}
		g := Graded{ID: fields[0], Place: fields[2], Key: fields[3], None: fields[3] == learn.None}
		g.Theme, _, _ = strings.Cut(g.ID, "-")
		for _, who := range people {
			share, err := who.Share(g.Theme, g.Place, g.Key)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", g.ID, err)
			}
			g.Shares, g.None = append(g.Shares, share), g.None && share == 0
		}
		list = append(list, g)
	}
	Grade(list, people, Levels)
	return list, nil
}

// String returns the puzzle as a line of puzzles.txt.
func (g Graded) String() string {
	return fmt.Sprintf("%s\t%d\t%s\t%s\n", g.ID, g.Level, g.Place, g.Key)
}

// Rises names the people, except levels of the computer, whose share of solved puzzles does not fall from one level to the next. Shares of 0 and of
// 100 % may stay equal. The share of a person held out may rise if the intervals overlap.
func Rises(list []Graded, people []Person) (names []string) {
	for i, who := range people {
		for level := 2; level <= Levels && !who.Computer; level++ {
			before, wide := Solved(list, i, level-1)
			share, width := Solved(list, i, level)
			if rises := share >= before && before > 0 && share < 100; rises && !who.Held || share-width > before+wide {
				names = append(names, fmt.Sprintf("%s, from %.1f %% of level %d to %.1f %%", who.Name, before, level-1, share))
			}
		}
	}
	return names
}

// easily is the least share of tries with which a person finds a puzzle easily.
const easily = 0.75

// fewest is the least number of puzzles of a theme at a level, unless it has none or the theme has too few for all levels.
const fewest = 4

// Grade gives puzzles their levels, from 1 to the given number, and sorts them by level, theme and number. Puzzles that people find least often get
// the highest level; a level of the computer counts computerWeight times as much as another person. Each level gets the same number of puzzles, but
// no puzzle gets a level above Easy of a person who finds it easily. A level with fewer puzzles of a theme than fewest takes the easiest puzzles of
// the next level; the highest level passes its puzzles to the level below. A puzzle with None gets the median level of its theme.
func Grade(list []Graded, people []Person, levels int) {
	most := func(g Graded) int {
		least := levels
		for i, who := range people {
			if who.Easy > 0 && g.Shares[i] >= easily {
				least = min(least, who.Easy)
			}
		}
		return least
	}
	found := func(g Graded) (sum float64) {
		for i, who := range people {
			switch {
			case who.Held:
			case who.Computer:
				sum += computerWeight * g.Shares[i]
			default:
				sum += g.Shares[i]
			}
		}
		return sum
	}
	slices.SortFunc(list, func(a, b Graded) int {
		return cmp.Or(cmp.Compare(found(b), found(a)), cmp.Compare(a.Theme, b.Theme), cmp.Compare(a.number(), b.number()))
	})
	var with []*Graded // a right move, the hardest last
	themes := map[string][]*Graded{}
	for i := range list {
		if g := &list[i]; !g.None {
			g.Level = 1
			with, themes[g.Theme] = append(with, g), append(themes[g.Theme], g)
		}
	}
	for level := levels; level > 1; level-- {
		room := (len(with)*level+levels-1)/levels - (len(with)*(level-1)+levels-1)/levels
		for _, g := range slices.Backward(with) {
			if g.Level == 1 && room > 0 && most(*g) >= level {
				g.Level, room = level, room-1
			}
		}
	}
	for _, all := range themes {
		for level := 1; level <= levels && len(all) >= levels*fewest; level++ {
			enough(all, level, levels)
		}
	}
	for i, g := range list {
		if g.None {
			same := []int{(levels + 1) / 2}
			for _, g := range themes[g.Theme] {
				same = append(same, g.Level)
			}
			if len(same) > 1 {
				same = slices.Sorted(slices.Values(same[1:]))
			}
			list[i].Level = same[len(same)/2]
		}
	}
	slices.SortFunc(list, func(a, b Graded) int {
		return cmp.Or(cmp.Compare(a.Level, b.Level), cmp.Compare(a.Theme, b.Theme), cmp.Compare(a.number(), b.number()))
	})
}

// enough moves puzzles between levels until a level has no puzzles of a theme, or at least as many as fewest says. all holds the puzzles of the
// theme, the hardest last.
func enough(all []*Graded, level, levels int) {
	of := func(level int) (list []*Graded) {
		for _, g := range all {
			if g.Level == level {
				list = append(list, g)
			}
		}
		return list
	}
	has := of(level)
	if len(has) == 0 || len(has) >= fewest {
		return
	}
	if level == levels {
		for _, g := range has {
			g.Level--
		}
		return
	}
	above := of(level + 1)
	for _, g := range above[:min(len(above), fewest-len(has))] {
		g.Level--
	}
}

// Solved returns the share of a level's puzzles that the person with the given index solves, and half the width of its 95 % confidence interval, both
// in percent. Only puzzles with a right move count. The interval is computed from the spread between puzzles.
func Solved(list []Graded, person, level int) (share, width float64) {
	var sum, squares, n float64
	for _, g := range list {
		if g.Level == level && !g.None {
			sum, squares, n = sum+g.Shares[person], squares+g.Shares[person]*g.Shares[person], n+1
		}
	}
	if n < 2 {
		return 100 * sum, 100
	}
	mean := sum / n
	return 100 * mean, 196 * math.Sqrt(max(0, squares-n*mean*mean)/(n-1)/n)
}

// Table returns each person's share of solved puzzles at each level in percent, with the 95 % interval, as rows of Markdown.
func Table(list []Graded, people []Person) string {
	var b strings.Builder
	for i, who := range people {
		fmt.Fprintf(&b, "| %s%s |", who.Name, map[bool]string{true: ", held out"}[who.Held])
		for level := range Levels {
			share, width := Solved(list, i, level+1)
			fmt.Fprintf(&b, " %.0f ± %.0f |", share, width)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

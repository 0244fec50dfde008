package atom4

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"attic/game/bridge"
	"attic/games/atom4/rules"
	"attic/internal/phrase"
)

type effect struct {
	p, next rules.Position // before and after
	move    rules.Square
	changes []rules.Change
	made    []rules.Square // pieces that the move turns to the mover's goal colour
	line    rules.Row      // the line of four vertices through one of them with the most pieces of that colour
	most    int            // the number of pieces of that colour on the line
}

func effectOf(p rules.Position, s rules.Square) effect {
	e := effect{p: p, next: p.Play(s), move: s, changes: p.Changes(s, nil), made: p.Made(s)}
	for _, s := range e.made {
		lines := rules.Fours(s)
		slices.SortFunc(lines, func(a, b rules.Row) int { return cmp.Or(cmp.Compare(a.First, b.First), cmp.Compare(a.Dir, b.Dir)) })
		for _, line := range lines {
			if n := e.next.CountIn(line, e.goal()); n > e.most {
				e.line, e.most = line, n
			}
		}
	}
	return e
}

func (e effect) goal() rules.Color { return e.p.Player().Goal() }

// own returns the mover's colour at its next turn.
func (e effect) own() rules.Color { return e.p.Turn().Next().Next() }

func (e effect) replies() []rules.Square {
	if e.next.Over() {
		return nil
	}
	return e.next.Moves(nil)
}

// threats returns the vertices where the other player's colour after next would complete a row in a position.
// The parameter after is this position, which follows a reply.
func (e effect) threats(after rules.Position) []rules.Square {
	if after.Over() {
		return nil
	}
	return after.Threats(e.p.Turn().Opposite()).Squares()
}

// hits returns the vertices where the other player wins immediately.
func (e effect) hits() []rules.Square { return e.next.Threats(e.next.Turn()).Squares() }

// aims returns the vertices where the mover's next colour would win.
func (e effect) aims() []rules.Square { return e.next.Threats(e.own()).Squares() }

// dangers returns the vertices where the other player's colour after next would complete a row after the move.
func (e effect) dangers() []rules.Square { return e.next.Threats(e.p.Turn().Opposite()).Squares() }

// menaces returns the number of replies that threaten a row, and the first of them.
func (e effect) menaces() (n int, first rules.Square) {
	for _, r := range e.replies() {
		if e.threats(e.next.Play(r)) == nil {
			continue
		}
		if n++; n == 1 {
			first = r
		}
	}
	return n, first
}

// does describes the move in words that follow "would": "make three whites on g7-j7".
func (e effect) does() string {
	switch {
	case e.most > 1:
		return fmt.Sprintf("make %s %ss on %s", phrase.Number(e.most), e.goal(), ends(e.line))
	case len(e.made) > 0:
		return fmt.Sprintf("turn %s %s", phrase.List(texts(e.made)), e.goal())
	case len(e.changes) == 0:
		return "change nothing"
	}
	by := map[rules.Color][]rules.Square{} // the changed pieces by their new colours
	for _, c := range e.changes {
		by[c.New] = append(by[c.New], c.At)
	}
	if taken := e.taken(); taken != nil {
		what := e.goal().Opposite().String()
		if len(taken) > 1 {
			what += "s"
		}
		return fmt.Sprintf("turn the %s on %s %s", what, phrase.List(texts(taken)), e.p.Turn())
	}
	var parts []string
	for _, c := range slices.Sorted(maps.Keys(by)) {
		parts = append(parts, phrase.List(texts(by[c]))+" "+c.String())
	}
	return fmt.Sprintf("turn %s, one mix away from %s", phrase.List(parts), e.goal())
}

// taken returns the changed pieces that had the other player's goal colour; all get the placed colour.
func (e effect) taken() (list []rules.Square) {
	for _, c := range e.changes {
		if c.Old == e.goal().Opposite() {
			list = append(list, c.At)
		}
	}
	return list
}

// measure compares two moves of a position by something that can be counted on the board.
type measure = bridge.Measure[effect]

var measures = []measure{
	{
		Better: func(a, b effect) bool { return len(a.hits()) == 0 && len(b.hits()) > 0 },
		Speaks: func(a effect) string { return fmt.Sprintf(would+"leave %s no winning move", a.next.Player()) },
		Lacks: func(b effect) string {
			return fmt.Sprintf("%s on %s would then win", b.next.Turn(), either(b.hits(), someSquares))
		},
	},
	{
		Better: func(a, b effect) bool { return len(a.aims()) > len(b.aims()) },
		Speaks: func(a effect) string {
			return fmt.Sprintf(would+"threaten a line, by %s on %s", a.own(), either(a.aims(), someSquares))
		},
		Lacks: func(b effect) string {
			if at := b.aims(); len(at) > 0 {
				return fmt.Sprintf("it would threaten a line only by %s on %s", b.own(), either(at, someSquares))
			}
			return "it would threaten no line"
		},
	},
	{
		Better: func(a, b effect) bool { return len(a.dangers()) < len(b.dangers()) },
		Speaks: func(a effect) string {
			const when = "in two turns if nothing else changed"
			colour := a.p.Turn().Opposite()
			if at := a.dangers(); len(at) > 0 {
				return fmt.Sprintf(would+"let %s complete a line only on %s "+when, colour, either(at, someSquares))
			}
			return fmt.Sprintf(would+"leave no line that %s could complete "+when, colour)
		},
		Lacks: func(b effect) string {
			return fmt.Sprintf("%s on %s could complete a line in two turns if nothing else changed", b.p.Turn().Opposite(), either(b.dangers(), someSquares))
		},
	},
	{
		Better: func(a, b effect) bool { return first(a.menaces()) < first(b.menaces()) },
		Speaks: func(a effect) string {
			n, _ := a.menaces()
			return replies(n) + " could then threaten a line"
		},
		Lacks: func(b effect) string {
			n, r := b.menaces()
			said := fmt.Sprintf("%s on %s could threaten %s", b.next.Turn(), r, either(b.threats(b.next.Play(r)), fewSquares))
			if n > 1 {
				said += fmt.Sprintf(", and %s also %s a line", phrase.Number(n-1)+" other "+phrase.Plural(n-1, "reply"), threatens(n-1))
			}
			return said
		},
	},
}

func threatens(n int) string {
	if n == 1 {
		return "threatens"
	}
	return "threaten"
}

func replies(n int) string {
	switch n {
	case 0:
		return "no reply"
	case 1:
		return "only one reply"
	}
	return "only " + phrase.Number(n) + " replies"
}

func first(n int, _ rules.Square) int { return n }

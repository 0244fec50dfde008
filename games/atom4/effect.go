package atom4

import (
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"sync"

	"attic/game/bridge"
	"attic/games/atom4/rules"
	"attic/internal/phrase"
)

// effect is a move and its consequences, counted on the board.
type effect struct {
	p, next rules.Position // before and after
	move    rules.Square
	changes []rules.Change
	made    []rules.Square // pieces that it turns to the mover's goal colour
	line    rules.Row      // the line of four vertices through one of them with the most pieces of that colour
	most    int            // how many pieces of that colour are on the line
	lasting rules.Row      // the same among the lines on which no reply changes one of those pieces
	lasts   int
}

// played returns a move and the pieces that it changes.
func played(p rules.Position, s rules.Square) effect {
	e := effect{p: p, next: p.Play(s), move: s, changes: p.Changes(s, nil)}
	for _, c := range e.changes {
		if c.New == e.goal() {
			e.made = append(e.made, c.At)
		}
	}
	return e
}

// effectOf returns a move and all its consequences.
func effectOf(p rules.Position, s rules.Square) effect {
	e := played(p, s)
	for _, line := range linesThrough(e.made) {
		n := e.next.CountIn(line, e.goal())
		if n > e.most {
			e.line, e.most = line, n
		}
		if _, broken := e.breaker(line); n > e.lasts && !broken {
			e.lasting, e.lasts = line, n
		}
	}
	return e
}

// goal is the mover's goal colour.
func (e effect) goal() rules.Color { return e.p.Player().Goal() }

// own returns the mover's colour at its next turn.
func (e effect) own() rules.Color { return e.p.Turn().Next().Next() }

// replies returns the other player's moves.
func (e effect) replies() []rules.Square {
	if e.next.Over() {
		return nil
	}
	return e.next.Moves(nil)
}

// breaker returns a reply that changes a piece of the mover's goal colour on the line, preferably one that also threatens a row.
func (e effect) breaker(line rules.Row) (reply rules.Square, ok bool) {
	n := e.next.CountIn(line, e.goal())
	for _, r := range e.replies() {
		after := e.next.Play(r)
		if after.CountIn(line, e.goal()) >= n {
			continue
		}
		if e.threats(after) != nil {
			return r, true
		}
		if !ok {
			reply, ok = r, true
		}
	}
	return reply, ok
}

// threats returns where the other player's colour after next would complete a row in after, a position after a reply.
func (e effect) threats(after rules.Position) []rules.Square {
	if after.Over() {
		return nil
	}
	return after.Threats(e.p.Turn().Opposite()).Squares()
}

// hits returns where the other player wins at once.
func (e effect) hits() []rules.Square { return e.next.Threats(e.next.Turn()).Squares() }

// aims returns where the mover's next colour would win.
func (e effect) aims() []rules.Square { return e.next.Threats(e.own()).Squares() }

// dangers returns where the other player's colour after next would complete a row on the board as it is after the move.
func (e effect) dangers() []rules.Square { return e.next.Threats(e.p.Turn().Opposite()).Squares() }

// menaces returns how many replies threaten a row, and the first of them.
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

// lead returns how many more goal pieces the mover has in p than the other player.
func (e effect) lead(p rules.Position) int {
	return p.Vertices(e.goal()).Count() - p.Vertices(e.goal().Opposite()).Count()
}

// worst returns the reply that leaves the mover the smallest lead, and that lead.
func (e effect) worst() (reply rules.Square, lead int) {
	lead = e.lead(e.next)
	for i, r := range e.replies() {
		if n := e.lead(e.next.Play(r)); i == 0 || n < lead {
			reply, lead = r, n
		}
	}
	return reply, lead
}

// pairs returns the number of lines of four vertices with at least two pieces of a goal colour, and no other piece that the player
// of that goal can no longer change.
func pairs(p rules.Position, goal rules.Color) (n int) {
	var room [4]rules.Square
	can := changeable(p, goal)
	for _, line := range allLines() {
		if p.CountIn(line, goal) >= 2 && !slices.ContainsFunc(line.Squares(room[:0]), func(s rules.Square) bool {
			return p.At(s) != rules.Empty && p.At(s) != goal && !can.Has(s)
		}) {
			n++
		}
	}
	return n
}

// changeable returns the pieces that the player of a goal colour could change from an empty vertex: those next to one, and those
// with only pieces of the goal colour in between.
func changeable(p rules.Position, goal rules.Color) (can rules.Set) {
	empty, passes := p.Vertices(rules.Empty), p.Vertices(goal)
	for d := range rules.Direction(rules.Directions) {
		for at := empty; at != (rules.Set{}); {
			at = at.Step(d)
			for i := range at {
				can[i] |= at[i] &^ empty[i] &^ passes[i]
				at[i] &= passes[i]
			}
		}
	}
	return can
}

// does returns what the move would do: "make three whites on g7-j7".
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
	var taken []rules.Square               // those that were the other player's goal colour; all take the colour placed
	for _, c := range e.changes {
		if c.Old == e.goal().Opposite() {
			taken = append(taken, c.At)
		} else {
			by[c.New] = append(by[c.New], c.At)
		}
	}
	if taken != nil {
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
	return fmt.Sprintf("turn %s, one step from %s", phrase.List(parts), e.goal())
}

// near returns how many pieces after the move are one step from the mover's goal colour (so they have colours of the other player)
// and can still change.
func (e effect) near() (n int) {
	can := changeable(e.next, e.goal())
	for c := rules.Red; c < rules.White; c++ {
		if c.Owner() == e.p.Player() {
			continue
		}
		for i, word := range e.next.Vertices(c) {
			n += bits.OnesCount64(word & can[i])
		}
	}
	return n
}

// measure compares two moves of a position by something that can be counted on the board.
type measure = bridge.Measure[effect]

// measures holds the measures, the most decisive first.
var measures = []measure{
	{
		Better: func(a, b effect) bool { return len(a.hits()) == 0 && len(b.hits()) > 0 },
		Speaks: func(a effect) string { return fmt.Sprintf(would+"leave %s no win at its next turn", a.next.Player()) },
		Lacks: func(b effect) string {
			return fmt.Sprintf("%s on %s would then win", b.next.Turn(), either(b.hits(), someSquares))
		},
	},
	{
		Better: func(a, b effect) bool { return len(a.aims()) > len(b.aims()) },
		Speaks: func(a effect) string {
			return fmt.Sprintf(would+"threaten a row, by %s on %s", a.own(), either(a.aims(), someSquares))
		},
		Lacks: func(b effect) string {
			if at := b.aims(); len(at) > 0 {
				return fmt.Sprintf("it would threaten a row only by %s on %s", b.own(), either(at, someSquares))
			}
			return "it would threaten no row"
		},
	},
	{
		Better: func(a, b effect) bool { return len(a.dangers()) < len(b.dangers()) },
		Speaks: func(a effect) string {
			in := fmt.Sprintf("%s in two turns, as the board would stand", a.p.Turn().Opposite())
			if at := a.dangers(); len(at) > 0 {
				return fmt.Sprintf(would+"leave only %s to complete a row, by %s", either(at, someSquares), in)
			}
			return would + "leave no row to complete by " + in
		},
		Lacks: func(b effect) string {
			return fmt.Sprintf("%s on %s could complete a row in two turns, as the board would stand", b.p.Turn().Opposite(), either(b.dangers(), someSquares))
		},
	},
	{
		Better: func(a, b effect) bool { return a.lasts > b.lasts && a.lasts > 1 },
		Speaks: func(a effect) string {
			return fmt.Sprintf(would+"make %s %ss on %s, which no reply could break", phrase.Number(a.lasts), a.goal(), ends(a.lasting))
		},
		Lacks: func(b effect) string {
			if b.most <= b.lasts || b.most < 2 {
				return fmt.Sprintf("another move makes more lasting %ss in line", b.goal())
			}
			reply, _ := b.breaker(b.line)
			said := fmt.Sprintf("%s on %s could break them", b.next.Turn(), reply)
			if at := b.threats(b.next.Play(reply)); at != nil {
				said += " and threaten " + either(at, fewSquares)
			}
			return said
		},
	},
	{
		Better: func(a, b effect) bool { return first(a.menaces()) < first(b.menaces()) },
		Speaks: func(a effect) string {
			n, _ := a.menaces()
			return "after it " + replies(n) + " could threaten a row"
		},
		Lacks: func(b effect) string {
			n, r := b.menaces()
			said := fmt.Sprintf("%s on %s could threaten %s", b.next.Turn(), r, either(b.threats(b.next.Play(r)), fewSquares))
			if n > 1 {
				said += fmt.Sprintf(", and %s also %s a row", phrase.Number(n-1)+" other "+phrase.Plural(n-1, "reply"), threatens(n-1))
			}
			return said
		},
	},
	{
		Better: func(a, b effect) bool { return last(a.worst()) > last(b.worst()) },
		Speaks: func(a effect) string {
			_, n := a.worst()
			return fmt.Sprintf("whatever %s plays, there would be %s", a.next.Player(), a.more(n, "at least", "at most"))
		},
		Lacks: func(b effect) string {
			reply, n := b.worst()
			return fmt.Sprintf("after %s on %s there would be %s", b.next.Turn(), reply, b.more(n, "", ""))
		},
	},
	{
		Better: func(a, b effect) bool { return pairs(a.next, a.goal()) > pairs(b.next, b.goal()) },
		Speaks: func(a effect) string {
			return fmt.Sprintf(would+"make %s with two %ss or more", phrase.Count(pairs(a.next, a.goal()), "unblocked line"), a.goal())
		},
		Lacks: func(b effect) string {
			return fmt.Sprintf("there would be only %s with two %ss or more", phrase.Count(pairs(b.next, b.goal()), "unblocked line"), b.goal())
		},
	},
	{
		Better: func(a, b effect) bool { return pairs(a.next, a.goal().Opposite()) < pairs(b.next, b.goal().Opposite()) },
		Speaks: func(a effect) string {
			return fmt.Sprintf(would+"leave only %s with two %ss or more", phrase.Count(pairs(a.next, a.goal().Opposite()), "unblocked line"), a.goal().Opposite())
		},
		Lacks: func(b effect) string {
			return fmt.Sprintf("it would leave %s with two %ss or more", phrase.Count(pairs(b.next, b.goal().Opposite()), "unblocked line"), b.goal().Opposite())
		},
	},
	{
		Better: func(a, b effect) bool { return first(a.starts()) > first(b.starts()) },
		Speaks: func(a effect) string {
			n, s := a.starts()
			return fmt.Sprintf("next turn %s on %s could make %s %ss in line", a.own(), s, phrase.Number(n), a.goal())
		},
		Lacks: func(b effect) string {
			n, _ := b.starts()
			return fmt.Sprintf("next turn %s could make at most %s in line, as the board would stand", b.own(), phrase.Number(n))
		},
	},
	{
		Better: func(a, b effect) bool { return a.near() > b.near() },
		Speaks: func(a effect) string {
			return fmt.Sprintf(would+"leave %s one step from %s that can still change", phrase.Count(a.near(), "piece"), a.goal())
		},
		Lacks: func(b effect) string {
			return fmt.Sprintf("there would be only %s one step from %s that can still change", phrase.Count(b.near(), "piece"), b.goal())
		},
	},
	{
		Better: func(a, b effect) bool { return a.next.MoveCount() > b.next.MoveCount() },
		Speaks: func(a effect) string {
			return fmt.Sprintf(would+"open %s to play on", phrase.Count(a.next.MoveCount(), "vertex"))
		},
		Lacks: func(b effect) string {
			return fmt.Sprintf("it would open only %s to play on", phrase.Count(b.next.MoveCount(), "vertex"))
		},
	},
	{
		Better: func(a, b effect) bool { return a.next.MoveCount() < b.next.MoveCount() },
		Speaks: func(a effect) string {
			return fmt.Sprintf(would+"leave %s only %s to play on", a.next.Player(), phrase.Count(a.next.MoveCount(), "vertex"))
		},
		Lacks: func(b effect) string {
			return fmt.Sprintf("%s would have %s to play on", b.next.Player(), phrase.Count(b.next.MoveCount(), "vertex"))
		},
	},
}

// starts returns the most pieces of the goal colour that the mover's next colour, if it moved now, could make on a line of four through a
// piece that it turns, and the first vertex from which it could.
func (e effect) starts() (most int, at rules.Square) {
	if e.next.Over() {
		return 0, 0
	}
	again := e.next.WithTurn(e.own())
	for _, s := range again.Moves(nil) {
		after := again.Play(s)
		for _, c := range again.Changes(s, nil) {
			if c.New != e.goal() {
				continue
			}
			for _, line := range linesThrough([]rules.Square{c.At}) {
				if n := after.CountIn(line, e.goal()); n > most {
					most, at = n, s
				}
			}
		}
	}
	return most, at
}

// more describes a lead in pieces of the goal colours: "at least 2 more whites than blacks".
func (e effect) more(lead int, ahead, behind string) string {
	one, two := e.goal(), e.goal().Opposite()
	switch {
	case lead == 0 && ahead != "":
		return fmt.Sprintf("no more %ss than %ss", two, one)
	case lead == 0:
		return fmt.Sprintf("as many %ss as %ss", one, two)
	case lead < 0:
		lead, one, two, ahead = -lead, two, one, behind
	}
	said := fmt.Sprintf("%d more %ss than %ss", lead, one, two)
	if lead == 1 {
		said = fmt.Sprintf("1 more %s than %s", one, two)
	}
	if ahead != "" {
		said = ahead + " " + said
	}
	return said
}

// threatens returns the verb for n replies.
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

func last(_ rules.Square, n int) int { return n }

// allLines are the lines of four vertices.
var allLines = sync.OnceValue(func() (lines []rules.Row) {
	for i := range rules.Squares {
		for d := rules.UpperRight; d <= rules.LowerRight; d++ {
			if line := (rules.Row{First: rules.Square(i), Dir: d, Len: 4}); line.OnBoard() {
				lines = append(lines, line)
			}
		}
	}
	return lines
})

// linesThrough returns the lines of four vertices that hold at least one of the vertices at, for each of them in the order of allLines.
func linesThrough(at []rules.Square) (lines []rules.Row) {
	for _, s := range at {
		through := rules.Fours(s)
		for _, line := range allLines() {
			if slices.Contains(through, line) && !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

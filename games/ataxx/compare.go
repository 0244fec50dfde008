package ataxx

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"attic/draw/grid"
	"attic/draw/scene"
	"attic/game"
	"attic/game/bridge"
	"attic/game/search"
	"attic/games/ataxx/bot"
	"attic/games/ataxx/rules"
	"attic/internal/phrase"
)

type contrast struct {
	advised
	other effect
	*bridge.Verdict[rules.Move]
	by     *measure     // the first measure that separates the two moves, or nil
	answer []rules.Move // the moves expected after the other move
}

// margin is the least disadvantage for which a move is criticized, in hundredths of a piece: about 3 percentage points at an even score.
const margin = 60

// Compare finds the best move and compares it with the move in the parameter other or, if other is "", with the move that takes the most
// pieces.
func (g Game) Compare(ctx context.Context, gv game.View, other string, nodes int64) (game.Advice, error) {
	c, err := g.compared(ctx, gv, other, nodes)
	return c.Compare(), err
}

// Why explains whether a move is as good as the best one, and why or why not.
func (g Game) Why(ctx context.Context, gv game.View, move string, nodes int64) (game.Advice, error) {
	c, err := g.compared(ctx, gv, move, nodes)
	return c.Why(), err
}

// compared finds the best move by a search of nodes positions, which does not depend on the parameter other, and compares it with the move in
// other. This is a move as Play reads it, or "".
func (g Game) compared(ctx context.Context, gv game.View, other string, nodes int64) (bridge.Comparison, error) {
	v, ok := gv.(view)
	if !ok || v.setting || v.pos.Over() {
		return bridge.Comparison{}, errors.New("there are hints only while a game is in progress")
	}
	rival := rules.Pass
	if other != "" {
		played, _, err := state{v}.Play(other)
		if err != nil {
			return bridge.Comparison{}, err
		}
		rival = played.(state).last
	}
	engine := bot.NewEngine(adviceTable, 1)
	a, best := g.advise(ctx, v, engine, nodes)
	stays := other == "" || rival.Canonical() == best.thought.Best
	if _, won := endingOf(v.pos); won || len(v.pos.Moves(nil)) == 1 || best.next.Over() && stays {
		if !stays {
			a.Move.Sentence = best.beside(rival)
		}
		return bridge.Comparison{Advice: a}, ctx.Err()
	}
	if stays {
		rival = natural(v.pos, best.thought.Best)
	}
	c := contrasted(ctx, engine, best, rival, nodes/2)
	against, flaw := c.against()
	pro, theme := c.pro()
	var line []string
	for i, text := range a.Line {
		line = append(line, sided([]rules.Side{v.pos.Turn(), v.pos.Turn().Other()}[i%2], text))
	}
	skips, stands := c.Equal() || stays && (!c.clear() || c.bare()), c.standing()
	told := bridge.Comparison{
		Advice: a, Same: stays, Against: against, Pro: pro, Skips: skips,
		Alike: c.Alike(func(m rules.Move) string { return v.pos.Sourced(m).String() }), Expected: bridge.Expected(line, followed),
		Other: v.replied(c.other, against), Second: v.arrow(c.other.move, 2),
	}
	if v.pos.Own().Count() >= firstPieces || !skips || stands != "" {
		told.Area = v.area(c.move.To())
		told.Area.Sentence = strings.TrimSpace(stands + " " + told.Area.Sentence)
	}
	if told.Advice.Theme = theme; theme == "" && !told.Skips {
		told.Advice.Theme = flaw
	}
	if theme != "" {
		told.About = shown(c.idea, c.next.Turn())
	}
	if c.other.move != rules.Pass {
		told.Second.Shapes = append(told.Second.Shapes, numbered(c.other.move.To(), 2)...)
	}
	told.Answer = c.Answer(told.Against, told.Pro, c.move.String())
	return told, ctx.Err()
}

// beside returns a sentence on whether another move wins too, in a position in which the best one wins by filling the board.
func (a advised) beside(other rules.Move) string {
	name := a.pos.Sourced(other).String()
	e, _ := endingOf(a.pos)
	switch _, wins := wonBy(a.pos.Turn(), a.pos.Play(other.Canonical())); {
	case wins && a.pos.Theirs() == 0:
		return fmt.Sprintf("%s wins, as every move does: %s has no pieces left.", name, a.next.Turn())
	case wins && a.all():
		return fmt.Sprintf("%s wins, as every move does: %s cannot move again.", name, a.next.Turn())
	case wins:
		return fmt.Sprintf("%s wins too: %s could not move again.", name, a.next.Turn())
	}
	return fmt.Sprintf("Not %s: %s could move again. %s would win by filling the board, %d to %d.", name, a.next.Turn(), a.move, e.own, e.theirs)
}

func contrasted(ctx context.Context, engine *bot.Engine, best advised, rival rules.Move, nodes int64) *contrast {
	c := &contrast{advised: best, other: effectOf(best.pos, rival)}
	c.by = bridge.First(measures, c.effect, c.other)
	c.Verdict = &bridge.Verdict[rules.Move]{
		Best: best.thought.Best, Other: c.other.move.Canonical(), Win: best.thought.Wins(), Chance: search.Chance(best.thought.Score, clearly), Told: c.by != nil,
	}
	if ctx.Err() != nil {
		return c
	}
	deepest := 0
	c.Search(c.pos.Moves(nil), clearly, nodes, func(m rules.Move, depth int, nodes int64) (int, int64, bool) {
		next := c.pos.Play(m)
		if next.Over() {
			switch winner, won := next.Result().Winner(); {
			case !won:
				return 0, 1, true
			case winner == c.pos.Turn():
				return search.Win - 1, 1, true
			}
			return 1 - search.Win, 1, true
		}
		t, ok := settled(next)
		if !ok {
			t = engine.Search(ctx, next, search.Limits{Depth: depth, Nodes: nodes}, nil)
			t.Score = bot.Proved(t.Score)
		}
		_, decided := search.Decided(t.Score)
		whole := ctx.Err() == nil && (decided || t.Depth >= depth)
		if m == c.Other && whole && depth > deepest {
			deepest, c.answer = depth, t.Line
		}
		return -t.Score, max(1, t.Nodes), whole
	})
	c.choose()
	return c
}

// clear reports whether the other move is worse by more than the margin, or gives away a win.
func (c *contrast) clear() bool {
	switch {
	case c.other.coup() != "": // the best move wins immediately as well
		return false
	case c.Win > 0:
		return c.After <= 0
	case c.Win < 0:
		return false
	}
	return c.other.next.Over() || c.Refuted || c.After < 0 || c.Ranked && c.Behind > margin
}

// bare reports whether only the chances of winning separate the two moves: no proof, no idea, no count, no answer to the other move.
func (c *contrast) bare() bool {
	_, _, named := c.named()
	says, _ := c.other.answeredBy(c.answer)
	return c.Win == 0 && c.After == 0 && !c.Refuted && !c.other.next.Over() && c.other.refuted() == "" && !named && c.by == nil && says == ""
}

// choose replaces the idea of the best move by one that is rare among the moves found worse, or by nil if there is none. If the other move is
// clearly worse, the idea must be one that it lacks, unless the answer to the other move is shown.
func (c *contrast) choose() {
	const few = 4
	others := slices.DeleteFunc(c.pos.Moves(nil), func(m rules.Move) bool { return m == c.Best })
	if worse := slices.DeleteFunc(slices.Clone(others), func(m rules.Move) bool { return !c.Worse(m, margin) }); len(worse) >= few {
		others = worse
	}
	if !c.clear() {
		c.idea = cmp.Or(c.telling(others, rules.Pass), c.idea)
		return
	}
	found := c.telling(others, c.Other)
	if says, _ := c.other.answeredBy(c.answer); found == nil && says != "" {
		found = cmp.Or(c.telling(others, rules.Pass), c.idea)
	}
	c.idea = found
}

// standing returns a sentence if the game is decided, or nearly so.
func (c *contrast) standing() string {
	switch percent := min(max(int(100*c.Chance+0.5), 1), 99); {
	case c.Win > 0:
		return "There is a forced win."
	case c.Win < 0:
		return "Every move loses by force."
	case percent <= 5:
		return fmt.Sprintf("%s has only a %d%% chance of winning.", phrase.Capital(c.pos.Turn().String()), percent)
	case percent >= 95:
		return fmt.Sprintf("%s has a %d%% chance of winning.", phrase.Capital(c.pos.Turn().String()), percent)
	}
	return ""
}

func (e effect) named(sentence string) (list []rules.Move) {
	if e.next.Over() {
		return nil
	}
	for _, m := range e.next.SourcedMoves(nil) {
		if m != rules.Pass && strings.Contains(sentence, m.String()) {
			list = append(list, m)
		}
	}
	return list
}

func (v view) replied(e effect, sentence string) game.Preview {
	p := v.arrow(e.move, 0)
	for _, m := range e.named(sentence) {
		p.Marks = slices.DeleteFunc(p.Marks, func(k grid.Mark) bool { return k.Spot == m.To().String() })
		p = p.With(v.arrow(m, 2))
		p.Shapes = append(p.Shapes, numbered(m.To(), 2)...)
	}
	return p
}

// refuted draws a move with the number 1, and the answer to it with the number 2.
func (st state) refuted(move, answer string) (p game.Preview) {
	var numbers []scene.Shape // drawn on top of the lines
	pos := st.pos
	for i, text := range []string{move, answer} {
		m, err := rules.ParseMove(text)
		if err != nil || m == rules.Pass {
			return game.Preview{} // there is nothing to draw
		}
		p = p.With(st.arrow(pos.Sourced(m), i+1))
		numbers = append(numbers, numbered(m.To(), i+1)...)
		pos = pos.Play(m.Canonical())
	}
	p.Shapes = append(p.Shapes, numbers...)
	return p
}

// natural returns the move, other than the one in the parameter except, that most people would think of first: one that takes the most pieces,
// preferably an extension.
func natural(pos rules.Position, except rules.Move) rules.Move {
	best, most := rules.Pass, -1
	for _, m := range pos.Moves(nil) {
		n := 2 * pos.Turned(m.To()).Count()
		if m.IsExtension() {
			n++
		}
		if m != except && n > most {
			best, most = m, n
		}
	}
	return best
}

// against returns a sentence that names the fault of the other move, or says that it is as good as the best one. It also returns the name of
// the idea in the sentence, or "".
func (c *contrast) against() (said, theme string) {
	if coup := c.other.coup(); coup != "" {
		return fmt.Sprintf("%s wins too: it would %s.", c.other.move, coup), ""
	}
	does := c.other.does()
	if c.Equal() && c.other.taken == 0 && c.other.move != rules.Pass { // every move does that
		does = ""
	}
	said = c.Against(c.other.move.String(), does, func() string {
		lack, name := c.lack()
		theme = name
		return lack
	})
	return said, theme
}

// lack returns a text about the fault of the other move, and the name of the idea in this text, or "".
func (c *contrast) lack() (says, theme string) {
	over := c.other.next
	switch winner, won := over.Result().Winner(); {
	case over.Over() && !won:
		return fmt.Sprintf("it would end the game in a draw with %d each", over.Count(rules.Red)), ""
	case over.Over() && winner != c.pos.Turn():
		return fmt.Sprintf("it would end the game and lose it, %d to %d", over.Count(c.pos.Turn()), over.Count(winner)), ""
	case c.other.refuted() != "":
		return c.other.refuted(), ""
	}
	opponent := over.Turn().String()
	if len(c.answer) > 0 && c.answer[0] != rules.Pass {
		opponent = over.Sourced(c.answer[0]).String()
	}
	if says, theme = c.other.answeredBy(c.answer); says != "" && c.After == 0 && c.Win != 1 && c.clear() {
		return says, theme
	}
	return c.Lack(c.pos.Turn().String(), opponent, func() string { return c.by.Lacks(c.other) }), ""
}

// pro returns a sentence about the advantage of the best move over the other one, and the name of the idea in this sentence, or "".
func (c *contrast) pro() (says, theme string) {
	_, _, finishes := c.finishes()
	said, theme := c.because()
	named, kind, ok := c.named()
	more := ""
	if _, proved := search.Decided(c.thought.Score); proved && !finishes && ok {
		more, theme = " It "+named+".", kind
	} else if !proved && !finishes {
		switch {
		case ok:
			said, theme = named, kind
		case c.by != nil && c.clear():
			said = c.by.Speaks(c.effect)
		case strings.Contains(said, c.best()):
			said = c.exchange()
		}
	}
	return bridge.Reason(c.move.String(), said) + "." + more, theme
}

// firstPieces is the number of pieces of the side to move with which a hint always says where to look. With fewer pieces it begins with the best move, if it has
// nothing to say about the other move or the result.
const firstPieces = 4

// area marks the part of the board in which to look for a move.
func (v view) area(sq rules.Square) game.Preview {
	part := func(n int) int { return []int{0, 0, 1, 1, 1, 2, 2}[n] }
	column, row := part(sq.File()), part(sq.Rank()-1)
	p := game.Preview{Sentence: fmt.Sprintf("Look at the %s of the board.", bridge.Part(column, 2-row)), Legend: "? is where to look."}
	for _, s := range squares(rules.Board) {
		if part(s.File()) != column || part(s.Rank()-1) != row || !v.pos.Free().Has(s) {
			continue
		}
		x, y := place(s)
		p.Marks = append(p.Marks, grid.Mark{Spot: s.String(), Rune: '?', Role: grid.Accent, Place: true})
		p.Shapes = append(p.Shapes, scene.Ring(x, y, around, 0.05, scene.Accent))
	}
	return p
}

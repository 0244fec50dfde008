package atom4

import (
	"context"
	"fmt"
	"strings"

	"attic/draw/grid"
	"attic/draw/scene"
	"attic/game"
	"attic/game/bridge"
	"attic/game/search"
	"attic/games/atom4/bot"
	"attic/games/atom4/idea"
	"attic/games/atom4/rules"
	"attic/internal/phrase"
)

const (
	compareHash = 8 // megabytes
	answerShare = 4 // 1/answerShare of the nodes of a comparison may be used to find the answer to the other move

	// The other move is clearly worse if it lowers the chance to win by more than clearly. An idea must separate the best move from moves that are
	// worse by more than margin points, about 6 percentage points at an even score.
	clearly = 0.03
	margin  = 25
)

type contrast struct {
	found       bot.Advice
	best, other effect
	*bridge.Verdict[rules.Square]
	by     *measure   // the first measure that separates the two moves, or nil
	idea   *idea.Idea // the idea of the best move, see choose; nil: none
	answer refutation // the answer to the other move, if that move is clearly worse
}

// Compare finds the best move and compares it with the move in the parameter other or, if other is "", with the move that makes the most pieces of
// the goal colour.
func (Game) Compare(ctx context.Context, gv game.View, other string, nodes int64) (game.Advice, error) {
	c, err := compared(ctx, gv, other, nodes)
	return c.Compare(), err
}

// Why explains whether a move is as good as the best one, and why or why not.
func (Game) Why(ctx context.Context, gv game.View, move string, nodes int64) (game.Advice, error) {
	c, err := compared(ctx, gv, move, nodes)
	return c.Why(), err
}

// compared finds the best move by a search of nodes positions, which does not depend on the parameter other, and compares it with the move in
// other. This is a move as Play reads it, or "".
func compared(ctx context.Context, gv game.View, other string, nodes int64) (bridge.Comparison, error) {
	v, ok := gv.(view)
	if !ok {
		return bridge.Comparison{}, errNotAtom4
	}
	rival, err := v.read(other)
	if other != "" && err != nil {
		return bridge.Comparison{}, err
	}
	found, err := advise(ctx, bot.NewAdviser(), v.pos, nodes)
	if err != nil {
		return bridge.Comparison{}, err
	}
	a, best := v.advice(found, nil), found.Line[0]
	stays := other == "" || rival == best
	switch {
	case found.Reason.Kind == bot.Dead && !stays:
		a.Move.Sentence = fmt.Sprintf("%s is as good as any other move: nobody can complete a line any more, and the round ends in a draw.", rival)
		fallthrough
	case found.Reason.Kind == bot.Dead, v.pos.LegalSet().Count() == 1, found.Reason.Kind == bot.Wins && stays:
		return bridge.Comparison{Advice: a}, ctx.Err()
	}
	if stays {
		rival = natural(v.pos, best)
	}
	c := contrasted(ctx, bot.NewEngine(compareHash, 1), v.pos, found, rival, nodes/2)
	told := bridge.Comparison{
		Advice: a, Same: stays, Skips: c.dull(), Against: c.against(), Pro: v.pro(c) + ".", Alike: c.Alike(rules.Square.String),
		Expected: v.expected(a.Line), Area: c.area(), Other: v.refuted(c), Second: shown(rival, '2', scene.Bad, grid.Bad),
	}
	if c.idea != nil {
		told.Advice.Theme = c.idea.Name
		told.Advice.Move, told.About = v.hint(best, bot.Reason{}), drawn(*c.idea, v.pos.Player())
		told.Area.Sentence = strings.TrimSpace(told.Area.Sentence + " Idea: " + clues[c.idea.Name] + ".")
	}
	switch {
	case found.Win > 0:
		told.Area.Sentence = strings.TrimSpace("There is a forced win. " + told.Area.Sentence)
	case found.Win < 0:
		told.Area.Sentence = strings.TrimSpace("Every move loses by force. " + told.Area.Sentence)
	}
	told.Second.Legend = strings.TrimSuffix(told.Advice.Move.Legend, ".") + ", 2 the move asked about."
	told.Answer = c.Answer(told.Against, told.Pro, best.String())
	return told, ctx.Err()
}

func contrasted(ctx context.Context, engine *bot.Engine, p rules.Position, found bot.Advice, rival rules.Square, nodes int64) *contrast {
	c := &contrast{found: found, best: effectOf(p, found.Line[0]), other: effectOf(p, rival)}
	c.by = bridge.First(measures, c.best, c.other)
	c.Verdict = &bridge.Verdict[rules.Square]{
		Best: c.best.move, Other: rival, Win: found.Win, Chance: found.Chance, Told: c.by != nil, Refuted: len(c.other.hits()) > 0,
	}
	if ctx.Err() != nil {
		return c
	}
	c.Search(p.Moves(nil), bot.ChanceScale, nodes, func(s rules.Square, depth int, nodes int64) (int, int64, bool) {
		switch next := p.Play(s); {
		case next.Won():
			return search.Win - 1, 1, true
		case next.Over():
			return 0, 1, true
		default:
			return bridge.Scored(ctx, engine, next, depth, nodes)
		}
	})
	c.tell(ctx, engine, nodes/answerShare)
	return c
}

func (c *contrast) tell(ctx context.Context, engine *bot.Engine, nodes int64) {
	if r := c.found.Reason; r.Kind > bot.Loses || r.Kind == bot.Forces {
		c.idea = c.choose()
		if c.idea != nil && r.Kind == bot.Stops && c.only(r) && c.idea.Name != idea.CounterThreat {
			c.idea = nil // stopping the row is the reason
		}
	}
	if next := c.other.next; !next.Over() && (c.clear() || c.Win >= 0 && c.After < 0 && !c.Refuted) {
		c.answer = answered(ctx, engine, c.best.next, next, nodes)
	}
}

// natural returns the move, other than the one in the parameter except, that most people would think of first: it makes the most pieces of the
// goal colour, and among such moves it has the most on one line.
func natural(p rules.Position, except rules.Square) rules.Square {
	best, most := except, -1
	for _, s := range p.Moves(nil) {
		if s == except {
			continue
		}
		e := effectOf(p, s)
		if n := e.most + 10*len(e.made); n > most {
			best, most = s, n
		}
	}
	return best
}

// against returns a sentence that names the fault of the other move, or says that it is as good as the best one.
func (c *contrast) against() string {
	if c.other.next.Won() {
		return fmt.Sprintf("%s would win at once too.", c.other.move)
	}
	does := c.other.does()
	if c.Equal() && (does == c.best.does() || len(c.other.changes) == 0) { // its effect is no reason to play it
		does = ""
	}
	said := c.Against(c.other.move.String(), does, c.lack)
	if len(said) > bridge.RoomFor {
		said = c.Against(c.other.move.String(), "", c.lack)
	}
	return said
}

func (c *contrast) lack() string {
	next := c.other.next
	switch {
	case len(c.other.hits()) > 0:
		return fmt.Sprintf("%s on %s would then win", next.Turn(), either(c.other.hits(), someSquares))
	case c.answer.win > 0:
		return fmt.Sprintf("then %s on %s would win by force within %s", next.Turn(), c.answer.reply, phrase.Count(ownMoves(c.answer.win), "move"))
	case c.refutes():
		return fmt.Sprintf("then %s on %s would %s", next.Turn(), c.answer.reply, tells(next, *c.answer.idea))
	}
	return c.Lack(c.best.p.Player().String(), next.Player().String(), func() string { return c.by.Lacks(c.other) })
}

// refutes reports whether the idea of a reply is the reason why the other move is worse.
func (c *contrast) refutes() bool { return c.clear() && c.answer.idea != nil }

// clear reports whether the other move is clearly worse than the best one, and neither of them decides the round.
func (c *contrast) clear() bool {
	return c.Ranked && c.Win == 0 && c.After == 0 && !c.Refuted && c.Loss > clearly
}

// dull reports whether the sentence against the other move teaches nothing: the move is as good, or only the search knows why it is not.
func (c *contrast) dull() bool {
	switch {
	case c.other.next.Won(), c.Equal(), c.After > 0:
		return true
	case c.Win < 0:
		return !c.Refuted || c.Win == -2 // it loses as well
	case c.Refuted, c.After < 0, c.refutes():
		return false
	}
	return c.Win == 0 && c.by == nil
}

// pro returns the advantage of the best move over the other one, without a full stop.
func (v view) pro(c *contrast) string {
	r := c.found.Reason
	said := v.reason(c.found)
	switch {
	case c.idea != nil && r.Kind == bot.Forces && c.idea.Name == idea.DoubleThreat && len(r.At) > 0:
		said = fmt.Sprintf("%s (%s)", said, c.idea.Name)
	case c.idea != nil && r.Kind == bot.Forces:
		said += "; it " + would + tells(v.pos, *c.idea)
	case c.idea != nil:
		said = would + tells(v.pos, *c.idea) + others(r.Else)
	case r.Kind <= bot.Loses, c.only(r):
	case c.by != nil:
		said = c.by.Speaks(c.best) + others(r.Else)
	case r.Kind == bot.Searched && !strings.HasPrefix(said, planned) && !strings.HasPrefix(said, every):
		said = would + c.best.does() + others(r.Else)
	}
	return bridge.Reason(c.best.move.String(), said)
}

// only reports whether a reason holds for the best move and not for the other one.
func (c *contrast) only(r bot.Reason) bool {
	switch r.Kind {
	case bot.Stops:
		return len(c.other.hits()) > 0
	case bot.Forestalls:
		return len(c.other.dangers()) > 0
	case bot.Threatens, bot.Opens:
		return len(c.other.aims()) == 0
	}
	return false
}

func (v view) expected(line []string) string {
	var told []string
	for i, c := 0, v.pos.Turn(); i < len(line); i, c = i+1, c.Next() {
		told = append(told, fmt.Sprintf("%s on %s", c, line[i]))
	}
	return bridge.Expected(told, 5)
}

func (v view) refuted(c *contrast) game.Preview {
	told := shown(c.Other, '*', scene.Bad, grid.Bad)
	if c.answer.win == 0 && !c.refutes() {
		return told
	}
	var d drawing
	d.places([]rules.Square{c.Other}, c.best.p.Turn(), '*', scene.Bad, grid.Bad)
	d.places([]rules.Square{c.answer.reply}, c.other.next.Turn(), '!', scene.Bad, grid.Bad)
	d.p.Legend = "* is the move, ! the answer to it."
	if c.refutes() && len(drawnLines(*c.answer.idea)) > 0 {
		d.rows(drawnLines(*c.answer.idea), scene.Bad, grid.Bad)
		d.p.Legend = "* is the move, ! the answer to it, = its line."
	}
	return d.p.With(told)
}

func shown(s rules.Square, r rune, colour scene.Colour, role grid.Role) game.Preview {
	x, y := at(s)
	return game.Preview{
		Legend: string(r) + " is the move.",
		Marks:  []grid.Mark{{Spot: s.String(), Rune: r, Role: role}},
		Shapes: []scene.Shape{scene.Ring(x, y, 0.5, lineW, colour)},
	}
}

// firstPieces is the number of pieces on the board with which a hint always says where to look. With fewer pieces it begins with the best move, if it has
// nothing to say about an idea or about the other move.
const firstPieces = 6

// area marks the part of the board in which to look for the best move.
func (c *contrast) area() game.Preview {
	p, s := c.best.p, c.best.move
	if p.Count() < firstPieces && c.idea == nil && c.dull() && c.Win == 0 {
		return game.Preview{}
	}
	left, right, top, bottom := 15, 0, 15, 0
	moves := p.Moves(nil)
	for _, m := range moves {
		left, right, top, bottom = min(left, m.X()), max(right, m.X()), min(top, m.Y()), max(bottom, m.Y())
	}
	part := func(n, from, to int) int { return min(3*(n-from)/(to-from+1), 2) }
	column, row := part(s.X(), left, right), part(s.Y(), top, bottom)
	look := game.Preview{Sentence: fmt.Sprintf("Look at the %s of the pieces.", bridge.Part(column, row)), Legend: "? is where to look."}
	for _, m := range moves {
		if part(m.X(), left, right) == column && part(m.Y(), top, bottom) == row {
			x, y := at(m)
			look.Marks = append(look.Marks, grid.Mark{Spot: m.String(), Rune: '?', Role: grid.Accent})
			look.Shapes = append(look.Shapes, scene.Ring(x, y, 0.45, lineW, scene.Accent))
		}
	}
	return look
}

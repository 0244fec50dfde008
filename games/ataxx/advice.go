package ataxx

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"attic/draw/grid"
	"attic/draw/scene"
	"attic/game"
	"attic/game/bridge"
	"attic/game/search"
	"attic/games/ataxx/bot"
	"attic/games/ataxx/idea"
	"attic/games/ataxx/rules"
	"attic/internal/phrase"
)

const (
	adviceTable = 8   // megabytes
	clearly     = 500 // the score at which a side wins three games in four, fitted to games between weak levels (docs/science.md)
	followed    = 5   // plies of the expected line that a sentence names
)

// Advise searches at most nodes positions on one thread and returns the best move, with a sentence that gives the reason.
func (Game) Advise(ctx context.Context, gv game.View, nodes int64) (game.Advice, error) {
	return memory{bot.NewEngine(adviceTable, 1)}.Advise(ctx, gv, nodes)
}

// Remember implements [game.Rememberer].
func (Game) Remember() (game.Advisor, int64) {
	return memory{bot.NewEngine(adviceTable, 1)}, 40_000_000
}

type memory struct{ *bot.Engine }

func (m memory) Advise(ctx context.Context, gv game.View, nodes int64) (game.Advice, error) {
	v, ok := gv.(view)
	if !ok || v.setting || v.pos.Over() {
		return game.Advice{}, errors.New("there are hints only while a game is in progress")
	}
	a, _ := Game{}.advise(ctx, v, m.Engine, nodes)
	return a, nil
}

// advise finds the best move, by the rules if they decide the game and otherwise by a search, and explains it.
func (Game) advise(ctx context.Context, v view, engine *bot.Engine, nodes int64) (game.Advice, advised) {
	thought, ok := settled(v.pos)
	if !ok {
		thought = engine.Search(ctx, v.pos, search.Limits{Nodes: nodes}, nil)
		thought.Score = bot.Proved(thought.Score)
	}
	best := advised{effect: effectOf(v.pos, thought.Best), thought: thought}
	best.idea = best.telling(slices.DeleteFunc(v.pos.Moves(nil), func(m rules.Move) bool { return m == thought.Best }), rules.Pass)
	return v.advice(best), best
}

func (v view) advice(best advised) game.Advice {
	thought := best.thought
	a := game.Advice{Text: v.pos.GuideText(thought.Best), Chance: search.Chance(thought.Score, clearly), Win: thought.Wins()}
	says, theme := best.because()
	a.Move, a.Theme = v.arrow(best.move, 0), theme
	a.Move.Sentence = bridge.Reason(a.Text, says) + "."
	a.Line, a.Follow = v.follow(thought.Line)
	if e, won := endingOf(v.pos); won { // the order in which the board is filled does not matter
		a.Follow.Sentence = fmt.Sprintf("%s fills the board: %s wins, %d to %d.", game.Command("finish"), e.winner, e.own, e.theirs)
	}
	return a
}

// Threat returns a move with which the side not to move would win immediately, if some move of the side to move allows it and the game is not already
// won.
func (Game) Threat(gv game.View) (game.Preview, bool) {
	v, ok := gv.(view)
	if !ok || v.setting || v.pos.Over() {
		return game.Preview{}, false
	}
	other := v.pos.WithTurn(v.pos.Turn().Other())
	if _, won := endingOf(v.pos); won || !other.CanMove() {
		return game.Preview{}, false
	}
	for _, m := range other.SourcedMoves(nil) {
		why := coup(other, m.Canonical())
		if why == "" || !v.allows(m, why) {
			continue
		}
		p := v.arrow(m, 0)
		p.Sentence = fmt.Sprintf("%s threatens to %s: %v.", phrase.Capital(other.Turn().String()), why, m)
		return p, true
	}
	return game.Preview{}, false
}

// coup describes the immediate win by m for the side to move in p; "" if there is none.
func coup(p rules.Position, m rules.Move) string {
	next := p.Play(m)
	loser := p.Turn().Other()
	switch _, won := wonBy(p.Turn(), next); {
	case !won:
		return ""
	case next.Over():
		return "end the game and win it"
	case next.Own() == 0:
		return fmt.Sprintf("wipe %s out, taking the last of its pieces", loser)
	}
	return fmt.Sprintf("reach a won ending, in which %s could not move again", loser)
}

// allows reports whether the side to move has a move after which m would win for the other side, in the way that the parameter why describes.
func (v view) allows(m rules.Move, why string) bool {
	for _, reply := range v.pos.Moves(nil) {
		next := v.pos.Play(reply)
		if !next.Over() && slices.Contains(next.SourcedMoves(nil), m) && coup(next, m.Canonical()) == why {
			return true
		}
	}
	return false
}

type advised struct {
	effect
	thought bot.Thought
	idea    *idea.Found // the idea that few other moves have, or nil
}

// reasons holds the kinds of reasons for a move, strongest first. Each returns its sentence, the name of its idea or "", and whether it holds; the
// last always does.
var reasons = []func(advised) (says, theme string, holds bool){
	func(a advised) (says, theme string, holds bool) { // there is no other move
		if a.move != rules.Pass {
			return "the only legal move", "", len(a.pos.Moves(nil)) == 1 && !a.next.Over()
		}
		says = fmt.Sprintf("%s cannot move and has to pass", a.pos.Turn())
		if e, won := endingOf(a.pos); won {
			says += fmt.Sprintf("; %s can then fill the board and win, %d to %d", e.winner, e.own, e.theirs)
		}
		return says, "", true
	},
	func(a advised) (says, theme string, holds bool) { // it ends the game
		own, theirs := a.next.Count(a.pos.Turn()), a.next.Count(a.next.Turn())
		switch winner, won := a.next.Result().Winner(); {
		case !won:
			says = fmt.Sprintf(would+"end the game in a draw with %d each", own)
		case winner == a.pos.Turn():
			says = fmt.Sprintf(would+"end the game and win it, %d to %d", own, theirs)
		default:
			says = fmt.Sprintf(would+"end the game and lose it, %d to %d, whatever %s does", own, theirs, a.pos.Turn())
		}
		return says, "", a.next.Over()
	},
	func(a advised) (says, theme string, holds bool) { // the other side is stuck for good already, and filling the board wins
		e, won := endingOf(a.pos)
		if !won || e.winner != a.pos.Turn() {
			return "", "", false
		}
		switch {
		case a.pos.Theirs() == 0:
			return fmt.Sprintf("every move wins because %s has no pieces left; on a full board the score would be %d to %d", a.next.Turn(), e.own, e.theirs), "", true
		case a.all():
			return fmt.Sprintf("every move wins because %s cannot move again; on a full board the score would be %d to %d", a.next.Turn(), e.own, e.theirs), "", true
		}
		_, stays := wonBy(a.pos.Turn(), a.next)
		return fmt.Sprintf(would+"leave %s without a move for good; filling the board would win, %d to %d", a.next.Turn(), e.own, e.theirs), "", stays
	},
	advised.finishes,
	func(a advised) (says, theme string, holds bool) { // the search has proved a win
		plies, ok := search.Decided(a.thought.Score)
		return fmt.Sprintf(would+"win by force within %s", phrase.Count((plies+1)/2, "move")), "", ok && a.thought.Score > 0
	},
	func(a advised) (says, theme string, holds bool) { // the search has proved that every move loses
		plies, ok := search.Decided(a.thought.Score)
		return fmt.Sprintf("every move loses; after this move %s may still need %s", a.next.Turn(), phrase.Count(plies/2, "move")), "", ok && a.thought.Score < 0
	},
	advised.named,
	func(a advised) (says, theme string, holds bool) { // none of the pieces that it takes can be taken back immediately
		return would + a.tell(idea.Found{Kind: idea.Safe}), "", a.taken > 0 && a.back() == 0
	},
	func(a advised) (says, theme string, holds bool) { // it takes more than any single reply could take
		return a.exchange(), "", a.taken > a.lost && a.lost > 0
	},
	func(a advised) (says, theme string, holds bool) { // the other side could take at least two pieces more now than after the move
		before := idea.Most(a.pos.WithTurn(a.next.Turn()))
		return fmt.Sprintf(would+"leave %s at most %s to take, where it could take %s now", a.next.Turn(), phrase.Number(a.lost), phrase.Number(before)), "",
			before >= a.lost+2
	},
	func(a advised) (says, theme string, holds bool) { // the new piece cannot be taken immediately, but after another extension it could
		return fmt.Sprintf(would+"add a piece that %s could not take at once", a.next.Turn()), "",
			a.keeps() && slices.ContainsFunc(a.pos.Moves(nil), func(m rules.Move) bool { return m.IsExtension() && !effectOf(a.pos, m).keeps() })
	},
	func(a advised) (says, theme string, holds bool) { // a principle of the opening
		return "an extension adds a piece; a jump does not", "", a.keeps() && a.pos.Empty() > middleEmpty
	},
	func(a advised) (says, theme string, holds bool) { // after the expected answer, the next move takes at least two pieces, and two more than it could now
		line := a.thought.Line
		if len(line) < 3 || line[1] == rules.Pass || line[2] == rules.Pass {
			return "", "", false
		}
		after := a.next.Play(line[1])
		n := after.Turned(line[2].To()).Count()
		if _, err := a.pos.Check(line[2]); err == nil && n < a.pos.Turned(line[2].To()).Count()+2 {
			return "", "", false // the move does not prepare that capture
		}
		return fmt.Sprintf("if %v follows, %v takes %s", a.next.Sourced(line[1]), after.Sourced(line[2]), phrase.Number(n)), "", n >= 2
	},
	func(a advised) (says, theme string, holds bool) {
		return fmt.Sprintf(would+"take %s; %s could take back %s at most; %s", phrase.Number(a.taken), a.next.Turn(), phrase.Number(a.back()), a.best()), "", a.taken > 0
	},
	func(a advised) (says, theme string, holds bool) { return a.best(), "", true },
}

// because returns the reason for the move, without a full stop, and the name of the idea in it or "".
func (a advised) because() (says, theme string) {
	for _, reason := range reasons {
		if says, theme, holds := reason(a); holds {
			return says, theme
		}
	}
	return "", "" // not reached: the last reason always holds
}

const would = bridge.Would

// all reports whether every move wins by filling the board.
func (a advised) all() bool {
	return !slices.ContainsFunc(a.pos.Moves(nil), func(m rules.Move) bool {
		_, wins := wonBy(a.pos.Turn(), a.pos.Play(m))
		return !wins
	})
}

// finishes is one of the reasons: the move wipes out the other side, or the other side can never move again and loses.
func (a advised) finishes() (says, theme string, holds bool) {
	if a.next.Own() == 0 && a.pos.Theirs() != 0 {
		return fmt.Sprintf(would+"wipe %s out, taking the last of its pieces, and so win", a.next.Turn()), "", true
	}
	if a.next.Own() != 0 {
		theme = idea.Shut.String()
	}
	e, won := endingOf(a.next)
	return fmt.Sprintf(would+"shut %s in: it could not move again, and filling the board would win, %d to %d", a.next.Turn(), e.own, e.theirs),
		theme, won && e.winner == a.pos.Turn()
}

// named is one of the reasons: the move has an idea that few others have.
func (a advised) named() (says, theme string, holds bool) {
	if a.idea == nil {
		return "", "", false
	}
	return would + a.tell(*a.idea), a.idea.Kind.String(), true
}

// keeps reports whether the move is an extension that takes nothing and whose new piece cannot be taken immediately.
func (e effect) keeps() bool {
	if e.taken > 0 || !e.move.IsExtension() {
		return false
	}
	_, n := e.hitting(1 << e.move.To())
	return n == 0
}

// back returns the largest number of the taken pieces that one reply can take back.
func (a advised) back() int {
	_, n := a.hitting(a.pos.Turned(a.move.To()))
	return n
}

func (a advised) best() string {
	if a.thought.Depth < 2 {
		return "best move found at a glance"
	}
	if a.thought.Score == 0 && a.thought.Depth == search.MaxDepth { // the game was searched to its end
		return "leads to a draw, and no move wins"
	}
	return fmt.Sprintf("best move found, looking %s ahead", phrase.Count((a.thought.Depth+1)/2, "move"))
}

// follow returns the texts of the expected moves, and a preview that names and draws the first of them.
func (v view) follow(moves []rules.Move) (line []string, p game.Preview) {
	pos := v.pos
	var told []string
	var numbers []scene.Shape // drawn on top of the lines
	for i, m := range moves {
		line = append(line, pos.GuideText(m))
		if i < followed {
			text := sided(pos.Turn(), pos.GuideText(m))
			if n := pos.Turned(m.To()).Count(); n > 0 && m != rules.Pass {
				text += " takes " + phrase.Number(n)
			}
			told = append(told, text)
			p = p.With(v.arrow(pos.Sourced(m), i+1))
			if m != rules.Pass {
				numbers = append(numbers, numbered(m.To(), i+1)...)
			}
		}
		pos = pos.Play(m)
		if i < followed {
			p.Sentence = fmt.Sprintf("Expected: %s; then red has %d and blue %d.", strings.Join(told, ", "), pos.Count(rules.Red), pos.Count(rules.Blue))
		}
	}
	p.Shapes = append(p.Shapes, numbers...)
	return line, p
}

// sided names an expected move with its side, as in "red a7-b6".
func sided(side rules.Side, text string) string {
	if text == "-" {
		text = "passes"
	}
	return side.String() + " " + text
}

// numbered draws the number of an expected move in a corner of its target, where it hides neither a piece nor a dot.
func numbered(sq rules.Square, n int) []scene.Shape {
	const r, corner = 0.15, 0.29
	x, y := place(sq)
	x, y = x-corner, y-corner
	return []scene.Shape{
		scene.Disc(x, y, r, scene.Accent),
		scene.Word(x, y, 1.3*r, fmt.Sprint(n), scene.Centre, scene.On(scene.Accent)),
	}
}

// arrow draws m, which has a source, as a line. If n is not 0, the grid shows n on the target.
func (v view) arrow(m rules.Move, n int) (p game.Preview) {
	if m == rules.Pass {
		const middle = (size - 1) / 2.0
		p.Shapes = []scene.Shape{scene.Word(middle, -0.45, letter, "pass", scene.Centre, scene.Accent)}
		return p
	}
	sign := '+'
	if m.IsJump() {
		sign = '^'
	}
	from, to := m.From(), m.To()
	x, y := place(from)
	tx, ty := place(to)
	const dotted = 0.18 // room for a dot
	far := math.Hypot(tx-x, ty-y)
	first, last := dotted/far, 1-around/far // up to the ring around the target
	p.Shapes = []scene.Shape{scene.Stroke(x+first*(tx-x), y+first*(ty-y), x+last*(tx-x), y+last*(ty-y), 0.08, scene.Accent), scene.Ring(tx, ty, around, 0.05, scene.Accent)}
	if n > 0 {
		sign = '0' + rune(n)
	}
	straight := from.File() == to.File() || from.Rank() == to.Rank()
	passed := rules.SquareAt((from.File()+to.File())/2, (from.Rank()+to.Rank())/2)
	if straight && (!m.IsJump() || v.pos.Free().Has(passed)) { // otherwise the line would cover the piece there
		p.Paths = []grid.Path{{Spots: []string{from.String(), to.String()}, Role: grid.Accent}}
	}
	p.Marks = []grid.Mark{{Spot: to.String(), Rune: sign, Role: grid.Accent, Place: v.pos.Free().Has(to)}}
	if n == 0 {
		p.Marks = append(p.Marks, grid.Mark{Spot: from.String(), Rune: '*', Role: grid.Accent})
	}
	return p
}

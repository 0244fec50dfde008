package ataxx

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"attic/game"
	"attic/game/bridge"
	"attic/games/ataxx/bot"
	"attic/games/ataxx/rules"
	"attic/internal/phrase"
)

// ReadPosition reads "startpos" or "fen F". Engines play by the community's rules. Some write b and w, black and white, for the side to move:
// b is x, the side that moves first.
func (Game) ReadPosition(text string) (game.Position, error) {
	switch word, rest := phrase.Cut(text); {
	case strings.EqualFold(word, "startpos") && rest == "":
		return positionOf(rules.Start(rules.Community)), nil
	case strings.EqualFold(word, "fen"):
		fields := strings.Fields(rest)
		if sides := map[string]string{"b": "x", "w": "o"}; len(fields) > 1 && sides[strings.ToLower(fields[1])] != "" && strings.ContainsAny(fields[0], "xXoO") {
			fields[1] = sides[strings.ToLower(fields[1])]
			rest = strings.Join(fields, " ")
		}
		pos, err := rules.ParseFEN(rest, rules.Community)
		if err != nil {
			return nil, err
		}
		return positionOf(pos), nil
	}
	return nil, fmt.Errorf("a position must be startpos, or fen and a FEN, not %q", phrase.Clip(text))
}

// PositionOf returns the FEN at the start of play and the moves from there. Engines know only the squares
// and the two counters; to them the game is over once a side without pieces would have to pass.
func (g Game) PositionOf(setup game.Setup, texts []string) (string, []string, error) {
	begun, moves, last, err := g.replay(setup, texts)
	switch {
	case err != nil:
		return "", nil, err
	case last.setting:
		return "", nil, errors.New("the game has not started; engines do not take part in the set-up")
	}
	pos := begun.WithRules(rules.Community)
	start := "fen " + pos.FEN()
	for _, m := range moves {
		if _, err := pos.Check(m); err != nil {
			return "", nil, fmt.Errorf("under the engines' rules %w", err)
		}
		pos = pos.Play(m)
	}
	if pos.Over() && !last.pos.Over() {
		return "", nil, fmt.Errorf("under the engines' rules the game is over: %s", pos.End())
	}
	return start, bridge.Texts(moves, rules.Move.UAI), nil
}

// Opening returns the position after two to six random moves, which seed decides; odd seeds give a board with blocks.
func (Game) Opening(seed uint64) game.Position {
	rng := rand.New(rand.NewPCG(seed, 0x6174617878))
	for {
		pos := rules.Start(rules.Community)
		if seed%2 == 1 {
			pos = scattered(rng)
		}
		for range 2 + rng.IntN(5) {
			if list := pos.Moves(nil); len(list) > 0 {
				pos = pos.Play(list[rng.IntN(len(list))])
			}
		}
		if roomy(pos) && !winsAtOnce(pos) && !winsAtOnce(pos.WithTurn(pos.Turn().Other())) {
			return positionOf(pos)
		}
	}
}

// scattered returns the starting position with one to four random letters of blocks.
func scattered(rng *rand.Rand) rules.Position {
	var pattern strings.Builder
	for range 1 + rng.IntN(4) {
		pattern.WriteByte(rules.Letters[rng.IntN(len(rules.Letters))])
	}
	pos, _ := rules.Start(rules.Community).SetBlocks(pattern.String()) // no letter blocks a corner
	return pos
}

// roomy reports whether both sides can move, 20 squares are empty, and the pieces of one side can reach all pieces of the other.
func roomy(pos rules.Position) bool {
	const room = 20 // empty squares
	if pos.Over() || pos.Empty() < room || !pos.CanMove() || pos.Theirs().Reach()&pos.Free() == 0 {
		return false
	}
	reached := pos.Own()
	for {
		next := reached | reached.Reach()&^pos.Blocks()
		if next == reached {
			return pos.Theirs()&^reached == 0
		}
		reached = next
	}
}

func winsAtOnce(pos rules.Position) bool { return slices.ContainsFunc(pos.Moves(nil), pos.Wins) }

// NewEngine returns the engine of package bot.
func (Game) NewEngine() game.Engine {
	b := bot.NewEngine(game.UsualHash, 1)
	b.Text = rules.Move.UAI
	return engine{b, bridge.Engine[rules.Position, rules.Move]{
		Searcher: b, Text: rules.Move.UAI, Read: func(p game.Position) rules.Position { return p.(position).pos },
	}}
}

// benchDepth is the depth of Bench, which takes about two seconds.
const benchDepth = 10

// Bench returns positions from the start of a game to its last moves, four of them with blocks, and the depth to search them to.
func (Game) Bench() (positions []string, depth int) {
	return []string{
		"startpos",
		"fen x5o/7/2-1-2/7/2-1-2/7/o5x x",
		"fen 1x4o/xx5/xxo4/ox5/oxx4/7/4x2 o",
		"fen 1-1x1-1/3-x2/1x3x1/o1-1-2/oxx4/oxx-3/o-3-1 o",
		"fen xo4o/xoo4/xoo4/oox1o2/oxxxo2/xxxx3/6x x",
		"fen 3-2o/2-o-oo/ooxoooo/-ox-oo-/o3oxx/2-x-xx/3-oxx x",
		"fen 7/7/xxx4/oxoo3/oxxxx2/oxxxox1/2xxoo1 o",
		"fen o-2x-x/ox1-1xx/xxo4/xx-o-1x/xxooooo/1xo-1oo/1-3-o x",
		"fen xxooxx1/xxooxo1/xoooooo/ooooooo/xxxxxx1/xxxxxxo/6o x",
		"fen 1oxxxoo/1oxxxxo/oo1xxxo/ooo1xxo/oxxxxxx/ooooxxx/xxxxxxx o",
	}, benchDepth
}

// Scale returns the scale of the chances in hints.
func (Game) Scale() float64 { return clearly }

// ScoreText writes the score as "cp N", or as "mate N" with N in moves, negative for a loss.
func (Game) ScoreText(r game.Report) string {
	switch {
	case r.Win > 0:
		return fmt.Sprintf("mate %d", (r.Win+1)/2)
	case r.Win < 0:
		return fmt.Sprintf("mate %d", (r.Win-1)/2)
	}
	return fmt.Sprintf("cp %d", r.Score)
}

type engine struct {
	bot *bot.Engine
	bridge.Engine[rules.Position, rules.Move]
}

// Search implements [game.Engine]. It reports no win or loss that the stop clock may delay.
func (e engine) Search(ctx context.Context, p game.Position, l game.Limits, progress func(game.Report)) game.Report {
	tell := progress
	if progress != nil {
		tell = func(r game.Report) { progress(proved(r)) }
	}
	return proved(e.Engine.Search(ctx, p, l, tell))
}

// proved returns a report without the distance of a win or loss that is not proved.
func proved(r game.Report) game.Report {
	if max(r.Win, -r.Win) >= bot.Late {
		r.Score, r.Win = bot.Proved(r.Score), 0
	}
	return r
}

// Load replaces the engine's network by the one in content, a network file.
func (e engine) Load(content []byte) error {
	w, err := bot.DecodeWeights(content)
	if err == nil {
		e.bot.Learn(w)
	}
	return err
}

// Ready prepares the network, so that the first search does not have to.
func (e engine) Ready() { e.bot.Ready() }

// LoadUsual restores the built-in network.
func (e engine) LoadUsual() { e.bot.LearnUsual() }

// LoadNone removes the network: the engine counts pieces instead.
func (e engine) LoadNone() { e.bot.Learn(nil) }

// position is a state under the community's rules.
type position struct{ state }

func positionOf(pos rules.Position) position { return position{state{view{pos: pos}}} }

func (p position) View() game.View { return p.state.view }
func (p position) Text() string    { return "fen " + p.pos.FEN() }
func (p position) Explain() string { return bot.Explain(p.pos) }
func (p position) Moves() []string { return bridge.Texts(p.pos.Moves(nil), rules.Move.UAI) }

// Passed returns the position with the other side to move, if that side can move.
func (p position) Passed() (game.Position, bool) {
	other := p.pos.WithTurn(p.pos.Turn().Other())
	return positionOf(other), !p.pos.Over() && other.CanMove()
}

func (p position) Outcome() game.Outcome {
	o := p.state.Outcome()
	why := map[rules.End]string{
		rules.NoMoves:  "Neither side can move",
		rules.NoPieces: "A side has no pieces left",
		rules.Stopped:  fmt.Sprintf("%d plies in a row without an extension", rules.Community.Limit()),
	}
	o.Why = fmt.Sprintf("%s: red %d, blue %d.", why[p.pos.End()], p.pos.Count(rules.Red), p.pos.Count(rules.Blue))
	return o
}

func (p position) Play(text string) (game.Position, error) {
	next, _, err := p.state.Play(text)
	if err != nil {
		return nil, err
	}
	return position{next.(state)}, nil
}

// Print draws the board with the letters of FEN and a dot for each empty square.
func (p position) Print() string {
	var b strings.Builder
	pos := p.pos
	for rank := size; rank >= 1; rank-- {
		fmt.Fprintf(&b, "%d ", rank)
		for file := range size {
			b.WriteByte(' ')
			b.WriteByte(".xo-"[pos.At(rules.SquareAt(file, rank))])
		}
		b.WriteByte('\n')
	}
	b.WriteString("\n   a b c d e f g\n" + pos.FEN() + "\n")
	if pos.Over() {
		o := p.Outcome()
		return b.String() + o.Text + " " + o.Why + "\n"
	}
	return b.String() + phrase.Capital(pos.Turn().String()) + " to move.\n"
}

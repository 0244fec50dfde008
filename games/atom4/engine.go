package atom4

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"attic/game"
	"attic/game/bridge"
	"attic/games/atom4/bot"
	"attic/games/atom4/rules"
	"attic/internal/phrase"
)

// ReadPosition reads "startpos", "startpos round N" or "fen BOARD LETTER".
func (Game) ReadPosition(text string) (game.Position, error) {
	word, rest := phrase.Cut(text)
	switch {
	case strings.EqualFold(word, "startpos"):
		var setup game.Setup
		if rest != "" {
			name, number := phrase.Cut(rest)
			if !strings.EqualFold(name, "round") || number == "" || strings.Contains(number, " ") {
				return nil, fmt.Errorf("%q is unexpected after startpos; only round N may follow it", phrase.Clip(rest))
			}
			setup.Options = "round=" + number
		}
		start, err := Game{}.New(setup)
		if err != nil {
			return nil, err
		}
		return position{start.(state)}, nil
	case strings.EqualFold(word, "fen"):
		pos, err := readBoard(rest)
		if err != nil {
			return nil, err
		}
		return position{state{view{pos: pos, round: 1}}}, nil
	}
	return nil, fmt.Errorf("a position must be startpos, startpos round N, or fen with a board and the letter of the colour to play, not %q", phrase.Clip(text))
}

// PositionOf returns the start of the round and all its moves.
func (g Game) PositionOf(setup game.Setup, texts []string) (string, []string, error) {
	first, _, moves, err := bridge.Replay(g, setup, texts)
	if err != nil {
		return "", nil, err
	}
	start, begun := "startpos", first.(state)
	switch {
	case begun.pos != rules.Start(begun.round):
		start = "fen " + written(begun.pos)
	case begun.round > 1:
		start = fmt.Sprintf("startpos round %d", begun.round)
	}
	return start, moves, nil
}

// Opening returns the position after two to six random moves, which seed decides. No round is won before its ninth move.
func (Game) Opening(seed uint64) game.Position {
	rng := rand.New(rand.NewPCG(seed, 0x61746f6d34))
	pos := rules.Start(1)
	for range 2 + rng.IntN(5) {
		list := pos.Moves(nil)
		pos = pos.Play(list[rng.IntN(len(list))])
	}
	return position{state{view{pos: pos, round: 1}}}
}

// NewEngine returns the engine of package bot.
func (Game) NewEngine() game.Engine {
	b := bot.NewEngine(game.UsualHash, 1)
	b.Text = rules.Square.String
	return engine{b, bridge.Engine[rules.Position, rules.Square]{
		Searcher: b, Text: rules.Square.String, Read: func(p game.Position) rules.Position { return p.(position).pos },
	}}
}

type engine struct {
	bot *bot.Engine
	bridge.Engine[rules.Position, rules.Square]
}

// Load replaces the engine's evaluation by the one in content, a file made by attic-train.
func (e engine) Load(content []byte) error {
	w, err := bot.DecodeWeights(content)
	if err == nil {
		e.bot.Learn(w)
	}
	return err
}

// LoadUsual restores the built-in evaluation.
func (e engine) LoadUsual() { e.bot.Learn(bot.Usual()) }

// LoadNone removes the evaluation: the engine sees only wins.
func (e engine) LoadNone() { e.bot.Learn(new(bot.Weights)) }

// Ready does nothing: there is nothing to prepare.
func (engine) Ready() {}

// benchDepth is the depth of Bench, which takes about two seconds.
const benchDepth = 10

// Bench returns positions from the start of a round to a board that is nearly full, and the depth to search them to.
func (Game) Bench() (positions []string, depth int) {
	return []string{
		"startpos",
		"startpos round 2 moves i10",
		"fen 16/16/16/16/16/16/8c7/7Krp6/7yWp6/7rp7/16/16/16/16/16/16 y",
		"fen 16/16/16/16/16/16/7bgWg5/6pKpW6/7bKpb5/8rW6/16/16/16/16/16/16 r",
		"fen 16/16/16/16/16/7Ky7/6bWWy6/6brpK6/6cKgbb5/7rKW6/8pK6/16/16/16/16/16 r",
		"fen 16/16/16/16/16/9p6/7pbpK5/6KKbWg5/6rKpWW5/6bbyWr5/7WWby5/7rpW6/16/16/16/16 y",
		"fen 16/16/16/16/6bpKWr5/6yWygrp4/5KryKWb5/5gKrgWbp4/5cgpWWb5/6yWr7/16/16/16/16/16/16 y",
		"fen 16/16/16/16/7ryWr5/6pWWp6/6bWWppK4/5pKgrKbc4/6pgKbKKc3/6gggbKc4/7gWKrb4/7ggy6/16/16/16/16 b",
		"fen 16/16/6ggcb6/5KcyWWg5/4cgyKbby5/3bbKKbKKyy4/4prbWcpWK4/4rKrpWyb5/4prWgKgy5/5rrpWg6/16/16/16/16/16/16 c",
		"fen 16/16/16/16/9rgKc3/9bKycK2/5yryggpgWy2/5rrWcrKWWgy1/5cbKbyyWbK2/4gWgKpWryKp2/4WWWbyyKpp3/5bbcycgcb3/5pKKWpK5/7y2p5/16/16 b",
	}, benchDepth
}

// Scale returns the scale of the chances in hints.
func (Game) Scale() float64 { return bot.ChanceScale }

// ScoreText writes the score as "cp N", or as "win N" or "loss N" with N in plies.
func (Game) ScoreText(r game.Report) string { return bridge.ScoreText(r) }

// position is the state of a round, with the same ToMove and Outcome.
type position struct{ state }

func (p position) View() game.View { return p.state.view }
func (p position) Moves() []string { return bridge.Texts(p.pos.Moves(nil), rules.Square.String) }

// Explain adds the book's moves and value to bot.Explain.
func (p position) Explain() string {
	text := bot.Explain(p.pos)
	if moves, value := opened(p.pos); len(moves) > 0 {
		player := p.pos.Player()
		if value < 0 {
			player, value = player.Other(), -value
		}
		text += fmt.Sprintf("Opening book: %s, %d for %s.\n", either(moves, len(moves)), value, player)
	}
	return text
}

// Text returns the board and the colour to play; it does not show who has won.
func (p position) Text() string {
	return "fen " + written(p.pos)
}

// Passed returns the position in which the other player's next colour is to play.
func (p position) Passed() (game.Position, bool) {
	v := p.view
	v.pos = v.pos.WithTurn(v.pos.Turn().Next())
	return position{state{v}}, !v.pos.Over()
}

func (p position) Play(text string) (game.Position, error) {
	next, _, err := p.state.Play(text)
	if err != nil {
		return nil, err
	}
	return position{next.(state)}, nil
}

// Print draws the board with the letters of board texts and a dot for each empty vertex. The column letters are above the vertices of rows
// with even numbers; the others are half a step to the right.
func (p position) Print() string {
	var b strings.Builder
	pos := p.pos
	b.WriteString("    a b c d e f g h i j k l m n o p\n")
	for y := range rules.Side {
		fmt.Fprintf(&b, "%2d %s", rules.Side-y, strings.Repeat(" ", y%2))
		for x := range rules.Side {
			b.WriteByte(' ')
			b.WriteByte(pos.At(rules.SquareAt(x, y)).Letter())
		}
		b.WriteByte('\n')
	}
	b.WriteString(p.Text() + "\n")
	if pos.Over() {
		return b.String() + p.Outcome().Text + "\n"
	}
	return b.String() + p.Status().Turn + "\n"
}

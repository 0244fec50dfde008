package reversi

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"attic/game"
	"attic/game/bridge"
	"attic/game/bridge/adviser"
	"attic/game/example/reversi/bot"
	"attic/game/example/reversi/rules"
	"attic/internal/phrase"
)

// position is a state as engines know it, with the same ToMove and Outcome.
type position struct{ state }

func at(p rules.Position) position { return position{state{view{pos: p}}} }

func (p position) View() game.View { return p.state.view }
func (p position) Text() string    { return "fen " + p.pos.FEN() }
func (p position) Explain() string { return bot.Explain(p.pos) }
func (p position) Moves() []string { return line(p.pos, p.pos.Moves(nil)...) }

func (p position) Play(text string) (game.Position, error) {
	next, _, err := p.state.Play(text)
	if err != nil {
		return nil, err
	}
	return position{next.(state)}, nil
}

// Passed returns the position with the other side to move, if that side can move.
func (p position) Passed() (game.Position, bool) {
	return at(p.pos.Play(rules.Pass)), p.pos.Replies() != 0
}

// Print returns the board as text, and whose turn it is.
func (p position) Print() string {
	says := game.Typed(p.Status().Turn)
	if p.pos.Over() {
		says = p.Outcome().Text
	}
	return p.Grid(0, 0).String() + p.pos.FEN() + "\n" + says + "\n"
}

// ReadPosition reads "startpos" or "fen F".
func (Game) ReadPosition(text string) (game.Position, error) {
	switch word, rest := phrase.Cut(strings.ToLower(text)); {
	case word == "startpos" && rest == "":
		return at(rules.Start(false)), nil
	case word == "fen":
		p, err := rules.ParseFEN(rest)
		if err != nil {
			return nil, err
		}
		return at(p), nil
	}
	return nil, fmt.Errorf("a position is startpos, or fen and a FEN, not %q", phrase.Clip(text))
}

// PositionOf returns the start of a game and its moves, which engines write as people do.
func (g Game) PositionOf(setup game.Setup, texts []string) (string, []string, error) {
	first, _, moves, err := bridge.Replay(g, setup, texts)
	if err != nil {
		return "", nil, err
	}
	return "fen " + first.(state).pos.FEN(), moves, nil
}

// Opening plays two to six random moves. With odd seeds they start from the parallel opening.
func (Game) Opening(seed uint64) game.Position {
	chance := rand.New(rand.NewPCG(seed, 0x72657665727369))
	p := rules.Start(seed%2 == 1)
	for range 2 + chance.IntN(5) {
		list := p.Moves(nil)
		p = p.Play(list[chance.IntN(len(list))])
	}
	return at(p)
}

// NewEngine returns the computer at full strength.
func (Game) NewEngine() game.Engine {
	b := bot.NewEngine(game.UsualHash, 1)
	b.Text = rules.Square.String
	return bridge.Engine[rules.Position, rules.Square]{
		Searcher: b, Text: rules.Square.String,
		Read: func(p game.Position) rules.Position { return p.(position).pos },
	}
}

// Bench returns positions from the opening to the last moves, and a depth at which searching them takes about a second.
func (Game) Bench() (positions []string, depth int) {
	return []string{
		"startpos",
		"startpos moves f5 d6",
		"startpos moves f5 d6 c3 d3",
		"startpos moves f5 f6 e6 f4",
	}, 10
}

// Scale returns the scale of the chances in hints.
func (Game) Scale() float64 { return scale }

// ScoreText writes "cp N" in hundredths of a disc, or "win N" and "loss N" in plies.
func (Game) ScoreText(r game.Report) string { return bridge.ScoreText(r) }

// RecordOf returns a game record, for PGN.
func (g Game) RecordOf(setup game.Setup, texts []string) (game.Record, error) {
	return adviser.RecordOf(g, setup, texts)
}

// SetupAt returns the setup of a record that begins at a position.
func (g Game) SetupAt(fen string) (game.Setup, error) { return adviser.SetupAt(g, fen) }

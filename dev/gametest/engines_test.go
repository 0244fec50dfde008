package gametest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"attic/game"
	"attic/game/example/reversi"
)

// engineFault changes the positions that engines are told in Reversi, and their answers. A nil field changes nothing.
type engineFault struct {
	read    func(p game.Position, err error) (game.Position, error)
	round   func(start string, moves []string) (string, []string, error)
	opening func(seed uint64, p game.Position) game.Position
	moves   func([]string) []string
	play    func(text string, p game.Position, err error) (game.Position, error)
	text    func(string) string
	print   func(string) string
	outcome func(game.Outcome) game.Outcome
	alone   bool // its engine does not answer if it has two threads
	perft   func(game.Perft, error) (game.Perft, error)
	toMove  func(int) int
	search  func(ctx context.Context, l game.Limits, r game.Report, progress func(game.Report)) game.Report
	score   func(game.Report) string
	bench   func([]string, int) ([]string, int)
	learned *learner
}

// engined is Reversi with an engineFault.
type engined struct {
	reversi.Game
	*engineFault
}

// told is a position with an engineFault.
type told struct {
	game.Position
	*engineFault
}

func (g engined) tell(p game.Position) game.Position {
	if p == nil {
		return nil
	}
	return told{p, g.engineFault}
}

func (g engined) ReadPosition(text string) (game.Position, error) {
	p, err := g.Game.ReadPosition(text)
	if g.read != nil {
		p, err = g.read(p, err)
	}
	return g.tell(p), err
}

func (g engined) PositionOf(setup game.Setup, texts []string) (string, []string, error) {
	start, moves, err := g.Game.PositionOf(setup, texts)
	if g.round != nil {
		return g.round(start, moves)
	}
	return start, moves, err
}

func (g engined) Opening(seed uint64) game.Position {
	p := g.Game.Opening(seed)
	if g.opening != nil {
		p = g.opening(seed, p)
	}
	return g.tell(p)
}

func (g engined) Perft(text string) (game.Perft, error) {
	p, err := g.Game.Perft(text)
	if g.perft != nil {
		return g.perft(p, err)
	}
	return p, err
}

func (g engined) ScoreText(r game.Report) string {
	if g.score != nil {
		return g.score(r)
	}
	return g.Game.ScoreText(r)
}

func (g engined) Bench() ([]string, int) {
	list, depth := g.Game.Bench()
	if g.bench != nil {
		return g.bench(list, depth)
	}
	return list, depth
}

func (p told) Moves() []string {
	if p.moves != nil {
		return p.moves(p.Position.Moves())
	}
	return p.Position.Moves()
}

func (p told) Play(text string) (game.Position, error) {
	next, err := p.Position.Play(text)
	if p.play != nil {
		next, err = p.play(text, next, err)
	}
	return engined{engineFault: p.engineFault}.tell(next), err
}

func (p told) Text() string {
	if p.text != nil {
		return p.text(p.Position.Text())
	}
	return p.Position.Text()
}

func (p told) Print() string {
	if p.print != nil {
		return p.print(p.Position.Print())
	}
	return p.Position.Print()
}

func (p told) Outcome() game.Outcome {
	if p.outcome != nil {
		return p.outcome(p.Position.Outcome())
	}
	return p.Position.Outcome()
}

func (p told) ToMove() int {
	if p.toMove != nil {
		return p.toMove(p.Position.ToMove())
	}
	return p.Position.ToMove()
}

// searching is the engine of Reversi with an engineFault.
type searching struct {
	game.Engine
	*engineFault
	threads int
}

func (e *searching) Resize(hash, threads int) {
	e.threads = threads
	e.Engine.Resize(hash, threads)
}

func (e *searching) Search(ctx context.Context, p game.Position, l game.Limits, progress func(game.Report)) game.Report {
	r := e.Engine.Search(ctx, p.(told).Position, l, progress)
	if e.alone && e.threads > 1 {
		r.Line = nil
	}
	if e.search != nil {
		return e.search(ctx, l, r, progress)
	}
	return r
}

// learner is an engine whose "network" is a number that it adds to its score.
type learner struct {
	searching
	own, loaded, none, kept int
	refuses                 bool
}

func (e *learner) Search(ctx context.Context, p game.Position, l game.Limits, progress func(game.Report)) game.Report {
	r := e.searching.Search(ctx, p, l, progress)
	r.Score += e.own
	return r
}

func (e *learner) Load([]byte) error {
	e.own += e.loaded
	if e.refuses {
		return errors.New("not an evaluation")
	}
	return nil
}

func (e *learner) LoadUsual() { e.own = e.kept }
func (e *learner) LoadNone()  { e.own += e.none }
func (e *learner) Ready()     {}

func (g engined) NewEngine() game.Engine {
	e := searching{Engine: g.Game.NewEngine(), engineFault: g.engineFault}
	if g.learned != nil {
		l := *g.learned
		l.searching = e
		return &l
	}
	return &e
}

const (
	tellPositions = "engines are told positions"
	tellRounds    = "engines are told the state of rounds"
	fairOpenings  = "openings are fair"
	answering     = "engines answer"
	scores        = "scores are written"
	signature     = "the signature can be searched"
)

// reporting returns a fault that changes what the engine reports.
func reporting(change func(*game.Report)) engineFault {
	return engineFault{search: func(_ context.Context, _ game.Limits, r game.Report, _ func(game.Report)) game.Report {
		change(&r)
		return r
	}}
}

var engineFaults = []struct {
	name, promise string
	fault         engineFault
}{
	{"", tellPositions, engineFault{}},
	{"startpos is not known", tellPositions, engineFault{read: func(game.Position, error) (game.Position, error) { return nil, errors.New("no") }}},
	{"rubbish is a position", tellPositions, engineFault{read: func(p game.Position, err error) (game.Position, error) {
		if err != nil {
			return reversi.Game{}.ReadPosition("startpos")
		}
		return p, nil
	}}},
	{"rubbish is refused in two lines", tellPositions, engineFault{read: func(p game.Position, err error) (game.Position, error) {
		if err != nil {
			err = errors.New("no\nno")
		}
		return p, err
	}}},
	{"no moves while running", tellPositions, engineFault{moves: func([]string) []string { return nil }}},
	{"moves that are refused", tellPositions, engineFault{moves: func(list []string) []string { return append(list, "a9") }}},
	{"a missing move", tellPositions, engineFault{moves: func(list []string) []string { return list[min(1, max(0, len(list)-1)):] }}},
	{"a seat that does not exist", tellPositions, engineFault{toMove: func(seat int) int {
		if seat == 1 {
			return 2
		}
		return seat
	}}},
	{"an end without words", tellPositions, engineFault{outcome: func(game.Outcome) game.Outcome { return game.Outcome{} }}},
	{"a position that changes", tellPositions, engineFault{
		play: func(_ string, p game.Position, err error) (game.Position, error) { calls++; return p, err },
		text: func(text string) string { return fmt.Sprint(text, " ", calls) },
	}},
	{"positions that cannot be counted from", tellPositions, engineFault{perft: func(game.Perft, error) (game.Perft, error) { return nil, errors.New("no") }}},
	{"moves of a different position are counted", tellPositions, engineFault{perft: func(game.Perft, error) (game.Perft, error) { return reversi.Game{}.Perft("") }}},
	{"nothing is printed", tellPositions, engineFault{print: func(string) string { return " " }}},
	{"a text of two lines", tellPositions, engineFault{text: func(text string) string { return text + "\nfen" }}},
	{"a text of a different position", tellPositions, engineFault{text: func(text string) string {
		return strings.NewReplacer(" x", " o", " o", " x").Replace(text)
	}}},
	{"a refusal with the wrong error", tellPositions, engineFault{play: func(_ string, p game.Position, err error) (game.Position, error) {
		if err != nil {
			err = errors.New("no")
		}
		return p, err
	}}},

	{"", tellRounds, engineFault{}},
	{"engines are told nothing", tellRounds, engineFault{round: func(string, []string) (string, []string, error) { return "", nil, errors.New("no") }}},
	{"a reason of two lines", tellRounds, engineFault{round: func(start string, moves []string) (string, []string, error) {
		if len(moves) == 0 {
			return start, moves, nil
		}
		return "", nil, errors.New("no\nno")
	}}},
	{"a missing last move", tellRounds, engineFault{round: func(start string, moves []string) (string, []string, error) {
		return start, moves[:max(len(moves)-1, 0)], nil
	}}},
	{"a start that is not read", tellRounds, engineFault{round: func(_ string, moves []string) (string, []string, error) { return "here", moves, nil }}},
	{"moves that are not legal", tellRounds, engineFault{moves: func(list []string) []string { return append(list, "a9") }}},
	{"another board", tellRounds, engineFault{round: func(string, []string) (string, []string, error) {
		return "fen xo6/8/8/8/8/8/8/8 x", nil, nil
	}}},
	{"a person's moves are refused", tellRounds, engineFault{play: func(string, game.Position, error) (game.Position, error) {
		return nil, game.Illegal("no")
	}}},

	{"", fairOpenings, engineFault{}},
	{"the same opening each time", fairOpenings, engineFault{opening: func(uint64, game.Position) game.Position { return reversi.Game{}.Opening(1) }}},
	{"a different opening each time", fairOpenings, engineFault{opening: func(uint64, game.Position) game.Position {
		calls++
		return reversi.Game{}.Opening(uint64(calls))
	}}},
	{"an opening that is over", fairOpenings, engineFault{opening: func(seed uint64, p game.Position) game.Position {
		if seed == 7 {
			p, _ = reversi.Game{}.ReadPosition("fen x7/8/8/8/8/8/8/8 x")
		}
		return p
	}}},
	{"an opening that is won immediately", fairOpenings, engineFault{opening: func(seed uint64, p game.Position) game.Position {
		if seed == 7 {
			p, _ = reversi.Game{}.ReadPosition("fen xo6/8/8/8/8/8/8/8 x")
		}
		return p
	}}},

	{"", answering, engineFault{}},
	{"an engine without an answer", answering, reporting(func(r *game.Report) { r.Line = nil })},
	{"a move that is not legal", answering, reporting(func(r *game.Report) { r.Line = []string{"a1"} })},
	{"a line that repeats one move", answering, reporting(func(r *game.Report) { r.Line = append(r.Line[:1:1], r.Line[0]) })},
	{"a hash table more than full", answering, reporting(func(r *game.Report) { r.HashFull = 1001 })},
	{"a false win", answering, reporting(func(r *game.Report) { r.Win = len(r.Line) })},
	{"nodes get fewer", answering, reporting(func(r *game.Report) { r.Nodes = 0 })},
	{"a greatest depth below the depth", answering, reporting(func(r *game.Report) { r.Deepest = r.Depth - 1 })},
	{"an answer by chance", answering, reporting(func(r *game.Report) { calls++; r.Score = calls })},
	{"no answer after cancelling", answering, engineFault{search: func(ctx context.Context, _ game.Limits, r game.Report, _ func(game.Report)) game.Report {
		if ctx.Err() != nil {
			r.Line = nil
		}
		return r
	}}},
	{"no answer on two cores", answering, engineFault{alone: true}},
	{"deeper than the limit", answering, engineFault{search: func(_ context.Context, l game.Limits, r game.Report, _ func(game.Report)) game.Report {
		if l.Depth > 0 {
			r.Depth, r.Deepest = l.Depth+1, l.Depth+1
		}
		return r
	}}},
	{"an illegal line in an interim report", answering, engineFault{search: func(_ context.Context, _ game.Limits, r game.Report, progress func(game.Report)) game.Report {
		if progress != nil {
			progress(game.Report{Line: []string{"a1"}, Nodes: r.Nodes})
		}
		return r
	}}},
	{"fewer nodes in a later report", answering, engineFault{search: func(_ context.Context, _ game.Limits, r game.Report, progress func(game.Report)) game.Report {
		if progress != nil {
			progress(game.Report{Nodes: 1})
		}
		return r
	}}},
	{"", answering, engineFault{learned: &learner{refuses: true, none: 7}}},
	{"rubbish is learned", answering, engineFault{learned: &learner{none: 7}}},
	{"rubbish is refused and learned", answering, engineFault{learned: &learner{refuses: true, loaded: 3, none: 7}}},
	{"nothing is forgotten", answering, engineFault{learned: &learner{refuses: true}}},
	{"its own evaluation is lost", answering, engineFault{learned: &learner{refuses: true, none: 7, kept: 5}}},

	{"", scores, engineFault{}},
	{"a score without a unit", scores, engineFault{score: func(game.Report) string { return "31" }}},
	{"a score that is not a number", scores, engineFault{score: func(game.Report) string { return "cp much" }}},
	{"a loss like a win", scores, engineFault{score: func(r game.Report) string {
		r.Win = max(r.Win, -r.Win)
		return reversi.Game{}.ScoreText(r)
	}}},

	{"", signature, engineFault{}},
	{"too few positions", signature, engineFault{bench: func(list []string, depth int) ([]string, int) { return list[:1], depth }}},
	{"no depth", signature, engineFault{bench: func(list []string, _ int) ([]string, int) { return list, 0 }}},
	{"a position twice", signature, engineFault{bench: func(list []string, depth int) ([]string, int) { return append(list, list[0]), depth }}},
	{"not a position", signature, engineFault{bench: func(list []string, depth int) ([]string, int) { return append(list, "here"), depth }}},
	{"a position that is over", signature, engineFault{bench: func(list []string, depth int) ([]string, int) {
		return append(list, "fen x7/8/8/8/8/8/8/8 x"), depth
	}}},
}

func TestEveryFaultOfEnginesIsNoticed(t *testing.T) {
	for _, f := range engineFaults {
		t.Run(f.promise+"/"+f.name, func(t *testing.T) {
			keeps(t, f.promise, engined{engineFault: &f.fault}, f.name == "")
		})
	}
}

package gametest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"attic/draw/grid"
	"attic/game"
	"attic/game/example/toy"
)

// fault breaks a toy in one place.
type fault struct {
	name    string
	promise string // the promise whose check must notice it
	info    func(game.Info) game.Info
	new     func(game.Setup) game.Setup
	moves   func(game.State, []game.Move) []game.Move
	play    func(s game.State, text string) (game.State, game.Move, error)
	outcome func(game.Outcome) game.Outcome
	view    func(s toy.State, v toy.View, seat int) game.View
	parse   func(game.View, error) (game.View, error)
	choose  func(v game.View, text string) string
	named   func(level int) string // the names of two levels
	next    func(last, next game.Setup) game.Setup
	advise  func(ctx context.Context, v toy.View, a game.Advice) (game.Advice, error)
	threat  func(v toy.View, p game.Preview) (game.Preview, bool)
}

// broken is the toy with a [fault].
type broken struct {
	toy.Game
	fault
}

type brokenState struct {
	toy.State
	*fault
}

type brokenBot struct {
	game.Bot
	choose func(v game.View, text string) string
}

func (g broken) Info() game.Info {
	if g.info != nil {
		return g.info(g.Game.Info())
	}
	return g.Game.Info()
}

func (g broken) New(s game.Setup) (game.State, error) {
	if g.new != nil {
		s = g.new(s)
	}
	state, err := g.Game.New(s)
	if err != nil {
		return nil, err
	}
	return brokenState{state.(toy.State), &g.fault}, nil
}

func (g broken) ParseView(text []byte) (game.View, error) {
	v, err := g.Game.ParseView(text)
	if g.parse != nil {
		return g.parse(v, err)
	}
	return v, err
}

func (g broken) Levels() (lowest, highest, usual int) {
	if g.named != nil {
		return 1, 2, 1
	}
	return g.Game.Levels()
}

func (g broken) LevelName(level int) string {
	if g.named != nil {
		return g.named(level)
	}
	return g.Game.LevelName(level)
}

func (g broken) NewBot(level int, seed uint64) game.Bot {
	return brokenBot{g.Game.NewBot(level, seed), g.choose}
}

func (b brokenBot) Choose(ctx context.Context, v game.View, progress func(game.Report)) (string, error) {
	v = honest(v)
	text, err := b.Bot.Choose(ctx, v, progress)
	if b.choose != nil {
		text = b.choose(v, text)
	}
	return text, err
}

func (g broken) Advise(ctx context.Context, v game.View, nodes int64) (game.Advice, error) {
	v = honest(v)
	a, err := g.Game.Advise(ctx, v, nodes)
	if g.advise != nil {
		return g.advise(ctx, v.(toy.View), a)
	}
	return a, err
}

func (g broken) Threat(v game.View) (game.Preview, bool) {
	v = honest(v)
	p, ok := g.Game.Threat(v)
	if g.threat != nil {
		return g.threat(v.(toy.View), p)
	}
	return p, ok
}

// honest returns the toy's own view.
func honest(v game.View) game.View {
	if f, ok := v.(interface{ honest() toy.View }); ok {
		return f.honest()
	}
	return v
}

func (g broken) Next(last game.Setup, end game.State) game.Setup {
	next := g.Game.Next(last, end)
	if g.next != nil {
		return g.next(last, next)
	}
	return next
}

func (s brokenState) Play(text string) (game.State, game.Move, error) {
	play := s.play
	if play == nil {
		play = func(s game.State, text string) (game.State, game.Move, error) { return s.Play(text) }
	}
	next, m, err := play(s.State, text)
	if next == nil || err != nil {
		return nil, m, err
	}
	return brokenState{next.(toy.State), s.fault}, m, nil
}

func (s brokenState) Outcome() game.Outcome {
	if s.outcome != nil {
		return s.outcome(s.State.Outcome())
	}
	return s.State.Outcome()
}

func (s brokenState) View(seat int) game.View {
	v := s.State.View(seat).(toy.View)
	if s.view != nil {
		return s.view(s.State, v, seat)
	}
	if s.moves != nil {
		return moving{v, s.moves(s.State, v.Moves())}
	}
	return v
}

// moving is a view that lists the moves of list.
type moving struct {
	toy.View
	list []game.Move
}

func (v moving) Moves() []game.Move { return v.list }
func (v moving) honest() toy.View   { return v.View }

// Views with one changed method.
type (
	leaking struct {
		toy.View
		secret int
	}
	leakingQuietly struct {
		toy.View
		secret int
	}
	seeing struct {
		toy.View
		preview func(text string) game.Preview
	}
	drawn struct {
		toy.View
		grid grid.Grid
	}
	chatty struct {
		toy.View
		line string
	}
)

func (v leaking) Describe() string        { return fmt.Sprint("It is ", v.secret) }
func (v leakingQuietly) honest() toy.View { return v.View }
func (v leakingQuietly) MarshalText() ([]byte, error) {
	v.Number = v.secret
	return v.View.MarshalText()
}
func (v seeing) Preview(text string) game.Preview { return v.preview(text) }
func (v drawn) Grid(int, int) grid.Grid           { return v.grid }
func (v chatty) Status() game.Status              { return game.Status{Last: v.line} }

var shared int // changed by the fault in which a move changes old states

var faults = []fault{
	{
		name: "a name with a blank", promise: "info is complete",
		info: func(i game.Info) game.Info { i.Name = "a toy"; return i },
	},
	{
		name: "no moves while running", promise: "running states have a move",
		moves: func(_ game.State, list []game.Move) []game.Move { return nil },
	},
	{
		name: "a result without words", promise: "running states have a move",
		outcome: func(o game.Outcome) game.Outcome { o.Text = ""; return o },
	},
	{
		name: "a move that cannot be played is listed", promise: "listed moves are playable",
		moves: func(_ game.State, list []game.Move) []game.Move { return append(list, toy.Guess(toy.Most+1)) },
	},
	{
		name: "a move in the middle of play is marked as its beginning", promise: "listed moves are playable",
		moves: func(_ game.State, list []game.Move) []game.Move {
			for i := range list {
				list[i].Begins = true
			}
			return list
		},
		play: func(s game.State, text string) (game.State, game.Move, error) {
			next, m, err := s.Play(text)
			m.Begins = true
			return next, m, err
		},
	},
	{
		name: "a move is recorded without its flag", promise: "listed moves are playable",
		play: func(s game.State, text string) (game.State, game.Move, error) {
			next, m, err := s.Play(text)
			m.Final = false
			return next, m, err
		},
	},
	{
		name: "rubbish is played", promise: "other moves are refused with a reason",
		play: func(s game.State, text string) (game.State, game.Move, error) {
			if next, m, err := s.Play(text); err == nil {
				return next, m, nil
			}
			return s, toy.Guess(1), nil
		},
	},
	{
		name: "a refusal without a reason", promise: "other moves are refused with a reason",
		play: func(s game.State, text string) (game.State, game.Move, error) {
			next, m, err := s.Play(text)
			if err != nil {
				err = game.ErrIllegal
			}
			return next, m, err
		},
	},
	{
		name: "a refusal with the wrong error", promise: "other moves are refused with a reason",
		play: func(s game.State, text string) (game.State, game.Move, error) {
			next, m, err := s.Play(text)
			if err != nil {
				err = errors.New("no")
			}
			return next, m, err
		},
	},
	{
		name: "capitals make a different move", promise: "other spellings record the same",
		play: func(s game.State, text string) (game.State, game.Move, error) {
			next, m, err := s.Play(text)
			if text != strings.ToLower(text) {
				m.Text += "!"
			}
			return next, m, err
		},
	},
	{
		name: "chance from elsewhere", promise: "equal setups and moves give equal states",
		new: func(s game.Setup) game.Setup { shared++; s.Seed += uint64(shared); return s },
	},
	{
		name: "playing a move changes an old state", promise: "old states never change",
		play: func(s game.State, text string) (game.State, game.Move, error) { shared++; return s.Play(text) },
		view: func(_ toy.State, v toy.View, _ int) game.View { return chatty{v, fmt.Sprint(shared)} },
	},
	{
		name: "views cannot be read back", promise: "views round-trip",
		parse: func(game.View, error) (game.View, error) { return toy.View{}, nil },
	},
	{
		name: "previews without a sentence", promise: "views never panic at a preview",
		view: func(_ toy.State, v toy.View, _ int) game.View {
			return seeing{v, func(string) game.Preview { return game.Preview{} }}
		},
	},
	{
		name: "a preview marks a spot that does not exist", promise: "views never panic at a preview",
		view: func(_ toy.State, v toy.View, _ int) game.View {
			return seeing{v, func(string) game.Preview {
				return game.Preview{Sentence: "What it does.", Marks: []grid.Mark{{Spot: "nowhere"}}}
			}}
		},
	},
	{
		name: "a grid too wide", promise: "grids fit",
		view: func(_ toy.State, v toy.View, _ int) game.View { return drawn{v, grid.New(69, 1)} },
	},
	{
		name: "a grid too high", promise: "grids fit",
		view: func(_ toy.State, v toy.View, _ int) game.View { return drawn{v, grid.New(60, 22)} },
	},
	{
		name: "a grid without its spots", promise: "spots are on the grid",
		view: func(_ toy.State, v toy.View, _ int) game.View { return drawn{v, grid.New(10, 1)} },
	},
	{
		name: "a preview tells the answer", promise: "states that look alike behave alike",
		view: func(s toy.State, v toy.View, _ int) game.View {
			return seeing{v, func(text string) game.Preview {
				next, _, err := s.Play(text)
				if err != nil {
					return game.Preview{Sentence: "no"}
				}
				return game.Preview{Sentence: next.(toy.State).Last}
			}}
		},
	},
	{
		name: "a view contains the secret", promise: "states that look alike behave alike",
		view: func(s toy.State, v toy.View, _ int) game.View { return leakingQuietly{v, s.Number} },
	},
	{
		name: "a view read back lists other moves", promise: "views round-trip",
		moves: func(_ game.State, list []game.Move) []game.Move {
			for i := range list {
				list[i].Label = "ask"
			}
			return list
		},
	},
	{
		name: "the legal moves tell the secret", promise: "states that look alike behave alike",
		moves: func(s game.State, list []game.Move) []game.Move {
			if t := s.(toy.State); t.Started && !t.Over && t.Guesses == 0 && t.Number > 10 {
				return list[1:]
			}
			return list
		},
	},
	{
		name: "the secret is described", promise: "nothing hidden is shown at the start",
		view: func(s toy.State, v toy.View, _ int) game.View { return leaking{v, s.Number} },
	},
	{
		name: "the seed is shown", promise: "seeds are never shown",
		new:  func(s game.Setup) game.Setup { lastSeed = s.Seed; return s },
		view: func(_ toy.State, v toy.View, _ int) game.View { return chatty{v, fmt.Sprintf("Game %x.", lastSeed)} },
	},
	{
		name: "a secret move shows in the guesser's view", promise: "secret moves stay secret",
		view: func(s toy.State, v toy.View, _ int) game.View {
			if s.ByHand {
				return leaking{v, s.Number}
			}
			return v
		},
	},
	{
		name: "the label tells a secret move", promise: "secret moves stay secret",
		play: func(s game.State, text string) (game.State, game.Move, error) {
			next, m, err := s.Play(text)
			if m.Secret {
				m.Label = m.Text
			}
			return next, m, err
		},
	},
	{
		name: "a bot that plays illegal moves", promise: "bots choose legal moves, and repeat their choice",
		choose: func(game.View, string) string { return "guess 99" },
	},
	{
		name: "a bot by chance", promise: "bots choose legal moves, and repeat their choice",
		choose: func(v game.View, _ string) string {
			shared++
			return fmt.Sprint("guess ", []int{v.(toy.View).Low, v.(toy.View).High}[shared%2])
		},
	},
	{
		name: "a level without a name", promise: "levels have names of their own",
		named: func(level int) string { return []string{"", "one", ""}[level] },
	},
	{
		name: "two levels with the same name", promise: "levels have names of their own",
		named: func(int) string { return "beginner" },
	},
	{
		name: "a level with a long name", promise: "levels have names of their own",
		named: func(level int) string { return strings.Repeat("x", 15+level) },
	},
	{
		name: "illegal advice", promise: "advice can be followed, and is repeatable",
		advise: func(_ context.Context, _ toy.View, a game.Advice) (game.Advice, error) {
			a.Text, a.Line, a.Move.Sentence = "guess 99", []string{"guess 99"}, "guess 99: why not."
			return a, nil
		},
	},
	{
		name: "advice by chance", promise: "advice can be followed, and is repeatable",
		advise: func(_ context.Context, _ toy.View, a game.Advice) (game.Advice, error) {
			shared++
			a.Chance = float64(shared%2) / 2
			return a, nil
		},
	},
	{
		name: "a chance above 1", promise: "advice can be followed, and is repeatable",
		advise: func(_ context.Context, _ toy.View, a game.Advice) (game.Advice, error) { a.Chance = 50; return a, nil },
	},
	{
		name: "a line that begins with a different move", promise: "advice can be followed, and is repeatable",
		advise: func(_ context.Context, _ toy.View, a game.Advice) (game.Advice, error) { a.Line = nil; return a, nil },
	},
	{
		name: "a reason without the move", promise: "advice can be followed, and is repeatable",
		advise: func(_ context.Context, _ toy.View, a game.Advice) (game.Advice, error) {
			a.Move.Sentence = "This halves what is left."
			return a, nil
		},
	},
	{
		name: "a long reason", promise: "advice can be followed, and is repeatable",
		advise: func(_ context.Context, _ toy.View, a game.Advice) (game.Advice, error) {
			a.Move.Sentence += strings.Repeat(" Really.", 20)
			return a, nil
		},
	},
	{
		name: "advice that draws nothing", promise: "advice can be followed, and is repeatable",
		advise: func(_ context.Context, _ toy.View, a game.Advice) (game.Advice, error) {
			a.Move.Marks, a.Move.Shapes = nil, nil
			return a, nil
		},
	},
	{
		name: "an empty line", promise: "advice can be followed, and is repeatable",
		advise: func(_ context.Context, _ toy.View, a game.Advice) (game.Advice, error) {
			a.Follow.Sentence = ""
			return a, nil
		},
	},
	{
		name: "advice that fails when it is cancelled", promise: "advice ends when it is cancelled",
		advise: func(ctx context.Context, _ toy.View, a game.Advice) (game.Advice, error) {
			if ctx.Err() != nil {
				return a, errors.New("no")
			}
			return a, nil
		},
	},
	{
		name: "no move when it is cancelled", promise: "advice ends when it is cancelled",
		advise: func(context.Context, toy.View, game.Advice) (game.Advice, error) { return game.Advice{}, nil },
	},
	{
		name: "a threat without a sentence", promise: "threats can be shown",
		threat: func(toy.View, game.Preview) (game.Preview, bool) { return game.Preview{}, true },
	},
	{
		name: "a threat by chance", promise: "threats can be shown",
		threat: func(v toy.View, _ game.Preview) (game.Preview, bool) {
			shared++
			return v.Marked('!', v.Low), shared%2 == 0
		},
	},
	{
		name: "the next round is the same", promise: "rounds follow each other",
		next: func(last, _ game.Setup) game.Setup { return last },
	},
}

var lastSeed uint64

func TestEveryFaultIsNoticed(t *testing.T) { notice(t, faults) }

// notice checks that each fault breaks its own promise.
func notice(t *testing.T, faults []fault) {
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			for _, p := range promises {
				if p.name != f.promise {
					continue
				}
				if err := p.check(newTrial(broken{fault: f}, []string{"hide 7", "hide 13", "hide 20"})); err == nil {
					t.Errorf("the promise %q was kept", p.name)
				}
				return
			}
			t.Fatalf("there is no promise %q", f.promise)
		})
	}
}

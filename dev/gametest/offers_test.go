package gametest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"attic/draw/grid"
	"attic/draw/scene"
	"attic/game"
	"attic/game/example/reversi"
	"attic/game/example/toy"
)

// Games that each implement one interface.
type (
	wordy struct {
		game.Game
		words []game.Word
	}
	choosing struct {
		game.Game
		choices []game.Choice
	}
	filtered struct {
		game.Game
		filters []game.Filter
	}
	counting struct {
		game.Game
		written string
		perft   func(position string) (game.Perft, error)
	}
	thinking struct {
		reversi.Game
		choose func(ctx context.Context, v game.View, progress func(game.Report)) (string, error)
	}
	going struct {
		toy.Game
		abandon bool
		next    func(last game.Setup) game.Setup
	}
)

// exclusive has two options that cannot be combined.
type exclusive struct{ choosing }

func (g exclusive) New(s game.Setup) (game.State, error) {
	if strings.Contains(s.Options, " ") {
		return nil, errors.New("one option is enough")
	}
	s.Options = ""
	return g.choosing.New(s)
}

func eitherOr() game.Game {
	items := []game.Item{{Label: "no"}, {Text: "1", Label: "yes"}}
	return exclusive{choosing{reversi.Game{}, []game.Choice{{Name: "a", Label: "A", Items: items}, {Name: "b", Label: "B", Items: items}}}}
}

func (g wordy) Words() []game.Word                       { return g.words }
func (g choosing) Choices() []game.Choice                { return g.choices }
func (g filtered) Filters() []game.Filter                { return g.filters }
func (g counting) PerftPosition() string                 { return g.written }
func (g counting) Perft(text string) (game.Perft, error) { return g.perft(text) }
func (g thinking) NewBot(int, uint64) game.Bot           { return g }
func (g going) Abandon() bool                            { return g.abandon }

func (g thinking) Choose(ctx context.Context, v game.View, progress func(game.Report)) (string, error) {
	return g.choose(ctx, v, progress)
}

func (g going) Next(last game.Setup, end game.State) game.Setup {
	if s, ok := end.(brokenState); ok {
		end = s.State
	}
	return g.next(g.Game.Next(last, end))
}

// changing returns a list with a changed first item.
func changing[T any](list []T, change func(*T)) []T {
	list = slices.Clone(list)
	change(&list[0])
	return list
}

func hiding(change func(*game.Word)) game.Game {
	return wordy{toy.Game{}, changing([]game.Word{{Name: "hide", Args: "N", Help: "hide a number", Secret: true, Ask: "Which? "}}, change)}
}

func showing(change func(*game.Word)) game.Game {
	w := game.Word{Name: "fen", Help: "print the position", Key: "f", Show: game.View.Describe}
	return wordy{reversi.Game{}, append(changing([]game.Word{w}, change), game.Word{Name: "pass", Help: "pass", Key: "-", When: game.During})}
}

func opening(change func(*game.Choice)) game.Game {
	return choosing{reversi.Game{}, changing(reversi.Game{}.Choices(), change)}
}

func telling(change func(*game.Filter)) game.Game {
	return filtered{reversi.Game{}, changing(reversi.Game{}.Filters(), change)}
}

// branching changes the perft of Reversi; a nil field changes nothing.
type branching struct {
	game.Perft
	count  func(depth int, every bool, leaves, wins int64) (int64, int64)
	divide func([]game.Branch) []game.Branch
}

func (p branching) Count(depth int, every bool) (leaves, wins int64) {
	leaves, wins = p.Perft.Count(depth, every)
	if p.count != nil {
		return p.count(depth, every, leaves, wins)
	}
	return leaves, wins
}

func (p branching) Divide() []game.Branch {
	list := p.Perft.Divide()
	if p.divide != nil {
		return p.divide(list)
	}
	return list
}

func counted(change func(*branching)) game.Game {
	return counting{reversi.Game{}, "FEN", func(text string) (game.Perft, error) {
		p, err := reversi.Game{}.Perft(text)
		b := branching{Perft: p}
		change(&b)
		return b, err
	}}
}

func rounds(abandon bool, next func(game.Setup) game.Setup) game.Game {
	return going{toy.Game{}, abandon, next}
}

var calls int // counts calls, for faults that answer differently each time

// offerFaults are games that break a promise, or keep it if name is "".
var offerFaults = []struct {
	name, promise string
	game          game.Game
}{
	{"", "words can be used", hiding(func(*game.Word) {})},
	{"", "words can be used", showing(func(*game.Word) {})},
	{"a word of two words", "words can be used", showing(func(w *game.Word) { w.Name = "the fen" })},
	{"no help", "words can be used", showing(func(w *game.Word) { w.Help = "" })},
	{"help with a full stop", "words can be used", showing(func(w *game.Word) { w.Help += "." })},
	{"a word that does two things", "words can be used", showing(func(w *game.Word) { w.Says = "No." })},
	{"the same word twice", "words can be used", showing(func(w *game.Word) { w.Name = "pass" })},
	{"the same key twice", "words can be used", showing(func(w *game.Word) { w.Key = "f -" })},
	{"keys run together", "words can be used", showing(func(w *game.Word) { w.Key = "f  g" })},
	{"an unknown phase", "words can be used", showing(func(w *game.Word) { w.When = 64 })},
	{"lines without a key", "words can be used", showing(func(w *game.Word) { w.Key, w.Items = "", []game.Item{{Text: "d3", Label: "d3"}} })},
	{"a line without a label", "words can be used", showing(func(w *game.Word) { w.Items = []game.Item{{Text: "d3"}} })},
	{"a line that is not a move", "words can be used", showing(func(w *game.Word) { w.Items = []game.Item{{Text: "d9", Label: "d9"}} })},
	{"a large picture of a line", "words can be used", showing(func(w *game.Word) {
		w.Items = []game.Item{{Text: "d3", Label: "d3", Picture: grid.New(25, 1)}}
	})},
	{"nothing is shown", "words can be used", showing(func(w *game.Word) { w.Show = func(game.View) string { return " " } })},
	{"a different text is shown each time", "words can be used", showing(func(w *game.Word) {
		w.Show = func(game.View) string { calls++; return fmt.Sprint(calls) }
	})},
	{"a word that is not a move", "words can be used", showing(func(w *game.Word) { w.Show = nil })},
	{"a secret that nobody asks for", "words can be used", hiding(func(w *game.Word) { w.Ask = "" })},
	{"a secret move after a word that is not secret", "words can be used", hiding(func(w *game.Word) { w.Secret = false })},
	{"a question without arguments", "words can be used", hiding(func(w *game.Word) { w.Args = "" })},

	{"", "choices can be made", opening(func(*game.Choice) {})},
	{"an unknown option", "choices can be made", opening(func(c *game.Choice) { c.Name = "begin" })},
	{"a choice without a label", "choices can be made", opening(func(c *game.Choice) { c.Label = "" })},
	{"a choice of one", "choices can be made", opening(func(c *game.Choice) { c.Items = c.Items[:1] })},
	{"an unknown value", "choices can be made", opening(func(c *game.Choice) { c.Items[1].Text = "zigzag" })},
	{"the same label twice", "choices can be made", opening(func(c *game.Choice) { c.Items[1].Label = c.Items[0].Label })},
	{"the same value twice", "choices can be made", opening(func(c *game.Choice) { c.Items[1].Text = "" })},
	{"a different game first", "choices can be made", opening(func(c *game.Choice) { slices.Reverse(c.Items) })},
	{"a large picture", "choices can be made", opening(func(c *game.Choice) { c.Items[1].Picture = grid.New(24, 8) })},
	{"choices that exclude each other", "choices can be made", eitherOr()},
	{"choices with the same name", "choices can be made", choosing{reversi.Game{}, slices.Repeat(reversi.Game{}.Choices(), 2)}},

	{"", "filters answer", telling(func(*game.Filter) {})},
	{"a filter without a name", "filters answer", telling(func(t *game.Filter) { t.Name = "" })},
	{"a filter without help", "filters answer", telling(func(t *game.Filter) { t.Help = "" })},
	{"a filter without a description of its input", "filters answer", telling(func(t *game.Filter) { t.Args = "" })},
	{"the same filter twice", "filters answer", filtered{reversi.Game{}, slices.Repeat(reversi.Game{}.Filters(), 2)}},
	{"several lines without Blocks", "filters answer", telling(func(t *game.Filter) { t.Blocks = false })},
	{"a line without an end", "filters answer", telling(func(t *game.Filter) {
		t.Answer = func(w io.Writer, line string) error { fmt.Fprint(w, "half"); return refuseLong(line) }
	})},
	{"an empty line within an answer", "filters answer", telling(func(t *game.Filter) {
		t.Answer = func(w io.Writer, line string) error { fmt.Fprint(w, "a\n\nb\n"); return refuseLong(line) }
	})},
	{"an error of two lines", "filters answer", telling(func(t *game.Filter) {
		t.Answer = func(w io.Writer, line string) error {
			fmt.Fprintln(w, "a")
			if refuseLong(line) != nil {
				return errors.New("no\nno")
			}
			return nil
		}
	})},
	{"rubbish is answered", "filters answer", telling(func(t *game.Filter) {
		t.Answer = func(w io.Writer, _ string) error { fmt.Fprintln(w, "a"); return nil }
	})},
	{"nothing is answered", "filters answer", telling(func(t *game.Filter) {
		t.Answer = func(io.Writer, string) error { return errors.New("no") }
	})},
	{"a different answer each time", "filters answer", telling(func(t *game.Filter) {
		t.Answer = func(w io.Writer, line string) error { calls++; fmt.Fprintln(w, calls); return refuseLong(line) }
	})},

	{"", "counts add up", counted(func(*branching) {})},
	{"no description of positions", "counts add up", counting{reversi.Game{}, "", reversi.Game{}.Perft}},
	{"counting from rubbish", "counts add up", counting{reversi.Game{}, "FEN", func(string) (game.Perft, error) { return reversi.Game{}.Perft("") }}},
	{"no counting from the start", "counts add up", counting{reversi.Game{}, "FEN", func(string) (game.Perft, error) { return nil, errors.New("no") }}},
	{"a wrong count of sequences without moves", "counts add up", counted(func(b *branching) {
		b.count = func(depth int, _ bool, leaves, wins int64) (int64, int64) { return leaves * int64(min(depth, 1)), wins }
	})},
	{"a move is played but not counted", "counts add up", counted(func(b *branching) {
		b.count = func(depth int, every bool, leaves, wins int64) (int64, int64) {
			if every && depth == 3 {
				leaves++
			}
			return leaves, wins
		}
	})},
	{"more wins than sequences", "counts add up", counted(func(b *branching) {
		b.count = func(_ int, _ bool, leaves, _ int64) (int64, int64) { return leaves, leaves + 1 }
	})},
	{"a branch is left out", "counts add up", counted(func(b *branching) {
		b.divide = func(list []game.Branch) []game.Branch { return list[1:] }
	})},
	{"two branches with the same name", "counts add up", counted(func(b *branching) {
		b.divide = func(list []game.Branch) []game.Branch { list[1].Move = list[0].Move; return list }
	})},

	{"", "bots end when they are cancelled", reversi.Game{}},
	{"a bot that fails when it is cancelled", "bots end when they are cancelled", thinking{choose: func(ctx context.Context, v game.View, _ func(game.Report)) (string, error) {
		if ctx.Err() != nil {
			return "", errors.New("no")
		}
		return v.Moves()[0].Text, nil
	}}},
	{"no move when it is cancelled", "bots end when they are cancelled", thinking{choose: func(ctx context.Context, v game.View, _ func(game.Report)) (string, error) {
		if ctx.Err() != nil {
			return "", nil
		}
		return v.Moves()[0].Text, nil
	}}},
	{"a bot that expects illegal moves", "bots end when they are cancelled", thinking{choose: func(_ context.Context, v game.View, progress func(game.Report)) (string, error) {
		progress(game.Report{Line: []string{"a1"}})
		return v.Moves()[0].Text, nil
	}}},
	{"a bot with a negative depth", "bots end when they are cancelled", thinking{choose: func(_ context.Context, v game.View, progress func(game.Report)) (string, error) {
		progress(game.Report{Depth: -1})
		return v.Moves()[0].Text, nil
	}}},
	{"a bot that does not understand a view read back", "bots end when they are cancelled", thinking{choose: func(_ context.Context, v game.View, _ func(game.Report)) (string, error) {
		calls++
		list := v.Moves()
		return list[calls%len(list)].Text, nil
	}}},

	{"", "matches continue with further rounds", rounds(true, func(s game.Setup) game.Setup { return s })},
	{"", "matches continue with further rounds", rounds(false, func(s game.Setup) game.Setup { return s })},
	{"a different next round each time", "matches continue with further rounds", rounds(true, func(s game.Setup) game.Setup {
		calls++
		s.Options = fmt.Sprint("deal=", calls+100)
		return s
	})},
	{"a setup that changes when it is saved", "matches continue with further rounds", rounds(true, func(s game.Setup) game.Setup { s.Options += " "; return s })},
	{"the next round cannot begin", "matches continue with further rounds", rounds(true, func(s game.Setup) game.Setup { s.Options = "deal=x"; return s })},
}

// refuseLong returns an error if a line is too long for any filter.
func refuseLong(line string) error {
	if len(line) > 1000 {
		return errors.New("too long")
	}
	return nil
}

func TestEveryFaultOfOffersIsNoticed(t *testing.T) {
	for _, f := range offerFaults {
		t.Run(f.promise+"/"+f.name, func(t *testing.T) { keeps(t, f.promise, f.game, f.name == "") })
	}
}

// keeps checks that a game keeps or breaks a promise.
func keeps(t *testing.T, name string, g game.Game, want bool) {
	t.Helper()
	i := slices.IndexFunc(promises, func(p promise) bool { return p.name == name })
	if i < 0 {
		t.Fatalf("there is no promise %q", name)
	}
	var more []string
	if g.Info().Name == "toy" {
		more = []string{"hide 7", "hide 13", "hide 20"}
	}
	if err := promises[i].check(newTrial(g, more)); (err == nil) != want {
		t.Errorf("%q is kept: %t, want %t; %v", name, err == nil, want, err)
	}
}

var keyFaults = []fault{
	{
		name: "two boxes with different colours", promise: "spots differ by more than their colour",
		view: pictured(func(s *scene.Scene) { s.Shapes[0].Fill = scene.Red }),
	},
	{
		name: "one key for all", promise: "keys tell moves apart",
		moves: func(_ game.State, list []game.Move) []game.Move {
			return append(list, game.Move{Text: "a", Key: "t"}, game.Move{Text: "b", Key: "x t"})
		},
	},
	{
		name: "keys run together", promise: "keys tell moves apart",
		moves: func(_ game.State, list []game.Move) []game.Move {
			return append(list, game.Move{Text: "a", Key: "x  y"})
		},
	},
	{
		name: "balls of two colours with the same sign", promise: "pieces have signs",
		view: pictured(func(s *scene.Scene) {
			for i, spot := range s.Spots {
				x, y := spot.Middle()
				ball := scene.Disc(x, y, 0.4, scene.Red+scene.Colour(i%2))
				ball.Shade = scene.Ball
				s.Shapes = []scene.Shape{ball}
				if i > 0 {
					s.Shapes = append(s.Shapes, ball.Moved(-1, 0, 1, ""))
					s.Shapes[1].Fill = scene.Red + scene.Colour(1-i%2)
					break
				}
			}
		}),
	},
}

func TestEveryFaultOfKeysAndSignsIsNoticed(t *testing.T) { notice(t, keyFaults) }

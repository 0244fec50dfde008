// Package toy is a second example of a game, as small as the contract of package game allows: the hider hides a number from 1 to 20, the guesser
// guesses the number, and every wrong guess is answered with "higher" or "lower". It has what Reversi lacks: a set-up, a secret, moves that cannot be
// taken back, rounds and advice. Tests of everything that plays games use it.
//
//   - The public part of a state is one struct, Public, with the hidden part beside it. State.View copies what a seat may know into a View, and a preview
//     of a move with a hidden result plays it in a state without a hidden number.
//   - [game.Anyone] is to move during set-up; a move with Begins ends the set-up.
//   - A move is Final if undoing it would show or change something hidden. It is Secret if only the mover may read its text, such as "hide 7"; others see its
//     label. A secret move needs a command with Word.Secret, so that it is typed unseen. A screen collects what is hidden by hand (Track.Pick) into one move.
package toy

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"attic/draw/grid"
	"attic/draw/scene"
	"attic/game"
)

// Game is the toy.
type Game struct{}

// The seats.
const (
	Guesser = iota
	Hider
)

// Most is the greatest number.
const Most = 20

// few is the largest number of guesses with which the guesser still wins.
const few = 4

// Info describes the toy.
func (Game) Info() game.Info {
	return game.Info{
		Name: "toy", Title: "Toy", Brief: "Guess a number from 1 to 20",
		Seats: []game.Seat{{Name: "Guesser"}, {Name: "Hider", Program: true}},
		Rules: "One hides a number, the other guesses.",

		Picture: picture(),
		Sample:  []string{"start", "guess 10", "guess 3"},
	}
}

func picture() grid.Grid {
	g := grid.New(15, 1)
	g.Put(0, 0, "< 7", grid.Muted, "")
	g.Put(6, 0, "13", grid.Good, "")
	g.Put(10, 0, "16 >", grid.Muted, "")
	return g
}

// New hides a number that depends on the seed and the option deal=N.
func (Game) New(s game.Setup) (game.State, error) {
	options, err := game.SplitOptions(s.Options, "deal")
	if err != nil {
		return nil, err
	}
	deal := uint64(1)
	for _, o := range options {
		if deal, err = strconv.ParseUint(o.Value, 10, 32); err != nil {
			return nil, fmt.Errorf("deal is %q; it must be a number", o.Value)
		}
	}
	number := 1 + rand.New(rand.NewPCG(s.Seed, deal)).IntN(Most)
	return State{Number: number, Public: Public{Low: 1, High: Most}}, nil
}

// ParseView reads a view.
func (Game) ParseView(text []byte) (game.View, error) {
	var v View
	if err := json.Unmarshal(text, &v); err != nil {
		return nil, err
	}
	if v.Low < 1 || v.High > Most || v.Low > v.High {
		return nil, fmt.Errorf("the number cannot be from %d to %d; it is from 1 to %d", v.Low, v.High, Most)
	}
	return v, nil
}

// Next deals again; the setup holds the number of deals.
func (Game) Next(last game.Setup, _ game.State) game.Setup {
	deal := 1
	_, _ = fmt.Sscanf(last.Options, "deal=%d", &deal) // without the option, it was the first deal
	last.Options = fmt.Sprintf("deal=%d", deal+1)
	return last
}

// Abandon allows the next deal at any time.
func (Game) Abandon() bool { return true }

// Levels returns the only level, 1.
func (Game) Levels() (lowest, highest, usual int) { return 1, 1, 1 }

// LevelName returns nothing: there is only one level.
func (Game) LevelName(int) string { return "" }

// NewBot returns a guesser that halves the range of the remaining numbers.
func (Game) NewBot(int, uint64) game.Bot { return halver{} }

type halver struct{}

func (halver) Choose(_ context.Context, v game.View, progress func(game.Report)) (string, error) {
	known := v.(View)
	text := fmt.Sprintf("guess %d", (known.Low+known.High)/2)
	progress(game.Report{Depth: 1, Line: []string{text}})
	return text, nil
}

// Advise halves the range of the remaining numbers, as the bot does.
func (Game) Advise(ctx context.Context, v game.View, _ int64) (game.Advice, error) {
	known := v.(View)
	n := (known.Low + known.High) / 2
	text, left := Guess(n).Text, 1+known.High-known.Low
	a := game.Advice{Text: text, Line: []string{text}, Move: known.Marked('?', n), Follow: known.Marked('?', n)}
	told := 1<<max(few-known.Guesses, 0) - 1 // the largest range in which the remaining guesses are sure to find the number
	a.Chance = min(1, float64(told)/float64(left))
	a.Move.Sentence = fmt.Sprintf("%s: halves what is left, %d to %d.", text, known.Low, known.High)
	a.Follow.Sentence = "Then the middle of what is left."
	if left == 1 {
		a.Move.Sentence, a.Follow.Sentence = text+": no other number is left.", "That ends it."
		if told > 0 {
			a.Win = 1
		}
	}
	return a, ctx.Err()
}

// Threat warns that only one guess is left.
func (Game) Threat(v game.View) (game.Preview, bool) {
	known := v.(View)
	if known.Guesses != few-1 || known.Low == known.High {
		return game.Preview{}, false
	}
	p := known.Marked('!', known.Low, known.High)
	p.Sentence = "Hider wins if the next guess is wrong."
	return p, true
}

// Marked returns a preview with a mark on numbers. In shapes, a warning is to the left of the number and a move to its right, since both may be shown.
func (v View) Marked(mark rune, numbers ...int) (p game.Preview) {
	s := v.Scene()
	beside := 0.35
	if mark == '!' {
		beside = -beside
	}
	for _, n := range numbers {
		spot, _ := s.Spot(strconv.Itoa(n))
		x, y := spot.Middle()
		p.Marks = append(p.Marks, grid.Mark{Spot: spot.Name, Rune: mark, Role: grid.Accent})
		p.Shapes = append(p.Shapes, scene.Word(x+beside, y-0.3, 0.3, string(mark), scene.Centre, scene.Accent))
	}
	return p
}

// Public is the knowledge of everybody.
type Public struct {
	Started   bool
	Guesses   int
	Low, High int // the range in which the number lies
	Asked     int // the last guess, or 0
	Last      string
	Over      bool
}

// State is the public part and the secret.
type State struct {
	Public
	Number int  // the secret
	ByHand bool // the hider chose it
}

// ToMove returns the seat to move, or game.Anyone during the set-up.
func (s State) ToMove() int {
	switch {
	case s.Over:
		return game.Nobody
	case s.Started:
		return Guesser
	}
	return game.Anyone
}

// Moves lists a guess for each remaining number. It lists no move that hides a number, because that would reveal the numbers that can be hidden.
func (p Public) Moves() []game.Move {
	switch {
	case p.Over:
		return nil
	case !p.Started:
		return []game.Move{start}
	}
	var list []game.Move
	for n := p.Low; n <= p.High; n++ {
		list = append(list, Guess(n))
	}
	return list
}

var start = game.Move{Text: "start", Label: "Start", Key: "t", Begins: true}

// Guess returns the move that asks for a number.
func Guess(n int) game.Move {
	return game.Move{Text: fmt.Sprintf("guess %d", n), Spots: []string{strconv.Itoa(n)}, Final: true}
}

// Play plays start, hide N or guess N, in any spelling.
func (s State) Play(text string) (game.State, game.Move, error) {
	word, rest, _ := strings.Cut(strings.ToLower(strings.TrimSpace(text)), " ")
	n, err := strconv.Atoi(strings.TrimSpace(rest))
	inRange := err == nil && n >= 1 && n <= Most
	switch {
	case s.Over:
		return nil, game.Move{}, game.Illegal("the number has been found")
	case word == "start" && rest == "" && !s.Started:
		s.Started, s.Last = true, "The guessing begins."
		return s, start, nil
	case word == "start" && rest == "":
		return nil, game.Move{}, game.Illegal("the guessing has already begun")
	case word == "hide" && inRange && !s.Started:
		s.Number, s.ByHand, s.Last = n, true, "A number is hidden."
		return s, game.Move{Text: fmt.Sprintf("hide %d", n), Label: "hide", Final: true, Secret: true}, nil
	case word == "hide" && inRange:
		return nil, game.Move{}, game.Illegal("a number is hidden already")
	case word != "guess" || !inRange:
		return nil, game.Move{}, game.Unreadable(`write a move like "guess 7", with a number from 1 to %d`, Most)
	case !s.Started:
		return nil, game.Move{}, game.Illegal("the guessing has not begun: start")
	case n < s.Low || n > s.High:
		return nil, game.Move{}, game.Illegal("the number is among %d to %d", s.Low, s.High)
	}
	s.Guesses++
	s.Asked = n
	switch {
	case n < s.Number:
		s.Low, s.Last = n+1, fmt.Sprintf("Higher than %d.", n)
	case n > s.Number:
		s.High, s.Last = n-1, fmt.Sprintf("Lower than %d.", n)
	default:
		s.Over, s.Last = true, fmt.Sprintf("It is %d.", n)
	}
	return s, Guess(n), nil
}

// Outcome returns who won.
func (s State) Outcome() game.Outcome {
	if s.Guesses > few {
		return game.Outcome{Winner: Hider, Text: "Hider wins.", Why: "It took more than four guesses."}
	}
	return game.Outcome{Winner: Guesser, Text: "Guesser wins.", Why: "It took at most four guesses."}
}

// View returns what a seat may know. The hider knows the number only if it was hidden by hand.
func (s State) View(seat int) game.View {
	v := View{Public: s.Public}
	if s.Over || s.ByHand && seat == Hider {
		v.Number = s.Number
	}
	return v
}

// View is what one seat may know: a plain value, from which everything shown is made.
type View struct {
	Public
	Number int `json:",omitempty"` // 0: unknown to this seat
}

// MarshalText writes what [Game.ParseView] reads.
func (v View) MarshalText() ([]byte, error) {
	type plain View // has no MarshalText, which would call itself
	return json.Marshal(plain(v))
}

// Grid draws the numbers in one row, or in two if there is room. A dot replaces each number that has been excluded and, at the end, all except the
// secret one. The last column of each number stays free for marks; the secret number has a mark if the seat knows it.
func (v View) Grid(w, h int) grid.Grid {
	each, wide := Most, 3 // the numbers in a row, and the columns of each number
	if w >= 60 && h >= 3 {
		each, wide = Most/2, 6
	}
	g := grid.New(each*wide, 2*Most/each-1)
	for n := 1; n <= Most; n++ {
		role, text, mark := grid.Muted, ".", ' '
		switch {
		case n == v.Number:
			role, text, mark = grid.Good, strconv.Itoa(n), '!'
		case n >= v.Low && n <= v.High && !v.Over:
			role, text = grid.Legal, strconv.Itoa(n)
		}
		x, y := wide*((n-1)%each), 2*((n-1)/each)
		g.Put(x, y, fmt.Sprintf("%*s%c", wide-1, text, mark), role, strconv.Itoa(n))
	}
	g.Step(strconv.Itoa(v.Asked), 1)
	return g
}

// Scene draws the numbers in two rows of boxes. A box contains its number as long as the number remains possible. There is a ring around the number
// asked last, and a tick above the secret number if the seat knows it.
func (v View) Scene() scene.Scene {
	s := scene.Scene{View: scene.Rectangle{X: -0.5, Y: -0.5, W: Most / 2, H: 2}}
	for n := 1; n <= Most; n++ {
		x, y, name := float64((n-1)%(Most/2)), float64((n-1)/(Most/2)), strconv.Itoa(n)
		step := 0
		if n == v.Asked {
			step = 1
		}
		box := scene.Box(x-0.45, y-0.45, 0.9, 0.9, 0.1, scene.Square)
		word := scene.Word(x, y, 0.4, name, scene.Centre, scene.Text)
		stands := "not this one"
		switch {
		case n == v.Number:
			tick := scene.Shape{Kind: scene.Path, X: x, Y: y - 0.32, W: 0.1, H: 0.1, D: "M-1 0L-.3 .7L1 -.7", Stroke: scene.On(scene.Good), Width: 0.04}
			tick.Key, tick.Step = name+" tick", step
			box.Fill, word.Fill, stands = scene.Good, scene.On(scene.Good), "the number"
			s.Add(box, word, tick)
		case n >= v.Low && n <= v.High && !v.Over:
			stands = "may be it"
			s.Add(box, word)
		default:
			s.Add(box)
		}
		if n == v.Asked {
			ring := scene.Ring(x, y, 0.4, 0.05, scene.Last)
			ring.Key, ring.Step = "asked", step
			s.Add(ring)
		}
		s.Spots = append(s.Spots, scene.Spot{Name: name, Area: scene.Rectangle{X: x - 0.5, Y: y - 0.5, W: 1, H: 1}, Label: name + ", " + stands})
	}
	return s
}

// Aside shows how many of the four guesses are used.
func (v View) Aside(w, h float64) scene.Scene {
	const line = 32
	if h < line {
		return scene.Scene{}
	}
	s := scene.Scene{View: scene.Rectangle{W: w, H: line}}
	for i := range few {
		dot := scene.Ring(16+24*float64(i), line/2, 8, 2, scene.Muted)
		if i < v.Guesses {
			dot.Fill = scene.Muted
		}
		s.Add(dot)
	}
	s.Add(scene.Word(112, line/2, 14, "guesses", scene.Left, scene.Muted))
	return s
}

// Panel shows the guesses in characters.
func (v View) Panel(w, h int) grid.Grid {
	text := strings.Repeat("#", min(v.Guesses, few)) + strings.Repeat(".", few-min(v.Guesses, few)) + " guesses"
	if w < len(text) || h < 1 {
		return grid.Grid{}
	}
	g := grid.New(len(text), 1)
	g.Put(0, 0, text, grid.Plain, "")
	return g
}

// Status returns what happened and what to do.
func (v View) Status() game.Status {
	turn := "Guess the number."
	if v.Over {
		turn = "The number is found."
	} else if !v.Started {
		turn = game.Capital(game.Type("start")) + "."
	}
	result := ""
	if v.Over {
		result = "The number was found."
	}
	return game.Status{Turn: turn, Goal: "Find the number in few guesses.", Result: result, Scores: []string{fmt.Sprintf("Guesses %d", v.Guesses)}, Last: v.Last}
}

// Describe returns what is known about the number.
func (v View) Describe() string {
	return fmt.Sprintf("The number is from %d to %d.", v.Low, v.High)
}

// Preview describes the guess that a move makes. It plays the move in a state without a hidden number, so that it cannot reveal the answer.
func (v View) Preview(text string) game.Preview {
	_, m, err := (State{Public: v.Public}).Play(text)
	switch {
	case err != nil:
		return game.Preview{Sentence: "Not possible: " + err.Error() + "."}
	case m.Secret:
		return game.Preview{Sentence: "This hides another number."}
	case len(m.Spots) == 0:
		return game.Preview{Sentence: "This starts the guessing."}
	}
	n, _ := strconv.Atoi(m.Spots[0]) // a guess has one spot, its number
	p := v.Marked('?', n)
	p.Sentence = fmt.Sprintf("This asks whether the number is %d.", n)
	return p
}

// Tracks returns the only input mode: guessing.
func (v View) Tracks() []game.Track {
	var spots []string
	for n := 1; n <= Most; n++ {
		spots = append(spots, strconv.Itoa(n))
	}
	return []game.Track{{Label: "Guess", Spots: spots}}
}

// Look describes the guess made by touching a number, or says why it is illegal.
func (v View) Look(_ string, spots ...string) game.Preview {
	switch len(spots) {
	case 0:
		return game.Preview{Sentence: v.Status().Turn}
	case 1:
		return v.Preview("guess " + spots[0])
	}
	return game.Preview{Sentence: "One number is a guess; choose one."}
}

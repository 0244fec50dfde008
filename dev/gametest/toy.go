package gametest

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

// Toy is a game as small as the contract allows: a number from 1 to 20 is hidden, and the guesser asks
// for it; every wrong guess is answered by "higher" or "lower". It has a set-up, a secret, moves that
// cannot be taken back, rounds and a bot, so that it keeps every part of the contract honest, and it is
// the example of docs/adding-a-game.md.
type Toy struct{}

const (
	guesser = iota
	hider
)

const (
	most = 20 // the greatest number
	few  = 4  // the guesser wins with at most this many guesses
)

// Info says what the toy is.
func (Toy) Info() game.Info {
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

// New hides a number by the seed and the option deal=N.
func (Toy) New(s game.Setup) (game.State, error) {
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
	number := 1 + rand.New(rand.NewPCG(s.Seed, deal)).IntN(most)
	return toy{number: number, public: public{Low: 1, High: most}}, nil
}

// ParseView reads a view.
func (Toy) ParseView(text []byte) (game.View, error) {
	var v toyView
	if err := json.Unmarshal(text, &v); err != nil {
		return nil, err
	}
	if v.Low < 1 || v.High > most || v.Low > v.High {
		return nil, fmt.Errorf("the number cannot be from %d to %d; it is from 1 to %d", v.Low, v.High, most)
	}
	return v, nil
}

// Next deals again; the setup holds the number of deals.
func (Toy) Next(last game.Setup, _ game.State) game.Setup {
	deal := 1
	_, _ = fmt.Sscanf(last.Options, "deal=%d", &deal) // without the option, it was the first deal
	last.Options = fmt.Sprintf("deal=%d", deal+1)
	return last
}

// Abandon allows the next deal at any time.
func (Toy) Abandon() bool { return true }

// Levels returns the only level.
func (Toy) Levels() (lowest, highest, usual int) { return 1, 1, 1 }

// LevelName returns nothing: there is only one level.
func (Toy) LevelName(int) string { return "" }

// NewBot returns a guesser that halves the numbers that are left.
func (Toy) NewBot(int, uint64) game.Bot { return halver{} }

type halver struct{}

func (halver) Choose(_ context.Context, v game.View, progress func(game.Report)) (string, error) {
	known := v.(toyView)
	text := fmt.Sprintf("guess %d", (known.Low+known.High)/2)
	progress(game.Report{Depth: 1, Line: []string{text}})
	return text, nil
}

// Advise halves the numbers that are left, as the bot does.
func (Toy) Advise(ctx context.Context, v game.View, _ int64) (game.Advice, error) {
	known := v.(toyView)
	n := (known.Low + known.High) / 2
	text, left := guess(n).Text, 1+known.High-known.Low
	a := game.Advice{Text: text, Line: []string{text}, Move: known.marked('?', n), Follow: known.marked('?', n)}
	told := 1<<max(few-known.Guesses, 0) - 1 // how many numbers the remaining guesses can tell apart
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

// Threat warns that only one guess is left that can win.
func (Toy) Threat(v game.View) (game.Preview, bool) {
	known := v.(toyView)
	if known.Guesses != few-1 || known.Low == known.High {
		return game.Preview{}, false
	}
	p := known.marked('!', known.Low, known.High)
	p.Sentence = "Hider wins if the next guess is wrong."
	return p, true
}

// marked shows a mark on numbers.
func (v toyView) marked(mark rune, numbers ...int) (p game.Preview) {
	s := v.Scene()
	for _, n := range numbers {
		spot, _ := s.Spot(strconv.Itoa(n))
		x, y := spot.Middle()
		p.Marks = append(p.Marks, grid.Mark{Spot: spot.Name, Rune: mark, Role: grid.Accent})
		p.Shapes = append(p.Shapes, scene.Word(x+0.35, y-0.3, 0.3, string(mark), scene.Centre, scene.Accent))
	}
	return p
}

// public is what everybody may know.
type public struct {
	Started   bool
	Guesses   int
	Low, High int // the number is among these
	Asked     int // the last guess, or 0
	Last      string
	Over      bool
}

// toy is a state: what is public, and the secret.
type toy struct {
	public
	number int
	byHand bool
}

func (s toy) ToMove() int {
	switch {
	case s.Over:
		return game.Nobody
	case s.Started:
		return guesser
	}
	return game.Anyone
}

func (p public) Moves() []game.Move {
	switch {
	case p.Over:
		return nil
	case !p.Started:
		return []game.Move{start}
	}
	var list []game.Move
	for n := p.Low; n <= p.High; n++ {
		list = append(list, guess(n))
	}
	return list
}

var start = game.Move{Text: "start", Label: "Start", Key: "t", Begins: true}

func guess(n int) game.Move {
	return game.Move{Text: fmt.Sprintf("guess %d", n), Spots: []string{strconv.Itoa(n)}, Final: true}
}

func (s toy) Play(text string) (game.State, game.Move, error) {
	word, rest, _ := strings.Cut(strings.ToLower(strings.TrimSpace(text)), " ")
	n, err := strconv.Atoi(strings.TrimSpace(rest))
	inRange := err == nil && n >= 1 && n <= most
	switch {
	case s.Over:
		return nil, game.Move{}, game.Illegal("the number has been found")
	case word == "start" && rest == "" && !s.Started:
		s.Started, s.Last = true, "The guessing begins."
		return s, start, nil
	case word == "start" && rest == "":
		return nil, game.Move{}, game.Illegal("the guessing has begun already")
	case word == "hide" && inRange && !s.Started:
		s.number, s.byHand, s.Last = n, true, "A number is hidden."
		return s, game.Move{Text: fmt.Sprintf("hide %d", n), Label: "hide", Final: true, Secret: true}, nil
	case word == "hide" && inRange:
		return nil, game.Move{}, game.Illegal("a number is hidden already")
	case word != "guess" || !inRange:
		return nil, game.Move{}, game.Unreadable(`write a move like "guess 7", with a number from 1 to %d`, most)
	case !s.Started:
		return nil, game.Move{}, game.Illegal("the guessing has not begun: start")
	case n < s.Low || n > s.High:
		return nil, game.Move{}, game.Illegal("the number is among %d to %d", s.Low, s.High)
	}
	s.Guesses++
	s.Asked = n
	switch {
	case n < s.number:
		s.Low, s.Last = n+1, fmt.Sprintf("Higher than %d.", n)
	case n > s.number:
		s.High, s.Last = n-1, fmt.Sprintf("Lower than %d.", n)
	default:
		s.Over, s.Last = true, fmt.Sprintf("It is %d.", n)
	}
	return s, guess(n), nil
}

func (s toy) Outcome() game.Outcome {
	if s.Guesses > few {
		return game.Outcome{Winner: hider, Text: "Hider wins.", Why: "It took more than four guesses."}
	}
	return game.Outcome{Winner: guesser, Text: "Guesser wins.", Why: "It took at most four guesses."}
}

func (s toy) View(seat int) game.View {
	v := toyView{public: s.public}
	if s.Over || s.byHand && seat == hider {
		v.Number = s.number
	}
	return v
}

// toyView is what one seat may know: a plain value, from which everything shown is made.
type toyView struct {
	public
	Number int `json:",omitempty"` // 0: unknown to this seat
}

func (v toyView) MarshalText() ([]byte, error) {
	type plain toyView // has no MarshalText, which would call itself
	return json.Marshal(plain(v))
}

// Grid draws the numbers that are left: in one row, or in two if there is room. The last column of each
// stays free for marks; the secret number has one if the seat knows it.
func (v toyView) Grid(w, h int) grid.Grid {
	each, wide := most, 3 // numbers in a row, and columns of each
	if w >= 60 && h >= 3 {
		each, wide = most/2, 6
	}
	g := grid.New(each*wide, 2*most/each-1)
	for n := 1; n <= most; n++ {
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

// Scene draws the numbers in two rows: a box for each, with the number in it while it is left, a ring around
// the number asked last, and a tick above the secret number if the seat knows it.
func (v toyView) Scene() scene.Scene {
	s := scene.Scene{View: scene.Rectangle{X: -0.5, Y: -0.5, W: most / 2, H: 2}}
	for n := 1; n <= most; n++ {
		x, y, name := float64((n-1)%(most/2)), float64((n-1)/(most/2)), strconv.Itoa(n)
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

// Aside shows how many of the hider's four guesses are spent.
func (v toyView) Aside(w, h float64) scene.Scene {
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
func (v toyView) Panel(w, h int) grid.Grid {
	text := strings.Repeat("#", min(v.Guesses, few)) + strings.Repeat(".", few-min(v.Guesses, few)) + " guesses"
	if w < len(text) || h < 1 {
		return grid.Grid{}
	}
	g := grid.New(len(text), 1)
	g.Put(0, 0, text, grid.Plain, "")
	return g
}

func (v toyView) Status() game.Status {
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

func (v toyView) Describe() string {
	return fmt.Sprintf("The number is from %d to %d.", v.Low, v.High)
}

// Preview says what a move asks. It plays the move in a state without a hidden number, so that it cannot reveal the answer.
func (v toyView) Preview(text string) game.Preview {
	_, m, err := (toy{public: v.public}).Play(text)
	switch {
	case err != nil:
		return game.Preview{Sentence: "Not possible: " + err.Error() + "."}
	case m.Secret:
		return game.Preview{Sentence: "This hides another number."}
	case len(m.Spots) == 0:
		return game.Preview{Sentence: "This begins the guessing."}
	}
	n, _ := strconv.Atoi(m.Spots[0]) // a guess has one spot, its number
	p := v.marked('?', n)
	p.Sentence = fmt.Sprintf("This asks whether the number is %d.", n)
	return p
}

// Tracks has the one kind of input: guessing.
func (v toyView) Tracks() []game.Track {
	var spots []string
	for n := 1; n <= most; n++ {
		spots = append(spots, strconv.Itoa(n))
	}
	return []game.Track{{Label: "Guess", Spots: spots}}
}

// Look says what touching a number asks, or why it cannot be asked.
func (v toyView) Look(_ string, spots ...string) game.Preview {
	switch len(spots) {
	case 0:
		return game.Preview{Sentence: v.Status().Turn}
	case 1:
		return v.Preview("guess " + spots[0])
	}
	return game.Preview{Sentence: "One number is a guess; choose one."}
}

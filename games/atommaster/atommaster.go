// Package atommaster implements the contract of package game for the game of Black Box. The rules are in games/atommaster/rules.
package atommaster

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"attic/draw/grid"
	"attic/game"
	"attic/game/bridge"
	"attic/games/atommaster/advice"
	"attic/games/atommaster/deal"
	"attic/games/atommaster/picture"
	"attic/games/atommaster/rules"
	"attic/internal/phrase"
)

// Game is Atommaster.
type Game struct{}

//go:embed README.md
var readme string

//go:embed lessons.txt
var lessonsText string

//go:embed puzzles.txt
var puzzlesText string

//go:embed themes.txt
var themesText string

// The seats, counted from 0.
const (
	solver = iota
	hider
)

// Info describes Atommaster.
func (Game) Info() game.Info { return info() }

// info makes the description once, because every package asks for it often.
var info = sync.OnceValue(func() game.Info {
	return game.Info{
		Name:   "atommaster",
		Title:  "Atommaster",
		Brief:  "Find the hidden atoms by the beams they deflect",
		Seats:  []game.Seat{{Name: "Solver"}, {Name: "Hider", Program: true, Fixed: true}},
		Window: true,
		Rules:  readme, Edition: 4,
		Lessons: lessons,
		Course:  game.Course{Lessons: lessonsText, Puzzles: puzzlesText, Themes: game.Themes(themesText), Try: bridge.Judge(Game{}, judgeOf, nil)},
		Basics:  strings.Fields("fire set sure free hint evaluate xray atoms learn hide dump undo new help quit"),
		Kinds:   kinds(),

		Shuffled: withColours,

		Picture: menuPicture(),
		Sample:  []string{"fire 4", "fire 5", "fire 8", "fire 14", "fire 11", "fire 19", "fire 21", "sure b4", "maybe b2", "free f6", "set b4"},
	}
})

// menuPicture returns the game's picture in the menu: a field on which an atom deflects a beam.
var menuPicture = sync.OnceValue(func() grid.Grid {
	g := grid.New(23, 7)
	for y, row := range []string{
		"    20 19 (1) 17 16",
		" 1   ·  ·  │  ·  ·  15",
		"(1) ───────┘  ·  ·  14",
		" 3   ·  ·  ·  @  ·   A",
		" R   ·  ·  ·  ·  ·  12",
		" A   @  ·  ·  ·  ·  11",
		"     6  7  8  9 10",
	} {
		for x, r := range []rune(row) {
			role := grid.Muted
			switch {
			case strings.ContainsRune("─│┘", r):
				role = grid.Beam
			case strings.ContainsRune("AR", r):
				role = grid.Accent
			case r == '@':
				role = grid.Plain
			}
			g.Put(x, y, string(r), role, "")
		}
	}
	g.Put(10, 0, "(1)", grid.Yellow, "")
	g.Put(0, 2, "(1)", grid.Yellow, "")
	return g
})

// Choices returns the choices for a new deal. The option deal=N is not among them, because Next counts it up.
func (Game) Choices() []game.Choice {
	numbers := func(usual, least, most int, label string) []game.Item {
		items := []game.Item{{Label: fmt.Sprintf(label, usual)}}
		for n := usual + 1; n != usual; n++ {
			if n > most {
				n = least
			}
			items = append(items, game.Item{Text: strconv.Itoa(n), Label: fmt.Sprintf(label, n)})
		}
		return items
	}
	return []game.Choice{
		{Name: "atoms", Label: "Atoms", Items: numbers(deal.UsualAtoms, deal.Fewest, deal.Mostest, "%d")},
		{Name: "size", Label: "Field", Items: numbers(deal.Usual, deal.Smallest, deal.Largest, "%[1]d x %[1]d squares")},
		{Name: "unique", Label: "Boards", Items: []game.Item{
			{Label: "one solution with 5 or 6 atoms"},
			{Text: "yes", Label: "always one solution"},
			{Text: "no", Label: "any"},
		}},
		{Name: "difficulty", Label: "Difficulty", Items: []game.Item{
			{Label: "any"},
			{Text: deal.DifficultyTexts[deal.EasyDeal], Label: "easy: proofs with 1 or 2 beams"},
			{Text: deal.DifficultyTexts[deal.MediumDeal], Label: "medium: proofs with up to 3 beams"},
			{Text: deal.DifficultyTexts[deal.HardDeal], Label: "hard: proofs with 4 or more beams"},
		}},
	}
}

// New deals from the seed and these options; any other option is an error:
//
//   - atoms=3..6, size=5..12, unique=yes, no or auto, difficulty=easy, medium, hard or any, deal=N
//   - again=N: the number of times learning mode has dealt again
//   - colours=N: the public number that fixes the order of the marbles' colours
//   - hidden=CODE: a layout that a person has hidden
//   - table=yes: nothing is hidden; answers are entered on the solver's table
//   - edit=yes: the board editor, without atoms unless hidden is given
func (Game) New(s game.Setup) (game.State, error) {
	options, err := game.SplitOptions(s.Options, "atoms", "size", "unique", "difficulty", "deal", "again", "colours", "hidden", "table", "edit")
	if err != nil {
		return nil, err
	}
	st := state{seed: s.Seed, unique: anyBoard}
	st.Atoms = deal.UsualAtoms
	size, nth, again, colours, hidden := deal.Usual, 1, 0, 0, ""
	table := false
	for _, o := range options {
		switch o.Name {
		case "atoms":
			st.Atoms, err = within(o, deal.Fewest, deal.Mostest)
		case "size":
			size, err = within(o, deal.Smallest, deal.Largest)
		case "deal":
			nth, err = within(o, 1, 1<<31-1)
		case "again":
			again, err = within(o, 1, mostAgain)
		case "colours":
			colours, err = within(o, 1, mostColours)
		case "hidden":
			hidden = o.Value
		case "table":
			if table = o.Value == "yes"; !table {
				err = fmt.Errorf("table is %q; it can only be yes", phrase.Clip(o.Value))
			}
		case "edit":
			if o.Value != "yes" {
				err = fmt.Errorf("edit must be yes, not %q", phrase.Clip(o.Value))
			}
		case "difficulty":
			st.Difficulty, err = parseDifficulty(o.Value)
		case "unique":
			n := slices.Index(uniqueTexts[:], strings.ToLower(o.Value))
			if st.unique = uniqueness(max(n, 0)); n < 0 {
				err = fmt.Errorf("unique is %q; it must be yes, no or auto", phrase.Clip(o.Value))
			}
		}
		if err != nil {
			return nil, err
		}
	}
	st.deal, st.again, st.colours = uint64(nth), uint64(again), uint64(colours)
	st.Field, err = rules.NewField(size, size)
	if err != nil {
		return nil, err
	}
	if table {
		return st.tabled(), err
	}
	if game.Edits(s) {
		return st.editor(hidden)
	}
	if st, err = st.dealt(); err != nil || hidden == "" {
		return st, err
	}
	st.layout, err = deal.Reveal(hidden, st.Field, st.Atoms)
	st.ByHand, st.Last = true, handed(st.Public)
	return st, err
}

func within(o game.Option, least, most int) (int, error) {
	n, err := strconv.Atoi(o.Value)
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("%s is %q; it must be a number from %d to %d", o.Name, phrase.Clip(o.Value), least, most)
	}
	return n, nil
}

// options returns the options for New for deal n with the choices of st.
func (st state) options(n uint64) string {
	var list []string
	if st.Atoms != deal.UsualAtoms {
		list = append(list, fmt.Sprintf("%s%d", atomsOption, st.Atoms))
	}
	if st.Field.W != deal.Usual {
		list = append(list, fmt.Sprintf("size=%d", st.Field.W))
	}
	if st.Table {
		return strings.Join(append(list, tableOption), " ")
	}
	switch {
	case st.one():
		list = append(list, uniqueOption+uniqueTexts[oneSolution])
	case st.unique == fromFive:
		list = append(list, uniqueOption+uniqueTexts[fromFive])
	}
	if st.Difficulty != deal.AnyDeal {
		list = append(list, difficultyOption+deal.DifficultyTexts[st.Difficulty])
	}
	list = append(list, fmt.Sprintf("deal=%d", n))
	if st.colours > 0 {
		list = append(list, fmt.Sprintf("%s%d", coloursOption, st.colours))
	}
	return strings.Join(list, " ")
}

// mostColours is the largest public number of an order of colours; the limit keeps game IDs short.
const mostColours = 1<<16 - 1

// mostAgain is the number of times that learning mode can deal again before it repeats the atoms of another deal.
const mostAgain = 1<<20 - 1

const (
	againOption   = "again="
	hiddenOption  = "hidden="
	coloursOption = "colours="
	uniqueOption  = "unique="
	atomsOption   = "atoms="
)

// uniqueness is the value of the option unique, which decides which boards are dealt. Without the option it is anyBoard.
type uniqueness uint8

const (
	anyBoard uniqueness = iota
	fromFive            // with 5 or 6 atoms, only boards with one solution: of all boards with 6 atoms, one in five has several solutions
	oneSolution
)

var uniqueTexts = [...]string{anyBoard: "no", fromFive: "auto", oneSolution: "yes"}

// severalFrom is the smallest number of atoms with which new deals have one solution by default.
const severalFrom = 5

// one reports whether only boards with one solution are dealt.
func (st state) one() bool {
	return st.unique == oneSolution || st.unique == fromFive && st.Atoms >= severalFrom
}

// withColours adds the options colours and, if it is missing, unique to a new game.
func withColours(s game.Setup, n uint64) game.Setup {
	unique := uniqueTexts[fromFive]
	list := slices.DeleteFunc(strings.Fields(s.Options), func(word string) bool {
		word = strings.ToLower(word)
		if atoms, ok := strings.CutPrefix(word, atomsOption); ok {
			if n, _ := strconv.Atoi(atoms); n >= severalFrom { // New refuses anything that is not a number
				unique = uniqueTexts[oneSolution]
			}
		}
		return strings.HasPrefix(word, coloursOption)
	})
	if !slices.ContainsFunc(list, func(word string) bool { return strings.HasPrefix(strings.ToLower(word), uniqueOption) }) {
		list = append(list, uniqueOption+unique)
	}
	s.Options = strings.Join(append(list, fmt.Sprintf("%s%d", coloursOption, 1+n%mostColours)), " ")
	return s
}

// Next returns the setup of a new deal with the size and the number of atoms of the last one (manual, "Start a new game").
func (Game) Next(last game.Setup, end game.State) game.Setup {
	st := end.(state)
	return game.Setup{Options: st.options(st.deal + 1), Seed: last.Seed}
}

// Abandon returns true: a deal can be left for a new one at any time.
func (Game) Abandon() bool { return true }

// Early reports whether a move can come too early. Only the evaluation can.
func (Game) Early(move string) bool { return move == "evaluate" }

// Words returns the commands of the manual.
func (Game) Words() []game.Word {
	return []game.Word{
		{Name: "fire", Args: "PORT", Help: "fire a beam at a port, such as fire 12"},
		{Name: "set", Args: "SQUARE", Help: "set an atom, or remove it again, such as set e5"},
		{Name: "evaluate", Help: "compare the atoms you have set with the hidden ones", Key: "e", Label: "Evaluate", Bar: game.During},
		{Name: "sure", Args: "SQUARE", Help: "note that an atom is certainly there; again: remove the note", Key: "a", Label: "Sure", Line: "sure ", Bar: game.During},
		{Name: "maybe", Args: "SQUARE", Help: "note that an atom may be there; again: remove the note", Key: "m", Label: "Maybe", Line: "maybe ", Bar: game.During},
		{Name: "free", Args: "SQUARE", Help: "note that no atom is there; again: remove the note", Key: "f", Label: "Free", Line: "free ", Bar: game.During},
		{Name: "certain", Help: "report whether the answers prove more than you have set and noted", When: game.During, Show: func(v game.View) string { return advice.Certain(v.(view).View) }, Helps: true, Key: "c", Label: "Certain", Bar: game.During},
		{Name: "why", Args: "SPOT", Help: "explain what the beams show about a square, or what a beam at a port would show; again: the proof, or examples", Same: "why", Key: "y"},
		{Name: "note", Help: "after a hint or the command why: note everything that the beams in the explanation prove", Same: "note", Key: "d"},
		{Name: "left", Help: "count the arrangements of the atoms that fit the answers", When: game.During, Show: func(v game.View) string { return advice.Remaining(v.(view).View) }, Helps: true},
		{Name: shadesWord, Args: "[on|off]", Help: "show on each square how likely an atom is, in percent; the deal then counts as played with help", Key: "p", Label: "Shades", Drawer: game.During},
		{Name: "coach", Args: "[on|off]", Help: "warn you if you evaluate while another beam would pay off; without on or off: switch it", Same: "coach"},
		{Name: "review", Help: "after the evaluation: compare your score with the computer's average, and show what each decision lost", Same: "review", Key: "v"},
		{Name: "new", Help: "start a new deal", Same: "next", Key: "n f5", Label: "New"},
		{Name: "start", Help: "start the search for the atoms, or let the computer search", When: game.Before, Key: "t", Label: "Start", Bar: game.Before, Host: true},
		{Name: "atoms", Args: "N", Help: "set the number of atoms, 3 to 6, before the first beam", Sets: true, Host: true},
		{Name: answerWord, Args: "PORT ANSWER", Help: "on the solver's table: enter where a beam came out: answer 5 17, 5 A (absorbed), 5 R (reflected), 5 none (remove)"},
		{Name: "table", Help: "open the solver's table: enter answers of your own, or change those so far, and see what follows from them", Same: "table", Key: "g", Label: "Solver's table", Drawer: game.Always},
		{Name: "more", Help: "hide one more atom", Key: "shift+up", Label: "+1 atom", Bar: game.Before, Host: true},
		{Name: "fewer", Help: "hide one fewer atom", Key: "shift+down", Label: "-1 atom", Bar: game.Before, Host: true},
		{Name: "size", Args: "N", Help: "set the size, 5 to 12 squares a side, before the first beam", Sets: true, Host: true},
		{Name: "difficulty", Args: "easy|medium|hard|any", Help: "choose how many beams it takes to prove where the atoms are, before the first beam", Sets: true, Host: true},
		{Name: "larger", Help: "add a row and a column to the field", Key: "}", Label: "Larger field", Bar: game.Before, Host: true},
		{Name: "smaller", Help: "remove a row and a column from the field", Key: "{", Label: "Smaller field", Bar: game.Before, Host: true},
		{Name: "balls", Help: "mark where beams come out with numbered balls, or with plain marbles", Key: "b", Label: "Billiard mode", Bar: game.Before, Sets: true, Host: true},
		{Name: "learn", Help: "show the atoms and all beams (learning mode); again: deal new atoms", Key: "l", Label: "Learning mode", Bar: game.Before, Drawer: game.During, Alone: true},
		{Name: "hide", Args: "SQUARES", Help: "hide the atoms yourself, such as a1,b2,c3,d4", Secret: true, Ask: "Squares of the atoms, such as a1,b2,c3,d4 (not shown as you type): ", Sets: true, Host: true},
		{Name: "threats", Help: "explain why Atommaster has no threats", Says: "Atommaster has no threats: the round ends when you evaluate. Type left to count the arrangements of the atoms that fit the answers."},
		{Name: "xray", Help: "after the evaluation, show or hide the beam paths", Says: "The beam paths can be shown after the evaluation.", Key: "x", Label: "Beam paths", Bar: game.After},
		{Name: picture.Telling, Help: "after the evaluation, show or hide beams that would have shown your mistake", When: game.After, Says: "No other beam would have shown that the atoms set differ from the hidden ones.", Key: "t", Label: "Telling beams", Bar: game.After},
		{Name: "resign", Help: "give up: evaluate the atoms set so far, and show the hidden ones", Label: "Give up", Drawer: game.During},
	}
}

// lessons holds the one-minute lesson: four beams with different answers, in learning mode.
var lessons = []game.Lesson{{
	Title: "Four beams",
	Text: "An atom straight ahead absorbs a beam: `A`. One diagonally ahead turns it away: both its ports get the same mark. " +
		"One on the edge, beside the port, reflects it: `R`. With no atom near, it flies straight through.",
	Setup:  game.Setup{Options: "size=5 atoms=3"},
	Before: []string{"learn", "hide a1,c1,c3"},
	Moves:  []string{"fire 3", "fire 2", "fire 4", "fire 10"},
}}

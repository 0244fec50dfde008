// Package firsthours records the sentences that a newcomer reads. It plays first hours of every game on every face of the program, with scripts of
// keys, clicks and lines like those of somebody who has never seen attic. It counts every sentence shown, with placeholders for squares, numbers and
// names. "make firsthours" writes the most frequent sentences to seen.txt. Everything is repeatable: the number of an hour determines its choices,
// the computer has fixed seeds, and the clock is that of a bubble of testing/synctest.
package firsthours

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"attic/desk"
	"attic/desk/command"
	"attic/dev/desktest"
	"attic/game"
	"attic/match/store"
)

// The faces.
const (
	terminal = "terminal"
	window   = "window"
	page     = "page"
	plain    = "Plain" // so that the first letters differ
)

// Faces are the faces of the program.
var Faces = []string{terminal, window, page, plain}

// Hour is one first hour.
type Hour struct {
	Number           int
	Kind, Game, Face string
	Level            int // the computer's level, from 0 to 6
	play             func(p person)
	state            string // the state of another player, as for [desktest.Apart], or ""
}

// kinds are the kinds of hours. Each is played in every game on every face, as often as the field times says.
var kinds = []struct {
	name  string
	times int
	play  func(p person)
}{
	{"a first game", 6, firstGame},
	{"lessons", 2, lessons},
	{"puzzles", 2, puzzles},
	{"today", 1, today},
	{"a review", 1, reviewed},
	{"settings", 1, settings},
	{"set-up", 1, setUp},
	{"lost", 1, lost},
	{"what was played", 1, sums},
}

// states are the states of the other player in the hours with a guest.
var states = []string{"awaited", "set-up", "offered", "away", "left", "joined", "asking", "asleep"}

// Hours returns all first hours.
func Hours() (list []Hour) {
	add := func(h Hour) {
		h.Number = len(list)
		g, _ := find(h.Game)
		low, high, _ := g.(game.Bots).Levels()
		h.Level = min(low+h.Number%7, high)
		list = append(list, h)
	}
	for _, kind := range kinds {
		for range kind.times {
			for _, name := range names {
				for _, face := range Faces {
					add(Hour{Kind: kind.name, Game: name, Face: face, play: kind.play})
				}
			}
		}
	}
	for i, state := range states {
		add(Hour{Kind: "a guest", Game: []string{"ataxx", "atom4"}[i%2], Face: Faces[i/2], play: guest, state: state})
	}
	return list
}

// Play plays the hour and records the sentences shown.
func (h Hour) Play(t *testing.T, record *Record) {
	synctest.Test(t, func(t *testing.T) {
		g, _ := find(h.Game)
		s := store.Open(t.TempDir(), find)
		if h.Kind == "what was played" {
			s = desktest.Judged(t)
		}
		wish := store.GameSettings{Level: &h.Level}
		rng := rand.New(rand.NewPCG(uint64(h.Number), 64))
		if h.Face != plain {
			settings := s.Profile.Settings()
			if err := s.Profile.Set(&settings, func(to *store.Settings) { to.Choose(h.Game, wish) }); err != nil {
				t.Fatal(err)
			}
			var list []game.Game
			for _, name := range names {
				g, _ := find(name)
				list = append(list, g)
			}
			c := desk.Config{
				Games: list, Open: desktest.Open, Store: s, NoMotion: true, Net: desktest.Nowhere{}, May: command.Everything,
			}
			if h.state != "" {
				c.Table = desktest.Apart(t, h.Game, h.state)
			}
			h.play(&sitting{screen: sit(t, h.Face, record, c), h: h, rng: rng})
			return
		}
		tb, err := desktest.Open(g, command.Against(g, wish))
		if h.state != "" {
			tb, err = desktest.Apart(t, h.Game, h.state), nil
		}
		if err != nil {
			t.Fatal(err)
		}
		listen(t, record, s, tb, func(l *listener) iter.Seq[string] {
			return func(yield func(string) bool) {
				h.play(&listening{listener: l, h: h, rng: rng, yield: yield})
			}
		})
	})
}

// person is a person in a first hour.
type person interface {
	hour() Hour
	begin()            // starts a game against the computer
	keys(keys string)  // presses keys, on faces with keys
	line(lines string) // types lines, separated by semicolons
	ask(what string)   // asks for something by its key or, on the face plain, by its command
	move() bool        // plays a move; returns false if the game is over or no move is possible
	reads() bool       // reports whether the lesson asks no question now
	answer(right bool) // answers the question of a lesson or puzzle
	chance(n int) bool // returns true once in n times on average
	pick(n int) int    // returns a number from 0 to n-1
	look(times int)    // looks around on the board
}

// sitting is a person at a screen.
type sitting struct {
	*screen
	h   Hour
	rng *rand.Rand
}

func (p *sitting) hour() Hour        { return p.h }
func (p *sitting) chance(n int) bool { return p.rng.IntN(n) == 0 }
func (p *sitting) pick(n int) int    { return p.rng.IntN(n) }
func (p *sitting) keys(keys string)  { p.Press(keys) }

func (p *sitting) begin() {
	if p.desk.Play == nil {
		p.Press(fmt.Sprint(slices.IndexFunc(p.desk.Games, func(g game.Game) bool { return g.Info().Name == p.h.Game })+1) + " enter")
	}
	if p.desk.Play == nil { // the first item of an entry continues a game, or unfolds further items
		p.Press("enter")
	}
	if p.desk.Play == nil {
		p.t.Fatalf("the menu starts no game:\n%s", p.Shown())
	}
}

func (p *sitting) line(lines string) {
	for line := range strings.SplitSeq(lines, ";") {
		if p.desk.Play != nil {
			p.Type(line)
		}
	}
}

// asked holds the keys for the commands of ask.
var asked = map[string]string{
	"hint": "h", "why": "y", "undo": "u", "redo": "ctrl+r", "review": "v", "next": "n", "help": "?", "history": "r", "lessons": "f4", "end": "e", "leave": "esc",
}

func (p *sitting) ask(what string) { p.Press(asked[what]) }

func (p *sitting) look(times int) {
	for range times {
		p.Press([]string{"up", "down", "left", "right"}[p.pick(4)])
	}
}

func (p *sitting) move() bool {
	play := p.desk.Play
	if play == nil || play.Now.Over || len(play.Cursor.Moves) == 0 {
		return false
	}
	move := choose(play.Cursor.Moves, len(play.Person.Sight().History()), p.rng)
	n := play.Now.N
	switch {
	case p.desk.Pages.Top() != nil || play.Back:
		p.Press("esc")
		p.Type(move.Text)
	case p.face == page:
		desktest.Make(p.t, p, "mouse", move)
	case p.face == window && p.chance(2):
		desktest.Make(p.t, p, "mouse", move)
	default:
		desktest.Make(p.t, p, "keys", move)
	}
	if p.asks() { // the page asks for confirmation, or whether to take the move back
		p.Press([]string{"enter", "esc"}[p.pick(2)])
	}
	return play.Now.N != n
}

func (p *sitting) reads() bool {
	if p.desk.Play == nil {
		return true
	}
	c := p.desk.Play.Study.Course()
	return c == nil || !c.Asks()
}

func (p *sitting) answer(right bool) {
	if p.desk.Play == nil {
		return
	}
	c := p.desk.Play.Study.Course()
	switch {
	case c == nil:
	case !c.Asks() || c.Free():
		p.Press("enter")
	case right:
		solution, err := c.Solution(p.t.Context())
		if err != nil {
			p.t.Fatal(err)
		}
		p.Type(solution)
	default:
		if moves := p.desk.Play.Cursor.Moves; len(moves) > 0 {
			p.Type(moves[p.pick(len(moves))].Text)
		}
	}
}

// choose returns a newcomer's move: a random one or, in a game with hidden information, first beams, then atoms, then the evaluation.
func choose(moves []game.Move, played int, rng *rand.Rand) game.Move {
	has := func(word string) (list []game.Move) {
		for _, m := range moves {
			if first, _, _ := strings.Cut(m.Text, " "); first == word {
				list = append(list, m)
			}
		}
		return list
	}
	fire, set, end := has("fire"), has("set"), has("evaluate")
	switch {
	case len(end) > 0:
		return end[0]
	case len(fire) > 0 && played < 8:
		moves = fire
	case len(set) > 0:
		return set[(played*7)%len(set)] // a different atom each time, so that no atom is removed
	default:
		if spots := slices.DeleteFunc(slices.Clone(moves), func(m game.Move) bool { return len(m.Spots) == 0 }); len(spots) > 0 {
			moves = spots
		}
	}
	return moves[rng.IntN(len(moves))]
}

// listening is a person who uses a screen reader in line mode.
type listening struct {
	*listener
	h     Hour
	rng   *rand.Rand
	yield func(string) bool
	gone  bool // the session has ended
}

func (p *listening) hour() Hour        { return p.h }
func (p *listening) chance(n int) bool { return p.rng.IntN(n) == 0 }
func (p *listening) pick(n int) int    { return p.rng.IntN(n) }
func (p *listening) keys(string)       {}

func (p *listening) begin() {
	if p.table.Here().Now().ToMove == game.Anyone {
		p.line("start")
	}
}

func (p *listening) line(lines string) {
	for line := range strings.SplitSeq(lines, ";") {
		if !p.gone {
			p.gone = !p.yield(line)
		}
	}
}

func (p *listening) ask(what string) {
	if what == "end" {
		what = "finish"
	}
	p.line(what)
}

func (p *listening) look(times int) {
	here := p.table.Here()
	defer here.Close()
	if moves := here.Sight().Moves(); len(moves) > 0 && times > 0 {
		p.line("preview " + moves[p.pick(len(moves))].Text)
	}
}

func (p *listening) move() bool {
	here := p.table.Here()
	defer here.Close()
	moves := here.Sight().Moves()
	if p.gone || here.Now().Over || here.Now().Thinking || len(moves) == 0 {
		return false
	}
	n := here.Now().N
	p.line(choose(moves, len(here.Sight().History()), p.rng).Text)
	return here.Now().N != n
}

// told finds the answer in the last hint of a lesson or puzzle.
var told = regexp.MustCompile(`The answer: (fire \d+|set [a-l]\d+|free [a-l]\d+|[a-l]\d+(?:-[a-l]\d+)?|evaluate|none)`)

func (p *listening) reads() bool { return strings.Contains(p.last, "Type next") }

func (p *listening) answer(right bool) {
	if p.reads() {
		p.line("")
		return
	}
	here := p.table.Here()
	defer here.Close()
	if moves := here.Sight().Moves(); !right && len(moves) > 0 {
		p.line(moves[p.pick(len(moves))].Text)
		return
	}
	for range 3 {
		p.line("hint")
		if answer := told.FindStringSubmatch(p.last); answer != nil {
			p.line(answer[1])
			return
		}
	}
	p.line("next")
}

var _ desktest.Hands = (*sitting)(nil)

// Package atom4 is the game Atom-4 under the contract of package game. The rules are in games/atom4/rules.
package atom4

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"attic/draw/scene"
	"attic/game"
	"attic/game/bridge"
	"attic/games/atom4/rules"
	"attic/internal/phrase"
)

// Game is Atom-4.
type Game struct{}

//go:embed README.md
var readme string

//go:embed lessons.txt
var lessonsText string

//go:embed puzzles.txt
var puzzlesText string

//go:embed themes.txt
var themesText string

// Info describes Atom-4.
func (Game) Info() game.Info { return info() }

// info is made once, because all parts of a program ask for it again and again.
var info = sync.OnceValue(func() game.Info {
	return game.Info{
		Name:  "atom4",
		Title: "Atom-4",
		Brief: "Mix colours to line up four whites or four blacks",
		Seats: []game.Seat{{Name: "Player 1", Aim: scene.White}, {Name: "Player 2", Aim: scene.Black}},
		Open:  true,
		Rules: readme, Edition: 1,
		Lessons: lessons,
		Course:  game.Course{Lessons: lessonsText, Puzzles: puzzlesText, Themes: game.Themes(themesText), Try: bridge.Judge(Game{}, judgeOf, state.refuted)},
		Basics:  strings.Fields("moves preview describe hint undo redo opponent side level next save resume clear help quit"),
		Ladder:  []float64{77.8, 76.9, 75.7, 72.2, 69.5, 67.1, 76.8, 74.6, 73.4, 65.6, 68.4, 75.9, 73.7, 76.6, 76.0}, // docs/performance.md, "Opponents"

		Picture: picture(),
		Sample:  strings.Fields("i8 j8 h8 i7 j7 i10 j6 h10 j9 i6 h11 h7 g9 g11 g7 h12 g10"),
	}
})

// lastRound is the highest round; the colours repeat after six rounds.
const lastRound = 1 << 30

// New begins a round. The option round=N chooses the round, by default 1; fen=BOARD_LETTER begins it on the given board, with
// the given colour to play; edit=yes opens the board editor. Other options are errors.
func (Game) New(s game.Setup) (game.State, error) {
	options, err := game.SplitOptions(s.Options, "round", "fen", "edit")
	if err != nil {
		return nil, err
	}
	v := view{round: 1}
	board := ""
	for _, o := range options {
		if o.Name == "edit" {
			if v.editing = true; o.Value != "yes" {
				return nil, fmt.Errorf("edit must be yes, not %q", phrase.Clip(o.Value))
			}
		} else if o.Name == "fen" {
			board = strings.ReplaceAll(o.Value, "_", " ")
		} else if v.round, err = strconv.Atoi(o.Value); err != nil || v.round < 1 || v.round > lastRound {
			return nil, fmt.Errorf("round is %q; it must be a number from 1 to %d", phrase.Clip(o.Value), lastRound)
		}
	}
	v.pos = rules.Start(v.round)
	if board != "" {
		if v.pos, err = readBoard(board); err != nil {
			return nil, err
		}
	}
	if v.editing {
		v.pos, err = rules.ParsePieces(v.pos.Board(), v.pos.Turn())
	}
	return state{v}, err
}

// Next returns the setup of the following round: the starting colour moves one step around the wheel (manual, GAME RULES).
func (Game) Next(last game.Setup, end game.State) game.Setup {
	last.Options = fmt.Sprintf("round=%d", min(end.(state).round+1, lastRound))
	return last
}

// Abandon returns false: a round cannot be left before its end.
func (Game) Abandon() bool { return false }

// state is a view: nothing is hidden.
type state struct{ view }

func (s state) ToMove() int {
	if s.editing {
		return game.Anyone
	}
	if s.pos.Over() {
		return game.Nobody
	}
	return int(s.pos.Player())
}

// Moves lists the legal moves, one vertex each.
func (v view) Moves() []game.Move {
	if v.editing {
		return boardOf(v).Moves()
	}
	var list []game.Move
	for _, sq := range v.pos.Moves(nil) {
		list = append(list, move(sq))
	}
	return list
}

func move(sq rules.Square) game.Move {
	return game.Move{Text: sq.String(), Spots: []string{sq.String()}}
}

// Play places a piece; text is a vertex, such as i10.
func (s state) Play(text string) (game.State, game.Move, error) {
	if s.editing {
		next, m, err := s.edit(text)
		return next, m, err
	}
	sq, err := s.read(text)
	if err != nil {
		return nil, game.Move{}, err
	}
	next := view{round: s.round, self: s.self, before: s.pos, last: sq, placed: s.pos.Turn(), changes: s.pos.Changes(sq, nil)}
	for _, row := range s.pos.WinningRows(sq) {
		next.rows = append(next.rows, row.Squares(nil))
	}
	next.pos = s.pos.Play(sq)
	return state{next}, move(sq), nil
}

// Ahead implements game.Foreseer: the waiting player may choose any vertex where their next colour could be placed now.
func (v view) Ahead(seat int, moves ...string) (game.View, bool) {
	pass := func() bool {
		pos, err := rules.ParseBoard(v.pos.Board(), v.pos.Turn().Next())
		v.pos = pos
		return err == nil && !pos.Over() && int(pos.Player()) == seat
	}
	ok := !v.editing && !v.pos.Over() && pass()
	for _, text := range moves {
		if next, _, err := (state{v}).Play(text); ok && err == nil {
			v = next.(state).view
			ok = !v.pos.Over() && pass()
		}
	}
	return v, ok
}

// View returns the view of a seat: the same for everybody, except that goal and result address the seat.
func (s state) View(seat int) game.View {
	v := s.view
	v.self = max(seat, game.Nobody) + 1
	return v
}

func (s state) Outcome() game.Outcome {
	winner, won := s.pos.Result().Winner()
	if !won {
		return game.Outcome{Winner: game.Nobody, Text: "Draw.", Why: "The board is full."}
	}
	o := game.Outcome{Winner: int(winner)}
	o.Text = fmt.Sprintf("Player %d wins.", o.Winner+1)
	if len(s.rows) > 0 {
		goals := map[rules.Color]string{rules.White: "Whites", rules.Black: "Blacks"}
		o.Why = fmt.Sprintf("%s in a line: %s.", goals[winner.Goal()], strings.TrimPrefix(lines(s.rows), "the line "))
	}
	return o
}

// lessons is the one-minute lesson: a colour change, how white is mixed, and a winning row.
var lessons = []game.Lesson{
	{
		Title: "Change colours",
		Text:  "Place a piece on a dot. It mixes with its neighbours: red turns a green one yellow.",
		Moves: []string{"i8"},
		Part:  []string{"g8", "j10"},
	},
	{
		Title:  "Make your goal",
		Text:   "Opposite colours mix to white for player 1, to black for player 2.",
		Before: strings.Fields("i8 j8 h8 i7 j7 i10"),
		Moves:  []string{"j6"},
		Part:   []string{"h6", "k8"},
	},
	{
		Title:  "Win",
		Text:   "Get four pieces of your goal colour in a line.",
		Before: strings.Fields("i10 h10 h11 g11 g9 i8 g10 i11"),
		Moves:  []string{"h8"},
		Part:   []string{"g8", "j11"},
	},
}

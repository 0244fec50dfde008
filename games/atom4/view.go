package atom4

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"attic/draw/grid"
	"attic/game"
	"attic/game/editor"
	"attic/games/atom4/rules"
	"attic/internal/phrase"
)

// view is a position together with the effects of the last move.
type view struct {
	pos     rules.Position
	before  rules.Position // the position before the last move, if there is one
	round   int
	self    int         // the seat whose view this is, counted from 1; 0 for a spectator
	placed  rules.Color // the colour that the last move placed; Black, which is never placed, if there is none
	last    rules.Square
	changes []rules.Change
	rows    [][]rules.Square // the rows that the last move has completed
	editing bool             // this is the board editor
	edited  string           // there: the sentence about the last change
}

func (v view) moved() bool { return v.placed.OnWheel() }

// travelling is the JSON form of a view: the position before the last move, and that move.
type travelling struct {
	Round int    `json:"round"`
	Self  int    `json:"self,omitempty"`
	Board string `json:"board"`
	Turn  string `json:"turn"`
	Move  string `json:"move,omitempty"`

	Editing bool   `json:"editing,omitempty"`
	Edited  string `json:"edited,omitempty"`
}

// MarshalText writes the view.
func (v view) MarshalText() ([]byte, error) {
	t := travelling{Round: v.round, Self: v.self, Board: v.pos.Board(), Turn: v.pos.Turn().String(), Editing: v.editing, Edited: v.edited}
	if v.moved() {
		t.Board, t.Turn, t.Move = v.before.Board(), v.before.Turn().String(), v.last.String()
	}
	return json.Marshal(t)
}

// ParseView reads a view written by MarshalText.
func (Game) ParseView(text []byte) (game.View, error) {
	var t travelling
	if err := json.Unmarshal(text, &t); err != nil {
		return nil, fmt.Errorf("not a view of Atom-4: %w", err)
	}
	turn, err := rules.ParseColor(t.Turn)
	if err != nil {
		return nil, err
	}
	parse := rules.ParseBoard
	if t.Editing {
		parse = rules.ParsePieces
	}
	pos, err := parse(t.Board, turn)
	if err != nil {
		return nil, err
	}
	if t.Round < 1 || t.Round > lastRound {
		return nil, errors.New("there is no such round")
	}
	if t.Self < 0 || t.Self > 2 {
		return nil, errors.New("there is no such seat")
	}
	v := view{pos: pos, round: t.Round, self: t.Self, editing: t.Editing, edited: t.Edited}
	if !t.Editing && t.Edited != "" || strings.ContainsFunc(t.Edited, unicode.IsControl) {
		return nil, errors.New("the last sentence is not text")
	}
	if t.Move == "" {
		return v, nil
	}
	s, _, err := state{v}.Play(t.Move)
	if err != nil {
		return nil, err
	}
	return s.(state).view, nil
}

func names(squares []rules.Square) string { return strings.Join(texts(squares), ", ") }

// sentence describes a move: "Red on j11 turned k10 yellow and j10 purple." verbs holds three verbs: for no change, for a change and for a
// completed row.
func sentence(verbs [3]string, placed rules.Color, on rules.Square, changes []rules.Change, rows [][]rules.Square) string {
	var turned []string
	for _, c := range changes {
		turned = append(turned, fmt.Sprintf("%s %s", c.At, c.New))
	}
	text := fmt.Sprintf("%s on %s %s", phrase.Capital(placed.String()), on, verbs[0])
	if len(turned) > 0 {
		text = fmt.Sprintf("%s on %s %s %s", phrase.Capital(placed.String()), on, verbs[1], phrase.List(turned))
	}
	if len(rows) > 0 {
		text += " and " + verbs[2] + " " + lines(rows)
	}
	return text + "."
}

func lines(rows [][]rules.Square) string {
	var list []string
	for _, row := range rows {
		list = append(list, "the line "+names(row))
	}
	return strings.Join(list, " and ")
}

// Status describes the turn, the last move and the result.
func (v view) Status() game.Status {
	s := game.Status{Goal: v.wanted(), Scores: []string{fmt.Sprintf("Round %d, %d pieces", v.round, v.pos.Count())}}
	if v.moved() {
		s.Last = sentence([3]string{"changed nothing", "turned", "completed"}, v.placed, v.last, v.changes, v.rows)
		s.Sounds, s.Piece = v.sounds(), roles[v.placed]
	}
	switch who := int(v.pos.Player()) + 1; {
	case v.editing:
		return editorStatus(v)
	case v.pos.Over():
		s.Turn, s.Result = "The round is over.", v.result()
	case v.self == who:
		s.Turn = fmt.Sprintf("Your move: %s.", v.pos.Turn())
	default:
		s.Turn = fmt.Sprintf("Player %d to play %s.", who, v.pos.Turn())
	}
	return s
}

// wanted returns the goals of the seat and of the other player.
func (v view) wanted() string {
	switch v.self {
	case 1:
		return "You need four whites in a line, player 2 four blacks."
	case 2:
		return "You need four blacks in a line, player 1 four whites."
	}
	return "Player 1 needs four whites in a line, player 2 four blacks."
}

func (v view) result() string {
	winner, won := v.pos.Result().Winner()
	if !won {
		return "A draw: the board is full."
	}
	with := ""
	if len(v.rows) > 0 {
		with = ": " + strings.TrimPrefix(lines(v.rows), "the line ")
	}
	switch who := int(winner) + 1; v.self {
	case 0:
		return fmt.Sprintf("Player %d won the round%s.", who, with)
	case who:
		return fmt.Sprintf("You won the round%s.", with)
	default:
		return fmt.Sprintf("You lost the round%s.", with)
	}
}

func (v view) sounds() []game.Sound {
	list := game.Placed(len(v.changes))
	if len(v.rows) > 0 {
		list = append(list, game.Win)
	}
	return list
}

// Describe describes the position in words.
func (v view) Describe() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Round %d. Player 1 plays red, green and blue and needs four whites in a line. Player 2 plays yellow, cyan and purple and needs four blacks.\n", v.round)
	for c := rules.Black; c <= rules.White; c++ {
		if on := v.pos.Vertices(c).Squares(); on != nil {
			fmt.Fprintf(&b, "%s: %s.\n", phrase.Capital(c.String()), names(on))
		}
	}
	turn := v.pos.Turn()
	fmt.Fprintf(&b, "The colours follow in this order: %s now, then %s, %s, %s, %s, %s.", turn, turn.Next(),
		turn.Next().Next(), turn.Opposite(), turn.Prev().Prev(), turn.Prev())
	return b.String()
}

// Preview describes the effect of a move, and marks every piece that would change with its new colour.
func (v view) Preview(text string) game.Preview {
	if v.editing {
		next, _, err := state{v}.edit(text)
		return editor.Preview(next.edited, err)
	}
	s, err := v.read(text)
	if err != nil {
		return game.Preview{Sentence: "Not possible: " + err.Error() + "."}
	}
	changes := v.pos.Changes(s, nil)
	var rows [][]rules.Square
	for _, r := range v.pos.WinningRows(s) {
		rows = append(rows, r.Squares(nil))
	}
	p := game.Preview{Sentence: sentence([3]string{"would change nothing", "would turn", "complete"}, v.pos.Turn(), s, changes, rows)}
	for _, row := range rows {
		for _, in := range row {
			p.Marks = append(p.Marks, grid.Mark{Spot: in.String(), Rune: '}', Role: grid.Last})
		}
	}
	for _, c := range changes { // drawn over the braces
		p.Marks = append(p.Marks, mark(c.At, c.New))
	}
	placed := mark(s, v.pos.Turn())
	placed.Place = true
	p.Marks = append(p.Marks, placed)
	p.Shapes = v.foreseen(s, changes, rows)
	return p
}

func mark(s rules.Square, c rules.Color) grid.Mark {
	return grid.Mark{Spot: s.String(), Rune: rune(c.Letter()), Role: roles[c]}
}

// Tracks returns the single input mode, in which every vertex can be touched.
func (v view) Tracks() []game.Track {
	if v.editing {
		return boardOf(v).Tracks()
	}
	t := game.Track{Label: "Place a piece"}
	for i := range rules.Squares {
		t.Spots = append(t.Spots, rules.Square(i).String())
	}
	return []game.Track{t}
}

// Look previews a piece placed on a vertex, or describes the vertex and the reason why no piece can be placed.
func (v view) Look(track string, spots ...string) game.Preview {
	if v.editing {
		return boardOf(v).Look(track, spots, v.Preview)
	}
	text := strings.Join(spots, " ")
	s, err := rules.ParseSquare(text)
	if err != nil || v.pos.Legal(s) {
		return v.Preview(text)
	}
	return game.Preview{Sentence: v.about(s)}
}

// about describes a vertex where no piece can be placed, and gives the reason.
func (v view) about(s rules.Square) string {
	there, turn := v.pos.At(s), v.pos.Turn()
	switch {
	case v.pos.Over() && there == rules.Empty:
		return fmt.Sprintf("There is no piece on %s.", s)
	case v.pos.Over():
		return fmt.Sprintf("A %s piece stands on %s.", there, s)
	case there != rules.Empty:
		return fmt.Sprintf("A %s piece stands on %s; place %s on a dot.", there, s, turn)
	}
	var touching []string
	for d := range rules.Direction(rules.Directions) {
		if to, ok := s.Step(d); ok && v.pos.At(to) != rules.Empty {
			touching = append(touching, to.String())
		}
	}
	switch len(touching) {
	case 0:
		return fmt.Sprintf("No piece touches %s; a new piece must touch two adjacent ones. Choose a dot.", s)
	case 1:
		return fmt.Sprintf("Only %s touches %s; a new piece must touch two adjacent ones. Choose a dot.", touching[0], s)
	}
	return fmt.Sprintf("%s touch %s, but not each other; place %s on a dot.", phrase.List(touching), s, turn)
}

func (v view) read(text string) (rules.Square, error) {
	s, err := rules.ParseSquare(strings.ToLower(strings.TrimSpace(text)))
	if err != nil {
		return 0, game.Unreadable(`a move is a vertex such as i10: a column from a to p and a row from 1 to 16`)
	}
	if err := v.pos.Check(s); err != nil {
		return 0, game.Refuse(err, rules.ErrIllegal)
	}
	return s, nil
}

var roles = map[rules.Color]grid.Role{
	rules.Black: grid.Black, rules.Red: grid.Red, rules.Green: grid.Green, rules.Yellow: grid.Yellow,
	rules.Blue: grid.Blue, rules.Purple: grid.Purple, rules.Cyan: grid.Cyan, rules.White: grid.White,
}

// Package editor has what the board editors of all games share: input modes that place pieces, the commands put, remove and empty, and sentences. A
// game adds whose turn it is, and says what is impossible. See [game.Editor].
package editor

import (
	"slices"
	"strings"

	"attic/game"
	"attic/internal/phrase"
)

// Piece is something that can be placed. It has an input mode with its name.
type Piece struct {
	Name string // one word: "red"
	Key  string // the key of its input mode; "" if there is only one
	Says string // with its article: "a red piece"
}

// Board is the board of an editor.
type Board struct {
	Pieces []Piece
	Spots  []string                 // in reading order
	Spot   string                   // "square"
	At     func(spot string) string // the name of the piece on a spot, or ""
	Others string                   // the game's other moves, for an error: "turn blue"
}

// Change is a move that places or removes pieces.
type Change struct {
	Piece string // the name of the piece; "" if pieces are removed
	Spots []string
	Move  game.Move
	Did   string // the sentence about it: "Placed a red piece on a1."
}

const put, remove = "put", "remove"

var empty = game.Move{Text: "empty", Label: "Empty", Key: "e"}

// Words returns the commands of the editor, with the game's other ones before the last.
func (b Board) Words(others ...game.Word) []game.Word {
	example := b.Pieces[0].Name + " " + b.Spots[0]
	list := append([]game.Word{
		{Name: put, Args: "PIECE WHERE", Help: "place a piece, such as put " + example + "; you can name several " + b.Spot + "s"},
		{Name: remove, Args: "WHERE", Help: "remove what is on a " + b.Spot + "; you can name several"},
	}, others...)
	return append(list, game.Word{Name: empty.Text, Help: "remove everything", Key: empty.Key, Label: empty.Label, Bar: game.Before})
}

// Tracks returns the input modes: one for each piece.
func (b Board) Tracks() (list []game.Track) {
	for _, p := range b.Pieces {
		list = append(list, game.Track{Name: p.Name, Label: phrase.Capital(p.Name), Key: p.Key, Spots: b.Spots})
	}
	return list
}

// Moves returns the moves that touch one spot, and the one that removes everything. In each input mode, a spot with that piece loses it, and any other
// gets it.
func (b Board) Moves() []game.Move {
	list := append(make([]game.Move, 0, len(b.Pieces)*len(b.Spots)+3), empty)
	for _, p := range b.Pieces {
		for _, spot := range b.Spots {
			list = append(list, game.Move{Text: b.touching(p.Name, spot), Spots: []string{spot}, Track: p.Name})
		}
	}
	return list
}

func (b Board) touching(piece, spot string) string {
	if b.At(spot) == piece {
		return remove + " " + spot
	}
	return put + " " + piece + " " + spot
}

// Read reads "put red a1 b2", "remove a1 b2" and "empty". The error says how moves in the editor are written, or what is wrong with this one.
func (b Board) Read(text string) (Change, error) {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r == ' ' || r == ',' || r == '\t' })
	switch {
	case len(words) == 1 && words[0] == empty.Text:
		return Change{Spots: b.Spots, Move: empty, Did: "Removed everything."}, nil
	case len(words) == 0 || words[0] != put && words[0] != remove:
		return Change{}, game.Unreadable("in the board editor, moves are written like this: put %s %s, remove %[2]s, empty, %s", b.Pieces[0].Name, b.Spots[0], b.Others)
	}
	c, says, spots := Change{}, "the piece", words[1:]
	if words[0] == put {
		var names []string
		for _, p := range b.Pieces {
			if names = append(names, p.Name); len(words) > 1 && words[1] == p.Name {
				c.Piece, says, spots = p.Name, p.Says, words[2:]
			}
		}
		if c.Piece == "" {
			return c, game.Unreadable("put needs a piece and a %s, such as put %s %s; the pieces are %s", b.Spot, names[0], b.Spots[0], phrase.List(names))
		}
	}
	slices.Sort(spots)
	c.Spots = slices.Compact(spots)
	if len(c.Spots) == 0 {
		return c, game.Unreadable("%s needs a %s, such as %[3]s", words[0], b.Spot, strings.Join(append(words, b.Spots[0]), " "))
	}
	for _, spot := range c.Spots {
		switch there := b.At(spot); {
		case !slices.Contains(b.Spots, spot):
			return c, game.Illegal("there is no %s %q; there are %s to %s", b.Spot, phrase.Clip(spot), slices.Min(b.Spots), b.last())
		case c.Piece == "" && there == "":
			return c, game.Illegal("there is nothing on %s to remove", spot)
		case c.Piece == "" && len(c.Spots) == 1:
			says = "the" + strings.TrimLeft(b.says(there), "an")
		case c.Piece == "":
			says = "the pieces"
		}
	}
	c.Move = game.Move{Text: strings.Join(append([]string{put, c.Piece}, c.Spots...), " "), Spots: c.Spots, Track: c.Piece}
	verbed, on := "Placed ", " on "
	if c.Piece == "" {
		c.Move.Text, c.Move.Track = strings.Join(append([]string{remove}, c.Spots...), " "), b.At(c.Spots[0])
		verbed, on = "Removed ", " from "
	}
	if _, thing, _ := strings.Cut(says, " "); c.Piece != "" && len(c.Spots) > 1 {
		says = thing + "s"
	}
	c.Did = verbed + says + on + phrase.List(c.Spots) + "."
	return c, nil
}

// last returns the spot in the corner opposite the first one: the last in its column, row by row.
func (b Board) last() (last string) {
	for _, spot := range b.Spots {
		if len(spot) > len(last) || len(spot) == len(last) && spot > last {
			last = spot
		}
	}
	return last
}

func (b Board) says(name string) string {
	return b.Pieces[slices.IndexFunc(b.Pieces, func(p Piece) bool { return p.Name == name })].Says
}

// Look describes what touching a spot in an input mode would do; preview is that of the view.
func (b Board) Look(track string, spots []string, preview func(text string) game.Preview) game.Preview {
	if len(spots) != 1 || !slices.Contains(b.Spots, spots[0]) {
		return game.Preview{Sentence: "Touch one " + b.Spot + "."}
	}
	return preview(b.touching(track, spots[0]))
}

// would changes a sentence about a move into one that describes what it would do.
var would = strings.NewReplacer("Placed ", "This would place ", "Removed ", "This would remove ", " is ", " would be ")

// Preview describes what a move would do that is described by did, or that is impossible because of err.
func Preview(did string, err error) game.Preview {
	if err != nil {
		return game.Preview{Sentence: "Not possible: " + err.Error() + "."}
	}
	return game.Preview{Sentence: would.Replace(did)}
}

// Status returns the sentences of an editor: the task, the last change, and whose turn it is, or why the board is not Playable.
func Status(goal, did, turn, scores string, fault error) game.Status {
	if fault != nil {
		turn = "Not ready: " + fault.Error() + "."
	}
	return game.Status{Goal: "Board editor: " + goal, Last: did, Turn: turn, Scores: []string{scores}}
}

// Setup returns the setup with the position to which another setup and the moves in texts lead, without options such as Editing.
func Setup(g game.Recorded, setup game.Setup, texts []string) (game.Setup, error) {
	r, err := g.RecordOf(setup, texts)
	if err != nil {
		return setup, err
	}
	return g.SetupAt(r.Final)
}

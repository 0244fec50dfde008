package editor

import (
	"strings"
	"testing"

	"attic/game"
)

func TestRead(t *testing.T) {
	on := map[string]string{"a1": "red", "b1": "block"}
	b := Board{
		Pieces: []Piece{{"red", "r", "a red piece"}, {"block", "x", "a block"}}, Spots: []string{"a2", "b2", "a1", "b1"},
		Spot: "square", At: func(spot string) string { return on[spot] }, Others: "turn red",
	}
	for _, c := range []struct{ text, move, did string }{
		{"put red a2", "put red a2", "Placed a red piece on a2."},
		{"PUT Block B2, a2 b2", "put block a2 b2", "Placed blocks on a2 and b2."},
		{"remove a1", "remove a1", "Removed the red piece from a1."},
		{"remove b1", "remove b1", "Removed the block from b1."},
		{"remove a1 b1", "remove a1 b1", "Removed the pieces from a1 and b1."},
		{"Empty", "empty", "Removed everything."},
		{"remove a2", "", "there is nothing on a2 to remove"},
		{"remove", "", "remove needs a square, such as remove a2"},
		{"put", "", "put needs a piece and a square, such as put red a2; the pieces are red and block"},
		{"put green a1", "", "put needs a piece and a square, such as put red a2; the pieces are red and block"},
		{"put red", "", "put needs a square, such as put red a2"},
		{"put red c3", "", `there is no square "c3"; there are a1 to b2`},
		{"", "", "in the board editor, moves are written like this: put red a2, remove a2, empty, turn red"},
		{"a1", "", "in the board editor, moves are written like this: put red a2, remove a2, empty, turn red"},
	} {
		got, err := b.Read(c.text)
		if err != nil && (err.Error() != c.did || c.move != "") || err == nil && (got.Move.Text != c.move || got.Did != c.did) {
			t.Errorf("%q: %+v, %v", c.text, got, err)
		}
		sentence := Preview(got.Did, err).Sentence
		if want := "Not possible: "; strings.HasPrefix(sentence, want) != (err != nil) || err == nil && !strings.HasPrefix(sentence, "This would ") {
			t.Errorf("%q would: %s", c.text, sentence)
		}
	}
}

// In each input mode, touching a spot with its piece removes it, and touching another spot places it.
func TestTouches(t *testing.T) {
	b := Board{
		Pieces: []Piece{{"red", "r", "a red piece"}, {"block", "x", "a block"}}, Spots: []string{"a1", "b1"}, Spot: "square",
		At: func(spot string) string { return map[string]string{"a1": "red"}[spot] },
	}
	var got []string
	for _, m := range b.Moves() {
		got = append(got, m.Track+": "+m.Text)
	}
	if want := ": empty, red: remove a1, red: put red b1, block: put block a1, block: put block b1"; strings.Join(got, ", ") != want {
		t.Errorf("%s, want %s", strings.Join(got, ", "), want)
	}
	for touch, want := range map[string]string{"red a1": "This would remove the red piece from a1.", "block a1": "This would place a block on a1.", "red c1": "Touch one square.", "red": "Touch one square."} {
		words := strings.Fields(touch)
		preview := func(text string) game.Preview {
			c, err := b.Read(text)
			return Preview(c.Did, err)
		}
		if got := b.Look(words[0], words[1:], preview).Sentence; got != want {
			t.Errorf("%s: %q, want %q", touch, got, want)
		}
	}
}

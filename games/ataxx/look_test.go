package ataxx_test

import (
	"strings"
	"testing"

	"attic/game"
)

// The sentence below the board and the marked squares: "b6=r" is an r in place of the contents of b6, "b6r" an r
// beside them.
func TestLook(t *testing.T) {
	const (
		shutIn = "fen xxx4/xxx4/xxx4/7/7/7/6o x;start"
		over   = "fen xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/ooooooo/ooooooo/ooooooo x;start"
	)
	for _, c := range []struct{ name, id, played, track, spots, want, marks string }{
		{"a piece", "ataxx", "start", "moves", "a7", "The piece on a7 can extend to 3 squares and jump to 5. + extends, ^ jumps.", "b7=+ c7=^ a6=+ b6=+ c6=^ a5=^ b5=^ c5=^"},
		{"one square to extend to", "ataxx blocks=ge5hbd", "start", "moves", "a7", "The piece on a7 can extend to 1 square and jump to 2. + extends, ^ jumps.", "a6=+ c6=^ b5=^"},
		{"a piece that can only jump", "ataxx", "fen x-5/--5/7/7/7/7/6o x;start", "moves", "a7", "The piece on a7 can jump to 5 squares. ^ jumps.", "c7=^ c6=^ a5=^ b5=^ c5=^"},
		{"only extensions", "ataxx", "fen x1-4/-1-4/---4/7/7/7/6o x;start", "moves", "a7", "The piece on a7 can extend to 2 squares. + extends.", "b7=+ b6=+"},
		{"a piece that cannot move", "ataxx", shutIn, "moves", "a7", "The piece on a7 cannot move: it reaches no empty square. Choose another piece.", ""},
		{"an opponent's piece", "ataxx", "start", "moves", "g7", "g7 holds a blue piece; first choose a red piece.", ""},
		{"an opponent's piece in the set-up", "ataxx", "a7-b6", "moves", "b6", "b6 holds a red piece; first choose a blue piece.", ""},
		{"an empty square", "ataxx", "start", "moves", "d4", "d4 is empty; first choose a red piece.", ""},
		{"a block", "ataxx blocks=x", "start", "moves", "d4", "d4 is blocked; first choose a red piece.", ""},
		{"a forced pass", "ataxx", redShutIn + ";start", "moves", "a7", "a7 holds a red piece; red cannot move and has to pass.", ""},
		{"a game that is over", "ataxx", over, "moves", "a7", "a7 holds a red piece; the game is over.", ""},
		{"a set-up without moves", "ataxx blocks=deagfbch", "", "moves", "a7", "a7 holds a red piece; neither side can move, so the game would end at its start.", ""},
		{"nothing", "ataxx", "start", "moves", "", "Your move: red.", ""},
		{"no square", "ataxx", "start", "moves", "z9", `Not possible: "z9" is not a square; write one of a1 to g7.`, ""},

		{"an extension", "ataxx", "fen x1-4/-1-4/--o4/7/7/7/6o x;start", "moves", "a7 b6", "a7-b6 would extend and take c5; then red would have 3, blue 1.", "b7=+ b6=+ b6=r c5r"},
		{"a jump", "ataxx", "fen x-5/--o4/7/7/7/7/6o x;start", "moves", "a7 b5", "a7-b5 would jump and take c6; then red would have 2, blue 1.", "c7=^ a5=^ b5=^ c5=^ a7=. c6r b5=r"},
		{"too far", "ataxx", "fen x1-4/-1-4/---4/7/7/7/6o x;start", "moves", "a7 d4", "d4 is 3 squares from a7; a piece extends by one square or jumps by two.", "b7=+ b6=+"},
		{"onto a block", "ataxx", "fen x1-4/-1-4/---4/7/7/7/6o x;start", "moves", "a7 a6", "a6 is blocked; a move goes to an empty square.", "b7=+ b6=+"},
		{"onto an opponent's piece", "ataxx", "fen x1-4/-o-4/---4/7/7/7/6o x;start", "moves", "a7 b6", "b6 is occupied by a blue piece; a move goes to an empty square.", "b7=+"},
		{"another piece", "ataxx", "fen x1-4/-x-4/---4/7/7/7/6o x;start", "moves", "a7 b6", "The piece on b6 can extend to 1 square and jump to 7. + extends, ^ jumps.", "b7=+ d7=^ d6=^ d5=^ a4=^ b4=^ c4=^ d4=^"},
		{"the same piece again", "ataxx", "fen x1-4/-1-4/---4/7/7/7/6o x;start", "moves", "a7 a7", "The piece on a7 can extend to 2 squares. + extends.", "b7=+ b6=+"},
		{"from no piece", "ataxx", "start", "moves", "d4 d5", "d5 is empty; first choose a red piece.", ""},

		{"a block to set", "ataxx", "", "blocks", "b6", "This would block b6 and its reflections f6, b2 and f2.", "b6=# f6=# b2=# f2=#"},
		{"its reflection", "ataxx", "", "blocks", "f2", "This would block f2 and its reflections b6, f6 and b2.", "b6=# f6=# b2=# f2=#"},
		{"one reflection", "ataxx", "", "blocks", "g4", "This would block g4 and its reflection a4.", "a4=# g4=#"},
		{"the middle", "ataxx", "", "blocks", "d4", "This would block d4.", "d4=#"},
		{"a block to clear", "ataxx blocks=3gh", "", "blocks", "f6", "This would clear f6 and its reflections b6, b2 and f2.", "b6. f6. b2. f2."},
		{"blocks without their reflections", "ataxx", "fen x5o/-6/7/3-3/7/7/o5x x", "blocks", "d4", "This would clear a6 and d4.", "a6. d4."},
		{"a corner", "ataxx", "a7-c7", "blocks", "a7", "a7 is a corner, which cannot be blocked; choose another square.", ""},
		{"under a piece", "ataxx", "a7-b6", "blocks", "b6", "b6 cannot be blocked: it holds a piece; choose another square.", ""},
		{"under a reflected piece", "ataxx", "a7-b6", "blocks", "f2", "f2 cannot be blocked: its reflection b6 holds a piece; choose another square.", ""},
		{"blocks while playing", "ataxx", "start", "blocks", "d4", "Not possible: blocks works only during set-up; type clear to go back to it.", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := play(t, c.id, c.played).View(0)
			look := v.Look(c.track, strings.Fields(c.spots)...)
			if said := strings.TrimSpace(game.Typed(look.Sentence) + " " + look.Legend); said != c.want {
				t.Errorf("it says\n%s\nwant\n%s", said, c.want)
			}
			if got := marks(look); got != c.marks {
				t.Errorf("it marks\n%s\nwant\n%s", got, c.marks)
			}
		})
	}
}

func marks(p game.Preview) string {
	var list []string
	for _, m := range p.Marks {
		where := m.Spot
		if m.Place {
			where += "="
		}
		list = append(list, where+string(m.Rune))
	}
	return strings.Join(list, " ")
}

// Touching all squares of a move shows the same as its preview, and every sentence fits into one line of 78 columns.
func TestLookingAtMovesIsTheirPreview(t *testing.T) {
	eachState(t, func(s game.State) {
		v := s.View(0)
		for _, m := range game.MovesOf(s) {
			if len(m.Spots) == 0 {
				continue
			}
			look, preview := v.Look(m.Track, m.Spots...), v.Preview(m.Text)
			if m.Track == "moves" && look.Sentence != preview.Sentence || !strings.HasSuffix(marks(look), marks(preview)) {
				t.Fatalf("%s: it says %q and marks %s, and the preview %q and %s", m.Text, look.Sentence, marks(look), preview.Sentence, marks(preview))
			}
		}
		for _, track := range v.Tracks() {
			for _, spot := range track.Spots {
				if said := v.Look(track.Name, spot).Sentence; len(said) > 78 || !strings.HasSuffix(said, ".") {
					t.Fatalf("%s on %s: %q", track.Name, spot, said)
				}
			}
		}
	})
}

func TestPreviewsOfTheSetUp(t *testing.T) {
	for _, c := range []struct{ id, text, want string }{
		{"ataxx", "blocks 3gh", "This would block b6, f6, c5, e5, c4, e4, c3, e3, b2 and f2."},
		{"ataxx blocks=3gh", "blocks 03x", "This would clear b6, f6, c5, e5, c3, e3, b2 and f2 and block d4."},
		{"ataxx blocks=3gh", "blocks 3", "This would change nothing: the blocks are already set this way."},
		{"ataxx blocks=3gh", "blocks 0", "This would clear b6, f6, c5, e5, c4, e4, c3, e3, b2 and f2."},
		{"ataxx", "start", "This would start the game; red would go first."},
		{"ataxx blocks=deagfbch", "start", "This would start the game; red would go first. That would end the game: a draw."},
		{"ataxx", "fen x6/7/7/7/7/7/6o o", "This would change the set-up: fen x6/7/7/7/7/7/6o o 0 1."},
	} {
		if got := play(t, c.id, "").View(0).Preview(c.text).Sentence; got != c.want {
			t.Errorf("%s, %s: %q, want %q", c.id, c.text, got, c.want)
		}
	}
}

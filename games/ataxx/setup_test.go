package ataxx_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"attic/dev/gametest"
	"attic/game"
	"attic/games/ataxx"
	"attic/match"
)

// Guide V.A.9 and rules "blocks": touching a square in the set-up sets a block there and its
// reflections, or clears them by setting the other blocks.
func TestTouchedBlocks(t *testing.T) {
	for _, c := range []struct{ clause, id, played, square, want string }{
		{"an empty square", "ataxx", "", "b6", "blocks g"},
		{"its reflection", "ataxx", "", "f2", "blocks g"},
		{"the middle", "ataxx", "", "d4", "blocks x"},
		{"beside other blocks", "ataxx blocks=3h", "", "b6", "blocks g"},
		{"a block", "ataxx blocks=3gh", "", "b6", "blocks 03h"},
		{"the reflection of a block", "ataxx blocks=3gh", "", "f2", "blocks 03h"},
		{"the only block", "ataxx blocks=x", "", "d4", "blocks 0"},
		{"blocks without their reflections go with it", "ataxx", "fen x5o/-6/7/3-3/7/7/o5x x", "d4", "blocks 0"},
		{"a block without its reflections", "ataxx", "fen x5o/-6/7/3-3/7/7/o5x x", "a6", "blocks 0x"},
		{"a corner has none", "ataxx", "", "a7", ""},
		{"an empty corner neither", "ataxx", "a7-c7", "a7", ""},
		{"under a piece", "ataxx", "a7-b6", "b6", ""},
		{"the reflection of a piece", "ataxx", "a7-b6", "f2", ""},
		{"while playing", "ataxx", "start", "b6", ""},
	} {
		t.Run(c.clause, func(t *testing.T) {
			s := play(t, c.id, c.played)
			got := ""
			for _, m := range game.MovesOf(s) {
				if m.Track == "blocks" && slices.Equal(m.Spots, []string{c.square}) {
					got += m.Text
				}
			}
			if got != c.want {
				t.Errorf("touching %s is %q, want %q", c.square, got, c.want)
			}
		})
	}
	touched := 0
	for _, m := range game.MovesOf(play(t, "ataxx", "")) {
		if m.Track == "blocks" {
			touched++
		}
	}
	if touched != 45 {
		t.Errorf("%d squares can be touched, want all but the corners", touched)
	}
}

// Touching a square twice restores the blocks.
func TestTouchingTwice(t *testing.T) {
	s := play(t, "ataxx blocks=de4", "")
	before := shown(t, s.View(0), "fen")
	for _, m := range game.MovesOf(s) {
		if m.Track != "blocks" || strings.Contains(m.Text, "0") {
			continue
		}
		once, _, err := s.Play(m.Text)
		if err != nil {
			t.Fatal(err)
		}
		for _, back := range game.MovesOf(once) {
			if back.Track == "blocks" && back.Spots[0] == m.Spots[0] {
				twice, _, err := once.Play(back.Text)
				if err != nil || shown(t, twice.View(0), "fen") != before {
					t.Errorf("%s: %q and then %q does not lead back (%v)", m.Spots[0], m.Text, back.Text, err)
				}
			}
		}
	}
}

func TestOptions(t *testing.T) {
	for options, want := range map[string]string{
		"blocks=3gh":     "",
		"blocks=0":       "",
		"BLOCKS=3GH":     "",
		"blocks=z":       "'z' is not a block letter",
		"blocks=33":      "only once",
		"blocks=":        "has no value",
		"size=9":         "the options are blocks",
		"blocks=3 0":     "has no value",
		"round=2":        `unknown option "round"`,
		"blocks=3gh\x00": "is not a block letter",
	} {
		_, err := ataxx.Game{}.New(game.Setup{Options: options})
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, want %q", options, err, want)
		}
	}
}

// Every step of the set-up can be taken back and redone, including the command start.
func TestTheSetUpCanBeUndone(t *testing.T) {
	m, err := match.New(ataxx.Game{}, game.Setup{Options: "blocks=x"})
	if err != nil {
		t.Fatal(err)
	}
	moves := strings.Split("blocks 3gh;a7-a6;blocks 03;fen x5o/7/7/7/7/7/o5x o 3;g7-f6;start;a7-b6", ";")
	var before []string
	for _, text := range moves {
		before = append(before, whole(m))
		if m, _, err = m.Play(text); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
	}
	after := whole(m)
	for i := len(moves) - 1; i >= 0; i-- {
		if m, err = m.Undo(); err != nil || whole(m) != before[i] {
			t.Fatalf("taking back %q: %v, and it is\n%s\nwant\n%s", moves[i], err, whole(m), before[i])
		}
	}
	if _, err := m.Undo(); !errors.Is(err, match.ErrNothing) {
		t.Errorf("before the beginning: %v", err)
	}
	for range moves {
		if m, err = m.Redo(); err != nil {
			t.Fatal(err)
		}
	}
	if whole(m) != after {
		t.Errorf("redone it is\n%s\nwant\n%s", whole(m), after)
	}
	if _, _, err := m.Play("blocks 0"); !errors.Is(err, game.ErrIllegal) {
		t.Errorf("blocks while playing: %v", err)
	}
	for range 2 {
		m, _ = m.Undo()
	}
	if _, move, err := m.Play("blocks 0"); err != nil || move.Text != "blocks 0" {
		t.Errorf("blocks after the start was taken back: %q, %v", move.Text, err)
	}
}

func whole(m match.Match) string {
	v := m.State().View(0)
	return fmt.Sprintf("%d\n%s%+v\n%s\n%v", m.ToMove(), v.Grid(0, 0), v.Status(), v.Describe(), game.MovesOf(m.State()))
}

// The letters on the grid and the FEN show the same position.
func TestTheGridShowsThePosition(t *testing.T) {
	letters := map[rune]rune{'r': 'x', 'b': 'o', '.': '1', '#': '-'}
	eachState(t, func(s game.State) {
		v := s.View(0)
		g := v.Grid(0, 0)
		var got, want strings.Builder
		for y := range g.H {
			for x := range g.W {
				c := g.At(x, y)
				if c.Spot == "" || x > 0 && g.At(x-1, y).Spot == c.Spot {
					continue
				}
				if name := fmt.Sprintf("%c%d", 'a'+(x-3)/4, 7-y/2); name != c.Spot {
					t.Fatalf("%s is where %s belongs", c.Spot, name)
				}
				got.WriteRune(letters[c.Rune])
			}
		}
		board, _, _ := strings.Cut(shown(t, v, "fen"), " ")
		for _, c := range board {
			switch {
			case c >= '1' && c <= '7':
				want.WriteString(strings.Repeat("1", int(c-'0')))
			case c != '/':
				want.WriteRune(c)
			}
		}
		if got.String() != want.String() {
			t.Fatalf("the grid shows %s of %s", got.String(), board)
		}
	})
}

// reported matches the parts of a sentence about a move that was played.
var reported = regexp.MustCompile(`^\w+ (extend|jump)ed (\S+) and took (.+)\.$`)

// The effect of a move agrees with the sentence and the marks of its preview.
func TestPreviewsComeTrue(t *testing.T) {
	eachState(t, func(s game.State) {
		v := s.View(0)
		for _, m := range game.MovesOf(s) {
			if m.Track == "blocks" || m.Text == "start" {
				continue
			}
			p := v.Preview(m.Text)
			next, _, err := s.Play(m.Text)
			if err != nil {
				t.Fatal(err)
			}
			scores := strings.ToLower(told(t, next, "scores"))
			said := reported.ReplaceAllString(told(t, next, "last"), "$2 would $1 and take $3; then "+strings.NewReplacer("red ", "red would have ").Replace(scores)+".")
			said = strings.ReplaceAll(said, " passed.", " would pass.")
			if next.ToMove() == game.Nobody {
				for happened, would := range map[string]string{"You won, ": "you would win", "You lost, ": "you would lose", "A draw, ": "a draw"} {
					if strings.HasPrefix(next.View(0).Status().Result, happened) {
						said += " That would end the game: " + would + "."
					}
				}
			}
			if p.Sentence != said {
				t.Fatalf("%q: the preview says %q, and then it is %q", m.Text, p.Sentence, said)
			}
			changed := map[string]rune{}
			before, after := v.Grid(0, 0), next.View(0).Grid(0, 0)
			for y := range before.H {
				for x := range before.W {
					a, b := before.At(x, y), after.At(x, y)
					if a.Spot != "" && (x == 0 || before.At(x-1, y).Spot != a.Spot) && a.Rune != b.Rune {
						changed[a.Spot] = b.Rune
					}
				}
			}
			for _, mark := range p.Marks {
				if changed[mark.Spot] != mark.Rune {
					t.Fatalf("%q: marked on %s is %c, and it becomes %c", m.Text, mark.Spot, mark.Rune, changed[mark.Spot])
				}
				delete(changed, mark.Spot)
			}
			if len(changed) > 0 {
				t.Fatalf("%q: changes without a mark on %v", m.Text, changed)
			}
		}
	})
}

// eachState calls f with the states of some random games, one of them with blocks.
func eachState(t *testing.T, f func(game.State)) {
	rng := rand.New(rand.NewPCG(7, 7))
	for _, id := range []string{"ataxx", "ataxx blocks=3gh"} {
		gametest.Wander(t, rng, play(t, id, ""), 80, f)
	}
}

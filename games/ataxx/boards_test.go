package ataxx_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"attic/draw/grid"
	"attic/game"
	"attic/games/ataxx"
)

func word(t *testing.T, name string) game.Word {
	t.Helper()
	words := ataxx.Game{}.Words()
	i := slices.IndexFunc(words, func(w game.Word) bool { return w.Name == name })
	if i < 0 {
		t.Fatalf("there is no word %s", name)
	}
	return words[i]
}

// The ready-made boards are symmetric, both sides can move, hardly any square is out of reach, and the
// listed command, the option and the picture agree.
func TestReadyMadeBoards(t *testing.T) {
	lines, options := word(t, "boards").Items, ataxx.Game{}.Choices()[0].Items
	if len(lines) < 8 || len(lines) != len(options) {
		t.Fatalf("%d lines and %d options", len(lines), len(options))
	}
	seen := map[string]bool{}
	for i, item := range lines {
		id := "ataxx"
		if options[i].Text != "" {
			id += " blocks=" + options[i].Text
		}
		s := play(t, id, "")
		board, _, _ := strings.Cut(shown(t, s.View(0), "fen"), " ")
		if set, _, err := play(t, "ataxx blocks=c", "").Play(item.Text); err != nil || !strings.HasPrefix(shown(t, set.View(0), "fen"), board) {
			t.Errorf("%q does not set the same blocks as %q (%v)", item.Text, options[i].Text, err)
		}
		if item.Label == "" || item.Label != options[i].Label || seen[item.Label] || seen[board] {
			t.Errorf("%q: the label is %q and %q, or it stands there twice", item.Text, item.Label, options[i].Label)
		}
		seen[item.Label], seen[board] = true, true
		if p := item.Picture; p.W != 14 || p.H != 7 || p.String() != options[i].Picture.String() || p.String() != pictured(shown(t, s.View(0), "dump")) {
			t.Errorf("%s is pictured as\n%s", item.Label, p)
		}
		ranks := strings.Split(board, "/")
		blocks := strings.Map(func(r rune) rune {
			if r == 'x' || r == 'o' {
				return '1'
			}
			return r
		}, strings.Join(ranks[1:6], "/"))
		if turned := reversed(blocks); turned != blocks {
			t.Errorf("%s is not symmetric: %s", item.Label, board)
		}
		s = play(t, id, "start")
		for _, seat := range []int{0, 1} {
			if moves := game.MovesOf(s); s.ToMove() != seat || len(moves[0].Spots) == 0 {
				t.Fatalf("%s: side %d cannot move", item.Label, seat)
			}
			s, _, _ = s.Play(game.MovesOf(s)[0].Text)
		}
		if empty := leftEmpty(t, id); empty > 0 {
			t.Errorf("%s: %d squares are out of reach", item.Label, empty)
		}
	}
	if options[0].Text != "" || lines[0].Text != "blocks 0" {
		t.Error("the first board is not the usual one")
	}
}

// pictured returns the output of dump in the form of a picture.
func pictured(dump string) string {
	dump = strings.NewReplacer("===\n", "", "  ", "", "-", ".", "X", "#").Replace(dump)
	return dump
}

func reversed(s string) string {
	runes := []rune(s)
	slices.Reverse(runes)
	return string(runes)
}

// leftEmpty plays at random, extends if it can, and returns the number of squares empty at the end.
func leftEmpty(t *testing.T, id string) int {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 1))
	s := play(t, id, "start")
	for s.ToMove() != game.Nobody {
		moves := game.MovesOf(s)
		var err error
		if s, _, err = s.Play(moves[rng.IntN(len(moves))].Text); err != nil {
			t.Fatal(err)
		}
	}
	return strings.Count(shown(t, s.View(0), "dump"), "-")
}

func TestTheListOfBoards(t *testing.T) {
	list := shown(t, play(t, "ataxx", "").View(0), "boards")
	for _, line := range []string{"blocks 0 ", "No blocks\n", "blocks 03gh ", "Hourglass\n"} {
		if !strings.Contains(list, line) {
			t.Errorf("%q is not in\n%s", line, list)
		}
	}
}

// Each key of the full screen has one meaning; b switches input modes.
func TestKeys(t *testing.T) {
	got := map[string]string{}
	for _, w := range (ataxx.Game{}).Words() {
		if w.Key == "" {
			continue
		}
		if got[w.Key] != "" || w.Label == "" {
			t.Errorf("%s has the key %q, which is %q too, and the label %q", w.Name, w.Key, got[w.Key], w.Label)
		}
		got[w.Key] = w.Name
		if w.Line != "" {
			got[w.Key] = w.Line
		}
	}
	for key, want := range map[string]string{
		"a": "auto", "c": "clear", "d": "dump", "k": "color other", "i": "seed ", "f": "load ", "g": "host", "j": "join ",
		"p": "boards", "b": "blocks ", "t": "start",
	} {
		if got[key] != want {
			t.Errorf("the key %s is %q, want %q", key, got[key], want)
		}
	}
	for _, m := range append(game.MovesOf(play(t, "ataxx", "")), game.MovesOf(play(t, "ataxx", redShutIn+";start"))...) {
		if want := map[string]string{"start": "t"}[m.Text]; m.Key != want {
			t.Errorf("%s has the key %q, want %q", m.Text, m.Key, want)
		}
	}
}

func TestThePictureOfTheGame(t *testing.T) {
	p := ataxx.Game{}.Info().Picture
	if p.W > 24 || p.H > 7 {
		t.Errorf("it is %d by %d", p.W, p.H)
	}
	count := map[grid.Role]int{}
	for y := range p.H {
		for x := range p.W {
			count[p.At(x, y).Role]++
		}
	}
	if count[grid.Red] != 2*9 || count[grid.Blue] != 2*7 || strings.Count(p.String(), "#") != 10 {
		t.Errorf("it shows\n%s", p)
	}
}

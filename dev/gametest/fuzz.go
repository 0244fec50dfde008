package gametest

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"attic/game"
)

// FuzzViews fuzzes the reading of views: a text is either refused in one short line, or is a view that can be shown, previews any text, and does not
// change when it is written and read again. The initial corpus holds, as text, the views of every seat at the stations and those in the parameter
// views. A station is a list of moves from the default setup, separated by semicolons.
func FuzzViews(f *testing.F, g game.Game, stations []string, views ...string) {
	for _, text := range views {
		f.Add([]byte(text), "start")
	}
	for _, s := range stations {
		for seat := game.Nobody; seat < len(g.Info().Seats); seat++ {
			text, err := station(f, g, s).View(seat).MarshalText()
			if err != nil {
				f.Fatal(err)
			}
			f.Add(text, "-")
		}
	}
	f.Fuzz(func(t *testing.T, text []byte, move string) {
		v, err := g.ParseView(text)
		if err != nil {
			if !shortLine(err) {
				t.Fatalf("the error is not one short line: %q", err)
			}
			return
		}
		first := answers(t, v, move)
		written, err := v.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		back, err := g.ParseView(written)
		if err != nil || answers(t, back, move) != first {
			t.Fatalf("written as %s it reads back as another view (%v)", written, err)
		}
	})
}

// FuzzMoves fuzzes moves typed at the stations (see FuzzViews): a text is either refused in one short
// line, or is a move whose recorded form has the same effect.
func FuzzMoves(f *testing.F, g game.Game, stations []string, texts ...string) {
	for i, text := range append(rubbish, texts...) {
		f.Add(uint(i), text)
	}
	f.Fuzz(func(t *testing.T, n uint, text string) {
		s := station(t, g, stations[n%uint(len(stations))])
		next, m, err := s.Play(text)
		if err != nil {
			if !errors.Is(err, game.ErrIllegal) || !shortLine(err) {
				t.Fatalf("%q is refused with %q", text, err)
			}
			return
		}
		again, same, err := s.Play(m.Text)
		if err != nil || !equalMoves(m, same) {
			t.Fatalf("%q is recorded as %+v, and that as %+v (%v)", text, m, same, err)
		}
		for seat := game.Nobody; seat < len(g.Info().Seats); seat++ {
			if answers(t, next.View(seat), "") != answers(t, again.View(seat), "") {
				t.Fatalf("%q and %q lead to different states", text, m.Text)
			}
		}
	})
}

func station(t testing.TB, g game.Game, moves string) game.State {
	s, err := g.New(game.Setup{Seed: 17})
	if err != nil {
		t.Fatal(err)
	}
	for text := range strings.SplitSeq(moves, ";") {
		if text == "" {
			continue
		}
		next, _, err := s.Play(text)
		if err != nil {
			t.Fatalf("%q in %q: %v", text, moves, err)
		}
		s = next
	}
	return s
}

// answers returns everything that a view shows, also as previews of a move and of touching a spot of the same name.
func answers(t *testing.T, v game.View, move string) string {
	board, drawn := v.Grid(0, 0), pictures(v)
	taken := keys(drawn[0])
	if err := soundScene(drawn[0]); err != nil {
		t.Fatalf("the scene %v", err)
	}
	text := sight(v) + beside(v, nil) + fmt.Sprint(digest(drawn))
	say := func(p game.Preview, about string) {
		err := shows(p, board)
		if err == nil {
			err = drawable(p, drawn[0].View, taken)
		}
		if err != nil {
			t.Fatalf("what is told about %q %v", about, err)
		}
		text += fmt.Sprint(p.Sentence, board.Trace(p.Paths...).Mark(p.Marks...), p.Shapes)
	}
	for _, m := range append(rubbish[:len(rubbish):len(rubbish)], move) {
		say(v.Preview(m), m)
	}
	say(v.Look(move, move), move)
	for _, track := range v.Tracks() {
		say(v.Look(track.Name, move), move)
		say(v.Look(track.Name, track.Spots[0], move), move)
	}
	return text
}

func shortLine(err error) bool {
	why := err.Error()
	return strings.TrimSpace(why) != "" && !strings.Contains(why, "\n") && len(why) <= 300
}

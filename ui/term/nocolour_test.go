package term

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"attic/dev/desktest"
	"attic/dev/race"
	"attic/draw/palette"
	"attic/games"
	"attic/table"
)

// Nothing is shown by colour alone: in random games, without colours and in ASCII, the board shows the cursor and the choice, and the
// screen shows the input mode and the last move.
func TestNothingIsToldByColourAlone(t *testing.T) {
	race.Plain(t)
	for _, g := range games.All() {
		for _, size := range [][2]int{{80, 24}, {160, 50}} {
			t.Run(fmt.Sprint(g.Info().Name, size), func(t *testing.T) {
				t.Parallel()
				rng := rand.New(rand.NewPCG(8, uint64(size[0])))
				d := sit(t, desktest.RandomID(g, rng), size[0], size[1])
				screens := seen{}
				for ply := range 30 {
					if ply%10 == 0 {
						d.checkCursors()
					}
					screens.add(t, unsolid(d.screen()).String(), fmt.Sprint("after ", ply, " moves: ", d.played()))
					p := d.play()
					if len(p.Cursor.Moves) == 0 {
						break
					}
					must(t, p.Person.Do(table.Play(p.Cursor.Moves[rng.IntN(len(p.Cursor.Moves))].Text)).Err())
					d.send(newsMsg{p})
				}
				d.checkCursors()
			})
		}
	}
}

// seen maps each text to the state that it shows.
type seen map[string]string

// add records that the ASCII text shows the state what, and checks that no other state has the same text.
func (s seen) add(t testing.TB, text, what string) {
	t.Helper()
	text = strings.Map(palette.ASCII, text)
	if before, ok := s[text]; ok {
		t.Errorf("%s and %s look the same:\n%s", before, what, text)
	}
	s[text] = what
}

// checkCursors checks that on each track, the board looks different for every spot of the cursor and every choice, and that the tracks
// look different from each other.
func (d driver) checkCursors() {
	d.t.Helper()
	p := d.play()
	tracks := seen{}
	for range p.Cursor.Tracks {
		track, _ := p.Cursor.FindTrack(p.Cursor.Track)
		boards := seen{}
		look := func(what string) {
			boards.add(d.t, unsolid(d.s.play().drawBoard(d.s.play().current().board)).String(), what)
		}
		d.press("esc")
		tracks.add(d.t, unsolid(d.screen()).String(), "track "+p.Cursor.Track)
		track.Spots = slices.DeleteFunc(slices.Clone(track.Spots), func(spot string) bool { _, ok := d.s.laid.middles[spot]; return !ok })
		for _, spot := range track.Spots {
			p.Cursor.Cursors[p.Cursor.Track] = spot
			look("the cursor on " + spot)
		}
		for _, spot := range track.Spots {
			_, more := p.Cursor.Match(p.Cursor.Track, []string{spot})
			switch {
			case track.Pick > 0:
				before := p.Cursor.Picked[spot]
				p.Cursor.Picked[spot] = !before
				look(fmt.Sprint("the cursor on ", p.Cursor.Cursors[p.Cursor.Track], ", ", spot, " picked: ", !before))
				p.Cursor.Picked[spot] = before
			case more:
				p.Cursor.Chosen = []string{spot}
				places := []string{spot, track.Spots[0], track.Spots[len(track.Spots)/2]}
				slices.Sort(places)
				for _, at := range slices.Compact(places) {
					p.Cursor.Cursors[p.Cursor.Track] = at
					look(fmt.Sprint(spot, " chosen, the cursor on ", at))
				}
				p.Cursor.Chosen = nil
			}
		}
		d.press("tab")
	}
}

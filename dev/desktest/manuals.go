package desktest

import (
	"embed"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"attic/game"
	"attic/match"
	"attic/table"
)

// The clauses of the three manuals, in a file for each game. A file consists of stories: in each, people play a game from its beginning. Lines of a story:
//
//	= set-up                begins a story
//	# IV.A.2.c blocks       begins a clause: its section in the manual, and its promise; the steps up to the next clause prove it
//	press Tab right enter   press keys
//	type blocks 3gh         type lines, with semicolons between them
//	click d4                click a spot
//	point d4                move the pointer to a spot
//	see 3 blocks            this text is shown
//	board a7-b6 g7-f6       the board is as after these moves; blanks within a move are underlines: fire_1
//	left                    the front-end was left
//	by cmd/attic/x_test.go  this file proves the clause, and contains its section or the text that follows here; used for clauses about command lines, files and networks
//
// A line that begins with faces and a colon is only for these faces: "term,window: press q".
//
//go:embed manuals/*.txt
var manuals embed.FS

// Face is a front-end as a test of the manuals uses it. Its methods fail the test if something expected is missing.
type Face interface {
	// Begin begins a game between people. Ataxx begins with its set-up.
	Begin(g game.Game)
	Press(keys string)
	Type(line string)
	Click(spot string)
	Point(spot string)
	// See checks that a text is shown, or is part of a spot's label.
	See(text string)
	// Stands checks that the board shows this position.
	Stands(state game.State)
	// Left checks that the front-end was left.
	Left()
}

// Manuals plays the stories of the manuals of all games on a front-end, called term, window or page.
func Manuals(t *testing.T, face string, open func(t testing.TB) Face) {
	for _, g := range Menu(t) {
		t.Run(g.Info().Name, func(t *testing.T) {
			text, err := manuals.ReadFile("manuals/" + g.Info().Name + ".txt")
			must(t, err)
			var f Face
			clause, proofs, idle := "", 0, 0
			ends := func() {
				if idle > 0 && proofs == 0 { // a clause without lines for this face does not apply to it
					t.Errorf("nothing proves the clause %q", clause)
				}
			}
			for line := range strings.Lines(string(text)) {
				step, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
				if faces, only := strings.CutSuffix(step, ":"); only {
					if !slices.Contains(strings.Split(faces, ","), face) {
						continue
					}
					step, rest, _ = strings.Cut(rest, " ")
				}
				switch step {
				case "", "The": // empty lines between stories, and the first line of the file
				case "=":
					ends()
					clause, proofs, idle = "", 0, 0
					f = open(t)
					f.Begin(g)
				case "#":
					ends()
					clause, proofs, idle = rest, 0, 0
				case "by":
					proofs++
					names(t, rest, clause)
				default:
					if step == "see" || step == "board" || step == "left" {
						proofs++
					} else {
						idle++
					}
					take(t, f, g, step, rest)
				}
				if t.Failed() {
					t.Fatalf("the clause %q fails at the line %q", clause, strings.TrimSpace(line))
				}
			}
			ends()
		})
	}
}

func take(t testing.TB, f Face, g game.Game, step, rest string) {
	t.Helper()
	switch step {
	case "press":
		f.Press(rest)
	case "type":
		for line := range strings.SplitSeq(rest, ";") {
			f.Type(line)
		}
	case "click":
		f.Click(rest)
	case "point":
		f.Point(rest)
	case "see":
		f.See(rest)
	case "board":
		m, err := match.New(g, setup(g))
		must(t, err)
		for move := range strings.FieldsSeq(rest) {
			m, _, err = m.Play(strings.ReplaceAll(move, "_", " "))
			must(t, err)
		}
		f.Stands(m.State())
	case "left":
		f.Left()
	default:
		t.Fatalf("%q is no step", step)
	}
}

// setup returns the set-up with which stories begin. Hidden things are dealt with a fixed seed.
func setup(g game.Game) (s game.Setup) {
	if !g.Info().Open {
		s.Seed = 17
	}
	return s
}

// names checks that a file contains a text. The parameter file is "NAME TEXT", or only "NAME": the text is then the part of clause before the colon.
// The path is relative to the module's root, two folders above the test.
func names(t testing.TB, file, clause string) {
	t.Helper()
	file, section, named := strings.Cut(file, " ")
	if !named {
		section, _, _ = strings.Cut(clause, ":")
	}
	text, err := os.ReadFile(filepath.Join("..", "..", file))
	must(t, err)
	if !strings.Contains(string(text), section) {
		t.Errorf("%s does not name the clause %s", file, section)
	}
}

// Begun is a Face that consists of hands at a new table.
type Begun struct {
	T    testing.TB
	Seat func(t testing.TB, tb *table.Table) Hands // returns hands at a table
	Told func(h Hands) string                      // returns the text for people who do not see the page; nil if it equals the shown text

	h Hands
}

// Begin begins a game between people.
func (b *Begun) Begin(g game.Game) {
	programs := ""
	if !g.Info().Open {
		programs = "2" // the computer hides the atoms
	}
	b.h = b.Seat(b.T, Table(b.T, g, setup(g), programs, nil))
}

// Press presses keys.
func (b *Begun) Press(keys string) { b.h.Press(keys) }

// Type types a line.
func (b *Begun) Type(line string) { b.h.Type(line) }

// Click clicks a spot.
func (b *Begun) Click(spot string) { b.on(spot, b.h.Click) }

// Point moves the pointer to a spot.
func (b *Begun) Point(spot string) { b.on(spot, b.h.Point) }

func (b *Begun) on(spot string, do func(string) bool) {
	b.T.Helper()
	if !do(spot) {
		b.T.Errorf("%s is not shown:\n%s", spot, b.h.Shown())
	}
}

// See checks that a text is shown, regardless of line breaks.
func (b *Begun) See(text string) {
	b.T.Helper()
	shown := b.h.Shown()
	if b.Told != nil {
		shown += b.Told(b.h)
	}
	if !strings.Contains(strings.Join(strings.Fields(shown), " "), text) {
		b.T.Errorf("%q is not shown:\n%s", text, shown)
	}
}

// Stands checks that the board shows a position, by comparing the labels of all spots.
func (b *Begun) Stands(state game.State) {
	b.T.Helper()
	p := b.h.Desk().Play
	shown := map[string]string{}
	for _, s := range p.Now.View.Scene().Spots {
		shown[s.Name] = s.Label
	}
	for _, want := range state.View(p.Now.Side).Scene().Spots {
		if shown[want.Name] != want.Label {
			b.T.Errorf("%s is %q, want %q:\n%s", want.Name, shown[want.Name], want.Label, b.h.Shown())
		}
	}
}

// Left checks that the front-end was left.
func (b *Begun) Left() {
	b.T.Helper()
	if !b.h.Desk().Quitting {
		b.T.Errorf("this is still shown:\n%s", b.h.Shown())
	}
}

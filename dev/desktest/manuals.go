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

// The clauses of the three manuals, a file for each game. A file has stories, each a game that is played from its beginning by people. Lines of a story:
//
//	= set-up                begins a story
//	# IV.A.2.c blocks       names a clause: its section in the manual, and what it promises; the steps up to the next name prove it
//	press Tab right enter   press keys
//	type blocks 3gh         type lines, with semicolons between them
//	click d4                click a spot
//	point d4                move the pointer to a spot
//	see 3 blocks            this text is shown
//	board a7-b6 g7-f6       the board is as after these moves; blanks within a move are underlines: fire_1
//	left                    the front-end was left
//	by cmd/attic/x_test.go  the clause is proved in this file, which names its section, or what follows here: what needs a command line, a file or a network
//
// A line that begins with faces is for these only: "term,window: press q".
//
//go:embed manuals/*.txt
var manuals embed.FS

// Face is a front-end in the hands of somebody who checks what the manuals promise. Its methods fail the test where something is not there.
type Face interface {
	// Begin begins a game between people. Ataxx begins with its set-up.
	Begin(g game.Game)
	Press(keys string)
	Type(line string)
	Click(spot string)
	Point(spot string)
	// See checks that a text is shown, or part of the name of a place.
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
				if idle > 0 && proofs == 0 { // a clause without a line for this face is not for it
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
				case "", "The": // between stories, and the line above them
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
					t.Fatalf("the clause %q is not kept, at the line %q", clause, strings.TrimSpace(line))
				}
			}
			ends()
		})
	}
}

// take takes one step of a story.
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

// setup returns how stories begin: what is hidden was dealt.
func setup(g game.Game) (s game.Setup) {
	if !g.Info().Open {
		s.Seed = 17
	}
	return s
}

// names checks that a file, given by its path from the root of the module, which is two folders above that of the test, names the section of a clause.
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

// Begun is a Face made of hands at a table of its own.
type Begun struct {
	T    testing.TB
	Seat func(t testing.TB, tb *table.Table) Hands // sits down at a table
	Told func(h Hands) string                      // returns what somebody is told who does not see the page; nil if that is what is shown

	h Hands
}

// Begin begins a game between people.
func (b *Begun) Begin(g game.Game) {
	programs := ""
	if !g.Info().Open {
		programs = "2" // it hides
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

// See checks that a text is shown, wherever its line is broken.
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

// Stands checks that the board shows a position: each of its places, in words.
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

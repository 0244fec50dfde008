package atommaster_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"attic/dev/gametest"
	"attic/draw/grid"
	"attic/game"
	"attic/games/atommaster"
)

// play returns the state after moves separated by ";", which must be legal.
func play(t *testing.T, options, moves string) game.State {
	t.Helper()
	return gametest.Play(t, atommaster.Game{}, game.Setup{Options: options, Seed: 17}, moves)
}

const spectator, solver, hider = game.Nobody, 0, 1

// told returns the solver's text about a subject, or the hider's text if the subject begins with "hider: ".
func told(t *testing.T, s game.State, what string) string {
	t.Helper()
	seat := solver
	if rest, ok := strings.CutPrefix(what, "hider: "); ok {
		seat, what = hider, rest
	}
	if text, ok := gametest.Told(atommaster.Game{}, s, seat, what); ok {
		return text
	}
	g := s.View(seat).Grid(0, 0)
	subject, rest, _ := strings.Cut(what, " ")
	switch subject {
	case "top": // the line above the ring
		return strings.TrimSpace(strings.Split(g.String(), "\n")[0])
	case "label": // the label at the bottom left
		return strings.TrimSpace(string([]rune(strings.Split(g.String(), "\n")[g.H-1])[:6]))
	case "at": // a square or port
		return strings.TrimSpace(at(g, rest))
	case "layers":
		var names []string
		for _, l := range g.Layers {
			names = append(names, l.Name+" "+l.Key)
		}
		return strings.Join(names, ", ")
	case "legal": // the number of moves that begin with the word
		n := 0
		for _, m := range game.MovesOf(s) {
			if strings.HasPrefix(m.Text, rest) {
				n++
			}
		}
		return fmt.Sprint(n)
	}
	t.Fatalf("nothing is told about %q", what)
	return ""
}

func at(g grid.Grid, spot string) string {
	text := ""
	for y := range g.H {
		for x := range g.W {
			if c := g.At(x, y); c.Spot == spot {
				text += string(c.Rune)
			}
		}
	}
	return text
}

// A board whose answers are known: 1 A, 2-32, 3 A, 4-9, 5 A, 6 A, 7-10, 8-17, 11 A, 12-18, 13 A, 29 R.
const (
	known    = "hide b6,c3,f4,c8"
	sixMarks = ";fire 1;fire 3;fire 5;fire 6;fire 11;fire 29" // A or R
	passes   = ";fire 2;fire 9;fire 7;fire 8;fire 12"
	elevenOf = known + sixMarks + passes
)

func TestWhatIsSaid(t *testing.T) {
	for _, c := range []struct{ clause, options, played, what, want string }{
		{"Game rules: four atoms by default", "", "", "turn", "Find 4 atoms: fire a beam at a port."},
		{"Game rules: a field of 8 x 8", "", "", "describe", "A field of 8 by 8 squares, a1 at the bottom left, with 4 atoms, hidden."},
		{"Game rules: 32 ports", "", "", "legal fire", "32"},
		{"Game rules: where the ports lie", "", "", "describe", "Ports 1 to 8 run down the left side, and 9 to 16 along the bottom to the right.\nPorts 17 to 24 run up the right side, and 25 to 32 along the top to the left."},
		{"Game rules: the number of atoms stands in the status bar", "atoms=5", "", "bar", "Atoms: 5 Trials: 0 Correct: 0 Incorrect: 0 Points: 0"},
		{"Game rules: an absorption costs one point", "", known + ";fire 1", "last", "Port 1: A, absorbed, 1 point."},
		{"Game rules: a reflection costs one point", "", known + ";fire 29", "last", "Port 29: R, reflected, 1 point."},
		{"Game rules: a deflection costs two points", "", known + ";fire 2", "last", "Port 2: the beam left at port 32, 2 points."},
		{"Game rules: a miss costs two points", "", known + ";fire 8", "last", "Port 8: the beam left at port 17, 2 points."},
		{"Game rules: a hit is marked with an A", "", known + ";fire 1", "at port1", "A"},
		{"Game rules: a reflection is marked with an R", "", known + ";fire 29", "at port29", "R"},
		{"Game rules: the status bar of the manual while playing", "", elevenOf, "bar", "Atoms: 4 Trials: 11 Correct: 0 Incorrect: 0 Points: 16"},
		{"Game rules: nothing is told of atoms set before evaluating", "", elevenOf + ";set b6;set c3;set a1;set h8", "bar", "Atoms: 4 Trials: 11 Correct: 0 Incorrect: 0 Points: 16"},
		{"Game rules: the status bar of the manual at the end", "", elevenOf + ";set b6;set c3;set a1;set h8;evaluate", "bar", "Atoms: 4 Trials: 11 Correct: 2 Incorrect: 2 Score: 26"},
		{"Game rules: the score", "", elevenOf + ";set b6;set c3;set a1;set h8;evaluate", "scores", "Score: 26"},
		{"Game rules: the running points", "", elevenOf, "scores", "Points: 16"},
		{"Game rules: the beam goes in at the first, the game has begun", "", known + ";fire 1", "to move", "solver"},
		{"Game rules: before, anyone sets up", "", known, "to move", "anyone"},
		{"Game rules: all ports can be used up", "", known + sixMarks + passes + ";fire 13;fire 14;fire 15;fire 16;fire 20;fire 21;fire 22;fire 23;fire 24;fire 27;fire 28;fire 30;fire 31", "legal fire", "0"},
		{"Game rules: three to six atoms are offered", "", "", "legal atoms", "3"},
		{"Game rules: an increased number", "", "atoms 6", "turn", "Find 6 atoms: fire a beam at a port."},
		{"Game rules: a decreased number", "", "atoms 3", "bar", "Atoms: 3 Trials: 0 Correct: 0 Incorrect: 0 Points: 0"},
		{"Billiard ball mode: the mode is not shown at first", "", "", "label", ""},
		{"Billiard ball mode: it is shown from the first B", "", "balls", "label", "balls"},
		{"Billiard ball mode: B again is standard, and shown", "", "balls;balls", "label", "plain"},
		{"Billiard ball mode: hiding leaves it shown", "", "balls;" + known, "label", "balls"},
		{"Billiard ball mode: the display goes with the first beam", "", "balls;" + known + ";fire 1", "label", ""},
		{"Billiard ball mode: also in learning mode", "", "learn;balls", "label", "balls"},
		{"Billiard ball mode: balls in numerical order, entry", "", "balls;" + known + ";fire 12;fire 1;fire 9", "at port9", "(2)"},
		{"Billiard ball mode: balls in numerical order, exit", "", "balls;" + known + ";fire 12;fire 1;fire 9", "at port4", "(2)"},
		{"Billiard ball mode: the first is 1", "", "balls;" + known + ";fire 1;fire 12", "at port18", "(1)"},
		{"Billiard ball mode: an A stays an A", "", "balls;" + known + ";fire 1;fire 12", "at port1", "A"},
		{"Billiard ball mode: another number of atoms keeps it", "", "balls;atoms 5", "label", "balls"},
		{"Learning mode: a new game starts with plain marbles", "", "balls;learn;learn", "label", ""},
		{"Setting: the count stands top right above the field", "", known + ";fire 1;set d4;set e5", "top", "set 2 of 4"},
		{"Setting: it is said", "", known + ";fire 1;set d4;set e5", "last", "Atom 2 of 4 was set on e5."},
		{"Setting: an atom is drawn", "", known + ";fire 1;set d4", "at d4", "@"},
		{"Setting: again deletes it", "", known + ";fire 1;set d4;set d4", "at d4", ""},
		{"Setting: which is said", "", known + ";fire 1;set d4;set d4", "last", "The atom on d4 was removed."},
		{"Setting: not all at once, more beams between", "", known + ";fire 1;set d4;fire 2;set e5", "top", "set 2 of 4"},
		{"Setting: full, one is told to evaluate", "", known + ";fire 1;set a1;set b1;set c1;set d1", "turn", "All 4 atoms are set: type evaluate, or change them."},
		{"Setting: full, only atoms set can be touched", "", known + ";fire 1;set a1;set b1;set c1;set d1", "legal set", "4"},
		{"Setting: and it can be evaluated", "", known + ";fire 1;set a1;set b1;set c1;set d1", "legal evaluate", "1"},
		{"Setting: not before", "", known + ";fire 1;set a1;set b1;set c1", "legal evaluate", "0"},
		{"Evaluation: right", "", known + ";fire 1;set c3;set b1;set c1;set d1;evaluate", "at c3", "@✓"},
		{"Evaluation: wrong", "", known + ";fire 1;set c3;set b1;set c1;set d1;evaluate", "at b1", "✗"},
		{"Evaluation: missed ones are unmarked", "", known + ";fire 1;set c3;set b1;set c1;set d1;evaluate", "at f4", "@"},
		{"Evaluation: five points for each not found", "", known + ";fire 1;set c3;set b1;set c1;set d1;evaluate", "result", "Score: 16, 1 of 4 atoms found."},
		{"Evaluation: all right", "", known + ";fire 1;set c3;set f4;set b6;set c8;evaluate", "result", "Score: 1, 4 of 4 atoms found."},
		{"Evaluation: all right is the solver's", "", known + ";fire 1;set c3;set f4;set b6;set c8;evaluate", "winner", "solver"},
		{"Evaluation: one missed is not", "", known + ";fire 1;set c3;set f4;set b6;set c7;evaluate", "winner", "hider"},
		{"Evaluation: it is over", "", known + ";fire 1;set c3;set f4;set b6;set c8;evaluate", "to move", "nobody"},
		{"Evaluation: how many were right", "", known + ";fire 1;set c3;set f4;set b6;set c7;evaluate", "last", "3 of 4 atoms are right."},
		{"Evaluation: all of them", "", known + ";fire 1;set c3;set f4;set b6;set c8;evaluate", "last", "4 of 4 atoms are right."},
		{"Evaluation: giving up shows the atoms", "", known + ";fire 1;set c3;set a1;resign", "at f4", "@"},
		{"Evaluation: giving up costs what is missing", "", known + ";fire 1;set c3;set a1;resign", "bar", "Atoms: 4 Trials: 1 Correct: 1 Incorrect: 3 Score: 16"},
		{"Evaluation: giving up is the hider's", "", known + ";fire 1;set c3;resign", "winner", "hider"},
		{"Evaluation: too few atoms are never a solution, whatever they answer", "size=5 atoms=3", "hide a1,c1,a3;fire 1;set c1;set a3;resign", "winner", "hider"},
		{"Evaluation: nor as good as one", "size=5 atoms=3", "hide a1,c1,a3;fire 1;set c1;set a3;resign", "last", "Given up. 2 of 3 atoms are right."},
		{"X-Ray: no beam paths while playing", "", elevenOf, "layers", ""},
		{"X-Ray: beam paths after evaluating", "", known + ";fire 1;set c3;set f4;set b6;set c8;evaluate", "layers", "xray x"},
		{"X-Ray: none of what is hidden by hand", "", known, "layers", ""},
		{"Query mode: what is not known to fit is open", "", known + ";fire 1", "describe", "Port 1: A, absorbed, 1 point. Open: no atom is set to compare it with."},
		{"Set mode: what always fits is explained", "", known + ";fire 30;set c8", "describe", "Port 30: A, absorbed, 1 point. Explained by the atoms set."},
		{"Set mode: what never fits is contradicted", "", known + ";fire 2;set a8", "describe", "Port 2: the beam left at port 32, 2 points. Contradicted, wherever the other 3 atoms are: with those set alone it would be reflected."},
		{"Set mode: what does not fit together is named", "", clash, "describe", "Given the atoms that are set, the beams at 5 and 31 could not all have come out as they did."},
		{"Manual hiding: everybody is told", "", known, "last", "4 atoms were hidden by hand."},
		{"Manual hiding: but not where", "", known, "at c3", ""},
		{"Manual hiding: whoever hid them sees them", "", known, "hider: at c3", "o"},
		{"Manual hiding: and while they are searched for", "", known + ";fire 1", "hider: at c3", "o"},
		{"Manual hiding: hiding anew replaces them", "", known + ";hide a1,b1,c1,d1;fire 10", "at port10", "A"},
		{"Manual hiding: another number deals anew", "", known + ";atoms 3", "describe", "with 3 atoms, hidden.\n"},
		{"Manual hiding: L before the first beam shows them", "", known + ";learn", "at c3", "@"},
		{"Manual hiding: and says whose they are", "", known + ";learn", "last", "Learning mode: the atoms hidden by hand are shown."},
		{"Manual hiding: L again hides others", "", known + ";learn;learn", "describe", "with 4 atoms, hidden.\n"},
		{"Learning mode: a large L with an atom top right", "", "learn", "top", "(@) L"},
		{"Learning mode: none otherwise", "", "", "top", ""},
		{"Learning mode: none after it", "", "learn;learn", "top", ""},
		{"Learning mode: the atoms are shown", "", "learn", "describe", "with 4 atoms, shown in learning mode.\n"},
		{"Learning mode: beams are counted", "", "learn;hide b6,c3,f4,c8;fire 2;fire 1", "bar", "Atoms: 4 Trials: 2 Correct: 0 Incorrect: 0 Points: 3"},
		{"Learning mode: beams are drawn", "", "learn;hide b6,c3,f4,c8;fire 2", "at a7", "─┘"},
		{"Learning mode: on after a beam it shows this layout", "", known + ";fire 1;learn", "at c3", "@"},
		{"Learning mode: and its beams", "", known + ";fire 2;learn", "at a7", "─┘"},
		{"Learning mode: the deal ends without a score", "", known + ";fire 1;set a1;learn", "last", "Learning mode: this deal ends without a score, and its atoms and beams are shown."},
		{"Learning mode: what was set is gone", "", known + ";fire 1;set a1;learn", "at a1", ""},
		{"Learning mode: more beams may follow", "", known + ";fire 1;learn;fire 2", "bar", "Atoms: 4 Trials: 2 Correct: 0 Incorrect: 0 Points: 3"},
		{"Learning mode: the next L deals", "", known + ";fire 1;learn;learn", "bar", "Atoms: 4 Trials: 0 Correct: 0 Incorrect: 0 Points: 0"},
		{"Learning mode: hidden ones", "", known + ";fire 1;learn;learn", "last", "New atoms were hidden."},
		{"Learning mode: of the same number", "atoms=6", "fire 1;learn;learn", "turn", "Find 6 atoms: fire a beam at a port."},
		{"Learning mode: another number goes on showing", "", "learn;atoms 5", "describe", "with 5 atoms, shown in learning mode.\n"},
		{"Learning mode: atoms can be laid openly", "", "learn;hide a1,b1,c1,d1", "at d1", "@"},
		{"Field and names: the size can be changed", "", "size 5", "legal fire", "20"},
		{"Field and names: up to twelve", "", "size 12", "legal fire", "48"},
		{"Field and names: 5 to 12 are offered", "", "", "legal size", "7"},
	} {
		t.Run(c.clause, func(t *testing.T) {
			got := told(t, play(t, c.options, c.played), c.what)
			if strings.HasSuffix(c.what, "describe") && strings.Contains(got, c.want) {
				return
			}
			if got != c.want {
				t.Errorf("%s is %q, want %q", c.what, got, c.want)
			}
		})
	}
}

// A typed move is recorded in its canonical spelling, or refused with a reason.
func TestWhatIsPlayed(t *testing.T) {
	const (
		fixed = "! a beam has been fired, so this is fixed until the next deal; type new to deal again"
		kept  = "! a beam has been fired, so the atoms are fixed until the next deal; type new to deal again"
		over  = known + ";fire 1;set c3;set f4;set b6;set c8;evaluate"
	)
	for _, c := range []struct{ clause, options, played, typed, want string }{ // want begins with "! " for a refusal
		{"fire", "", "", "FIRE  12 ", "fire 12"},
		{"a number alone fires", "", "", "12", "fire 12"},
		{"port 0", "", "", "fire 0", "! port 0: not on the field, whose ports go from 1 to 32"},
		{"port 33", "", "", "fire 33", "! port 33: not on the field, whose ports go from 1 to 32"},
		{"port 33 of a larger field", "size=12", "", "fire 33", "fire 33"},
		{"a port that shows an A", "", known + ";fire 1", "fire 1", "! port 1 already shows a result"},
		{"a port that shows an R", "", known + ";fire 29", "fire 29", "! port 29 already shows a result"},
		{"the entry of a pass", "", known + ";fire 12", "fire 12", "! port 12 already shows a result"},
		{"the exit of a pass", "", known + ";fire 12", "fire 18", "! port 18 already shows a result"},
		{"a port that shows a result in learning mode", "", known + ";fire 12;learn", "fire 18", "! port 18 already shows a result"},
		{"set", "", known + ";fire 1", "Set D4", "set d4"},
		{"a square alone sets", "", known + ";fire 1", "D4", "set d4"},
		{"set before the first beam", "", "", "set d4", "! fire a beam first, or type hide to hide the atoms yourself"},
		{"set before the first beam, atoms hidden by hand", "", known, "set d4", "! fire a beam first, or type hide to hide the atoms yourself"},
		{"set off the field", "", known + ";fire 1", "set i9", `! square "i9": not on the field, which goes from a1 to h8`},
		{"set one atom too many", "", known + ";fire 1;set a1;set b1;set c1;set d1", "set e1", "! 4 atoms are set, and no more are hidden; remove one first, or type evaluate"},
		{"remove one of the full number", "", known + ";fire 1;set a1;set b1;set c1;set d1", "set d1", "set d1"},
		{"set in learning mode", "", "learn", "set d4", "! you cannot set atoms in learning mode; type learn for a new deal"},
		{"set in learning mode after a beam", "", known + ";fire 1;learn", "set d4", "! you cannot set atoms in learning mode; type learn for a new deal"},
		{"evaluate before the first beam", "", "", "evaluate", "! fire a beam and set the atoms first"},
		{"evaluate without atoms", "", known + ";fire 1", "evaluate", "! set all atoms first: 0 of 4 are set"},
		{"evaluate with one atom missing", "", known + ";fire 1;set a1;set b1;set c1", "evaluate", "! set all atoms first: 3 of 4 are set"},
		{"evaluate", "", known + ";fire 1;set a1;set b1;set c1;set d1", "EVALUATE", "evaluate"},
		{"evaluate takes no argument", "", known + ";fire 1;set a1;set b1;set c1;set d1", "evaluate now", "! evaluate takes no argument"},
		{"evaluate in learning mode", "", "learn", "evaluate", "! in learning mode there is nothing to evaluate; type learn for a new deal"},
		{"nothing after the evaluation: fire", "", over, "fire 2", "! this deal is over; type new to deal again"},
		{"nothing after the evaluation: set", "", over, "set a1", "! this deal is over; type new to deal again"},
		{"nothing after the evaluation: learn", "", over, "learn", "! this deal is over; type new to deal again"},
		{"three atoms", "", "", "atoms 3", "atoms 3"},
		{"six atoms", "", "", "Atoms 6", "atoms 6"},
		{"one atom more", "", "", "more", "atoms 5"},
		{"one atom fewer", "", "atoms 5", "fewer", "atoms 4"},
		{"no more than six", "", "atoms 6", "more", `! there can be 3 to 6 atoms, not "7"`},
		{"no fewer than three", "", "atoms 3", "fewer", `! there can be 3 to 6 atoms, not "2"`},
		{"a larger field", "", "", "larger", "size 9"},
		{"a smaller field", "", "", "smaller", "size 7"},
		{"no larger than twelve", "", "size 12", "larger", `! there can be 5 to 12 squares a side, not "13"`},
		{"no more once a beam was fired", "", "fire 1", "more", "! a beam has been fired, so this is fixed until the next deal; type new to deal again"},
		{"two atoms", "", "", "atoms 2", `! there can be 3 to 6 atoms, not "2"`},
		{"seven atoms", "", "", "atoms 7", `! there can be 3 to 6 atoms, not "7"`},
		{"no number of atoms", "", "", "atoms many", `! there can be 3 to 6 atoms, not "many"`},
		{"atoms after the first beam", "", "fire 1", "atoms 5", fixed},
		{"atoms after the first beam, even as many as there are", "", "fire 1", "atoms 4", fixed},
		{"atoms after the first beam in learning mode", "", "learn;fire 1", "atoms 5", fixed},
		{"atoms before the first beam in learning mode", "", "learn", "atoms 5", "atoms 5"},
		{"atoms in learning mode that began after a beam", "", "fire 1;learn", "atoms 5", fixed},
		{"atoms after the next deal", "", "fire 1;learn;learn", "atoms 5", "atoms 5"},
		{"size", "", "", "size 12", "size 12"},
		{"size 4", "", "", "size 4", `! there can be 5 to 12 squares a side, not "4"`},
		{"size 13", "", "", "size 13", `! there can be 5 to 12 squares a side, not "13"`},
		{"size after the first beam", "", "fire 1", "size 9", fixed},
		{"marbles after the first beam", "", "fire 1", "balls", fixed},
		{"marbles after the first beam in learning mode", "", "learn;fire 1", "balls", fixed},
		{"marbles before the first beam in learning mode", "", "learn", "balls", "balls"},
		{"hide", "", "", "HIDE A1, b2 ,c3\td4", "hide a1,b2,c3,d4"},
		{"hide in any order", "", "", "hide d4,a1,c3,b2", "hide a1,b2,c3,d4"},
		{"hide too few", "", "", "hide a1,b2,c3", "! 4 atoms must be hidden, but you named 3; type more or type fewer to change the number"},
		{"hide too many", "", "", "hide a1,b2,c3,d4,e5", "! 4 atoms must be hidden, but you named 5; type more or type fewer to change the number"},
		{"hide as many as there are to be", "atoms=5", "", "hide a1,b2,c3,d4,e5", "hide a1,b2,c3,d4,e5"},
		{"hide twice on a square", "", "", "hide a1,b2,c3,a1", "! a square is named twice"},
		{"hide off the field", "", "", "hide a1,b2,c3,h9", "! one of the squares is not on the field, which goes from a1 to h8"},
		{"hide after the first beam", "", "fire 1", "hide a1,b2,c3,d4", kept},
		{"hide after the first beam in learning mode", "", "learn;fire 1", "hide a1,b2,c3,d4", kept},
		{"hide in learning mode that began after a beam", "", "fire 1;learn", "hide a1,b2,c3,d4", kept},
		{"hide openly", "", "learn", "hide a1,b2,c3,d4", "hide a1,b2,c3,d4"},
		{"learn", "", "", "Learn", "learn"},
		{"give up before the first beam", "", "", "resign", "! there is nothing to give up yet"},
		{"give up", "", "fire 1", "resign", "resign"},
		{"another game's move", "", "", "a7-b6", "! moves are written like this: fire 12, set e5, evaluate"},
		{"nothing", "", "", " ", "! moves are written like this: fire 12, set e5, evaluate"},
		{"fire without a port", "", "", "fire", "! fire is written like this: fire 12"},
	} {
		t.Run(c.clause, func(t *testing.T) {
			_, m, err := play(t, c.options, c.played).Play(c.typed)
			got := m.Text
			if err != nil {
				got = "! " + game.Typed(err.Error())
				if !errors.Is(err, game.ErrIllegal) {
					t.Errorf("the refusal does not wrap ErrIllegal: %v", err)
				}
			}
			if got != c.want {
				t.Errorf("%q after %q is %q, want %q", c.typed, c.played, got, c.want)
			}
		})
	}
}

// Moves that revealed something cannot be taken back. Moves that only set something can be taken back, and
// so can set-up moves.
func TestWhatIsFinal(t *testing.T) {
	for _, c := range []struct {
		clause, played, typed string
		final, secret         bool
	}{
		{"a beam", "", "fire 1", true, false},
		{"an atom set", "fire 1", "set d4", false, false},
		{"the evaluation", known + ";fire 1;set a1;set b1;set c1;set d1", "evaluate", true, false},
		{"giving up", "fire 1", "resign", true, false},
		{"learning mode on", "", "learn", true, false},
		{"learning mode on after a beam", "fire 1", "learn", true, false},
		{"learning mode off", "learn", "learn", false, false},
		{"the number of atoms", "", "atoms 5", false, false},
		{"the size", "", "size 9", false, false},
		{"the marbles", "", "balls", false, false},
		{"hiding by hand", "", "hide a1,b2,c3,d4", true, true},
		{"laying atoms openly", "learn", "hide a1,b2,c3,d4", false, false},
	} {
		t.Run(c.clause, func(t *testing.T) {
			_, m, err := play(t, "", c.played).Play(c.typed)
			if err != nil || m.Final != c.final || m.Secret != c.secret {
				t.Errorf("final: %t, secret: %t, %v; want %t, %t", m.Final, m.Secret, err, c.final, c.secret)
			}
		})
	}
}

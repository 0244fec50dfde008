package atommaster_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"attic/draw/grid"
	"attic/draw/scene"
	"attic/game"
	"attic/games/atommaster"
	"attic/games/atommaster/rules"
)

// clash sets two atoms each of which agrees with the answers of two beams, but not with both at the same time.
const clash = "hide c3,g5,a8,g8;fire 17;fire 5;fire 31;fire 24;set c6;set e7"

const right4 = ";set c3;set f4;set b6;set c8" // the atoms of the known board

func TestTracks(t *testing.T) {
	for _, c := range []struct {
		clause, options, moves string
		seat                   int
		want                   string
	}{
		{"Game controls: before the first beam the atoms are hidden by the player", "", "", solver, "query hide:4"},
		{"Manual hiding: again, and nothing is shown", "", known, solver, "query hide:4"},
		{"Manual hiding: not even to whoever hid them", "", known, hider, "query hide:4"},
		{"Manual hiding: as many as are to be found", "atoms=6", "", solver, "query hide:6"},
		{"Game controls: otherwise atoms are set", "", "fire 1", solver, "query set"},
		{"Game controls: also when all are set", "", known + ";fire 1" + right4, solver, "query set"},
		{"once the search has begun nothing is hidden any more", "", "start", solver, "query set"},
		{"Learning mode: before a beam the layout is edited openly", "", known + ";learn", solver, "query hide:4 c3,f4,b6,c8"},
		{"Learning mode: after it no atoms can be set", "", known + ";learn;fire 1", solver, "query"},
		{"Learning mode: nor after a beam before it", "", known + ";fire 1;learn", solver, "query"},
		{"Evaluation: both are there to look at", "", known + ";fire 1" + right4 + ";evaluate", solver, "query set"},
	} {
		var got []string
		for _, track := range play(t, c.options, c.moves).View(c.seat).Tracks() {
			text := track.Name
			if track.Pick > 0 {
				text += fmt.Sprintf(":%d %s", track.Pick, strings.Join(track.Picked, ","))
			}
			got = append(got, strings.TrimSpace(text))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %q", c.clause, got, c.want)
		}
	}
}

// Manual, "Query mode": the query cursor goes around the field; Right moves it counterclockwise. The squares of the field
// are in reading order.
func TestWhatTracksWalkOver(t *testing.T) {
	tracks := play(t, "size=5", "").View(solver).Tracks()
	ring, field := tracks[0], tracks[1]
	want := "port1 port2 port3 port4 port5 port6 port7 port8 port9 port10 port11 port12 port13 port14 port15 port16 port17 port18 port19 port20"
	if got := strings.Join(ring.Spots, " "); got != want || !ring.Ring || ring.Park != "corner" || ring.Sign != '?' {
		t.Errorf("%+v", ring)
	}
	want = "a5 b5 c5 d5 e5 a4 b4 c4 d4 e4 a3 b3 c3 d3 e3 a2 b2 c2 d2 e2 a1 b1 c1 d1 e1"
	if got := strings.Join(field.Spots, " "); got != want || field.Ring || field.Sign != 0 || field.Mark != '@' {
		t.Errorf("%+v", field)
	}
}

// When an input mode with picked spots is left, the picks become a move that begins with the mode's command.
func TestPicksAreMoves(t *testing.T) {
	for _, moves := range []string{"", "learn"} {
		s := play(t, "", moves)
		tracks := s.View(solver).Tracks()
		track := tracks[len(tracks)-1]
		if _, m, err := s.Play(track.Word + " " + strings.Join(track.Spots[:track.Pick], ",")); err != nil || m.Text != "hide a8,b8,c8,d8" {
			t.Errorf("%q, %v", m.Text, err)
		}
	}
}

func TestLook(t *testing.T) {
	const (
		fireFirst = "Fire a beam first, or type hide to hide the atoms yourself."
		over      = known + ";fire 1;fire 2;fire 29;set c3;set f4;set b6;set c7;evaluate"
	)
	for _, c := range []struct{ clause, moves, track, spots, want string }{
		{"a free port", "", "query", "port12", "A beam at port 12 would cost 1 or 2 points."},
		{"a square before the first beam", "", "query", "e5", fireFirst},
		{"a square before the first beam, to set", known, "set", "c3", fireFirst},
		{"a square when the search has begun", "start", "set", "e5", "Fire a beam first."},
		{"a square to hide an atom on", "", "hide", "e5", "You could hide an atom on e5; choose 4 squares."},
		{"one where an atom is hidden", known, "hide", "c3", "You could hide an atom on c3; choose 4 squares."},
		{"all squares to hide atoms on", "", "hide", "a1 b1 c1 d1", "This would hide atoms on these squares."},
		{"the corner, when all ports are used up", "fire 1", "query", "corner", "Every port shows a result: set the atoms, then type evaluate."},
		{"a beam, while no atom is set", known + ";fire 1", "query", "port1", "Port 1: A, absorbed, 1 point. Open: no atom is set to compare it with."},
		{"a beam that is open", known + ";fire 1;set d8", "query", "port1", "Port 1: A, absorbed, 1 point. Open: with only the atoms set it would be absorbed at d8."},
		{"a beam that is open with one atom left", known + ";fire 1;set d1;set e1;set f1", "query", "port1", "Port 1: A, absorbed, 1 point. Open: with only the atoms set it would leave at port 24."},
		{"a beam that is explained by one atom", known + ";fire 30;set c8", "query", "port30", "Port 30: A, absorbed, 1 point. Explained by the atoms set."},
		{"a beam that all atoms contradict, and would leave", known + ";fire 1;set d1;set e1;set f1;set g1", "query", "port1", "Port 1: A, absorbed, 1 point. Contradicted: with the atoms set it would leave at port 24."},
		{"a beam that all atoms contradict, and would be absorbed", known + ";fire 2;set d7;set e1;set f1;set g1", "query", "port2", "Port 2: the beam left at port 32, 2 points. Contradicted: with the atoms set it would be absorbed at d7."},
		{"a beam that one atom contradicts", known + ";fire 2;set a8", "query", "port2", "Port 2: the beam left at port 32, 2 points. Contradicted, wherever the other 3 atoms are: with those set alone it would be reflected."},
		{"a beam that three atoms contradict", known + ";fire 2;set a8;set d1;set e1", "query", "port2", "Port 2: the beam left at port 32, 2 points. Contradicted, wherever the other atom is: with those set alone it would be reflected."},
		{"a beam by its exit", known + ";fire 2;set b6;set c3;set f4;set c8", "query", "port32", "Port 2: the beam left at port 32, 2 points. Explained by the atoms set."},
		{"beams that clash", clash, "query", "port3", "Port 5: the beam left at port 3, 2 points. Open: with only the atoms set it would leave at port 20. Impossible together with 31."},
		{"an empty square", known + ";fire 1", "set", "e5", "This would set an atom on e5."},
		{"an atom set", known + ";fire 1;set e5", "set", "e5", "This would remove the atom from e5."},
		{"a square beyond the number to find", known + ";fire 1;set a1;set b1;set c1;set d1", "set", "e5", "Not possible: 4 atoms are set, and no more are hidden; remove one first, or type evaluate."},
		{"a square with a note", known + ";fire 1;maybe e5", "set", "e5", "This would set an atom on e5. Noted here: perhaps an atom."},
		{"a beam in learning mode", known + ";learn;fire 2", "query", "port32", "Port 2: the beam left at port 32, 2 points."},
		{"an atom in learning mode", known + ";learn;fire 2", "query", "c3", "An atom is on c3."},
		{"after the evaluation, a beam that agreed", over, "query", "port2", "Port 2: the beam left at port 32, 2 points."},
		{"after the evaluation, a beam that did not", over, "query", "port1", "Port 1: A, absorbed, 1 point. Solid: its true path. Dashed: with the atoms set it would leave at port 31."},
		{"after the evaluation, a free port", over, "query", "port12", "No beam was fired at port 12."},
		{"after the evaluation, a right atom", over, "set", "c3", "Found: an atom is on c3, and one was set there."},
		{"after the evaluation, a wrong one", over, "set", "c7", "Wrong here: no atom is on c7, but one was set there."},
		{"after the evaluation, a missed one", over, "set", "c8", "Missed here: an atom is on c8, and none was set there."},
		{"after the evaluation, an empty square", over, "set", "h8", "No atom is on h8."},
		{"no spot", "", "query", "", "That is neither a port nor a square of this field."},
		{"a spot of another game", "", "query", "port99", "That is neither a port nor a square of this field."},
		{"two spots", "", "query", "port1 port2", "Touch one port or one square."},
	} {
		if got := game.Typed(play(t, "", c.moves).View(solver).Look(c.track, strings.Split(c.spots, " ")...).Sentence); got != c.want {
			t.Errorf("%s: %q, want %q", c.clause, got, c.want)
		}
	}
}

// The hider's cursor rests in the corner while there is nothing to fire.
func TestTheCornerOfTheHider(t *testing.T) {
	for _, moves := range []string{"", "start", "fire 1"} {
		if got := play(t, "", moves).View(hider).Look("query", "corner").Sentence; got != "Only the solver fires beams." {
			t.Errorf("after %q: %q", moves, got)
		}
	}
}

// The line of a beam runs from its port over every square to the port where it leaves, or to the atom.
func TestLines(t *testing.T) {
	for _, c := range []struct{ clause, moves, port, want string }{
		{"a miss", known + ";learn;fire 8", "port8", "port8 a1 b1 c1 d1 e1 f1 g1 h1 port17"},
		{"a deflection", known + ";learn;fire 2", "port2", "port2 a7 a8 port32"},
		{"by its exit", known + ";learn;fire 2", "port32", "port2 a7 a8 port32"},
		{"a hit", known + ";learn;fire 3", "port3", "port3 a6 b6"},
		{"a hit at the edge", known + ";learn;fire 30", "port30", "port30 c8"},
		{"a reflection at the edge", known + ";learn;fire 29", "port29", "port29"},
		{"a reflection inside goes back as it came", "learn;hide c3,e3,a8,h8;fire 12", "port12", "port12 d1 d2 d1 port12"},
		{"through the atoms set, dashed", known + ";fire 2;set d7", "port2", "~port2 a7 b7 c7 d7"},
		{"no atom set, no line, only its port", known + ";fire 2", "port2", "port2"},
		{"both after the evaluation, where they differ", known + ";fire 1;fire 2;set c3;set f4;set b6;set c7;evaluate", "port1", "port1 a8 b8 c8, ~port1 a8 b8 port31"},
		{"the true one where they do not", known + ";fire 1;fire 2;set c3;set f4;set b6;set c7;evaluate", "port2", "port2 a7 a8 port32"},
		{"the true one where nothing was set", known + ";fire 2;resign", "port2", "port2 a7 a8 port32"},
	} {
		var got []string
		for _, p := range play(t, "", c.moves).View(solver).Look("query", c.port).Paths {
			text := strings.Join(p.Spots, " ")
			if p.Dashed {
				text = "~" + text
			}
			got = append(got, text)
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s: %q, want %q", c.clause, got, c.want)
		}
	}
}

// Two boards that have given the same answers so far look the same everywhere on a full screen.
func TestScreensTellNothing(t *testing.T) {
	boards := [2]string{"hide b6,c3,f4,c8", "hide b6,c3,f4,h1"}
	for _, moves := range []string{"", ";start", ";fire 3", ";fire 6;fire 3;set b6;maybe c8;set h1"} {
		a, b := play(t, "", boards[0]+moves), play(t, "", boards[1]+moves)
		if x, y := fmt.Sprint(game.MovesOf(a)), fmt.Sprint(game.MovesOf(b)); x != y {
			t.Errorf("after %q different moves are listed", moves)
		}
		for _, seat := range []int{spectator, solver} {
			if x, y := everything(a.View(seat)), everything(b.View(seat)); x != y {
				t.Errorf("after %q seat %d sees\n%s\nand\n%s", moves, seat, x, y)
			}
		}
	}
}

// everything returns all that a full screen can get from a view.
func everything(v game.View) string {
	var b strings.Builder
	for _, size := range [][2]int{{0, 0}, {70, 30}, {90, 40}} {
		g := v.Grid(size[0], size[1])
		fmt.Fprint(&b, g, g.Layers, v.Panel(size[0]/2, size[1]))
	}
	tracks := v.Tracks()
	fmt.Fprintf(&b, "%+v\n", tracks)
	for _, track := range append(tracks, game.Track{Name: "hide"}, game.Track{Name: "set"}) {
		for _, spot := range slices.Concat(tracks[0].Spots, tracks[1].Spots, []string{"corner"}) {
			fmt.Fprintf(&b, "%s %s %+v\n", track.Name, spot, v.Look(track.Name, spot))
		}
	}
	return b.String()
}

// Every spot shows the same contents in every size, and no two contents look the same.
func TestSizesShowTheSame(t *testing.T) {
	for size := 5; size <= 12; size++ {
		for _, moves := range []string{
			"balls", "learn;fire 1;fire 8",
			"fire 1;fire 2;fire 3;fire 4;fire 5;sure b1;set b2;sure b2;maybe c1;maybe a2;set a2;free d1;free a3;set a3",
			"fire 1;fire 6;set a1;set b3;set c2;evaluate",
		} {
			v := play(t, fmt.Sprintf("size=%d atoms=3", size), "hide a1,c4,e5;"+moves).View(solver)
			small := v.Grid(0, 0)
			words := strings.NewReplacer("found", "", "wrong", "", "missed", "") // only large squares have room for these words
			shown := func(text string) string { return strings.Trim(words.Replace(text), " ·") }
			for _, place := range [][2]int{{60, 19}, {60, 20}, {64, 30}, {90, 40}, {200, 100}} {
				large := v.Grid(place[0], place[1])
				if large.W > max(place[0], small.W) || large.H > max(place[1], small.H) {
					t.Errorf("for %v the grid is %d by %d", place, large.W, large.H)
				}
				tracks := v.Tracks()
				spots := append(slices.Concat(tracks[0].Spots, tracks[len(tracks)-1].Spots), "corner")
				for _, spot := range spots {
					a, b := at(small, spot), at(large, spot)
					if b == "" || shown(a) != shown(b) && moves != "learn;fire 1;fire 8" {
						t.Errorf("size %d after %q: %s shows %q, and for %v %q", size, moves, spot, a, place, b)
					}
				}
			}
		}
	}
	g := play(t, "atoms=3", "hide a1,c4,e5;fire 6;fire 1;sure b1;set b2;sure b2;maybe c1;maybe a2;set a2;free d1;free a3;set a3").View(solver).Grid(0, 0)
	seen := map[string]string{}
	for _, square := range strings.Fields("h8 b1 b2 c1 a2 d1 a3") {
		text := at(g, square)
		if other, ok := seen[text]; ok {
			t.Errorf("%s and %s both show %q", square, other, text)
		}
		seen[text] = square
	}
}

// Each change of the last move has a step; in learning mode the beam appears first, square by square.
func TestSteps(t *testing.T) {
	for _, c := range []struct{ clause, moves, want string }{
		{"a hit", known + ";fire 1", "port1:1"},
		{"a pass, at both ends", known + ";fire 2", "port2:1 port32:1"},
		{"an atom set", known + ";fire 1;set d4", "d4:1"},
		{"a note", known + ";fire 1;maybe d4", "d4:1"},
		{"the evaluation", known + ";fire 1" + right4 + ";evaluate", ""},
		{"a change of the set-up", "balls", ""},
		{"a beam in learning mode, then its ends", known + ";learn;fire 2", "port2:4 a7:1 a8:2 port32:4"},
		{"a beam that goes back", "learn;hide c3,e3,a8,h8;fire 12", "port12:5 d1:1 d2:2"},
		{"one that is reflected at its port", known + ";learn;fire 29", "port29:1"},
		{"learning mode switched on after a beam", known + ";fire 2;learn", ""},
	} {
		v := play(t, "", c.moves).View(solver)
		g := v.Grid(0, 0)
		steps := map[string]int{}
		for y := range g.H {
			for x := range g.W {
				if cell := g.At(x, y); cell.Spot != "" && cell.Step > 0 && (steps[cell.Spot] == 0 || int(cell.Step) < steps[cell.Spot]) {
					steps[cell.Spot] = int(cell.Step)
				}
			}
		}
		for field := range strings.FieldsSeq(c.want) {
			spot, step, _ := strings.Cut(field, ":")
			if fmt.Sprint(steps[spot]) != step {
				t.Errorf("%s: %s changes in step %d, want %s", c.clause, spot, steps[spot], step)
			}
			delete(steps, spot)
		}
		if len(steps) > 0 {
			t.Errorf("%s: these spots change too: %v", c.clause, steps)
		}
	}
}

func TestChoices(t *testing.T) {
	for _, choice := range (atommaster.Game{}).Choices() {
		if choice.Items[0].Text != "" || choice.Label == "" {
			t.Errorf("%s does not begin with the default", choice.Name)
		}
		labels := map[string]bool{}
		for _, item := range choice.Items[1:] {
			if _, err := (atommaster.Game{}).New(game.Setup{Options: choice.Name + "=" + item.Text}); err != nil {
				t.Errorf("%s=%s: %v", choice.Name, item.Text, err)
			}
			labels[item.Label] = true
		}
		if want := map[string]int{"atoms": 3, "size": 7, "unique": 2, "difficulty": 3}[choice.Name]; len(labels) != want {
			t.Errorf("%s: %v, want %d others", choice.Name, labels, want)
		}
	}
	if p := (atommaster.Game{}).Info().Picture; p.W > 24 || p.H > 7 || p.W == 0 {
		t.Errorf("the picture is %d by %d", p.W, p.H)
	}
}

// The keys of the manual, "Game controls", and the keys for notes.
func TestKeys(t *testing.T) {
	for _, c := range []struct{ clause, options, moves, text, want string }{
		{"evaluation", "", known + ";fire 1" + right4, "evaluate", "e"},
		{"learning mode", "", "", "learn", "l"},
		{"learning mode off", "", "learn", "learn", "l"},
		{"display mode", "", "", "balls", "b"},
		{"increase number of atoms", "", "", "atoms 5", "shift+up"},
		{"decrease number of atoms", "", "", "atoms 3", "shift+down"},
		{"by more than one there is no key", "", "", "atoms 6", ""},
		{"not beyond six", "atoms=6", "", "atoms 5", "shift+down"},
		{"a larger field", "", "", "size 9", "}"},
		{"a smaller field", "", "", "size 7", "{"},
		{"start", "", "", "start", "t"},
		{"sure", "", "fire 1", "sure e5", "a"},
		{"maybe", "", "fire 1", "maybe e5", "m"},
		{"free", "", "fire 1", "free e5", "f"},
		{"firing is done by touching", "", "", "fire 1", ""},
		{"setting is done by touching", "", "fire 1", "set e5", ""},
	} {
		moves := game.MovesOf(play(t, c.options, c.moves))
		i := slices.IndexFunc(moves, func(m game.Move) bool { return m.Text == c.text })
		if i < 0 || moves[i].Key != c.want {
			t.Errorf("%s: %q is listed as %d with another key than %q", c.clause, c.text, i, c.want)
		}
		keys := map[string]string{}
		for _, m := range moves {
			for key := range strings.FieldsSeq(m.Key) {
				at := key + strings.Join(m.Spots, " ")
				if other, taken := keys[at]; taken {
					t.Errorf("%s: %s means %q and %q", c.clause, key, m.Text, other)
				}
				keys[at] = m.Text
			}
		}
	}
}

// After an evaluation a layer shows beams whose answers would have been different with the atoms set, the shortest first.
func TestTellingBeams(t *testing.T) {
	const set = known + ";fire 6;fire 2;"
	for _, c := range []struct{ what, moves, says string }{
		{"before the evaluation", set + "set b6;set c3;set e4;set a1", ""},
		{"all found", set + "set b6;set c3;set f4;set c8;evaluate", ""},
		{"given up with too few atoms", set + "set b6;resign", ""},
		{"one wrong, beside where it is", set + "set b6;set c3;set f4;set c7;evaluate", "Beams at 29, 31 and 1 would each have shown"},
		{"two wrong", set + "set b6;set c3;set e4;set a1;evaluate", "Beams at 29, 31 and 30 would each have shown"},
	} {
		v := play(t, "", c.moves).View(solver)
		if text := v.Describe(); !strings.Contains(text, c.says) || c.says == "" && strings.Contains(text, "have shown") {
			t.Errorf("%s: %s", c.what, text)
		}
		inGrid := slices.ContainsFunc(v.Grid(0, 0).Layers, func(l grid.Layer) bool { return l.Name == "telling" && l.Key == "t" })
		inScene := slices.ContainsFunc(v.Scene().Layers, func(l scene.Layer) bool { return l.Name == "telling" && len(l.Shapes) > 0 })
		if inGrid != (c.says != "") || inScene != inGrid {
			t.Errorf("%s: the layer is in the grid: %v, in the scene: %v", c.what, inGrid, inScene)
		}
	}
}

// If only true atoms are set, no beam is contradicted, alone or together with others. If all of them are set, every beam
// is explained.
func TestTrueAtomsAreNeverContradicted(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 1))
	for i := range 60 {
		side, atoms := 5+rng.IntN(8), 3+rng.IntN(4)
		f := rules.Field{W: uint8(side), H: uint8(side)}
		hidden := rules.Deal(f, atoms, uint64(i), 5)
		_, list, _ := strings.Cut(hidden.String(), " ")
		moves := []string{"hide " + list}
		fired := map[rules.Port]bool{}
		for range 10 {
			p := rules.Port(1 + rng.IntN(f.Ports()))
			if a := rules.Fire(hidden, p); !fired[p] && (a.Port() == rules.NoPort || !fired[a.Port()]) {
				fired[p], fired[a.Port()] = true, true
				moves = append(moves, fmt.Sprintf("fire %d", p))
			}
		}
		for s := range hidden.Atoms() {
			moves = append(moves, "set "+s.String())
			text := play(t, fmt.Sprintf("size=%d atoms=%d", side, atoms), strings.Join(moves, ";")).View(solver).Describe()
			if strings.Contains(text, "Contradicted") || strings.Contains(text, "cannot all") {
				t.Fatalf("after %q:\n%s", moves, text)
			}
			if all := strings.Count(text, "Explained") == strings.Count(text, "\nPort "); strings.Count(strings.Join(moves, ""), "set") == atoms && !all {
				t.Fatalf("after %q not every beam is explained:\n%s", moves, text)
			}
		}
	}
}

package atom4_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"attic/dev/gametest"
	"attic/draw/grid"
	"attic/game"
	"attic/games/atom4"
)

// Positions with much to show: in the middle of a round, and rows won along each of the three axes.
const middle = "i8;j8;j9;k8;i7;k9;i10;h7;h10;h8"

func wonLevel(t *testing.T) game.View {
	return board(t, "h9 cyan, e9 white, f9 white, g9 white, i9 white, k8 black, j8 purple", "red", "h10")
}

func wonRising(t *testing.T) game.View {
	return board(t, "h9 cyan, h8 white, g7 white, g6 white, i9 blue, i10 green", "red", "h10")
}

// places holds an area for each of the four sizes of the board.
var places = [][2]int{{0, 0}, {84, 35}, {124, 45}, {140, 60}}

func TestLargerBoards(t *testing.T) {
	for _, place := range places[1:] {
		var b strings.Builder
		show := func(v game.View, spots ...string) {
			g := v.Grid(place[0], place[1])
			said := v.Status().Last
			if len(spots) > 0 {
				look := v.Look("", spots...)
				g, said = g.Mark(look.Marks...), spots[0]+"? "+look.Sentence
			}
			fmt.Fprintf(&b, "%s\n%s\n", said, g)
		}
		show(play(t, "", middle).View(0), "g7")
		show(play(t, "", strings.TrimSuffix(shortest, ";h8")).View(0), "h8")
		show(play(t, "", shortest).View(0))
		show(wonLevel(t))
		show(wonRising(t))
		g := wonLevel(t).Grid(place[0], place[1])
		gametest.Compare(t, fmt.Sprintf("board-%dx%d.golden", g.W, g.H), b.String())
	}
}

// Every area gets the largest board that fits, and every board has the same spots in the same order.
func TestBoardsFit(t *testing.T) {
	v := play(t, "", middle).View(0)
	for _, c := range []struct {
		name                   string
		w, h, wantedW, wantedH int
	}{
		{"none is asked for", 0, 0, 68, 17},
		{"80 by 24", 80, 24, 68, 17},
		{"wide but low", 200, 31, 68, 17},
		{"too small for any", 20, 10, 52, 17},
		{"64 by 20 less a panel", 52, 17, 52, 17},
		{"high but narrow", 67, 60, 52, 17},
		{"just the lattice", 68, 32, 68, 32},
		{"a column too few for the next", 99, 60, 68, 32},
		{"160 by 50 less a panel", 124, 45, 100, 32},
		{"a row too few for round pieces", 300, 48, 100, 32},
		{"the largest", 300, 120, 265, 113},
	} {
		g := v.Grid(c.w, c.h)
		if g.W != c.wantedW || g.H != c.wantedH {
			t.Errorf("%s: %dx%d gets %dx%d, want %dx%d", c.name, c.w, c.h, g.W, g.H, c.wantedW, c.wantedH)
		}
	}
}

// The middle cell of a spot shows the piece in every size, and the next cell is free for marks.
func TestSpotsOfEverySize(t *testing.T) {
	v := play(t, "", middle).View(0)
	smallest := v.Grid(0, 0)
	for _, place := range places {
		g := v.Grid(place[0], place[1])
		for _, track := range v.Tracks() {
			if len(track.Spots) != 256 || track.Label == "" || track.Sign != 0 {
				t.Fatalf("the track %q has %d spots", track.Label, len(track.Spots))
			}
			for _, spot := range track.Spots {
				x, y, _ := g.Middle(spot)
				fx, fy, _ := smallest.Middle(spot)
				for i := range 2 {
					a, b := g.At(x+i, y), smallest.At(fx+i, fy)
					if a.Spot != spot || a.Step != b.Step || b.Role >= grid.Red && (a.Rune != b.Rune || a.Role != b.Role) || b.Role < grid.Red && a.Role >= grid.Red {
						t.Errorf("%dx%d: %s shows %+v, and in the smallest board %+v", g.W, g.H, spot, a, b)
					}
				}
				// a mark can follow a piece or the dot of a move; a line of the lattice continues through any other vertex
				if last := g.At(x+1, y); last.Rune != ' ' && last.Rune != '\'' && (last.Rune != '─' || last.Role != grid.Line || g.At(x, y).Rune != '─') {
					t.Errorf("%dx%d: the last cell of %s shows %q", g.W, g.H, spot, last.Rune)
				}
			}
		}
	}
}

// The part in play shows all pieces and legal moves in larger cells than the whole board, and shows nothing that the whole board
// lacks.
func TestNear(t *testing.T) {
	v := play(t, "", middle).View(0).(game.Nearer)
	for _, room := range [][2]int{{68, 21}, {84, 35}, {164, 55}} {
		whole, near := v.Grid(room[0], room[1]), v.Near(room[0], room[1])
		if near.W > room[0] || near.H > room[1] {
			t.Errorf("in %v the part is %d by %d", room, near.W, near.H)
		}
		apart := func(g grid.Grid) int {
			x, _, _ := g.Middle("i8")
			tx, _, _ := g.Middle("j8")
			return tx - x
		}
		if apart(near) <= apart(whole) {
			t.Errorf("in %v, vertices are %d columns apart, and %d in the whole board", room, apart(near), apart(whole))
		}
		for _, m := range v.Moves() {
			if len(near.Cells(m.Spots[0])) == 0 {
				t.Errorf("in %v, %s is not shown", room, m.Text)
			}
		}
	}
	if small := v.Near(20, 5); small.String() != v.Grid(20, 5).String() {
		t.Errorf("without room for the part, the board is\n%s", small)
	}
}

// The legal vertices, and no others, have dots, in characters of any size and in shapes.
func TestOnlyLegalVerticesHaveDots(t *testing.T) {
	eachState(t, func(s game.State) {
		v, legal := s.View(0), map[string]bool{}
		for _, m := range v.Moves() {
			legal[m.Spots[0]] = true
		}
		for _, room := range append(places, [2]int{62, 20}) {
			for what, g := range map[string]grid.Grid{"the whole board": v.Grid(room[0], room[1]), "the part in play": v.(game.Nearer).Near(room[0], room[1])} {
				for spot, at := range g.Middles() {
					if r := g.At(at.X, at.Y).Rune; legal[spot] != (r == '•' || r == '·') {
						t.Fatalf("%s in %v: %s is %q, and legal: %v", what, room, spot, r, legal[spot])
					}
				}
			}
		}
		for _, sh := range v.Scene().Shapes {
			if spot, dot := strings.CutSuffix(sh.Key, " legal"); dot && !legal[spot] {
				t.Fatalf("%s has a dot in the scene", spot)
			}
		}
	})
}

// On a screen of 80 by 24 the lattice is drawn if each row with a piece or a legal move leaves room for two rows of the lattice.
func TestNearKeepsTheLattice(t *testing.T) {
	const w, h = 66, 20
	eachState(t, func(s game.State) {
		v := s.View(0)
		g, top, bottom := v.(game.Nearer).Near(w, h), 17, 0
		for _, spot := range v.Scene().Spots {
			if !strings.HasSuffix(spot.Label, ", empty") {
				var row int
				_, _ = fmt.Sscan(spot.Name[1:], &row)
				top, bottom = min(top, row), max(bottom, row)
			}
		}
		high := min(bottom+1, 16) - max(top-1, 1) + 1 // pieces, and the legal moves around them
		if !strings.Contains(g.String(), "╲") && 2*high <= h-1 {
			t.Fatalf("%d rows are in play, and there is no lattice in\n%s", high, g)
		}
	})
}

// Without colours, boards look alike only if they have the same pieces and the same last move.
func TestWithoutColourNothingBecomesEqual(t *testing.T) {
	for _, place := range places {
		seen := map[string]string{}
		eachState(t, func(s game.State) {
			v := s.View(0)
			shown := v.Grid(place[0], place[1]).String() + v.Panel(12, 10).String()
			position := v.Describe() + v.Status().Last
			_, position, _ = strings.Cut(position, "\n") // without the number of the round
			if other, ok := seen[shown]; ok && other != position {
				t.Fatalf("these two look the same:\n%s\nand\n%s\n%s", other, position, shown)
			}
			seen[shown] = position
		})
		looks := map[rune]string{}
		pieces := []string{"black", "red", "green", "yellow", "blue", "purple", "cyan", "white"}
		for _, piece := range pieces {
			g := board(t, "d4 "+piece+", h9 red, i9 red", "red", "").Grid(place[0], place[1])
			x, y, _ := g.Middle("d4")
			looks[g.At(x, y).Rune] = piece
		}
		g := play(t, "", "").View(0).Grid(place[0], place[1])
		for _, spot := range []string{"a1", "i10"} {
			x, y, _ := g.Middle(spot)
			looks[g.At(x, y).Rune] = spot
		}
		if len(looks) != 10 {
			t.Errorf("%v: of eight pieces, an empty vertex and a legal one some look alike: %v", place, looks)
		}
		for y := range g.H {
			for x := range g.W {
				if c := g.At(x, y); c.Spot == "" && y < g.H-1 && looks[c.Rune] != "" && looks[c.Rune] != "a1" { // the other cells belong to the lattice
					t.Errorf("%v: the cell beside the vertices is %q, which is %s", place, c.Rune, looks[c.Rune])
				}
			}
		}
	}
}

// First the placed piece in its brackets and the dots, then each change in order, then the row.
func TestStepsOfAMove(t *testing.T) {
	for _, c := range []struct {
		name  string
		v     game.View
		place [2]int
		want  string // for each step, the new characters and their spots
	}{
		{"the start", play(t, "", "").View(0), places[0], ""},
		{"a move", play(t, "", middle).View(0), places[0], "1 ()c· g7 h8, 2 'Kg h7 h9 i8"},
		{"no change", play(t, "", "i10;h10;h11;g11;g9;i8;g10;i11").View(0), places[0], "1 ()y· i11 i12"},
		{"a winning row", play(t, "", shortest).View(0), places[0], "1 ()g f11 f9 h12 h8 i12 j10 j8, 2 'W g9 h9 i8, 3 {}"},
		{"in the lattice", play(t, "", shortest).View(0), places[1], "1 ()g─ f11 f9 h12 h8 i12 j10 j8, 2 'W g9 h9 i8, 3 {}╲"},
		{"a rising row", wonRising(t), places[3], "1 ()r─▀▄ f7 g8 g9 h10 h6 h7 i8 j10, 2 'Wy▀▄█ h9 i10, 3 {}"},
		{"a level row", wonLevel(t), places[2], "1 ()r─ f10 f8 g10 g8 h10 h8 i10 i8 j7 j9, 2 'W h9, 3 {}═"},
	} {
		g := c.v.Grid(c.place[0], c.place[1])
		runes, spots := map[int][]rune{}, map[int][]string{}
		for y := range g.H {
			for x := range g.W {
				if cell := g.At(x, y); cell.Step > 0 {
					step := int(cell.Step)
					runes[step], spots[step] = append(runes[step], cell.Rune), append(spots[step], cell.Spot)
				}
			}
		}
		var list []string
		for _, step := range slices.Sorted(maps.Keys(runes)) {
			slices.Sort(runes[step])
			slices.Sort(spots[step])
			on := strings.Join(slices.Compact(spots[step]), " ")
			list = append(list, fmt.Sprintf("%d %s %s", step, strings.TrimSpace(string(slices.Compact(runes[step]))), strings.TrimSpace(on)))
		}
		got := strings.Join(list, ", ")
		if got = strings.TrimSpace(strings.ReplaceAll(got, " ,", ",")); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestLook(t *testing.T) {
	for _, c := range []struct{ clause, played, spot, want string }{
		{"a legal vertex", "", "i10", "Red on i10 would turn h9 yellow."},
		{"a piece", "", "h9", "A green piece stands on h9; place red on a dot."},
		{"nothing near", "", "a16", "No piece touches a16; a new piece must touch two adjacent ones. Choose a dot."},
		{"one piece near", "", "g9", "Only h9 touches g9; a new piece must touch two adjacent ones. Choose a dot."},
		{"a piece at the end", shortest, "h8", "A green piece stands on h8."},
		{"an empty vertex at the end", shortest, "h7", "There is no piece on h7."},
		{"no vertex", "", "z9", "Not possible: a move is a vertex such as i10: a column from a to p and a row from 1 to 16."},
		{"several", "", "i10 i8", "Not possible: a move is a vertex such as i10: a column from a to p and a row from 1 to 16."},
		{"nothing", "", "", "Not possible: a move is a vertex such as i10: a column from a to p and a row from 1 to 16."},
	} {
		look := play(t, "", c.played).View(0).Look("", strings.Fields(c.spot)...)
		if look.Sentence != c.want {
			t.Errorf("%s: %q, want %q", c.clause, look.Sentence, c.want)
		}
		if legal := c.clause == "a legal vertex"; legal != (len(look.Marks) > 0) {
			t.Errorf("%s has the marks %v", c.clause, look.Marks)
		}
	}
	apart := board(t, "h9 red, i9 red, k9 green", "purple", "").Look("", "j9").Sentence
	if want := "k9 and i9 touch j9, but not each other; place purple on a dot."; apart != want {
		t.Errorf("between two pieces that do not touch: %q, want %q", apart, want)
	}
}

// The sentence about any vertex fits into a line of 78 columns, unless a move there changes many pieces.
func TestLooksFitALine(t *testing.T) {
	eachState(t, func(s game.State) {
		v := s.View(0)
		legal := map[string]bool{}
		for _, m := range game.MovesOf(s) {
			legal[m.Text] = true
		}
		for _, spot := range v.Tracks()[0].Spots {
			if said := v.Look("", spot).Sentence; len(said) > 78 && !legal[spot] {
				t.Fatalf("%s: %q has %d columns", spot, said, len(said))
			}
		}
	})
}

func TestPanel(t *testing.T) {
	var b strings.Builder
	show := func(name string, v game.View) {
		fmt.Fprintf(&b, "== %s\n", name)
		for _, place := range [][2]int{{12, 5}, {12, 10}, {46, 20}, {12, 20}} {
			fmt.Fprintf(&b, "-- %dx%d\n%s", place[0], place[1], v.Panel(place[0], place[1]))
		}
	}
	for round := range 6 {
		v := play(t, fmt.Sprintf("round=%d", round+1), "").View(0)
		show(v.Status().Turn, v)
	}
	show("the end", play(t, "", shortest).View(0))
	gametest.Compare(t, "panel.golden", b.String())
}

func TestPanelsFit(t *testing.T) {
	v := play(t, "", middle).View(0)
	for w := range 60 {
		for h := range 40 {
			g := v.Panel(w, h)
			if g.W > w || g.H > h {
				t.Fatalf("an area of %dx%d gets a panel of %dx%d", w, h, g.W, g.H)
			}
			if shown := g.W > 0; shown != (w >= 12 && h >= 2) {
				t.Fatalf("in an area of %dx%d there is a panel: %t", w, h, shown)
			}
		}
	}
}

// Letters and names of colours have the roles of their colours.
func TestPanelsAreColoured(t *testing.T) {
	roles := map[string]grid.Role{
		"r": grid.Red, "y": grid.Yellow, "g": grid.Green, "c": grid.Cyan, "b": grid.Blue, "p": grid.Purple, "W": grid.White, "K": grid.Black,
		"red": grid.Red, "yellow": grid.Yellow, "green": grid.Green, "cyan": grid.Cyan, "blue": grid.Blue, "purple": grid.Purple,
	}
	words := regexp.MustCompile("[A-Za-z]+")
	for round := range 6 {
		v := play(t, fmt.Sprintf("round=%d", round+1), "").View(0)
		for _, width := range []int{12, 24} {
			g := v.Panel(width, 20)
			for y, line := range strings.Split(g.String(), "\n") {
				for _, at := range words.FindAllStringIndex(line, -1) {
					role, color := roles[line[at[0]:at[1]]]
					for x := at[0]; x < at[1] && color; x++ {
						if got := g.At(x, y).Role; got != role {
							t.Errorf("width %d: %q has role %d, want %d, in\n%s", width, line[at[0]:at[1]], got, role, g)
						}
					}
				}
			}
		}
	}
}

func TestPictureFits(t *testing.T) {
	if p := (atom4.Game{}).Info().Picture; p.W > 24 || p.H > 7 || strings.Count(p.String(), "{W }") != 4 {
		t.Errorf("the picture is %dx%d\n%s", p.W, p.H, p)
	}
}

package term

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"attic/desk"
	"attic/dev/desktest"
	"attic/dev/race"
	"attic/draw/palette"
	"attic/game"
	"attic/games"
	"attic/match"
	"attic/match/store"
	"attic/table"
)

var update = flag.Bool("update", false, "rewrite testdata/*.golden")

// TestGolden compares screens of each game with golden files, which were proofread from a player's point of view.
func TestGolden(t *testing.T) {
	race.Plain(t)
	for _, c := range []struct {
		name     string
		id       string
		programs string // the seats of the computer, which does not move by itself
		script   string
	}{
		{"atom4", "atom4", "", `
			# start
			up
			# the cursor on a vertex where no piece can be placed
			down
			enter
			# after a move
			:h10;h11;g11;g9
			# middle, just after a move
			point h12
			# middle, preview
			[ [ [
			# looking back
			] ] ]
			:i8;g10;i11
			n
			# asked in the middle
			esc
			# before the last move
			point h8
			# the winning move under the cursor
			click h8
			# won
			up
			# won, and the cursor moved
			n
			# the next round
			?
			# help
			pgdown
			# help, the next page
			esc : h 1 1
			# prompt
			enter
			# error
			esc F
			# a key that means nothing
			size 60 20
			# too small`},
		{"atom4-program", "atom4", "2", `
			:i10
			# the program thinks
			thinks 4 h10 h11 g11
			# the program has told what it expects
			right enter
			# acting too early
			u
			# taken back`},
		{"atom4-large", "atom4", "2", `
			size 120 40
			:name 1 Anna
			:opponent human
			:i8;j8;j9;k8;i7;k9;i10
			# 120x40
			point h7
			# 120x40, preview
			size 160 50
			# 160x50, preview
			:h7;h10;h8
			u [ [
			# 160x50, looking back`},
		{"editor-atom4", "atom4 edit=yes", "", `
			# the first board
			x right enter
			# a white piece
			enter
			# removed again
			e
			# nobody could move
			u u
			# taken back
			t
			# what can be done with it
			esc m
			# whose turn
			esc
			size 40 16
			# small
			,
			# the pieces in the drawer`},
		{"editor-ataxx", "ataxx edit=yes", "", `
			x down down enter
			# a block
			m
			# blue to move
			:remove a1 g7
			# blue has no pieces
			k
			# the jumps in a row
			esc
			size 40 16
			# small`},
		{"editor-atommaster", "atommaster edit=yes", "", `
			down enter right right enter
			# two atoms
			down enter {
			# three, on a smaller field
			t
			# what can be done with them
			enter
			# hidden
			size 40 16
			# small`},
		{"ataxx-setup", "ataxx", "2", `
			# set-up
			point d4
			# an empty square
			b
			# setting blocks
			point c6
			# setting blocks, preview
			enter
			# blocks are set
			point c5
			# clearing
			p
			# ready-made boards
			right right down
			# another of them
			enter
			# its blocks
			t
			# begun`},
		{"analysis", "ataxx", "", `
			:start;f1;a2;a6;b2;b7
			:analyse
			:go 1;b2;comment A quiet reply that keeps everything together and has no room in the list.;mark !?;a6
			:go back;b6
			:go back;e1;b1
			:go first;a6;a2
			:go 3;comment Main.
			:go 2;b7;mark ??;arrow a7 c5 red;ring g1
			# variations, comments and marks beside the board
			:go 1/2
			# a move with a comment
			r
			# the list
			up up
			# two moves up
			A
			# what can be done with a move
			esc
			size 40 16
			# 40x16
			r
			# 40x16, the list is a page`},
		{"forms", "ataxx", "2", `
			i
			# a seed is asked for
			- 7 x
			# with a letter in it
			esc W right
			# a picture
			tab tab
			# and its button
			esc o
			# no game is kept
			size 160 50
			# 160x50`},
		{"ataxx", "ataxx", "", `
			:blocks 3gh;start;a7-a5;a1-a3;a5-a4;g7-g5;g1-f1;g5-f4
			# middle, just after a move
			point f1
			# a piece under the cursor
			enter
			# chosen
			point e2
			# chosen, a target to extend to
			point f3
			# chosen, a target to jump to
			point d1
			# chosen, a target that takes nothing
			point a7
			# chosen, a square out of reach
			point f3
			enter
			# after the jump
			[
			# looking back
			]
			:g5-f6
			d
			# dump`},
		{"ataxx-engine", "ataxx", "", `
			:start;f1;a2;analyse
			E
			# the lines
			click key:ahead 2 2
			# a move of a line on the board
			enter
			# played
			:engine threat
			:engine 5
			# five lines and the threat
			E
			# what the engine can do
			esc
			:engine keep
			:engine off
			# off, with a judgement
			E
			size 40 16
			# 40x16
			]
			# there is no later position
			E enter
			# a move of a line on a small screen`},
		{"ataxx-hints", "ataxx", "", `
			:start;a7-b6;g7-f6;b6-c5;f6-e5;c5-d5;a1-b2
			h
			# where to look
			h
			# the idea
			h
			# the move
			esc
			point g1
			enter
			point f2
			y
			# why the move under the cursor
			size 40 16
			# 40x16
			esc h h
			# 40x16, the idea`},
		{"atom4-hints", "atom4", "", `
			:i8;j8;j9;k8;i7
			h
			# where to look
			h
			# the idea
			h
			# the move
			esc
			point e5
			y
			# no move is under the cursor
			point j10
			y
			# why the move under the cursor
			y
			# and what follows
			size 64 20
			# 64x20`},
		{"ataxx-end", "ataxx", "", `
			:fen xoo4/ooo4/ooo4/7/7/7/7 x;start
			# a forced pass
			enter
			# passed
			:clear
			:fen xxxxxxx/xxxxxxx/xxxxxxx/xxx-xxx/ooooxxx/ooooxxx/oooooo1 x;start;g1
			# won
			:clear
			:fen xo5/7/7/7/7/7/5ox x 43;start
			# near the end by jumps
			:a7-c7;f1-d1
			# ended by jumps`},
		{"ataxx-program", "ataxx", "2", `
			:start;a7-b6
			# the program thinks
			thinks 3 g7-f6 b6-c5
			# the program has told what it expects
			size 120 40
			# 120x40
			u
			point g1
			enter
			point f2
			# 120x40, chosen and a target
			u
			size 160 50
			b
			point c6
			# 160x50, setting blocks`},
		{"atommaster", "atommaster#17", "", `
			# start
			right right up
			# the cursor on another side
			,
			# more
			esc tab enter right right enter
			# hiding, two of four
			:q1
			down enter down enter
			# hiding, four of four
			right enter
			# hiding, no more
			tab
			# hidden
			enter
			# the first beam
			:fire 6;fire 30;fire 12;fire 2
			# middle
			:set b6;set c3
			point port6
			# a beam compared
			point port12
			# another beam compared
			tab
			# setting, both cursors
			up y
			# a note
			point e4
			enter
			# an atom set
			u
			# taken back`},
		{"atommaster-end", "atommaster#17", "", `
			:hide b6,c3,f4,c8;fire 6;fire 30;fire 12;fire 2;fire 9;fire 17;fire 21;set b6;set c3;set e4;set a1
			# all atoms set
			e
			# evaluated
			x
			# the beam paths
			x
			point port12
			# a port after the evaluation
			point port9
			# another port
			n
			# the next deal
			:hide a8,a6,h6,c1;fire 1
			:resign
			# given up`},
		{"atommaster-help", "atommaster size=5 atoms=3#17", "2", `
			:hide a1,c4,e5;fire 2;fire 9;fire 14;set c4
			p
			# shades
			tab down
			# shades, an atom would be set
			:coach on;set a5;set e1
			e
			# the coach asks
			esc
			# not evaluated
			p e enter
			# evaluated, with help
			v
			# the review
			size 40 16
			# the review on the smallest screen
			esc
			# back`},
		{"atommaster-learning", "atommaster#17", "", `
			l
			# learning
			:hide b6,c3,f4,c8
			:fire 12;fire 2
			# learning, with beams
			point port12
			# learning, the path of a beam
			b
			# too late for billiard mode`},
		{"atommaster-sizes", "atommaster size=12 atoms=6#17", "", `
			:hide a1,c4,e5,l12,k3,g9;fire 2;fire 1;fire 48;fire 18;fire 24;fire 9;fire 14;fire 7;set l12
			# 12x12 in 80x24
			size 120 40
			# 12x12 in 120x40
			size 160 50
			tab
			# 12x12 in 160x50, setting
			size 80 24
			:new
			:size 5
			# 5x5 in 80x24
			:balls;fire 2;fire 3
			size 120 40
			# 5x5 in 120x40`},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := album{driver: sitAgainst(t, c.id, c.programs, 80, 24)}
			a.do(c.script)
			a.compare(c.name)
		})
	}
}

// TestGoldenSizes compares screens of each game with golden files, from one just too small up to 120x40: in the middle of a game,
// with the command line open, at the end, and on the page of moves.
func TestGoldenSizes(t *testing.T) {
	race.Plain(t)
	for _, c := range []struct{ name, id, programs, sizes, middle, end string }{
		{"atom4", "atom4", "", "63x19 64x20 80x24 100x32 120x40", ":i10;h10;h11\npoint g11", ":g11;g9;i8;g10;i11;h8"},
		{"ataxx", "ataxx", "", "39x16 40x16 64x20 80x24 100x32 120x40", ":blocks 3gh;start;a7-a5;a1-a3;a5-a4;g7-g5;g1-f1;g5-f4\npoint f1\nenter\npoint f3", "enter\n:resign"},
		{"atommaster", "atommaster#17", "", "40x15 40x16 64x20 80x24 100x32 120x40", ":fire 6;fire 30;fire 12;fire 2;set b6\npoint port12", ":set c3;set e4;set a1;fire 9\ne"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := album{driver: sitAgainst(t, c.id, c.programs, 80, 24)}
			all := func(what string) {
				for size := range strings.FieldsSeq(c.sizes) {
					a.driver.do("size " + strings.ReplaceAll(size, "x", " "))
					a.do("# " + size + ", " + what)
				}
			}
			a.driver.do(c.middle)
			all("middle")
			a.driver.do(":")
			all("prompt")
			a.driver.do("esc\n" + c.end)
			all("the end")
			a.driver.do("r [ [")
			all("moves")
			a.compare("sizes-" + c.name)
		})
	}
}

// TestGoldenMenu compares the menu with a golden file: its entries, a kept game, changes of options, joining, the settings and help.
func TestGoldenMenu(t *testing.T) {
	race.Plain(t)
	kept := store.Open(t.TempDir(), games.Find)
	keep(t, kept, "atom4", time.Date(2026, 3, 7, 18, 5, 0, 0, time.Local), "i10", "h10")
	a := album{driver: driver{t, opened(desk.Config{
		Games: desktest.Menu(t), Store: kept, Paused: true, Net: desktest.Nowhere{},
		Open: func(g game.Game, wish store.GameSettings) (*table.Table, error) {
			return desktest.Seat(t, g.Info().Name, "2"), nil
		},
	})}.begin(80, 24)}
	a.do(`
		# a kept game
		enter
		# its items
		to Your side
		# an item
		right right
		# changed
		to Level
		right
		# level
		esc down
		# the next entry
		to Blocks
		right
		# blocks
		esc down
		# the last entry
		to Join
		enter h e l d
		# joining
		esc
		esc down right
		# settings
		?
		# help for the settings
		esc esc up up up
		size 120 40
		# 120x40
		size 160 50
		?
		# help 160x50`)
	a.compare("menu")
}

// keep plays moves in the game id and keeps the game in a store, as if the person had stopped playing at the time left.
func keep(t *testing.T, in store.Store, id string, left time.Time, moves ...string) {
	t.Helper()
	name, setup, err := game.ParseID(id)
	must(t, err)
	g, _ := games.Find(name)
	m, err := match.New(g, setup)
	must(t, err)
	tb := table.New(table.Config{Match: m, Begin: func() (match.Ledger, error) { return in.Library.Begin(name, left) }})
	must(t, tb.Here().Do(table.PersonIn(1)).Err())
	for _, text := range moves {
		must(t, tb.Here().Do(table.Play(text)).Err())
	}
	must(t, tb.Close())
	k, ok := in.Library.Kept(name)
	if !ok {
		t.Fatal("no game is kept")
	}
	must(t, os.Chtimes(k.Path, left, left))
}

// album is a driver that collects pictures of its screen.
type album struct {
	driver
	pages strings.Builder
}

// do runs the lines of a script; a line "# title" takes a picture with that title.
func (a *album) do(script string) {
	a.t.Helper()
	for line := range strings.Lines(script) {
		if title, ok := strings.CutPrefix(strings.TrimSpace(line), "# "); ok {
			fmt.Fprintf(&a.pages, "== %s\n%s", title, a.picture())
		} else {
			a.driver.do(line)
		}
	}
}

// picture returns the text written to a terminal without colours. It checks that this is the text of the screen, apart from solids, and that terminals with eight
// and with all colours get the same text. In ASCII mode, all characters must be ASCII, and none may become a "?".
func (a *album) picture() string {
	a.t.Helper()
	s := a.s
	before := s.painter
	defer func() { s.painter = before }()
	texts := map[palette.Depth]string{}
	for _, depth := range []palette.Depth{palette.None, palette.Eight, palette.True} {
		s.painter.Depth = depth
		texts[depth] = bare(s.View().text)
	}
	if texts[palette.Eight] != texts[palette.True] {
		a.t.Errorf("the text depends on the colours: with eight it is\n%s\nand with all of them\n%s", texts[palette.Eight], texts[palette.True])
	}
	if !s.tooSmall() && texts[palette.None] != unsolid(a.screen()).String() {
		a.t.Errorf("the painted text is\n%s\nwant\n%s", texts[palette.None], unsolid(a.screen()))
	}
	s.painter.ASCII = true
	text := bare(s.View().text)
	if i := strings.IndexFunc(text, func(r rune) bool { return r > '~' }); i >= 0 || strings.Count(text, "?") > strings.Count(texts[palette.None], "?") {
		a.t.Errorf("the text in ASCII mode is not ASCII, or has new question marks:\n%s", text)
	}
	return texts[palette.None]
}

// compare compares the pictures with testdata/NAME.golden, or writes that file.
func (a *album) compare(name string) {
	a.t.Helper()
	file := filepath.Join("testdata", name+".golden")
	if *update {
		must(a.t, os.MkdirAll("testdata", 0o755))
		must(a.t, os.WriteFile(file, []byte(a.pages.String()), 0o644))
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		a.t.Fatalf("%v; go test -update writes it", err)
	}
	old := strings.Split(string(want), "== ")
	for i, page := range strings.Split(a.pages.String(), "== ") {
		if i >= len(old) {
			a.t.Errorf("%s has no picture %s", file, page)
		} else if page != old[i] {
			a.t.Errorf("%s: want\n%s\ngot\n%s", file, old[i], page)
		}
	}
}

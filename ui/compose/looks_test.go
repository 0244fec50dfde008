package compose

import (
	"slices"
	"testing"

	"attic/desk"
	"attic/dev/desktest"
	"attic/draw/scene"
	"attic/game"
	"attic/game/example/reversi"
	"attic/table"
)

// However a board is turned, a click plays the move of the spot that is seen there, the arrows move the cursor as seen, and previews lie on their spots.
func TestTurnedBoards(t *testing.T) {
	for _, id := range []string{"atom4", "ataxx start=yes", "atommaster#17", "reversi"} {
		sit := func() driver {
			if id != "reversi" {
				return sit(t, id, usual)
			}
			return begin(t, desk.Config{Store: emptyStore(t), Table: desktest.Table(t, reversi.Game{}, game.Setup{}, "", nil), NoMotion: true}, usual)
		}
		for turn := range 4 {
			first := sit()
			legal := slices.DeleteFunc(slices.Clone(first.play().Cursor.Moves), func(m game.Move) bool { return len(m.Spots) == 0 || m.Key != "" })
			for _, m := range []game.Move{legal[0], legal[len(legal)/2], legal[len(legal)-1]} {
				d := sit()
				for range turn + 4 {
					d.do("Z")
				}
				if at := d.p.Desk.Settings.Game(d.play().Info.Name).Turn; at != turn {
					t.Fatalf("%s: turned %d times, not %d", id, at, turn)
				}
				for _, other := range d.play().Cursor.Tracks {
					if other.Name == m.Track && d.play().Cursor.Track != m.Track {
						d.do(other.Key)
					}
				}
				for _, spot := range m.Spots {
					if !d.click(spot) {
						t.Fatalf("%s, %d: there is no %s", id, turn, spot)
					}
				}
				if got := d.played(); got != m.Text {
					t.Errorf("%s, %d: clicks on %v play %q, not %q", id, turn, m.Spots, got, m.Text)
				}
			}
		}
	}
}

func TestArrowsOnTurnedBoards(t *testing.T) {
	for id, start := range map[string]string{"atom4": "i8", "ataxx": "d4"} {
		d := sit(t, id, usual)
		for turn := range 4 {
			d.do("Z\npoint " + start)
			at := func() string { return d.play().Cursor.Cursors[d.play().Cursor.Track] }
			for _, key := range []string{"down", "right", "up", "left"} {
				was := at()
				x, y, _ := d.middle(was)
				d.do(key)
				tx, ty, _ := d.middle(at())
				if dx, dy := tx-x, ty-y; key == "right" && dx <= 0 || key == "left" && dx >= 0 || key == "down" && dy <= 0 || key == "up" && dy >= 0 {
					t.Errorf("%s, %d: %s goes from %s, %.0f, %.0f to %s, %.0f, %.0f", id, turn+1, key, was, x, y, at(), tx, ty)
				}
			}
		}
	}
}

// The looks that a person has chosen show in the menu, are kept, and show again.
func TestLooksAreKept(t *testing.T) {
	kept := emptyStore(t)
	d := begin(t, desk.Config{Store: kept}, usual)
	d.do("click entry 3\nto Board and pieces\nenter\nto Coordinates\nenter\nto Pieces\nleft\nto Ataxx turned\nright right")
	d.do("esc\nto Colours of pieces\nenter\nto Green\nright\nesc\nto Sounds\nenter\nto Captures and changes\nright\nto Back\nenter")
	s := kept.Profile.Settings()
	if !s.Bare || s.Pieces != scene.Distinct || s.Game("ataxx").Turn != 2 || s.Shades["green"] != "light" || !s.Muted["changes"] {
		t.Errorf("kept: %+v", s)
	}
	if items := d.p.Desk.Menu.Items(); items[d.p.Desk.Menu.Item].Label != "Sounds" {
		t.Errorf("Back leads to %s", items[d.p.Desk.Menu.Item].Label)
	}
	again := begin(t, desk.Config{Store: kept, Table: desktest.Seat(t, "ataxx", "")}, usual)
	sc := again.p.stage.sceneNow()
	a1, _ := sc.Spot("a1")
	g7, _ := sc.Spot("g7")
	if a1.Area.X < g7.Area.X || slices.ContainsFunc(sc.Shapes, func(sh scene.Shape) bool { return sh.Shade == scene.Ball || sh.Kind == scene.Letters }) {
		t.Error("the board is not as chosen")
	}
}

// Each event has a sound that can be switched off alone.
func TestSoundsOfEvents(t *testing.T) {
	begin := func(programs string, off ...string) driver {
		d := begin(t, desk.Config{Store: emptyStore(t), Table: desktest.Seat(t, "ataxx", programs), NoMotion: true}, usual)
		d.p.Desk.Settings.Muted = map[string]bool{}
		for _, name := range off {
			d.p.Desk.Settings.Muted[name] = true
		}
		d.p.Desk.Effects()
		return d
	}
	takes := ":start;a7-c5;g7-e5;c5-d5"
	for _, c := range []struct {
		script string
		off    []string
		want   []game.Sound
	}{
		{":start;a7-b7", nil, []game.Sound{game.Place}},
		{":start;a7-b7", []string{"yours"}, nil},
		{":start;a7-b7", []string{"theirs", "changes"}, []game.Sound{game.Place}},
		{takes, []string{"yours"}, []game.Sound{game.Change}},
		{takes, []string{"changes"}, []game.Sound{game.Place, game.Place, game.Place}},
		{":a9", nil, []game.Sound{game.Refused}},
		{":a9", []string{"errors"}, nil},
	} {
		d := begin("", c.off...).do(c.script)
		if got := d.p.Desk.Effects().Sounds; !slices.Equal(got, c.want) {
			t.Errorf("%s without %q sounds like %q, want %q", c.script, c.off, got, c.want)
		}
	}
	for _, off := range [][]string{nil, {"hints"}} {
		d := begin("", off...).do(":start\nh")
		for d.play().Person.Hinting() {
			<-d.play().Person.Ready()
		}
		d.p.Desk.News()
		if got := d.p.Desk.Effects().Sounds; slices.Contains(got, game.Hint) != (off == nil) {
			t.Errorf("a hint without %q sounds like %q", off, got)
		}
	}
}

// The moves and the lines of the other player have sounds.
func TestSoundsOfOthers(t *testing.T) {
	tb := desktest.Apart(t, "ataxx", "set-up")
	d := begin(t, desk.Config{Store: emptyStore(t), Table: tb, NoMotion: true}, usual).do(":start\n:a7-c5")
	bo := tb.Player(table.Second)
	t.Cleanup(bo.Close)
	for _, c := range []struct {
		off  string
		act  table.Act
		want []game.Sound
	}{
		{"", table.Say("hello"), []game.Sound{game.Chat}},
		{"chat", table.Say("hello"), nil},
		{"yours", table.Play("a1-b1"), []game.Sound{game.Place}},
		{"theirs", table.Play("g7-g6"), nil},
	} {
		if d.p.Desk.Settings.Muted = map[string]bool{c.off: true}; c.off == "theirs" {
			d.do(":g1-g2")
		}
		d.p.Desk.Effects()
		must(t, bo.Do(c.act).Err())
		d.p.Desk.News()
		if got := d.p.Desk.Effects().Sounds; !slices.Equal(got, c.want) {
			t.Errorf("without %q, %+v sounds like %q, want %q", c.off, c.act, got, c.want)
		}
	}
}

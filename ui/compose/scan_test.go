package compose

import (
	"slices"
	"testing"

	"attic/desk"
	"attic/dev/desktest"
	"attic/dev/palettetest"
	"attic/draw/palette"
	"attic/draw/qr"
	"attic/draw/scene"
	"attic/table"
)

// scanned returns the QR code that a page shows, row by row, and the side of a module; no rows if there is none.
func scanned(t *testing.T, sc scene.Scene) (rows []string, module float64) {
	t.Helper()
	i := slices.IndexFunc(sc.Shapes, func(sh scene.Shape) bool { return sh.Kind == scene.Path && sh.Fill == scene.On(scene.White) })
	if i < 0 {
		return nil, 0
	}
	dark, light := sc.Shapes[i], sc.Shapes[i-1]
	if light.Fill != scene.White || light.Kind != scene.Rect {
		t.Fatalf("under the code is %+v", light)
	}
	border := dark.X - (light.X - light.W/2)
	size := int((light.W - 2*border) / dark.W)
	if border < qr.Narrow*dark.W {
		t.Errorf("a border of %g with modules of %g", border, dark.W)
	}
	picture := make([][]byte, size)
	for y := range picture {
		picture[y] = []byte(string(make([]byte, size)))
	}
	var corner scene.Point
	for c := range dark.Outline() {
		switch p := c.P[0]; {
		case c.Op == 'M':
			corner = p
		case c.Op == 'L' && p.X > corner.X && p.Y > corner.Y:
			y := int((corner.Y - dark.Y) / dark.W)
			for x := int((corner.X - dark.X) / dark.W); x < int((p.X-dark.X)/dark.W); x++ {
				picture[y][x] = '#'
			}
		}
	}
	for _, row := range picture {
		rows = append(rows, string(row))
	}
	return rows, dark.W
}

// The link of a hosted game is shown as a QR code until the guest joins.
func TestScan(t *testing.T) {
	code := qr.Encode(desktest.Link)
	var want []string
	for y := range code.Size {
		row := make([]byte, code.Size)
		for x := range row {
			if code.Dark(x, y) {
				row[x] = '#'
			}
		}
		want = append(want, string(row))
	}
	for _, c := range []struct {
		name, id, keys string
		at             size
		state          string
	}{
		{"Atom-4", "atom4", "", usual, "awaited"},
		{"Ataxx", "ataxx", "", usual, "awaited"},
		{"Atommaster", "atommaster#17", "", usual, "awaited"},
		{"a page", "atom4", "Q", usual, "awaited"},
		{"a narrow page", "ataxx", "Q", size{390, 844}, "awaited"},
		{"a small page", "atommaster#17", "Q", size{320, 480}, "awaited"},
		{"others may watch", "ataxx", "Q", size{390, 844}, "watchable"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tb := desktest.Apart(t, c.id, c.state)
			d := begin(t, desk.Config{Store: emptyStore(t), Table: tb, Net: desktest.Nowhere{}}, c.at)
			heard := d.p.Said()
			if d.press(c.keys); d.p.Said() != heard {
				t.Errorf("%q was heard before, now %q", heard, d.p.Said())
			}
			if got, _ := scanned(t, d.p.page.scene); !slices.Equal(got, want) {
				t.Errorf("the code is %q", got)
			}
			if c.state == "watchable" {
				d.want("Link for spectators: " + desktest.Link + "/watch")
			}
			tb.Met(table.Present)
			d.send(func(p *Pages) { p.Desk.News() })
			if got, _ := scanned(t, d.p.page.scene); got != nil {
				t.Error("the code is still there when the guest has come")
			}
		})
	}
	for _, name := range palette.Themes() {
		theme, _ := palette.Find(name)
		if ratio := palettetest.Contrast(theme.Colour(scene.White), theme.Colour(scene.On(scene.White))); ratio < 15 {
			t.Errorf("%s: a contrast of %.1f", name, ratio)
		}
	}
}

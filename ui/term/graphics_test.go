package term

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"

	"attic/desk"
	"attic/desk/command"
	"attic/dev/desktest"
	"attic/dev/race"
	"attic/draw/grid"
	"attic/draw/paint"
	"attic/draw/palette"
	"attic/games"
	"attic/match/store"
	"attic/table"
)

// tube is a terminal that shows only pictures, in both protocols.
type tube struct {
	t      testing.TB
	cell   image.Point
	x, y   int // the cursor
	sixels paint.Canvas
	images map[int]tubeImage // the images of kitty, by number
	open   string            // the control data of an image that is not complete
	data   string
}

type tubeImage struct {
	at image.Point
	z  int
	image.Image
}

func newTube(t testing.TB, w, h int, cell image.Point) *tube {
	return &tube{t: t, cell: cell, sixels: paint.NewCanvas(w*cell.X, h*cell.Y), images: map[int]tubeImage{}}
}

var tubeCodes = regexp.MustCompile(`(?s)\x1b\[(\d*);?(\d*)H|\x1b\[(2)J|\x1b_G(.*?)\x1b\\|\x1bP([\d;]*)q(.*?)\x1b\\`)

// write handles the output of a program.
func (x *tube) write(text string) {
	x.t.Helper()
	for _, m := range tubeCodes.FindAllStringSubmatch(text, -1) {
		switch {
		case m[3] != "":
			clear(x.sixels.Pix)
			x.images = map[int]tubeImage{}
		case m[4] != "":
			x.kitty(m[4])
		case m[6] != "":
			x.sixel(m[6])
		default:
			x.y, x.x = max(number(m[1]), 1)-1, max(number(m[2]), 1)-1
		}
	}
}

func number(text string) int {
	n, _ := strconv.Atoi(text) // "" is 0
	return n
}

func (x *tube) kitty(text string) {
	x.t.Helper()
	control, data, _ := strings.Cut(text, ";")
	keys := map[string]string{}
	for pair := range strings.SplitSeq(control, ",") {
		key, value, _ := strings.Cut(pair, "=")
		keys[key] = value
	}
	if len(data) > 4096 {
		x.t.Errorf("a chunk has %d bytes", len(data))
	}
	switch {
	case keys["a"] == "d" && keys["d"] == "I":
		if _, ok := x.images[number(keys["i"])]; !ok {
			x.t.Errorf("image %s is deleted, but there is none", keys["i"])
		}
		delete(x.images, number(keys["i"]))
		return
	case keys["a"] == "q":
		return
	case keys["a"] == "T":
		x.open, x.data = control, ""
	}
	if x.data += data; keys["m"] == "1" {
		return
	}
	for pair := range strings.SplitSeq(x.open, ",") {
		key, value, _ := strings.Cut(pair, "=")
		keys[key] = value
	}
	file, err := base64.StdEncoding.DecodeString(x.data)
	must(x.t, err)
	img, err := png.Decode(bytes.NewReader(file))
	must(x.t, err)
	if size := img.Bounds().Size(); size != image.Pt(number(keys["c"])*x.cell.X, number(keys["r"])*x.cell.Y) || keys["f"] != "100" || keys["q"] != "2" || keys["C"] != "1" {
		x.t.Errorf("an image of %v was sent as %s", size, x.open)
	}
	x.images[number(keys["i"])] = tubeImage{image.Pt(x.x*x.cell.X, x.y*x.cell.Y), number(keys["z"]), img}
}

var sixelCodes = regexp.MustCompile(`#(\d+);2;(\d+);(\d+);(\d+)|#(\d+)|!(\d+)([?-~])|"1;1;(\d+);(\d+)|([?-~])|([$-])`)

func (x *tube) sixel(text string) {
	x.t.Helper()
	if rest := sixelCodes.ReplaceAllString(text, ""); rest != "" {
		x.t.Errorf("sixels with %q", rest)
	}
	colours := map[int]uint32{}
	left, top, pen, w, h := x.x*x.cell.X, x.y*x.cell.Y, 0, 0, 0
	at := left
	dots := func(n int, bits byte) {
		for range n {
			for dy := range 6 {
				if bits>>dy&1 == 1 {
					if at >= left+w || top+dy >= x.y*x.cell.Y+h {
						x.t.Errorf("a sixel beyond %d by %d pixels", w, h)
						return
					}
					x.sixels.Pix[(top+dy)*x.sixels.Stride+at] = colours[pen]
				}
			}
			at++
		}
	}
	for _, m := range sixelCodes.FindAllStringSubmatch(text, -1) {
		switch {
		case m[1] != "":
			part := func(percent string) uint32 { return uint32(number(percent)*255+50) / 100 }
			colours[number(m[1])] = part(m[2])<<16 | part(m[3])<<8 | part(m[4])
			if number(m[1]) > 255 {
				x.t.Errorf("register %s", m[1])
			}
		case m[5] != "":
			pen = number(m[5])
		case m[6] != "":
			dots(number(m[6]), m[7][0]-'?')
		case m[8] != "":
			w, h = number(m[8]), number(m[9])
		case m[10] != "":
			dots(1, m[10][0]-'?')
		case m[11] == "$":
			at = left
		default:
			at, top = left, top+6
		}
	}
}

// shows returns the visible picture.
func (x *tube) shows() paint.Canvas {
	c := x.sixels
	c.Pix = append([]uint32(nil), c.Pix...)
	depth := make([]int, len(c.Pix))
	for _, img := range x.images {
		for dy := range img.Bounds().Dy() {
			for dx := range img.Bounds().Dx() {
				if at := (img.at.Y+dy)*c.Stride + img.at.X + dx; img.z >= depth[at] {
					r, g, b, _ := img.At(dx, dy).RGBA()
					depth[at], c.Pix[at] = img.z, r>>8<<16|g>>8<<8|b>>8
				}
			}
		}
	}
	return c
}

// seer is a screen on a terminal that shows pictures.
type seer struct {
	driver
	out  *output
	to   *bytes.Buffer
	tube *tube
	sent int // the bytes sent
}

// see shows a screen on a terminal with the given protocol.
func see(d driver, by protocol) *seer {
	v := &seer{driver: d, to: &bytes.Buffer{}, tube: newTube(d.t, d.s.w, d.s.h, image.Pt(10, 20))}
	v.out = &output{to: v.to}
	v.out.sized(d.s.w, d.s.h)
	d.send(colorprofile.TrueColor)
	d.send(uv.CellSizeEvent{Width: 10, Height: 20})
	if by == kitty {
		d.send(uv.PrimaryDeviceAttributesEvent{62})
		d.send(uv.KittyGraphicsEvent{Payload: []byte("OK")})
		d.send(uv.PrimaryDeviceAttributesEvent{62})
	} else {
		d.send(uv.PrimaryDeviceAttributesEvent{63, 4})
		d.send(uv.PrimaryDeviceAttributesEvent{63, 4})
	}
	v.look()
	return v
}

// look draws the screen and sends it to the terminal.
func (v *seer) look() {
	v.t.Helper()
	for {
		must(v.t, v.out.draw(v.s.View()))
		text := v.to.String()
		v.to.Reset()
		for _, m := range tubeCodes.FindAllString(text, -1) {
			if m[1] != '[' {
				v.sent += len(m)
			}
		}
		v.tube.write(text)
		if !strings.Contains(text, ansi.RequestPrimaryDeviceAttributes) {
			return
		}
		v.out.graphics.answered()
	}
}

// takes returns the number of bytes of pictures sent since the last call.
func (v *seer) takes() int {
	n := v.sent
	v.sent = 0
	return n
}

// takesAtMost checks the number of bytes of pictures sent since the last call. If nothing was sent, the picture must still be right.
func (v *seer) takesAtMost(most int) {
	v.t.Helper()
	n := v.takes()
	if n == 0 {
		v.check("nothing was sent")
	}
	if n > most {
		v.t.Errorf("%d bytes of pictures, want at most %d", n, most)
	}
}

// press presses keys as a driver does.
func (v *seer) press(keys string) *seer {
	v.driver.press(keys)
	return v
}

// check compares the visible picture with the scene.
func (v *seer) check(what string) {
	v.t.Helper()
	v.look()
	p := v.s.View().picture
	if p == nil {
		v.t.Fatalf("%s: no picture", what)
	}
	shown := v.tube.shows()
	sum, most := 0, 0
	for y := range p.H {
		for x := range p.W {
			want, got := p.Pix[y*p.Stride+x], shown.Pix[(y+p.y*p.cell.Y)*shown.Stride+x+p.x*p.cell.X]
			for _, shift := range []int{0, 8, 16} {
				d := int(want>>shift&0xff) - int(got>>shift&0xff)
				sum, most = sum+max(d, -d), max(most, d, -d)
			}
		}
	}
	if mean := float64(sum) / float64(3*p.W*p.H); mean > 2.5 || most > 110 {
		v.t.Errorf("%s: pixels differ by %.2f, at most by %d", what, mean, most)
	}
}

// In all games, at several sizes and in both protocols, the terminal shows the scene after each move. The first picture takes at most 200 KB,
// and a move at most 30 KB, unless it changes the part of the board in play. Other pages and leaving remove the picture.
func TestPicturesShowTheScene(t *testing.T) {
	race.Plain(t)
	for by, name := range map[protocol]string{kitty: "kitty", sixel: "sixel"} {
		for _, g := range games.All() {
			for _, size := range []image.Point{{120, 40}, {200, 60}} {
				t.Run(fmt.Sprint(name, g.Info().Name, size), func(t *testing.T) {
					t.Parallel()
					v := see(sit(t, g.Info().Name, size.X, size.Y), by)
					v.takesAtMost(200_000)
					for range 8 {
						p := v.play()
						if len(p.Cursor.Moves) == 0 {
							break
						}
						part := p.Now.View.Scene().Focus
						v.typeLine(p.Cursor.Moves[p.Now.Ply*7%len(p.Cursor.Moves)].Text)
						v.look()
						if v.play().Now.View.Scene().Focus == part {
							v.takesAtMost(30_000)
						} else {
							v.takesAtMost(200_000)
						}
					}
					v.check("after moves")
					v.press("?").look()
					if v.s.View().picture != nil || len(v.tube.images) > 0 {
						t.Errorf("help leaves %d images", len(v.tube.images))
					}
					v.press("esc").look()
					v.takesAtMost(200_000)
					v.check("after help")
					v.out.leave()
					if v.tube.write(v.to.String()); len(v.tube.images) > 0 {
						t.Errorf("the end leaves %d images", len(v.tube.images))
					}
				})
			}
		}
	}
}

// A move with motion takes at most 30 KB too, and ends with a picture of the position.
func TestPicturesMove(t *testing.T) {
	race.Plain(t)
	for by := range map[protocol]string{kitty: "kitty", sixel: "sixel"} {
		for _, g := range games.All() {
			t.Run(fmt.Sprint(by, g.Info().Name), func(t *testing.T) {
				t.Parallel()
				d := moving(t, desktest.Seat(t, g.Info().Name, ""))
				d.send(uv.WindowSizeEvent{Width: 120, Height: 40})
				v := see(d, by)
				now := time.Unix(0, 0)
				v.s.sights.board.Now = func() time.Time { return now }
				pieces := 0
				for range 4 {
					p := v.play()
					if len(p.Cursor.Moves) == 0 {
						break
					}
					part := p.Now.View.Scene().Focus
					must(t, p.Person.Do(table.Play(p.Cursor.Moves[p.Now.Ply*7%len(p.Cursor.Moves)].Text)).Err())
					v.takes()
					v.send(newsMsg{p})
					for v.look(); p.Motion.Moving; {
						now = now.Add(pictureTime)
						v.send(motionMsg{v.s.motion.number})
						before := v.sent
						if v.look(); p.Motion.Moving && v.sent > before {
							pieces++
						}
					}
					if p.Now.View.Scene().Focus == part {
						v.takesAtMost(30_000)
					}
					v.check("after a move")
				}
				if pieces == 0 && by == kitty {
					t.Error("no picture was sent during a move")
				}
			})
		}
	}
}

// Until a terminal has answered after a picture, it gets text but no other picture; after the answer, it gets the latest picture.
func TestPicturesWaitForTheTerminal(t *testing.T) {
	race.Plain(t)
	v := see(sit(t, "ataxx", 120, 40), kitty)
	v.takes()
	v.press("right")
	must(t, v.out.draw(v.s.View()))
	v.tube.write(v.to.String())
	v.to.Reset()
	v.press("down")
	must(t, v.out.draw(v.s.View()))
	if text := v.to.String(); strings.Contains(text, "\x1b_G") || text == "" {
		t.Errorf("a terminal that has not answered was sent %q", text)
	}
	v.to.Reset()
	v.out.graphics.answered()
	v.check("after the answer")
}

// The loop ends only after the terminal's answer, so that the shell does not get the answer.
func TestTheEndWaitsForTheAnswer(t *testing.T) {
	l := &loop{msgs: make(chan uv.Event, 3), output: &output{}}
	l.msgs <- uv.KeyPressEvent{Code: 'x'}
	l.msgs <- uv.PrimaryDeviceAttributesEvent{62}
	l.msgs <- uv.KeyPressEvent{Code: 'y'}
	l.output.graphics.waits = true
	if l.await(); l.output.graphics.waits || len(l.msgs) != 1 {
		t.Errorf("%d messages are left", len(l.msgs))
	}
}

// A terminal's answers decide whether and how it gets pictures, in any order and however late they arrive.
func TestTerminalsThatShowPictures(t *testing.T) {
	cell, ok := uv.CellSizeEvent{Width: 10, Height: 20}, uv.KittyGraphicsEvent{Payload: []byte("OK")}
	all := uv.PixelSizeEvent{Width: 1204, Height: 804}
	type answers []uv.Event
	for name, c := range map[string]struct {
		answers answers
		want    protocol
	}{
		"none":                                 {nil, noPictures},
		"only the size of its cells":           {answers{cell}, noPictures},
		"neither":                              {answers{cell, uv.PrimaryDeviceAttributesEvent{62, 22}, uv.PrimaryDeviceAttributesEvent{62, 22}}, noPictures},
		"kitty":                                {answers{cell, uv.PrimaryDeviceAttributesEvent{62}, ok, uv.PrimaryDeviceAttributesEvent{62}}, kitty},
		"kitty, late":                          {answers{uv.PrimaryDeviceAttributesEvent{62}, uv.PrimaryDeviceAttributesEvent{62}, ok, cell}, kitty},
		"kitty, without a size":                {answers{uv.PrimaryDeviceAttributesEvent{62}, ok, uv.PrimaryDeviceAttributesEvent{62}}, noPictures},
		"kitty, the size of the page":          {answers{all, uv.PrimaryDeviceAttributesEvent{62}, ok}, kitty},
		"an error of kitty":                    {answers{cell, uv.PrimaryDeviceAttributesEvent{62}, uv.KittyGraphicsEvent{Payload: []byte("EINVAL")}, uv.PrimaryDeviceAttributesEvent{62}}, noPictures},
		"sixel":                                {answers{cell, uv.PrimaryDeviceAttributesEvent{63, 1, 4}, uv.PrimaryDeviceAttributesEvent{63, 1, 4}}, sixel},
		"sixel of a terminal before the VT200": {answers{cell, uv.PrimaryDeviceAttributesEvent{1, 2, 4}}, sixel},
		"half of sixel":                        {answers{cell, uv.PrimaryDeviceAttributesEvent{63, 1, 4}}, noPictures},
		"both":                                 {answers{cell, uv.PrimaryDeviceAttributesEvent{63, 4}, ok, uv.PrimaryDeviceAttributesEvent{63, 4}}, kitty},
		"both, late":                           {answers{cell, uv.PrimaryDeviceAttributesEvent{63, 4}, uv.PrimaryDeviceAttributesEvent{63, 4}, ok}, kitty},
	} {
		t.Run(name, func(t *testing.T) {
			d := sit(t, "ataxx", 120, 40)
			d.send(colorprofile.TrueColor)
			for _, answer := range c.answers {
				d.send(answer)
			}
			var got protocol
			if p := d.s.View().picture; p != nil {
				if got = p.by; p.cell != image.Pt(10, 20) {
					t.Errorf("a cell of %v pixels", p.cell)
				}
			}
			if got != c.want {
				t.Errorf("protocol %d, want %d", got, c.want)
			}
		})
	}
}

// If pictures are not wanted, none are shown, and the terminal is not even asked. Small boards are drawn in characters.
func TestNoPictures(t *testing.T) {
	race.Plain(t)
	asks := func(d driver, profile colorprofile.Profile) bool {
		asked := false
		for _, do := range d.s.Update(profile) {
			text, ok := do().(writeMsg)
			asked = asked || ok && strings.Contains(string(text), ansi.RequestPrimaryDeviceAttributes)
		}
		return asked
	}
	for name, c := range map[string]struct {
		style   Style
		profile colorprofile.Profile
		want    bool
	}{
		"default":       {Style{}, colorprofile.TrueColor, true},
		"few colours":   {Style{}, colorprofile.ANSI256, true},
		"--no-pictures": {Style{NoPictures: true}, colorprofile.TrueColor, false},
		"--ascii":       {Style{ASCII: true}, colorprofile.TrueColor, false},
		"NO_COLOR":      {Style{}, colorprofile.ASCII, false},
		"no colours":    {Style{Mono: true}, colorprofile.TrueColor, false},
	} {
		t.Run(name, func(t *testing.T) {
			d := driver{t, newScreen(Config{Style: c.style, Desk: desk.Config{
				Games: games.All(), Store: store.Open(t.TempDir(), games.Find), Table: desktest.Seat(t, "ataxx", ""), NoMotion: true, May: command.Everything,
			}})}
			t.Cleanup(func() { must(t, d.s.desk.Close()) })
			d.send(uv.WindowSizeEvent{Width: 120, Height: 40})
			if got := asks(d, c.profile); got != c.want {
				t.Errorf("the terminal is asked: %t, want %t", got, c.want)
			}
			d.send(uv.CellSizeEvent{Width: 10, Height: 20})
			d.send(uv.PrimaryDeviceAttributesEvent{1, 4})
			if got := d.s.View().picture != nil; got != c.want {
				t.Errorf("a picture is shown: %t, want %t", got, c.want)
			}
		})
	}
	v := see(sit(t, "atom4", 120, 40), kitty)
	v.press("z")
	v.send(uv.WindowSizeEvent{Width: 40, Height: 24})
	if p := v.s.View().picture; p != nil {
		t.Errorf("the whole board has a picture of %v", p.area)
	}
}

// The settings switch pictures off and on, and select the board in pictures.
func TestPicturesInTheSettings(t *testing.T) {
	race.Plain(t)
	v := see(sit(t, "ataxx", 120, 40), kitty)
	labels := func() (list []string) {
		for _, item := range v.s.Settings() {
			list = append(list, item.Label+": "+item.Value)
		}
		return list
	}
	if got := labels(); !slices.Contains(got, "Pictures: on") || !slices.Contains(got, "Ataxx board: plain") {
		t.Errorf("settings %q", got)
	}
	for _, item := range v.s.Settings() {
		if item.Label == "Pictures" {
			item.Change(1)
		}
	}
	if v.look(); v.s.View().picture != nil || len(v.tube.images) > 0 {
		t.Error("pictures are shown although they are off")
	}
	if got := labels(); !slices.Contains(got, "Pictures: off") || slices.Contains(got, "Ataxx board: plain") {
		t.Errorf("settings %q", got)
	}
}

// Each cell of a picture belongs to the spot in its middle: the mouse reaches every spot, and the arrow keys go where the picture shows spots.
func TestPicturesHaveSpots(t *testing.T) {
	race.Plain(t)
	for _, g := range games.All() {
		seen := 0
		for h := 16; h < 50; h += 3 {
			v := see(sit(t, g.Info().Name, h*5/2, h), kitty)
			p := v.s.View().picture
			if p == nil {
				continue
			}
			seen++
			shown := v.screen()
			board := v.s.desk.Play.Now.View.Scene()
			for _, spot := range board.Spots {
				if x, y := spot.Middle(); board.Focus.W > 0 && !board.Focus.Contains(x, y) {
					continue
				}
				if cells := shown.Cells(spot.Name); len(cells) == 0 {
					t.Errorf("%s, %d rows: no cell belongs to %s", g.Info().Name, h, spot.Name)
				} else if at := cells[0]; !p.contains(at%shown.W, at/shown.W) {
					t.Errorf("%s, %d rows: %s is not in the picture", g.Info().Name, h, spot.Name)
				}
			}
		}
		if seen < 7 {
			t.Errorf("%s is shown as a picture at %d sizes", g.Info().Name, seen)
		}
	}
}

// Whatever changes around a picture, nothing is written over the picture, except in the rows listed in torn.
func TestNothingIsWrittenOverPictures(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	theme, _ := palette.Find("dark")
	painter := palette.Painter{Theme: theme, Depth: palette.True}
	const w, h = 40, 12
	over := area{8, 3, 20, 6}
	punched := func(g grid.Grid) []string {
		for y := range over.h {
			for x := range over.w {
				g.Set(over.x+x, over.y+y, grid.Cell{Rune: hole})
			}
		}
		return strings.Split(painter.Paint(g), "\n")
	}
	screen := vt.NewEmulator(w, h)
	var to rows
	to.sized(w, h)
	g := someGrid(r, w, h)
	for n := range 200 {
		g = changed(r, g)
		to.change(punched(g.Mark()))
		_, _ = screen.WriteString(to.piece.String()) // never fails
		to.piece.Reset()
		for y := over.y; y < over.y+over.h; y++ {
			for x := over.x; x < over.x+over.w; x++ {
				if c := screen.CellAt(x, y); n > 0 && c.Content != "#" && !slices.Contains(to.torn, y) {
					t.Fatalf("%q is shown at %d,%d", c.Content, x, y)
				}
			}
			fmt.Fprintf(screen, "\x1b7\x1b[m\x1b[%d;%dH%s\x1b8", y+1, over.x+1, strings.Repeat("#", over.w))
		}
		to.torn = nil
	}
}

// When the size of a sixel terminal's cells changes, everything is written again: an earlier picture may lie over the text.
func TestCellsOfAnotherSize(t *testing.T) {
	s := sights{by: sixel, cell: image.Pt(8, 16)}
	again := func(by int) bool {
		next := s.told(uv.CellSizeEvent{Width: s.cell.X + by, Height: 20}, 80, 24)
		return len(next) == 1 && next[0]() == redrawMsg{}
	}
	if !again(2) || again(0) {
		t.Error("what was written over the text stays, or all is written although nothing has changed")
	}
}

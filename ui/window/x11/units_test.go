package x11

import (
	"bytes"
	"image"
	"math"
	"net"
	"os"
	"slices"
	"testing"

	"attic/draw/paint"

	"github.com/jezek/xgb/xproto"
)

func TestNamesOfDisplays(t *testing.T) {
	for _, d := range []struct {
		name string
		want display
	}{
		{":0", display{"unix", []string{"/tmp/.X11-unix/X0", "@/tmp/.X11-unix/X0"}, 0, 0}},
		{":12.3", display{"unix", []string{"/tmp/.X11-unix/X12", "@/tmp/.X11-unix/X12"}, 12, 3}},
		{"unix:1", display{"unix", []string{"/tmp/.X11-unix/X1", "@/tmp/.X11-unix/X1"}, 1, 0}},
		{"host/unix:1", display{"tcp", []string{"unix:6001"}, 1, 0}},
		{"localhost:10.0", display{"tcp", []string{"localhost:6010"}, 10, 0}},
		{"tcp/far:2", display{"tcp", []string{"far:6002"}, 2, 0}},
		{"[::1]:0", display{"tcp", []string{"[::1]:6000"}, 0, 0}},
		{"::1:0", display{"tcp", []string{"[::1]:6000"}, 0, 0}},
		{"/tmp/launch/x:0", display{"unix", []string{"/tmp/launch/x:0", "/tmp/launch/x"}, 0, 0}},
	} {
		got, err := parseDisplay(d.name)
		if err != nil || got.network != d.want.network || !slices.Equal(got.addresses, d.want.addresses) || got.number != d.want.number || got.screen != d.want.screen {
			t.Errorf("%s: %+v, %v, want %+v", d.name, got, err, d.want)
		}
	}
	for _, name := range []string{"", "0", ":", ":-1", ":x", ":0.", ":0.0.0", ":99999"} {
		if got, err := parseDisplay(name); err == nil {
			t.Errorf("%q is parsed as %+v", name, got)
		}
	}
}

// entry is an entry of a file of cookies.
func entry(family int, address, display, name, cookie string) []byte {
	file := []byte{byte(family >> 8), byte(family)}
	for _, field := range []string{address, display, name, cookie} {
		file = append(append(file, byte(len(field)>>8), byte(len(field))), field...)
	}
	return file
}

func TestTheCookieIsThatOfTheDisplay(t *testing.T) {
	const magic, a, b = "MIT-MAGIC-COOKIE-1", "aaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbb"
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	local := &net.UnixAddr{}
	tcp := func(ip string) net.Addr { return &net.TCPAddr{IP: net.ParseIP(ip)} }
	for _, c := range []struct {
		name   string
		file   [][]byte
		remote net.Addr
		want   string
	}{
		{"none", nil, local, ""},
		{"of this host", [][]byte{entry(familyLocal, host, "3", magic, a)}, local, a},
		{"of any display", [][]byte{entry(familyLocal, host, "", magic, a)}, local, a},
		{"of another display", [][]byte{entry(familyLocal, host, "4", magic, a)}, local, ""},
		{"of another host", [][]byte{entry(familyLocal, host+"x", "3", magic, a)}, local, ""},
		{"of any host", [][]byte{entry(familyWild, "", "3", magic, a)}, tcp("10.0.0.1"), a},
		{"the first that fits", [][]byte{entry(familyLocal, host+"x", "3", magic, b), entry(familyLocal, host, "3", magic, a), entry(familyWild, "", "", magic, b)}, local, a},
		{"of another kind before it", [][]byte{entry(familyLocal, host, "3", "XDM-AUTHORIZATION-1", b), entry(familyLocal, host, "3", magic, a)}, local, a},
		{"of a display forwarded by ssh", [][]byte{entry(familyLocal, host, "3", magic, a)}, tcp("127.0.0.1"), a},
		{"of this host for a remote one", [][]byte{entry(familyLocal, host, "3", magic, a)}, tcp("10.0.0.1"), ""},
		{"of a remote host", [][]byte{entry(familyInternet, "\x0a\x00\x00\x01", "3", magic, a)}, tcp("10.0.0.1"), a},
		{"too short", [][]byte{entry(familyLocal, host, "3", magic, "short")}, local, ""},
		{"cut off", [][]byte{entry(familyLocal, host, "3", magic, a)[:40]}, local, ""},
	} {
		if got := string(findCookie(slices.Concat(c.file...), c.remote, 3)); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func FuzzFindCookieNeverPanics(f *testing.F) {
	f.Add(entry(familyInternet, "\x0a\x00\x00\x01", "3", "MIT-MAGIC-COOKIE-1", "aaaaaaaaaaaaaaaa"))
	f.Fuzz(func(t *testing.T, file []byte) {
		if cookie := findCookie(file, &net.TCPAddr{IP: net.IPv4(10, 0, 0, 1)}, 3); cookie != nil && len(cookie) != 16 {
			t.Errorf("a cookie of %d bytes", len(cookie))
		}
	})
}

func FuzzSettingsNeverPanic(f *testing.F) {
	f.Add([]byte("\x00\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00\x00\x00\x07\x00Xft/DPI\x00\x00\x00\x00\x00\x00\x80\x01\x00"))
	f.Add([]byte("\x01\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x01\x01\x00\x00\x01a\x00\x00\x00\x00\x00\x00\x00\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, dpi := range []float64{settingsDPI(data), resourceDPI(string(data))} {
			if scale := scaleOf(dpi); !(scale >= 0.5 && scale <= 8) {
				t.Errorf("the scale is %v at %v dots per inch", scale, dpi)
			}
		}
	})
}

func FuzzKeysNeverPanic(f *testing.F) {
	reply := make([]byte, 40)
	reply[15], reply[17], reply[20] = 1, 8, 1
	reply = append(reply, 1, 1, 0, 0, 2, 1, 1, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0)
	reply = append(reply, 0, 0, 0, 0, 1, 2, 2, 0, 'a', 0, 0, 0, 'A', 0, 0, 0)
	f.Add(reply, byte(8), uint16(1))
	f.Fuzz(func(t *testing.T, reply []byte, code byte, state uint16) {
		k := keyboard{layouts: parseMap(reply)}
		if key, ok := k.key(xproto.Keycode(code), state); ok && key.Name == "" {
			t.Error("a key without a name")
		}
	})
}

func TestAServerWithoutTheExtensionHasKeysToo(t *testing.T) {
	const kpLeft, kp4 = 0xff96, 0xffb4
	k := keyboard{first: 8, width: 6, syms: []xproto.Keysym{
		'a', 0, 0, 0, 0, 0, // 8: a single letter for lower and upper case
		'1', '!', 0, 0, 0, 0, // 9
		'q', 'Q', 0x6ca, 0x6ea, '@', 0, // 10: Russian as the second layout
		kpLeft, kp4, 0, 0, 0, 0, // 11
		symNumLock, 0, 0, 0, 0, 0, // 12
		symCapsLock, 0, 0, 0, 0, 0, // 13
		symLevel3, 0, 0, 0, 0, 0, // 14
		symModeSwitch, 0, 0, 0, 0, 0, // 15
		symAltLeft, symMetaLeft, 0, 0, 0, 0, // 16
		symSuperLeft, 0, 0, 0, 0, 0, // 17
		0xff09, symBackTab, 0, 0, 0, 0, // 18
	}}
	k.modify(1, []xproto.Keycode{0, 13, 0, 16, 12, 15, 17, 14})
	const shift, lock, ctrl, alt, num, group, super, level3 = 1, 2, 4, 8, 16, 32, 64, 128
	for _, c := range []struct {
		code  xproto.Keycode
		state uint16
		want  Key
	}{
		{8, 0, Key{"a", "a"}},
		{8, shift, Key{"A", "A"}},
		{8, lock, Key{"A", "A"}},
		{8, shift | lock, Key{"a", "a"}},
		{8, ctrl, Key{"ctrl+a", ""}},
		{8, alt | shift, Key{"alt+shift+a", ""}},
		{8, super, Key{"super+a", ""}},
		{9, 0, Key{"1", "1"}},
		{9, shift, Key{"!", "!"}},
		{9, lock, Key{"1", "1"}},
		{10, level3, Key{"@", "@"}},
		{10, group, Key{"q", "й"}},
		{10, group | shift, Key{"Q", "Й"}},
		{10, group | ctrl, Key{"ctrl+q", ""}},
		{11, 0, Key{"left", ""}},
		{11, num, Key{"4", "4"}},
		{11, num | shift, Key{"shift+left", ""}},
		{18, shift, Key{"shift+tab", ""}},
		{12, 0, Key{}},
		{14, 0, Key{}},
		{99, 0, Key{}},
		{0, 0, Key{}},
	} {
		if got, _ := k.key(c.code, c.state); got != c.want {
			t.Errorf("key %d, state %#x: %+q, want %+q", c.code, c.state, got, c.want)
		}
	}
	k.modify(1, []xproto.Keycode{0, 0, 0, 0, 0, 0, 0, 0})
	if got, _ := k.key(9, lock); got != (Key{"!", "!"}) {
		t.Errorf("with Shift Lock: %+q", got)
	}
}

func TestWhatKeysymsPrint(t *testing.T) {
	for _, c := range []struct {
		sym  xproto.Keysym
		want rune
	}{
		{'a', 'a'},
		{0xe9, 'é'},
		{0x1b1, 'ą'},
		{0x1a1, 'Ą'},
		{0x1ff, '˙'},
		{0x6c1, 'а'},
		{0x6ff, 'Ъ'},
		{0x6a3, 'ё'},
		{0x7c1, 'Α'},
		{0x7e1, 'α'},
		{0x7f9, 'ω'},
		{0x7b8, 'ύ'},
		{0x7a1, 'Ά'},
		{0x20ac, '€'},
		{0x13bd, 'œ'},
		{0x010003b1, 'α'},
		{0x0101f600, '😀'},
		{0xffb7, '7'},
		{0xffab, '+'},
		{0xffbd, '='},
		{0xff0d, 0},
		{0xffe3, 0},
		{0x0100d800, 0},
		{0x01000007, 0},
		{0x7f, 0},
		{0, 0},
	} {
		if got := runeOf(c.sym); got != c.want {
			t.Errorf("%#x types %q, want %q", c.sym, got, c.want)
		}
	}
}

func TestPixelsOfEveryKindOfScreen(t *testing.T) {
	visual := func(red, green, blue uint32) xproto.VisualInfo {
		return xproto.VisualInfo{Class: xproto.VisualClassTrueColor, RedMask: red, GreenMask: green, BlueMask: blue}
	}
	for _, c := range []struct {
		name             string
		depth, bits, pad byte
		order            byte
		visual           xproto.VisualInfo
		want             []byte // the bytes of 0xff8000 and 0x0000ff
	}{
		{"24 bits", 24, 32, 32, 0, visual(0xff0000, 0xff00, 0xff), []byte{0, 0x80, 0xff, 0, 0xff, 0, 0, 0}},
		{"24 bits, blue first", 24, 32, 32, 0, visual(0xff, 0xff00, 0xff0000), []byte{0xff, 0x80, 0, 0, 0, 0, 0xff, 0}},
		{"24 bits, most significant byte first", 24, 32, 32, 1, visual(0xff0000, 0xff00, 0xff), []byte{0, 0xff, 0x80, 0, 0, 0, 0, 0xff}},
		{"24 bits in three bytes", 24, 24, 32, 0, visual(0xff0000, 0xff00, 0xff), []byte{0, 0x80, 0xff, 0xff, 0, 0, 0, 0}},
		{"24 bits in three bytes, most significant byte first", 24, 24, 32, 1, visual(0xff0000, 0xff00, 0xff), []byte{0xff, 0x80, 0, 0, 0, 0xff, 0, 0}},
		{"32 bits", 32, 32, 32, 0, visual(0xff0000, 0xff00, 0xff), []byte{0, 0x80, 0xff, 0xff, 0xff, 0, 0, 0xff}},
		{"30 bits", 30, 32, 32, 0, visual(0x3ff00000, 0xffc00, 0x3ff), []byte{0, 0x08, 0xf8, 0x3f, 0xff, 0x03, 0, 0}},
		{"16 bits", 16, 16, 32, 0, visual(0xf800, 0x7e0, 0x1f), []byte{0, 0xfc, 0x1f, 0}},
		{"16 bits, most significant byte first", 16, 16, 32, 1, visual(0xf800, 0x7e0, 0x1f), []byte{0xfc, 0, 0, 0x1f}},
		{"15 bits", 15, 16, 16, 0, visual(0x7c00, 0x3e0, 0x1f), []byte{0, 0x7e, 0x1f, 0}},
		{"8 bits", 8, 8, 8, 0, visual(0xe0, 0x1c, 0x3), []byte{0xf0, 3}},
		{"8 bits in rows of four bytes", 8, 8, 32, 0, visual(0xe0, 0x1c, 0x3), []byte{0xf0, 3, 0, 0}},
	} {
		setup := &xproto.SetupInfo{ImageByteOrder: c.order, PixmapFormats: []xproto.Format{{Depth: 1, BitsPerPixel: 1, ScanlinePad: 32}, {Depth: c.depth, BitsPerPixel: c.bits, ScanlinePad: c.pad}}}
		f, ok := newFormat(setup, c.depth, c.visual)
		if !ok {
			t.Errorf("%s: refused", c.name)
			continue
		}
		canvas := paint.Canvas{Pix: []uint32{0xff8000, 0x0000ff}, W: 2, H: 1, Stride: 2}
		got := make([]byte, f.stride(2))
		f.write(got, len(got), canvas, image.Rect(0, 0, 2, 1))
		if !bytes.Equal(got, c.want) {
			t.Errorf("%s: % x, want % x", c.name, got, c.want)
		}
		part := make([]byte, len(got))
		f.write(part, len(part), canvas, image.Rect(1, 0, 2, 1))
		size := int(c.bits) / 8
		if !bytes.Equal(part[size:], got[size:]) || !bytes.Equal(part[:size], make([]byte, size)) {
			t.Errorf("%s: % x is written for the second pixel", c.name, part)
		}
		if other := bytes.Clone(got); !f.alike(got, other) {
			t.Errorf("%s: equal rows are reported as different", c.name)
		} else if other[0] ^= 0x40; c.order == 0 && f.alike(got, other) {
			t.Errorf("%s: different rows are reported as equal", c.name)
		}
	}
	if _, ok := newFormat(&xproto.SetupInfo{PixmapFormats: []xproto.Format{{Depth: 4, BitsPerPixel: 4, ScanlinePad: 32}}}, 4, xproto.VisualInfo{}); ok {
		t.Error("a screen with 4 bits per pixel is accepted")
	}
}

func TestWhatIsMissingIsFewRectangles(t *testing.T) {
	var list []image.Rectangle
	list = miss(list, image.Rect(5, 5, 5, 9))
	if len(list) != 0 {
		t.Errorf("an empty rectangle counts as missing: %v", list)
	}
	for i := range 1000 {
		list = miss(list, image.Rect(i, 0, i+1, 10))
		list = miss(list, image.Rect(i, 5, i+1, 10))
	}
	all := image.Rectangle{}
	for _, r := range list {
		all = all.Union(r)
	}
	if len(list) > 32 || all != image.Rect(0, 0, 1000, 10) {
		t.Errorf("%d rectangles, together %v", len(list), all)
	}
}

func TestWantedColoursCoverTheCubeAtAnyTime(t *testing.T) {
	list := wanted([]uint32{0x12141c, 0x7aa2f7})
	if list[2] != 0x12141c || list[3] != 0x7aa2f7 {
		t.Errorf("the named colours do not come first: %06x", list[:6])
	}
	for _, length := range []int{100, 150, len(list)} {
		worst := 0
		for _, rgb := range []uint32{0xff0000, 0x00ff00, 0x0000ff, 0xffff00, 0x00ffff, 0xff00ff, 0x804020, 0x204080, 0x408020} {
			best := math.MaxInt
			for _, have := range list[:length] {
				best = min(best, distance(rgb, have))
			}
			worst = max(worst, best)
		}
		if most := distance(0, 0x666666); worst > most {
			t.Errorf("with %d colours, the nearest is off by %d, want at most %d", length, worst, most)
		}
	}
}

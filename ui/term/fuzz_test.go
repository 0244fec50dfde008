package term

import (
	"bytes"
	"context"
	"io"
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"

	"attic/desk"
	"attic/desk/command"
	"attic/dev/desktest"
	"attic/game"
	"attic/games"
	"attic/match/store"
	"attic/table"
)

// answers are bytes that terminals send: complete, truncated and odd ones.
var answers = []string{
	"\x1b]11;?\a", "\x1b]11;rgb:ffff\a", "\x1b]11;black\a", "\x1b]11;\a", "\x1b]11\a", "\x1b]11;#000\a", "\x1b]11;rgb:zz/zz/zz\x1b\\",
	"\x1b]11;rgba:0000/0000/0000/ffff\a", "\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\", "\x1b]10;rgb:ff\a", "\x1b]12;?\a", "\x1b]52;c;!\a", "\x1b]4;1;rgb:\a",
	"\x1b[6;0;0t\x1b[?62;4c", "\x1b[6;16;8t\x1b[?62;4;22c\x1b[?1;2c", "\x1b[6;-1;99999999t", "\x1b[6t\x1b[4t\x1b[4;0;0t", "\x1b[?c\x1b[c\x1b[?0c",
	"\x1b_Gi=1096037481;OK\x1b\\\x1b[?62c", "\x1b_G\x1b\\", "\x1b_Gi=;;\x1b\\", "\x1b[?2026;2$y\x1b[8;1$y\x1b[?2026$y\x1b[$y", "\x1b[?31u\x1b[?u",
	"\x1b[<0;1;1M\x1b[<0;1;1m", "\x1b[<0;99999;99999M\x1b[<35;0;0M\x1b[<64;0;-5M", "\x1b[M   \x1b[M\xff\xff\xff", "\x1b[<0;20;9M\x1b[<32;60;12M\x1b[<0;60;12m",
	"\x1b[8;1;1t\x1b[48;24;80;0;0t", "\x1b[97;5u\x1b[1114112u\x1b[99999999;1:3;0u\x1b[57442;1:3u", "\x1b[27;5;99~", "\x1b[0;0;0;0;0;0_", "\x1b[13;28;13;1;0;1_",
	"\x1b[200~i10\n\xff\x00\x1b[201~", "\x1b[200~never ended", "\x1bP1$r\x1b\\\x1bP>|\x1b\\\x1bP!|\x1b\\", "\x1b[1;1R\x1b[I\x1b[O\x1b[?997;1n",
	":name 漢字かな\r", ":name e\u0301\u202e🇩🇪\r", "\x1b\x1b\x1b", "\x9b", "?", ":i10\rq", "\xff\xfe\u0301",
}

// FuzzWhatATerminalSends sends bytes to the full screen, at the start and in the middle of a game, from a terminal of this machine and from one that is
// far. No bytes may end the program, and each event is followed by a page.
func FuzzWhatATerminalSends(f *testing.F) {
	for i, text := range answers {
		f.Add([]byte(text), uint8(i))
		f.Add([]byte(text), uint8(i+len(places)))
	}
	f.Fuzz(func(t *testing.T, sent []byte, at uint8) {
		t.Chdir(t.TempDir()) // a game may be saved under any name
		where := places[int(at)%len(places)]
		c := desk.Config{Games: games.All(), Store: store.Open(t.TempDir(), games.Find), Paused: true, Open: func(g game.Game, wish store.GameSettings) (*table.Table, error) {
			return desktest.Seat(t, g.Info().Name, wish.Opponent), nil
		}}
		if where.game != "" {
			c.Table = desktest.Seat(t, where.game, "2")
		}
		config := Config{Desk: c, Env: []string{"TERM=xterm-256color"}, Far: &Far{Turn: func(took time.Duration) {}}}
		if !where.far {
			config.Desk.May = command.Everything
		}
		s := newScreen(config)
		l := &loop{page: s, in: &bytes.Buffer{}, out: io.Discard, far: config.Far, size: where.size, msgs: make(chan uv.Event, mostMessages), errs: make(chan error, 1), ended: make(chan struct{})}
		l.output = &output{to: l.out}
		defer func() { close(l.ended); close(s.done); must(t, s.desk.Close()) }()
		take := func(msg uv.Event) {
			_, err := l.update(msg)
			must(t, err)
			must(t, l.output.draw(l.page.View()))
		}
		take(colorprofile.TrueColor)
		take(resizedMsg{})
		for _, key := range where.keys {
			take(uv.KeyPressEvent(uv.Key{Code: key, Text: string(key)}))
		}
		events := make(chan uv.Event, mostMessages)
		go func() {
			defer close(events)
			_ = uv.NewTerminalReader(bytes.NewReader(sent), "xterm").StreamEvents(context.Background(), events) // a buffer has no errors
		}()
		for e := range events {
			take(e)
		}
		l.output.leave()
	})
}

// places are the pages on which a person may be when a terminal sends something.
var places = []struct {
	game string // "": the menu
	keys string // the keys pressed before
	size Size
	far  bool
}{
	{"", "", Size{W: 80, H: 24}, false},
	{"atom4", "", Size{W: 100, H: 40, Wide: 800, High: 640}, false},
	{"ataxx", ":", Size{W: 80, H: 24}, true},
	{"atommaster", "", Size{W: 60, H: 20, Wide: 600, High: 400}, true},
	{"ataxx", "n", Size{W: 120, H: 40}, false},
	{"atom4", "?", Size{W: 60, H: 20}, false},
	{"", "", Size{W: 1, H: 1}, true},
}

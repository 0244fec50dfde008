//go:build unix

package term

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// A character that is wide or consists of several runes is edited as one character, and the cursor is at
// the right place.
func TestLinesOfAnyScript(t *testing.T) {
	for _, c := range []struct{ typed, line string }{
		{"ab\x7fc\r", "ac"},
		{"漢字\x7fx\x1b[D\x1b[Dy\r", "y漢x"},
		{"e\u0301o\u0308\x7fx\x1b[D\x1b[Dy\x1b[Cz\r", "ye\u0301zx"},
		{"👍a\x02\x02\x06b\r", "👍ba"},
		{"漢[x\r", "漢[x"},
		{"שלום\x7f!\r", "שלו!"},
		{"漢\r", "漢"},
		{"漢\x15字\r", "字"},
		{"ti\t字\r", "time字"},
		{"漢ti\t\r", "漢time"},
	} {
		master, slave, err := pty.Open()
		must(t, err)
		must(t, pty.Setsize(slave, &pty.Winsize{Rows: 10, Cols: 60}))
		e, err := NewEditor(NewInput(slave, func() {}), slave, false)
		must(t, err)
		e.SetPrompt("> ")
		e.Complete(func(line string) []string { return []string{line + "me"} })
		screen := vt.NewEmulator(60, 10)
		shown := make(chan struct{})
		go func() {
			defer close(shown)
			var said string
			for block := make([]byte, 4096); !strings.Contains(said, "\r\n"); { // until the line has ended
				n, err := master.Read(block)
				if err != nil {
					return
				}
				said += string(block[:n])
				_, _ = screen.Write(block[:n]) // never fails
			}
		}()
		line := make(chan string)
		go func() {
			text, _ := e.ReadLine() // after an error, the line is not the wanted one
			line <- text
		}()
		for rest := c.typed; rest != ""; { // byte by byte, but the key Escape would be a part of another key that comes late
			n := 1
			if rest[0] == '\x1b' {
				n = len("\x1b[D")
			}
			_, err := io.WriteString(master, rest[:n])
			must(t, err)
			rest = rest[n:]
		}
		if got := <-line; got != c.line {
			t.Errorf("%q gives %q, want %q", c.typed, got, c.line)
		}
		<-shown
		bare := func(text string) string { return strings.TrimSpace(strings.ReplaceAll(text, "\u0301", "")) } // the emulator loses some marks
		if got, _, _ := strings.Cut(screen.String(), "\n"); bare(got) != bare("> "+c.line) {
			t.Errorf("%q is shown as %q, want %q", c.typed, got, "> "+c.line)
		}
		must(t, master.Close())
	}
}

// A combining mark belongs to its letter even if its bytes arrive one by one.
func TestBytesOfAMark(t *testing.T) {
	k := keys{in: iotest.OneByteReader(strings.NewReader("e\u0301x"))}
	var got []byte
	for block := make([]byte, 16); ; {
		n, err := k.Read(block)
		got = append(got, block[:n]...)
		if err != nil {
			break
		}
	}
	if want := "e" + string(rune(shapedBack)) + k.shaped("e\u0301") + "x"; string(got) != want {
		t.Errorf("the editor gets %q, want %q", got, want)
	}
}

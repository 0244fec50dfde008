package term

import (
	"io"
	"os"
	"regexp"
	"sync"
	"time"
)

// Input is a terminal from which a program reads keys. It notices Ctrl-C even when the program hangs and reads no keys: in the raw
// mode of a terminal, Ctrl-C is a key, not a signal.
type Input struct {
	file
	interrupt func()

	mu      sync.Mutex
	reading bool   // Read is running
	ahead   []byte // keys read ahead of Read
	presses int    // the presses of Ctrl-C that have had no effect yet
	guarded int    // the number of the latest guard: earlier guards end
}

// file is the interface that makes the library for keys treat Input as a file.
type file interface {
	io.ReadWriteCloser
	descriptor
	Name() string
}

// deaf is the time that keys may stay unread before Input reads them itself, and that Ctrl-C may remain without effect.
const deaf = 400 * time.Millisecond

// ctrlCs matches Ctrl-C as terminals send it: as one byte, and in the protocols of Kitty and xterm.
var ctrlCs = regexp.MustCompile(`\x03|\x1b\[99;5(:1)?u|\x1b\[27;5;99~`)

// NewInput returns the Input of a terminal. It calls interrupt, on another goroutine, once Ctrl-C has been pressed twice without
// effect.
func NewInput(f *os.File, interrupt func()) *Input { return &Input{file: f, interrupt: interrupt} }

// Read implements [io.Reader].
func (in *Input) Read(p []byte) (int, error) {
	in.mu.Lock()
	in.reading = true
	if len(in.ahead) > 0 {
		n := copy(p, in.ahead)
		in.ahead = in.ahead[n:]
		in.rest()
		in.mu.Unlock()
		return n, nil
	}
	in.mu.Unlock()
	n, err := in.file.Read(p)
	in.mu.Lock()
	defer in.mu.Unlock()
	in.press(p[:n])
	in.rest()
	return n, err
}

func (in *Input) rest() {
	in.reading = false
	in.guarded++
	now := in.guarded
	time.AfterFunc(deaf, func() { in.guard(now) })
}

func (in *Input) press(keys []byte) {
	n := len(ctrlCs.FindAllIndex(keys, -1))
	in.presses += n
	if n > 0 && in.presses > 1 {
		time.AfterFunc(deaf, in.give)
	}
}

// give calls interrupt unless Ctrl-C has had an effect in the meantime.
func (in *Input) give() {
	in.mu.Lock()
	ignored := in.presses > 1
	in.mu.Unlock()
	if ignored {
		in.interrupt()
	}
}

// guard reads keys ahead until Read is called; number identifies the call of rest that started it. A program that fills the screen
// waits for keys without reading, so guard takes keys only after they have been unread for a while.
func (in *Input) guard(number int) {
	for {
		in.mu.Lock()
		over := in.reading || in.guarded != number
		in.mu.Unlock()
		if over {
			return
		}
		if !readable(in) {
			continue
		}
		<-time.After(deaf)
		in.mu.Lock()
		if in.reading || in.guarded != number {
			in.mu.Unlock()
			return
		}
		block := make([]byte, 256)
		n, err := in.file.Read(block) // does not wait
		in.ahead = append(in.ahead, block[:n]...)
		in.press(block[:n])
		in.mu.Unlock()
		if err != nil || n == 0 {
			return
		}
	}
}

// handled records that up to n presses of Ctrl-C have had their effect.
func (in *Input) handled(n int) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.presses -= min(n, in.presses)
}

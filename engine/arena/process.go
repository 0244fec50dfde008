package arena

import (
	"bytes"
	"fmt"
	"os/exec"
	"strings"
	"sync"

	"attic/internal/phrase"
)

// start starts the program of an engine in a process group of its own, so that Ctrl-C does not reach it and its child processes end
// with it. who is its name in the log.
func start(command []string, who string, c Config) (link, error) {
	cmd := exec.Command(command[0], command[1:]...)
	group(cmd)
	cmd.WaitDelay = leave
	cmd.Dir = c.Dir
	last := &tail{log: c.Log, who: who}
	cmd.Stderr = last
	in, err := cmd.StdinPipe()
	if err != nil {
		return link{}, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return link{}, err
	}
	if err := cmd.Start(); err != nil {
		return link{}, fmt.Errorf("cannot start the engine %s: %w", phrase.Name(command[0]), err)
	}
	return link{in: in, out: out, who: who, end: sync.OnceValue(func() string {
		killGroup(cmd) // before Wait, while the process ID still belongs to it
		how := ""
		if err := cmd.Wait(); err != nil {
			how = " (" + err.Error() + ")"
		}
		if line := last.last(); line != "" {
			how += ": " + line
		}
		return how
	})}, nil
}

// tail keeps the last tailSize bytes written to it, and writes all lines to a log.
type tail struct {
	log  *Log
	who  string
	mu   sync.Mutex
	text []byte
	line []byte // the last line, still without its end
}

const tailSize = 4 << 10

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.line = append(t.line, p...)
	for i := bytes.IndexByte(t.line, '\n'); i >= 0; i = bytes.IndexByte(t.line, '\n') {
		t.log.say(t.who+complained, string(t.line[:i]))
		t.line = t.line[i+1:]
	}
	t.line = t.line[max(0, len(t.line)-tailSize):]
	t.text = append(t.text, p[max(0, len(p)-tailSize):]...)
	if extra := len(t.text) - tailSize; extra > 0 {
		t.text = t.text[extra:]
	}
	return len(p), nil
}

// last returns the last line that is not empty, in the form of phrase.Name.
func (t *tail) last() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	list := strings.Split(strings.TrimSpace(string(t.text)), "\n")
	return phrase.Name(strings.TrimSpace(list[len(list)-1]))
}

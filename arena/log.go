package arena

import (
	"fmt"
	"io"
	"sync"
	"time"

	"attic/internal/phrase"
)

// Log writes down what engines and the match say, a line each: the time, who it is, and what was said. Behind a name stands > for
// what an engine was told, < for what it said and ! for what it wrote on standard error.
type Log struct {
	mu      sync.Mutex
	to      io.Writer
	now     func() time.Time
	engines int
	err     error
}

// NewLog returns a Log that writes to a writer, each line with one Write.
func NewLog(to io.Writer) *Log { return &Log{to: to, now: time.Now} }

// Err returns the first error of the writer. Nothing is written after it.
func (l *Log) Err() error {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}

// engine returns a number for an engine that is started.
func (l *Log) engine() int {
	if l == nil {
		return 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.engines++
	return l.engines
}

// say writes a line.
func (l *Log) say(who, what string) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err == nil {
		_, l.err = fmt.Fprintf(l.to, "%s  %s  %s\n", l.now().Format("2006-01-02 15:04:05.000"), who, phrase.Printable(what))
	}
}

// told, heard and complained are between the name of an engine and a line, by who has said it to whom.
const (
	told       = " >"
	heard      = " <"
	complained = " !"
)

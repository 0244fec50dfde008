package arena

import (
	"fmt"
	"io"
	"sync"
	"time"

	"attic/internal/phrase"
)

// Log records the lines of engines and of the match: the time, the name and the text. After the name of an engine, > marks a line sent to
// it, < its answer and ! its standard error. A nil Log records nothing. Its methods may be called concurrently.
type Log struct {
	mu      sync.Mutex
	to      io.Writer
	now     func() time.Time
	engines int
	err     error
}

// NewLog returns a Log that writes its lines to a writer, each with a single Write.
func NewLog(to io.Writer) *Log { return &Log{to: to, now: time.Now} }

// Err returns the first error of the writer, after which nothing more is written.
func (l *Log) Err() error {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}

// engine returns the number of an engine that is being started, from 1; 0 for a nil Log.
func (l *Log) engine() int {
	if l == nil {
		return 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.engines++
	return l.engines
}

// say records the line what under the name who.
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

// told, heard and complained are the marks after an engine's name: for lines to it, lines from it, and its standard error.
const (
	told       = " >"
	heard      = " <"
	complained = " !"
)

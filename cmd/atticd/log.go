package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"

	"attic/internal/phrase"
)

// newLog returns a log for the operator, with one line for each message: text after "atticd: ", or JSON with fields such as table and event.
func newLog(to io.Writer, form string) *slog.Logger {
	if form == "json" {
		return slog.New(slog.NewJSONHandler(to, nil))
	}
	return slog.New(&plain{to: to, least: slog.LevelInfo})
}

// toolLog returns a log for commands other than serving. It writes only warnings and errors.
func toolLog(to io.Writer) *slog.Logger { return slog.New(&plain{to: to, least: slog.LevelWarn}) }

// plain is the slog.Handler of the text form. Fields that the text does not contain follow it in brackets; a stack follows on separate lines.
type plain struct {
	mu    sync.Mutex
	to    io.Writer
	least slog.Level
}

// said are the fields that the text form leaves out, since the text is enough for people.
var said = map[string]bool{"table": true, "event": true}

func (p *plain) Enabled(_ context.Context, l slog.Level) bool { return l >= p.least }

func (p *plain) Handle(_ context.Context, r slog.Record) error {
	text, stack := r.Message, ""
	var more []string
	r.Attrs(func(a slog.Attr) bool {
		if a.Key == "stack" {
			for line := range strings.Lines(a.Value.String()) {
				stack += "    " + phrase.Printable(strings.TrimSpace(line)) + "\n"
			}
		} else if !said[a.Key] {
			more = append(more, fmt.Sprintf("%s: %v", a.Key, a.Value))
		}
		return true
	})
	if len(more) > 0 {
		text += " (" + strings.Join(more, ", ") + ")"
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	_, err := fmt.Fprintf(p.to, "atticd: %s\n%s", phrase.Printable(text), stack)
	return err
}

func (p *plain) WithAttrs([]slog.Attr) slog.Handler { return p }
func (p *plain) WithGroup(string) slog.Handler      { return p }

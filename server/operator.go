package server

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"attic/table"
)

// operator reports faults to the operator, each fault once. Whoever holds another lock may call its methods.
type operator struct {
	log     *slog.Logger
	counts  counts
	figures []figure // added by Hall.Figure

	mu      sync.Mutex
	why     string            // why nothing can be written; "": writing works
	untold  map[string]string // what went wrong since the last beat, by table; the key "" stands for everything else
	told    map[string]string // what was reported about each table since it was opened
	failing map[string]bool   // kinds of requests that could not be carried out
}

func newOperator(log *slog.Logger) *operator {
	return &operator{log: log, untold: map[string]string{}, told: map[string]string{}, failing: map[string]bool{}}
}

// trouble returns the known reason why nothing can be written, or "".
func (o *operator) trouble() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.why
}

// opened records that a table was opened, so that a fault at this table is reported again.
func (o *operator) opened(table string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.told, table)
}

// failed stores a fault at a table for the next beat, or, if table is "", a fault elsewhere.
func (o *operator) failed(table, text string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if table == "" || o.told[table] != text {
		o.untold[table] = text
		o.counts.refused.Store(true)
	}
}

// troubled logs err, the reason why nothing can be written, when err first occurs, and logs when err is nil again. While err is nil, it also logs
// faults at single tables.
func (o *operator) troubled(err error) {
	o.mu.Lock()
	was, all := o.why, o.untold
	o.untold = map[string]string{}
	if o.why = ""; err != nil {
		o.why, all = err.Error(), nil
	}
	for table, text := range all {
		if table != "" {
			o.told[table] = text
		}
	}
	o.mu.Unlock()
	switch {
	case err != nil && was == "":
		o.log.Error(err.Error(), "event", "unwritable")
	case err == nil && was != "":
		o.log.Info("the hall can take moves again", "event", "writable")
	}
	for table, text := range all {
		fields := []any{"event", "failed"}
		if table != "" {
			fields = append(fields, "table", table)
		}
		o.log.Warn(text, fields...)
	}
}

// outcome is the answer to a request, and the error if the request was refused.
type outcome struct {
	http.ResponseWriter
	err error
}

// Unwrap returns the answer for http.ResponseController.
func (o *outcome) Unwrap() http.ResponseWriter { return o.ResponseWriter }

// answered logs when requests of a kind begin to fail, and when they work again. err is the error of a request.
func (o *operator) answered(kind string, err error) {
	why, refused := errors.AsType[*Refusal](err)
	fails := err != nil && (!refused || why.Code == "busy")
	if refused && !fails || why == errClosing || why == errDamaged || why == errCrowded {
		return
	}
	o.mu.Lock()
	was := o.failing[kind]
	if o.failing[kind] = fails; !fails {
		delete(o.failing, kind)
	}
	o.mu.Unlock()
	switch {
	case fails && !was:
		o.log.Warn(fmt.Sprintf("requests are refused: %s: %v", kind, err), "event", "failed")
	case was && !fails:
		o.log.Info("requests work again: "+kind, "event", "failed")
	}
}

// seldomRate limits the log lines that strangers can cause.
var seldomRate = table.Rate{Burst: 20, Steady: 1. / 60}

// Seldom returns a function that logs lines that strangers can cause as often as they like. The lines get the field event. So that nobody can fill
// the disk, each text is logged at most once an hour, and at most 20 lines are logged in a row, then one per minute. Each line reports the number of
// lines omitted before it. Several goroutines may call the function.
func Seldom(log *slog.Logger, event string) func(text string) {
	rate, told, out := seldomRate, map[string]time.Time{}, 0
	var mu sync.Mutex
	return func(text string) {
		mu.Lock()
		defer mu.Unlock()
		now := time.Now()
		if at, ok := told[text]; ok && now.Sub(at) < time.Hour || !rate.Allow(now) {
			out++
			return
		}
		if len(told) >= mostOwn {
			clear(told)
		}
		told[text] = now
		if out > 0 {
			text = fmt.Sprintf("%s (%d earlier lines of this kind were left out)", text, out)
		}
		out = 0
		log.Warn(text, "event", event)
	}
}

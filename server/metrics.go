package server

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"attic/match"
)

// counts holds the hall's counters for the operator. Its fields may be used by several goroutines.
type counts struct {
	connections           atomic.Int64  // the connections of players and spectators
	moves                 atomic.Uint64 // moves that are on the disk
	failed, unknown       atomic.Uint64 // writes to the log of a game, by their outcome
	lost, passed          atomic.Uint64 // tables lost to another process; connections passed on to another process
	checked, faults, last atomic.Uint64 // games and faults found by the verification, and when it last finished, in seconds since 1970
	refused               atomic.Bool   // a write has failed since the last check whether the hall can write
	appends               histogram
}

// histogram counts durations.
type histogram struct {
	mu  sync.Mutex
	in  [len(bounds) + 1]uint64 // the number of durations, by the smallest bound that they do not exceed
	sum time.Duration
}

var bounds = [...]time.Duration{
	500 * time.Microsecond, time.Millisecond, 2500 * time.Microsecond, 5 * time.Millisecond, 10 * time.Millisecond, 25 * time.Millisecond, 50 * time.Millisecond,
	100 * time.Millisecond, 250 * time.Millisecond, 500 * time.Millisecond, time.Second, 2500 * time.Millisecond,
}

func (h *histogram) add(d time.Duration) {
	i := 0
	for i < len(bounds) && d > bounds[i] {
		i++
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.in[i]++
	h.sum += d
}

// moves reports whether a line of a journal is a move by a player.
func moves(line string) bool {
	if rest, ok := strings.CutPrefix(line, "act "); ok {
		_, line, _ = strings.Cut(rest, " ")
	}
	return strings.HasPrefix(line, "move ") || strings.HasPrefix(line, "secret ")
}

// wrote counts a write to the log of a game.
func (c *counts) wrote(took time.Duration, lines []string, err error) {
	c.appends.add(took)
	switch {
	case err == nil:
		for _, line := range lines {
			if moves(line) {
				c.moves.Add(1)
			}
		}
	case errors.Is(err, match.ErrUnknown):
		c.unknown.Add(1)
		c.refused.Store(true)
	case !errors.Is(err, match.ErrMoved):
		c.failed.Add(1)
		c.refused.Store(true)
	}
}

// Figure adds a figure to the hall's metrics; kind is gauge or counter. Call it before anybody requests the metrics.
func (h *Hall) Figure(name, kind, help string, value func() float64) {
	h.operator.figures = append(h.operator.figures, figure{name, kind, help, value})
}

// figure is a figure that a user of the hall has added.
type figure struct {
	name, kind, help string
	value            func() float64
}

// figures writes figures in the text format of Prometheus, version 0.0.4.
type figures struct{ to *bufio.Writer }

// of writes a figure. kind is gauge, or counter for a figure that only grows until the hall is restarted.
func (f figures) of(name, kind, help string, value float64) {
	f.head(name, kind, help)
	fmt.Fprintf(f.to, "%s %s\n", name, number(value))
}

func (f figures) head(name, kind, help string) {
	fmt.Fprintf(f.to, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
}

func (f figures) times(name, help string, h *histogram) {
	f.head(name, "histogram", help)
	h.mu.Lock()
	in, sum := h.in, h.sum
	h.mu.Unlock()
	n := uint64(0)
	for i := range in {
		n += in[i]
		bound := "+Inf"
		if i < len(bounds) {
			bound = number(bounds[i].Seconds())
		}
		fmt.Fprintf(f.to, "%s_bucket{le=%q} %d\n", name, bound, n)
	}
	fmt.Fprintf(f.to, "%s_sum %s\n%s_count %d\n", name, number(sum.Seconds()), name, n)
}

func number(value float64) string { return strconv.FormatFloat(value, 'g', -1, 64) }

// metrics writes the hall's metrics in the format of Prometheus.
func (h *Hall) metrics(w io.Writer) error {
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	h.tables.mu.Lock()
	all, open, waiting, watchers, damaged, closed := h.tables.there(), len(h.tables.open), h.lobby.audience.size(), 0, len(h.tables.damaged)+len(h.tables.broken)+len(h.people.faults()), h.tables.closing()
	for s := range h.tables.open {
		watchers += s.watchers
	}
	h.tables.mu.Unlock()
	running, queued := h.pool.Searches()
	c := &h.operator.counts
	ready := 1.0
	if closed || h.operator.trouble() != "" {
		ready = 0
	}
	f := figures{bufio.NewWriter(w)}
	f.of("attic_ready", "gauge", "1 if the hall can take moves now, 0 if not; /readyz reports the reason.", ready)
	f.of("attic_tables", "gauge", "Tables that the hall knows.", float64(all))
	f.of("attic_tables_open", "gauge", "Tables that this process has in memory.", float64(open))
	f.of("attic_tables_damaged", "gauge", "Tables that are closed because their log is damaged, and entries of tables and people that cannot be read.", float64(damaged))
	f.of("attic_connections", "gauge", "Connections of players and spectators.", float64(c.connections.Load()))
	f.of("attic_spectators", "gauge", "Spectators at the tables that this process has in memory.", float64(watchers))
	f.of("attic_lobby_waiting", "gauge", "Browsers that are waiting for changes of the lobby.", float64(waiting))
	f.of("attic_lobby_refused_total", "counter", "Browsers that were refused the stream of lobby changes, or lost it, because too many were connected.", float64(h.lobby.audience.displaced.Load()))
	f.of("attic_moves_total", "counter", "Moves that were written to the disk, and then acknowledged.", float64(c.moves.Load()))
	f.times("attic_append_seconds", "How long writes to the logs of games took.", &c.appends)
	f.of("attic_appends_failed_total", "counter", "Writes to the logs of games that failed.", float64(c.failed.Load()))
	f.of("attic_appends_unknown_total", "counter", "Writes to the logs of games whose outcome was unknown.", float64(c.unknown.Load()))
	f.of("attic_refusals_total", "counter", "Requests, joins and messages that were refused because too many came from one address.",
		float64(h.guards.refused()))
	f.of("attic_searches_running", "gauge", "Searches by the computer that are running now.", float64(running))
	f.of("attic_searches_waiting", "gauge", "Searches by the computer that are waiting for a processor.", float64(queued))
	f.of("attic_claims_lost_total", "counter", "Tables that another process took over.", float64(c.lost.Load()))
	f.of("attic_connections_passed_total", "counter", "Connections that were passed on to the process that has the table open.", float64(c.passed.Load()))
	f.of("attic_verify_games_total", "counter", "Games that the nightly verification has read.", float64(c.checked.Load()))
	f.of("attic_verify_faults_total", "counter", "Faults that the nightly verification has found.", float64(c.faults.Load()))
	f.of("attic_verify_finished_timestamp_seconds", "gauge", "Time of the last completed nightly verification, in seconds since 1970; before the first, the time when the hall was opened; 0 if verification is off.", float64(c.last.Load()))
	for _, more := range h.operator.figures {
		f.of(more.name, more.kind, more.help, more.value())
	}
	f.of("go_goroutines", "gauge", "Goroutines of the process.", float64(runtime.NumGoroutine()))
	f.of("go_memstats_heap_alloc_bytes", "gauge", "Bytes of the heap in use.", float64(memory.HeapAlloc))
	return f.to.Flush()
}

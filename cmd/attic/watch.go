package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"attic/cmd/internal/shell"
	"attic/engine/arena"
	"attic/game"
	"attic/internal/phrase"
	"attic/ui/term"
)

// watcher shows the games of a match on the terminal while they are played. While the page is shown, it holds back printed text.
type watcher struct {
	game    game.Engines
	info    game.Info
	changed chan struct{}

	mu       sync.Mutex
	live     []arena.Live // by slot
	standing []string
	note     string
	on       bool // whether the terminal shows the games
	kept     bytes.Buffer
}

func newWatcher(g game.Game, games int) *watcher {
	return &watcher{game: g.(game.Engines), info: g.Info(), changed: make(chan struct{}, 1), live: make([]arena.Live, games), on: true}
}

// Write prints a text; if the page is shown, only after the person has left it.
func (w *watcher) Write(text []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.on {
		return w.kept.Write(text)
	}
	return shell.Out.Write(text)
}

// release prints the text that was held back.
func (w *watcher) release() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.on = false
	_, err := io.Copy(shell.Out, &w.kept)
	return err
}

func (w *watcher) update(change func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	change()
	select {
	case w.changed <- struct{}{}:
	default:
	}
}

func (w *watcher) take(l arena.Live) {
	w.update(func() { w.live[l.Slot] = l })
}

const mostRanks = 8

func (w *watcher) stands(t *arena.Tournament) {
	lines := []string{"after " + phrase.Count(t.Games(), "game") + ":"}
	if t.Games() == 1 {
		lines[0] = "after 1 game:"
	}
	for rank, n := range t.Ranking()[:min(len(t.Names), mostRanks)] {
		total := t.Total(n)
		line := fmt.Sprintf("%d  %s  %g of %d", rank+1, t.Names[n], total.Points(), total.Games())
		if elo, ok := total.Elo(); ok {
			line += ", Elo " + elo.String()
		}
		lines = append(lines, line)
	}
	w.update(func() { w.standing = lines })
}

// say shows a note above the list of keys, and reports whether the page is shown.
func (w *watcher) say(note string) bool {
	shown := false
	w.update(func() { w.note, shown = note, w.on })
	return shown
}

// watch plays a match by calling match and shows its games. It returns after the match is over and the person has left the page. If match
// fails, for instance when it is cancelled, the page closes.
func (w *watcher) watch(ctx context.Context, interrupt func(), match func() error) error {
	shown, leave := context.WithCancel(ctx)
	defer leave()
	over := make(chan error, 1)
	go func() {
		err := match()
		if err != nil {
			leave()
		}
		w.say("the match is over; press q for its result")
		over <- err
	}()
	err := w.show(shown, interrupt)
	if shown.Err() != nil {
		err = nil
	}
	return errors.Join(err, w.release(), <-over)
}

func (w *watcher) show(ctx context.Context, interrupt func()) error {
	settings := openStore().Profile.Settings()
	screen := look{theme: settings.Theme, ascii: settings.ASCII}.screenConfig()
	return term.Watch(ctx, term.Watching{
		Games: w.games, Changed: w.changed, Interrupt: interrupt,
		Style: screen.Style, In: screen.In, Out: screen.Out, Env: screen.Env,
	})
}

func (w *watcher) games() []term.WatchedGame {
	w.mu.Lock()
	defer w.mu.Unlock()
	var list []term.WatchedGame
	for _, l := range w.live {
		page := w.page(l)
		page.Standing, page.Note = w.standing, w.note
		list = append(list, page)
	}
	return list
}

func (w *watcher) page(l arena.Live) term.WatchedGame {
	if l.Number == 0 {
		return term.WatchedGame{Title: w.info.Title + ": no game here yet"}
	}
	g := term.WatchedGame{Title: fmt.Sprintf("%s, game %d", w.info.Title, l.Number), Moves: l.Moves}
	toMove := game.Nobody
	if l.Now != nil {
		g.View = l.Now.View()
		if !l.Over {
			toMove = l.Now.ToMove()
		}
	}
	if l.Over {
		g.Result = l.Result() + "  " + l.Why
	}
	for seat := range g.Players {
		p := &g.Players[seat]
		p.Name, p.ToMove = l.Names[seat], seat == toMove
		if seat < len(w.info.Seats) {
			p.Seat = w.info.Seats[seat].Name
		}
		used := l.Used[seat]
		left := l.Clocks[seat]
		if p.ToMove {
			used += time.Since(l.Since)
			left -= time.Since(l.Since)
		}
		if p.Clock = clockText(used) + " used"; l.Clocks[seat] > 0 {
			p.Clock = clockText(max(left, 0))
		}
		p.Thinks = w.thought(l.Told[seat])
	}
	return g
}

func (w *watcher) thought(r game.Report) string {
	var words []string
	if r.Scored {
		words = append(words, w.game.ScoreText(r))
	}
	if r.Depth > 0 {
		words = append(words, fmt.Sprintf("depth %d", r.Depth))
	}
	return strings.Join(append(words, r.Line...), " ")
}

// clockText returns a time in the form of a clock: 1:05, or 7.3 s below ten seconds.
func clockText(d time.Duration) string {
	if d < 10*time.Second {
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	s := int(d.Seconds())
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

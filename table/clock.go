package table

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"attic/game"
	"attic/internal/phrase"
	"attic/match"
)

// ClockRule is the time that each side gets: Each for the game, and Increment more after each of its moves. The zero value means
// that there is no clock.
type ClockRule struct {
	Each, Increment time.Duration
}

// The most that a ClockRule may have.
const (
	mostEach      = 24 * time.Hour
	mostIncrement = 10 * time.Minute
)

// lagCredit is how much of each turn of the guest is not counted, because the move and its answer travel.
const lagCredit = 300 * time.Millisecond

// ParseClock reads minutes plus seconds, such as "10+5", or "10".
func ParseClock(text string) (ClockRule, error) {
	minutes, seconds, plus := strings.Cut(text, "+")
	each, err := strconv.ParseFloat(minutes, 64)
	increment, more := 0.0, error(nil)
	if plus {
		increment, more = strconv.ParseFloat(seconds, 64)
	}
	r := ClockRule{time.Duration(each * float64(time.Minute)), time.Duration(increment * float64(time.Second))}
	if err != nil || more != nil || !(each > 0) || !(increment >= 0) || each > mostEach.Minutes() || increment > mostIncrement.Seconds() {
		return ClockRule{}, fmt.Errorf("%q is not a clock: write minutes plus seconds, such as 10+5", phrase.Clip(text))
	}
	return r, nil
}

// Clock is the time that the sides have left, as a Sight shows it. It is empty where there is no clock.
type Clock struct {
	Left  []time.Duration // by seat, at At
	Runs  int             // the seat whose time passes, or game.Nobody
	At    time.Time
	Extra time.Duration // after each move
}

// Of returns how much time a seat has at a moment.
func (c Clock) Of(seat int, now time.Time) time.Duration {
	left := c.Left[seat]
	if c.Runs == seat {
		left -= now.Sub(c.At)
	}
	return max(left, 0)
}

// ClockText writes a time left: 9:58, or 0:04.2 in the last ten seconds.
func ClockText(left time.Duration) string {
	if left < 10*time.Second {
		tenths := int(left / (100 * time.Millisecond))
		return fmt.Sprintf("0:%02d.%d", tenths/10, tenths%10)
	}
	seconds := int((left + time.Second - 1) / time.Second)
	return fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
}

// clock is the clock of a host's table.
type clock struct {
	rule  ClockRule
	now   Clock
	moved []bool // seats that have made their first move, from which on their time counts
	end   *time.Timer
}

// windUp sets the clock for a new game.
func (t *Table) windUp() {
	c := t.clock
	if c == nil {
		return
	}
	n := len(t.m.Players)
	c.now = Clock{Left: slices.Repeat([]time.Duration{c.rule.Each}, n), Runs: game.Nobody, At: time.Now(), Extra: c.rule.Increment}
	c.moved = make([]bool, n)
}

// press counts the time until a change, and lets that of the next side pass. The caller has put the change's match on the table.
func (t *Table) press(e Event) {
	c := t.clock
	if c == nil {
		return
	}
	switch e.What {
	case Began, Loaded, Round:
		t.windUp()
	}
	now, seat := time.Now(), c.now.Runs
	c.now.Left = slices.Clone(c.now.Left) // sights share it
	if seat >= 0 {
		c.now.Left[seat] = c.now.Of(seat, now)
		if spent := now.Sub(c.now.At); seat != t.m.Side {
			c.now.Left[seat] = min(c.now.Left[seat]+min(spent, lagCredit), c.rule.Each+c.rule.Increment)
		}
	}
	if e.What == Played && e.By >= 0 {
		if seat == e.By {
			c.now.Left[seat] += c.rule.Increment
		}
		c.moved[e.By] = true
	}
	c.now.At, c.now.Runs = now, game.Nobody
	t.stopClock()
	if to := t.m.ToMove(); to >= 0 && c.moved[to] {
		c.now.Runs = to
		left, turn := c.now.Left[to], t.turn
		if to != t.m.Side {
			left += lagCredit
		}
		c.end = time.AfterFunc(left, func() {
			t.mu.Lock()
			defer t.mu.Unlock()
			if turn.Err() == nil && t.clock == c && !t.closed {
				t.runOut(to)
			}
		})
	}
}

// stopClock ends the timer of the side whose time passes.
func (t *Table) stopClock() {
	if t.clock != nil && t.clock.end != nil {
		t.clock.end.Stop()
	}
}

// runOut ends the game because the time of a seat is over.
func (t *Table) runOut(seat int) {
	m, err := t.m.Stop(match.OutOfTime, seat)
	if err != nil { // it is over
		return
	}
	c := change{m: m, lines: []string{m.LastLine()}, event: Event{What: Resigned, By: seat}}
	if t.become(c) != nil {
		t.put(c, nil)
	}
}

var errClock = errors.New("the clock does not fit")

// followClock takes the host's clock over.
func (t *Table) followClock(c Clock) error {
	if len(c.Left) == 0 {
		t.clock = nil
		return nil
	}
	if len(c.Left) != len(t.game.Info().Seats) || c.Runs < game.Nobody || c.Runs >= len(c.Left) {
		return errClock
	}
	c.At = time.Now()
	t.clock = &clock{now: c}
	return nil
}

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

// ClockRule is the time that each side gets: Each for the whole game, plus Increment after each of its moves. If both fields are the same number of
// days, a side has that time for each move. The zero value means that there is no clock.
type ClockRule struct {
	Each, Increment time.Duration
}

// RunsOn reports whether the clock keeps running while a hall is down, because a side has at least a day.
func (r ClockRule) RunsOn() bool { return r.Each >= longTime }

// perMove reports whether a side has Each for each move.
func (r ClockRule) perMove() bool { return r.Increment >= longTime }

// The upper limits of a ClockRule, and other constants.
const (
	mostEach      = 24 * time.Hour
	mostIncrement = 10 * time.Minute
	mostDays      = 14 // for a move

	lagCredit  = 300 * time.Millisecond // the part of each turn of a guest that is not counted, because the last move and its answer take time to travel
	mostNumber = 1 << 39                // larger than every number of a clock, and smaller than every date
	longTime   = 24 * time.Hour         // a side with at least this time has a clock that keeps running while a hall is down
)

// ParseClock reads minutes and seconds per move, such as "10+5" or "10", or days for each move, such as "3d".
func ParseClock(text string) (ClockRule, error) {
	if number, ok := strings.CutSuffix(text, "d"); ok {
		if days, err := strconv.ParseUint(number, 10, 8); err == nil && 0 < days && days <= mostDays {
			each := time.Duration(days) * 24 * time.Hour
			return ClockRule{each, each}, nil
		}
	}
	minutes, seconds, plus := strings.Cut(text, "+")
	each, err := decimal(minutes)
	increment, more := 0.0, error(nil)
	if plus {
		increment, more = decimal(seconds)
	}
	r := ClockRule{time.Duration(each * float64(time.Minute)), time.Duration(increment * float64(time.Second))}
	if err != nil || more != nil || !(each > 0) || !(increment >= 0) || each > mostEach.Minutes() || increment > mostIncrement.Seconds() {
		return ClockRule{}, fmt.Errorf("%q is not a clock: write minutes plus seconds, such as 10+5, or 1d to %dd for days per move", phrase.Clip(text), mostDays)
	}
	return r, nil
}

// decimal reads a number of digits and at most one decimal point, and refuses any other form of a number.
func decimal(text string) (float64, error) {
	if strings.Trim(text, "0123456789.") != "" {
		return 0, strconv.ErrSyntax
	}
	return strconv.ParseFloat(text, 64)
}

// Clock is the time that the sides have left, as part of a Sight. It is empty in a game without a clock.
type Clock struct {
	Left  []time.Duration // by seat, at the time At
	Runs  int             // the seat whose clock runs, or game.Nobody
	At    time.Time
	Extra time.Duration // added after each move
}

// Days reports whether the clock has days for each move. Then a player need not be there all the time, so nobody can claim the game.
func (c Clock) Days() bool { return c.Extra >= longTime }

// Of returns how much time a seat has left at the time now.
func (c Clock) Of(seat int, now time.Time) time.Duration {
	left := c.Left[seat]
	if c.Runs == seat {
		left -= now.Sub(c.At)
	}
	return max(left, 0)
}

// ClockText writes a time left, such as 2 d 4 h, 5 h 03 min or 9:58, or 0:04.2 in the last ten seconds.
func ClockText(left time.Duration) string {
	switch minutes := int((left + time.Minute - 1) / time.Minute); {
	case left >= 24*time.Hour:
		hours := (minutes + 59) / 60
		if hours%24 == 0 {
			return fmt.Sprintf("%d d", hours/24)
		}
		return fmt.Sprintf("%d d %d h", hours/24, hours%24)
	case left >= 3*time.Hour:
		return fmt.Sprintf("%d h %02d min", minutes/60, minutes%60)
	}
	if left < 10*time.Second {
		tenths := int(left / (100 * time.Millisecond))
		return fmt.Sprintf("0:%02d.%d", tenths/10, tenths%10)
	}
	seconds := int((left + time.Second - 1) / time.Second)
	return fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
}

// clock is the clock of a host's table. Copies share no mutable data.
type clock struct {
	rule  ClockRule
	now   Clock
	moved uint16 // a bit for each seat that has made its first move, after which its time counts
	dated bool   // at a hall's table: the journal gets the time of day with each running clock
}

func newClock(rule ClockRule, seats int) clock {
	return clock{rule: rule, now: Clock{
		Left: slices.Repeat([]time.Duration{rule.Each}, seats), Runs: game.Nobody, At: time.Now(), Extra: rule.Increment,
	}}
}

// again returns the clock at the beginning of another game.
func (c clock) again(m match.Match) clock {
	next := newClock(c.rule, len(m.Players))
	next.dated = c.dated
	return next
}

// pressed returns the clock after an event that led to m: it subtracts the time up to now and starts the clock of the side to move. At the end
// of a turn it first deducts lagCredit, unless the player whose clock ran is near.
func (c clock) pressed(m match.Match, e Event, near bool, now time.Time) clock {
	if e.What == Began || e.What == Loaded || e.What == Round {
		return c.again(m)
	}
	c.now.Left = slices.Clone(c.now.Left)
	if seat := c.now.Runs; seat >= 0 {
		spent := now.Sub(c.now.At)
		if !near && m.ToMove() != seat {
			spent = max(spent-lagCredit, 0)
		}
		c.now.Left[seat] = max(c.now.Left[seat]-spent, 0)
		if e.What == Played && seat == e.By {
			if c.now.Left[seat] += c.rule.Increment; c.rule.perMove() {
				c.now.Left[seat] = c.rule.Each
			}
		}
	}
	if e.What == Played && e.By >= 0 {
		c.moved |= 1 << e.By
	}
	c.now.At, c.now.Runs = now, game.Nobody
	if to := m.ToMove(); c.counts(to) {
		c.now.Runs = to
	}
	return c
}

// counts reports whether the time of the side to move counts. Time counts from the side's second move on, but with days for each move it counts
// from the first move of the game on, because such a game cannot be claimed.
func (c clock) counts(to int) bool {
	return to >= 0 && (c.moved>>to&1 == 1 || c.moved != 0 && c.rule.perMove())
}

// text writes the clock for a journal: milliseconds of the rule and of each seat, the seats that have moved, and, for a running dated clock, the time
// since 1970.
func (c clock) text() string {
	numbers := []int64{c.rule.Each.Milliseconds(), c.rule.Increment.Milliseconds()}
	for _, left := range c.now.Left {
		numbers = append(numbers, left.Milliseconds())
	}
	numbers = append(numbers, int64(c.moved))
	if c.dated && c.now.Runs >= 0 {
		numbers = append(numbers, c.now.At.UnixMilli())
	}
	return strings.Trim(fmt.Sprint(numbers), "[]")
}

// readClock reads the result of clock.text, for a game that continues with m. The time of the side to move runs from now on. If the clock is dated,
// the time up to the parameter ran is deducted; if its rule has RunsOn, the time up to now.
func readClock(text string, m match.Match, ran time.Time) (clock, bool) {
	fields := strings.Fields(text)
	dated := len(fields) == 4+len(m.Players)
	if len(fields) != 3+len(m.Players) && !dated {
		return clock{}, false
	}
	var numbers []time.Duration
	for _, f := range fields {
		n, err := strconv.ParseInt(f, 10, 44)
		if date := dated && len(numbers) == len(fields)-1; err != nil || n < 0 || date != (n >= mostNumber) {
			return clock{}, false
		}
		numbers = append(numbers, time.Duration(n)*time.Millisecond)
	}
	c := newClock(ClockRule{numbers[0], numbers[1]}, len(m.Players))
	c.now.Left = numbers[2 : 2+len(m.Players)]
	c.moved = uint16(numbers[2+len(m.Players)] / time.Millisecond)
	if to := m.ToMove(); c.counts(to) {
		c.now.Runs = to
		if c.rule.RunsOn() {
			ran = c.now.At
		}
		if dated && !ran.IsZero() {
			since := time.UnixMilli(numbers[3+len(m.Players)].Milliseconds())
			c.now.Left[to] = max(c.now.Left[to]-max(ran.Sub(since), 0), 0)
		}
	}
	return c, true
}

// flags returns how long the side to move has left before a host has to end the game on time, or false if no clock runs here.
func (p *peer) flags(m match.Match, now time.Time) (left time.Duration, ok bool) {
	if p.clock == nil || !p.hosts() || p.clock.now.Runs < 0 {
		return 0, false
	}
	left = p.clock.now.Left[p.clock.now.Runs] - now.Sub(p.clock.now.At)
	if !p.near(m, p.clock.now.Runs) {
		left += lagCredit
	}
	return left, true
}

// Deadline returns the moment at which the time of the side to move runs out and the game ends, or the zero time if no clock runs here.
func (t *Table) Deadline() time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := time.Now()
	if left, ok := t.peer.flags(t.m, now); ok && !t.closed {
		return now.Add(left)
	}
	return time.Time{}
}

// followed returns the clock of a copy, made from the host's clock c, or nil if there is none.
func followed(c Clock, seats int) (*clock, error) {
	switch {
	case len(c.Left) == 0:
		return nil, nil
	case len(c.Left) != seats || c.Runs < game.Nobody || c.Runs >= seats:
		return nil, errors.New("the clock does not match")
	}
	c.At = time.Now()
	return &clock{now: c}, nil
}

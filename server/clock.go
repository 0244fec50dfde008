package server

import (
	"math"
	"strconv"
	"time"

	"attic/table"
)

// mostClock is the maximum number of characters in the text of a clock.
const mostClock = 16

// clock parses a clock in the form that people write. It also returns the canonical text, which is kept and sent; "" means no clock.
func clock(text string) (table.ClockRule, string, error) {
	if text == "" {
		return table.ClockRule{}, "", nil
	}
	if len(text) > mostClock {
		return table.ClockRule{}, "", refuse("game", "a clock, such as 10+5 or 3d, has at most %d characters", mostClock)
	}
	rule, err := table.ParseClock(text)
	if err != nil {
		return rule, "", refuse("game", "%v", err)
	}
	form := clockText(rule)
	again, err := table.ParseClock(form)
	if off := max(again.Each-rule.Each, rule.Each-again.Each, again.Increment-rule.Increment, rule.Increment-again.Increment); err != nil || off > time.Microsecond {
		return rule, "", refuse("game", "a clock has at most two digits after the point, such as 0.5+1.5")
	}
	return again, form, nil
}

// clockText returns the canonical text of a clock: without superfluous zeros, and with at most two digits after the point.
func clockText(r table.ClockRule) string {
	if day := 24 * time.Hour; r.Each == r.Increment && r.Each%day == 0 {
		return strconv.Itoa(int(r.Each/day)) + "d"
	}
	number := func(x float64) string { return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64) }
	text := number(max(r.Each.Minutes(), 0.01))
	if increment := number(r.Increment.Seconds()); increment != "0" {
		text += "+" + increment
	}
	return text
}

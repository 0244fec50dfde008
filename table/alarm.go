package table

import (
	"time"

	"attic/internal/rescue"
)

// alarm is something that happens at a table merely by the passing of time.
type alarm int

const (
	flagAlarm   alarm = iota // the time of the side to move is over
	claimAlarm               // the game can be claimed, or the guest of a claimed game does not come back
	beatAlarm                // the next heartbeat is due
	offerAlarm               // an offer has expired
	watchAlarm               // the players may be told again how many people watch
	sleepAlarm1              // the guest at the first place of a hall's table has been asleep for so long that it is told
	sleepAlarm2              // the same for the guest at the second place
	doubtAlarm               // the journal may say by now whether it holds a change
	alarmKinds
)

// alarms are the timers of a table.
type alarms struct {
	table *Table
	set   [alarmKinds]*time.Timer
}

// in lets do happen once after a time, under the lock of the table, unless this alarm is set again or stopped before. Call it under the lock.
func (a *alarms) in(k alarm, after time.Duration, do func()) {
	a.stop(k)
	var timer *time.Timer
	timer = time.AfterFunc(after, func() {
		a.table.mu.Lock()
		defer a.table.mu.Unlock()
		if a.set[k] == timer {
			a.set[k] = nil
			var broken error // the alarm has rung all the same
			defer rescue.Catch(&broken)
			do()
		}
	})
	a.set[k] = timer
}

// stop stops alarms. Call it under the lock.
func (a *alarms) stop(list ...alarm) {
	for _, k := range list {
		if a.set[k] != nil {
			a.set[k].Stop()
			a.set[k] = nil
		}
	}
}

// stopAll stops all alarms. Call it under the lock.
func (a *alarms) stopAll() {
	for k := range alarmKinds {
		a.stop(k)
	}
}

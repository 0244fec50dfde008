package turns

import (
	"syscall/js"
	"time"
)

// most is the longest time that a computation may run without a turn for the browser: half a frame.
const most = 8 * time.Millisecond

var (
	last    time.Time       // the end of the last turn
	waiting []chan struct{} // the goroutines that wait for the next turn of the browser
	channel = func() js.Value {
		channel := js.Global().Get("MessageChannel").New() // unlike a timer, it waits only for work that is due
		channel.Get("port1").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
			next := waiting
			waiting = nil
			for _, c := range next {
				close(c)
			}
			return nil
		}))
		return channel.Get("port2")
	}()
)

// Give lets the browser work; long computations call it about every millisecond. In a browser, a program receives keys and timers only
// while all its goroutines wait, so Give regularly waits until the browser has had a turn. Elsewhere it does nothing.
func Give() {
	if time.Since(last) < most {
		return
	}
	c := make(chan struct{})
	if waiting = append(waiting, c); len(waiting) == 1 {
		channel.Call("postMessage", 0)
	}
	<-c
	last = time.Now()
}

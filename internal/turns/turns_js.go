package turns

import (
	"syscall/js"
	"time"
)

// most is how long a computation may go on without a turn for the browser: half a frame.
const most = 8 * time.Millisecond

var (
	last    time.Time       // of the end of a turn
	waiting []chan struct{} // for the next turn of the browser
	channel = func() js.Value {
		channel := js.Global().Get("MessageChannel").New() // unlike a timer, it makes nobody wait longer than for what is due
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

// Give is called by long computations every millisecond or so. In a browser, where a program hears of keys and timers only while all of its
// goroutines wait, it waits from time to time until the browser has had a turn; elsewhere it does nothing.
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

//go:build !js

// Package turns shares the one thread that a program has in a browser.
package turns

// Give is called by long computations every millisecond or so. In a browser, where a program hears of keys and timers only while all of its
// goroutines wait, it waits from time to time until the browser has had a turn; elsewhere it does nothing.
func Give() {}

//go:build !js

// Package turns shares the single thread of a program in a browser.
package turns

// Give lets the browser work; long computations call it about every millisecond. In a browser, a program receives keys and timers only
// while all its goroutines wait, so Give regularly waits until the browser has had a turn. Elsewhere it does nothing.
func Give() {}

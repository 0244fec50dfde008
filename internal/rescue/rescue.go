// Package rescue keeps a panic in one goroutine from ending a process that many people share. Without a call of With, a panic ends the process as
// usual, but first calls the function given to Last.
package rescue

import (
	"errors"
	"runtime/debug"
	"sync/atomic"
)

// ErrBroken is the error that people see when a function has panicked.
var ErrBroken = errors.New("something went wrong here; the hall has noted it")

var (
	tell atomic.Pointer[func(broken any, stack []byte)]
	last atomic.Pointer[func()]
)

// Last makes Run and Try call do before a panic ends the process, on any goroutine; do may be nil.
func Last(do func()) { last.Store(&do) }

// With makes Run and Try catch panics from now on, and call the function told with the value and the stack of each. After With(nil), panics end the
// process again.
func With(told func(broken any, stack []byte)) {
	if told == nil {
		tell.Store(nil)
		return
	}
	tell.Store(&told)
}

// Run calls do. If do panics, it returns ErrBroken, if With has been called. A mutex that the function do locks must be unlocked with defer, so that
// a panic does not leave it locked.
func Run(do func()) (err error) {
	return Try(func() error { do(); return nil })
}

// Try is like Run, but for a function that returns an error.
func Try(do func() error) (err error) {
	defer Catch(&err)
	return do()
}

// Catch, deferred by a function, handles a panic as Run does: it sets err to ErrBroken.
func Catch(err *error) {
	broken := recover()
	if broken == nil {
		return
	}
	told := tell.Load()
	if told == nil {
		if words := last.Load(); words != nil && *words != nil {
			(*words)()
		}
		panic(broken)
	}
	(*told)(broken, debug.Stack())
	*err = ErrBroken
}

// Package rescue keeps a panic in one goroutine from ending a process that many people share. Without With, a panic ends the process as usual, after
// a call of the function given to Last.
package rescue

import (
	"errors"
	"runtime/debug"
	"sync/atomic"
)

// ErrBroken is the error of what has panicked, for people.
var ErrBroken = errors.New("something went wrong here; the hall has noted it")

var (
	tell atomic.Pointer[func(broken any, stack []byte)]
	last atomic.Pointer[func()]
)

// Last makes Run and Try call do, on any goroutine, before a panic ends the process. nil: nothing is called.
func Last(do func()) { last.Store(&do) }

// With makes Run catch panics from now on, each of which it tells, with the stack. nil: panics end the process again.
func With(told func(broken any, stack []byte)) {
	if told == nil {
		tell.Store(nil)
		return
	}
	tell.Store(&told)
}

// Run calls do. If do panics, the error is ErrBroken. Nothing that others use may stay locked then: do unlocks with defer.
func Run(do func()) (err error) {
	return Try(func() error { do(); return nil })
}

// Try is Run for what returns an error.
func Try(do func() error) (err error) {
	defer Catch(&err)
	return do()
}

// Catch is what a function defers that panics as in Run: err then is ErrBroken.
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

//go:build !unix

package selfplay

// yield does nothing: this system has no such priorities.
func yield() {}

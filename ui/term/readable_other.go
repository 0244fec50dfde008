//go:build !unix

package term

import "time"

// readable waits for a tenth of a second. There is no way to tell whether a console has something to read.
func readable(descriptor) bool {
	<-time.After(100 * time.Millisecond)
	return false
}

//go:build !unix

package term

import (
	"os"
	"time"
)

// readable waits for a tenth of a second. There is no way to tell whether a console has something to read.
func readable(*os.File) bool {
	<-time.After(100 * time.Millisecond)
	return false
}

//go:build !unix

package term

import (
	"os"
	"time"
)

// readable waits for a tenth of a second. Whether something can be read from a console cannot be told.
func readable(*os.File) bool {
	<-time.After(100 * time.Millisecond)
	return false
}

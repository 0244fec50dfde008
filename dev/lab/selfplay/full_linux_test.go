package selfplay

import (
	"os"
	"strings"
	"testing"
)

// Writing to /dev/full fails with a clear error.
func TestAFullDiskIsSaid(t *testing.T) {
	file, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	w := &Writer{format: Format{Size: 2}, file: file}
	if err := w.Add([][]byte{{1, 2}, {3, 4}}); err == nil || !strings.Contains(err.Error(), "no space left") {
		t.Errorf("%v", err)
	}
}

package corpus

import (
	"os"
	"strings"
	"testing"
)

// /dev/full takes no byte: what cannot be written is said, once.
func TestAFullDiskIsSaid(t *testing.T) {
	file, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	w := &Writer{file: file}
	if err := w.Add(games(1, 2)); err == nil || !strings.Contains(err.Error(), "no space left") {
		t.Errorf("%v", err)
	}
}

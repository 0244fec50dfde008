//go:build unix

package term

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/creack/pty"
)

// A shorter text covers a longer one without escape codes, and the end leaves an empty line. A file stays empty.
func TestALineChangesInPlace(t *testing.T) {
	host, terminal, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer host.Close()
	defer terminal.Close()
	l := Line{Out: terminal}
	for _, text := range []string{"", "ten ░░ left", "two", "", ""} {
		l.Show(text)
	}
	const want = "\rten ░░ left\rtwo        \r   \r"
	got := make([]byte, len(want))
	if _, err := io.ReadFull(host, got); err != nil || string(got) != want {
		t.Errorf("it shows %q, want %q: %v", got, want, err)
	}
	file, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	l = Line{Out: file}
	l.Show("text")
	l.Show("")
	if info, err := file.Stat(); err != nil || info.Size() != 0 {
		t.Errorf("the file has %v bytes: %v", info, err)
	}
}

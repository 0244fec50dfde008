package corpus

import (
	"os"
	"os/signal"
	"syscall"
	"testing"

	"attic/dev/lab/selfplay"
)

// As many whole games are written as there is room for.
func TestAFullDiskKeepsWhatFits(t *testing.T) {
	folder := t.TempDir()
	all := games(1, 6)
	w, err := Format.Create(folder, "one", "net 1")
	if err != nil {
		t.Fatal(err)
	}
	head, err := os.Stat(w.Name())
	if err != nil {
		t.Fatal(err)
	}
	room := head.Size()
	for _, game := range all[:3] {
		room += int64(selfplay.HeadSize + Size*len(game))
	}
	// Beyond this size, the kernel refuses to let files of this process grow, as on a full disk.
	var was syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &was); err != nil {
		t.Fatal(err)
	}
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: uint64(room) + 20, Max: was.Max}); err != nil {
		t.Fatal(err)
	}
	err = w.Add(inBytes(all))
	if back := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &was); back != nil {
		t.Fatal(back)
	}
	if err == nil {
		t.Fatal("all of it was written")
	}
	c, err := Open(folder)
	if err != nil || c.Games() != 3 || c.Files[0].Torn != 0 {
		t.Errorf("%d games, want 3; %v", c.Games(), err)
	}
}

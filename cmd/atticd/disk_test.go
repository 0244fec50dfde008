//go:build torture && linux

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// disk is a file system of its own, ext4 in a file, that can lose power, hang, and be full. It needs root and Linux.
type disk struct {
	t   *testing.T
	at  string // where it is mounted
	img string
}

// The requests of Linux for a file system: FS_IOC_SHUTDOWN, FIFREEZE and FITHAW.
const (
	ioShutdown = 0x8004587d
	ioFreeze   = 0xc0045877
	ioThaw     = 0xc0045878
)

// newDisk makes a disk of the given size.
func newDisk(t *testing.T, megabytes int64) *disk {
	t.Helper()
	dir := t.TempDir()
	d := &disk{t, filepath.Join(dir, "disk"), filepath.Join(dir, "image")}
	err := os.Mkdir(d.at, 0o700)
	if err == nil {
		err = os.WriteFile(d.img, nil, 0o600)
	}
	if err == nil {
		err = os.Truncate(d.img, megabytes<<20)
	}
	if err != nil {
		t.Fatal(err)
	}
	d.run("mkfs.ext4", "-q", "-m", "0", d.img)
	d.mount()
	t.Cleanup(d.unmount)
	return d
}

func (d *disk) run(name string, args ...string) {
	d.t.Helper()
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		d.t.Fatalf("%s: %v: %s", name, err, out)
	}
}

func (d *disk) mount()   { d.run("mount", "-o", "loop", d.img, d.at) }
func (d *disk) unmount() { d.run("umount", d.at) }

func (d *disk) folder() string { return filepath.Join(d.at, "hall") }

func (d *disk) ask(what uint, how int) {
	d.t.Helper()
	f, err := os.Open(d.at)
	if err != nil {
		d.t.Fatal(err)
	}
	defer f.Close()
	if err := unix.IoctlSetPointerInt(int(f.Fd()), what, how); err != nil {
		d.t.Fatal(err)
	}
}

// powerOff ends all writing immediately. Everything that was neither synced nor written by the file system on its own is lost, including its log in
// memory.
func (d *disk) powerOff() { d.ask(ioShutdown, 2) }

// powerOn mounts the disk again, as a machine does when it starts. No program may be using it.
func (d *disk) powerOn() {
	d.unmount()
	d.mount()
}

// freeze makes all writers wait until thaw.
func (d *disk) freeze() { d.ask(ioFreeze, 0) }
func (d *disk) thaw()   { d.ask(ioThaw, 0) }

func (d *disk) fill() {
	f, err := os.Create(filepath.Join(d.at, "filler"))
	if err != nil {
		d.t.Fatal(err)
	}
	defer f.Close()
	for block := make([]byte, 64<<10); len(block) > 0; {
		if _, err := f.Write(block); err != nil {
			block = block[:len(block)/2]
		}
	}
}

// empty frees the space again.
func (d *disk) empty() {
	if err := os.Remove(filepath.Join(d.at, "filler")); err != nil {
		d.t.Fatal(err)
	}
}

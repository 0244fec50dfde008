package x11

import "golang.org/x/sys/unix"

// newSegment makes a segment of shared memory of at least size bytes, all zero. It goes by itself when the
// last one who has it lets go of it, and can be given to others by its number until then.
func newSegment(size int) (id int, memory []byte, err error) {
	id, err = unix.SysvShmGet(unix.IPC_PRIVATE, size, unix.IPC_CREAT|0o600)
	if err != nil {
		return 0, nil, err
	}
	memory, err = unix.SysvShmAttach(id, 0, 0)
	_, _ = unix.SysvShmCtl(id, unix.IPC_RMID, nil) // of Linux only: what is marked to go can still be attached
	return id, memory, err
}

// detachSegment lets go of a segment's memory, which must not be touched any more.
func detachSegment(memory []byte) { _ = unix.SysvShmDetach(memory) }

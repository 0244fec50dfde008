package x11

import "golang.org/x/sys/unix"

// newSegment makes a segment of shared memory of at least size bytes, all zero. The system deletes the segment
// when the last process detaches it; until then, other processes can attach it by its number, id.
func newSegment(size int) (id int, memory []byte, err error) {
	id, err = unix.SysvShmGet(unix.IPC_PRIVATE, size, unix.IPC_CREAT|0o600)
	if err != nil {
		return 0, nil, err
	}
	memory, err = unix.SysvShmAttach(id, 0, 0)
	_, _ = unix.SysvShmCtl(id, unix.IPC_RMID, nil) // on Linux, a segment marked for deletion can still be attached
	return id, memory, err
}

// detachSegment detaches a segment's memory, which must not be used any more.
func detachSegment(memory []byte) { _ = unix.SysvShmDetach(memory) }

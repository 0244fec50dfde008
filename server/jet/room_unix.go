//go:build unix

package jet

import "golang.org/x/sys/unix"

// room returns how many bytes can still be written in a folder.
func room(dir string) (uint64, error) {
	var s unix.Statfs_t
	if err := unix.Statfs(dir, &s); err != nil {
		return 0, err
	}
	return uint64(s.Bavail) * uint64(s.Bsize), nil
}

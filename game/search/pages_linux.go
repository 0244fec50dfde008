package search

import (
	"syscall"
	"unsafe"
)

// LargePages asks the system to keep a table in pages of 2 MB where it can, so that random accesses seldom wait for the address of a page. Linux
// gives large pages only to programs that ask for them, unless it is set up differently. It returns the table.
func LargePages[T any](table []T) []T {
	if n := len(table) * int(unsafe.Sizeof(*new(T))); n > 0 {
		_ = syscall.Madvise(unsafe.Slice((*byte)(unsafe.Pointer(&table[0])), n), syscall.MADV_HUGEPAGE) // without them the table is only slower
	}
	return table
}

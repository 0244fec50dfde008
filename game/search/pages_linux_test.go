package search

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"unsafe"
)

// The part of the process's memory that holds a table is marked for large pages, if the system has any.
func TestLargePages(t *testing.T) {
	_, none := os.Stat("/sys/kernel/mm/transparent_hugepage")
	table := newTable(8)
	middle := uintptr(unsafe.Pointer(&table.buckets[len(table.buckets)/2]))
	maps, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		t.Fatal(err)
	}
	within := false
	for line := range strings.Lines(string(maps)) {
		var from, to uintptr
		if n, _ := fmt.Sscanf(line, "%x-%x ", &from, &to); n == 2 {
			within = from <= middle && middle < to
		}
		if flags, ok := strings.CutPrefix(line, "VmFlags:"); ok && within {
			if strings.Contains(flags, " hg") != (none == nil) {
				t.Errorf("the memory of a table has the flags%s", flags)
			}
			return
		}
	}
	t.Error("no part of the memory holds the table")
}

//go:build !linux

package search

// LargePages does nothing on this system. It returns the table.
func LargePages[T any](table []T) []T { return table }

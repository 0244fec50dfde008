//go:build !unix || darwin

package x11

// hasX reports whether windows of this system are X windows.
const hasX = false

//go:build !unix || darwin

package x11

// hasX reports whether this system shows windows through X.
const hasX = false

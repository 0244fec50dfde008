package store

import (
	"crypto/rand"
	"os"
	"path/filepath"
	"strings"
)

// PageKey returns the key that lets a page host games through the program that serves it. It is the same every time, so that a page goes on
// when that program was started again, unless it cannot be kept.
func (s Store) PageKey() string {
	key := strings.ToLower(rand.Text())
	if s.dir == "" {
		return key
	}
	path := filepath.Join(s.dir, "page.key")
	if kept, err := os.ReadFile(path); err == nil && len(kept) == len(key) {
		return string(kept)
	}
	if makeDir(s.dir) == nil {
		_ = Replace(path, 0o600, writes([]byte(key)))
	}
	return key
}

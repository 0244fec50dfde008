package store

import (
	"crypto/rand"
	"os"
	"path/filepath"
	"strings"
)

const pageFile = "page.json"

// PageKey returns the key that lets a page host games through the program that serves it. It is the same every time, so that a page goes on
// when that program was started again, unless it cannot be kept.
func (p Profile) PageKey() string {
	key := strings.ToLower(rand.Text())
	if p.dir == "" {
		return key
	}
	earlier := filepath.Join(p.dir, "page.key") // of earlier versions
	_ = p.change(pageFile, func(o object) {     // without it, the page has a new key
		switch kept, _ := o["key"].(string); {
		case len(kept) == len(key):
			key = kept
			return
		default:
			if kept, err := os.ReadFile(earlier); err == nil && len(kept) == len(key) {
				key = string(kept)
			}
		}
		o["key"] = key
	})
	return key
}

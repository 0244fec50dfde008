// Command pack makes the core of the page smaller and compresses it: pack CORE PACKED SUM QUALITY. SUM gets the hash of what PACKED contains. A file that
// contains the same already stays as it is, because compressing takes longest.
package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/andybalholm/brotli"

	"attic/dev/slim"
)

func main() {
	if err := pack(os.Args[1], os.Args[2], os.Args[3], os.Args[4]); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

func pack(from, to, sum, level string) error {
	quality, err := strconv.Atoi(level)
	if err != nil {
		return err
	}
	core, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if core, err = slim.Slim(core); err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	if packed, err := os.ReadFile(to); err == nil && quality < 11 {
		if same, err := io.ReadAll(brotli.NewReader(bytes.NewReader(packed))); err == nil && bytes.Equal(same, core) {
			return nil
		}
	}
	if err := os.WriteFile(sum, fmt.Appendf(nil, "%x", sha256.Sum256(core)), 0o644); err != nil {
		return err
	}
	return os.WriteFile(to, slim.Pack(core, quality), 0o644)
}

package slim

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/andybalholm/brotli"
)

// A program becomes smaller once, keeps its code, and comes out of a packed file as it went in. The tests of ui/web run such a program.
func TestSlim(t *testing.T) {
	dir := t.TempDir()
	source, file := filepath.Join(dir, "main.go"), filepath.Join(dir, "program.wasm")
	if err := os.WriteFile(source, []byte("package main\n\nfunc main() { println(1) }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-ldflags", "-s -w", "-o", file, source)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if said, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	program, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	slim, err := Slim(program)
	if err != nil {
		t.Fatal(err)
	}
	before, after := Pack(program, 1), Pack(slim, 1)
	if share := float64(len(after)) / float64(len(before)); share > 0.85 {
		t.Errorf("packed, the program has %d bytes and the slim one %d", len(before), len(after))
	}
	if same, err := io.ReadAll(brotli.NewReader(bytes.NewReader(after))); err != nil || !bytes.Equal(same, slim) {
		t.Errorf("a packed program comes out changed: %v", err)
	}
	for size := 0; size < len(program); size += 99991 {
		if _, err := Slim(program[:size]); err == nil {
			t.Errorf("%d bytes of the program count as a program", size)
		}
	}
}

package main

import (
	"os"
	"strings"
	"testing"
)

func TestWhatAPlatformLacksIsFound(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("GOFLAGS", "")
	t.Setenv("GOWORK", "off")
	for name, text := range map[string]string{
		"go.mod":     "module small\n\ngo 1.21\n",
		"main.go":    "package main\n\nfunc main() { stop() }\n",
		"stop.go":    "//go:build !windows\n\npackage main\n\nimport \"syscall\"\n\nfunc stop() { syscall.Kill(1, syscall.SIGSTOP) }\n",
		"windows.go": "package main\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := load(".", "linux/amd64", "."); err != nil {
		t.Errorf("on linux: %v", err)
	}
	tests := []struct{ platform, wants string }{
		{"windows/amd64", "undefined: stop"},
		{"linux", "OS/ARCH"},
	}
	for _, test := range tests {
		if _, err := load(".", test.platform, "."); err == nil || !strings.Contains(err.Error(), test.wants) {
			t.Errorf("on %s: %v, want %q", test.platform, err, test.wants)
		}
	}
}

package main

import (
	"debug/elf"
	"os"
	"path/filepath"
	"testing"
)

func TestDynamic(t *testing.T) {
	tests := []struct {
		name     string
		segments []elf.ProgType
		static   bool
	}{
		{"code and data", []elf.ProgType{elf.PT_PHDR, elf.PT_LOAD, elf.PT_LOAD, elf.PT_NOTE}, true},
		{"an interpreter", []elf.ProgType{elf.PT_PHDR, elf.PT_INTERP, elf.PT_LOAD}, false},
		{"libraries", []elf.ProgType{elf.PT_LOAD, elf.PT_DYNAMIC}, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			program := &elf.File{}
			for _, segment := range test.segments {
				program.Progs = append(program.Progs, &elf.Prog{ProgHeader: elf.ProgHeader{Type: segment}})
			}
			if err := dynamic(program); (err == nil) != test.static {
				t.Errorf("static %v, but the check returned %v", test.static, err)
			}
		})
	}
}

func TestCheckRefusesWhatIsNoProgram(t *testing.T) {
	name := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(name, []byte("no program"), 0o600); err != nil {
		t.Fatal(err)
	}
	if check(name, "") == nil {
		t.Error("a text file passed")
	}
}

func TestLarge(t *testing.T) {
	for size, fits := range map[int64]bool{969: false, 970: true, 1000: true, 1030: true, 1031: false} {
		if err := large(size, 1000); (err == nil) != fits {
			t.Errorf("%d of 1000: %v", size, err)
		}
	}
}

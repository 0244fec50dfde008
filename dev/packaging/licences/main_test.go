package main

import (
	"os"
	"strings"
	"testing"
)

// The licence file of each program holds the licences of the modules that it links. "make licences" writes these files.
func TestLicencesAreThoseOfTheModules(t *testing.T) {
	for program, file := range map[string]string{"attic": "cmd/attic/share/licences.txt", "atticd": "cmd/atticd/licences.txt"} {
		var made strings.Builder
		if err := run(&made, "../../..", program); err != nil {
			t.Fatal(err)
		}
		kept, err := os.ReadFile("../../../" + file)
		if err != nil {
			t.Fatal(err)
		}
		list, err := linked("../../..", program)
		if err != nil || len(list) < 10 {
			t.Errorf("%d modules are linked into %s: %v", len(list), program, err)
		}
		for _, m := range list {
			if !strings.Contains("\n"+string(kept), "\n"+m.name+"\n") {
				t.Errorf("%s lacks %s; make licences writes it", file, m.name)
			}
		}
		if made.String() != string(kept) {
			t.Errorf("%s is not up to date; make licences writes it", file)
		}
	}
}

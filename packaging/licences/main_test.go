package main

import (
	"os"
	"strings"
	"testing"
)

// The licence file holds the licences of the modules that are linked now; make licences writes it.
func TestLicencesAreThoseOfTheModules(t *testing.T) {
	var made strings.Builder
	if err := run(&made, "../.."); err != nil {
		t.Fatal(err)
	}
	kept, err := os.ReadFile("../licences.txt")
	if err != nil {
		t.Fatal(err)
	}
	list, err := linked("../..")
	if err != nil || len(list) < 20 {
		t.Errorf("%d modules are linked: %v", len(list), err)
	}
	for _, m := range list {
		if !strings.Contains("\n"+string(kept), "\n"+m.name+"\n") {
			t.Errorf("packaging/licences.txt lacks %s; make licences writes it", m.name)
		}
	}
	if made.String() != string(kept) {
		t.Error("packaging/licences.txt is not up to date; make licences writes it")
	}
}

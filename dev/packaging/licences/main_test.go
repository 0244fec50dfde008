package main

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/font/sfnt"

	"attic/draw/paint"
)

// The licence file of each program holds the licences of the modules that it links, and of its fonts. "make licences" writes these files.
func TestLicencesAreThoseOfTheModules(t *testing.T) {
	for program, file := range map[string]string{"attic": "cmd/attic/share/licences.txt", "atticd": "cmd/atticd/licences.txt", core: "ui/web/static/licences.txt"} {
		var made strings.Builder
		err := run(&made, "../../..", program)
		if vendored(t, err) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		kept, err := os.ReadFile("../../../" + file)
		if err != nil {
			t.Fatal(err)
		}
		list, err := linked("../../..", program)
		if err != nil || len(list) < 6 {
			t.Errorf("%d modules are linked into %s: %v", len(list), program, err)
		}
		for _, bold := range []bool{false, true} {
			if holder := holder(t, paint.Font(bold)); !strings.Contains(string(kept), holder) {
				t.Errorf("%s lacks the notice of a font: %s", file, holder)
			}
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

// vendored reports whether the tree is a published source, in which licences cannot be collected and err says so.
func vendored(t *testing.T, err error) bool {
	_, missing := os.Stat("../../../vendor")
	if missing != nil || !errors.Is(err, errVendored) {
		return false
	}
	t.Log("left out:", err)
	return true
}

// holder returns what a font says of its copyright, without what follows on its terms.
func holder(t *testing.T, font []byte) string {
	t.Helper()
	f, err := sfnt.Parse(font)
	if err != nil {
		t.Fatal(err)
	}
	text, err := f.Name(nil, sfnt.NameIDCopyright)
	if err != nil || !strings.HasPrefix(text, "Copyright (c) ") {
		t.Fatalf("the font says %q: %v", text, err)
	}
	holder, _, _ := strings.Cut(strings.Replace(text, "Copyright (c) 2016 by ", "Copyright (c) 2016 ", 1), ". ")
	return holder
}

// The programs contain the page. Therefore the bill of materials of a program, which lists what the program links, is complete only if the program
// links every module of the page.
func TestTheProgramsLinkTheModulesOfThePage(t *testing.T) {
	page, err := linked("../../..", core)
	if vendored(t, err) {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, program := range []string{"attic", "atticd"} {
		all, err := linked("../../..", program)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range page {
			if !slices.Contains(all, m) {
				t.Errorf("%s does not link %s, which is in its page", program, m.name)
			}
		}
	}
}

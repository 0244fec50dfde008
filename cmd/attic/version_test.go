package main

import (
	"os"
	"strings"
	"testing"
)

// CHANGELOG.md has a section for the program's version.
func TestTheChangelogNamesTheVersion(t *testing.T) {
	text, err := os.ReadFile("../../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "\n## ["+release+"] - "+released+"\n") {
		t.Errorf("CHANGELOG.md has no section for %s of %s", release, released)
	}
}

// The version in an archive of a commit includes the commit; in a git checkout it does not.
func TestVersion(t *testing.T) {
	kept := archived
	defer func() { archived = kept }()
	for text, want := range map[string]string{
		"$Format:%h %cs$\n":    release,
		"1a2b3c4 2026-11-22\n": release + " (commit 1a2b3c4 of 2026-11-22)",
	} {
		archived = text
		if got := version(); got != want && !(want == release && strings.HasPrefix(got, release)) {
			t.Errorf("with %q the version is %q, want %q", text, got, want)
		}
	}
}

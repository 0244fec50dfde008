package shell

import (
	"fmt"
	"runtime/debug"
	"time"
)

// Source returns the commit that the program was built from, and its date as 2006-01-02: those that the linker has set, or what the go command
// recorded; empty if they are not known.
func Source(commit, date string) (string, string) {
	info, ok := debug.ReadBuildInfo()
	if commit != "" || !ok {
		return commit, date
	}
	found := map[string]string{}
	for _, s := range info.Settings {
		found[s.Key] = s.Value
	}
	if at, err := time.Parse(time.RFC3339, found["vcs.time"]); err == nil {
		date = at.Format(time.DateOnly)
	}
	revision := found["vcs.revision"]
	return revision[:min(len(revision), 7)], date
}

// Version returns the version with the commit and its date, as far as they are known.
func Version(commit, date string) string {
	switch {
	case commit == "":
		return Release
	case date == "":
		return fmt.Sprintf("%s (commit %s)", Release, commit)
	}
	return fmt.Sprintf("%s (commit %s of %s)", Release, commit, date)
}

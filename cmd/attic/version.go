package main

import (
	_ "embed"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"attic/internal/shell"

	"github.com/spf13/cobra"
)

const release = shell.Release

// released is the date of that version, which is also in CHANGELOG.md.
const released = "2026-11-22"

// commit and date (as 2006-01-02) are set by the linker; see Makefile.
var commit, date string

// archived is the commit and its date if git archive made this tree; otherwise it is "$Format...".
//
//go:embed commit.txt
var archived string

// version returns the version with the commit that the program was built from and its date, as far as they are known.
func version() string {
	commit, date := source()
	switch {
	case commit == "":
		return release
	case date == "":
		return fmt.Sprintf("%s (commit %s)", release, commit)
	}
	return fmt.Sprintf("%s (commit %s of %s)", release, commit, date)
}

// source returns the commit that the program was built from and its date: from the linker, from an archive, or from the go command.
func source() (string, string) {
	if commit != "" {
		return commit, date
	}
	if fields := strings.Fields(archived); len(fields) == 2 && !strings.HasPrefix(archived, "$") {
		return fields[0], fields[1]
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "", ""
	}
	found := map[string]string{}
	for _, s := range info.Settings {
		found[s.Key] = s.Value
	}
	revision, day := found["vcs.revision"], ""
	if at, err := time.Parse(time.RFC3339, found["vcs.time"]); err == nil {
		day = at.Format(time.DateOnly)
	}
	return revision[:min(len(revision), 7)], day
}

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version", Args: shell.None,
		RunE: func(*cobra.Command, []string) error { return printVersion() },
	}
}

// printVersion prints the version, and with it the commit and its date.
func printVersion() error {
	_, err := fmt.Println("attic", version())
	return err
}

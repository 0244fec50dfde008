package main

import (
	_ "embed"
	"fmt"
	"strings"

	"attic/cmd/internal/shell"

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
func version() string { return shell.Version(source()) }

// source returns the commit that the program was built from and its date: from the linker, from an archive, or from the go command.
func source() (string, string) {
	if fields := strings.Fields(archived); commit == "" && len(fields) == 2 && !strings.HasPrefix(archived, "$") {
		return fields[0], fields[1]
	}
	return shell.Source(commit, date)
}

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version", Args: shell.None,
		RunE: func(*cobra.Command, []string) error { return printVersion() },
	}
}

func printVersion() error {
	_, err := fmt.Fprintln(shell.Out, "attic", version())
	return err
}

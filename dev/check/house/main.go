// Command house measures the size of the program: lines and bytes, methods of its largest objects, lines in which the line mode calls the
// front-end, and optional interfaces of games. It prints one table with a column for each commit, and a column for the working tree.
//
//	house [COMMIT...]
//
// Lines are those of Go files that are neither blank nor comments, without tests; files for other operating systems count too.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"text/tabwriter"

	"attic/dev/check/load"
)

func main() {
	if err := run(os.Stdout, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "house:", err)
		os.Exit(1)
	}
}

// run prints the table.
func run(out io.Writer, commits []string) error {
	var columns []*measures
	for _, commit := range commits {
		m, err := measureCommit(commit)
		if err != nil {
			return fmt.Errorf("%s: %w", commit, err)
		}
		columns = append(columns, m)
	}
	m, err := measure(".")
	if err != nil {
		return err
	}
	return print(out, append(commits, "now"), append(columns, m))
}

// measureCommit measures a commit in a temporary folder.
func measureCommit(commit string) (m *measures, err error) {
	dir, err := os.MkdirTemp("", "house-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	archive := exec.Command("git", "archive", commit)
	archive.Stderr = os.Stderr
	tar := exec.Command("tar", "-x", "-C", dir)
	if tar.Stdin, err = archive.StdoutPipe(); err != nil {
		return nil, err
	}
	if err := tar.Start(); err != nil {
		return nil, err
	}
	if err := errors.Join(archive.Run(), tar.Wait()); err != nil {
		return nil, err
	}
	return measure(dir)
}

// measure measures the module in a folder.
func measure(dir string) (*measures, error) {
	packages, err := load.Packages(dir, "linux/amd64", "./...")
	if err != nil {
		return nil, err
	}
	m := &measures{}
	if err := errors.Join(m.lines(packages), m.bytes(dir)); err != nil {
		return nil, err
	}
	m.objects(packages)
	m.fronts(packages)
	m.interfaces(packages)
	return m, nil
}

// bytes builds the program in its released form and measures its size.
func (m *measures) bytes(dir string) error {
	program := filepath.Join(os.TempDir(), fmt.Sprintf("house-attic-%d", os.Getpid()))
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-tags", "nethttpomithttp2", "-ldflags", "-s -w", "-o", program, "./cmd/attic")
	build.Dir, build.Stderr = dir, os.Stderr
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH=amd64")
	if err := build.Run(); err != nil {
		return err
	}
	info, err := os.Stat(program)
	if err != nil {
		return err
	}
	m.add(int(info.Size()/1000), "kilobytes of attic")
	return os.Remove(program)
}

// measures are the rows of a column.
type measures struct {
	rows  []row
	notes []string
}

type row struct {
	name  string
	value int
}

func (m *measures) add(value int, format string, args ...any) {
	m.rows = append(m.rows, row{fmt.Sprintf(format, args...), value})
}

// print prints the columns of rows, each row at its place in the first column that has it, then the notes.
func print(out io.Writer, heads []string, columns []*measures) error {
	var names []string
	for _, c := range columns {
		at := 0
		for _, r := range c.rows {
			if i := slices.Index(names, r.name); i >= 0 {
				at = i + 1
				continue
			}
			names = slices.Insert(names, at, r.name)
			at++
		}
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, head := range heads {
		fmt.Fprintf(table, "%s\t", head)
	}
	fmt.Fprintln(table)
	for _, name := range names {
		for _, c := range columns {
			text := "-"
			if i := slices.IndexFunc(c.rows, func(r row) bool { return r.name == name }); i >= 0 {
				text = fmt.Sprint(c.rows[i].value)
			}
			fmt.Fprintf(table, "%s\t", text)
		}
		fmt.Fprintf(table, "  %s\n", name)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for i, c := range columns {
		for _, note := range c.notes {
			fmt.Fprintf(out, "\n%s: %s\n", heads[i], note)
		}
	}
	return nil
}

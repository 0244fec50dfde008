// Command licences prints the licences of everything that is linked, on any system, into attic or into the program named as its argument: the
// licences of the modules, from the module cache or the folder vendor, and of Go's libraries. It prints equal licences once.
package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	if err := run(os.Stdout, ".", append(os.Args[1:], "attic")[0]); err != nil {
		fmt.Fprintln(os.Stderr, "licences:", err)
		os.Exit(1)
	}
}

// systems are the operating systems for which attic is built. Each may link different modules.
var systems = []string{"linux", "windows", "darwin"}

// names holds the beginnings of the names of licence files, in lower case.
var names = []string{"licen", "copying", "notice", "patents"}

// module is a module or a library with the folder that has its licences.
type module struct{ name, dir string }

// run writes the licences of everything that a program of the module in root links.
func run(out io.Writer, root, program string) error {
	list, err := linked(root, program)
	if err != nil {
		return err
	}
	users := map[string][]string{} // the users of each licence, by its text
	var texts []string
	for _, m := range list {
		files, err := os.ReadDir(m.dir)
		if err != nil {
			return err
		}
		found := false
		for _, f := range files {
			lower := strings.ToLower(f.Name())
			if f.IsDir() || strings.HasSuffix(lower, ".go") || !slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(lower, n) }) {
				continue
			}
			data, err := os.ReadFile(filepath.Join(m.dir, f.Name()))
			if err != nil {
				return err
			}
			text := tidy(string(data))
			if users[text] == nil {
				texts = append(texts, text)
			}
			users[text] = append(users[text], m.name)
			found = true
		}
		if !found {
			return fmt.Errorf("%s has no licence in %s", m.name, m.dir)
		}
	}
	fmt.Fprintln(out, program+" is built from the software below. It is used under these licences.")
	for _, text := range texts {
		fmt.Fprintf(out, "\n%s\n\n", strings.Repeat("=", 80))
		for _, name := range slices.Compact(users[text]) {
			fmt.Fprintln(out, name)
		}
		fmt.Fprintf(out, "\n%s\n", text)
	}
	return nil
}

// tidy returns a text without blanks at the ends of its lines.
func tidy(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, strings.TrimRight(line, " \t\r\n"))
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// linked returns everything that is linked into a program: Go's libraries first, then the modules by name.
func linked(root, program string) ([]module, error) {
	var list []module
	for _, system := range systems {
		cmd := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}", "./cmd/"+program)
		cmd.Dir, cmd.Stderr = root, os.Stderr
		cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED=0")
		out, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		for line := range strings.Lines(string(out)) {
			if name, dir, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
				list = append(list, module{name, dir})
			}
		}
	}
	slices.SortFunc(list, func(a, b module) int { return strings.Compare(a.name, b.name) })
	list = slices.Compact(list)
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	return append([]module{{"The Go libraries", strings.TrimSpace(string(out))}}, list...), nil
}

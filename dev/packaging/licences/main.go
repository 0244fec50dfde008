// Command licences prints the licences of everything that is linked, on any system, into attic or into the program named as its argument: attic's own
// licence, those of Go's libraries and of the modules, from the module cache, and that of the fonts. It prints equal licences once.
package main

import (
	"errors"
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

// systems are the systems for which attic is built. Each may link different modules. The page's core runs only in browsers.
var systems = []string{"linux/amd64", "windows/amd64", "darwin/amd64"}

const core, browser = "attic-core", "js/wasm"

// names holds the beginnings of the names of licence files, in lower case.
var names = []string{"licen", "copying", "notice", "patents"}

// fonts is the file with the licence of Go's fonts, in the module that has them.
const fontModule, fonts = "golang.org/x/image ", "font/gofont/ttfs/README"

// module is a module or a library with the folder that has its licences, or with the file of its licence.
type module struct{ name, dir string }

// errVendored says that modules come from the folder vendor, as in a published source.
var errVendored = errors.New("licences come from the module cache, since vendor lacks that of the fonts; try again without -mod=vendor")

// run writes the licences of everything that a program of the module in root links.
func run(out io.Writer, root, program string) error {
	list, err := linked(root, program)
	if err != nil {
		return err
	}
	users := map[string][]string{} // the users of each licence, by its text
	var texts []string
	for _, m := range list {
		files, err := m.licences()
		if err != nil {
			return err
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			text := tidy(string(data))
			if users[text] == nil {
				texts = append(texts, text)
			}
			users[text] = append(users[text], m.name)
		}
	}
	fmt.Fprintln(out, strings.TrimSuffix(program, "-core")+" is built from the software below. It is used under these licences.")
	for _, text := range texts {
		fmt.Fprintf(out, "\n%s\n\n", strings.Repeat("=", 80))
		for _, name := range slices.Compact(users[text]) {
			fmt.Fprintln(out, name)
		}
		fmt.Fprintf(out, "\n%s\n", text)
	}
	return nil
}

// licences returns the files with the licences of m.
func (m module) licences() (list []string, err error) {
	if info, err := os.Stat(m.dir); err != nil || !info.IsDir() {
		return []string{m.dir}, err
	}
	files, err := os.ReadDir(m.dir)
	for _, f := range files {
		lower := strings.ToLower(f.Name())
		if !f.IsDir() && !strings.HasSuffix(lower, ".go") && slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(lower, n) }) {
			list = append(list, filepath.Join(m.dir, f.Name()))
		}
	}
	if err == nil && list == nil {
		err = fmt.Errorf("%s has no licence in %s", m.name, m.dir)
	}
	return list, err
}

// tidy returns a text without blanks at the ends of its lines.
func tidy(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, strings.TrimRight(line, " \t\r\n"))
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// linked returns everything that is linked into a program: attic itself and Go's libraries first, then the modules by name.
func linked(root, program string) ([]module, error) {
	var list []module
	systems := systems
	if program == core {
		systems = []string{browser}
	}
	for _, system := range systems {
		kernel, machine, _ := strings.Cut(system, "/")
		cmd := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}", "./cmd/"+program)
		cmd.Dir, cmd.Stderr = root, os.Stderr
		cmd.Env = append(os.Environ(), "GOOS="+kernel, "GOARCH="+machine, "CGO_ENABLED=0")
		out, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		for line := range strings.Lines(string(out)) {
			name, dir, ok := strings.Cut(strings.TrimRight(line, "\r\n"), "\t")
			switch {
			case ok && dir == "":
				return nil, errVendored
			case ok:
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
	if i := slices.IndexFunc(list, func(m module) bool { return strings.HasPrefix(m.name, fontModule) }); i >= 0 {
		list = append(list, module{"The Go fonts", filepath.Join(list[i].dir, fonts)})
	}
	return append([]module{{"attic", root}, {"The Go libraries", strings.TrimSpace(string(out))}}, list...), nil
}

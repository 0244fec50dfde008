package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// In a small module, exactly the declarations called Unused... are found.
func TestFind(t *testing.T) {
	t.Setenv("GOFLAGS", "")
	t.Setenv("GOWORK", "off")
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module small\n\ngo 1.24\n",
		"cmd/tool/main.go": `package main

import (
	"fmt"
	"sort"

	"small/part"
)

type byName []string

func (b byName) Len() int           { return len(b) }
func (b byName) Less(i, j int) bool { return b[i] < b[j] }
func (b byName) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }
func (b byName) Unused()            {}

type byLength []string

func (b byLength) Len() int           { return len(b) }
func (b byLength) Less(i, j int) bool { return len(b[i]) < len(b[j]) }

type sorter struct{ byLength }

func (sorter) Swap(i, j int) {}

var _ part.Other

func main() {
	sort.Sort(byName{})
	sort.Sort(sorter{})
	fmt.Println(part.New[int]().Name(), part.Pair{1, 2}, part.Wide)
}
`,
		"cmd/tool/main_windows.go": "package main\n\nfunc init() { onWindows() }\n",
		"cmd/tool/windows.go":      "package main\n\nfunc onWindows() {}\n\nfunc UnusedAnywhere() { UnusedAnywhere() }\n",
		"part/part.go": `package part

import "errors"

type Part[T any] struct {
	name   string
	unused T
	Tagged int ` + "`json:\"tagged\"`" + `
}

func New[T any]() *Part[T] { return &Part[T]{name: first} }

func (p *Part[T]) Name() string { return p.name }

func (p *Part[T]) UnusedName() string { return UnusedFirst }

type Pair struct{ A, B int }

type Other interface{ Unused() int }

type Size int

const (
	Zero Size = iota
	Wide
	UnusedSize
)

const first, UnusedFirst = "first", "second"

var _ error = wrapped{}

type wrapped struct{ error }

func (w wrapped) Unwrap() error { return w.error }

var UnusedError = errors.New("")

type UnusedType struct{ unused int }
`,
		"part/part_test.go":         "package part\n\nvar _ = UnusedError\n",
		"part/parttest/parttest.go": "package parttest\n\nimport \"small/part\"\n\nfunc Helper() any { return part.UnusedSize }\n",
		"game/rules/rules.go":       "package rules\n\nfunc Exported() {}\n\nfunc unused() {}\n",
		"cmd/rules/main.go":         "package main\n\nimport _ \"small/game/rules\"\n\nfunc main() {}\n",
	} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	found, err := find(dir, []string{"linux/amd64", "windows/amd64"})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range found {
		got = append(got, fmt.Sprintf("%s:%d %s", p.file, p.line, p.name))
	}
	want := strings.Split(strings.TrimSpace(`
cmd/tool/main.go:15 main.Unused
cmd/tool/windows.go:5 main.UnusedAnywhere
game/rules/rules.go:5 rules.unused
part/part.go:7 part.unused
part/part.go:15 part.UnusedName
part/part.go:26 part.UnusedSize
part/part.go:29 part.UnusedFirst
part/part.go:37 part.UnusedError
part/part.go:39 part.UnusedType
part/part.go:39 part.unused`), "\n")
	if !slices.Equal(got, want) {
		t.Errorf("found\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestComplaints(t *testing.T) {
	found := []place{{"a.go", 3, "a.Used"}, {"b.go", 4, "b.Kept"}}
	got := complaints(found, map[string]string{"b.Kept": "why", "c.Gone": "why"})
	if len(got) != 2 || got[0] != "a.go:3: no program uses a.Used" || !strings.Contains(got[1], "c.Gone") {
		t.Errorf("%q", got)
	}
}

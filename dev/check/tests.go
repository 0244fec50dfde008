package check

import (
	"fmt"
	"go/ast"
	"go/build/constraint"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Displays finds tests that need an X server but are also built with the tag nox. make sets this tag if there is no server.
func Displays(t *Tree) []string {
	var found []string
	for _, dir := range t.Dirs {
		for _, file := range dir.Files {
			if file.Test && imports(file, Module+"/dev/check/xtest") && builtWith(file, "nox") {
				found = append(found, fmt.Sprintf("%s: needs an X server, but lacks //go:build !nox", file.Path))
			}
		}
	}
	return found
}

func imports(file *File, name string) bool {
	for _, spec := range file.Imports {
		if got, err := strconv.Unquote(spec.Path.Value); err == nil && got == name {
			return true
		}
	}
	return false
}

// builtWith reports whether a file can be part of a build with this tag.
func builtWith(file *File, tag string) bool {
	for _, group := range file.Comments {
		for _, comment := range group.List {
			if comment.Pos() > file.Package || !constraint.IsGoBuild(comment.Text) {
				continue
			}
			// Every other tag may be set or not, so only constraints on this tag count.
			with, err := constraint.Parse(comment.Text)
			if err == nil && !with.Eval(func(string) bool { return true }) && with.Eval(func(other string) bool { return other != tag }) {
				return false
			}
		}
	}
	return true
}

// list returns the words of a list of the Makefile.
func (t *Tree) list(name string) (words []string, found bool) {
	makefile, err := fs.ReadFile(t.files, "Makefile")
	list := regexp.MustCompile(`(?m)^` + name + ` *:= *((?:.*\\\n)*.*)`).FindSubmatch(makefile)
	if err != nil || list == nil {
		return nil, false
	}
	return strings.Fields(strings.ReplaceAll(string(list[1]), "\\\n", " ")), true
}

// Raced finds packages that have tests and start goroutines, but are missing from both lists RACE and RACEOUT of the Makefile. It also finds
// names in RACEOUT of packages without tests or goroutines.
func Raced(t *Tree) []string {
	race, raced := t.list("RACE")
	out, _ := t.list("RACEOUT")
	if !raced {
		return nil // nothing is tried under the race detector
	}
	var found []string
	starts := map[string]bool{}
	for _, dir := range t.Dirs {
		if dir.starts() {
			name := dir.Path
			in := func(list []string) bool {
				return slices.ContainsFunc(list, func(one string) bool {
					above, all := strings.CutSuffix(one, "/...")
					return one == name || all && strings.HasPrefix(name+"/", above+"/")
				})
			}
			if starts[name] = true; !in(race) && !in(out) {
				found = append(found, fmt.Sprintf("Makefile: %s starts goroutines, but is neither in RACE nor in RACEOUT", name))
			}
		}
	}
	for _, name := range out {
		if !starts[name] {
			found = append(found, fmt.Sprintf("Makefile: RACEOUT names %s, but it has no tests or starts no goroutines", name))
		}
	}
	return found
}

// starts reports whether a package has tests and starts goroutines outside its tests.
func (d *Dir) starts() bool {
	tests, goes := false, false
	for _, file := range d.Files {
		if tests = tests || file.Test; file.Test {
			continue
		}
		ast.Inspect(file.File, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt:
				goes = true
			case *ast.CallExpr:
				f, ok := n.Fun.(*ast.SelectorExpr)
				goes = goes || ok && f.Sel.Name == "Go"
			}
			return true
		})
	}
	return tests && goes
}

// Divided finds tests that call race.Plain or race.Less although RACE of the Makefile lacks their package, so that they run in the step plain
// anyway. It also finds tests that call race.Also although RACE has their package.
func Divided(t *Tree) []string {
	race, ok := t.list("RACE")
	if !ok {
		return nil // nothing is tried under the race detector
	}
	var found []string
	for _, dir := range t.Dirs {
		raced := slices.Contains(race, dir.Path)
		for _, file := range dir.Files {
			if !file.Test {
				continue
			}
			ast.Inspect(file.File, func(n ast.Node) bool {
				if s, ok := n.(*ast.SelectorExpr); ok && identifier(s.X) == "race" && raced == (s.Sel.Name == "Also") {
					found = append(found, fmt.Sprintf("%s: calls race.%s, which has no effect: RACE %s %s", t.at(s.Pos()), s.Sel.Name, map[bool]string{true: "has", false: "lacks"}[raced], dir.Path))
				}
				return true
			})
		}
	}
	return found
}

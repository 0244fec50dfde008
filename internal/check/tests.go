package check

import (
	"fmt"
	"go/ast"
	"go/build/constraint"
	"io/fs"
	"regexp"
	"strconv"
	"strings"
)

// Displays finds tests that need an X server but are also built with the tag nox, which make sets if there is no server.
func Displays(t *Tree) []string {
	var found []string
	for _, dir := range t.Dirs {
		for _, file := range dir.Files {
			if file.Test && imports(file, Module+"/internal/xtest") && builtWith(file, "nox") {
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

// Skipped finds names in the lists RACESKIP and RACELESS of the Makefile that no test has.
func Skipped(t *Tree) []string {
	makefile, err := fs.ReadFile(t.files, "Makefile")
	if err != nil {
		return nil // without a Makefile nothing is skipped
	}
	var found []string
	for _, list := range []string{"RACESKIP", "RACELESS"} {
		names := regexp.MustCompile(`(?m)^` + list + ` *:= *((?:.*\\\n)*.*)`).FindSubmatch(makefile)
		if names == nil {
			found = append(found, "Makefile: has no list "+list)
			continue
		}
		for _, name := range strings.Fields(strings.ReplaceAll(string(names[1]), "\\\n", " ")) {
			test, _, _ := strings.Cut(name, "/")
			pattern, err := regexp.Compile("^" + test + "$")
			if err != nil || !t.hasTest(pattern) {
				found = append(found, fmt.Sprintf("Makefile: %s names %s, but there is no such test", list, name))
			}
		}
	}
	return found
}

func (t *Tree) hasTest(name *regexp.Regexp) bool {
	for _, dir := range t.Dirs {
		for _, file := range dir.Files {
			for _, decl := range file.Decls {
				if f, ok := decl.(*ast.FuncDecl); ok && file.Test && f.Recv == nil && name.MatchString(f.Name.Name) {
					return true
				}
			}
		}
	}
	return false
}

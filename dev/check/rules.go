package check

import (
	"fmt"
	"go/ast"
	"go/token"
	"path"
	"slices"
	"strings"
)

// MaxLines is the largest number of lines of a Go file.
const MaxLines = 600

// PackageComments finds packages whose package comment is missing, is in more than one file, or does not begin with the package's name.
func PackageComments(t *Tree) []string {
	var found []string
	for _, dir := range t.Dirs {
		var in []string
		name, tests := "", true
		for _, file := range dir.Files {
			if strings.HasSuffix(file.Name.Name, "_test") {
				continue
			}
			tests = tests && file.Test
			name = file.Name.Name
			if file.Doc == nil {
				continue
			}
			in = append(in, path.Base(file.Path))
			want := "Package " + name + " "
			if name == "main" {
				want = "Command " + path.Base(dir.Path) + " "
			}
			if !strings.HasPrefix(strings.ReplaceAll(file.Doc.Text(), "\n", " "), want) {
				found = append(found, fmt.Sprintf("%s: the package comment begins with %q", file.Path, want))
			}
		}
		switch {
		case name == "" || tests:
		case len(in) == 0:
			found = append(found, fmt.Sprintf("%s: no file has a package comment", dir.Path))
		case len(in) > 1:
			found = append(found, fmt.Sprintf("%s: one package comment is enough, %s have one", dir.Path, strings.Join(in, " and ")))
		}
	}
	return found
}

// Games finds incomplete games: folders in games without a README, rules or a bot, and folders that are missing from the list in
// games/games.go. The conformance tests run over that list.
func Games(t *Tree) []string {
	const listFile = "games/games.go"
	var found []string
	listed := map[string]bool{}
	if games := t.dir("games"); games != nil {
		for _, file := range games.Files {
			for _, imported := range file.imports() {
				listed[imported] = listed[imported] || file.Path == listFile
			}
		}
	}
	for _, dir := range t.Dirs {
		if _, ok := match("games/*", dir.Path, ""); !ok {
			continue
		}
		if !t.exists(path.Join(dir.Path, "README.md")) {
			found = append(found, fmt.Sprintf("%s: no README.md, which is the help in the program", dir.Path))
		}
		for _, part := range []string{"rules", "bot"} {
			if t.dir(path.Join(dir.Path, part)) == nil {
				found = append(found, fmt.Sprintf("%s: no package %s", dir.Path, part))
			}
		}
		if !listed[Module+"/"+dir.Path] {
			found = append(found, fmt.Sprintf("%s: not in the list of %s", dir.Path, listFile))
		}
	}
	return found
}

// Names finds packages whose names do not describe their contents.
func Names(t *Tree) []string {
	empty := []string{"util", "utils", "common", "types", "helper", "helpers", "pkg", "misc", "lib"}
	var found []string
	for _, dir := range t.Dirs {
		for _, element := range strings.Split(dir.Path, "/") {
			if slices.Contains(empty, element) {
				found = append(found, fmt.Sprintf("%s: %s does not say what is in it", dir.Path, element))
			}
		}
	}
	return found
}

// Lengths finds files of more than [MaxLines] lines.
func Lengths(t *Tree) []string {
	var found []string
	for _, dir := range t.Dirs {
		for _, file := range dir.Files {
			if file.Lines > MaxLines {
				found = append(found, fmt.Sprintf("%s: %d lines, at most %d", file.Path, file.Lines, MaxLines))
			}
		}
	}
	return found
}

// Promises finds comments that put off work, tests that skip themselves, and sleeps: a sleep cannot be cancelled, and a test that sleeps
// depends on the speed of the machine.
func Promises(t *Tree) []string {
	// Each word is in two parts, so that this rule does not find it here.
	later := []string{"TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"}
	var found []string
	for _, dir := range t.Dirs {
		for _, file := range dir.Files {
			for _, group := range file.Comments {
				for _, comment := range group.List {
					words := strings.FieldsFunc(comment.Text, func(r rune) bool { return !('A' <= r && r <= 'Z' || 'a' <= r && r <= 'z') })
					for _, word := range words {
						if slices.Contains(later, word) {
							found = append(found, fmt.Sprintf("%s: the comment puts work off: %s", t.at(comment.Pos()), word))
						}
					}
				}
			}
			ast.Inspect(file.File, func(n ast.Node) bool {
				selector, ok := n.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				switch on, name := identifier(selector.X), selector.Sel.Name; {
				case on == "time" && name == "Sleep":
					found = append(found, fmt.Sprintf("%s: sleeps: wait for the event itself", t.at(selector.Pos())))
				case file.Test && slices.Contains([]string{"t", "b", "f", "tb"}, on) && slices.Contains([]string{"Skip", "Skipf", "SkipNow"}, name):
					found = append(found, fmt.Sprintf("%s: skips itself: let the test run, or remove it", t.at(selector.Pos())))
				}
				return true
			})
		}
	}
	return found
}

// Comments finds exported names without a doc comment. In a group of constants or variables, the
// comment of the group is enough, or one at the end of the line.
func Comments(t *Tree) []string {
	var found []string
	missing := func(name *ast.Ident) {
		found = append(found, fmt.Sprintf("%s: %s has no doc comment", t.at(name.Pos()), name.Name))
	}
	for _, dir := range t.Dirs {
		for _, file := range dir.Files {
			if file.Test || file.Name.Name == "main" {
				continue
			}
			for _, decl := range file.Decls {
				switch decl := decl.(type) {
				case *ast.FuncDecl:
					if decl.Doc == nil && decl.Name.IsExported() && exportedReceiver(decl) {
						missing(decl.Name)
					}
				case *ast.GenDecl:
					for _, name := range undocumented(decl) {
						missing(name)
					}
				}
			}
		}
	}
	return found
}

func undocumented(decl *ast.GenDecl) []*ast.Ident {
	var names []*ast.Ident
	for _, spec := range decl.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			alone := decl.Lparen == token.NoPos && decl.Doc != nil
			if spec.Name.IsExported() && !alone && spec.Doc == nil {
				names = append(names, spec.Name)
			}
		case *ast.ValueSpec:
			if decl.Doc != nil || spec.Doc != nil || spec.Comment != nil {
				continue
			}
			for _, name := range spec.Names {
				if name.IsExported() {
					names = append(names, name)
				}
			}
		}
	}
	return names
}

// exportedReceiver reports whether a function is not a method, or is a method of an exported type.
func exportedReceiver(decl *ast.FuncDecl) bool {
	if decl.Recv == nil {
		return true
	}
	name := ""
	ast.Inspect(decl.Recv.List[0].Type, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && name == "" {
			name = id.Name
		}
		return true
	})
	return ast.IsExported(name)
}

func identifier(e ast.Expr) string {
	if id, ok := e.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}

package check

import (
	"fmt"
	"go/ast"
	"io/fs"
	"regexp"
	"strings"
)

// guideFile is the page on how to add a game.
const guideFile = "docs/adding-a-game.md"

// Guide finds names in the guide, the page on how to add a game, that do not exist in the tree: files and folders, names in Go code, and make
// targets. Names are written between backquotes. NAME stands for the new game.
func Guide(t *Tree) []string {
	text, err := fs.ReadFile(t.files, guideFile)
	if err != nil {
		return nil // a tree without the page has no names to check
	}
	makefile, _ := fs.ReadFile(t.files, "Makefile")
	more, _ := fs.ReadFile(t.files, "dev/Makefile")
	makefile = append(makefile, more...)
	var found []string
	missing := func(name, why string) {
		found = append(found, fmt.Sprintf("%s: names %s, but %s", guideFile, name, why))
	}
	known := t.declared()
	for _, quoted := range regexp.MustCompile("`[^`\n]+`").FindAllString(string(text), -1) {
		name := strings.Trim(quoted, "`")
		call, _, _ := strings.Cut(name, "(")
		target, isMake := strings.CutPrefix(name, "make ")
		switch {
		case isMake && !regexp.MustCompile(`(?m)^`+regexp.QuoteMeta(target)+`:`).Match(makefile):
			missing(name, "the Makefile has no such target")
		case strings.ContainsAny(call, " =") || strings.Contains(call, "NAME"):
		case strings.Contains(call, "/"):
			if !t.exists(call) {
				missing(name, "there is no such file or folder")
			}
		case regexp.MustCompile(`^(\w+\.)*\w*[A-Z]\w*$`).MatchString(call):
			for part := range strings.SplitSeq(call, ".") {
				if !known[part] {
					missing(name, part+" is not declared anywhere")
				}
			}
		}
	}
	return found
}

// declared returns the names of all packages and of everything declared outside functions, including fields and methods.
func (t *Tree) declared() map[string]bool {
	known := map[string]bool{}
	for _, dir := range t.Dirs {
		for _, file := range dir.Files {
			known[file.Name.Name] = true
			for _, decl := range file.Decls {
				ast.Inspect(decl, func(n ast.Node) bool {
					switch n := n.(type) {
					case *ast.BlockStmt:
						return false
					case *ast.FuncDecl:
						known[n.Name.Name] = true
					case *ast.TypeSpec:
						known[n.Name.Name] = true
					case *ast.ValueSpec:
						for _, name := range n.Names {
							known[name.Name] = true
						}
					case *ast.Field:
						for _, name := range n.Names {
							known[name.Name] = true
						}
					}
					return true
				})
			}
		}
	}
	return known
}

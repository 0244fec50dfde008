package check

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"reflect"
	"slices"
	"strings"
)

// Module is the path of this repository's module, with which imports of its packages start.
var Module = strings.TrimSuffix(reflect.TypeFor[Tree]().PkgPath(), "/dev/check")

// Tree is the source of a repository, parsed.
type Tree struct {
	files fs.FS
	fset  *token.FileSet
	Dirs  []*Dir // every folder with a Go file in it, sorted by path
}

// Dir is one folder of Go source.
type Dir struct {
	Path  string // relative to the repository, with slashes; "." is the root
	Files []*File
}

// File is one Go file.
type File struct {
	Path  string
	Lines int
	Test  bool // its name ends in _test.go
	*ast.File
}

// Load parses every Go file below the root of files, except those in other modules (folders with a
// go.mod of their own), in testdata, vendor, bin, and in folders with a leading dot.
func Load(files fs.FS) (*Tree, error) {
	tree := &Tree{files: files, fset: token.NewFileSet()}
	dirs := map[string]*Dir{}
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name != "." && tree.foreign(name) {
				return fs.SkipDir
			}
			return nil
		}
		if path.Ext(name) != ".go" {
			return nil
		}
		source, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		parsed, err := parser.ParseFile(tree.fset, name, source, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		dir := dirs[path.Dir(name)]
		if dir == nil {
			dir = &Dir{Path: path.Dir(name)}
			dirs[dir.Path] = dir
			tree.Dirs = append(tree.Dirs, dir)
		}
		dir.Files = append(dir.Files, &File{
			Path:  name,
			Lines: bytes.Count(source, []byte("\n")),
			Test:  strings.HasSuffix(name, "_test.go"),
			File:  parsed,
		})
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("reading the source: %w", err)
	}
	slices.SortFunc(tree.Dirs, func(a, b *Dir) int { return strings.Compare(a.Path, b.Path) })
	return tree, nil
}

func (t *Tree) foreign(dir string) bool {
	return path.Base(dir) == "testdata" || generated(dir) || t.exists(path.Join(dir, "go.mod"))
}

// generated reports whether a folder below the root, by its name, holds what programs write there: results of builds, or the modules of others.
func generated(dir string) bool {
	base := path.Base(dir)
	return base == "bin" || base == "node_modules" || base == "vendor" || strings.HasPrefix(base, ".") && base != "."
}

func (t *Tree) exists(name string) bool {
	_, err := fs.Stat(t.files, name)
	return err == nil
}

func (t *Tree) dir(name string) *Dir {
	for _, d := range t.Dirs {
		if d.Path == name {
			return d
		}
	}
	return nil
}

// at returns a position as file:line.
func (t *Tree) at(pos token.Pos) string {
	p := t.fset.Position(pos)
	return fmt.Sprintf("%s:%d", p.Filename, p.Line)
}

// imports returns the paths that a file imports.
func (f *File) imports() []string {
	var paths []string
	for _, spec := range f.Imports {
		paths = append(paths, strings.Trim(spec.Path.Value, "`\""))
	}
	return paths
}

// own returns the folder of a package of this repository, and reports whether the import path belongs to such a
// package.
func own(importPath string) (dir string, ok bool) {
	if importPath == Module {
		return ".", true
	}
	return strings.CutPrefix(importPath, Module+"/")
}

// standard reports whether the import path belongs to the standard library: its first element has no dot.
func standard(importPath string) bool {
	first, _, _ := strings.Cut(importPath, "/")
	_, ours := own(importPath)
	return !ours && !strings.Contains(first, ".")
}

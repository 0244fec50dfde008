// Package load reads packages from their source, with syntax and types, together with everything that they import, for any platform and
// without compiling.
package load

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
)

// Package is a package in the form in which the go command lists it.
type Package struct {
	ImportPath string
	Name       string
	Dir        string
	GoFiles    []string
	// IgnoredGoFiles are files for other platforms, including tests. They are not read.
	IgnoredGoFiles []string
	ImportMap      map[string]string
	Module         *struct {
		Path string
		Main bool
	}
	Error *struct{ Err string }

	Set   *token.FileSet
	Files []*ast.File
	Types *types.Package
	Info  types.Info // for packages of the module itself
}

// Own reports whether the package belongs to the module itself.
func (p *Package) Own() bool { return p.Module != nil && p.Module.Main }

// Packages returns the packages of a module that match the patterns, such as ./..., and everything that they import, each package after
// those it imports. dir is a folder of the module, platform is OS/ARCH. Function bodies are checked only in the module itself. The error
// lists all problems found.
func Packages(dir, platform string, patterns ...string) ([]*Package, error) {
	system, arch, found := strings.Cut(platform, "/")
	if !found {
		return nil, errors.New("not of the form OS/ARCH")
	}
	list := exec.Command("go", append([]string{"list", "-e", "-deps", "-json=ImportPath,Name,Dir,GoFiles,IgnoredGoFiles,ImportMap,Module,Error"}, patterns...)...)
	list.Dir = dir
	list.Env = append(os.Environ(), "GOOS="+system, "GOARCH="+arch, "CGO_ENABLED=0")
	list.Stderr = os.Stderr
	out, err := list.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := list.Start(); err != nil {
		return nil, err
	}
	set := token.NewFileSet()
	checked := map[string]*types.Package{"unsafe": types.Unsafe}
	var packages []*Package
	var problems []error
	decoder := json.NewDecoder(out)
	for {
		p := &Package{Set: set}
		err := decoder.Decode(p)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, errors.Join(err, list.Wait())
		}
		problems = append(problems, p.check(arch, checked)...)
		packages = append(packages, p)
	}
	return packages, errors.Join(append(problems, list.Wait())...)
}

// Each calls f with the result of [Packages] for each platform, in any order but never twice at the same time.
func Each(dir string, platforms []string, pattern string, f func(platform string, packages []*Package, err error)) {
	var group sync.WaitGroup
	var calling sync.Mutex
	turns := make(chan struct{}, runtime.GOMAXPROCS(0))
	for _, platform := range platforms {
		group.Go(func() {
			turns <- struct{}{}
			defer func() { <-turns }()
			packages, err := Packages(dir, platform, pattern)
			calling.Lock()
			defer calling.Unlock()
			f(platform, packages, err)
		})
	}
	group.Wait()
}

// Linked returns the programs of the module for which is returns true, with everything that they import.
func Linked(packages []*Package, is func(program *Package) bool) map[*types.Package]bool {
	linked := map[*types.Package]bool{}
	var link func(p *types.Package)
	link = func(p *types.Package) {
		if !linked[p] {
			linked[p] = true
			for _, imported := range p.Imports() {
				link(imported)
			}
		}
	}
	for _, p := range packages {
		if p.Own() && p.Name == "main" && is(p) {
			link(p.Types)
		}
	}
	return linked
}

// importer returns packages that were checked before: go list lists a package after everything it imports.
type importer struct {
	of      *Package
	checked map[string]*types.Package
}

func (im importer) Import(path string) (*types.Package, error) {
	if mapped := im.of.ImportMap[path]; mapped != "" {
		path = mapped
	}
	if p := im.checked[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("package %s was not listed", path)
}

func (p *Package) check(arch string, checked map[string]*types.Package) []error {
	if p.Error != nil {
		return []error{errors.New(p.Error.Err)}
	}
	if p.ImportPath == "unsafe" {
		return nil
	}
	var problems []error
	mode := parser.SkipObjectResolution
	if p.Own() {
		mode |= parser.ParseComments
		p.Info = types.Info{
			Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
			Selections: map[*ast.SelectorExpr]*types.Selection{}, Types: map[ast.Expr]types.TypeAndValue{},
		}
	}
	for _, name := range p.GoFiles {
		file, err := parser.ParseFile(p.Set, filepath.Join(p.Dir, name), nil, mode)
		if err != nil {
			problems = append(problems, err)
			continue
		}
		p.Files = append(p.Files, file)
	}
	config := types.Config{
		Importer:         importer{p, checked},
		Sizes:            types.SizesFor("gc", arch),
		IgnoreFuncBodies: !p.Own(),
		Error:            func(err error) { problems = append(problems, err) },
	}
	p.Types, _ = config.Check(p.ImportPath, p.Set, p.Files, &p.Info)
	checked[p.ImportPath] = p.Types
	return problems
}

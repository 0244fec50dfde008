package main

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

// source is a package in the form in which the go command lists it, read with syntax and types.
type source struct {
	ImportPath string
	Name       string
	Dir        string
	GoFiles    []string
	ImportMap  map[string]string
	Module     *struct{ Main bool }
	Error      *struct{ Err string }

	Set   *token.FileSet
	Files []*ast.File
	Types *types.Package
	Info  types.Info // for packages of the module itself
}

// own reports whether the package belongs to the module itself.
func (p *source) own() bool { return p.Module != nil && p.Module.Main }

// load returns the packages of a module that match the patterns, such as ./..., and all packages that they import, each package after its imports.
// dir is a folder of the module, platform is OS/ARCH. Function bodies are checked only in the module itself. The error lists all problems found.
func load(dir, platform string, patterns ...string) ([]*source, error) {
	system, arch, found := strings.Cut(platform, "/")
	if !found {
		return nil, errors.New("not of the form OS/ARCH")
	}
	list := exec.Command("go", append([]string{"list", "-e", "-deps", "-json=ImportPath,Name,Dir,GoFiles,ImportMap,Module,Error"}, patterns...)...)
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
	var packages []*source
	var problems []error
	decoder := json.NewDecoder(out)
	for {
		p := &source{Set: set}
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

// each calls f with the result of load for each platform, in any order but never twice at the same time.
func each(dir string, platforms []string, pattern string, f func(platform string, packages []*source, err error)) {
	var group sync.WaitGroup
	var calling sync.Mutex
	turns := make(chan struct{}, runtime.GOMAXPROCS(0))
	for _, platform := range platforms {
		group.Go(func() {
			turns <- struct{}{}
			defer func() { <-turns }()
			packages, err := load(dir, platform, pattern)
			calling.Lock()
			defer calling.Unlock()
			f(platform, packages, err)
		})
	}
	group.Wait()
}

// linked returns the programs of the module, with everything that they import.
func linked(packages []*source) map[*types.Package]bool {
	all := map[*types.Package]bool{}
	var link func(p *types.Package)
	link = func(p *types.Package) {
		if !all[p] {
			all[p] = true
			for _, imported := range p.Imports() {
				link(imported)
			}
		}
	}
	for _, p := range packages {
		if p.own() && p.Name == "main" {
			link(p.Types)
		}
	}
	return all
}

// importer returns packages that were checked before: go list lists a package after everything it imports.
type importer struct {
	of      *source
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

func (p *source) check(arch string, checked map[string]*types.Package) []error {
	if p.Error != nil {
		return []error{errors.New(p.Error.Err)}
	}
	if p.ImportPath == "unsafe" {
		return nil
	}
	var problems []error
	mode := parser.SkipObjectResolution
	if p.own() {
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
		IgnoreFuncBodies: !p.own(),
		Error:            func(err error) { problems = append(problems, err) },
	}
	p.Types, _ = config.Check(p.ImportPath, p.Set, p.Files, &p.Info)
	checked[p.ImportPath] = p.Types
	return problems
}

// Command unused lists declarations in the packages of this module's programs that no program uses on any of the platforms: functions, methods,
// types, fields, variables and constants. It also lists declarations that only tests use: they belong in _test.go files, or in packages for
// tests such as dev/check/xtest, which no program imports.
//
//	unused OS/ARCH...
//
// It also reports code that does not compile on one of the platforms.
//
// golang.org/x/tools/cmd/deadcode is no substitute: it finds only functions, on one platform. Of ten planted declarations, deadcode v0.52.0 found
// three and this program all. In this repository, deadcode found no others, and wrongly listed five functions that the page in a browser uses.
//
// The following count as used: the exported names of games/NAME/rules, for programs of other modules; fields with a tag; methods with
// which a type implements an interface; and the first constant of a list, which stands for the zero value.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// kept are the declarations that only the tests of other packages use, with the reasons for keeping them.
var kept = map[string]string{}

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: unused OS/ARCH...")
		os.Exit(2)
	}
	found, err := find(".", os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "unused:", err)
		os.Exit(1)
	}
	lines := complaints(found, kept)
	for _, line := range lines {
		fmt.Println(line)
	}
	if len(lines) > 0 {
		os.Exit(1)
	}
}

// complaints lists declarations that are neither used nor in kept, and entries of kept that are not needed.
func complaints(found []place, kept map[string]string) (list []string) {
	for _, p := range found {
		if kept[p.name] == "" {
			list = append(list, fmt.Sprintf("%s:%d: no program uses %s", p.file, p.line, p.name))
		}
	}
	for name := range kept {
		if !slices.ContainsFunc(found, func(p place) bool { return p.name == name }) {
			list = append(list, fmt.Sprintf("dev/check/unused: a program uses %s, or it no longer exists: remove it from the list", name))
		}
	}
	return list
}

// place is the position of a declaration.
type place struct {
	file string // relative to the module's folder
	line int
	name string // with the name of its package
}

// find returns, in order, the declarations that no program of the module in dir uses on any of the platforms.
func find(dir string, platforms []string) ([]place, error) {
	root, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	used := map[place]bool{}
	var failed error
	take := func(platform string, packages []*source, err error) {
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", platform, err))
			return
		}
		g := newGraph(packages)
		for _, o := range g.declared {
			at := packages[0].Set.Position(o.Pos())
			file, err := filepath.Rel(root, at.Filename)
			failed = errors.Join(failed, err)
			p := place{filepath.ToSlash(file), at.Line, o.Pkg().Name() + "." + o.Name()}
			used[p] = used[p] || g.used[o]
		}
	}
	pages := slices.DeleteFunc(slices.Clone(platforms), func(p string) bool { return !strings.HasPrefix(p, "js/") })
	each(dir, slices.DeleteFunc(slices.Clone(platforms), func(p string) bool { return slices.Contains(pages, p) }), "./...", take)
	each(dir, pages, "./cmd/attic-core", take) // the only program in a page
	if failed != nil {
		return nil, failed
	}
	var found []place
	for p, ok := range used {
		if !ok {
			found = append(found, p)
		}
	}
	slices.SortFunc(found, func(a, b place) int {
		return cmp.Or(strings.Compare(a.file, b.file), a.line-b.line, strings.Compare(a.name, b.name))
	})
	return found, nil
}

// graph records the declarations that each declaration of the programs uses.
type graph struct {
	declared []types.Object
	uses     map[types.Object][]types.Object // by the declaration that contains the use; under nil, declarations that always count as used
	methods  map[string][]types.Type         // the interfaces with a method of that name
	used     map[types.Object]bool
}

func newGraph(packages []*source) *graph {
	g := &graph{
		uses: map[types.Object][]types.Object{}, used: map[types.Object]bool{},
		methods: map[string][]types.Type{},
	}
	g.offer(types.Universe.Lookup("error").Type())
	programs := linked(packages)
	for _, p := range packages {
		if p.Types == nil || !programs[p.Types] { // unsafe, and packages for tests
			continue
		}
		for _, name := range p.Types.Scope().Names() {
			g.offer(p.Types.Scope().Lookup(name).Type())
		}
		if p.own() {
			for _, file := range p.Files {
				for _, d := range file.Decls {
					g.declaration(p, d)
				}
			}
		}
	}
	g.reach(nil)
	return g
}

// declaration adds the names that a declaration declares and uses.
func (g *graph) declaration(p *source, d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		o := p.Info.Defs[d.Name]
		if d.Recv == nil && (d.Name.Name == "init" || d.Name.Name == "main" && p.Name == "main") || d.Body == nil {
			g.inside(p, nil, d)
			return
		}
		g.declare(p, o)
		g.inside(p, o, d)
	case *ast.GenDecl:
		for i, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				o := p.Info.Defs[s.Name]
				g.declare(p, o)
				g.inside(p, o, s)
			case *ast.ValueSpec:
				for _, name := range s.Names {
					o := p.Info.Defs[name]
					if name.Name == "_" || d.Tok == token.CONST && i == 0 && len(d.Specs) > 1 {
						o = nil
					} else {
						g.declare(p, o)
					}
					g.inside(p, o, s)
				}
			}
		}
	}
}

// declare adds a name that should be used.
func (g *graph) declare(p *source, o types.Object) {
	g.declared = append(g.declared, o)
	if path.Base(p.ImportPath) == "rules" && o.Exported() {
		g.uses[nil] = append(g.uses[nil], o)
	}
}

// inside adds the names used inside the declaration of o, and the fields that are declared there.
func (g *graph) inside(p *source, o types.Object, n ast.Node) {
	use := func(used types.Object) { g.uses[o] = append(g.uses[o], used) }
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			switch used := p.Info.Uses[n].(type) {
			case nil:
			case *types.Func:
				use(used.Origin())
			case *types.Var:
				use(used.Origin())
			default:
				use(used)
			}
		case *ast.InterfaceType:
			g.offer(p.Info.Types[n].Type)
		case *ast.StructType:
			for _, f := range n.Fields.List {
				for _, name := range f.Names {
					if f.Tag == nil && name.Name != "_" {
						g.declare(p, p.Info.Defs[name])
					}
				}
			}
		case *ast.CompositeLit:
			if len(n.Elts) == 0 {
				break
			}
			if _, keyed := n.Elts[0].(*ast.KeyValueExpr); keyed {
				break
			}
			if s, ok := deref(p.Info.Types[n].Type).Underlying().(*types.Struct); ok {
				for f := range s.Fields() {
					use(f.Origin())
				}
			}
		}
		return true
	})
}

// reach marks everything that a declaration uses.
func (g *graph) reach(o types.Object) {
	mark := func(used types.Object) {
		if !g.used[used] {
			g.used[used] = true
			g.reach(used)
		}
	}
	for _, used := range g.uses[o] {
		mark(used)
	}
	if t, ok := o.(*types.TypeName); ok && !types.IsInterface(t.Type()) {
		for m := range types.NewMethodSet(types.NewPointer(t.Type())).Methods() {
			if f := m.Obj().(*types.Func); g.callable(t.Type(), f.Name()) {
				mark(f.Origin())
			}
		}
	}
}

// offer records the methods of a type if it is an interface.
func (g *graph) offer(t types.Type) {
	if i, ok := t.Underlying().(*types.Interface); ok {
		for m := range i.Methods() {
			g.methods[m.Name()] = append(g.methods[m.Name()], t)
		}
	}
}

// callable reports whether a method of a type, which may come from an embedded field, may be called through an interface. Of generic types only
// the names of methods are compared.
func (g *graph) callable(t types.Type, method string) bool {
	if method == "Is" || method == "As" || method == "Unwrap" { // package errors calls them through interfaces without a name
		return true
	}
	return slices.ContainsFunc(g.methods[method], func(i types.Type) bool {
		return generic(t) || generic(i) || types.Implements(types.NewPointer(t), i.Underlying().(*types.Interface))
	})
}

// generic reports whether a type has type parameters.
func generic(t types.Type) bool {
	named, ok := t.(*types.Named)
	return ok && named.TypeParams() != nil
}

func deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

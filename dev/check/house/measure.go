package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/constant"
	"go/scanner"
	"go/token"
	"go/types"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"attic/dev/check/load"
)

// lines counts lines.
func (m *measures) lines(packages []*load.Package) error {
	attic, commands := load.Linked(packages, isAttic), load.Linked(packages, isCommand)
	ours, split, all := 0, 0, 0
	for _, p := range packages {
		if !p.Own() {
			continue
		}
		for _, name := range slices.Concat(p.GoFiles, p.IgnoredGoFiles) {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			source, err := os.ReadFile(filepath.Join(p.Dir, name))
			if err != nil {
				return err
			}
			n := code(source)
			if all += n; commands[p.Types] {
				split += n
			}
			if attic[p.Types] {
				ours += n
			}
		}
	}
	m.add(ours, "lines linked into attic")
	m.add(split, "lines linked into attic or a command beside it")
	m.add(all, "lines in all")
	return nil
}

// isAttic reports whether a program is attic; isCommand, whether it is attic or one of the other commands.
func isAttic(p *load.Package) bool   { return strings.HasSuffix(p.ImportPath, "/cmd/attic") }
func isCommand(p *load.Package) bool { return strings.Contains(p.ImportPath, "/cmd/") }

// code returns the number of lines of a Go file that are neither blank nor comments.
func code(source []byte) int {
	file := token.NewFileSet().AddFile("", -1, len(source))
	var s scanner.Scanner
	s.Init(file, source, nil, 0)
	has := map[int]bool{}
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			break
		}
		if tok == token.SEMICOLON && text == "\n" {
			continue
		}
		for i := range strings.Count(text, "\n") + 1 {
			has[file.Line(pos)+i] = true
		}
	}
	n := 0
	for i, line := range bytes.Split(source, []byte("\n")) {
		if has[i+1] && len(bytes.TrimSpace(line)) > 0 {
			n++
		}
	}
	return n
}

// watched are the objects whose methods are counted, together with the methods of their parts.
var watched = []string{"desk.Play", "desk.Desk", "desk.Menu", "window.window", "command.Session", "table.Table"}

// mostObjects is how many of the other types are listed: those with the most methods.
const mostObjects = 10

// objects counts the methods of types, and the functions with a parameter of each type.
func (m *measures) objects(packages []*load.Package) {
	program := load.Linked(packages, isCommand)
	o := objects{methods: map[*types.TypeName]int{}, takers: map[*types.TypeName]int{}}
	byName, module := map[string]*types.TypeName{}, ""
	title := func(t *types.TypeName) string { return strings.TrimPrefix(t.Pkg().Path(), module+"/") + "." + t.Name() }
	for _, p := range packages {
		if !p.Own() || !program[p.Types] {
			continue
		}
		module = p.Module.Path
		for _, name := range p.Types.Scope().Names() {
			if t, ok := p.Types.Scope().Lookup(name).(*types.TypeName); ok {
				byName[title(t)] = t
			}
		}
		for _, file := range p.Files {
			o.count(p, file)
		}
	}
	for _, name := range watched {
		t := byName[name]
		if t == nil {
			continue
		}
		m.add(o.methods[t], "methods of %s", name)
		m.add(o.takers[t], "  functions that take %s", name)
		parts, holders := o.parts(t)
		for _, part := range parts {
			m.add(o.methods[part], "  methods of its part %s", title(part))
		}
		m.add(holders, "  parts that hold %s", name)
		delete(o.methods, t)
	}
	var others []row
	for t, n := range o.methods {
		others = append(others, row{"methods of " + title(t), n})
	}
	slices.SortFunc(others, func(a, b row) int { return cmp.Or(b.value-a.value, strings.Compare(a.name, b.name)) })
	m.rows = append(m.rows, others[:min(mostObjects, len(others))]...)
}

// objects are the types of a program, with the number of their methods and of the functions with a parameter of that type.
type objects struct{ methods, takers map[*types.TypeName]int }

// count counts the declarations in a file.
func (o objects) count(p *load.Package, file *ast.File) {
	take := func(f *types.Signature) {
		seen := map[*types.TypeName]bool{}
		for v := range f.Params().Variables() {
			if t := nameOf(v.Type()); t != nil && !seen[t] {
				seen[t] = true
				o.takers[t]++
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			f := p.Info.Defs[n.Name].(*types.Func).Signature()
			if f.Recv() != nil {
				o.methods[nameOf(f.Recv().Type())]++
			}
			take(f)
		case *ast.FuncLit:
			take(p.Info.Types[n].Type.(*types.Signature))
		}
		return true
	})
}

// parts returns the types with methods that are embedded in the struct whole, directly or indirectly. holders is the number of the struct's
// fields whose own type is a struct that holds whole.
func (o objects) parts(whole *types.TypeName) (parts []*types.TypeName, holders int) {
	seen := map[*types.TypeName]bool{}
	var add func(t *types.TypeName)
	add = func(t *types.TypeName) {
		s, ok := t.Type().Underlying().(*types.Struct)
		if !ok {
			return
		}
		for f := range s.Fields() {
			part := nameOf(f.Type())
			if part == nil {
				continue
			}
			if inner, ok := part.Type().Underlying().(*types.Struct); t == whole && ok {
				for f := range inner.Fields() {
					if nameOf(f.Type()) == whole {
						holders++
					}
				}
			}
			if f.Embedded() && !seen[part] {
				seen[part] = true
				if o.methods[part] > 0 {
					parts = append(parts, part)
				}
				add(part)
			}
		}
	}
	add(whole)
	return parts, holders
}

// nameOf returns the name of a type, or of the type to which it points, or nil if it has none.
func nameOf(t types.Type) *types.TypeName {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := t.(*types.Named); ok {
		return n.Origin().Obj()
	}
	return nil
}

// fronts counts the lines in which the session of the line mode calls the front-end, and the commands that keys, buttons and menus pass to
// it as text.
func (m *measures) fronts(packages []*load.Package) {
	lines, files, texts := map[string]bool{}, map[string]bool{}, 0
	for _, p := range packages {
		if !p.Own() {
			continue
		}
		for _, file := range p.Files {
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.SelectorExpr:
					if s := p.Info.Selections[n]; p.Name == "command" && s != nil && s.Obj().Name() == "Front" && s.Kind() == types.FieldVal {
						at := p.Set.Position(n.Pos())
						lines[fmt.Sprint(at.Filename, at.Line)], files[at.Filename] = true, true
					}
				case *ast.CallExpr:
					if s, ok := n.Fun.(*ast.SelectorExpr); ok && strings.EqualFold(s.Sel.Name, "carry") && p.Name != "command" && len(n.Args) > 0 {
						for _, arg := range n.Args {
							if v := p.Info.Types[arg].Value; v != nil && v.Kind() == constant.String {
								texts++
							}
						}
					}
				}
				return true
			})
		}
	}
	m.add(len(lines), "lines of command that call the front-end")
	m.add(len(files), "  in files")
	m.add(texts, "commands given to the session as a constant text")
}

// interfaces counts the optional interfaces of games: those of package game to which some value is asserted.
func (m *measures) interfaces(packages []*load.Package) {
	asserted := map[*types.TypeName]bool{}
	var games []*types.Package
	for _, p := range packages {
		if !p.Own() {
			continue
		}
		if dir, _ := path.Split(p.ImportPath); strings.HasSuffix(dir, "/games/") {
			games = append(games, p.Types)
		}
		for _, file := range p.Files {
			note := func(e ast.Expr) {
				if t := nameOf(p.Info.Types[e].Type); t != nil && t.Pkg() != nil && t.Pkg().Name() == "game" && types.IsInterface(t.Type()) {
					asserted[t] = true
				}
			}
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.TypeAssertExpr:
					if n.Type != nil {
						note(n.Type)
					}
				case *ast.TypeSwitchStmt:
					for _, c := range n.Body.List {
						for _, e := range c.(*ast.CaseClause).List {
							note(e)
						}
					}
				}
				return true
			})
		}
	}
	var single, list []string
	for t := range asserted {
		by := implementers(t, games)
		if len(by) == 1 {
			single = append(single, t.Name()+" ("+by[0]+")")
		}
		list = append(list, fmt.Sprintf("%s %d", t.Name(), len(by)))
	}
	slices.Sort(single)
	slices.Sort(list)
	m.add(len(asserted), "optional interfaces of games")
	m.add(len(single), "  with a single implementer")
	m.notes = append(m.notes, "single implementers: "+strings.Join(single, ", "), "all "+strings.Join(list, ", "))
}

// implementers returns the names of the games that have a type with the methods of an interface.
func implementers(of *types.TypeName, games []*types.Package) (list []string) {
	i := of.Type().Underlying().(*types.Interface)
	for _, g := range games {
		for _, name := range g.Scope().Names() {
			if t, ok := g.Scope().Lookup(name).(*types.TypeName); ok && (types.Implements(t.Type(), i) || types.Implements(types.NewPointer(t.Type()), i)) {
				list = append(list, g.Name())
				break
			}
		}
	}
	return list
}

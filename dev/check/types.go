package check

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
)

// A type may have MostMethods methods, including those promoted from embedded fields, and a struct MostFields fields of its own. Plain values may
// have any number of methods. A type is a plain value if no method has a pointer receiver, and if neither the type nor a type of this repository
// within it holds a pointer, a function or a channel. Apart from the contents of slices and maps, nobody else can change such a
// value, so its methods are only functions of the value.
const (
	MostMethods = 45
	MostFields  = 30
)

// size holds the numbers of methods and fields of a type; a number that is not too large is 0.
type size struct{ methods, fields int }

// A ceiling is the size allowed to a type that is too large, and the reason.
type ceiling struct {
	size
	why string
}

// large are the types that are too large, with their present sizes. No type may grow. If a type shrinks, its ceiling must be lowered; if it is
// divided, it must be removed from the list.
var large = map[string]ceiling{
	"dev/keeptest.world":   {size{65, 0}, "embeds testing.T, which has most of its methods"},
	"games/ataxx/bot.node": {size{46, 0}, "is a position with the methods of a search; the network to which it points never changes"},
	"games/atom4/bot.node": {size{49, 0}, "is a position with the methods of a search; the values to which it points never change"},
}

// Types finds types with too many methods or fields.
func Types(t *Tree) []string {
	sizes, found := measured(t)
	for name, is := range sizes {
		may := large[name].size
		if is.methods > may.methods {
			found = append(found, fmt.Sprintf("%s: has %d methods (at most %d); divide it", name, is.methods, max(may.methods, MostMethods)))
		}
		if is.fields > may.fields {
			found = append(found, fmt.Sprintf("%s: has %d fields (at most %d); divide it", name, is.fields, max(may.fields, MostFields)))
		}
	}
	slices.Sort(found)
	return found
}

// measured returns the sizes of the types with too many methods or fields, by the path of the package and the name. Tests, and files for other
// systems, are left out. problems are findings that prevent measuring.
func measured(t *Tree) (sizes map[string]size, problems []string) {
	sizes = map[string]size{}
	checked := newTyping(t)
	for _, dir := range t.Dirs {
		p, err := checked.Import(path.Join(Module, dir.Path))
		if noFiles := (*build.NoGoError)(nil); errors.As(err, &noFiles) {
			continue
		}
		if err != nil {
			problems = append(problems, fmt.Sprintf("%s: %v", dir.Path, err))
			continue
		}
		for _, name := range p.Scope().Names() {
			if named, ok := p.Scope().Lookup(name).(*types.TypeName); ok && !named.IsAlias() {
				if is := sizeOf(named.Type()); is != (size{}) {
					sizes[dir.Path+"."+name] = is
				}
			}
		}
	}
	return sizes, problems
}

func sizeOf(t types.Type) (is size) {
	methods := types.NewMethodSet(types.NewPointer(t))
	if types.IsInterface(t) {
		methods = types.NewMethodSet(t)
	}
	if n := methods.Len(); n > MostMethods && !plain(t, methods) {
		is.methods = n
	}
	if s, ok := t.Underlying().(*types.Struct); ok && s.NumFields() > MostFields {
		is.fields = s.NumFields()
	}
	return is
}

// plain reports whether a type with these methods is a plain value: see [MostMethods].
func plain(t types.Type, methods *types.MethodSet) bool {
	for m := range methods.Methods() {
		if _, pointer := m.Obj().(*types.Func).Signature().Recv().Type().(*types.Pointer); pointer {
			return false
		}
	}
	return !types.IsInterface(t) && !shares(t, map[types.Type]bool{})
}

// shares reports whether a type holds a pointer, a function or a channel. seen are the types that were checked before.
func shares(t types.Type, seen map[types.Type]bool) bool {
	if named, ok := t.(*types.Named); ok {
		if ours := named.Obj().Pkg() != nil && strings.HasPrefix(named.Obj().Pkg().Path(), Module+"/"); seen[t] || !ours {
			return false
		}
		seen[t] = true
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Signature, *types.Chan:
		return true
	case *types.Struct:
		for f := range u.Fields() {
			if shares(f.Type(), seen) {
				return true
			}
		}
	case *types.Array:
		return shares(u.Elem(), seen)
	case *types.Slice:
		return shares(u.Elem(), seen)
	case *types.Map:
		return shares(u.Key(), seen) || shares(u.Elem(), seen)
	}
	return false
}

// typing checks the types of the declarations of a tree, without the bodies of functions. It implements [types.Importer]. Packages outside the
// tree come compiled from the build cache.
type typing struct {
	tree    *Tree
	context build.Context
	own     map[string]imported
	others  types.Importer
	files   map[string]string // the compiled files of other packages; nil until the go command lists them
}

type imported struct {
	pkg *types.Package
	err error
}

func newTyping(t *Tree) *typing {
	c := &typing{tree: t, context: build.Default, own: map[string]imported{}}
	c.context.CgoEnabled = false
	c.context.JoinPath = path.Join
	c.context.OpenFile = func(name string) (io.ReadCloser, error) { return t.files.Open(name) }
	c.others = importer.ForCompiler(t.fset, "gc", c.compiled)
	return c
}

// Import implements [types.Importer].
func (c *typing) Import(name string) (*types.Package, error) {
	dir, ours := own(name)
	if !ours {
		return c.others.Import(name)
	}
	if _, ok := c.own[name]; !ok {
		pkg, err := c.check(name, dir)
		c.own[name] = imported{pkg, err}
	}
	return c.own[name].pkg, c.own[name].err
}

func (c *typing) check(name, dir string) (*types.Package, error) {
	d := c.tree.dir(dir)
	if d == nil {
		return nil, fmt.Errorf("there is no package %s", dir)
	}
	var files []*ast.File
	for _, f := range d.Files {
		matches, err := c.context.MatchFile(dir, path.Base(f.Path))
		if err != nil {
			return nil, err
		}
		if matches && !f.Test {
			files = append(files, f.File)
		}
	}
	if len(files) == 0 {
		return nil, &build.NoGoError{Dir: dir}
	}
	config := types.Config{Importer: c, IgnoreFuncBodies: true}
	return config.Check(name, c.tree.fset, files, nil)
}

// compiled opens the export data of a package of another module or the standard library.
func (c *typing) compiled(name string) (io.ReadCloser, error) {
	if c.files == nil {
		var names []string
		for _, d := range c.tree.Dirs {
			for _, f := range d.Files {
				for _, imported := range f.imports() {
					if _, ours := own(imported); !ours && !f.Test && imported != "unsafe" {
						names = append(names, imported)
					}
				}
			}
		}
		slices.Sort(names)
		list := exec.Command("go", append([]string{"list", "-e", "-export", "-f", "{{.ImportPath}} {{.Export}}"}, slices.Compact(names)...)...)
		var complaint bytes.Buffer
		list.Stderr = &complaint
		out, err := list.Output()
		if err != nil {
			return nil, fmt.Errorf("%w: %s", err, &complaint)
		}
		c.files = map[string]string{}
		for line := range strings.Lines(string(out)) {
			of, file, _ := strings.Cut(strings.TrimSpace(line), " ")
			c.files[of] = file
		}
	}
	return os.Open(c.files[name])
}

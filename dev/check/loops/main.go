// Command loops finds the tests that loop over all values of a list, or call one of several functions, directly or through test helpers, and
// prints the arguments with which go test runs them: -run with their names, and their packages.
//
//	go test $(loops games.All)
//	go test $(loops -calls race.Plain,race.Less FOLDER ...)
//
// A list is named by the function that returns it. A test loops over the list if the call is in a range, or is an argument of len or append.
// Functions are compared by name. If there are folders, only tests in these folders count.
package main

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
)

func main() {
	calls := flag.String("calls", "", "find calls of these functions, PACKAGE.FUNCTION with commas between them")
	flag.Parse()
	found, only := func(body ast.Node, pkg string) bool { return goesThrough(body, pkg, flag.Arg(0)) }, []string(nil)
	if *calls != "" {
		functions := strings.Split(*calls, ",")
		found, only = func(body ast.Node, pkg string) bool {
			return slices.ContainsFunc(called(body, pkg), func(name string) bool { return slices.Contains(functions, name) })
		}, flag.Args()
	} else if flag.NArg() != 1 || !strings.Contains(flag.Arg(0), ".") {
		fmt.Fprintln(os.Stderr, "usage: loops PACKAGE.FUNCTION, or loops -calls PACKAGE.FUNCTION,... [FOLDER ...]")
		os.Exit(2)
	}
	names, folders, err := tests(os.DirFS("."), found, only)
	if err != nil {
		fmt.Fprintln(os.Stderr, "loops:", err)
		os.Exit(1)
	}
	fmt.Printf("-run ^(%s)$ ./%s\n", strings.Join(names, "|"), strings.Join(folders, " ./"))
}

// tests returns the names and folders of tests in a tree, both sorted: those for which found returns true for their body, or for the body of
// a helper that they call. If only is not empty, tests in other folders do not count.
func tests(tree fs.FS, found func(body ast.Node, pkg string) bool, only []string) (names, folders []string, err error) {
	calls := map[string][]string{} // for each function in a test file, by name, the functions that it calls
	loops := map[string]bool{}
	folder := map[string]string{}
	err = fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		dir := path.Dir(name)
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "bin" || d.Name() == "testdata"):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, "_test.go") && !(strings.HasSuffix(name, ".go") && strings.HasSuffix(dir, "test")):
			return nil
		}
		source, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, source, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Body != nil {
				pkg := path.Base(dir)
				name := pkg + "." + f.Name.Name
				if strings.HasPrefix(f.Name.Name, "Test") {
					name = dir + "." + f.Name.Name // nothing calls a test, and packages in different folders may have the same name
				}
				folder[name] = dir
				loops[name] = loops[name] || found(f.Body, pkg)
				calls[name] = append(calls[name], called(f.Body, pkg)...)
			}
		}
		return nil
	})
	for grown := true; grown; {
		grown = false
		for name, list := range calls {
			if !loops[name] && slices.ContainsFunc(list, func(call string) bool { return loops[call] }) {
				loops[name], grown = true, true
			}
		}
	}
	for name, does := range loops {
		if _, test, _ := strings.Cut(path.Base(name), "."); does && strings.HasPrefix(test, "Test") && test != "TestMain" && (len(only) == 0 || slices.Contains(only, folder[name])) {
			names, folders = append(names, test), append(folders, folder[name])
		}
	}
	slices.Sort(names)
	slices.Sort(folders)
	return slices.Compact(names), slices.Compact(folders), err
}

// goesThrough reports whether a function body in package pkg calls the function named by list in a range, in len or in append.
func goesThrough(body ast.Node, pkg, list string) bool {
	found := false
	is := func(e ast.Expr) bool {
		call, ok := e.(*ast.CallExpr)
		return ok && nameOf(call.Fun, pkg) == list
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.RangeStmt:
			found = found || is(n.X)
		case *ast.CallExpr:
			name := nameOf(n.Fun, pkg)
			found = found || (name == pkg+".len" || name == pkg+".append") && slices.ContainsFunc(n.Args, is)
		}
		return true
	})
	return found
}

// called returns the names of the functions that body, in package pkg, calls.
func called(body ast.Node, pkg string) (names []string) {
	ast.Inspect(body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			names = append(names, nameOf(call.Fun, pkg))
		}
		return true
	})
	return names
}

// nameOf returns the name of a function that package pkg calls, with the name of its package. Methods are not distinguished from functions.
func nameOf(fun ast.Expr, pkg string) string {
	switch fun := fun.(type) {
	case *ast.Ident:
		return pkg + "." + fun.Name
	case *ast.SelectorExpr:
		if x, ok := fun.X.(*ast.Ident); ok {
			return x.Name + "." + fun.Sel.Name
		}
	}
	return ""
}

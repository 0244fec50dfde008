package main

import (
	"go/ast"
	"slices"
	"testing"
	"testing/fstest"
)

func TestLoops(t *testing.T) {
	tree := fstest.MapFS{
		"a/a.go":        {Data: []byte("package a\nfunc TestNot() { for range games.All() {} }\n")},
		"a/a_test.go":   {Data: []byte("package a\nfunc TestRange(t *testing.T) { for range games.All() {} }\nfunc TestMenu(t *testing.T) { show(games.All()) }\nfunc TestHelper(t *testing.T) { kit.Each() }\nfunc TestOther(t *testing.T) { Each() }\n")},
		"kit/kit.go":    {Data: []byte("package kit\nfunc Each() { for range games.All() {} }\n")},
		"kittest/k.go":  {Data: []byte("package kittest\nfunc Each() { each() }\nfunc each() { _ = append(games.All(), 1) }\n")},
		"b/b_test.go":   {Data: []byte("package b\nfunc TestThrough(t *testing.T) { kittest.Each() }\nfunc BenchmarkIt(b *testing.B) { kittest.Each() }\n")},
		"b/len_test.go": {Data: []byte("package b\nfunc TestLen(t *testing.T) { t.Run(\"x\", func(t *testing.T) { _ = len(games.All()) }) }\n")},
	}
	loop := func(body ast.Node, pkg string) bool { return goesThrough(body, pkg, "games.All") }
	call := func(body ast.Node, pkg string) bool { return slices.Contains(called(body, pkg), "games.All") }
	for _, test := range []struct {
		found          func(ast.Node, string) bool
		only           []string
		names, folders []string
	}{
		{loop, nil, []string{"TestLen", "TestRange", "TestThrough"}, []string{"a", "b"}},
		{loop, []string{"b", "c"}, []string{"TestLen", "TestThrough"}, []string{"b"}},
		{call, nil, []string{"TestLen", "TestMenu", "TestRange", "TestThrough"}, []string{"a", "b"}},
	} {
		names, folders, err := tests(tree, test.found, test.only)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(names, test.names) || !slices.Equal(folders, test.folders) {
			t.Errorf("the tests are %q in %q, want %q in %q", names, folders, test.names, test.folders)
		}
	}
}

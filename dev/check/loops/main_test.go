package main

import (
	"slices"
	"testing"
	"testing/fstest"
)

func TestLoops(t *testing.T) {
	names, folders, err := tests(fstest.MapFS{
		"a/a.go":        {Data: []byte("package a\nfunc TestNot() { for range games.All() {} }\n")},
		"a/a_test.go":   {Data: []byte("package a\nfunc TestRange(t *testing.T) { for range games.All() {} }\nfunc TestMenu(t *testing.T) { show(games.All()) }\nfunc TestHelper(t *testing.T) { kit.Each() }\nfunc TestOther(t *testing.T) { Each() }\n")},
		"kit/kit.go":    {Data: []byte("package kit\nfunc Each() { for range games.All() {} }\n")},
		"kittest/k.go":  {Data: []byte("package kittest\nfunc Each() { each() }\nfunc each() { _ = append(games.All(), 1) }\n")},
		"b/b_test.go":   {Data: []byte("package b\nfunc TestThrough(t *testing.T) { kittest.Each() }\nfunc BenchmarkIt(b *testing.B) { kittest.Each() }\n")},
		"b/len_test.go": {Data: []byte("package b\nfunc TestLen(t *testing.T) { t.Run(\"x\", func(t *testing.T) { _ = len(games.All()) }) }\n")},
	}, "games.All")
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"TestLen", "TestRange", "TestThrough"}; !slices.Equal(names, want) {
		t.Errorf("the tests are %q, want %q", names, want)
	}
	if want := []string{"a", "b"}; !slices.Equal(folders, want) {
		t.Errorf("their folders are %q, want %q", folders, want)
	}
}

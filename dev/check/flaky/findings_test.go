package main

import (
	"slices"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	for _, c := range []struct {
		what, in string
		want     []string // pairs of name and output
	}{
		{"all pass", `{"Action":"run","Package":"p","Test":"A"}{"Action":"pass","Package":"p","Test":"A"}{"Action":"pass","Package":"p"}`, nil},
		{"a test", `{"Action":"output","Package":"p","Test":"A","Output":"bad\n"}{"Action":"fail","Package":"p","Test":"A"}{"Action":"fail","Package":"p"}`, []string{"p A: bad\n"}},
		{
			"a subtest",
			`{"Action":"output","Package":"p","Test":"A/b","Output":"bad\n"}{"Action":"fail","Package":"p","Test":"A/b"}{"Action":"fail","Package":"p","Test":"A"}{"Action":"fail","Package":"p"}`,
			[]string{"p A/b: bad\n"},
		},
		{"a test whose name begins with that of another", `{"Action":"fail","Package":"p","Test":"A"}{"Action":"fail","Package":"p","Test":"AB"}`, []string{"p A: ", "p AB: "}},
		{"a package that panics", `{"Action":"output","Package":"p","Output":"panic\n"}{"Action":"fail","Package":"p"}`, []string{"p: panic\n"}},
		{"a package that is not built", `{"Action":"build-output","ImportPath":"p","Output":"bad\n"}{"Action":"build-fail","ImportPath":"p"}`, []string{"p: bad\n"}},
	} {
		failures, err := read(strings.NewReader(c.in))
		if err != nil {
			t.Errorf("%s: %v", c.what, err)
		}
		var got []string
		for _, f := range failures {
			got = append(got, f.name()+": "+f.output)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
	if _, err := read(strings.NewReader("go: no such tool\n")); err == nil {
		t.Error("text that is not JSON was read")
	}
}

func TestFindingsCanBeRepeated(t *testing.T) {
	f := findings{runs: map[string]int{}}
	f.add(run{"plain", 1}, nil)
	f.add(run{"race", 2}, nil)
	if got, want := f.String(), "\n1 plain runs and 1 under the race detector: nothing failed\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	f.add(run{"plain", 3}, []failure{{pkg: "attic/term", test: "A"}})
	f.add(run{"race", 4}, []failure{{pkg: "attic/term", test: "A"}, {pkg: "attic/term"}})
	want := `
2 plain runs and 2 under the race detector: 2 failed
attic/term A: 2 times
    go test -count=1 -shuffle=3 attic/term
    go test -race -count=1 -shuffle=4 attic/term
attic/term: 1 times
    go test -race -count=1 -shuffle=4 attic/term
`
	if got := f.String(); got != want {
		t.Errorf("%s\nwant%s", got, want)
	}
	if got, want := (run{"race", 4}).file("out", failure{pkg: "attic/term", test: "A/b c"}), "out/attic_term_A_b_c-race-4.txt"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
)

// run is one run of all tests.
type run struct {
	kind string
	seed int64 // the seed of the order of the tests
}

// file returns the name of the file for the output of a failure.
func (r run) file(folder string, f failure) string {
	name := strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\ :*?"<>|`, r) {
			return '_'
		}
		return r
	}, f.name())
	return filepath.Join(folder, fmt.Sprintf("%.150s-%s-%d.txt", name, r.kind, r.seed))
}

// failure is a test that failed, or a package that failed outside its tests.
type failure struct {
	pkg, test string // test is "" for a package
	output    string
}

func (f failure) name() string { return strings.TrimSpace(f.pkg + " " + f.test) }

// read returns the failures in the output of go test -json. For a test with failed subtests it returns only the subtests.
func read(in io.Reader) ([]failure, error) {
	type key struct{ pkg, test string }
	outputs := map[key]*strings.Builder{}
	var failed []key
	for decoder := json.NewDecoder(in); ; {
		var e struct{ Action, Package, ImportPath, Test, Output string }
		if err := decoder.Decode(&e); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, fmt.Errorf("go test -json: %w", err)
		}
		if e.Package == "" {
			e.Package = e.ImportPath
		}
		k := key{e.Package, e.Test}
		switch e.Action {
		case "output", "build-output":
			if outputs[k] == nil {
				outputs[k] = new(strings.Builder)
			}
			outputs[k].WriteString(e.Output)
		case "fail", "build-fail":
			failed = append(failed, k)
		}
	}
	var failures []failure
	for _, k := range failed {
		hasPart := slices.ContainsFunc(failed, func(o key) bool {
			return o.pkg == k.pkg && o.test != k.test && (k.test == "" || strings.HasPrefix(o.test, k.test+"/"))
		})
		if hasPart {
			continue
		}
		f := failure{pkg: k.pkg, test: k.test}
		if b := outputs[k]; b != nil {
			f.output = b.String()
		}
		failures = append(failures, f)
	}
	return failures, nil
}

// findings are the results of a hunt.
type findings struct {
	runs     map[string]int // the number of runs by kind
	failures []finding
}

// finding is a test that failed in some runs.
type finding struct {
	pkg, test string
	in        []run
}

func (f *findings) add(r run, failures []failure) {
	f.runs[r.kind]++
	for _, failed := range failures {
		at := slices.IndexFunc(f.failures, func(o finding) bool { return o.pkg == failed.pkg && o.test == failed.test })
		if at < 0 {
			at = len(f.failures)
			f.failures = append(f.failures, finding{pkg: failed.pkg, test: failed.test})
		}
		f.failures[at].in = append(f.failures[at].in, r)
	}
}

// String lists the findings, with commands that repeat their runs.
func (f findings) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n%d plain runs and %d under the race detector: ", f.runs["plain"], f.runs["race"])
	if len(f.failures) == 0 {
		b.WriteString("nothing failed\n")
		return b.String()
	}
	fmt.Fprintf(&b, "%d failed\n", len(f.failures))
	for _, failed := range f.failures {
		fmt.Fprintf(&b, "%s: %d times\n", failure{pkg: failed.pkg, test: failed.test}.name(), len(failed.in))
		for _, r := range failed.in {
			race := map[string]string{"race": "-race "}[r.kind]
			fmt.Fprintf(&b, "    go test %s-count=1 -shuffle=%d %s\n", race, r.seed, failed.pkg)
		}
	}
	return b.String()
}

package web

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/andybalholm/brotli"
)

// A program that does not serve the page neither makes nor hashes the page's files. If several browsers arrive together, each file is
// made once.
func TestFilesAreMadeWhenAskedFor(t *testing.T) {
	var times atomic.Int32
	core := made(func() []byte { times.Add(1); return []byte("the core") })
	page := Serve(With(map[string]File{"core.wasm.gz": core}))
	if n := times.Load(); n != 0 {
		t.Fatalf("the core is made %d times before anybody asks for it", n)
	}
	const sum = "80e17d643e0cd6eebaf1044f96b5e713cc6c67fb3646a1176023af5227ee5b14"
	get := func(name string) *httptest.ResponseRecorder {
		r := httptest.NewRecorder()
		page.ServeHTTP(r, httptest.NewRequest(http.MethodGet, name, nil))
		return r
	}
	var browsers sync.WaitGroup
	for range 8 {
		browsers.Go(func() {
			if r := get("/core.wasm.gz"); r.Body.String() != "the core" || r.Header().Get("ETag") != `"`+core.hash()+`"` {
				t.Errorf("the core is %q with the tag %s", r.Body, r.Header().Get("ETag"))
			}
			if list := get("/list.js").Body.String(); !strings.Contains(list, `"core.wasm.gz":"`+core.hash()+`"`) {
				t.Errorf("the list of hashes is %s", list)
			}
		})
	}
	browsers.Wait()
	if n := times.Load(); n != 1 {
		t.Errorf("the core is made %d times, want once", n)
	}
	if core.hash() != sum {
		t.Errorf("the hash of the core is %s, want %s", core.hash(), sum)
	}
}

// A program that never serves the page does no work for it when it starts: this one, without any of its tests.
func TestNothingIsMadeAtTheStart(t *testing.T) {
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	said, err := cmd.CombinedOutput()
	line := regexp.MustCompile(`init \S+/ui/web @.* (\d+) bytes`).FindSubmatch(said)
	if err != nil || line == nil {
		t.Fatalf("the start was not traced: %v: %s", err, said)
	}
	if n, _ := strconv.Atoi(string(line[1])); n > 4096 {
		t.Errorf("the package takes %d bytes when a program starts", n)
	}
}

// goesOn finds a line of a script that ends inside a string.
func goesOn(script string) string {
	for line := range strings.Lines(script) {
		rest := strings.TrimSpace(line)
		if !strings.HasPrefix(rest, "//") && (strings.HasSuffix(rest, `\`) || (strings.Count(rest, "`")-strings.Count(rest, "\\`"))%2 != 0) {
			return rest
		}
	}
	return ""
}

// Shorten would remove a line of a string that looks like a comment, and the blanks before others.
func TestNoStringOfAScriptGoesOnInTheNextLine(t *testing.T) {
	for _, script := range []string{"x = `a\n// b`;", "x = 'a\\\n// b';", "x = `\\``; y = `${x}\n`;"} {
		if goesOn(script) == "" {
			t.Errorf("a string that goes on is not found: %s", script)
		}
	}
	names, _ := filepath.Glob("static/*.js")
	more, _ := filepath.Glob("../../server/lobby/page/*.js")
	if len(names) == 0 || len(more) == 0 {
		t.Fatal("no scripts")
	}
	for _, name := range append(names, more...) {
		script, err := os.ReadFile(name)
		if line := goesOn(string(script)); err != nil || line != "" {
			t.Errorf("%s has a string that goes on in the next line (%v): %s", name, err, line)
		}
	}
}

// Each browser gets the core in the best form that it takes, and a plain server has it as a gzip file, which the worker unpacks.
func TestForms(t *testing.T) {
	var packed bytes.Buffer
	w := brotli.NewWriter(&packed)
	_, _ = w.Write([]byte("the core"))
	_ = w.Close()
	core := Packed(Of(packed.Bytes()), Of([]byte("its-hash")))
	files := With(map[string]File{"core.wasm": core})
	for accepts, want := range map[string]string{
		"gzip, deflate, br, zstd": "br", "br;q=1.0, gzip;q=0.8": "br", "gzip, deflate": "gzip", "br;q=0, gzip": "gzip", "": "", "identity, brr": "",
	} {
		r, ask := httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/core.wasm", nil)
		ask.Header.Set("Accept-Encoding", accepts)
		Serve(files).ServeHTTP(r, ask)
		got, body := r.Header().Get("Content-Encoding"), io.Reader(r.Body)
		switch got {
		case "br":
			body = brotli.NewReader(body)
		case "gzip":
			body, _ = gzip.NewReader(body)
		}
		if text, err := io.ReadAll(body); got != want || string(text) != "the core" || err != nil {
			t.Errorf("%q is answered in the form %q, want %q: %q, %v", accepts, got, want, text, err)
		}
		tag := r.Header().Get("ETag")
		if !strings.HasPrefix(tag, `"its-hash`) {
			t.Errorf("the tag is %s", tag)
		}
		ask.Header.Set("If-None-Match", tag)
		r = httptest.NewRecorder()
		Serve(files).ServeHTTP(r, ask)
		if r.Code != http.StatusNotModified {
			t.Errorf("%q is sent again: %d", accepts, r.Code)
		}
	}
	plain := Static(files)
	unpacked, err := gzip.NewReader(plain["core.wasm.gz"].Open())
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(unpacked); string(text) != "the core" || err != nil {
		t.Errorf("the gzip file has %q: %v", text, err)
	}
	worker := string(plain["worker.js"].Bytes())
	if _, ok := plain["core.wasm"]; ok || !strings.Contains(worker, "name = 'core.wasm.gz'") || !strings.Contains(string(plain["list.js"].Bytes()), `"core.wasm.gz"`) {
		t.Errorf("the worker of a plain server does not fetch the gzip file: %s", worker)
	}
}

// The embedded files are not copied: copies would take megabytes.
func TestEmbeddedFilesAreNotCopied(t *testing.T) {
	all := Folder(embedded, "static")
	maps.Copy(all, Folder(embedded, "built"))
	for name, file := range all {
		whole := file.content()
		if from, _, _ := whole.Outer(); !embeds(from) {
			t.Errorf("%s is read from a %T", name, from)
		}
	}
	const most = 64 << 10 // bytes: less than the size of the files in every build
	if n := allocated(func() { _, _ = Handler() }); n > most {
		t.Errorf("the page takes %d bytes before anybody asks for it, want at most %d", n, most)
	}
}

func embeds(from any) bool { _, ok := from.(fs.File); return ok }

// allocated returns the number of bytes that a call allocates: the least of several calls, because other goroutines may allocate too.
func allocated(call func()) uint64 {
	least := ^uint64(0)
	for range 10 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		call()
		runtime.ReadMemStats(&after)
		least = min(least, after.TotalAlloc-before.TotalAlloc)
	}
	return least
}

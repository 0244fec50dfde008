package web

import (
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
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

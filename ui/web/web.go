// Package web is the page: attic in a browser. It holds the files of the page and serves them. The page itself is in static; its core is cmd/attic-core,
// compiled to WebAssembly.
package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"path"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/andybalholm/brotli"

	"attic/draw/paint"
)

// embedded holds the files in static, and the files that "make page" puts into built: the core, and the script that starts it.
//
//go:embed static built
var embedded embed.FS

// ErrNone means that the program was built without the page.
var ErrNone = errors.New("this build of attic has no page, which go install and go run leave out; make build in a copy of the source includes it")

// File is a file of a page. Its content, hash and packed forms are computed at the first use, and an embedded file is never copied, so a program that does
// not serve the page spends nothing on it. It is safe for concurrent use.
type File struct {
	content func() *io.SectionReader
	hash    func() string
	forms   map[string]func() *io.SectionReader // by the name of a way to pack that browsers may accept
}

func fileOf(content func() *io.SectionReader) File {
	f := File{content: sync.OnceValue(content)}
	f.hash = sync.OnceValue(func() string {
		h := sha256.New()
		_, _ = io.Copy(h, f.Open()) // never fails: it is in memory
		return fmt.Sprintf("%x", h.Sum(nil))
	})
	f.forms = map[string]func() *io.SectionReader{"gzip": zipped(gzip.BestCompression, func() io.Reader { return f.Open() })}
	return f
}

func zipped(level int, from func() io.Reader) func() *io.SectionReader {
	return sync.OnceValue(func() *io.SectionReader {
		var packed bytes.Buffer
		w, _ := gzip.NewWriterLevel(&packed, level)
		_, _ = io.Copy(w, from()) // never fails: it is in memory
		_ = w.Close()
		return reader(packed.Bytes())
	})
}

// Packed returns the file whose content brotli has packed, with its hash. The content itself is not kept.
func Packed(by, hash File) File {
	const level = 4 // the first browser that takes gzip only waits for half a second
	unpack := func() io.Reader { return brotli.NewReader(by.Open()) }
	return File{
		content: func() *io.SectionReader {
			content, _ := io.ReadAll(unpack()) // never fails: a test reads it
			return reader(content)
		},
		hash:  sync.OnceValue(func() string { return string(hash.Bytes()) }),
		forms: map[string]func() *io.SectionReader{"br": by.content, "gzip": zipped(level, unpack)},
	}
}

func reader(content []byte) *io.SectionReader {
	return io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content)))
}

// Of returns a file with this content, which must not be changed afterwards.
func Of(content []byte) File { return made(func() []byte { return content }) }

// made returns a file whose content is the result of the function by, which is called at most once.
func made(by func() []byte) File {
	return fileOf(func() *io.SectionReader { return reader(by()) })
}

// Open returns a reader of the file, at its beginning.
func (f File) Open() *io.SectionReader {
	all := f.content()
	return io.NewSectionReader(all, 0, all.Size())
}

// Replaced returns a copy of f in which the content of the file by replaces the first occurrence of old.
func (f File) Replaced(old string, by File) File {
	return made(func() []byte { return bytes.Replace(f.Bytes(), []byte(old), by.Bytes(), 1) })
}

// Bytes returns a copy of the content.
func (f File) Bytes() []byte {
	data, _ := io.ReadAll(f.Open()) // never fails: it is in memory
	return data
}

// Files returns the files of the page by name, or ErrNone.
func Files() (map[string]File, error) {
	built := Folder(embedded, "built")
	core, ok := built["core.wasm.br"]
	if !ok {
		return nil, ErrNone
	}
	return With(map[string]File{"core.wasm": Packed(core, built["core.wasm.sum"]), "wasm_exec.js": built["wasm_exec.js"]}), nil
}

// With returns the files of the page by name: the files in static, the fonts, built, and the list of their hashes for the service worker. Everything needed
// for what is shown until the core has started becomes a part of index.html.
func With(built map[string]File) map[string]File {
	files := Folder(embedded, "static")
	Shorten(files)
	maps.Copy(files, built)
	for name, mark := range map[string]string{"page.css": "/* page.css */", "start.js": "/* start.js */", "start.html": "<!-- start.html -->\n"} {
		files["index.html"] = files["index.html"].Replaced(mark, files[name])
		delete(files, name)
	}
	files["go-regular.ttf"], files["go-bold.ttf"] = made(func() []byte { return paint.Font(false) }), made(func() []byte { return paint.Font(true) })
	return Listed(files)
}

// Listed adds list.js to files, or replaces it, and returns files. The script list.js has the hash of each file except offline.js and itself.
func Listed(files map[string]File) map[string]File {
	delete(files, "list.js")
	all := maps.Clone(files)
	delete(all, "offline.js")
	files["list.js"] = made(func() []byte {
		hashes := map[string]string{}
		for name, f := range all {
			hashes[name] = f.hash()
		}
		text, _ := json.Marshal(hashes) // never fails
		return fmt.Appendf(nil, "self.list = %s;\n", text)
	})
	return files
}

// Shorten removes lines that are comments, and blanks at the start of lines, from the scripts in files. It does not read strings, so no string in a script may
// go on in the next line.
func Shorten(files map[string]File) {
	for name, f := range files {
		if path.Ext(name) == ".js" {
			files[name] = made(func() []byte { return spare().ReplaceAll(f.Bytes(), nil) })
		}
	}
}

var spare = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^[ \t]*(//.*\n)?`) })

// Folder returns the embedded files in a folder by name; without such a folder, there are none.
func Folder(from embed.FS, name string) map[string]File {
	entries, _ := from.ReadDir(name)
	files := map[string]File{}
	for _, e := range entries {
		files[e.Name()] = fileOf(func() *io.SectionReader {
			f, _ := from.Open(path.Join(name, e.Name()))
			info, _ := f.Stat()
			return io.NewSectionReader(f.(io.ReaderAt), 0, info.Size())
		})
	}
	return files
}

// policy lets the page load only files from its own origin, and run only start.js in index.html, as Shorten leaves it. A page can state all of it but framed,
// which only a header may hold.
var policy = sync.OnceValue(func() string {
	script, _ := embedded.ReadFile("static/start.js") // never fails: it is in memory
	hash := sha256.Sum256(spare().ReplaceAll(script, nil))
	return strings.Replace(rules, "'self' ", "'self' 'sha256-"+base64.StdEncoding.EncodeToString(hash[:])+"' ", 1)
})

const rules, framed = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:; connect-src 'self' ws: wss:; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'", "; frame-ancestors 'none'"

// Headers returns the headers that a server sends with each file of the page, except those that depend on the file.
func Headers() [][2]string {
	return [][2]string{
		{"Content-Security-Policy", policy() + framed},
		{"X-Content-Type-Options", "nosniff"},
		{"Referrer-Policy", "no-referrer"},
		{"Cache-Control", "no-cache"},
	}
}

// Handler returns a handler that serves the page, or ErrNone.
func Handler() (http.Handler, error) {
	files, err := Files()
	if err != nil {
		return nil, err
	}
	return Serve(files), nil
}

// Serve returns a handler that serves the files of a page by name, and index.html at the root.
func Serve(files map[string]File) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, "/")
		if name == "" {
			name = "index.html"
		}
		file, ok := files[name]
		if !ok || r.Method != http.MethodGet && r.Method != http.MethodHead {
			http.NotFound(w, r)
			return
		}
		h := w.Header()
		h.Set("Content-Type", kind(name))
		for _, header := range Headers() {
			h.Set(header[0], header[1])
		}
		h.Set("Vary", "Accept-Encoding")
		tag, content := file.hash(), file.content
		for _, way := range []string{"br", "gzip"} {
			if form, ok := file.forms[way]; ok && takes(r, way) {
				h.Set("Content-Encoding", way)
				tag, content = tag+"-"+way, form
				break
			}
		}
		h.Set("ETag", `"`+tag+`"`) // no time: the file may be older than the browser's copy
		all := content()
		http.ServeContent(w, r, name, time.Time{}, io.NewSectionReader(all, 0, all.Size()))
	})
}

// takes reports whether whoever asks can unpack files that are packed in a way.
func takes(r *http.Request, way string) bool {
	for name := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		if name, weight, _ := strings.Cut(strings.TrimSpace(name), ";"); name == way {
			return !strings.HasSuffix(weight, "q=0")
		}
	}
	return false
}

func kind(name string) string {
	switch path.Ext(name) {
	case ".gz":
		return "application/octet-stream"
	case ".ttf":
		return "font/ttf"
	case ".webmanifest":
		return "application/manifest+json"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".wasm":
		return "application/wasm"
	}
	return mime.TypeByExtension(path.Ext(name))
}

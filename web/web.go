// Package web is the page: attic in a browser. It holds the files of which the page consists, serves them, and writes them where another
// server can. The page itself is in static, and core is what runs in it.
package web

import (
	"bytes"
	"embed"
	"errors"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"time"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
)

//go:embed static
var static embed.FS

// built holds what make page builds: the core, and the script that starts it.
//
//go:embed built
var built embed.FS

// ErrNone says that the program was built without the page.
var ErrNone = errors.New("this build of attic has no page; make build makes one that has it")

// Files returns the files of the page by their names, or ErrNone.
func Files() (map[string][]byte, error) {
	files := map[string][]byte{"go-regular.ttf": goregular.TTF, "go-bold.ttf": gobold.TTF}
	for _, from := range []struct {
		files  embed.FS
		folder string
	}{{static, "static"}, {built, "built"}} {
		entries, err := from.files.ReadDir(from.folder)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if files[e.Name()], err = from.files.ReadFile(path.Join(from.folder, e.Name())); err != nil {
				return nil, err
			}
		}
	}
	if _, ok := files["core.wasm.gz"]; !ok {
		return nil, ErrNone
	}
	delete(files, "README")
	return files, nil
}

var _ fs.FS = static

// policy lets the page load only what comes from where it comes from itself.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:; connect-src 'self' ws: wss:; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Handler serves the page, or returns ErrNone.
func Handler() (http.Handler, error) {
	files, err := Files()
	if err != nil {
		return nil, err
	}
	begun := time.Now()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, "/")
		if name == "" {
			name = "index.html"
		}
		data, ok := files[name]
		if !ok || r.Method != http.MethodGet && r.Method != http.MethodHead {
			http.NotFound(w, r)
			return
		}
		h := w.Header()
		h.Set("Content-Type", kind(name))
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-cache")
		http.ServeContent(w, r, name, begun, bytes.NewReader(data))
	}), nil
}

// kind returns the media type of a file.
func kind(name string) string {
	switch path.Ext(name) {
	case ".gz":
		return "application/octet-stream"
	case ".ttf":
		return "font/ttf"
	case ".js":
		return "text/javascript; charset=utf-8"
	}
	return mime.TypeByExtension(path.Ext(name))
}

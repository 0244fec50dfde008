// Package web is the page: attic in a browser. It holds the files of which the page consists, serves them, and writes them where another
// server can. The page itself is in static, and core is what runs in it.
package web

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"mime"
	"net/http"
	"path"
	"strings"
	"time"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
)

// embedded holds the files in static, and in built what make page builds: the core, and the script that starts it.
//
//go:embed static built
var embedded embed.FS

// lobby holds what only the page of a hall has.
//
//go:embed hall
var lobby embed.FS

// ErrNone says that the program was built without the page.
var ErrNone = errors.New("this build of attic has no page; make build makes one that has it")

// Files returns the files of the page by their names, or ErrNone.
func Files() (map[string][]byte, error) {
	built, err := folder(embedded, "built")
	switch {
	case err != nil:
		return nil, err
	case built["core.wasm.gz"] == nil:
		return nil, ErrNone
	}
	delete(built, "README")
	return With(built)
}

// With returns the files of the page by their names: those in the tree, the fonts, what make page has built, and the list of their hashes for the
// service worker. The page itself holds what it shows before the core is there.
func With(built map[string][]byte) (map[string][]byte, error) {
	files, err := folder(embedded, "static")
	if err != nil {
		return nil, err
	}
	maps.Copy(files, built)
	files["index.html"] = bytes.Replace(files["index.html"], []byte("<!-- start.html -->\n"), files["start.html"], 1)
	delete(files, "start.html")
	files["go-regular.ttf"], files["go-bold.ttf"] = goregular.TTF, gobold.TTF
	files["list.js"], err = list(files)
	return files, err
}

// Hall returns the files of the page of a hall by their names, as WithLobby makes them. With ErrNone they are those of the lobby alone.
func Hall() (map[string][]byte, error) {
	files, none := Files()
	if none == nil {
		return WithLobby(files)
	}
	files, err := With(nil)
	if err == nil {
		files, err = WithLobby(files)
	}
	if err != nil {
		return nil, err
	}
	files["index.html"] = files["lobby.html"]
	files["list.js"], err = list(files)
	return files, cmp.Or(err, none)
}

// WithLobby adds the lobby of a hall to the files of a page: it is the first page, unless the address is the link of a table.
func WithLobby(files map[string][]byte) (map[string][]byte, error) {
	own, err := folder(lobby, "hall")
	if err != nil {
		return nil, err
	}
	all := maps.Clone(files)
	maps.Copy(all, own)
	all["index.html"] = bytes.Replace(files["index.html"], []byte("<head>\n"), []byte("<head>\n<script src=\"hall.js\"></script>\n"), 1)
	all["list.js"], err = list(all)
	return all, err
}

// list returns a script that names the hash of each file, besides the service worker and the script itself.
func list(files map[string][]byte) ([]byte, error) {
	hashes := map[string]string{}
	for name, data := range files {
		if name != "offline.js" && name != "list.js" {
			hashes[name] = fmt.Sprintf("%x", sha256.Sum256(data))
		}
	}
	text, err := json.Marshal(hashes)
	return fmt.Appendf(nil, "self.list = %s;\n", text), err
}

// folder returns the embedded files in a folder by their names.
func folder(from embed.FS, name string) (map[string][]byte, error) {
	entries, err := from.ReadDir(name)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for _, e := range entries {
		if files[e.Name()], err = from.ReadFile(path.Join(name, e.Name())); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// policy lets the page load only what comes from where it comes from itself.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:; connect-src 'self' ws: wss:; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Handler returns what serves the page, or ErrNone.
func Handler() (http.Handler, error) {
	files, err := Files()
	if err != nil {
		return nil, err
	}
	return Serve(files), nil
}

// Serve returns what serves the files of a page by their names; index.html is the first.
func Serve(files map[string][]byte) http.Handler {
	tags := map[string]string{} // without a time, because a page may be older than the one that a browser has
	for name, data := range files {
		tags[name] = fmt.Sprintf("\"%x\"", sha256.Sum256(data))
	}
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
		h.Set("ETag", tags[name])
		http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(data))
	})
}

// kind returns the media type of a file.
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
	}
	return mime.TypeByExtension(path.Ext(name))
}

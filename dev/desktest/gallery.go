package desktest

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/base64"
	"flag"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"attic/draw/palette"
)

// "make gallery" gives these flags to the tests that open every page.
var (
	galleryDir  = flag.String("gallery", "", "the folder for the pictures of all pages")
	galleryOnly = flag.String("only", "", "pages whose names match this regular expression, as PNG files too")
)

//go:embed gallery.html
var galleryPage string

// Gallery writes the pictures of a front-end's pages to its part of the gallery, if "make gallery" runs the test.
type Gallery struct {
	t    testing.TB
	only *regexp.Regexp
	kind string

	mu  sync.Mutex
	out *os.File // nil without the flag -gallery
}

// NewGallery returns the gallery of a front-end, with a style sheet. At the end of the test, all parts written so far are joined into one page.
func NewGallery(t testing.TB, kind, style string) *Gallery {
	t.Helper()
	g := &Gallery{t: t, only: regexp.MustCompile(*galleryOnly), kind: kind}
	if *galleryDir == "" {
		return g
	}
	var err error
	g.out, err = os.Create(filepath.Join(*galleryDir, kind+".part"))
	must(t, err)
	_, err = fmt.Fprintf(g.out, "<style>%s</style>\n", style)
	must(t, err)
	t.Cleanup(func() {
		must(t, g.out.Close())
		parts, err := filepath.Glob(filepath.Join(*galleryDir, "*.part"))
		must(t, err)
		var page bytes.Buffer
		page.WriteString(galleryPage)
		for _, v := range Visits {
			fmt.Fprintf(&page, "<option>%s</option>\n", html.EscapeString(v.Name))
		}
		page.WriteString("</datalist>\n")
		for _, part := range parts {
			text, err := os.ReadFile(part)
			must(t, err)
			page.Write(text)
		}
		must(t, os.WriteFile(*galleryDir+".html", page.Bytes(), 0o644))
	})
	return g
}

// Wants reports whether the gallery shows a page.
func (g *Gallery) Wants(v Visit) bool { return g.out != nil && g.only.MatchString(v.Name) }

// Look is the look of a page: a theme, and the board under the pieces.
type Look struct {
	Name  string
	Theme palette.Theme
	Board string
}

// looks returns every theme, alone and with every board.
func looks() (list []Look) {
	for _, name := range palette.Themes() {
		theme, _ := palette.Find(name)
		list = append(list, Look{name, theme, ""})
		for _, board := range palette.Boards()[1:] {
			list = append(list, Look{name + "-" + board, theme, board})
		}
	}
	return list
}

// Hang adds pictures of a page at the given size in all themes and with all boards. draw returns the picture as SVG or, if png is true, as a
// PNG file; nil means that there is no PNG file.
func (g *Gallery) Hang(v Visit, size string, draw func(l Look, png bool) []byte) {
	g.t.Helper()
	for _, look := range looks() {
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		_, err := w.Write(draw(look, false))
		must(g.t, err)
		must(g.t, w.Close())
		g.mu.Lock()
		_, err = fmt.Fprintf(g.out, "<script type=\"text/plain\" data-kind=\"%s\" data-name=\"%s\" data-size=\"%s\" data-theme=\"%s\">%s</script>\n",
			g.kind, html.EscapeString(v.Name), size, look.Name, base64.StdEncoding.EncodeToString(packed.Bytes()))
		g.mu.Unlock()
		must(g.t, err)
		if *galleryOnly == "" {
			continue
		}
		if picture := draw(look, true); picture != nil {
			file := strings.NewReplacer(", ", "-", " ", "-").Replace(v.Name + "-" + size + "-" + look.Name + ".png")
			must(g.t, os.WriteFile(filepath.Join(*galleryDir, file), picture, 0o644))
		}
	}
}

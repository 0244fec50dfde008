package web_test

import (
	"bytes"
	"flag"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"attic/desk"
	"attic/draw/palette"
	"attic/draw/scene"
	"attic/games"
	"attic/match/pictures"
	"attic/ui/window"
)

var update = flag.Bool("update", false, "rewrite static/start.html and the icons")

// static/start.html is shown until the core has started: each game with its picture from the menu.
func TestStart(t *testing.T) {
	const name = "static/start.html"
	want := start()
	if *update {
		if err := os.WriteFile(name, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(name); err != nil || string(got) != want {
		t.Errorf("%s is not as the menu is; run make start: %v", name, err)
	}
}

// The icons of the page are the program's icon, and the manifest has them with their sizes. A phone rounds the corners of PNG files itself; it may cut the
// large one to a circle of four fifths, in which the balls lie.
func TestIcons(t *testing.T) {
	theme, _ := palette.Find(palette.Themes()[0])
	icon := window.Icon()
	square := scene.Scene{View: icon.View}
	square.Add(scene.Box(0, 0, 1, 1, 0, scene.Background))
	square.Shapes = append(square.Shapes, icon.Shapes...)
	large := scene.Scene{View: scene.Rectangle{X: -0.08, Y: -0.08, W: 1.16, H: 1.16}}
	large.Add(scene.Box(-0.08, -0.08, 1.16, 1.16, 0, scene.Background))
	large.Shapes = append(large.Shapes, icon.Shapes...)
	manifest, err := os.ReadFile("static/attic.webmanifest")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, kind string
		scene      scene.Scene
		size       int
	}{{"static/icon.svg", pictures.SVG, icon, 64}, {"static/icon.png", pictures.PNG, square, 192}, {"static/icon-512.png", pictures.PNG, large, 512}} {
		var want bytes.Buffer
		if err := pictures.WriteScene(&want, c.kind, c.scene, c.size, c.size, theme); err != nil {
			t.Fatal(err)
		}
		if *update {
			if err := os.WriteFile(c.name, want.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(c.name); err != nil || !bytes.Equal(got, want.Bytes()) {
			t.Errorf("%s is not the icon of the program; run make icons: %v", c.name, err)
		}
		if entry := fmt.Sprintf(`{"src": %q, "sizes": "%dx%[2]d", "type": "image/png"`, filepath.Base(c.name), c.size); c.kind == pictures.PNG && !strings.Contains(string(manifest), entry) {
			t.Errorf("the manifest does not have %s", entry)
		}
	}
}

// start returns start.html: the pictures in the default theme, with a variable for each colour that another theme has in its place. start.js chooses the theme.
func start() string {
	var first string
	var all [][]string // by theme: the colours and names of gradients in the order of the text
	var styles strings.Builder
	painted := regexp.MustCompile(`"#[0-9a-f]{3,6}"|(ball|shade|sunk)[0-9a-f]{6}`)
	vars := map[string]string{} // by the colours in all themes
	for _, name := range palette.Themes() {
		theme, _ := palette.Find(name)
		text := startIn(theme)
		if first == "" {
			first = text
		}
		all = append(all, painted.FindAllString(text, -1))
	}
	sets := make([]strings.Builder, len(all))
	i := -1
	first = painted.ReplaceAllStringFunc(first, func(was string) string {
		i++
		var key string
		for _, theme := range all {
			key += theme[i]
		}
		if key == strings.Repeat(was, len(all)) || was[0] != '"' {
			return was
		}
		if vars[key] == "" {
			vars[key] = fmt.Sprintf("--c%d", len(vars))
			for n, theme := range all {
				fmt.Fprintf(&sets[n], " %s: %s;", vars[key], strings.Trim(theme[i], `"`))
			}
		}
		return `"var(` + vars[key] + `)"`
	})
	for n, name := range palette.Themes() {
		theme, _ := palette.Find(name)
		of := ":root"
		if n > 0 {
			of = fmt.Sprintf("[data-theme=%q]", name)
		}
		fmt.Fprintf(&styles, "%s {", of)
		for _, c := range []struct {
			name   string
			colour scene.Colour
		}{{"back", scene.Background}, {"panel", scene.Panel}, {"line", scene.Line}, {"text", scene.Text}, {"muted", scene.Muted}, {"accent", scene.Accent}} {
			fmt.Fprintf(&styles, " --%s: %s;", c.name, theme.Colour(c.colour))
		}
		fmt.Fprintf(&styles, "%s }\n", &sets[n])
	}
	return strings.Replace(first, "<style>\n", "<style>\n"+styles.String(), 1)
}

// startIn returns start.html in a theme. Lines have no edges, which the default theme does not have.
func startIn(theme palette.Theme) string {
	pen := scene.NewPen(func(c scene.Colour) (r, g, b uint8) {
		if c == scene.Edge {
			return 0, 0, 0
		}
		return theme.RGB(c)
	})
	var tiles, styles strings.Builder
	for _, g := range games.All() {
		info := g.Info()
		sc := desk.SampleOf(g, nil, "").Scene()
		if sc.Focus.W > 0 {
			sc = sc.Within(sc.Focus)
		}
		v := sc.View
		scale := min(340/v.W, 388/v.H) // the scale in the menu of a window
		fmt.Fprintf(&tiles, "<section class=%q><h2>%s</h2><p>%s.</p>\n<svg viewBox=\"%.4g %.4g %.4g %.4g\" aria-hidden=\"true\">\n", info.Name, html.EscapeString(info.Title), html.EscapeString(info.Brief), v.X, v.Y, v.W, v.H)
		for _, sh := range sc.Shapes {
			if sh.Kind != scene.Letters || sh.H*scale >= 9 {
				tiles.WriteString(strings.TrimSpace(pen.Element(sh)) + "\n")
			}
		}
		tiles.WriteString("</svg></section>\n")
		fmt.Fprintf(&styles, "[data-game=%q] #start section:not(.%s) { display: none; }\n", info.Name, info.Name)
	}
	return fmt.Sprintf("<div id=\"start\">\n<style>\n%s</style>\n<header><b>attic</b> %s</header>\n<svg width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>%s</defs></svg>\n%s</div>\n",
		&styles, desk.Subtitle(games.All()), pen.Defs(), &tiles)
}

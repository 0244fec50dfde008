package svg_test

import (
	"testing"

	"attic/draw/svg"
)

type role int

func (r role) String() string { return "role" }

func TestElements(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{svg.File(12.5, 7, "<a/>\n", "class", "c"), `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 12.5 7" width="12.5" height="7" class="c">` + "\n<a/>\n</svg>\n"},
		{svg.Element("rect"), `<rect/>`},
		{svg.Element("rect", "x", -0.001, "y", 1.005, "width", 3, "rx", nil, "fill", role(1)), `<rect x="0" y="1" width="3" fill="role"/>`},
		{svg.Around("g", svg.Element("a")+svg.Element("b"), "class", "c"), `<g class="c"><a/><b/></g>`},
		{svg.Text("text", "<\x1b&\xff\ufffe\n\"", "x", 2), "<text x=\"2\">&lt;&amp;\ufffd&#34;</text>"},
	} {
		if c.got != c.want {
			t.Errorf("%s, want %s", c.got, c.want)
		}
	}
}

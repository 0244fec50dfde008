package prose

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
)

func TestHTML(t *testing.T) {
	for _, c := range []struct{ what, text, want string }{
		{"a heading and a paragraph", "# One\ntwo\nthree", "<h2>One</h2><p>two three</p>"},
		{"a level that is skipped", "# One\n\n### Two", "<h2>One</h2><h3>Two</h3>"},
		{"a list", "- one\n- two\n\nthree", "<ul><li>one</li><li>two</li></ul><p>three</p>"},
		{"marks", "**one** *two* `a*b` [three](four.md) ![five](five.svg)", "<p><b>one</b> <em>two</em> <code>a*b</code> three five</p>"},
		{"a mark that does not end", "**one", "<p><b>one</b></p>"},
		{"a button", "[g1-f2](press:key:step 1)", `<p><span role="button" tabindex="0" data-spot="key:step 1">g1-f2</span></p>`},
		{"a table", "| a | b |\n|---|---|\n| `u` | |", "<table><tr><th>a</th><th>b</th></tr><tr><td><code>u</code></td><td></td></tr></table>"},
		{"text in columns", "    a  b\n    c  d", "<pre>a  b\nc  d</pre>"},
		{"sentences", "    One.\n    Two.", "<p>One.</p><p>Two.</p>"},
		{"what HTML means otherwise", "<script>`&`\"", "<p>&lt;script&gt;<code>&amp;</code>&#34;</p>"},
	} {
		if got := HTML(Parse(c.text), nil); got != c.want {
			t.Errorf("%s: %q is\n%s\nwant\n%s", c.what, c.text, got, c.want)
		}
	}
}

// Elements of the texts of this repository are closed in the order in which they were opened.
func TestReadmesAreHTML(t *testing.T) {
	for _, file := range []string{"../../README.md", "../../docs/playing.md", "../../games/atom4/README.md", "../../games/ataxx/README.md", "../../games/atommaster/README.md"} {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		d := xml.NewDecoder(strings.NewReader("<a>" + HTML(Parse(string(data)), nil) + "</a>"))
		for err == nil {
			_, err = d.Token()
		}
		if !errors.Is(err, io.EOF) {
			t.Errorf("%s: %v", file, err)
		}
	}
}

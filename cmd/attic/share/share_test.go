package share

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

// The files contain the given facts, and their XML is well formed.
func TestFiles(t *testing.T) {
	list := Files(Program{
		Version: "1.2.3", Date: "2026-11-22", Brief: "games", Games: []Game{{"one", "One", "the first"}, {"two", "Two", "the second"}},
	})
	said := map[string][]string{
		"share/doc/attic/licences.txt":             {"The Go Authors"},
		"share/metainfo/" + ID() + ".metainfo.xml": {`version="1.2.3" date="2026-11-22"`, "<li>Two: the second</li>", "<binary>one</binary>", MIME, "<id>" + ID() + "</id>"},
		"share/mime/packages/attic.xml":            {`type="` + MIME + `"`, `value="attic save "`},
		"share/applications/attic.desktop":         {"Comment=games\n", "One;Two;\n", "MimeType=" + MIME + ";\n", "Exec=attic open %f\n"},
		"share/applications/attic-one.desktop":     {"Name=One\n", "Comment=the first\n", "Exec=attic window one\n"},
		"share/applications/attic-two.desktop":     {"Name=Two\n"},
	}
	for _, f := range list {
		for _, want := range said[f.Path] {
			if !strings.Contains(f.Text, want) {
				t.Errorf("%s lacks %q:\n%s", f.Path, want, f.Text)
			}
		}
		if said[f.Path] == nil {
			t.Errorf("unexpected file %s", f.Path)
		}
		delete(said, f.Path)
		if strings.ContainsAny(f.Text, "{}") && !strings.HasSuffix(f.Path, ".txt") {
			t.Errorf("%s has placeholders left:\n%s", f.Path, f.Text)
		}
		if !strings.HasSuffix(f.Path, ".xml") {
			continue
		}
		for d := xml.NewDecoder(strings.NewReader(f.Text)); ; {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Errorf("%s: %v", f.Path, err)
				break
			}
		}
	}
	for path := range said {
		t.Errorf("%s is missing", path)
	}
}

func TestIdentifier(t *testing.T) {
	for module, want := range map[string]string{
		"attic": "org.example.attic", "example.com/you/attic": "com.example.you.attic", "a.b.c/x-y": "c.b.a.x_y", "github.com/ann/attic": "io.github.ann.attic",
		"codeberg.org/ann/attic": "page.codeberg.ann.attic", "here/attic": "org.example.here.attic",
	} {
		if got := identifier(module); got != want {
			t.Errorf("%s is %s, want %s", module, got, want)
		}
	}
}

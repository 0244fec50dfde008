package lines_test

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"attic/internal/lines"
)

// all reads text to its end and returns each line as "1 text", "2 text (cut)" or "3 error".
func all(in io.Reader) []string {
	var list []string
	r := lines.NewReader(in)
	for {
		line, err := r.Next()
		switch {
		case errors.Is(err, io.EOF):
			return list
		case errors.Is(err, lines.ErrLong):
			line = "long"
		case errors.Is(err, lines.ErrBinary):
			line = "binary"
		case err != nil:
			return append(list, err.Error())
		case len(line) > 100:
			line = fmt.Sprintf("%d bytes", len(line))
		}
		if r.Cut() {
			line += " (cut)"
		}
		list = append(list, fmt.Sprintf("%d %s", r.Number(), line))
	}
}

func TestLines(t *testing.T) {
	most := strings.Repeat("x", lines.Most)
	for _, c := range []struct {
		clause, text string
		want         []string
	}{
		{"nothing", "", nil},
		{"an empty line", "\n", []string{"1 "}},
		{"some lines", "a\n\nb\n", []string{"1 a", "2 ", "3 b"}},
		{"blanks are kept", " a \n", []string{"1  a "}},
		{"a last line without a line feed", "a\nb", []string{"1 a", "2 b (cut)"}},
		{"carriage return and line feed", "a\r\nb\r\n", []string{"1 a", "2 b"}},
		{"only one carriage return is part of the end", "a\r\r\n", []string{"1 binary"}},
		{"a carriage return alone does not end a line", "a\rb\n", []string{"1 binary"}},
		{"tabs are text", "a\tb\n", []string{"1 a\tb"}},
		{"a control character is skipped with its line", "a\n\x1b[31mb\nb\u009b31m\nb\x7f\nb\a\nc\n", []string{"1 a", "2 binary", "3 binary", "4 binary", "5 binary", "6 c"}},
		{"text in any language", "é漢😀\n", []string{"1 é漢😀"}},
		{"a zero byte is skipped with its line", "a\nb\x00\nc\n", []string{"1 a", "2 binary", "3 c"}},
		{"bytes that are not UTF-8 are skipped with their line", "a\n\xff\nc\n", []string{"1 a", "2 binary", "3 c"}},
		{"the longest line", most + "\nb\n", []string{"1 65536 bytes", "2 b"}},
		{"with carriage return", most + "\r\nb\n", []string{"1 65536 bytes", "2 b"}},
		{"without its end", most, []string{"1 65536 bytes (cut)"}},
		{"a longer line is skipped", most + "xyz\nb\n", []string{"1 long", "2 b"}},
		{"a much longer line", strings.Repeat(most, 20) + "\nb\n", []string{"1 long", "2 b"}},
		{"a longer line without a line feed", strings.Repeat(most, 2), []string{"1 long (cut)"}},
		{"a long line that fills whole buffers", strings.Repeat(most, 2) + "\n\n", []string{"1 long", "2 "}},
	} {
		t.Run(c.clause, func(t *testing.T) {
			for name, in := range map[string]io.Reader{
				"at once": strings.NewReader(c.text), "half by half": iotest.HalfReader(strings.NewReader(c.text)),
				"with its end": iotest.DataErrReader(strings.NewReader(c.text)),
			} {
				if got := all(in); !slices.Equal(got, c.want) {
					t.Errorf("%s: %q, want %q", name, got, c.want)
				}
			}
		})
	}
}

func TestErrorsOfTheInputAreReturned(t *testing.T) {
	broken := errors.New("broken")
	got := all(io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(broken)))
	if want := []string{"1 a", "broken"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestTheEndStaysTheEnd(t *testing.T) {
	r := lines.NewReader(strings.NewReader("a"))
	_, _ = r.Next()
	for range 3 {
		if _, err := r.Next(); !errors.Is(err, io.EOF) {
			t.Fatal(err)
		}
	}
	if r.Number() != 1 {
		t.Errorf("line %d", r.Number())
	}
}

// obeyed matches the characters that a terminal would act on.
var obeyed = regexp.MustCompile("[\x00-\x08\x0a-\x1f\x7f\u0080-\u009f]")

// For any input, the lines returned are the texts between its line feeds.
func FuzzLinesAreThoseOfTheText(f *testing.F) {
	f.Add("a\nb\r\n\n\x00c\xff", uint16(3))
	f.Add("x\n", uint16(65535))
	f.Fuzz(func(t *testing.T, text string, pad uint16) {
		text = strings.Repeat("y", int(pad)) + text
		var want []string
		parts := strings.SplitAfter(text, "\n")
		for i, part := range parts {
			if i == len(parts)-1 && part == "" {
				break
			}
			line, ended := strings.CutSuffix(part, "\n")
			line = strings.TrimSuffix(line, "\r")
			switch {
			case len(line) > lines.Most-2 && len(line) < lines.Most+5:
				return // TestLines checks the exact limit
			case len(line) > lines.Most:
				line = "long"
			case line != strings.ToValidUTF8(line, "") || obeyed.MatchString(line):
				line = "binary"
			case len(line) > 100:
				line = fmt.Sprintf("%d bytes", len(line))
			}
			if !ended {
				line += " (cut)"
			}
			want = append(want, fmt.Sprintf("%d %s", i+1, line))
		}
		if got := all(strings.NewReader(text)); !slices.Equal(got, want) {
			t.Fatalf("%q, want %q", got, want)
		}
	})
}

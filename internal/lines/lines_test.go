package lines_test

import (
	"compress/gzip"
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
func all(in io.Reader) []string { return rest(lines.NewReader(in)) }

// rest returns what r returns until its end.
func rest(r *lines.Reader) (list []string) {
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

func zipped(text string) string {
	var b strings.Builder
	w := gzip.NewWriter(&b)
	_, _ = w.Write([]byte(text)) // a Builder does not fail
	_ = w.Close()
	return b.String()
}

// What this program has written is read byte by byte.
func TestExact(t *testing.T) {
	const text = "\ufeffa\rb\nc\xff\n"
	r := lines.Exact(strings.NewReader(text))
	for range 2 {
		if line, err := r.Next(); !errors.Is(err, lines.ErrBinary) {
			t.Errorf("the line %q, %v", line, err)
		}
	}
	if r.Offset() != int64(len(text)) || string(r.Raw()) != "c\xff\n" {
		t.Errorf("the last line, up to %d, is %q", r.Offset(), r.Raw())
	}
}

// A line is read as soon as it is there: a program that waits for the answer sends nothing more.
func TestTextOfAConversation(t *testing.T) {
	for _, line := range []string{"u\n", "\ufeffu\n", "u\r", "P\r\n", "é\n", "\xe9\n", "\xef\n"} {
		in, out := io.Pipe()
		go func() { _, _ = io.WriteString(out, line) }() // the pipe stays open
		if got, err := lines.NewReader(in).Next(); err != nil || len(got) == 0 {
			t.Errorf("%q is read as %q, %v", line, got, err)
		}
		_ = in.Close()
	}
}

func TestAlike(t *testing.T) {
	for text, want := range map[string]string{
		"g1–f1": "g1-f1", "g1−f1": "g1-f1", "ｇ１-ｆ１": "g1-f1", "1.\u00a0f1": "1. f1", "f\u200b1": "f1", "1…g6": "1...g6", "½-½": "1/2-1/2", "1–0": "1-0",
		"“a”": `"a"`, "José": "José",
	} {
		if got := lines.Alike(text); got != want {
			t.Errorf("%q is read as %q, not %q", text, got, want)
		}
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
		{"carriage returns alone end lines", "a\rb\r\r\nc\r", []string{"1 a", "2 b", "3 ", "4 c"}},
		{"tabs are text", "a\tb\n", []string{"1 a\tb"}},
		{"a control character is skipped with its line", "a\n\x1b[31mb\nb\u009b31m\nb\x7f\nb\a\nc\n", []string{"1 a", "2 binary", "3 binary", "4 binary", "5 binary", "6 c"}},
		{"text in any language", "é漢😀\n", []string{"1 é漢😀"}},
		{"a zero byte is skipped with its line", "a\nb\x00\nc\n", []string{"1 a", "2 binary", "3 c"}},
		{"bytes that are not UTF-8 are Windows-1252", "a\nJos\xe9 \x80\nc\n", []string{"1 a", "2 José €", "3 c"}},
		{"bytes that are neither are skipped with their line", "a\nJos\x81\nc\n", []string{"1 a", "2 binary", "3 c"}},
		{"a byte order mark is no text", "\ufeffa\nb\n", []string{"1 a", "2 b"}},
		{"UTF-16, little end first", "\xff\xfea\x00\n\x00=\xd8\x00\xdeb\x00\n\x00", []string{"1 a", "2 😀b"}},
		{"UTF-16, big end first", "\xfe\xff\x00a\x00\n\xd8=\xde\x00\x00b\x00\n", []string{"1 a", "2 😀b"}},
		{"UTF-16 without a mark", "a\x00\n\x00b\x00\n\x00", []string{"1 a", "2 b"}},
		{"UTF-16 without a mark, big end first", "\x00a\x00\n\x00b\x00\n", []string{"1 a", "2 b"}},
		{"UTF-16 that is cut", "\xff\xfea\x00\n\x00b\x00c", []string{"1 a", "2 b (cut)"}},
		{"what old systems add at the end", "a\nb\n\x1a\x00\x00\n\x00", []string{"1 a", "2 b"}},
		{"Ctrl-Z in the middle", "a\x1a\nb\n", []string{"1 binary", "2 b"}},
		{"compressed", zipped("\ufeffa\nb\n"), []string{"1 a", "2 b"}},
		{"an archive", "PK\x03\x04abc\n", []string{lines.ErrArchive.Error()}},
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

// For any input that is not decoded, the lines returned are the texts between its line feeds.
func FuzzLinesAreThoseOfTheText(f *testing.F) {
	f.Add("a\nb\r\n\n\x00c\xff", uint16(3))
	f.Add("x\n", uint16(65535))
	f.Add("\n\n\xfa", uint16(3))
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
		if got := rest(lines.Exact(strings.NewReader(text))); !slices.Equal(got, want) {
			t.Fatalf("%q, want %q", got, want)
		}
	})
}

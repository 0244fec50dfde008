package command_test

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"slices"
	"strings"
	"testing"

	"attic/desk/command"
	"attic/game"
	"attic/games"
	"attic/match"
	"attic/match/tree"
)

// studied returns an analysis of the sample game of g with a comment.
func studied(t *testing.T, g game.Game, comment string) match.Match {
	t.Helper()
	m, err := match.New(g, game.Setup{})
	for _, text := range g.Info().Sample {
		if err == nil {
			m, _, err = m.Play(text)
		}
	}
	if err == nil && m.ToMove() != game.Nobody {
		m, err = m.Resign(0)
	}
	if err == nil {
		m, err = match.Studied(m)
	}
	if err == nil {
		m, _, err = match.Analyse(m, 1, tree.Edit{Do: tree.Comment, At: "1", Text: comment})
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func packed(text string) string {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	_, _ = w.Write([]byte(text))
	_ = w.Close()
	return "analysis/" + base64.RawURLEncoding.EncodeToString(b.Bytes())
}

// A link to an analysis of any game leads back to it, with an address before it or without one.
func TestLinksOfAnalyses(t *testing.T) {
	for _, g := range games.All() {
		m := studied(t, g, "“Why?” – said\nnobody")
		to, size := command.AnalysisLink(m)
		if len(to) != size || strings.Trim(to, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_/") != "" {
			t.Errorf("%s has the link %q of %d bytes", g.Info().Name, to, size)
		}
		for _, link := range []string{to, "https://example.org/#" + to, " http://localhost:7117/#" + to + "\n"} {
			f, ok := command.Find(games.All(), link)
			if !ok || f.Err != nil || f.Match == nil || !slices.Equal(match.AnalysisLines(*f.Match), match.AnalysisLines(m)) || !slices.Equal(f.Match.Lines(), m.Lines()) {
				t.Errorf("%s: %q is read as %+v", g.Info().Name, link, f)
			}
		}
		for i := range to[len("analysis/"):] { // a link that was cut
			if f, ok := command.Find(games.All(), to[:len("analysis/")+i]); !ok || f.Err == nil || f.Match != nil || f.Err.Error() != "this link is damaged; copy the whole link again" {
				t.Fatalf("%s, cut after %d bytes: %v, %v", g.Info().Name, i, f.Match, f.Err)
			}
		}
	}
}

// Wrong links are refused with a sentence, and one that would fill the memory is not read to its end.
func TestWrongLinksOfAnalyses(t *testing.T) {
	const damaged = "this link is damaged; copy the whole link again"
	for link, want := range map[string]string{
		"analysis/":                        damaged,
		"analysis/?":                       damaged,
		"analysis/AAAA":                    damaged,
		packed("zero"):                     damaged,
		packed("attic save 5\n"):           "line 1: this was saved by a newer attic: its format is 5, this attic reads up to 4",
		packed("attic save 3\ngame chess"): `line 2: attic has no game "chess"`,
		packed("attic save 3\n" + strings.Repeat("#", match.MostBytes)):                             "this text is too long; at most 8 MB are read",
		packed("attic save 3\ngame chess\n" + strings.Repeat("#\n", match.MostLines)):               `line 2: attic has no game "chess"`,
		packed("attic save 3\ngame ataxx\nround\n" + strings.Repeat("# none\n", match.MostLines-3)): "line 100000: the file is truncated: its end line is missing",
	} {
		f, ok := command.Find(games.All(), link)
		if !ok || f.Match != nil || f.Err == nil || f.Err.Error() != want {
			t.Errorf("%.40q: %v, want %s", link, f.Err, want)
		}
	}
}

// What is longer than a link has none, and one that just fits is read.
func TestTheLongestLink(t *testing.T) {
	g, _ := games.Find("ataxx")
	var text strings.Builder
	longest := 0
	for n := uint32(1); ; n = n*1664525 + 1013904223 {
		if text.Len() > 16_000 {
			t.Fatal("no analysis is too long for a link")
		}
		for range 50 {
			text.WriteByte('a' + byte(n>>24)%26)
			n = n*1664525 + 1013904223
		}
		to, size := command.AnalysisLink(studied(t, g, text.String()))
		if to == "" {
			if size <= command.MostLink || longest < command.MostLink-100 {
				t.Errorf("%d bytes are too long for a link, after %d", size, longest)
			}
			return
		}
		longest = size
		if f, _ := command.Find(games.All(), to); f.Match == nil || size > command.MostLink {
			t.Fatalf("a link of %d bytes: %v", size, f.Err)
		}
	}
}

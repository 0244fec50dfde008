package command

import (
	"compress/zlib"
	"encoding/base64"
	"errors"
	"strings"

	"attic/game"
	"attic/internal/lines"
	"attic/match"
)

// LinkAnalysis begins the target of a link that holds an analysis or another match: a saved game without hashes follows, compressed by zlib, in base64 for URLs.
const LinkAnalysis = "analysis/"

// LinkUnread is the target of a link that says that a file cannot be shown on the page.
const LinkUnread = "file/"

// MostLink is the maximum length of what AnalysisLink returns, in bytes. Messengers and browsers pass on links of this length.
const MostLink = 8 << 10

var errLink = errors.New("this link is damaged; copy the whole link again")

// AnalysisLink returns the target of a link that holds a match, such as an analysis, as Find reads it. If it would be longer than MostLink, it is "", and size is its length.
func AnalysisLink(m match.Match) (to string, size int) {
	var saved, packed strings.Builder
	if m.Save(&saved) != nil {
		return "", match.MostBytes
	}
	w, _ := zlib.NewWriterLevel(&packed, zlib.BestCompression) // the level is valid, and a Builder does not fail
	for line := range strings.Lines(saved.String()) {
		_, _ = w.Write([]byte(line[:len(line)-match.SealBytes-1] + "\n"))
	}
	_ = w.Close()
	to = LinkAnalysis + base64.RawURLEncoding.EncodeToString([]byte(packed.String()))
	if len(to) > MostLink {
		return "", len(to)
	}
	return to, len(to)
}

// unpack reads what AnalysisLink returns. It holds at most match.MostBytes in memory.
func unpack(list []game.Game, to string) (m match.Match, err error) {
	in, err := zlib.NewReader(base64.NewDecoder(base64.RawURLEncoding, strings.NewReader(strings.TrimPrefix(to, LinkAnalysis))))
	if err != nil {
		return m, errLink
	}
	text, err := lines.All(in, match.MostBytes)
	if len(text) > match.MostBytes {
		return m, err
	}
	if err != nil || !strings.HasPrefix(text, match.SaveHead) {
		return m, errLink
	}
	return match.Read(strings.NewReader(text), among(list))
}

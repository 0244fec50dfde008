package firsthours

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Record counts the sentences shown, by template. It is safe for concurrent use.
type Record struct {
	mu   sync.Mutex
	seen map[string]*Seen
}

// Seen is a template, with the number of its sentences and the faces that showed them.
type Seen struct {
	Times    int
	Faces    []string // in the order of [Faces]
	Template string
	Sample   string // the first sentence with this template
}

// Add counts a text that was shown on a face, sentence by sentence.
func (r *Record) Add(face, text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.seen == nil {
		r.seen = map[string]*Seen{}
	}
	for _, sentence := range Sentences(text) {
		template := Template(sentence)
		s := r.seen[template]
		if s == nil {
			s = &Seen{Template: template, Sample: sentence}
			r.seen[template] = s
		}
		if s.Times++; !slices.Contains(s.Faces, face) {
			s.Faces = append(s.Faces, face)
			slices.SortFunc(s.Faces, func(a, b string) int { return slices.Index(Faces, a) - slices.Index(Faces, b) })
		}
		s.Sample = min(s.Sample, sentence) // so that the sample does not depend on the order of the hours
	}
}

// Most returns at most limit templates, the most frequent first, or all templates if limit is 0.
func (r *Record) Most(limit int) []Seen {
	r.mu.Lock()
	defer r.mu.Unlock()
	var list []Seen
	for _, template := range slices.Sorted(maps.Keys(r.seen)) {
		list = append(list, *r.seen[template])
	}
	slices.SortStableFunc(list, func(a, b Seen) int { return cmp.Compare(b.Times, a.Times) })
	if limit > 0 && len(list) > limit {
		list = list[:limit]
	}
	return list
}

// String returns the line of a list: the number of times, the faces by their first letters, and the template.
func (s Seen) String() string {
	letters := ""
	for _, face := range Faces {
		if slices.Contains(s.Faces, face) {
			letters += face[:1]
		} else {
			letters += "-"
		}
	}
	return fmt.Sprintf("%6d %s %s", s.Times, letters, s.Template)
}

// Read reads the lines of a list; lines that begin with # are left out.
func Read(text string) (list []Seen, err error) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.SplitN(line, " ", 3)
		if len(fields) < 3 {
			return nil, fmt.Errorf("%q has no template", line)
		}
		s := Seen{Template: fields[2]}
		if s.Times, err = strconv.Atoi(fields[0]); err != nil {
			return nil, err
		}
		for i, face := range Faces {
			if i < len(fields[1]) && fields[1][i] != '-' {
				s.Faces = append(s.Faces, face)
			}
		}
		list = append(list, s)
	}
	return list, nil
}

// sentenceEnd finds the end of a sentence and the first character of the next.
var sentenceEnd = regexp.MustCompile(`[.!?][")]?\s+["(]?[A-Z0-9]|\n`)

// Sentences splits a text into sentences. It leaves out rows of a board, and short texts: texts of one word, and texts of two words without a full
// stop, such as the labels of buttons.
func Sentences(text string) (list []string) {
	text = strings.NewReplacer("**", "", "`", "").Replace(text)
	for text != "" {
		end := len(text)
		for from := 0; from < len(text); {
			at := sentenceEnd.FindStringIndex(text[from:])
			if at == nil {
				break
			}
			if end = from + at[0] + 1; !numbered.MatchString(text[:end]) {
				break
			}
			from, end = end, len(text) // "3. i10" is not two sentences
		}
		sentence := strings.Join(strings.Fields(text[:end]), " ")
		text = text[end:]
		if words := len(spoken(sentence)); words >= 3 || words == 2 && strings.ContainsAny(sentence[len(sentence)-1:], ".!?") {
			list = append(list, sentence)
		}
	}
	return list
}

// numbered matches the number of an item of a list.
var numbered = regexp.MustCompile(`^\s*\d+\.$`)

// word matches two letters, or a word of one letter.
var word = regexp.MustCompile(`[A-Za-z]{2}|^[aIA]$`)

// spoken returns the words of a sentence: they have letters and are not names of squares.
func spoken(sentence string) []string {
	return slices.DeleteFunc(strings.Fields(sentence), func(w string) bool { return !word.MatchString(w) || squares.MatchString(w) && len(w) < 8 })
}

// Longest is the maximum number of words of a frequent sentence.
const Longest = 25

// unplain finds words that no frequent sentence may have, because people would need help to understand them. It does not repeat the phrases that
// dev/check finds in all texts.
var unplain = regexp.MustCompile(`(?i)\b(anew|ply|plies|but for|so many|one (can|may|does|cannot)|spots?|tracks?|occupied area|hitherto|thereof|awaited|what can be forced|is no choice)\b`)

// Faults returns the faults of a list: sentences that are too long, and words that are not plain.
func Faults(list []Seen) (faults []string) {
	for _, s := range list {
		if n := Words(s.Template); n > Longest {
			faults = append(faults, fmt.Sprintf("%q has %d words, at most %d are easy to read", s.Template, n, Longest))
		}
		if found := unplain.FindString(s.Template); found != "" {
			faults = append(faults, fmt.Sprintf("%q has %q, which is not plain English", s.Template, found))
		}
	}
	return faults
}

// Words returns the number of words in a template. A placeholder counts as one word.
func Words(template string) int {
	return len(slices.DeleteFunc(strings.Fields(template), func(w string) bool { return !regexp.MustCompile(`[\pL\pN]`).MatchString(w) }))
}

var squares = regexp.MustCompile(`\b[a-l]1?\d\b`)

// taken holds the placeholders for squares, moves, numbers and names, in the order in which they are inserted.
var taken = []struct {
	find *regexp.Regexp
	with string
}{
	{regexp.MustCompile(`\b[a-z]+\d*-\d+\b`), "‹puzzle›"},
	{squares, "‹square›"},
	{regexp.MustCompile(`‹square›-‹square›`), "‹move›"},
	{regexp.MustCompile(`\b(Anna|Bo|Ann|Player \d|player \d)\b`), "‹player›"},
	{regexp.MustCompile(`(?i)\b(red|blue|yellow|green|white|black|grey|orange|purple|violet|cyan)\b`), "‹colour›"},
	{regexp.MustCompile(`\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b`), "‹n›"},
	{regexp.MustCompile(`[-+−]?\d[\d,.:]*\d|[-+−]?\d`), "‹n›"},
	{regexp.MustCompile(`‹square› ‹colour›(?:(?:, | and )‹square› ‹colour›)+`), "‹squares with colours›"},
	{regexp.MustCompile(`‹square›(?:(?:, | and | or | )‹square›)+`), "‹squares›"},
	{regexp.MustCompile(`‹move›(?:(?:, | and | or | )‹move›)+`), "‹moves›"},
	{regexp.MustCompile(`‹n›(?:(?:, | and | or | )‹n›)+`), "‹numbers›"},
}

// Template returns a sentence with a placeholder for each name of a square, number, colour and player.
func Template(sentence string) string {
	for _, t := range taken {
		sentence = t.find.ReplaceAllString(sentence, t.with)
	}
	return sentence
}

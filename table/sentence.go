package table

import (
	"errors"
	"strings"

	"attic/game"
	"attic/internal/phrase"
	"attic/match"
)

// Fill returns what stands for a placeholder in a sentence. The placeholders that a front-end fills are the commands of the line mode, which it
// knows by what a person presses or types for them; copy, qr and stop, which are keys only; and turn, which is whose turn it is. "": nothing.
type Fill func(placeholder string) string

// Typed is the Fill of the line mode: "type accept".
func Typed(placeholder string) string { return game.Type(placeholder) }

// words are what people read in one case: sentences in three lengths. A placeholder in braces stands for something that is known only then. Of
// the alternatives of a sentence, which | separates, the first counts in which every placeholder stands for something; a sentence without such
// an alternative is left out.
type words struct {
	name  string
	above [2]string // the two lines of a page, if they are more important than the last move
	page  string    // one line of a page, the longest alternative first
	line  []string  // the sentences of the line mode
	title string    // a few words for a title or a list
	can   string    // what a person can do: names of doings
	calls bool      // for news: the person is called
}

// A filler fills placeholders: first with values, then by fill.
type filler struct {
	values func(placeholder string) (text string, known bool)
	fill   Fill
}

// fill returns text with its placeholders filled, or false if there is nothing to stand for one of them.
func (f filler) filled(text string) (string, bool) {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "{")
		b.WriteString(before)
		if !found {
			return b.String(), true
		}
		name, after, _ := strings.Cut(rest, "}")
		value, known := f.values(name)
		if !known {
			value = f.fill(name)
		}
		if value == "" {
			return "", false
		}
		b.WriteString(value)
		text = after
	}
}

// choose returns the first alternative of a sentence that fits, or else the last one that counts.
func (f filler) choose(sentence string, fits func(string) bool) (chosen string) {
	for text := range strings.SplitSeq(sentence, "|") {
		text, ok := f.filled(text)
		switch {
		case !ok:
		case fits(strings.TrimSpace(text)):
			return strings.TrimSpace(text)
		default:
			chosen = strings.TrimSpace(text)
		}
	}
	return chosen
}

// all returns the sentences that count. One that begins with a line feed has a line of its own.
func (f filler) all(sentences []string) (text string) {
	for _, sentence := range sentences {
		for alternative := range strings.SplitSeq(sentence, "|") {
			said, ok := f.filled(alternative)
			if !ok {
				continue
			}
			if text != "" && !strings.HasPrefix(said, "\n") {
				text += " "
			}
			text += said
			break
		}
	}
	return strings.TrimPrefix(text, "\n")
}

// everywhere reports that a text fits.
func everywhere(string) bool { return true }

// Page returns what a page says: two lines to show below the board if they are more important than the last move, and a single line to show
// below something else. All are "" if the page says no more than the game.
func (s Situation) Page(fill Fill, fits func(string) bool) (first, second, below string) {
	f, w := filler{s.value, fill}, situations[s.Case]
	first, second, below = f.choose(w.above[0], fits), "", f.choose(w.page, fits)
	if first != "" {
		long, _ := f.filled(strings.Split(w.above[0], "|")[0])
		short := strings.Split(w.above[1], "||")
		if second = short[0]; first != long && len(short) > 1 {
			second = short[1]
		}
		second = f.choose(second, fits)
	}
	return first, second, below
}

// Line returns what the line mode says.
func (s Situation) Line(fill Fill) string { return filler{s.value, fill}.all(situations[s.Case].line) }

// In returns the situation s as one of this case.
func (c Case) In(s Situation) Situation {
	s.Case = c
	return s
}

// In returns news of this kind, which needs no more than the situation.
func (k NewsKind) In(s Situation) News { return News{Kind: k, Situation: s} }

// Title returns the case in a few words, for a title or a list.
func (c Case) Title() string { return situations[c].title }

// value returns what stands for a placeholder that belongs to the situation, and whether it does.
func (s Situation) value(placeholder string) (text string, known bool) {
	known = true
	switch placeholder {
	case "other":
		text = s.Name
	case "Other":
		text = beginning(s.Name)
	case "join":
		text = s.command()
	case "link":
		text = s.Link
	case "watch":
		text = s.Sights
	case "ending":
		text = strings.TrimPrefix(s.Sights, s.Link)
	case "addresses":
		text = strings.Join(s.Others, ", ")
	case "offers":
		text = offerWords[s.Offer].asks
	case "offer":
		text = offerWords[s.Offer].noun
	case "stands":
		text = s.Stands
	case "claimed":
		text = map[match.Stop]string{match.Forfeit: "the win", match.Drawn: "a draw"}[s.Claimed]
	case "reconnects":
		text = map[bool]string{false: "attic reconnects by itself"}[s.Hall]
	case "patience":
		if s.Claims || s.Claim != "" {
			text = map[bool]string{true: "five minutes", false: "a minute"}[s.Asleep]
		}
	case "open":
		if !s.Closes.IsZero() {
			text = "The game stays open for ten minutes, so that the other player can come back and see the result."
		}
	case "unencrypted":
		text = map[bool]string{true: "The connection is not encrypted: others on the network can read the game."}[s.Plain]
	case "Unsaved":
		if s.Unsaved != "" {
			text = game.Sentence(errors.New(s.Unsaved))
		}
	case "reason":
		_, text, _ = strings.Cut(game.Sentence(errors.New(s.Unsaved)), " not saved: ")
	default:
		known = false
	}
	return text, known
}

// beginning returns a name in the form for the beginning of a sentence.
func beginning(name string) string {
	if name == "the other player" || name == "the host" {
		return phrase.Capital(name)
	}
	return name
}

// Package prose reads text for people, written in the subset of Markdown that this repository uses, and breaks it into lines of any width. Line
// breaks in the source have no meaning: the lines of a paragraph are joined before the paragraph is broken into lines.
package prose

import "strings"

// BlockKind is a kind of block.
type BlockKind uint8

// The kinds of blocks.
const (
	Paragraph BlockKind = iota
	Heading
	Item // a list item
	Table
	Verbatim // lines that stay as they are
	Figure   // a picture, which the front-end draws
)

// Block is a separate part of a text, such as a paragraph.
type Block struct {
	Kind   BlockKind
	Text   string     // the text of a Paragraph, Heading or Item, in one line
	Level  int        // the level of a Heading, from 1
	Rows   [][]string // the rows of a Table, all of the same length
	Headed bool       // the first row of a Table names the columns
	Lines  []string   // the lines of a Verbatim
	Number int        // the number of a Figure, from 0
}

// Plain returns the text as one block whose lines stay as they are.
func Plain(text string) []Block {
	return []Block{{Kind: Verbatim, Lines: strings.Split(strings.TrimRight(text, "\n"), "\n")}}
}

// Parse reads paragraphs, headings, lists, tables and verbatim text, which is indented by four blanks or fenced.
func Parse(text string) []Block {
	r := reader{}
	for line := range strings.SplitSeq(text, "\n") {
		r.read(strings.TrimRight(line, " \r"))
	}
	r.end()
	return r.blocks
}

type reader struct {
	blocks []Block
	open   bool // whether the last block continues
	blank  int  // the number of blank lines since the last block
	fenced bool
}

func marked(line, mark string) (text string, ok bool) {
	text, ok = strings.CutPrefix(line, mark+" ")
	return strings.TrimLeft(text, " "), ok && mark != ""
}

func (r *reader) read(line string) {
	trimmed := strings.TrimSpace(line)
	hashes := line[:len(line)-len(strings.TrimLeft(line, "#"))]
	title, isHeading := marked(line, hashes)
	item, isItem := marked(line, line[:min(1, len(line))])
	verbatim := r.open && r.last().Kind == Verbatim
	switch {
	case strings.HasPrefix(trimmed, "```"):
		r.fenced = !r.fenced
		if r.open = r.fenced; r.open {
			r.add(Block{Kind: Verbatim})
		}
	case r.fenced:
		r.last().Lines = append(r.last().Lines, line)
	case trimmed == "" && verbatim:
		r.blank++
	case trimmed == "":
		r.open = false
	case strings.HasPrefix(line, "    ") && (verbatim || !r.open):
		if !verbatim {
			r.add(Block{Kind: Verbatim})
			r.blank = 0
		}
		for ; r.blank > 0; r.blank-- {
			r.last().Lines = append(r.last().Lines, "")
		}
		r.last().Lines = append(r.last().Lines, line[4:])
	case isHeading:
		r.add(Block{Kind: Heading, Level: len(hashes), Text: title})
		r.open = false
	case strings.HasPrefix(line, "|"):
		r.row(line)
	case isItem && (line[0] == '-' || line[0] == '*'):
		r.add(Block{Kind: Item, Text: item})
	case r.open && (r.last().Kind == Paragraph || r.last().Kind == Item):
		r.last().Text += " " + trimmed
	default:
		r.add(Block{Kind: Paragraph, Text: trimmed})
	}
}

func (r *reader) last() *Block { return &r.blocks[len(r.blocks)-1] }

func (r *reader) add(b Block) {
	r.blocks, r.open = append(r.blocks, b), true
}

func (r *reader) row(line string) {
	if !r.open || r.last().Kind != Table {
		r.add(Block{Kind: Table})
	}
	t := r.last()
	if strings.Trim(line, "-:| ") == "" && strings.HasSuffix(line, "|") && strings.Contains(line, "-") {
		t.Headed = len(t.Rows) == 1
		return
	}
	var cells []string
	line = strings.ReplaceAll(line, `\|`, "\x00") // a bar within a cell
	for cell := range strings.SplitSeq(strings.Trim(line, "|"), "|") {
		cells = append(cells, strings.TrimSpace(strings.ReplaceAll(cell, "\x00", "|")))
	}
	if len(t.Rows) > 0 { // give every row the number of cells of the first row
		for len(cells) < len(t.Rows[0]) {
			cells = append(cells, "")
		}
		cells = cells[:len(t.Rows[0])]
	}
	t.Rows = append(t.Rows, cells)
}

// end removes the first row of a table if it is empty because the columns have no names.
func (r *reader) end() {
	for i, b := range r.blocks {
		if b.Headed && strings.Join(b.Rows[0], "") == "" {
			r.blocks[i].Headed, r.blocks[i].Rows = false, b.Rows[1:]
		}
	}
}

// Section splits blocks into the section with the given title and the rest. A section is a heading and everything up to the next heading of the
// same or a higher level; section is nil if there is no such heading.
func Section(blocks []Block, title string) (section, rest []Block) {
	for i, b := range blocks {
		if b.Kind != Heading || b.Text != title {
			continue
		}
		end := i + 1
		for end < len(blocks) && (blocks[end].Kind != Heading || blocks[end].Level > b.Level) {
			end++
		}
		return blocks[i:end], append(blocks[:i:i], blocks[end:]...)
	}
	return nil, blocks
}

// Style is the look of a piece of text.
type Style uint8

// The styles.
const (
	Normal Style = iota
	Bold
	Code // keys, input, and text on a board
	Head // a heading
	Name // the name of a column
)

// run is a piece of text in one style, without blanks.
type run struct {
	text  string
	style Style
}

// word is the text between two blanks. Lines are broken between words.
type word []run

// words splits a text into words. **bold** and `code` get their styles; *italic* becomes plain text; of links and pictures, only the text is
// shown.
func words(text string, base Style) []word {
	var list []word
	var w word
	style := base
	for i, part := range strings.Split(text, "`") {
		code := i%2 == 1
		if !code {
			part = links(part, func(shown, _ string) string { return shown })
		}
		for n, piece := range strings.Split(part, "**") {
			switch {
			case code && n > 0:
				piece = "**" + piece
			case !code && n > 0 && style == Bold:
				style = base
			case !code && n > 0:
				style = Bold
			}
			now := style
			if code {
				now = Code
			} else {
				piece = italics(piece, "", "")
			}
			for k, text := range strings.Split(piece, " ") {
				if k > 0 && len(w) > 0 {
					list, w = append(list, w), nil
				}
				if text != "" {
					w = append(w, run{text, now})
				}
			}
		}
	}
	if len(w) > 0 {
		list = append(list, w)
	}
	return list
}

// links replaces each link, [text](address), in a text by the result of link, and each picture, ![text](address), by its text.
func links(text string, link func(shown, address string) string) string {
	var plain strings.Builder
	for {
		before, rest, _ := strings.Cut(text, "[")
		shown, rest, _ := strings.Cut(rest, "](")
		address, after, ended := strings.Cut(rest, ")")
		switch {
		case !ended:
			plain.WriteString(text)
			return plain.String()
		case strings.Contains(shown, "]"): // an ordinary bracket
			plain.WriteString(before + "[")
			text = text[len(before)+1:]
		case strings.HasSuffix(before, "!"):
			plain.WriteString(before[:len(before)-1] + shown)
			text = after
		default:
			plain.WriteString(before + link(shown, address))
			text = after
		}
	}
}

// italics replaces the stars around *italic* text by begin and end. A star begins italic text at the start of the text, or after a blank or a
// parenthesis.
func italics(text, begin, end string) string {
	var plain strings.Builder
	for {
		before, rest, _ := strings.Cut(text, "*")
		inside, after, ended := strings.Cut(rest, "*")
		switch {
		case !ended:
			plain.WriteString(text)
			return plain.String()
		case inside == "" || inside[0] == ' ' || before != "" && !strings.ContainsAny(before[len(before)-1:], " ("):
			plain.WriteString(before + "*")
			text = rest
		default:
			plain.WriteString(before + begin + inside + end)
			text = after
		}
	}
}

// Text returns a text without Markdown, as people see it.
func Text(text string) string {
	var list []string
	for _, w := range words(text, Normal) {
		shown := ""
		for _, r := range w {
			shown += r.text
		}
		list = append(list, shown)
	}
	return strings.Join(list, " ")
}

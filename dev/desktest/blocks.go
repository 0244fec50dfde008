package desktest

import (
	"strings"

	"attic/desk"
)

// Missing returns what a front-end, which shows words, leaves out of the blocks of a desk's page: titles, what quiet sentences begin with, the first
// button, the chosen item of a list, and the entries of the menu.
func Missing(d *desk.Desk, words string) (missing []string) {
	want := func(text string) {
		if !strings.Contains(joined(words), joined(text)) {
			missing = append(missing, text)
		}
	}
	blocks := d.Pages.Blocks()
	switch {
	case d.Pages.Covers():
	case d.Menu != nil && !d.Form.On:
		blocks = d.Menu.Blocks()[:2] // its buttons may give way to what it says
	default:
		return nil
	}
	for _, b := range blocks {
		switch b := b.(type) {
		case desk.Heading:
			title, _, _ := strings.Cut(b.Title, " of ") // where there is little room
			want(title)
		case desk.Says:
			if b.Quiet {
				want(b.Shown()[0])
			}
		case desk.Buttons:
			want(b.List()[0].Label)
		case []desk.Card:
			for _, e := range b {
				want(e.Text)
			}
		case *desk.Chooser:
			want(b.Word.Items[b.At].Label)
		}
	}
	return missing
}

// joined returns a text without blanks and upper case, which front-ends need not keep.
func joined(text string) string { return strings.ToLower(strings.Join(strings.Fields(text), "")) }

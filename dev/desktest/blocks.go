package desktest

import (
	"strings"

	"attic/desk"
)

// Missing returns texts in the blocks of a desk's page that are missing from words, the text that a front-end shows. It checks titles, the
// beginnings of quiet sentences, the first button, the chosen item of a list, and the entries of the menu.
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
		blocks = d.Menu.Blocks()[:2] // its message may replace its buttons
	default:
		return nil
	}
	for _, b := range blocks {
		switch b := b.(type) {
		case desk.Heading:
			title, _, _ := strings.Cut(b.Title, " of ") // front-ends with little room shorten the title
			want(title)
		case desk.Says:
			if b.Quiet {
				want(b.Shown()[0])
			}
		case desk.Buttons:
			if bar := desk.PartOf[desk.ButtonBar](blocks).Steps; len(bar) == 0 || !strings.Contains(joined(words), joined(bar[len(bar)-1].Label)) {
				want(b.List()[0].Label)
			}
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

// joined returns a text in lower case and without blanks, which front-ends may change.
func joined(text string) string { return strings.ToLower(strings.Join(strings.Fields(text), "")) }

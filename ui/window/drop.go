package window

import (
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"

	"attic/desk"
	"attic/game"
	"attic/internal/phrase"
	"attic/ui/window/x11"
)

// drop opens the file that was dropped on the window, or pastes the link or text.
func (w *window) drop(e x11.Drop) {
	d := w.pages.Desk
	links := []string{e.Text}
	if e.List {
		links = strings.FieldsFunc(e.Text, func(r rune) bool { return r == '\r' || r == '\n' })
		links = slices.DeleteFunc(links, func(line string) bool { return strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "" })
	}
	if len(links) == 0 || e.Text == "" {
		w.fail("The other program did not send what you dropped; copy it there and press Ctrl+V here.")
		return
	}
	path, link := "", links[0]
	if e.List {
		link = strings.TrimSpace(link)
		host, _ := os.Hostname()
		var err error
		if path, err = fileOf(link, host); err != nil {
			w.fail(game.Sentence(err))
			return
		}
	}
	*w.said() = ""
	if path != "" {
		d.OpenFile(path)
	} else {
		d.Paste(link)
	}
	if n := len(links); n > 1 && d.Pages.Top() == nil {
		said := w.said()
		*said = strings.TrimSpace(*said + fmt.Sprintf(" You dropped %d at once; attic opens only the first.", n))
	}
}

// fileOf returns the path of a link to a file on this computer, whose name is host. It returns "" for a link to anything else.
func fileOf(link, host string) (path string, err error) {
	if !strings.HasPrefix(strings.ToLower(link), "file:") {
		return "", nil
	}
	u, err := url.Parse(link)
	if err != nil || !strings.HasPrefix(u.Path, "/") {
		return "", fmt.Errorf("%q is not a link to a file, such as file:///home/ann/game.pgn", phrase.Clip(link))
	}
	if u.Host != "" && !strings.EqualFold(u.Host, "localhost") && !strings.EqualFold(u.Host, host) {
		return "", fmt.Errorf("the file is on another computer, %s; copy it to this one first", phrase.Name(u.Host))
	}
	return u.Path, nil
}

// said returns the place of the sentence that the page shows.
func (w *window) said() *string {
	switch d := w.pages.Desk; {
	case d.Form.On:
		return &d.Form.Said
	case d.Play != nil:
		return &d.Play.Message.Said
	default:
		return &d.Menu.Said
	}
}

// fail shows why nothing was opened. A question, which would hide the sentence, counts as answered with no.
func (w *window) fail(text string) {
	if d := w.pages.Desk; desk.Covered(d) && !d.Form.On && d.Pages.Top() == nil && d.Prompt() == nil {
		d.Key("esc")
	}
	*w.said() = text
}

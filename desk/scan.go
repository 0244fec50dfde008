package desk

import (
	"attic/desk/command"
	"attic/draw/qr"
)

// Scan is the page with the QR code of the link of a hosted game.
type Scan struct {
	Code   qr.Code
	Link   string
	Sights string // what spectators open, as a sentence, or ""
}

// Blocks implements [Page].
func (s *Scan) Blocks() []Block {
	return []Block{Heading{Title: s.Title()}, Says{Lines: []string{s.Link, s.Sights}, Quiet: true}, s.Code, Buttons{s.keys, "esc"}}
}

// Title returns the title of the page.
func (s *Scan) Title() string { return "Scan to join" }

func (s *Scan) keys() []Button { return []Button{{Key: "esc", Label: "close"}} }

// key closes the page.
func (s *Scan) key(key string, _ Display) reply {
	switch key {
	case "esc", "enter", "space", scanKey:
		return reply{took: true, closes: true}
	}
	return reply{}
}

func (s *Scan) wheel(int, Display) bool { return false }

// scanKey shows the QR code.
const scanKey = "Q"

// Scan returns the QR code to show while the other player of a hosted game is waited for, or nil if there is none.
func (r *remote) Scan() *Scan {
	link, err := command.QRLink(r.shown.Now)
	if err != nil {
		return nil
	}
	if r.scan.Link != link {
		r.scan = Scan{Code: qr.Encode(link), Link: link}
		if r.shown.Now.Situation.Sights != "" {
			r.scan.Sights = "Spectators open " + r.shown.Now.Situation.Sights
		}
	}
	return &r.scan
}

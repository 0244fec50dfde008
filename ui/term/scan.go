package term

import (
	"fmt"

	"attic/desk"
	"attic/draw/grid"
	"attic/draw/palette"
	"attic/draw/qr"
)

// terminal returns what a QR code has to do without.
func (s *screen) terminal() qr.Terminal {
	return qr.Terminal{ASCII: s.painter.ASCII, Mono: s.painter.Depth == palette.None, Light: !s.dark}
}

// drawCode draws a QR code in the middle of an area, or says what it needs.
func drawCode(s *screen, c *canvas, a area, code qr.Code) {
	on := s.terminal()
	if border, ok := code.Fit(c.grid.W, a.h, on); ok {
		shown := code.Grid(border, on)
		c.grid.Draw((c.grid.W-shown.W)/2, a.y+(a.h-shown.H)/2, shown)
		return
	}
	least, high := code.Room(qr.Narrow, on)
	text := fmt.Sprintf("The QR code needs %d columns and %d rows; this terminal is %dx%d.", least, c.grid.H-a.h+high, c.grid.W, c.grid.H)
	c.lines(a.x, a.y+1, a.w, text, grid.Plain)
}

// drawScanBeside draws the QR code of a hosted game into h rows of the panel while the other player is waited for, and reports whether it has
// room.
func (p play) drawScanBeside(c *canvas, f frame, y, h int, scan *desk.Scan) bool {
	if scan == nil {
		return false
	}
	on, w := p.screen.terminal(), f.panelW
	if f.page.w > 0 { // up to the frame
		w += 2 * (boxSide - 1)
	}
	border, ok := scan.Code.Fit(w, h-1, on)
	if ok {
		c.put(f.panelX, y, clip(scan.Title(), f.panelW), grid.Title)
		y++
	} else if border, ok = scan.Code.Fit(w, h, on); !ok {
		return false
	}
	code := scan.Code.Grid(border, on)
	c.grid.Draw(f.panelX+(f.panelW-code.W)/2, y, code)
	return true
}

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

// drawScan shows the page with a QR code.
func (p play) drawScan(c *canvas, page *desk.Scan) {
	top := 2
	if page.Sights != "" {
		c.put(2, top, clip(page.Sights, c.grid.W-4), grid.Plain)
		top++
	}
	on, w, h := p.screen.terminal(), c.grid.W, c.grid.H-top-1
	c.put(2, 0, page.Title(), grid.Title)
	c.put(2, 1, clip(page.Link, w-4), grid.Plain)
	if border, ok := page.Code.Fit(w, h, on); ok {
		code := page.Code.Grid(border, on)
		c.grid.Draw((w-code.W)/2, top+(h-code.H)/2, code)
	} else {
		least, high := page.Code.Room(qr.Narrow, on)
		text := fmt.Sprintf("The QR code needs %d columns and %d rows; this terminal is %dx%d.", least, high+top+1, w, c.grid.H)
		for i, line := range wrap(text, w-4) {
			c.put(2, top+1+i, line, grid.Plain)
		}
	}
	c.keys(2, page.Keys())
}

// drawScanBeside draws the QR code of a hosted game into h rows of the panel while the other player is waited for, and reports whether it has
// room.
func (p play) drawScanBeside(c *canvas, f frame, y, h int) bool {
	scan := p.Scan()
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

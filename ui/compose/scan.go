package compose

import (
	"fmt"
	"math"
	"strings"

	"attic/draw/qr"
	"attic/draw/scene"
)

// leastModule is the least side of a module of a QR code, in points.
const leastModule = 3

// composeCode draws a QR code in the middle of an area, dark on light in every theme, and reports whether it has room.
func composeCode(p *page, r scene.Rectangle, code qr.Code) bool {
	border := qr.Quiet
	module := math.Floor(min(r.W, r.H) / float64(code.Size+2*border))
	if module < leastModule {
		border = qr.Narrow
		module = math.Floor(min(r.W, r.H) / float64(code.Size+2*border))
	}
	if code.Size == 0 || module < leastModule {
		return false
	}
	side := module * float64(code.Size+2*border)
	x, y := math.Floor(r.X+(r.W-side)/2), math.Floor(r.Y+(r.H-side)/2)
	dark := scene.Shape{Kind: scene.Path, X: x + module*float64(border), Y: y + module*float64(border), W: module, H: module, D: outline(code), Fill: scene.On(scene.White)}
	p.add(scene.Box(x, y, side, side, 0, scene.White), dark)
	return true
}

// outline returns the dark modules of a code as a path, a rectangle for each row of adjacent ones; a module is one unit.
func outline(code qr.Code) string {
	var d strings.Builder
	for y := range code.Size {
		for x := 0; x < code.Size; x++ {
			from := x
			for code.Dark(x, y) {
				x++
			}
			if x > from {
				fmt.Fprintf(&d, "M%d %dL%d %dL%d %dL%d %dZ", from, y, x, y, x, y+1, from, y+1)
			}
		}
	}
	return d.String()
}

// composeScanBeside shows the QR code of a hosted game on a card in place of the moves while the other player is waited for, and reports
// whether it has room.
func (c gamePage) composeScanBeside(r scene.Rectangle) bool {
	const head, pad = 30, 8
	first := len(c.scene.Shapes)
	if c.scan == nil {
		return false
	}
	c.card(r)
	c.bold(r.X+movePad, r.Y+18, r.W-2*movePad, labelSize, c.scan.Title(), scene.Muted)
	if !composeCode(c.page, scene.Rectangle{X: r.X + pad, Y: r.Y + head, W: r.W - 2*pad, H: r.H - head - pad}, c.scan.Code) {
		c.scene.Shapes = c.scene.Shapes[:first]
		return false
	}
	return true
}

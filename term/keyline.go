package term

import (
	"slices"

	"attic/desk"
	"attic/grid"
)

// keyLines are the forms of the last row, the widest first. They depend on the width alone, so that no control ever moves.
var keyLines = []struct {
	gap        int      // blanks between two controls
	unlabelled []string // those that show only their key, with one blank after it
	without    []string
}{
	{gap: 2},
	{2, []string{"["}, nil},
	{1, []string{"["}, nil},
	{1, []string{"[", "]"}, nil},
	{1, []string{"[", "]"}, []string{"ctrl+r", "v", "q"}},
}

// controls returns what the last row offers: the main controls, help and the way out.
func (p play) controls() []button {
	var list []button
	for _, b := range p.Controls().Bar {
		list = append(list, button(b))
	}
	for _, key := range []string{"?", "q"} {
		b, _ := p.Labelled(key)
		list = append(list, button(b))
	}
	return list
}

// drawKeys writes the main controls into the last row, each always in the same place; those that mean nothing now are dim.
func (p play) drawKeys(c *canvas, f frame) {
	controls := p.controls()
	for _, form := range keyLines {
		x, line := 1, []button{}
		for _, b := range controls {
			if slices.Contains(form.without, b.Key) {
				continue
			}
			if slices.Contains(form.unlabelled, b.Key) {
				b.Label = ""
			}
			line = append(line, b)
			x += b.width() + form.gap
		}
		if x-form.gap > c.grid.W {
			continue
		}
		x = 1
		for _, b := range line {
			c.control(x, f.keys, b)
			x += b.width() + form.gap
			if b.Label == "" {
				x -= form.gap - 1
			}
		}
		return
	}
}

// control writes a key and what it does, dim if that is nothing now.
func (c *canvas) control(x, y int, b button) {
	key, label := grid.Key, grid.Button
	if b.Off {
		key, label = grid.Line, grid.Line
	}
	spot := desk.ButtonSpot + b.Key
	c.putSpot(x, y, b.shown(), key, spot)
	if b.Label != "" {
		c.putSpot(x+width(b.shown()), y, " "+b.Label, label, spot)
	}
}

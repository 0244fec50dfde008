package term

import (
	"slices"

	"attic/desk"
)

// keyLines lists the forms of the last row, the widest first. The choice depends on the width alone, so that no control ever moves.
var keyLines = []struct {
	gap     int               // blanks between two controls
	labels  map[string]string // labels that replace those of the controls
	without []string
}{
	{gap: 2},
	{2, map[string]string{"[": "or", "]": "step"}, nil},
	{1, map[string]string{"[": "or", "]": "step"}, nil},
	{1, map[string]string{"[": "", "]": ""}, nil},
	{1, map[string]string{"[": "", "]": ""}, []string{"ctrl+r", "v", "q"}},
}

// controls returns the controls of the last row: the main controls, help and quit.
func (p play) controls(of desk.Controls) []button {
	var list []button
	for _, b := range of.Bar {
		list = append(list, button(b))
	}
	for _, key := range []string{"?", "q"} {
		b, _ := p.Play.Labelled(key)
		list = append(list, button(b))
	}
	return list
}

// keyLine returns the widest form of the last row that fits: the controls and their first columns.
func (p play) keyLine(of desk.Controls, w int) (line []button, at []int) {
	controls := p.controls(of)
	for _, form := range keyLines {
		line, at = nil, nil
		x, end := 1, 0
		for _, b := range controls {
			if slices.Contains(form.without, b.Key) {
				continue
			}
			gap := form.gap
			if label, ok := form.labels[b.Key]; ok {
				b.Label = label
			}
			if b.Key == "[" && form.labels != nil {
				gap = 1
			}
			line, at = append(line, b), append(at, x)
			end = x + b.width()
			x = end + gap
		}
		if end <= w {
			break
		}
	}
	return line, at
}

// drawKeys writes the main controls into the last row, each always in the same place; those that do nothing now are dim.
func (p play) drawKeys(c *canvas, f frame, of desk.Controls) {
	line, at := p.keyLine(of, c.grid.W)
	for i, b := range line {
		c.button(f.page.x+at[i], f.keys, c.grid.W, b)
	}
}

// unplaced returns the keys of the controls that have no room on the screen.
func (p play) unplaced(f frame) (keys []string) {
	controls := p.Play.Controls()
	line, _ := p.keyLine(controls, p.screen.w)
	if f.panelW == 0 {
		for _, b := range slices.Concat(controls.Own, controls.Answers) {
			keys = append(keys, b.Key)
		}
	}
	for _, b := range controls.Bar {
		if !slices.ContainsFunc(line, func(shown button) bool { return shown.Key == b.Key }) {
			keys = append(keys, b.Key)
		}
	}
	return keys
}

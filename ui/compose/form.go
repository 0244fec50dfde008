package compose

import (
	"slices"

	"attic/desk"
	"attic/draw/scene"
)

// The parts of a form, in points.
const (
	formPad    = 14
	fieldH     = 34 // the height of a text field, or of options side by side
	labelH     = 20
	buttonH    = 32
	rowH       = 76  // the height of a game in a list
	slimRowH   = 46  // the height of a game in a list with little room
	tallRowH   = 160 // the greatest height of a game in a list
	widestForm = 560 // the greatest width of a form on a page without a board
	leastList  = 3 * slimRowH
	narrowRow  = 190 // the least width of the text of a game in a list
	widestRow  = 440 // a wider list has several columns, each at least this wide

	leastCharted = chartHeight + leastList + 2*rowH // the least height of a list with a graph above it
	lowForm      = 480                              // in a window lower than this, a form on a touch screen has the whole page, with two fields side by side
	formLine     = 18                               // the height of a line of the message
)

// formPart draws the form beside the board or in the menu.
type formPart struct{ *page }

// formSizes returns the sizes of the parts of a form of the given height; a low form has smaller gaps and a shorter message.
func (c formPart) formSizes(height float64) desk.FormSizes {
	s := desk.FormSizes{Height: height, Gap: 12, Lines: 4, Label: labelH, Box: c.touch(fieldH), List: c.touch(slimRowH-4) + 4, Line: formLine}
	if height < 320 {
		s.Gap, s.Lines = 6, 2
	}
	if _, lists := c.desk.Form.Needs(desk.FormSizes{}); c.desk.Fingers && !lists && c.h < lowForm {
		s.Columns = 2
	}
	s.Rest, s.Head, s.Foot = s.Gap, formPad+24+s.Gap/2, s.Gap+c.touch(buttonH)+formPad
	return s
}

// coversAll reports whether the form has the whole page.
func (c formPart) coversAll() bool {
	return c.desk.Form.On && c.desk.Fingers && (c.h < lowForm || c.desk.Menu != nil)
}

// composeForm composes the form: the title, the fields one below another, a message, and the buttons.
func (c formPart) composeForm(r scene.Rectangle) {
	f := &c.desk.Form
	c.part = f.Title
	x, width := r.X+formPad, r.W-2*formPad
	wrap := func(text string) []string { return scene.Wrap(text, labelSize, false, width) }
	sizes := c.formSizes(r.H)
	if needs, lists := f.Needs(sizes); !lists { // no larger than necessary
		more := max(0, len(wrap(f.Message()))-sizes.Lines)
		more = min(more, max(0, int((r.H-needs)/formLine)))
		sizes.Lines += more
		r.H = min(r.H, needs+formLine*float64(more))
	}
	sizes.Height = r.H
	plan := f.Plan(sizes, wrap)
	c.card(r)
	c.bold(x, r.Y+formPad+8, width, nameSize, f.Title, scene.Text)
	high := c.touch(buttonH)
	c.composeFormButtons(scene.Rectangle{X: x, Y: r.Y + r.H - formPad - high, W: width, H: high})
	ink := scene.Muted
	if plan.Wrong {
		ink = scene.Bad
	}
	for i, text := range plan.Lines {
		c.word(x, r.Y+plan.LinesY+formLine*(float64(i)+0.5), width, labelSize, text, ink)
	}
	for _, field := range plan.Fields {
		each := (width+buttonGap)/float64(max(1, sizes.Columns)) - buttonGap
		area := scene.Rectangle{X: x + float64(field.Column)*(each+buttonGap), Y: r.Y + field.Y, W: each, H: field.H}
		if field.Kind == desk.List {
			c.composeList(field, area)
			continue
		}
		c.word(area.X, area.Y-labelH+8, each, labelSize, field.Label, scene.Muted)
		if field.Kind == desk.Choice {
			c.composeStrip(field.Label, field.Strip(), area)
		} else {
			c.composeField(field, area)
		}
	}
}

func (c formPart) composeFormButtons(r scene.Rectangle) {
	each := min((r.W-8)/2, 160)
	for i, b := range c.desk.Form.Buttons() {
		area := scene.Rectangle{X: r.X + float64(i)*(each+8), Y: r.Y, W: each, H: r.H}
		c.button(area, desk.Button{Key: b.Key, Label: b.Label}, i == 0)
		if b.On {
			c.active = desk.ButtonSpot + b.Key
			c.edge(scene.Rectangle{X: area.X - 3, Y: area.Y - 3, W: area.W + 6, H: area.H + 6}, 10, 2, scene.Accent)
		}
	}
}

func (c formPart) composeField(field desk.FieldPlace, r scene.Rectangle) {
	edge, width := scene.Muted, 1.0
	if field.Active {
		edge, width = scene.Accent, 2
	}
	c.box(r, 8, scene.Background, edge, width)
	text := field.String()
	if field.Suggested && field.Active {
		c.add(scene.Box(r.X+8, r.Y+7, min(r.W-16, scene.TextWidth(text, textSize, false)+4), r.H-14, 4, scene.Raised))
	}
	composeTyped(c.page, r.X+10, r.Y+r.H/2, r.W-20, field.Edited, field.Active)
	c.spot(field.Spot(), field.Label+": "+text, r)
	c.fields = append(c.fields, Field{
		Spot: field.Spot(), Label: field.Label, Area: r, Text: text, Number: field.Kind == desk.Number, Picked: field.Suggested, On: field.Active,
	})
}

// narrowOption is the width below which an option has no margin around its text.
const narrowOption = 48

func (c formPart) composeStrip(label string, list desk.Strip, r scene.Rectangle) {
	each := (r.W+6)/float64(len(list)) - 6
	inside, letters := each-12, float64(textSize)
	if each < narrowOption {
		inside = each - 2
	}
	for _, is := range list {
		letters = min(letters, fitting(is.Text, textSize, inside))
	}
	for n, is := range list {
		area := scene.Rectangle{X: r.X + float64(n)*(each+6), Y: r.Y, W: each, H: r.H}
		ink := drawTile(c.page, area, is.Spot, scene.Background, is.Chosen, is.Active)
		c.centre(area.X+area.W/2, area.Y+area.H/2, inside, letters, is.Chosen, is.Text, ink)
		c.spot(is.Spot, label+": "+is.Text, area)
		c.option(is)
	}
}

// option records that a spot is an option of a field, whether it is the chosen option, and whether the field has the keyboard
// focus.
func (c formPart) option(is desk.Option) {
	if oneOf(c.page, is.Spot, is.Chosen); is.Active {
		c.active = is.Spot
	}
}

// composeList draws the games that can be opened, each with a picture of its position.
func (c formPart) composeList(field desk.FieldPlace, r scene.Rectangle) {
	if g := c.desk.Form.Graph; len(g.Bars) > 0 && r.H >= leastCharted {
		composeGraph(c.page, cutTop(&r, chartHeight, buttonGap), g)
	}
	c.wheels[desk.OverForm] = r
	height := float64(rowH)
	if r.H < leastList+rowH {
		height = c.touch(slimRowH-4) + 4
	}
	room, columns := max(1, int(r.H/height)), 1.0
	if n := max(1, int((r.W+menuGap)/(widestRow+menuGap))); len(field.Rows) > 1 { // several columns, rather than lower rows
		columns = float64(min(n, max(1, (len(field.Rows)+int(r.H/tallRowH)-1)/max(1, int(r.H/tallRowH)))))
	}
	first, end, scroll := field.Shown(room * int(columns))
	down := min(room, (len(field.Rows)+int(columns)-1)/int(columns)) // rows in a column
	height = min(tallRowH, r.H/float64(max(1, down)))
	width := r.W
	if len(field.Rows) > room*int(columns) {
		width -= 12
	}
	scrollBar(c.page, scene.Rectangle{X: r.X + r.W - 4, Y: r.Y, W: 4, H: r.H}, scene.Raised, scroll)
	width = (width+menuGap)/columns - menuGap
	for n := first; n < end; n++ {
		area := scene.Rectangle{X: r.X + float64((n-first)/down)*(width+menuGap), Y: r.Y + float64((n-first)%down)*height, W: width, H: height - 4}
		c.composeSaved(field.Row(n), area, field.Option(n))
		c.option(field.Option(n))
	}
}

func (c formPart) composeSaved(row desk.Row, r scene.Rectangle, is desk.Option) {
	edge, width := scene.None, 0.0
	switch {
	case is.Active:
		edge, width = scene.Accent, 2
	case is.Chosen || c.over == is.Spot:
		edge, width = scene.Muted, 1.5
	}
	c.box(r, 8, scene.Background, edge, width)
	side := min(r.H-8, r.W*0.3)
	picture := scene.Rectangle{X: r.X + 6, Y: r.Y + (r.H-side)/2, W: side, H: side}
	if row.View != nil {
		c.picture(row.Game, miniature(desk.TasteOf(&c.desk.Settings, row.Game).Of(row.View.Scene()), picture), picture, is.Spot+" ")
	} else if row.Opens() {
		c.centre(picture.X+side/2, picture.Y+side/2, side, titleSize, true, "?", scene.Muted)
	}
	x := r.X + side + 16
	room := r.X + r.W - 8 - x
	y := r.Y + r.H/2
	switch {
	case r.H < rowH-4: // two lines
		first, second := desk.Joined(row.Title, row.When), desk.Joined(row.State, row.Who)
		if scene.TextWidth(second, leastLabel, false) > room {
			second = row.State
		}
		c.bold(x, y-9, room, fitting(first, labelSize, room), first, scene.Text)
		c.word(x, y+9, room, fitting(second, leastLabel, room), second, scene.Muted)
	case room < narrowRow: // a line for each text
		c.bold(x, y-26, room, labelSize, row.Title, scene.Text)
		texts := slices.DeleteFunc([]string{row.When, row.State, row.Who}, func(text string) bool { return text == "" })
		for n, text := range texts {
			c.word(x, y-9+17*float64(n), room, leastLabel, text, scene.Muted)
		}
	default:
		c.bold(x, y-22, room, textSize, row.Title, scene.Text)
		when := scene.TextWidth(row.When, leastLabel, false)
		second := desk.Joined(row.Who, row.When)
		if scene.TextWidth(row.Title, textSize, true)+when+12 <= room {
			c.right(x+room, y-22, leastLabel, false, row.When, scene.Muted)
			second = row.Who
		}
		lines := []string{second, row.State}
		if second == "" {
			lines = scene.Wrap(row.State, labelSize, false, room)
		}
		for n, text := range lines[:min(len(lines), 2)] {
			c.word(x, y+20*float64(n), room, labelSize, text, scene.Muted)
		}
	}
	c.spot(is.Spot, desk.Joined(row.Title, row.When), r)
}

func (c formPart) formHeight() float64 {
	height, lists := c.desk.Form.Needs(c.formSizes(0))
	if lists {
		height += 2 * slimRowH
	}
	return height
}

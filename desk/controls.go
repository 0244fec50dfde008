package desk

import (
	"slices"
	"strconv"
	"strings"

	"attic/command"
	"attic/game"
	"attic/table"
)

// Controls holds everything that can be pressed in a game besides its board. Which controls there are, and in which order,
// depends on the game, its players and its phase (set-up, play, over), never on the position: a control that does nothing
// now is Off but keeps its place.
type Controls struct {
	Bar    []Button // the eight that every game has
	Own    []Button // the game's own controls for this phase
	Drawer []Button // all others, preceded by those that have no room elsewhere; the last one of the Bar opens it

	Setting bool // the game is being set up
	Advises bool // the game has hints
}

// barOfAll and drawerOfAll list the controls of every game, in order.
var (
	barOfAll = []Button{
		{Key: "u", Label: "undo"},
		{Key: "ctrl+r", Label: "redo"},
		{Key: "h", Label: "hint"},
		{Key: "v", Label: "review"},
		{Key: "[", Label: "back"},
		{Key: "]", Label: "forward"},
		{Key: "n", Label: "new"},
		{Key: moreKey, Label: "more"},
	}
	drawerOfAll = []Button{
		{Key: "?", Label: "help"},
		{Key: ":", Label: "type"},
		{Key: "y", Label: "why"},
		{Key: MovesKey, Label: "moves"},
		{Key: "w", Label: "save"},
		{Key: "o", Label: "open"},
		{Key: "W", Label: "export"},
		{Key: "i", Label: "seed"},
		{Key: "Y", Label: "copy"},
		{Key: "N", Label: "network"},
		{Key: "s", Label: "sound"},
		{Key: "M", Label: "menu"},
		{Key: "q", Label: "quit"},
	}
)

// moreKey opens and closes the drawer.
const moreKey = ","

// Lines of the chooser that are not commands: KeyItem is followed by a key, and OthersLine offers the moves that touch
// nothing and have no control.
const (
	KeyItem    = "key "
	OthersLine = "others"
)

// resignLine is the command that gives up a game.
const resignLine = "resign"

// Controls returns the controls of the game shown.
func (p *Play) Controls() Controls {
	phase := game.PhaseOf(p.Now.ToMove)
	c := Controls{Setting: phase == game.Before}
	_, c.Advises = p.Person.Game().(game.Advisor)
	for _, b := range barOfAll {
		b.Off = p.idle(b.Key)
		if b.Key == "n" && (p.retry.on() || p.Study.Course() != nil) {
			b.Label = "next"
		}
		c.Bar = append(c.Bar, b)
	}
	for _, b := range drawerOfAll {
		if p.Study.Course() != nil && slices.Contains(unlearnt, b.Key) || !p.knows(b.Key) || b.Key == "N" && !p.Reaches() || slices.ContainsFunc(p.words, func(w game.Word) bool { return hasKey(w.Key, b.Key) }) {
			continue
		}
		b.On = b.Key == "s" && !p.desk.Settings.Silent
		if b.Key == MovesKey && p.Study.Course() != nil {
			b.Label = "question"
		}
		c.Drawer = append(c.Drawer, b)
	}
	buttons := p.Buttons(true)
	hosts := !p.follows() // true in a game at one machine too
	if p.tabs && !p.watches() && (hosts || !c.Setting) {
		b := Button{Key: "tab", Label: "input", Off: true}
		if i := slices.IndexFunc(buttons, func(b Button) bool { return b.Key == "tab" }); i >= 0 {
			b = buttons[i]
		}
		c.Own = append(c.Own, b)
	}
	for _, w := range p.words {
		switch b := p.control(w, buttons); {
		case !command.Usable(w, p.Now):
		case w.Bar&phase != 0:
			c.Own = append(c.Own, b)
		case w.Drawer&phase != 0:
			c.Drawer = append(c.Drawer, b)
		}
	}
	resigns := func(w game.Word) bool { return w.Name == resignLine }
	if phase == game.During && !p.watches() && p.Study.Course() == nil && !p.retry.on() && p.session.Has(resignLine) && !slices.ContainsFunc(p.words, resigns) {
		c.Drawer = append(c.Drawer, Button{Key: LineKey + resignLine, Label: resignLine})
	}
	if p.session.Has(coachLine) {
		label := "coach: off"
		if p.desk.Settings.Coach {
			label = "coach: on"
		}
		c.Drawer = append(c.Drawer, Button{Key: LineKey + coachLine, Label: label, On: p.desk.Settings.Coach})
	}
	if phase == game.Before && p.settings && hosts {
		c.Drawer = append(c.Drawer, Button{Key: LineKey + OthersLine, Label: "options", Off: len(p.others().Items) == 0})
	}
	var unplaced []Button
	for _, b := range slices.Concat(c.Own, c.Bar, p.offers()) {
		if slices.Contains(p.Unplaced, b.Key) {
			unplaced = append(unplaced, b)
		}
	}
	c.Drawer = append(unplaced, c.Drawer...)
	return c
}

// knows reports whether the person can use a key of every game here.
func (p *Play) knows(key string) bool {
	i := slices.IndexFunc(actions, func(a action) bool { return hasKey(a.keys, key) })
	return i < 0 || p.has(actions[i])
}

// control returns the control of one of the game's own commands, in its state among buttons.
func (p *Play) control(w game.Word, buttons []Button) Button {
	b := Button{Key: controlKey(w), Label: p.spelled(w.Label), Off: true}
	if i := slices.IndexFunc(buttons, func(other Button) bool { return other.Key == b.Key }); i >= 0 {
		b.Off, b.On = buttons[i].Off, buttons[i].On
		if !b.Off {
			b.Label = buttons[i].Label
		}
	}
	for _, m := range p.Moves {
		if w.Key == "" && len(m.Spots) == 0 && plays(w, m) {
			b.Off = false
		}
	}
	return b
}

// controlKey returns the key of a command's control: its first key, or the command itself as a line.
func controlKey(w game.Word) string {
	if w.Key == "" {
		return LineKey + w.Name
	}
	return mainKey(w.Key)
}

// controlled returns the game's command whose control plays m, a move that touches nothing and has no key.
func (p *Play) controlled(m game.Move) (game.Word, bool) {
	i := slices.IndexFunc(p.words, func(w game.Word) bool {
		return w.Key == "" && (w.Bar|w.Drawer) != 0 && plays(w, m)
	})
	if i < 0 {
		return game.Word{}, false
	}
	return p.words[i], true
}

// plays reports whether the control of a command without a key plays m.
func plays(w game.Word, m game.Move) bool { return m.Text == w.Name || m.Label == w.Label }

// idle reports whether a control does nothing now.
func (p *Play) idle(key string) bool {
	live := p.Person.Now()
	shown := live.Ply
	if p.Back {
		shown = p.Ply
	}
	if c := p.Study.Course(); c != nil && slices.Contains([]string{"u", "ctrl+r", "h", "v", "n"}, key) {
		return !(key == "h" && c.Asks() || key == "n" && (!c.Asks() || c.Number == 0))
	}
	if p.retry.on() && slices.Contains([]string{"u", "ctrl+r", "h", "v"}, key) {
		return key == "u" || key == "ctrl+r"
	}
	if p.watches() && slices.Contains([]string{"u", "h", "n"}, key) {
		return true
	}
	switch key {
	case "u":
		return !p.undoes.of(p.Person.Sight(), table.Sight.Undoes)
	case "ctrl+r":
		return live.Redo == 0 || !p.session.Has("redo")
	case "h":
		_, advises := p.Person.Game().(game.Advisor)
		return !advises || live.Over || live.ToMove == game.Anyone || live.Thinking || p.Theirs() || live.Other != table.Near && live.Waits
	case "v":
		_, open := p.Person.Sight().Match()
		if !open {
			return !live.Over || !p.session.Has("review")
		}
		return !p.session.Has("review") || len(p.MoveList().Turns) == 0
	case "[":
		return shown <= least(p)
	case "]":
		return shown >= p.Last(live)
	}
	return false
}

// Due returns the button move to make next, if there is one: the only legal move, or the end of the set-up. In a game with
// hidden information, the other side starts on the board, so only the side that hides ends the set-up.
func (p *Play) Due() (game.Move, bool) {
	self := p.Now.Self()
	ends := self >= 0 && p.Info.Seats[self].Program || !slices.ContainsFunc(p.Tracks, func(t game.Track) bool { return t.Pick > 0 })
	for _, m := range p.Moves {
		if len(m.Spots) == 0 && (len(p.Moves) == 1 || m.Begins && ends) {
			return m, true
		}
	}
	return game.Move{}, false
}

// Stepper is the control for the level: a value between two buttons.
type Stepper struct {
	Auto     bool // it follows the person's results
	Value    string
	Down, Up Button
}

// Level returns the control for the level, and whether the game has levels. It is Off if there is only one level, and while
// the computer plays no seat in which the level matters.
func (p *Play) Level() (Stepper, bool) {
	bots, ok := p.Person.Game().(game.Bots)
	if !ok || !p.session.Has("level") {
		return Stepper{}, false
	}
	lowest, highest, _ := bots.Levels()
	level := p.Now.Players[max(p.Now.Side, 0)].Level
	steps := false
	for seat, player := range p.Now.Players {
		steps = steps || lowest < highest && player.Program && player.Engine == "" && !p.Info.Seats[seat].Fixed
	}
	auto := p.desk.Settings.Game(p.Info.Name).Auto
	return Stepper{
		Auto:  auto,
		Value: strconv.Itoa(level),
		Down:  Button{Key: "-", Label: "a weaker computer", Off: !steps || level <= lowest && auto},
		Up:    Button{Key: "+", Label: "a stronger computer", Off: !steps || level >= highest},
	}, true
}

// Asides returns the controls beside the sentences, each in its own place counted from the right: "move now" and pausing, or
// "move now" and the answers to an offer or a question. After a game they suggest what to do next. A zero Button leaves its
// place empty.
func (p *Play) Asides() []Button {
	list := make([]Button, 1, 3)
	if p.Hurries() {
		list[0] = Button{Key: "space", Label: "move now"}
	}
	if p.Now.Other != table.Near {
		list = append(list, Button{}, Button{})
		if answers := p.Answers(); len(answers) == 2 {
			list[2], list[1] = answers[0], answers[1]
		}
		return list
	}
	if answers := p.Answers(); len(answers) > 0 {
		if !p.Thinking() {
			list = nil
		}
		slices.Reverse(answers)
		return append(list, answers...)
	}
	if pausing, ok := p.Pausing(); ok {
		list = append(list, pausing)
	}
	return list
}

// more opens or closes the drawer.
func (p *Play) more() {
	p.Chooser.open(game.Word{Label: "More", Items: p.drawerItems()})
	p.Chooser.Drawer = true
}

// drawerItems returns the controls of the drawer as items of the chooser, in order.
func (p *Play) drawerItems() []game.Item {
	var items []game.Item
	for _, b := range p.Controls().Drawer {
		text, line := strings.CutPrefix(b.Key, LineKey)
		if !line {
			text = KeyItem + strings.TrimPrefix(b.Key, OfferKey)
		}
		items = append(items, game.Item{Text: text, Label: strings.TrimSpace(KeyName(b.Key) + " " + b.Label)})
	}
	return items
}

// others returns the moves that touch nothing and have no control.
func (p *Play) others() game.Word {
	w := game.Word{Label: "Options"}
	for _, m := range p.Moves {
		if keyed := func(w game.Word) bool { return hasKey(w.Key, mainKey(m.Key)) }; len(m.Spots) > 0 || slices.ContainsFunc(p.words, keyed) {
			continue
		}
		if _, ok := p.controlled(m); !ok {
			w.Items = append(w.Items, game.Item{Text: m.Text, Label: m.Label})
		}
	}
	return w
}

// forced returns the only legal move, or the only one of this input mode, if it touches nothing: a pass.
func (p *Play) forced() (game.Move, bool) {
	var found []game.Move
	for _, m := range p.Moves {
		if m.Track == p.Track || len(p.Moves) == 1 {
			found = append(found, m)
		}
	}
	if len(found) != 1 || len(found[0].Spots) > 0 {
		return game.Move{}, false
	}
	return found[0], true
}

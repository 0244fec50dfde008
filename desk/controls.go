package desk

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"attic/desk/command"
	"attic/draw/grid"
	"attic/game"
	"attic/internal/phrase"
	"attic/match"
	"attic/table"
)

// Controls holds everything that can be pressed in a game besides its board. The controls and their order depend on the game, its players and its
// phase (set-up, before the first move, play, over), never on the position. A control that does nothing now is Off but keeps its place.
type Controls struct {
	Bar    []Button // the eight controls that every game has; lessons and puzzles have fewer
	Own    []Button // the game's own controls for this phase
	Other  []Button // the controls for the player on another machine
	Drawer []Button // all others, including those that have no room elsewhere, by Group; the last button of the Bar opens the drawer

	Answers []Button // the answers to a question of the page or of the other side; if there is no question, suggestions for what to do next
	Urges   bool     // the first of the Answers is the one to press next

	Game   []Button // the game's own buttons in all phases, for its keys; those that do nothing now are Off
	Asides []Button // see asides
	// Passing are "move now" and pausing, while the computer thinks and there is no question.
	Passing []Button
	Level   *Stepper  // nil: the game has no levels
	Due     game.Move // the button move to make next; its Text is "" if there is none
	Primary string    // the key of the button to press next, or ""

	Setting bool // the game is being set up
	Advises bool // the game has hints
}

// barOfAll lists the keys of the controls of every game, in order.
var barOfAll = strings.Fields("u ctrl+r h v [ ] n " + moreKey)

// The groups of the drawer.
const (
	GameGroup  = "Game"
	BoardGroup = "Board"
	helpGroup  = "Help"
	filesGroup = "Files"
	leaveGroup = "Leave"
)

// drawerOfAll lists the groups of the drawer with the keys of every game in them, in order. Other controls come after these.
var drawerOfAll = []struct{ group, keys string }{
	{GameGroup, "N i A " + engineButton + " B"}, {BoardGroup, MovesKey + " s " + turnKey}, {helpGroup, "? : y"}, {filesGroup, "w o W Y"}, {leaveGroup, "M q"},
}

// grouped returns the controls of a drawer in the order of their groups.
func grouped(drawer []Button) []Button {
	at := func(b Button) (at int) {
		for drawerOfAll[at].group != b.Group {
			at++
		}
		return at
	}
	slices.SortStableFunc(drawer, func(a, b Button) int { return at(a) - at(b) })
	return drawer
}

// moreKey opens and closes the drawer.
const moreKey = ","

// Lines of the chooser that are not commands: KeyItem is followed by a key, and OthersLine offers the moves that need no
// spot and have no control of their own.
const (
	KeyItem    = "key "
	OthersLine = "others"
)

const resignLine = "resign"

// Controls returns the controls of the game shown.
func (p *Play) Controls() Controls {
	phase := game.PhaseOf(p.Now.ToMove)
	c := Controls{Setting: phase == game.Before}
	_, c.Advises = p.Person.Game().(game.Advisor)
	for _, key := range barOfAll {
		if p.Study.Course() != nil && slices.Contains(unlearnt, key) || key == "h" && p.Study.Races() {
			continue
		}
		if key == "n" && p.Now.Studies { // there is no new game, but something to say of each move
			key = "A"
		}
		b, _ := p.Labelled(key)
		b.Off = p.idle(key)
		if b.Key == "n" && (p.retry.on() || p.Study.Course() != nil) {
			b.Label = "next"
		}
		c.Bar = append(c.Bar, b)
	}
	for _, of := range drawerOfAll {
		for key := range strings.FieldsSeq(of.keys) {
			b, known := p.Labelled(key)
			if !known || p.undrawn(key) {
				continue
			}
			b.Off = p.idle(b.Key)
			b.On = b.Key == "s" && !p.desk.Settings.Silent
			if b.Key == "N" {
				b.Label = "network"
			}
			if b.Key == MovesKey && p.Study.Course() != nil {
				b.Label = "question"
			}
			b.On = b.On || b.Key == engineButton && p.requests.Engine.On
			b.Group = of.group
			c.Drawer = append(c.Drawer, b)
		}
	}
	if p.desk.Link != nil {
		c.Drawer = append(c.Drawer, Button{Key: LineKey + linkLine, Label: "copy link", Off: p.Now.Situation.Open(), Group: filesGroup})
	}
	pad := &p.pad
	c.Game = pad.buttons(p.Ahead.theirs(), p.offers())
	hosts := !p.Now.Follows() || p.Now.Prepares // also true in a game on one machine
	c.Own = append(c.Own, tools(p)...)
	if p.pad.tabs && !p.Now.Edits && !p.Now.Watches() && (hosts || !c.Setting) {
		b := Button{Key: "tab", Label: "input", Off: true}
		if i := slices.IndexFunc(c.Game, func(b Button) bool { return b.Key == "tab" }); i >= 0 {
			b = c.Game[i]
		}
		c.Own = append(c.Own, b)
	}
	for _, w := range p.pad.words {
		switch b := pad.control(w, c.Game); {
		case !command.Usable(w, p.Now), leaves(p.Now, w): // this person can never use the command
		case w.Bar&phase != 0:
			c.Own = append(c.Own, b)
		case w.Drawer&phase != 0:
			switch b.Group = GameGroup; {
			case w.Same == "load":
				b.Group = filesGroup
			case w.Show != nil:
				b.Group = BoardGroup
			}
			c.Drawer = append(c.Drawer, b)
		}
	}
	resigns := func(w game.Word) bool { return w.Name == resignLine }
	resignable := phase == game.During && !p.Now.Watches() && p.Study.Course() == nil && !p.retry.on() && p.requests.Has(command.Resign) && !slices.ContainsFunc(p.pad.words, resigns)
	c.Other = p.Remote.beside(resignable)
	if resignable {
		c.Drawer = append(c.Drawer, Button{Key: LineKey + resignLine, Label: resignLine, Group: GameGroup})
	}
	if p.requests.Has(command.Coach) {
		label := "coach: off"
		if p.desk.Settings.Coach {
			label = "coach: on"
		}
		c.Drawer = append(c.Drawer, Button{Key: LineKey + coachLine, Label: label, On: p.desk.Settings.Coach, Group: helpGroup})
	}
	if phase == game.Before && p.pad.settings && hosts && !p.Now.Edits {
		c.Drawer = append(c.Drawer, Button{Key: LineKey + OthersLine, Label: "options", Off: len(pad.others().Items) == 0, Group: GameGroup})
	}
	var unplaced []Button
	for _, b := range slices.Concat(c.Own, c.Other, c.Bar, p.offers()) {
		if slices.Contains(p.Unplaced, b.Key) {
			b.Group = GameGroup
			unplaced = append(unplaced, b)
		}
	}
	c.Drawer = grouped(append(unplaced, c.Drawer...))
	if p.Study.Course() != nil { // only the controls that the step needs
		c.Own = slices.DeleteFunc(c.Own, func(b Button) bool { return b.Off })
	} else {
		c.Level = level(p.Person.Game(), p.Now, p.requests.Has, p.desk.Settings.Game(p.Info.Name).Auto)
	}
	c.Due = pad.due()
	switch course := p.Study.Course(); {
	case p.Message.question != nil:
		c.Answers, c.Urges = []Button{{Key: "enter", Label: p.Message.question.yes}, {Key: "esc", Label: p.Message.question.no}}, true
	case course != nil:
		c.Answers, c.Urges = courseAnswers(p.Study), !course.Asks()
	case len(engineAnswers(p)) > 0:
		c.Answers = engineAnswers(p)
	case p.desk.under != nil && p.Now.Studies:
		c.Answers = []Button{{Key: LineKey + backLine, Label: backLine}}
	case p.retry.on():
		c.Answers, c.Urges = p.retry.answers(), p.retry.good
	case p.Now.Asked(false) && !p.Back:
		c.Answers, c.Urges = []Button{{Key: LineKey + "accept", Label: "Accept"}, {Key: LineKey + "decline", Label: "Decline"}}, true
	default:
		c.Answers, c.Urges = slices.Concat(p.lecture.taught(p.advices.advice.Theme()), p.offers()), p.Now.Over
	}
	if p.Thinking() && p.Message.question == nil {
		c.Passing = []Button{{Key: "space", Label: "move now"}}
		pause, _ := p.Labelled("P")
		if p.Now.Paused {
			pause.Label = "go on"
		}
		if p.Now.Paused || p.Now.Programs() == len(p.Now.Players) {
			c.Passing = append(c.Passing, pause)
		}
	}
	c.Asides = asides(p.Now, p.Thinking(), c.Passing, c.Answers)
	i := slices.IndexFunc(c.Own, func(b Button) bool { return c.Due.Text != "" && b.Label == c.Due.Label })
	switch {
	case c.Urges && len(c.Answers) > 0:
		c.Primary = c.Answers[0].Key
	case p.Thinking():
		c.Primary = "space"
	case p.Now.Situation.Claim == match.Forfeit:
		c.Primary = LineKey + claimLine
	case p.Now.Over && !p.Now.Studies:
		c.Primary = "n"
	case p.Now.Edits:
		c.Primary = command.BeginWord.Key
	case i >= 0:
		c.Primary = c.Own[i].Key
	}
	for _, list := range [][]Button{c.Other, c.Drawer, c.Answers} {
		for i := range list {
			list[i].Label = sharing(p.desk, list[i].Label)
		}
	}
	return c
}

// undrawn reports whether a key of every game has no control in the drawer now, for example because hosting, joining and the seed are possible only
// before the first move.
func (p *Play) undrawn(key string) bool {
	return key == "A" && (p.Now.Edits || p.Now.Studies || table.MayStudy(p.Person.Sight()) != nil) || key == engineButton && command.EngineAllowed(p.Now) != nil ||
		key == "B" && (p.Now.Shared() || p.Now.Edits || p.Study.Course() != nil) ||
		p.Now.Edits && slices.ContainsFunc(p.Cursor.Tracks, func(t game.Track) bool { return hasKey(t.Key, key) }) ||
		key == "N" && !p.Now.Shared() && (p.Now.Studies || !p.Remote.hostable()) ||
		key == "i" && (!unbegun(p.Now) || p.Back) ||
		key == "y" && p.Now.Situation.Unaided ||
		p.Study.Course() != nil && slices.Contains(unlearnt, key) ||
		slices.ContainsFunc(p.pad.words, func(w game.Word) bool { return hasKey(w.Key, key) })
}

// keypad is the part of a page with the controls of the game: the keys of every game, the game's own commands, and its moves.
type keypad struct {
	shown  *Shown
	cursor *Cursor

	keys     keyTable
	words    []game.Word // the game's own commands
	layers   []grid.Layer
	lit      map[string]bool // the names of the layers that are shown
	tabs     bool            // Tab is the only key that switches input modes
	settings bool            // the set-up has button moves without a control
	settled  fact            // whether the game is decided
	undoes   fact            // whether undo does something
}

// control returns the control of one of the game's own commands, in the state that the same control has in buttons.
func (p *keypad) control(w game.Word, buttons []Button) Button {
	b := Button{Key: controlKey(w), Label: spelled(w.Label, p.shown.Info, p.shown.Now), Off: true}
	if i := slices.IndexFunc(buttons, func(other Button) bool { return other.Key == b.Key }); i >= 0 {
		b.Off, b.On = buttons[i].Off, buttons[i].On
		if !b.Off {
			b.Label = buttons[i].Label
		}
	}
	for _, m := range p.cursor.Moves {
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
func (p *keypad) controlled(m game.Move) (game.Word, bool) {
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
	now, shown := live, live.Ply
	if p.Back {
		now, shown = p.Now, p.Ply
	}
	if c := p.Study.Course(); c != nil && slices.Contains([]string{"u", "ctrl+r", "h", "v", "n"}, key) {
		races := p.Study.Races()
		return !(key == "h" && c.Asks() || key == "n" && (!c.Asks() || c.Number == 0 && !races || p.Study.Misses()))
	}
	if p.retry.on() && slices.Contains([]string{"u", "ctrl+r", "h", "v"}, key) {
		return key == "u" || key == "ctrl+r"
	}
	if p.Now.Watches() && slices.Contains([]string{"u", "h", "n"}, key) || p.Now.Edits && slices.Contains([]string{"h", "v", "n"}, key) {
		return true
	}
	switch key {
	case "u":
		return !p.pad.undoes.of(p.Person.Sight(), table.Sight.Undoes)
	case "ctrl+r":
		return live.Redo == 0 || !p.requests.Has(command.Redo)
	case "h":
		_, advises := p.Person.Game().(game.Advisor)
		return !advises || live.Situation.Unaided || now.Over || now.ToMove == game.Anyone || now.Thinking || p.Ahead.theirs() || live.Shared() && live.Situation.Waits
	case "v":
		_, open := p.Person.Sight().Match()
		if live.Situation.Unaided {
			return true
		}
		if !open {
			return !live.Over || !p.requests.Has(command.Review)
		}
		return !p.requests.Has(command.Review) || len(p.MoveList().Turns) == 0
	case "A":
		_, tabler := p.Person.Game().(game.Tabler)
		return !live.Studies && (table.MayStudy(p.Person.Sight()) != nil || !p.Info.Open && !live.Over && (!tabler || live.Shared()))
	case "[":
		back, _ := p.lecture.around()
		return shown <= p.MoveList().least && !back
	case "]":
		_, on := p.lecture.around()
		return shown >= p.end(live) && !on
	}
	return false
}

// due returns the button move to make next, if there is one: the only legal move, or the end of the set-up. In a game with
// hidden information, the other side starts on the board, so only the side that hides ends the set-up.
func (p *keypad) due() game.Move {
	self := p.shown.Now.Self()
	ends := self >= 0 && p.shown.Info.Seats[self].Program || !slices.ContainsFunc(p.cursor.Tracks, func(t game.Track) bool { return t.Pick > 0 })
	for _, m := range p.cursor.Moves {
		if len(m.Spots) == 0 && (len(p.cursor.Moves) == 1 || m.Begins && ends) {
			return m
		}
	}
	return game.Move{}
}

// Stepper is the control for the level: a value between two buttons.
type Stepper struct {
	Auto     bool // the level follows the person's results
	Value    string
	Down, Up Button
}

// level returns the control for the level, or nil if the game has no levels. The control is Off if there is only one level, and while the computer
// plays no seat in which the level matters.
func level(g game.Game, now table.Now, has func(command.Verb) bool, auto bool) *Stepper {
	bots, ok := g.(game.Bots)
	if !ok || !has(command.Level) {
		return nil
	}
	lowest, highest, _ := bots.Levels()
	level := now.Players[max(now.Side, 0)].Level
	steps := false
	for seat, player := range now.Players {
		steps = steps || lowest < highest && player.Program && player.Engine == "" && !g.Info().Seats[seat].Fixed
	}
	return &Stepper{
		Auto:  auto,
		Value: strconv.Itoa(level),
		Down:  Button{Key: "-", Label: "make the computer weaker", Off: !steps || level <= lowest && auto},
		Up:    Button{Key: "+", Label: "make the computer stronger", Off: !steps || level >= highest},
	}
}

// asides returns the controls beside the sentences, each in its own place counted from the right: "move now" and pausing, or "move now" and the
// answers to a question, or the answers to an offer and "move now". After a game the controls suggest what to do next. A zero Button leaves its place
// empty.
func asides(now table.Now, thinking bool, passing, answers []Button) []Button {
	list := make([]Button, 1, 3)
	if len(passing) > 0 {
		list[0] = passing[0]
	}
	if now.Shared() {
		places := []Button{{}, {}, list[0]}
		if len(answers) == 2 {
			places[1], places[0] = answers[0], answers[1]
		}
		return places
	}
	if len(answers) > 0 {
		if !thinking {
			list = nil
		}
		answers = slices.Clone(answers)
		slices.Reverse(answers)
		return append(list, answers...)
	}
	return append(list, passing[min(1, len(passing)):]...)
}

// others returns the moves that touch nothing and have no control.
func (p *keypad) others() game.Word {
	w := game.Word{Label: "Options"}
	for _, m := range p.cursor.Moves {
		if keyed := func(w game.Word) bool { return hasKey(w.Key, mainKey(m.Key)) }; len(m.Spots) > 0 || slices.ContainsFunc(p.words, keyed) {
			continue
		}
		if _, ok := p.controlled(m); !ok {
			w.Items = append(w.Items, game.Item{Text: m.Text, Label: m.Label})
		}
	}
	return w
}

// forced returns the only legal move, or the only one in this input mode, if it touches nothing, such as a pass.
func (p *keypad) forced() (game.Move, bool) {
	var found []game.Move
	for _, m := range p.cursor.Moves {
		if m.Track == p.cursor.Track || len(p.cursor.Moves) == 1 {
			found = append(found, m)
		}
	}
	if len(found) != 1 || len(found[0].Spots) > 0 {
		return game.Move{}, false
	}
	return found[0], true
}

// buttons returns the buttons of the game. theirs says whether the other player is to move. If a button is also among the offers, it gets its label
// from the offer.
func (p *keypad) buttons(theirs bool, offers []Button) (list []Button) {
	at := map[string]int{}
	add := func(keys, label string, on bool) {
		key := keys
		if !strings.HasPrefix(keys, LineKey) {
			key = mainKey(keys)
		}
		if key == "" || label == "" {
			return
		}
		if i, ok := at[key]; ok {
			if list[i].Off && on {
				list[i] = Button{Key: key, Label: spelled(label, p.shown.Info, p.shown.Now)}
			}
			return
		}
		at[key] = len(list)
		list = append(list, Button{Key: key, Label: spelled(label, p.shown.Info, p.shown.Now), Off: !on})
	}
	moves := map[string]bool{} // keys of moves, in all input modes
	for _, m := range p.cursor.Moves {
		moves[mainKey(m.Key)] = true
		if len(m.Spots) == 0 || m.Track == p.cursor.Track {
			add(m.Key, m.Label, true)
		}
	}
	i := slices.IndexFunc(p.cursor.Tracks, func(t game.Track) bool { return t.Name == p.cursor.Track })
	for n := 1; n < len(p.cursor.Tracks) && !(theirs && p.shown.Now.ToMove == game.Anyone); n++ {
		t := p.cursor.Tracks[(i+n)%len(p.cursor.Tracks)]
		if key := t.Key; key != "" {
			add(key, t.Label, true)
		} else {
			add("tab", t.Label, true)
		}
	}
	for _, l := range p.layers {
		add(l.Key, l.Label, true)
	}
	for _, m := range p.cursor.Moves {
		if len(m.Spots) > 0 || m.Key != "" {
			continue
		}
		if w, ok := p.controlled(m); ok && w.Bar != 0 {
			add(controlKey(w), w.Label, true)
		} else {
			add(moreKey, "More", true)
		}
	}
	phase := game.PhaseOf(p.shown.Now.ToMove)
	for _, w := range p.words {
		places := w.Bar | w.Drawer
		out := places != 0 && places&phase == 0 || moves[mainKey(w.Key)] && w.Key != ""
		out = out || len(p.cursor.Moves) == 0 && strings.HasSuffix(w.Line, " ") && w.Same == ""      // the line, once completed, would be a move
		played := w.Line == "" && w.Same == "" && w.Show == nil && w.Says == "" && len(w.Items) == 0 // the button is on while the move is legal
		apart := (w.Same == "host" || w.Same == "join") && p.shown.Now.Shared()
		apart = apart || !command.Usable(w, p.shown.Now)
		apart = apart || leaves(p.shown.Now, w) || p.shown.Now.Situation.Unaided && (w.Helps || w.Same == "why" || w.Same == "note" || w.Same == "auto")
		apart = apart || w.Says != "" && places != 0 // the command only prints the reason why there is nothing to show
		add(w.Key, w.Label, !played && !apart && !out && (w.When == 0 || w.When&phase != 0))
	}
	for i := range list {
		list[i].On = p.on(list[i].Key)
	}
	for _, offer := range offers { // a key has only one label
		if i, ok := at[strings.TrimPrefix(offer.Key, OfferKey)]; ok {
			list[i].Label = phrase.Capital(offer.Label)
		}
	}
	return list
}

// on reports whether the layer or the move of a key is on now.
func (p *keypad) on(key string) bool {
	return slices.ContainsFunc(p.layers, func(l grid.Layer) bool { return mainKey(l.Key) == key && p.lit[l.Name] }) ||
		slices.ContainsFunc(p.cursor.Moves, func(m game.Move) bool { return m.On && mainKey(m.Key) == key })
}

// keyed returns a sentence with its commands replaced by keys and buttons of this page: "press New (n) to deal again", or "tap New to deal again".
func (p *Play) keyed(sentence string) string {
	return game.Keyed(sentence, For(p.desk, "press", "tap"), func(line string) string {
		if text, ok := strings.CutPrefix(line, eitherMark); ok {
			keys, touch, _ := strings.Cut(text, "|")
			return For(p.desk, keys, touch)
		}
		line = strings.ToLower(line)
		label, key := p.pad.pressed(line, p.Study.Course() != nil)
		touched := ""
		switch key { // their actions have no labels
		case "space":
			touched = "move now"
		case "enter":
			touched = "pass"
		case ":":
			return For(p.desk, key, phrase.Capital(label)) + " and enter " + line
		}
		return For(p.desk, button(label, key), phrase.Capital(cmp.Or(label, touched, key)))
	})
}

// commandKeys maps commands to keys of every game that do the same.
var commandKeys = map[string]string{
	"undo": "u", "redo": "ctrl+r", "hint": "h", "why": "y", "review": "v", "next": "n", "new": "n", "clear": "n", "save": "w",
	"resume": "o", "games": "o", "level": "+", "pause": "P", "now": "space", "finish": "e", "menu": "M", "help": "?", "moves": "?", "quit": "q",
	"host": "N", "join": "N", "accept": "N", "decline": "N", "claim": "N", "draw": "N", "rematch": "N", "mute": "N", "opponent": "M",
}

// pressed returns the label, or "", and the main key of the button that replaces typing a command. The key is ":" if there is none. learning says whether
// a lesson or puzzle is open.
func (p *keypad) pressed(line string, learning bool) (label, key string) {
	word, _ := phrase.Cut(line)
	if b, ok := courseKeys[word]; ok && learning {
		return b.Label, mainKey(b.Key)
	}
	if word == "clear" && p.shown.Now.Shared() { // the key of this command also offers to leave the other player
		other, _ := p.keys.of("N")
		return other.label, "N"
	}
	for _, m := range p.cursor.Moves {
		switch {
		case m.Text != line || len(m.Spots) > 0:
		case len(p.cursor.Moves) == 1: // there is nothing to choose
			return m.Label, "enter"
		case m.Key != "":
			return m.Label, mainKey(m.Key)
		}
	}
	for _, t := range p.cursor.Tracks {
		if t.Word == word {
			return t.Label, mainKey(cmp.Or(t.Key, "tab"))
		}
	}
	for _, w := range p.words {
		if (w.Name == word || w.Same == word) && w.Key != "" {
			return cmp.Or(spelled(w.Label, p.shown.Info, p.shown.Now), w.Name), mainKey(w.Key)
		}
	}
	key, ok := commandKeys[word]
	if !ok {
		key = ":"
	}
	a, _ := p.keys.of(key)
	return a.label, key
}

// button writes a key for a sentence, preceded by the label of its button if there is one.
func button(label, key string) string {
	key = KeyName(key)
	if label == "" || strings.EqualFold(label, key) {
		return key
	}
	return fmt.Sprintf("%s (%s)", phrase.Capital(label), key)
}

// plainly returns an error as a sentence for the menu, in which commands are called by the names of the menu's entries.
func plainly(err error) string { return game.Keyed(command.Sentence(err), "press", phrase.Capital) }

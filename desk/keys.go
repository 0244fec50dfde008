package desk

import (
	"slices"
	"strings"
	"unicode/utf8"

	"attic/desk/command"
	"attic/draw/prose"
	"attic/game"
	"attic/internal/phrase"
	"attic/match/store"
	"attic/match/tree"
	"attic/table"
)

// action is a key of every game.
type action struct {
	keys  string
	label string // the label of its button; "" if it has none
	help  string
	needs command.Verb // the key exists only in games that have this command; "" for all
	verb  command.Verb // the verb of the request that the key makes, unless do is set
	do    func()
}

// keyTable lists the keys of every game, in the order of help. A game's own keys take precedence.
type keyTable []action

// generalKeys returns the keyTable for a page. If the page is empty, the table only describes the keys.
func (p *Play) generalKeys() keyTable {
	step := func(by int) func() { return func() { p.step(by) } }
	level := func(by int) func() { return func() { p.want(raised(p.Person.Game(), p.Now, by)) } }
	speed := func(by int) func() {
		return func() { p.want(command.Request{Verb: command.Speed, Text: faster(p.desk.Settings.Speed, by)}) }
	}
	return keyTable{
		{"u", "undo", "take back your last move and what followed", "", command.Undo, nil},
		{"ctrl+r", "redo", "restore the moves that undo took back", "", command.Redo, nil},
		{"[", "back", "show the previous position; the mouse wheel works too", "", "", step(-1)},
		{"]", "forward", "show the next position; a move you play continues from the one shown", "", "", step(1)},
		{MovesKey, "moves", "list the moves, with the position after each", "", "", func() {
			p.Message.Said = ""
			p.desk.Pages.open(&Sheet{p.MoveList, func() string { return lastOf(p) }, p.step, p.look, func(step string) { goTo(p, step) }, func(id tree.ID) { visit(p, id) }})
		}},
		{moreKey, "more", "show all other controls", "", "", func() {
			drawer := &Chooser{Drawer: true, Word: game.Word{Label: "More", Items: drawerItems(p.Controls().Drawer)}, choose: p.choose}
			drawer.move(0)
			p.desk.Pages.open(drawer)
		}},
		{"h H", "hint", "show where to look; press again for the idea, and once more for the move and what follows", command.Hint, command.Hint, nil},
		{"y", "why", "explain how good the move under the cursor is, or, if there is none, why the best move is best; press again for what follows", command.Why, command.Why, nil},
		{"v", "review", "review the round: who led, and where it turned. In the review, n finds your next mistake, b plays the best line, and r lets you try again", command.Review, command.Review, nil},
		{lessonKey, "lessons", "after the last step of a hint: open the lesson about its idea; at other times: list the lessons", command.Lesson, "", func() { p.lecture.toLesson(p.advices.advice.Theme()) }},
		{"n f5", "new", "start the next round or a new game; during a game, attic asks first", "", "", p.ending.next},
		{"K", "", "after a game: swap sides with the computer and play again", command.Opponent, "", p.ending.swap},
		{"C", "", "switch between playing the computer and two people here", command.Opponent, "", func() {
			if p.Now.Programs() == 0 {
				p.want(command.Request{Verb: command.Opponent, Text: "ai"})
				return
			}
			p.want(command.Request{Verb: command.Opponent, Text: "human"})
			p.ending.hides()
		}},
		{"e", "", "when the game is decided: play it to the end", command.Finish, command.Finish, nil},
		{"tab", "", "switch to the next input mode, if there are several", "", "", func() { p.Pointer.nextTrack("") }},
		{": /", "type", "type a move or a command; Tab completes it", "", "", func() { p.Prompt.begin(":", "", p.requests.Complete, p.carry) }},
		{"w", "save", "save the game as a file", command.Save, "", func() { p.desk.Form.open(saving(p.Info.Name, p.run, p.desk.Choose != nil)) }},
		{"o", "open", "list the kept and saved games, and open one", command.Resume, "", func() { p.desk.askOpen() }},
		{"W", "export", "export the board or the whole game as a picture, or its moves as a record", command.Save, "", func() { p.exporter.ask() }},
		{"i", "seed", seedWord.Help, command.Seed, "", func() { p.desk.Form.open(filling(seedWord, p.run)) }},
		{"A", "analyse", "analyse the game: every move you try is kept beside it. In an analysis: comment, mark, draw, reorder, copy and cut", command.Analyse, "", func() { analyse(p) }},
		{engineButton, "engine", "in an analysis: search the position shown; press it again for a list of the lines and what the engine can do", command.Engine, "", func() {
			if !p.Now.Studies && p.Person.Sight().Decided() { // caps lock is on
				p.use("e")
				return
			}
			p.want(command.Request{Verb: command.Engine})
		}},
		{"B", "board editor", "open the board editor: place any piece, then start a game from there", command.Edit, command.Edit, nil},
		{"+ =", "", "make the computer stronger by one level, at any time", command.Level, "", level(1)},
		{"- _", "", "make the computer weaker by one level; below the lowest, the level adapts to your results", command.Level, "", level(-1)},
		{"N", "other player", "play with another machine: host or join a game; offer a take-back, a draw or a rematch; leave", "", "", p.Remote.elsewhere},
		{scanKey, "", "while you wait for a guest: show the link as a QR code", command.QR, "", func() {
			if p.Remote.Scan() == nil { // caps lock is on
				Quit(p.desk)
				return
			}
			p.want(command.Request{Verb: command.QR})
		}},
		{"Y", "copy", "copy the game ID and the moves; while you wait for a guest: copy the command to join", "", "", func() { p.copying.out() }},
		{"P", "pause", "pause the computer, or let it continue; Space lets it make one move", command.Pause, command.Pause, nil},
		{"<", "", "make the computer play slower", command.Speed, "", speed(-1)},
		{">", "", "make the computer play faster", command.Speed, "", speed(1)},
		{"s", "sound", "turn the sound on or off", "", "", func() {
			p.desk.Set(func(s *store.Settings) { s.Silent = !s.Silent })
			p.Message.switched = iconTicks
			p.Message.sound("", game.Place)
		}},
		{turnKey, "turn board", "turn the board by a quarter to the right", "", "", func() { turn(p) }},
		{". space", "", "while the computer thinks: make it move now", "", "", func() {
			if !p.Thinking() {
				p.Message.Said = "The computer is not thinking."
				return
			}
			p.Message.complain(p.requests.Act(table.Hurry()))
		}},
		{"M", "menu", "keep the game and go to the menu", "", "", p.ending.menu},
		{ReadKey, "", "show the full text of a sentence that was cut off", "", "", func() {}}, // see Desk.Key
		{"? f1", "help", "show this help", "", "", p.help},
		{"q", "quit", "leave at once; the game is kept. If the game cannot be saved, or is played with another machine, attic asks first", "", "", func() { Quit(p.desk) }},
	}
}

// engineButton is the key of the engine.
const engineButton = "E"

// turnKey turns the board.
const turnKey = "Z"

// of returns the action that a key has in every game, and whether there is one.
func (t keyTable) of(key string) (action, bool) {
	i := slices.IndexFunc(t, func(a action) bool { return hasKey(a.keys, key) })
	if i < 0 {
		return action{}, false
	}
	return t[i], true
}

// The method in reports whether a game has the key. The function has reports whether a command exists there.
func (a action) in(g game.Game, has func(command.Verb) bool) bool {
	if bots, ok := g.(game.Bots); ok && a.needs == command.Level {
		if low, high, _ := bots.Levels(); low == high { // there is nothing to choose
			return false
		}
	}
	return a.needs == "" || has(a.needs)
}

// seedWord is the general command for which the seed key opens a form.
var seedWord = game.Word{Name: "seed", Args: "N", Help: "set the random seed, a number that fixes the computer's random choices", Same: "seed", Label: "Seed", Line: "seed "}

// Labelled returns the button of a key of every game, and whether this game has it.
func (p *Play) Labelled(key string) (Button, bool) {
	a, ok := p.pad.keys.of(key)
	if key == "A" && p.Now.Studies {
		a.label = "edit"
	}
	return Button{Key: key, Label: a.label}, ok && a.in(p.Person.Game(), p.requests.Has)
}

func (p *Play) key(key string) {
	if p.Prompt.On {
		p.Prompt.key(key)
		return
	}
	p.Message.switched, p.saved = 0, ""
	p.Ahead.hasty = p.Motion.Moving
	p.Motion.jump()
	switch {
	case p.Message.answered(key), p.desk.Pages.Key(key), engineKey(p, key), p.use(key):
		return
	}
	if lower := strings.ToLower(key); lower != key && len([]rune(key)) == 1 && p.use(lower) { // caps lock is on
		return
	}
	p.Message.Said = either(KeyName(key)+" has no function here; press ? for the keys.", "That key has no function here.")
}

// use handles a key, or the action of a button without a key, and reports whether that had an effect.
func (p *Play) use(key string) bool {
	if line, ok := strings.CutPrefix(key, LineKey); ok {
		p.choose(line)
		return true
	}
	if step, ok := strings.CutPrefix(key, stepKey); ok {
		goTo(p, step)
		return true
	}
	if c := p.Study.Course(); c != nil && key == "A" {
		p.Message.complain(analyseCourse(p, c))
		return true
	}
	if p.lecture.key(key) || p.retry.on() && p.retry.key(key, len(p.Cursor.Chosen) > 0) {
		return true
	}
	if d, ok := directions[key]; ok {
		p.Message.says("")
		list := func() []string { return Listed(p.Now.View) }
		board := p.Now.View.Scene()
		if !p.desk.Characters {
			board = TasteOf(&p.desk.Settings, p.Info.Name).Of(board)
		}
		p.Cursor.steer(d, board, p.desk.Part, list)
		if row := slices.Index(list(), p.Cursor.Cursors[p.Cursor.Track]); row >= 0 {
			p.List.show(row)
		}
		return true
	}
	switch key {
	case "enter", "space", "5":
		if m, ok := p.pad.forced(); p.Thinking() && key == "space" {
			p.use(".")
		} else if ok { // there is nothing to choose
			p.play(m.Text)
		} else {
			p.Pointer.touch(p.Cursor.Pointed())
		}
		return true
	case "pgup", "pgdown":
		p.Message.says("")
		p.Cursor.hop(map[string]int{"pgup": -1, "pgdown": 1}[key])
		return true
	case "esc":
		if _, hinted := p.advices.advice.Shown(); p.Now.Situation.Stops() && len(p.Cursor.Chosen) == 0 && !hinted && !p.Person.Hinting() {
			p.Message.Said = "" // otherwise Esc first cancels a choice or a request
			go p.table.Leave()
			return true
		}
		if p.Pointer.pen.ink != 0 {
			p.Pointer.pen = pen{}
			p.Message.says("")
		} else if !p.desk.Drop() {
			p.Cursor.letGo()
			p.Message.says("")
		}
		p.advices.advice.Cancel()
		return true
	}
	a, known := p.pad.keys.of(key)
	offered := known && slices.ContainsFunc(p.offers(), func(b Button) bool { return b.Key == OfferKey+key })
	switch { // offers take precedence over the game's keys
	case !offered && (p.own(key) || p.List.key(key)):
	case !offered && !(known && a.in(p.Person.Game(), p.requests.Has)):
		return false
	case a.do != nil:
		a.do()
	default:
		p.want(command.Request{Verb: a.verb})
	}
	return true
}

// own handles a key of this game, and reports whether the game has this key.
func (p *Play) own(key string) bool {
	track, spot := p.Cursor.Pointed()
	for _, m := range p.Cursor.Moves {
		if hasKey(m.Key, key) && (len(m.Spots) == 0 || m.Track == track && slices.Equal(m.Spots, append(slices.Clone(p.Cursor.Chosen), spot))) {
			p.Message.askIf(m.Confirm != "", m.Confirm, m.Label, func() { p.play(m.Text) })
			return true
		}
	}
	for _, t := range p.Cursor.Tracks {
		if t.Name == p.Cursor.Track && p.Now.Edits && hasKey(t.Key, key) {
			return true
		}
		if t.Name != p.Cursor.Track && hasKey(t.Key, key) {
			p.Pointer.nextTrack(key)
			return true
		}
	}
	for _, l := range p.pad.layers {
		if hasKey(l.Key, key) {
			p.want(command.Request{Verb: command.Layer, Text: l.Name})
			return true
		}
	}
	for _, w := range p.pad.words {
		if hasKey(w.Key, key) && (w.Same == "" || p.requests.Has(command.Verb(w.Same))) {
			p.word(w)
			return true
		}
	}
	return false
}

func (p *Play) word(w game.Word) {
	r := command.Of(w)
	switch {
	case w.Same == command.BeginWord.Same && p.Now.Edits:
		p.desk.Pages.open(starting(p))
	case w.When != 0 && w.When&game.PhaseOf(p.Now.ToMove) == 0 && w.Same != "host" && w.Same != "join":
		p.Message.complain(command.Untimely(w, p.Now))
	case w.Same == "host" && p.Remote.hostable():
		askHostHere(p)
	case leaves(p.Now, w):
		p.Remote.elsewhere()
	case w.Same == "clear":
		if p.Person.Now().Situation.Rests { // the answer to the request asks the person
			p.want(r)
			return
		}
		p.ending.afresh("Leave this game and start over? ", "It is kept.", "start over", func() { p.want(r) })
	case w.Same == "next":
		p.ending.next()
	case w.Same == "load" && p.desk.Choose != nil:
		p.desk.Choose()
	case len(w.Items) > 0:
		p.desk.Pages.open(&Chooser{Word: w, choose: p.choose})
	case strings.HasSuffix(r.Text, " "):
		p.desk.Form.open(filling(w, p.run))
	default:
		p.want(r)
	}
}

// leaves reports whether a command would end a game with a person on another machine. A single key must not be enough for that.
func leaves(now table.Now, w game.Word) bool {
	return now.Shared() && (w.Same == "clear" || w.Same == "load")
}

// beginning is the message where there is no earlier position.
const beginning = "This is the beginning."

func (p *Play) step(by int) {
	live := p.Person.Now()
	at := live.Ply
	if p.Back {
		at = p.Ply
	}
	to, first := at+by, p.MoveList().least
	if p.lecture.turns(to < first, to > p.end(live)) {
		return
	}
	p.look(max(to, first))
	switch {
	case to < first:
		p.Message.Said = beginning
	case to > p.end(live):
		p.Message.Said = "This is the latest position."
	}
}

// named lists the names of keys that are not the character typed.
var named = strings.Fields(`enter tab esc space backspace delete insert up down left right home end pgup pgdown
	f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 f12`)

// plain strips modifiers from a key name and reports whether there were any.
func plain(name string) (rest string, held bool) {
	rest = name
	for _, prefix := range []string{"ctrl+", "alt+", "shift+"} {
		if after, cut := strings.CutPrefix(rest, prefix); cut && after != "" {
			rest, held = after, true
		}
	}
	return rest, held
}

// IsKey reports whether a key has this name.
func IsKey(name string) bool {
	rest, _ := plain(name)
	return slices.Contains(named, rest) || utf8.RuneCountInString(rest) == 1
}

// typesText reports whether a key types its own name: one character, or several from an input method.
func typesText(name string) bool {
	rest, held := plain(name)
	return !held && rest != "" && !slices.Contains(named, rest)
}

// hasKey reports whether key is one of keys, which are separated by blanks.
func hasKey(keys, key string) bool {
	if len(keys) <= len(key) { // the usual case: hasKey is called for each button of each page
		return keys == key && key != ""
	}
	for one := range strings.SplitSeq(keys, " ") {
		if one == key && key != "" {
			return true
		}
	}
	return false
}

// mainKey returns the first of keys, which are separated by blanks.
func mainKey(keys string) string {
	key, _, _ := strings.Cut(keys, " ")
	return key
}

// CommandsSection is the title of the section of a game's README that lists its commands.
const CommandsSection = "Commands"

// manualOf returns the help of a game that is not being played. The parameter may has the person's rights.
func manualOf(g game.Game, may command.May) manual {
	m := manual{
		game: g, limited: !may.Has(command.Files),
		has: func(a action) bool { return a.needs == "" || command.Offers(g, a.needs, may) },
	}
	if w, ok := g.(game.Words); ok {
		m.words = slices.DeleteFunc(w.Words(), func(w game.Word) bool { return w.Same != "" && !command.Offers(g, command.Verb(w.Same), may) })
	}
	if s, err := g.New(game.Setup{}); err == nil {
		v := s.View(max(s.ToMove(), 0))
		m.tracks, m.moves, m.layers = v.Tracks(), v.Moves(), v.Grid(0, 0).Layers
	}
	return m
}

// Keys returns sections with the keys of a game: those that move the cursor, its own, and those of every game.
func Keys(g game.Game) []prose.Block { return manualOf(g, command.Everything).keyTables() }

// GeneralKeys returns a table of the keys of every game.
func GeneralKeys() prose.Block {
	var list []Button
	for _, a := range new(Play).generalKeys() {
		list = append(list, Button{Key: a.keys, Label: a.help})
	}
	return KeyTable(list)
}

// KeyTable returns a table of keys and their effects. A button's Key may hold several keys, separated by blanks.
func KeyTable(list []Button) prose.Block {
	table := prose.Block{Kind: prose.Table}
	for _, b := range list {
		table.Rows = append(table.Rows, keyRow(b.Key, b.Label))
	}
	return table
}

func keyRow(keys, what string) []string {
	var shown []string
	for _, key := range strings.Fields(keys) {
		shown = append(shown, code(KeyName(key)))
	}
	return []string{strings.Join(shown, " "), phrase.Capital(strings.TrimSuffix(what, ".")) + "."}
}

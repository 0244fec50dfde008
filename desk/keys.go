package desk

import (
	"slices"
	"strings"

	"attic/desk/command"
	"attic/game"
	"attic/match/store"
	"attic/table"
)

// action is a key of every game.
type action struct {
	keys  string
	label string // of its button; "" if it has none
	help  string
	needs command.Verb // the key exists only in games that have this command; "" for all
	verb  command.Verb // of the request that it makes, unless do is set
	do    func()
}

// keyTable lists the keys of every game, in the order of help. A game's own keys take precedence.
type keyTable []action

// generalKeys returns the table for a page. That of an empty page only says what the keys do.
func (p *Play) generalKeys() keyTable {
	step := func(by int) func() { return func() { p.step(by) } }
	level := func(by int) func() { return func() { p.want(raised(p.Person.Game(), p.Now, by)) } }
	speed := func(by int) func() { return func() { p.want(hastened(p.desk.Settings.Speed, by)) } }
	return keyTable{
		{"u", "undo", "take moves back to your last turn", "", command.Undo, nil},
		{"ctrl+r", "redo", "bring back what undo took back", "", command.Redo, nil},
		{"[", "back", "show the previous position; the wheel works too", "", "", step(-1)},
		{"]", "forward", "show the next position; a move you play continues from the one shown", "", "", step(1)},
		{MovesKey, "moves", "the list of moves, with the position after each", "", "", func() {
			p.Said = ""
			p.desk.Pages.open(&Sheet{p.MoveList, func() string { return p.Now.View.Status().Last }, p.step, p.look})
		}},
		{moreKey, "more", "all other controls, in a drawer", "", "", func() {
			p.desk.Pages.open(&Chooser{Drawer: true, Word: game.Word{Label: "More", Items: drawerItems(p.Controls().Drawer)}, choose: p.choose})
		}},
		{"h H", "hint", "a hint: where to look; again: the idea; once more: the move and what follows", command.Hint, command.Hint, nil},
		{"y", "why", "why the move under the cursor is as good as the best one, or why not; again: what follows", command.Why, command.Why, nil},
		{"v", "review", "look back on the round: who led, and where it turned; there, n finds your next mistake, b plays the best line, and r lets you try again", command.Review, command.Review, nil},
		{lessonKey, "lessons", "the lesson about the idea of a hint, with its last step; otherwise the list of lessons", command.Lesson, "", func() { p.toLesson(p.advice.Theme()) }},
		{"n f5", "new", "the next round, or a new game; during a game attic asks first", "", "", p.next},
		{"K", "", "after a game: swap sides with the computer and play again", command.Opponent, "", p.swap},
		{"C", "", "switch between computer and two players", command.Opponent, "", func() {
			if p.Now.Programs() == 0 {
				p.want(command.Request{Verb: command.Opponent, Text: "ai"})
				return
			}
			p.want(command.Request{Verb: command.Opponent, Text: "human"})
			p.hides()
		}},
		{"e", "", "when the game is decided: play it to its end", command.Finish, command.Finish, nil},
		{"tab", "", "the next input mode, where there are several", "", "", func() { p.nextTrack("") }},
		{": /", "type", "type a move or a command; Tab completes it", "", "", func() { p.Prompt.begin(":", "", p.requests.Complete, p.carry) }},
		{"w", "save", "save the game as a file", command.Save, "", func() { p.desk.Form.open(saving(p.Info.Name, p.run, p.desk.Choose != nil)) }},
		{"o", "open", "list the kept and saved games, and open one", command.Resume, "", func() { p.desk.askOpen() }},
		{"W", "export", "export the board or the whole game as a picture, or its moves as a record", command.Save, "", func() { p.exporter.ask() }},
		{"i", "seed", seedWord.Help, command.Seed, "", func() { p.desk.Form.open(filling(seedWord, p.run)) }},
		{"+ =", "", "a stronger opponent, one level up, at any time", command.Level, "", level(1)},
		{"- _", "", "a weaker opponent; below the lowest level: it follows your results", command.Level, "", level(-1)},
		{"N", "other player", "another machine: host or join a game there; take back, draw, rematch, leave", "", "", p.elsewhere},
		{scanKey, "", "while you wait for a guest: the link as a QR code", command.QR, "", func() {
			if p.Scan() == nil { // caps lock is on
				Quit(p.desk)
				return
			}
			p.want(command.Request{Verb: command.QR})
		}},
		{"Y", "copy", "copy the game ID and the moves; while you wait for a guest: the command to join", "", "", func() { p.desk.CopyOut() }},
		{"P", "pause", "pause the computer, or let it go on; Space lets it make one move", command.Pause, command.Pause, nil},
		{"<", "", "slower computer moves", command.Speed, "", speed(-1)},
		{">", "", "faster computer moves", command.Speed, "", speed(1)},
		{"s", "sound", "sound on and off", "", "", func() {
			p.desk.Set(func(s *store.Settings) { s.Silent = !s.Silent })
			p.switched = iconTicks
			p.sound(game.Place)
		}},
		{". space", "", "while the computer thinks: let it move now", "", "", p.hurry},
		{"M", "menu", "keep the game and go to the menu", "", "", p.menu},
		{ReadKey, "", "show a sentence that the page had to cut off", "", "", func() {}}, // see Desk.Key
		{"? f1", "help", "this help", "", "", p.help},
		{"q", "quit", "leave at once; the game is kept. If it cannot be saved, or in a game with another machine, attic asks first", "", "", func() { Quit(p.desk) }},
	}
}

// of returns what a key does in every game, and whether it does something.
func (t keyTable) of(key string) (action, bool) {
	i := slices.IndexFunc(t, func(a action) bool { return hasKey(a.keys, key) })
	if i < 0 {
		return action{}, false
	}
	return t[i], true
}

// in reports whether a game has a key; has reports whether a command exists there.
func (a action) in(g game.Game, has func(command.Verb) bool) bool {
	if bots, ok := g.(game.Bots); ok && a.needs == command.Level {
		if low, high, _ := bots.Levels(); low == high { // there is nothing to choose
			return false
		}
	}
	return a.needs == "" || has(a.needs)
}

// seedWord is the general command that the seed key fills in.
var seedWord = game.Word{Name: "seed", Args: "N", Help: "set the random seed for the computer's play", Same: "seed", Label: "Seed", Line: "seed "}

// Labelled returns the button of a key of every game, and whether this game has it.
func (p *Play) Labelled(key string) (Button, bool) {
	a, ok := p.keys.of(key)
	return Button{Key: key, Label: a.label}, ok && a.in(p.Person.Game(), p.requests.Has)
}

// key handles a key.
func (p *Play) key(key string) {
	if p.Prompt.On {
		p.Prompt.key(key)
		return
	}
	p.switched, p.saved = 0, ""
	p.Ahead.hasty = p.Moving
	p.jump()
	switch {
	case p.answered(key), p.desk.Pages.Key(key, p.desk.Display), p.use(key):
		return
	}
	if lower := strings.ToLower(key); lower != key && len([]rune(key)) == 1 && p.use(lower) { // caps lock is on
		return
	}
	p.Said = KeyName(key) + " has no function here; press ? for the keys."
}

// use handles a key or what a button without a key stands for, and reports whether it did something.
func (p *Play) use(key string) bool {
	if line, ok := strings.CutPrefix(key, LineKey); ok {
		p.choose(line)
		return true
	}
	if step, ok := strings.CutPrefix(key, stepKey); ok {
		p.look(stepOf(step))
		return true
	}
	if p.lecture.key(key) || p.retry.on() && p.retry.key(key, len(p.Chosen) > 0) {
		return true
	}
	if d, ok := directions[key]; ok {
		p.Fresh, p.Said = false, ""
		p.steer(d, p.Now.View.Scene(), p.desk.Part, p.desk.Display.Listed)
		if row := slices.Index(p.desk.Display.Listed(), p.Cursors[p.Track]); row >= 0 {
			p.List.show(row)
		}
		return true
	}
	switch key {
	case "enter", "space", "5":
		if m, ok := p.keypad().forced(); p.Thinking() && key == "space" {
			p.hurry()
		} else if ok { // there is nothing to choose
			p.play(m.Text)
		} else {
			p.touch(p.Pointed())
		}
		return true
	case "esc":
		if _, hinted := p.advice.Shown(); p.Now.Situation.Stops() && len(p.Chosen) == 0 && !hinted && !p.Person.Hinting() {
			p.Said = "" // otherwise Esc first drops what is chosen or asked for
			go p.table.Leave()
			return true
		}
		p.letGo()
		p.Said, p.Fresh = "", false
		p.advice.Cancel()
		return true
	}
	switch key {
	case "pgup":
		p.Fresh, p.Said = false, ""
		p.hop(-1)
		return true
	case "pgdown":
		p.Fresh, p.Said = false, ""
		p.hop(1)
		return true
	}
	a, known := p.keys.of(key)
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

// own handles a key of this game, and reports whether it is one.
func (p *Play) own(key string) bool {
	track, spot := p.Pointed()
	for _, m := range p.Moves {
		if hasKey(m.Key, key) && (len(m.Spots) == 0 || m.Track == track && slices.Equal(m.Spots, append(slices.Clone(p.Chosen), spot))) {
			p.askIf(m.Confirm != "", m.Confirm, m.Label, func() { p.play(m.Text) })
			return true
		}
	}
	for _, t := range p.Tracks {
		if t.Name != p.Track && hasKey(t.Key, key) {
			p.nextTrack(key)
			return true
		}
	}
	for _, l := range p.layers {
		if hasKey(l.Key, key) {
			p.want(command.Request{Verb: command.Layer, Text: l.Name})
			return true
		}
	}
	for _, w := range p.words {
		if hasKey(w.Key, key) && (w.Same == "" || p.requests.Has(command.Verb(w.Same))) {
			p.word(w)
			return true
		}
	}
	return false
}

// word handles the key of a command.
func (p *Play) word(w game.Word) {
	r := command.Of(w)
	switch {
	case w.When != 0 && w.When&game.PhaseOf(p.Now.ToMove) == 0 && w.Same != "host" && w.Same != "join":
		p.complain(command.Untimely(w, p.Now))
	case w.Same == "host" && p.hostable():
		askHostHere(p)
	case leaves(p.Now, w):
		p.elsewhere()
	case w.Same == "clear":
		p.clear(r)
	case w.Same == "next":
		p.next()
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

// leaves reports whether a command would end a game with a person on another machine, which must take more than a single key.
func leaves(now table.Now, w game.Word) bool {
	return now.Shared() && (w.Same == "clear" || w.Same == "load")
}

// beginning is said where there is no earlier position.
const beginning = "This is the beginning."

// step shows an earlier or later position.
func (p *Play) step(by int) {
	live := p.Person.Now()
	at := live.Ply
	if p.Back {
		at = p.Ply
	}
	to, first := at+by, p.MoveList().least
	if p.turns(to < first, to > p.end(live)) {
		return
	}
	p.look(max(to, first))
	switch {
	case to < first:
		p.Said = beginning
	case to > p.end(live):
		p.Said = "This is the latest position."
	}
}

func (p *Play) hurry() {
	if !p.Thinking() {
		p.Said = "The computer is not thinking."
		return
	}
	p.complain(p.requests.Act(table.Hurry()))
}

// point moves to a spot under the mouse.
func (p *Play) point(spot string, click bool) {
	if p.desk.Pages.Covers() || spot == "" || p.Now.Watches() || strings.HasPrefix(spot, ButtonSpot) {
		return
	}
	if t, ok := p.FindTrack(p.Track); ok && slices.Contains(t.Spots, spot) {
		if p.Cursors[t.Name] != spot || p.Hover != "" {
			p.Cursors[t.Name], p.Hover, p.early = spot, "", false
			p.Aim = -1
			if !click || !p.Fresh {
				p.Fresh, p.Said = false, ""
			}
		}
	} else if p.Hover != spot {
		p.Hover, p.Fresh, p.Said = spot, false, ""
	}
}

// click handles a click on a spot.
func (p *Play) click(spot string) {
	ply := p.Now.Ply
	p.Ahead.hasty = p.Moving
	p.jump()
	unseen := p.Now.Ply != ply
	p.switched, p.saved = 0, ""
	key, button := strings.CutPrefix(spot, ButtonSpot)
	if p.question != nil && (p.answered(key) || !button) {
		p.unask()
		return
	}
	switch pages := &p.desk.Pages; {
	case button:
		p.Prompt.close()
		if key = strings.TrimPrefix(key, OfferKey); !pages.click(key, p.desk.Display) {
			p.use(key)
		}
	case pages.Covers() || spot == "":
	default:
		*pages = nil // the drawer
		p.point(spot, true)
		if track, at := p.Pointed(); !unseen || !p.plays(track, at) { // nobody means to answer a move that they have not seen
			p.touch(track, at)
		}
	}
}

func (p *Play) wheel(over Area, by int) {
	p.unask()
	switch top := p.desk.Pages.Top(); {
	case top != nil && top.wheel(by, p.desk.Display):
	case over == OverMoves:
		p.listing.scrolled -= by
	case over == OverBeside:
		p.List.scroll(by)
	case over == OverBoard:
		p.jump()
		p.step(by)
	}
}

package desk

import (
	"slices"
	"strings"

	"attic/command"
	"attic/game"
	"attic/store"
	"attic/table"
)

// action is a key of every game.
type action struct {
	keys  string
	label string // of its button; "" if it has none
	help  string
	needs command.Verb // the key exists only in games that have this command; "" for all
	verb  command.Verb // of the request that it makes; for "", see Play.act
}

// actions lists the keys of every game, in the order of help. A game's own keys take precedence.
var actions = []action{
	{"u", "undo", "take moves back to your last turn", "", command.Undo},
	{"ctrl+r", "redo", "bring back what undo took back", "", command.Redo},
	{"[", "", "show the previous position; the wheel works too", "", ""},
	{"]", "step", "show the next position; a move you play continues from the one shown", "", ""},
	{MovesKey, "moves", "the list of moves, with the position after each", "", ""},
	{moreKey, "more", "all other controls, in a drawer", "", ""},
	{"h H", "hint", "a hint: where to look; again: the idea; once more: the move and what follows", command.Hint, command.Hint},
	{"y", "why", "why the move under the cursor is as good as the best one, or why not; again: what follows", command.Why, command.Why},
	{"v", "review", "look back on the round: who led, and where it turned; there, n finds your next mistake and r lets you try it again", command.Review, command.Review},
	{"n f5", "new", "the next round, or a new game; during a game attic asks first", "", ""},
	{"K", "", "after a game: swap sides with the computer and play again", command.Opponent, ""},
	{"C", "", "switch between computer and two players", command.Opponent, ""},
	{"e", "", "when the game is decided: play it to its end", command.Finish, command.Finish},
	{"tab", "", "the next input mode, where there are several", "", ""},
	{": /", "type", "type a move or a command; Tab completes it", "", ""},
	{"w", "save", "save the game as a file", command.Save, ""},
	{"o", "open", "list the kept and saved games, and open one", command.Resume, ""},
	{"W", "export", "export the board or the whole game as a picture, or its moves as a record", command.Save, ""},
	{"i", "seed", "set the random seed for the computer's play", command.Seed, ""},
	{"+ =", "", "a stronger opponent, one level up, at any time", command.Level, ""},
	{"- _", "", "a weaker opponent; below the lowest level: it follows your results", command.Level, ""},
	{"N", "other player", "another machine: host or join a game there; take back, draw, rematch, leave", "", ""},
	{"Y", "copy", "copy the game ID and the moves; while you wait for a guest: the command to join", "", ""},
	{"P", "pause", "pause the computer, or let it go on; Space lets it make one move", command.Pause, command.Pause},
	{"<", "", "slower computer moves", command.Speed, ""},
	{">", "", "faster computer moves", command.Speed, ""},
	{"s", "sound", "sound on and off", "", ""},
	{". space", "", "while the computer thinks: let it move now", "", ""},
	{"M", "menu", "keep the game and go to the menu", "", ""},
	{"? f1", "help", "this help", "", ""},
	{"q", "quit", "leave at once; the game is kept. In a game with another machine attic asks first", "", ""},
}

// act does what a key of every game does.
func (p *Play) act(a action) {
	switch mainKey(a.keys) {
	case "[":
		p.step(-1)
	case "]":
		p.step(1)
	case MovesKey:
		p.Said = ""
		p.desk.Pages.open(&Sheet{p.MoveList, p.step, p.look})
	case moreKey:
		p.desk.Pages.open(&Chooser{Drawer: true, Word: game.Word{Label: "More", Items: drawerItems(p.Controls().Drawer)}, choose: p.choose})
	case "n":
		p.next()
	case "K":
		p.swap()
	case "C":
		if p.Now.Programs() == 0 {
			p.want(command.Request{Verb: command.Opponent, Text: "ai"})
			return
		}
		p.want(command.Request{Verb: command.Opponent, Text: "human"})
		p.hides()
	case "tab":
		p.nextTrack("")
	case ":":
		p.Prompt.open(p.requests.Complete, "")
	case "w":
		p.askSave()
	case "o":
		p.desk.askOpen()
	case "W":
		p.askExport()
	case "i":
		p.fillIn(seedWord)
	case "+":
		p.want(raised(p.Person.Game(), p.Now, 1))
	case "-":
		p.want(raised(p.Person.Game(), p.Now, -1))
	case "N":
		p.elsewhere()
	case "Y":
		p.desk.CopyOut()
	case "<":
		p.want(hastened(p.desk.Settings.Speed, -1))
	case ">":
		p.want(hastened(p.desk.Settings.Speed, 1))
	case "s":
		p.desk.Set(func(s *store.Settings) { s.Silent = !s.Silent })
		p.switched = iconTicks
		p.sound(game.Place)
	case ".":
		p.hurry()
	case "M":
		p.menu()
	case "?":
		p.help()
	case "q":
		Quit(p.desk)
	default:
		p.want(command.Request{Verb: a.verb})
	}
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
	a, ok := actionOf(key)
	return Button{Key: key, Label: a.label}, ok && a.in(p.Person.Game(), p.requests.Has)
}

// actionOf returns what a key does in every game, and whether it does something.
func actionOf(key string) (action, bool) {
	for _, a := range actions {
		if hasKey(a.keys, key) {
			return a, true
		}
	}
	return action{}, false
}

// key handles a key.
func (p *Play) key(key string) {
	if p.Prompt.On {
		p.typed(key)
		return
	}
	p.switched = 0
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

// use handles a key, and reports whether it did something.
func (p *Play) use(key string) bool {
	if p.Study.Course() != nil && p.courseKey(key) {
		return true
	}
	if p.retry.on() && p.retry.key(key, len(p.Chosen) > 0) {
		return true
	}
	if d, ok := directions[key]; ok {
		p.Fresh, p.Said = false, ""
		p.steer(d, p.desk.Display.Middles(), p.desk.Display.Listed)
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
		if _, hinted := p.advice.Shown(); p.Now.Other == table.Awaited && len(p.Chosen) == 0 && !hinted && !p.Person.Hinting() {
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
	if p.offered(key) || p.own(key) || p.List.key(key) {
		return true
	}
	for _, a := range actions {
		if hasKey(a.keys, key) && a.in(p.Person.Game(), p.requests.Has) {
			p.act(a)
			return true
		}
	}
	return false
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
		p.complain(command.Untimely(w))
	case w.Same == "host" && p.apart().hostable(p.desk.Net, p.table):
		askHostHere(p)
	case leaves(p.Now, w):
		p.elsewhere()
	case w.Same == "clear":
		p.clear(r)
	case w.Same == "next":
		p.next()
	case len(w.Items) > 0:
		p.desk.Pages.open(&Chooser{Word: w, choose: p.choose})
	case strings.HasSuffix(r.Text, " "):
		p.fillIn(w)
	default:
		p.want(r)
	}
}

// leaves reports whether a command would end a game with a person on another machine, which must take more than a single key.
func leaves(now table.Now, w game.Word) bool {
	return now.Other != table.Near && (w.Same == "clear" || w.Same == "load")
}

// step shows an earlier or later position.
func (p *Play) step(by int) {
	live := p.Person.Now()
	at := live.Ply
	if p.Back {
		at = p.Ply
	}
	to, first := at+by, p.MoveList().least
	p.look(max(to, first))
	switch {
	case to < first:
		p.Said = "This is the beginning."
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

// typed takes a key while something is typed.
func (p *Play) typed(key string) {
	line, done := p.Prompt.key(key)
	switch {
	case !done:
	case p.Prompt.Secret && line == "":
		p.Said = "Nothing was typed."
	case p.Prompt.Secret:
		p.complain(p.requests.Act(table.Play(p.Prompt.command + " " + line)))
	case strings.TrimSpace(line) != "":
		p.carry(line)
	}
}

// point moves to a spot under the mouse.
func (p *Play) point(spot string, click bool) {
	if p.desk.Pages.Covers() || spot == "" || p.apart().watches() || strings.HasPrefix(spot, ButtonSpot) {
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
	p.jump()
	p.switched = 0
	key, button := strings.CutPrefix(spot, ButtonSpot)
	if p.question != nil && (p.answered(key) || !button) {
		p.unask()
		return
	}
	switch pages := &p.desk.Pages; {
	case button:
		p.clicked(key)
	case pages.Covers() || spot == "":
	default:
		*pages = nil // the drawer
		p.point(spot, true)
		p.touch(p.Pointed())
	}
}

// clicked handles the key of a button.
func (p *Play) clicked(key string) {
	if p.Prompt.On {
		p.Prompt.close()
	}
	key = strings.TrimPrefix(key, OfferKey)
	pages := &p.desk.Pages
	if drawer := pages.Drawer(); drawer != nil && key != "enter" { // the mouse does not use the cursor of the drawer
		pages.close(drawer)
		if key == moreKey {
			return
		}
	}
	line, isLine := strings.CutPrefix(key, LineKey)
	step, isStep := strings.CutPrefix(key, stepKey)
	switch {
	case pages.Key(key, p.desk.Display):
	case isLine:
		p.choose(line)
	case isStep:
		p.look(stepOf(step))
	default:
		p.use(key)
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

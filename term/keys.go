package term

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"attic/game"
	"attic/table"
)

// keyName returns the name of a key as tables of keys have it: "u", "U", "ctrl+r", "shift+up", "space".
func keyName(k tea.Key) string {
	if k.Text != "" && k.Text != " " && !strings.ContainsFunc(k.Text, func(r rune) bool { return r < ' ' }) {
		return k.Text
	}
	return k.Keystroke()
}

// plainKey returns a key without what was held down with it.
func plainKey(k tea.Key) tea.Key {
	k.Mod = 0
	if k.Text == "" && k.Code >= ' ' && k.Code < tea.KeyExtended {
		k.Text = string(k.Code)
	}
	return k
}

// hasKey reports whether a key is among keys with blanks between them.
func hasKey(keys, key string) bool { return slices.Contains(strings.Fields(keys), key) }

// mainKey returns the first of several keys.
func mainKey(keys string) string {
	key, _, _ := strings.Cut(keys, " ")
	return key
}

// action is what a key does in every game.
type action struct {
	keys  string
	label string // on its button in the last row; "" has none
	help  string
	do    func(*play) tea.Cmd
}

// actions are the keys of every game, in the order of help. A game's own keys come before them.
var actions []action

func init() { // not as a literal: help goes through the table itself
	actions = []action{
		{"u", "undo", "take back to your last turn", func(p *play) tea.Cmd { return p.carry("undo") }},
		{"ctrl+r", "redo", "bring back what undo took", func(p *play) tea.Cmd { return p.carry("redo") }},
		{"[", "", "look at the position before; the wheel does it too", func(p *play) tea.Cmd { p.step(-1); return nil }},
		{"]", "step", "look at the position after; playing a move goes on from where you look", func(p *play) tea.Cmd { p.step(1); return nil }},
		{",", "", "everything that can be done without a place on the board", func(p *play) tea.Cmd { p.more(); return nil }},
		{"h", "hint", "ask for advice", func(p *play) tea.Cmd { return p.carry("hint") }},
		{"n f5", "next", "the next round, or a new game when this one is over", (*play).next},
		{"tab", "", "the next kind of input, where there are several", func(p *play) tea.Cmd { p.nextTrack(""); return nil }},
		{": /", "type", "type a move or a word; Tab completes it", func(p *play) tea.Cmd { p.prompt.open(p, ""); return nil }},
		{"w", "save", "save the game as a file", func(p *play) tea.Cmd { p.prompt.open(p, "save "); return nil }},
		{"o", "open", "go on with a saved game, or with the one kept last", func(p *play) tea.Cmd { p.prompt.open(p, "resume "); return nil }},
		{"l", "level", "the level of the program", func(p *play) tea.Cmd { p.prompt.open(p, "level "); return nil }},
		{"s", "sound", "sound on and off", (*play).sound},
		{". space", "", "while the program thinks: let it move now", func(p *play) tea.Cmd { p.hurry(); return nil }},
		{"M", "menu", "keep the game and go to the menu", (*play).menu},
		{"? f1", "help", "this help", func(p *play) tea.Cmd { p.help(); return nil }},
		{"q", "quit", "leave at once; the game is kept", func(p *play) tea.Cmd { return p.screen.quit() }},
	}
}

// labelled returns the button of a key of every game.
func labelled(key string) button {
	for _, a := range actions {
		if hasKey(a.keys, key) {
			return button{key, a.label}
		}
	}
	return button{key: key}
}

// pressed does what a key does.
func (p *play) pressed(k tea.Key) tea.Cmd {
	key := keyName(k)
	switch k.Code {
	case tea.KeyLeftCtrl, tea.KeyRightCtrl:
		p.bare = true
		return nil
	case tea.KeyLeftShift, tea.KeyRightShift, tea.KeyLeftAlt, tea.KeyRightAlt, tea.KeyCapsLock, tea.KeyNumLock:
		return nil
	}
	if p.prompt.on {
		return p.typed(k, key)
	}
	p.icon = ""
	p.jump()
	switch {
	case p.pager.on && p.pager.key(key, p.screen.h):
		return nil
	case p.chooser.on:
		if handled, line := p.chooser.key(key, p.screen.w); handled {
			if line != "" {
				return p.carry(line)
			}
			return nil
		}
	}
	if cmd, ok := p.use(key); ok {
		return cmd
	}
	if lower := strings.ToLower(key); lower != key && len([]rune(key)) == 1 { // with caps lock
		if cmd, ok := p.use(lower); ok {
			return cmd
		}
	}
	p.said = button{key: key}.shown() + " does nothing here; ? shows the keys."
	return nil
}

// use does what a key means here, and reports whether it means something.
func (p *play) use(key string) (tea.Cmd, bool) {
	if d, ok := directions[key]; ok {
		p.steer(d)
		return nil, true
	}
	switch key {
	case "enter", "space", "5":
		return p.enter(key), true
	case "esc":
		p.chosen, p.hover, p.said, p.fresh = nil, "", "", false
		return nil, true
	}
	if cmd, ok := p.own(key); ok {
		return cmd, true
	}
	for _, a := range actions {
		if hasKey(a.keys, key) {
			return a.do(p), true
		}
	}
	return nil, false
}

// own does what a key means in this game.
func (p *play) own(key string) (tea.Cmd, bool) {
	track, spot := p.pointed()
	for _, m := range p.moves {
		if hasKey(m.Key, key) && (len(m.Spots) == 0 || m.Track == track && slices.Equal(m.Spots, append(slices.Clone(p.chosen), spot))) {
			p.play(m.Text)
			return nil, true
		}
	}
	for _, t := range p.tracks {
		if t.Name != p.track && hasKey(t.Key, key) {
			p.nextTrack(key)
			return nil, true
		}
	}
	for _, l := range p.now.View.Grid(0, 0).Layers {
		if hasKey(l.Key, key) {
			return p.carry(l.Name), true
		}
	}
	for _, w := range p.words() {
		if hasKey(w.Key, key) {
			return p.word(w), true
		}
	}
	return nil, false
}

// words returns the game's own words.
func (p *play) words() []game.Word {
	if own, ok := p.table.Game().(game.Words); ok {
		return own.Words()
	}
	return nil
}

// word does what the key of a word does.
func (p *play) word(w game.Word) tea.Cmd {
	line := w.Line
	if line == "" {
		line = w.Name
	}
	switch {
	case w.When != 0 && w.When&game.PhaseOf(p.now.ToMove) == 0:
		return p.carry(w.Name) // which says why not now
	case len(w.Picks) > 0:
		p.chooser.open(w)
	case strings.HasSuffix(line, " "):
		p.prompt.open(p, line)
	default:
		return p.carry(line)
	}
	return nil
}

// steer moves the cursor.
func (p *play) steer(d direction) {
	p.fresh, p.said, p.hover = false, "", ""
	t, ok := p.findTrack(p.track)
	if !ok {
		return
	}
	p.current()
	middles, at := p.laid.middles, p.cursors[t.Name]
	switch legal := p.legal(t); {
	case !t.Ring:
		list := places(middles, t)
		if d.dx != 0 {
			p.aim = -1
		} else if p.aim < 0 {
			p.aim = middles[at].X
		}
		p.cursors[t.Name] = walk(list, at, d, max(p.aim, 0))
	case d.dy == 0:
		p.cursors[t.Name] = ring(t, at, d.dx, legal)
	case d.dx == 0:
		free := t
		free.Spots = slices.DeleteFunc(slices.Clone(t.Spots), func(s string) bool { return len(legal) > 0 && !legal[s] && s != at })
		p.cursors[t.Name] = walk(places(middles, free), at, d, middles[at].X)
	default: // through the list beside the board
		p.cursors[t.Name] = p.listed(t, at, d.dy)
	}
}

// listed returns the spot before or after one in the panel's list.
func (p *play) listed(t game.Track, at string, step int) string {
	var list []string
	panel := p.now.View.Panel(leastW, leastH)
	for y := range panel.H {
		for x := range panel.W {
			if spot := panel.At(x, y).Spot; slices.Contains(t.Spots, spot) && !slices.Contains(list, spot) {
				list = append(list, spot)
			}
		}
	}
	if len(list) == 0 {
		return at
	}
	i := slices.Index(list, at)
	if i < 0 && step < 0 {
		i = 0
	}
	return list[((i+step)%len(list)+len(list))%len(list)]
}

// enter acts on what is pointed at.
func (p *play) enter(key string) tea.Cmd {
	if p.waiting() && key == "space" {
		p.hurry()
		return nil
	}
	if len(p.moves) == 1 && len(p.moves[0].Spots) == 0 { // there is nothing to choose
		p.play(p.moves[0].Text)
		return nil
	}
	p.touch(p.pointed())
	return nil
}

// step looks at an earlier or later position.
func (p *play) step(by int) {
	live := p.table.Now(table.Here)
	at := live.Ply
	if p.back {
		at = p.ply
	}
	to := at + by
	p.look(to)
	switch {
	case to < 0:
		p.said = "This is the beginning."
	case to > p.last(live):
		p.said = "There is nothing after this."
	}
}

// more offers the moves that touch nothing, whether they have a key or not.
func (p *play) more() {
	w := game.Word{Label: "What can be done"}
	for _, m := range p.moves {
		if len(m.Spots) == 0 {
			w.Picks = append(w.Picks, game.Pick{Text: m.Text, Label: m.Label})
		}
	}
	if len(w.Picks) == 0 {
		p.said = "There is nothing else to do here."
		return
	}
	p.chooser.open(w)
}

func (p *play) hurry() {
	if !p.waiting() {
		p.said = "No program is thinking."
		return
	}
	p.table.Hurry()
}

// sound switches the setting for sound, which is remembered.
func (p *play) sound() tea.Cmd {
	s := p.screen
	s.settings.Silent = !s.settings.Silent
	p.complain(s.Store.SaveSettings(s.settings))
	p.icon = "♪ on"
	if s.settings.Silent {
		p.icon = "♪ off"
	}
	return nil
}

// typed takes a key while something is typed.
func (p *play) typed(k tea.Key, key string) tea.Cmd {
	line, done := p.prompt.key(k, key)
	switch {
	case !done:
		return nil
	case p.prompt.secret && p.session.Asked() != "":
		if line == "" {
			p.session.GiveUp()
			p.said = "Nothing was typed."
			return nil
		}
		p.complain(p.session.Answer(line))
		return nil
	case strings.TrimSpace(line) == "":
		return nil
	}
	return p.carry(line)
}

// mouse does what the mouse does.
func (p *play) mouse(msg tea.Msg) tea.Cmd {
	var at tea.Mouse
	switch msg := msg.(type) {
	case tea.MouseWheelMsg:
		at = msg.Mouse()
		p.bare = false
		p.wheel(at.Button)
		return nil
	case tea.MouseMotionMsg:
		at = msg.Mouse()
	case tea.MouseClickMsg:
		at = msg.Mouse()
		p.bare = false
		p.jump()
		p.icon = ""
	}
	spot := p.screen.spotAt(at.X, at.Y)
	_, click := msg.(tea.MouseClickMsg)
	if click && at.Button != tea.MouseLeft {
		return nil
	}
	if key, ok := strings.CutPrefix(spot, buttonSpot); ok {
		if click {
			return p.clicked(key)
		}
		return nil
	}
	if p.pager.on || p.chooser.on || spot == "" {
		return nil
	}
	if t, ok := p.findTrack(p.track); ok && slices.Contains(t.Spots, spot) {
		if p.cursors[t.Name] != spot || p.hover != "" {
			p.cursors[t.Name], p.hover = spot, ""
			p.aim = -1
			if !click || !p.fresh {
				p.fresh, p.said = false, ""
			}
		}
	} else if p.hover != spot {
		p.hover, p.fresh, p.said = spot, false, ""
	}
	if click {
		p.touch(p.pointed())
	}
	return nil
}

// clicked does what the key of a button does.
func (p *play) clicked(key string) tea.Cmd {
	if p.prompt.on {
		p.prompt.close()
	}
	if line, ok := strings.CutPrefix(key, "line "); ok {
		p.chooser.on = false
		return p.carry(line)
	}
	if p.pager.on && p.pager.key(key, p.screen.h) {
		return nil
	}
	cmd, _ := p.use(key)
	return cmd
}

func (p *play) wheel(b tea.MouseButton) {
	step := 1
	if b == tea.MouseWheelUp {
		step = -1
	}
	switch {
	case p.pager.on:
		p.pager.scroll(3*step, p.screen.h)
	case p.chooser.on:
		p.chooser.move(step)
	case b == tea.MouseWheelUp || b == tea.MouseWheelDown:
		p.jump()
		p.step(step)
	}
}

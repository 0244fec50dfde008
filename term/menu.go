package term

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"attic/command"
	"attic/game"
	"attic/grid"
	"attic/palette"
	"attic/store"
)

// menu is the first page: the games, how to play them, and settings.
type menu struct {
	screen *screen
	kept   []*store.Kept // by game, nil where none is kept
	entry  int           // the game; the settings come after the last
	item   int           // of the entry; -1 while one chooses among the entries
	said   string
	pager  pager
}

func newMenu(s *screen) *menu {
	m := &menu{screen: s, item: -1}
	for i, g := range s.Games {
		var kept *store.Kept
		if k, ok := s.Store.Kept(g.Info().Name); ok {
			kept = &k
		}
		m.kept = append(m.kept, kept)
		if g.Info().Name == s.settings.Last {
			m.entry = i
		}
	}
	return m
}

func (m *menu) close() error { return nil }

// item is a line that does something, or an option with its value.
type item struct {
	label  string
	value  string
	do     func() tea.Cmd // of a line that does something
	change func(by int)   // of an option
}

func (m *menu) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return m.key(keyName(msg.Key()))
	case tea.MouseClickMsg:
		at := msg.Mouse()
		return m.click(m.screen.spotAt(at.X, at.Y), at.Button)
	case tea.MouseMotionMsg:
		at := msg.Mouse()
		m.point(m.screen.spotAt(at.X, at.Y))
	case tea.MouseWheelMsg:
		if m.pager.on {
			m.pager.scroll(map[bool]int{true: -3, false: 3}[msg.Mouse().Button == tea.MouseWheelUp], m.screen.h)
		}
	}
	return nil
}

func (m *menu) key(key string) tea.Cmd {
	if m.pager.on && m.pager.key(key, m.screen.h) {
		return nil
	}
	m.said = ""
	items := m.items()
	if d, ok := directions[key]; ok && (len(key) > 1 || m.item >= 0 || !strings.Contains("123456789"[:len(m.screen.Games)], key)) {
		m.move(d, items)
		return nil
	}
	switch key {
	case "enter", "space":
		return m.act(items)
	case "esc":
		m.item = -1
	case "?", "f1":
		m.help()
	case "q", "Q":
		return m.screen.quit()
	case "c":
		return m.resume()
	case "tab":
		m.entry, m.item = (m.entry+1)%(len(m.screen.Games)+1), -1
	default:
		if n, err := strconv.Atoi(key); err == nil && n >= 1 && n <= len(m.screen.Games) {
			m.entry, m.item = n-1, 0
		}
	}
	return nil
}

func (m *menu) move(d direction, items []item) {
	switch {
	case m.item < 0 && d.dy != 0:
		m.entry = max(0, min(m.entry+d.dy, len(m.screen.Games)))
	case m.item < 0 && d.dx > 0:
		m.item = 0
	case m.item < 0:
	case d.dy != 0:
		m.item = max(0, min(m.item+d.dy, len(items)-1))
	case items[m.item].change != nil:
		items[m.item].change(d.dx)
	case d.dx < 0:
		m.item = -1
	}
}

// act does what Enter does.
func (m *menu) act(items []item) tea.Cmd {
	if m.item < 0 {
		m.item = 0
		return nil
	}
	if it := items[m.item]; it.do != nil {
		return it.do()
	}
	items[m.item].change(1)
	return nil
}

// The spots of the menu are "entry N", "item N" and, as everywhere, keys.
func (m *menu) click(spot string, button tea.MouseButton) tea.Cmd {
	if key, ok := strings.CutPrefix(spot, buttonSpot); ok {
		return m.key(key)
	}
	if m.pager.on || button != tea.MouseLeft {
		return nil
	}
	m.point(spot)
	if strings.HasPrefix(spot, "item ") {
		return m.act(m.items())
	}
	return nil
}

// point moves to what the mouse points at.
func (m *menu) point(spot string) {
	if m.pager.on {
		return
	}
	what, number, _ := strings.Cut(spot, " ")
	switch n, _ := strconv.Atoi(number); what {
	case "entry":
		m.entry, m.item = n, -1
	case "item":
		m.item = n
	}
}

// items returns the lines of the chosen entry.
func (m *menu) items() []item {
	if m.entry == len(m.screen.Games) {
		return m.settings()
	}
	g := m.screen.Games[m.entry]
	wish := m.wish()
	var list []item
	if k := m.kept[m.entry]; k != nil {
		moves := len(k.Match.History()) - 1
		unit := "moves"
		if moves == 1 {
			unit = "move"
		}
		list = append(list, item{label: "Continue", value: fmt.Sprintf("%d %s, %s", moves, unit, k.Left.Format("2 January 15:04")), do: m.resume})
	}
	list = append(list, item{label: "New game", do: m.play})
	list = append(list, m.seating(g, wish)...)
	if choices, ok := g.(game.Choices); ok {
		for _, c := range choices.Choices() {
			list = append(list, m.choice(c, wish))
		}
	}
	return append(list, item{label: "Help and rules", do: func() tea.Cmd { m.help(); return nil }})
}

// wish returns how the person wants to play the chosen game.
func (m *menu) wish() store.GameSettings {
	g := m.screen.Games[m.entry]
	return m.screen.settings.Game(g.Info().Name)
}

// remember keeps it.
func (m *menu) remember(wish store.GameSettings) {
	s := m.screen
	name := s.Games[m.entry].Info().Name
	s.settings.Games[name] = wish
	m.save()
}

func (m *menu) save() {
	if err := m.screen.Store.SaveSettings(m.screen.settings); err != nil {
		m.said = "The settings cannot be kept: " + err.Error() + "."
	}
}

// seating returns the options for who plays.
func (m *menu) seating(g game.Game, wish store.GameSettings) []item {
	bots, ok := g.(game.Bots)
	if !ok {
		return nil
	}
	seats := g.Info().Seats
	low, high, level := bots.Levels()
	if wish.Level != nil {
		level = max(low, min(*wish.Level, high))
	}
	program := wish.Opponent == "program" || wish.Opponent == "" && slices.ContainsFunc(seats, func(s game.Seat) bool { return s.Program })
	side := wish.Side
	if side < 0 || side >= len(seats) {
		side = max(0, slices.IndexFunc(seats, func(s game.Seat) bool { return !s.Program }))
	}
	list := []item{{
		label: "Opponent", value: map[bool]string{true: "the program", false: "a person here"}[program],
		change: func(int) {
			wish.Opponent = map[bool]string{true: "person", false: "program"}[program]
			m.remember(wish)
		},
	}, {
		label: "Your side", value: seats[side].Name,
		change: func(by int) {
			wish.Side = ((side+by)%len(seats) + len(seats)) % len(seats)
			m.remember(wish)
		},
	}}
	if low == high {
		return list
	}
	return append(list, item{
		label: "Level", value: strconv.Itoa(level),
		change: func(by int) {
			to := max(low, min(level+by, high, low+20))
			wish.Level = &to
			m.remember(wish)
		},
	})
}

// choice returns an option of the game's setup.
func (m *menu) choice(c game.Choice, wish store.GameSettings) item {
	at := 0
	words := strings.Fields(wish.Options)
	others := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return strings.HasPrefix(w, c.Name+"=") })
	for i, pick := range c.Picks {
		if pick.Text != "" && slices.Contains(words, c.Name+"="+pick.Text) {
			at = i
		}
	}
	return item{
		label: c.Label, value: c.Picks[at].Label,
		change: func(by int) {
			to := c.Picks[((at+by)%len(c.Picks)+len(c.Picks))%len(c.Picks)]
			if to.Text != "" {
				others = append(others, c.Name+"="+to.Text)
			}
			wish.Options = strings.Join(others, " ")
			m.remember(wish)
		},
	}
}

// settings returns the options of the program.
func (m *menu) settings() []item {
	s := m.screen
	themes := append([]string{""}, palette.Themes()...)
	theme := max(0, slices.Index(themes, s.settings.Theme))
	shown := themes[theme]
	if shown == "" {
		shown = "as the terminal"
	}
	onOff := func(label string, on bool, set func(bool)) item {
		return item{label: label, value: map[bool]string{true: "on", false: "off"}[on], change: func(int) { set(!on); m.save() }}
	}
	return []item{
		{label: "Colours", value: shown, change: func(by int) {
			s.settings.Theme = themes[((theme+by)%len(themes)+len(themes))%len(themes)]
			s.Look.Theme = s.settings.Theme
			s.setTheme(s.dark)
			m.save()
		}},
		onOff("Motion", !s.NoMotion, func(on bool) { s.NoMotion, s.settings.NoMotion = !on, !on }),
		onOff("Sound", !s.settings.Silent, func(on bool) { s.settings.Silent = !on }),
		onOff("ASCII only", s.painter.ASCII, func(on bool) { s.painter.ASCII, s.settings.ASCII = on, on }),
	}
}

// play begins a new game.
func (m *menu) play() tea.Cmd {
	t, err := m.screen.Open(m.screen.Games[m.entry], m.wish())
	if err != nil {
		m.said = command.Sentence(err)
		return nil
	}
	m.screen.settings.Last = t.Game().Info().Name
	m.save()
	return m.screen.show(newPlay(m.screen, t))
}

// resume goes on with the kept game.
func (m *menu) resume() tea.Cmd {
	if m.entry >= len(m.kept) || m.kept[m.entry] == nil {
		m.said = "No game is kept here; Enter begins a new one."
		return nil
	}
	cmd := m.play()
	if p, ok := m.screen.page.(*play); ok {
		return tea.Batch(cmd, p.carry("resume"), p.news())
	}
	return cmd
}

func (m *menu) help() {
	if m.entry < len(m.screen.Games) {
		info := m.screen.Games[m.entry].Info()
		m.pager.open(info.Title, strings.TrimSpace(info.Rules))
		return
	}
	m.pager.open("attic", "Colours: by the terminal's own background, or one of the themes; contrast is the strongest.\n"+
		"Motion: moves are shown step by step. The environment variable NO_MOTION and --no-animation switch it off too.\n"+
		"ASCII only: for terminals without Unicode, as --ascii.\nNO_COLOR switches colours off.")
}

// The columns of the menu.
const menuX, itemX, valueX = 3, 28, 14

func (m *menu) draw(c *canvas) {
	if m.pager.on {
		m.pager.draw(c)
		return
	}
	left := max(0, (c.grid.W-leastW)/2)
	top := max(0, (c.grid.H-leastH)/3)
	at := func(x int) int { return left + x }
	c.put(at(menuX), top+1, "attic", grid.Title)
	c.put(at(itemX), top+1, "Games of pieces that change each other", grid.Muted)
	titles := []string{}
	for _, g := range m.screen.Games {
		titles = append(titles, g.Info().Title)
	}
	for i, title := range append(titles, "Settings") {
		y := top + 4 + 3*i
		text := fmt.Sprintf("  %-18s", title)
		if i < len(titles) {
			text = fmt.Sprintf("  %d  %-15s", i+1, title)
		}
		role := grid.Plain
		if i == m.entry {
			text = "▸" + text[1:]
			role = grid.Accent
			if m.item < 0 {
				role = grid.Cursor
			}
		}
		spot := fmt.Sprint("entry ", i)
		c.putSpot(at(menuX), y, text, role, spot)
		if i < len(titles) && m.kept[i] != nil {
			c.putSpot(at(menuX+5), y+1, "a game is kept", grid.Muted, spot)
		}
	}
	y := top + 3
	if m.entry < len(titles) {
		info := m.screen.Games[m.entry].Info()
		c.grid.Draw(at(itemX), y, info.Picture)
		y += info.Picture.H + 1
		c.put(at(itemX), y, info.Brief+".", grid.Plain)
		y += 2
	}
	for i, it := range m.items() {
		spot := fmt.Sprint("item ", i)
		text := "  " + it.label
		if it.change != nil || it.value != "" {
			text = fmt.Sprintf("  %-*s", valueX-2, it.label)
			value := it.value
			if it.change != nil {
				value = "◂ " + value + " ▸"
			}
			text += value
		}
		role := grid.Plain
		if i == m.item {
			text, role = "▸"+text[1:], grid.Cursor
		}
		c.putSpot(at(itemX), y, fmt.Sprintf("%-44s", clip(text, 44)), role, spot)
		y++
	}
	m.drawChosenPick(c, at(itemX+26), top+3)
	c.put(at(menuX), c.grid.H-2, m.said, grid.Accent)
	x := at(menuX)
	buttons := []button{{"enter", "chooses"}, {"esc", "back"}, {"c", "continue"}, {"?", "help"}, {"q", "quit"}}
	c.put(x, c.grid.H-1, "Arrows", grid.Key)
	c.put(x+7, c.grid.H-1, "move, change", grid.Button)
	x += 21
	for _, b := range buttons {
		if b.key == "c" && (m.entry >= len(titles) || m.kept[m.entry] == nil) {
			continue
		}
		c.button(x, c.grid.H-1, b.width(), b)
		x += b.width() + 2
	}
}

// drawChosenPick shows the picture of the option's value that is being changed.
func (m *menu) drawChosenPick(c *canvas, x, y int) {
	if m.entry >= len(m.screen.Games) {
		return
	}
	choices, ok := m.screen.Games[m.entry].(game.Choices)
	if !ok {
		return
	}
	words := strings.Fields(m.wish().Options)
	for _, choice := range choices.Choices() {
		for i, pick := range choice.Picks {
			usual := i == 0 && !slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, choice.Name+"=") })
			if usual || pick.Text != "" && slices.Contains(words, choice.Name+"="+pick.Text) {
				c.grid.Draw(x, y, pick.Picture)
			}
		}
	}
}

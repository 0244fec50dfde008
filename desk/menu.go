package desk

import (
	"slices"
	"strconv"
	"strings"

	"attic/command"
	"attic/game"
	"attic/internal/prose"
	"attic/match"
	"attic/palette"
	"attic/store"
)

// Menu is the first page: the games, how to play them, and settings.
type Menu struct {
	desk  *Desk
	Kept  []*store.Kept // by game; nil if none is kept
	Entry int           // the chosen entry: a game, or after the last game the settings
	Item  int           // the chosen item of the entry; -1 while the person is choosing an entry
	Said  string

	school map[string]*school // by the game's name, filled when a game is first shown

	stats   []bool            // by game: whether it has statistics
	Prompt  Prompt            // for typing an address to join, or a name
	then    func(line string) // handles the line typed in Prompt
	address string            // the address typed last, if it could not be joined
	meeting *meeting          // the game being joined, or nil
}

func newMenu(d *Desk) *Menu {
	m := &Menu{desk: d, Item: -1}
	var names []string
	for _, g := range d.Games {
		names = append(names, g.Info().Name)
	}
	m.Kept, m.stats = make([]*store.Kept, len(names)), make([]bool, len(names))
	if d.May.Has(command.Kept) {
		for i, shown := range d.Store.Menu(names) {
			m.Kept[i], m.stats[i] = shown.Kept, shown.Stats
		}
	}
	for i := range names {
		if names[i] == d.Settings.Last {
			m.Entry = i
		}
	}
	return m
}

// MenuItem is a line of the menu: an action, or an option with its value.
type MenuItem struct {
	Label  string
	Value  string
	Do     func()       // of an action
	Change func(by int) // of an option
}

func (m *Menu) key(key string) {
	if m.Prompt.On {
		m.typed(key)
		return
	}
	if m.desk.Pages.Key(key, m.desk.Display) {
		return
	}
	m.Said = m.joining()
	items := m.Items()
	if d, ok := directions[key]; ok && (len(key) > 1 || m.Item >= 0 || !strings.Contains("123456789"[:len(m.desk.Games)], key)) {
		m.move(d, items)
		return
	}
	switch key {
	case "enter", "space":
		m.act(items)
	case "esc":
		if m.meeting != nil {
			m.giveUp()
			m.Said = "You stopped joining."
			return
		}
		m.Item = -1
	case "?", "f1":
		m.help()
	case "q", "Q":
		m.desk.Quitting = true
	case "c":
		m.resume()
	case "o":
		if m.desk.May.Has(command.Kept) {
			m.desk.askOpen()
		}
	case "tab":
		m.Entry, m.Item = (m.Entry+1)%(len(m.desk.Games)+1), -1
	default:
		if n, err := strconv.Atoi(key); err == nil && n >= 1 && n <= len(m.desk.Games) {
			m.Entry, m.Item = n-1, 0
		}
	}
}

func (m *Menu) move(d direction, items []MenuItem) {
	along, into := d.dy, d.dx // steps along the entries, and from an entry to its items
	if m.desk.Across {
		along, into = into, along
	}
	switch {
	case m.Item < 0 && along != 0:
		m.Entry = max(0, min(m.Entry+along, len(m.desk.Games)))
	case m.Item < 0 && into > 0:
		m.Item = 0
	case m.Item < 0:
	case m.desk.Across && m.Item == 0 && d.dy < 0:
		m.Item = -1
	case d.dy != 0:
		m.Item = max(0, min(m.Item+d.dy, len(items)-1))
	case items[m.Item].Change != nil:
		items[m.Item].Change(d.dx)
	case d.dx < 0 && !m.desk.Across:
		m.Item = -1
	}
}

// act handles Enter.
func (m *Menu) act(items []MenuItem) {
	switch {
	case m.Item < 0:
		m.Item = 0
	case items[m.Item].Do != nil:
		items[m.Item].Do()
	default:
		items[m.Item].Change(1)
	}
}

func (m *Menu) click(spot string) {
	defer m.forget(m.Entry)
	key, button := strings.CutPrefix(spot, ButtonSpot)
	switch {
	case button:
		m.key(key)
	case m.desk.Pages.Covers(), m.Prompt.On:
	case strings.HasPrefix(spot, EntrySpot):
		if n := number(spot); !m.desk.Across || n != m.Entry {
			m.Entry, m.Item = n, -1
		} else { // clicked again: go to its items
			m.Item = -1
			m.act(m.Items())
			if m.Entry < len(m.desk.Games) {
				m.act(m.Items())
			}
		}
	case strings.HasPrefix(spot, ItemSpot):
		m.Item = number(spot)
		m.act(m.Items())
	}
}

// point selects what the mouse points at.
func (m *Menu) point(spot string) {
	defer m.forget(m.Entry)
	switch {
	case m.desk.Pages.Covers(), m.Prompt.On:
	case strings.HasPrefix(spot, EntrySpot) && !m.desk.Across: // in a column, the mouse passes over entries on its way to the items
		m.Entry, m.Item = number(spot), -1
	case strings.HasPrefix(spot, ItemSpot):
		m.Item = number(spot)
	}
}

// forget removes what was said about an entry if another one is chosen now.
func (m *Menu) forget(entry int) {
	if m.Entry != entry {
		m.Said = m.joining()
	}
}

// number returns the number at the end of a spot.
func number(spot string) int {
	_, digits, _ := strings.Cut(spot, " ")
	n, _ := strconv.Atoi(digits)
	return n
}

// Items returns the items of the chosen entry.
func (m *Menu) Items() []MenuItem {
	if m.Entry == len(m.desk.Games) {
		return m.settings()
	}
	g := m.desk.Games[m.Entry]
	wish := m.wish()
	var list []MenuItem
	if k := m.Kept[m.Entry]; k != nil {
		and := k.Left.Format("2 January 15:04")
		if k.Lost != "" { // in place of the date, because there is no room for both
			and = strings.TrimSuffix(k.Lost, " at the end")
		}
		list = append(list, MenuItem{Label: "Continue", Value: command.Length(k.Match) + ", " + and, Do: m.resume})
	}
	list = append(list, m.beginning(g, wish)...)
	list = append(list, m.lessons(g)...)
	if m.desk.Net != nil {
		list = append(list,
			MenuItem{Label: "Host", Value: "for a person on another machine", Do: func() { askHost(m.desk, match.Hosted{}, m.host) }},
			MenuItem{Label: "Join", Value: "a game on another machine", Do: m.join})
	}
	list = append(list, m.seating(g, wish)...)
	if choices, ok := g.(game.Choices); ok {
		for _, c := range choices.Choices() {
			list = append(list, m.choice(c, wish))
		}
	}
	if m.stats[m.Entry] {
		list = append(list, MenuItem{Label: "Statistics", Do: m.sumUp})
	}
	return append(list, MenuItem{Label: "Help and rules", Do: m.help})
}

// Buttons returns the keys of the menu that are not arrows, for a row of buttons.
func (m *Menu) Buttons() []Button {
	list := []Button{{Key: "enter", Label: "chooses"}, {Key: "esc", Label: "back"}}
	if m.Entry < len(m.Kept) && m.Kept[m.Entry] != nil {
		list = append(list, Button{Key: "c", Label: "continue"})
	}
	if m.desk.May.Has(command.Kept) {
		list = append(list, Button{Key: "o", Label: "open"})
	}
	return append(list, Button{Key: "?", Label: "help"}, Button{Key: "q", Label: "quit"})
}

// sumUp shows the statistics of the chosen game.
func (m *Menu) sumUp() {
	g := m.desk.Games[m.Entry]
	text, err := command.StatsPage(m.desk.Store, g)
	if err != nil {
		m.Said = command.Sentence(err)
		return
	}
	m.desk.Pages.Read(command.StatsTitle(g), prose.Parse(text))
}

// wish returns how the person wants to play the chosen game.
func (m *Menu) wish() store.GameSettings {
	g := m.desk.Games[m.Entry]
	return m.desk.Settings.Game(g.Info().Name)
}

// remember stores how the person wants to play the chosen game.
func (m *Menu) remember(wish store.GameSettings) {
	d := m.desk
	d.Settings.Games[d.Games[m.Entry].Info().Name] = wish
	m.save()
}

func (m *Menu) save() {
	if err := m.desk.save(); err != nil {
		m.Said = "The settings cannot be saved: " + err.Error() + "."
	}
}

// beginning returns the items that start a new game.
func (m *Menu) beginning(g game.Game, wish store.GameSettings) []MenuItem {
	play := MenuItem{Label: "New game", Do: m.play}
	list := []MenuItem{play}
	if bots, ok := g.(game.Bots); ok {
		list[0].Value = "against the computer"
		if low, high, _ := bots.Levels(); low < high && matters(g, wish) {
			list[0].Value += ", level " + strconv.Itoa(wish.LevelFor(g))
		}
		if wish.Opponent == store.OpponentBoth {
			list[0].Value = "watch the computer play both sides"
		}
		list = append(list, MenuItem{Label: "Two people here", Do: m.pair})
	}
	if g.Info().Started != "" {
		list = append(list, MenuItem{Label: "Set up the board", Do: m.setUp})
	}
	return list
}

// sideOf returns the seat of the person in a new game.
func sideOf(g game.Game, wish store.GameSettings) int {
	seats := g.Info().Seats
	if wish.Side < 0 || wish.Side >= len(seats) {
		return max(0, slices.IndexFunc(seats, func(s game.Seat) bool { return !s.Program }))
	}
	return wish.Side
}

// matters reports whether the computer plays a seat of a new game in which its level matters.
func matters(g game.Game, wish store.GameSettings) bool {
	for seat, s := range g.Info().Seats {
		if !s.Fixed && (wish.Opponent == store.OpponentBoth || seat != sideOf(g, wish)) {
			return true
		}
	}
	return false
}

// seating returns the options for sides and level.
func (m *Menu) seating(g game.Game, wish store.GameSettings) []MenuItem {
	bots, ok := g.(game.Bots)
	if !ok {
		return nil
	}
	seats := g.Info().Seats
	side := sideOf(g, wish)
	at, shown := side, seats[side].Name
	if wish.Opponent == store.OpponentBoth {
		at, shown = len(seats), "none: watch"
	}
	list := []MenuItem{{
		Label: "Your side", Value: shown,
		Change: func(by int) {
			n := len(seats) + 1 // the last choice is to watch
			if at = ((at+by)%n + n) % n; at == len(seats) {
				wish.Opponent = store.OpponentBoth
			} else {
				wish.Opponent, wish.Side = "", at
			}
			m.remember(wish)
		},
	}}
	low, high, _ := bots.Levels()
	if low == high || !matters(g, wish) {
		return list
	}
	now := wish.LevelFor(g)
	value := strings.TrimPrefix(match.LevelText(g, now), "level ")
	if wish.Auto {
		value = "auto: " + value
	}
	return append(list, MenuItem{
		Label: "Level", Value: value,
		Change: func(by int) {
			to := now
			switch {
			case wish.Auto && by > 0: // go on from the level shown
				wish.Auto = false
			case now+by < low:
				wish.Auto = true
			case !wish.Auto:
				to = min(now+by, high, low+20)
			}
			wish.Level = &to
			m.remember(wish)
		},
	})
}

// choice returns the menu item for an option of the game's setup.
func (m *Menu) choice(c game.Choice, wish store.GameSettings) MenuItem {
	at := 0
	words := strings.Fields(wish.Options)
	others := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return strings.HasPrefix(w, c.Name+"=") })
	for i, item := range c.Items {
		if item.Text != "" && slices.Contains(words, c.Name+"="+item.Text) {
			at = i
		}
	}
	return MenuItem{
		Label: c.Label, Value: c.Items[at].Label,
		Change: func(by int) {
			to := c.Items[((at+by)%len(c.Items)+len(c.Items))%len(c.Items)]
			if to.Text != "" {
				others = append(others, c.Name+"="+to.Text)
			}
			wish.Options = strings.Join(others, " ")
			m.remember(wish)
		},
	}
}

// settings returns the items of the settings.
func (m *Menu) settings() []MenuItem {
	d := m.desk
	themes := append([]string{""}, palette.Themes()...)
	theme := max(0, slices.Index(themes, d.Settings.Theme))
	shown := themes[theme]
	if shown == "" {
		shown = d.Display.Unthemed()
	}
	return append([]MenuItem{
		{Label: "Colours", Value: shown, Change: func(by int) {
			d.Settings.Theme = themes[((theme+by)%len(themes)+len(themes))%len(themes)]
			d.Display.Restyle()
			m.save()
		}},
		d.OnOff("Motion", !d.NoMotion, func(on bool) { d.NoMotion, d.Settings.NoMotion = !on, !on }),
		d.OnOff("Sound", !d.Settings.Silent, func(on bool) { d.Settings.Silent = !on }),
	}, slices.Concat(d.Display.Settings(), d.adviceSettings(), []MenuItem{d.coachSetting()}, []MenuItem{m.named()})...)
}

// OnOff returns a setting that is on or off.
func (d *Desk) OnOff(label string, on bool, set func(bool)) MenuItem {
	return MenuItem{Label: label, Value: map[bool]string{true: "on", false: "off"}[on], Change: func(int) {
		set(!on)
		if d.Menu != nil {
			d.Menu.save()
		}
	}}
}

// play starts a new game against the computer, or one that the computer plays alone.
func (m *Menu) play() { m.begin(command.Against(m.desk.Games[m.Entry], m.wish())) }

// pair starts a new game between two people here.
func (m *Menu) pair() {
	wish := command.Against(m.desk.Games[m.Entry], m.wish())
	wish.Opponent = store.OpponentPerson
	m.begin(wish)
	if p := m.desk.Play; p != nil {
		p.hides()
	}
}

// setUp starts the set-up of a game against the computer.
func (m *Menu) setUp() {
	wish := m.wish()
	wish.Opponent = store.OpponentProgram
	m.begin(wish)
}

func (m *Menu) begin(wish store.GameSettings) {
	t, err := m.desk.Open(m.desk.Games[m.Entry], wish)
	if err != nil {
		m.Said = plainly(err)
		return
	}
	m.desk.Settings.Last = t.Game().Info().Name
	m.save()
	m.desk.sit(t)
}

// resume continues the kept game.
func (m *Menu) resume() {
	if m.Entry >= len(m.Kept) || m.Kept[m.Entry] == nil {
		m.Said = "No game is kept here; press Enter to start one."
		return
	}
	wish := m.wish()
	wish.Opponent = store.OpponentPerson // until the kept game is loaded
	m.begin(wish)
	if p := m.desk.Play; p != nil {
		p.want(command.Request{Verb: command.Resume, Text: strconv.Itoa(m.Kept[m.Entry].Number)})
		p.news()
	}
}

package desk

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"attic/desk/command"
	"attic/game"
	"attic/internal/phrase"
	"attic/match"
	"attic/match/store"
)

// Menu is the first page: the games, how to play them, and settings.
type Menu struct {
	desk  *Desk
	Kept  []*store.Kept // the kept games, by game; nil if none is kept
	Entry int           // the chosen entry: a game, or after the last game the settings
	Item  int           // the chosen item of the entry; -1 while the person chooses an entry
	Said  string

	schools schools   // filled when a game is first shown
	samples []*Sample // by game
	stats   []bool    // by game: whether it has statistics
	busy    []bool    // by game: whether the game to continue was open in another program
	Prompt  Prompt    // for typing the address of a game, or a name
	address string    // the address typed last, if joining it failed
	meeting *meeting  // the game being joined, or nil
	errand  *errand   // the fetch that runs while a form is open, or nil
	again   func()    // hosts the game that was hosted last again, or nil
	page    string    // the page of settings that is open; "" is the first
	friend  bool      // the ways to play a friend are shown, not folded
}

func newMenu(d *Desk) *Menu {
	m := &Menu{desk: d, Item: -1, schools: schools{}, samples: make([]*Sample, len(d.Games))}
	var names []string
	for _, g := range d.Games {
		names = append(names, g.Info().Name)
	}
	m.Kept, m.stats, m.busy = make([]*store.Kept, len(names)), make([]bool, len(names)), make([]bool, len(names))
	if d.May.Has(command.Kept) {
		for i, shown := range d.Store.Library.Menu(names) {
			m.Kept[i], m.stats[i], m.busy[i] = shown.Kept, shown.Stats, shown.Busy != nil
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
	Do     func()       // the effect of an action
	Change func(by int) // changes an option
	Says   string       // a sentence on the purpose of a setting

	Rank   Rank
	Folds  bool    // Do shows the items that belong to it, or hides them
	Open   bool    // the items that belong to it are shown
	Beside bool    // may be in the same row as the preceding item
	Part   float64 // the part of the item's work that is done, from 0 to 1

	page string // the page of settings that has it; "" is the first

	Spot   string // the spot of an item of a Card
	Chosen bool   // it has the cursor
	Next   bool   // Enter goes to the item
}

// Short returns the value, shortened until it fits. It drops whole parts, which commas separate, from the end.
func (it MenuItem) Short(fits func(text string) bool) string {
	text := it.Value
	for text != "" && !fits(text) {
		text = text[:max(0, strings.LastIndexByte(text, ','))]
	}
	return text
}

// Rank is the importance of an item among the items of a game.
type Rank uint8

// The ranks. Where cards are narrow, the guides of the chosen game may be below all cards.
const (
	Rest   Rank = iota // a setting, or an item shown only while a folding item is open
	Resume             // continues the game that is kept
	Start              // starts a game: the largest
	Guide              // Learn, Today and the ways to play a friend
	More               // shows the rest
)

// Card is an entry of the menu: a game, or after the last game the settings.
type Card struct {
	Option             // Active: the entry has the cursor; otherwise one of its items has it
	Number      string // the key that goes to its items, or ""
	Brief, Kept string // what the game is about, or ""; that a game is kept, or ""
	Items       []MenuItem
}

// Rows returns the items in rows; items that may be side by side share a row. resume is the item that continues a kept game, or nil; no row contains it.
func (e Card) Rows() (resume *MenuItem, rows [][]MenuItem) {
	for i := range e.Items {
		switch it := e.Items[i]; {
		case it.Rank == Resume:
			resume = &e.Items[i]
			continue
		case len(rows) == 0 || !it.Beside:
			rows = append(rows, nil)
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], e.Items[i])
	}
	return resume, rows
}

// Ranked returns the items of a rank.
func (e Card) Ranked(rank Rank) []MenuItem {
	return slices.DeleteFunc(slices.Clone(e.Items), func(it MenuItem) bool { return it.Rank != rank })
}

// Sample is the position of a game that the menu shows.
type Sample struct {
	Info game.Info
	View game.View // nil if the game does not start

	kept    *store.Kept
	options string
}

// Sample returns the position that the menu shows for the game of an entry: that of the kept game, or else the start with the chosen options, or an
// example. For the settings, the first game is shown. The pointer stays the same until the position changes.
func (m *Menu) Sample(entry int) *Sample {
	i := entry % len(m.desk.Games)
	info := m.desk.Games[i].Info()
	options := m.desk.Settings.Game(info.Name).Options
	if of := m.samples[i]; of == nil || of.kept != m.Kept[i] || of.options != options {
		m.samples[i] = &Sample{info, SampleOf(m.desk.Games[i], m.Kept[i], options), m.Kept[i], options}
	}
	return m.samples[i]
}

// SampleOf returns the position of the kept game. If none is kept, it returns the start with the given options or, if there are no options, an
// example. It returns nil if the game does not start.
func SampleOf(g game.Game, kept *store.Kept, options string) game.View {
	if kept != nil {
		return kept.Match.State().View(kept.Match.Side)
	}
	s, err := g.New(game.Setup{Options: options})
	if err != nil {
		s, err = g.New(game.Setup{})
		options = ""
	}
	if err != nil {
		return nil
	}
	if options == "" {
		for _, text := range g.Info().Sample {
			next, _, err := s.Play(text)
			if err != nil {
				break
			}
			s = next
		}
	}
	return s.View(max(s.ToMove(), 0))
}

// Blocks returns the parts of the menu: its entries are a []Card.
func (m *Menu) Blocks() []Block {
	var list []Card
	for i, g := range m.desk.Games {
		e := Card{Number: strconv.Itoa(i + 1), Brief: g.Info().Brief + "."}
		if e.Text = g.Info().Title; m.Kept[i] != nil {
			e.Kept = "a game is kept"
		}
		list = append(list, e)
	}
	list = append(list, Card{Option: Option{Text: "Settings"}})
	for i := range list {
		e := &list[i]
		e.Spot, e.Chosen, e.Items = EntrySpot+strconv.Itoa(i), i == m.Entry, m.ItemsOf(i)
		e.Active = e.Chosen && m.Item < 0
		for n := range e.Items {
			it := &e.Items[n]
			it.Chosen, it.Next = e.Chosen && n == m.Item, e.Active && n == 0
			if it.Spot = ItemSpot + strconv.Itoa(n); !e.Chosen {
				it.Spot += " " + strconv.Itoa(i)
			}
		}
	}
	told, _ := m.Told()
	said := Says{Lines: []string{told, m.desk.Form.Message()}, Live: true} // the second line is "" if there is no form
	return []Block{Heading{"attic", Subtitle(m.desk.Games)}, list, said, Buttons{List: m.Buttons}}
}

// Told returns the last message, or else the purpose of the setting with the cursor, which is quiet.
func (m *Menu) Told() (text string, quiet bool) {
	if items := m.Items(); m.Said == "" && m.Item >= 0 && m.Item < len(items) {
		return items[m.Item].Says, true
	}
	return m.Said, false
}

// Whole returns the chosen item with as much of its value as fits. If no item is chosen, it returns what the game is about, or "".
func (m *Menu) Whole(fits func(text string) bool) string {
	switch items := m.Items(); {
	case m.Item >= 0 && items[m.Item].Value != "" && !items[m.Item].Open:
		label := items[m.Item].Label + ": "
		return label + items[m.Item].Short(func(value string) bool { return fits(label + value + ".") }) + "."
	case m.Item < 0 && m.Entry < len(m.desk.Games):
		return m.desk.Games[m.Entry].Info().Brief + "."
	}
	return ""
}

// Subtitle returns the line under the name of the program: "Three abstract board games".
func Subtitle(games []game.Game) string {
	return phrase.Capital(phrase.Number(len(games))) + " " + phrase.Plural(len(games), "abstract board game")
}

func (m *Menu) key(key string) {
	if m.Prompt.On {
		m.Prompt.key(key)
		return
	}
	if m.desk.Pages.Key(key) {
		return
	}
	m.Said = ""
	if key != "q" && key != "Q" {
		m.desk.warned = ""
	}
	items := m.Items()
	if d, ok := directions[key]; ok && len(key) > 1 { // a digit chooses a game
		m.move(d, items)
		return
	}
	switch key {
	case "enter", "space":
		m.act(items)
	case "esc":
		if m.Item < 0 || m.page == "" {
			m.Item = -1
			break
		}
		m.back()
	case "?", "f1":
		m.help()
	case "q", "Q":
		Quit(m.desk)
	case "c":
		m.resume()
	case "r":
		if m.again != nil {
			m.again()
		}
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
	case !m.desk.Across && d.dx < 0:
		m.Item = -1
	case m.desk.Across:
		m.aside(d.dx, items)
	}
}

// aside goes from an action to the item beside it, or to the item with the same label in the next game.
func (m *Menu) aside(by int, items []MenuItem) {
	switch {
	case by < 0 && items[m.Item].Beside, by > 0 && m.Item+1 < len(items) && items[m.Item+1].Beside:
		m.Item += by
	case m.Entry+by >= 0 && m.Entry+by < len(m.desk.Games) && m.Entry < len(m.desk.Games):
		m.Entry += by
		m.Said = ""
		there := m.Items()
		if same := slices.IndexFunc(there, func(i MenuItem) bool { return i.Label == items[m.Item].Label }); same >= 0 {
			m.Item = same
		}
		m.Item = min(m.Item, len(there)-1)
	}
}

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
		} else { // the entry was clicked again: go to its items
			m.Item = -1
			m.act(m.Items())
			if m.Entry < len(m.desk.Games) {
				m.act(m.Items())
			}
		}
	case m.goTo(spot):
		m.act(m.Items())
	}
}

// goTo goes to the item for which a spot stands, and reports whether the spot stands for an item. The name of such a spot is ItemSpot and the number
// of the item; the number of the entry follows unless that entry is chosen.
func (m *Menu) goTo(spot string) bool {
	item, entry := 0, m.Entry
	n, _ := fmt.Sscanf(spot, ItemSpot+"%d %d", &item, &entry) // other spots have no number after ItemSpot
	if n > 0 {
		m.Item, m.Entry = item, entry
	}
	return n > 0
}

func (m *Menu) point(spot string) {
	defer m.forget(m.Entry)
	switch {
	case m.desk.Pages.Covers(), m.Prompt.On:
	case strings.HasPrefix(spot, EntrySpot) && !m.desk.Across: // in a column, the mouse passes over entries on its way to the items
		m.Entry, m.Item = number(spot), -1
	default:
		m.goTo(spot)
	}
}

// forget removes the message about an entry if another entry is chosen now.
func (m *Menu) forget(entry int) {
	if m.Entry != entry {
		m.Said = ""
	}
}

func number(spot string) int {
	_, digits, _ := strings.Cut(spot, " ")
	n, _ := strconv.Atoi(digits)
	return n
}

// Items returns the items of the chosen entry.
func (m *Menu) Items() []MenuItem { return m.ItemsOf(m.Entry) }

// ItemsOf returns the items of an entry. Their actions and options are those of the chosen entry.
func (m *Menu) ItemsOf(entry int) []MenuItem {
	if entry == len(m.desk.Games) {
		return m.settings()
	}
	g, d := m.desk.Games[entry], m.desk
	wish := d.Settings.Game(g.Info().Name)
	var list []MenuItem
	if k := m.Kept[entry]; k != nil {
		and := k.Left.Format("2 January 15:04")
		if k.Lost != "" { // in place of the date, because there is no room for both
			and = strings.TrimSuffix(k.Lost, " at the end")
		}
		list = append(list, MenuItem{Label: "Continue", Value: command.Reached(k.Match) + ", " + and, Do: m.resume, Rank: Resume})
	} else if m.busy[entry] {
		list = append(list, MenuItem{Label: "Continue", Value: "open in another attic", Do: m.resume, Rank: Resume})
	}
	guides, rest := m.lessons(g)
	list = append(append(list, m.beginning(g, wish)), guides...)
	if friends := m.friends(g, wish); len(friends) == 1 {
		list = append(list, friends...)
	} else if len(friends) > 1 {
		list = append(list, m.fold(MenuItem{Label: "Play a friend", Rank: Guide, Open: m.friend, Do: func() { m.friend = !m.friend }}, friends)...)
	}
	rest = append(rest, options(g, wish, func(wish store.GameSettings) {
		d.Set(func(s *store.Settings) { s.Games[g.Info().Name] = wish })
	})...)
	if g.Info().Started != "" {
		rest = append(rest, MenuItem{Label: "Set up the board", Do: func() {
			setUp := wish
			setUp.Opponent = store.OpponentProgram
			m.begin(setUp)
		}})
	}
	if _, ok := g.(game.Editor); ok {
		rest = append(rest, MenuItem{Label: "Board editor", Do: func() { m.edit(g, wish) }})
	}
	if m.stats[entry] {
		rest = append(rest, m.sums()...)
	}
	rest = append(rest, MenuItem{Label: "Help and rules", Do: m.help, Beside: m.stats[entry]})
	open := d.Settings.More && !(d.Fingers && m.friend) // both would be too much for a small touch screen
	more := MenuItem{Label: "More", Rank: More, Open: open, Beside: list[len(list)-1].Folds, Do: func() {
		m.friend = m.friend && !d.Fingers
		d.Set(func(s *store.Settings) { s.More = !open })
	}}
	return append(list, m.fold(more, rest)...)
}

// Buttons returns the keys of the menu that are not arrows, for a row of buttons.
func (m *Menu) Buttons() []Button {
	list := []Button{{Key: "enter", Label: "choose"}, {Key: "esc", Label: "back"}}
	if m.Entry < len(m.Kept) && m.Kept[m.Entry] != nil {
		list = append(list, Button{Key: "c", Label: "continue"})
	}
	if m.again != nil {
		list = append(list, Button{Key: "r", Label: "host again"})
	}
	if m.desk.May.Has(command.Kept) {
		list = append(list, Button{Key: "o", Label: "open"})
	}
	return append(list, Button{Key: "?", Label: "help"}, Button{Key: "q", Label: "quit"})
}

func (m *Menu) wish() store.GameSettings {
	return m.desk.Settings.Game(m.desk.Games[m.Entry].Info().Name)
}

// beginning returns the item that starts a new game. The game is against the computer, or the computer plays against itself, or, if there is no
// computer player, two people play.
func (m *Menu) beginning(g game.Game, wish store.GameSettings) MenuItem {
	against := command.Against(g, wish)
	play := MenuItem{Label: "Play", Do: func() { m.begin(against) }, Rank: Start}
	if bots, ok := g.(game.Bots); ok {
		play.Value = "against the computer"
		if low, high, _ := bots.Levels(); low < high && matters(g, wish) {
			play.Value += ", level " + strconv.Itoa(wish.LevelFor(g))
		}
		if wish.Opponent == store.OpponentBoth {
			play.Value = "watch the computer play both sides"
		}
	}
	return play
}

func (m *Menu) friends(g game.Game, wish store.GameSettings) (list []MenuItem) {
	add := func(label, value string, do func()) {
		list = append(list, MenuItem{Label: label, Value: value, Do: do, Beside: len(list) > 1})
	}
	if _, ok := g.(game.Bots); ok {
		add("Two people here", "", func() {
			pair := command.Against(g, wish)
			pair.Opponent = store.OpponentPerson
			if m.begin(pair); m.desk.Play != nil {
				m.desk.Play.ending.hides()
			}
		})
	}
	if m.desk.Net == nil {
		return list
	}
	if m.desk.May.Has(command.Serve) {
		add("Host", "for a person on another machine", func() { m.desk.hosting.ask(match.Hosted{}, m.host) })
	}
	add("Join", m.joins(), m.join)
	if online := m.desk.Online; online != nil {
		add("Online", "tables of a hall", func() { online(m.desk) })
	}
	return list
}

// fold returns a list that begins with the parameter it, an item that shows or hides the others. If this item is open, the others follow.
func (m *Menu) fold(it MenuItem, others []MenuItem) []MenuItem {
	it.Folds, it.Value = true, "hide"
	if it.Open {
		return append([]MenuItem{it}, others...)
	}
	var labels []string
	for _, other := range others {
		labels = append(labels, strings.ToLower(other.Label))
	}
	it.Value = strings.Join(labels, ", ")
	return []MenuItem{it}
}

// newGames returns, while the menu is shown, a row for each kind of game, which starts a new game.
func (d *Desk) newGames() (rows []Row) {
	if d.Menu == nil {
		return nil
	}
	for i, g := range d.Games {
		wish := d.Settings.Game(g.Info().Name)
		play := d.Menu.beginning(g, wish)
		rows = append(rows, Row{
			Title: g.Info().Title, State: "new game", Who: play.Value, View: SampleOf(g, nil, wish.Options), Game: g.Info().Name,
			do: func() {
				d.Menu.Entry = i
				play.Do()
			},
		})
	}
	return rows
}

func (m *Menu) begin(wish store.GameSettings) {
	t, err := m.desk.Open(m.desk.Games[m.Entry], wish)
	if err != nil {
		m.Said = plainly(err)
		return
	}
	m.desk.Set(func(s *store.Settings) { s.Last = t.Game().Info().Name })
	m.desk.sit(t)
}

package desk

import (
	"slices"
	"time"

	"attic/draw/palette"
	"attic/draw/scene"
	"attic/game"
	"attic/internal/phrase"
	"attic/match/store"
)

// The pages of settings, apart from the first.
const (
	boardPage  = "Board and pieces"
	colourPage = "Colours of pieces"
	soundPage  = "Sounds"
)

// settingPages lists these pages, with a sentence on each.
var settingPages = [][2]string{
	{boardPage, "What boards and pieces look like, and which side is up."},
	{colourPage, "Lighter and deeper colours for the pieces of all games."},
	{soundPage, "Which events have a sound."},
}

// paged returns the items of the page of settings that is open: on the first, an item for each other page, and on these an item that leads back.
func (m *Menu) paged(list []MenuItem) []MenuItem {
	list = slices.DeleteFunc(list, func(it MenuItem) bool { return it.page != m.page })
	if m.page != "" {
		return append([]MenuItem{{Label: "Back", Value: "to all settings", Says: "Show all settings.", Do: m.back}}, list...)
	}
	for _, page := range settingPages {
		list = append(list, MenuItem{Label: page[0], Says: page[1], Do: func() { m.page, m.Item = page[0], 0 }})
	}
	return list
}

// back returns to the first page of settings.
func (m *Menu) back() {
	from := m.page
	m.page = ""
	m.Item = slices.IndexFunc(m.Items(), func(it MenuItem) bool { return it.Label == from })
}

// looks returns the settings of these pages, apart from those for scenes.
func looks(d *Desk) []MenuItem {
	list := []MenuItem{OnOff(d, "Coordinates", !d.Settings.Bare, func(s *store.Settings, on bool) { s.Bare = !on })}
	list[0].page, list[0].Says = boardPage, "Show the letters and numbers of columns and rows."
	for _, name := range palette.Pieces() {
		at := max(0, slices.Index(palette.Shades[:], d.Settings.Shades[name]))
		it := option(phrase.Capital(name), palette.Shades[:], at, func(to int) {
			d.Set(func(s *store.Settings) { s.Shades = with(s.Shades, name, palette.Shades[to]) })
			d.Display.Restyle()
		})
		it.page, it.Says = colourPage, "The shade of "+name+" pieces; distinct pieces have their own colours."
		list = append(list, it)
	}
	for _, e := range events {
		it := OnOff(d, e.label, !d.Settings.Muted[e.name], func(s *store.Settings, on bool) { s.Muted = with(s.Muted, e.name, !on) })
		it.page, it.Says = soundPage, e.says
		list = append(list, it)
	}
	return list
}

// with returns a copy of m with another value of a key.
func with[V any](m map[string]V, key string, v V) map[string]V {
	changed := map[string]V{key: v}
	for k, old := range m {
		if k != key {
			changed[k] = old
		}
	}
	return changed
}

// BoardSettings returns the settings for boards and pieces drawn as scenes.
func BoardSettings(d *Desk) (list []MenuItem) {
	boards := palette.Boards()
	var turned []MenuItem
	for _, g := range d.Games {
		info := g.Info()
		board, _ := d.Board(info.Name)
		is := option(info.Title+" board", boards, board, func(to int) {
			choose(d, info.Name, func(chosen *store.GameSettings) { chosen.Board = boards[to] })
		})
		turn := option(info.Title+" turned", turns[:], d.Settings.Game(info.Name).Turn&3, func(to int) {
			choose(d, info.Name, func(chosen *store.GameSettings) { chosen.Turn = to })
		})
		is.Says, turn.Says = "What the board of "+info.Title+" is made of.", "Which side of the board of "+info.Title+" is up. Boards drawn in characters do not turn."
		list, turned = append(list, is), append(turned, turn)
	}
	set := option("Pieces", scene.Sets[:], max(0, slices.Index(scene.Sets[:], d.Settings.Pieces)), func(to int) {
		d.Set(func(s *store.Settings) { s.Pieces = scene.Sets[to] })
		d.Display.Restyle()
	})
	set.Says = "Balls, flat discs, or distinct: forms and colours that people with any kind of colour blindness can tell apart."
	list = slices.Concat(list, turned, []MenuItem{set})
	for i := range list {
		list[i].page = boardPage
	}
	return list
}

// turns names the turns of a board, by the number of quarter turns to the right.
var turns = [...]string{"not", "to the right", "upside down", "to the left"}

func choose(d *Desk, name string, change func(*store.GameSettings)) {
	d.Set(func(s *store.Settings) {
		chosen := s.Game(name)
		change(&chosen)
		s.Choose(name, chosen)
	})
}

// TasteOf returns how the person with these settings sees the board of the game called name in scenes.
func TasteOf(s *store.Settings, name string) scene.Taste {
	return scene.Taste{Turn: s.Game(name).Turn & 3, Bare: s.Bare, Set: s.Pieces}
}

// turn turns the board by a quarter to the right.
func turn(p *Play) {
	if p.desk.Characters {
		p.Message.says("Only boards drawn as pictures can be turned.")
		return
	}
	choose(p.desk, p.Info.Name, func(chosen *store.GameSettings) { chosen.Turn = (chosen.Turn + 1) & 3 })
	p.Message.says("")
}

// events lists the events that have sounds, with their settings.
var events = []struct{ name, label, says string }{
	{yourMove, "Your moves", "A sound when you move."},
	{theirMove, "Other moves", "A sound when the computer or another player moves."},
	{"changes", "Captures and changes", "A sound for each piece that a move captures or changes, up to three."},
	{"ends", "Wins", "A sound when somebody wins."},
	{"errors", "Refusals", "A sound when something is refused."},
	{hints, "Hints", "A sound when a hint has been found."},
	{chat, "Chat", "A sound when the other player writes to you."},
	{late, "Little time", "A sound when you have less than 20 seconds left."},
}

// The names of events whose sounds do not tell what happened.
const yourMove, theirMove, hints, chat, late = "yours", "theirs", "hints", "chat", "late"

// meant maps sounds to the event that each belongs to, whoever caused it.
var meant = map[game.Sound]string{
	game.Change: "changes", game.Win: "ends", game.Refused: "errors", game.Hint: hints, game.Chat: chat, game.Late: late,
}

// sound plays effects of an event unless sound is off, or off for the event.
func (m *Message) sound(event string, sounds ...game.Sound) {
	for _, s := range sounds {
		of, ok := meant[s]
		if !ok {
			of = event
		}
		if !m.settings.Silent && !m.settings.Muted[of] {
			m.effects.Sounds = append(m.effects.Sounds, s)
		}
	}
}

// littleTime is the time left from which on a player has to hurry.
const littleTime = 20 * time.Second

// hurries plays a sound when the time that the person has left at the time now becomes short.
func (m *Message) hurries(s *Shown, now time.Time) {
	if clock := s.Now.Clock; clocked(s) && clock.Runs == s.Now.Seat && !clock.Days() {
		little := clock.Of(clock.Runs, now) < littleTime
		if little && !m.little {
			m.sound(late, game.Late)
		}
		m.little = little
	}
}

package desk

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"attic/desk/command"
	"attic/draw/palette"
	"attic/game"
	"attic/match"
	"attic/match/store"
	"attic/teach/advice"
)

// cycle returns a function for n options. The parameter at is the index of the chosen one. The function moves on by a number of steps, where the
// first option follows the last, and sets the option reached.
func cycle(at, n int, set func(to int)) func(by int) {
	return func(by int) { set(((at+by)%n + n) % n) }
}

// option returns an option with these values, of which values[at] is chosen; the function set chooses another one.
func option(label string, values []string, at int, set func(to int)) MenuItem {
	return MenuItem{Label: label, Value: values[at], Change: cycle(at, len(values), set)}
}

// sideOf returns the person's seat in a new game.
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

// options returns the options of a new game: the sides, the level, and the options of the game's setup. The function remember stores a changed wish.
func options(g game.Game, wish store.GameSettings, remember func(store.GameSettings)) []MenuItem {
	var list []MenuItem
	if bots, ok := g.(game.Bots); ok {
		list = seating(g, bots, wish, remember)
	}
	choices, ok := g.(game.Choices)
	if !ok {
		return list
	}
	words := strings.Fields(wish.Options)
	for _, c := range choices.Choices() {
		others := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return strings.HasPrefix(w, c.Name+"=") })
		var values []string
		for _, i := range c.Items {
			values = append(values, i.Label)
		}
		list = append(list, option(c.Label, values, Chosen(c, words), func(to int) {
			if text := c.Items[to].Text; text != "" {
				others = append(others, c.Name+"="+text)
			}
			wish.Options = strings.Join(others, " ")
			remember(wish)
		}))
	}
	return list
}

// Chosen returns the index of the item that the words of a wish select for an option of a game's setup. The default is 0.
func Chosen(c game.Choice, words []string) int {
	return max(0, slices.IndexFunc(c.Items, func(i game.Item) bool { return i.Text != "" && slices.Contains(words, c.Name+"="+i.Text) }))
}

func seating(g game.Game, bots game.Bots, wish store.GameSettings, remember func(store.GameSettings)) []MenuItem {
	var sides []string
	for _, seat := range g.Info().Seats {
		sides = append(sides, seat.Name)
	}
	at, watch := sideOf(g, wish), len(sides)
	if wish.Opponent == store.OpponentBoth {
		at = watch
	}
	list := []MenuItem{option("Your side", append(sides, "none: watch"), at, func(to int) {
		if wish.Opponent = store.OpponentBoth; to < watch {
			wish.Opponent, wish.Side = "", to
		}
		remember(wish)
	})}
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
			case wish.Auto && by > 0: // continue from the level shown
				wish.Auto = false
			case now+by < low:
				wish.Auto = true
			case !wish.Auto:
				to = min(now+by, max(now, game.HighestListed(bots)))
			}
			wish.Level = &to
			remember(wish)
		},
	})
}

func (m *Menu) settings() []MenuItem {
	d := m.desk
	themes := append([]string{""}, palette.Themes()...)
	warns, says := []string{"", "on", "off"}, []string{"at low levels", "always", "never"}
	list := slices.Concat([]MenuItem{
		option("Colours", append([]string{d.Display.Unthemed()}, themes[1:]...), max(0, slices.Index(themes, d.Settings.Theme)), func(to int) {
			d.Set(func(s *store.Settings) { s.Theme = themes[to] })
			d.Display.Restyle()
		}),
		OnOff(d, "Motion", !d.NoMotion, func(s *store.Settings, on bool) { d.NoMotion, s.NoMotion = !on, !on }),
		OnOff(d, "Sound", !d.Settings.Silent, func(s *store.Settings, on bool) { s.Silent = !on }),
	}, looks(d), d.Display.Settings(), []MenuItem{
		option("Threat warning", says, max(0, slices.Index(warns, d.Settings.Warn)), func(to int) {
			d.Set(func(s *store.Settings) { s.Warn = warns[to] })
		}),
		{Label: "Speed", Value: command.SpeedLabel(d.Settings.Speed), Change: func(by int) {
			speed := faster(d.Settings.Speed, by)
			if speed == "normal" {
				speed = ""
			}
			d.Set(func(s *store.Settings) { s.Speed = speed })
		}},
		OnOff(d, "Daily practice", !d.Settings.Unasked, func(s *store.Settings, on bool) { s.Unasked = !on }),
		OnOff(d, "Coach", d.Settings.Coach, func(s *store.Settings, on bool) { s.Coach = on }),
		{Label: "Your name", Value: cmp.Or(d.Settings.Name, "none"), Do: m.name},
		{Label: about, Value: "its licences", Do: m.about},
	})
	acts := slices.DeleteFunc(slices.Clone(list), func(it MenuItem) bool { return it.Change != nil })
	list = append(slices.DeleteFunc(list, func(it MenuItem) bool { return it.Change == nil }), acts...) // below the options
	for i := range list {
		list[i].Says = cmp.Or(list[i].Says, settingSays[list[i].Label])
	}
	return m.paged(list)
}

// about is the label of the item that opens a text about attic.
const about = "About attic"

// settingSays maps the label of each setting to a sentence on its purpose. Settings of boards have their own sentences.
var settingSays = map[string]string{
	"Colours":                        "Choose a theme or the default colours; contrast is the strongest theme.",
	"Motion":                         "Show each move step by step.",
	"Sound":                          "Play a sound with each move.",
	"Bell":                           "Ring the terminal's bell when it is your turn.",
	"Vibration":                      "Vibrate when it is your turn.",
	"ASCII only":                     "Draw without Unicode, for terminals that cannot show it.",
	"Pictures":                       "Draw the boards as pictures, not in characters.",
	"Zoom":                           "Make everything in this window larger or smaller.",
	"Threat warning":                 fmt.Sprintf("Warn you when the opponent threatens to win; at low levels: up to level %d.", advice.LowLevel),
	"Speed":                          "How fast the computer plays; normal does not slow it down against you.",
	"Daily practice":                 "Suggest practice each day, and bring back puzzles and your own mistakes.",
	"Coach":                          "Let you take back a costly move before the computer answers.",
	about:                            "What attic is, and where its licences are.",
	"Your name":                      "What players on other machines call you.",
	"Save everything as a file":      "Save the games, settings and seats of this browser. Keep the file secret.",
	"Restore everything from a file": "Add the contents of such a file to this browser.",
}

// Board returns the board under the pieces of the game with this name, as a number in the themes, and whether it is wooden.
func (d *Desk) Board(name string) (board int, wooden bool) {
	chosen := d.Settings.BoardOf(name)
	if chosen == "" { // as in most frames
		return 0, palette.Grained(0)
	}
	board = max(0, slices.Index(palette.Boards(), chosen))
	return board, palette.Grained(board)
}

// OnOff returns a setting that the function change switches on and off.
func OnOff(d *Desk, label string, on bool, change func(s *store.Settings, on bool)) MenuItem {
	at := map[bool]int{true: 1}[on]
	return option(label, []string{"off", "on"}, at, func(int) { d.Set(func(s *store.Settings) { change(s, !on) }) })
}

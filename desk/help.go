package desk

import (
	"slices"
	"strings"

	"attic/draw/grid"
	"attic/draw/prose"
	"attic/game"
	"attic/internal/phrase"
)

// howToMove is the section of a README that comes before the keys, and fullScreen the one that has keys in its sentences.
const howToMove, fullScreen = "How to move", "On the full screen"

// FingerKey is the Key of the Button among [Display.Keys] whose label explains, in sentences, what fingers do on the board.
const FingerKey = "finger"

// manual is the help of a game: the lesson, how to move, the keys, then the rest of its README (the rules) and the
// commands.
type manual struct {
	game     game.Game
	words    []game.Word // the game's own commands
	tracks   []game.Track
	moves    []game.Move
	layers   []grid.Layer
	has      func(action) bool
	keys     []Button    // the keys of the front-end
	listed   bool        // there is a list beside the board
	commands []game.Word // the commands that can be typed; if there are none, the section is omitted
	course   bool        // a lesson or puzzle is open
	fingers  bool        // see [Desk.Fingers]
	limited  bool        // not all commands of the README exist, so it does not list them
}

func (p *Play) help() {
	m := manual{
		game: p.Person.Game(), words: p.pad.words, tracks: p.Cursor.Tracks, moves: p.Cursor.Moves, layers: p.pad.layers, has: func(a action) bool { return a.in(p.Person.Game(), p.requests.Has) },
		keys: p.desk.Display.Keys(), commands: p.requests.Words().Words(p.Person.Now()), listed: len(Listed(p.Now.View)) > 0,
		course: p.Study.Course() != nil, fingers: p.desk.Fingers,
	}
	m.show(&p.desk.Pages, p.Info.Title+": help")
}

func (m *Menu) help() {
	if m.Entry == len(m.desk.Games) {
		m.desk.Pages.Read("Settings", m.settingsHelp())
		return
	}
	g := m.desk.Games[m.Entry]
	man := manualOf(g, m.desk.May)
	man.keys, man.fingers = m.desk.Display.Keys(), m.desk.Fingers
	man.show(&m.desk.Pages, g.Info().Title)
}

// settingsHelp explains the settings that the menu shows.
func (m *Menu) settingsHelp() []prose.Block {
	table := prose.Block{Kind: prose.Table}
	for _, it := range m.settings() {
		table.Rows = append(table.Rows, []string{"**" + it.Label + "**", it.Says})
	}
	return append([]prose.Block{table}, prose.Parse("NO_COLOR switches colours off, NO_MOTION and --no-animation switch motion off, and --ascii draws without Unicode.")...)
}

// about shows what attic is, and where its licences are.
func (m *Menu) about() {
	licences := "`attic licences` prints its licence and those of the software in it."
	if m.desk.Link != nil { // in a browser
		licences = "Its licence and those of the software in it are in the file [licences.txt](" + prose.FileKey + "licences.txt)."
	}
	m.desk.Pages.Read(about, prose.Parse("attic is free software. "+licences))
}

func (m manual) show(on *Stack, title string) {
	lessons := game.Lessons(m.game)
	on.Read(title, m.blocks(len(lessons)), lessons...)
}

// blocks returns the text of help with figures for the lessons.
func (m manual) blocks(lessons int) []prose.Block {
	info := m.game.Info()
	text := prose.Parse(info.Rules)
	if len(m.commands) > 0 || m.limited { // the commands that exist are listed at the end
		_, text = prose.Section(text, CommandsSection)
	}
	if m.fingers {
		_, text = prose.Section(text, fullScreen)
	}
	how, text := prose.Section(text, howToMove)
	start := slices.IndexFunc(text, func(b prose.Block) bool { return b.Kind == prose.Heading && b.Level > 1 })
	if start < 0 {
		start = len(text)
	}
	intro := slices.DeleteFunc(slices.Clone(text[:start]), func(b prose.Block) bool { return b.Kind == prose.Heading })
	list := intro
	for i := range lessons {
		list = append(list, prose.Block{Kind: prose.Figure, Number: i})
	}
	list = append(list, how...)
	if i := slices.IndexFunc(m.keys, func(b Button) bool { return b.Key == FingerKey }); i >= 0 {
		list = append(list, prose.Block{Text: m.keys[i].Label})
		m.keys = slices.Delete(slices.Clone(m.keys), i, i+1)
	}
	list = append(list, m.keyTables()...)
	list = append(list, text[start:]...)
	if len(m.commands) > 0 {
		var rows [][]string
		for _, w := range m.commands {
			rows = append(rows, []string{code(strings.TrimSpace(w.Name + " " + w.Args)), phrase.Capital(w.Help) + "."})
		}
		list = append(list, section("Commands, typed after :"), prose.Block{Kind: prose.Table, Rows: rows})
	}
	return list
}

// learningKeys lists the keys of lessons and puzzles with their effects, and the keys of every game that do nothing in lessons and puzzles.
var learningKeys = [][3]string{
	{"h H", "show what to look for; press again for where, and once more for the answer", ""},
	{MovesKey, "show the question and the last answer in full", ""},
	{"n f5", "go to the next step, lesson or puzzle; Enter works too when nothing is asked", " u ctrl+r N"},
	{"0", "in a puzzle: answer that there is no such move", ""},
}

func section(title string) prose.Block {
	return prose.Block{Kind: prose.Heading, Level: 2, Text: title}
}

func code(text string) string { return "`" + text + "`" }

// keyTables lists the keys: those that move the cursor, those of this game, and those of every game. On a touch screen it lists buttons.
func (m manual) keyTables() []prose.Block {
	var rows [][]string
	var list []prose.Block
	if m.fingers {
		for _, a := range new(Play).generalKeys() {
			if does, _, _ := strings.Cut(strings.ReplaceAll(a.help, ". ", "; "), "; "); a.label != "" && m.has(a) {
				rows = append(rows, []string{"**" + phrase.Capital(a.label) + "**", phrase.Capital(does) + "."})
			}
		}
		return []prose.Block{section("Buttons"), {Kind: prose.Table, Rows: rows}}
	}
	line := func(keys, what string) { rows = append(rows, keyRow(keys, what)) }
	end := func(title string) {
		if len(rows) > 0 {
			list = append(list, section(title), prose.Block{Kind: prose.Table, Rows: rows})
		}
		rows = nil
	}
	line("Arrows", "move the cursor; on the numeric keypad, the corner keys move it diagonally")
	line("enter space", "choose or play what is under the cursor, as a click would")
	line("pgup pgdown", "move the cursor to the previous or next legal move")
	line("esc", "cancel your choice")
	end("Keys")
	seen := map[string]bool{}
	if m.course {
		for _, k := range learningKeys {
			line(k[0], k[1])
			for _, key := range strings.Fields(k[0] + k[2]) {
				seen[key] = true
			}
		}
		end("Keys of lessons and puzzles")
	}
	once := func(keys, what string) {
		if keys != "" && what != "" && !seen[mainKey(keys)] {
			line(keys, what)
			seen[mainKey(keys)] = true
		}
	}
	for _, w := range m.words {
		once(w.Key, w.Help)
	}
	for _, t := range m.tracks {
		once(t.Key, t.Label)
	}
	for _, mv := range m.moves {
		once(mv.Key, mv.Label)
	}
	for _, l := range m.layers {
		once(l.Key, l.Label)
	}
	end("Keys of this game")
	for _, a := range new(Play).generalKeys() {
		own := m.has(a)
		if !own {
			continue
		}
		for _, key := range strings.Fields(a.keys) {
			own = own && seen[key]
		}
		if !own {
			line(a.keys, a.help)
		}
	}
	if m.listed {
		line("( )", "scroll the list beside the board; the mouse wheel works too")
	}
	for _, k := range m.keys {
		line(k.Key, k.Label)
	}
	end("Keys of every game")
	return list
}

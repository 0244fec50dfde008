package desk

import (
	"fmt"
	"strings"

	"attic/desk/command"
	"attic/game"
	"attic/internal/phrase"
)

// keyed returns a sentence with its commands replaced by keys and buttons of this page: "press New (n) to deal again".
func (p *Play) keyed(sentence string) string {
	return game.Keyed(sentence, func(line string) string { return p.pad.pressed(line, p.Study.Course() != nil) })
}

// commandKeys maps commands to keys of every game that do the same.
var commandKeys = map[string]string{
	"undo": "u", "redo": "ctrl+r", "hint": "h", "why": "y", "review": "v", "next": "n", "new": "n", "clear": "n", "save": "w",
	"resume": "o", "games": "o", "level": "+", "pause": "P", "now": "space", "menu": "M", "help": "?", "moves": "?", "quit": "q",
	"host": "N", "join": "N", "accept": "N", "decline": "N", "claim": "N", "draw": "N", "rematch": "N", "mute": "N", "opponent": "M",
}

// pressed returns what a person presses or clicks instead of typing a command: "New (n)". learning is whether a lesson or puzzle is on.
func (p *keypad) pressed(line string, learning bool) string {
	line = strings.ToLower(line)
	word, _ := phrase.Cut(line)
	if b, ok := courseKeys[word]; ok && learning {
		return button(b.Label, b.Key)
	}
	if word == "clear" && p.shown.Now.Shared() { // its key also offers to leave the other player
		other, _ := p.keys.of("N")
		return button(other.label, "N")
	}
	for _, m := range p.cursor.Moves {
		switch {
		case m.Text != line || len(m.Spots) > 0:
		case len(p.cursor.Moves) == 1: // there is nothing to choose
			return button(m.Label, "enter")
		case m.Key != "":
			return button(m.Label, m.Key)
		}
	}
	for _, t := range p.cursor.Tracks {
		if t.Word == word && t.Key == "" {
			return button(t.Label, "tab")
		} else if t.Word == word {
			return button(t.Label, t.Key)
		}
	}
	for _, w := range p.words {
		if (w.Name == word || w.Same == word) && w.Key != "" {
			label := spelled(w.Label, p.shown.Info, p.shown.Now)
			if label == "" {
				label = w.Name
			}
			return button(label, w.Key)
		}
	}
	if key, ok := commandKeys[word]; ok {
		a, _ := p.keys.of(key)
		return button(a.label, key)
	}
	return KeyName(":") + " and enter " + line
}

// button writes a key for a sentence, preceded by the label of its button if there is one.
func button(label, keys string) string {
	key := KeyName(mainKey(keys))
	if label == "" || strings.EqualFold(label, key) {
		return key
	}
	return fmt.Sprintf("%s (%s)", phrase.Capital(label), key)
}

// plainly returns an error as a sentence for the menu, where commands are entries.
func plainly(err error) string { return game.Keyed(command.Sentence(err), phrase.Capital) }

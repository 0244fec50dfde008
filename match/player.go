package match

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"attic/internal/phrase"
)

// Player says who plays a seat.
type Player struct {
	Program bool
	Level   int    // of the program, also while a person or an engine plays
	Name    string // of the person, also while the program plays; "" if there is none

	// Engine is what plays in the program's place while Program is set: the program itself for a time a move,
	// "think:5s", or the command of an engine. It is never recorded, so that no save file starts a command.
	Engine string
}

// longestName is how many characters the name of a player may have.
const longestName = 20

// longestThink is the longest time a move that may be asked for.
const longestThink = time.Hour

// thinkPrefix begins the Engine of the program for a time a move.
const thinkPrefix = "think:"

// Thinks returns for how long the program thinks about a move, if its Engine says so.
func (p Player) Thinks() (time.Duration, bool) {
	text, ok := strings.CutPrefix(p.Engine, thinkPrefix)
	if !ok {
		return 0, false
	}
	each, err := time.ParseDuration(text)
	return each, err == nil
}

// EngineName returns the name of the command that Engine is, without its folder and arguments, or "".
func (p Player) EngineName() string {
	if strings.HasPrefix(p.Engine, thinkPrefix) || p.Engine == "" {
		return ""
	}
	return phrase.Clip(strings.Trim(filepath.Base(strings.Fields(p.Engine)[0]), `"'`))
}

// EngineLabel returns Engine without folders and arguments, as anybody may know it.
func (p Player) EngineLabel() string {
	if _, thinks := p.Thinks(); thinks {
		return p.Engine
	}
	return p.EngineName()
}

// CheckEngine reports what is wrong with an Engine that is not "".
func CheckEngine(engine string) error {
	if text, ok := strings.CutPrefix(engine, thinkPrefix); ok {
		each, err := time.ParseDuration(text)
		if err != nil || each <= 0 || each > longestThink {
			return fmt.Errorf("%q is no time to think; it is written 5s, 500ms or 1m30s, at most 1h", phrase.Clip(text))
		}
		return nil
	}
	switch {
	case strings.TrimSpace(engine) == "":
		return errors.New("an engine is the command that starts it")
	case !utf8.ValidString(engine) || strings.ContainsFunc(engine, func(r rune) bool { return !unicode.IsPrint(r) }):
		return fmt.Errorf("the command %q must be plain text in one line", phrase.Clip(engine))
	}
	return nil
}

// checkName reports what keeps a name from standing in one line of a record and of a screen.
func checkName(name string) error {
	if n := utf8.RuneCountInString(name); n > longestName {
		return fmt.Errorf("a name has at most %d characters, not %d", longestName, n)
	}
	unprintable := func(r rune) bool { return !unicode.IsPrint(r) }
	if !utf8.ValidString(name) || strings.ContainsFunc(name, unprintable) || strings.TrimSpace(name) != name {
		return fmt.Errorf("the name %q must be plain text in one line, without blanks at its ends", phrase.Clip(name))
	}
	return nil
}

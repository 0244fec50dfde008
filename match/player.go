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

// Player describes the player of a seat.
type Player struct {
	Program bool   // the computer or an engine plays, not a person
	Level   int    // level of the computer; kept while a person or an engine plays; records hold its code, see game.Graded
	Name    string // name of the person; kept while the computer plays; "" if there is none

	// Engine replaces the level while Program is set: the computer with a time per move, "think:5s", or the command of an
	// engine. It is never recorded, so that no save file starts a command.
	Engine string
}

// longestName is the largest number of characters in the name of a player.
const longestName = 20

// The time per move of an Engine such as "think:5s".
const (
	thinkPrefix   = "think:"
	shortestThink = time.Millisecond
	longestThink  = time.Hour
)

// Think returns the Engine with which the computer thinks for a time per move, such as "5s".
func Think(each string) string { return thinkPrefix + each }

// IsThink reports whether engine has the form that Think returns.
func IsThink(engine string) bool { return strings.HasPrefix(engine, thinkPrefix) }

// ThinkTime returns the time per move of an engine in the form that Think returns, from 1 ms to 1 h.
func ThinkTime(engine string) (time.Duration, error) {
	text := strings.TrimPrefix(engine, thinkPrefix)
	each, err := time.ParseDuration(text)
	if err != nil || each < shortestThink || each > longestThink {
		return 0, fmt.Errorf("%q is not a thinking time; write 5s, 500ms or 1m30s, at most 1h", phrase.Clip(text))
	}
	return each, nil
}

// Thinks returns the time per move and true if p is the computer with a time per move, otherwise false.
func (p Player) Thinks() (time.Duration, bool) {
	if !IsThink(p.Engine) {
		return 0, false
	}
	each, err := ThinkTime(p.Engine)
	return each, err == nil
}

// EngineName returns the name of the command in Engine, without its folder and arguments, or "" if Engine is not a command.
func (p Player) EngineName() string {
	if IsThink(p.Engine) || p.Engine == "" {
		return ""
	}
	return phrase.Clip(strings.Trim(filepath.Base(strings.Fields(p.Engine)[0]), `"'`))
}

// EngineLabel returns Engine without folders and arguments, in the form that everybody may read.
func (p Player) EngineLabel() string {
	if _, thinks := p.Thinks(); thinks {
		return p.Engine
	}
	return p.EngineName()
}

// CheckEngine returns an error if engine, which must not be "", is not a valid Engine.
func CheckEngine(engine string) error {
	if IsThink(engine) {
		_, err := ThinkTime(engine)
		return err
	}
	switch {
	case strings.TrimSpace(engine) == "":
		return errors.New("name the command that starts the engine")
	case !utf8.ValidString(engine) || strings.ContainsFunc(engine, func(r rune) bool { return !unicode.IsPrint(r) }):
		return fmt.Errorf("the command %q must be plain text on one line", phrase.Clip(engine))
	}
	return nil
}

// CheckName returns an error if name is not valid as the name of a person. A valid name has at most 20 visible characters or
// blanks, on one line, and no blanks at its ends. "" stands for no name.
func CheckName(name string) error {
	if err := phrase.Clear(name); err != nil {
		return fmt.Errorf("the name %q %w", phrase.Clip(name), err)
	}
	return recorded(name)
}

// recorded returns an error if a name is not allowed in a record. Older records may contain names that CheckName refuses.
func recorded(name string) error {
	if n := utf8.RuneCountInString(name); n > longestName {
		return fmt.Errorf("a name has at most %d characters, not %d", longestName, n)
	}
	unprintable := func(r rune) bool { return !unicode.IsPrint(r) }
	if !utf8.ValidString(name) || strings.ContainsFunc(name, unprintable) || strings.TrimSpace(name) != name {
		return fmt.Errorf("the name %q must be plain text on one line, with no spaces at its ends", phrase.Clip(name))
	}
	return nil
}

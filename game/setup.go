package game

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"attic/internal/phrase"
)

// Setup is everything on which a game's first state depends.
type Setup struct {
	Options string // the game's own options, separated by blanks: "blocks=3gh"; "" is the default game
	Seed    uint64 // everything random in the game follows from it
}

// String returns the setup in the form for game IDs: the options, then "#" and the seed unless the seed is 0.
func (s Setup) String() string {
	if s.Seed == 0 {
		return s.Options
	}
	return s.Options + "#" + strconv.FormatUint(s.Seed, 10)
}

// ParseSeed reads a seed: any integer of 64 bits, with or without a sign.
func ParseSeed(text string) (uint64, error) {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return uint64(n), nil
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("a seed is a whole number of at most 64 bits, not %q", phrase.Clip(text))
	}
	return n, nil
}

// With returns the setup with an option such as "start=yes", which occurs exactly once in the result. The option "" adds nothing.
func (s Setup) With(option string) Setup {
	if option != "" {
		s = s.Without(option)
		s.Options = strings.TrimSpace(s.Options + " " + option)
	}
	return s
}

// Without returns the setup without an option.
func (s Setup) Without(option string) Setup {
	s.Options = strings.Join(slices.DeleteFunc(strings.Fields(s.Options), func(w string) bool { return w == option }), " ")
	return s
}

// Editing is the option with which a game that implements Editor begins in its board editor.
const Editing = "edit=yes"

// Edits reports whether a round with this setup is a board editor.
func Edits(s Setup) bool { return slices.Contains(strings.Fields(s.Options), Editing) }

// ParseSetup reads what String wrote. It does not check the options; only the game can.
func ParseSetup(text string) (Setup, error) {
	options, number, seeded := strings.Cut(text, "#")
	s := Setup{Options: strings.Join(strings.Fields(options), " ")}
	if seeded {
		seed, err := strconv.ParseUint(strings.TrimSpace(number), 10, 64)
		if err != nil {
			return Setup{}, fmt.Errorf("the seed after # is %q; it must be a number from 0 to 18446744073709551615", phrase.Clip(number))
		}
		s.Seed = seed
	}
	return s, nil
}

// ID returns the game ID of a setup: "ataxx blocks=3gh#17".
func ID(name string, s Setup) string {
	text := s.String()
	if text == "" || text[0] == '#' {
		return name + text
	}
	return name + " " + text
}

// ParseID splits a game ID. It returns the name in lower case and does not check that there is such a game.
func ParseID(id string) (name string, s Setup, err error) {
	id = strings.TrimSpace(id)
	end := strings.IndexAny(id, " \t#")
	if end < 0 {
		end = len(id)
	}
	s, err = ParseSetup(id[end:])
	return strings.ToLower(id[:end]), s, err
}

// Foreign is implemented by a game that reads the IDs of another program.
type Foreign interface {
	// ForeignID returns the setup of another program's ID. known is false if the text is no such ID; the error says why the game cannot be played here.
	ForeignID(id string) (s Setup, known bool, err error)
}

// FindID returns the game of an ID and its setup, for an ID that begins with the name of one of the games, or of another program, and for a position:
// see ForeignID. ok is false if the text is none of these.
func FindID(games []Game, id string) (g Game, s Setup, ok bool, err error) {
	name, s, err := ParseID(id)
	for _, g := range games {
		if g.Info().Name == name {
			return g, s, true, err
		}
		if s, known, err := ForeignID(g, id); known {
			return g, s, true, err
		}
	}
	return nil, s, false, nil
}

// ForeignID returns the setup of another program's ID of a game, as Foreign reads it, or of a position as FEN or EPD that has as many ranks as the
// game's board; the game then starts without its set-up. known is false if the text is neither.
func ForeignID(g Game, id string) (s Setup, known bool, err error) {
	id = strings.TrimSpace(id)
	if f, reads := g.(Foreign); reads {
		if s, known, err := f.ForeignID(id); known {
			return s, true, err
		}
	}
	r, reads := g.(Recorded)
	ranks := Ranks(id)
	if !reads || ranks == 0 {
		return s, false, nil
	}
	if own, err := r.RecordOf(Setup{}, nil); err != nil || Ranks(own.FEN) != ranks {
		return s, false, nil
	}
	s, err = r.SetupAt(FEN(id))
	return s.With(g.Info().Started), true, err
}

// fenWord may precede a position.
const fenWord = "fen "

// Ranks returns the number of ranks of the board in a position as FEN or EPD, or 0 if the text does not look like one.
func Ranks(text string) int {
	board, _ := phrase.Cut(strings.TrimPrefix(text, fenWord))
	if n := strings.Count(board, "/"); n > 3 && board[0] != '/' && !strings.Contains(board, "//") && strings.Trim(board, "/*-0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
		return n + 1
	}
	return 0
}

// FEN returns a position of EPD (extended position description, S. Edwards, 1994) as a FEN: the counters of the operations hmvc and fmvn move to its
// end. A line without a semicolon stays as it is, without the word fen.
func FEN(line string) string {
	line = strings.TrimPrefix(line, fenWord)
	list := strings.Split(line, ";")
	fields := strings.Fields(list[0])
	if len(list) == 1 || len(fields) < 2 {
		return line
	}
	list[0] = strings.Join(fields[2:], " ")
	if len(fields) > 2 && strings.Trim(fields[2], "0123456789") == "" { // a FEN with a semicolon behind it
		return strings.Join(fields, " ")
	}
	fields = fields[:2]
	for _, operation := range list {
		word, value := phrase.Cut(operation)
		if at := slices.Index([]string{"hmvc", "fmvn"}, word); at >= 0 {
			fields = append(fields, []string{"0", "1"}[min(len(fields)-2, 2):]...)
			fields[2+at] = value
		}
	}
	return strings.Join(fields, " ")
}

// Shuffled returns s with a number from the function public if g has Info.Shuffled and public is not nil; otherwise s. The
// numbers must reveal nothing about any seed.
func Shuffled(g Game, s Setup, public func() uint64) Setup {
	if shuffled := g.Info().Shuffled; shuffled != nil && public != nil {
		return shuffled(s, public())
	}
	return s
}

// Option is one word of Setup.Options.
type Option struct{ Name, Value string }

// SplitOptions splits options of the form "name=value". Each name must be among known and occur at most once.
func SplitOptions(options string, known ...string) ([]Option, error) {
	var list []Option
	seen := map[string]bool{}
	for _, word := range strings.Fields(options) {
		name, value, ok := strings.Cut(word, "=")
		name = strings.ToLower(name)
		switch {
		case !ok || value == "":
			return nil, fmt.Errorf("option %q has no value; write it as %s=VALUE", phrase.Clip(word), phrase.Clip(name))
		case !slices.Contains(known, name):
			return nil, fmt.Errorf("unknown option %q; the options are %s", phrase.Clip(name), strings.Join(known, ", "))
		case seen[name]:
			return nil, fmt.Errorf("option %q is given twice", name)
		}
		seen[name] = true
		list = append(list, Option{name, value})
	}
	return list, nil
}

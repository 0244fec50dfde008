package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"attic/cmd/internal/shell"
	"attic/engine/arena"
	"attic/game"
	"attic/internal/lines"
	"attic/internal/phrase"
)

type pace struct {
	option string // the option that sets it, or ""
	limits game.Limits
}

// set sets the time or search limit that option gives; only one such option is allowed.
func (p *pace) set(option string, l game.Limits) error {
	if p.option != "" && p.option != option {
		return fmt.Errorf("--%s is already set; use only one of the two", p.option)
	}
	*p = pace{option, l}
	return nil
}

// last returns the engine given last, to which the next option belongs, or nil before the first engine.
func (c *matchChoice) last() *entry {
	if len(c.entries) == 0 {
		return nil
	}
	return &c.entries[len(c.entries)-1]
}

// limit sets a limit for the engine before the option or, before the first engine, for all engines.
func (c *matchChoice) limit(option string, l game.Limits) error {
	if e := c.last(); e != nil {
		return e.pace.set(option, l)
	}
	return c.pace.set(option, l)
}

// paces returns the limits for all engines without limits of their own: those given before the first engine or, failing that, after the
// last. It also returns each engine's own limits, or nil.
func (c *matchChoice) paces() (all pace, own []*game.Limits) {
	all = c.pace
	if e := c.last(); all.option == "" && e != nil {
		all = e.pace
	}
	for i := range c.entries {
		if p := &c.entries[i].pace; p.option != "" {
			own = append(own, &p.limits)
		} else {
			own = append(own, nil)
		}
	}
	return all, own
}

const longestEntrant = 40

func (c *matchChoice) registerMore(flags *pflag.FlagSet, set func(name, kind, help string, set func(text string) error)) {
	s := &c.settings
	number := func(name, help string, most int, to *int) {
		set(name, "n", help, shell.Whole(to, 1, most, fmt.Sprintf("it takes a number from 1 to %d", most)))
	}
	set("name", "name", "list the preceding --engine under this `name`", func(text string) error {
		e := c.last()
		switch n := utf8.RuneCountInString(text); {
		case e == nil:
			return errors.New("put it after an engine: --engine COMMAND --name NAME")
		case strings.TrimSpace(text) != text || n < 1 || n > longestEntrant || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }):
			return fmt.Errorf("it takes a name of 1 to %d characters, not %q", longestEntrant, text)
		}
		e.name = text
		return nil
	})
	set("dir", "folder", "run the preceding --engine in this `folder`", func(text string) error {
		e := c.last()
		if e == nil {
			return errors.New("put it after an engine: --engine COMMAND --dir FOLDER")
		}
		if info, err := os.Stat(text); err != nil {
			return err
		} else if !info.IsDir() {
			return fmt.Errorf("%s is not a folder", phrase.Name(text))
		}
		e.dir = text
		return nil
	})
	flags.BoolVar(&s.Gauntlet, "gauntlet", false, "let only the first engine play against each of the others")
	set("resign", "RULE", "an engine loses after N moves in a row at a score of -S or less: `movecount=N score=S`; twosided=true if the other engine has to agree", func(text string) error {
		r := arena.Resign{Moves: 1, Score: -1}
		if err := assign(text, map[string]*int{"movecount": &r.Moves, "score": &r.Score}, map[string]*bool{"twosided": &r.Both}); err != nil {
			return err
		}
		if r.Score < 1 || r.Moves < 1 {
			return errors.New("it takes movecount=N score=S, both from 1, such as movecount=3 score=800")
		}
		s.Resign = &r
		return nil
	})
	set("draw", "RULE", "once each side has played M moves, a game is a draw after N moves in a row with scores within S of 0: `movenumber=M movecount=N score=S`", func(text string) error {
		d := arena.Draw{Moves: 1, Score: -1}
		if err := assign(text, map[string]*int{"movenumber": &d.From, "movecount": &d.Moves, "score": &d.Score}, nil); err != nil {
			return err
		}
		if d.Score < 0 || d.Moves < 1 {
			return errors.New("it takes movenumber=M movecount=N score=S, such as movenumber=20 movecount=8 score=10")
		}
		s.Draw = &d
		return nil
	})
	number("max-moves", "a game is drawn after `N` moves by each side", 100_000, &s.Moves)
	number("material", "the side to move wins with a lead of `N` pieces (Ataxx)", 1000, &s.Material)
	flags.BoolVar(&s.EasyFill, "easy-fill", false, "a side wins as soon as the other can only pass and filling the board would give it more pieces (Ataxx)")
	chance := func(name, help string, to *float64) {
		set(name, "p", help, func(text string) error {
			p, err := strconv.ParseFloat(text, 64)
			if err != nil || !(p > 0 && p < 0.5) {
				return fmt.Errorf("it takes a probability between 0 and 0.5, such as 0.05, not %q", text)
			}
			*to = p
			return nil
		})
	}
	chance("alpha", "the probability `P` that --sprt accepts ELO1 although ELO0 is true; default 0.05", &c.alpha)
	chance("beta", "the probability `P` that --sprt accepts ELO0 although ELO1 is true; default 0.05", &c.beta)
	flags.BoolVar(&c.watch, "watch", false, "show the games on the terminal as they are played; q leaves the page, and the match continues")
	flags.StringVar(&c.resume, "resume", "", "continue the match whose games --pgn wrote to a `file`, and add the remaining games to that file")
	flags.StringVar(&c.log, "log", "", "log everything sent to and from engines to a `file`, with times")
	set("config", "file", "read options from a `file`, one a line, without the hyphens", func(text string) error { return configure(flags, text) })
}

// assign reads one or more NAME=VALUE, separated by blanks or commas.
func assign(text string, numbers map[string]*int, switches map[string]*bool) error {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || r == ',' }) {
		name, value, _ := strings.Cut(word, "=")
		n, err := strconv.Atoi(value)
		on, wrong := strconv.ParseBool(value)
		switch {
		case numbers[name] != nil && err == nil && n >= 0:
			*numbers[name] = n
		case switches[name] != nil && wrong == nil:
			*switches[name] = on
		case numbers[name] != nil || switches[name] != nil:
			return fmt.Errorf("%s has no value %q", name, value)
		default:
			return fmt.Errorf("unknown name %q", word)
		}
	}
	return nil
}

// configure reads options from a file: each line has the name of an option and its value, which may be quoted.
func configure(flags *pflag.FlagSet, name string) error {
	return reading(name, func(text *lines.Decoder) error {
		in := lines.NewReader(text)
		for {
			text, err := in.Next()
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err == nil {
				err = option(flags, strings.TrimSpace(text))
			}
			if err != nil {
				return fmt.Errorf("line %d: %w", in.Number(), err)
			}
		}
	})
}

// option sets an option from a line of a file.
func option(flags *pflag.FlagSet, line string) error {
	if line == "" || line[0] == '#' {
		return nil
	}
	name, value := phrase.Cut(line)
	flag := flags.Lookup(strings.TrimPrefix(name, "--"))
	switch {
	case flag == nil || flag.Name == "help":
		return fmt.Errorf("there is no option %q; attic match -h lists them", phrase.Clip(name))
	case flag.Name == "config":
		return errors.New("a file of options cannot name another file of options")
	case value == "" && flag.NoOptDefVal != "":
		value = flag.NoOptDefVal
	case value == "":
		return fmt.Errorf("option %s needs a value", flag.Name)
	}
	if quote := value[0]; flag.Name != "engine" && len(value) > 1 && (quote == '"' || quote == '\'') && strings.IndexByte(value[1:], quote) == len(value)-2 {
		value = value[1 : len(value)-1]
	}
	err := flags.Set(flag.Name, value)
	if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		if err = errors.Unwrap(invalid); flag.Value.Type() == "bool" { // pflag's error does not name the option
			err = fmt.Errorf("--%s: it must be true or false, not %q", flag.Name, value)
		}
	}
	return err
}

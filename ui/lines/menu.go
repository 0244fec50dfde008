package lines

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"attic/desk/command"
	"attic/game"
	"attic/internal/phrase"
)

// firsts maps the words that can follow a game in the menu to the request carried out first in that game. The rows of the menu on screens have the same names.
var firsts = map[string]command.Verb{"play": command.Nothing, "continue": command.Resume, "learn": command.Lesson, "today": command.Today}

// Menu asks which game to play until it reads a number or a name, and returns the game and the request to carry out first in it. The game is nil at quit and at the end
// of input. note returns a remark about a game, for example that a game is kept, or "". The command games prints the library, which the function list returns in the
// form of [command.List]; a person who listens gets ten games at a time. The command stats prints the statistics, which the function sum returns.
func Menu(in Input, out io.Writer, terminal, listens bool, games []game.Game, note func(game.Game) string, list func() ([]string, error), sum func() (string, error)) (game.Game, command.Request, error) {
	var none command.Request
	var rest pages // the rest of the list of games
	library := func() (string, error) {
		text, err := list()
		switch {
		case err != nil:
			return "", err
		case len(text) == 0:
			return command.NoGames, nil
		case listens:
			rest = pages{Listing: command.Listing{Noun: "games", Entries: text, Between: "\n"}}
			return rest.next(0), nil
		}
		return strings.Join(text, "\n"), nil
	}
	var names []string
	for _, g := range games {
		names = append(names, g.Info().Name)
	}
	show := func() {
		for i, g := range games {
			info := g.Info()
			fmt.Fprintln(out, strings.TrimRight(fmt.Sprintf("  %d  %-11s %s. %s", i+1, info.Title, info.Brief, note(g)), " "))
		}
		fmt.Fprintln(out, "Type a number to play, or add a command: 1 continue, 1 learn, 1 today.\nOther commands: games, stats, quit.")
	}
	if terminal {
		show()
	}
	for {
		line, err := in.ReadLine()
		switch {
		case errors.Is(err, io.EOF):
			return nil, none, nil
		case unreadable(err):
			Fails(in, err)
			fmt.Fprintln(out, game.Typed(command.Sentence(err)))
			continue
		case err != nil:
			return nil, none, err
		}
		word := strings.ToLower(strings.TrimSpace(line))
		if more := rest.next(0); word == "" && more != "" {
			fmt.Fprintln(out, more)
			continue
		}
		rest = pages{}
		switch word {
		case "quit", "q", "exit":
			return nil, none, nil
		case "help", "?":
			show()
			continue
		case string(command.Games), string(command.Stats):
			text := library
			if word == string(command.Stats) {
				text = sum
			}
			said, err := text()
			if err != nil {
				Fails(in, err)
				said = game.Typed(command.Sentence(err))
			}
			fmt.Fprintln(out, said)
			continue
		}
		if word == "" || word[0] == '#' {
			continue
		}
		called, then, _ := strings.Cut(word, " ")
		verb, known := firsts[cmp.Or(strings.TrimSpace(then), "play")]
		wrong := fmt.Sprintf("There is no game %q; type %s, or quit.", phrase.Clip(called), strings.Join(names, ", "))
		for i, g := range games {
			switch is := called == names[i] || called == strings.ToLower(g.Info().Title) || called == strconv.Itoa(i+1); {
			case is && known:
				return g, command.Request{Verb: verb}, nil
			case is:
				wrong = fmt.Sprintf("There is no %q here; type %s continue, %s learn, %s today, or just %s to play.", phrase.Clip(strings.TrimSpace(then)), called, called, called, called)
			}
		}
		Fails(in, wrong)
		fmt.Fprintln(out, wrong)
	}
}

package lines

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"attic/desk/command"
	"attic/game"
	"attic/internal/phrase"
)

// Menu asks which game to play until it reads a number or a name. It returns nil at quit and at the end of input. note returns a remark
// about a game, for example that one is kept, or "". Two more commands print text: games prints the library, returned by list as in command.List,
// for a person who listens ten games at a time, and stats prints the statistics, returned by sum.
func Menu(in Input, out io.Writer, terminal, listens bool, games []game.Game, note func(game.Game) string, list func() ([]string, error), sum func() (string, error)) (game.Game, error) {
	var rest pages // of the list of games
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
		fmt.Fprintf(out, "Type a number or a name, games, stats or quit.\n")
	}
	if terminal {
		show()
	}
	for {
		line, err := in.ReadLine()
		switch {
		case errors.Is(err, io.EOF):
			return nil, nil
		case unreadable(err):
			Fails(in, err)
			fmt.Fprintln(out, game.Typed(command.Sentence(err)))
			continue
		case err != nil:
			return nil, err
		}
		word := strings.ToLower(strings.TrimSpace(line))
		if more := rest.next(0); word == "" && more != "" {
			fmt.Fprintln(out, more)
			continue
		}
		rest = pages{}
		switch word {
		case "quit", "q", "exit":
			return nil, nil
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
		for i, g := range games {
			if word == names[i] || word == strings.ToLower(g.Info().Title) || word == strconv.Itoa(i+1) {
				return g, nil
			}
		}
		wrong := fmt.Sprintf("There is no game %q; type %s, or quit.", phrase.Clip(word), strings.Join(names, ", "))
		Fails(in, wrong)
		fmt.Fprintln(out, wrong)
	}
}

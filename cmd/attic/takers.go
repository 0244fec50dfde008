package main

import (
	"slices"
	"strings"

	"attic/game"
	"attic/games"
)

// offering returns the games that are also a T, by name, and their names in order.
func offering[T any]() (by map[string]T, names []string) {
	by = map[string]T{}
	for _, g := range games.All() {
		if t, ok := g.(T); ok {
			by[g.Info().Name] = t
			names = append(names, g.Info().Name)
		}
	}
	return by, names
}

func gameNames() []string {
	_, names := offering[game.Game]()
	return names
}

func gameList() string { return strings.Join(gameNames(), ", ") }

// atMostOne returns an error unless the arguments of a command are nothing or one of the games that it takes.
func atMostOne(command string, args, takers []string) error {
	list := strings.Join(takers, ", ")
	switch {
	case len(args) > 1:
		return usage("unexpected argument %q; %s takes one game: %s", args[1], command, list)
	case len(args) == 0 || slices.Contains(takers, args[0]):
		return nil
	}
	if g, ok := games.Find(args[0]); ok {
		return usage("%s has no %s; %[2]s takes %s", g.Info().Title, command, list)
	}
	return usage("there is no game %q; %s takes %s", args[0], command, list)
}

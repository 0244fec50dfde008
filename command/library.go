package command

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"attic/game"
	"attic/internal/phrase"
	"attic/match"
	"attic/pgn"
	"attic/store"
	"attic/table"
)

// gamesWord is the command that lists the library.
const gamesWord = "games"

// Library returns a line for each game of the library, the newest first.
func Library(s store.Store) ([]string, error) {
	list, err := List(s, "")
	if err != nil {
		err = fmt.Errorf("the games cannot be listed: %w", err)
	}
	return list, err
}

// noGames is printed when there are no games to list.
const noGames = "No game is kept."

// mostDigits is the maximum number of digits of a game number; longer numbers are file names.
const mostDigits = 9

// warned is a damaged game that the person was told about, so that the second resume of its number continues it.
type warned struct{ number, line int }

// Listed returns the line for a game in a list of the library. It begins with the game's number and has no control characters.
func Listed(g store.Game, title string) string {
	parts := []string{title}
	if g.Opponent != "" {
		parts = append(parts, g.Opponent, fmt.Sprintf("ply %d", g.Ply))
	}
	parts = append(parts, g.Played.Local().Format("2 January 2006 15:04"), g.Result)
	return fmt.Sprintf("%d  %s", g.Number, phrase.Printable(strings.Join(parts, ", ")))
}

// List returns a line for each game of the library, the newest first: the games called name, or all games if name is "".
func List(s store.Store, name string) ([]string, error) {
	list, err := s.Games(name)
	if err != nil {
		return nil, err
	}
	var text []string
	for _, listed := range list {
		title := listed.Name
		if g, ok := s.Game(title); ok {
			title = g.Info().Title
		}
		text = append(text, Listed(listed, title))
	}
	return text, nil
}

// Length returns the number of moves of a kept game, without its set-up, as text: "3 moves".
func Length(m match.Match) string {
	if n := m.Moves(); n > 0 {
		return plural(n, "move", "moves")
	}
	return "only set up"
}

// Number reads the number of a game of the library.
func Number(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || len(text) > mostDigits || text[0] == '+' {
		return 0, fmt.Errorf("%q is not the number of a game; %s to list them", phrase.Clip(text), game.Type(gamesWord))
	}
	return n, nil
}

// Delete deletes a game of the library.
func Delete(s store.Store, number int) error {
	switch err := s.Delete(number); {
	case errors.Is(err, store.ErrNoGame):
		return noGame(number)
	case err != nil:
		return fmt.Errorf("game %d was not deleted: %w", number, err)
	}
	return nil
}

func noGame(number int) error {
	return fmt.Errorf("there is no game %d; %s to list them", number, game.Type(gamesWord))
}

// games lists the library, or deletes one of its games.
func (s *Session) games(arg string) error {
	word, rest := phrase.Cut(arg)
	if strings.EqualFold(word, "delete") {
		if rest == "" {
			return fmt.Errorf("delete needs a number: games delete N; %s to list them", game.Type(gamesWord))
		}
		number, err := Number(rest)
		if err != nil {
			return err
		}
		if err := Delete(s.Store, number); err != nil {
			return err
		}
		s.say(fmt.Sprintf("Game %d was deleted.", number))
		return nil
	}
	_, news := s.Person.Keep() // so that the list includes the game being played
	s.say(news)
	name := strings.ToLower(arg)
	list, err := List(s.Store, name)
	switch {
	case err != nil:
		return fmt.Errorf("the games cannot be listed: %w", err)
	case len(list) == 0 && name != "":
		return fmt.Errorf("no game of %q is kept; %s to list all", phrase.Clip(arg), game.Type(gamesWord))
	case len(list) == 0:
		s.print(noGames)
	}
	s.list("games", list, "\n")
	return nil
}

func (s *Session) resume(arg string) error {
	if err := s.shared(); err != nil {
		return err
	}
	if arg == "" {
		return s.resumeLatest()
	}
	if number, err := Number(arg); err == nil {
		return s.resumeNumber(number)
	}
	if !s.May.Has(Files) {
		_, err := Number(arg)
		return err
	}
	path, number := numbered(arg)
	if store.IsRecord(path) {
		return s.openRecord(path, number)
	}
	m, err := s.Store.Load(arg)
	if err != nil {
		return fmt.Errorf("%s: %w", phrase.Name(arg), err)
	}
	if err := same(s.Person.Game(), m.Game(), phrase.Name(arg)+": this"); err != nil {
		return err
	}
	s.Owner.Load(m, nil)
	return nil
}

// numbered splits a trailing game number off a file name, unless a file has the whole name.
func numbered(arg string) (path string, number int) {
	i := strings.LastIndexAny(arg, " \t")
	if i < 0 {
		return arg, 0
	}
	n, err := Number(arg[i+1:])
	if _, missing := os.Stat(arg); err != nil || missing == nil {
		return arg, 0
	}
	return strings.TrimSpace(arg[:i]), n
}

// saver returns the function that writes a match to a file with the given name: a game record if name ends in pgn.Suffix, otherwise a saved
// game.
func saver(name string, m match.Match) func(io.Writer) error {
	if !strings.EqualFold(filepath.Ext(name), pgn.Suffix) {
		return m.Save
	}
	return func(w io.Writer) error { return pgn.WriteAll(w, m, pgn.Date(time.Now())) }
}

// openRecord opens a game in a file of game records.
func (s *Session) openRecord(path string, number int) error {
	g, err := s.Store.Record(path, number)
	if several := (*pgn.SeveralError)(nil); errors.As(err, &several) {
		return fmt.Errorf("%s: %w: %s", phrase.Name(path), err, game.Type("load "+phrase.Name(path)+" 1"))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", phrase.Name(path), err)
	}
	m, err := g.Match(s.Store.Game)
	if err != nil {
		return fmt.Errorf("%s: %w", phrase.Name(path), err)
	}
	if err := same(s.Person.Game(), m.Game(), phrase.Name(path)+": this"); err != nil {
		return err
	}
	s.Owner.Load(m, nil)
	s.say(g.Said(m))
	return nil
}

// same returns an error unless g is the game here, which is played at this table. what names the thing to be resumed.
func same(here, g game.Game, what string) error {
	if other := g.Info(); other.Name != here.Info().Name {
		return fmt.Errorf("%s is a game of %s; attic %s resumes it", what, other.Title, other.Name)
	}
	return nil
}

// resumeLatest continues the game kept last. If that is damaged, it only reports this.
func (s *Session) resumeLatest() error {
	if !s.Terminal {
		return errors.New("a game from a pipe is not kept; name a file: resume FILE")
	}
	kept, ok := s.Store.Latest(s.Person.Game().Info().Name)
	if !ok {
		return fmt.Errorf("no game is kept; to open a file, %s", game.Type(ResumeWord+" FILE"))
	}
	return s.proceed(kept, false)
}

// resumeNumber continues a game of the library, even a finished one; a damaged one only if the damage was already reported.
func (s *Session) resumeNumber(number int) error {
	kept, err := s.Store.Find(number)
	switch {
	case errors.Is(err, store.ErrNoGame):
		return fmt.Errorf("there is no game %d; %s to list them, or %s for a file", number, game.Type(gamesWord), game.Type(fmt.Sprintf("%s ./%d", ResumeWord, number)))
	case err != nil:
		return fmt.Errorf("game %d: %w", number, err)
	}
	if kept.Damage == nil || kept.Damage.Playable {
		if err := same(s.Person.Game(), kept.Match.Game(), fmt.Sprintf("game %d", number)); err != nil {
			return err
		}
	}
	return s.proceed(kept, true)
}

// proceed puts a game of the library on the table. named is whether the person typed its number.
func (s *Session) proceed(kept store.Kept, named bool) error {
	journal, m, err := s.Store.Resume(kept, time.Now())
	aside := ""
	var damage *store.DamagedError
	if errors.As(err, &damage) {
		found := warned{damage.Number, damage.Line}
		if !named || s.warned != found {
			s.warned = found
			return err
		}
		journal, m, aside, err = s.Store.Repair(kept, time.Now())
	}
	if err != nil {
		return err
	}
	s.warned = warned{}
	if aside != "" {
		s.print(fmt.Sprintf("The damaged file is kept as %s.", phrase.Name(aside)))
	}
	s.print(kept.Shorter())
	s.Owner.Load(m, journal)
	return nil
}

// Keeping returns the sentence for a NotKept or KeptAgain event.
func Keeping(e table.Event) string {
	if e.What == table.KeptAgain {
		return cmp.Or(e.Text, "Saving works again, and the whole game is saved.")
	}
	return fmt.Sprintf("The game could not be saved (%v). Play continues; attic will try again.", e.Err)
}

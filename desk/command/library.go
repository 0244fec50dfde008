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
	"attic/internal/lines"
	"attic/internal/phrase"
	"attic/match"
	"attic/match/pgn"
	"attic/match/store"
	"attic/table"
)

// NoGames is printed when there are no games to list.
const NoGames = "No game is kept."

// mostDigits is the maximum number of digits of a game number; longer numbers are file names.
const mostDigits = 9

// warned is a damaged game about which the person was warned, so that resuming its number a second time continues it.
type warned struct{ number, line int }

// Listed returns the line for a game in a list of the library. It begins with the game's number and has no control characters.
func Listed(g store.Game, title string) string {
	parts := []string{title}
	for _, part := range []string{g.Opponent, g.Where, g.Played.Local().Format("2 January 2006 15:04"), g.Result} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return fmt.Sprintf("%d  %s", g.Number, phrase.Printable(strings.Join(parts, ", ")))
}

// List returns the games of the library, the newest first, and a line for each: the games with this name, or all games if name is "".
func List(s store.Store, name string) (list []store.Game, text []string, err error) {
	list, err = s.Library.Games(name)
	if err != nil {
		return nil, nil, fmt.Errorf("the games cannot be listed: %w", err)
	}
	for _, listed := range list {
		title := listed.Name
		if g, ok := s.Game(title); ok {
			title = g.Info().Title
		}
		text = append(text, Listed(listed, title))
	}
	return list, text, nil
}

// Reached returns the point that a kept game has reached: "move 5 red", or "only set up".
func Reached(m match.Match) string {
	if match.Moves(m) > 0 {
		return match.Where(m)
	}
	if game.Edits(m.Setup()) {
		return "board editor"
	}
	return "only set up"
}

// Number reads the number of a game of the library.
func Number(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || len(text) > mostDigits || text[0] == '+' {
		return 0, fmt.Errorf("%q is not the number of a game; %s to list them", phrase.Clip(text), game.Type("games"))
	}
	return n, nil
}

// Delete deletes a game of the library.
func Delete(s store.Store, number int) error {
	switch err := s.Library.Delete(number); {
	case errors.Is(err, store.ErrNoGame):
		return noGame(number)
	case err != nil:
		return fmt.Errorf("game %d was not deleted: %w", number, err)
	}
	return nil
}

func noGame(number int) error {
	return fmt.Errorf("there is no game %d; %s to list them", number, game.Type("games"))
}

// library handles the kept and saved games of a person at a table.
type library struct {
	person *table.Person
	owner  *table.Table // the table for games that are opened; nil: none can be opened
	store  store.Store
	may    May
	keeps  bool // games are kept, because a person plays them, not a script
	warned warned
}

func (l *library) games(arg string) (Answer, error) {
	word, rest := phrase.Cut(arg)
	if strings.EqualFold(word, "delete") {
		if rest == "" {
			return Answer{}, fmt.Errorf("delete needs a number: games delete N; %s to list them", game.Type("games"))
		}
		number, err := Number(rest)
		if err == nil {
			err = Delete(l.store, number)
		}
		if err != nil {
			return Answer{}, err
		}
		return Answer{Note: fmt.Sprintf("Game %d was deleted.", number)}, nil
	}
	_, news := l.person.Keep() // so that the list includes the game being played
	a := Answer{Note: news}
	name := strings.ToLower(arg)
	_, list, err := List(l.store, name)
	switch {
	case err != nil:
		return a, err
	case len(list) == 0 && name != "":
		return a, fmt.Errorf("no game of %q is kept; %s to list all", phrase.Clip(arg), game.Type("games"))
	case len(list) == 0:
		a.Text = NoGames
	}
	a.List = Listing{"games", list, "\n"}
	return a, nil
}

func (l *library) save(path string) (Answer, error) {
	if path == "" {
		return Answer{}, errors.New("save needs a file name: save FILE")
	}
	path = store.AtHome(path)
	m, ok := l.person.Sight().FullMatch()
	if !ok {
		return Answer{}, errors.New("a saved game would reveal hidden information, so you cannot save this one")
	}
	if err := l.store.Save(path, saver(path, m)); err != nil {
		return Answer{}, fmt.Errorf("%s: not saved: %w", phrase.Name(path), err)
	}
	return Answer{Note: "Saved as " + phrase.Name(path) + "."}, nil
}

// resume continues m, or if m is nil a kept game, given by its number, or a saved one, or the one kept last.
func (l *library) resume(arg string, m *match.Match) (Answer, error) {
	if err := near(l.person.Now()); err != nil {
		return Answer{}, err
	}
	if m != nil {
		err := same(l.person.Game(), m.Game(), "this")
		if err == nil {
			l.owner.Load(*m, nil)
		}
		if _, _, studies := match.Study(*m); studies { // scripts read this too
			return Answer{Text: arg}, err
		}
		return Answer{Note: arg}, err
	}
	if arg == "" {
		return l.resumeLatest()
	}
	number, err := Number(arg)
	if err == nil {
		return l.resumeNumber(number)
	}
	if !l.may.Has(Files) {
		return Answer{}, err
	}
	arg = store.AtHome(arg)
	path, number := numbered(arg)
	if !store.IsRecord(path) {
		path, number = arg, 0
	}
	loaded, said, err := l.store.Choose(path, number)
	if _, several := errors.AsType[*pgn.SeveralError](err); several {
		err = fmt.Errorf("%w: %s", err, game.Type("load "+phrase.Name(path)+" 1"))
	}
	if err != nil {
		return Answer{}, fmt.Errorf("%s: %w", phrase.Name(path), err)
	}
	if err := same(l.person.Game(), loaded.Game(), phrase.Name(path)+": this"); err != nil {
		return Answer{}, err
	}
	l.owner.Load(loaded, nil)
	return Answer{Note: said}, nil
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

// same returns an error unless g is the kind of game at this table, which is the parameter here. The parameter what names the game to be
// resumed.
func same(here, g game.Game, what string) error {
	if other := g.Info(); other.Name != here.Info().Name {
		return fmt.Errorf("%s is a game of %s; attic %s resumes it", what, other.Title, other.Name)
	}
	return nil
}

// Offer returns a sentence that offers to continue the game kept last, or the error if that game is damaged, or "" if no game is kept. The
// damage then counts as reported, so that resuming the game by its number continues it.
func (q *Requests) Offer() (string, error) {
	k, ok := q.Store.Library.Kept(q.Person.Game().Info().Name)
	switch {
	case !ok:
		return "", nil
	case k.Damage != nil:
		q.library.warned = warned{k.Number, k.Damage.Line}
		return "", k.Damage
	}
	moves := Reached(k.Match)
	if k.Lost != "" {
		moves += " (" + k.Lost + ")"
	}
	return fmt.Sprintf("A game of %s is kept, %s; %s to continue it.", k.Left.Format("2 January 15:04"), moves, game.Type("resume")), nil
}

// resumeLatest continues the game kept last. If that game is damaged, resumeLatest only reports the damage.
func (l *library) resumeLatest() (Answer, error) {
	if !l.keeps {
		return Answer{}, errors.New("a game from a pipe is not kept; name a file: resume FILE")
	}
	kept, ok := l.store.Library.Latest(l.person.Game().Info().Name)
	busy := l.store.Library.Busy(l.person.Game().Info().Name, false)
	if !ok {
		return Answer{}, cmp.Or(busy, fmt.Errorf("no game is kept; to open a file, %s", game.Type("resume FILE")))
	}
	a, err := l.proceed(kept, false)
	if err == nil && busy != nil {
		a.Text = lined(Sentence(busy), fmt.Sprintf("Game %d continues.", kept.Number), a.Text)
	}
	return a, err
}

// resumeNumber continues a game of the library, even if the game is finished. It continues a damaged game only if the damage was already reported.
func (l *library) resumeNumber(number int) (Answer, error) {
	kept, err := l.store.Library.Find(number)
	switch {
	case errors.Is(err, store.ErrNoGame):
		return Answer{}, fmt.Errorf("there is no game %d; %s to list them, or %s for a file", number, game.Type("games"), game.Type(fmt.Sprintf("resume ./%d", number)))
	case err != nil:
		return Answer{}, fmt.Errorf("game %d: %w", number, err)
	}
	if kept.Damage == nil || kept.Damage.Playable {
		if err := same(l.person.Game(), kept.Match.Game(), fmt.Sprintf("game %d", number)); err != nil {
			return Answer{}, err
		}
	}
	return l.proceed(kept, true)
}

// proceed puts a game of the library on the table. named says whether the person typed its number.
func (l *library) proceed(kept store.Kept, named bool) (Answer, error) {
	journal, m, err := l.store.Library.Resume(kept, time.Now())
	aside := ""
	if damage, ok := errors.AsType[*store.DamagedError](err); ok {
		found := warned{damage.Number, damage.Line}
		if !named || l.warned != found {
			l.warned = found
			return Answer{}, err
		}
		journal, m, aside, err = l.store.Library.Repair(kept, time.Now())
	}
	if err != nil {
		if _, damaged := errors.AsType[*store.DamagedError](err); !damaged && l.store.Library.Held(kept) == nil {
			err = fmt.Errorf("game %d cannot be continued: %w", kept.Number, err)
		}
		return Answer{}, err
	}
	l.warned = warned{}
	if aside != "" {
		aside = fmt.Sprintf("The damaged file is kept as %s.", phrase.Name(aside))
	}
	l.owner.Load(m, journal)
	return Answer{Text: lined(aside, kept.Shorter())}, nil
}

// Keeping returns the sentence for a NotKept or KeptAgain event.
func Keeping(e table.Event) string {
	if e.What == table.KeptAgain {
		return cmp.Or(e.Text, "Saving works again, and the whole game is saved.")
	}
	return Sentence(e.Err) + " Play continues; attic will try again."
}

// Loads are files of commands that are being loaded, the innermost last.
type Loads []*file

type file struct {
	name   string
	handle *os.File
	in     *lines.Reader
}

// deepest is the largest number of files that may load each other.
const deepest = 20

func (l *Loads) open(path string) error {
	if path == "" {
		return errors.New("load needs a file name: load FILE")
	}
	path = store.AtHome(path)
	handle, err := store.OpenText(path)
	if err != nil {
		return fmt.Errorf("%s: %w", phrase.Name(path), err)
	}
	info, err := handle.Stat()
	if err == nil && len(*l) == deepest {
		err = fmt.Errorf("more than %d files load each other", deepest)
	}
	for _, f := range *l {
		if open, e := f.handle.Stat(); err == nil && e == nil && os.SameFile(open, info) {
			err = errors.New("it is being loaded already; a file cannot load itself")
		}
	}
	if err != nil {
		_ = handle.Close() // nothing was read
		return fmt.Errorf("%s: %w", phrase.Name(path), err)
	}
	*l = append(*l, &file{name: path, handle: handle, in: lines.NewReader(handle)})
	return nil
}

// Next calls the function do with the next line and returns the message about that line, such as an error with its line number. There must
// be a file.
func (l *Loads) Next(do func(line string) error) string {
	f := (*l)[len(*l)-1]
	line, err := f.in.Next()
	where := fmt.Sprintf("%s:%d: ", phrase.Name(f.name), f.in.Number())
	switch {
	case err == nil:
		err = do(line)
	case errors.Is(err, lines.ErrLong) || errors.Is(err, lines.ErrBinary) && f.in.Number() > 1:
	default: // the end, or not a text file
		_ = f.handle.Close() // only read
		*l = (*l)[:len(*l)-1]
		if errors.Is(err, io.EOF) {
			return ""
		}
	}
	if err == nil {
		return ""
	}
	return where + Sentence(err)
}

func (l *Loads) close() {
	for _, f := range *l {
		_ = f.handle.Close() // it was only read
	}
}

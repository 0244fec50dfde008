package desk

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"attic/desk/command"
	"attic/game"
	"attic/internal/phrase"
	"attic/match"
	"attic/match/pgn"
	"attic/match/store"
	"attic/table"
)

// saving returns the form that saves a game. The parameter game is the name of its kind; run carries out the command; downloads says whether the
// front-end hands the file to the person.
func saving(game string, run func(command.Request) (string, error), downloads bool) Form {
	name := &Field{Label: "File name", need: "a file name"}
	name.suggest(freeName(game, store.SavedSuffix))
	hint := "The file goes into " + shownFolder() + ", unless you name another folder. It can replace a saved game, but no other file."
	if downloads {
		hint = "The file is downloaded. To restore the game, choose Open in the menu."
	}
	return Form{
		Title: "Save the game", Label: "save", Fields: []*Field{name}, Hint: hint,
		do: func() (string, error) {
			path := store.AtHome(name.value())
			_, err := run(command.Request{Verb: command.Save, Text: path})
			return "Saved as " + written(path, downloads) + ".", err
		},
	}
}

// opener is the part of a desk with the forms that list kept and saved games and open one.
type opener struct {
	store  store.Store
	files  bool   // files can be opened too
	choose func() // see Config.Choose
	form   *Form
	offers func() []Row // returns rows for new games, which are offered where no game can be continued
	// open opens a game of the kind called name: the function put puts it on the table of a page.
	open func(name string, put func(*Play) (string, error)) (string, error)
}

// askOpen opens the list of games that can be continued.
func (d *Desk) askOpen() {
	hint, last := "", d.Settings.Last
	if d.Play != nil {
		d.Play.Message.Said = "" // such as the offer to continue a kept game
		last = d.Play.Info.Name
		if d.Play.Person.Now().Kept {
			hint = keeping(d.Play.Person, "The game you leave is kept.") // this comes before the list is made, so that the list includes this game
		}
	}
	d.opener.ask(hint, last)
}

// ask opens the list of games, with the keyboard focus on the latest game whose kind has the name in the parameter last.
func (o *opener) ask(hint, last string) {
	list, file := &Field{Kind: List, Label: "Games"}, &Field{Label: "Or a file"}
	kept, total, err := o.store.Library.Recent("", firstListed)
	list.Rows = o.rows(kept)
	if total > len(kept) {
		list.more = func() []Row {
			kept, _ := o.store.Library.Games("") // after an error the list stays as it is
			return o.rows(kept)
		}
	}
	latest, _ := o.store.Library.Kept(last)
	for i, row := range list.Rows {
		if row.name != "" && row.what == fmt.Sprint(latest.Number) { // this is the game that most people want to continue
			list.At = i
		}
	}
	f := Form{
		Title: "Open a game", Label: "open", Hint: hint, Fields: []*Field{list}, pastes: true,
	}
	missing := "there is no game to open"
	if o.files && o.choose == nil {
		f.Fields, missing = append(f.Fields, file), "choose a game, or type a file name"
	}
	if offers := o.offers(); len(list.Rows) == 0 || len(list.Rows) == 1 && o.choose != nil {
		f.Hint = "Games you leave are listed here."
		if list.Rows = append(list.Rows, offers...); len(offers) > 0 {
			f.Hint += " Start one or paste a game ID."
		} else {
			f.Hint = strings.TrimSpace(f.Hint + " You can also paste a game ID. " + hint)
		}
	}
	if err != nil {
		f.Said = "The kept games cannot be listed: " + err.Error() + "."
	} else if len(list.Rows) == 0 && o.files {
		file.Label, f.Fields = "File name", []*Field{file}
	}
	sure := "" // the damaged game that the person was warned about
	f.do = func() (string, error) {
		what := file.value()
		open := func(sure bool) (string, error) { return o.openFile(what, sure) }
		if o.form.from == 0 && len(list.Rows) > 0 {
			row := list.Rows[list.At]
			what = fmt.Sprint("row ", list.At)
			if row.do != nil {
				row.do()
				return "", nil
			}
			open = func(sure bool) (string, error) {
				if row.name == "" {
					return o.openFile(row.what, sure)
				}
				return o.open(row.name, resuming(row.what, sure))
			}
		} else if what == "" {
			return "", errors.New(missing)
		}
		said, err := open(sure == what)
		sure = ""
		if damage := (*store.DamagedError)(nil); errors.As(err, &damage) {
			sure = what
			err = damageOf(damage)
		}
		return said, err
	}
	o.form.open(f)
}

// firstListed is the number of games listed until somebody looks at the end of the list.
const firstListed = 200

// rows returns the rows for these games and for the saved games in the current folder, the latest first.
func (o *opener) rows(kept []store.Game) (list []Row) {
	if o.choose != nil {
		list = append(list, Row{Title: "A file", State: "saved game or PGN", do: o.choose})
	} else if o.files {
		kept = append(kept, o.store.Saved(".")...)
	}
	slices.SortStableFunc(kept, func(a, b store.Game) int { return b.Played.Compare(a.Played) })
	for _, g := range kept {
		list = append(list, rowOf(o.store, g))
	}
	return list
}

// damageOf returns an error that says what is wrong with a damaged game, and what the person can do.
func damageOf(e *store.DamagedError) error {
	if !e.Playable {
		return fmt.Errorf("game %d is damaged from line %d on, and nothing before that can be played", e.Number, e.Line)
	}
	return fmt.Errorf("game %d is damaged from line %d on; open it again to continue from the line before", e.Number, e.Line)
}

// rowOf returns the list entry of a kept or saved game.
func rowOf(s store.Store, g store.Game) Row {
	title := g.Name
	if known, ok := s.Game(g.Name); ok {
		title = known.Info().Title
	}
	who := strings.TrimPrefix(strings.TrimPrefix(g.Opponent, "against "), "the ")
	r := Row{Title: title, When: g.Played.Local().Format("2 Jan 2006 15:04"), Who: phrase.Printable(who), State: phrase.Printable(g.Result)}
	switch {
	case g.Where == "":
	case g.Damage > 0:
		r.State += ", " + g.Where
	default:
		r.State = g.Where + ", " + r.State
	}
	r.name, r.what = g.Name, fmt.Sprint(g.Number)
	if g.Number == 0 { // a file
		r.Title = phrase.Name(filepath.Base(g.Path))
		if title != "" {
			r.Who = title + ", " + r.Who
		}
		r.name, r.what = "", g.Path
	}
	r.Load = func(r *Row) {
		var m match.Match
		var err error
		if g.Number == 0 {
			m, err = s.Load(g.Path)
		} else {
			var kept store.Kept
			if kept, err = s.Library.Find(g.Number); kept.Damage != nil && !kept.Damage.Playable {
				err = kept.Damage
			}
			m = kept.Match
		}
		if err == nil {
			r.View, r.Game = m.State().View(m.Side), m.Game().Info().Name
		}
		if s.Library.Playing(g) {
			r.State = strings.TrimPrefix(g.Where+", being played", ", ")
		}
	}
	return r
}

// openFile opens a saved game, or the kept game with the given number.
func (o *opener) openFile(path string, sure bool) (string, error) {
	path = store.AtHome(path)
	if number, err := command.Number(path); err == nil {
		kept, err := o.store.Library.Find(number)
		if err != nil {
			return "", fmt.Errorf("game %d: %w", number, err)
		}
		if kept.Damage != nil && !kept.Damage.Playable {
			return "", kept.Damage
		}
		return o.open(kept.Match.Game().Info().Name, resuming(path, sure))
	}
	m, err := o.store.Load(path)
	if several := (*pgn.SeveralError)(nil); errors.As(err, &several) {
		o.form.then = func() { o.askFile(path) }
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", phrase.Name(path), err)
	}
	return o.open(m.Game().Info().Name, resuming(path, sure))
}

// openKept opens a game, with the parameters of opener.open. The current game is kept; after an error it continues.
func (d *Desk) openKept(name string, put func(*Play) (string, error)) (string, error) {
	if p := d.Play; p != nil && (p.Info.Name == name || p.Now.Shared()) {
		return put(p)
	}
	i := slices.IndexFunc(d.Games, func(g game.Game) bool { return g.Info().Name == name })
	if d.under != nil && d.under.Now.Shared() {
		return "", errors.New("your game with another machine goes on; go back to it first")
	}
	if i < 0 {
		return "", fmt.Errorf("%s is not a game that can be opened", phrase.Name(name))
	}
	if p := d.Play; p != nil && !p.ending.warned && p.ending.risks(endangered(p), "Enter", "open it", func() {
		text, err := d.openKept(name, put)
		p.ending.warned = false // after an error the game continues
		p.Message.complain(err)
		d.say(text)
	}) {
		return "", nil
	}
	wish := d.Settings.Game(name)
	wish.Opponent, wish.Options = store.OpponentPerson, "" // until the kept game is loaded
	t, err := d.Open(d.Games[i], wish)
	if err != nil {
		return "", err
	}
	next := newPlay(d, t)
	text, err := put(next)
	if err != nil {
		return "", errors.Join(err, next.close())
	}
	err = d.Close()
	d.show(next)
	return text, errors.Join(err, d.set(func(s *store.Settings) { s.Last = name }))
}

// resuming returns a function that puts a kept or saved game on the table of a page. A damaged game is continued only if sure is set.
func resuming(what string, sure bool) func(*Play) (string, error) {
	return func(p *Play) (string, error) {
		r := command.Request{Verb: command.Resume, Text: what}
		text, err := p.run(r)
		if damage := (*store.DamagedError)(nil); sure && errors.As(err, &damage) { // the new page asks again, although the person is sure
			text, err = p.run(r)
		}
		return text, err
	}
}

// loading returns a function that puts a match on the table of a page, with a message.
func loading(m match.Match, said string) func(*Play) (string, error) {
	return func(p *Play) (string, error) {
		return p.run(command.Request{Verb: command.Resume, Match: &m, Text: said})
	}
}

// freeName returns a name for a new file in the current folder.
func freeName(base, suffix string) string {
	const most = 1000
	name := base + suffix
	for n := 2; n < most; n++ {
		if _, err := os.Lstat(name); err != nil {
			break
		}
		name = fmt.Sprintf("%s-%d%s", base, n, suffix)
	}
	return name
}

// shownFolder returns the current folder for a sentence.
func shownFolder() string {
	if path := shownPath("."); path != "~" {
		return path
	}
	return "your home folder"
}

// written returns the path of a file that was written, or only its name if the front-end hands the file to the person.
func written(path string, downloads bool) string {
	if downloads {
		return phrase.Name(filepath.Base(path))
	}
	return shownPath(path)
}

// shownPath returns the path of a file or folder, with ~ for the person's home folder.
func shownPath(path string) string {
	if whole, err := filepath.Abs(path); err == nil {
		path = whole
	}
	if home, err := os.UserHomeDir(); err == nil && home != "/" {
		if rest, ok := strings.CutPrefix(path, home); ok && (rest == "" || rest[0] == filepath.Separator) {
			path = "~" + rest
		}
	}
	return phrase.Name(path)
}

// askFile opens the list of the games in a file of game records.
func (o *opener) askFile(path string) {
	games, total, err := o.store.Records(path, command.MostRecords)
	o.askGame(fmt.Sprintf("%s holds %s.", phrase.Name(filepath.Base(path)), phrase.Count(total, "game")), games, total, func(n int) (string, error) {
		m, _, err := o.store.Choose(path, n)
		if err != nil {
			return "", err
		}
		return o.open(m.Game().Info().Name, resuming(path+" "+strconv.Itoa(n), false))
	})
	if err != nil {
		o.form.Said = plainly(fmt.Errorf("%s: %w", phrase.Name(path), err))
	}
}

// askGame opens the list of the first games of a record that has more games in total. The function open opens one by its number, from 1.
func (o *opener) askGame(hint string, games []pgn.Game, total int, open func(n int) (string, error)) {
	list, number := &Field{Kind: List, Label: "Games"}, &Field{Kind: Number, Label: "Or a number"}
	for _, g := range games {
		list.Rows = append(list.Rows, recordRow(o.store, g))
	}
	f := Form{Title: "Open a game", Label: "open", Fields: []*Field{list, number}, Hint: hint}
	if total > len(games) {
		f.Hint = fmt.Sprintf("%s; the first %d are listed.", strings.TrimSuffix(hint, "."), len(games))
	}
	f.do = func() (string, error) {
		n := list.At + 1
		if text := number.value(); o.form.from != 0 && text != "" {
			var err error
			if n, err = command.Number(text); err != nil {
				return "", fmt.Errorf("type a number from 1 to %d", total)
			}
		}
		return open(n)
	}
	o.form.open(f)
}

// recordRow returns the row of a game in a file of game records.
func recordRow(s store.Store, g pgn.Game) Row {
	r := Row{Title: fmt.Sprint("Game ", g.Number)}
	if g.Result == "" {
		r.When, r.State = fmt.Sprint("line ", g.Line), "cannot be read: "+phrase.Printable(g.Why)
		return r
	}
	r.When, r.Who = phrase.Printable(g.Date), phrase.Printable(g.Names[0]+" - "+g.Names[1])
	r.State = g.Result
	r.Load = func(r *Row) {
		m, err := g.Match(s.Game)
		if err != nil {
			r.State = cmp.Or(phrase.Printable(err.Error()), r.State)
			return
		}
		r.State = strings.TrimPrefix(match.Where(m)+", "+g.Result, ", ")
		r.View, r.Game = m.State().View(m.Side), m.Game().Info().Name
	}
	return r
}

// keeping returns the parameter sentence, which says that the game of p is kept, if the game is on the disk at this moment. Any news about the file
// comes first. If the game is not on the disk, keeping returns the reason, or only says that the game is not kept.
func keeping(p *table.Person, sentence string) string {
	kept, news := p.Keep()
	switch {
	case kept:
		return strings.TrimSpace(news + " " + sentence)
	case news != "":
		return news
	}
	return "It is not kept."
}

// Continue continues the kept game whose kind has this name, if there is one.
func (d *Desk) Continue(name string) {
	m := d.Menu
	for i, g := range d.Games {
		if g.Info().Name == name && m.Kept[i] != nil {
			m.Entry = i
			m.resume()
		}
	}
}

// resume continues the kept game. If another program has a newer game open, it first says which program.
func (m *Menu) resume() {
	var busy error
	if m.Entry < len(m.Kept) {
		name := m.desk.Games[m.Entry].Info().Name
		busy = m.desk.Store.Library.Busy(name, false)
		if k, ok := m.desk.Store.Library.Kept(name); ok && m.Kept[m.Entry] == nil { // another program has left the game since
			m.Kept[m.Entry] = &k
		}
	}
	switch {
	case m.Entry < len(m.Kept) && m.Kept[m.Entry] != nil:
	case busy != nil:
		m.Said = plainly(busy)
		return
	default:
		m.Said = "There is no game to continue here; " + For(m.desk, "press Enter", "tap Play") + " to start one."
		return
	}
	wish := m.wish()
	wish.Opponent = store.OpponentPerson // until the kept game is loaded
	m.begin(wish)
	if p := m.desk.Play; p != nil {
		p.want(command.Request{Verb: command.Resume, Text: strconv.Itoa(m.Kept[m.Entry].Number)})
		if p.news(); busy != nil {
			p.Message.tell(plainly(busy))
		}
	}
}

package online

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"time"

	"attic/desk"
	"attic/desk/command"
	"attic/game"
	"attic/internal/phrase"
	"attic/match/store"
	at "attic/table"
	"attic/table/wire"
)

// The pauses before a hall that is away is asked again. They double from the first to the longest. Each is shortened at random by up to half, so that
// not everybody asks at the same time.
const (
	againTime = time.Second
	mostAgain = time.Minute
)

// page shows a hall in forms of a desk.
type page struct {
	d     *desk.Desk
	hall  *Client     // nil until it has answered
	list  *desk.Field // its tables
	rows  []row       // the rows of the list
	found bool        // the list shows the tables of the hall
	name  string      // the person's, as others see it; "": none
	only  *Client     // the only hall that can be reached; nil: there are others
	leave func()      // ends asking this hall
	usual string      // the hint of the list: the notice of the hall, if there is one
}

// row is a row of the list. While the list changes, the row with the same key stays chosen.
type row struct {
	desk.Row
	key string
	do  func() // once the form has closed
}

// Open shows the tables of the hall in the settings, or asks for the address of a hall.
func Open(d *desk.Desk) {
	p := &page{d: d, leave: func() {}}
	if d.Settings.Hall == "" {
		p.ask("", "")
		return
	}
	p.visit(d.Settings.Hall)
}

// At shows the tables of the hall at an address.
func At(address string) func(d *desk.Desk) {
	return func(d *desk.Desk) { (&page{d: d, leave: func() {}}).visit(address) }
}

// In shows the tables of the only hall that people here can reach. transport carries out the requests, at is the address of the tables, and links is
// the address at which browsers open the links.
func In(transport http.RoundTripper, at, links wire.Address) func(d *desk.Desk) {
	var only *Client
	return func(d *desk.Desk) {
		if only == nil {
			only = &Client{at: at, links: links, client: &http.Client{Transport: transport}, kept: d.Store.Profile, guest: true}
		}
		(&page{d: d, leave: func() {}, only: only}).visit("the hall")
	}
}

// ask asks for the address of a hall. The parameter wrong says why the last address failed.
func (p *page) ask(text, wrong string) {
	field := desk.Filled("Address", text)
	p.d.Ask(desk.Form{
		Title: "Online", Label: "connect", Fields: []*desk.Field{field}, Said: wrong,
		Hint: "The address of a hall, as in a browser, such as games.example or 192.168.1.20:7117. Ask whoever runs the hall.",
	}, func() (func(), error) {
		text := strings.TrimSpace(field.String())
		if _, err := parse(text); err != nil {
			return nil, err
		}
		return func() { p.visit(text) }, nil
	})
}

// visit looks for the hall at an address, and shows its tables.
func (p *page) visit(address string) {
	p.leave()
	p.hall, p.found, p.list = nil, false, &desk.Field{Kind: desk.List, Label: "Tables"}
	p.fill(p.elsewhere(address))
	p.show("Asking "+phrase.Clip(phrase.Printable(address))+" for its tables.", "")
	saved := p.only != nil || address == p.d.Settings.Hall
	there, leave := context.WithCancel(context.Background())
	p.leave = leave
	p.d.Fetch(func(ctx context.Context, show func(func())) {
		context.AfterFunc(ctx, leave)
		tell := func(then func()) {
			show(func() {
				if there.Err() == nil {
					then()
				}
			})
		}
		hall, since, pause, met := p.only, time.Time{}, againTime, false
		for there.Err() == nil {
			began, err := time.Now(), error(nil)
			switch {
			case met:
			case p.only != nil:
				err = hall.meet(there)
			default:
				hall, err = Dial(there, address, p.d.Store.Profile)
			}
			if met = err == nil; met {
				tell(func() {
					p.hall = hall
					if p.only == nil && p.d.Settings.Hall != hall.Address() {
						p.d.Set(func(s *store.Settings) { s.Hall = hall.Address() })
					}
				})
				hall.follow(there, p.d.Store.Seats.Kept, func(t tables) {
					since, pause = time.Time{}, againTime
					tell(func() { p.changed(t) })
				})
			}
			if since.IsZero() {
				since = time.Now()
			}
			if !met && !saved {
				tell(func() { p.ask(address, command.Sentence(err)) })
				return
			}
			tell(func() { p.away(address, err, since) })
			if time.Since(began) > mostAgain {
				pause = againTime
			}
			select {
			case <-there.Done():
			case <-time.After(pause/2 + rand.N(pause/2)):
			}
			pause = min(2*pause, mostAgain)
		}
	})
}

// away shows that a hall has not answered since a given time, and a row that asks the hall again now. err is the reason why the hall was not found,
// or nil if it was found.
func (p *page) away(address string, err error, since time.Time) {
	again := row{desk.Row{Title: "Try again", State: "ask " + phrase.Clip(phrase.Printable(address))}, "again", func() { p.visit(address) }}
	rows := slices.DeleteFunc(slices.Clone(p.rows), func(r row) bool { return r.key == again.key })
	if !p.found {
		rows = p.elsewhere(address)
	}
	p.fill(append([]row{again}, rows...))
	why := "The hall does not answer"
	if err != nil {
		why = strings.TrimSuffix(command.Sentence(err), ".")
	}
	p.hint(why + ". It has not answered since " + since.Format("15:04:05") + "; attic keeps trying.")
}

// elsewhere returns the row that leads to another hall, if there are others.
func (p *page) elsewhere(address string) []row {
	if p.only != nil {
		return nil
	}
	return []row{{desk.Row{Title: "Another hall", State: "now " + phrase.Clip(phrase.Printable(address))}, "hall", func() {
		p.leave()
		p.ask(address, "")
	}}}
}

// fill replaces the rows of the list. The same row stays chosen, if it still exists.
func (p *page) fill(rows []row) {
	key := ""
	if p.list.At < len(p.rows) {
		key = p.rows[p.list.At].key
	}
	p.rows, p.list.Rows = rows, nil
	for _, r := range rows {
		p.list.Rows = append(p.list.Rows, r.Row)
	}
	p.list.At = max(0, slices.IndexFunc(rows, func(r row) bool { return r.key == key }))
}

// show shows the list. The parameter hint describes what is happening; if it is "", show describes what the person can do. The parameter wrong is an
// error, or "".
func (p *page) show(hint, wrong string) {
	if hint == "" {
		hint = cmp.Or(p.usual, usualHint)
	}
	p.d.Ask(desk.Form{Title: "Online", Label: "choose", Fields: []*desk.Field{p.list}, Hint: hint, Said: wrong}, func() (func(), error) {
		return p.rows[p.list.At].do, nil
	})
}

const usualHint = "Take a seat, make a table or watch."

// hint changes the hint of the list, if the list is shown. An error stays, unless the error was that the hall did not answer.
func (p *page) hint(text string) {
	f := &p.d.Form
	if len(f.Fields) != 1 || f.Fields[0] != p.list {
		return
	}
	if f.Hint = text; f.Said == command.Sentence(errAway) {
		f.Said = ""
	}
}

// notice returns the notice of the hall as a sentence, or "".
func (t tables) notice() string {
	if t.Notice == "" {
		return ""
	}
	return "Notice: " + phrase.Printable(t.Notice)
}

func (p *page) changed(t tables) {
	address := p.hall.Address()
	p.name = t.name
	rows := p.challenged(t.asked)
	for _, o := range known(p.d.Games, t.own) {
		r := o.row("your game", o.state())
		r.do = func() { p.d.Join(o.address) }
		rows = append(rows, r)
	}
	for _, o := range known(p.d.Games, t.away) {
		r := o.row("play here", o.state())
		r.do = func() {
			p.sit("Moving your seat here.", func(ctx context.Context) (seat, error) {
				return p.hall.sit(ctx, "people/seat", wish{Table: o.ID})
			})
		}
		rows = append(rows, r)
	}
	lost := p.lost(t.own)
	for _, o := range known(p.d.Games, t.Free) {
		r := o.row("play as "+o.side(), o.terms())
		r.do = func() {
			p.sit("Taking the seat.", func(ctx context.Context) (seat, error) { return p.hall.take(ctx, o.ID) })
		}
		rows = append(rows, r)
	}
	for _, g := range p.d.Games {
		if name := g.Info().Name; p.hall.games[name] {
			setup := p.d.Settings.Game(name).Options
			state := cmp.Or(options(g, setup), "for a friend or anybody")
			rows = append(rows, row{
				desk.Row{Title: g.Info().Title + ": new table", State: state, View: desk.SampleOf(g, nil, setup), Game: name},
				"new " + name, func() { p.make(g, setup, t.name != "") },
			})
		}
	}
	for _, o := range known(p.d.Games, t.Playing) {
		r := o.row("watch", o.terms())
		r.do = func() { p.d.Join(p.hall.join(o.ID, true)) }
		rows = append(rows, r)
	}
	if p.hall.cups {
		rows = append(rows, row{desk.Row{Title: "Tournaments", State: "join, play, standings"}, "tournaments", p.tournaments})
	}
	if !p.found { // nobody can have chosen anything so far
		p.found, p.rows = true, nil
	}
	p.fill(slices.Concat(rows, lost, []row{p.you(t.name)}, p.elsewhere(address)))
	p.usual = cmp.Or(t.notice(), usualHint)
	p.hint(p.usual)
}

// lost returns rows for the seats that lead to no table now. Choosing a row asks whether to remove the seat's key.
func (p *page) lost(own []table) (rows []row) {
	for _, o := range own {
		if o.lost == "" {
			continue
		}
		rows = append(rows, row{desk.Row{Title: "A seat without a game", State: "remove", Who: o.lost}, "lost " + o.ID, func() {
			text := phrase.Capital(o.lost) + ". The key of the seat is kept until you remove it."
			p.d.Ask(desk.Form{Title: "A seat without a game", Label: "remove", Hint: text}, func() (func(), error) {
				err := p.d.Store.Seats.Forget(o.address)
				return func() { p.visit(p.hall.Address()) }, err
			})
		}})
	}
	return rows
}

// row describes a table: what can be done there, and its state or clock.
func (o of) row(what, state string) row {
	return row{
		Row: desk.Row{
			Title: o.game.Info().Title + ": " + what, State: state, Who: joined(o.round(), options(o.game, o.Options), o.who()),
			Load: func(r *desk.Row) {
				if s, err := o.game.New(game.Setup{Options: o.Options}); err == nil {
					r.View, r.Game = s.View(max(s.ToMove(), 0)), o.Game
				}
			},
		},
		key: what + " " + o.ID,
	}
}

// sit asks the hall for a seat, and joins the game.
func (p *page) sit(hint string, ask func(ctx context.Context) (seat, error)) {
	p.show(hint, "")
	p.d.Fetch(func(ctx context.Context, show func(func())) {
		s, err := ask(ctx)
		show(func() {
			if err != nil {
				p.show("", command.Sentence(err))
				return
			}
			address := p.hall.join(s.ID, false)
			if s.Friend != "" {
				p.d.Set(func(kept *store.Settings) { kept.Invite(address, p.hall.link(s.Friend)) })
			}
			p.d.Join(address)
		})
	})
}

// clocks are the clocks to choose from, as a hall reads them.
var clocks = []string{"", "5+5", "10+5", "30+10", "3d"}

// make asks how to play a game at a new table, and makes the table. A person who is named may challenge somebody.
func (p *page) make(g game.Game, setup string, named bool) {
	info := g.Info()
	with := &desk.Field{Kind: desk.Choice, Label: "Other player", Options: []string{"a friend by link", "anybody"}}
	clock := &desk.Field{Kind: desk.Choice, Label: "Clock", Options: append([]string{"none"}, clocks[1:]...)}
	side := &desk.Field{Kind: desk.Choice, Label: "Your side", Options: []string{"random"}}
	for _, s := range info.Seats {
		side.Options = append(side.Options, s.Name)
	}
	hints := &desk.Field{Kind: desk.Choice, Label: "Hints", Options: []string{"off", "allowed"}}
	hint := "10+5: ten minutes each, and five seconds for each move. 3d: three days for each move."
	if chosen := options(g, setup); chosen != "" {
		hint = phrase.Capital(chosen) + ", as chosen in the menu. " + hint
	}
	fields, to := []*desk.Field{with, clock, side, hints}, desk.Filled("Name", "")
	if named {
		with.Options = append(with.Options, "a person by name")
		fields = append(fields, to)
	}
	p.d.Ask(desk.Form{Title: info.Title + ": new table", Label: "make", Fields: fields, Hint: hint}, func() (func(), error) {
		w := wish{Game: info.Name, Options: setup, Clock: clocks[clock.At], With: []string{friend, anybody, byName}[with.At], Side: side.At - 1, Hints: hints.At > 0}
		if w.To = strings.TrimSpace(to.String()); w.With == byName && w.To == "" {
			return nil, errors.New("write the name of the person whom you want to challenge")
		}
		return func() {
			p.sit("Making the table.", func(ctx context.Context) (seat, error) { return p.hall.make(ctx, w) })
		}, nil
	})
}

// of is a table whose game this program knows.
type of struct {
	table
	game game.Game
}

// known returns the tables whose games this program knows. It omits tables that make no sense.
func known(games []game.Game, list []table) (tables []of) {
	for _, t := range list {
		for _, g := range games {
			if g.Info().Name == t.Game && len(t.Seats) == len(g.Info().Seats) && (t.Names == nil || len(t.Names) == len(t.Seats)) && wire.CheckID(t.ID) == nil {
				tables = append(tables, of{t, g})
			}
		}
	}
	return tables
}

func (o of) side() string { return o.game.Info().Seats[max(0, slices.Index(o.Seats, "free"))].Name }

// who names the people at a table, or returns "" if nobody has a name.
func (o of) who() string {
	if o.Names == nil {
		return ""
	}
	names := make([]string, len(o.Names))
	for seat, name := range o.Names {
		if names[seat] = phrase.Clip(phrase.Printable(name)); name == "" {
			names[seat] = o.game.Info().Seats[seat].Name
		}
	}
	return strings.Join(names, " – ")
}

// round names the tournament and the round of a table, or returns "" if it belongs to none.
func (o of) round() string {
	if o.Tournament == nil {
		return ""
	}
	return fmt.Sprintf("%s, round %d", phrase.Clip(phrase.Printable(o.Tournament.Name)), o.Tournament.Round)
}

// options describes the options of a table: "blocks: four corners". It returns "" if there are none.
func options(g game.Game, text string) string {
	choices, ok := g.(game.Choices)
	if !ok {
		return ""
	}
	var list []string
	words := strings.Fields(text)
	for _, c := range choices.Choices() {
		for _, item := range c.Items {
			if item.Text != "" && slices.Contains(words, c.Name+"="+item.Text) {
				list = append(list, strings.ToLower(c.Label)+": "+item.Label)
			}
		}
	}
	return strings.Join(list, ", ")
}

// terms names the clock of a table in words, and whether hints are allowed.
func (o of) terms() string {
	if o.Hints {
		return period(o.Clock) + ", hints allowed"
	}
	return period(o.Clock)
}

func period(clock string) string {
	minutes, seconds, plus := strings.Cut(clock, "+")
	days, long := strings.CutSuffix(clock, "d")
	switch {
	case clock == "":
		return "no clock"
	case clock == "1d":
		return "1 day a move"
	case long:
		return phrase.Printable(days) + " days a move"
	case plus && seconds != "0":
		return phrase.Printable(minutes) + " min + " + phrase.Printable(seconds) + " s a move"
	}
	return phrase.Printable(minutes) + " min"
}

func joined(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ", ")
}

// Lines describes the tables of a hall, one per line. Each line has the command for playing or watching there. seated are the addresses of the
// person's seats.
func (h *Client) Lines(ctx context.Context, games []game.Game, seated []store.Sitting) (lines []string, err error) {
	t, err := h.list(ctx, seated)
	if err != nil {
		return nil, err
	}
	if notice := t.notice(); notice != "" {
		lines = append(lines, notice)
	}
	for _, o := range t.own {
		if o.lost != "" {
			lines = append(lines, "Your seat "+o.address+": "+o.lost+"; its key is kept")
		}
	}
	add := func(o of, what, state, command string) {
		lines = append(lines, o.game.Info().Title+": "+joined(what, state, o.round(), options(o.game, o.Options), o.who())+": "+command)
	}
	for _, o := range known(games, t.own) {
		add(o, "your game", o.state(), "attic join "+o.address)
	}
	for _, o := range known(games, t.asked) {
		add(o, "a challenge", o.terms(), "attic online --take "+o.ID)
	}
	for _, o := range known(games, t.Free) {
		add(o, "play as "+o.side(), o.terms(), fmt.Sprintf("attic online --take %s", o.ID))
	}
	for _, o := range known(games, t.Playing) {
		add(o, "watch", o.terms(), "attic join "+h.link(o.ID)+wire.Watching)
	}
	return lines, nil
}

// state returns the state of one of the person's tables, in words.
func (o of) state() string {
	switch {
	case o.State != "":
		return phrase.Clip(phrase.Printable(o.State))
	case o.Turn: // a hall of an earlier version reports nothing else
		return at.YourMove.Title()
	}
	return at.TheirMove.Title()
}

// Take takes the free seat of a table, and returns the address for joining.
func (h *Client) Take(ctx context.Context, id string) (address string, err error) {
	s, err := h.take(ctx, id)
	return h.join(s.ID, false), err
}

// Make makes a table for playing a game with a friend. The clock is as in --clock, or "". Make returns the address for joining and the friend's link.
func (h *Client) Make(ctx context.Context, name, clock string) (address, link string, err error) {
	s, err := h.make(ctx, wish{Game: name, Clock: clock, With: friend, Side: game.Nobody})
	return h.join(s.ID, false), h.link(s.Friend), err
}

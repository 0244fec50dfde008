package online

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"attic/desk"
	"attic/desk/command"
	"attic/internal/phrase"
	"attic/table/wire"
)

// listed is a tournament in the list of a hall.
type listed struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Game    string `json:"game"`
	Kind    string `json:"kind"`
	State   string `json:"state"`
	Round   int    `json:"round"`
	Rounds  int    `json:"rounds"`
	Players int    `json:"players"`
}

// contest is a tournament with its players and rounds.
type contest struct {
	listed
	Clock   string `json:"clock"`
	Late    int    `json:"late"` // people can join until this round is paired
	Player  int    `json:"player"`
	Players []struct {
		Name string `json:"name"`
		Left bool   `json:"left"`
	} `json:"players"`
	Pairings []struct {
		Boards []struct {
			Table   string `json:"table"`
			Players []int  `json:"players"`
			Result  string `json:"result"`
		} `json:"boards"`
	} `json:"pairings"`
	Standings []struct {
		Place  int       `json:"place"`
		Player int       `json:"player"`
		Points float64   `json:"points"`
		Ties   []float64 `json:"ties"`
	} `json:"standings"`
	Ties []string `json:"ties"`
}

// about describes a tournament in words: game, system, number of players.
func (l listed) about(p *page, more string) string {
	title := phrase.Printable(l.Game)
	for _, g := range p.d.Games {
		if g.Info().Name == l.Game {
			title = g.Info().Title
		}
	}
	kind := map[string]string{"swiss": "Swiss", "robin": "everybody meets everybody", "deals": "everybody solves the same deals"}[l.Kind]
	return joined(title, kind, more, phrase.Count(l.Players, "player"))
}

// progress describes how far a tournament is.
func (l listed) progress() string {
	switch {
	case l.State == "over":
		return "over"
	case l.State != "playing":
		return "not started"
	}
	return fmt.Sprintf("round %d of %d", l.Round, l.Rounds)
}

// name returns the name of the player with a number.
func (c contest) name(number int) string {
	if number < 1 || number > len(c.Players) {
		return "somebody"
	}
	return phrase.Clip(phrase.Printable(c.Players[number-1].Name))
}

// loads sends a request, and then calls the function then, or shows the tables with the error.
func (p *page) loads(hint, path string, body, to any, then func()) {
	p.show(hint, "")
	p.d.Fetch(func(ctx context.Context, show func(func())) {
		err := p.hall.ask(ctx, path, body, to)
		show(func() {
			if err != nil {
				p.show("", command.Sentence(err))
				return
			}
			then()
		})
	})
}

// pick shows rows to choose from; at is the row that is chosen first.
func (p *page) pick(title, hint string, rows []row, at int) {
	list := &desk.Field{Kind: desk.List, Label: title, At: at}
	for _, r := range rows {
		list.Rows = append(list.Rows, r.Row)
	}
	p.d.Ask(desk.Form{Title: title, Label: "choose", Fields: []*desk.Field{list}, Hint: hint}, func() (func(), error) { return rows[list.At].do, nil })
}

// tournaments shows the tournaments of the hall.
func (p *page) tournaments() {
	var all struct {
		Tournaments []listed `json:"tournaments"`
	}
	p.loads("Asking for the tournaments.", "tournaments", nil, &all, func() {
		var rows []row
		for _, l := range all.Tournaments {
			rows = append(rows, row{desk.Row{Title: phrase.Clip(phrase.Printable(l.Name)), State: l.progress(), Who: l.about(p, "")}, l.ID, func() { p.tournament(l.ID, "") }})
		}
		hint := "Choose a tournament to see its standings, or to join it."
		if len(rows) == 0 {
			hint = "There is no tournament. The lobby in a browser makes one."
		}
		p.pick("Tournaments", hint, append(rows, row{desk.Row{Title: "Tables", State: "back"}, "back", func() { p.show("", "") }}), 0)
	})
}

// tournament asks for a tournament and shows it, after joining or leaving it if that is the parameter does.
func (p *page) tournament(id, does string) {
	var c contest
	path, body := "tournaments/"+url.PathEscape(id), any(nil)
	if p.name != "" {
		path, body = path+"/player", about{Phrase: p.hall.secret()}
	}
	if does != "" {
		path = strings.TrimSuffix(path, "player") + does
	}
	p.loads("Asking for the tournament.", path, body, &c, func() { p.entered(c, "", 0) })
}

// entered shows a tournament: the person's own game, joining and leaving, and the standings. The parameter at is the row that is chosen first, and hint
// describes it; "" stands for a description of the tournament.
func (p *page) entered(c contest, hint string, at int) {
	c.listed.Players, c.Round = len(c.Players), len(c.Pairings)
	if hint == "" {
		hint = phrase.Capital(c.progress()) + ". " + c.about(p, period(c.Clock)) + "."
	}
	var rows []row
	inside := c.Player > 0 && c.Player <= len(c.Players) && !c.Players[c.Player-1].Left
	for r, round := range c.Pairings {
		for _, b := range round.Boards {
			if b.Result != "" || !slices.Contains(b.Players, c.Player) || wire.CheckID(b.Table) != nil {
				continue
			}
			var names []string
			for _, n := range b.Players {
				if len(b.Players) > 1 {
					names = append(names, c.name(n))
				}
			}
			rows = append(rows, row{desk.Row{Title: fmt.Sprintf("Your game, round %d", r+1), State: "play", Who: strings.Join(names, " – ")}, b.Table, func() {
				p.sit("Moving your seat here.", func(ctx context.Context) (seat, error) {
					return p.hall.sit(ctx, "people/seat", wish{Table: b.Table})
				})
			}})
		}
	}
	switch open := c.Round < c.Late || c.Player > 0; {
	case c.State == "over":
	case inside:
		rows = append(rows, row{desk.Row{Title: "Leave", State: "play no further round"}, "leave", func() { p.tournament(c.ID, "leave") }})
	case open && p.name == "":
		hint += " To join, enter your recovery phrase first: You, in the list of tables."
	case open:
		rows = append(rows, row{desk.Row{Title: "Join", State: "as " + p.name}, "join", func() { p.tournament(c.ID, "join") }})
	}
	number := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
	for _, s := range c.Standings {
		name := c.name(s.Player)
		row, n := row{desk.Row{Title: fmt.Sprintf("%d. %s", s.Place, name), State: cmp.Or(map[float64]string{1: "1 point"}[s.Points], number(s.Points)+" points")}, "", nil}, len(rows)
		if s.Player == c.Player {
			row.Who = "you"
		}
		row.do = func() {
			text := name + ": points " + number(s.Points)
			for i := range min(len(s.Ties), len(c.Ties)) {
				text += ", " + phrase.Printable(c.Ties[i]) + " " + number(s.Ties[i])
			}
			p.entered(c, text+".", n)
		}
		rows = append(rows, row)
	}
	p.pick(phrase.Clip(phrase.Printable(c.Name)), hint, append(rows, row{desk.Row{Title: "All tournaments", State: "back"}, "back", p.tournaments}), at)
}

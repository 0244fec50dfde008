package server

import (
	"archive/zip"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"attic/game"
	"attic/internal/phrase"
	"attic/match"
	"attic/match/pgn"
	"attic/table"
)

// Whoever has the link of an owner or an organiser runs the hall from the page manage.html. The operator's address uses the same functions.

const (
	mostInstructed = 64 << 10 // bytes of the body of a request of those who run the hall
	mostManaged    = 300      // tables, and reports, in one answer to them
	mostIdle       = 3650     // days without a move
)

// instruction is a request of somebody who runs the hall. Each request uses some of the members.
type instruction struct {
	Key   string   `json:"key"` // the secret of their link
	Table string   `json:"table"`
	Seat  int      `json:"seat"`
	Why   string   `json:"why"`
	Days  int      `json:"days"`
	Sure  bool     `json:"sure"` // otherwise the tables are only counted
	ID    string   `json:"id"`   // of a tournament, a person whose name is closed, or a link
	Text  string   `json:"text"` // the notice
	When  string   `json:"when"` // of the last report that was read
	Quiet bool     `json:"quiet"`
	Cups  bool     `json:"cups"`
	Names []string `json:"names"`
	Owner bool     `json:"owner"`
	Name  string   `json:"name"` // whose link it is
}

// acts are the changes that those who run the hall can make, by the path of the request. If owner is set, only owners can make them.
var acts = map[string]struct {
	owner bool
	do    func(h *Hall, of instruction) (any, error)
}{
	"manage": {}, // see serveManage
	"manage/close": {do: func(h *Hall, of instruction) (any, error) {
		s, err := h.at(of.Table)
		if err == nil {
			err = checkReason(of.Why)
		}
		if err == nil {
			err = s.end(because("the operator of this hall has closed it", of.Why), "")
		}
		return done{}, err
	}},
	"manage/expire": {do: expire},
	"manage/ban": {do: func(h *Hall, of instruction) (any, error) {
		return done{}, h.Ban(of.Table, of.Seat, of.Why)
	}},
	"manage/unban": {do: func(h *Hall, of instruction) (any, error) {
		list := h.people.where(func(p person) bool { return p.Banned && earlier(p.Hash) == of.ID })
		if len(list) == 0 {
			return nil, refuse("id", "no such name is closed")
		}
		p, err := h.people.edit(list[0].Hash, false, func(p *person) error {
			p.Banned, p.Why = false, ""
			return nil
		})
		h.recallAll(p.Hash, p.Seats)
		return done{}, err
	}},
	"manage/remove": {do: func(h *Hall, of instruction) (any, error) {
		t, err := h.tournaments.get(of.ID)
		if err == nil {
			err = h.tournaments.remove(t)
		}
		return done{}, err
	}},
	"manage/notice": {do: func(h *Hall, of instruction) (any, error) {
		if err := checkLine("a notice", of.Text, mostNotice); err != nil {
			return nil, err
		}
		return done{}, settle(h, func(s *settings) error { s.Notice = of.Text; return nil })
	}},
	"manage/read": {do: func(h *Hall, of instruction) (any, error) {
		if at, err := time.Parse(time.RFC3339, of.When); err != nil || time.Until(at) > daySeconds*time.Second {
			return nil, refuse("bad", "the member \"when\" must be that of a report")
		}
		return done{}, settle(h, func(s *settings) error { s.Read = max(s.Read, of.When); return nil })
	}},
	"manage/settings": {owner: true, do: func(h *Hall, of instruction) (any, error) {
		if err := checkNames(of.Names); err != nil {
			return nil, err
		}
		err := settle(h, func(s *settings) error {
			if s.Quiet, s.Cups, s.Names = of.Quiet, of.Cups, of.Names; len(s.Names) == 0 {
				s.Names = nil
			}
			return nil
		})
		if err == nil {
			err = h.people.list.Scrub() // of the earlier names
		}
		return done{}, err
	}},
	"manage/export": {do: func(h *Hall, _ instruction) (any, error) {
		var text bytes.Buffer
		err := export(h, zip.NewWriter(&text))
		return map[string][]byte{"zip": text.Bytes()}, err
	}},
	"manage/link": {owner: true, do: makeLink},
	"manage/withdraw": {owner: true, do: func(h *Hall, of instruction) (any, error) {
		return done{}, settle(h, func(s *settings) error {
			was := len(s.Roles)
			s.Roles = slices.DeleteFunc(slices.Clone(s.Roles), func(r role) bool { return earlier(r.Hash) == of.ID })
			if len(s.Roles) == was {
				return refuse("id", "there is no such link")
			}
			return nil
		})
	}},
}

// serveManage registers the requests of those who run the hall.
func serveManage(h *Hall, mux *http.ServeMux) {
	for path, act := range acts {
		asked(mux, path, instruction{Seat: game.Nobody}, func(r *http.Request, of instruction) (any, error) {
			by, err := managed(h, of.Key, r.RemoteAddr)
			switch {
			case err != nil:
				return nil, err
			case act.do == nil:
				return manages(h, by)
			case act.owner && !by.Owner:
				return nil, refuse("closed", "only an owner of this hall can do that, and your link is an organiser's")
			}
			reply, err := act.do(h, of)
			if err == nil {
				h.operator.log.Info(fmt.Sprintf("%s, with the link of %s", path, by.Name), "event", "managed", "table", of.Table)
			}
			return reply, err
		})
	}
}

// managed returns the role of whoever has the secret of a link. A link that another process has just made or withdrawn counts as such.
func managed(h *Hall, secret, from string) (role, error) {
	now := time.Now()
	by, ok := h.people.decided().role(secret)
	if !ok && !h.guards.asks.Allow(from, now) {
		return role{}, errLinks
	}
	if h.others != nil {
		was := h.people.decided()
		if _, err := h.people.renewed(settingsKey); err != nil {
			return role{}, err
		}
		obey(h, was)
		by, ok = h.people.decided().role(secret)
	}
	if !ok {
		h.guards.asks.Wrong(from, secret, now)
		return role{}, errNotManaged
	}
	return by, nil
}

var errNotManaged = refuse("id", "this is not the link of somebody who runs this hall")

// obey puts all open tables away if chat or names at tables are not as in the settings was. People there come back at once, and the tables follow the settings.
func obey(h *Hall, was settings) {
	is := h.people.decided()
	if is.Quiet == was.Quiet && (is.Names == nil) == (was.Names == nil) {
		return
	}
	h.tables.mu.Lock()
	open := slices.Collect(maps.Keys(h.tables.open))
	h.tables.mu.Unlock()
	go restAll(open, h.ending)
}

// refuses returns the function that says why people at a table cannot do something now.
func refuses(h *Hall) func(table.Verb) error {
	return func(what table.Verb) error {
		switch {
		case what == table.Say("").Verb && h.people.decided().Quiet:
			return game.Because(table.ErrRights, "chat is turned off at this hall")
		case what == table.Name(0, "").Verb && h.people.decided().Names != nil:
			return game.Because(table.ErrRights, "this hall accepts only the names in its list; take yours in the lobby")
		}
		return nil
	}
}

// makeLink makes a link for an owner or an organiser.
func makeLink(h *Hall, of instruction) (any, error) {
	if err := checkLine("the name of a link", of.Name, mostTitle); err != nil {
		return nil, err
	}
	key := newID()
	err := settle(h, func(s *settings) error {
		if len(s.Roles) >= mostRoles {
			return refuse("taken", "this hall has %d links: withdraw one of them first", mostRoles)
		}
		s.Roles = append(slices.Clone(s.Roles), role{match.KeyHash(key), of.Owner, of.Name, time.Now().Unix()})
		return nil
	})
	return map[string]string{"key": key, "page": strings.TrimSuffix(h.herald.address, "/") + "/manage.html#" + key}, err
}

// managedTable is a table as those who run the hall see it.
type managedTable struct {
	shown
	Moved   int64  `json:"moved,omitempty"`   // when somebody last moved, or the table was made or taken; 0: unknown
	Damaged string `json:"damaged,omitempty"` // why the table is closed

	Tournament *ofTournament `json:"tournament,omitempty"`
}

// moved returns when somebody last moved at a table, or when it was made or taken, in seconds since 1970; 0: unknown. The caller holds the lock of the tables.
func moved(s *seated) int64 {
	e := s.entry
	if s.begun && e.Over == "" && s.toMove < 0 {
		return 0
	}
	return max(e.Made, e.Left, e.Done, s.since)
}

// managedTables returns the tables of the hall, the newest first, and after them the entries of lists that cannot be read.
func managedTables(h *Hall) []managedTable {
	list := []managedTable{}
	h.tables.mu.Lock()
	for _, s := range slices.SortedFunc(maps.Values(h.tables.all), func(a, b *seated) int { return older(b, a) }) {
		if e := s.entry; e.Closed == "" {
			list = append(list, managedTable{s.shown(), moved(s), e.Damaged, h.tournaments.of(e)})
		}
	}
	h.tables.mu.Unlock()
	for _, broken := range []map[string]string{h.tables.faults(), h.people.faults(), h.tournaments.faults()} {
		for _, key := range slices.Sorted(maps.Keys(broken)) {
			list = append(list, managedTable{shown: shown{ID: key}, Damaged: broken[key]})
		}
	}
	return list
}

// expire closes the tables outside tournaments where a game goes on or has not begun, and nobody has moved for some days. It returns how many there are.
func expire(h *Hall, of instruction) (any, error) {
	if of.Days < 1 || of.Days > mostIdle {
		return nil, refuse("bad", "the member \"days\" is a number from 1 to %d", mostIdle)
	}
	before := time.Now().Unix() - int64(of.Days)*daySeconds
	idle := func(s *seated) bool {
		at := moved(s)
		return s.entry.Closed == "" && s.entry.Over == "" && s.entry.Cup == nil && 0 < at && at < before
	}
	why, n, err := because("the operator of this hall has closed it", fmt.Sprintf("nobody had moved for %s", phrase.Count(of.Days, "day"))), 0, error(nil)
	for _, s := range h.tables.where(idle) {
		e := error(nil)
		if of.Sure {
			e = s.endIf(why, "", func(entry) error {
				if !idle(s) { // somebody has just moved
					return errNoTable
				}
				return nil
			})
		}
		if e == nil {
			n++
		} else if e != errNoTable {
			err = errors.Join(err, e)
		}
	}
	return map[string]int{"tables": n}, err
}

// managing is what somebody who runs the hall sees.
type managing struct {
	Owner   bool           `json:"owner"`
	Notice  string         `json:"notice"`
	Quiet   bool           `json:"quiet"`
	Cups    bool           `json:"cups"`
	Names   []string       `json:"names"`
	Tables  []managedTable `json:"tables"`
	All     int            `json:"all"` // how many tables there are
	Bans    []decision     `json:"bans"`
	Reports []readReport   `json:"reports"`         // the newest first
	Links   []decision     `json:"links,omitempty"` // only for owners
}

// decision is a closed name, or a link, as those who run the hall see it.
type decision struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Why   string `json:"why,omitempty"`
	Owner bool   `json:"owner,omitempty"`
	Made  int64  `json:"made,omitempty"`
	You   bool   `json:"you,omitempty"` // it is the link of the request
}

type readReport struct {
	report
	Read bool `json:"read,omitempty"`
}

func manages(h *Hall, by role) (managing, error) {
	s, tables := h.people.decided(), managedTables(h)
	m := managing{
		Owner: by.Owner, Notice: s.Notice, Quiet: s.Quiet, Cups: s.Cups, Names: append([]string{}, s.Names...), Tables: tables[:min(len(tables), mostManaged)], All: len(tables),
		Bans: []decision{}, Reports: []readReport{},
	}
	for _, p := range h.people.where(func(p person) bool { return p.Banned }) {
		m.Bans = append(m.Bans, decision{ID: earlier(p.Hash), Name: p.Name, Why: p.Why})
	}
	slices.SortFunc(m.Bans, func(a, b decision) int { return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.ID, b.ID)) })
	text, err := h.place.Reports()
	for line := range bytes.Lines(text) {
		var r readReport
		if json.Unmarshal(line, &r.report) == nil {
			r.Read = r.When <= s.Read
			m.Reports = append(m.Reports, r)
		}
	}
	slices.Reverse(m.Reports)
	m.Reports = m.Reports[:min(len(m.Reports), mostManaged)]
	for _, r := range s.Roles {
		if by.Owner {
			m.Links = append(m.Links, decision{ID: earlier(r.Hash), Name: r.Name, Owner: r.Owner, Made: r.Made, You: r == by})
		}
	}
	return m, err
}

// export writes all finished games, the tournaments and the ladders. Games without a notation are written as JSON.
func export(h *Hall, to *zip.Writer) error {
	h.exporting.Lock() // reading all games takes a while
	defer h.exporting.Unlock()
	file := func(name string, text []byte) error {
		w, err := to.Create(name)
		if err == nil {
			_, err = w.Write(text)
		}
		return err
	}
	var games bytes.Buffer
	others, all := []record{}, []json.RawMessage{}
	over := h.tables.where(func(s *seated) bool {
		return (s.entry.Over != "" || s.begun) && s.entry.Closed == "" && s.entry.Damaged == ""
	})
	h.tables.mu.Lock()
	slices.SortFunc(over, older)
	h.tables.mu.Unlock()
	for _, s := range over {
		if e, _ := h.tables.entry(s.id); h.tournaments.hidden(e) != nil { // the organiser may be a player
			continue
		}
		list, err := s.finished()
		for _, f := range list {
			e := pgn.WriteAll(&games, f.match, pgn.Date(f.when), f.elo...)
			if errors.Is(e, pgn.ErrHides) || errors.Is(e, pgn.ErrNoNotation) {
				var of []record
				of, e = f.records()
				others = append(others, of...)
			}
			err = errors.Join(err, e)
		}
		if err != nil {
			h.operator.failed(s.id, "table "+s.id+": its games cannot be read: "+err.Error())
		}
	}
	for _, t := range h.tournaments.every() {
		all = append(all, h.tournaments.showing(t).text)
	}
	ladders := map[string][]ranked{}
	for _, g := range h.offers {
		ladders[g.Info().Name] = h.ladders.of(g.Info().Name, h.people)
	}
	return errors.Join(file("games.pgn", games.Bytes()), file("games.json", encoded(map[string][]record{"games": others})),
		file("tournaments.json", encoded(map[string][]json.RawMessage{"tournaments": all})), file("ladders.json", encoded(ladders)), to.Close())
}

package server

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"attic/game"
)

// shown is a table as the lobby shows it.
type shown struct {
	ID       string   `json:"id"`
	Game     string   `json:"game"`
	Options  string   `json:"options,omitempty"`
	Clock    string   `json:"clock,omitempty"`
	Hints    bool     `json:"hints,omitempty"` // the players may use hints and other help
	Seats    []string `json:"seats"`           // person, computer, or free
	Names    []string `json:"names,omitempty"` // by seat; missing if nobody has a name
	Level    int      `json:"level"`
	Made     int64    `json:"made"`
	Begun    bool     `json:"begun,omitempty"` // a seat has acted
	Watchers int      `json:"watchers,omitempty"`
	Over     string   `json:"over,omitempty"`
	Here     bool     `json:"here,omitempty"` // a seat is free, and the maker of the table is there
	To       string   `json:"to,omitempty"`   // the name of the person for whom the free seat is kept
}

// ordered is a list of tables, the oldest first, so that the lobby need not look at all tables.
type ordered []*seated

// set puts a table into the list, or removes it.
func (f *ordered) set(s *seated, on bool) {
	i, there := slices.BinarySearchFunc(*f, s, older)
	switch {
	case on && !there:
		*f = slices.Insert(*f, i, s)
	case !on && there:
		*f = slices.Delete(*f, i, i+1)
	}
}

// older compares tables by the times at which they were made, and then by their IDs in reverse. So a list with the newest first has the order of
// docs/hall.md. The caller holds the lock of the tables.
func older(a, b *seated) int {
	return cmp.Or(cmp.Compare(a.entry.Made, b.entry.Made), cmp.Compare(b.id, a.id))
}

// lobby shows the tables to people who are looking for a table.
type lobby struct {
	tables   *directory
	people   *people
	end      func(*seated) (at int64, why string) // when a table ends
	audience audience

	mu    sync.Mutex // taken before the lock of the tables
	shows *picture   // the last picture; nil: none yet
	seen  uint64     // the number of the last change that shows includes
}

func newLobby(tables *directory, people *people, deadlines *deadlines) *lobby {
	return &lobby{tables: tables, people: people, end: deadlines.end, audience: audience{waiters: map[string]map[*waiter]bool{}}}
}

// picture is the content of the lobby at one moment. It never changes.
type picture struct {
	n     uint64
	shows [2][]card // free and playing
	text  []byte    // the lists

	notice string    // settings.Notice
	made   time.Time // when it was made or last found unchanged
}

// card is a table in a picture, as JSON.
type card struct {
	id   string
	text []byte
}

// lists returns the whole picture in the form that docs/hall.md describes. It ignores the earlier picture.
func (p *picture) lists(*picture) []byte { return p.text }

func (c card) same(d card) bool { return c.id == d.id && bytes.Equal(c.text, d.text) }

func array(cards []card) []byte {
	text := []byte("[")
	for i, c := range cards {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(text, c.text...)
	}
	return append(text, ']')
}

// changes are the differences between two pictures, by the names of the lists.
type changes struct {
	N    uint64                       `json:"n"`
	Put  map[string][]json.RawMessage `json:"put,omitempty"`
	Gone map[string][]string          `json:"gone,omitempty"`

	Notice *string `json:"notice,omitempty"` // the new notice
}

// since returns the changes between the picture was and the picture now, or all of now if was is nil.
func (now *picture) since(was *picture) []byte {
	if was == nil {
		return now.text
	}
	c := changes{N: now.n, Put: map[string][]json.RawMessage{}, Gone: map[string][]string{}}
	if now.notice != was.notice {
		c.Notice = &now.notice
	}
	for kind, name := range [2]string{"free", "playing"} {
		before := map[string][]byte{}
		for _, x := range was.shows[kind] {
			before[x.id] = x.text
		}
		for _, x := range now.shows[kind] {
			if !bytes.Equal(before[x.id], x.text) {
				c.Put[name] = append(c.Put[name], x.text)
			}
			delete(before, x.id)
		}
		if len(before) > 0 {
			c.Gone[name] = slices.Sorted(maps.Keys(before))
		}
	}
	return encoded(c)
}

// backwards returns the tables of a list, the newest first.
func backwards(f ordered) []*seated {
	list := slices.Clone(f)
	slices.Reverse(list)
	return list
}

// shown returns the table as the lobby shows it. The caller holds the lock of the tables.
func (s *seated) shown() shown {
	e := s.entry
	to := shown{
		ID: e.ID, Game: e.Game, Options: e.Options, Clock: e.Clock, Hints: e.Hints, Made: e.Made, Over: e.Over, Begun: s.begun, Watchers: s.watchers,
		Here: s.here && e.free() >= 0,
	}
	if g, ok := s.hall.offers.find(e.Game); ok {
		to.Level, _ = game.LevelOf(g, e.Level)
	}
	for _, place := range e.Seats {
		who := "person"
		switch {
		case place.Computer:
			who = "computer"
		case place.Free:
			who = "free"
		}
		to.Seats = append(to.Seats, who)
	}
	if p, ok := s.hall.people.known(e.challenged()); ok {
		to.To = s.hall.people.shown(p)
	}
	names := make([]string, len(e.Seats))
	for seat := range names {
		if names[seat] = s.hall.people.nameAt(s.id, seat); names[seat] != "" {
			to.Names = names
		}
	}
	return to
}

func (l *lobby) listing() []byte {
	p, _ := l.picture(0)
	return p.text
}

// picture returns a picture that is at most as old as the parameter says, and the number of the last change included in it. A change that the lobby
// does not show leaves the picture the same.
func (l *lobby) picture(old time.Duration) (p *picture, seen uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	n, _ := l.tables.news.last()
	if p = l.shows; p != nil && (l.seen == n || now.Sub(p.made) < old) {
		return p, l.seen
	}
	next := picture{n: n, made: now, notice: l.people.decided().Notice}
	l.tables.mu.Lock()
	free := backwards(l.tables.free) // the maker is present at each
	for _, s := range slices.Backward(l.tables.patient) {
		if end, _ := l.end(s); !s.here && now.Unix() < end {
			free = append(free, s)
		}
	}
	for kind, all := range [2][]*seated{free, backwards(l.tables.playing)} {
		all = l.shares(all)
		next.shows[kind] = make([]card, len(all))
		for i, s := range all {
			text, _ := json.Marshal(s.shown()) // numbers and texts
			next.shows[kind][i] = card{s.id, text}
		}
	}
	l.tables.mu.Unlock()
	if l.seen = n; p != nil && p.notice == next.notice && slices.EqualFunc(p.shows[0], next.shows[0], card.same) && slices.EqualFunc(p.shows[1], next.shows[1], card.same) {
		p.made = now
		return p, n
	}
	next.text = []byte(fmt.Sprintf(`{"n":%d,"free":%s,"playing":%s}`, n, array(next.shows[0]), array(next.shows[1])))
	if next.notice != "" {
		next.text = fmt.Appendf(next.text[:len(next.text)-1], `,"notice":%s}`, encoded(next.notice))
	}
	l.shows = &next
	return l.shows, n
}

// shares returns the tables of a list that the lobby shows, in order. If there are too many, each person gets a share of the list, and then each
// network; people without a name count as one person per network.
func (l *lobby) shares(all []*seated) []*seated {
	if len(all) <= mostShown {
		return all
	}
	type level struct {
		network string
		n       int
	}
	type ranked struct{ at, ofPerson, ofNetwork int }
	var list []ranked
	persons, levels := map[string]int{}, map[level]int{}
	for i, s := range all {
		person := cmp.Or(l.people.at(s.id, s.entry.Side).Hash, s.network)
		if persons[person]++; persons[person] > mostShown {
			continue
		}
		at := level{s.network, persons[person]}
		if levels[at]++; levels[at] <= mostShown {
			list = append(list, ranked{i, at.n, levels[at]})
		}
	}
	slices.SortFunc(list, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(a.ofPerson, b.ofPerson), cmp.Compare(a.ofNetwork, b.ofNetwork), cmp.Compare(a.at, b.at))
	})
	list = list[:mostShown]
	slices.SortFunc(list, func(a, b ranked) int { return cmp.Compare(a.at, b.at) })
	shown := make([]*seated, len(list))
	for i, r := range list {
		shown[i] = all[r.at]
	}
	return shown
}

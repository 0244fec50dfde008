package server

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"attic/game"
	"attic/match"
	"attic/server/keep"
	"attic/table"
)

// Fault is an inconsistency in the storage of a hall.
type Fault struct {
	Table string // the ID of the table, or ""
	Game  int    // the number of the game at the table, or 0
	Why   string
}

// String returns the fault as one line.
func (f Fault) String() string {
	switch {
	case f.Table == "":
		return f.Why
	case f.Game == 0:
		return fmt.Sprintf("table %s: %s", f.Table, f.Why)
	}
	return fmt.Sprintf("table %s, game %d: %s", f.Table, f.Game, f.Why)
}

// Checked counts what Check has read.
type Checked struct {
	Tables, Games, People, Tournaments, Reports int
	Bytes                                       int64 // bytes of the games
	Faults                                      int
}

// String returns a sentence with the numbers.
func (c Checked) String() string {
	return fmt.Sprintf("tables: %d, games: %d with %d KB, people: %d, %sreports: %d: %s", c.Tables, c.Games, (c.Bytes+1023)>>10, c.People, keep.Some("tournaments", c.Tournaments), c.Reports, c.found())
}

func (c Checked) found() string {
	switch c.Faults {
	case 0:
		return "no fault"
	case 1:
		return "1 fault"
	}
	return fmt.Sprint(c.Faults, " faults")
}

// Find returns the game called name if the hall offers it.
type Find func(name string) (game.Game, bool)

// Check reads everything in s and calls fault for each fault found. A hall may use s at the same time.
func Check(s keep.Stock, find Find, fault func(Fault)) (c Checked) {
	tell := func(f Fault) {
		c.Faults++
		fault(f)
	}
	tables, err := keep.All(s.Tables())
	if err != nil {
		tell(Fault{Why: err.Error()})
	}
	c.Tables = len(tables)
	sizes := make(map[string]int, len(tables)) // the numbers of seats, by table
	links := map[string]string{}               // tables by the hashes of links
	for _, id := range slices.Sorted(maps.Keys(tables)) {
		var e entry
		look := func(value []byte) (faults []Fault, games int, size int64) {
			e = entry{}
			if err := decode(value, &e); err != nil {
				return []Fault{{id, 0, "its entry in the list of tables cannot be read: " + err.Error()}}, 0, 0
			}
			if why := e.wrong(id, find); why != "" {
				faults = append(faults, Fault{id, 0, why})
			}
			for _, p := range e.Seats {
				if other, ok := links[p.Hash]; ok && p.Hash != "" && other != id {
					faults = append(faults, Fault{id, 0, "a seat has the same link as a seat at table " + other})
				}
			}
			at := s.Games(id)
			more := checkGames(e, at, find, func(t keep.Text, _ match.Record, wrong error) {
				games++
				size += int64(len(t.Journal))
				if of, ok := at.(keep.Shortened); ok && wrong == nil {
					if lost := of.Missing(t); lost != "" {
						faults = append(faults, Fault{id, t.Number, "its file is shorter than it was: " + lost})
					}
				}
			})
			return append(faults, more...), games, size
		}
		faults, games, size := look(tables[id])
		if len(faults) > 0 { // a hall may have changed the table just now
			switch value, _, err := s.Tables().Get(id); {
			case err == nil && value == nil:
				c.Tables--
				continue
			case err == nil:
				faults, games, size = look(value)
			}
		}
		for _, f := range faults {
			tell(f)
		}
		for _, p := range e.Seats {
			links[p.Hash] = id
		}
		sizes[id] = len(e.Seats)
		c.Games += games
		c.Bytes += size
	}
	err = s.Played(func(id string) error {
		if _, ok := tables[id]; ok {
			return nil
		}
		n := 0
		err := s.Games(id).Texts(func(keep.Text) error {
			n++
			return nil
		})
		if value, _, e := s.Tables().Get(id); err == nil && n > 0 && e == nil && value == nil { // otherwise the table is new or being removed
			tell(Fault{id, 0, "it has games, but is not in the list of tables"})
		}
		return nil
	})
	if err != nil {
		tell(Fault{Why: err.Error()})
	}
	people, err := keep.All(s.People())
	if err != nil {
		tell(Fault{Why: err.Error()})
	}
	c.People = len(people)
	if of, ok := s.(interface{ News() []string }); ok { // a list in a file can be truncated
		for _, note := range of.News() {
			tell(Fault{Why: note})
		}
	}
	for _, hash := range slices.Sorted(maps.Keys(people)) {
		if new(claim).read(people[hash]) {
			c.People--
			continue
		}
		if hash == settingsKey {
			c.People--
			if err := decode(people[hash], new(settings)); err != nil {
				tell(Fault{Why: "the settings of the hall in the list of people cannot be read"})
			}
			continue
		}
		if hash == pushKey {
			c.People--
			if _, err := new(signer).read(people[hash]); err != nil {
				tell(Fault{Why: "the key for pushes in the list of people cannot be read"})
			}
			continue
		}
		if why := wrongPerson(hash, people[hash], sizes); why != "" {
			tell(Fault{Why: fmt.Sprintf("the person with the hash %.8s: %s", hash, why)})
		}
	}
	tournaments, err := keep.All(s.Tournaments())
	if err != nil {
		tell(Fault{Why: err.Error()})
	}
	c.Tournaments = len(tournaments)
	for _, id := range slices.Sorted(maps.Keys(tournaments)) {
		if _, err := tournamentOf(id, tournaments[id]); err != nil {
			tell(Fault{Why: fmt.Sprintf("the tournament %s: %v", id, err)})
		}
	}
	if _, err := s.Identity(""); err != nil {
		tell(Fault{Why: err.Error()})
	}
	reports, err := s.Reports()
	if err != nil {
		tell(Fault{Why: "the reports cannot be read: " + err.Error()})
	}
	for line := range bytes.Lines(reports) {
		c.Reports++
		if !json.Valid(line) {
			tell(Fault{Why: fmt.Sprintf("line %d of the reports cannot be read", c.Reports)})
		}
	}
	return c
}

// wrong returns the fault in the entry of the table with the given id, or "".
func (e entry) wrong(id string, find Find) string {
	g, ok := find(e.Game)
	switch {
	case e.ID != id:
		return fmt.Sprintf("its entry in the list of tables belongs to table %q", e.ID)
	case !ok:
		return fmt.Sprintf("there is no game %q", e.Game)
	case len(e.Seats) != len(g.Info().Seats) || e.Side < 0 || e.Side >= len(e.Seats):
		return fmt.Sprintf("the seats in its entry in the list of tables do not fit %s", g.Info().Title)
	}
	if _, err := table.ParseClock(e.Clock); err != nil && e.Clock != "" {
		return "the clock in its entry in the list of tables cannot be read"
	}
	for i, p := range e.Seats {
		if !p.Computer && !isHash(p.Hash) {
			return fmt.Sprintf("seat %d has no link", i)
		}
	}
	return ""
}

// isHash reports whether text can come from match.KeyHash.
func isHash(text string) bool {
	sum, err := hex.DecodeString(text)
	return err == nil && len(sum) == 32
}

// checkGames reads the games at a table and returns all their faults. It calls saw for each game, with the game's error or nil.
func checkGames(e entry, games keep.Games, find Find, saw func(keep.Text, match.Record, error)) (faults []Fault) {
	n := 0
	var last match.Record
	err := games.Texts(func(t keep.Text) error {
		n++
		r, err := match.ReadRecord(bytes.NewReader(t.Journal), find)
		switch {
		case err != nil:
		case !r.Journal:
			err = errors.New("it is not a journal")
		case t.Name != e.Game || r.Match.Game().Info().Name != e.Game:
			err = fmt.Errorf("it is not a game of %s", e.Game)
		case r.Hosted.Watchers != "" && r.Hosted.Watchers != e.ID:
			err = fmt.Errorf("it belongs to table %s", r.Hosted.Watchers)
		}
		if err != nil {
			faults = append(faults, Fault{e.ID, t.Number, err.Error()})
		}
		last = r
		saw(t, r, err)
		return nil
	})
	switch {
	case err != nil:
		faults = append(faults, Fault{e.ID, 0, "its games cannot be read: " + err.Error()})
	case n == 0 && e.Closed == "":
		faults = append(faults, Fault{e.ID, 0, "it has no game"})
	case len(faults) == 0 && n > 0 && e.Side < len(e.Seats):
		for i, id := range []string{last.Hosted.First.ID, last.Hosted.ID} { // the table's maker, then the other player
			if p := e.Seats[(e.Side+i)%len(e.Seats)]; p.Hash != "" && p.Hash != match.KeyHash(id) {
				faults = append(faults, Fault{e.ID, 0, fmt.Sprintf("the link of seat %d differs from the one in its game", (e.Side+i)%len(e.Seats))})
			}
		}
	}
	return faults
}

// wrongPerson returns the fault in the entry of the person with a hash, or "". sizes has the number of seats of each table.
func wrongPerson(hash string, value []byte, sizes map[string]int) string {
	var p person
	switch err := decode(value, &p); {
	case err != nil:
		return "the entry cannot be read: " + err.Error()
	case p.Hash != hash || !isHash(hash):
		return "the hash in the entry is wrong"
	}
	for _, t := range p.Seats {
		if n, ok := sizes[t.Table]; ok && (t.Seat < 0 || t.Seat >= n) {
			return fmt.Sprintf("there is no seat %d at table %s", t.Seat, t.Table)
		}
	}
	return ""
}

package server

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"attic/match"
	"attic/table"
)

// directory holds the tables of the hall, open or not, as in the list of tables. Its mutex, which comments elsewhere call the lock of the tables, also guards
// the state of each table.
type directory struct {
	replica

	all     map[string]*seated // by the ID of the table
	seats   map[string]held    // by the hash of the link's ID
	open    map[*seated]bool   // the open tables
	making  map[string]*seated // tables that are being made
	damaged map[*seated]bool   // tables that are closed because their games are damaged
	unsure  map[*seated]bool   // tables whose entry may not name the player for whom the game waits; they are opened to find out
	fresh   map[*seated]bool   // open tables about which the other processes must soon be told
	free    ordered            // tables in the lobby with a free seat and with somebody present
	patient ordered            // tables in the lobby with a free seat that are offered for a time even if nobody is present
	playing ordered            // games that can be watched
}

func newDirectory(l link) *directory {
	return &directory{
		replica: newReplica(l), all: map[string]*seated{}, seats: map[string]held{}, open: map[*seated]bool{}, making: map[string]*seated{}, damaged: map[*seated]bool{},
		unsure: map[*seated]bool{}, fresh: map[*seated]bool{},
	}
}

// put adds a table, or changes its entry. The caller holds mu.
func (d *directory) put(s *seated, e entry) {
	d.unlink(s)
	s.entry = e
	d.all[s.id] = s
	s.remembers()
	if e.Damaged == "" {
		delete(d.damaged, s)
	} else {
		d.damaged[s] = true
	}
	d.arrange(s)
	d.news.change()
	for i, place := range s.entry.Seats {
		if place.Hash != "" {
			d.seats[place.Hash] = held{s, i, ""}
		}
		if place.Was != "" {
			d.seats[place.Was] = held{s, i, place.Banned}
		}
	}
}

// unlink forgets the links of the seats of a table. The caller holds mu.
func (d *directory) unlink(s *seated) {
	for _, place := range s.entry.Seats {
		delete(d.seats, place.Hash)
		delete(d.seats, place.Was)
	}
}

// forget removes a table whose entry is gone. The caller holds mu.
func (d *directory) forget(s *seated) {
	delete(d.all, s.id)
	delete(d.damaged, s)
	delete(d.unsure, s)
	d.arrange(s)
	d.news.change()
	d.unlink(s)
}

// arrange adds a table to the lists to which it belongs now, and removes it from the other lists. The caller holds mu.
func (d *directory) arrange(s *seated) {
	e := s.entry
	listed, free := e.Listed && e.Damaged == "" && d.all[s.id] == s, e.free() >= 0
	d.free.set(s, listed && free && s.here)
	d.patient.set(s, listed && free && (e.Clock == "" || strings.HasSuffix(e.Clock, "d")))
	d.playing.set(s, listed && !free && s.attended && len(s.awaited) == 0 && e.Over == "")
}

// edit changes the entry of a table. It calls how, with mu held, on a copy of the entry that has its own Seats.
func (d *directory) edit(s *seated, how func(*entry) error) error { return d.edits(s, how, false) }

// edits is like edit; if last is set, it also works while the hall is closing.
func (d *directory) edits(s *seated, how func(*entry) error, last bool) error {
	s.editing.Lock()
	defer s.editing.Unlock()
	var e entry
	err := d.change(s.id, func() ([]byte, uint64, error) {
		if d.closing() && !last {
			return nil, 0, errClosing
		}
		e = s.entry
		e.Seats = slices.Clone(e.Seats)
		err := how(&e)
		return encoded(e), e.version, err
	}, func(value []byte, version uint64) error {
		if value == nil {
			d.forget(s)
			return errNoTable
		}
		return d.learn(s, value, version)
	}, func(version uint64) {
		if version > s.entry.version { // otherwise the list has already reported a newer version
			e.version = version
			d.put(s, e)
		}
	})
	if _, refused := errors.AsType[*Refusal](err); refused || errors.Is(err, errAsItIs) {
		return err
	}
	if err != nil {
		return fmt.Errorf("the list of tables cannot be written: %w", err)
	}
	return nil
}

// learn stores the list's value for a table. The caller holds mu.
func (d *directory) learn(s *seated, value []byte, version uint64) error {
	e := entry{version: version}
	err := decode(value, &e)
	if err == nil && e.ID != s.id {
		err = fmt.Errorf("it is the entry of table %q", e.ID)
	}
	if err != nil {
		d.broken[s.id] = fmt.Sprintf("the entry of table %s in the list of tables is damaged: %v", s.id, err)
		return errors.New(d.broken[s.id])
	}
	if rule, err := table.ParseClock(e.Clock); err == nil {
		e.Clock = clockText(rule)
	}
	delete(d.broken, s.id)
	d.put(s, e)
	return nil
}

// freshen notes that the other processes must be told about a table that is open here. The caller holds mu.
func (d *directory) freshen(s *seated) {
	if d.shared {
		d.fresh[s] = true
	}
}

// loseSight forgets who is present at those tables of other processes for which gone returns true. After that, only the tables' entries say whom the
// games wait for. The caller holds mu.
func (d *directory) loseSight(gone func(*seated) bool) {
	changed := false
	for _, s := range d.all {
		if s.from != "" && gone(s) {
			s.from, s.attended, s.here, s.watchers = "", false, false, 0
			if !d.unsure[s] {
				s.remembers()
			}
			d.arrange(s)
			changed = true
		}
	}
	if changed {
		d.news.change()
	}
}

// there returns the number of tables that have not ended. The caller holds mu.
func (d *directory) there() (n int) {
	for _, s := range d.all {
		if s.entry.Closed == "" {
			n++
		}
	}
	return n
}

// changed returns the presence at all open tables, or only at those where the presence has changed since it was last returned. It also forgets who is
// present at the tables of silent processes.
func (d *directory) changed(all bool, silent map[string]bool) (list []presence) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if all {
		for s := range d.open {
			d.fresh[s] = true
		}
	}
	for s := range d.fresh {
		list = append(list, presence{s.id, s.attended, s.begun, s.watchers, s.side, s.toMove, s.ply, s.since, s.awaited, s.here, s.network})
	}
	clear(d.fresh)
	d.loseSight(func(s *seated) bool {
		if silent[s.from] {
			d.unsure[s] = true
		}
		return silent[s.from]
	})
	return list
}

// receive stores the presence that another process reports. Unless all is nil, only the tables in all are open in that process.
func (d *directory) receive(from string, list []presence, all map[string]bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, see := range list {
		s := d.all[see.Table]
		if s == nil || s.live != nil {
			continue
		}
		if s.side != see.Side || s.toMove != see.ToMove || s.ply != see.Ply {
			s.told, s.met = false, false
		}
		s.from, s.attended, s.begun, s.watchers, s.side, s.toMove = from, see.Attended, see.Begun, see.Watchers, see.Side, see.ToMove
		s.ply, s.since, s.awaited, s.here, s.network = see.Ply, see.Since, see.Awaited, see.Here, cmp.Or(see.Network, s.network)
		d.arrange(s)
	}
	if all != nil {
		d.loseSight(func(s *seated) bool { return s.from == from && !all[s.id] })
	}
	if len(list) > 0 {
		d.news.change()
	}
}

func (d *directory) get(id string) *seated {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.all[id]
}

// where returns the tables for which the function so returns true, in no particular order.
func (d *directory) where(so func(*seated) bool) (list []*seated) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, s := range d.all {
		if so(s) {
			list = append(list, s)
		}
	}
	return list
}

func (d *directory) ids() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Sorted(maps.Keys(d.all))
}

func (d *directory) entry(id string) (e entry, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if s := d.all[id]; s != nil {
		return s.entry, true
	}
	return e, false
}

// knows reports whether an ID leads to a table that is known here.
func (d *directory) knows(id string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	_, seat := d.seats[match.KeyHash(id)]
	return seat || d.all[folded(id)] != nil
}

// doubts notes that the entry of a table may not name the player for whom the game waits.
func (d *directory) doubts(s *seated) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.unsure[s] = true
}

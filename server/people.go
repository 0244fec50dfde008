package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"attic/internal/glicko"
	"attic/match"
	"attic/server/push"
)

// There are no accounts: a seat belongs to whoever has its key. A person may have a name, and a recovery phrase with which they find their games on
// any device. Names and phrases are in a separate list, so that deleting them leaves no trace in any game.

const (
	phraseLetters = 28
	phraseGroup   = 4   // letters between two hyphens
	mostSeats     = 200 // seats of a person that are kept; older ones are forgotten
	mostReason    = 120 // characters of a reason that the operator states
)

// person is somebody who has a recovery phrase.
type person struct {
	Hash    string                   `json:"hash"`          // match.KeyHash of the phrase without hyphens
	Bot     bool                     `json:"bot,omitempty"` // a program, as it said when it came; this never changes
	Name    string                   `json:"name"`
	Seats   []taken                  `json:"seats,omitempty"`   // the newest last
	Rates   bool                     `json:"rates,omitempty"`   // the person's games against others who also set this are rated
	Ratings map[string]glicko.Rating `json:"ratings,omitempty"` // by game
	Played  []ratedGame              `json:"played,omitempty"`  // the rated games, the newest last
	Push    []device                 `json:"push,omitempty"`    // the browsers to which the person wants pushes, the oldest first
	Banned  bool                     `json:"banned,omitempty"`
	Blocks  []string                 `json:"blocks,omitempty"` // the hashes of the people whom the person has blocked
	Link    *passage                 `json:"link,omitempty"`   // the person's last one-time link for another device
	Keys    []string                 `json:"keys,omitempty"`   // the fingerprints of their SSH keys, in the form of ssh.FingerprintSHA256
	Why     string                   `json:"why,omitempty"`    // why the operator has blocked the name
	Seen    int64                    `json:"seen,omitempty"`   // the day of the last visit since 1970, to within a month

	version uint64 // in the list of people
	look    string // what lookOf returns for Name; "" if Name is ""
}

// taken is a seat that a person has taken.
type taken struct {
	Table string `json:"table"`
	Seat  int    `json:"seat"`
}

// phraseOf returns the recovery phrase for a secret, in the form that people write down: 28 letters and digits in groups.
func phraseOf(secret string) string { return grouped(derived(secret, "phrase")) }

// grouped returns a phrase in the form that people write down.
func grouped(letters string) string {
	var groups []string
	for group := range slices.Chunk([]byte(letters), phraseGroup) {
		groups = append(groups, string(group))
	}
	return strings.Join(groups, "-")
}

// phraseHash returns the hash under which a phrase is stored. It ignores blanks, hyphens and case.
func phraseHash(secret string) string { return match.KeyHash(compact(secret)) }

// compact returns a phrase without blanks and hyphens.
func compact(secret string) string { return strings.NewReplacer("-", "", " ", "").Replace(secret) }

// checkName refuses an invalid name; "" means no name.
func checkName(name string) error {
	if err := match.CheckName(name); err != nil {
		return refuse("bad", "%v", err)
	}
	if strings.HasSuffix(strings.ToLower(name), strings.TrimSpace(botMark)) {
		return refuse("bad", "only the hall adds %s to a name: choose another", strings.TrimSpace(botMark))
	}
	return nil
}

// people holds the people of the hall, with the content of the list of people, and the owners of their names. Whoever holds the lock of the tables
// may call its methods.
type people struct {
	replica
	hall string // the identity of the hall

	editing sync.Mutex // held while the entry of a person changes; locked before mu

	all      map[string]person   // by the hashes of their phrases
	seats    map[taken]string    // hashes of phrases by seat
	called   map[string][]string // the hashes of phrases, by the looks of the names (see lookOf); whoever had the name first comes first
	marred   map[string]person   // people whose entries are damaged: their hashes, and their names where readable
	claims   map[string]claim    // by the result of claimKey
	marks    map[string]string   // hashes of phrases, by the results of person.marks
	reach    map[string]bool     // the hashes of the phrases of people who have devices for pushes
	signs    *push.Key           // signs pushes; nil: the hall has no key yet
	settings settings            // of the hall
	ranked   int                 // counts the changes that ladders show
}

func newPeople(l link, hall string) *people {
	return &people{
		replica: newReplica(l), hall: hall, all: map[string]person{}, seats: map[taken]string{}, called: map[string][]string{}, marred: map[string]person{}, claims: map[string]claim{},
		marks: map[string]string{},
		reach: map[string]bool{},
	}
}

// at returns the person in a seat, or the zero value.
func (ps *people) at(table string, seat int) person {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	return ps.all[ps.seats[taken{table, seat}]]
}

// known returns the person whose phrase has the given hash, if this process knows them.
func (ps *people) known(hash string) (person, bool) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	p, ok := ps.all[hash]
	return p, ok
}

// shown returns the name of a person as others see it.
func (ps *people) shown(p person) string {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	return ps.nameOf(p)
}

// edit changes the person whose phrase has the given hash. It calls how, with mu held, on the present entry; how replaces slices and maps instead of
// changing them. An unknown person is refused, unless fresh is set. If how returns errAsItIs, nothing is written.
func (ps *people) edit(hash string, fresh bool, how func(*person) error) (p person, err error) {
	ps.editing.Lock()
	defer ps.editing.Unlock()
	if !fresh {
		if _, err := ps.get(hash); err != nil {
			return p, err
		}
	}
	err = ps.change(hash, func() ([]byte, uint64, error) {
		if ps.closing() {
			return nil, 0, errClosing
		}
		p = ps.all[hash]
		err := how(&p)
		p.Hash, p.Seen = hash, today()
		return encoded(p), p.version, err
	}, func(value []byte, version uint64) error { return ps.learn(hash, value, version) }, func(version uint64) {
		if p.version = version; version > ps.all[hash].version {
			ps.put(p)
		}
	})
	if errors.Is(err, errAsItIs) {
		err = nil
	}
	return p, err
}

// get returns the person whose phrase has the given hash, even if another process has just added them.
func (ps *people) get(hash string) (p person, err error) {
	found := func() (ok bool) { p, ok = ps.all[hash]; return ok }
	if ps.shared && !ps.has(found) {
		_, _ = ps.renewed(hash)
	}
	return p, ps.finds(errNoPhrase, found)
}

// renewed returns the present entry in the list of the person whose phrase has the given hash.
func (ps *people) renewed(hash string) (person, error) {
	value, version, err := ps.list.Get(hash)
	ps.mu.Lock()
	defer ps.mu.Unlock()
	if err == nil {
		err = ps.learn(hash, value, version)
	}
	return ps.all[hash], err
}

// put adds or changes a person whose entry is on the disk. The caller holds mu.
func (ps *people) put(p person) {
	was := ps.all[p.Hash]
	ps.unmark(was)
	if ps.calls(was, &p); was.Name != p.Name || was.Banned != p.Banned || !slices.Equal(was.Played, p.Played) {
		ps.ranked++
	}
	ps.all[p.Hash] = p
	if delete(ps.reach, p.Hash); len(p.Push) > 0 {
		ps.reach[p.Hash] = true
	}
	for _, t := range p.Seats {
		ps.seats[t] = p.Hash
	}
	for _, m := range p.marks() {
		ps.marks[m] = p.Hash
	}
	ps.news.change()
}

// marks returns the texts by which a person is found without their phrase.
func (p person) marks() []string {
	if p.Link != nil && p.Link.Hash != "" {
		return append(slices.Clone(p.Keys), p.Link.Hash)
	}
	return p.Keys
}

// unmark forgets how a person is found by a seat, a key or a link for another device. The caller holds mu.
func (ps *people) unmark(p person) {
	for _, t := range p.Seats {
		delete(ps.seats, t)
	}
	for _, m := range p.marks() {
		if ps.marks[m] == p.Hash {
			delete(ps.marks, m)
		}
	}
}

// marked returns the hash of the phrase of the person who is found by a key or by a link for another device, or "".
func (ps *people) marked(mark string) string {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	return ps.marks[mark]
}

// learn stores the list's value for a person, unless a newer version is known. The caller holds mu.
func (ps *people) learn(hash string, value []byte, version uint64) error {
	if version < ps.all[hash].version {
		return nil
	}
	if hash == pushKey {
		return ps.learnSigner(value)
	}
	if hash == settingsKey {
		return ps.learnSettings(value, version)
	}
	if ps.learnClaim(hash, value, version) {
		return nil
	}
	ps.calls(ps.marred[hash], &person{})
	delete(ps.marred, hash)
	if value == nil {
		ps.forget(hash)
		return errNoPhrase
	}
	p := person{version: version}
	if err := decode(value, &p); err != nil || p.Hash != hash {
		ps.broken[hash] = fmt.Sprintf("the entry of the person with the hash %.8s in the list of people is damaged", hash)
		if _, there := ps.all[hash]; !there {
			mar := person{Hash: hash, Name: nameIn(value)}
			ps.calls(person{}, &mar)
			ps.marred[hash] = mar
		}
		return errors.New(ps.broken[hash])
	}
	delete(ps.broken, hash)
	ps.put(p)
	return nil
}

// forget removes a person who is gone. The caller holds mu.
func (ps *people) forget(hash string) {
	ps.unmark(ps.all[hash])
	ps.calls(ps.all[hash], &person{})
	ps.ranked++
	delete(ps.all, hash)
	delete(ps.reach, hash)
	ps.news.change()
}

// nameAt returns the name of the person in a seat, or "".
func (ps *people) nameAt(id string, seat int) string {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	return ps.nameOf(ps.all[ps.seats[taken{id, seat}]])
}

// remove removes a person from the list, unless their entry has changed since p was read.
func (ps *people) remove(p person) error {
	ps.editing.Lock()
	defer ps.editing.Unlock()
	ps.mu.Lock()
	ps.removes(p.Hash)
	ps.mu.Unlock()
	err := ps.list.Remove(p.Hash, p.version)
	ps.mu.Lock()
	if err == nil {
		ps.forget(p.Hash)
	} else {
		delete(ps.removed, p.Hash)
	}
	ps.mu.Unlock()
	if err == nil {
		ps.unclaim(ps.claimKey(p.look), p.Hash)
	}
	return err
}

// follow handles a change to a person by another process, or an entry that existed at the start. It returns the person's seats before and after the change.
func (ps *people) follow(hash string, version uint64, value []byte) (seats []taken, err error) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	was := ps.all[hash]
	switch {
	case value == nil:
		delete(ps.removed, hash)
		delete(ps.broken, hash)
		_ = ps.learn(hash, nil, version)
	case version > was.version && !ps.removed[hash]:
		err = ps.learn(hash, value, version)
	}
	return slices.Concat(was.Seats, ps.all[hash].Seats), err
}

// sit adds a seat to those of the person whose phrase has the given hash. If the hash is "", it does nothing.
func (ps *people) sit(hash string, s Seat) error {
	if hash == "" {
		return nil
	}
	_, err := ps.edit(hash, false, func(p *person) error {
		if slices.Contains(p.Seats, taken{s.Table, s.Seat}) {
			return errAsItIs
		}
		seats := append(slices.Clone(p.Seats), taken{s.Table, s.Seat})
		p.Seats = seats[max(0, len(seats)-mostSeats):]
		return nil
	})
	if err != nil {
		err = fmt.Errorf("the list of people cannot be written: %w", err)
	}
	return err
}

// absent returns the people who have been absent for so long that they are forgotten if they have no game here.
func (ps *people) absent() (list []person) {
	return ps.where(func(p person) bool {
		days := today() - p.Seen
		return p.Seen > 0 && !p.Banned && days > strangeDays && (days > lapseDays || len(p.Seats) == 0) // 0: no visit has been recorded
	})
}

// nameIn returns the name in a damaged entry of a person, or "" if it cannot be read.
func nameIn(value []byte) (name string) {
	_, rest, _ := bytes.Cut(value, []byte(`"name":`))
	_ = json.NewDecoder(bytes.NewReader(rest)).Decode(&name)
	return name
}

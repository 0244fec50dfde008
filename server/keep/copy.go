package keep

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
)

// Copy copies all of from into the storage to, which must be empty or hold an unfinished copy of from; Copy then completes that. Until Finish, no
// hall may be opened in the copy. A hall may use the storage from during the copying; the copy then holds each table in its state at some moment. The
// function tell is called after each table.
func Copy(from, to Stock, tell func(Counts)) (*Sums, error) {
	ran, err := from.Ran()
	if err != nil {
		return nil, err
	}
	tables, err := All(from.Tables())
	if err != nil {
		return nil, err
	}
	there, err := vacant(to)
	if err != nil {
		return nil, err
	}
	if err := to.Mark(unfinished); err != nil {
		return nil, err
	}
	sums := Sums{tables: map[string]sum{}}
	if sums.identity, err = from.Identity(""); err == nil && sums.identity != "" {
		err = to.Identify(sums.identity)
	}
	if err != nil {
		return nil, err
	}
	for _, id := range slices.Sorted(maps.Keys(tables)) {
		of, err := copyGames(from.Games(id), to.Games(id), &sums.Counts)
		if err == nil && of == none { // the table may have been closed during the copying
			var value []byte
			if value, _, err = from.Tables().Get(id); err == nil && value == nil {
				continue
			}
		}
		if err == nil {
			err = there.put(to.Tables(), id, tables[id])
		}
		if err != nil {
			return nil, fmt.Errorf("table %s cannot be copied: %w", id, err)
		}
		sums.tables[id] = of.and(tables[id])
		sums.Tables++
		tell(sums.Counts)
	}
	for id := range there { // the table was closed after an earlier try
		if _, ok := sums.tables[id]; !ok {
			err = errors.Join(err, there.remove(to.Tables(), id))
		}
	}
	if err == nil {
		err = to.Played(func(id string) error {
			if _, ok := sums.tables[id]; ok {
				return nil
			}
			return to.Games(id).Remove()
		})
	}
	if err == nil {
		err = sums.copyPeople(from, to)
	}
	if err == nil {
		sums.tournaments, sums.Tournaments, err = copyList("tournaments", from.Tournaments(), to.Tournaments())
	}
	if err == nil {
		err = sums.copyReports(from, to)
	}
	if err == nil {
		err = to.Copied(ran)
	}
	return &sums, err
}

// Finish reads everything in the destination of a copy, and compares it with what was copied. Then it calls arrived, and allows halls to use the
// destination. The caller must open the destination again after Copy, so that Finish reads from the disk.
func (s *Sums) Finish(to Stock, arrived func() error) error {
	tables, err := All(to.Tables())
	if err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(s.tables)) {
		of, err := sumOf(to.Games(id), func(Text) error { return nil })
		if err != nil || of.and(tables[id]) != s.tables[id] {
			return fmt.Errorf("table %s was not copied correctly", id)
		}
	}
	people, err := All(to.People())
	if err != nil {
		return err
	}
	tournaments, err := All(to.Tournaments())
	if err != nil {
		return err
	}
	reports, err := to.Reports()
	identity, e := to.Identity("")
	switch err := cmp.Or(err, e); {
	case err != nil:
		return err
	case s.identity != "" && identity != s.identity:
		return errors.New("the identity of the hall was not copied correctly")
	case len(tables) != s.Tables:
		return fmt.Errorf("there are %d tables, not %d", len(tables), s.Tables)
	case sumList(people) != s.people:
		return errors.New("the list of people was not copied correctly")
	case sumList(tournaments) != s.tournaments:
		return errors.New("the list of tournaments was not copied correctly")
	case !bytes.Equal(reports, s.reports):
		return errors.New("the reports were not copied correctly")
	}
	if err := arrived(); err != nil {
		return err
	}
	return to.Mark("")
}

// CopyTable replaces the games of a table in the storage to by those in from, for example a backup, and adds the table to the list if it is missing.
func CopyTable(from, to Stock, id string) (games int, err error) {
	value, _, err := from.Tables().Get(id)
	if err == nil && value == nil {
		err = errors.New("there is no such table to restore")
	}
	if err != nil {
		return 0, err
	}
	var c Counts
	if _, err := copyGames(from.Games(id), to.Games(id), &c); err != nil {
		return 0, err
	}
	old, version, err := to.Tables().Get(id)
	if err == nil && old == nil {
		_, err = to.Tables().Put(id, version, value)
	}
	return c.Games, err
}

// unfinished is the note in a storage while it is being filled.
const unfinished = "a copy into this place is unfinished; run the same command again to complete it"

// ErrNotEmpty is the error of Copy for a destination that is not empty.
var ErrNotEmpty = errors.New("the destination of the copy is not empty")

// Counts counts what was copied.
type Counts struct {
	Tables, Games, People, Tournaments, Reports int
	Bytes                                       int64 // the bytes of the games
}

// String returns the numbers.
func (c Counts) String() string {
	return fmt.Sprintf("tables: %d, games: %d with %d KB, people: %d, %sreports: %d", c.Tables, c.Games, (c.Bytes+1023)>>10, c.People, Some("tournaments", c.Tournaments), c.Reports)
}

// Some returns "NAME: N, ", or "" if n is 0: a hall that does not use something is not told about it.
func Some(name string, n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%s: %d, ", name, n)
}

// Sums are hashes of what was copied.
type Sums struct {
	Counts
	tables  map[string]sum // sums of the entry of a table and of its games, by table
	reports []byte

	people, tournaments sum

	identity string // the identity of the hall
}

type sum [sha256.Size]byte

var none = sum(sha256.Sum256(nil))

// and returns the sum of s and a value.
func (s sum) and(value []byte) sum { return sha256.Sum256(slices.Concat(s[:], value)) }

// sumOf calls each for every game at a table, and returns the sum of all games.
func sumOf(games Games, each func(Text) error) (s sum, err error) {
	hash := sha256.New()
	err = games.Texts(func(t Text) error {
		t.Journal = t.Journal[:bytes.LastIndexByte(t.Journal, '\n')+1] // the end of a line may be missing after a kill, or still be being written
		_ = binary.Write(hash, binary.BigEndian, [2]uint64{uint64(t.Number), uint64(len(t.Journal))})
		hash.Write([]byte(t.Name))
		hash.Write(t.Journal)
		return each(t)
	})
	return sum(hash.Sum(nil)), err
}

// copyGames replaces all games in the storage to by those in from, unless they are equal.
func copyGames(from, to Games, c *Counts) (sum, error) {
	have := map[int]sum{} // what an earlier try has copied
	err := to.Texts(func(t Text) error {
		have[t.Number] = sum(sha256.Sum256(t.Journal))
		return nil
	})
	if err != nil {
		return none, err
	}
	same, n := true, 0
	var size int64
	of, err := sumOf(from, func(t Text) error {
		n++
		size += int64(len(t.Journal))
		same = same && have[t.Number] == sha256.Sum256(t.Journal)
		return nil
	})
	if err != nil {
		return none, err
	}
	if !same || n != len(have) {
		if len(have) > 0 {
			if err := to.Remove(); err != nil {
				return none, err
			}
		}
		n, size = 0, 0
		of, err = sumOf(from, func(t Text) error {
			n++
			size += int64(len(t.Journal))
			return to.Put(t)
		})
	}
	c.Games += n
	c.Bytes += size
	return of, err
}

func (s *Sums) copyPeople(from, to Stock) (err error) {
	if s.people, s.People, err = copyList("people", from.People(), to.People()); err == nil {
		err = to.People().Scrub()
	}
	return err
}

// copyList makes the list to equal to the list from, and returns the sum of its values and their number. name is the name of the list.
func copyList(name string, from, to List) (of sum, n int, err error) {
	all, err := All(from)
	if err != nil {
		return none, 0, err
	}
	there, err := follow(to)
	if err != nil {
		return none, 0, err
	}
	for key, value := range all {
		if err := there.put(to, key, value); err != nil {
			return none, 0, fmt.Errorf("the list of %s cannot be copied: %w", name, err)
		}
	}
	for key := range there {
		if _, ok := all[key]; !ok {
			err = errors.Join(err, there.remove(to, key))
		}
	}
	return sumList(all), len(all), err
}

func sumList(all map[string][]byte) (s sum) {
	for _, key := range slices.Sorted(maps.Keys(all)) {
		s = s.and([]byte(key)).and(all[key])
	}
	return s
}

func (s *Sums) copyReports(from, to Stock) error {
	text, err := from.Reports()
	if err != nil {
		return err
	}
	have, err := to.Reports()
	if err != nil {
		return err
	}
	rest, ok := bytes.CutPrefix(text, have)
	if !ok {
		return errors.New("the destination of the copy already has other reports")
	}
	for line := range bytes.Lines(rest) {
		if err := to.Report(string(bytes.TrimSuffix(line, []byte("\n")))); err != nil {
			return fmt.Errorf("the reports cannot be copied: %w", err)
		}
	}
	s.reports, s.Reports = text, bytes.Count(text, []byte("\n"))
	return nil
}

// vacant returns the values that an earlier try has put into the list of tables of a destination, or an error if the destination contains anything else.
func vacant(to Stock) (values, error) {
	why, err := to.Marked()
	if err != nil {
		return nil, err
	}
	there, err := follow(to.Tables())
	if err != nil || why == unfinished {
		return there, err
	}
	if why != "" {
		return nil, errors.New(why)
	}
	if len(there) > 0 {
		return nil, ErrNotEmpty
	}
	return there, to.Played(func(string) error { return ErrNotEmpty })
}

// All returns the values of a list. Follow must not have been called before, since All calls it.
func All(l List) (map[string][]byte, error) {
	there, err := follow(l)
	all := make(map[string][]byte, len(there))
	for key, v := range there {
		all[key] = v.text
	}
	return all, err
}

// values are the values of a list at one moment, by key.
type values map[string]value

type value struct {
	text    []byte
	version uint64
}

func follow(l List) (values, error) {
	var mu sync.Mutex
	there := values{}
	var over bool
	err := l.Follow(func(key string, version uint64, text []byte) {
		mu.Lock()
		defer mu.Unlock()
		switch {
		case over:
		case text == nil:
			delete(there, key)
		default:
			there[key] = value{slices.Clone(text), version}
		}
	})
	mu.Lock()
	defer mu.Unlock()
	over = true
	return there, err
}

func (v values) put(l List, key string, text []byte) error {
	if bytes.Equal(v[key].text, text) {
		return nil
	}
	_, err := l.Put(key, v[key].version, text)
	return err
}

func (v values) remove(l List, key string) error { return l.Remove(key, v[key].version) }

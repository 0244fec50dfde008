package solve

import "attic/games/atom4/rules"

// never is the number of moves of an attack that can never succeed.
const never = 255

// entry holds what is known about a position, in 16 bytes.
type entry struct {
	key  uint64
	work uint32       // nodes that it took; decreases with age
	none uint8        // this many moves of the attacker do not suffice
	win  uint8        // this many moves suffice; 0: unknown
	best rules.Square // the best move of the side to move
	wide bool         // the edge of the board mattered
}

// table is a hash table in buckets of a cache line. A position is recognised by 64 bits.
type table [][4]entry

// newTable returns a table of at most the given megabytes, at least one.
func newTable(megabytes int) table {
	const bucket = 64
	n := 1 << 20 / bucket
	for n <= megabytes<<20/bucket/2 {
		n *= 2
	}
	return make(table, n)
}

// find returns the entry of the key, or nil.
func (t table) find(key uint64) *entry {
	b := &t[key&uint64(len(t)-1)]
	for i := range b {
		if b[i].key == key && b[i].work > 0 {
			return &b[i]
		}
	}
	return nil
}

// store keeps an entry, in place of the one that took the least work. If the position is known already, it keeps both
// results.
func (t table) store(e entry) {
	b := &t[e.key&uint64(len(t)-1)]
	e.work = max(e.work, 1)
	least := &b[0]
	for i := range b {
		old := &b[i]
		if old.key == e.key && old.work > 0 {
			e.none = max(e.none, old.none)
			if e.win == 0 {
				e.win = old.win
			}
			e.wide = e.wide || old.wide
			*old = e
			return
		}
		if old.work < least.work {
			least = old
		}
	}
	for i := range b {
		b[i].work -= b[i].work / 16
	}
	*least = e
}

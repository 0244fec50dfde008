package solve

import (
	"math/bits"
	"sync/atomic"

	tables "attic/game/search"
	"attic/games/atom4/rules"
)

// never is the number of moves of an attack that can never succeed.
const never = 255

type entry struct {
	work uint16       // the size of the search that it took, see size; decreases with age; 0: no entry
	none uint8        // this number of the attacker's moves does not suffice
	win  uint8        // this number of moves suffices; 0: unknown
	best rules.Square // the best move of the side to move
	wide bool         // the edge of the board mattered
}

// keys are the two hashes of a position.
type keys struct{ place, name uint64 }

func keysOf(p *rules.Position) keys {
	place, name := p.Keys()
	return keys{place, name}
}

// check returns the bits of place that an entry holds. A table has far fewer than 2^41 buckets, so these bits do not choose the bucket.
func (k keys) check() uint64 { return k.place >> 41 }

// table is a hash table. A position is recognised by its bucket and 87 further bits. Several threads may use a table at a time.
type table []bucket

// bucket is a cache line with four entries of two words: the known facts, and the name of the position, masked with the first word. So
// an entry whose two words were written by different threads is not found.
type bucket [8]uint64

// newTable returns a table of at most the given megabytes, at least one.
func newTable(megabytes int) table {
	const size = 64
	n := 1 << 20 / size
	for n <= megabytes<<20/size/2 {
		n *= 2
	}
	return tables.LargePages(make(table, n))
}

func (t table) of(k keys) *bucket { return &t[k.place&uint64(len(t)-1)] }

func (t table) find(k keys) (entry, bool) {
	b := t.of(k)
	for i := 0; i < len(b); i += 2 {
		if word := atomic.LoadUint64(&b[i]); word != 0 && word>>41 == k.check() && atomic.LoadUint64(&b[i+1]) == k.name^word {
			return unpack(word), true
		}
	}
	return entry{}, false
}

// store keeps an entry, in place of the one that took the least work. If the position is known already, it keeps both results.
func (t table) store(k keys, e entry) {
	b := t.of(k)
	e.work = max(e.work, 1)
	var old [4]entry
	least := 0
	for i := range old {
		word := atomic.LoadUint64(&b[2*i])
		old[i] = unpack(word)
		if word != 0 && word>>41 == k.check() && atomic.LoadUint64(&b[2*i+1]) == k.name^word {
			e.none = max(e.none, old[i].none)
			if e.win == 0 {
				e.win = old[i].win
			}
			e.wide = e.wide || old[i].wide
			b.set(2*i, e.pack(k.check()), k.name)
			return
		}
		if old[i].work < old[least].work {
			least = i
		}
	}
	for i := range old {
		if i != least && old[i].work > old16 {
			word := atomic.LoadUint64(&b[2*i])
			name := atomic.LoadUint64(&b[2*i+1]) ^ word
			old[i].work -= ageing
			b.set(2*i, old[i].pack(word>>41), name)
		}
	}
	b.set(2*least, e.pack(k.check()), k.name)
}

func (b *bucket) set(i int, word, name uint64) {
	atomic.StoreUint64(&b[i], word)
	atomic.StoreUint64(&b[i+1], word^name)
}

// The words of an entry hold from above: check 23 bits, work 16, none 8, win 8, best 8, wide 1.
func (e entry) pack(check uint64) uint64 {
	word := check<<41 | uint64(e.work)<<25 | uint64(e.none)<<17 | uint64(e.win)<<9 | uint64(e.best)<<1
	if e.wide {
		word |= 1
	}
	return word
}

func unpack(word uint64) entry {
	return entry{uint16(word >> 25), uint8(word >> 17), uint8(word >> 9), rules.Square(word >> 1), word&1 != 0}
}

// workOf returns the work of a number of nodes: about 1024 times their logarithm to base 2, but at least 1.
func workOf(nodes int64) uint16 {
	n := bits.Len64(uint64(max(nodes, 1)))
	return uint16(n<<10 | int(uint64(max(nodes, 1))<<(64-n)>>53&1023))
}

// Each entry that is kept while another one of its bucket is replaced loses a sixteenth of its nodes, unless it has fewer than 16.
const (
	ageing = 95
	old16  = 5<<10 - 1
)

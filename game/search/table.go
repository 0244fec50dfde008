package search

import "math/bits"

// table is the transposition table: it stores the results of searching positions, by their keys. Several searchers share it without locks: an entry
// is two words. If two searchers write an entry at the same time, the two words do not match, and the entry is ignored (Hyatt and Mann 2002). Two
// positions with the same key cannot be told apart, so the table may only be used for scores and the order of moves.
type table struct {
	buckets []bucket
	age     uint8 // the age of this search, 6 bits
}

// bucket holds the entries that a key can have; it fills one cache line of the processor.
type bucket [4]entry

// entry holds a word, which encodes a known, and the key of its position combined with that word by exclusive or.
type entry struct{ mixed, word word }

// A word holds from the lowest bit: the move (16), the score (16), the depth (8), the bound (2) and the
// age (6).
type bound uint8

// The meanings of a score in the table.
const (
	none  bound = iota
	lower       // the true score is at least this
	upper       // the true score is at most this
	exact
)

// forGood is the depth that is stored for a position that was searched to the end of the game.
const forGood = 255

// known holds the table's data about a position.
type known struct {
	move  uint16
	score int
	depth int
	bound bound
}

// newTable returns a table of the given number of megabytes; a table of 0 megabytes stores nothing.
func newTable(megabytes int) *table {
	return &table{buckets: LargePages(make([]bucket, megabytes<<20/64))}
}

func (t *table) clear() {
	clear(t.buckets)
	t.age = 0
}

func (t *table) bucket(key uint64) *bucket {
	at, _ := bits.Mul64(key, uint64(len(t.buckets)))
	return &t.buckets[at]
}

// prefetch starts loading the bucket of a position into the processor's cache, for a get soon after.
func (t *table) prefetch(key uint64) {
	if len(t.buckets) > 0 {
		prefetch(t.bucket(key))
	}
}

// get returns the table's entry for a position at a ply, and whether there is one.
func (t *table) get(key uint64, ply int) (known, bool) {
	if len(t.buckets) == 0 {
		return known{}, false
	}
	b := t.bucket(key)
	for i := range b {
		word := b[i].word.Load()
		if word == 0 || b[i].mixed.Load()^word != key {
			continue
		}
		k := known{
			move: uint16(word), score: int(int16(word >> 16)),
			depth: int(uint8(word >> 32)), bound: bound(word >> 40 & 3),
		}
		if k.score >= Win-MaxPly {
			k.score -= ply
		} else if k.score <= -(Win - MaxPly) {
			k.score += ply
		}
		return k, true
	}
	return known{}, false
}

// put stores the result k of searching a position at a ply. It replaces the entry of the same position, or else an empty entry or
// the least valuable one: shallow and old.
func (t *table) put(key uint64, ply int, k known) {
	if len(t.buckets) == 0 {
		return
	}
	if k.score >= Win-MaxPly {
		k.score += ply
	} else if k.score <= -(Win - MaxPly) {
		k.score -= ply
	}
	b := t.bucket(key)
	at, least := 0, int(^uint(0)>>1)
	for i := range b {
		word := b[i].word.Load()
		if word == 0 {
			at = i
			break
		}
		if b[i].mixed.Load()^word == key {
			if k.move == 0 {
				k.move = uint16(word)
			}
			at = i
			break
		}
		old := (t.age - uint8(word>>42)) & 63
		if worth := int(uint8(word>>32)) - 8*int(old); worth < least {
			at, least = i, worth
		}
	}
	word := uint64(k.move) | uint64(uint16(int16(k.score)))<<16 |
		uint64(uint8(k.depth))<<32 | uint64(k.bound)<<40 | uint64(t.age&63)<<42
	b[at].word.Store(word)
	b[at].mixed.Store(key ^ word)
}

// full returns the part of the table that was written during this search, in thousandths. It is estimated from a sample.
func (t *table) full() int {
	n, seen := 0, 0
	for i := range min(250, len(t.buckets)) {
		for j := range t.buckets[i] {
			seen++
			if word := t.buckets[i][j].word.Load(); word != 0 && uint8(word>>42) == t.age&63 {
				n++
			}
		}
	}
	return n * 1000 / max(seen, 1)
}

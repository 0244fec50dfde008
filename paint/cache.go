package paint

// A cache keeps what is costly to make while it is asked for now and then: what was not asked for while
// half of the limit was made again is forgotten.
type cache[K comparable, V interface{ size() int }] struct {
	limit      int // bytes
	young, old map[K]V
	size       int // bytes, of the young
}

// get returns what belongs to a key, made if it is not there.
func (c *cache[K, V]) get(key K, make func() V) V {
	v, ok := c.young[key]
	if ok {
		return v
	}
	if v, ok = c.old[key]; !ok {
		v = make()
	}
	const entry = 128 // of a map, about
	if n := v.size() + entry; n <= c.limit/8 {
		if c.size+n > c.limit/2 {
			c.old, c.young, c.size = c.young, nil, 0
		}
		if c.young == nil {
			c.young = map[K]V{}
		}
		c.young[key] = v
		c.size += n
	}
	return v
}

// clear forgets everything.
func (c *cache[K, V]) clear() { c.young, c.old, c.size = nil, nil, 0 }

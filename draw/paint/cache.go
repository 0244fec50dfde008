package paint

// A cache keeps values that are costly to make. It has two generations, each at most half of the limit. When young is full,
// it replaces old, whose values are dropped; using a value of old puts it into young. A value larger than an eighth of the
// limit is not kept.
type cache[K comparable, V interface{ size() int }] struct {
	limit      int // bytes
	young, old map[K]V
	size       int // bytes in young
}

// get returns the value of a key. It calls make if the cache does not have the value.
func (c *cache[K, V]) get(key K, make func() V) V {
	v, ok := c.young[key]
	if ok {
		return v
	}
	if v, ok = c.old[key]; !ok {
		v = make()
	}
	const entry = 128 // bytes of a map entry, about
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

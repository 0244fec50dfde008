package paint

// A cache keeps values that are costly to make. When it is full, it drops all of them. A value larger than an eighth of the limit is not kept.
type cache[K comparable, V interface{ size() int }] struct {
	limit  int // bytes
	values map[K]V
	size   int // bytes in values
}

func (c *cache[K, V]) get(key K, make func() V) V {
	v, ok := c.values[key]
	if ok {
		return v
	}
	v = make()
	const entry = 128 // bytes of a map entry, about
	if n := v.size() + entry; n <= c.limit/8 {
		if c.values == nil || c.size+n > c.limit {
			c.values, c.size = map[K]V{}, 0
		}
		c.values[key] = v
		c.size += n
	}
	return v
}

func (c *cache[K, V]) clear() { c.values, c.size = nil, 0 }

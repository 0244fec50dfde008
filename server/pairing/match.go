package pairing

import "slices"

// A cost is a sum of breaches and wishes not granted, by level. Costs are compared by the first level in which they differ.
type cost [levels]int64

func (c cost) plus(d cost, factor int64) cost {
	for i := range c {
		c[i] += factor * d[i]
	}
	return c
}

func (c *cost) compare(d *cost) int {
	for i := range c {
		if c[i] != d[i] {
			if c[i] < d[i] {
				return -1
			}
			return 1
		}
	}
	return 0
}

func (c cost) half() cost {
	for i := range c {
		c[i] /= 2
	}
	return c
}

// cheapest returns a complete matching of the nodes 0 to len(costs)-1 with the least sum of costs: for each node, its mate. The number of nodes is
// even, and costs is symmetric, without negative entries.
//
// This is the algorithm of Edmonds ("Maximum matching and a polyhedron with 0,1-vertices", 1965) in time O(n³): alternating trees grow from the
// nodes without a mate along edges without slack. An odd cycle becomes one node, a blossom. When no tree can grow, the duals change until some tree can.
// The vectors of costs are an ordered group, which is all the proof of it needs. All duals start equal, so those at the two ends of an edge without slack
// are both even or both odd at each level, and the halves are whole.
func cheapest(costs [][]cost) []int {
	n := len(costs)
	m := &matching{n: n, nodes: n, costs: costs}
	for range n + n/2 {
		m.edges = append(m.edges, make([][2]int, n+n/2))
	}
	size := n + n/2
	m.mate, m.top, m.label, m.parent, m.best = fill(size, none), fill(size, none), make([]int8, size), fill(size, none), fill(size, none)
	m.dual, m.petals, m.petal, m.seen = make([]cost, size), make([][]int, size), make([][]int, size), make([]int, size)
	for u := range n {
		m.top[u] = u
		for v := range n {
			m.edges[u][v] = [2]int{u, v}
		}
	}
	for m.augmented() {
	}
	return m.mate[:n]
}

const (
	none = -1

	free  = 0 // in no tree
	outer = 1 // at an even distance from the root of its tree
	inner = 2
)

func fill(n, with int) []int { return slices.Repeat([]int{with}, n) }

// A matching is the state of [cheapest]. Nodes from n are blossoms. An edge of a blossom is the one with the least slack of those of its nodes.
type matching struct {
	n, nodes int // nodes counts blossoms too, unused ones included
	costs    [][]cost
	edges    [][][2]int // by two nodes or blossoms, the edge between them, in this direction, in nodes below n
	dual     []cost
	mate     []int // of nodes and outermost blossoms: the node below n at the other end
	top      []int // the outermost blossom that a node or blossom is in, or itself; none for blossoms that are not in use
	label    []int8
	parent   []int   // of an inner node: the node below n through which the tree reached it
	best     []int   // the outer node below n to which the edge has the least slack
	petals   [][]int // of a blossom: its parts in cyclic order, the base first
	petal    [][]int // of a blossom, by node below n: the part that the node is in
	seen     []int   // by node: the search in which ancestor saw it
	search   int
	queue    []int // outer nodes below n to be scanned
}

func (m *matching) slack(e [2]int) cost {
	d := m.dual[e[0]]
	for i := range d {
		d[i] += m.dual[e[1]][i] + 2*m.costs[e[0]][e[1]][i]
	}
	return d
}

// nearer makes u the best outer node of x if its edge has less slack than the best one.
func (m *matching) nearer(u, x int) {
	if m.best[x] == none {
		m.best[x] = u
		return
	}
	s, t := m.slack(m.edges[u][x]), m.slack(m.edges[m.best[x]][x])
	if s.compare(&t) < 0 {
		m.best[x] = u
	}
}

func (m *matching) findBest(x int) {
	m.best[x] = none
	for u := range m.n {
		if m.top[u] != x && m.label[m.top[u]] == outer {
			m.nearer(u, x)
		}
	}
}

func (m *matching) push(x int) {
	if x < m.n {
		m.queue = append(m.queue, x)
		return
	}
	for _, p := range m.petals[x] {
		m.push(p)
	}
}

func (m *matching) setTop(x, b int) {
	m.top[x] = b
	if x >= m.n {
		for _, p := range m.petals[x] {
			m.setTop(p, b)
		}
	}
}

// even returns the index of a part of blossom b after turning the blossom round, if necessary, so that the index is even.
func (m *matching) even(b, part int) int {
	i := slices.Index(m.petals[b], part)
	if i%2 == 1 {
		slices.Reverse(m.petals[b][1:])
		i = len(m.petals[b]) - i
	}
	return i
}

// marry makes the end in v of the edge between u and v the mate of u, and makes the other end the base of u if u is a blossom.
func (m *matching) marry(u, v int) {
	e := m.edges[u][v]
	m.mate[u] = e[1]
	if u < m.n {
		return
	}
	base := m.petal[u][e[0]]
	i := m.even(u, base)
	for k := range i {
		m.marry(m.petals[u][k], m.petals[u][k^1])
	}
	m.marry(base, v)
	m.petals[u] = slices.Concat(m.petals[u][i:], m.petals[u][:i])
}

// augment marries u and v, and swaps the edges in and out of the matching from u to the root of its tree.
func (m *matching) augment(u, v int) {
	for {
		old := m.mate[u]
		m.marry(u, v)
		if old == none {
			return
		}
		v = m.top[old]
		u = m.top[m.parent[v]]
		m.marry(v, u)
	}
}

// ancestor returns the first common ancestor of two outermost nodes, or none if they are in different trees.
func (m *matching) ancestor(u, v int) int {
	m.search++
	for u != none || v != none {
		if u != none {
			if m.seen[u] == m.search {
				return u
			}
			m.seen[u] = m.search
			if u = m.mate[u]; u != none {
				u = m.top[m.parent[m.top[u]]]
			}
		}
		u, v = v, u
	}
	return none
}

// contract makes a blossom of the cycle of the edge between u and v and their paths to the common ancestor base.
func (m *matching) contract(u, base, v int) {
	b := m.n
	for b < m.nodes && m.top[b] != none {
		b++
	}
	m.nodes = max(m.nodes, b+1)
	m.dual[b], m.label[b], m.mate[b], m.petals[b] = cost{}, outer, m.mate[base], []int{base}
	for k, x := range [2]int{u, v} {
		for x != base {
			y := m.top[m.mate[x]]
			m.petals[b] = append(m.petals[b], x, y)
			m.push(y)
			x = m.top[m.parent[y]]
		}
		if k == 0 {
			slices.Reverse(m.petals[b][1:])
		}
	}
	m.setTop(b, b)
	m.petal[b] = fill(m.n, none)
	for k, p := range m.petals[b] {
		for x := range m.nodes {
			if x >= m.n && m.top[x] == none || m.top[x] == b {
				continue
			}
			old, now := m.slack(m.edges[b][x]), m.slack(m.edges[p][x])
			if k == 0 || now.compare(&old) < 0 {
				m.edges[b][x], m.edges[x][b] = m.edges[p][x], m.edges[x][p]
			}
		}
		for x := range m.n {
			if x == p || p >= m.n && m.petal[p][x] != none {
				m.petal[b][x] = p
			}
		}
	}
	m.findBest(b)
}

// expand undoes an inner blossom whose dual is zero. The parts on the even way from its entrance to its base stay in the tree.
func (m *matching) expand(b int) {
	for _, p := range m.petals[b] {
		m.setTop(p, p)
	}
	entry := m.petal[b][m.edges[b][m.parent[b]][0]]
	i := m.even(b, entry)
	for k := 0; k < i; k += 2 {
		x, y := m.petals[b][k], m.petals[b][k+1]
		m.parent[x] = m.edges[y][x][0]
		m.label[x], m.label[y] = inner, outer
		m.best[x] = none
		m.findBest(y)
		m.push(y)
	}
	m.label[entry], m.parent[entry] = inner, m.parent[b]
	for _, p := range m.petals[b][i+1:] {
		m.label[p] = free
		m.findBest(p)
	}
	m.top[b] = none
}

// grow uses an edge without slack from an outer node, and reports whether it completed a path that augments the matching.
func (m *matching) grow(e [2]int) bool {
	u, v := m.top[e[0]], m.top[e[1]]
	switch m.label[v] {
	case free:
		m.parent[v], m.label[v] = e[0], inner
		next := m.top[m.mate[v]]
		m.best[v], m.best[next], m.label[next] = none, none, outer
		m.push(next)
	case outer:
		base := m.ancestor(u, v)
		if base == none {
			m.augment(u, v)
			m.augment(v, u)
			return true
		}
		m.contract(u, base, v)
	}
	return false
}

// augmented makes the matching one edge larger, and reports false if it was complete.
func (m *matching) augmented() bool {
	m.queue = m.queue[:0]
	for x := range m.nodes {
		m.label[x], m.best[x] = free, none
		if m.top[x] == x && m.mate[x] == none {
			m.label[x], m.parent[x] = outer, none
			m.push(x)
		}
	}
	if len(m.queue) == 0 {
		return false
	}
	for {
		for len(m.queue) > 0 {
			u := m.queue[0]
			m.queue = m.queue[1:]
			if m.label[m.top[u]] == inner {
				continue
			}
			for v := range m.n {
				if m.top[u] == m.top[v] {
					continue
				}
				if s := m.slack([2]int{u, v}); s != (cost{}) {
					m.nearer(u, m.top[v])
				} else if m.grow([2]int{u, v}) {
					return true
				}
			}
		}
		m.change()
		for x := range m.nodes {
			if m.top[x] != x || m.best[x] == none || m.top[m.best[x]] == x {
				continue
			}
			if e := m.edges[m.best[x]][x]; m.slack(e) == (cost{}) && m.grow(e) {
				return true
			}
		}
		for b := m.n; b < m.nodes; b++ {
			if m.top[b] == b && m.label[b] == inner && m.dual[b] == (cost{}) {
				m.expand(b)
			}
		}
	}
}

// change lowers the duals of outer nodes and raises those of inner ones by as much as possible.
func (m *matching) change() {
	var least *cost
	for x := range m.nodes {
		if m.top[x] != x {
			continue
		}
		var d cost
		switch {
		case x >= m.n && m.label[x] == inner:
			d = m.dual[x].half()
		case m.label[x] == inner || m.best[x] == none:
			continue
		default:
			d = m.slack(m.edges[m.best[x]][x])
			if m.label[x] == outer {
				d = d.half()
			}
		}
		if least == nil || d.compare(least) < 0 {
			least = &d
		}
	}
	sign := [...]int64{outer: -1, inner: 1}
	for x := range m.nodes {
		switch {
		case x < m.n:
			m.dual[x] = m.dual[x].plus(*least, sign[m.label[m.top[x]]])
		case m.top[x] == x:
			m.dual[x] = m.dual[x].plus(*least, -2*sign[m.label[x]])
		}
	}
	m.queue = m.queue[:0]
}

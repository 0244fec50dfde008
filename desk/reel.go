package desk

import "attic/table"

// motion is the part of a page that shows the events of the table one after the other, because moves are animated.
type motion struct {
	Moving bool // the last move is being animated

	queue []table.Event // not shown yet
	show  func(e table.Event)
	shown func() // called when everything has been shown
	news  func() // takes in what has happened meanwhile
}

// Take shows events of the table, up to the next move that is animated.
func (m *motion) Take(events ...table.Event) {
	m.queue = append(m.queue, events...)
	for len(m.queue) > 0 && !m.Moving {
		m.next()
	}
	if !m.Moving && len(m.queue) == 0 {
		m.shown()
	}
}

// next shows the next event.
func (m *motion) next() {
	e := m.queue[0]
	m.queue = m.queue[1:]
	m.show(e)
}

// Moved is called by the front-end when the animation of a move has ended.
func (m *motion) Moved() {
	m.Moving = false
	m.news()
}

// jump ends all motion and shows everything that has happened.
func (m *motion) jump() {
	for m.Moving = false; len(m.queue) > 0; m.Moving = false {
		m.next()
	}
}

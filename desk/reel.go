package desk

import "attic/table"

// reel is the part of a page that shows the events of the table one after the other, because moves are animated.
type reel struct {
	Moving bool // the last move is being animated

	queue []table.Event // not shown yet
	show  func(e table.Event)
	shown func() // called when everything has been shown
	news  func() // takes in what has happened meanwhile
}

// Take shows events of the table, up to the next move that is animated.
func (r *reel) Take(events ...table.Event) {
	r.queue = append(r.queue, events...)
	for len(r.queue) > 0 && !r.Moving {
		r.next()
	}
	if !r.Moving && len(r.queue) == 0 {
		r.shown()
	}
}

// next shows the next event.
func (r *reel) next() {
	e := r.queue[0]
	r.queue = r.queue[1:]
	r.show(e)
}

// Moved is called by the front-end when the animation of a move has ended.
func (r *reel) Moved() {
	r.Moving = false
	r.news()
}

// jump ends all motion and shows everything that has happened.
func (r *reel) jump() {
	for r.Moving = false; len(r.queue) > 0; r.Moving = false {
		r.next()
	}
}

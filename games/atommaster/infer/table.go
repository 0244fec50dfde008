package infer

import (
	"context"

	"attic/games/atommaster/rules"
	"attic/internal/turns"
)

// The fields whose layouts are kept in a table once they are needed: the largest has 635,376 layouts of 4 atoms
// and 36 bytes for each.
var (
	tabled     = rules.Field{W: 8, H: 8}
	mostTabled = 4
)

// wholes holds the tables of all layouts, by the number of atoms.
var wholes [5]struct {
	begin chan struct{} // has room for the goroutine that builds the table
	done  chan struct{} // closed once it is built
	table *Boards
}

func init() { // all at once: in a bubble of testing/synctest a channel made there cannot be shared
	for i := range wholes {
		wholes[i].begin, wholes[i].done = make(chan struct{}, 1), make(chan struct{})
	}
}

// whole returns the table of all layouts, or nil if there is none for f and atoms. The first call builds it in a
// goroutine of its own, which goes on when ctx is done.
func whole(ctx context.Context, f rules.Field, atoms int) (*Boards, error) {
	if f != tabled || atoms > mostTabled {
		return nil, nil
	}
	w := &wholes[atoms]
	select {
	case w.begin <- struct{}{}:
		go func() {
			all := rules.NewCase(f, atoms)
			table := newBoards(f, atoms, int(all.Count()))
			for l := range all.Layouts() {
				if table.add(l); len(table.squares)%4096 == 0 {
					turns.Give()
				}
			}
			w.table = table
			close(w.done)
		}()
	default:
	}
	select {
	case <-w.done:
		return w.table, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

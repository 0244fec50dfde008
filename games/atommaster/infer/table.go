package infer

import (
	"context"

	"attic/games/atommaster/rules"
	"attic/internal/turns"
)

// mostTabled is the largest number of layouts for which a table of all layouts is kept: the number for 4 atoms on 8 by 8 squares. A layout takes a
// byte for each port and each atom.
const mostTabled = 635_376

// mostKept is the number of layouts, about 100 MB, above which all earlier tables are dropped.
const mostKept = 4 * mostTabled

// wholes holds the tables. A goroutine that uses wholes or builds a table fills the only slot of the channel building. The channel is made here,
// because a channel made in a bubble of testing/synctest cannot be shared.
var (
	wholes   = map[layouts]*Boards{}
	kept     int
	building = make(chan struct{}, 1)
)

// layouts is the key of wholes: all layouts with a given number of atoms on a field.
type layouts struct {
	field rules.Field
	atoms int
}

// whole returns the table of all layouts, or nil if there are too many layouts for a table. The first call builds it in its own goroutine, which
// keeps running even after ctx is done.
func whole(ctx context.Context, f rules.Field, atoms int) (*Boards, error) {
	all := rules.NewCase(f, atoms)
	if all.Count() > mostTabled {
		return nil, nil
	}
	for {
		select {
		case building <- struct{}{}:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if table := wholes[layouts{f, atoms}]; table != nil {
			<-building
			return table, nil
		}
		go func() {
			table := newBoards(f, atoms, int(all.Count()))
			for l := range all.Layouts() {
				if table.add(l); len(table.squares)%4096 == 0 {
					turns.Give()
				}
			}
			if kept += int(all.Count()); kept > mostKept {
				clear(wholes)
				kept = int(all.Count())
			}
			wholes[layouts{f, atoms}] = table
			<-building
		}()
	}
}

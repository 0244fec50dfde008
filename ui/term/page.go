package term

import (
	"context"

	"attic/draw/prose"
)

// Read shows a long text on the full screen until the person leaves it or ctx is done.
func Read(ctx context.Context, c Config, title string, text []prose.Block) error {
	s := newScreen(c)
	s.reads = title
	s.desk.Pages.Read(title, text)
	return s.run(ctx)
}

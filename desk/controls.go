package desk

import "attic/table"

// Controls returns the main controls, the same ones in the same order at all times; those that mean nothing now are Off.
func (p *Play) Controls() []Button {
	live := p.Person.Now()
	_, hints := p.Labelled("h")
	return []Button{
		{"u", "undo", live.Ply == 0},
		{"ctrl+r", "redo", live.Redo == 0},
		{"h", "hint", !hints || live.Over || live.Thinking || p.Theirs() || live.Other != table.Near && live.Waits},
		{"v", "review", !p.Info.Open || len(p.MoveList().Turns) == 0},
		{"[", "back", p.Now.Ply == 0},
		{"]", "forward", p.Now.Ply >= p.Last(live)},
		{"n", "new", false},
		{",", "more", false},
	}
}

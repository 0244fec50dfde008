package atommaster

import (
	"fmt"
	"io"

	"attic/game"
	"attic/games/atommaster/rules"
)

// Filters offers the answers of any layout.
func (Game) Filters() []game.Filter {
	return []game.Filter{{
		Name: "beams",
		Args: "8x8 a1,c4,e5,h8",
		Help: "answer each layout of atoms by what its ports 1..n answer: A, R or the exit's number",
		Answer: func(w io.Writer, line string) error {
			l, err := rules.ParseLayout(line)
			if err != nil {
				return err
			}
			for i, a := range rules.Answers(l, nil) {
				if i > 0 {
					fmt.Fprint(w, " ")
				}
				fmt.Fprint(w, a)
			}
			fmt.Fprintln(w)
			return nil
		},
	}}
}

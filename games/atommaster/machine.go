package atommaster

import (
	"fmt"
	"io"

	"attic/game"
	"attic/games/atommaster/rules"
)

// Filters returns the machine command "beams".
func (Game) Filters() []game.Filter {
	return []game.Filter{{
		Name: "beams",
		Args: "8x8 a1,c4,e5,h8",
		Help: "print what ports 1..n of each layout of atoms answer: A, R or the exit's number",
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

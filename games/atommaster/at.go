package atommaster

import (
	"errors"
	"fmt"
	"strings"

	"attic/game"
	"attic/games/atommaster/advice"
	"attic/games/atommaster/deal"
	"attic/games/atommaster/picture"
	"attic/games/atommaster/rules"
	"attic/internal/phrase"
)

// At says what is known about a square, with the ports of its row and column, or about a port, with the square at which its beam enters.
func (Game) At(gv game.View, spot string) (string, error) {
	v, ok := gv.(view)
	if !ok {
		return "", errors.New("not a view of Atommaster")
	}
	s, port, err := advice.Spot(v.Work, spot)
	if err != nil {
		return "", err
	}
	if port != rules.NoPort {
		side, _ := v.Field.Place(port)
		text := fmt.Sprintf("Port %d is %s and opens on %v.", port, [...]string{
			rules.Left: "on the left", rules.Bottom: "below", rules.Right: "on the right", rules.Top: "above",
		}[side], v.Field.Door(port))
		if shot, fired := v.Shot(port); fired {
			return text + " " + strings.TrimSpace(deal.Sentence(shot)+" "+v.ComparedWith(shot)), nil
		}
		return text + " No beam has been fired there.", nil
	}
	var known []string
	switch on := v.On(s); {
	case picture.Contents[on].Known != "":
		known = append(known, picture.Contents[on].Known)
	case v.Known():
		known = append(known, "no atom is there")
	}
	if v.Marks.Has(s) && v.Phase != deal.Finished {
		known = append(known, "an atom is set")
	}
	if kind := v.Notes.At(s); kind >= 0 {
		known = append(known, "your note says "+deal.NoteKinds[kind].Says)
	}
	if len(known) == 0 {
		known = append(known, "nothing is set")
	}
	return fmt.Sprintf("%v: %s. Its row has the ports %d and %d, its column %d and %d.", s, phrase.List(known),
		v.Field.PortAt(rules.Left, s.Row()), v.Field.PortAt(rules.Right, s.Row()), v.Field.PortAt(rules.Top, s.Column()), v.Field.PortAt(rules.Bottom, s.Column())), nil
}

package atommaster

import (
	"errors"
	"fmt"
	"strings"

	"attic/game"
	"attic/game/bridge"
	"attic/games/atommaster/advice"
	"attic/games/atommaster/deal"
	"attic/games/atommaster/picture"
	"attic/games/atommaster/rules"
	"attic/internal/phrase"
)

// Tracks returns the input modes: firing beams, and hiding atoms before the first beam or setting atoms after it (manual, "Game controls").
func (v view) Tracks() []game.Track {
	firing := game.Track{Name: query, Label: "Fire beams", Ring: true, Park: picture.Parked, Sign: '?'}
	for p := rules.Port(1); int(p) <= v.Field.Ports(); p++ {
		firing.Spots = append(firing.Spots, deal.PortSpot(p))
	}
	field := bridge.Texts(picture.Reading(v.Field), rules.Square.String)
	hiding := game.Track{
		Name: hide, Label: "Hide atoms", Spots: field,
		Pick: v.Atoms, Word: "hide", Mark: '@', Hint: "The atoms will be hidden on these squares.", Stamp: picture.Picked(),
	}
	setting := game.Track{Name: set, Label: "Set atoms", Spots: field}
	switch {
	case v.Table:
		firing.Label = "Enter answers"
		return []game.Track{firing, setting}
	case v.Phase == deal.Setting:
		return []game.Track{firing, hiding}
	case v.Phase == deal.Learning && v.Begun:
		return []game.Track{firing}
	case v.Phase == deal.Learning:
		hiding.Label, hiding.Hint = "Place atoms", "The atoms will be placed on these squares, where everybody sees them."
		hiding.Picked = strings.Split(deal.Squares(v.Layout), ",")
		return []game.Track{firing, hiding}
	}
	if v.Phase == deal.Finished { // the cursor only inspects, so it has no question mark
		firing.Sign = 0
		firing.Label, setting.Label = "Inspect ports", "Inspect squares"
	}
	return []game.Track{firing, setting}
}

// Look previews touching spots: the result or the possible price of a beam at a port, or the effect of touching a square.
func (v view) Look(track string, spots ...string) game.Preview {
	if v.Table && track == query && len(spots) > 0 && len(spots) < 3 {
		var ports []rules.Port
		for _, spot := range spots {
			number, isPort := strings.CutPrefix(spot, "port")
			if port, err := v.Field.ParsePort(number); isPort && err == nil {
				ports = append(ports, port)
			}
		}
		if len(ports) == len(spots) {
			return v.lookAtTable(ports)
		}
	}
	switch {
	case track == hide && len(spots) == v.Atoms:
		return v.Preview("hide " + strings.Join(spots, ","))
	case len(spots) != 1:
		return game.Preview{Sentence: "Touch one port or one square."}
	case spots[0] == picture.Parked:
		return game.Preview{Sentence: v.lookAtCorner()}
	}
	if number, ok := strings.CutPrefix(spots[0], "port"); ok {
		if port, err := v.Field.ParsePort(number); err == nil {
			return v.lookAtPort(port)
		}
	}
	s, err := v.Field.ParseSquare(spots[0])
	switch {
	case err != nil:
		return game.Preview{Sentence: "That is neither a port nor a square of this field."}
	case track == hide:
		return game.Preview{
			Sentence: fmt.Sprintf("You could hide an atom on %v; choose %d squares.", s, v.Atoms),
			Marks:    picture.SupposedAt(s, '!'),
			Shapes:   picture.ToHide(v.Field, s),
		}
	}
	return v.lookAtSquare(s)
}

func (v view) lookAtCorner() string {
	switch v.Phase {
	case deal.Learning:
		return fmt.Sprintf("Every port shows a result; %s for a new deal.", game.Type(unlearn.Text))
	case deal.Finished:
		return "Every port shows a result."
	}
	if v.Hider {
		return "Only the solver fires beams."
	}
	return fmt.Sprintf("Every port shows a result: set the atoms, then %s.", game.Type(evaluate.Text))
}

// lookAtPort compares the beam fired at a port with the atoms set. It shows the beam's path through these atoms and, once known, its true
// path.
func (v view) lookAtPort(port rules.Port) game.Preview {
	shot, fired := v.Shot(port)
	switch {
	case !fired && v.Phase == deal.Finished:
		return game.Preview{Sentence: fmt.Sprintf("No beam was fired at port %d.", port)}
	case !fired && v.Hider && v.Phase != deal.Learning:
		return game.Preview{Sentence: fmt.Sprintf("Only the solver fires beams; no beam was fired at port %d.", port)}
	case !fired:
		return v.Preview(fire(port).Text)
	}
	return picture.Came(v.View, shot)
}

func (v view) lookAtSquare(s rules.Square) game.Preview {
	switch {
	case v.Phase == deal.Setting && v.Hider:
		return game.Preview{Sentence: fmt.Sprintf("To hide the atoms yourself, %s.", game.Type(hide))}
	case v.Phase == deal.Setting:
		return game.Preview{Sentence: fmt.Sprintf("Fire a beam first, or %s to hide the atoms yourself.", game.Type(hide))}
	case v.Phase == deal.Solving && !v.Begun:
		return game.Preview{Sentence: "Fire a beam first."}
	case v.Phase == deal.Solving && !v.Hider:
		return v.Preview(mark(s).Text)
	}
	return game.Preview{Sentence: fmt.Sprintf(picture.Contents[v.On(s)].Look, s)}
}

// At describes a square, with the ports of its row and column, or a port, with the square at which its beam enters.
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
			rules.Left: "on the left", rules.Bottom: "at the bottom", rules.Right: "on the right", rules.Top: "at the top",
		}[side], v.Field.Door(port))
		if shot, fired := v.Shot(port); fired {
			return text + " " + strings.TrimSpace(deal.Sentence(shot)+" "+v.ComparedWith(shot)), nil
		}
		if v.Table {
			return text + " No answer is entered there.", nil
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
	if says := v.Chances().Says(s); v.Table && says != "" {
		known = append(known, says)
	}
	if len(known) == 0 {
		known = append(known, "nothing is set")
	}
	return fmt.Sprintf("%v: %s. Its row has the ports %d and %d, its column %d and %d.", s, phrase.List(known),
		v.Field.PortAt(rules.Left, s.Row()), v.Field.PortAt(rules.Right, s.Row()), v.Field.PortAt(rules.Top, s.Column()), v.Field.PortAt(rules.Bottom, s.Column())), nil
}

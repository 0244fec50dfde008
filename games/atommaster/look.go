package atommaster

import (
	"fmt"
	"strings"

	"attic/draw/grid"
	"attic/draw/scene"
	"attic/game"
	"attic/game/bridge"
	"attic/games/atommaster/rules"
)

// Tracks returns the input modes: firing, and hiding before the first beam or setting after it (manual, "Game controls").
func (v view) Tracks() []game.Track {
	firing := game.Track{Name: query, Label: "Fire beams", Ring: true, Park: parked, Sign: '?'}
	for p := rules.Port(1); int(p) <= v.Field.Ports(); p++ {
		firing.Spots = append(firing.Spots, portSpot(p))
	}
	field := bridge.Texts(reading(v.Field), rules.Square.String)
	hiding := game.Track{
		Name: hide, Label: "Hide atoms", Spots: field,
		Pick: v.Atoms, Word: "hide", Mark: '@', Hint: "The atoms will now be hidden.", Stamp: picked(),
	}
	setting := game.Track{Name: set, Label: "Set atoms", Spots: field}
	switch {
	case v.Phase == Setting && v.Hider:
		return []game.Track{firing, hiding}
	case v.Phase == Setting: // for the solver, setting comes before hiding
		return []game.Track{firing, setting, hiding}
	case v.Phase == Learning && v.Begun:
		return []game.Track{firing}
	case v.Phase == Learning:
		hiding.Label, hiding.Hint = "Place atoms", "The atoms will be placed like this, and everybody sees them."
		hiding.Picked = strings.Split(squares(v.Layout), ",")
		return []game.Track{firing, hiding}
	}
	if v.Phase == Finished { // only for inspecting, so without a question mark
		firing.Sign = 0
		firing.Label, setting.Label = "Inspect ports", "Inspect squares"
	}
	return []game.Track{firing, setting}
}

// Look says what a beam at a port did or would cost, or what can be done on a square.
func (v view) Look(track string, spots ...string) game.Preview {
	switch {
	case track == hide && len(spots) == v.Atoms:
		return v.Preview("hide " + strings.Join(spots, ","))
	case len(spots) != 1:
		return game.Preview{Sentence: "Touch one port or one square."}
	case spots[0] == parked:
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
			Sentence: fmt.Sprintf("An atom can lie on %v; choose %d squares.", s, v.Atoms),
			Marks:    supposedAt(s, '!'),
			Shapes:   toHide(v.Field, s),
		}
	}
	return v.lookAtSquare(s)
}

func (v view) lookAtCorner() string {
	switch v.Phase {
	case Learning:
		return fmt.Sprintf("Every port shows a result; %s for a new deal.", game.Type(unlearn.Text))
	case Finished:
		return "Every port shows a result."
	}
	if v.Hider {
		return "Only the solver fires beams."
	}
	return fmt.Sprintf("Every port shows a result: set the atoms, then %s.", game.Type(evaluate.Text))
}

// lookAtPort compares the beam of a port with the atoms set, and shows its path through them and, once that
// is known, the true one.
func (v view) lookAtPort(port rules.Port) game.Preview {
	shot, fired := v.shot(port)
	switch {
	case !fired && v.Phase == Finished:
		return game.Preview{Sentence: fmt.Sprintf("No beam was fired at port %d.", port)}
	case !fired && v.Hider && v.Phase != Learning:
		return game.Preview{Sentence: fmt.Sprintf("Only the solver fires beams; no beam was fired at port %d.", port)}
	case !fired:
		return v.Preview(fire(port).Text)
	case v.Phase == Learning:
		way := path(v.Layout, shot.Port)
		way.Role = grid.Accent
		shapes := append(v.ends(shot), unkeyed(lightBeam{colour: scene.Accent, width: 0.065}.along(wayOf(v.Field, way)))...)
		return game.Preview{Sentence: sentence(shot), Paths: []grid.Path{way}, Shapes: shapes}
	}
	verdict := v.judge(shot)
	own, colour := path(v.Marks, shot.Port), verdictColours[verdict]
	own.Dashed, own.Role = true, verdictRoles[verdict]
	p := game.Preview{Sentence: sentence(shot), Shapes: v.ends(shot)}
	switch {
	case v.Phase == Finished:
		way, b := path(v.Layout, shot.Port), lightBeam{colour: scene.Beam, width: 0.065}
		if pass, ok := v.passes()[shot.Port]; ok {
			way.Role = marbleRoles[pass.colour]
			b.wear(pass)
		}
		p.Paths = []grid.Path{way}
		p.Shapes = append(p.Shapes, unkeyed(b.along(wayOf(v.Field, way)))...)
		if answer := rules.Fire(v.Marks, shot.Port); answer != shot.Answer && v.Marks.Count() > 0 {
			own.Role = grid.Bad
			p.Paths = append(p.Paths, own)
			p.Shapes = append(p.Shapes, supposed(v.Field, own, scene.Bad)...)
			p.Sentence += " Solid: its path. Dashed: with the atoms set it would " + fate(v.Marks, shot.Port) + "."
		}
	case v.Marks.Count() == 0: // the path is unknown: only the ports are known
		p.Sentence += " " + v.comparedWith(shot)
		p.Paths = []grid.Path{{Spots: []string{portSpot(shot.Port)}}}
	default:
		p.Sentence += " " + v.comparedWith(shot)
		p.Paths = []grid.Path{own}
		p.Shapes = append(p.Shapes, supposed(v.Field, own, colour)...)
	}
	return p
}

// shot returns the beam whose result a port shows.
func (e evidence) shot(port rules.Port) (rules.Shot, bool) {
	for _, s := range e.Shots {
		if s.Port == port || s.Answer.Port() == port {
			return s, true
		}
	}
	return rules.Shot{}, false
}

// lookAtSquare says what setting would do on a square, or what is there when no more atoms can be set.
func (v view) lookAtSquare(s rules.Square) game.Preview {
	switch {
	case v.Phase == Setting && v.Hider:
		return game.Preview{Sentence: fmt.Sprintf("To hide the atoms yourself, %s.", game.Type(hide))}
	case v.Phase == Setting:
		return game.Preview{Sentence: fmt.Sprintf("Fire a beam first, or %s to hide the atoms yourself.", game.Type(hide))}
	case v.Phase == Solving && !v.Begun:
		return game.Preview{Sentence: "Fire a beam first."}
	case v.Phase == Solving && !v.Hider:
		return v.Preview(mark(s).Text)
	}
	return game.Preview{Sentence: fmt.Sprintf(contents[v.on(s)].look, s)}
}

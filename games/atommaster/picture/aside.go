package picture

import (
	"fmt"
	"strings"

	"attic/draw/scene"
	"attic/games/atommaster/deal"
	"attic/games/atommaster/rules"
)

// Measures of the list of beams, in units of 1/96 inch.
const (
	headHigh, rowHigh = 28, 26
	listLeast         = headHigh + rowHigh // if the height is less, the beams are in one row
	stripHigh         = 24                 // height of that row
	stripMarble       = 28                 // scale of the signs in that row: the size of a square if a board were drawn; leaves room beside marbles
	legendFrom        = 4                  // the least number of rows with which the evaluation shows a key to its signs
	textSize          = 15
	smallSize         = 14
	marbleSize        = 32 // scale of the signs in the list, like stripMarble
	toColumn          = 48 // position of a beam's exit port or letter
	marbleColumn      = 90
	verdictColumn     = 110
)

// strip draws as many beams as fit in one row, in the order of the list: each with its port and its result, and a sign if the atoms set contradict
// the beam. Before the first beam it explains the results.
func strip(v deal.View, w float64) scene.Scene {
	s := scene.Scene{View: scene.Rectangle{W: w, H: stripHigh}}
	const y, gap = stripHigh / 2, 14
	s.Add(moved([]scene.Shape{heading("Beams")}, 0, y-headHigh/2, 1)...)
	x := scene.TextWidth("Beams", smallSize, true) + gap
	if len(v.Shots) == 0 {
		for _, k := range signsOfPorts(v.Evidence) {
			wide := 18 + scene.TextWidth(k.short, smallSize-1, false)
			if x+wide > w {
				break
			}
			s.Add(moved(Unkeyed(k.shapes), x+7, y, stripMarble)...)
			s.Add(scene.Word(x+18, y, smallSize-1, k.short, scene.Left, scene.Muted))
			x += wide + gap - 4
		}
		return s
	}
	passes := v.Passes()
	for i, shot := range v.Listed() {
		port, exit := fmt.Sprint(shot.Port), ""
		if out := shot.Answer.Port(); out != rules.NoPort {
			exit = "→" + fmt.Sprint(out)
		}
		text := scene.TextWidth(port, textSize, true) + scene.TextWidth(exit, smallSize, false)
		const sign, rest = 26, 30 // the room for a result, and for the number of omitted beams
		if last := i == len(v.Shots)-1; last && x+text+sign > w || !last && x+text+sign+rest > w {
			s.Add(scene.Word(x, y, smallSize-1, fmt.Sprintf("+%d", len(v.Shots)-i), scene.Left, scene.Muted))
			break
		}
		shapes := resultShapes(v.Evidence, shot, passes)
		if v.Wrong(shot) {
			shapes = append(shapes, contradiction()...)
		}
		shapes = append(moved(shapes, text+sign/2, 0, stripMarble), bold("from", 0, port, scene.Text))
		if exit != "" {
			shapes = append(shapes, keyed("to", scene.Word(scene.TextWidth(port, textSize, true), 0, smallSize, exit, scene.Left, scene.Muted)))
		}
		s.Add(placed(v, Point{x, y}, deal.PortSpot(shot.Port), shapes...)...)
		x += text + sign + gap
	}
	return s
}

// Aside lists as many beams as there is room for, each with its result and its verdict. Pointing at a line highlights the port of its beam. Before the first beam it explains the
// results.
func Aside(v deal.View, w, h float64) scene.Scene {
	switch {
	case h < stripHigh:
		return scene.Scene{}
	case h < listLeast:
		return strip(v, w)
	}
	var s scene.Scene
	fits := int((h - headHigh) / rowHigh)
	if len(v.Shots) == 0 {
		addKey(v.Evidence, &s, w, fits)
		return s
	}
	first := float64(headHigh)
	if v.Phase == deal.Finished && fits >= legendFrom {
		s.Add(signsOfJudgement(first + rowHigh/2)...)
		first, fits = first+rowHigh, fits-1
	}
	shots := v.Listed()
	shots = shots[:min(len(shots), fits)]
	s.Add(head(v, w, len(shots))...)
	passes, told := v.Passes(), false
	for i, shot := range shots {
		top, spot := first+float64(i)*rowHigh, deal.PortSpot(shot.Port)
		row := append(came(v.Evidence, shot, passes), bold("from", 0, fmt.Sprint(shot.Port), scene.Text))
		row = append(row, verdict(v, shot, w-verdictColumn, !told))
		told = told || v.Judge(shot) == deal.Explained
		s.Add(placed(v, Point{0, top + rowHigh/2}, spot, row...)...)
		s.Spots = append(s.Spots, scene.Spot{
			Name: spot, Area: scene.Rectangle{X: 0, Y: top, W: w, H: rowHigh},
			Label: strings.TrimSpace(deal.Sentence(shot) + " " + v.ComparedWith(shot)),
		})
	}
	s.View = scene.Rectangle{W: w, H: first + float64(len(shots))*rowHigh}
	return s
}

func signsOfJudgement(y float64) []scene.Shape {
	var list []scene.Shape
	x := 0.
	for _, sign := range []struct {
		shapes []scene.Shape
		says   string
	}{{append(Atom(0), tick()...), "found"}, {cross(), "wrong"}, {Atom(missedFade), "missed"}} {
		const side, gap = 24, 8
		list = append(list, moved(Unkeyed(sign.shapes), x+side/2, y, side)...)
		list = append(list, scene.Word(x+side+2, y, smallSize-1, sign.says, scene.Left, scene.Muted))
		x += side + 2 + scene.TextWidth(sign.says, smallSize-1, false) + gap
	}
	return list
}

func head(v deal.View, w float64, shown int) []scene.Shape {
	title, count := "Beams", progress(v)
	left := w - scene.TextWidth(count, smallSize, false) - smallSize
	if shown < len(v.Shots) {
		last := fmt.Sprintf("Beams, %d of %d", shown, len(v.Shots))
		if scene.TextWidth(last, smallSize, true) <= left {
			title = last
		}
	}
	if count == "" {
		return []scene.Shape{heading(title)}
	}
	return []scene.Shape{heading(title), keyed("progress", scene.Word(w, headHigh/2, smallSize, count, scene.Right, scene.Muted))}
}

// verdict draws the verdict on a beam, in full if there is room. Among explained beams, only the first has its verdict in full.
func verdict(v deal.View, shot rules.Shot, w float64, firstExplained bool) scene.Shape {
	judged, clashes := v.Judge(shot), v.Clashes(shot)
	text, colour := comparison(v, shot), verdictColours[judged]
	if judged == deal.Explained && !clashes && !firstExplained || judged != deal.Unjudged && scene.TextWidth(text, smallSize, false) > w {
		text = verdicts[judged]
		if clashes {
			text += " !"
		}
	}
	if clashes {
		colour = scene.Bad
	}
	return keyed("verdict", scene.Word(verdictColumn, 0, smallSize, scene.Clip(text, smallSize, false, w), scene.Left, colour))
}

func heading(text string) scene.Shape {
	return strong(scene.Word(0, headHigh/2, smallSize, text, scene.Left, scene.Muted))
}

func bold(key string, x float64, text string, fill scene.Colour) scene.Shape {
	return keyed(key, strong(scene.Word(x, 0, textSize, text, scene.Left, fill)))
}

func came(e deal.Evidence, shot rules.Shot, passes map[rules.Port]deal.Pass) []scene.Shape {
	switch shot.Answer {
	case rules.Absorbed:
		return []scene.Shape{bold("to", toColumn, shot.Answer.String(), scene.Bad)}
	case rules.Reflected:
		return []scene.Shape{bold("to", toColumn, shot.Answer.String(), scene.Good)}
	}
	return append(moved(resultShapes(e, shot, passes), marbleColumn, 0, marbleSize),
		keyed("arrow", scene.Word(toColumn-8, 0, textSize, "→", scene.Right, scene.Muted)),
		bold("to", toColumn, fmt.Sprint(shot.Answer.Port()), scene.Text))
}

// comparison returns the verdict on a beam in words and, if the atoms set contradict the beam, the result that it would have with them.
func comparison(v deal.View, shot rules.Shot) string {
	switch judged := v.Judge(shot); {
	case judged == deal.Unjudged:
		return deed(rules.Trace(v.Layout, shot.Port))
	case v.Clashes(shot) && len(v.Clash) == 1:
		return verdicts[judged] + ", impossible"
	case v.Clashes(shot):
		return fmt.Sprintf("%s, clashes with %s", verdicts[judged], v.Together(shot.Port))
	case judged == deal.Explained:
		return "explained by your atoms"
	case judged == deal.Contradicted:
		own := Path(v.Marks, shot.Port)
		switch answer := rules.Fire(v.Marks, shot.Port); answer {
		case rules.Absorbed:
			return "contradicted: would hit your " + own.Spots[len(own.Spots)-1]
		case rules.Reflected:
			return "contradicted: would return"
		case shot.Answer:
			return "contradicted"
		default:
			return fmt.Sprintf("contradicted: would exit at %d", answer.Port())
		}
	}
	return verdicts[deal.Open]
}

// deed returns the manual's word for the path of a beam (section "Beam paths").
func deed(way rules.Path) string {
	switch turns := way.Turns(); {
	case way.Answer == rules.Absorbed:
		return "absorption"
	case way.Answer == rules.Reflected:
		return "reflection"
	case turns == 0:
		return "miss"
	case turns == 1:
		return "deflection"
	}
	return "detour"
}

func progress(v deal.View) string {
	switch v.Phase {
	case deal.Learning, deal.Editing:
		return ""
	case deal.Finished:
		if v.Stopped {
			break
		}
		return fmt.Sprintf("score %d", v.Score())
	}
	return fmt.Sprintf("%d of %d atoms set", v.Marks.Count(), v.Atoms)
}

// signOfPort is a sign that ports can show, with its meaning in one word and in a sentence.
type signOfPort struct {
	shapes      []scene.Shape
	short, says string
}

func signsOfPorts(e deal.Evidence) []signOfPort {
	return []signOfPort{
		{[]scene.Shape{letter(rules.Absorbed, scene.Bad)}, "absorbed", "absorbed: it hit an atom"},
		{[]scene.Shape{letter(rules.Reflected, scene.Good)}, "reflected", "reflected: it came back"},
		{marked(e, example), "exit", "same marble: its exit"},
	}
}

// addKey adds a key to the signs that ports can show.
func addKey(e deal.Evidence, s *scene.Scene, w float64, rows int) {
	s.Add(heading("What the marks mean"))
	key := signsOfPorts(e)
	key = key[:min(len(key), rows)]
	for i, k := range key {
		y := headHigh + (float64(i)+0.5)*rowHigh
		s.Add(moved(Unkeyed(k.shapes), 10, y, marbleSize)...)
		s.Add(scene.Word(30, y, smallSize, scene.Clip(k.says, smallSize, false, w-30), scene.Left, scene.Muted))
	}
	s.View = scene.Rectangle{W: w, H: headHigh + float64(len(key))*rowHigh}
}

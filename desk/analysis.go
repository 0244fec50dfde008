package desk

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"attic/desk/command"
	"attic/game"
	"attic/internal/phrase"
	"attic/match/tree"
	"attic/table"
	"attic/teach/review"
)

// analyse begins an analysis or, in one, lists what can be done with the move shown.
func analyse(p *Play) {
	p.Pointer.pen = pen{}
	if !p.Now.Studies {
		found := reviewed(p.Review.Work.Found.Points, p.Review.Work.Found.Mark, p.MoveList().begun)
		p.Review.leave()
		p.want(command.Request{Verb: command.Analyse})
		if p = p.desk.Play; len(found) > 0 && p.Person.Now().Studies {
			p.Message.complain(p.requests.Act(table.Edit(found...)))
		}
		return
	}
	t, at, _ := sighted(p).Study()
	name, _, _ := strings.Cut(t.Words(p.Info, at), ", ")
	page := &Chooser{List: true, Word: game.Word{Label: phrase.Capital(name)}, choose: func(line string) { edit(p, line) }}
	add := func(text, label string) {
		page.Word.Items = append(page.Word.Items, game.Item{Text: text, Label: label})
	}
	if said := t.Said(at).Comment; strings.Contains(said, "\n") { // the prompt has one line
		add(commentLine, "Comment…")
	} else {
		add(commentLine+said, "Comment…")
	}
	if at != tree.Root {
		add(marksLine, "Mark…")
	}
	add(drawLine, "Draw arrows and rings…")
	if len(t.Moves(t.Parent(at))) > 1 && at != tree.Root {
		add(string(command.Go)+" other", "The next move tried instead")
	}
	if _, err := t.Promote(t.Start(at)); err == nil {
		add(string(command.Promote), "Move the variation up")
	}
	if edits, err := t.Main(at); err == nil && len(edits) > 0 {
		add(string(command.MainLine), "Make this the main line")
	}
	add(string(command.Line), "Copy this line")
	if !t.Played(at) {
		add(string(command.Cut), "Cut this move and what follows")
	}
	for _, w := range p.pad.words {
		if w.Same == string(command.Known) {
			add(w.Name, w.Label)
		}
	}
	add(KeyItem+MovesKey, "List all moves")
	p.desk.Pages.open(page)
}

// Lines of the chooser of an analysis that are not carried out as they are.
const (
	commentLine = string(command.Comment) + " "
	marksLine   = string(command.Mark) + " "
	drawLine    = "draw "
)

// edit carries out a line of the chooser of an analysis.
func edit(p *Play, line string) {
	t, at, _ := sighted(p).Study()
	ink, draws := strings.CutPrefix(line, drawLine)
	switch {
	case line == marksLine:
		p.desk.Pages.open(marking(p, t.Said(at).Marks))
	case line == drawLine:
		page := &Chooser{List: true, Word: game.Word{Label: "Draw in"}, choose: func(line string) { edit(p, line) }}
		for _, c := range tree.Colours {
			page.Word.Items = append(page.Word.Items, game.Item{Text: drawLine + c.Name(), Label: phrase.Capital(c.Name())})
		}
		p.desk.Pages.open(page)
	case draws:
		i := slices.IndexFunc(tree.Colours, func(c tree.Colour) bool { return c.Name() == ink })
		p.Pointer.pen = pen{ink: tree.Colours[i]}
		p.Message.says(p.Pointer.pen.line())
	case strings.HasPrefix(line, commentLine):
		p.Prompt.begin(":", line, p.requests.Complete, p.carry)
	case line == string(command.Line):
		p.copying.copies(t.Line(t.Start(at)), "the line.", false)
	default:
		p.choose(line)
	}
}

// pen draws arrows and rings with the touches of a finger, or with Enter.
type pen struct {
	ink  tree.Colour // 0: touches make moves
	from string      // where the arrow begins, or ""
}

// line says what the next touch does.
func (n pen) line() string {
	if n.from != "" {
		return "From " + n.from + ": " + either("press Enter where the arrow ends, or here for a ring.", "tap where the arrow ends, or here again for a ring.")
	}
	return "Drawing in " + n.ink.Name() + ": " + either("press Enter where it begins. Esc: stop.", "tap where it begins. Tap Edit to stop.")
}

// touch handles a touch of a spot, and reports whether it draws.
func (n *pen) touch(p *Play, spot string) bool {
	switch {
	case n.ink == 0 || !p.Now.Studies:
		return false
	case n.from == "":
		n.from = spot
	default:
		Sketch(p, tree.Shape{Colour: n.ink, From: n.from, To: spot})
		n.from = ""
	}
	p.Message.says(n.line())
	return true
}

// marking returns a chooser of the marks for the move shown, which has some already.
func marking(p *Play, marks []int) *Chooser {
	page := &Chooser{List: true, Word: game.Word{Label: "Mark"}, choose: p.choose}
	for i, says := range []string{"good", "mistake", "very good", "blunder", "interesting", "doubtful"} {
		sign := tree.Sign(i + 1)
		page.Word.Items = append(page.Word.Items, game.Item{Text: marksLine + sign, Label: sign + " " + says})
	}
	if len(marks) > 0 {
		page.Word.Items = append(page.Word.Items, game.Item{Text: string(command.Mark), Label: "no mark"})
	}
	return page
}

// longest is the number of moves of a review's best line that an analysis gets.
const longest = 8

// reviewed returns the edits that bring the marks and the best lines of a review into an analysis. The parameter begun is the step before the first move.
func reviewed(points []review.Point, mark func(point int) (review.Grade, float64), begun int) (edits []tree.Edit) {
	for i, at := range points {
		if at.Ended || at.Text == "" {
			continue
		}
		path := func(step int) tree.Path { return tree.Path(strconv.Itoa(step - begun)) }
		if kind, _ := mark(i); kind.Sign() != "" {
			edits = append(edits, tree.Edit{Do: tree.Marks, At: path(at.Step + 1), Text: kind.Sign()})
			if line := at.Advice.Line; len(line) > 0 && !at.Best {
				edits = append(edits, tree.Edit{Do: tree.Add, At: path(at.Step), Text: strings.Join(line[:min(len(line), longest)], tree.Then)})
			}
		}
	}
	return edits
}

// sighted returns what the person sees in the position shown.
func sighted(p *Play) table.Sight {
	s := p.Person.Sight()
	if p.Back {
		s = s.Earlier(p.Ply)
	}
	return s
}

// lastOf returns the sentence on the position shown: what the last move did and, in an analysis, what was said of it.
func lastOf(p *Play) string {
	last := p.Now.View.Status().Last
	if !p.Now.Studies {
		return last
	}
	last, where := annotated(p, last, "", func(string) bool { return true })
	return strings.TrimSpace(last + " " + where)
}

// annotated returns the sentences on the move of an analysis and on the turn with what was said of the move, as far as that fits, and in which variation it is.
func annotated(p *Play, last, turn string, fits func(string) bool) (said, where string) {
	s := sighted(p)
	t, at, _ := s.Study()
	if start := t.Start(at); start != tree.Root {
		list := t.Moves(t.Parent(start))
		turn = fmt.Sprintf("Variation %d of %d. %s", slices.Index(list, start), len(list)-1, turn)
	}
	turn = strings.TrimSpace(command.Judged(p.Person.Game(), t.Said(at).Judged) + " " + turn)
	if marks := signs(t.Said(at).Marks); marks != "" {
		turn = "Marked " + marks + ". " + turn
	}
	turn = strings.TrimSpace(turn)
	for _, also := range command.Remarks(p.Person.Game(), t.Said(at)) {
		if fits(turn + " " + also) {
			turn = strings.TrimSpace(turn + " " + also)
		} else if fits(last + " " + also) {
			last = strings.TrimSpace(last + " " + also)
		}
	}
	switch comment := strings.ReplaceAll(t.Said(at).Comment, "\n", " "); {
	case comment == "":
	case last == "" || fits(last+" "+comment):
		last = strings.TrimSpace(last + " " + comment)
	case fits(comment + " " + turn):
		turn = comment + " " + turn
	default: // the text of the whole sentence can be opened
		last = comment + " " + last
	}
	return last, turn
}

// remarks returns the marks of a move of an analysis, and the number of other moves in its place.
func remarks(s table.Sight, ply int) (text string) {
	t, _, _ := s.Study()
	id := table.StudyAt(s, ply)
	text = signs(t.Said(id).Marks)
	if others := len(t.Moves(t.Parent(id))) - 1; others > 0 {
		text += fmt.Sprintf(" +%d", others)
	}
	return strings.TrimSpace(text)
}

// signs returns marks as they are written after a move.
func signs(marks []int) (text string) {
	for _, m := range marks {
		text += tree.Sign(m)
	}
	return text
}

// Drawn returns the arrows and rings of the move of an analysis that is shown, and a ring where a finger begins an arrow.
func Drawn(p *Play) (list []tree.Shape) {
	if p == nil || !p.Now.Studies {
		return nil
	}
	t, at, _ := sighted(p).Study()
	if list = t.Said(at).Shapes; p.Pointer.pen.from != "" {
		list = append(slices.Clip(list), tree.Shape{Colour: p.Pointer.pen.ink, From: p.Pointer.pen.from, To: p.Pointer.pen.from})
	}
	return list
}

// Sketch draws an arrow or a ring in an analysis, or removes it if it is there.
func Sketch(p *Play, x tree.Shape) {
	t, at, _ := sighted(p).Study()
	p.Message.complain(p.requests.Act(table.Edit(command.Sketched(t, at, x))))
	p.desk.News()
}

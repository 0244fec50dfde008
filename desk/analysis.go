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

// analyse begins an analysis or, in one, lists its lines and what can be done with the move shown.
func analyse(p *Play) {
	if !p.Now.Studies {
		found := reviewed(p.Review.Work.Found.Points, p.Review.Work.Found.Mark, p.MoveList().begun)
		p.Review.leave()
		p.want(command.Request{Verb: command.Analyse})
		if len(found) > 0 && p.Person.Now().Studies {
			p.Message.complain(p.requests.Act(table.Edit(found...)))
		}
		return
	}
	t, at, _ := sighted(p).Study()
	page := &Chooser{List: true, Word: game.Word{Label: "Analysis"}}
	page.choose = func(line string) {
		switch {
		case line == marksLine:
			p.desk.Pages.open(marking(p, t.Said(at).Marks))
		case strings.HasPrefix(line, commentLine):
			p.Prompt.begin(":", line, p.requests.Complete, p.carry)
		default:
			p.choose(line)
		}
	}
	add := func(text, label string) {
		page.Word.Items = append(page.Word.Items, game.Item{Text: text, Label: label})
	}
	add("", "Lines")
	for i, l := range command.Variations(t, at) {
		if l.Shown {
			page.At = len(page.Word.Items)
		}
		add(fmt.Sprintf("%s %d", command.StudyLines, i+1), strings.Repeat("– ", l.Nest)+l.Text)
	}
	name, _, _ := strings.Cut(t.Words(p.Info, at), ", ")
	add("", phrase.Capital(name))
	if said := t.Said(at).Comment; strings.Contains(said, "\n") { // the prompt has one line
		add(commentLine, "Comment…")
	} else {
		add(commentLine+said, "Comment…")
	}
	if at != tree.Root {
		add(marksLine, "Mark…")
	}
	if _, err := t.Promote(t.Start(at)); err == nil {
		add(string(command.Promote), "Move the variation up")
	}
	if edits, err := t.Main(at); err == nil && len(edits) > 0 {
		add(string(command.MainLine), "Make this the main line")
	}
	if !t.Played(at) {
		add(string(command.Cut), "Cut this move and what follows")
	}
	for _, w := range p.pad.words {
		if w.Same == string(command.Known) {
			add(w.Name, w.Label)
		}
	}
	p.desk.Pages.open(page)
}

// Lines of the chooser of an analysis that are not carried out as they are.
const (
	commentLine = string(command.Comment) + " "
	marksLine   = string(command.Mark) + " "
)

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

// annotated returns the sentences on the move of an analysis and on the turn with what was said of the move, and in which variation it is.
func annotated(p *Play, last, turn string) (said, where string) {
	t, at, _ := sighted(p).Study()
	if comment := t.Said(at).Comment; comment != "" {
		last = strings.ReplaceAll(comment, "\n", " ")
	}
	if start := t.Start(at); start != tree.Root {
		list := t.Moves(t.Parent(start))
		n := 0
		for list[n] != start {
			n++
		}
		turn = fmt.Sprintf("Variation %d of %d. %s", n, len(list)-1, turn)
	}
	if marks := signs(t.Said(at).Marks); marks != "" {
		turn = "Marked " + marks + ". " + turn
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

// Drawn returns the arrows and rings of the move of an analysis that is shown.
func Drawn(p *Play) []tree.Shape {
	if p == nil || !p.Now.Studies {
		return nil
	}
	t, at, _ := sighted(p).Study()
	return t.Said(at).Shapes
}

// Sketch draws an arrow between two spots in an analysis, or a ring around one, and removes it if it is there.
func Sketch(p *Play, from, to string) {
	t, at, _ := sighted(p).Study()
	list := slices.Clone(t.Said(at).Shapes)
	drawn := func(s tree.Shape) bool { return s.From == from && s.To == to }
	if !slices.ContainsFunc(list, drawn) {
		list = append(list, tree.Shape{Colour: tree.Green, From: from, To: to})
	} else {
		list = slices.DeleteFunc(list, drawn)
	}
	var texts []string
	for _, s := range list {
		texts = append(texts, s.String())
	}
	p.Message.complain(p.requests.Act(table.Edit(tree.Edit{Do: tree.Shapes, At: t.Path(at), Text: strings.Join(texts, " ")})))
	p.desk.News()
}

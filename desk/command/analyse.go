package command

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"attic/game"
	"attic/internal/phrase"
	"attic/match"
	"attic/match/tree"
	"attic/table"
)

// studyWords are the commands of an analysis.
var studyWords = []word{
	{Word: game.Word{Name: "analyse", Help: "analyse this game: every move you try is kept, and the game stays as it was"}},
	{Word: game.Word{Name: "lines", Args: "[N]", Help: "in an analysis: list its lines, or show line N"}},
	{Word: game.Word{Name: "go", Args: "WHERE", Help: "in an analysis: show a position: back, forward, first, last, other (the next move tried instead), or a place such as 12, after 12 moves of the main line"}},
	{Word: game.Word{Name: "comment", Args: "[TEXT]", Help: "in an analysis: say something about the move shown; without TEXT: remove what was said"}},
	{Word: game.Word{Name: "mark", Args: "[MARK]", Help: "in an analysis: mark the move shown with !, ?, !!, ??, !? or ?!; without MARK: remove its marks"}},
	{Word: game.Word{Name: "arrow", Args: "FROM TO [COLOUR]", Help: "in an analysis: draw an arrow in green, red, blue or yellow; the same again removes it"}},
	{Word: game.Word{Name: "ring", Args: "WHERE [COLOUR]", Help: "in an analysis: draw a ring in green, red, blue or yellow; the same again removes it"}},
	{Word: game.Word{Name: "line", Help: "in an analysis: print the line shown as text, from where it begins"}},
	{Word: game.Word{Name: "promote", Help: "in an analysis: move the variation shown up by one place"}},
	{Word: game.Word{Name: "main", Help: "in an analysis: make the line shown the main line"}},
	{Word: game.Word{Name: "cut", Help: "in an analysis: remove the move shown and what follows it"}},
}

// Variation is a line of an analysis.
type Variation struct {
	Start tree.ID // its first move, or tree.Root
	Nest  int     // 0 for the main line, 1 for its variations and so on
	Shown bool    // the move shown belongs to it
	Text  string
}

// Variations returns the lines of an analysis in the order of reading; at is the move shown.
func Variations(t tree.Tree, at tree.ID) []Variation {
	list := []Variation{{Start: tree.Root, Text: cmp.Or(t.Line(tree.Root), "no moves yet")}}
	for _, row := range t.Rows() {
		if row.First {
			list = append(list, Variation{Start: row.Moves[0], Nest: row.Nest, Text: t.Line(row.Moves[0])})
		}
	}
	for i := range list {
		list[i].Shown = list[i].Start == t.Start(at)
	}
	return list
}

// Place says which move of an analysis is shown, and what was said of it; "" for a game.
func Place(g game.Game, s table.Sight) string {
	t, at, on := s.Study()
	if !on {
		return ""
	}
	said := t.Said(at)
	text := phrase.Capital(t.Words(g.Info(), at)) + "."
	if len(said.Marks) > 0 {
		text += " Marked "
		for _, m := range said.Marks {
			text += tree.Sign(m)
		}
		text += "."
	}
	if others := len(t.Moves(t.Parent(at))) - 1; at != tree.Root && others > 0 && t.Start(at) != at {
		text += fmt.Sprintf(" %s in its place.", phrase.Capital(phrase.Count(others, "variation")))
	}
	for _, also := range Remarks(g, said) {
		text += " " + also
	}
	return lined(said.Before, text, said.Comment)
}

// Remarks returns sentences on what was said of a move besides marks and comments: the judgement, the clock, the arrows and rings.
func Remarks(g game.Game, said tree.Said) (list []string) {
	if text := Judged(g, said.Judged); text != "" {
		list = append(list, text)
	}
	if said.Clock != nil {
		list = append(list, tree.ClockText(*said.Clock)+" left.")
	}
	var drawn []string
	for _, x := range said.Shapes {
		drawn = append(drawn, x.Words())
	}
	if len(drawn) > 0 {
		list = append(list, phrase.Capital(strings.Join(drawn, ", "))+".")
	}
	return list
}

// analysis carries out a request that concerns an analysis.
func analysis(q *Requests, r Request) (Answer, error) {
	s := q.sight()
	t, at, on := s.Study()
	if r.Verb == Known || r.Verb == Analyse && !on {
		return analyse(q, r.Verb == Known)
	}
	if !on {
		return Answer{}, fmt.Errorf("this is a game, not an analysis; %s to analyse it", game.Type("analyse"))
	}
	one := func(do tree.Verb, text string) (Answer, error) {
		return Answer{}, q.Act(table.Edit(tree.Edit{Do: do, At: t.Path(at), Text: text}))
	}
	switch r.Verb {
	case Comment:
		return one(tree.Comment, r.Text)
	case Mark:
		return one(tree.Marks, r.Text)
	case Arrow, Ring:
		x, err := shapeOf(s, r)
		if err != nil {
			return Answer{}, err
		}
		return Answer{}, q.Act(table.Edit(Sketched(t, at, x)))
	case Line:
		return Answer{Text: t.Line(t.Start(at))}, nil
	case Cut:
		return one(tree.Cut, "")
	case Promote:
		e, err := t.Promote(t.Start(at))
		if err != nil {
			return Answer{}, err
		}
		return Answer{}, q.Act(table.Edit(e))
	case MainLine:
		edits, err := t.Main(at)
		if err == nil && len(edits) == 0 {
			err = errors.New("this is the main line already")
		}
		if err != nil {
			return Answer{}, err
		}
		return Answer{}, q.Act(table.Edit(edits...))
	case Go:
		to, err := goes(t, at, s, r.Text)
		if err != nil {
			return Answer{}, err
		}
		return Answer{}, q.Act(table.Show(t.Path(to)))
	case StudyLines:
		return lineOf(q, t, at, r.Text)
	}
	return Answer{Text: Place(q.Person.Game(), s)}, nil
}

// shapeOf returns the shape that a person wants to draw.
func shapeOf(s table.Sight, r Request) (x tree.Shape, err error) {
	texts, need := strings.Fields(r.Text), 1
	if r.Verb == Arrow {
		need = 2
	}
	x.Colour = tree.Green
	if len(texts) == need+1 {
		i := slices.IndexFunc(tree.Colours, func(c tree.Colour) bool { return strings.EqualFold(c.Name(), texts[need]) })
		if i < 0 {
			return x, fmt.Errorf("%q is not a colour; use green, red, blue or yellow", phrase.Clip(texts[need]))
		}
		x.Colour, texts = tree.Colours[i], texts[:need]
	}
	if len(texts) != need {
		w, _ := find(studyWords, string(r.Verb))
		return x, fmt.Errorf("%s needs %s", w.Name, w.Args)
	}
	board := s.View.Scene()
	for i, text := range texts {
		if _, ok := board.Spot(strings.ToLower(text)); !ok {
			return x, fmt.Errorf("there is no %q on the board", phrase.Clip(text))
		}
		texts[i] = strings.ToLower(text)
	}
	x.From, x.To = texts[0], texts[need-1]
	return x, nil
}

// Sketched returns the edit that draws a shape after a move of an analysis, or removes it if it is there. A shape of another colour in its place goes.
func Sketched(t tree.Tree, at tree.ID, x tree.Shape) tree.Edit {
	list := slices.Clone(t.Said(at).Shapes)
	drawn := slices.Contains(list, x)
	list = slices.DeleteFunc(list, func(s tree.Shape) bool { return s.From == x.From && s.To == x.To })
	if !drawn {
		list = append(list, x)
	}
	var texts []string
	for _, s := range list {
		texts = append(texts, s.String())
	}
	return tree.Edit{Do: tree.Shapes, At: t.Path(at), Text: strings.Join(texts, " ")}
}

// lineOf lists the lines of an analysis, or shows the line with a number.
func lineOf(q *Requests, t tree.Tree, at tree.ID, arg string) (Answer, error) {
	list := Variations(t, at)
	if arg == "" {
		var texts []string
		for i, l := range list {
			mark := " "
			if l.Shown {
				mark = ">"
			}
			texts = append(texts, fmt.Sprintf("%s%2d %s%s", mark, i+1, strings.Repeat("  ", l.Nest), phrase.Clip(l.Text)))
		}
		return Answer{List: Listing{"lines", texts, "\n"}}, nil
	}
	n, err := strconv.Atoi(arg)
	if err != nil || n < 1 || n > len(list) {
		return Answer{}, fmt.Errorf("there is no line %q; there are lines 1 to %d", phrase.Clip(arg), len(list))
	}
	to := list[n-1].Start
	if to == tree.Root { // the move from which the line shown differs
		for to = at; t.Start(to) != tree.Root; {
			to = t.Next(t.Parent(t.Start(to)))
		}
	}
	return Answer{}, q.Act(table.Show(t.Path(to)))
}

// goes returns the move of an analysis that a person asks for.
func goes(t tree.Tree, at tree.ID, s table.Sight, where string) (tree.ID, error) {
	switch strings.ToLower(where) {
	case "back":
		return t.Parent(at), nil
	case "forward":
		_, next, _ := s.Earlier(s.Ply + 1).Study()
		return next, nil
	case "first":
		return tree.Root, nil
	case "last":
		_, end, _ := s.Earlier(s.Ply + s.Redo).Study()
		return end, nil
	case "other":
		return t.Beside(at, 1), nil
	case "":
		return at, errors.New("go needs a place: back, forward, first, last, other, or one such as 12, after 12 moves of the main line")
	}
	return t.At(tree.Path(where))
}

// AnalysisNote is what a person reads when an analysis begins.
const AnalysisNote = "This is an analysis: play moves for both sides, go back, and try others. Nothing you do here changes the game."

// KnownNote is what a person reads when an analysis of what is known begins.
const KnownNote = "Add the answers you know, go back, and try others. Nothing you do here changes the game."

// Analysed returns an analysis of the round of a match with the note on it, or why there can be none. While something is hidden, it is an analysis of what is known.
func Analysed(m match.Match) (match.Match, string, error) {
	if _, _, on := match.Study(m); on {
		return m, AnalysisNote, nil
	}
	if game.Edits(m.Setup()) {
		var err error
		if m, err = edited(m); err != nil {
			return m, "", err
		}
	}
	if !m.Game().Info().Open && m.ToMove() != game.Nobody {
		return known(m.Game(), m.State().View(game.Nobody))
	}
	m, err := match.Studied(m)
	return m, AnalysisNote, err
}

// known returns an analysis of what is known in a view, and the note on it.
func known(g game.Game, v game.View) (m match.Match, note string, err error) {
	t, ok := g.(game.Tabler)
	if !ok {
		return m, "", errors.New("this game hides something; it can be analysed once it is over")
	}
	setup, moves := t.Table(v)
	m, err = match.New(g, setup)
	for _, text := range moves {
		if err == nil {
			m, _, err = m.Play(text)
		}
	}
	if err == nil {
		m, err = match.Studied(m)
	}
	return m, KnownNote, err
}

// analyse replaces the game at the table by an analysis of its round or, if the parameter bare is set or something is hidden, of what is known. The game is kept. On a page, the
// analysis gets a table of its own.
func analyse(q *Requests, bare bool) (Answer, error) {
	s := q.sight()
	if err := table.MayStudy(s); err != nil {
		return Answer{}, err
	}
	m, full := s.FullMatch()
	g, note, err := q.Person.Game(), "", error(nil)
	bare = bare || !g.Info().Open && !s.Over && !s.Studies
	switch {
	case bare && (s.Situation.Unaided || s.Shared() && !s.Over):
		err = errors.New("this would be help against another person; it is available once the game is over")
	case bare:
		m, note, err = known(g, s.Now.View)
	case !full:
		err = errors.New("this game hides something from you, so you cannot analyse it")
	default:
		m, note, err = Analysed(m)
	}
	if err == nil && !s.Over && !s.Studies && s.ToMove != game.Anyone && s.Programs() > 0 && !s.Shared() {
		if err = q.Person.Assist(table.HintHelp); err == nil {
			q.Person.Advised()
		}
	}
	switch {
	case err != nil:
		return Answer{}, err
	case s.Shared() && !s.Over:
		m = match.Unaid(m)
		err = q.Store.Profile.Unaid(func(list []string) []string { return append(list, match.Fingerprint(m)) })
	}
	switch {
	case err != nil:
		return Answer{}, err
	case q.Menu:
		return Answer{Opens: AnalysisPage, Match: &m, Title: note}, nil
	case s.Shared():
		return Answer{}, errors.New("this game must stay open; type save FILE, then run attic analyse FILE in another terminal")
	}
	q.Owner.Load(m, nil)
	return Answer{Text: note}, nil
}

// aidAgain allows help again in the analyses of a game with another machine that is over.
func aidAgain(q *Requests, s table.Sight) {
	if !s.Over || !s.Shared() {
		return
	}
	m, ok := s.FullMatch()
	if !ok {
		return
	}
	if m, err := match.Studied(m); err == nil {
		over := match.Fingerprints(m)
		is := func(one string) bool { return slices.Contains(over, one) }
		if slices.ContainsFunc(q.Store.Profile.Settings().Unaided, is) {
			_ = q.Store.Profile.Unaid(func(list []string) []string { return slices.DeleteFunc(list, is) }) // if this fails, the analyses go without help
		}
	}
}

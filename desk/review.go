package desk

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"attic/desk/command"
	"attic/draw/grid"
	"attic/draw/prose"
	"attic/draw/scene"
	"attic/game"
	"attic/internal/phrase"
	"attic/table"
	"attic/teach/review"
	"attic/teach/reviewer"
)

// Review is the page that looks back on a round: it shows the chances of both sides, and the moves at which the chances turned. While the page is
// open, the review continues in the background. For a round with hidden information, a page of text is shown instead.
type Review struct {
	Work *reviewer.Reviewer
	At   int // the point shown
	Line int // how many moves of the best line from that point are shown on the board

	person   *table.Person
	pieces   []grid.Role // the pieces placed, indexed by the point of the move
	scrolled int

	result  string // how the round ended: addressed to the person here in the latest round, and to a spectator in an earlier one
	message *Message
	pages   *Stack
	show    func(step int)         // shows a position on the board
	keep    func() (string, error) // makes puzzles of the person's blunders, and returns a message about them
	analyse func()                 // begins an analysis of the round with what the review found
	try     func(point int)        // shows the board for trying a labelled move again
	keyed   func(string) string    // replaces the commands in a sentence with keys
	taught  func(idea string) []Button
	learn   func(idea string) // begins the lesson that teaches an idea
	decided func([]game.Decision) Graph
	fingers *bool // see [Desk.Fingers]
}

// open opens the page at a step of the match, or begins to analyse a round with hidden information. A second call stops the analysis and shows its
// results so far.
func (r *Review) open(step int) error {
	now, info := r.person.Now(), r.person.Game().Info()
	if r.Work.Running && len(r.Work.Found.Points) == 0 {
		r.Work.Stop()
		return r.news()
	}
	if err := r.Work.Start(); err != nil {
		return err
	}
	if len(r.Work.Found.Points) == 0 {
		r.message.Fresh, r.message.Said = false, "Reviewing; "+either("press v", "tap Review")+" to stop and see what was found so far."
		return nil
	}
	if r.Work.Running {
		if r.result = command.Verdict(r.Work.Found.Outcome, info, game.Nobody); now.Over {
			r.result = command.Result(now, info)
		}
	}
	r.message.Said, r.Line = "", 0
	r.findPieces()
	r.goTo(step)
	r.pages.open(r)
	return r.news()
}

func (r *Review) news() error {
	ended := r.Work.Take()
	if r.Work.Found.Over {
		r.Work.Found.Outcome.Text, r.Work.Found.Outcome.Why = r.result, ""
	}
	switch {
	case !ended:
	case r.Work.Err != nil && len(r.Work.Found.Points) > 0:
		return fmt.Errorf("the review failed: %w", r.Work.Err)
	case r.Work.Err != nil:
		return r.Work.Err
	case len(r.Work.Found.Points) > 0:
		said, err := r.keep()
		if said != "" {
			r.message.Said = said
		}
		return err
	case r.Work.Stopped:
		r.message.Said = "The review was stopped before anything was judged; " + either("press v", "tap Review") + " to start it again."
	default:
		said, err := r.keep()
		if r.message.Said = ""; err != nil {
			return err
		}
		page := &Pager{Title: r.person.Game().Info().Title + ": review", Text: prose.Parse(strings.TrimSpace(r.Work.Analysis.Text + "\n" + said)), Board: r.onBoard()}
		if decisions := r.Work.Analysis.Decisions; len(decisions) > 0 {
			page.graph = func() Graph { return r.decided(decisions) }
		}
		r.pages.open(page)
	}
	return nil
}

// onBoard returns the board beside the text of an analysis, with its steps and layers.
func (r *Review) onBoard() *Board {
	list := []Button{{Key: "[", Label: "back"}, {Key: "]", Label: "forward"}}
	for _, l := range r.person.Now().View.Grid(0, 0).Layers {
		list = append(list, Button{Key: l.Key, Label: l.Label})
	}
	return &Board{Keys: list}
}

func (r *Review) leave() {
	r.Work.Stop()
	r.pages.close(r)
	r.message.Said = ""
}

// bestFrom returns the best line from a point, and the states before and after each of its moves.
func (r *Review) bestFrom(point int) (line []string, states []game.State) {
	states = append(states, r.Work.State(point))
	for i, text := range r.Work.Found.Points[point].Advice.Line {
		next, _, err := states[i].Play(text)
		if err != nil {
			break
		}
		line, states = append(line, text), append(states, next)
	}
	return line, states
}

// best returns the best line from the point shown as a list of moves. If there is no such line, the list has no turns.
func (r *Review) best() (list MoveList) {
	line, _ := r.bestFrom(r.At)
	for i, text := range line {
		if list.Turns == nil {
			list = MoveList{Name: "Best line", Turns: make([]Turn, 1)}
		}
		list.Turns[0].Steps = append(list.Turns[0].Steps, Step{Text: text, Best: i + 1, Chosen: r.Line == i+1})
	}
	return list
}

// follow shows the position after the given number of moves of the best line.
func (r *Review) follow(moves int) {
	line, _ := r.bestFrom(r.At)
	if r.Line = max(0, min(moves, len(line))); len(line) == 0 {
		r.message.Said = "There is no best line here."
	}
}

// lineKey is followed by the number of moves of the best line to show.
const lineKey = "best "

// BestSpot returns the spot that shows the position after the given number of moves of the best line.
func BestSpot(moves int) string { return ButtonSpot + lineKey + strconv.Itoa(moves) }

// goTo shows the point for a step of the match, or the nearest point.
func (r *Review) goTo(step int) {
	r.At = 0
	for i, point := range r.Work.Found.Points {
		if point.Step <= step {
			r.At = i
		}
	}
}

// step moves on by a number of points, or back if the number is negative.
func (r *Review) step(by int) { r.At = max(0, min(r.At+by, len(r.Work.Found.Points)-1)) }

// turn goes to the next labelled move of the person after the point shown, or to the previous one if the parameter by is negative. After the last
// labelled move comes the first.
func (r *Review) turn(by int) {
	list := r.Work.Mine()
	if len(list) == 0 {
		r.message.Said = r.Work.Faultless()
		return
	}
	passed := 0 // the number of labelled moves before the one to show
	for _, t := range list {
		if t.Point < r.At || t.Point == r.At && by > 0 {
			passed++
		}
	}
	r.At = list[(passed+min(by, 0)+len(list))%len(list)].Point
}

// wheel steps through the best line while the line is shown, and otherwise through the round.
func (r *Review) wheel(by int) bool {
	if r.Line > 0 {
		r.follow(r.Line + by)
	} else {
		r.step(by)
	}
	return true
}

// bestKey is the key that shows the best line, and leaves it again.
const bestKey = "b"

// key handles a key, or a click on a point of the graph.
func (r *Review) key(key string) reply {
	r.message.Said = ""
	moves, leads := strings.CutPrefix(key, lineKey)
	switch by := strides[key]; {
	case by != 0:
		return reply{took: r.wheel(by)}
	case leads:
		r.follow(stepOf(moves))
		return reply{took: true}
	case r.Line > 0 && slices.Contains([]string{"esc", bestKey, "B"}, key):
		r.Line = 0
		return reply{took: true}
	}
	if !slices.Contains([]string{"?", "f1", "M", moreKey}, key) { // these keys open a page above this one
		r.Line = 0
	}
	switch key {
	case bestKey, "B":
		r.follow(1)
	case "n":
		r.turn(1)
	case "N":
		r.turn(-1)
	case lessonKey, "l", "L":
		idea := r.missed()
		if len(r.taught(idea)) == 0 {
			r.message.Said = "No lesson fits this position" + onKeys("; n goes to the next mistake") + "."
			break
		}
		r.leave()
		return reply{took: true, then: func() { r.learn(idea) }}
	case "r", "R":
		r.try(r.At)
	case "A":
		return reply{took: true, then: r.analyse}
	case moreKey:
		r.pages.open(r.more())
	case "1", "2", "3":
		if n := int(key[0] - '0'); n <= len(r.Work.Found.Turns) {
			r.At = r.Work.Found.Turns[n-1].Point
		}
	case "enter", "space":
		r.leave()
		r.show(r.Work.Found.Points[r.At].Step)
	case "esc", "v", "V":
		if r.Work.Running && key == "esc" {
			r.Work.Stop()
			break
		}
		r.leave()
	case "q", "?", "f1", "M":
		return reply{}
	default:
		if step, ok := strings.CutPrefix(key, stepKey); ok {
			r.goTo(stepOf(step))
			break
		}
		r.message.Said = either(KeyName(key)+" has no function in the review; press Esc to return to the game.", "That key has no function in the review.")
	}
	return reply{took: true}
}

// missed returns the name of the idea that the move at the point shown lacks, or "".
func (r *Review) missed() string {
	fault, _ := r.Work.Found.FaultAt(r.At)
	return fault.Theme
}

func (r *Review) spot(point int) string {
	return StepSpot + strconv.Itoa(r.Work.Found.Points[point].Step)
}

// Blocks implements [Page].
func (r *Review) Blocks() []Block {
	return []Block{
		Heading{"Review", r.Work.Found.Standing(r.At)},
		r.position(), r.sides(), r.progress(),
		Says{Lines: r.Lines(), Live: true},
		BestLine{r.best()},
		r.turns(), r.list(), r.outlook(), r.chart(),
		r.bar(),
		Buttons{List: r.Keys},
	}
}

// bar returns the buttons for a page with little room.
func (r *Review) bar() (bar ButtonBar) {
	for _, b := range r.Keys() {
		act := r.Line == 0 && (b.Key == "r" || strings.HasPrefix(b.Key, OfferKey)) || r.Line > 0 && b.Key == "esc"
		switch {
		case slices.Contains([]string{"N", "left", "right", "n"}, b.Key):
			bar.Steps = append(bar.Steps, b)
		case !b.Off && act:
			bar.Acts = append(bar.Acts, b)
		case !b.Off && (b.Key != "esc" || r.Work.Running): // the title has a button to close
			bar.rest = append(bar.rest, b)
		}
	}
	bar.Steps = append(bar.Steps, Button{Key: moreKey, Label: "more"})
	return bar
}

// more returns the list of the buttons that the page leaves out.
func (r *Review) more() *Chooser {
	list := &Chooser{List: true, Bare: true, Word: game.Word{Label: "Review"}, choose: func(line string) { r.pages.Key(strings.TrimPrefix(line, KeyItem)) }}
	for _, b := range append(r.bar().Acts, r.bar().rest...) {
		list.Word.Items = append(list.Word.Items, game.Item{Text: lineOf(b), Label: phrase.Capital(b.Label)})
	}
	return list
}

// position returns the spectator's view at the point shown, with a drawing of the move that the computer would play. While the best line is followed,
// it returns the view after the line's moves so far, with a drawing of the next one.
func (r *Review) position() Position {
	line, states := r.bestFrom(r.At)
	p := Position{View: spectated(states[r.Line]), Last: r.Work.State(len(r.Work.Found.Points) - 1).View(0)}
	if r.Line == 0 {
		p.Next = r.Work.Found.Points[r.At].Advice.Move
	} else if r.Line < len(line) {
		p.Next = p.View.Preview(line[r.Line])
	}
	return p
}

// spectated returns the view of a state for a page about it.
func spectated(s game.State) game.View { return s.View(max(s.ToMove(), 0)) }

// outlook returns the position after the best line or, if there is no such line, after the move that was played.
func (r *Review) outlook() Outlook {
	f := &r.Work.Found
	line, states := r.bestFrom(r.At)
	said, last := "After the best line, "+strings.Join(line, " "), len(f.Points)-1
	switch {
	case len(line) > 0:
	case r.At < last:
		said, states = "After "+f.Played(r.At), []game.State{r.Work.State(r.At + 1)}
	case len(f.Turns) > 0: // at the end of the round, which the board shows
		line, states = r.bestFrom(f.Turns[0].Point)
		said = "The first turning point with the best line, " + strings.Join(line, " ")
	default:
		said = "At the end"
	}
	return Outlook{said, spectated(states[len(states)-1])}
}

func (r *Review) sides() (all Sides) {
	f := &r.Work.Found
	for seat, s := range f.Info.Seats {
		side := Side{Name: s.Name, Ink: []scene.Colour{scene.Accent, scene.Last}[seat]}
		side.Ink = cmp.Or(review.Ink(s), side.Ink)
		if accuracy, ok := f.Accuracy(seat); ok && f.Done() {
			side.Score = fmt.Sprintf("%.0f%%", 100*accuracy)
		}
		for kind := review.Brilliant; kind > review.Fine; kind-- {
			if n := f.Count(seat, kind); n > 0 {
				side.Kinds = append(side.Kinds, Labels{fmt.Sprintf("%d %s", n, kind.Sign()), kind})
			}
		}
		all = append(all, side)
	}
	return all
}

func (r *Review) progress() Progress {
	f := &r.Work.Found
	p := Progress{f.Progress(), f.Share(), f.Bar}
	if left := f.Remaining(r.Work.Took); r.Work.Stopped && p.Said != "" {
		p.Said = "stopped: " + p.Said
	} else if left != "" {
		p.Said += ", " + left
	}
	return p
}

// turns returns the turns, the only moves and the brilliant moves.
func (r *Review) turns() Turns {
	f, made := &r.Work.Found, Turns{None: r.Work.Faultless()}
	if mine := r.Work.Mine(); len(mine) > 0 {
		made.At = phrase.Count(len(mine), "mistake")
		if i := slices.IndexFunc(mine, func(t review.Turn) bool { return t.Point == r.At }); i >= 0 {
			made.At = fmt.Sprintf("Mistake %d of %d", i+1, len(mine))
		}
	}
	for i, t := range slices.Concat(f.Turns, f.Praise) {
		sentences := append(f.Sentences(t.Point), "")
		is := Label{t.Kind.Sign(), sentences[0], sentences[1], r.spot(t.Point), t.Kind, t.Point == r.At, r.Work.State(min(t.Point+1, len(f.Points)-1))}
		if i < len(f.Turns) {
			is.Number = strconv.Itoa(i + 1)
		}
		made.List = append(made.List, is)
	}
	return made
}

// list returns the moves of the round, each with its mark and its loss. The steps in the list stand for the positions before the moves.
func (r *Review) list() MoveList {
	f, list := &r.Work.Found, MoveList{First: -1, At: r.At, scrolled: &r.scrolled}
	for seat, side := range r.sides() {
		list.Columns, list.Scores = append(list.Columns, seat), append(list.Scores, side.Score)
	}
	for _, row := range f.Rows() {
		t := Turn{Steps: make([]Step, len(row))}
		for seat, point := range row {
			if point < 0 {
				continue
			}
			p := f.Points[point]
			kind, _ := f.Mark(point)
			t.Number = p.Turn
			t.Steps[seat] = Step{Text: review.Entry(p.Text, p.Ended), Ply: p.Step, Piece: r.pieces[point], Chosen: point == r.At, Judged: true, Turn: p.Turn, Name: f.Info.Step(p.Turn, seat), Cost: f.Cost(point), Kind: kind}
		}
		list.Turns = append(list.Turns, t)
	}
	return list
}

// findPieces finds the pieces that the moves placed, in games where the pieces differ from move to move.
func (r *Review) findPieces() {
	r.pieces, r.scrolled = make([]grid.Role, len(r.Work.Found.Points)), 0
	for i, p := range r.Work.Found.Points {
		if p.Text == "" || p.Ended || i > 0 && r.pieces[0] == grid.Plain {
			break
		}
		r.pieces[i] = r.Work.State(i + 1).View(game.Nobody).Status().Piece
	}
}

// Lines returns sentences about the point shown, the most important first.
func (r *Review) Lines() []string {
	f := &r.Work.Found
	if r.Line > 0 {
		line, states := r.bestFrom(r.At)
		return []string{
			fmt.Sprintf("Best line, %d of %d: %s %s.", r.Line, len(line), f.Info.Seats[states[r.Line-1].ToMove()].Name, line[r.Line-1]),
			r.keyed(states[r.Line].View(game.Nobody).Status().Last),
			r.keyed(either("Left and Right step through it; Esc goes back to the game.", "Back and Next step through it.")),
		}
	}
	lines := f.Sentences(r.At)
	if said := command.Taught(r.person.Game(), r.missed()); said != "" && len(r.taught(r.missed())) > 0 {
		lines[len(lines)-1] = said + r.keyed(onKeys(" "+KeyName(lessonKey)+": open it."))
	}
	if r.At == len(f.Points)-1 && f.Done() {
		lines = slices.Concat([]string{f.Summary()}, f.Marks(), lines[1:])
	}
	if r.message.Said != "" {
		lines = append([]string{r.keyed(r.message.Said)}, lines...)
	}
	return lines
}

// chart returns the graph of the chances: the first side's lead above the middle, the second's below it. The turns have names.
func (r *Review) chart() Graph {
	f := &r.Work.Found
	g := Graph{Letters: func(w, h int) grid.Grid { return f.Graph(w, h, r.At, r.spot) }}
	for seat, side := range r.sides() {
		g.Names[seat], g.Inks[seat] = side.Name+" leads", side.Ink
	}
	for i, p := range f.Points {
		b := Bar{Spot: r.spot(i), Says: f.Played(i) + ", " + f.Standing(i), Here: i == r.At}
		if lead := 2*p.Chance - 1; i < f.Judged {
			b.Up, b.Down = max(0, lead), max(0, -lead)
		}
		if n := f.TurnAt(i); n > 0 {
			b.Text, b.Key, b.Says, b.Bad = strconv.Itoa(n), strconv.Itoa(n), "turn "+f.Brief(n-1), true
		}
		g.Bars = append(g.Bars, b)
	}
	return g
}

// Keys returns the buttons of the page, the most important first.
func (r *Review) Keys() []Button {
	leave, none, points := Button{Key: "esc", Label: "close"}, len(r.Work.Mine()) == 0, r.Work.Found.Points
	switch {
	case r.Line > 0:
		leave.Label = "back to game"
	case r.Work.Running:
		leave.Label = "stop"
	}
	return slices.Concat([]Button{
		leave,
		{Key: "N", Label: "previous mistake", Off: none},
		{Key: "left", Label: "step back", Off: r.At == 0 && r.Line == 0},
		{Key: "right", Label: "forward", Off: r.At == len(points)-1 && r.Line == 0},
		{Key: bestKey, Label: "best line", Off: len(points[r.At].Advice.Line) == 0, On: r.Line > 0},
		{Key: "n", Label: "next mistake", Off: none},
		{Key: "r", Label: "try again", Off: none},
		{Key: "enter", Label: "play on"},
		{Key: "A", Label: "analyse", Off: table.MayStudy(r.person.Sight()) != nil},
	}, r.taught(r.missed()))
}

// Fewer returns the most useful buttons of a page; the parameter most is their maximum number. Buttons that step through a text or to its ends are
// omitted first, because keys, the wheel and clicks on the page do the same.
func Fewer(keys []Button, most int) []Button {
	for _, drop := range [][]string{{"home", "end"}, {"[", "]"}, {"pgup", "pgdown"}, {"A"}, {"N"}, {"enter"}, {"r"}, {bestKey}, {OfferKey + lessonKey}, {"left", "right"}} {
		if len(keys) > most {
			keys = slices.DeleteFunc(keys, func(b Button) bool { return slices.Contains(drop, b.Key) })
		}
	}
	return keys
}

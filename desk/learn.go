package desk

import (
	"fmt"
	"slices"
	"strings"

	"attic/command"
	"attic/game"
	"attic/learn"
	"attic/store"
)

// Course returns the lesson or puzzle on the table, or nil.
func (p *Play) Course() *learn.Course { return p.session.Course() }

// Goal says what the person has to achieve, or which lesson or puzzle this is.
func (p *Play) Goal() string {
	c := p.Course()
	if c == nil {
		if p.follows() && p.Now.ToMove == game.Anyone {
			return awaits(p.Now, p.Info)
		}
		return command.Goal(p.Now)
	}
	if at, of := c.Step(); of > 1 {
		return fmt.Sprintf("%s (%d of %d)", c.Title(), at, of)
	}
	return c.Title()
}

// Question returns what a page asks in a lesson or puzzle, or "" outside them. It has a place of its own on the page, whatever else
// is said beside it.
func Question(p *Play) string {
	if c := p.Course(); c != nil {
		return c.Text()
	}
	return ""
}

// Questions returns the longest text that Question returns in this lesson or puzzle, for which a page keeps room.
func Questions(p *Play) string {
	if c := p.Course(); c != nil {
		return c.Longest()
	}
	return ""
}

// ReadAll says which key shows the whole text of a lesson or puzzle, for pages that have no room for it.
const ReadAll = "r: all"

// learnWords sets the game's own commands: in a lesson or puzzle, only those that it has.
func (p *Play) learnWords() {
	own, ok := p.Person.Game().(game.Words)
	if !ok {
		return
	}
	p.words = own.Words()
	if p.Course() != nil {
		p.words = slices.DeleteFunc(slices.Clone(p.words), func(w game.Word) bool { return !p.session.Has(w.Name) })
	}
}

// courseKeys holds the keys of the commands of a lesson or puzzle, with the labels of their buttons.
var courseKeys = map[string]Button{
	"question": {Key: MovesKey, Label: "question"}, "next": {Key: "n", Label: "next"}, "hint": {Key: "h", Label: "hint"}, "none": {Key: "0", Label: "none"}, "leave": {Key: "esc", Label: "end"},
}

// courseKey handles a key that does something special in a lesson or puzzle, and reports whether it did.
func (p *Play) courseKey(key string) bool {
	c := p.Course()
	switch key {
	case MovesKey:
		said, on := courseLines(p, func(string) bool { return true })
		p.Pager.open(p.Goal(), p.keyed(strings.TrimSpace(c.Text()+"\n\n"+said)+"\n\n"+on))
	case "n", "f5":
		goOn(p)
	case "0":
		if !c.Denies() {
			return false
		}
		p.advice.Cancel()
		p.carry(learn.None)
	case "h", "H":
		p.carry("hint")
	case "u", "ctrl+r", "v":
		p.Fresh, p.Said = false, "A wrong answer changes nothing here, so there is nothing to take back."
	case "N":
		p.Fresh, p.Said = false, "First end the lesson or puzzle; press Esc."
	case "enter", "space":
		if c.Asks() || p.Back {
			return false
		}
		goOn(p)
	case "esc":
		_, hinted := p.advice.Shown()
		switch open := p.Said != "" || hinted; {
		case p.Back:
			p.live()
		case len(p.Chosen) > 0 || open && c.Asks():
			p.letGo()
			p.advice.Cancel()
			p.Said, p.Fresh = "", true
		case c.Over():
			p.carry("leave")
		default:
			p.ask(leaving(c), "end it", func() { p.carry("leave") })
		}
	default:
		return false
	}
	return true
}

// goOn goes to the next step, lesson or puzzle.
func goOn(p *Play) {
	if p.Back {
		p.live()
	}
	p.letGo()
	p.advice.Cancel()
	p.carry("next")
	if p.Said == "" {
		p.Fresh = true
	}
}

// leaving asks before a lesson or puzzle ends, and says what will be kept.
func leaving(c *learn.Course) string {
	if c.Number == 0 {
		return "End this puzzle? You have not solved it yet."
	}
	if at, _ := c.Step(); at == 1 {
		return "End this lesson?"
	}
	return "End this lesson? It continues near this step when you start it again."
}

// learns reports whether a key of every game also works in lessons and puzzles.
func (p *Play) learns(key string) bool {
	_, has := p.Labelled(key)
	return has && !slices.Contains([]string{"i", "W", "N", "o"}, key)
}

// answer plays a move as the answer in a lesson or puzzle.
func (p *Play) answer(text string) {
	if p.Back {
		p.Fresh, p.Said = false, "This is an earlier position; press ] to step forward, then answer."
		return
	}
	p.letGo()
	p.advice.Cancel()
	p.carry(text)
	if p.Said != "" {
		p.sound(game.Refused)
	}
}

// courseLines returns what a page says in a lesson or puzzle beside its question: a comment, which may be "", and how to go on. fits
// reports whether a comment has room.
func courseLines(p *Play, fits func(string) bool) (said, on string) {
	c := p.Course()
	rating, shared := p.session.Rated()
	switch {
	case c.Over() && c.Number == 0 && shared != "":
		on = rating + " Y: copy the result. n: another puzzle. Esc: end."
	case c.Over() && c.Number == 0:
		on = rating + " n: another puzzle. Esc: end."
	case c.Over():
		ahead, _ := p.session.Ahead()
		on = ahead + " n: go on. Esc: end."
	case !c.Asks():
		on = "Enter: go on."
	case c.Denies():
		on = "h: hint. 0: no such move."
	default:
		on = "h: hint."
	}
	answered := !c.Unanswered() && (p.Fresh || !c.Asks()) && !p.Back
	if said = p.Said; said == "" && answered {
		verdict, last := p.session.Verdict(), p.Now.View.Status().Last
		if said = strings.TrimSpace(verdict + " " + last); verdict == last || verdict != "" && !fits(said) {
			said = verdict
		}
	}
	if l, ok := p.Looking(); ok && said == "" && !p.Fresh {
		said = l.Sentence
	}
	if p.Back {
		on = "Esc: back to the question."
	}
	return said, on
}

// courseAnswers returns the buttons beside the sentences in a lesson or puzzle.
func (p *Play) courseAnswers() []Button {
	c := p.Course()
	leave := Button{Key: "esc", Label: "end"}
	switch {
	case !c.Asks() && c.Over() && c.Number == 0:
		return []Button{{Key: OfferKey + "n", Label: "next puzzle"}, leave}
	case !c.Asks() && c.Over():
		_, label := p.session.Ahead()
		return []Button{{Key: OfferKey + "n", Label: label}, leave}
	case !c.Asks():
		return []Button{{Key: OfferKey + "n", Label: "go on"}, leave}
	case c.Denies():
		return []Button{{Key: "0", Label: "none"}}
	}
	return nil
}

// school is what the menu shows about the lessons and puzzles of a game.
type school struct {
	lessons []learn.Lesson
	record  learn.Record
	lesson  int // the lesson offered, from 1; 0: the next one not done
	theme   int // the kind of puzzles offered; 0: the daily one, 1: any
}

// schoolOf returns the school of a game, which is read once.
func (m *Menu) schoolOf(g game.Game) *school {
	name := g.Info().Name
	if m.school[name] == nil {
		lessons, _ := learn.Of(g) // package gametest checks that the lessons can be read
		if m.school == nil {
			m.school = map[string]*school{}
		}
		m.school[name] = &school{lessons: lessons, record: m.desk.Store.Learnt(name)}
	}
	return m.school[name]
}

// lessons returns the menu items for the lessons and puzzles of a game.
func (m *Menu) lessons(g game.Game) []MenuItem {
	teacher, ok := g.(game.Teacher)
	if !ok || !m.desk.May.Has(command.Remember) {
		return nil
	}
	var list []MenuItem
	known := m.schoolOf(g)
	r := known.record
	if lessons := known.lessons; len(lessons) > 0 {
		n := known.lesson
		if n == 0 || n > len(lessons) {
			n = r.NextLesson(len(lessons))
		}
		done := ""
		switch at := r.Reached[n]; {
		case at > 1:
			done = fmt.Sprintf(", step %d", at)
		case slices.Contains(r.Lessons, n):
			done = ", done"
		}
		list = append(list, MenuItem{
			Label: "Lessons", Value: fmt.Sprintf("%d. %s%s", n, lessons[n-1].Title, done),
			Do:     func() { m.study(fmt.Sprintf("lesson %d", n)) },
			Change: func(by int) { known.lesson = (n-1+by+len(lessons))%len(lessons) + 1 },
		})
	}
	if teacher.Puzzles() == "" {
		return list
	}
	kinds := append([]game.Theme{{Name: "daily", Title: "today's"}, {Title: "all kinds"}}, teacher.Themes()...)
	at := known.theme
	value := strings.ToLower(kinds[at].Title[:1]) + kinds[at].Title[1:]
	if r.Rated > 0 {
		value = fmt.Sprintf("%s; rating %.0f", value, r.Level())
	}
	return append(list, MenuItem{
		Label: "Puzzles", Value: value,
		Do:     func() { m.study(strings.TrimSpace("puzzle " + kinds[at].Name)) },
		Change: func(by int) { known.theme = (at + by + len(kinds)) % len(kinds) },
	})
}

// study opens a table for a lesson or puzzle.
func (m *Menu) study(line string) {
	g, d := m.desk.Games[m.Entry], m.desk
	t, err := d.Open(g, store.GameSettings{Opponent: store.OpponentPerson, Side: game.Nobody, Options: game.Setup{}.With(g.Info().Started).Options})
	if err != nil {
		m.Said = plainly(err)
		return
	}
	d.Settings.Last = g.Info().Name
	m.save()
	d.sit(t)
	d.Play.carry(line)
	d.Play.jump()
}

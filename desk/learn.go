package desk

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"attic/command"
	"attic/game"
	"attic/internal/phrase"
	"attic/learn"
	"attic/store"
)

// learning is the part of a page for lessons and puzzles.
type learning struct {
	long string // a text too long for the lines below the board, or ""
}

// Course returns the lesson or puzzle on the table, or nil.
func (p *Play) Course() *learn.Course { return p.session.Course() }

// Goal says what the person has to achieve, or which lesson or puzzle this is.
func (p *Play) Goal() string {
	c := p.Course()
	if c == nil {
		return p.Now.View.Status().Goal
	}
	if at, of := c.Step(); of > 1 {
		return fmt.Sprintf("%s (%d of %d)", c.Title(), at, of)
	}
	return c.Title()
}

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
	"next": {Key: "n", Label: "next"}, "hint": {Key: "h", Label: "hint"}, "none": {Key: "0", Label: "there is none"}, "leave": {Key: "esc", Label: "end"},
}

// Show shows a hint of a lesson or puzzle.
func (f front) Show(p game.Preview) {
	f.advice = &command.Advice{Advice: game.Advice{Move: p, Follow: p}}
	f.advised(p)
}

// courseKey handles a key that does something special in a lesson or puzzle, and reports whether it did.
func (p *Play) courseKey(key string) bool {
	c := p.Course()
	if key == "space" && p.long != "" {
		p.Pager.open(p.Goal(), p.keyed(p.long))
		return true
	}
	switch key {
	case "n", "f5":
		p.carry("next")
	case "0":
		if !c.Denies() {
			return false
		}
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
		p.carry("next")
	case "esc":
		if p.Said == "" && len(p.Chosen) == 0 && p.advice == nil {
			p.ask("End this lesson or puzzle?", "end it", func() { p.carry("leave") })
			return true
		}
		p.letGo()
		p.unhint()
		p.Said, p.Fresh = "", true
	default:
		return false
	}
	return true
}

// learns reports whether a key of every game also works in lessons and puzzles.
func (p *Play) learns(key string) bool {
	_, has := p.Labelled(key)
	return has && !slices.Contains([]string{"i", "W", "N", "o"}, key)
}

// answer plays a move as the answer in a lesson or puzzle.
func (p *Play) answer(text string) {
	if p.Back {
		p.Fresh, p.Said = false, "This is an earlier position; press ] to step on, then answer."
		return
	}
	p.letGo()
	p.unhint()
	p.carry(text)
	if p.Said != "" {
		p.sound(game.Refused)
	}
}

// courseLines returns the two lines below the board in a lesson or puzzle: the last comment or the preview, and the
// task.
func (p *Play) courseLines(fits func(string) bool) (first, second string) {
	c := p.Course()
	text := c.Text()
	on := "Enter: go on."
	switch {
	case c.Over() && c.Number == 0:
		rating, shared := p.session.Rated()
		text, on = "", rating+" n: another puzzle. Esc: end."
		if shared != "" {
			on = rating + " Y: copy the result. n: another puzzle. Esc: end."
		}
	case c.Over():
		on = "n: next lesson. Esc: end."
	case c.Asks() && c.Denies():
		on = "h: hint. 0: there is none."
	case c.Asks():
		on = "h: hint."
	}
	said := p.Said
	if l, ok := p.Looking(); ok && said == "" && !p.Fresh {
		said = l.Sentence
	}
	if said == "" && !c.Unanswered() && p.Fresh {
		verdict, last := p.session.Verdict(), p.Now.View.Status().Last
		if said = strings.TrimSpace(verdict + " " + last); verdict == last || verdict != "" && !fits(said) {
			said = verdict
		}
	}
	p.long = ""
	short := func(text string) bool { return utf8.RuneCountInString(text) <= longLine && fits(text) }
	lines := broken(cmp.Or(said, text), short)
	switch {
	case len(lines) > 2:
		p.long = strings.TrimSpace(said + "\n\n" + text)
		return lines[0] + "…", "Space: read all of it."
	case said == "" && len(lines) == 2:
		return lines[0], lines[1]
	case said == "":
		return text, on
	}
	if !c.Asks() && !c.Unanswered() { // it has been answered
		text = ""
	}
	for _, line := range []string{strings.TrimSpace(text + " " + on), text} {
		if line != "" && fits(line) {
			return said, line
		}
	}
	return said, strings.TrimSpace("Esc: the question again. " + on)
}

// longLine is the maximum length of a lesson's line in characters, even where there is room for more.
const longLine = 90

// broken breaks a text into lines that fit.
func broken(text string, fits func(string) bool) (lines []string) {
	line := ""
	for word := range strings.FieldsSeq(text) {
		if longer := strings.TrimSpace(line + " " + word); line == "" || fits(longer) {
			line = longer
			continue
		}
		lines, line = append(lines, line), word
	}
	return append(lines, line)
}

// courseAnswers returns the buttons beside the sentences in a lesson or puzzle.
func (p *Play) courseAnswers() []Button {
	c := p.Course()
	leave := Button{Key: "esc", Label: "end"}
	switch {
	case !c.Asks() && c.Over() && c.Number == 0:
		return []Button{{Key: OfferKey + "n", Label: "next puzzle"}, leave}
	case !c.Asks() && c.Over():
		return []Button{{Key: OfferKey + "n", Label: "next lesson"}, leave}
	case !c.Asks():
		return []Button{{Key: OfferKey + "n", Label: "go on"}, leave}
	case c.Denies():
		return []Button{{Key: "0", Label: "there is none"}}
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
		lessons, _ := learn.Of(g) // package gametest checks that they can be read
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
	if !ok {
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
		if slices.Contains(r.Lessons, n) {
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
	t, err := d.Open(g, store.GameSettings{Opponent: person, Side: game.Nobody, Options: game.Setup{}.With(g.Info().Started).Options})
	if err != nil {
		m.Said = plainly(err)
		return
	}
	d.Settings.Last = g.Info().Name
	m.save()
	d.sit(t)
	d.Play.carry(line)
	d.Play.jump()
	d.Play.Said = phrase.Clip(d.Play.Said)
}

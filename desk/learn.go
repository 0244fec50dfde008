package desk

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"attic/desk/command"
	"attic/game"
	"attic/game/learn"
	"attic/internal/phrase"
	"attic/match/store"
	"attic/teach/study"
)

// lecture is the part of a page that handles answers in a lesson or puzzle, and steps through it.
type lecture struct {
	requests *command.Requests
	Study    *study.Study
	shown    *Shown
	cursor   *Cursor
	message  *Message
	live     func() // shows the latest position
	read     func() // shows the question and the last answer in full
	want     func(command.Request)
	choose   func(line string)
	copying  *copying
	exporter *exporter
	ask      func(f Form, do func() (then func(), err error))
	lent     bool // the game at the table was opened only for lessons and puzzles: after them comes the menu
}

// Goal returns the person's goal, or the title of the lesson or puzzle.
func (p *Play) Goal() string {
	if title := p.Study.Title(); title != "" {
		return title
	}
	if p.Now.Follows() && p.Now.ToMove == game.Anyone && !p.Now.Prepares {
		if p.Now.Seat < 0 { // another sentence says that the person watches
			return p.Info.Brief + "."
		}
		return "You are " + p.Info.Side(p.Now.Seat) + "."
	}
	return command.Goal(p.Now)
}

// ownWords returns those of a game's own commands that exist now. In a lesson or puzzle, or for a person with fewer rights, some commands do not exist.
func ownWords(g game.Game, exist command.Vocabulary, atHall bool) []game.Word {
	own, ok := g.(game.Words)
	if !ok {
		return nil
	}
	list := slices.DeleteFunc(slices.Clone(own.Words()), func(w game.Word) bool { return !exist.Includes(w.Name) })
	if i := slices.IndexFunc(list, func(w game.Word) bool { return w.Same == "join" }); i >= 0 && atHall {
		list[i].Args, list[i].Help = "LINK", "join a table of this hall by its link"
	}
	return list
}

// courseKeys holds the keys of the commands of a lesson or puzzle, with the labels of their buttons.
var courseKeys = map[string]Button{
	"question": {Key: MovesKey, Label: "question"}, "next": {Key: "n", Label: "next"}, "hint": {Key: "h", Label: "hint"}, "none": {Key: "0", Label: "no such move"}, "leave": {Key: "esc", Label: "end"},
}

// key handles a key that has a special effect in a lesson or puzzle, and reports whether it has one.
func (l *lecture) key(key string) bool {
	c, m := l.Study.Course(), l.message
	if c == nil {
		return false
	}
	if (key == "enter" || key == "space") && (!c.Asks() || l.Study.Misses()) && !l.shown.Back {
		key = "n"
	}
	end := func() { l.studied(l.Study.Leave()) }
	switch key {
	case MovesKey:
		l.read()
	case "n", "f5":
		if l.shown.Back {
			l.live()
		}
		l.cursor.letGo()
		l.requests.Advice.Cancel()
		l.studied(l.Study.Next())
		m.Fresh = m.Fresh || m.Said == ""
	case "0":
		if !c.Denies() {
			return false
		}
		l.answer(learn.None)
	case "h", "H":
		found, err := l.Study.Hint()
		if err == nil {
			l.requests.Advice.Show(found)
			m.advised(l.requests.Advice.Shown())
		}
		m.complain(err)
	case "u", "ctrl+r":
		m.says("A wrong answer changes nothing here, so there is nothing to take back.")
	case "N", "v":
		m.says("First end the lesson or puzzle" + onKeys("; press Esc") + ".")
	case "W":
		_, shared := l.Study.Rated()
		if c.Day == "" || shared == "" {
			return false
		}
		said, err := l.exporter.result(study.Picture(l.Study, "puzzle "+c.Day).Scene(), c.Day, shared)
		m.tell(said)
		m.complain(err)
	case "esc":
		_, hinted := l.requests.Advice.Shown()
		switch open := m.Said != "" || hinted; {
		case l.shown.Back:
			l.live()
		case len(l.cursor.Chosen) > 0 || open && c.Asks():
			l.cursor.letGo()
			l.requests.Advice.Cancel()
			m.Said, m.Fresh = "", true
		case c.Over(), study.Untouched(l.Study):
			end()
		default:
			m.ask(leaving(l.Study), "end it", end)
		}
	default:
		return false
	}
	return true
}

// turns goes to another step of a lesson if stepping through the moves has led beyond the first or last move of this step. It reports whether it did so.
func (l *lecture) turns(before, after bool) bool {
	back, on := l.around()
	switch {
	case after && on:
		return l.key("n")
	case !before || !back:
		return false
	}
	l.live()
	l.cursor.letGo()
	l.requests.Advice.Cancel()
	_, err := l.Study.Return()
	l.studied(err)
	l.message.Fresh = l.message.Said == ""
	return true
}

// around reports whether a lesson can go back to an earlier step, and whether it can go on to the next one. A step with a question has to be answered
// first.
func (l *lecture) around() (back, on bool) {
	c := l.Study.Course()
	return c != nil && c.Returns(), c != nil && c.Number > 0 && !c.Asks() && !c.Last()
}

// studied shows the result of an answer, or the effect of going to another step, lesson or puzzle.
func (l *lecture) studied(err error) {
	l.message.Said = ""
	l.shown.Changes++
	if said, good := l.Study.Verdict(); err == nil && !good {
		l.message.tell(said)
	}
	l.message.complain(err)
}

// races advances a timed run as time passes.
func (l *lecture) races() {
	if went, err := l.Study.Tick(); went {
		l.cursor.letGo()
		l.studied(err)
		l.message.Fresh = l.message.Said == ""
	}
}

// leaving returns the question that is asked before a lesson or puzzle ends. It says what will be kept.
func leaving(s *study.Study) string {
	c := s.Course()
	if s.Races() {
		return "End this run? Its result will not be kept."
	}
	if c.Number == 0 {
		return "End this puzzle? You have not solved it yet."
	}
	if at, _ := c.Step(); at == 1 {
		return "End this lesson?"
	}
	return "End this lesson? It continues near this step when you start it again."
}

// unlearnt are keys of every game that lessons and puzzles do not have.
var unlearnt = []string{"u", "ctrl+r", "v", "i", "W", "N", "o", "A"}

// answer plays a move as the answer in a lesson or puzzle.
func (l *lecture) answer(text string) {
	if l.shown.Back {
		l.message.says("This is an earlier position; " + either("press ]", "tap Forward") + " to step forward, then answer.")
		return
	}
	l.cursor.letGo()
	l.requests.Advice.Cancel()
	err := l.Study.Answer(text, l.requests.Act)
	l.studied(err)
	if l.message.Said != "" {
		l.message.sound("", game.Refused)
	}
}

// courseLines returns the sentences that a page shows beside the question of a lesson or puzzle: a comment, which may be "", and how to continue. The
// parameter m is the message, last is the report of the last move, and look is the sentence on the spot under the cursor. The function fits reports
// whether there is room for a comment.
func courseLines(s *study.Study, m Message, back bool, last, look string, fits func(string) bool) (said, on string) {
	const goOn, none, noneTapped = "Tap Go on.", "Press 0 if there is no such move.", "Tap No such move if there is none."
	c := s.Course()
	rating, shared := s.Rated()
	more := "another puzzle"
	switch {
	case s.Practises():
		more = "go on"
	case s.Raced():
		more = "another run"
	}
	switch {
	case back:
		on = onKeys("Esc: back to the question.")
	case s.Misses():
		on = either("n: go on.", goOn)
	case c.Over() && c.Number == 0 && shared != "":
		on = withKeys(rating, "Y: copy the result. n: "+more+". Esc: end.")
	case c.Over() && c.Number == 0:
		on = withKeys(rating, "n: "+more+". Esc: end.")
	case c.Over():
		ahead, _ := s.Ahead()
		on = withKeys(ahead, "n: go on. Esc: end.")
	case !c.Asks():
		on = either("Enter: go on.", goOn)
	case s.Races() && c.Denies():
		on = either(none, noneTapped)
	case s.Races():
		on = onKeys("Esc: end the run.")
	case c.Denies():
		on = either("h: hint. "+none, noneTapped)
	default:
		on = onKeys("h: hint.")
	}
	answered := !c.Unanswered() && (m.Fresh || !c.Asks()) && !back
	if said = m.Said; said == "" && answered {
		verdict, _ := s.Verdict()
		if said = strings.TrimSpace(verdict + " " + last); verdict == last || verdict != "" && !fits(said) {
			said = verdict
		}
	}
	if said == "" && !m.Fresh {
		said = look
	}
	return said, on
}

// courseAnswers returns the buttons beside the sentences in a lesson or puzzle.
func courseAnswers(s *study.Study) []Button {
	c, on := s.Course(), "go on"
	switch {
	case s.Misses():
		return []Button{{Key: OfferKey + "n", Label: on}}
	case c.Denies():
		return []Button{{Key: "0", Label: "no such move"}}
	case c.Asks():
		return nil
	case s.Raced():
		on = "another run"
	case c.Over() && c.Number == 0 && !s.Practises():
		on = "next puzzle"
	case c.Over() && c.Number > 0:
		_, on = s.Ahead()
	}
	list := []Button{{Key: OfferKey + "n", Label: on}, {Key: "esc", Label: "end"}}
	if _, shared := s.Rated(); shared == "" && c.Over() && !s.Raced() {
		list = append(list, Button{Key: OfferKey + "A", Label: "analyse"})
	} else if shared != "" {
		list = append(list, Button{Key: OfferKey + "Y", Label: "copy result"})
		if c.Day != "" {
			list = append(list, Button{Key: OfferKey + "W", Label: "save picture"})
		}
	}
	return list
}

// schools are the schools of games by their names.
type schools map[string]*school

// school holds the menu's data about the lessons and puzzles of a game.
type school struct {
	lessons []learn.Lesson
	record  learn.Record
	plan    learn.Today
	lesson  int // the lesson offered, from 1; 0: the next one that is not done
	theme   int // the kind of puzzles offered; 0: the daily one, 1: a timed run, 2: any
}

// of returns the school of a game. It reads each school only once.
func (s schools) of(g game.Game, kept store.Store) *school {
	name := g.Info().Name
	if s[name] == nil {
		lessons, _ := learn.Of(g) // package gametest checks that the lessons can be read
		s[name] = &school{lessons: lessons, record: kept.Profile.Learnt(name)}
	}
	return s[name]
}

// today returns today's practice. It computes the practice once a day.
func (s *school) today(g game.Game, now time.Time) learn.Today {
	if s.plan.Day != learn.Day(now) {
		s.plan, _ = learn.Plan(g, s.record, now) // package gametest checks that puzzles and lessons can be read
	}
	return s.plan
}

// lessons returns the menu items that teach a game: first the next lesson or practice, then the lessons and puzzles to choose from.
func (m *Menu) lessons(g game.Game) (next, all []MenuItem) {
	course := g.Info().Course
	if course.Try == nil || !m.desk.May.Has(command.Remember) {
		return nil, nil
	}
	known := m.schools.of(g, m.desk.Store)
	r := known.record
	if lessons := known.lessons; len(lessons) > 0 {
		named := func(n int) string {
			switch at := r.Reached[n]; {
			case at > 1:
				return fmt.Sprintf("%d. %s, step %d", n, lessons[n-1].Title, at)
			case slices.Contains(r.Lessons, n):
				return fmt.Sprintf("%d. %s, done", n, lessons[n-1].Title)
			}
			return fmt.Sprintf("%d. %s", n, lessons[n-1].Title)
		}
		begin := func(n int) func() {
			return func() { _ = m.study(command.Request{Verb: command.Lesson, Text: fmt.Sprint(n)}) }
		}
		first := r.NextLesson(len(lessons))
		next = []MenuItem{{Label: "Learn", Value: named(first), Do: begin(first), Rank: Guide, Part: float64(len(r.Lessons)) / float64(len(lessons))}}
		n := known.lesson
		if n == 0 || n > len(lessons) {
			n = first
		}
		all = []MenuItem{{Label: "Lessons", Value: named(n), Do: begin(n), Change: cycle(n-1, len(lessons), func(i int) { known.lesson = i + 1 })}}
	}
	if course.Puzzles == "" {
		return next, all
	}
	if !m.desk.Settings.Unasked {
		today := m.today(known.today(g, m.desk.Clock()))
		today.Beside = m.desk.Settings.More && len(next) > 0 // the menu has many rows
		next = append(next, today)
	}
	kinds := append([]game.Theme{{Name: "daily", Title: "today's"}, {Name: learn.RunTheme, Title: "timed run"}, {Title: "all kinds"}}, course.Themes...)
	at := known.theme
	value := strings.ToLower(kinds[at].Title[:1]) + kinds[at].Title[1:]
	runs := kinds[at].Name == learn.RunTheme
	var done float64
	if _, ok := r.Days[learn.Day(m.desk.Clock())]; ok && kinds[at].Name == "daily" {
		value, done = value+", done", 1
	}
	switch {
	case runs && len(r.Runs) > 0:
		value = fmt.Sprintf("%s; best %d", value, r.Runs[0].Solved)
	case !runs && r.Rated > 0 && r.Strength().Known():
		value = fmt.Sprintf("%s; rating %.0f", value, r.Level())
	}
	return next, append(all, MenuItem{
		Label: "Puzzles", Value: value,
		Do:     func() { _ = m.study(command.Request{Verb: command.Puzzle, Text: kinds[at].Name}) },
		Change: cycle(at, len(kinds), func(i int) { known.theme = i }),
		Part:   done,
	})
}

// today returns the menu item for today's practice.
func (m *Menu) today(plan learn.Today) MenuItem {
	item := MenuItem{Label: "Today", Value: plan.Brief(), Rank: Guide}
	if plan.Done() {
		item.Part = 1
	}
	item.Do = func() {
		_ = m.study(command.Request{Verb: command.Today})
		if p := m.desk.Play; p != nil && !p.Study.Practises() {
			p.Message.complain(p.lecture.today())
		}
	}
	return item
}

// today opens the list of today's practice and of the missed days, with the positions and a graph of the last weeks.
func (l *lecture) today() error {
	plan, err := l.Study.Plan()
	if err != nil {
		return err
	}
	list := &Field{Kind: List, Label: "Today"}
	for _, t := range plan.Tasks() {
		title, about, _ := strings.Cut(t.Label, ": ")
		r := Row{Title: title, State: about, do: func() { l.choose(t.Do) }, Load: func(r *Row) {
			if r.View = study.Picture(l.Study, t.Do); r.View != nil {
				r.Game = l.shown.Info.Name
			}
		}}
		switch {
		case t.Done:
			r.Title, r.State = "✓ "+title, Joined(about, "done")
		case t.Aside != "":
			r.State = Joined(about, strings.ToLower(t.Aside))
		}
		list.Rows = append(list.Rows, r)
	}
	if plan.Solved {
		list.Rows = append(list.Rows, Row{Title: "Share the result", State: "copy it as text", do: func() {
			shared := l.Study.Learnt().Share(l.requests.Person.Game(), plan.Day)
			what, _, _ := strings.Cut(shared, "\n")
			l.copying.copies(shared, what, true)
		}})
	}
	hint := plan.Waits()
	if weeks := plan.Weeks(l.Study.Learnt()); len(weeks) > 1 {
		hint = strings.TrimSpace(hint + " This week: " + strings.Join(strings.Fields(weeks[len(weeks)-2]), " ") + " (" + weeks[len(weeks)-1] + ").")
	}
	l.ask(Form{Title: "Today: " + plan.Title(), Label: "start", Hint: hint, Fields: []*Field{list}, Graph: solvedByWeek(plan.Calendar(l.Study.Learnt()))}, func() (func(), error) {
		if len(list.Rows) == 0 {
			return nil, errors.New("nothing is due")
		}
		return list.Rows[list.At].do, nil
	})
	return nil
}

// solvedByWeek returns a graph of the puzzles of the day that were solved and missed in each week of a calendar.
func solvedByWeek(weeks [][7]rune) Graph {
	var bars []Bar
	for i, week := range weeks {
		solved, missed := 0, 0
		for _, mark := range week {
			switch mark {
			case learn.MarkClean, learn.MarkSolved:
				solved++
			case learn.MarkMissed:
				missed++
			}
		}
		says := fmt.Sprintf("This week: %d solved, %d missed.", solved, missed)
		if ago := len(weeks) - 1 - i; ago > 0 {
			says = fmt.Sprintf("%s ago: %d solved, %d missed.", phrase.Count(ago, "week"), solved, missed)
		}
		bars = append(bars, Bar{Says: says, Up: float64(solved) / 7, Down: float64(missed) / 7})
	}
	return byWeek("solved", "missed", bars)
}

// lessonKey leads to the lesson about the idea of a hint or of a fault in a review, and otherwise to all lessons. It is not a letter, because caps
// lock would turn a letter into another key, such as l of learning mode.
const lessonKey = "f4"

// taught returns the button that begins the lesson about an idea. It returns no button if there is no such lesson, or if lessons cannot be begun here.
func (l *lecture) taught(idea string) (list []Button) {
	if n, title := learn.Teaching(l.requests.Person.Game(), idea); n > 0 && l.requests.Has(command.Lesson) {
		list = append(list, Button{Key: OfferKey + lessonKey, Label: fmt.Sprintf("lesson %d: %s", n, title)})
	}
	return list
}

// toLesson begins the lesson that teaches an idea. If there is no such lesson, it lists the lessons.
func (l *lecture) toLesson(idea string) {
	line := command.Lessons
	if n, _ := learn.Teaching(l.requests.Person.Game(), idea); n > 0 {
		line = fmt.Sprint(n)
	}
	l.want(command.Request{Verb: command.Lesson, Text: line})
}

// lessons opens the list of the lessons, grouped by parts, at the next lesson.
func (l *lecture) lessons() error {
	list, err := learn.Of(l.requests.Person.Game())
	if err != nil {
		return err
	}
	ch := &Chooser{List: true, Word: game.Word{Label: "Lessons"}, choose: l.choose}
	at := -1
	for _, c := range learn.Map(list, l.Study.Learnt()) {
		if c.Title != "" {
			ch.Word.Items = append(ch.Word.Items, game.Item{Label: fmt.Sprintf("%s %s %d of %d", c.Title, bar(c.Done, len(c.Lessons), len(c.Lessons)+2), c.Done, len(c.Lessons))})
		}
		for _, e := range c.Lessons {
			label := e.String()
			switch {
			case e.Done:
				label += " (done)"
			case e.Next:
				label += " (next)"
			}
			if here := l.Study.Course(); e.Next && at < 0 || here != nil && here.Number == e.Number {
				at = len(ch.Word.Items)
			}
			ch.Word.Items = append(ch.Word.Items, game.Item{Text: fmt.Sprint("lesson ", e.Number), Label: label})
		}
	}
	ch.At = max(at, 0)
	ch.move(0)
	l.message.pages.open(ch)
	return nil
}

// study opens a table for a lesson or puzzle. If the lesson or puzzle does not begin, study returns the reason, which the page also shows. Nobody
// plays at this table, and nothing is kept. When the lesson or puzzle ends, the menu comes back.
func (m *Menu) study(r command.Request) error {
	started := m.desk.Games[m.Entry].Info().Started
	m.begin(store.GameSettings{Opponent: store.OpponentPerson, Side: game.Nobody, Options: game.Setup{}.With(started).Options})
	p := m.desk.Play
	if p == nil {
		return errors.New(m.Said)
	}
	p.Message.Said, p.lecture.lent = "", true
	text, err := p.run(r)
	p.Message.tell(text)
	p.Message.complain(err)
	p.Motion.jump()
	return err
}

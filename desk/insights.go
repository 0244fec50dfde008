package desk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"attic/desk/command"
	"attic/draw/prose"
	"attic/draw/scene"
	"attic/game"
	"attic/internal/phrase"
	"attic/match"
	"attic/match/store"
	"attic/teach/review"
	"attic/teach/stats"
)

// insights is the page of the menu that shows where the person loses points in a game. It consists of forms: a list of topics and, for each topic, a
// list of mistakes. Choosing a mistake opens its game.
type insights struct {
	d    *Desk
	g    game.Game
	in   stats.Insights
	list *Field             // the list of topics
	stop context.CancelFunc // ends judging; nil: nothing is being judged
	done int                // the number of rounds judged so far
	all  int                // the number of rounds to judge
}

// mostPlaces is the most mistakes that a list shows.
const mostPlaces = 100

// sums returns the menu items that sum up the finished games of a game.
func (m *Menu) sums() []MenuItem {
	list := []MenuItem{{Label: "Statistics", Do: m.sumUp}}
	if !m.desk.Settings.Unasked {
		list = append(list, MenuItem{Label: "Insights", Value: "where you lose points", Do: m.insights, Beside: true})
	}
	return list
}

// sumUp shows the statistics of the chosen game, and below them those of the other games that have any.
func (m *Menu) sumUp() {
	games := []game.Game{m.desk.Games[m.Entry]}
	for i, g := range m.desk.Games {
		if i != m.Entry && m.stats[i] {
			games = append(games, g)
		}
	}
	title, text, err := command.StatsPage(m.desk.Store, For(m.desk, "Press i", "Tap Insights")+" to judge games and open your mistakes.", games...)
	all, wrong := command.Statistics(m.desk.Store, games[0])
	if err = cmp.Or(err, wrong); err != nil {
		m.Said = command.Sentence(err)
		return
	}
	page := &Pager{Title: title, Text: prose.Parse(text), lead: m.follow}
	if weeks := all[0].Weeks; len(weeks) > 0 {
		page.graph = func() Graph { return resultsByWeek(weeks, games[0].Info().Title) }
	}
	if shown, _, ok := m.lastGame(games[0]); ok {
		page.Lessons = []game.Shown{shown}
		at := len(page.Text) - 1 // the place after the text about the game
		if next := slices.IndexFunc(page.Text[1:], func(b prose.Block) bool { return b.Kind == prose.Heading }); next >= 0 {
			at = next + 1
		}
		page.Text = slices.Insert(page.Text, at, prose.Block{Kind: prose.Figure})
		page.leads = []Button{{Key: "v", Label: "last game"}}
	}
	if !m.desk.Settings.Unasked {
		page.leads = append([]Button{{Key: "i", Label: "insights"}}, page.leads...)
	}
	if course := games[0].Info().Course; course.Try != nil && m.desk.May.Has(command.Remember) {
		page.leads = append(page.leads, Button{Key: "l", Label: "lesson"})
		if !m.desk.Settings.Unasked && course.Puzzles != "" {
			page.leads = append(page.leads, Button{Key: "t", Label: "today"})
		}
	}
	m.desk.Pages.open(page)
}

// follow carries out the advice of a page about the finished games of the chosen game.
func (m *Menu) follow(key string) {
	switch key {
	case "i":
		m.insights()
	case "t":
		_ = m.study(command.Request{Verb: command.Today})
	case "l":
		_ = m.study(command.Request{Verb: command.Lesson})
	case "v":
		g := m.desk.Games[m.Entry]
		if _, number, ok := m.lastGame(g); ok {
			if _, err := m.desk.openKept(g.Info().Name, resuming(fmt.Sprint(number), false)); err != nil {
				m.Said = command.Sentence(err)
			}
		}
	}
}

// lastGame returns a figure of the last move of the most recent finished game of g, and the number of that game.
func (m *Menu) lastGame(g game.Game) (shown game.Shown, number int, ok bool) {
	list, _ := m.desk.Store.Library.Games(g.Info().Name)
	i := slices.IndexFunc(list, func(k store.Game) bool {
		return !k.Unreadable() && slices.ContainsFunc(k.Rounds, func(r store.Round) bool { return r.Left == store.Counts })
	})
	if i < 0 {
		return shown, 0, false
	}
	last := list[i]
	kept, err := m.desk.Store.Library.Find(last.Number)
	if err != nil || kept.Damage != nil {
		return shown, 0, false
	}
	moves := kept.Match.History()
	ply := len(moves) - 1
	for ply > 0 && moves[ply].Ended { // such a step changes nothing on the board
		ply--
	}
	if ply <= 0 {
		return shown, 0, false
	}
	view := func(ply int) game.View { s := kept.Match.At(ply); return s.State().View(kept.Match.Side) }
	then := view(ply)
	shown = game.Shown{First: view(ply - 1), Then: then, Said: []string{then.Status().Last}}
	shown.Title, shown.Text = "Your last game", last.Played.Format("2 January")+", "+last.Opponent+": "+last.Result+"."
	return shown, last.Number, true
}

// byWeek returns a graph with a good and a bad value for each week, and the sentence of the last week. Each half is scaled to its greatest bar, if
// that bar is above 1.
func byWeek(good, bad string, bars []Bar) Graph {
	g, most := Graph{Names: [2]string{good, bad}, Inks: [2]scene.Colour{scene.Good, scene.Bad}, Bars: bars}, [2]float64{1, 1}
	for _, b := range bars {
		most[0], most[1], g.Said = max(most[0], b.Up), max(most[1], b.Down), b.Says
	}
	for i := range bars {
		bars[i].Up, bars[i].Down = bars[i].Up/most[0], bars[i].Down/most[1]
	}
	return g
}

// resultsByWeek returns a graph of the rounds won and lost in each week.
func resultsByWeek(weeks []stats.Week, title string) Graph {
	var bars []Bar
	weeks = weeks[max(0, len(weeks)-mostWeeks):]
	most := 1
	for _, w := range weeks {
		most = max(most, w.Won, w.Lost)
	}
	for _, w := range weeks {
		says := fmt.Sprintf("%s, week of %s: %d won, %d lost, %d drawn.", title, w.Name, w.Won, w.Lost, w.Drawn)
		bars = append(bars, Bar{Text: w.Name[len("2026-"):], Says: says, Up: float64(w.Won) / float64(most), Down: float64(w.Lost) / float64(most)})
	}
	g := byWeek("won", "lost", bars)
	g.Spare = true
	return g
}

// lossByWeek returns a graph of the insights by week. Downwards it shows the loss per game through mistakes; upwards the accuracy or, in a game that
// counts points, the number of games.
func lossByWeek(in stats.Insights) Graph {
	var bars []Bar
	good := "accuracy"
	for _, w := range slices.Backward(in.Weeks[:min(len(in.Weeks), mostWeeks)]) {
		up, what := w.Accuracy.Value(), fmt.Sprintf("accuracy %.0f%%", 100*w.Accuracy.Value())
		if in.Points {
			good, up, what = "games", float64(w.Rounds), phrase.Count(w.Rounds, "game")
		}
		says := fmt.Sprintf("Week of %s: %s; mistakes lost %s a game.", w.Name, what, in.Loss(w.Each(w.Rounds)))
		bars = append(bars, Bar{Text: w.Name[len("2026-"):], Says: says, Up: up, Down: w.Each(w.Rounds)})
	}
	return byWeek(good, "lost", bars)
}

// mostWeeks is the most weeks that a graph shows.
const mostWeeks = 26

func (m *Menu) insights() {
	p := &insights{d: m.desk, g: m.desk.Games[m.Entry], list: &Field{Kind: List, Label: "Insights"}}
	if err := p.read(); err != nil {
		m.Said = command.Sentence(err)
		return
	}
	p.open()
}

func (p *insights) read() error {
	all, err := command.Statistics(p.d.Store, p.g)
	if err == nil {
		p.in = *all[0].Insights
		p.fill()
	}
	return err
}

func (p *insights) fill() {
	p.list.Rows = nil
	add := func(r Row, do func()) {
		r.do = do
		p.list.Rows = append(p.list.Rows, r)
	}
	open := p.in.Open()
	switch n := len(open); {
	case p.stop != nil:
		add(Row{Title: fmt.Sprintf("Judging game %d of %d", min(p.done+1, p.all), p.all), State: For(p.d, "Enter or Esc stops it", "tap to stop it")}, func() {
			p.end()
			p.open()
		})
	case n > 0 && len(p.in.Todo) == 0:
		add(Row{Title: "Make puzzles from your mistakes in " + phrase.Count(n, "game"), State: "a second or more each" + For(p.d, "; Esc stops it", "")}, p.judge)
	case n > 0:
		r := Row{Title: "Judge " + phrase.Count(n, "game"), State: "a second or more each" + For(p.d, "; Esc stops it", "")}
		if p.in.Rounds == 0 {
			r.Load = p.picture(open[0].Number, math.MaxInt)
		}
		add(r, p.judge)
	}
	if p.in.Rounds > 0 {
		for _, e := range p.in.Entries() {
			r := Row{Title: e.Title, State: e.About}
			if len(e.Faults) > 0 {
				r.Load = p.picture(e.Faults[0].Game.Number, e.Faults[0].Ply)
			}
			add(r, func() { p.behind(e) })
		}
	}
	p.list.pick(p.list.At)
}

// hint returns the sentence above the list of topics.
func (p *insights) hint() string {
	switch {
	case p.in.Rounds+len(p.in.Todo) == 0:
		return "You have not finished a game against the computer without hints yet. Once you finish one, it can be judged."
	case p.in.Rounds == 0:
		return "attic does not know yet where you lose points: judge some games, or review games after you play them."
	}
	return strings.Join(strings.Fields(p.in.Basis()+" "+p.in.Fortune()+" "+p.in.Trending()+" "+p.in.Waits), " ")
}

func (p *insights) open() {
	p.d.Ask(Form{Title: p.g.Info().Title + ": insights", Label: "open", Hint: p.hint(), Fields: []*Field{p.list}, Graph: lossByWeek(p.in)}, func() (func(), error) {
		if len(p.list.Rows) == 0 {
			return nil, errors.New("there is nothing to open yet")
		}
		return p.list.Rows[p.list.At].do, nil
	})
}

func (p *insights) shown() bool { return p.d.Form.On && p.d.Form.Fields[0] == p.list }

// judge judges the rounds that have not been judged, one after the other, while a form of the menu is open.
func (p *insights) judge() {
	judging, stop := context.WithCancel(context.Background())
	if p.d.Search != nil {
		judging = review.In(judging, p.d.Search)
	}
	todo := p.in.Open()
	p.stop, p.done, p.all = stop, 0, len(todo)
	p.fill()
	p.open()
	p.d.Fetch(func(ctx context.Context, show func(func())) {
		defer stop()
		context.AfterFunc(ctx, stop)
		for i, next := range todo {
			err := stats.JudgeNext(judging, p.d.Store, next)
			if judging.Err() != nil {
				return
			}
			show(func() { p.judged(i+1, i+1 == len(todo), err) })
		}
	})
}

// judged shows how many rounds have been judged, or the error if a round cannot be judged. After the last round, judging ends.
func (p *insights) judged(done int, last bool, err error) {
	if p.stop == nil {
		return
	}
	p.done = done
	if last {
		p.end()
	}
	if wrong := p.read(); err == nil {
		err = wrong
	}
	if p.shown() {
		p.d.Form.Hint, p.d.Form.Graph = p.hint(), lossByWeek(p.in)
		if err != nil {
			p.d.Form.Said = command.Sentence(err)
		}
	}
}

func (p *insights) end() {
	p.stop()
	p.stop = nil
	p.fill()
}

// behind lists the mistakes of a topic.
func (p *insights) behind(e stats.Topic) {
	list := &Field{Kind: List, Label: "Mistakes", Rows: []Row{{Title: "Back to all insights", State: e.Title, do: p.open}}}
	places := e.Faults[:min(len(e.Faults), mostPlaces)]
	for _, f := range places {
		list.Rows = append(list.Rows, p.row(f))
	}
	list.pick(1)
	hint := For(p.d, "Enter", "Open") + " shows the position before the move."
	switch n := len(e.Faults); {
	case n == 0:
		hint = "None of your moves was a mistake here."
	case n > mostPlaces:
		hint = fmt.Sprintf("Only the %d of %d that lost most are listed. %s", mostPlaces, n, hint)
	}
	p.d.Ask(Form{Title: e.Title, Label: "open", Hint: hint, Fields: []*Field{list}}, func() (func(), error) {
		if do := list.Rows[list.At].do; do != nil {
			return do, nil
		}
		return p.visit(places[list.At-1])
	})
}

func (p *insights) row(f stats.Located) Row {
	r := rowOf(p.d.Store, f.Game)
	r.Title = fmt.Sprintf("Game %d, %s", f.Game.Number, numbered(p.where(f), f.Move))
	r.State = p.says(f)
	r.Load = p.picture(f.Game.Number, f.Ply)
	return r
}

// where returns the name of the move of a mistake. It looks the name up in the game if an earlier version, which stored no names, judged it.
func (p *insights) where(f stats.Located) string {
	if f.Where == "" {
		if kept, err := p.d.Store.Library.Find(f.Game.Number); err == nil {
			f.Where = match.Where(kept.Match.At(f.Ply + 1))
		}
	}
	return f.Where
}

// picture returns a function that puts the position after some steps of a game into a row.
func (p *insights) picture(number, ply int) func(*Row) {
	return func(r *Row) {
		if kept, err := p.d.Store.Library.Find(number); err == nil && kept.Damage == nil {
			m := kept.Match.At(ply)
			r.View, r.Game = m.State().View(m.Side), p.g.Info().Name
		}
	}
}

// says returns the loss of a mistake, and its name: "lost 31%: hole".
func (p *insights) says(f stats.Located) string {
	lost := p.in.Loss(f.Lost)
	if p.in.Points {
		lost += " points"
	}
	return fmt.Sprintf("lost %s: %s", lost, f.Name)
}

// visit opens the game of a mistake. The function that it returns shows the position before the mistake.
func (p *insights) visit(f stats.Located) (func(), error) {
	if _, err := p.d.openKept(f.Game.Name, resuming(fmt.Sprint(f.Game.Number), false)); err != nil {
		damage := (*store.DamagedError)(nil)
		if errors.As(err, &damage) {
			err = damageOf(damage)
		}
		return nil, err
	}
	return func() {
		play := p.d.Play
		play.news() // takes the event that reports the loading of the game
		play.look(f.Ply)
		play.Message.Fresh, play.Message.Said = false, play.keyed(fmt.Sprintf("Here you played %s (%s). %s to see what was better.", numbered(p.where(f), f.Move), p.says(f), phrase.Capital(game.Type("review"))))
	}, nil
}

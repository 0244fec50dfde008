package desk

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"attic/desk/command"
	"attic/game"
	"attic/internal/phrase"
	"attic/table"
)

// ending is the part of a page that ends its game: for the next round or another game, or for the menu.
type ending struct {
	play   *Play
	warned bool // the person leaves although the game is not saved
}

// next starts the next round, or a new game if there are no rounds. In the middle of a game it asks first.
func (e *ending) next() {
	p := e.play
	now := p.Person.Now()
	rounds, inRounds := p.Person.Game().(game.Rounds)
	switch {
	case now.Studies:
		p.Message.Said = "This is an analysis. For a new game, go to the menu." + onKeys(" M: menu.")
	case inRounds && (now.Over || now.Shared()):
		p.want(command.Request{Verb: command.Next})
	case now.Shared() && now.Over:
		p.want(command.Request{Verb: command.Rematch})
	case now.Shared():
		p.Message.Said = "The game is not over." + onKeys(" N: leave.")
	case inRounds && rounds.Abandon():
		p.Message.askIf(midway(p.Person.Sight()), "Start a new game? This one ends without a result.", "new game", func() { p.want(command.Request{Verb: command.Next}) })
	case now.ToMove >= 0 && now.Ply == 0:
		p.Message.Said = "This game has just begun."
	default:
		e.afresh("Start a new game? ", "This one is kept.", "new game", func() { p.want(command.Request{Verb: command.NewGame}) })
	}
}

// swap changes sides with the computer and plays again.
func (e *ending) swap() {
	p := e.play
	if !swaps(p.Person.Now(), p.Now) {
		p.Message.Said = "You can swap sides after a game against the computer."
		return
	}
	p.Message.Said = ""
	side := (p.Now.Side + 1) % len(p.Info.Seats)
	if !p.Info.Open { // sides are fixed until the next round has replaced this one, with its secret
		e.next()
	}
	if err := p.requests.Act(table.Side(side)); err != nil {
		p.Message.complain(err)
		return
	}
	if p.Info.Open {
		e.next()
		return
	}
	p.news()
	if p.Info.Seats[side].Program { // the side that hides
		e.hides()
	}
}

// hides switches to the input mode for hiding, if a game between two people starts with a player who hides something.
func (e *ending) hides() {
	p := e.play
	now := p.Person.Now()
	i := slices.IndexFunc(p.Cursor.Tracks, func(t game.Track) bool { return t.Pick > 0 })
	if i < 0 || now.ToMove != game.Anyone || !unplayed(p.Person.Sight()) || p.Cursor.Track == p.Cursor.Tracks[i].Name {
		return
	}
	p.Cursor.Track, p.Cursor.Picked, p.Cursor.Aim = p.Cursor.Tracks[i].Name, nil, -1
	p.ready()
}

// afresh calls the function do, which replaces this game by another one at this table. In the middle of a game it asks first, and adds the sentence
// in the parameter kept if this game is kept. Afterwards, afresh says that the game can be brought back.
func (e *ending) afresh(question, kept, yes string, do func()) {
	p := e.play
	left := midway(p.Person.Sight())
	p.Message.askIf(left, question+keeping(p.Person, kept), yes, func() {
		do()
		if left && p.Message.Said == "" && !p.Person.Now().Shared() {
			p.Message.says(either("Press u", "Tap Undo") + " to bring the last game back.")
		}
	})
}

// menu leaves the game and shows the menu. If a game with another machine is running, it asks first.
func (e *ending) menu() {
	p := e.play
	if returns(p.desk) {
		return
	}
	q := command.Quits(p.Person.Now(), p.Info, p.desk.May)
	if !e.risks(endangered(p), "M", "menu", e.leave) {
		p.Message.askIf(q.Short != "", q.Short, "menu", e.leave)
	}
}

// leave leaves the table and shows the menu, without asking. The menu repeats the page's message about a lesson or puzzle.
func (e *ending) leave() {
	p := e.play
	err := p.desk.Close()
	p.desk.Play, p.desk.Menu, p.desk.Form, p.desk.Pages = nil, newMenu(p.desk), Form{}, nil
	switch {
	case err != nil:
		p.desk.Menu.Said = command.Sentence(err)
	case p.lecture.lent:
		p.desk.Menu.Said = p.Message.Said
	}
}

// uncover closes whatever would hide a question.
func (e *ending) uncover() {
	p := e.play
	if slices.Contains(p.desk.Pages, Page(&p.Review)) {
		p.Review.leave()
	}
	p.Prompt, p.desk.Form, p.desk.Pages = Prompt{}, Form{}, nil
}

// risks asks before it calls the function do, which loses unsaved data, and reports whether it asks. The person has pressed key for this action;
// pressing the same key again means yes.
func (e *ending) risks(u Unsaved, key, yes string, do func()) bool {
	p := e.play
	if u == "" {
		return false
	}
	e.uncover()
	text, leaves := string(u), " Press "+key+" again to leave."
	if utf8.RuneCountInString(text+For(p.desk, leaves, "")) > 76 { // the page shows the reason anyway
		text, _, _ = strings.Cut(text, ": ")
		text += "."
	}
	p.Message.ask(text+onKeys(leaves), yes, func() {
		e.warned = true
		do()
	})
	p.Message.question.again = key
	return true
}

// swaps reports whether the person can swap sides for another game: after a game against the computer.
func swaps(live, shown table.Now) bool {
	return live.Over && !live.Shared() && shown.Self() >= 0
}

// offers returns buttons that suggest what to do next: after a round, before the first move, and when the game is decided.
func (p *Play) offers() (list []Button) {
	if p.Back || p.Now.Shared() || p.Now.Studies {
		return nil
	}
	add := func(on bool, key, label string) {
		if b, has := p.Labelled(key); on && has {
			list = append(list, Button{Key: OfferKey + b.Key, Label: label})
		}
	}
	_, bots := p.Person.Game().(game.Bots)
	rounds, inRounds := p.Person.Game().(game.Rounds)
	switch {
	case p.Now.Over:
		label := "play again"
		if inRounds && !rounds.Abandon() {
			label = "next round"
		}
		add(true, "n", label)
		add(swaps(p.Person.Now(), p.Now), "K", "swap sides")
		add(true, "v", "review")
		add(true, "A", "analyse")
	case p.pad.settled.of(p.Person.Sight(), table.Sight.Decided): // a key can play the game to its end
		add(true, "e", "play to the end")
	case p.Now.Ply == 0 && bots && p.Now.Programs() < len(p.Now.Players):
		label := "play the computer"
		if p.Now.Programs() > 0 {
			label = "two people here"
		}
		add(true, "C", label)
		for _, w := range p.pad.words {
			if w.Same == "clear" && p.Info.Started != "" && p.Now.ToMove != game.Anyone {
				list = append(list, Button{Key: OfferKey + mainKey(w.Key), Label: "set up"})
			}
		}
	}
	return list
}

// fact caches a fact about a sight that is needed whenever the page is drawn.
type fact struct {
	n  uint64
	is bool
}

func (f *fact) of(s table.Sight, ask func(table.Sight) bool) bool {
	if f.n != s.N {
		*f = fact{s.N, ask(s)}
	}
	return f.is
}

// Unsaved is a sentence that says what is not saved, and why; "": everything is saved. Front-ends show it on every page, whatever else is on the page.
type Unsaved string

// Unsaved returns what is not saved now.
func (d *Desk) Unsaved() Unsaved {
	if said := endangered(d.Play); said != "" {
		return said
	}
	if err := d.Store.Profile.Owed(false); err != nil {
		return Unsaved(command.Sentence(err))
	}
	return ""
}

// endangered returns what would be lost if the person left the table of p, which may be nil.
func endangered(p *Play) Unsaved {
	if p == nil {
		return ""
	}
	return Unsaved(table.NotSaved.In(p.Person.Now().Situation).Line(table.Typed))
}

// In returns u shortened for a line: if u does not fit, its first words are omitted.
func (u Unsaved) In(fits func(text string) bool) string {
	if u == "" {
		return ""
	}
	_, _, said := table.NotSaved.In(table.Situation{Unsaved: string(u)}).Page(nil, fits)
	return said
}

// Title returns the title of a page of d for the window or tab that shows it: what the person should know, before the name of the page.
func Title(d *Desk, name string) string {
	state := ""
	switch p := d.Play; {
	case d.Unsaved() != "":
		state = table.NotSaved.Title()
	case p == nil:
	case p.Remote.heard.said != "" && p.Remote.heard.said == p.Message.Said:
		state = p.Remote.heard.title
	default:
		state = p.Now.Situation.Case.Title()
	}
	if state == "" {
		return name
	}
	return phrase.Capital(state) + ": " + name
}

// saveEach is the number of ticks after which attic tries again to save what is not saved.
const saveEach = 5

// saves tries every saveEach ticks to save what is not saved.
func saves(d *Desk) {
	if d.waited++; d.waited%saveEach != 0 || d.Unsaved() == "" {
		return
	}
	if d.Play != nil {
		_, _ = d.Play.Person.Keep() // the table reports the result
	}
	if d.Store.Profile.Owed(false) != nil && d.Store.Profile.Owed(true) == nil {
		d.say("Everything is saved now.")
	}
}

// iconTicks is the number of ticks for which the sound icon is shown after sound is switched on or off.
const iconTicks = 2

// Switched reports whether sound was just switched on or off. Front-ends show an icon as long as this is true: for iconTicks
// ticks, or until the person does something else.
func (m *Message) Switched() bool { return m.switched > 0 }

// Ticks reports whether the page changes with time. If so, call Tick a second from now.
func (d *Desk) Ticks() bool {
	p := d.Play
	return d.Unsaved() != "" || d.under != nil || p != nil && (clocked(&p.Shown) && p.Now.Clock.Runs >= 0 || p.Now.Situation.Away() && !p.Now.Over || p.Message.Switched() || p.Study.Races())
}

// Tick is called a second after Ticks has reported true. The page is drawn afterwards.
func (d *Desk) Tick() {
	saves(d)
	if d.Play == nil {
		return
	}
	awaited(d)
	if d.Play.Message.switched > 0 {
		d.Play.Message.switched--
	}
	d.Play.lecture.races()
	d.Play.Message.hurries(&d.Play.Shown, time.Now())
}

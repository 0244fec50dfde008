package desk

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"attic/desk/command"
	"attic/draw/prose"
	"attic/game"
	"attic/match/store"
	"attic/table"
	"attic/teach/reviewer"
	"attic/teach/study"
)

// Play is the page of a game. It joins parts that own their state; most of them do not know the page. A front-end draws what the exported fields and
// methods return; all of these may change with every call of the Desk.
type Play struct {
	desk     *Desk
	Person   *table.Person
	table    *table.Table
	requests *command.Requests
	ended    func() // stops the computer at the table and waits until it has stopped

	Unplaced []string // set by the front-end: the keys of the controls that it shows only in the drawer

	past    history
	listing listing
	Layers  map[string]bool // the names of the layers that are shown
	pad     keypad

	Shown
	Cursor   Cursor
	Pointer  pointer
	Message  Message
	Motion   motion
	List     Scroll
	advices  advices
	lecture  lecture
	Study    *study.Study // lessons and puzzles
	pasting  pasting
	exporter exporter
	copying  copying
	Prompt   Prompt
	Review   Review
	retry    retry
	coaching coaching
	Ahead    ahead
	Remote   remote
	ending   ending
	saved    string // the message that the game is saved again, until the person does something
}

// Shown is the part of a page that holds the position shown: the latest position, or, while Back is set, the position after Ply steps.
type Shown struct {
	Info game.Info
	Now  table.Now
	Back bool
	Ply  int

	Changes int // goes up whenever Now or the layers shown change
}

// Thinking reports whether the computer is to move in the position shown.
func (s *Shown) Thinking() bool { return s.Now.Thinking && !s.Back }

// Waiting reports whether the computer or a player on another machine is to act in the position shown.
func (s *Shown) Waiting() bool { return (s.Now.Thinking || s.Now.Situation.Waits) && !s.Back }

// Result returns how the round shown ended, addressing the person here: "You lost, 23 to 26."; between two people
// "Blue won, 26 to 23." It returns "" until the round is over and while an earlier position is shown.
func (s *Shown) Result() string {
	if !s.Now.Over || s.Back {
		return ""
	}
	return command.Result(s.Now, s.Info)
}

func (s *Shown) end(live table.Now) int {
	if !s.Info.Open { // steps that were taken back may reveal something
		return live.Ply
	}
	return live.Ply + live.Redo
}

// shut returns why no move can be played in the earlier position shown, or "". The parameter moves is the number of legal moves that the person has there.
func (s *Shown) shut(moves int) string {
	switch {
	case !s.Back || moves > 0 || s.Now.ToMove == game.Nobody:
		return ""
	case s.Now.Thinking:
		return "It was the computer's move here; ] steps forward."
	case s.Now.ToMove == game.Anyone:
		return "The set-up cannot be changed from here; ] steps forward."
	case s.Info.Open:
		return fmt.Sprintf("It was %s's move here; ] steps forward.", s.Info.Seats[s.Now.ToMove].Name)
	}
	return "You cannot play on from here: something hidden has been revealed since."
}

// Message is the part of a page for the line below the board.
type Message struct {
	Fresh bool   // the last move was just made, and its sentence is shown
	Said  string // a text shown instead, unless it is ""

	question *question // replaces both texts; nil if there is none
	switched int       // the number of ticks for which the sound icon is still shown
	little   bool      // the person has little time left

	title    string              // the title of texts that have a separate page
	pages    *Stack              // the pages, for texts that do not fit into a line
	keyed    func(string) string // replaces the commands in a sentence with keys
	settings *store.Settings
	effects  *Effects
}

// newPlay opens the page of a table and lets the computer play until close.
func newPlay(d *Desk, t *table.Table) *Play {
	p := &Play{desk: d, Shown: Shown{Info: t.Game().Info()}, Person: t.Here(), table: t, ended: func() {}, Cursor: Cursor{Aim: -1}}
	p.Message = Message{title: p.Info.Title, Fresh: true, pages: &d.Pages, keyed: p.keyed, settings: &d.Settings, effects: &d.effects}
	p.Motion = motion{show: p.shown, shown: p.feed, news: p.news}
	p.Study = study.New(p.Person, t, d.Store, true)
	p.requests = command.NewRequests(command.Config{
		Person: p.Person, Owner: t, May: d.May, Store: d.Store, Terminal: true, Menu: true, Settings: &d.Settings, Study: p.Study, Net: d.Net,
		Mind: func() (ply int, move string) {
			if ply = table.Latest; p.Back {
				ply = p.Ply
			}
			if !p.Ahead.on() {
				move = p.Cursor.inMind()
			}
			return ply, move
		},
	})
	p.advices.advice = p.requests.Advice
	p.copying = copying{p.Person, &p.Shown, &p.past, p.Study, &p.Message, d.Display, d.Link}
	p.exporter = exporter{person: p.Person, shown: &p.Shown, form: &d.Form, settings: &d.Settings, downloads: d.Choose != nil}
	p.Review = Review{Work: reviewer.New(p.Person), person: p.Person, message: &p.Message, pages: &d.Pages, show: p.look, try: p.retry.begin, keyed: p.keyed, taught: p.lecture.taught, learn: p.lecture.toLesson, decided: p.decided, fingers: &d.Fingers}
	p.Review.Work.Keep = command.KeepReview(d.Store)
	p.retry = retry{page: &p.Review, message: &p.Message, work: p.Review.Work, advice: p.advices.advice}
	p.Pointer = pointer{play: p}
	p.ending = ending{play: p}
	p.Remote = remote{desk: d, person: p.Person, table: t, shown: &p.Shown, message: &p.Message, choose: p.choose, was: p.Person.Now()}
	p.Ahead = ahead{shown: &p.Shown, cursor: &p.Cursor, message: &p.Message}
	p.coaching = coaching{p.requests.Coach, &p.Shown, &p.Message, p.want}
	p.lecture = lecture{requests: p.requests, Study: p.Study, shown: &p.Shown, cursor: &p.Cursor, message: &p.Message, live: p.live, want: p.want, choose: p.choose, ask: d.Ask, copying: &p.copying, exporter: &p.exporter}
	p.Study.Clock = d.Clock
	p.Review.analyse = func() { analyse(p) }
	p.Review.keep = func() (string, error) { return p.requests.Keep(p.Review.Work) }
	p.lecture.read = func() {
		said, on := p.Sentences(func(string) bool { return true })
		d.Pages.Read(p.Goal(), prose.Plain(p.keyed(strings.TrimSpace(p.Study.Course().Text()+"\n\n"+said)+"\n\n"+on)))
	}
	p.Layers = p.requests.Layers
	p.pad = keypad{shown: &p.Shown, cursor: &p.Cursor, keys: p.generalKeys(), lit: p.Layers}
	if d.Paused {
		p.Person.Await()
	} else {
		p.requests.Pace()
		_, now := p.Person.Look() // events before this page
		p.Remote.was = now.Now
		ctx, cancel := context.WithCancel(context.Background())
		wait := t.Go(ctx)
		p.ended = func() { cancel(); wait() }
	}
	p.pad.words = wordsOf(p)
	begun, _ := p.Person.Sight().At(0)
	modes := begun.View.Tracks()
	p.pad.tabs = len(modes) > 1 && modes[0].Key == ""
	p.Cursor.Moves = begun.View.Moves()
	p.pad.settings = begun.ToMove == game.Anyone && len(p.pad.others().Items) > 0
	p.renew(p.Person.Sight())
	return p
}

// close leaves the table; the game is kept if it can be continued.
func (p *Play) close() error {
	p.coaching.Stop()
	p.retry.end()
	p.Review.Work.Stop()
	p.exporter.stop()
	p.requests.Close()
	p.ended()
	p.Person.Close()
	if err := p.table.Close(); !p.ending.warned {
		return err
	}
	return nil
}

// greeting returns the first message: that a kept game can be continued, or that this game was joined.
func greeting(now table.Sight, info game.Info, may command.May, s store.Store) string {
	switch {
	case now.Follows(): // the game was joined before this page was opened
		return now.Greeting().Line(table.Typed)
	case now.Shared(), now.Kept, !may.Has(command.Kept):
		return ""
	}
	k, ok := s.Library.Kept(info.Name)
	switch {
	case !ok:
		return ""
	case k.Damage != nil:
		return command.Sentence(k.Damage)
	case k.Lost != "":
		k.Lost = ", but " + k.Lost
	}
	return "A game of " + k.Left.Format("2 January 15:04") + " is kept" + k.Lost + ": " + either("press o, then Enter,", "tap More, then Open,") + " to continue it."
}

// news takes the events of the table and shows the first of them.
func (p *Play) news() {
	p.Message.complain(p.Review.news())
	p.Message.complain(p.retry.news())
	if said, err := p.exporter.finished(); said != "" || err != nil {
		p.Message.tell(said)
		p.Message.complain(err)
	}
	defer func() {
		if !p.Motion.Moving {
			p.coaching.news(p.requests.Act)
		}
	}()
	err := p.requests.Refused()
	if p.requests.Sent() == 0 {
		err = p.pasting.answered(err)
	}
	p.Message.complain(err)
	p.Motion.Take(p.Person.Take()...)
	p.Message.complain(engineNews(p))
}

// Let makes the computer play one move in a Paused desk. It calls thought while the page shows what the computer expects, before the move.
func (p *Play) Let(thought func()) {
	stop := table.Once(p.table)
	var events []table.Event
	for !slices.ContainsFunc(events, func(e table.Event) bool { return e.What != table.Thinking }) {
		<-p.Person.Ready()
		events = append(events, p.Person.Take()...)
	}
	stop()
	for events[0].What == table.Thinking {
		p.shown(events[0])
		events = events[1:]
	}
	thought()
	p.Motion.Take(events...)
}

func (p *Play) shown(e table.Event) {
	before, was := p.Now, p.Remote.was
	p.Remote.was = e.Revealed().Now
	defer func() {
		if len(p.Motion.queue) > 0 {
			return
		}
		if p.Motion.held && !p.Back {
			p.renew(p.Person.Sight())
		}
		if premove := p.Ahead.redeem(); premove != "" {
			p.send(premove)
		}
	}()
	p.requests.Follow(e)
	switch e.What {
	case table.Thinking:
		p.advices.report, p.advices.thinks = e.Report, true
		return
	case table.NotKept: // Desk.Unsaved reports this
		return
	case table.KeptAgain:
		p.saved = command.Keeping(e)
		p.Message.says(p.saved)
		return
	case table.Hinted:
		if _, err := p.advices.advice.Take(e); err != nil {
			p.Message.says("No hint was found: " + err.Error() + ".")
			return
		}
		p.Message.advised(p.advices.advice.Shown())
		return
	case table.Failed:
		p.Message.Said = command.Failed(p.Person.Game(), e)
	case table.Presence, table.Offered, table.Declined, table.Said, table.Watched, table.Parted, table.Revealed, table.Claimable, table.Claimed, table.Aided:
		if !p.Back {
			p.renew(e.Sight)
		}
		if e.What == table.Said && e.By != e.Seat {
			p.Message.sound(chat, game.Chat)
		}
		p.Remote.news(e, was)
		return
	case table.Edited:
		p.Message.Said = ""
	case table.Began, table.Loaded, table.Round:
		p.retry.end()
		p.pad.words = wordsOf(p)
		p.Message.question = nil
		p.coaching.Stop()
		clear(p.Layers)
		p.listing, p.Pointer.pen = listing{}, pen{}
		p.Cursor.Track, p.Cursor.Cursors, p.Cursor.Aim, p.Cursor.early = "", nil, -1, false
		if p.Message.Said = cmp.Or(e.Text, p.Message.Said); before.Shared() { // messages about the preceding game are removed
			p.Message.Said = e.Text
		}
	}
	if e.What == table.Paced {
		if !p.Back {
			p.renew(e.Sight)
		}
		return
	}
	p.advices.thinks = false
	defer func() {
		if text := e.Agreement(was).Page(p.Remote.fill("")); text != "" {
			p.Message.says(text)
		}
	}()
	_, _ = p.advices.advice.Take(e) // the advice may be out of date now
	if e.What != table.Seated {
		p.Ahead.hold(e)
		p.List.top = 0                              // new entries are at the top
		p.Cursor.Picked, p.Cursor.Chosen = nil, nil // spots of another position
	}
	if p.Back { // keep showing the earlier position
		p.look(p.Ply)
		return
	}
	used := e.What == table.Played && before.ToMove == game.Anyone && p.Cursor.used()
	p.renew(e.Sight)
	if used && !p.Cursor.used() && e.ToMove == game.Anyone { // a new round has begun, for example a new deal after learning mode
		p.Cursor.Track, p.Cursor.Cursors, p.Cursor.Aim = "", nil, -1
		p.ready()
	}
	if level := p.Now.Players[p.Now.Side].Level; e.What == table.Seated && !e.Shared() && level != before.Players[before.Side].Level {
		wish := p.desk.Settings.Game(p.Info.Name) // the wish for the next game
		wish.Level = &level
		p.desk.Set(func(s *store.Settings) { s.Games[p.Info.Name] = wish })
	}
	if e.What != table.Played {
		p.Message.Fresh = e.What != table.Seated
		return
	}
	p.Message.Fresh, p.Message.Said = p.saved == "", p.saved
	p.Cursor.goRound(e.Move)
	if len(p.pasting.moves) > 0 || len(p.requests.Loads) > 0 {
		return
	}
	event := yourMove
	if shared := p.Now.Shared(); e.Program && !shared || shared && e.By != p.Now.Seat {
		if event = theirMove; yours(p.Now) && len(p.Ahead.Queue) == 0 {
			p.Message.effects.Calls++
		}
	}
	p.Message.sound(event, p.Now.View.Status().Sounds...)
	p.Motion.Moving = !p.desk.NoMotion && p.desk.Display.Begin(before)
}

// ready adapts everything to the position shown.
func (p *Play) ready() {
	p.Changes++
	engineSees(p)
	p.advices.warn(p.Person.Game(), p.Now, p.desk.Settings.Warn, p.Back || p.Study.Course() != nil)
	p.listing.scrolled = 0
	p.pad.layers = p.Now.View.Grid(0, 0).Layers
	tracks := p.Now.View.Tracks()
	if p.Now.Watches() { // there is nothing to point at
		tracks, p.Cursor.Cursors, p.Cursor.Hover = nil, nil, ""
	}
	if p.Cursor.early && !p.Back && len(p.Cursor.Moves) > 0 && !p.Ahead.on() { // only now are the person's moves known
		p.Cursor.Cursors, p.Cursor.early = nil, false
	}
	p.Cursor.early = p.Cursor.early || len(p.Cursor.Cursors) == 0 && p.Ahead.on()
	if own := p.Cursor.Moves; len(p.Cursor.Cursors) == 0 && p.Waiting() && len(own) == 0 && p.Now.ToMove >= 0 { // the cursor starts where the other player can move
		if m, ok := p.Person.Sight().Match(); ok {
			p.Cursor.Moves = game.MovesOf(m.State())
			p.Cursor.fit(tracks, true)
			p.Cursor.Moves, p.Cursor.early = own, true
		}
	}
	p.Cursor.fit(tracks, p.Now.ToMove != game.Nobody && !p.Now.Thinking && !p.Ahead.theirs())
	if drawer := p.desk.Pages.Drawer(); drawer != nil {
		drawer.Word.Items = drawerItems(p.Controls().Drawer)
		drawer.move(0)
	}
}

// renew shows the position in s. It offers moves only if this is the latest position and no move remains to be shown.
func (p *Play) renew(s table.Sight) {
	p.Now, p.Cursor.Moves = s.Revealed().Now, nil
	if p.Motion.held = len(p.Motion.queue) > 0; !p.Back && !p.Motion.held {
		p.Cursor.Moves = s.Moves()
	}
	p.Ahead.offer(len(p.Motion.queue) == 0 && p.Study.Course() == nil)
	p.ready()
}

// look shows the position after ply steps, or the current position if there are no later steps.
func (p *Play) look(ply int) {
	live := p.Person.Sight()
	p.retry.looks(ply)
	p.Cursor.Chosen, p.Ahead.Queue = nil, nil
	to := min(max(ply, 0), p.end(live.Now))
	if p.Back && to != p.Ply {
		p.advices.advice.Cancel()
	}
	p.Ply = to
	if p.Ply == live.Ply {
		p.Back = false
		p.renew(live)
	} else {
		if !p.Back {
			p.advices.advice.Cancel()
		}
		p.Back = true
		p.Now, p.Cursor.Moves = live.At(p.Ply)
		p.Ahead.offer(len(p.Motion.queue) == 0 && p.Study.Course() == nil)
		p.ready()
	}
	p.Message.Fresh, p.Message.Said = true, ""
}

// motion is the part of a page that shows the events of the table one after the other, because moves are animated.
type motion struct {
	Moving bool // the last move is being animated

	queue []table.Event // events that have not been shown yet
	held  bool          // no moves are offered until all of them have been shown
	show  func(e table.Event)
	shown func() // called when everything has been shown
	news  func() // processes the events that have arrived
}

// Take shows events of the table, up to the next move that is animated.
func (m *motion) Take(events ...table.Event) {
	m.queue = append(m.queue, events...)
	for len(m.queue) > 0 && !m.Moving {
		m.next()
	}
	if !m.Moving && len(m.queue) == 0 {
		m.shown()
	}
}

func (m *motion) next() {
	e := m.queue[0]
	m.queue = m.queue[1:]
	m.show(e)
}

// Moved must be called by the front-end when the animation of a move has ended.
func (m *motion) Moved() {
	m.Moving = false
	m.news()
}

// jump ends all motion and shows everything that has happened.
func (m *motion) jump() {
	for m.Moving = false; len(m.queue) > 0; m.Moving = false {
		m.next()
	}
}

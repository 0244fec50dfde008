package desk

import (
	"context"
	"slices"
	"sync"

	"attic/command"
	"attic/game"
	"attic/grid"
	"attic/table"
)

// Play is the page of a game: what is shown of its table, and where the cursor stands. What a front-end
// draws is in its exported fields and methods; all of it may have changed after every call of the Desk.
type Play struct {
	desk    *Desk
	Info    game.Info
	Table   *table.Table
	Watch   *table.Watch
	session *command.Session
	words   []game.Word // the game's own
	ended   func()      // ends the programs at the table and waits for them

	Now     table.Now   // what is shown
	Moves   []game.Move // what the person may do in it
	Tracks  []game.Track
	layers  []grid.Layer
	queue   []table.Event // not yet shown
	Back    bool          // an earlier or later position is shown: Ply
	Ply     int
	thought game.Thought
	thinks  bool // a thought has been told in this turn
	advice  *command.Advice
	threat  game.Preview // of the opponent's, without a sentence if none is told

	Track   string            // the kind of input
	Cursors map[string]string // the spot under the cursor, by track
	Aim     int               // the column that the cursor keeps on its way up and down, or -1
	Hover   string            // a spot of the board outside the track, under the mouse
	Chosen  []string          // the spots touched so far
	Picked  map[string]bool   // on a track that picks

	Fresh   bool   // the last move has just been made: its sentence stands below the board
	Said    string // what has to be said instead
	Icon    string // is shown until the next key
	Moving  bool   // a move is being shown step by step
	Changes int    // counts up when the shown position or its layers change
	Prompt  Prompt
	Pager   Pager
	Chooser Chooser
	Review  Review
	pasted  []string // moves still to be played
}

// newPlay sits down at a table and lets its programs play until close.
func newPlay(d *Desk, t *table.Table) *Play {
	session := command.New(command.Config{Table: t, Store: d.Store, Terminal: true, Screen: true, Settings: &d.Settings})
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	if !d.Paused {
		session.Pace()
		running.Go(func() { t.Run(ctx) })
	}
	p := &Play{
		desk: d, Info: t.Game().Info(), Table: t, Watch: t.Watch(table.Here), session: session,
		ended: func() { cancel(); running.Wait() },
		Aim:   -1, Fresh: true,
	}
	if own, ok := t.Game().(game.Words); ok {
		p.words = own.Words()
	}
	p.renew(t.Now(table.Here))
	return p
}

// close leaves the table; the game is kept if there is something to go on with.
func (p *Play) close() error {
	p.stopReview()
	p.session.Close()
	p.ended()
	p.Watch.Close()
	return p.Table.Close()
}

// offer says at the start that a kept game can be gone on with.
func (p *Play) offer() {
	if p.Table.Kept() {
		return
	}
	k, ok := p.desk.Store.Kept(p.Info.Name)
	switch {
	case ok && k.Damage != nil:
		p.Said = command.Sentence(k.Damage)
	case ok:
		p.Said = "A game of " + k.Left.Format("2 January 15:04") + " is kept: press o and Enter to go on with it."
	}
}

// news takes what has happened at the table and shows the first of it.
func (p *Play) news() {
	p.reviewed()
	p.queue = append(p.queue, p.Watch.Take()...)
	for len(p.queue) > 0 && !p.Moving {
		e := p.queue[0]
		p.queue = p.queue[1:]
		p.shown(e)
	}
	if !p.Moving && len(p.queue) == 0 {
		p.feed()
	}
}

// Take shows events of the table's as news does, for a front-end that lets programs move itself.
func (p *Play) Take(events ...table.Event) {
	p.queue = append(p.queue, events...)
	p.news()
}

// Moved is called when a move has been shown step by step.
func (p *Play) Moved() {
	p.Moving = false
	p.news()
}

// shown shows one event.
func (p *Play) shown(e table.Event) {
	before := p.Now
	switch e.What {
	case table.Thinking:
		p.thought, p.thinks = e.Thought, true
		return
	case table.NotKept:
		p.Said = "The game cannot be kept on disk (" + e.Err.Error() + "); play goes on without."
		return
	case table.Hinted:
		p.hinted(e)
		return
	case table.Failed:
		p.Said = command.Failed(e)
	case table.Began, table.Loaded, table.Round:
		p.session.Forget()
		p.Track, p.Cursors, p.Aim = "", nil, -1
	}
	if e.What == table.Paced {
		if !p.Back {
			p.renew(e.Now)
		}
		return
	}
	p.thinks = false
	if command.Outdates(e) {
		p.advice = nil
	}
	if e.What != table.Seated {
		p.Picked, p.Chosen = nil, nil // they were for another position
	}
	if p.Back { // looking elsewhere goes on
		p.look(p.Ply)
		return
	}
	p.renew(e.Now)
	if e.What != table.Played {
		p.Fresh = e.What != table.Seated
		return
	}
	p.Fresh, p.Said = true, ""
	p.goRound(e.Move)
	if len(p.pasted) > 0 || p.session.Loading() {
		return
	}
	if e.Program && p.Now.ToMove >= 0 && !p.Now.Players[p.Now.ToMove].Program {
		p.desk.Face.YourTurn()
	}
	p.sound(p.Now.View.Status().Sounds...)
	p.Moving = !p.desk.NoMotion && p.desk.Face.Begin(before)
}

// sound plays effects, unless the person wants silence.
func (p *Play) sound(sounds ...game.Sound) {
	if !p.desk.Settings.Silent && len(sounds) > 0 {
		p.desk.Face.Sound(sounds...)
	}
}

// goRound takes the cursor of a ring on to the next spot where something can be done.
func (p *Play) goRound(m game.Move) {
	for _, t := range p.Tracks {
		if legal := p.Legal(t); t.Ring && t.Name == m.Track && len(m.Spots) > 0 {
			p.Cursors[t.Name] = t.Park
			if len(legal) > 0 {
				p.Cursors[t.Name] = ring(t, m.Spots[0], 1, legal)
			}
		}
	}
}

// renew shows how the table stands.
func (p *Play) renew(now table.Now) {
	p.Now, p.Moves = now, nil
	if !p.Back && len(p.queue) == 0 { // else the table has gone on
		p.Moves = p.Table.Moves()
	}
	p.warn()
	p.ready()
}

// look shows how the table stood after ply steps, or stands if those are all.
func (p *Play) look(ply int) {
	live := p.Table.Now(table.Here)
	p.Chosen = nil
	p.Ply = min(max(ply, 0), p.Last(live))
	if p.Ply == live.Ply {
		p.Back = false
		p.renew(live)
	} else {
		p.Back = true
		p.unhint()
		p.warn()
		p.Now, p.Moves = p.Table.At(table.Here, p.Ply)
		p.ready()
	}
	p.Fresh, p.Said = true, ""
}

// Last returns how many steps can be looked at.
func (p *Play) Last(live table.Now) int {
	if !p.Info.Open { // what was taken back may have shown something
		return live.Ply
	}
	return live.Ply + live.Redo
}

// ready makes the cursors fit what is shown.
func (p *Play) ready() {
	p.Changes++
	p.Tracks, p.layers = p.Now.View.Tracks(), p.Now.View.Grid(0, 0).Layers
	if p.Cursors == nil {
		p.Cursors = map[string]string{}
	}
	if _, ok := p.FindTrack(p.Track); !ok {
		p.Track, p.Picked = "", nil
		if len(p.Tracks) > 0 {
			p.Track = p.Tracks[0].Name
		}
	}
	for _, t := range p.Tracks {
		at, legal := p.Cursors[t.Name], p.Legal(t)
		switch {
		case t.Ring && len(legal) == 0 && p.Now.ToMove != game.Nobody && !p.Now.Thinking:
			if !slices.Contains(t.Spots, at) {
				p.Cursors[t.Name] = t.Park
			}
		case !slices.Contains(t.Spots, at):
			p.Cursors[t.Name] = first(t, legal)
		}
	}
	if t, ok := p.FindTrack(p.Track); ok && t.Pick > 0 && p.Picked == nil {
		p.Picked = map[string]bool{}
		for _, spot := range t.Picked {
			p.Picked[spot] = true
		}
	}
}

// FindTrack returns a track of what is shown.
func (p *Play) FindTrack(name string) (game.Track, bool) {
	i := slices.IndexFunc(p.Tracks, func(t game.Track) bool { return t.Name == name })
	if i < 0 {
		return game.Track{}, false
	}
	return p.Tracks[i], true
}

// Legal returns the spots of a track that begin a move.
func (p *Play) Legal(t game.Track) map[string]bool {
	spots := map[string]bool{}
	for _, m := range p.Moves {
		if len(m.Spots) > 0 && m.Track == t.Name && m.Key == "" {
			spots[m.Spots[0]] = true
		}
	}
	return spots
}

// first returns the first spot of a track that begins a move, or the first at all.
func first(t game.Track, legal map[string]bool) string {
	for _, spot := range t.Spots {
		if legal[spot] {
			return spot
		}
	}
	if len(t.Spots) > 0 {
		return t.Spots[0]
	}
	return ""
}

// Pointed returns what the cursor or the mouse points at.
func (p *Play) Pointed() (track, spot string) {
	if p.Hover != "" {
		for _, t := range p.Tracks {
			if t.Pick == 0 && slices.Contains(t.Spots, p.Hover) {
				return t.Name, p.Hover
			}
		}
		return p.Track, p.Hover
	}
	return p.Track, p.Cursors[p.Track]
}

// Waiting reports whether a program is to move in what is shown.
func (p *Play) Waiting() bool { return p.Now.Thinking && !p.Back }

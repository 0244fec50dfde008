package term

import (
	"context"
	"slices"
	"sync"

	tea "charm.land/bubbletea/v2"

	"attic/command"
	"attic/game"
	"attic/table"
)

// play is the page of a game: the board with a cursor, and everything around it.
type play struct {
	screen  *screen
	info    game.Info
	table   *table.Table
	watch   *table.Watch
	session *command.Session
	ended   func() // ends the programs at the table and waits for them
	done    chan struct{}

	now     table.Now   // what is shown
	moves   []game.Move // what the person may do in it
	tracks  []game.Track
	queue   []table.Event // not yet shown
	back    bool          // an earlier or later position is shown: ply
	ply     int
	thought game.Thought
	thinks  bool // a thought has been told in this turn

	track   string            // the kind of input
	cursors map[string]string // the spot under the cursor, by track
	aim     int               // the column that the cursor keeps on its way up and down, or -1
	hover   string            // a spot of the board outside the track, under the mouse
	chosen  []string          // the spots touched so far
	picked  map[string]bool   // on a track that picks

	fresh   bool   // the last move has just been made: its sentence stands below the board
	said    string // what has to be said instead
	bare    bool   // Ctrl is down and no other key was pressed since
	icon    string // is shown until the next key
	laid    laid
	motion  motion
	prompt  prompt
	pager   pager
	chooser chooser
	pasted  []string // moves still to be played
}

// newPlay sits down at a table and lets its programs play until close.
func newPlay(s *screen, t *table.Table) *play {
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	if !s.paused {
		running.Go(func() { t.Run(ctx) })
	}
	p := &play{
		screen: s, info: t.Game().Info(), table: t, watch: t.Watch(table.Here), done: make(chan struct{}),
		ended: func() { cancel(); running.Wait() },
		aim:   -1, fresh: true,
	}
	p.session = command.New(command.Config{Table: t, Store: s.Store, Terminal: true, Screen: true})
	p.renew(t.Now(table.Here))
	return p
}

// close leaves the table; the game is kept if there is something to go on with.
func (p *play) close() error {
	close(p.done)
	p.session.Close()
	p.ended()
	p.watch.Close()
	return p.table.Close()
}

// The messages of a game's page.
type (
	newsMsg   struct{ of *play } // something has happened at the table
	motionMsg struct{ number int }
)

// listen waits for the next event at the table.
func (p *play) listen() tea.Cmd {
	return func() tea.Msg {
		select {
		case <-p.watch.Ready():
			return newsMsg{p}
		case <-p.done:
			return nil
		}
	}
}

func (p *play) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case startMsg:
		p.offer()
		return p.listen()
	case newsMsg:
		if msg.of != p {
			return nil
		}
		return tea.Batch(p.news(), p.listen())
	case motionMsg:
		return p.nextFrame(msg)
	case tea.KeyPressMsg:
		return tea.Batch(p.pressed(msg.Key()), p.news())
	case tea.KeyReleaseMsg:
		if code := msg.Key().Code; p.bare && (code == tea.KeyLeftCtrl || code == tea.KeyRightCtrl) {
			p.bare = false
			p.jump()
			p.nextTrack("")
		}
		return p.news()
	case tea.MouseClickMsg, tea.MouseMotionMsg, tea.MouseWheelMsg:
		return tea.Batch(p.mouse(msg), p.news())
	case tea.PasteMsg:
		p.jump()
		text := lineEnds.Replace(msg.Content)
		if p.prompt.on {
			p.prompt.insert(text)
			return nil
		}
		p.paste(text)
		return p.news()
	}
	return nil
}

// offer says at the start that a kept game can be gone on with.
func (p *play) offer() {
	if p.table.Kept() {
		return
	}
	if k, ok := p.screen.Store.Kept(p.info.Name); ok {
		p.said = "A game of " + k.Left.Format("2 January 15:04") + " is kept: press o and Enter to go on with it."
	}
}

// news takes what has happened at the table and shows the first of it.
func (p *play) news() tea.Cmd {
	p.queue = append(p.queue, p.watch.Take()...)
	var cmds []tea.Cmd
	for len(p.queue) > 0 && !p.motion.on {
		e := p.queue[0]
		p.queue = p.queue[1:]
		cmds = append(cmds, p.shown(e))
	}
	if !p.motion.on && len(p.queue) == 0 {
		cmds = append(cmds, p.feed())
	}
	return tea.Batch(cmds...)
}

// shown shows one event.
func (p *play) shown(e table.Event) tea.Cmd {
	before := p.now
	switch e.What {
	case table.Thinking:
		p.thought, p.thinks = e.Thought, true
		return nil
	case table.NotKept:
		p.said = "The game cannot be kept on disk (" + e.Err.Error() + "); play goes on without."
		return nil
	case table.Failed:
		p.said = "The program found no move (" + e.Err.Error() + "); you go on in its place."
	case table.Began, table.Loaded, table.Round:
		p.session.Forget()
		p.track, p.cursors, p.aim = "", nil, -1
	}
	p.thinks = false
	if e.What != table.Seated {
		p.picked = nil // it was for another position
	}
	if p.back { // looking elsewhere goes on
		p.look(p.ply)
		return nil
	}
	p.renew(e.Now)
	if e.What != table.Played {
		p.fresh = e.What != table.Seated
		return nil
	}
	p.fresh, p.said = true, ""
	p.chosen = nil
	p.goRound(e.Move)
	return p.move(before)
}

// goRound takes the cursor of a ring on to the next spot where something can be done.
func (p *play) goRound(m game.Move) {
	for _, t := range p.tracks {
		if legal := p.legal(t); t.Ring && t.Name == m.Track && len(m.Spots) > 0 {
			p.cursors[t.Name] = t.Park
			if len(legal) > 0 {
				p.cursors[t.Name] = ring(t, m.Spots[0], 1, legal)
			}
		}
	}
}

// renew shows how the table stands.
func (p *play) renew(now table.Now) {
	p.now, p.moves = now, nil
	if !p.back && len(p.queue) == 0 { // else the table has gone on
		p.moves = p.table.Moves()
	}
	p.ready()
}

// look shows how the table stood after ply steps, or stands if those are all.
func (p *play) look(ply int) {
	live := p.table.Now(table.Here)
	p.chosen = nil
	p.ply = min(max(ply, 0), p.last(live))
	if p.ply == live.Ply {
		p.back = false
		p.renew(live)
	} else {
		p.back = true
		p.now, p.moves = p.table.At(table.Here, p.ply)
		p.ready()
	}
	p.fresh, p.said = true, ""
}

// last returns how many steps can be looked at.
func (p *play) last(live table.Now) int {
	if !p.info.Open { // what was taken back may have shown something
		return live.Ply
	}
	return live.Ply + live.Redo
}

// ready makes the cursors fit what is shown.
func (p *play) ready() {
	p.laid.valid = false
	p.tracks = p.now.View.Tracks()
	if p.cursors == nil {
		p.cursors = map[string]string{}
	}
	if _, ok := p.findTrack(p.track); !ok {
		p.track, p.picked = "", nil
		if len(p.tracks) > 0 {
			p.track = p.tracks[0].Name
		}
	}
	for _, t := range p.tracks {
		at, legal := p.cursors[t.Name], p.legal(t)
		switch {
		case t.Ring && len(legal) == 0 && p.now.ToMove != game.Nobody && !p.now.Thinking:
			if !slices.Contains(t.Spots, at) {
				p.cursors[t.Name] = t.Park
			}
		case !slices.Contains(t.Spots, at):
			p.cursors[t.Name] = first(t, legal)
		}
	}
	if t, ok := p.findTrack(p.track); ok && t.Pick > 0 && p.picked == nil {
		p.picked = map[string]bool{}
		for _, spot := range t.Picked {
			p.picked[spot] = true
		}
	}
}

// findTrack returns a track of what is shown.
func (p *play) findTrack(name string) (game.Track, bool) {
	i := slices.IndexFunc(p.tracks, func(t game.Track) bool { return t.Name == name })
	if i < 0 {
		return game.Track{}, false
	}
	return p.tracks[i], true
}

// legal returns the spots of a track that begin a move.
func (p *play) legal(t game.Track) map[string]bool {
	spots := map[string]bool{}
	for _, m := range p.moves {
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

// pointed returns what the cursor or the mouse points at.
func (p *play) pointed() (track, spot string) {
	if p.hover != "" {
		for _, t := range p.tracks {
			if t.Pick == 0 && slices.Contains(t.Spots, p.hover) {
				return t.Name, p.hover
			}
		}
		return p.track, p.hover
	}
	return p.track, p.cursors[p.track]
}

// waiting reports whether a program is to move in what is shown.
func (p *play) waiting() bool { return p.now.Thinking && !p.back }

package term

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"attic/command"
	"attic/game"
	"attic/grid"
	"attic/internal/phrase"
	"attic/table"
)

// touch does what Enter or a click on a spot does.
func (p *play) touch(track, spot string) {
	t, ok := p.findTrack(track)
	if !ok || spot == "" {
		return
	}
	if p.waiting() {
		p.said = "It is not your turn yet; Space lets the program move now."
		return
	}
	if p.back && len(p.moves) == 0 && p.now.ToMove != game.Nobody {
		p.fresh = false
		p.said = "One cannot go on from here: what was shown since cannot be taken back."
		if p.now.Thinking {
			p.said = p.info.Seats[p.now.ToMove].Name + ", the program, was to move here; step on with ]."
		}
		return
	}
	if t.Pick > 0 {
		p.pick(t, spot)
		return
	}
	if n := len(p.chosen); n > 0 && p.chosen[n-1] == spot { // once more: let it go
		p.chosen = p.chosen[:n-1]
		p.fresh = false
		return
	}
	for _, way := range [][]string{append(slices.Clone(p.chosen), spot), {spot}} {
		move, more := p.match(track, way)
		switch {
		case move != nil:
			p.play(move.Text)
			return
		case more:
			p.chosen, p.fresh, p.said = way, false, ""
			return
		}
	}
	p.fresh = false
	p.said = p.now.View.Look(track, append(slices.Clone(p.chosen), spot)...).Sentence
}

// match returns the move that touching these spots makes, and whether some longer one begins with them.
func (p *play) match(track string, spots []string) (move *game.Move, more bool) {
	for i, m := range p.moves {
		if m.Track != track || m.Key != "" || len(m.Spots) < len(spots) || !slices.Equal(m.Spots[:len(spots)], spots) {
			continue
		}
		if len(m.Spots) == len(spots) {
			return &p.moves[i], false
		}
		more = true
	}
	return nil, more
}

// pick picks a spot or lets it go.
func (p *play) pick(t game.Track, spot string) {
	p.fresh, p.said = false, ""
	switch {
	case p.picked[spot]:
		delete(p.picked, spot)
	case len(p.picked) == t.Pick:
		p.said = fmt.Sprintf("%d are picked, and no more are needed; Enter on one of them lets it go.", t.Pick)
	default:
		p.picked[spot] = true
	}
}

// nextTrack changes to the next kind of input, or to the next with this key. What is picked is played;
// half a pick stays.
func (p *play) nextTrack(key string) {
	p.chosen, p.hover = nil, ""
	i := slices.IndexFunc(p.tracks, func(t game.Track) bool { return t.Name == p.track })
	for n := 1; i >= 0 && n < len(p.tracks); n++ {
		next := p.tracks[(i+n)%len(p.tracks)]
		if key != "" && !hasKey(next.Key, key) {
			continue
		}
		if t := p.tracks[i]; t.Pick > 0 && !p.leave(t) {
			return
		}
		if p.picked != nil { // where the cursor stood may not be known
			delete(p.cursors, p.track)
		}
		p.track, p.picked, p.aim, p.fresh, p.said = next.Name, nil, -1, false, ""
		p.ready()
		return
	}
}

// leave plays what is picked on a track, and reports whether the track may be left.
func (p *play) leave(t game.Track) bool {
	var spots []string
	for _, spot := range t.Spots {
		if p.picked[spot] {
			spots = append(spots, spot)
		}
	}
	switch {
	case len(spots) == len(t.Picked) && !slices.ContainsFunc(t.Picked, func(s string) bool { return !p.picked[s] }):
		return true
	case len(spots) == t.Pick:
		return p.play(t.Word + " " + strings.Join(spots, ","))
	case len(t.Picked) > 0:
		p.said = fmt.Sprintf("Pick %d; so far %d.", t.Pick, len(spots))
	default:
		p.said = fmt.Sprintf("Pick %d or none; so far %d. Enter on one of them lets it go.", t.Pick, len(spots))
	}
	return false
}

// play plays a move where one is looking.
func (p *play) play(text string) bool {
	p.said = ""
	var err error
	if p.back {
		if err = p.table.PlayAt(p.ply, text); err == nil {
			p.back = false
		}
	} else {
		err = p.table.Play(text)
	}
	p.complain(err)
	return err == nil
}

func (p *play) complain(err error) {
	if err != nil {
		p.fresh = false
		p.said = command.Sentence(err)
	}
}

// carry carries out a line as it is typed.
func (p *play) carry(line string) tea.Cmd {
	p.said = ""
	word, _ := phrase.Cut(strings.ToLower(strings.TrimSpace(line)))
	switch {
	case word == "menu":
		return p.menu()
	case word == "help" || word == "?":
		if _, rest := phrase.Cut(strings.TrimSpace(line)); rest == "" {
			p.help()
			return nil
		}
	}
	if p.back {
		p.live()
	}
	text, err := p.session.Carry(line)
	p.laid.valid = false // a layer may be shown or hidden
	p.tell(text)
	p.complain(err)
	if question := p.session.Asked(); question != "" {
		p.prompt.ask(question)
	}
	if p.session.Done() {
		return p.screen.quit()
	}
	return nil
}

// tell says something: below the board if it is short, otherwise on a page of its own.
func (p *play) tell(text string) {
	if text == "" {
		return
	}
	p.fresh = false
	if strings.Contains(text, "\n") || width(text) > 150 {
		p.pager.open("", text)
		return
	}
	p.said = text
}

// live goes back to the position that is played.
func (p *play) live() {
	p.back = false
	p.renew(p.table.Now(table.Here))
}

// menu leaves the game for the menu.
func (p *play) menu() tea.Cmd {
	if err := p.close(); err != nil {
		p.complain(err)
	}
	return p.screen.show(newMenu(p.screen))
}

// next goes on to the next round, or to a new game where there are no rounds.
func (p *play) next() tea.Cmd {
	switch _, rounds := p.table.Game().(game.Rounds); {
	case rounds:
		return p.carry("next")
	case p.table.Now(table.Here).Over:
		return p.carry("clear")
	}
	p.said = "The game is not over; type :clear to abandon it and begin anew."
	return nil
}

// lineEnds makes line feeds of what terminals end pasted lines with.
var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// paste takes moves in: one a line, or several in a line as history prints them.
func (p *play) paste(text string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			p.pasted = append(p.pasted, line)
		}
	}
	if p.back {
		p.live()
	}
}

// feed goes on with what was pasted and with files that are being loaded, until a program is to move.
// What has to be said is said when all is done.
func (p *play) feed() tea.Cmd {
	var said []string
	for !p.table.Now(table.Here).Thinking {
		switch {
		case len(p.pasted) > 0:
			if err := p.playPasted(); err != nil {
				said = append(said, command.Sentence(err))
			}
		case p.session.Loading():
			if text := p.session.LoadLine(); text != "" {
				said = append(said, text)
			}
			if p.session.Done() {
				return p.screen.quit()
			}
		default:
			p.tell(strings.Join(said, "\n"))
			return nil
		}
		for _, e := range p.watch.Take() {
			p.shown(e)
			p.motion.on = false
		}
	}
	p.tell(strings.Join(said, "\n"))
	return nil
}

// playPasted plays the first pasted move. A line that is no move is taken for several.
func (p *play) playPasted() error {
	line := p.pasted[0]
	p.pasted = p.pasted[1:]
	parts := strings.Split(line, ",")
	if len(parts) == 1 {
		parts = strings.Fields(line)
	}
	if round.MatchString(line) { // a heading of history
		return nil
	}
	err := p.table.Play(unnumbered(line))
	if err == nil {
		return nil
	}
	var moves []string
	for _, part := range parts {
		if part = unnumbered(part); part != "" {
			moves = append(moves, part)
		}
	}
	if len(moves) > 1 || len(moves) == 1 && moves[0] != unnumbered(line) {
		p.pasted = append(moves, p.pasted...)
		return nil
	}
	left := len(p.pasted)
	p.pasted = nil
	if left > 0 {
		return fmt.Errorf("%q: %w; what follows it, %d more, is left out", phrase.Clip(line), err, left)
	}
	return fmt.Errorf("%q: %w", phrase.Clip(line), err)
}

var round = regexp.MustCompile(`^Round \d+$`)

// unnumbered returns a move without the number that history writes before it: "12. a7-b6", "12.".
func unnumbered(text string) string {
	text = strings.TrimSpace(text)
	if digits := strings.TrimLeft(text, "0123456789"); digits != text && strings.HasPrefix(digits, ".") {
		return strings.TrimSpace(digits[1:])
	}
	return text
}

// motion shows a move in steps: the cells of a later step still show what was there before.
type motion struct {
	on     bool
	number int // of this motion, so that a late tick does not move another one
	from   grid.Grid
	step   int
	last   int
	each   time.Duration
}

// A whole move takes at most 0.6 seconds.
const (
	slowestStep = 150 * time.Millisecond
	wholeMove   = 600 * time.Millisecond
)

// move begins to show a move after the position before.
func (p *play) move(before table.Now) tea.Cmd {
	if p.screen.NoMotion || p.screen.w == 0 || len(p.pasted) > 0 || p.session.Loading() {
		return nil
	}
	from, to := p.frame(before.View).board, p.current().board
	last := 0
	for y := range to.H {
		for x := range to.W {
			last = max(last, int(to.At(x, y).Step))
		}
	}
	if last < 2 || from.W != to.W || from.H != to.H {
		return nil
	}
	p.motion = motion{
		on: true, number: p.motion.number + 1, from: from, step: 1, last: last,
		each: min(slowestStep, wholeMove/time.Duration(last)),
	}
	return tick(p.motion.each, motionMsg{p.motion.number})
}

func (p *play) nextFrame(msg motionMsg) tea.Cmd {
	m := &p.motion
	if !m.on || msg.number != m.number {
		return nil
	}
	m.step++
	if m.step < m.last {
		return tick(m.each, motionMsg{m.number})
	}
	m.on = false
	return p.news()
}

// jump ends all motion: everything that has happened is shown.
func (p *play) jump() {
	for p.motion.on || len(p.queue) > 0 {
		p.motion.on = false
		if len(p.queue) > 0 {
			e := p.queue[0]
			p.queue = p.queue[1:]
			p.shown(e)
		}
	}
	p.motion.on = false
}

// moving returns the board as the motion shows it now.
func (m motion) moving(to grid.Grid) grid.Grid {
	if !m.on || m.from.W != to.W || m.from.H != to.H {
		return to
	}
	shown := grid.New(to.W, to.H)
	shown.Draw(0, 0, to)
	for y := range to.H {
		for x := range to.W {
			if int(to.At(x, y).Step) > m.step {
				shown.Set(x, y, m.from.At(x, y))
			}
		}
	}
	return shown
}

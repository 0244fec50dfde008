package desk

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"attic/desk/command"
	"attic/game"
	"attic/internal/phrase"
	"attic/match"
	"attic/table"
	"attic/teach/advice"
	"attic/teach/coach"
)

// Looking returns the preview of the spot under the cursor, and whether to show it now. It is not shown while the computer thinks, just after a move,
// or with a hint (unless a piece is chosen), because the sentences shown then matter more.
func (p *Play) Looking() (game.Preview, bool) {
	if shown := p.Advised(); shown.Sentence != "" && p.Message.Said == shown.Sentence && len(p.Cursor.Chosen) == 0 { // the destinations of a chosen piece stay visible
		return game.Preview{}, false
	}
	if p.Ahead.on() && !p.Motion.Moving {
		return p.Ahead.look()
	}
	if p.Thinking() || p.Motion.Moving || p.Message.Fresh && (p.Now.View.Status().Last != "" || p.Now.Over || p.Now.Asked(false) || p.Now.Situation.Open() || p.Ahead.theirs()) {
		return game.Preview{}, false
	}
	if stopped(p.Now, p.Back, p.past.of(p.Person.Sight())) { // no move can be made in the position
		return game.Preview{}, false
	}
	track, spot := p.Cursor.Pointed()
	if t, ok := p.Cursor.FindTrack(p.Cursor.Track); ok && t.Pick > 0 && track != p.Cursor.Track { // while spots are picked, there is no preview on other tracks
		return game.Preview{}, false
	}
	if spot == "" {
		return game.Preview{}, true
	}
	look := p.Now.View.Look(track, p.Cursor.touching(track, spot)...)
	look.Sentence = p.keyed(look.Sentence)
	return look, true
}

// Would returns a sentence about what touching a spot would do, or "" if the person has no move that continues there.
func (p *Play) Would(spot string) string {
	view, before := p.Now.View, ""
	if p.Ahead.on() {
		view, before = p.Ahead.view, "Premove: "
	} else if p.Thinking() || p.Ahead.theirs() {
		return ""
	}
	if p.Motion.Moving || stopped(p.Now, p.Back, p.past.of(p.Person.Sight())) {
		return ""
	}
	for _, t := range p.Cursor.Tracks {
		way := p.Cursor.touching(t.Name, spot)
		if move, more := p.Cursor.Match(t.Name, way); t.Pick == 0 && slices.Contains(t.Spots, spot) && (move != nil || more) {
			return before + p.keyed(view.Look(t.Name, way...).Sentence)
		}
	}
	return ""
}

// stopped reports whether the round shown ended before the game was over on the board, for example by a resignation. The parameter entries is the history.
func stopped(now table.Now, back bool, entries []match.Entry) bool {
	return now.Over && !back && len(entries) > 0 && entries[len(entries)-1].Ended
}

// Question returns the question of a lesson or puzzle, or "".
func (p *Play) Question() string { return p.keyed(p.Study.Question()) }

// either is a part of a sentence: keys on a page with a keyboard, touch on one for fingers. [Play.Sentences] and the other functions that return a
// sentence choose one, as they choose the name of a command. Like the next functions, it is called in many places, where it would make the program larger.
//
//go:noinline
func either(keys, touch string) string { return game.Command(eitherMark + keys + "|" + touch) }

const eitherMark = "either "

// onKeys is a part of a sentence that only a page with a keyboard shows, because on the other pages its keys have buttons.
//
//go:noinline
func onKeys(text string) string { return either(text, "") }

// withKeys returns a text, which may be "", and after it the effects of keys, as onKeys does.
//
//go:noinline
func withKeys(text, keys string) string {
	if text == "" {
		return onKeys(keys)
	}
	return text + onKeys(" "+keys)
}

// For returns one of two texts, which have no commands: keys if the person has a keyboard, otherwise touch.
func For(d *Desk, keys, touch string) string {
	if d.Fingers {
		return touch
	}
	return keys
}

// Sentences returns the two lines below the board. fits reports whether a text fits into one of them. In a lesson or puzzle the first line may be "",
// and the page shows both lines beside its Question.
func (p *Play) Sentences(fits func(string) bool) (first, second string) {
	room := fits
	fits = func(text string) bool { return room(p.keyed(text)) }
	defer func() { first, second = p.keyed(first), p.keyed(second) }()
	if q := p.Message.question; q != nil {
		return q.text, onKeys("Enter: " + q.yes + ". Esc: " + q.no + ".")
	}
	if p.Study.Course() != nil {
		look, _ := p.Looking()
		return courseLines(p.Study, p.Message, p.Back, p.Now.View.Status().Last, look.Sentence, fits)
	}
	status := p.Now.View.Status()
	last := status.Last
	turn := command.Turn(p.Now, p.Info)
	if p.Now.Over {
		if turn = cmp.Or(status.Ended, last); p.Back {
			turn = command.Result(p.Now, p.Info)
		}
		if next := after(p.Person.Game(), p.Now); next != "" && fits(withKeys(turn, "n: "+next)) {
			turn = withKeys(turn, "n: "+next)
		}
	}
	if p.Now.Studies {
		last, turn = annotated(p, last, turn, fits)
		turn = cmp.Or(engineSaid(p, fits), turn)
	}
	one, two, below := "", "", ""
	if !p.Back {
		one, two, below = p.Now.Situation.Page(p.Remote.fill(turn), fits)
	}
	switch {
	case p.Thinking():
		turn = thinking(p.advices, turn, p.Now.Paused, fits)
	case below != "":
		turn = below
	case p.advices.threat.Sentence != "" && fits(turn+" "+p.advices.threat.Sentence):
		turn += " " + p.advices.threat.Sentence
	case p.advices.threat.Sentence != "": // the sentence about the turn stays, and the board marks the threat
		last = p.advices.threat.Sentence
	}
	look := ""
	if track, ok := p.Cursor.FindTrack(p.Cursor.Track); ok && track.Pick > 0 && (one == "" || !p.Message.Fresh) {
		i := slices.IndexFunc(p.Cursor.Tracks, func(t game.Track) bool { return t.Name == track.Name })
		look, turn = picking(track, len(p.Cursor.Picked), p.Cursor.Tracks[(i+1)%len(p.Cursor.Tracks)].Label)
	}
	if t := p.Pointer.tapped; t.spot != "" && t.spot == p.Cursor.Cursors[p.Cursor.Track] && t.n == p.Now.N && p.Message.Said == "" {
		turn = "Tap again to make this move."
	}
	if p.Pointer.rests && !p.Waiting() && p.Cursor.plays(p.Cursor.Pointed()) {
		turn = "Lift to play; slide off the board to cancel."
	}
	timed := p.timed
	if p.desk.Slides { // the cards show the clocks
		timed = func(line string, _ func(string) bool) string { return line }
	}
	turn = timed(cmp.Or(p.Ahead.said(fits), turn), fits)
	if l, ok := p.Looking(); ok && look == "" && !(one != "" && p.Ahead.on()) {
		look = l.Sentence
	}
	if p.Back {
		list := p.MoveList()
		at := list.Where + "."
		if slider := list.Where + " " + bar(list.At-list.First, list.Last-list.First, 24); !p.desk.Slides && fits(slider+" "+turn) {
			at = slider
		}
		if p.Message.Said != beginning {
			turn = at + " " + turn
		}
	}
	if p.retry.on() {
		turn = p.retry.line(fits)
	}
	said := p.Message.Said
	switch {
	case said != "":
	case p.requests.Sent() > 0:
		said, turn = p.Now.Situation.Sent().Page(p.Remote.fill("")), timed("", fits)
	case p.coaching.Holding():
		said = command.Held
	case p.Person.Hinting():
		said = "Thinking of a hint." + onKeys(" Esc stops it.")
	default:
		said = look
	}
	switch result := p.Result(); {
	case result != "" && one == "" && fits(said): // the sentence with the result stays
		if said == "" {
			said = turn
		}
		return result, said
	case said != "":
		return said, turn
	case one != "" && !p.Back:
		return one, two
	case last != "":
		return last, turn
	}
	return turn, ""
}

// Turn returns whose turn it is and what that player can do. It returns "" when the round is over, while waiting for the computer or another player,
// while spots are picked for one move, while the page asks a question, and in lessons and puzzles, whose texts already say it.
func (p *Play) Turn() string {
	if t, ok := p.Cursor.FindTrack(p.Cursor.Track); p.Study.Course() != nil || p.Message.question != nil || p.Now.Over || p.Waiting() || ok && t.Pick > 0 {
		return ""
	}
	return p.keyed(command.Turn(p.Now, p.Info))
}

func bar(at, last, w int) string {
	done := (w - 2) * at / max(last, 1)
	return "[" + strings.Repeat("=", done) + strings.Repeat("-", w-2-done) + "]"
}

// thinking returns a sentence that says that the computer is to move, what it expects, and which keys work.
func thinking(a advices, turn string, paused bool, fits func(string) bool) string {
	turn = strings.TrimSuffix(turn, ".")
	hurry := onKeys(" Space: make it move.")
	if paused {
		return turn + "; paused." + onKeys(" P: go on. Space: make it move.")
	}
	if a.thinks && len(a.report.Line) > 0 {
		expects := fmt.Sprintf("%s, %s ahead: %s.%s", turn, phrase.Count(a.report.Depth, "move"), strings.Join(a.report.Line, " "), hurry)
		if fits(expects) {
			return expects
		}
	}
	return turn + ", thinking." + hurry
}

// picking returns sentences that say how many spots are picked, and how to finish: with Tab, or the button of the next input mode.
func picking(t game.Track, picked int, next string) (first, second string) {
	first = fmt.Sprintf("%s: %d of %d. %s to place or remove one.", t.Label, picked, t.Pick, either("Press Enter", "Tap"))
	switch picked {
	case t.Pick:
		return first, t.Hint + " " + either("Press Tab", "Tap "+next) + " to confirm."
	case 0:
		return first, either("Press Tab", "Tap "+next) + " to go back."
	}
	return first, fmt.Sprintf("Place all %d or none, then %s.", t.Pick, either("press Tab", "tap "+next))
}

// Who describes the player of a seat of a game; "" where only people play and the seat's name says enough.
func Who(g game.Game, now table.Now, seat int) string {
	program := slices.ContainsFunc(now.Players, func(p match.Player) bool { return p.Program })
	switch player := now.Players[seat]; {
	case now.Shared() && !(player.Program && seat == now.Seat):
		return describe(now, seat)
	case player.Program && player.Engine != "":
		return strings.TrimPrefix(command.Who(g, player), "the ")
	case player.Program && g.Info().Seats[seat].Fixed:
		return "computer"
	case player.Program:
		return match.LevelText(g, player.Level)
	case player.Name != "":
		return player.Name
	case seat == now.Side && program:
		return "you"
	}
	return ""
}

// Button is a button: a key and its effect.
type Button struct {
	Key, Label string
	Off        bool // it does nothing now
	On         bool // the button controls something that is on now

	Group string // the group of a control in the drawer
}

// keyNames maps keys to their names for people.
var keyNames = map[string]string{
	"ctrl+r": "^R", "ctrl+l": "^L", "ctrl+z": "^Z", "ctrl+c": "^C", "ctrl+v": "^V", "tab": "Tab", "shift+tab": "Shift+Tab", "enter": "Enter", "esc": "Esc", "space": "Space",
	"shift+up": "Shift+↑", "shift+down": "Shift+↓", "f5": "F5", "f1": "F1", "f2": "F2", "f4": "F4", "f6": "F6", "f11": "F11", "ctrl++": "Ctrl++", "ctrl+-": "Ctrl+-", "ctrl+0": "Ctrl+0", "pgup": "PgUp", "pgdown": "PgDn", "home": "Home", "end": "End", "up": "Up", "down": "Down", "left": "Left", "right": "Right",
}

// KeyName returns the name of a key that people read.
func KeyName(key string) string {
	if strings.HasPrefix(key, LineKey) { // a button without a key
		return ""
	}
	key = strings.TrimPrefix(key, OfferKey)
	if name, ok := keyNames[key]; ok {
		return name
	}
	return key
}

// spelled replaces SIDE with the name of the person's seat.
func spelled(label string, info game.Info, now table.Now) string {
	return strings.ReplaceAll(label, "SIDE", info.Seats[max(now.Side, 0)].Name)
}

// advices is the part of a page with hints, threats and what the computer expects.
type advices struct {
	advice *advice.Advice
	threat game.Preview // what the opponent threatens; its sentence is "" if there is no threat
	report game.Report  // the report of the computer that is to move
	thinks bool         // the report is about this turn
	ahead  preview      // of the engine's lines
	quiet  bool         // what the engine finds is not read out while it searches
}

// inMind returns the text of the legal move that touching the spot under the cursor would make, or "". A cursor that has not
// been moved does not count.
func (c *Cursor) inMind() string {
	if c.early {
		return ""
	}
	track, spot := c.Pointed()
	if m, _ := c.Match(track, c.touching(track, spot)); m != nil {
		return m.Text
	}
	return ""
}

// advised shows the current step of a hint or an answer.
func (m *Message) advised(shown game.Preview, ok bool) {
	if ok {
		m.says(shown.Sentence)
		m.sound(hints, game.Hint)
	}
}

// warn finds out whether the opponent threatens to win in the position shown. It does nothing if the person wants no warning there.
func (a *advices) warn(g game.Game, now table.Now, warn string, quiet bool) {
	if a.threat = (game.Preview{}); !quiet {
		a.threat, _ = advice.Threat(g, now, warn)
	}
}

// Advised returns the advice to draw on the position shown, over the preview and while no move is animated. As long as the page mentions the
// refutation of a wrong answer, that is the advice; otherwise the hint, or else the opponent's threat to win.
func (p *Play) Advised() game.Preview {
	if refuted := p.Study.Refuted(); refuted.Sentence != "" && p.Message.Said == refuted.Sentence {
		return refuted
	}
	if shown, ok := p.advices.advice.Shown(); ok {
		return shown
	}
	if shown, ok := engineDraws(p); ok {
		return shown
	}
	return p.advices.threat
}

// raised returns the request that adds the parameter by to the computer's level. One step below the lowest level, the level follows the person's
// results.
func raised(g game.Game, now table.Now, by int) command.Request {
	level := now.Players[now.Side].Level + by
	if bots, ok := g.(game.Bots); ok {
		if low, high, _ := bots.Levels(); level < low && low < high {
			return command.Request{Verb: command.Level, Text: "auto"}
		}
	}
	return command.Request{Verb: command.Level, Text: strconv.Itoa(level)}
}

// faster returns a speed that is a number of steps faster than the given one.
func faster(speed string, by int) string {
	pace := func(speed string) time.Duration {
		p, _ := command.ParseSpeed(speed)
		return p.Least
	}
	speeds := command.Speeds()
	at, found := slices.BinarySearchFunc(speeds, pace(speed), func(s string, least time.Duration) int { return cmp.Compare(pace(s), least) })
	if !found && by < 0 { // speed is not in the list speeds, and at is already the next slower one
		at--
	}
	return speeds[max(0, min(at-by, len(speeds)-1))]
}

// coaching is the part of a page that asks the coach's question about a move.
type coaching struct {
	*coach.Coach
	shown   *Shown
	message *Message
	want    func(command.Request)
}

// news handles the coach's judgement of a move: it plays the move if the coach has no objection, and otherwise asks the question.
func (c *coaching) news(act func(table.Act) error) {
	v, ok := c.Verdict()
	play := func() {
		v.Act.After = c.shown.Now.N // the number of the change that the person sees now
		c.message.complain(act(v.Act))
	}
	switch {
	case !ok:
	case c.shown.Back: // the person is doing something else now
		c.Stop()
	case v.Warning == "" && v.Move.Text != "":
		play()
	case v.Warning != "":
		text, yes := v.Question()
		c.message.ask(text, yes, func() {
			if v.Move.Text != "" {
				play()
				return
			}
			c.want(command.Request{Verb: command.Undo})
			c.Stop()
		})
		if v.Move.Text == "" {
			c.message.question.no, c.message.question.not = "let it stand", c.Stop
		}
	}
}

// coachLine is the command that switches the coach.
const coachLine = "coach"

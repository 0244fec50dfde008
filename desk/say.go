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

// touchable adapts the sentences below the board to a touch screen if the page is shown on one. It omits most keys, which have buttons, and
// names the buttons of the others: "Tap Go on."
func touchable(d *Desk, keys string) string {
	if !d.Fingers {
		return keys
	}
	var kept []string
	keys, ended := strings.CutSuffix(keys, ".")
	for text := range strings.SplitSeq(keys, ". ") {
		switch key, does, _ := strings.Cut(text, ": "); {
		case does == "go on":
			kept = append(kept, "Tap Go on")
		case does != "" && (len([]rune(key)) == 1 || keyNames[strings.ToLower(key)] == key):
		case strings.HasPrefix(text, "Ctrl+C"), strings.HasPrefix(text, "Y copies "), strings.HasPrefix(text, "Press Tab "):
		default:
			for key, touch := range touches {
				text = strings.ReplaceAll(text, key, touch)
			}
			kept = append(kept, text)
		}
	}
	text := strings.Join(kept, ". ")
	if ended && text != "" {
		text += "."
	}
	return text
}

// touches replaces keys in sentences by what a finger does.
var touches = map[string]string{
	"Press 0 if there is no such move":   "Tap No such move if there is none",
	"press N to claim":                   "you can claim",
	"Press N, or click":                  "Tap",
	"Press Enter to place or remove one": "Tap to place or remove one",
	", then press Tab":                   ", then go on",
}

// Sentences returns the two lines below the board. fits reports whether a text fits into one of them. In a lesson or puzzle the first line may be "",
// and the page shows both lines beside its Question.
func (p *Play) Sentences(fits func(string) bool) (first, second string) {
	if q := p.Message.question; q != nil {
		return q.text, touchable(p.desk, "Enter: "+q.yes+". Esc: "+q.no+".")
	}
	room := fits
	fits = func(text string) bool { return room(p.keyed(text)) }
	defer func() { first, second = p.keyed(first), p.keyed(second) }()
	if p.Study.Course() != nil {
		look, _ := p.Looking()
		first, second = courseLines(p.Study, p.Message, p.Back, p.Now.View.Status().Last, look.Sentence, fits)
		return first, touchable(p.desk, second)
	}
	status := p.Now.View.Status()
	last := status.Last
	turn := command.Turn(p.Now, p.Info)
	if p.Now.Over {
		if turn = cmp.Or(status.Ended, last); p.Back {
			turn = command.Result(p.Now, p.Info)
		}
		if next := after(p.Person.Game(), p.Now); next != "" && !p.desk.Fingers && fits(strings.TrimSpace(turn+" n: "+next)) {
			turn = strings.TrimSpace(turn + " n: " + next)
		}
	}
	one, two, below := "", "", ""
	if !p.Back {
		one, two, below = p.Now.Situation.Page(p.Remote.fill(turn), func(text string) bool { return fits(touchable(p.desk, text)) })
		one, two, below = touchable(p.desk, one), touchable(p.desk, two), touchable(p.desk, below)
	}
	switch {
	case p.Thinking():
		turn = touchable(p.desk, thinking(p.advices, turn, p.Now.Paused, fits))
	case below != "":
		turn = below
	case p.advices.threat.Sentence != "" && fits(turn+" "+p.advices.threat.Sentence):
		turn += " " + p.advices.threat.Sentence
	case p.advices.threat.Sentence != "": // the sentence about the turn stays, and the board marks the threat
		last = p.advices.threat.Sentence
	}
	look := ""
	if track, ok := p.Cursor.FindTrack(p.Cursor.Track); ok && track.Pick > 0 && (one == "" || !p.Message.Fresh) {
		look, turn = picking(track, len(p.Cursor.Picked))
		look, turn = touchable(p.desk, look), touchable(p.desk, turn)
	}
	if t := p.Pointer.tapped; t.spot != "" && t.spot == p.Cursor.Cursors[p.Cursor.Track] && t.n == p.Now.N && p.Message.Said == "" {
		turn = "Tap again to make this move."
	}
	timed := p.timed
	if p.desk.Slides {
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
		turn = touchable(p.desk, p.retry.line(fits))
	}
	said := p.Message.Said
	switch {
	case said != "":
	case p.requests.Sent() > 0:
		said, turn = p.Now.Situation.Sent().Page(p.Remote.fill("")), timed("", fits)
	case p.coaching.Holding():
		said = command.Held
	case p.Person.Hinting():
		if said = "Thinking of a hint."; !p.desk.Fingers {
			said += " Esc stops it."
		}
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
	if paused {
		return turn + "; paused. P: go on. Space: make it move."
	}
	if a.thinks && len(a.report.Line) > 0 {
		expects := fmt.Sprintf("%s, %s ahead: %s. Space: make it move.", turn, phrase.Count(a.report.Depth, "move"), strings.Join(a.report.Line, " "))
		if fits(expects) {
			return expects
		}
	}
	return turn + ", thinking. Space: make it move."
}

// picking returns sentences that say how many spots are picked, and how to finish.
func picking(t game.Track, picked int) (first, second string) {
	first = fmt.Sprintf("%s: %d of %d. Press Enter to place or remove one.", t.Label, picked, t.Pick)
	switch picked {
	case t.Pick:
		return first, t.Hint + " Press Tab to confirm."
	case 0:
		return first, "Press Tab to go back."
	}
	return first, fmt.Sprintf("Place all %d or none, then press Tab.", t.Pick)
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

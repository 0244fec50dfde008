package desk

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"attic/desk/command"
	"attic/game"
	"attic/table"
	"attic/teach/advice"
	"attic/teach/coach"
)

// advices is the part of a page with hints, threats and what the computer expects.
type advices struct {
	advice *advice.Advice
	threat game.Preview // what the opponent threatens; its sentence is "" if there is no threat
	report game.Report  // from the computer that is to move
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

// warn finds out whether the opponent threatens to win in the position shown, unless the person is not to be warned there.
func (a *advices) warn(g game.Game, now table.Now, warn string, quiet bool) {
	if a.threat = (game.Preview{}); !quiet {
		a.threat, _ = advice.Threat(g, now, warn)
	}
}

// Advised returns what to draw on the position shown, on top of the preview and while no move is animated: what refutes a wrong answer, as long as
// the page says so, or the hint, or else the opponent's threat to win.
func (p *Play) Advised() game.Preview {
	if refuted := p.Study.Refuted(); refuted.Sentence != "" && p.Message.Said == refuted.Sentence {
		return refuted
	}
	if shown, ok := p.advices.advice.Shown(); ok {
		return shown
	}
	return p.advices.threat
}

// raised asks to add by to the computer's level. Below the lowest level, the level follows the person's results.
func raised(g game.Game, now table.Now, by int) command.Request {
	level := now.Players[now.Side].Level + by
	if bots, ok := g.(game.Bots); ok {
		if low, high, _ := bots.Levels(); level < low && low < high {
			return command.Request{Verb: command.Level, Text: "auto"}
		}
	}
	return command.Request{Verb: command.Level, Text: strconv.Itoa(level)}
}

// hastened asks to make the computer faster by this many steps, or slower if by < 0.
func hastened(speed string, by int) command.Request {
	return command.Request{Verb: command.Speed, Text: faster(speed, by)}
}

// faster returns the speed that is faster than speed by this many steps.
func faster(speed string, by int) string {
	pace := func(speed string) time.Duration {
		p, _ := command.ParseSpeed(speed)
		return p.Least
	}
	speeds := command.Speeds()
	at, found := slices.BinarySearchFunc(speeds, pace(speed), func(s string, least time.Duration) int { return cmp.Compare(pace(s), least) })
	if !found && by < 0 { // typed, and at is the next slower one already
		at--
	}
	return speeds[max(0, min(at-by, len(speeds)-1))]
}

// coaching is the part of a page that asks what the coach has to say about a move.
type coaching struct {
	*coach.Coach
	shown   *Shown
	message *Message
	want    func(command.Request)
}

// news asks about a move that the coach has judged, or plays the move that it found nothing against.
func (c *coaching) news(act func(table.Act) error) {
	v, ok := c.Verdict()
	play := func() {
		v.Act.After = c.shown.Now.N // the change that the person sees by now
		c.message.complain(act(v.Act))
	}
	switch {
	case !ok:
	case c.shown.Back: // the person has gone on to something else
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

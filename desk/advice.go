package desk

import (
	"errors"
	"slices"
	"strconv"

	"attic/command"
	"attic/game"
	"attic/table"
)

// advices is the part of a page that knows what the computer thinks.
type advices struct {
	advice   *command.Advice // the hint or answer shown, or nil
	compared string          // the move that it answers about; "" in a hint
	threat   game.Preview    // of the opponent; without a sentence if none is shown
	report   game.Report     // of the computer to move
	thinks   bool            // report belongs to this turn
}

// hint asks for advice, which comes when it has been worked out, or turns to what follows on the advice there is.
func (p *Play) hint() error {
	if p.advice != nil && p.compared == "" {
		p.advised(p.advice.Next())
		return nil
	}
	p.advice = nil
	return p.consult(p.Person.Hint(p.inMind()))
}

// why asks why a move is as good as the best one or not, or turns to what follows on the answer there is. "" is the move that is pointed at.
func (p *Play) why(move string) error {
	if move == "" {
		move = p.inMind()
	}
	switch {
	case p.advice != nil && p.compared != "" && (move == p.compared || move == ""):
		p.advised(p.advice.Next())
		return nil
	case move == "":
		return errors.New("no move is under the cursor; point at one that can be played")
	}
	p.advice = nil
	if err := p.consult(p.Person.Why(move)); err != nil {
		return err
	}
	p.compared = move
	return nil
}

// inMind returns the legal move that touching what is pointed at would make, as it is typed, or "". A cursor that nobody
// has moved points at nothing.
func (p *Play) inMind() string {
	if p.Back || p.early {
		return ""
	}
	track, spot := p.Pointed()
	if m, _ := p.Match(track, p.touching(track, spot)); m != nil {
		return m.Text
	}
	return ""
}

// consult waits for advice where nothing happens by itself.
func (p *Play) consult(err error) error {
	if err != nil {
		return err
	}
	p.compared = ""
	for p.desk.Paused && p.Person.Hinting() { // nothing happens by itself then
		<-p.Person.Ready()
	}
	return nil
}

// hinted shows the advice that was asked for.
func (p *Play) hinted(e table.Event) {
	if e.Err != nil {
		p.Fresh, p.Said = false, "No hint was found: "+e.Err.Error()+"."
		return
	}
	p.advice = &command.Advice{Advice: e.Advice}
	p.advised(p.advice.Shown())
}

func (p *Play) advised(shown game.Preview) { p.Fresh, p.Said = false, shown.Sentence }

// unhint takes the advice away, or what is being worked out for it.
func (p *Play) unhint() {
	p.advice = nil
	p.Person.Unhint()
}

// warn finds out how the opponent threatens to win in the position that is played.
func (p *Play) warn() {
	p.threat = game.Preview{}
	if !p.Back && p.Course() == nil {
		p.threat, _ = command.Threat(p.Person.Game(), p.Now, p.desk.Settings.Warn)
	}
}

// Advised returns what is drawn on the position that is shown, on top of what is pointed at: the hint, or else how the
// opponent threatens to win.
func (p *Play) Advised() game.Preview {
	switch {
	case p.Moving:
		return game.Preview{}
	case p.advice != nil:
		return p.advice.Shown()
	}
	return p.threat
}

// raise changes the level of the program by so many. Below the lowest level it follows the person's results.
func (p *Play) raise(by int) {
	level := p.Now.Players[p.Now.Side].Level
	bots, ok := p.Person.Game().(game.Bots)
	if ok {
		if low, high, _ := bots.Levels(); level+by < low && low < high {
			p.carry("level auto")
			return
		}
	}
	p.carry("level " + strconv.Itoa(level+by))
}

// levelled remembers a level that was changed, for the next game.
func (p *Play) levelled(before table.Now) {
	level := p.Now.Players[p.Now.Side].Level
	if level == before.Players[before.Side].Level {
		return
	}
	wish := p.desk.Settings.Game(p.Info.Name)
	wish.Level = &level
	p.desk.Wish(p.Info.Name, wish)
}

// hasten makes programs faster by a step, or slower if by < 0.
func (p *Play) hasten(by int) { p.carry("speed " + p.desk.speed(by)) }

// speed returns the speed that is faster by so many steps than the one in the settings.
func (d *Desk) speed(by int) string {
	speeds := command.Speeds()
	at := slices.Index(speeds, d.Settings.Speed)
	if at < 0 { // the usual one, or one that was typed
		at = slices.Index(speeds, "normal")
	}
	return speeds[max(0, min(at-by, len(speeds)-1))]
}

// warnings are what the settings may say of threats, and what that means.
var warnings = []struct{ warn, label string }{{"", "of low levels"}, {"on", "always"}, {"off", "never"}}

// adviceSettings are the lines of the settings for threats and the speed of programs.
func (d *Desk) adviceSettings() []MenuItem {
	at := 0
	for i, w := range warnings {
		if w.warn == d.Settings.Warn {
			at = i
		}
	}
	n := len(warnings)
	return []MenuItem{
		{Label: "Warn", Value: warnings[at].label, Change: func(by int) {
			d.Settings.Warn = warnings[((at+by)%n+n)%n].warn
			d.Menu.save()
		}},
		{Label: "Programs", Value: command.SpeedLabel(d.Settings.Speed), Change: func(by int) {
			d.Settings.Speed = d.speed(by)
			if d.Settings.Speed == "normal" {
				d.Settings.Speed = ""
			}
			d.Menu.save()
		}},
	}
}

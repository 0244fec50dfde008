package desk

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"attic/command"
	"attic/game"
	"attic/match"
	"attic/table"
)

// apart is the part of a page for a game with a person on another machine.
type apart struct {
	address string // the address being joined, until the host has answered
}

// net returns a network for the commands of a page that stores the address joined.
func net(d *Desk, p *Play) command.Network {
	if d.Net == nil {
		return nil
	}
	return reach{d.Net, p}
}

type reach struct {
	command.Network
	play *Play
}

// Join implements command.Network.
func (r reach) Join(t *table.Table, address string) error {
	err := r.Network.Join(t, address)
	if err == nil {
		r.play.address = address
	}
	return err
}

// joined stores an address where a game was joined.
func (d *Desk) joined(address string) {
	if address != "" {
		d.Settings.Join(address)
		if err := d.save(); err != nil && d.Play != nil {
			d.Play.Said = "The settings cannot be saved: " + err.Error() + "."
		}
	}
}

// yours reports whether the person here is to move.
func (p *Play) yours() bool {
	seat := p.Now.ToMove
	return seat >= 0 && !p.Now.Players[seat].Program && (p.Now.Other == table.Near || seat == p.Now.Seat)
}

// Theirs reports whether the game waits for a player on another machine, who may not have joined yet.
func (p *Play) Theirs() bool { return p.Now.Waits && len(p.Moves) == 0 }

// watches reports whether the person here only watches.
func (p *Play) watches() bool { return command.Watches(p.Now) }

// follows reports whether the game is hosted on another machine.
func (p *Play) follows() bool { return command.Follows(p.Now) }

// opposite returns the seat of the person at the other machine.
func (p *Play) opposite() int { return (max(p.Now.Seat, 0) + 1) % len(p.Info.Seats) }

// other returns the name of the person at the other machine.
func (p *Play) other() string {
	return command.Other(p.Now, p.Info)
}

// whoApart describes the player of a seat in a game with another machine.
func (p *Play) whoApart(seat int) string {
	name := p.Now.Players[seat].Name
	switch {
	case p.watches():
		return name
	case seat == p.Now.Seat:
		return "you"
	case name == "" && p.Now.Other == table.Awaited && !p.follows():
		return "nobody"
	case name == "" && p.follows():
		name = "host"
	case name == "":
		name = "guest"
	}
	if p.Now.Other == table.Away {
		name += ", away"
	}
	return name
}

// invitation returns the command with which the other player can join, or "" if nobody is waited for.
func (p *Play) invitation() string {
	if p.Now.Other != table.Awaited || p.Now.Invite == "" {
		return ""
	}
	return joinLine + p.Now.Invite
}

// copyKey returns the name of the key that copies.
func (p *Play) copyKey() string {
	for _, k := range p.desk.Display.Keys() {
		if hasKey(k.Key, "ctrl+c") {
			return "Ctrl+C"
		}
	}
	return "Y"
}

// asked reports whether there is an offer of the other side that the person here can answer.
func (p *Play) asked() bool {
	return p.Now.Offer != table.NoOffer && p.Now.Seat >= 0 && p.Now.OfferBy != p.Now.Seat
}

// proposals holds the words for each offer: one from the other side, and one from the person here, inside a sentence and at its start.
var proposals = map[table.Offer][3]string{
	table.UndoOffer:  {" asks to take back.", "your take-back request", "Your take-back request"},
	table.DrawOffer:  {" offers a draw.", "your draw offer", "Your draw offer"},
	table.AgainOffer: {" asks for a rematch.", "your rematch request", "Your rematch request"},
}

// between returns what to say about the person at the other machine: two lines to show below the board, if they are
// more important than the last move, and a single line to show below something else. turn says whose turn it is.
func (p *Play) between(turn string, fits func(string) bool) (first, second, below string) {
	now, other := p.Now, p.other()
	switch {
	case now.Other == table.Near || p.Back:
	case p.asked():
		first = other + proposals[now.Offer][0]
		return first, "Press N, or click Accept or Decline.", first + " N: accept or decline."
	case p.invitation() != "":
		return p.inviting(fits)
	case now.Other == table.Awaited:
		return "", "", "Connecting to the host. Esc stops."
	case now.Offer != table.NoOffer && now.Seat >= 0 && now.Other == table.Present:
		below = "Waiting for an answer to " + proposals[now.Offer][1] + ". N: withdraw it."
		if p.yours() {
			below = "Your move. " + proposals[now.Offer][2] + " waits for an answer; a move withdraws it."
		}
	case now.Over:
		below = command.Waits(now)
	case now.Claimed != "":
		first = "You claimed the win; not confirmed yet: the host decides when attic reaches it."
		if now.Claimed == match.Drawn {
			first = strings.Replace(first, "the win", "a draw", 1)
		}
		if !fits(first) {
			first = strings.Replace(first, ": the host decides when attic reaches it", "", 1)
		}
		return first, "If you quit, run attic join again to deliver the claim.", first
	case now.Claim == match.Forfeit:
		below = other + " has been away for a minute. N: claim the win or a draw."
	case now.Claim == match.NoResult:
		below = other + " has not moved for a minute. N: end without a result."
	case now.Other == table.Away:
		switch {
		case p.watches() || !p.Theirs():
			below = other + " is away; attic reconnects by itself. " + turn
			if !fits(below) {
				below = other + " is away. " + turn
			}
		case now.ToMove == game.Anyone:
			below = other + " is away; attic reconnects by itself. N: leave."
		default:
			below = other + " is away; attic reconnects by itself. After a minute, N: claim the win."
			if !fits(below) {
				below = other + " is away. After a minute, N: claim the win."
			}
		}
	case p.watches():
		below = "You are watching. " + turn
	case p.Theirs():
		below = p.notYet()
	case p.yours():
		below = turn
	}
	return "", "", below
}

// clocked reports whether a clock is shown.
func (p *Play) clocked() bool {
	return p.Now.Other != table.Near && len(p.Now.Clock.Left) > 0 && !p.Now.Over && !p.Back && p.Now.ToMove >= 0
}

// timed puts the remaining times of both sides in front of a line, or in its place if there is no room for both.
func (p *Play) timed(line string, fits func(string) bool) string {
	if !p.clocked() {
		return line
	}
	now, first, second := time.Now(), max(p.Now.Seat, 0), p.opposite()
	name := func(seat int) string {
		switch who := p.Now.Players[seat].Name; {
		case seat == p.Now.Seat:
			return "You"
		case who != "":
			return who
		}
		return p.Info.Seats[seat].Name
	}
	clocks := fmt.Sprintf("%s %s, %s %s.", name(first), table.ClockText(p.Now.Clock.Of(first, now)),
		name(second), table.ClockText(p.Now.Clock.Of(second, now)))
	if all := clocks + " " + line; fits(all) {
		return all
	}
	return clocks
}

// inviting says what to tell the other player, who has not joined yet.
func (p *Play) inviting(fits func(string) bool) (first, second, below string) {
	line, key := p.invitation(), p.copyKey()
	first = "Tell the other player to type: " + line
	second = "Waiting for the other player. " + key + " copies that line, Esc stops waiting."
	below = "Waiting: " + line + "  " + key + ": copy. Esc: stop."
	if !fits(first) {
		first, second = line, "Tell the other player to type that. "+key+" copies it, Esc stops."
	}
	if !fits(second) {
		second = key + " copies it, Esc stops waiting."
	}
	if !fits(below) {
		below = "Waiting: " + line
	}
	return first, second, below
}

// notYet says whom the person here is waiting for.
func (p *Play) notYet() string {
	switch other := command.Inside(p.other()); {
	case p.watches():
		return "You are watching, not playing."
	case p.Now.Other == table.Awaited && p.follows():
		return "Connecting to the host."
	case p.Now.Other == table.Awaited:
		return "Nobody has joined yet."
	case p.Now.ToMove == game.Anyone:
		return "Waiting for " + other + " to set up and start the game. N: leave."
	default:
		return "Waiting for " + other + " to move. N: take back, draw, leave."
	}
}

// met shows an event between two people at two machines.
func (p *Play) met(e table.Event) {
	before := p.Now
	if !p.Back {
		p.renew(e.Sight)
	}
	text, call := command.Apart(e, before, p.Info), false
	by := e.By != e.Now.Seat && e.Now.Seat >= 0
	switch e.What {
	case table.Presence:
		switch {
		case e.Err != nil:
		case e.Other == table.Awaited: // the lines below the board show it
			text = ""
		case e.Other == table.Away:
			if text = ""; e.Over {
				text = p.other() + " is away."
			}
		case e.Other == table.Present:
			if before.Other == table.Awaited && p.follows() {
				p.desk.joined(p.address)
				p.address = ""
			}
			call = true
		}
	case table.Offered: // the lines below the board show it to a player, unless the other one is away
		if call = by; !p.watches() && e.Other != table.Away {
			text = ""
		}
	case table.Claimable: // the lines below the board show it
		text = ""
	case table.Claimed:
		if e.Claimed != "" { // the lines below the board show it
			text = ""
		}
	case table.Declined:
		if e.By >= 0 && e.By == before.OfferBy {
			text = "You withdrew your request."
			if by {
				text = p.other() + " withdrew the request."
			}
		} else if by && e.By >= 0 {
			text = p.other() + " declined."
		}
	case table.Parted:
		text, call = p.parted(before, e), e.By != before.Seat
		p.address = ""
	}
	p.Said, p.Fresh = text, text == ""
	if call {
		p.desk.Display.YourTurn()
	}
}

// awaits says to a person who waits for the host to set up the game which seat is theirs.
func awaits(now table.Now, info game.Info) string {
	who := "You are watching. "
	if now.Seat >= 0 {
		who = "You are " + command.Side(info, now.Seat) + ". "
	}
	return who + command.Turn(now, info)
}

// parted says how a game with another machine ended, and how to continue.
func (p *Play) parted(before table.Now, e table.Event) string {
	who := command.Other(before, p.Info) + " has left."
	switch {
	case e.Err != nil:
		return command.Sentence(e.Err)
	case before.Other == table.Awaited && before.Invite == "":
		return "You stopped connecting."
	case before.Other == table.Awaited:
		return "You stopped waiting; nobody can join now."
	case e.By == before.Side:
		who = "You have left."
	}
	if e.Over && !before.Over {
		who += " u: keep playing from here."
		if next := p.after(); next != "" {
			who += " n: " + next
		}
	}
	return who
}

// agreed says, if an event shows it, that an offer was accepted.
func (p *Play) agreed(before table.Now, e table.Event) {
	switch {
	case before.Offer != table.NoOffer && before.OfferBy == before.Seat && e.Offer == table.NoOffer &&
		(e.What == table.Undone || e.What == table.Began || e.What == table.Resigned && e.Outcome.Winner == game.Nobody):
		p.Said, p.Fresh = p.other()+" agreed.", false
	case before.Offer != table.NoOffer && before.Seat >= 0 && e.What == table.Undone && e.Other != table.Near:
		p.Said, p.Fresh = "You agreed to the take-back.", false
	}
}

// Answers returns the buttons that answer a question of this page or of the other side, or, if there is no question, those that suggest
// what to do next.
func (p *Play) Answers() []Button {
	switch {
	case p.question != nil:
		return []Button{{Key: "enter", Label: p.question.yes}, {Key: "esc", Label: p.question.refusal()}}
	case p.Study.Course() != nil:
		return courseAnswers(p.Study)
	case p.retry.on():
		return p.retry.answers()
	case !p.asked() || p.Back:
		return p.offers()
	}
	return []Button{{Key: LineKey + "accept", Label: "Accept"}, {Key: LineKey + "decline", Label: "Decline"}}
}

// Urges reports whether the first of the Answers is the button to press next.
func (p *Play) Urges() bool {
	if c := p.Study.Course(); c != nil && p.question == nil {
		return !c.Asks()
	}
	return p.question != nil || p.retry.on() && p.retry.good || !p.retry.on() && (p.asked() && !p.Back || p.Now.Over)
}

// Reaches reports whether the game is played with another machine, or could be.
func (p *Play) Reaches() bool { return p.desk.Net != nil || p.Now.Other != table.Near }

// Elsewhere returns the buttons for hosting and joining, before the first move, unless the game has its own keys for
// them.
func (p *Play) Elsewhere() []Button {
	if p.desk.Net == nil || p.Now.Other != table.Near || !p.before() {
		return nil
	}
	for _, w := range p.words {
		if w.Same == "host" || w.Same == "join" {
			return nil
		}
	}
	return []Button{{Key: LineKey + "host", Label: "Host"}, {Key: LineKey + "join ", Label: "Join"}}
}

// before reports whether no move has been made yet.
func (p *Play) before() bool { return p.Now.ToMove == game.Anyone || p.Now.Ply == 0 && !p.Back }

// hostable reports whether the game can be hosted now: before the first move, or if it was hosted when its program was killed.
func hostable(p *Play) bool {
	return p.desk.Net != nil && p.Now.Other == table.Near && (p.before() || p.table.Hosted().ID != "")
}

// Lines of the chooser that are not commands.
const (
	copyLine  = "N copy"
	leaveLine = "N leave"
)

// elsewhere opens a chooser with everything about a player on another machine.
func (p *Play) elsewhere() {
	w := game.Word{Label: "The other player"}
	add := func(on bool, line, label string) {
		if on {
			w.Items = append(w.Items, game.Item{Text: line, Label: label})
		}
	}
	live := p.Person.Now()
	connected := live.Other == table.Present || live.Other == table.Away
	plays := connected && live.Seat >= 0
	asks := live.Other == table.Present && live.Seat >= 0 // an offer needs somebody who can agree
	running := asks && !live.Over && slices.ContainsFunc(p.Person.Sight().History(), func(e match.Entry) bool { return e.Seat >= 0 && e.Text != "" })
	own := live.Offer != table.NoOffer && live.OfferBy == live.Seat
	switch {
	case live.Other == table.Near && p.desk.Net == nil:
		p.Said = "No other machine can be reached from here."
		return
	case live.Other == table.Near && !p.before() && !hostable(p):
		p.Said = "You can host or join before the first move; " + game.Type("new") + " to start over."
		return
	case live.Other == table.Near:
		w.Label = "Another machine"
	}
	add(live.Other == table.Near, "host", "Host this game")
	add(live.Other == table.Near && p.before(), "join ", "Join another game")
	add(p.invitation() != "", copyLine, "Copy the invitation")
	for _, other := range live.Others {
		add(p.invitation() != "", copyLine+" "+joinLine+other, "Copy "+other)
	}
	add(p.asked(), "accept", "Accept")
	add(p.asked(), "decline", "Decline")
	add(live.Claim == match.Forfeit, "claim", "Claim the win")
	add(live.Claim == match.Forfeit, "claim draw", "Call it a draw")
	add(live.Claim == match.NoResult, "claim", "End without a result")
	add(plays && own, "decline", "Withdraw your request")
	add(running && !own && !p.asked(), "undo", "Ask to take back")
	add(running && !own && !p.asked(), "draw", "Offer a draw")
	add(asks && live.Over && !own && !p.asked(), "rematch", "Ask for a rematch")
	add(asks && live.Chat, "say ", "Say something") // nobody else would read it
	add(connected && live.Chat && !p.Person.Muted(), "mute", "Mute the chat")
	add(connected && live.Chat && p.Person.Muted(), "mute", "Show the chat again")
	add(live.Other == table.Awaited && live.Invite != "", leaveLine, "Stop waiting")
	add(live.Other == table.Awaited && live.Invite == "", leaveLine, "Stop connecting")
	add(connected, leaveLine, "Leave")
	p.desk.Pages.open(&Chooser{Word: w, choose: p.choose})
}

// choose carries out a line of the chooser or of a button. A line that ends with a blank is completed by the person first.
func (p *Play) choose(line string) {
	confirmed := slices.IndexFunc(p.Moves, func(m game.Move) bool { return m.Text == line && m.Confirm != "" })
	switch key, isKey := strings.CutPrefix(line, KeyItem); {
	case confirmed >= 0:
		m := p.Moves[confirmed]
		p.ask(m.Confirm, m.Label, func() { p.play(m.Text) })
	case isKey:
		p.use(key)
	case line == "host" && hostable(p):
		askHostHere(p)
	case line == OthersLine:
		p.desk.Pages.open(&Chooser{Word: p.keypad().others(), choose: p.choose})
	case line == resignLine:
		p.ask("Resign this game?", "resign", func() { p.carry(line) })
	case line == copyLine:
		p.desk.CopyOut()
	case strings.HasPrefix(line, copyLine+" "):
		p.desk.copyOut(strings.TrimPrefix(line, copyLine+" "))
	case line == leaveLine:
		q := command.Ends(p.Person.Now())
		p.askIf(q.Short != "", q.Short, "leave", p.leaveOther)
	case strings.HasSuffix(line, " "):
		p.Prompt.open(p, line)
	default:
		p.carry(line)
	}
}

// stopWaiting stops waiting for a guest or a host, and reports whether it did. It does nothing while something is chosen or
// asked for on the board, which Esc drops first.
func (p *Play) stopWaiting() bool {
	if _, hinted := p.advice.Shown(); p.Now.Other != table.Awaited || len(p.Chosen) > 0 || hinted || p.Person.Hinting() {
		return false
	}
	p.leaveOther()
	return true
}

// leaveOther ends the game with the other machine; an event follows once the other machine has been told.
func (p *Play) leaveOther() {
	p.Said = ""
	t := p.table
	go t.Leave()
}

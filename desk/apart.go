package desk

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"attic/desk/command"
	"attic/game"
	"attic/match"
	"attic/table"
)

// apart is what a page knows of a game with a person on another machine.
type apart struct {
	table.Now
	info  game.Info
	back  bool // an earlier position is shown
	moves bool // the person has moves there
}

func (p *Play) apart() apart { return apart{p.Now, p.Info, p.Back, len(p.Moves) > 0 && !p.Ahead.on()} }

// reach is a network that notes the address being joined.
type reach struct {
	table.Network
	joining *string
}

// noting returns net with the addresses joined noted, or nil if net is nil.
func noting(net table.Network, joining *string) table.Network {
	if net == nil {
		return nil
	}
	return reach{net, joining}
}

// Join implements table.Network.
func (r reach) Join(t *table.Table, address string) error {
	err := r.Network.Join(t, address)
	if err == nil {
		*r.joining = address
	}
	return err
}

// yours reports whether the person here is to move.
func (a apart) yours() bool {
	return a.ToMove >= 0 && !a.Players[a.ToMove].Program && (a.Situation.Other == table.Near || a.ToMove == a.Seat)
}

// theirs reports whether the game waits for a player on another machine, who may not have joined yet.
func (a apart) theirs() bool { return a.Situation.Waits && !a.moves }

// watches reports whether the person here only watches.
func (a apart) watches() bool { return command.Watches(a.Now) }

// follows reports whether the game is hosted on another machine.
func (a apart) follows() bool { return command.Follows(a.Now) }

// other returns the name of the person at the other machine.
func (a apart) other() string { return command.Other(a.Now, a.info) }

// who describes the player of a seat in a game with another machine.
func (a apart) who(seat int) string {
	name := a.Players[seat].Name
	switch {
	case a.watches():
		return name
	case seat == a.Seat:
		return "you"
	case name == "" && a.Situation.Other == table.Awaited && (a.Situation.Hall || !a.follows()):
		return "nobody"
	case name == "" && a.Situation.Hall:
		name = "other player"
	case name == "" && a.follows():
		name = "host"
	case name == "":
		name = "guest"
	}
	switch {
	case a.Situation.Asleep:
		name += ", asleep"
	case a.Situation.Other == table.Away && !a.Situation.Lost:
		name += ", away"
	}
	return name
}

// invitation returns what the other player needs to join, or "" if nobody is waited for: a link, or else a command.
func (a apart) invitation() string {
	switch {
	case a.Situation.Other != table.Awaited || a.Situation.Invite == "" && a.Situation.Link == "":
		return ""
	case a.Situation.Link != "":
		return a.Situation.Link
	}
	return joinLine + a.Situation.Invite
}

// asked reports whether there is an offer of the other side that the person here can answer.
func (a apart) asked() bool {
	return a.Situation.Offer != table.NoOffer && a.Seat >= 0 && a.Situation.OfferBy != a.Seat
}

// proposals holds the words for each offer: one from the other side, and one from the person here, inside a sentence and at its start.
var proposals = map[table.Offer][3]string{
	table.UndoOffer:  {" asks to take back.", "your take-back request", "Your take-back request"},
	table.DrawOffer:  {" offers a draw.", "your draw offer", "Your draw offer"},
	table.AgainOffer: {" asks for a rematch.", "your rematch request", "Your rematch request"},
	table.RoundOffer: {" asks for the next round.", "your request for the next round", "Your request for the next round"},
}

// between returns what to say about the person at the other machine: two lines to show below the board, if they are
// more important than the last move, and a single line to show below something else. turn says whose turn it is, and copies is
// the name of the key that copies.
func (a apart) between(turn, copies string, fits func(string) bool) (first, second, below string) {
	now, other := a.Now, a.other()
	switch {
	case now.Situation.Other == table.Near || a.back:
	case a.asked():
		first = other + proposals[now.Situation.Offer][0]
		return first, "Press N, or click Accept or Decline.", first + " N: accept or decline."
	case a.invitation() != "" && now.Situation.Hall:
		return a.linking(copies, fits)
	case a.invitation() != "":
		return a.inviting(copies, fits)
	case now.Situation.Other == table.Awaited && now.Situation.Hall:
		return "", "", "The other player has not joined yet. N: leave."
	case now.Situation.Other == table.Awaited:
		return "", "", command.Connecting + " Esc stops."
	case now.Situation.Offer != table.NoOffer && now.Seat >= 0 && now.Situation.Other == table.Present:
		below = "Waiting for an answer to " + proposals[now.Situation.Offer][1] + ". N: withdraw it."
		if a.yours() {
			below = "Your move. " + proposals[now.Situation.Offer][2] + " waits for an answer; a move withdraws it."
		}
	case now.Over:
		below = command.Waits(now)
	case now.Situation.Claimed != "":
		first = "You claimed the win; not confirmed yet: the host decides when attic reaches it."
		if now.Situation.Claimed == match.Drawn {
			first = strings.Replace(first, "the win", "a draw", 1)
		}
		if !fits(first) {
			first = strings.Replace(first, ": the host decides when attic reaches it", "", 1)
		}
		return first, "If you quit, run attic join again to deliver the claim.", first
	case now.Situation.Claim == match.Forfeit:
		if below = other + " has been away for a minute. N: claim the win or a draw."; now.Situation.Asleep {
			below = other + " has been asleep for five minutes. N: claim the win or a draw."
		}
	case now.Situation.Claim == match.NoResult:
		below = other + " has not moved for " + command.Patience(now) + ". N: end without a result."
	case now.Situation.Asleep && a.theirs() && now.ToMove != game.Anyone && !now.Clock.Days():
		below = other + " is asleep: their page is hidden. After five minutes, N: claim the win."
		if !fits(below) {
			below = other + " is asleep. After five minutes, N: claim the win."
		}
	case now.Situation.Asleep:
		below = other + " is asleep: their page is hidden. " + turn
		if !fits(below) {
			below = other + " is asleep. " + turn
		}
	case now.Situation.Lost:
		below = command.Unreached
	case now.Situation.Other == table.Away:
		switch {
		case now.Situation.Hall && (!a.theirs() || now.Clock.Days()):
			below = other + " is away. " + turn
		case now.Situation.Hall && now.ToMove == game.Anyone:
			below = other + " is away. N: leave."
		case now.Situation.Hall:
			below = other + " is away. After a minute, N: claim the win."
		case a.watches() || !a.theirs() || now.Clock.Days():
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
	case a.watches():
		below = "You are watching. " + turn
	case a.theirs():
		below = a.notYet()
	case a.yours():
		below = turn
	}
	return "", "", below
}

// clocked reports whether a clock is shown: it does not run before the other player has joined.
func (a apart) clocked() bool {
	return a.Situation.Other != table.Near && a.Situation.Other != table.Awaited && len(a.Clock.Left) > 0 && !a.Over && !a.back && a.ToMove >= 0
}

// timed puts the remaining times of both sides in front of a line, or in its place if there is no room for both.
func (a apart) timed(line string, fits func(string) bool) string {
	if !a.clocked() {
		return line
	}
	now, first, second := time.Now(), max(a.Seat, 0), command.Opposite(a.Now, a.info)
	name := func(seat int) string {
		switch who := a.Players[seat].Name; {
		case seat == a.Seat:
			return "You"
		case who != "":
			return who
		}
		return a.info.Seats[seat].Name
	}
	clocks := fmt.Sprintf("%s %s, %s %s.", name(first), table.ClockText(a.Clock.Of(first, now)),
		name(second), table.ClockText(a.Clock.Of(second, now)))
	if all := clocks + " " + line; fits(all) {
		return all
	}
	return clocks
}

// inviting says what to tell the other player, who has not joined yet.
func (a apart) inviting(key string, fits func(string) bool) (first, second, below string) {
	line := a.invitation()
	first = "Tell the other player to type: " + line
	second = "Waiting for the other player. " + key + " copies that line, Esc stops waiting."
	if a.Situation.Link != "" {
		first = "Send the other player this link: " + line
		second = "Or they type: " + joinLine + a.Situation.Invite + ". " + key + " copies the link, " + scanKey + " shows a QR code, Esc stops waiting."
		if !fits(second) {
			second = "It opens in a browser. " + key + " copies it, " + scanKey + " shows a QR code, Esc stops waiting."
		}
	}
	below = "Waiting: " + line + "  " + key + ": copy. Esc: stop."
	if !fits(first) {
		first, second = line, "Tell the other player to type that. "+key+" copies it, Esc stops."
		if a.Situation.Link != "" {
			second = "Send this link. " + key + " copies it, " + scanKey + " shows a QR code, Esc stops."
		}
	}
	switch {
	case fits(second):
	case a.Situation.Link != "":
		second = key + " copies it. " + scanKey + ": QR code. Esc: stop."
	default:
		second = key + " copies it, Esc stops waiting."
	}
	if a.Situation.Sights != "" {
		for _, text := range []string{
			"Spectators open: " + a.Situation.Sights + ". " + key + " copies the first link, " + scanKey + " shows a QR code, Esc stops.",
			"Spectators add " + strings.TrimPrefix(a.Situation.Sights, a.Situation.Link) + " to it. " + key + ": copy. " + scanKey + ": QR code. Esc: stop.",
		} {
			if fits(text) {
				second = text
				break
			}
		}
	}
	if !fits(below) {
		below = "Waiting: " + line
	}
	return first, second, below
}

// linking says at a hall what to tell the other player, who has not joined yet.
func (a apart) linking(key string, fits func(string) bool) (first, second, below string) {
	first, second = "Send the other player this link: "+a.Situation.Link, "It opens in a browser. "+key+" copies it, "+scanKey+" shows a QR code. N: leave."
	if !fits(first) {
		first, second = a.Situation.Link, "Send this link. "+key+" copies it, "+scanKey+" shows a QR code."
	}
	if !fits(second) {
		second = "Send it. " + key + ": copy. " + scanKey + ": QR code."
	}
	if below = "Waiting: " + a.Situation.Link + "  " + key + ": copy. N: leave."; !fits(below) {
		below = "Waiting: " + a.Situation.Link
	}
	return first, second, below
}

// notYet says whom the person here is waiting for.
func (a apart) notYet() string {
	switch other := command.Inside(a.other()); {
	case a.watches():
		return command.Sentence(command.ErrWatching)
	case a.Situation.Other == table.Awaited && a.follows() && !a.Situation.Hall:
		return command.Connecting
	case a.Situation.Other == table.Awaited:
		return "Nobody has joined yet."
	case a.ToMove == game.Anyone:
		return "Waiting for " + other + " to set up and start the game. N: leave."
	default:
		return "Waiting for " + other + " to move. N: take back, draw, leave."
	}
}

// awaits says to a person who waits for the host to set up the game which seat is theirs.
func awaits(now table.Now, info game.Info) string {
	who := "You are watching. "
	if now.Seat >= 0 {
		who = "You are " + info.Side(now.Seat) + ". "
	}
	return who + command.Turn(now, info)
}

// copyKey returns the name of the key that copies, in a front-end with keys of its own.
func copyKey(keys []Button) string {
	if slices.ContainsFunc(keys, func(b Button) bool { return hasKey(b.Key, "ctrl+c") }) {
		return "Ctrl+C"
	}
	return "Y"
}

// met returns what to say after an event between two people at two machines, and whether to call the person here. a is the state after the
// event, before the one before it; next is what the key n starts then.
func (a apart) met(e table.Event, before table.Now, next string) (text string, call bool) {
	text = command.SharedNews(e, before, a.info)
	by := e.By != e.Now.Seat && e.Now.Seat >= 0
	switch e.What {
	case table.Presence:
		switch {
		case e.Err != nil:
		case e.Situation.Other == table.Awaited, e.Situation.Asleep, before.Situation.Asleep && before.Situation.Other == table.Present: // the lines below the board show it
			text = ""
		case e.Situation.Other == table.Away:
			if text = ""; e.Over {
				text = a.other() + " is away."
			}
		case e.Situation.Other == table.Present:
			call = true
		}
	case table.Offered: // the lines below the board show it to a player, unless the other one is away
		if call = by; !a.watches() && e.Situation.Other != table.Away {
			text = ""
		}
	case table.Claimable: // the lines below the board show it
		text = ""
	case table.Claimed:
		if e.Situation.Claimed != "" { // the lines below the board show it
			text = ""
		}
	case table.Declined:
		if e.By >= 0 && e.By == before.Situation.OfferBy {
			text = "You withdrew your request."
			if by {
				text = a.other() + " withdrew the request."
			}
		} else if by && e.By >= 0 {
			text = a.other() + " declined."
		}
	case table.Parted:
		text, call = apart{Now: before, info: a.info}.parted(e, next), e.By != before.Seat
	}
	return text, call
}

// parted says how a game with another machine ended, and how to continue. a is the state before that.
func (a apart) parted(e table.Event, next string) string {
	who := a.other() + " has left."
	switch {
	case e.Err != nil:
		return command.Sentence(e.Err)
	case a.Situation.Other == table.Awaited && a.Situation.Invite == "" && !a.Situation.Hall:
		return "You stopped connecting."
	case a.Situation.Other == table.Awaited && !a.Situation.Hall:
		return "You stopped waiting; nobody can join now."
	case e.By == a.Side:
		who = "You have left."
	}
	if e.Over && !a.Over {
		who += " u: keep playing from here."
		if next != "" {
			who += " n: " + next
		}
	}
	return who
}

// agreed says, if an event shows it, that an offer was accepted. a is the state before the event.
func (a apart) agreed(e table.Event) string {
	switch {
	case a.Situation.Offer == table.NoOffer:
	case a.Situation.OfferBy == a.Seat && e.Offer == table.NoOffer &&
		(e.What == table.Undone || e.What == table.Began || e.What == table.Round || e.What == table.Resigned && e.Outcome.Winner == game.Nobody):
		return command.Other(e.Now, a.info) + " agreed."
	case a.Seat >= 0 && e.What == table.Undone && e.Situation.Other != table.Near:
		return "You agreed to the take-back."
	}
	return ""
}

// before reports whether no move has been made yet.
func (a apart) before() bool { return a.ToMove == game.Anyone || a.Ply == 0 && !a.back }

// Lines of the chooser that are not commands.
const (
	copyLine  = "N copy"
	leaveLine = "N leave"
)

// after says what the key n starts, or returns "" if that needs a player who is not there.
func after(g game.Game, now table.Now) string {
	rounds, inRounds := g.(game.Rounds)
	switch {
	case now.Situation.Other == table.Near && (!inRounds || rounds.Abandon()):
		return "play again."
	case inRounds:
		return "next round."
	}
	switch now.Situation.Other {
	case table.Present:
		return "ask for a rematch."
	}
	return ""
}

// items lists everything to choose about a player on another machine. live is the current position; serves is whether a game can be
// hosted here, back the command that comes back here, or "".
func (a apart) items(live table.Sight, muted, serves bool, back string) (items []game.Item) {
	add := func(on bool, line, label string) {
		if on {
			items = append(items, game.Item{Text: line, Label: label})
		}
	}
	connected := live.Situation.Other == table.Present || live.Situation.Other == table.Away || live.Situation.Hall
	plays := connected && live.Seat >= 0
	asks := live.Situation.Other == table.Present && live.Seat >= 0 // an offer needs somebody who can agree
	running := asks && !live.Over && slices.ContainsFunc(live.History(), func(e match.Entry) bool { return e.Seat >= 0 && e.Text != "" })
	own := live.Situation.Offer != table.NoOffer && live.Situation.OfferBy == live.Seat
	add(live.Situation.Other == table.Near && serves, "host", "Host this game")
	add(live.Situation.Other == table.Near && a.before(), "join ", "Join another game")
	add(a.invitation() != "", copyLine, "Copy the invitation")
	add(a.invitation() != "" && live.Situation.Link != "", KeyItem+scanKey, "Show the QR code")
	add(a.invitation() != "" && live.Situation.Link != "", copyLine+" "+joinLine+cmp.Or(live.Situation.Invite, live.Situation.Link), "Copy the command to join")
	add(live.Situation.Sights != "", copyLine+" "+live.Situation.Sights, "Copy the link for spectators")
	for _, other := range live.Situation.Others {
		add(a.invitation() != "", copyLine+" "+joinLine+other, "Copy "+other)
	}
	add(back != "", copyLine+" "+back, "How to come back")
	add(a.asked(), "accept", "Accept")
	add(a.asked(), "decline", "Decline")
	add(live.Situation.Claim == match.Forfeit, "claim", "Claim the win")
	add(live.Situation.Claim == match.Forfeit, "claim draw", "Call it a draw")
	add(live.Situation.Claim == match.NoResult, "claim", "End without a result")
	add(plays && own, "decline", "Withdraw your request")
	add(running && !own && !a.asked(), "undo", "Ask to take back")
	add(running && !own && !a.asked(), "draw", "Offer a draw")
	add(asks && live.Over && !own && !a.asked(), "rematch", "Ask for a rematch")
	add(asks && live.Situation.Chat, "say ", "Say something") // nobody else would read it
	add(connected && live.Situation.Chat && !muted, "mute", "Mute the chat")
	add(connected && live.Situation.Chat && muted, "mute", "Show the chat again")
	add(live.Situation.Other == table.Awaited && live.Situation.Invite != "", leaveLine, "Stop waiting")
	add(live.Situation.Other == table.Awaited && live.Situation.Invite == "" && !live.Situation.Hall, leaveLine, "Stop connecting")
	add(connected, leaveLine, "Leave")
	return items
}

// hostable reports whether the game of a table can be hosted now: before the first move, or if it was hosted when its program was killed.
func (a apart) hostable(net table.Network, t *table.Table) bool {
	return net != nil && a.Situation.Other == table.Near && (a.before() || t.Hosted().ID != "")
}

// back returns the command that brings the person back to their seat, or "" if nobody needs it.
func (p *Play) back() string {
	if now := p.Person.Now(); p.desk.Back == nil || !now.Situation.Hall || now.Seat < 0 {
		return ""
	}
	return p.desk.Back()
}

// elsewhere opens a chooser with everything about a player on another machine.
func (p *Play) elsewhere() {
	live, w := p.Person.Sight(), game.Word{Label: "The other player"}
	switch {
	case live.Situation.Other == table.Near && p.desk.Net == nil:
		p.Said = "No other machine can be reached from here."
		return
	case live.Situation.Other == table.Near && !p.apart().before() && !p.apart().hostable(p.desk.Net, p.table):
		p.Said = "You can host or join before the first move; " + game.Type("new") + " to start over."
		return
	case live.Situation.Other == table.Near:
		w.Label = "Another machine"
	}
	w.Items = p.apart().items(live, p.Person.Muted(), p.desk.May.Has(command.Serve), p.back())
	p.desk.Pages.open(&Chooser{Word: w, choose: p.choose})
}

// unkeyed holds the requests of the buttons and items that have no key, by their names.
var unkeyed = map[string]command.Request{
	"accept": {Verb: command.Accept}, "decline": {Verb: command.Decline}, "host": {Verb: command.Host}, "mute": {Verb: command.Mute},
	"claim": {Verb: command.Claim}, "claim draw": {Verb: command.Claim, Text: "draw"}, "undo": {Verb: command.Undo},
	"draw": {Verb: command.Draw}, "rematch": {Verb: command.Rematch}, resignLine: {Verb: command.Resign}, coachLine: {Verb: command.Coach},
}

// choose carries out what a line of the chooser or a button without a key stands for: a request, a page, or a ready-made line of the game. A
// line that ends with a blank is completed by the person first.
func (p *Play) choose(line string) {
	r, general := unkeyed[line]
	confirmed := slices.IndexFunc(p.Moves, func(m game.Move) bool { return m.Text == line && m.Confirm != "" })
	switch key, isKey := strings.CutPrefix(line, KeyItem); {
	case confirmed >= 0:
		m := p.Moves[confirmed]
		p.ask(m.Confirm, m.Label, func() { p.play(m.Text) })
	case isKey:
		p.use(key)
	case line == "host" && p.apart().hostable(p.desk.Net, p.table):
		askHostHere(p)
	case line == OthersLine:
		p.desk.Pages.open(&Chooser{Word: p.keypad().others(), choose: p.choose})
	case line == resignLine:
		p.ask("Resign this game?", "resign", func() { p.want(r) })
	case line == linkLine:
		p.copyLink()
	case line == copyLine:
		p.desk.CopyOut()
	case strings.HasPrefix(line, copyLine+" "):
		text := strings.TrimPrefix(line, copyLine+" ")
		p.copies(text, text, false)
	case line == leaveLine:
		q := command.Ends(p.Person.Now())
		p.askIf(q.Short != "", q.Short, "leave", func() {
			p.Said = ""
			go p.table.Leave() // an event follows once the other machine has been told
		})
	case strings.HasSuffix(line, " "):
		p.Prompt.begin(":", line, p.requests.Complete, p.carry)
	case general:
		p.want(r)
	default:
		p.carry(line)
	}
}

package desk

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"attic/desk/command"
	"attic/game"
	"attic/table"
)

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
func yours(now table.Now) bool {
	return now.ToMove >= 0 && !now.Players[now.ToMove].Program && (!now.Shared() || now.ToMove == now.Seat)
}

// theirs reports whether the game waits for a player on another machine, who may not have joined yet.
func (p *Play) theirs() bool { return p.Now.Situation.Waits && (len(p.Moves) == 0 || p.Ahead.on()) }

// apart describes the player of a seat in a game with another machine.
func apart(now table.Now, seat int) string {
	at, name := now.Situation, now.Players[seat].Name
	switch {
	case now.Watches():
		return name
	case seat == now.Seat:
		return "you"
	case name == "" && at.Awaits() && (at.Hall || !now.Follows()):
		return "nobody"
	case name == "" && at.Hall:
		name = "other player"
	case name == "" && now.Follows():
		name = "host"
	case name == "":
		name = "guest"
	}
	switch {
	case at.Asleep:
		name += "," + strings.TrimPrefix(table.OtherAsleep.Title(), "player")
	case at.Away() && !at.Lost:
		name += "," + strings.TrimPrefix(table.OtherAway.Title(), "player")
	}
	return name
}

// fill returns what stands for the placeholders of sentences on the page: keys. turn says whose turn it is.
func (p *Play) fill(turn string) table.Fill {
	return func(placeholder string) string {
		switch placeholder {
		case "turn":
			return turn
		case "copy":
			return copyKey(p.desk.Display.Keys())
		case "qr":
			return scanKey
		case "stop":
			return KeyName("esc")
		case "leave":
			return "N"
		case "again":
			return after(p.Person.Game(), p.Now)
		}
		return KeyName(commandKeys[placeholder])
	}
}

// clocked reports whether a clock is shown: it does not run before the other player has joined.
func (s *Shown) clocked() bool {
	return s.Now.Situation.Joined() && len(s.Now.Clock.Left) > 0 && !s.Now.Over && !s.Back && s.Now.ToMove >= 0
}

// timed puts the remaining times of both sides in front of a line, or in its place if there is no room for both.
func (s *Shown) timed(line string, fits func(string) bool) string {
	if !s.clocked() {
		return line
	}
	now, first := time.Now(), max(s.Now.Seat, 0)
	second := (first + 1) % len(s.Info.Seats)
	name := func(seat int) string {
		switch who := s.Now.Players[seat].Name; {
		case seat == s.Now.Seat:
			return "You"
		case who != "":
			return who
		}
		return s.Info.Seats[seat].Name
	}
	clocks := fmt.Sprintf("%s %s, %s %s.", name(first), table.ClockText(s.Now.Clock.Of(first, now)),
		name(second), table.ClockText(s.Now.Clock.Of(second, now)))
	if all := clocks + " " + line; fits(all) {
		return all
	}
	return clocks
}

// seated says to a person who waits for the host to set up the game which seat is theirs. What they wait for is said below the board.
func seated(now table.Now, info game.Info) string {
	if now.Seat < 0 {
		return "You are watching."
	}
	return "You are " + info.Side(now.Seat) + "."
}

// copyKey returns the name of the key that copies, in a front-end with keys of its own.
func copyKey(keys []Button) string {
	if slices.ContainsFunc(keys, func(b Button) bool { return hasKey(b.Key, "ctrl+c") }) {
		return "Ctrl+C"
	}
	return "Y"
}

// unbegun reports whether no move has been made yet.
func unbegun(now table.Now) bool { return now.ToMove == game.Anyone || now.Ply == 0 }

// Lines of the chooser that are not commands.
const (
	copyLine  = "N copy"
	leaveLine = "N leave"
)

// after says what the key n starts, or returns "" if that needs a player who is not there.
func after(g game.Game, now table.Now) string {
	rounds, inRounds := g.(game.Rounds)
	switch {
	case !now.Shared() && (!inRounds || rounds.Abandon()):
		return "play again."
	case inRounds:
		return "next round."
	case now.Situation.Here():
		return "ask for a rematch."
	}
	return ""
}

// items lists everything to choose about a player on another machine.
func (p *Play) items() (items []game.Item) {
	live := p.Person.Sight()
	at := live.Situation
	for _, d := range live.Can() {
		line, on := d.Name, true
		switch d.Name {
		case "host":
			on = p.desk.May.Has(command.Serve)
		case "join":
			line, on = "join ", unbegun(live.Now)
		case "copy":
			line = copyLine
		case "qr":
			line = KeyItem + scanKey
		case "command":
			line = copyLine + " " + table.JoinCommand + cmp.Or(at.Invite, at.Link)
		case "spectators":
			line = copyLine + " " + at.Sights
		case "addresses":
			for _, other := range at.Others {
				items = append(items, game.Item{Text: copyLine + " " + table.JoinCommand + other, Label: "Copy " + other})
			}
			on = false
		case "back":
			if on = p.desk.Back != nil && p.desk.Back() != ""; on {
				line = copyLine + " " + p.desk.Back()
			}
		case "claim-draw":
			line = "claim draw"
		case "end":
			line = "claim"
		case "withdraw":
			line = "decline"
		case "say":
			line = "say "
		case "mute":
			if p.Person.Muted() {
				d.Label = "Show the chat again"
			}
		case "stop", "unjoin", "leave":
			line = leaveLine
		}
		if on {
			items = append(items, game.Item{Text: line, Label: d.Label})
		}
	}
	return items
}

// hostable reports whether the game of a table can be hosted now: before the first move, or if it was hosted when its program was killed.
func (p *Play) hostable() bool {
	return p.desk.Net != nil && !p.Now.Shared() && (unbegun(p.Now) && !p.Back || p.table.Hosted().ID != "")
}

// elsewhere opens a chooser with everything about a player on another machine.
func (p *Play) elsewhere() {
	w := game.Word{Label: "The other player"}
	switch shared := p.Person.Now().Shared(); {
	case !shared && p.desk.Net == nil:
		p.Said = "No other machine can be reached from here."
		return
	case !shared && (!unbegun(p.Now) || p.Back) && !p.hostable():
		p.Said = "You can host or join before the first move; " + game.Type("new") + " to start over."
		return
	case !shared:
		w.Label = "Another machine"
	}
	w.Items = p.items()
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
	case line == "host" && p.hostable():
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

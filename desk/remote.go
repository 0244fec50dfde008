package desk

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"attic/desk/command"
	"attic/draw/qr"
	"attic/game"
	"attic/match"
	"attic/match/store"
	"attic/table"
)

// remote is the part of a page for a player on another machine: for finding such a player, and for requests to them.
type remote struct {
	desk    *Desk
	person  *table.Person
	table   *table.Table
	shown   *Shown
	message *Message
	choose  func(line string)

	joining string                       // the address being joined, until the host has answered
	heard   struct{ said, title string } // the news shown last
	was     table.Now                    // after the last event, unlike shown.Now, which the person may have turned to an earlier position
	scan    Scan
}

func yours(now table.Now) bool {
	return now.ToMove >= 0 && !now.Players[now.ToMove].Program && (!now.Shared() || now.ToMove == now.Seat)
}

// describe describes the player of a seat in a game with another machine.
func describe(now table.Now, seat int) string {
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
		if gone := time.Since(at.Since); !at.Since.IsZero() && gone >= briefly {
			name += " " + table.ClockText(gone.Truncate(time.Second))
		}
		if at.Claim == match.Forfeit {
			name += ": claim the win"
		}
	}
	return name
}

// briefly is how long the other side is away before the page counts the seconds.
const briefly = 10 * time.Second

// beside returns the buttons about the other player, which stand beside the board. Those that can do nothing now are Off. The parameter resigns
// says whether the person can resign with one of them.
func (r *remote) beside(resigns bool) (list []Button) {
	if r.shown.Now.Watches() || !r.shown.Now.Shared() {
		return nil
	}
	at, can := r.shown.Now.Situation, map[string]bool{}
	for _, it := range r.items() {
		can[it.Text] = true
	}
	var labels []string // each followed by its line
	switch {
	case at.Open():
		labels = []string{"copy link", copyLine, "QR code", KeyItem + scanKey, "stop", leaveLine}
	case at.Awaits():
		labels = []string{"stop", leaveLine}
	case at.Over:
		labels = []string{"chat", "say "}
	default:
		labels = []string{"chat", "say ", "draw", "draw", "take back", "undo", resignLine, resignLine}
	}
	can[resignLine] = resigns
	instead := map[string]string{"draw": "claim draw", "undo": "decline", resignLine: claimLine}
	for i := 0; i < len(labels); i += 2 {
		b := Button{Key: LineKey + labels[i+1], Label: labels[i], Off: !can[labels[i+1]]}
		if other := instead[labels[i+1]]; can[other] && !can["accept"] {
			b = Button{Key: LineKey + other, Label: other}
		}
		if labels[i] == "chat" && !at.Chat || labels[i+1] == resignLine && b.Off {
			continue
		}
		list = append(list, b)
	}
	for i := range list { // the lines have other names
		switch list[i].Key {
		case LineKey + "decline":
			list[i].Label = "withdraw"
		case LineKey + claimLine:
			list[i].Label = "claim win"
			if at.Claim != match.Forfeit {
				list[i].Label = "end game"
			}
		}
	}
	return list
}

const claimLine = "claim"

// fill returns the texts, mostly keys, that replace the placeholders in sentences on the page. The parameter turn is the sentence about whose turn it is.
// On a touched page, placeholders for keys have no value, so that the page shows sentences without keys.
//
//go:noinline
func (r *remote) fill(turn string) table.Fill {
	return func(placeholder string) string {
		switch {
		case placeholder == "turn":
			return turn
		case placeholder == "again":
			return after(r.person.Game(), r.shown.Now)
		case r.desk.Fingers:
			return ""
		}
		switch placeholder {
		case "copy":
			return copyKey(r.desk.Display.Keys())
		case "qr":
			return scanKey
		case "stop":
			return KeyName("esc")
		case "leave":
			return "N"
		}
		return KeyName(commandKeys[placeholder])
	}
}

// clocked reports whether a clock is shown. No clock is shown before the other player has joined, because it does not run yet.
func clocked(s *Shown) bool {
	return s.Now.Situation.Joined() && len(s.Now.Clock.Left) > 0 && !s.Now.Over && !s.Back && s.Now.ToMove >= 0
}

// timed puts the remaining times of both sides in front of a line. If there is no room for both, the times replace the line.
func (s *Shown) timed(line string, fits func(string) bool) string {
	if !clocked(s) {
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

// copyKey returns the name of the key that copies, for a front-end that adds its own keys.
func copyKey(keys []Button) string {
	if slices.ContainsFunc(keys, func(b Button) bool { return hasKey(b.Key, "ctrl+c") }) {
		return "Ctrl+C"
	}
	return "Y"
}

func unbegun(now table.Now) bool { return now.ToMove == game.Anyone || now.Ply == 0 }

// Lines of the chooser that are not commands.
const (
	copyLine  = "N copy"
	leaveLine = "N leave"
)

// after returns a name of the game or round that the key n starts, or "" if that needs a player who is not there.
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

// items lists everything that can be chosen about a player on another machine.
func (r *remote) items() (items []game.Item) {
	live := r.person.Sight()
	at := live.Situation
	for _, d := range live.Can() {
		line, on := d.Name, true
		switch d.Name {
		case "host":
			on = r.desk.May.Has(command.Serve)
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
			if on = r.desk.Back != nil && r.desk.Back() != ""; on {
				line = copyLine + " " + r.desk.Back()
			}
		case "claim-draw":
			line = "claim draw"
		case "end":
			line = claimLine
		case "withdraw":
			line = "decline"
		case "say":
			line = "say "
		case "mute":
			if r.person.Muted() {
				d.Label = "Show the chat again"
			}
		case "stop", "unjoin", "leave":
			line = leaveLine
		}
		if on {
			items = append(items, game.Item{Text: line, Label: sharing(r.desk, d.Label)})
		}
	}
	return items
}

// hostable reports whether the game of a table can be hosted now: before the first move, or if the game was hosted when its program was killed.
func (r *remote) hostable() bool {
	return r.desk.Net != nil && !r.shown.Now.Shared() && (unbegun(r.shown.Now) && !r.shown.Back || r.table.Hosted().ID != "")
}

// elsewhere opens a chooser with everything about a player on another machine.
func (r *remote) elsewhere() {
	w := game.Word{Label: "The other player"}
	switch shared := r.person.Now().Shared(); {
	case !shared && r.desk.Net == nil:
		r.message.Said = "No other machine can be reached from here."
		return
	case !shared && (!unbegun(r.shown.Now) || r.shown.Back) && !r.hostable():
		r.message.Said = "You can host or join before the first move; " + game.Type("new") + " to start over."
		return
	case !shared:
		w.Label = "Another machine"
	}
	w.Items = r.items()
	r.desk.Pages.open(&Chooser{Word: w, choose: r.choose})
}

// choose carries out a line of the chooser or of a button without a key: a request, a page, or a ready-made line of the game. If a line ends with a
// blank, the person has to complete it first.
func (p *Play) choose(line string) {
	confirmed := slices.IndexFunc(p.Cursor.Moves, func(m game.Move) bool { return m.Text == line && m.Confirm != "" })
	switch key, isKey := strings.CutPrefix(line, KeyItem); {
	case confirmed >= 0:
		m := p.Cursor.Moves[confirmed]
		p.Message.ask(m.Confirm, m.Label, func() { p.play(m.Text) })
	case isKey:
		p.use(key)
	case line == "host" && p.Remote.hostable():
		askHostHere(p)
	case line == OthersLine:
		p.desk.Pages.open(&Chooser{Word: p.pad.others(), choose: p.choose})
	case line == resignLine:
		p.Message.ask("Resign this game?", "resign", func() { p.carry(line) })
	case line == backLine:
		backToGame(p.desk)
	case line == linkLine:
		copyLink(p)
	case line == copyLine:
		p.copying.out()
	case strings.HasPrefix(line, copyLine+" "):
		text := strings.TrimPrefix(line, copyLine+" ")
		p.copying.copies(text, text, false)
	case line == leaveLine:
		q := command.Ends(p.Person.Now())
		p.Message.askIf(q.Short != "", q.Short, "leave", func() {
			p.Message.Said = ""
			go p.table.Leave() // an event follows after the other machine has been notified
		})
	case strings.HasSuffix(line, " "):
		p.Prompt.begin(":", line, p.requests.Complete, p.carry)
	default:
		p.carry(line)
	}
}

// news shows what has happened between the machines. The parameter before is Now after the preceding event.
func (r *remote) news(e table.Event, before table.Now) {
	if e.What == table.Aided && e.By == r.shown.Now.Seat { // the page shows the help itself
		return
	}
	if r.Scan() == nil { // the guest has joined
		r.desk.Pages.close(&r.scan)
	}
	n, m := e.News(before), r.message
	m.Said = n.Page(r.fill(""))
	if m.Said == "" && n.Kind != table.NoNews && r.shown.Back { // beside an earlier position, the situation is not shown
		first, _, below := e.Situation.Page(r.fill(command.Turn(e.Now, r.shown.Info)), func(string) bool { return true })
		m.Said = cmp.Or(first, below)
	}
	r.heard.said, r.heard.title = m.Said, n.Title()
	if m.Fresh = m.Said == ""; n.Calls() {
		m.effects.Calls++
	}
	came := e.What == table.Presence && e.Situation.Here()
	if came && r.joining != "" {
		r.desk.Set(func(s *store.Settings) { s.Join(r.joining) })
	}
	if came || e.What == table.Parted {
		r.joining = ""
	}
}

// Scan is the page with the QR code of the link of a hosted game.
type Scan struct {
	Code   qr.Code
	Link   string
	Sights string // the link for spectators, as a sentence, or ""
}

// Blocks implements [Page].
func (s *Scan) Blocks() []Block {
	return []Block{Heading{Title: s.Title()}, Says{Lines: []string{s.Link, s.Sights}, Quiet: true}, s.Code, Buttons{s.keys, "esc"}}
}

// Title returns the title of the page.
func (s *Scan) Title() string { return "Scan to join" }

func (s *Scan) keys() []Button { return []Button{{Key: "esc", Label: "close"}} }

func (s *Scan) key(key string) reply {
	switch key {
	case "esc", "enter", "space", scanKey:
		return reply{took: true, closes: true}
	}
	return reply{}
}

func (s *Scan) wheel(int) bool { return false }

const scanKey = "Q"

// Scan returns the QR code to show while a hosted game waits for its other player; otherwise nil.
func (r *remote) Scan() *Scan {
	link := r.shown.Now.Situation.Link
	if link == "" || !r.shown.Now.Situation.Open() {
		return nil
	}
	if r.scan.Link != link {
		r.scan = Scan{Code: qr.Encode(link), Link: link}
		if r.shown.Now.Situation.Sights != "" {
			r.scan.Sights = "Link for spectators: " + r.shown.Now.Situation.Sights
		}
	}
	return &r.scan
}

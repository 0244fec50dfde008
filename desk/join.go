package desk

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"attic/desk/command"
	"attic/game"
	"attic/internal/phrase"
	"attic/internal/rescue"
	"attic/match"
	"attic/match/store"
	"attic/table"
)

// meeting is a game on another machine that is being joined from the menu.
type meeting struct {
	guest   table.Guest
	address string
	began   time.Time
	why     error           // why the host has not answered yet, or nil
	ready   <-chan struct{} // closed when the reason changes, when the host has answered, and when the attempt has ended
}

// hosting is the part of a desk with the form that hosts a game.
type hosting struct {
	form     *Form
	settings *store.Settings
	set      func(func(*store.Settings)) error
	net      table.Network // nil: nothing can be hosted
	port     int           // the port typed last
	clock    int           // chosen last
	hints    int           // chosen last
}

// clocks are the clocks to choose from: minutes for each side, and the seconds added for each move.
var clocks = []string{"none", "3+2", "5+5", "10+5", "30+10"}

// ask opens the form. The parameter was describes how the game was hosted before, if at all; the function host hosts it and returns the message.
func (h *hosting) ask(was match.Hosted, host func(net table.Network, id string) (string, error)) {
	id, name := &Field{Label: "Game ID"}, &Field{Label: "Your name"}
	port := &Field{Kind: Number, Label: "Port", need: "a port (0: any free one)"}
	id.set(was.ID)
	name.set(h.settings.Name)
	port.suggest(strconv.Itoa(cmp.Or(was.Port, h.port, h.net.Listens())))
	clock := &Field{Kind: Choice, Label: "Clock", Options: clocks, At: h.clock}
	hints := &Field{Kind: Choice, Label: "Hints", Options: []string{"off", "allowed"}, At: h.hints}
	fields, hint := []*Field{id, name, port, clock}, "Leave the ID empty for a new one; port 0 picks a free one. 10+5: ten minutes each, plus five seconds for each move."
	aider, aids := h.net.(table.Aider)
	if aids {
		fields = append(fields, hints)
	}
	if aids && aider.Aids() {
		hints.At = 1
	}
	if was.ID != "" { // the game keeps its clock, and whether hints are allowed
		fields, hint = fields[:3], "Leave the ID empty for a new one; port 0 picks a free one."
	}
	h.form.open(Form{
		Title: "Host a game", Label: "host", Fields: fields, Hint: hint,
		do: func() (string, error) {
			n, err := strconv.Atoi(port.value())
			switch {
			case strings.ContainsAny(id.value(), " \t"):
				return "", errors.New("a game ID is one word, such as kx3f9qbd5e7m")
			case err != nil || n < 0 || n > command.MostPort:
				return "", errors.New("a port is a number from 1 to 65535, or 0 for any free one")
			}
			if err := match.CheckName(name.value()); err != nil {
				return "", err
			}
			_ = h.set(func(s *store.Settings) { s.Name = name.value() }) // the page says what is not saved
			rule, net := table.ClockRule{}, h.net
			if was.ID == "" {
				h.clock, h.hints = clock.At, hints.At
				if aids {
					net = aider.Aiding(hints.At > 0)
				}
				rule, _ = table.ParseClock(clocks[clock.At]) // zero for "none"
			}
			text, err := host(net.On(n, rule), id.value())
			if taken := (*table.PortError)(nil); errors.As(err, &taken) {
				port.suggest(port.value())
				h.form.focus(slices.Index(h.form.Fields, port))
				return "", errors.New(taken.Why + ": type another port, or 0 for any free one")
			}
			h.port = n
			return text, err
		},
	})
}

// host begins a new game for a person on another machine. If id is empty, host chooses a new ID. A game that cannot be hosted is not opened.
func (m *Menu) host(net table.Network, id string) (string, error) {
	d, wish := m.desk, m.wish()
	wish.Opponent = store.OpponentPerson
	t, err := d.Open(d.Games[m.Entry], wish)
	if err != nil {
		return "", err
	}
	p := newPlay(d, t)
	text, err := hostHere(p, net, id)
	if err != nil {
		return "", errors.Join(err, p.close())
	}
	d.Set(func(s *store.Settings) { s.Last = p.Info.Name })
	d.show(p)
	return text, nil
}

// HostAgain hosts the game that was hosted last again, if the program was killed in the middle of it. Reloading a web page counts as a kill. If the
// kill was more than an hour ago, HostAgain only offers to host the game.
func (d *Desk) HostAgain() {
	kept, ok := d.Store.Library.Hosted()
	switch {
	case !ok || !d.May.Has(command.Serve):
	case time.Since(kept.Killed()) <= time.Hour:
		hostAgain(d, kept)
	default:
		d.Menu.again = func() { hostAgain(d, kept) }
		_, _, d.Menu.Said = table.HostingEnded.In(table.Situation{}).Page(func(placeholder string) string {
			return map[string]string{"game": kept.Match.Game().Info().Title, "when": kept.Left.Format("2 January at 15:04"), "host again": "r"}[placeholder]
		}, func(string) bool { return true })
	}
}

func hostAgain(d *Desk, kept store.Kept) {
	if _, err := d.openKept(kept.Match.Game().Info().Name, resuming(strconv.Itoa(kept.Number), false)); err != nil {
		d.Menu.Said = plainly(err)
		return
	}
	d.Play.want(command.Request{Verb: command.Host})
}

func askHostHere(p *Play) {
	p.desk.hosting.ask(p.table.Hosted(), func(net table.Network, id string) (string, error) { return hostHere(p, net, id) })
}

// hostHere hosts the game of a page on a network. The person gets the name in the settings.
func hostHere(p *Play, net table.Network, id string) (string, error) {
	now, name := p.Person.Now(), p.desk.Settings.Name
	if now.Players[now.Side].Name != name {
		if err := p.requests.Act(table.Name(now.Side, name)); err != nil {
			return "", err
		}
	}
	before := p.requests.Net
	p.requests.Net = net
	defer func() { p.requests.Net = before }()
	text, err := p.run(command.Request{Verb: command.Host, Text: id})
	p.news() // afterwards the page shows the returned text
	return text, err
}

// joins returns the value of the menu item for joining.
func (m *Menu) joins() string {
	if m.desk.AtHall {
		return "a table by its link"
	}
	return "a game on another machine"
}

// join asks for the address of a game. It suggests the last address; the key Up fetches earlier ones.
func (m *Menu) join() {
	joined := slices.Clone(m.desk.Settings.Joined)
	slices.Reverse(joined)
	pr := &m.Prompt
	prompt := "Join ID@HOST: "
	if m.desk.AtHall {
		prompt = "Link of the table: "
	}
	pr.begin(prompt, m.address, nil, func(line string) {
		if line = address(line); line != "" {
			m.connect(line)
		}
	})
	pr.history = joined
	if m.address == "" {
		pr.recall(1)
	}
}

// name asks for the name that players on other machines see.
func (m *Menu) name() {
	m.Prompt.begin("Your name ("+noName+" for none): ", m.desk.Settings.Name, nil, func(line string) {
		if line = strings.TrimSpace(line); line == noName {
			line = ""
		}
		if err := match.CheckName(line); err != nil {
			m.Said = plainly(err)
			return
		}
		m.desk.Set(func(s *store.Settings) { s.Name = line })
	})
}

// noName is typed to remove the name, because an empty line changes nothing.
const noName = "-"

// address returns the address in a line that may be a whole command: attic join ID@HOST.
func address(line string) string {
	words := strings.Fields(line)
	for len(words) > 1 && (words[0] == "attic" || words[0] == "join" || words[0] == ":join") {
		words = words[1:]
	}
	return strings.Join(words, " ")
}

// connect joins whichever game is hosted at an address.
func (m *Menu) connect(address string) {
	d := m.desk
	m.meeting.giveUp()
	m.address = address
	wishes, open := maps.Clone(d.Settings.Games), d.Open // copies for the goroutine that opens the table
	guest, err := d.Net.Meet(address, d.Settings.Name, func(g game.Game) (*table.Table, error) {
		wish := store.Settings{Games: wishes}.Game(g.Info().Name)
		wish.Opponent, wish.Options = store.OpponentPerson, ""
		return open(g, wish)
	})
	if err != nil {
		m.Said = plainly(err)
		return
	}
	m.meeting = &meeting{guest: guest, address: address, began: time.Now()}
	m.meeting.ready, m.meeting.why = guest.Waits()
	m.joining(m.meeting.said())
}

const joiningTitle = "Joining a game"

// joining shows the form for joining a game. The form says for what attic waits, or why joining failed, and has a button to try again.
func (m *Menu) joining(says string) {
	d := m.desk
	d.Ask(Form{Title: joiningTitle, Label: "try again", Hint: says}, func() (func(), error) {
		if m.meeting == nil {
			return func() { m.connect(m.address) }, nil
		}
		m.meeting.guest.Again()
		return func() { m.joining(m.meeting.said()) }, nil
	})
}

// said returns a sentence that says that a game is being joined, and for what attic waits.
func (m *meeting) said() string {
	_, place, found := strings.Cut(strings.TrimSuffix(strings.TrimSuffix(m.address, " watch"), " tls"), "@")
	if !found { // the address is a link
		place, _, _ = strings.Cut(m.address, "/#")
	}
	_, _, said := table.Joining.In(table.Situation{}).Page(func(placeholder string) string {
		switch {
		case placeholder == "place":
			return phrase.Clip(phrase.Printable(place))
		case placeholder == "since":
			return m.began.Format("15:04:05")
		case placeholder == "why" && m.why != nil:
			return plainly(m.why)
		}
		return ""
	}, func(string) bool { return true })
	return said
}

// news opens the game that was joined, or says why joining failed.
func (m *Menu) news() {
	if m.errands(); m.meeting == nil {
		return
	}
	m.meeting.ready, m.meeting.why = m.meeting.guest.Waits()
	select {
	case <-m.meeting.guest.Arrived():
	case <-m.meeting.guest.Done():
	default:
		if f := &m.desk.Form; f.On && f.Title == joiningTitle {
			f.Hint = m.meeting.said()
			return
		}
		m.Said = "You stopped joining."
		m.meeting.giveUp()
		m.meeting = nil
		return
	}
	d, guest, address := m.desk, m.meeting.guest, m.meeting.address
	t, err := guest.Table(), guest.Err()
	m.meeting = nil
	if t == nil {
		said := "The host left."
		if err != nil {
			said = plainly(err)
		}
		m.joining(said)
		return
	}
	link := d.Settings.Link(address)
	t.Invites(link)
	d.Settings.Last = t.Game().Info().Name
	d.sit(t)
	if link != "" { // the page shows the link immediately
		d.Play.Message.Said = ""
	}
	d.Set(func(s *store.Settings) { s.Join(address) })
	d.effects.Calls++
}

// close cancels whatever the menu waits for, if there is a menu.
func (m *Menu) close() {
	if m != nil {
		m.meeting.giveUp()
		m.errand.end()
		m.meeting, m.errand = nil, nil
	}
}

func (m *meeting) giveUp() {
	if m == nil {
		return
	}
	<-m.guest.Leave()
	if t := m.guest.Table(); t != nil { // the table has just arrived
		_ = t.Close()
	}
}

// errand is a fetch in the background while a form of the menu is open.
type errand struct {
	going context.Context
	stop  context.CancelFunc

	mu    sync.Mutex
	then  []func()      // functions to call on the goroutine that uses the desk
	ready chan struct{} // closed when there are such functions
}

// Ask opens a form. The function do submits it and returns a function, or nil, that is called once the form has closed. After an error the form
// stays open.
func (d *Desk) Ask(f Form, do func() (then func(), err error)) {
	f.do = func() (string, error) {
		then, err := do()
		d.Form.then = then
		return "", err
	}
	d.Form.open(f)
}

// Filled returns a field for a line of text. It already contains text, which typing replaces.
func Filled(label, text string) *Field {
	f := &Field{Label: label}
	f.suggest(text)
	return f
}

// Fetch runs the function do on a separate goroutine. ctx ends when the menu no longer shows this form or a form that follows it. The functions
// passed to show are called on the goroutine that uses the desk, unless ctx has ended.
func (d *Desk) Fetch(do func(ctx context.Context, show func(func()))) {
	m := d.Menu
	if m.errand == nil {
		m.errand = &errand{ready: make(chan struct{})}
		m.errand.going, m.errand.stop = context.WithCancel(context.Background())
	}
	e := m.errand
	go func() { _ = rescue.Run(func() { do(e.going, e.show) }) }() // after a panic the form stays as it is
}

// Join closes the form and joins the game at an address.
func (d *Desk) Join(address string) {
	d.Form = Form{}
	d.Menu.connect(address)
}

func (e *errand) show(then func()) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.then = append(e.then, then); len(e.then) == 1 {
		close(e.ready)
	}
}

// arrival returns a channel that is closed when something has been fetched, or nil if nothing is being fetched.
func (e *errand) arrival() <-chan struct{} {
	if e == nil {
		return nil
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.ready
}

func (e *errand) took() []func() {
	e.mu.Lock()
	defer e.mu.Unlock()
	list := e.then
	if e.then = nil; len(list) > 0 {
		e.ready = make(chan struct{})
	}
	return list
}

func (e *errand) end() {
	if e != nil {
		e.stop()
	}
}

// errands shows the fetched results, and ends the errand when no form is open any more.
func (m *Menu) errands() {
	if m.errand == nil {
		return
	}
	for _, then := range m.errand.took() {
		if m.desk.Form.On {
			then()
		}
	}
	if !m.desk.Form.On {
		m.errand.end()
		m.errand = nil
	}
}

package desk

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"attic/command"
	"attic/game"
	"attic/match"
	"attic/store"
	"attic/table"
)

// meeting is a game at another machine that is being joined from the menu.
type meeting struct {
	guest   command.Guest
	address string
	ready   chan struct{} // closed when the host has answered, or it is over
}

// form says how a game of an entry of the menu is to be hosted.
type form struct {
	entry int
	id    string // "" for a new one
}

// openForm asks how to host a game.
func (m *Menu) openForm() { m.form, m.Item = &form{entry: m.Entry}, 0 }

// closeForm goes back from the form to the lines of the game.
func (m *Menu) closeForm() {
	m.form = nil
	m.Item = max(0, slices.IndexFunc(m.Items(), func(i MenuItem) bool { return i.Label == "Host" }))
}

// hosting returns the lines of the form.
func (m *Menu) hosting() []MenuItem {
	id, port := m.form.id, "any that is free"
	if id == "" {
		id = "a new one"
	}
	if n := m.desk.Net.Listens(); n != 0 {
		port = strconv.Itoa(n)
	}
	return []MenuItem{
		{Label: "Host now", Value: "and wait for the other player", Do: m.host},
		{Label: "Game ID", Value: id, Do: m.askID},
		m.named(),
		{Label: "Port", Value: port, Do: m.askPort},
		{Label: "Back", Do: m.closeForm},
	}
}

func (m *Menu) askID() {
	m.then = func(line string) {
		switch line = strings.TrimSpace(line); {
		case line == noName:
			m.form.id = ""
		case strings.ContainsAny(line, " \t"):
			m.Said = "A game ID is one word, such as held27."
		case line != "":
			m.form.id = line
		}
	}
	m.Prompt.begin("Game ID ("+noName+" for a new one): ", m.form.id)
}

// mostPort is the highest port.
const mostPort = 1<<16 - 1

func (m *Menu) askPort() {
	m.then = func(line string) {
		if line = strings.TrimSpace(line); line == "" {
			return
		}
		port, err := strconv.Atoi(line)
		if err != nil || port < 0 || port > mostPort {
			m.Said = "A port is a number from 1 to 65535, or 0 for any that is free."
			return
		}
		m.desk.Net = m.desk.Net.On(port)
	}
	m.Prompt.begin("Port (0: any that is free): ", strconv.Itoa(m.desk.Net.Listens()))
}

// host begins a new game for a person at another machine.
func (m *Menu) host() {
	line := strings.TrimSpace("host " + m.form.id)
	wish := m.wish()
	wish.Opponent = person
	m.begin(wish)
	if p := m.desk.Play; p != nil {
		p.carry(line)
		p.news()
	}
}

// named returns the line for the person's name.
func (m *Menu) named() MenuItem {
	name := m.desk.Settings.Name
	if name == "" {
		name = "none"
	}
	return MenuItem{Label: "Your name", Value: name, Do: m.name}
}

// join asks for the address of a game. The one joined last stands there; those before it are fetched with Up.
func (m *Menu) join() {
	joined := slices.Clone(m.desk.Settings.Joined)
	slices.Reverse(joined)
	pr := &m.Prompt
	m.then = func(line string) {
		if line = address(line); line != "" {
			m.connect(line)
		}
	}
	pr.begin("Join ID@HOST: ", m.address)
	pr.history = joined
	if m.address == "" {
		pr.recall(1)
	}
}

// name asks for the name by which players at other machines know the person.
func (m *Menu) name() {
	m.then = func(line string) {
		if line = strings.TrimSpace(line); line == "" {
			return
		}
		if line == noName {
			line = ""
		}
		if err := match.CheckName(line); err != nil {
			m.Said = plainly(err)
			return
		}
		m.desk.Settings.Name = line
		m.save()
	}
	m.Prompt.begin("Your name ("+noName+" for none): ", m.desk.Settings.Name)
}

// noName is what removes the name, because an empty line changes nothing.
const noName = "-"

// typed takes a key while something is typed.
func (m *Menu) typed(key string) {
	if line, done := m.Prompt.key(key); done {
		m.then(line)
	}
}

// joinLine is how the line begins with which somebody joins a game.
const joinLine = "attic join "

// address returns the address in a line that may be a whole command: attic join ID@HOST.
func address(line string) string {
	words := strings.Fields(line)
	for len(words) > 1 && (words[0] == "attic" || words[0] == "join" || words[0] == ":join") {
		words = words[1:]
	}
	return strings.Join(words, " ")
}

// paste takes an address that was copied elsewhere, and reports whether the text was for the menu.
func (m *Menu) paste(text string) bool {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	switch {
	case m.Prompt.On && strings.Contains(line, "@"): // in place of the one that stands there
		m.Prompt.input.set(address(line))
	case m.Prompt.On:
		m.Prompt.insert(line)
	case m.desk.Net != nil && strings.HasPrefix(line, joinLine):
		m.connect(address(line))
	default:
		return false
	}
	return true
}

// connect joins the game at an address, whichever game that is.
func (m *Menu) connect(address string) {
	d := m.desk
	m.giveUp()
	m.address = address
	wishes, open := maps.Clone(d.Settings.Games), d.Open // another goroutine opens the table
	guest, err := d.Net.Meet(address, d.Settings.Name, func(g game.Game) (*table.Table, error) {
		wish := store.Settings{Games: wishes}.Game(g.Info().Name)
		wish.Opponent, wish.Options = person, ""
		return open(g, wish)
	})
	if err != nil {
		m.Said = plainly(err)
		return
	}
	meeting := &meeting{guest, address, make(chan struct{})}
	go func() {
		select {
		case <-guest.Arrived():
		case <-guest.Done():
		}
		close(meeting.ready)
	}()
	m.meeting = meeting
	m.Said = m.joining()
}

// joining says that a host is awaited, or nothing.
func (m *Menu) joining() string {
	if m.meeting == nil {
		return ""
	}
	return "Connecting to " + m.meeting.address + ". Esc stops."
}

// news sits down at the game that was joined, or says why it could not be.
func (m *Menu) news() {
	if m.meeting == nil {
		return
	}
	select {
	case <-m.meeting.ready:
	default:
		return
	}
	d, guest, address := m.desk, m.meeting.guest, m.meeting.address
	t, err := guest.Table(), guest.Err()
	m.meeting = nil
	if t == nil {
		m.Said = "The host has left."
		if err != nil {
			m.Said = plainly(err)
		}
		return
	}
	d.Settings.Last = t.Game().Info().Name
	d.sit(t)
	d.joined(address)
	d.Display.YourTurn()
}

// giveUp ends joining a game.
func (m *Menu) giveUp() {
	if m.meeting == nil {
		return
	}
	guest := m.meeting.guest
	m.meeting = nil
	<-guest.Leave()
	if t := guest.Table(); t != nil { // it has come just now
		_ = t.Close()
	}
}

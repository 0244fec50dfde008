package command

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"attic/draw/qr"
	"attic/game"
	"attic/internal/phrase"
	"attic/table"
)

// ShortID returns a warning about an ID of fewer than 8 characters, which can be guessed, or "".
func ShortID(id string) string {
	if n := len(id); n == 0 || n >= 8 {
		return ""
	}
	return "This ID is short: somebody could guess it and join. Use at least 8 characters, or leave it out and attic makes one."
}

// networkWords are the commands for playing with another machine, in the order of help.
var networkWords = []word{
	{Word: game.Word{Name: "host", Args: "[ID] [port N]", Help: "let a player on another machine join this game; port 0 is any free one"}, may: Reach | Serve},
	{Word: game.Word{Name: "qr", Help: "show the link of the game you host as a QR code"}, may: Reach},
	{Word: game.Word{Name: "join", Args: "ID@HOST[:PORT]", Help: "join the game of a host; add tls for an encrypted connection"}, may: Reach},
	{Word: game.Word{Name: "accept", Help: "accept the other player's request"}, may: Reach},
	{Word: game.Word{Name: "decline", Help: "decline the other player's request"}, may: Reach},
	{Word: game.Word{Name: "draw", Help: "offer a draw to the other player"}, may: Reach},
	{Word: game.Word{Name: "rematch", Help: "ask for another game"}, may: Reach},
	{Word: game.Word{Name: "claim", Args: "[draw]", Help: "end the game when the other player has been away, or has not made the first move, for a minute"}, may: Reach},
	{Word: game.Word{Name: "clock", Help: "show how much time each side has left"}, may: Reach},
	{Word: game.Word{Name: "say", Args: "TEXT", Help: "send the other player a line, if the host has chat on"}, may: Reach},
	{Word: game.Word{Name: "mute", Help: "hide what the other player says; again: show it"}, may: Reach},
}

var errNoNetwork = errors.New("no other machine can be reached from here")

// hosted reports whether the host of this game was killed, so that the command host hosts the game again.
func (q *Requests) hosted() bool { return q.Owner != nil && q.Owner.Hosted().ID != "" }

func (q *Requests) host(arg string) (Answer, error) {
	id, port, err := hostArgs(arg)
	if err != nil {
		return Answer{}, err
	}
	now := q.Person.Now()
	switch {
	case q.Net == nil:
		return Answer{}, errNoNetwork
	case now.Shared():
		return Answer{}, errors.New("this game is already open to another machine; " + game.Type("clear") + " to stop sharing it")
	case now.ToMove != game.Anyone && now.Ply > 0 && !q.hosted():
		return Answer{}, errors.New("you can host only before the first move; " + game.Type("clear") + " to start over")
	}
	if err := q.introduce(); err != nil {
		return Answer{}, err
	}
	was, net := q.Owner.Hosted(), q.Net
	if port >= 0 {
		net = net.On(port, table.ClockRule{})
	}
	if err := net.Host(q.Owner, id); err != nil {
		return Answer{}, portHint(err, id)
	}
	invite, is := q.Person.Now().Situation.Invite, q.Owner.Hosted()
	var a Answer
	switch {
	case is.ID != was.ID:
		a.Note = ShortID(id)
	case was.Port != 0 && is.Port != was.Port: // the guest's program still tries the old port
		a.Note = fmt.Sprintf("This game has moved from port %d to port %d. The other player has to quit and type: attic join %s", was.Port, is.Port, invite)
	}
	if !q.Terminal && (id == "" || port >= 0 || strings.Contains(invite, ":")) { // a script does not know the ID
		a.Text = "Hosting " + invite
	}
	return a, nil
}

// QRLink returns the link of a hosted game that nobody has joined yet, or an error that says why there is none.
func QRLink(now table.Now) (string, error) {
	switch at := now.Situation; {
	case !at.Open():
		return "", errors.New("a QR code shows the link of a game that you host, while you wait for the other player; " + game.Type("host") + " before the first move")
	case at.Link == "":
		return "", errors.New("this build of attic has no page for browsers, so there is no link to show; make build in a copy of the source includes the page")
	}
	return now.Situation.Link, nil
}

// QRCode returns the drawing of a QR code with the link of a hosted game that nobody has joined yet, or an error that says why there is none.
func (q *Requests) QRCode(now table.Now) (string, error) {
	link, err := QRLink(now)
	if err != nil {
		return "", err
	}
	if !q.Terminal {
		return "", errors.New("a QR code needs a terminal; the link is " + link)
	}
	code, on := qr.Encode(link), qr.Terminal{ASCII: q.ASCII, Mono: q.Mono}
	border, ok := code.Fit(q.Width(), math.MaxInt, on)
	if !ok {
		w, _ := code.Room(qr.Narrow, on)
		return "", fmt.Errorf("a QR code needs %d columns here; the link is %s", w, link)
	}
	return q.Paint(code.Grid(border, on)), nil
}

// portWord comes before the port in the argument of "host".
const portWord = "port"

// hostArgs reads the argument of "host": an ID, or "" for a new one, and a port, or -1 for the port of the network.
func hostArgs(arg string) (id string, port int, err error) {
	words := strings.Fields(arg)
	port = -1
	if n := len(words); n > 1 && strings.EqualFold(words[n-2], portWord) {
		port, err = strconv.Atoi(words[n-1])
		if err != nil || port < 0 || port > MostPort {
			return "", 0, fmt.Errorf("%q is not a port: use a number from 1 to %d, or 0 for any free one", phrase.Clip(words[n-1]), MostPort)
		}
		words = words[:n-2]
	}
	if len(words) > 1 {
		return "", 0, errors.New("an ID is one word, such as kx3f9qbd5e7m; only port and a number may follow it")
	}
	return strings.Join(words, ""), port, nil
}

// MostPort is the highest port number.
const MostPort = 1<<16 - 1

// portHint returns the error of table.Network.Host. If another port would help, it adds the command that chooses one.
func portHint(err error, id string) error {
	taken, ok := errors.AsType[*table.PortError](err)
	if !ok {
		return err
	}
	host := strings.TrimSpace("host " + id)
	other := game.Command(fmt.Sprintf("%s %s %d", host, portWord, taken.Port%MostPort+1))
	if taken.Same {
		return fmt.Errorf("%w; %s to try again, or %s to move the game to another port", err, game.Type(host), other)
	}
	return fmt.Errorf("%w; type %s to use another port", err, other)
}

func (q *Requests) join(arg string) error {
	now := q.Person.Now()
	switch {
	case q.Net == nil:
		return errNoNetwork
	case arg == "":
		return errors.New("join needs an address: ID@HOST or ID@HOST:PORT")
	case now.Shared():
		return errors.New("you are already playing this game with another machine; " + game.Type("clear") + " to end it")
	case now.ToMove != game.Anyone && now.Ply > 0:
		return errors.New("you can join only before the first move; " + game.Type("clear") + " to start over")
	}
	if err := q.introduce(); err != nil {
		return err
	}
	return q.Net.Join(q.Owner, arg)
}

// introduce gives the person's seat the name in the settings, unless it has one.
func (q *Requests) introduce() error {
	now := q.Person.Now()
	if q.Settings.Name == "" || now.Players[now.Side].Name != "" {
		return nil
	}
	return q.Act(table.Name(now.Side, q.Settings.Name))
}

// Clocks returns a sentence with the time each side has left, or "" without a clock.
func Clocks(now table.Now, info game.Info) string {
	var list []string
	for seat := range now.Clock.Left {
		list = append(list, info.Seats[seat].Name+" "+table.ClockText(now.Clock.Of(seat, time.Now())))
	}
	if len(list) == 0 {
		return ""
	}
	return "Time left: " + strings.Join(list, ", ") + "."
}

// mute hides the chat lines of others from a person, or shows them again. On a pipe they are always hidden.
func mute(p *table.Person) (Answer, error) {
	now := p.Now()
	who := "the other player says"
	switch {
	case !now.Shared():
		return Answer{}, errors.New("nobody else is playing here, so there is nothing to mute")
	case !now.Situation.Chat:
		return Answer{}, errors.New("the host has turned chat off, so there is nothing to mute")
	case now.Seat < 0:
		who = "the players say"
	}
	on := !p.Muted()
	p.Mute(on)
	if on {
		return Answer{Note: "What " + who + " is hidden now; " + game.Type("mute") + " again to see it."}, nil
	}
	return Answer{Note: "What " + who + " is shown again."}, nil
}

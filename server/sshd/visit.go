package sshd

import (
	"context"
	"errors"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"

	"attic/desk"
	"attic/desk/command"
	"attic/draw/palette"
	"attic/internal/rescue"
	"attic/match/store"
	"attic/server/online"
	"attic/table"
	"attic/ui/term"
)

// may has the rights of visitors. They cannot use files, folders and engines of this machine, or let others connect to it. Each visitor's data are in
// a separate store.
const may = command.Kept | command.Remember | command.Compute | command.Reach

// visit is the connection of a visitor. It has at most one screen.
type visit struct {
	server         *Server
	raw            net.Conn
	conn           ssh.Conn
	remote         string // their address
	network        string // the network of that address
	local          net.Addr
	key            string // names their public key; "": they have none, or nothing can be kept under it
	known          bool   // data are stored under that key
	session        bool   // a session has been opened already
	doing          context.Context
	stop           context.CancelCauseFunc
	gone           chan struct{} // closed when they have left
	running        sync.WaitGroup
	requests       table.Rate
	input, draws   table.Rate // used by one goroutine each
	sizes          chan term.Size
	kind           string // the TERM of their terminal
	desk           *desk.Desk
	at             string            // the address of the table at the hall at which they were last
	held, brought  map[string]string // the keys of seats by address: those that the hall has given them, and those that they brought
	told           []string          // sentences for them at the end
	idle           *time.Timer
	typed          int  // the number of bytes typed so far
	begun, pressed bool // begun: the screen was requested; pressed: a terminal was requested
}

// does runs do on a separate goroutine. A panic there ends only this visit.
func (v *visit) does(do func()) {
	v.running.Go(func() {
		if err := rescue.Run(do); err != nil {
			v.stop(err)
			_ = v.raw.Close()
		}
	})
}

// refuse refuses all requests that do not belong to a session, so that nothing is forwarded.
func (v *visit) refuse(requests <-chan *ssh.Request) {
	rate := requestRate
	for r := range requests {
		if !rate.Allow(time.Now()) {
			_ = v.raw.Close()
		}
		if r.WantReply {
			_ = r.Reply(false, nil) // if it fails, the connection is gone
		}
	}
}

// lives checks every aliveTime whether the visitor is there, and ends the connection if not.
func (v *visit) lives() {
	tick := time.NewTicker(aliveTime)
	defer tick.Stop()
	for {
		select {
		case <-v.doing.Done():
			return
		case <-tick.C:
		}
		late := time.AfterFunc(aliveTime, func() { _ = v.raw.Close() })
		_, _, err := v.conn.SendRequest("keepalive@openssh.com", true, nil)
		late.Stop()
		if err != nil {
			return
		}
	}
}

// attend answers the requests of a session until it ends: a terminal, its size, and the menu or a table. All others are refused: other programs,
// subsystems such as sftp, agents, and the environment. If the parameter why is not nil, the visitor is not let in but told the reason.
func (v *visit) attend(channel ssh.Channel, requests <-chan *ssh.Request, why error) {
	v.sizes = make(chan term.Size, 1)
	for r := range requests {
		if !v.requests.Allow(time.Now()) {
			_ = v.raw.Close()
		}
		ok, shows := false, func() {}
		switch r.Type {
		case "pty-req":
			ok = !v.begun && v.terminal(r.Payload)
		case "window-change":
			ok = v.resize(r.Payload)
		case "shell", "exec":
			var exec struct{ Command string }
			ok = !v.begun && (r.Type == "shell" || ssh.Unmarshal(r.Payload, &exec) == nil)
			if ok {
				v.begun = true
				shows = func() { v.does(func() { v.ends(channel, v.shows(channel, exec.Command, why)) }) }
			}
		}
		if r.WantReply {
			_ = r.Reply(ok, nil) // if it fails, the connection is gone
		}
		shows() // this comes after the answer, since it may end the session
	}
	v.stop(errGone)
}

// ends tells the visitor why the session has ended, and ends the connection.
func (v *visit) ends(channel ssh.Channel, why error) {
	var status struct{ Status uint32 }
	if why != nil {
		status.Status = 1
		v.told = append([]string{command.Sentence(why)}, v.told...)
	}
	for _, line := range v.told {
		_, _ = io.WriteString(out{channel, v, readTime}, strings.TrimSpace(line)+"\r\n") // if this or the rest fails, the connection is gone
	}
	_, _ = channel.SendRequest("exit-status", false, ssh.Marshal(status))
	_ = channel.Close()
	time.AfterFunc(goodbyeTime, func() { _ = v.raw.Close() }) // the last output has a moment to arrive
}

// mostW and mostH are the most columns and rows that are drawn.
const mostW, mostH = 400, 150

func (v *visit) terminal(payload []byte) bool {
	var asked struct {
		Term             string
		W, H, Wide, High uint32
		Modes            []byte `ssh:"rest"`
	}
	if ssh.Unmarshal(payload, &asked) != nil {
		return false
	}
	if v.kind = asked.Term; strings.ContainsFunc(v.kind, odd) || strings.HasPrefix(v.kind, ".") || len(v.kind) > 64 { // the name is also the name of a file
		v.kind = ""
	}
	v.pressed = true
	v.sized(asked.W, asked.H, asked.Wide, asked.High)
	return true
}

// odd reports whether a character is not allowed in the name of a terminal.
func odd(r rune) bool {
	return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("-_.+", r)
}

func (v *visit) resize(payload []byte) bool {
	var asked struct{ W, H, Wide, High uint32 }
	if ssh.Unmarshal(payload, &asked) != nil {
		return false
	}
	v.sized(asked.W, asked.H, asked.Wide, asked.High)
	return true
}

// sized passes the size of the terminal to the screen, which needs only the latest size.
func (v *visit) sized(w, h, wide, high uint32) {
	const mostPixels = 1 << 14
	s := term.Size{W: int(min(w, mostW)), H: int(min(h, mostH))}
	if w == uint32(s.W) && h == uint32(s.H) && wide <= mostPixels && high <= mostPixels {
		s.Wide, s.High = int(wide), int(high)
	}
	select {
	case <-v.sizes:
	default:
	}
	v.sizes <- s // only this goroutine sends
}

// shows shows the menu, or the table to which a link leads, until the visitor leaves. The error is the reason if the visit ended in another way.
func (v *visit) shows(channel ssh.Channel, link string, why error) (err error) {
	if broken := rescue.Run(func() { err = v.screen(channel, link, why) }); broken != nil {
		err = broken
		_ = rescue.Run(func() {
			if v.desk != nil {
				_ = v.desk.Close()
			}
		})
	}
	return err
}

func (v *visit) screen(channel ssh.Channel, link string, why error) (err error) {
	s := v.server
	kind, colours := term.AbilityOf(v.kind)
	switch {
	case why != nil:
		return why
	case !v.pressed:
		return errNoTerminal
	case kind != term.Full:
		return errKind
	}
	if strings.TrimSpace(link) != "" {
		if _, _, err = here(link); err != nil {
			return errNoCommand
		}
	}
	_ = v.raw.SetReadDeadline(time.Time{}) // this fails if the connection is lost
	kept, forget, err := s.folder.store(v.key)
	if err != nil {
		s.Log.Error("there is no store for a visitor over SSH: "+err.Error(), "event", "ssh")
		return errPlace
	}
	defer forget()
	v.idle = time.AfterFunc(idleTime, func() { v.stop(errIdle) })
	defer v.idle.Stop()
	err = term.Run(v.doing, term.Config{
		Desk:  v.sees(kept, link),
		Style: term.Style{Mono: colours == palette.None, Eight: colours == palette.Eight},
		In:    in{channel, v}, Out: out{channel, v, readTime},
		// These variables are the same as for a program that a shell starts over SSH. TTY_FORCE means that a terminal shows the colours.
		Env: []string{"TERM=" + v.kind, "SSH_TTY=ssh", "TTY_FORCE=1"},
		Far: &term.Far{Sizes: v.sizes, Turn: v.turn},
	})
	if unsaved, ok := errors.AsType[*table.UnsavedError](err); ok {
		v.told = append(v.told, command.Sentence(unsaved)+" These lines are the game; to resume it, save them in a file game.attic:")
		v.told = slices.AppendSeq(v.told, strings.Lines(unsaved.Text()))
	}
	if cause := context.Cause(v.doing); cause != nil {
		err = cause
	}
	s.remember(v, err)
	for _, line := range v.backs() {
		v.told = append(v.told, "To come back to your seat: "+line)
	}
	return err
}

// sees returns the desk.Config for a visitor whose data is in kept. If link is not "", the visit opens at that table, otherwise in the menu.
func (v *visit) sees(kept store.Store, link string) desk.Config {
	s := v.server
	v.held, v.brought = map[string]string{}, map[string]string{}
	tables := s.folder.tables(kept)
	tables.Pool, tables.Account = s.Hall.Pool(), &table.Account{Most: mostThought}
	return desk.Config{
		Back: func() string { return v.back(v.at) },
		Search: func(ctx context.Context, search func() error) error {
			return tables.Pool.Search(ctx, tables.Account, search)
		},
		Games: s.Games, Store: kept, May: may, Open: tables.Remembered, Net: v.reaches(kept), AtHall: true,
		Online: online.In(inside{s.Hall.Handler(), v.remote, v.fingerprint()}, theHall, s.Links(v.local)), Begin: func(d *desk.Desk) { v.begin(d, link) },
	}
}

// Errors for visitors who ask for something else.
var (
	errNoTerminal = errors.New("a terminal is needed: ssh HOST shows the menu, and ssh -t HOST LINK a table of the hall; no commands are run here")
	errNoCommand  = errors.New("no commands are run here: ssh HOST shows the menu, and ssh -t HOST LINK a table of the hall")
	errKind       = errors.New("this kind of terminal cannot show attic's full screen; TERM=xterm-256color ssh HOST may help")
)

// mostThought limits the time that the computer thinks about a move at the tables of a visitor.
const mostThought = 5 * time.Second

// begin shows the place to which the visitor wanted to go, or where the visitor was when the last connection was cut.
func (v *visit) begin(d *desk.Desk, link string) {
	v.desk = d
	if !v.known {
		d.Settings.Silent = true // the bell is the only sound
	}
	back := v.server.recall(v)
	switch name, local := strings.CutPrefix(back, localGame); {
	case link != "":
		address, key, _ := here(link) // the link was checked before
		v.sits(address, key)
		d.Join(address)
	case local:
		d.Continue(name)
	case back != "":
		d.Join(back)
	}
}

// localGame is the start of the record of a visitor who was not at a table of the hall. The name of the game follows.
const localGame = "game "

// remember records where a visitor was when the connection was cut, for the next visit with the same key.
func (s *Server) remember(v *visit, why error) {
	if v.key == "" || v.desk == nil || v.desk.Play == nil {
		return
	}
	p := v.desk.Play
	s.mu.Lock()
	defer s.mu.Unlock()
	for other := range s.cut { // it does not matter which one: its visitor starts in the menu next time
		if len(s.cut) < mostLinks {
			break
		}
		delete(s.cut, other)
	}
	switch {
	case why == nil || p.Study.Course() != nil:
		delete(s.cut, v.key)
	case p.Now.Shared():
		s.cut[v.key] = v.at
	default:
		s.cut[v.key] = localGame + p.Info.Name
	}
}

// recall returns the record that remember has made.
func (s *Server) recall(v *visit) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	back := s.cut[v.key]
	delete(s.cut, v.key)
	return back
}

// turn delays a visitor whose screens take this machine a lot of computing time.
func (v *visit) turn(took time.Duration) { v.waits(v.draws.Wait(took.Seconds(), time.Now())) }

// waits waits for the given time, or until the visit ends.
func (v *visit) waits(length time.Duration) {
	if length <= 0 {
		return
	}
	select {
	case <-time.After(length):
	case <-v.doing.Done():
	}
}

// in reads the keys of a visitor.
type in struct {
	from io.Reader
	v    *visit
}

// Read implements io.Reader.
func (i in) Read(p []byte) (int, error) {
	n, err := i.from.Read(p[:min(len(p), 1024)])
	if n > 0 {
		i.v.idle.Reset(idleTime)
		i.v.waits(i.v.input.Wait(float64(n), time.Now()))
		if i.v.typed += n; i.v.typed > mostTyped {
			i.v.stop(errMuch)
			return 0, io.EOF
		}
	}
	if err != nil {
		i.v.stop(errGone)
	}
	return n, err
}

// out writes to the screen of a visitor.
type out struct {
	to   io.Writer
	v    *visit
	late time.Duration // the time within which the visitor must read the text written
}

// Write implements io.Writer. It ends the connection of a visitor who does not read.
func (o out) Write(p []byte) (int, error) {
	late := time.AfterFunc(o.late, func() { _ = o.v.raw.Close() })
	defer late.Stop()
	return o.to.Write(p)
}

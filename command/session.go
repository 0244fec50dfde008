// Package command is the line mode: the commands that a person or a script types at a table, as data, and the session that carries them
// out. Help and completion come from the same table of commands.
package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"
	"unicode"

	"attic/advice"
	"attic/coach"
	"attic/game"
	"attic/grid"
	"attic/internal/lines"
	"attic/internal/phrase"
	"attic/internal/prose"
	"attic/match"
	"attic/reviewer"
	"attic/store"
	"attic/study"
	"attic/table"
)

// Input is the source of a session's lines.
type Input interface {
	// ReadLine returns the next line without its end, or io.EOF.
	ReadLine() (string, error)
	// ReadSecret asks for a line without showing it. It returns an error if there is no terminal.
	ReadSecret(question string) (string, error)
}

// Config holds what New needs for a Session.
type Config struct {
	Person   *table.Person
	Owner    *table.Table // nil if the table belongs to another person; saved games then cannot be resumed
	May      May
	Store    store.Store
	In       Input
	Out      io.Writer
	Terminal bool                   // a person uses the session: boards are shown, games kept, secrets asked for
	Listens  bool                   // on a terminal: boards are printed only on request, and each move is reported in one sentence
	Net      Network                // nil: host and join are refused
	First    Request                // what Run carries out first
	Screen   bool                   // the caller draws the table itself, takes its events, and uses Carry instead of Run
	Paint    func(grid.Grid) string // returns a board as text; nil: without colours
	Columns  func() int             // returns the width of the terminal; nil: 80
	Settings *store.Settings        // the settings that commands change; nil: those of the Store, or on a pipe the defaults
	Coach    *coach.Coach           // judges the person's moves; nil: the Session's own
	Advice   *advice.Advice         // hints and answers to why; nil: the Session's own
	Study    *study.Study           // lessons and puzzles; nil: the Session's own
}

// Session is the conversation of a person or a script with a table, in lines.
type Session struct {
	Config
	words, taught Vocabulary // outside lessons and puzzles, and in them

	now    table.Now
	was    table.Sight // the sight printed last
	files  []*file     // the files being loaded, the innermost last
	layers map[string]bool
	rest   pages // the rest of the list printed last

	thoughts bool        // print what the computer expects
	expected game.Report // the report of the thinking computer
	reviewer *reviewer.Reviewer
	secret   *word // the command whose secret argument to ask for next
	sent     []request
	printed  strings.Builder
	page     Page // that a command opens on a Screen
	warned   warned
	result   int // the result of the game just ended, for a level that follows results: 1 won, -1 lost, 0 otherwise
	done     bool
	asking   func()           // carries out what was just asked about if the answer is yes; or nil
	late     bool             // a request reached the other side after it had left; the event for this is still to come
	absence  <-chan time.Time // on a pipe: fires when the other side has been away for too long
}

// file is a file of commands that is being loaded.
type file struct {
	name   string
	handle *os.File
	in     *lines.Reader
}

// New returns a session at a table.
func New(c Config) *Session {
	if c.Paint == nil {
		c.Paint = grid.Grid.String
	}
	if c.Settings == nil {
		c.Settings = &store.Settings{}
		if c.Terminal {
			*c.Settings = c.Store.Settings()
		}
	}
	if c.Advice == nil {
		c.Advice = advice.New(c.Person, nil)
	}
	if c.Coach == nil {
		c.Coach = coach.New(c.Person, c.Owner, &c.Settings.Coach)
	}
	if c.Study == nil {
		c.Study = study.New(c.Person, c.Owner, c.Store, c.Terminal)
	}
	s := &Session{Config: c, layers: map[string]bool{}, reviewer: reviewer.New(c.Person)}
	s.words = s.vocabulary(c.Person.Game())
	s.taught = forCourse(s.words)
	s.now, s.was = c.Person.Now(), c.Person.Sight()
	return s
}

// Run reads and carries out lines until quit, the end of input, or the end of ctx.
func (s *Session) Run(ctx context.Context) error {
	if s.Terminal {
		s.Pace()
	}
	ctx, stop := context.WithCancel(ctx)
	if s.Owner != nil {
		defer s.Owner.Go(ctx)()
	}
	defer stop()
	defer s.Person.Close()
	defer s.Close()
	defer s.stopReview()
	defer s.Coach.Stop()

	hosts := s.First.Verb == Host // before the session prints who plays
	if hosts {
		s.complain(s.perform(s.First))
		s.now = s.Person.Now()
	}
	s.welcome()
	if !hosts {
		s.complain(s.perform(s.First))
	}
	var pending chan typed
	for {
		s.news()
		s.flush()
		switch {
		case s.done:
			return nil
		case s.secret != nil && pending == nil:
			pending = make(chan typed, 1)
			go func(w *word, to chan<- typed) {
				answer, err := s.In.ReadSecret(w.Ask)
				to <- typed{answer, err, w}
			}(s.secret, pending)
			s.secret = nil
		case pending != nil:
		case s.waits() && (!s.Terminal || len(s.files) > 0):
			select {
			case <-s.Person.Ready():
			case <-s.absence:
				s.print("The other side left.")
				s.done = true
			case <-ctx.Done():
				return ctx.Err()
			}
			continue
		case len(s.files) > 0:
			s.loadLine()
			continue
		default:
			pending = make(chan typed, 1)
			go func(to chan<- typed) {
				line, err := s.In.ReadLine()
				to <- typed{line, err, nil}
			}(pending)
		}
		select {
		case <-s.Person.Ready():
		case <-ctx.Done():
			return ctx.Err()
		case got := <-pending:
			pending = nil
			if err := s.got(got); err != nil {
				return err
			}
		}
	}
}

// waits reports whether the session waits for another player or for a computation.
func (s *Session) waits() bool {
	asked := s.now.Offer != table.NoOffer && s.now.OfferBy == s.now.Seat
	if s.Coach.Judging() || s.Coach.Asks() {
		return s.Coach.Judging()
	}
	return s.now.Thinking && !s.now.Paused || s.now.Waits || asked || s.late || s.Sent() || s.Person.Hinting() || s.reviewer.Running
}

// typed is the result of reading a line.
type typed struct {
	line   string
	err    error
	secret *word // the command whose secret argument the line is
}

func (s *Session) got(t typed) error {
	switch {
	case t.secret != nil && t.err == nil:
		s.complain(s.act(table.Play(t.secret.Name + " " + t.line)))
	case t.secret != nil:
		s.print(fmt.Sprintf("Nothing was entered; %s asks again.", t.secret.Name))
	case t.err == nil:
		s.stopReview()
		if !s.answered(t.line) {
			s.complain(s.do(t.line))
		}
	case errors.Is(t.err, io.EOF):
		s.quit(s.asking != nil) // the second time, quit without asking
	case errors.Is(t.err, lines.ErrLong) || errors.Is(t.err, lines.ErrBinary):
		s.complain(t.err)
	default:
		return t.err
	}
	return nil
}

// loadLine carries out the next line of the innermost file.
func (s *Session) loadLine() {
	f := s.files[len(s.files)-1]
	line, err := f.in.Next()
	where := fmt.Sprintf("%s:%d: ", phrase.Name(f.name), f.in.Number())
	switch {
	case err == nil && s.answered(line):
	case err == nil:
		err = s.do(line)
	case errors.Is(err, lines.ErrLong) || errors.Is(err, lines.ErrBinary) && f.in.Number() > 1:
	default: // the end, or not a text file
		_ = f.handle.Close() // only read
		s.files = s.files[:len(s.files)-1]
		if errors.Is(err, io.EOF) {
			return
		}
	}
	if err != nil {
		s.print(where + Sentence(err))
	}
}

// do carries out one line.
func (s *Session) do(line string) error {
	line = strings.TrimSpace(line)
	if line == "" && s.more() {
		return nil
	}
	if line == "" && s.Terminal && s.Study.Course() != nil && !s.Study.Course().Asks() {
		return s.studied(s.Study.Next())
	}
	if line == "" || line[0] == '#' {
		return nil
	}
	s.rest = pages{}
	r, err := s.known().Read(line, s.now)
	if err != nil {
		return err
	}
	return s.perform(r)
}

// perform carries out a request.
func (s *Session) perform(r Request) error {
	w, known := s.known().of(r)
	timely := func() bool { return w.When == 0 || w.When&game.PhaseOf(s.now.ToMove) != 0 }
	switch {
	case Watches(s.now) && known && !Usable(w.Word, s.now) && !(r.Text == "" && strings.HasPrefix(w.Args, "[")):
		return ErrWatching
	case !timely() && !(r.Verb == Host && s.hosted()) && !(w.When&game.Before != 0 && (r.Verb == Print && s.now.Ply == 0 || s.setUp() && timely())):
		return Untimely(w.Word)
	}
	switch r.Verb {
	case Nothing:
	case Layer:
		s.layers[r.Text] = !s.layers[r.Text]
		s.board()
	case Secret:
		switch {
		case r.Text == "" && s.Terminal:
			s.secret = &w
		case s.Terminal:
			return fmt.Errorf("%s without an argument; attic then asks for it and does not show it", game.Type(w.Name))
		default:
			return s.played(join(w.Name, r.Text))
		}
	case Print:
		switch {
		case w.Says != "":
			s.print(w.Says)
		case s.Listens && len(w.Items) > 0:
			s.list(w.Name, itemised(w.Items), "\n")
		default:
			s.print(strings.TrimSuffix(w.Show(s.now.View), "\n"))
		}
	case Play:
		err := s.played(r.Text)
		if !known && errors.Is(err, game.ErrNotation) {
			return fmt.Errorf("unknown command or move %q: %w; %s for the commands", phrase.Clip(r.Text), err, game.Type("help"))
		}
		return err
	case Hint:
		if !known {
			return s.hint(r.Text)
		}
		return w.run(s, r.Text)
	case Review:
		return s.review(r.Text)
	default:
		if known {
			return w.run(s, r.Text)
		}
		return fmt.Errorf("there is no command %q here", r.Verb)
	}
	return nil
}

// welcome greets a person at a terminal.
func (s *Session) welcome() {
	if !s.Terminal {
		return
	}
	info := s.Person.Game().Info()
	s.print(info.Title + ". " + info.Brief + ". Type help for the commands, quit to leave.")
	if s.First.Verb == Lesson || s.First.Verb == Puzzle { // whose own text says the rest
		return
	}
	if Follows(s.now) {
		s.print(Joined(s.now, info))
	}
	s.print(Goal(s.now))
	for seat, p := range s.now.Players {
		if p.Program && !info.Seats[seat].Fixed && s.now.Other == table.Near && s.First.Verb == Nothing {
			s.print(fmt.Sprintf("%s: %s.", info.Seats[seat].Name, whoIs(s.Person.Game(), s.now, seat)))
		}
	}
	if !s.Person.Now().Kept && s.now.Other == table.Near {
		s.offer()
	}
	s.board()
	s.turn()
	if moves := s.Person.Sight().Moves(); len(moves) > 0 && (s.now.ToMove >= 0 || s.now.Other == table.Near) {
		s.print("Type a move like this: " + moves[0].Text + ".")
	}
	_, bots := s.Person.Game().(game.Bots)
	if program := slices.ContainsFunc(s.now.Players, func(p match.Player) bool { return p.Program }); bots && !program && s.First.Verb == Nothing && s.now.Other == table.Near {
		s.print("Two people play here; " + game.Type("opponent ai") + " to play the computer.")
	}
}

// offer tells the person that a kept game can be continued.
func (s *Session) offer() {
	k, ok := s.Store.Kept(s.Person.Game().Info().Name)
	switch {
	case ok && k.Damage != nil:
		s.warned = warned{k.Number, k.Damage.Line}
		s.complain(k.Damage)
	case ok:
		moves := Length(k.Match)
		if k.Lost != "" {
			moves += " (" + k.Lost + ")"
		}
		s.print(fmt.Sprintf("A game of %s is kept, %s; %s to continue it.", k.Left.Format("2 January 15:04"), moves, game.Type(ResumeWord)))
	}
}

// news prints new events.
func (s *Session) news() {
	defer func() { s.print(s.Study.Told()) }()
	defer s.looked()
	s.reviewed()
	if err := s.Refused(); table.CodeOf(err) == "closed" && s.now.Other != table.Near {
		s.late = true
	} else {
		s.complain(err)
	}
	events := s.Person.Take()
	last := 0
	for i, e := range events {
		if told(e) {
			last = i
		}
	}
	for i, e := range events {
		before := s.now
		s.now = e.Now
		s.Follow(e)
		hinted, err := s.Advice.Take(e)
		s.advised(hinted)
		switch {
		case err != nil:
			s.complain(fmt.Errorf("no hint was found: %w", err))
		case Apart(e, before, s.Person.Game().Info()) != "":
			s.apartNews(e, before)
		case e.What == table.Thinking:
			s.expected = e.Report
		case told(e):
			s.tell(e, before, i == last)
		}
		if e.What == table.Parted {
			s.late = false
		}
		s.was = e.Sight
	}
}

// told reports whether an event is printed as a report of something that happened.
func told(e table.Event) bool {
	switch e.What {
	case table.Thinking, table.Hinted, table.Seated, table.Paced, table.Presence, table.Offered, table.Declined, table.Said, table.Revealed, table.Watched,
		table.Claimable, table.Claimed:
		return false
	}
	return true
}

// others reports whether an event is a move or a set-up by the player on another machine.
func others(e table.Event, before table.Now) bool {
	return e.Other != table.Near && e.By != e.Now.Seat && (e.By != game.Anyone || before.Waits)
}

// tell prints one event. last is whether no other event follows; only then is the board printed.
func (s *Session) tell(e table.Event, before table.Now, last bool) {
	status := e.Now.View.Status()
	switch e.What {
	case table.Played:
		if e.Program && s.thoughts {
			defer s.expectation()
		}
		switch {
		case s.Listens && status.Last == "":
			s.print(difference(before.View.Describe(), e.View.Describe()))
		case s.Terminal:
			s.print(status.Last)
		case e.Program || e.Move.Final || others(e, before):
			s.print(cmp.Or(status.Script, status.Last))
		}
	case table.NotKept, table.KeptAgain:
		s.print(Keeping(e))
		return
	case table.Failed:
		s.print(Failed(s.Person.Game(), e))
	case table.Began, table.Loaded:
		clear(s.layers)
		rematch := ""
		if e.What == table.Began {
			rematch = Rematched(e.Now, s.Person.Game().Info())
			s.say(rematch)
		}
		s.say(e.Text)
		switch {
		case s.Listens && e.What == table.Loaded:
			s.print(e.Now.View.Describe())
		case s.Listens && rematch == "" && (s.was.Ply > 0 || s.was.ToMove < 0 || e.ToMove >= 0): // otherwise the game goes back to the set-up
			s.print("A new game begins.")
		}
	case table.Round:
		clear(s.layers)
		s.say(fmt.Sprintf("Round %d begins.", e.Now.Round))
	case table.Undone:
		s.say(taken("Taken back", s.Person.Game(), s.was.History(), e.History()))
	case table.Redone:
		s.say(taken("Brought back", s.Person.Game(), e.History(), s.was.History()))
	}
	begins := before.ToMove == game.Anyone && e.ToMove >= 0 && e.Other != table.Near
	if begins {
		s.say(Goal(s.now))
	}
	threat, threatened := game.Preview{}, false
	if last {
		threat, threatened = s.threat()
		s.boardWith(threat)
	}
	if e.Now.Over && (s.Terminal || e.What == table.Played || e.What == table.Resigned) {
		text, why := ended(s)
		s.print(text)
		s.say(why)
		s.say(Waits(e.Now))
		s.say(s.after())
	} else if said := s.Listens && e.What == table.Played && status.Last != ""; last && (!said || begins || strings.HasPrefix(Turn(s.now, s.Person.Game().Info()), "You")) {
		s.turn()
	}
	if threatened {
		s.print(threat.Sentence)
	}
}

// after tells how to continue when the game is over.
func (s *Session) after() string {
	if s.Study.Course() != nil {
		return ""
	}
	shared := s.now.Other != table.Near
	switch {
	case Watches(s.now):
		return "The players may play again; type quit to leave."
	case shared && s.now.Other != table.Present: // nobody is there to agree
		return "Type quit to leave."
	}
	on, back := newWord+" for another game", ", undo to take a move back"
	if shared {
		on, back = "rematch to ask for another game", ", undo to ask to take a move back"
	}
	if _, ok := s.Person.Game().(game.Rounds); ok {
		on = "next for the next round"
	}
	if s.Person.Game().Info().Open { // otherwise the end of the round has revealed what was hidden
		on += back
	}
	return "Type " + on + ", quit to leave."
}

// turn tells a person at a terminal whose turn it is.
func (s *Session) turn() {
	info := s.Person.Game().Info()
	if text := Turn(s.now, info); text != "" {
		switch {
		case s.now.Thinking:
			text += " The computer is thinking."
		case s.now.Waits && s.now.ToMove >= 0 && s.now.Other != table.Awaited && !Watches(s.now):
			text += " Waiting for " + Inside(Other(s.now, info)) + "."
		}
		s.say(join(text, Clocks(s.now, info)))
	}
}

// complain prints an error.
func (s *Session) complain(err error) {
	if err != nil {
		s.print(Sentence(err))
	}
}

// say prints to a terminal only: text that a script does not need.
func (s *Session) say(text string) {
	if s.Terminal && text != "" {
		s.print(text)
	}
}

// print adds a text to the output; on a terminal, broken into lines that fit.
func (s *Session) print(text string) {
	if !s.Screen {
		text = game.Typed(text)
	}
	if s.Terminal && !s.Screen && s.Columns != nil {
		text = strings.Join(prose.Fold(text, s.Columns()), "\n")
	}
	s.draw(text)
}

// draw adds a drawing to the output, whose lines stay as they are.
func (s *Session) draw(text string) {
	if text != "" {
		fmt.Fprintln(&s.printed, text)
	}
}

// flush writes the output in one piece: on a terminal above the line being typed.
func (s *Session) flush() {
	if s.printed.Len() > 0 {
		_, _ = io.WriteString(s.Out, s.printed.String()) // if this fails, nobody is reading
		s.printed.Reset()
	}
}

// Sentence turns an error into a sentence. Pass the sentence to game.Typed or game.Keyed, which write its commands for a prompt or a
// screen.
func Sentence(err error) string {
	text := err.Error()
	word, _, _ := strings.Cut(game.Typed(text), " ")
	if strings.IndexFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }) < 0 {
		text = game.Capital(text)
	}
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	return text
}

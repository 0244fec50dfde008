// Package lines is the line mode: the front-end in which a person at a terminal, or a script on a pipe, types moves and commands and reads the
// answers, one below the other. Session is the conversation at a table, Menu the choice of a game before it. The commands and their effects are
// in desk/command, which the screens share.
package lines

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"attic/desk/command"
	"attic/draw/prose"
	"attic/game"
	"attic/internal/phrase"
	"attic/table"
	"attic/teach/reviewer"
	"attic/teach/study"
)

// Input is the source of a session's lines.
type Input interface {
	// ReadLine returns the next line without its end, or io.EOF.
	ReadLine() (string, error)
	// ReadSecret asks for a line without showing it. It returns an error if there is no terminal.
	ReadSecret(question string) (string, error)
}

// Session is the conversation of a person or a script with a table, in lines.
type Session struct {
	*command.Config // the Config of the requests
	requests        *command.Requests
	in              Input
	out             io.Writer

	First  command.Request // what Run carries out first
	Guides bool            // without a Terminal: print how to begin, and the effect of each move of the set-up
	Prompt func(string)    // sets the text before the line that a person types; nil: there is no such text
	Wide   func() int      // returns the width of the terminal in columns; nil: it stays as in Config
	Agreed bool            // set by Run: the person left though the game is not saved

	now  table.Now
	was  table.Sight // the sight printed last
	rest pages       // the rest of the list printed last

	expected  game.Report // the report of the thinking computer
	reviewer  *reviewer.Reviewer
	secret    *secret          // the secret argument to ask for next
	held      string           // a request for a hint that waits for the answer to the previous one
	soon      <-chan time.Time // fires when a prompt is due although the computation is still running
	announced bool             // the person has read that the answer takes longer
	described bool             // a lesson has described the effect of the next move
	printed   strings.Builder
	done      bool
	asking    func()           // what to do if the answer to the last question is yes; or nil
	late      bool             // a request reached the other side after it had left; the event that reports this has not arrived yet
	absence   <-chan time.Time // on a pipe: fires when the other side has been away for too long
}

// New returns a session at a table, which reads lines from in and writes answers to out.
func New(c command.Config, in Input, out io.Writer) *Session {
	q := command.NewRequests(c)
	s := &Session{
		Config: &q.Config, requests: q, in: in, out: out, now: c.Person.Now(), was: c.Person.Sight(),
		reviewer: reviewer.New(c.Person),
	}
	s.reviewer.Keep = command.KeepReview(c.Store)
	return s
}

// Complete returns the possible completions of a line.
func (s *Session) Complete(line string) []string { return s.requests.Complete(line) }

// Run reads and carries out lines until quit, the end of input, or the end of ctx.
func (s *Session) Run(ctx context.Context) error {
	s.measure()
	if s.Terminal {
		s.requests.Pace()
	}
	ctx, stop := context.WithCancel(ctx)
	if s.Owner != nil {
		defer s.Owner.Go(ctx)()
	}
	defer stop()
	defer s.Person.Close()
	defer s.requests.Close()
	defer s.stopReview()
	defer s.requests.Coach.Stop()

	early := s.First.Verb == command.Host || s.First.Verb == command.Resume // before the session prints who plays, and what
	if early {
		s.complain(s.perform(s.First))
		s.now = s.Person.Now()
	}
	s.welcome()
	if !early {
		s.complain(s.perform(s.First))
	}
	var pending chan typed
	for {
		s.news()
		s.flush()
		seeks := s.seeks()
		if seeks == "" {
			s.soon, s.announced = nil, false
		} else if s.soon == nil && !s.announced {
			s.soon = time.After(patience)
		}
		switch {
		case s.done:
			return nil
		case s.secret != nil && pending == nil:
			pending = make(chan typed, 1)
			go func(w *secret, to chan<- typed) {
				answer, err := s.in.ReadSecret(w.asks)
				to <- typed{answer, err, w}
			}(s.secret, pending)
			s.secret = nil
		case pending != nil:
		case s.waits() && (!s.Terminal || len(s.requests.Loads) > 0):
			select {
			case <-s.Person.Ready():
			case <-s.absence:
				s.print(table.OtherLeftAfter.In(s.Person.Sight().Situation).Line(table.Typed))
				s.done = true
			case <-ctx.Done():
				return ctx.Err()
			}
			continue
		case s.Terminal && seeks != "" && (!s.announced || s.held != ""):
			select {
			case <-s.Person.Ready():
			case <-s.soon:
				s.soon, s.announced = nil, true
				if s.Listens || s.Person.Hinting() { // otherwise the sentence on the turn says so
					s.print(seeks)
				}
			case <-ctx.Done():
				return ctx.Err()
			}
			continue
		case s.held != "":
			line := s.held
			s.held = ""
			s.complain(s.do(line))
			continue
		case len(s.requests.Loads) > 0:
			wrong := s.requests.Loads.Next(func(line string) error {
				if s.answered(line) {
					return nil
				}
				return s.do(line)
			})
			if s.print(wrong); wrong != "" {
				Fails(s.in, wrong)
			}
			continue
		default:
			if s.Prompt != nil {
				mark := ""
				if s.unsaved() != "" {
					mark = table.NotSaved.Title() + ": "
				}
				s.Prompt(mark + s.Person.Game().Info().Name + "> ")
			}
			pending = make(chan typed, 1)
			go func(to chan<- typed) {
				line, err := s.in.ReadLine()
				to <- typed{line, err, nil}
			}(pending)
		}
		select {
		case <-s.Person.Ready():
		case <-ctx.Done():
			return ctx.Err()
		case got := <-pending:
			s.measure()
			pending = nil
			if err := s.got(got); err != nil {
				return err
			}
		}
	}
}

func (s *Session) measure() {
	if s.Wide != nil {
		s.Columns = s.Wide()
	}
}

// waits reports whether the session waits for another player or for a computation.
func (s *Session) waits() bool {
	if s.requests.Coach.Judging() || s.requests.Coach.Asks() {
		return s.requests.Coach.Judging()
	}
	return s.now.Thinking && !s.now.Paused || s.now.Situation.Waits || s.now.Asked(true) || s.late || s.requests.Sent() > 0 || s.Person.Hinting() || s.reviewer.Running
}

// patience is the time for which a terminal shows no prompt, because an answer may come soon.
const patience = time.Second

// seeks returns a sentence on the computation that a person at a terminal waits for, or "".
func (s *Session) seeks() string {
	switch {
	case s.Person.Hinting():
		return "This is taking longer. The answer will follow."
	case s.now.Thinking && !s.now.Paused && s.now.Programs() < len(s.now.Players):
		return "The computer is still thinking. Its move will follow."
	}
	return ""
}

type typed struct {
	line   string
	err    error
	secret *secret // the command that gets the line as its argument, or nil
}

// secret is a command whose argument nobody else may read, and the question for it.
type secret struct{ command, asks string }

func (s *Session) got(t typed) error {
	switch {
	case t.secret != nil && t.err == nil:
		s.complain(s.act(table.Play(t.secret.command + " " + t.line)))
	case t.secret != nil:
		s.print(fmt.Sprintf("Nothing was entered; %s asks again.", t.secret.command))
	case t.err == nil:
		s.stopReview()
		if !s.answered(t.line) {
			s.complain(s.do(t.line))
		}
		s.damage()
	case errors.Is(t.err, io.EOF):
		s.quit(s.asking != nil) // the second time, quit without asking
	case unreadable(t.err):
		s.complain(t.err)
	default:
		return t.err
	}
	return nil
}

// damage prints news about damaged files of the person. News that a script does not get is printed at the end.
func (s *Session) damage() {
	if s.Terminal {
		s.print(strings.Join(s.Store.News(), "\n"))
	}
}

func (s *Session) do(line string) error {
	line = strings.TrimSpace(line)
	if line == "" && s.more() {
		return nil
	}
	if c := s.requests.Study.Course(); line == "" && s.Terminal && c != nil && !c.Asks() {
		return s.perform(command.Request{Verb: command.Next})
	}
	if line == "" || line[0] == '#' {
		return nil
	}
	s.rest = pages{}
	r, err := s.requests.Words().Read(line, s.now)
	if err != nil {
		return err
	}
	if s.Terminal && s.Person.Hinting() && (r.Verb == command.Hint || r.Verb == command.Why) { // on a pipe, the next line is not read until then
		s.held = line
		return nil
	}
	return s.perform(r)
}

func (s *Session) welcome() {
	info := s.Person.Game().Info()
	if !s.Terminal {
		if s.Guides && s.now.ToMove == game.Anyone {
			s.print(command.Turn(s.now, info))
		}
		return
	}
	s.print(info.Title + ". " + info.Brief + ". Type help for the commands, quit to leave.")
	if s.First.Verb == command.Lesson || s.First.Verb == command.Puzzle || s.First.Verb == command.Today { // the text of the course explains the rest
		return
	}
	if s.now.Follows() {
		s.print(s.Person.Sight().Greeting().Line(table.Typed))
	}
	s.print(command.Goal(s.now))
	for seat, p := range s.now.Players {
		if p.Program && !info.Seats[seat].Fixed && !s.now.Shared() && s.First.Verb == command.Nothing {
			s.print(fmt.Sprintf("%s: %s.", info.Seats[seat].Name, command.Who(s.Person.Game(), p)))
		}
	}
	if !s.Person.Now().Kept && !s.now.Shared() {
		said, err := s.requests.Offer()
		s.damage()
		s.print(said)
		s.complain(err)
	}
	s.board(game.Preview{})
	s.turn()
	if moves := s.Person.Sight().Moves(); len(moves) > 0 && (s.now.ToMove >= 0 || !s.now.Shared()) {
		s.print("Type a move like this: " + game.Said(moves[0].Text) + ".")
	}
	_, bots := s.Person.Game().(game.Bots)
	if bots && s.now.Programs() == 0 && s.First.Verb == command.Nothing && !s.now.Shared() {
		s.print("Two people play here; " + game.Type("opponent ai") + " to play the computer.")
	}
}

func (s *Session) news() {
	defer func() { s.print(s.requests.Study.Told()) }()
	defer s.looked()
	s.reviewed()
	if err := s.requests.Refused(); table.CodeOf(err) == "closed" && s.now.Shared() {
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
		before := s.was.Revealed().Now // not s.now, which perform sets before the events are read
		s.now = e.Sight.Revealed().Now
		s.requests.Follow(e)
		hinted, err := s.requests.Advice.Take(e)
		if hinted {
			s.advised()
		}
		switch {
		case err != nil:
			s.complain(fmt.Errorf("no hint was found: %w", err))
		case e.News(before).Line(table.Typed) != "" && e.What != table.Began:
			s.sharedNews(e, before)
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
		table.Claimable, table.Claimed, table.Aided:
		return false
	}
	return true
}

// others reports whether an event is a move or a set-up by the player on another machine.
func others(e table.Event, before table.Now) bool {
	return e.Shared() && e.By != e.Now.Seat && (e.By != game.Anyone || before.Situation.Waits)
}

// tell prints one event. It prints the board only if last is set, which means that no other event follows.
func (s *Session) tell(e table.Event, before table.Now, last bool) {
	status := e.Now.View.Status()
	switch e.What {
	case table.Played:
		if e.Program && s.requests.Thoughts {
			defer s.expectation()
		}
		switch {
		case s.described:
			s.described = false
		case s.Listens && status.Last == "":
			s.print(difference(before.View.Describe(), e.View.Describe()))
		case s.Terminal, s.Guides && before.ToMove == game.Anyone, s.requests.Study.Course() != nil:
			s.print(cmp.Or(status.Ended, status.Last))
		case e.Program || e.Move.Final || others(e, before) || before.ToMove >= 0 && !s.Person.Game().Info().Open:
			s.print(cmp.Or(status.Script, status.Last))
		}
	case table.NotKept, table.KeptAgain:
		if s.print(command.Keeping(e)); e.What == table.NotKept {
			Fails(s.in, command.Keeping(e))
		}
		return
	case table.Failed:
		s.print(command.Failed(s.Person.Game(), e))
		Fails(s.in, command.Failed(s.Person.Game(), e))
	case table.Began, table.Loaded:
		clear(s.requests.Layers)
		rematch := ""
		if e.What == table.Began {
			rematch = e.News(before).Line(table.Typed)
			s.say(rematch)
		}
		s.say(e.Text)
		switch {
		case s.Listens && e.What == table.Loaded:
			s.print(e.Now.View.Describe())
		case s.Listens && rematch == "" && (s.was.Ply > 0 || s.was.ToMove < 0 || e.ToMove >= 0): // otherwise the game goes back to the set-up
			s.print("A new game begins.")
		case !s.Terminal && e.Follows() && e.ToMove == e.Now.Seat && e.Ply != s.was.Ply: // the other player has moved before the connection was complete
			s.print(cmp.Or(status.Script, status.Last))
		}
	case table.Round:
		clear(s.requests.Layers)
		s.say(fmt.Sprintf("Round %d begins.", e.Now.Round))
	case table.Undone:
		s.say(taken("Taken back", s.Person.Game(), s.was.History(), e.History()))
	case table.Edited:
		s.print(command.Place(s.Person.Game(), e.Sight))
	case table.Redone:
		s.say(taken("Brought back", s.Person.Game(), e.History(), s.was.History()))
	}
	begins := before.ToMove == game.Anyone && e.ToMove >= 0 && e.Shared()
	if begins {
		s.say(command.Goal(s.now))
	}
	threat, threatened := game.Preview{}, false
	if last {
		threat, threatened = s.threat()
		s.board(threat)
	}
	if e.Now.Over && (s.Terminal || e.What == table.Played || e.What == table.Resigned) {
		text, why := s.requests.Ended(e.Sight)
		s.print(text)
		s.say(why)
		s.say(table.GameOverOpen.In(e.Situation).Line(table.Typed))
		s.say(s.after())
	} else if said := s.Listens && e.What == table.Played && status.Last != ""; last && (!said || begins || strings.HasPrefix(command.Turn(s.now, s.Person.Game().Info()), "You")) {
		s.turn()
	}
	if threatened {
		s.print(threat.Sentence)
	}
}

// after returns how to continue when the game is over.
func (s *Session) after() string {
	if s.requests.Study.Course() != nil {
		return ""
	}
	shared := s.now.Shared()
	switch {
	case s.now.Watches():
		return "The players may play again; type quit to leave."
	case shared && !s.now.Situation.Here(): // nobody is there to agree
		return "Type quit to leave."
	}
	on, back := "new for another game", ", undo to take a move back"
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

// turn prints, for a person at a terminal, whose turn it is, unless a lesson says what to do.
func (s *Session) turn() {
	if c := s.requests.Study.Course(); c != nil && c.Number > 0 && !c.Free() {
		return
	}
	info := s.Person.Game().Info()
	text := command.Turn(s.now, info)
	switch at := s.now.Situation; {
	case text == "":
		return
	case s.now.Thinking:
		text += " The computer is thinking."
	case at.Waits && s.now.ToMove >= 0 && at.Joined() && !s.now.Watches():
		text = table.TheirMove.In(at).Line(func(string) string { return text })
	}
	s.say(strings.TrimSpace(text + " " + command.Clocks(s.now, info)))
}

// board prints the board to a terminal, with the marks of a preview.
func (s *Session) board(p game.Preview) {
	if s.Terminal && !s.Listens {
		s.draw(s.requests.Board(s.now.View, p))
	}
}

// complain prints an error. For a script it also counts as a failure, unless it is about a move that a lesson did not ask for.
func (s *Session) complain(err error) {
	if err != nil {
		if !errors.Is(err, study.ErrUnasked) {
			Fails(s.in, err)
		}
		s.print(command.Sentence(err))
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
	text = game.Typed(text)
	if s.Terminal && s.Columns > 0 {
		text = strings.Join(prose.Fold(text, s.Columns), "\n")
	}
	s.draw(text)
}

// draw adds a drawing to the output, whose lines stay as they are.
func (s *Session) draw(text string) {
	if text != "" {
		fmt.Fprintln(&s.printed, text)
	}
}

func (s *Session) expectation() {
	if len(s.expected.Line) > 0 {
		s.print(fmt.Sprintf("It looked %s ahead and expects %s.", phrase.Count(s.expected.Depth, "move"), strings.Join(s.expected.Line, " ")))
	}
	s.expected = game.Report{}
}

// flush writes the output in one piece: on a terminal above the line being typed.
func (s *Session) flush() {
	if s.printed.Len() > 0 {
		_, _ = io.WriteString(s.out, s.printed.String()) // if this fails, nobody is reading
		s.printed.Reset()
	}
}

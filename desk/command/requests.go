// Package command holds everything that a person can ask for at a table. The commands of the line mode are data, from which help and
// completion are made. A typed line, a key, a button or a menu makes a Request, which Requests carries out for every front-end.
package command

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"attic/draw/grid"
	"attic/game"
	"attic/game/learn"
	"attic/internal/phrase"
	"attic/match"
	"attic/match/store"
	"attic/table"
	"attic/teach/advice"
	"attic/teach/coach"
	"attic/teach/searcher"
	"attic/teach/study"
)

// Config holds the arguments of NewRequests.
type Config struct {
	Person   *table.Person
	Owner    *table.Table // nil if the table belongs to another person; saved games cannot be resumed in that case
	May      May
	Store    store.Store
	Terminal bool                   // a person makes the requests, not a script: games and settings are kept
	Menu     bool                   // there is a menu
	Listens  bool                   // the person listens: lists come in parts, and boards are printed only on request
	Net      table.Network          // nil: host and join are refused
	Paint    func(grid.Grid) string // returns a board as text; nil: without colours
	Mono     bool                   // the terminal has no colours
	ASCII    bool                   // the terminal has no Unicode
	Columns  int                    // the width of the terminal; 0: it is unknown
	Settings *store.Settings        // the settings that commands change; nil: those of the Store, or on a pipe the defaults
	Study    *study.Study           // lessons and puzzles; nil: new ones
	Mind     func() (int, string)   // returns the position that the person looks at, or table.Latest, and the move that they have in mind there, or ""; nil: the latest position and no move
}

// Requests carries out the requests of one person at a table, for the line mode and the screens. It prints and shows nothing: events of the
// table report what happens, and an Answer holds the rest. It is not safe for concurrent use.
type Requests struct {
	Config
	Loads    Loads           // the files of commands being loaded
	Layers   map[string]bool // the layers of the board that are shown
	Thoughts bool            // report what the computer expects when it moves
	Advice   *advice.Advice
	Coach    *coach.Coach
	Engine   *searcher.Searcher // of an analysis

	words, taught Vocabulary // outside lessons and puzzles, and inside
	sent          []sent     // the requests that the table has not answered yet
	notes         []string   // for the next Answer
	wishes        wishes
	computer      computer
	library       library
}

// sent is an act that was sent to the table, until it is answered.
type sent struct {
	answer *table.Answer
	what   table.Verb
}

// Answer is the result of a request apart from the events of the table.
type Answer struct {
	Note    string       // text for a person, which a script does not need
	Marks   game.Preview // on a terminal, if there are any, the board is printed with them
	Drawing string       // lines that must stay as they are
	Text    string       // sentences
	List    Listing
	Match   *match.Match // for AnalysisPage, with the first sentence there as Title

	Opens  Page     // the page that the front-end shows, with the Title and the Text if they are not empty
	Title  string   // the title of a page
	Secret string   // for SecretPage: the command for whose argument the page asks
	Asks   Question // if it has a text, the front-end asks it, and after a yes carries out the request again, with Sure
	Sent   bool     // something was sent to the table that it has not answered yet
}

// Page is a part of a front-end that a request leads to.
type Page uint8

// The pages.
const (
	NoPage       Page = iota
	BoardPage         // the board has changed: a layer
	AdvicePage        // the content of Advice, if there is any
	AnswerPage        // the comment of Study on the answer to a question
	HelpPage          // the help of the page
	LessonsPage       // the list of lessons
	TodayPage         // the practice that is due today
	ReviewPage        // the review of the game
	EnginePage        // the engine's lines
	TextPage          // Text, with the Title
	AnalysisPage      // the analysis in Match, at a table of its own
	CodePage          // the QR code of the link to join
	SecretPage        // a question whose answer nobody else may read
	MenuPage          // the menu
	QuitPage          // the end of the program
)

// Listing is a list that a person has asked for. A person who listens gets it ten entries at a time.
type Listing struct {
	Noun    string // the plural of the entries, in lower case
	Entries []string
	Between string // the separator of entries: a line feed; or "", which means a comma or a blank, whichever fits
}

// Lines returns the entries in lines: one per line if Between is a line feed, otherwise several per line of at most width columns.
func (l Listing) Lines(width int) string {
	if l.Between == "\n" {
		return strings.Join(l.Entries, l.Between)
	}
	return wrap(l.Entries, l.Between, width)
}

// String returns everything to be read.
func (a Answer) String() string {
	return lined(a.Note, strings.TrimSuffix(a.Drawing, "\n"), a.Text, a.List.Lines(usualWidth))
}

// lined joins the texts that are not empty, one per line.
func lined(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(text string) bool { return text == "" }), "\n")
}

// shown returns an Answer with a text. Unless a person asked for it, the text is a Note, which a script does not need.
func shown(text string, asked bool) Answer {
	if asked {
		return Answer{Text: text}
	}
	return Answer{Note: text}
}

// NewRequests returns the Requests for the person in c.
func NewRequests(c Config) *Requests {
	if c.Paint == nil {
		c.Paint = grid.Grid.String
	}
	if c.Settings == nil {
		c.Settings = &store.Settings{}
		if c.Terminal {
			*c.Settings = c.Store.Profile.Settings()
		}
	}
	if c.Study == nil {
		c.Study = study.New(c.Person, c.Owner, c.Store, c.Terminal)
	}
	q := &Requests{Config: c, Layers: map[string]bool{}}
	q.words = vocabulary(c.Person.Game(), c.May, c.Owner != nil, c.Menu)
	q.taught = forCourse(q.words)
	q.Advice, q.Coach = advice.New(c.Person, c.Mind), coach.New(c.Person, c.Owner, &c.Settings.Coach)
	q.Engine = searcher.New(c.Person)
	q.wishes = wishes{c.Settings, c.Store, c.Terminal && c.May.Has(Remember)}
	q.computer = computer{person: c.Person, wishes: q.wishes, may: c.May, act: q.Act}
	q.library = library{person: c.Person, owner: c.Owner, store: c.Store, may: c.May, keeps: c.Terminal}
	return q
}

// Words returns the commands that exist now, which are different in a lesson or puzzle.
func (q *Requests) Words() Vocabulary {
	if q.Study.Course() != nil {
		return q.taught
	}
	return q.words
}

// Has reports whether a command exists at this table and is Usable now.
func (q *Requests) Has(verb Verb) bool { return q.Words().Has(verb, q.Person.Now()) }

// Read returns the request for a typed line.
func (q *Requests) Read(line string) (Request, error) { return q.Words().Read(line, q.Person.Now()) }

// Complete returns the possible completions of a line.
func (q *Requests) Complete(line string) []string { return q.Words().Complete(line, q.sight()) }

// sight returns what the person sees in the position on their screen.
func (q *Requests) sight() table.Sight {
	s := q.Person.Sight().Revealed()
	if q.Mind != nil {
		if ply, _ := q.Mind(); ply != table.Latest {
			return s.Earlier(ply)
		}
	}
	return s
}

// Check returns the command that a request comes from, or an error if the person cannot use it now. If a command needs the set-up and the game
// has not begun yet, Check returns the game to its set-up.
func (q *Requests) Check(r Request) (game.Word, error) {
	w, known := q.Words().of(r)
	now := q.sight().Now
	timely := func() bool { return w.When == 0 || w.When&game.PhaseOf(q.sight().ToMove) != 0 }
	switch {
	case now.Watches() && known && !Usable(w.Word, now) && !(r.Text == "" && strings.HasPrefix(w.Args, "[")):
		return w.Word, ErrWatching
	case now.Studies && slices.Contains(notStudied, r.Verb):
		return w.Word, fmt.Errorf("%s does not work in an analysis", game.Command(cmp.Or(w.Name, string(r.Verb))))
	case !known && !q.May.Has(Compute) && (r.Verb == Hint || r.Verb == Review):
		return w.Word, errors.New("hints and reviews are not available here")
	case timely(), r.Verb == Host && q.hosted(), w.When&game.Before != 0 && (r.Verb == Print && now.Ply == 0 || q.setUp() && timely()):
		return w.Word, nil
	}
	return w.Word, Untimely(w.Word, now)
}

// acts maps each verb that only sends an act to the table to that act.
var acts = map[Verb]func() table.Act{
	Undo: table.Undo, Redo: table.Redo, Resign: table.Resign, Next: table.Next, Finish: table.Finish, Hurry: table.Hurry,
	Accept: table.Accept, Decline: table.Decline,
	Draw:    func() table.Act { return table.Ask(table.DrawOffer) },
	Rematch: func() table.Act { return table.Ask(table.AgainOffer) },
}

// Do carries out a request that Check allows.
func (q *Requests) Do(r Request) (Answer, error) {
	before := len(q.sent)
	a, err := q.do(r)
	a.Sent = len(q.sent) > before
	a.Note = lined(append(q.notes, a.Note)...)
	q.notes = nil
	return a, err
}

func (q *Requests) do(r Request) (Answer, error) {
	if act, ok := acts[r.Verb]; ok && !(r.Verb == Next && q.Study.Course() != nil) {
		return Answer{}, q.Act(act())
	}
	sight := q.sight()
	switch r.Verb {
	case Nothing:
		return Answer{}, nil
	case Layer:
		q.Layers[r.Text] = !q.Layers[r.Text]
		return Answer{Opens: BoardPage}, nil
	case Secret:
		return q.secret(r)
	case Play:
		if name, _ := phrase.Cut(r.Text); r.By == "" && !q.Menu && q.Study.Course() != nil && q.words.Includes(strings.ToLower(name)) {
			return Answer{}, fmt.Errorf("%s does not work in a lesson or puzzle; %s to end it", game.Command(strings.ToLower(name)), game.Type("leave"))
		}
		a, err := q.play(r.Text)
		return a, Unknown(r, err)
	case Hint:
		return q.hint()
	case Why:
		ready, err := q.Advice.Why(r.Text)
		late := "Comparing " + phrase.Clip(r.Text) + " with the best move."
		if r.Text == "" {
			late = "Looking for the reasons of the best move."
		}
		return q.consulted(ready, err, late)
	case Note:
		move, err := q.Advice.Note()
		if err != nil {
			return Answer{}, err
		}
		return q.play(move)
	case Review:
		return Answer{Opens: ReviewPage}, nil
	case Analyse, Known, StudyLines, Go, Comment, Mark, Arrow, Ring, Line, Promote, MainLine, Cut:
		return analysis(q, r)
	case Engine:
		return engine(q, r.Text)
	case Stats:
		title, text, err := q.Stats(r.Text)
		return Answer{Opens: TextPage, Title: title, Text: text}, err
	case ToMenu:
		return Answer{Opens: MenuPage}, nil
	case Quit:
		return Answer{Opens: QuitPage}, nil
	case Help:
		if q.Menu && slices.Contains([]string{"", "all", "rules"}, strings.ToLower(r.Text)) {
			return Answer{Opens: HelpPage}, nil
		}
		return q.help(r.Text)
	case Say:
		if err := table.CheckChat(r.Text); err != nil {
			return Answer{}, err
		}
		return Answer{}, q.Act(table.Say(r.Text))
	case Mute:
		return mute(q.Person)
	case Claim:
		if r.Text != "" && !strings.EqualFold(r.Text, "draw") {
			return Answer{}, fmt.Errorf("unexpected %q: claim alone claims the win, claim draw a draw", phrase.Clip(r.Text))
		}
		return Answer{}, q.Act(table.Claim(r.Text != ""))
	case NewGame:
		if err := near(sight.Now); err != nil {
			return Answer{}, err
		}
		return Answer{}, q.Act(Again(q.Person.Game(), sight))
	case Clear:
		if asks := Ends(sight.Now); asks.Full != "" && q.Terminal && !r.Sure {
			return Answer{Asks: asks}, nil
		}
		if q.Owner != nil && sight.Shared() {
			q.Owner.Leave()
		}
		return Answer{}, q.Act(table.Clear())
	case ID:
		if r.Text == "" {
			id, err := sight.ID()
			return Answer{Drawing: id}, err
		}
		setup, err := ParseID(q.Person.Game(), r.Text)
		if err != nil {
			return Answer{}, err
		}
		return Answer{}, q.Act(table.Start(setup))
	case Warn:
		return q.wishes.warn(r.Text)
	case Coach:
		return q.wishes.coach(r.Text, q.Person.Game())
	case Thoughts:
		q.Thoughts = !q.Thoughts
		return Answer{Note: map[bool]string{true: "You will be told what the computer expects.", false: "You will not be told what the computer expects."}[q.Thoughts]}, nil
	case Opponent:
		return q.computer.opponent(r.Text)
	case Auto:
		return q.computer.auto()
	case Level:
		return q.computer.level(r.Text)
	case Speed:
		return q.computer.speed(r.Text)
	case Pause:
		return q.computer.pause(q.Terminal)
	case Seed:
		return Answer{}, q.computer.seed(r.Text)
	case Sit:
		return q.side(r.Text)
	case Name:
		if r.Text == "" {
			return Answer{Text: q.reader(sight).players()}, nil
		}
		return q.name(r.Text)
	case Save:
		return q.library.save(r.Text)
	case Games:
		return q.library.games(r.Text)
	case Resume:
		return q.library.resume(r.Text, r.Match)
	case Load:
		if path, _ := numbered(store.AtHome(r.Text)); r.Text != "" && store.IsGame(path) {
			return q.library.resume(r.Text, nil)
		}
		return Answer{}, q.Loads.open(r.Text)
	case Host:
		return q.host(r.Text)
	case QR:
		if _, err := QRLink(sight.Now); q.Menu && err == nil {
			return Answer{Opens: CodePage}, nil
		}
		drawing, err := q.QRCode(sight.Now)
		return Answer{Drawing: drawing}, err
	case Join:
		return Answer{}, q.join(r.Text)
	case Lesson:
		if strings.EqualFold(r.Text, Lessons) && q.Menu {
			return Answer{Opens: LessonsPage}, nil
		}
		if strings.EqualFold(r.Text, Lessons) {
			list, err := learn.Of(q.Person.Game())
			return Answer{Text: strings.TrimSuffix(learn.Chart(learn.Map(list, q.Study.Learnt())), "\n")}, err
		}
		return Answer{}, lesson(q.Study, q.Person.Game(), r.Text)
	case Puzzle:
		return Answer{}, q.Study.Puzzle(r.Text)
	case Practice:
		return q.wishes.practice(r.Text)
	case Today:
		if strings.EqualFold(r.Text, Lessons) && q.Menu && !q.Settings.Unasked {
			return Answer{Opens: TodayPage}, nil
		}
		return q.today(r.Text)
	case Task:
		return Answer{Text: q.Study.Asked()}, nil
	case Next:
		return Answer{}, q.Study.Next()
	case Return:
		returned, err := q.Study.Return()
		if err == nil && !returned {
			err = errors.New("there is no earlier position in this lesson or puzzle")
		}
		return Answer{}, err
	case Leave:
		return Answer{}, q.Study.Leave()
	}
	return q.reader(sight).answer(r, q)
}

// secret plays a command whose argument nobody else may read. It asks a person for the argument.
func (q *Requests) secret(r Request) (Answer, error) {
	w, _ := q.Words().of(r)
	switch {
	case r.Text != "" && q.Terminal:
		return Answer{}, Spoken(w.Word)
	case q.Terminal:
		return Answer{Opens: SecretPage, Secret: w.Name, Title: w.Ask}, nil
	}
	return q.play(strings.TrimSpace(w.Name + " " + r.Text))
}

// play plays a move, or answers the question of a lesson or puzzle.
func (q *Requests) play(text string) (Answer, error) {
	if q.Study.Course() == nil {
		return Answer{}, q.Move(table.Play(text))
	}
	err := q.Study.Answer(text, q.Act)
	if errors.Is(err, study.ErrUnasked) && !slices.ContainsFunc(q.sight().Moves(), func(m game.Move) bool { return m.Text == text }) {
		err = fmt.Errorf("unknown command %q; %w", phrase.Clip(text), err)
	}
	return Answer{Opens: AnswerPage}, err
}

// Held is what a person reads while the coach holds a move.
const Held = "The coach is checking this move first."

// Move sends a move to the table, unless the coach holds it to judge it first: see coach.Coach.Holding.
func (q *Requests) Move(a table.Act) error {
	if q.Coach.Holds(a) {
		return nil
	}
	err := q.Act(a)
	q.Coach.Sent(err)
	return err
}

// hint asks for a hint, or shows the next step of the hint for this position.
func (q *Requests) hint() (Answer, error) {
	if q.Study.Course() == nil {
		ready, err := q.Advice.Hint()
		return q.consulted(ready, err, "Thinking of a hint.")
	}
	found, err := q.Study.Hint()
	if err == nil {
		q.Advice.Show(found)
	}
	return q.consulted(err == nil, err, "")
}

// consulted returns the answer to a question for Advice. If the result is ready, that is the page with the result; otherwise it is err, or waiting, a
// message that the person has to wait.
func (q *Requests) consulted(ready bool, err error, waiting string) (Answer, error) {
	switch {
	case ready:
		return Answer{Opens: AdvicePage}, nil
	case err == nil && !q.Menu: // a page shows this without a message
		return Answer{Note: waiting}, nil
	}
	return Answer{}, err
}

// Act sends a to the table. If the table answers later, Refused returns any refusal.
func (q *Requests) Act(a table.Act) error {
	now, move := q.Person.Now(), table.Play("").Verb
	if now.Situation.Away() && a.Verb == move && slices.ContainsFunc(q.sent, func(r sent) bool { return r.what == move }) {
		return errors.New(table.StillWaits.In(now.Situation).Line(table.Typed)) // after that answer, this request would be refused
	}
	if a.Verb == table.Next().Verb || a.Verb == table.Clear().Verb { // the level may change because of the last game
		if note := q.computer.settle(); note != "" {
			q.notes = append(q.notes, note)
		}
	}
	answer := q.Person.Do(a)
	select {
	case <-answer.Done():
		return answer.Err()
	default:
		q.sent = append(q.sent, sent{answer, a.Verb})
		return nil
	}
}

// Sent returns the number of requests that the table has not answered yet.
func (q *Requests) Sent() int { return len(q.sent) }

// Refused returns the refusal of an earlier request, if one arrived since the last call.
func (q *Requests) Refused() (err error) {
	q.sent = slices.DeleteFunc(q.sent, func(r sent) bool {
		select {
		case <-r.answer.Done():
			if r.answer.Err() != nil {
				err = r.answer.Err()
			}
			return true
		default:
			return false
		}
	})
	return err
}

// Follow handles an event of the table.
func (q *Requests) Follow(e table.Event) {
	q.computer.follow(e)
	aidAgain(q, e.Sight)
}

// Pace sets the table's speed from the settings.
func (q *Requests) Pace() { q.computer.pace() }

// Close ends the requests. It does not leave the table.
func (q *Requests) Close() {
	q.computer.adjust()
	q.Engine.Close()
	q.Loads.close()
}

// setUp returns to the set-up of a game that started without one, unless a move has been played or somebody has joined. It reports whether it did so.
func (q *Requests) setUp() bool {
	started := q.Person.Game().Info().Started
	now := q.Person.Sight()
	setup, known := now.Setup()
	before := setup.Without(started)
	if started == "" || !known || before == setup || now.Ply != 0 || now.Shared() {
		return false
	}
	return q.Act(table.Start(before)) == nil
}

// near returns an error if another machine shares this game.
func near(now table.Now) error {
	if now.Shared() {
		return errors.New("you are playing this game with another machine; " + game.Type("clear") + " to end it")
	}
	return nil
}

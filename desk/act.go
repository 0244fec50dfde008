package desk

import (
	"fmt"
	"slices"
	"strings"

	"attic/desk/command"
	"attic/draw/prose"
	"attic/internal/phrase"
	"attic/table"
)

// play plays a move in the position shown. If later moves would be dropped, it asks first. It reports whether the move was played.
func (p *Play) play(text string) bool {
	if p.Study.Course() != nil {
		p.lecture.answer(text)
		return true
	}
	if p.retry.on() {
		p.Cursor.letGo()
		p.Message.complain(p.retry.attempt(text))
		return true
	}
	s := p.Person.Sight()
	if n := s.Ply - p.Ply; p.Back && n > 0 && !s.Studies && s.History()[p.Ply+1].Text != text {
		dropped := "The move after it would be dropped."
		if n > 1 {
			dropped = "The moves after it would be dropped."
		}
		p.Message.ask("Play on from here? "+dropped, "play on", func() { p.send(text) })
		return false
	}
	return p.send(text)
}

// send sends a move in the position shown to the table, and reports whether the table accepted it.
func (p *Play) send(text string) bool {
	p.Message.Said = ""
	switch {
	case p.requests.Sent() > 0 && p.Now.Situation.Away():
		p.Message.Said = table.StillWaits.In(p.Now.Situation).Page(p.Remote.fill(""))
		return false
	case p.requests.Sent() > 0:
		p.Message.Said = "Still waiting for the answer to your last request."
		return false
	}
	act := table.Play(text)
	if p.Back {
		act = table.PlayAt(p.Ply, text)
	}
	act.After = p.Now.N // the number of the change that the person sees
	err := p.requests.Move(act)
	if err == nil {
		p.Back = false
	}
	p.Message.complain(err)
	return err == nil
}

// carry carries out a typed line. A move is played in the position shown, as if it were touched. In lessons and puzzles, and in games
// with hidden information, a line always continues from the latest position, except in an analysis.
func (p *Play) carry(line string) {
	r, err := p.requests.Read(line)
	move := err == nil && r.Verb == command.Play && r.By == ""
	key := commandKeys[strings.ToLower(r.Text)]
	switch {
	case err != nil:
		p.Message.complain(err)
	case move && strings.EqualFold(r.Text, "leave"):
		if !p.Now.Shared() {
			p.ending.menu()
		} else {
			p.choose(leaveLine)
		}
	case move && key != "" && !p.retry.on() && p.use(key): // a command of the prompt that is a button here, such as new
	case move && p.retry.on(): // the move is judged as an attempt at the move being tried again
		p.play(r.Text)
	case err == nil && r.Verb == command.Play && p.Back && p.Now.Studies:
		p.play(r.Text)
	case move && p.Back && p.Info.Open && p.Study.Course() == nil && !p.Now.Watches():
		m, _ := p.Person.Sight().Match()
		_, played, err := m.At(p.Ply).Play(r.Text)
		if p.Message.Said = p.shut(len(p.Cursor.Moves)); p.Message.Said != "" {
			p.Message.Fresh = false
		} else if err != nil {
			p.Message.complain(command.Unknown(r, err))
		} else {
			p.play(played.Text)
		}
	default:
		p.want(r)
	}
}

// want carries out a request and shows the result.
func (p *Play) want(r command.Request) {
	p.Message.Said = ""
	text, err := p.run(r)
	if p.desk.Play != p { // the person has left the game
		return
	}
	p.Message.tell(text)
	p.Message.complain(err)
}

// here lists the requests that are carried out in the position shown, even if it is an earlier one. For other requests, the page first goes to the
// latest position.
var here = []command.Verb{
	command.Nothing, command.Layer, command.Help, command.Board, command.At, command.Last, command.Threats, command.Players, command.Coach, command.Review,
	command.Stats, command.ToMenu, command.Lesson, command.Puzzle, command.Today, command.Task, command.Leave,
	command.Analyse, command.Known, command.StudyLines, command.Go, command.Comment, command.Mark, command.Arrow, command.Ring, command.Line, command.Promote, command.MainLine, command.Cut,
	command.Engine, command.Hint, command.Why, command.Moves, command.Describe, command.Preview, command.Dump,
}

// run carries out a request, opens the page of the answer, and returns the text to show.
func (p *Play) run(r command.Request) (text string, err error) {
	course := p.Study.Course() != nil
	if p.Back && !slices.Contains(here, r.Verb) && !(course && r.Verb == command.Next) {
		p.live()
	}
	if _, err := p.requests.Check(r); err != nil {
		return "", err
	}
	shows, studied := p.advices.advice.Shows(), p.Study.Shows()
	a, err := p.requests.Do(r)
	if err == nil {
		text, err = p.opens(a)
	}
	if a.Opens == command.MenuPage || a.Opens == command.QuitPage {
		return "", nil
	}
	if r.Verb == command.Join && err == nil {
		p.Remote.joining = r.Text
	}
	if a.Asks.Short != "" {
		r.Sure = true
		p.Message.ask(a.Asks.Short, "leave", func() { p.want(r) })
	}
	p.Changes++                                                                    // a layer may have been shown or hidden
	p.advices.warn(p.Person.Game(), p.Now, p.desk.Settings.Warn, p.Back || course) // the setting for warnings may have changed too
	switch said, good := p.Study.Verdict(); {
	case p.advices.advice.Shows() != shows:
		p.Message.advised(p.advices.advice.Shown())
	case p.Study.Shows() != studied && !good: // otherwise the page shows it
		text = said
	}
	return text, err
}

// opens opens the page that an answer names. If the answer names none, opens returns the text to show.
func (p *Play) opens(a command.Answer) (text string, err error) {
	switch a.Opens {
	case command.NoPage:
		return a.String(), nil
	case command.HelpPage:
		p.help()
	case command.LessonsPage:
		err = p.lecture.lessons()
	case command.TodayPage:
		err = p.lecture.today()
	case command.ReviewPage:
		step := p.Person.Now().Ply
		if p.Back {
			step = p.Ply
		}
		if err = p.Review.open(step); err == nil {
			p.Cursor.Chosen = nil
		}
	case command.EnginePage:
		p.desk.Pages.open(enginePage(p))
	case command.TextPage:
		p.desk.Pages.Read(a.Title, prose.Parse(a.Text))
	case command.AnalysisPage:
		err = analyseApart(p, *a.Match, a.Title)
	case command.CodePage:
		p.desk.Pages.open(p.Remote.Scan())
	case command.SecretPage:
		p.Prompt.ask(a.Title, func(secret string) {
			if secret == "" {
				p.Message.Said = "Nothing was typed."
				return
			}
			p.Message.complain(p.requests.Act(table.Play(a.Secret + " " + secret)))
		})
	case command.MenuPage:
		p.ending.menu()
	case command.QuitPage:
		Quit(p.desk)
	}
	return "", err
}

func (p *Play) live() {
	p.retry.end()
	if p.Back {
		p.advices.advice.Cancel()
	}
	p.Back = false
	p.renew(p.Person.Sight())
}

// paste plays moves: one per line, or several in a line as the command history prints them.
func (p *Play) paste(text string) {
	if slices.Contains(p.desk.Pages, Page(&p.Review)) {
		p.Review.leave()
	}
	if p.Study.Course() != nil {
		line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
		p.lecture.answer(strings.TrimSpace(line))
		return
	}
	p.desk.Pages = nil
	p.pasting.moves = append(p.pasting.moves, command.MoveLines(text)...)
	if p.Back {
		p.live()
	}
}

// feed continues with pasted text and files being loaded, until the computer or a player on another machine is to move. At the end it shows the messages.
func (p *Play) feed() {
	var said []string
	for now := p.Person.Now(); !now.Thinking && (!now.Situation.Waits || now.Situation.Awaits()) && p.requests.Sent() == 0; now = p.Person.Now() {
		switch {
		case len(p.pasting.moves) > 0:
			if err := p.pasting.play(p.requests.Act, p.requests.Sent, now.Over); err != nil {
				said = append(said, command.Sentence(err))
			}
		case p.pasting.reviews:
			p.pasting.reviews = false
			if _, err := p.run(command.Request{Verb: command.Review}); err != nil {
				said = append(said, command.Sentence(err))
			}
		case len(p.requests.Loads) > 0:
			wrong := p.requests.Loads.Next(func(line string) error {
				r, err := p.requests.Read(line)
				if err != nil {
					return err
				}
				text, err := p.run(r)
				if text != "" {
					said = append(said, text)
				}
				return err
			})
			if p.desk.Play != p || p.desk.Quitting {
				return
			}
			if wrong != "" {
				said = append(said, wrong)
			}
		default:
			p.Message.tell(strings.Join(said, "\n"))
			return
		}
		for _, e := range p.Person.Take() {
			p.shown(e)
			p.Motion.Moving = false
		}
	}
	p.Message.tell(strings.Join(said, "\n"))
}

// pasting holds pasted moves that are still to be played.
type pasting struct {
	moves   []string
	trying  string // the line sent last, until its answer arrives
	reviews bool   // review the round once the moves are played
}

// play sends the first of the moves. sent returns the number of answers still to come. If this number is not 0, the caller passes the answer to
// answered when it arrives. over says whether the round is over.
func (p *pasting) play(send func(table.Act) error, sent func() int, over bool) error {
	line := p.moves[0]
	p.moves = p.moves[1:]
	act := table.Play(command.Move(line))
	if command.Heading(line) {
		if act = table.Next(); !over {
			return nil
		}
	}
	err := send(act)
	p.trying = line
	if sent() > 0 {
		return nil
	}
	return p.answered(err)
}

// answered handles the answer to the line sent last, if there is one. It splits a refused line into several moves, or returns an error.
func (p *pasting) answered(err error) error {
	line := p.trying
	if p.trying = ""; err == nil || line == "" {
		return err
	}
	if moves, splits := command.MoveParts(line); splits {
		p.moves = append(moves, p.moves...)
		return nil
	}
	left := len(p.moves)
	p.moves = nil
	switch {
	case left == 1:
		return fmt.Errorf("%q: %w; the command after it was skipped", phrase.Clip(line), err)
	case left > 1:
		return fmt.Errorf("%q: %w; the %d commands after it were skipped", phrase.Clip(line), err, left)
	}
	return fmt.Errorf("%q: %w", phrase.Clip(line), err)
}

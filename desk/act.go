package desk

import (
	"fmt"
	"slices"
	"strings"

	"attic/desk/command"
	"attic/draw/prose"
	"attic/game"
	"attic/internal/phrase"
	"attic/table"
)

// touch handles Enter or a click on a spot.
func (p *Play) touch(track, spot string) {
	if p.Now.Watches() {
		p.Message.Fresh, p.Message.Said = false, command.Sentence(command.ErrWatching)
		return
	}
	t, ok := p.Cursor.FindTrack(track)
	if !ok || spot == "" {
		return
	}
	switch {
	case p.Ahead.on():
		if p.Ahead.touch(spot) {
			return
		}
	case p.Thinking():
		p.Message.Said = "It is not your turn yet; Space lets the computer move now."
		return
	case p.theirs() && !p.Back:
		p.Message.Fresh, p.Message.Said = false, "It is not your turn yet."
		return
	}
	if why := p.shut(len(p.Cursor.Moves)); why != "" {
		p.Message.Fresh, p.Message.Said = false, why
		return
	}
	if t.Pick > 0 {
		if p.Message.Fresh, p.Message.Said = false, ""; !p.Cursor.collect(t, spot) {
			p.Message.Said = fmt.Sprintf("All %d are placed; press Enter on one to remove it.", t.Pick)
		}
		return
	}
	if n := len(p.Cursor.Chosen); n > 0 && p.Cursor.Chosen[n-1] == spot { // touched again: drop it
		p.Cursor.Chosen = p.Cursor.Chosen[:n-1]
		p.Message.Fresh = false
		return
	}
	for _, way := range [][]string{append(slices.Clone(p.Cursor.Chosen), spot), {spot}} {
		move, more := p.Cursor.Match(track, way)
		switch {
		case move != nil && !p.Ahead.on():
			p.play(move.Text)
			return
		case move != nil, more:
			p.Cursor.Chosen, p.Message.Fresh, p.Message.Said = way, false, ""
			return
		}
	}
	if stopped(p.Now, p.Back, p.past.of(p.Person.Sight())) { // no move begins with it
		return
	}
	p.Message.Fresh = false
	if p.Ahead.on() {
		p.Message.Said = "It is not your turn yet. Choose one of your pieces to prepare your next move."
		return
	}
	p.Message.Said = p.Now.View.Look(track, append(slices.Clone(p.Cursor.Chosen), spot)...).Sentence
}

// nextTrack switches to the next input mode, or to the next one that has this key. A complete pick is played; before it discards an
// incomplete one, it asks.
func (p *Play) nextTrack(key string) {
	p.Cursor.letGo()
	i := slices.IndexFunc(p.Cursor.Tracks, func(t game.Track) bool { return t.Name == p.Cursor.Track })
	for n := 1; i >= 0 && n < len(p.Cursor.Tracks); n++ {
		next := p.Cursor.Tracks[(i+n)%len(p.Cursor.Tracks)]
		if key != "" && !hasKey(next.Key, key) {
			continue
		}
		turn := func() {
			p.Cursor.turnTo(next.Name)
			p.Message.Fresh, p.Message.Said = false, ""
			p.ready()
		}
		t := p.Cursor.Tracks[i]
		switch spots, changed := p.Cursor.picks(t); {
		case !changed:
			turn()
		case len(spots) == t.Pick:
			if p.play(t.Word + " " + strings.Join(spots, ",")) {
				turn()
			}
		default:
			p.Message.ask(fmt.Sprintf("Only %d of %d placed. Discard and leave?", len(spots), t.Pick), "leave", turn)
			p.Message.question.no = "keep placing"
		}
		return
	}
}

// play plays a move in the position shown. If that drops later moves it asks first. It reports whether the move was played.
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
	if n := s.Ply - p.Ply; p.Back && n > 0 && s.History()[p.Ply+1].Text != text {
		dropped := "The move after it would be dropped."
		if n > 1 {
			dropped = fmt.Sprintf("The %s after it would be dropped.", phrase.Count(n, "move"))
		}
		p.Message.ask("Play on from here? "+dropped, "play on", func() { p.send(text) })
		return false
	}
	return p.send(text)
}

// send sends a move in the position shown to the table, and reports whether it was not refused.
func (p *Play) send(text string) bool {
	p.Message.Said = ""
	switch {
	case p.requests.Sent() > 0 && p.Now.Situation.Away():
		p.Message.Said = table.StillWaits.In(p.Now.Situation).Page(p.fill(""))
		return false
	case p.requests.Sent() > 0:
		p.Message.Said = "Still waiting for the answer to your last request."
		return false
	}
	act := table.Play(text)
	if p.Back {
		act = table.PlayAt(p.Ply, text)
	}
	act.After = p.Now.N // the change that the person sees
	err := p.requests.Move(act)
	if err == nil {
		p.Back = false
	}
	p.Message.complain(err)
	return err == nil
}

// carry carries out a typed line. A move is played in the position shown, like one that is touched, except in lessons and puzzles, and in
// games with hidden information, in which a line always continues the game.
func (p *Play) carry(line string) {
	r, err := p.requests.Read(line)
	move := err == nil && r.Verb == command.Play && r.By == ""
	switch {
	case err != nil:
		p.Message.complain(err)
	case move && strings.EqualFold(r.Text, "leave"):
		if !p.Now.Shared() {
			p.menu()
		} else {
			p.choose(leaveLine)
		}
	case move && p.retry.on(): // to be judged in place of the one being tried again
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

// want carries out a request and shows what it led to.
func (p *Play) want(r command.Request) {
	p.Message.Said = ""
	text, err := p.run(r)
	if p.desk.Play != p { // the person has left the game
		return
	}
	p.Message.tell(text)
	p.Message.complain(err)
}

// here lists the requests that are carried out in the position shown, even if that is an earlier one. Others go to the latest one first.
var here = []command.Verb{
	command.Nothing, command.Layer, command.Help, command.Board, command.At, command.Last, command.Threats, command.Players, command.Coach, command.Review,
	command.Stats, command.ToMenu, command.Lesson, command.Puzzle, command.Today, command.Task, command.Leave,
	command.Hint, command.Why, command.Moves, command.Describe, command.Preview, command.Dump,
}

// run carries out a request, opens what it leads to, and returns the text to show.
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
	if a.Asks.Short != "" {
		r.Sure = true
		p.Message.ask(a.Asks.Short, "leave", func() { p.want(r) })
	}
	p.Changes++                                                                    // a layer may have been shown or hidden
	p.advices.warn(p.Person.Game(), p.Now, p.desk.Settings.Warn, p.Back || course) // or the setting for warnings changed
	switch said, good := p.Study.Verdict(); {
	case p.advices.advice.Shows() != shows:
		p.Message.advised(p.advices.advice.Shown())
	case p.Study.Shows() != studied && !good: // otherwise the page shows it
		text = said
	}
	return text, err
}

// opens opens the page of an answer, and returns the text to show otherwise.
func (p *Play) opens(a command.Answer) (text string, err error) {
	switch a.Opens {
	case command.NoPage:
		return a.String(), nil
	case command.HelpPage:
		p.help()
	case command.LessonsPage:
		err = p.lessons()
	case command.TodayPage:
		err = p.today()
	case command.ReviewPage:
		step := p.Person.Now().Ply
		if p.Back {
			step = p.Ply
		}
		if err = p.Review.open(step); err == nil {
			p.Cursor.Chosen = nil
		}
	case command.TextPage:
		p.desk.Pages.Read(a.Title, prose.Parse(a.Text))
	case command.CodePage:
		err = p.showScan()
	case command.SecretPage:
		p.Prompt.ask(a.Title, func(secret string) {
			if secret == "" {
				p.Message.Said = "Nothing was typed."
				return
			}
			p.Message.complain(p.requests.Act(table.Play(a.Secret + " " + secret)))
		})
	case command.MenuPage:
		p.menu()
	case command.QuitPage:
		Quit(p.desk)
	}
	return "", err
}

// live goes back to the current position.
func (p *Play) live() {
	p.retry.end()
	if p.Back {
		p.advices.advice.Cancel()
	}
	p.Back = false
	p.renew(p.Person.Sight())
}

// menu leaves the game for the menu; if a game with another machine is running, it asks first.
func (p *Play) menu() {
	leave := func() {
		err := p.close()
		p.desk.Play, p.desk.Menu, p.desk.Form, p.desk.Pages = nil, newMenu(p.desk), Form{}, nil
		if err != nil {
			p.desk.Menu.Said = command.Sentence(err)
		}
	}
	q := command.Quits(p.Person.Now(), p.Info, p.desk.May)
	if !p.risks(endangered(p), "M", "menu", leave) {
		p.Message.askIf(q.Short != "", q.Short, "menu", leave)
	}
}

// paste plays moves: one a line, or several in a line as history prints them.
func (p *Play) paste(text string) {
	if slices.Contains(p.desk.Pages, Page(&p.Review)) {
		p.Review.leave()
	}
	if p.Study.Course() != nil {
		line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
		p.lecture.answer(strings.TrimSpace(line))
		return
	}
	if line := strings.TrimSpace(text); strings.HasPrefix(line, table.JoinCommand) && !strings.Contains(line, "\n") {
		p.want(command.Request{Verb: command.Join, Text: address(line)})
		return
	}
	p.pasting.add(text)
	if p.Back {
		p.live()
	}
}

// feed continues with pasted text and files being loaded, until the computer or a player elsewhere is to move. It shows the
// messages at the end.
func (p *Play) feed() {
	var said []string
	for now := p.Person.Now(); !now.Thinking && (!now.Situation.Waits || now.Situation.Awaits()) && p.requests.Sent() == 0; now = p.Person.Now() {
		switch {
		case len(p.pasting.moves) > 0:
			if err := p.pasting.play(p.requests.Act, p.requests.Sent); err != nil {
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

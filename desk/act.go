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
		p.Fresh, p.Said = false, command.Sentence(command.ErrWatching)
		return
	}
	t, ok := p.FindTrack(track)
	if !ok || spot == "" {
		return
	}
	switch {
	case p.Ahead.on():
		if p.Ahead.touch(spot) {
			return
		}
	case p.Thinking():
		p.Said = "It is not your turn yet; Space lets the computer move now."
		return
	case p.theirs() && !p.Back:
		p.Fresh, p.Said = false, "It is not your turn yet."
		return
	}
	if why := p.shut(len(p.Moves)); why != "" {
		p.Fresh, p.Said = false, why
		return
	}
	if t.Pick > 0 {
		if p.Fresh, p.Said = false, ""; !p.collect(t, spot) {
			p.Said = fmt.Sprintf("All %d are placed; press Enter on one to remove it.", t.Pick)
		}
		return
	}
	if n := len(p.Chosen); n > 0 && p.Chosen[n-1] == spot { // touched again: drop it
		p.Chosen = p.Chosen[:n-1]
		p.Fresh = false
		return
	}
	for _, way := range [][]string{append(slices.Clone(p.Chosen), spot), {spot}} {
		move, more := p.Match(track, way)
		switch {
		case move != nil && !p.Ahead.on():
			p.play(move.Text)
			return
		case move != nil, more:
			p.Chosen, p.Fresh, p.Said = way, false, ""
			return
		}
	}
	if stopped(p.Now, p.Back, p.past.of(p.Person.Sight())) { // no move begins with it
		return
	}
	p.Fresh = false
	if p.Ahead.on() {
		p.Said = "It is not your turn yet. Choose one of your pieces to prepare your next move."
		return
	}
	p.Said = p.Now.View.Look(track, append(slices.Clone(p.Chosen), spot)...).Sentence
}

// nextTrack switches to the next input mode, or to the next one that has this key. A complete pick is played; before it discards an
// incomplete one, it asks.
func (p *Play) nextTrack(key string) {
	p.letGo()
	i := slices.IndexFunc(p.Tracks, func(t game.Track) bool { return t.Name == p.Track })
	for n := 1; i >= 0 && n < len(p.Tracks); n++ {
		next := p.Tracks[(i+n)%len(p.Tracks)]
		if key != "" && !hasKey(next.Key, key) {
			continue
		}
		turn := func() {
			p.turnTo(next.Name)
			p.Fresh, p.Said = false, ""
			p.ready()
		}
		t := p.Tracks[i]
		switch spots, changed := p.picks(t); {
		case !changed:
			turn()
		case len(spots) == t.Pick:
			if p.play(t.Word + " " + strings.Join(spots, ",")) {
				turn()
			}
		default:
			p.ask(fmt.Sprintf("Only %d of %d placed. Discard and leave?", len(spots), t.Pick), "leave", turn)
			p.question.no = "keep placing"
		}
		return
	}
}

// play plays a move in the position shown. If that drops later moves it asks first. It reports whether the move was played.
func (p *Play) play(text string) bool {
	if p.Study.Course() != nil {
		p.answer(text)
		return true
	}
	if p.retry.on() {
		p.letGo()
		p.complain(p.retry.attempt(text))
		return true
	}
	s := p.Person.Sight()
	if n := s.Ply - p.Ply; p.Back && n > 0 && s.History()[p.Ply+1].Text != text {
		dropped := "The move after it would be dropped."
		if n > 1 {
			dropped = fmt.Sprintf("The %s after it would be dropped.", phrase.Count(n, "move"))
		}
		p.ask("Play on from here? "+dropped, "play on", func() { p.send(text) })
		return false
	}
	return p.send(text)
}

// send sends a move in the position shown to the table, and reports whether it was not refused.
func (p *Play) send(text string) bool {
	p.Said = ""
	switch {
	case p.requests.Sent() > 0 && p.Now.Situation.Away():
		p.Said = table.StillWaits.In(p.Now.Situation).Page(p.fill(""))
		return false
	case p.requests.Sent() > 0:
		p.Said = "Still waiting for the answer to your last request."
		return false
	}
	act := table.Play(text)
	if p.Back {
		act = table.PlayAt(p.Ply, text)
	}
	act.After = p.Now.N // the change that the person sees
	err := p.coaching.Play(act, p.requests.Act)
	if err == nil {
		p.Back = false
	}
	p.complain(err)
	return err == nil
}

// carry carries out a typed line. A move is played in the position shown, like one that is touched, except in lessons and puzzles, and in
// games with hidden information, in which a line always continues the game.
func (p *Play) carry(line string) {
	r, err := p.requests.Read(line)
	move := err == nil && r.Verb == command.Play && r.By == ""
	switch {
	case err != nil:
		p.complain(err)
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
		if p.Said = p.shut(len(p.Moves)); p.Said != "" {
			p.Fresh = false
		} else if err != nil {
			p.complain(command.Unknown(r, err))
		} else {
			p.play(played.Text)
		}
	default:
		p.want(r)
	}
}

// want carries out a request and shows what it led to.
func (p *Play) want(r command.Request) {
	p.Said = ""
	text, err := p.run(r)
	if p.desk.Play != p { // the person has left the game
		return
	}
	p.tell(text)
	p.complain(err)
}

// here lists the requests that are carried out in the position shown, even if that is an earlier one. Others go to the latest one first.
var here = []command.Verb{
	command.Nothing, command.Layer, command.Help, command.Board, command.At, command.Last, command.Threats, command.Players, command.Coach, command.Review,
	command.Stats, command.ToMenu, command.Lesson, command.Puzzle, command.Today, command.Task, command.Leave,
	command.Hint, command.Why, command.Moves, command.Describe, command.Preview, command.Dump,
}

// run carries out a request and returns the text to show.
func (p *Play) run(r command.Request) (text string, err error) {
	course := p.Study.Course() != nil
	if p.Back && !slices.Contains(here, r.Verb) && !(course && r.Verb == command.Next) {
		p.live()
	}
	w, err := p.requests.Check(r)
	if err != nil {
		return "", err
	}
	shows, studied := p.advice.Shows(), p.Study.Shows()
	switch r.Verb {
	case command.Layer:
		p.Layers[r.Text] = !p.Layers[r.Text]
	case command.Secret:
		if r.Text != "" {
			return "", command.Spoken(w)
		}
		p.Prompt.ask(w.Ask, func(secret string) {
			if secret == "" {
				p.Said = "Nothing was typed."
				return
			}
			p.complain(p.requests.Act(table.Play(w.Name + " " + secret)))
		})
	case command.Play:
		if course {
			_, err = p.Study.Answer(r.Text, p.requests.Act)
		} else {
			err = p.coaching.Play(table.Play(r.Text), p.requests.Act)
		}
		err = command.Unknown(r, err)
	case command.Hint:
		var found game.Advice
		if !course {
			_, err = p.advice.Hint()
		} else if found, err = p.Study.Hint(); err == nil {
			p.advice.Show(found)
		}
	case command.Why:
		_, err = p.advice.Why(r.Text)
	case command.Note:
		var move string
		if move, err = p.advice.Note(); err == nil {
			err = p.coaching.Play(table.Play(move), p.requests.Act)
		}
	case command.Review:
		step := p.Person.Now().Ply
		if p.Back {
			step = p.Ply
		}
		if err = p.Review.open(step); err == nil {
			p.Chosen = nil
		}
	case command.Stats:
		title, page, err := p.requests.Stats(r.Text)
		if err != nil {
			return "", err
		}
		p.desk.Pages.Read(title, prose.Parse(page))
	case command.QR:
		err = p.showScan()
	case command.ToMenu:
		p.menu()
		return "", nil
	case command.Quit:
		Quit(p.desk)
		return "", nil
	default:
		if r.Verb == command.Help && slices.Contains([]string{"", "all", "rules"}, strings.ToLower(r.Text)) {
			p.help()
			break
		}
		if r.Verb == command.Lesson && strings.EqualFold(r.Text, command.Lessons) {
			err = p.lessons()
			break
		}
		if r.Verb == command.Today && strings.EqualFold(r.Text, command.Lessons) && !p.desk.Settings.Unasked {
			err = p.today()
			break
		}
		var a command.Answer
		a, err = p.requests.Do(r)
		text = a.String()
	}
	p.Changes++                                                            // a layer may have been shown or hidden
	p.warn(p.Person.Game(), p.Now, p.desk.Settings.Warn, p.Back || course) // or the setting for warnings changed
	switch said, good := p.Study.Verdict(); {
	case p.advice.Shows() != shows:
		p.advised(p.advice.Shown())
	case p.Study.Shows() != studied && !good: // otherwise the page shows it
		text = said
	}
	return text, err
}

// live goes back to the current position.
func (p *Play) live() {
	p.retry.end()
	if p.Back {
		p.advice.Cancel()
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
		p.askIf(q.Short != "", q.Short, "menu", leave)
	}
}

// paste plays moves: one a line, or several in a line as history prints them.
func (p *Play) paste(text string) {
	if slices.Contains(p.desk.Pages, Page(&p.Review)) {
		p.Review.leave()
	}
	if p.Study.Course() != nil {
		line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
		p.answer(strings.TrimSpace(line))
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
			p.tell(strings.Join(said, "\n"))
			return
		}
		for _, e := range p.Person.Take() {
			p.shown(e)
			p.Moving = false
		}
	}
	p.tell(strings.Join(said, "\n"))
}

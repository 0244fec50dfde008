package desk

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"attic/desk/command"
	"attic/draw/prose"
	"attic/game"
	"attic/internal/lines"
	"attic/internal/phrase"
	"attic/match/store"
	"attic/table"
)

// Paste handles pasted text: it goes into the line or the field being typed. Any other text is opened if command.Find knows what it is, or played as
// moves; otherwise the page says that it is neither.
func (d *Desk) Paste(text string) {
	text, err := lines.All(strings.NewReader(text), command.MostText)
	if err != nil {
		told(d, command.Sentence(err))
		return
	}
	paste(d, text, true, command.NotFound(text))
	d.News()
}

// OpenFile opens a saved game, a file of game records, or any other text as if it had been pasted.
func (d *Desk) OpenFile(path string) {
	if !store.IsGame(path) {
		name := phrase.Name(filepath.Base(path))
		if text, err := store.ReadText(path); err != nil {
			told(d, command.Sentence(fmt.Errorf("%s: %w", name, err)))
		} else {
			paste(d, text, false, command.NotFound(name))
		}
		d.News()
		return
	}
	d.Form, d.Pages = Form{}, nil
	if d.Play != nil {
		d.Play.Message.Said = ""
	}
	said, err := d.opener.openFile(path, false)
	if then := d.Form.then; then != nil {
		d.Form.then = nil
		then()
	}
	if err != nil {
		said = command.Sentence(err)
	}
	d.say(said)
	d.News()
}

// told shows a sentence, over the page or in the form that would cover it.
func told(d *Desk, text string) {
	switch {
	case d.Pages.Covers():
		d.Pages.open(&Pager{Title: "attic", Text: prose.Plain(text)})
	case d.Form.On:
		d.Form.Said = text
	default:
		d.say(text)
	}
}

// paste opens or plays a text, or says the sentence in the parameter unknown. If typed is set, the text may belong into the line or the field that the
// person fills in.
func paste(d *Desk, text string, typed bool, unknown string) {
	if strings.TrimSpace(text) == "" {
		return
	}
	f, ok := command.Find(d.Games, text)
	field := typed && slices.ContainsFunc(d.Form.Fields, func(f *Field) bool { return f.Kind == Text || f.Kind == Number && !ok })
	pr := d.Prompt()
	switch {
	case d.filling() && field && !(ok && d.Form.pastes):
		d.Form.paste(text)
		return
	case pr != nil && typed && (pr.Secret || f.Match == nil && f.Records == nil):
		if first, _, _ := strings.Cut(strings.TrimSpace(text), "\n"); d.Menu != nil && strings.Contains(first, "@") { // it replaces the address in the line
			pr.input.set(address(first))
		} else {
			pr.insert(text)
		}
		return
	case pr != nil:
		pr.close()
	}
	if p := d.Play; p != nil {
		p.Message.unask()
		p.Motion.jump()
		if !ok && playable(p, text) {
			p.paste(text)
			return
		}
	}
	if !ok {
		list := slices.Clone(d.Games)
		if d.Menu != nil && d.Menu.Entry < len(list) { // of the games in which the moves are legal, the one chosen is meant
			list = slices.Insert(list, 0, list[d.Menu.Entry])
		}
		f, ok = command.FindMoves(list, text)
	}
	switch {
	case !ok:
		told(d, unknown)
	case f.Err != nil:
		told(d, command.Sentence(f.Err))
	default:
		d.Form = Form{}
		found(d, f)
	}
}

// playable reports whether a text without an ID is for the game of p: it begins with a move, or only the game can tell.
func playable(p *Play, text string) bool {
	m, open := p.Person.Sight().Match()
	if !open || p.Study.Course() != nil {
		return true
	}
	_, n, err := command.Playable(m, text)
	return n > 0 || !errors.Is(err, game.ErrNotation)
}

// found opens what was found in a text.
func found(d *Desk, f command.Found) {
	p := d.Play
	switch {
	case f.Join != "" && p != nil:
		d.Pages = nil
		p.want(command.Request{Verb: command.Join, Text: f.Join})
	case f.Join != "" && d.Net == nil:
		told(d, "You cannot join games here.")
	case f.Join != "":
		d.Pages = nil
		d.Menu.connect(f.Join)
	case f.Link != "":
		d.Follow(f.Link)
	case f.Records != nil:
		d.Pages = nil
		d.opener.askGame(f.Says, f.Records, f.Total, func(n int) (string, error) {
			if n > len(f.Records) {
				return "", fmt.Errorf("type a number from 1 to %d", len(f.Records))
			}
			g := f.Records[n-1]
			m, err := g.Match(d.opener.store.Game)
			if err != nil {
				return "", err
			}
			return d.openKept(m.Game().Info().Name, loading(m, f.Says+" "+g.Said(m)))
		})
	case p == nil:
		begin(d, f)
	case p.Now.Shared() && f.Match != nil: // begin says why it is refused
		begin(d, f)
	case !p.ending.risks(endangered(p), "Enter", "open it", func() { begin(d, f) }):
		if midway(p.Person.Sight()) {
			p.ending.uncover()
		}
		p.Message.askIf(midway(p.Person.Sight()), "Leave this game for the one that was pasted? "+keeping(p.Person, "This one is kept."), "open it", func() { begin(d, f) })
	}
}

// begin opens the match, or starts the game and plays the moves, that were found in a text.
func begin(d *Desk, f command.Found) {
	said, err := f.Says, error(nil)
	if d.Play != nil {
		d.Play.Message.Said = ""
	}
	if f.Match != nil {
		said, err = d.openKept(f.Match.Game().Info().Name, loading(*f.Match, f.Says))
	} else {
		wish := d.Settings.Game(f.Game.Info().Name)
		wish.Options = f.Setup.String()
		if strings.TrimSpace(f.Moves) != "" { // otherwise the computer would answer the first of the moves
			wish.Opponent = store.OpponentPerson
		}
		var t *table.Table
		if t, err = d.Open(f.Game, wish); err == nil {
			err = d.Close()
			d.sit(t)
		}
	}
	if err != nil {
		if d.Play != nil {
			d.Play.Message.complain(err)
		} else {
			d.Menu.Said = command.Sentence(err)
		}
		return
	}
	if f.Match == nil {
		d.Play.paste(f.Moves)
		d.Play.pasting.reviews = f.Reviews
	}
	if d.News(); said != "" && d.Play != nil && d.Play.Message.Said == "" {
		d.Play.Message.tell(said)
	}
}

package desk

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"attic/desk/command"
	"attic/game"
	"attic/game/learn"
	"attic/internal/phrase"
	"attic/teach/study"
)

// The beginnings of what a link opens. A game ID and moves follow linkGame, as Copy returns them, and linkReview, which opens their review; a game
// and the number of a lesson or what the command puzzle takes follow the others.
const linkGame, linkReview, linkLesson, linkPuzzle = "game/", "review/", "lesson/", "puzzle/"

// linkLine is the line of the drawer that copies a link.
const linkLine = "link"

// link returns the link to what is shown, or "" if there is none.
func (p *Play) link() string {
	c, name := p.Study.Course(), p.Info.Name
	switch {
	case p.desk.Link == nil || p.Now.Situation.Open():
		return ""
	case c != nil && c.Number > 0:
		return p.desk.Link(linkLesson + name + "/" + strconv.Itoa(c.Number))
	case c != nil && c.Day != "":
		return p.desk.Link(linkPuzzle + name + "/" + c.Day)
	case p.Study.Races() || p.Study.Raced():
		return p.desk.Link(linkPuzzle + name + "/" + learn.RunTheme)
	case c != nil:
		return p.desk.Link(linkPuzzle + name + "/" + c.Puzzle.ID)
	}
	text := p.desk.Copy()
	if text == "" {
		return ""
	}
	return p.desk.Link(linkGame + text)
}

// copyLink puts the link to what is shown on the clipboard and says so.
func (p *Play) copyLink() {
	link := p.link()
	if link == "" {
		p.desk.CopyOut() // says why there is none
		return
	}
	what := "the link."
	if strings.Contains(link, "//localhost") || strings.Contains(link, "//127.") {
		what = "the link, which opens on this machine only."
	}
	p.copies(link, what, true)
}

// Follow opens what a link leads to.
func (d *Desk) Follow(link string) {
	if err := d.follow(link); err != nil {
		d.say("This link cannot be opened: " + strings.TrimSuffix(err.Error(), ".") + ".")
	}
}

func (d *Desk) follow(link string) error {
	text, isGame := strings.CutPrefix(link, linkGame)
	played, reviews := strings.CutPrefix(link, linkReview)
	if reviews {
		text = played
	}
	kind, rest, _ := strings.Cut(link, "/")
	if name, which, ok := strings.Cut(rest, "/"); ok && (kind+"/" == linkLesson || kind+"/" == linkPuzzle) {
		i := slices.IndexFunc(d.Games, func(g game.Game) bool { return g.Info().Name == name })
		if i < 0 {
			return fmt.Errorf("there is no game %q; the games are %s", phrase.Clip(name), d.gameList())
		}
		return d.study(i, kind+"/" == linkLesson, which)
	}
	if !isGame && !reviews {
		return errors.New("behind # it needs the ID of a hosted game, or game/ID, lesson/GAME/NUMBER or puzzle/GAME/ID; copy it again, all of it")
	}
	g, setup, _, ok := pasted(d.Games, text)
	if !ok {
		first, _, _ := strings.Cut(text, "\n")
		return fmt.Errorf("%q is not a game ID; it begins with the name of a game: %s", phrase.Clip(first), d.gameList())
	}
	if _, err := g.New(setup); err != nil {
		return err
	}
	before := d.Play
	d.Paste(text)
	if p := d.Play; reviews && p != nil && p != before {
		p.pasting.reviews = true
		d.News()
	} else if p != nil && p.Message.Said == "" && p.Now.Programs() == 0 && p.requests.Has(command.Opponent) {
		p.Message.Said, p.Message.Fresh = "This is the position of the link. C lets the computer play.", false
	}
	return nil
}

// gameList returns the names of the games.
func (d *Desk) gameList() string {
	var names []string
	for _, g := range d.Games {
		names = append(names, g.Info().Name)
	}
	return strings.Join(names, ", ")
}

// study opens a lesson or puzzle of game i from the menu.
func (d *Desk) study(i int, lesson bool, which string) (err error) {
	if d.Menu == nil {
		return errors.New("first go to the menu")
	}
	d.Menu.Entry = i
	d.Menu.study(func(s *study.Study) error {
		n, wrong := strconv.Atoi(which)
		switch {
		case !lesson:
			err = s.Puzzle(which)
		case wrong != nil:
			err = fmt.Errorf("%q is not the number of a lesson", phrase.Clip(which))
		default:
			err = s.Lesson(n)
		}
		return err
	})
	if err != nil && d.Play != nil {
		d.Play.menu()
	}
	return err
}

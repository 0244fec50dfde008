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
	"attic/table"
	"attic/teach/study"
)

// The beginnings of the targets of links. After linkGame there follow a game ID and moves, as [copying.text] returns them; after linkReview, which
// opens a review, the same. After linkLesson and linkPuzzle there follow the name of a game, and the number of a lesson or an argument of the command
// puzzle.
const linkGame, linkReview, linkLesson, linkPuzzle = "game/", "review/", "lesson/", "puzzle/"

// linkLine is the line of the drawer that copies a link.
const linkLine = "link"

// The beginnings of what At returns for a game that the menu continues, and for one without a move; the name of the game follows.
const linkKept, linkNew = "continue/", "new/"

// linkStudy is what At returns for an analysis. Follow opens the game that was opened last, if that is an analysis.
const linkStudy = linkKept + "analysis"

// At returns what is shown besides the menu, so that Follow shows it again: a lesson, a puzzle, a timed run, an analysis, a new game, the game of a kind that is
// continued, or the moves of a game that is not kept; "menu" for anything else over the menu, such as a form or a game that is over, and "" for the menu itself.
func At(d *Desk) string {
	switch p := d.Play; {
	case p == nil && Covered(d):
		return "menu"
	case p == nil:
		return ""
	case p.Study.Course() != nil:
		return studied(p.Study, p.Info.Name)
	case p.Now.Studies:
		return linkStudy
	case p.Person.Now().Kept || p.Person.Now().Shared():
		return linkKept + p.Info.Name
	case unbegun(p.Person.Now()):
		return linkNew + p.Info.Name
	case !p.Person.Now().Over && p.Info.Open: // not kept, such as a file in which nothing was played
		return linkGame + p.copying.text()
	}
	return "menu"
}

// studied returns the target of a link to the lesson, puzzle or timed run of a game, or "" if there is none.
func studied(s *study.Study, name string) string {
	switch course := s.Course(); {
	case course != nil && course.Number > 0:
		return linkLesson + name + "/" + strconv.Itoa(course.Number)
	case course != nil && course.Day != "":
		return linkPuzzle + name + "/" + course.Day
	case s.Races() || s.Raced():
		return linkPuzzle + name + "/" + learn.RunTheme
	case course != nil:
		return linkPuzzle + name + "/" + course.Puzzle.ID
	}
	return ""
}

// Back closes what lies over a game or the menu, or goes from the game to the menu.
func Back(d *Desk) {
	if d.Play == nil || Covered(d) {
		d.Key("esc")
		return
	}
	d.Key("M")
}

// Covered reports whether a page, a form, a line being typed or a question lies over the game or the menu.
func Covered(d *Desk) bool {
	return d.Form.On || d.Pages.Top() != nil || d.Prompt() != nil || d.Play != nil && d.Play.Message.question != nil
}

// copying is the part of a page that copies the game shown to the clipboard: as text, or as a link.
type copying struct {
	person  *table.Person
	shown   *Shown
	past    *history
	study   *study.Study
	message *Message
	display Display
	toLink  func(to string) string // see Config.Link
}

// text returns a text for the clipboard. If a guest is still to join, it is the command to join. Otherwise it is the game ID and, if nothing is
// hidden, the moves up to the position shown, one per line. Pasting the text makes the same game.
func (c *copying) text() string {
	if text := c.shown.Now.Situation.Invitation(); text != "" {
		return text
	}
	if _, shared := c.study.Rated(); shared != "" && c.study.Course() != nil {
		return c.result(shared)
	}
	text, err := c.person.Sight().ID()
	if err != nil {
		return ""
	}
	if c.shown.Info.Open && !c.shown.Now.Edits { // the moves played include those of the set-up
		setup, _ := c.person.Sight().Setup()
		text = game.ID(c.shown.Info.Name, setup)
		for _, move := range played(c.past.of(c.person.Sight()), c.shown.Now.Ply) {
			text += "\n" + move
		}
	}
	return text
}

// result returns the result of a puzzle with the link to it, unless the link opens only on this machine.
func (c *copying) result(shared string) string {
	if link := c.link(); link != "" && !local(link) {
		return shared + "\n" + link
	}
	return shared
}

// local reports whether a link opens only on this machine.
func local(link string) bool {
	return strings.Contains(link, "//localhost") || strings.Contains(link, "//127.")
}

// out puts the result of text on the clipboard and shows a message.
func (c *copying) out() {
	text := c.text()
	what := "the game ID and the moves."
	switch {
	case text == "":
		c.message.Said = "The game ID would reveal what is hidden; it can be copied when the round is over."
		if _, err := c.person.Sight().ID(); err != nil && !errors.Is(err, table.ErrHidden) {
			c.message.Said = command.Sentence(err)
		}
		return
	case c.shown.Now.Situation.Open(), c.study.Course() != nil && c.study.Course().Over() && (c.study.Course().Day != "" || c.study.Raced()):
		what, _, _ = strings.Cut(text, "\n")
	case !c.shown.Info.Open, c.shown.Now.Edits:
		what = "the game ID."
	}
	c.copies(text, what, strings.HasPrefix(text, what))
}

// copies puts a text on the clipboard and shows a message; what describes the text. If copying may have failed and shown is set, because the page
// shows the text, the message omits what.
func (c *copying) copies(text, what string, shown bool) {
	c.message.says("")
	c.display.Copy(text, func(known Copied) {
		switch {
		case known == Shared: // the device has said everything
		case known == NotShared:
			c.message.Said = "This device could not share it. Copied: " + what
		case known == CopiedSurely:
			c.message.Said = "Copied: " + what
		case known == NotCopied:
			c.message.Said = "Not copied. The text is shown for you to copy."
		case shown:
			c.message.Said = "Copied, if this terminal allows it."
		default:
			c.message.Said = "Copied, if this terminal allows it: " + what
		}
	})
}

// sharing returns the label of a button or item that copies a link, or another label. If the device can share links, the button does that.
func sharing(d *Desk, label string) string {
	if d.Shares && (strings.HasSuffix(label, "link") || strings.HasSuffix(label, "result") || strings.HasSuffix(label, "invitation")) {
		return strings.Replace(strings.Replace(label, "copy ", "share ", 1), "Copy ", "Share ", 1)
	}
	return label
}

// link returns the link to the game, analysis, lesson or puzzle shown, or "" if there is none.
func (c *copying) link() string {
	if c.toLink == nil || c.shown.Now.Situation.Open() {
		return ""
	}
	to := studied(c.study, c.shown.Info.Name)
	if m, ok := c.person.Sight().FullMatch(); ok && c.shown.Now.Studies {
		if to, _ = command.AnalysisLink(m); to == "" {
			return ""
		}
	}
	if to == "" {
		text := c.text()
		if text == "" {
			return ""
		}
		to = linkGame + text
	}
	return c.toLink(to)
}

// copyLink puts the result of link on the clipboard and shows a message. An analysis that is too long for a link can be saved.
func copyLink(p *Play) {
	c := &p.copying
	link := c.link()
	if m, ok := p.Person.Sight().FullMatch(); ok && p.Now.Studies && link == "" {
		_, size := command.AnalysisLink(m)
		p.Message.ask(fmt.Sprintf("This analysis is too long for a link: %d KB, and a link holds %d. Save it as a file?", (size+1023)>>10, command.MostLink>>10), "save it", func() { p.use("w") })
		return
	}
	if link == "" {
		c.out() // the message of out says why there is no link
		return
	}
	what := "the link."
	if local(link) {
		what = "the link, which opens on this machine only."
	}
	c.copies(link, what, true)
}

// Follow opens the target of a link.
func (d *Desk) Follow(link string) {
	if link == command.LinkUnread {
		d.say("The file that you opened cannot be read, or is too long for a link. Choose it with " + For(d, "o", "Open") + ", which says more.")
	} else if err := d.follow(link); err != nil {
		d.say("This link cannot be opened: " + strings.TrimSuffix(err.Error(), ".") + ".")
	}
}

func (d *Desk) follow(link string) error {
	kind, rest, _ := strings.Cut(link, "/")
	if link == linkStudy {
		list, _, err := d.opener.store.Library.Recent("", 1)
		if err == nil && len(list) > 0 && list[0].Result == "analysis" && d.Menu != nil {
			_, err = d.openKept(list[0].Name, resuming(fmt.Sprint(list[0].Number), false))
			d.News()
		}
		return err
	}
	if kind += "/"; kind == linkKept || kind == linkNew {
		i := slices.IndexFunc(d.Games, func(g game.Game) bool { return g.Info().Name == rest })
		if i < 0 || d.Menu == nil {
			return nil
		}
		if d.Menu.Entry = i; kind == linkNew {
			d.Menu.begin(d.Menu.wish())
		} else if d.Menu.Kept[i] != nil {
			d.Menu.resume()
			if d.Play != nil && d.Play.Message.Said == "" {
				d.Play.Message.says("Your last game continues.")
			}
		}
		return nil
	}
	text, isGame := strings.CutPrefix(link, linkGame)
	played, reviews := strings.CutPrefix(link, linkReview)
	if reviews {
		text = played
	}
	if name, which, ok := strings.Cut(rest, "/"); ok && (kind == linkLesson || kind == linkPuzzle) {
		i := slices.IndexFunc(d.Games, func(g game.Game) bool { return g.Info().Name == name })
		if i < 0 {
			return fmt.Errorf("there is no game %q; the games are %s", phrase.Clip(name), gameList(d.Games))
		}
		r := command.Request{Verb: command.Puzzle, Text: which}
		if kind == linkLesson {
			r.Verb = command.Lesson
		}
		switch _, wrong := strconv.Atoi(which); {
		case r.Verb == command.Lesson && wrong != nil:
			return fmt.Errorf("%q is not the number of a lesson", phrase.Clip(which))
		case d.Menu == nil:
			return errors.New("first go to the menu")
		}
		d.Menu.Entry = i
		err := d.Menu.study(r)
		if err != nil && d.Play != nil {
			d.Play.ending.menu()
		}
		return err
	}
	if strings.HasPrefix(link, command.LinkAnalysis) {
		f, _ := command.Find(d.Games, link)
		if f.Err == nil {
			found(d, f)
		}
		return f.Err
	}
	if !isGame && !reviews {
		return errors.New("after # a link needs the ID of a hosted game, or game/ID, analysis/DATA, lesson/GAME/NUMBER or puzzle/GAME/ID; copy the whole link again")
	}
	f, ok := command.Find(d.Games, text)
	if f.Err != nil {
		return f.Err
	}
	if !ok || f.Game == nil {
		first, _, _ := strings.Cut(text, "\n")
		return fmt.Errorf("%q is not a game ID; it begins with the name of a game: %s", phrase.Clip(first), gameList(d.Games))
	}
	before := d.Play
	d.Paste(text)
	if p := d.Play; reviews && p != nil && p != before {
		p.pasting.reviews = true
		d.News()
	} else if p != nil && p.Message.Said == "" && p.Now.Programs() == 0 && p.requests.Has(command.Opponent) {
		p.Message.says("This is the position from the link. " + either("Press C to play the computer.", "Tap Play the computer for an opponent."))
	}
	return nil
}

func gameList(list []game.Game) string {
	var names []string
	for _, g := range list {
		names = append(names, g.Info().Name)
	}
	return strings.Join(names, ", ")
}

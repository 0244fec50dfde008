package table

import (
	"fmt"
	"maps"
	"slices"

	"attic/match"
)

// Keeper is implemented by a Journal whose file another program, such as a sync tool, may remove or change while the game is played.
type Keeper interface {
	Keep() error  // makes sure that what was appended is on the disk at this moment
	News() string // sentences about what has happened to the file since the last call of News, or ""
}

// Keep makes sure that the game is on the disk at this moment, and reports whether it is. news is what the person should be told: why the
// game is not kept, what has happened to its file, or "". A game in which nothing has happened yet is not on the disk. Now.Kept is only
// what the table remembers; Keep waits for the table and the disk. Only the person at this machine may call it.
func (p *Person) Keep() (kept bool, news string) {
	t := p.table
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.kept.journal == nil || t.peer.link != nil {
		return false, ""
	}
	var err error
	if t.kept.unkept {
		err = t.kept.write(t.m, nil, "", &t.peer)
	}
	if k, ok := t.kept.journal.(Keeper); ok && err == nil {
		err = k.Keep()
		news = k.News()
	}
	if err != nil {
		return false, fmt.Sprintf("The game is not kept: %v.", err)
	}
	return true, news
}

// newsOf returns what a journal reports about its file, or "".
func newsOf(j Journal) string {
	if k, ok := j.(Keeper); ok {
		return k.News()
	}
	return ""
}

// keeping is how a game is kept on disk.
type keeping struct {
	begin   func() (Journal, error) // creates the journal of a new game; nil: games are not kept
	must    bool                    // see Config.MustKeep
	study   bool                    // this match is not kept
	journal Journal                 // nil before the first change of the match
	unkept  bool                    // the last attempt to write the journal failed; NotKept was sent
	late    []string                // lines not yet in the journal, if there is one
	hosted  match.Hosted            // what the journal records about hosting
	clock   string                  // the clock of a continued hosted game, as stored in its journal
	salts   map[int]string          // the salts of the commitments to hidden information, by round
}

// open makes a journal, or nil, that of the game, and returns the IDs of the acts that it records.
func (k *keeping) open(journal Journal) (acts []string) {
	var past match.Past
	if j, ok := journal.(interface{ Past() match.Past }); ok {
		past = j.Past()
	}
	k.journal, k.study = journal, false
	k.hosted, k.salts, k.clock = past.Hosted, maps.Clone(past.Salts), past.Clock
	return past.Acts
}

// refuses reports whether a change that cannot be written to the journal is refused.
func (k *keeping) refuses(p *peer) bool { return k.must || p.hosts() && k.begin != nil }

// write appends lines to the journal, after those that an earlier failure left out. The first change of a match creates the journal; m is
// the match after the lines, and act the ID of the Act that caused them, or "".
func (k *keeping) write(m match.Match, lines []string, act string, p *peer) (err error) {
	switch {
	case p.link != nil: // the host keeps the game
		return nil
	case m.Sighted(), k.study, k.journal == nil && (k.begin == nil || !m.Begun() && k.hosted.ID == ""), len(lines) == 0 && !k.unkept:
		return nil
	case k.journal == nil:
		all := append([]string{match.JournalHead}, m.Lines()...)
		all[len(all)-1] = match.ActLine(act, all[len(all)-1])
		past := match.Past{Hosted: k.hosted}
		if p.clock != nil {
			past.Clock = p.clock.text()
		}
		all = append(append(all, past.Lines()...), m.Notes()...)
		k.journal, err = k.create(all)
	default:
		all := append(slices.Clip(k.late), lines...)
		if err = k.journal.Append(all...); err != nil && !k.refuses(p) {
			k.late = all
		}
	}
	if err == nil {
		k.unkept, k.late = false, nil
	} else if !k.refuses(p) {
		k.unkept = true
	}
	return err
}

// create returns a new journal with these lines.
func (k *keeping) create(lines []string) (Journal, error) {
	journal, err := k.begin()
	if err != nil {
		return nil, err
	}
	if err = journal.Append(lines...); err != nil {
		_ = journal.Discard() // it holds nothing that could be resumed
		return nil, err
	}
	return journal, nil
}

// drop ends the journal, if there is one. A journal that cannot be closed or removed now stays as it is.
func (k *keeping) drop(end func(Journal) error, p *peer) {
	if k.journal != nil {
		_ = end(k.journal)
		k.journal = nil
	}
	k.late, k.salts = nil, nil
	if p.other == Near {
		k.hosted = match.Hosted{}
	}
}

// archive adds a game that was played with another machine to the library of this one, with note unless it is "".
func (k *keeping) archive(m match.Match, note string) {
	if k.begin == nil || m.Sighted() || !m.Played() {
		return
	}
	lines := append([]string{match.JournalHead}, m.Lines()...)
	if note != "" {
		lines = append(lines, note)
	}
	if m.Unfinished() { // nobody will continue it here
		lines = append(lines, match.AbandonedLine)
	}
	if journal, err := k.create(lines); err == nil {
		_ = journal.Close() // what was appended is on the disk already
	}
}

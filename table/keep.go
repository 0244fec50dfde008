package table

import (
	"fmt"

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
	if t.journal == nil || t.link != nil {
		return false, ""
	}
	var err error
	if t.unkept {
		err = t.write(t.m, nil, "")
	}
	if k, ok := t.journal.(Keeper); ok && err == nil {
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

// archive adds a game that was played with another machine to the library of this one, with note unless it is "".
func (t *Table) archive(m match.Match, note string) {
	if m.Sighted() && t.link.proved {
		m = t.link.real
	}
	if t.begin == nil || m.Sighted() || !m.Played() {
		return
	}
	journal, err := t.begin()
	if err != nil {
		return
	}
	lines := append([]string{match.JournalHead}, m.Lines()...)
	if note != "" {
		lines = append(lines, note)
	}
	if m.Unfinished() { // nobody will continue it here
		lines = append(lines, match.AbandonedLine)
	}
	if err = journal.Append(lines...); err != nil {
		_ = journal.Discard()
		return
	}
	_ = journal.Close() // what was appended is on the disk already
}

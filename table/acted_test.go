package table

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"attic/dev/ledgertest"
	"attic/games"
	"attic/match"
)

// pages is a journal in memory that can be read again, as if the host had been killed.
type pages struct {
	ledgertest.Memory
	mu   sync.Mutex // guards beat
	beat string     // the heartbeat
	last string     // the heartbeat that the previous program left
}

func (p *pages) LastBeat() string { return p.last }

func (p *pages) Beat(text string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.beat = text
	return nil
}

// full makes the disk of a journal full, or frees space again.
func (p *pages) full(on bool) {
	p.Fail = nil
	if on {
		p.Fail = func(int, func(int)) error { return errors.New("no space left on device") }
	}
}

// again reads the journal and returns its match and a journal that continues it.
func (p *pages) again(t *testing.T) (match.Match, *pages) {
	t.Helper()
	find := games.Find
	record, err := match.ReadRecord(strings.NewReader(match.Sealed(p.Lines()...)), find)
	must(t, err)
	again := &pages{beat: p.beat, last: p.beat}
	again.Fill(p.Lines(), record.Past)
	return record.Match, again
}

// killed returns a table that continues the game in the journal, as if its host had been killed, with its guest and its journal.
func (p *pages) killed(t *testing.T) (*Table, *Person, *pages) {
	t.Helper()
	m, journal := p.again(t)
	again := New(Config{Match: m, Journal: journal, Begin: func() (match.Ledger, error) { return &pages{}, nil }, Chance: func() uint64 { return 7 }})
	must(t, again.Share(again.Hosted().ID != "", Hosting{Hosted: again.Hosted()}))
	return again, again.Player(Second), journal
}

// hosted returns a shared table of the game with this ID, the host, the guest and the journal.
func hosted(t *testing.T, id string) (*Table, *Person, *Person, *pages) {
	t.Helper()
	book := &pages{}
	c := at(t, id, "", "")
	tb := New(Config{Match: c.m, Begin: func() (match.Ledger, error) { return book, nil }, Chance: func() uint64 { return 7 }})
	must(t, tb.Share(false, Hosting{Hosted: match.Hosted{ID: "held27", Port: 7117}}))
	tb.Joined(Second, match.KeyHash("00ff"))
	tb.Met(Present)
	return tb, tb.Here(), tb.Player(Second), book
}

// A guest's Act that is sent twice is carried out once, even if the host is killed before it answers.
func TestAnActHappensOnceAcrossAKill(t *testing.T) {
	_, here, guest, book := hosted(t, "ataxx")
	must(t, here.Do(Play("start")).Err())
	must(t, here.Do(Play("b6")).Err())
	move := guest.Sight().Moves()[0].Text
	act := Play(move)
	act.ID, act.After = "c0ffee", guest.Now().N
	must(t, guest.Do(act).Err())
	if last := book.Lines()[len(book.Lines())-1]; last != "act c0ffee move "+move {
		t.Errorf("the journal ends with %q", last)
	}
	for _, e := range append(here.Take(), guest.Take()...) {
		for _, line := range slices.Concat(e.Lines, e.Record(Second)) {
			if strings.Contains(line, "act ") || strings.HasPrefix(line, "hosted") {
				t.Errorf("an event holds the line %q", line)
			}
		}
	}
	again, guest, journal := book.killed(t)
	if got := again.Hosted(); got.ID != "held27" || !got.Second().Knows("00FF") {
		t.Errorf("Hosted returns %+v", got)
	}
	for range 2 {
		if err := guest.Do(act).Err(); err != nil || guest.Now().Ply != 3 {
			t.Fatalf("sent again: %v, %d moves", err, guest.Now().Ply)
		}
	}
	act.ID = "c0ffee2"
	if err := guest.Do(act).Err(); CodeOf(err) != "stale" {
		t.Errorf("another Act for the old position: %v", err)
	}
	_, guest, _ = journal.killed(t) // a second kill
	act.ID = "c0ffee"
	if err := guest.Do(act).Err(); err != nil || guest.Now().Ply != 3 {
		t.Errorf("sent again after another kill: %v, %d moves", err, guest.Now().Ply)
	}
	if m, _ := again.Here().Sight().Match(); slices.ContainsFunc(m.Lines(), func(line string) bool { return strings.Contains(line, "c0ffee") }) {
		t.Error("the match holds the ID")
	}
}

// The ID of a game's first Act is stored with the first lines of its journal.
func TestTheFirstActOfAGame(t *testing.T) {
	book := &pages{}
	tb := New(Config{Match: at(t, "atom4", "2", "").m, Begin: func() (match.Ledger, error) { return book, nil }, Chance: func() uint64 { return 7 }})
	must(t, doHere(tb, Side(1)))
	must(t, tb.Share(false, Hosting{Hosted: match.Hosted{ID: "held27", Port: 7117}}))
	tb.Met(Present)
	guest := tb.Player(Second)
	act := Play("i8")
	act.ID = "q1"
	must(t, guest.Do(act).Err())
	_, guest, _ = book.killed(t)
	if err := guest.Do(act).Err(); err != nil || guest.Now().Ply != 1 {
		t.Errorf("sent again: %v, %d moves; the journal is %q", err, guest.Now().Ply, book.Lines())
	}
}

// doHere carries out an Act for the person at this machine.
func doHere(t *Table, a Act) error {
	p := t.Here()
	defer p.Close()
	return p.Do(a).Err()
}

// While a game is shared, an Act that cannot be written to the journal is refused with ErrBusy.
func TestWhatCannotBeWrittenIsRefused(t *testing.T) {
	tb, here, guest, book := hosted(t, "atom4")
	must(t, here.Do(Play("i8")).Err())
	book.full(true)
	before := len(book.Lines())
	act := Play("h8")
	act.ID = "q1"
	if err := guest.Do(act).Err(); !errors.Is(err, ErrBusy) {
		t.Errorf("the guest gets %v", err)
	}
	if now := here.Now(); now.Ply != 1 || len(book.Lines()) != before || !now.Kept {
		t.Errorf("the table is at ply %d, kept: %v", now.Ply, now.Kept)
	}
	book.full(false)
	must(t, guest.Do(act).Err()) // the same Act, sent again
	must(t, guest.Do(act).Err())
	if now := here.Now(); now.Ply != 2 {
		t.Errorf("an Act that was refused, done and sent again leads to ply %d", now.Ply)
	}
	book.full(true)
	tb.Part(1, nil) // after this it is an ordinary game
	if now := here.Now(); !now.Over || now.Kept {
		t.Errorf("after Part: %+v", now)
	}
	must(t, here.Do(Undo()).Err())
	book.full(false)
	must(t, here.Do(Play("i10")).Err())
	if m, again := book.again(t); m.Ply() != 3 || again.Kept.Hosted.ID != "" {
		t.Errorf("the journal has %d plies, and its past is %+v", m.Ply(), again.Kept)
	}
	other, _, _, full := hosted(t, "atom4")
	other.Part(1, nil)
	must(t, doHere(other, Play("i8")))
	full.full(true)
	if err := other.Share(true, Hosting{Hosted: match.Hosted{ID: "held28"}}); !errors.Is(err, ErrBusy) || other.Here().Now().Situation.Other != Near {
		t.Errorf("Share while nothing can be written: %v", err)
	}
}

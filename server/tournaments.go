package server

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"attic/internal/phrase"
	"attic/match"
	"attic/server/pairing"
)

const (
	mostTournaments = 200
	mostOrganised   = 5   // tournaments of one person that are not over
	mostEntrants    = 200 // players of a Swiss
	mostRobin       = 30  // players of a round robin: each meets every other
	mostRounds      = 15  // rounds of a Swiss, or deals
	mostTitle       = 40  // characters of the name of a tournament
	mostAbsent      = 24 * 60
	mostCorrections = 20 // for each board
	mostAhead       = 60 * daySeconds

	cupFor   = 30 * daySeconds // seconds after the last change until a tournament is forgotten
	emptyFor = daySeconds      // the same for a tournament that fewer than two players have joined
)

// The kinds of tournaments.
const (
	swiss = "swiss"
	robin = "robin"
)

// contest holds the settings of a tournament, as in a request for one.
type contest struct {
	Name    string `json:"name"`
	Game    string `json:"game"`
	Options string `json:"options,omitempty"`
	Clock   string `json:"clock,omitempty"`
	Kind    string `json:"kind"`
	Rounds  int    `json:"rounds"`           // 0: it depends on the number of players; set when the first round is paired
	Start   int64  `json:"start,omitempty"`  // when the first round is paired, in seconds since 1970; 0: when the organiser starts it
	Auto    bool   `json:"auto,omitempty"`   // a round is paired as soon as all games of the last one have a result
	Absent  int    `json:"absent,omitempty"` // minutes after which players who have not come lose by forfeit; 0: never
	Late    int    `json:"late"`             // people can join until this round is paired
	Half    bool   `json:"half,omitempty"`   // players who join late get half a point for each round missed
}

// tournament is the value of a tournament in its list. All its changes are changes of this value, so that none can be half done.
type tournament struct {
	ID string `json:"id"`
	contest
	Key      string    `json:"key"`   // match.KeyHash of the organiser's secret
	Seed     string    `json:"seed"`  // the links of the tables derive from it, so it must stay secret
	Maker    string    `json:"maker"` // the hash of the phrase of the person who made it
	Made     int64     `json:"made"`
	Touched  int64     `json:"touched"` // when it last changed, other than by the result of a game
	Ended    bool      `json:"ended,omitempty"`
	Entrants []entrant `json:"entrants,omitempty"`
	Paired   []paired  `json:"paired,omitempty"`

	version uint64
}

// entrant is a player. Their number is their place in the list, from 1.
type entrant struct {
	Hash    string `json:"hash"`           // of the phrase
	Late    int    `json:"late,omitempty"` // how many rounds were paired when they joined
	Left    bool   `json:"left,omitempty"`
	Removed bool   `json:"removed,omitempty"` // by the organiser
}

// paired is a round.
type paired struct {
	Began  int64    `json:"began"`
	Boards []board  `json:"boards"`
	Byes   []bye    `json:"byes,omitempty"`
	Broken []string `json:"broken,omitempty"` // the rules of pairing that could not be kept
}

// board is a pairing, or in a tournament of deals one player. Its table has the ID that tournament.table returns.
type board struct {
	Players []int        `json:"players"` // their numbers, by seat
	Result  string       `json:"result"`  // one of results, or that of a deal; "": none yet
	How     string       `json:"how,omitempty"`
	Notes   []correction `json:"notes,omitempty"`
}

// The ways in which a board gets its result: by its game, by a player who has not come or has left, or by the organiser.
const (
	byGame, byAbsence, byOrganiser = "game", "absent", "organiser"
)

// bye is a round without a board.
type bye struct {
	Player  int     `json:"player"`
	Points  float64 `json:"points"`
	Seconds float64 `json:"seconds,omitempty"` // of a deal
}

// correction is a change of a result by the organiser.
type correction struct {
	Was    string `json:"was"`
	Result string `json:"result"`
	Note   string `json:"note,omitempty"`
	When   int64  `json:"when"`
}

// results are the points by seat for each result; those with signs are forfeits.
var results = map[string][2]float64{"1-0": {1, 0}, "0-1": {0, 1}, "1/2-1/2": {0.5, 0.5}, "+/-": {1, 0}, "-/+": {0, 1}, "-/-": {0, 0}}

func forfeit(result string) bool {
	return result == missed || strings.Contains(result, "-/") || strings.Contains(result, "/-")
}

// tournaments holds the tournaments of the hall, with the content of their list. Whoever holds the lock of the tables may call its methods; they may lock people.
type tournaments struct {
	replica
	people *people

	editing sync.Mutex // held while a tournament changes; locked before mu

	all   map[string]*tournament // never changed, but replaced
	shows map[string]showing     // texts for browsers
	since time.Time              // when this process has opened the hall
}

// showing is a tournament as JSON, while neither it nor the people have changed.
type showing struct {
	version uint64
	ranked  int
	text    []byte
	tag     string // the entity tag of the text
}

func newTournaments(l link, people *people) *tournaments {
	return &tournaments{replica: newReplica(l), people: people, all: map[string]*tournament{}, shows: map[string]showing{}, since: time.Now()}
}

var errNoTournament = refuse("id", "there is no such tournament here")

// get returns the tournament with an ID, even if another process has just made it.
func (ts *tournaments) get(id string) (t *tournament, err error) {
	id = folded(id)
	found := func() bool { t = ts.all[id]; return t != nil }
	if ts.shared && !ts.has(found) {
		if value, version, err := ts.list.Get(id); err == nil && value != nil {
			ts.mu.Lock()
			_ = ts.learn(id, value, version)
			ts.mu.Unlock()
		}
	}
	return t, ts.finds(errNoTournament, found)
}

// every returns all tournaments, the newest first.
func (ts *tournaments) every() (list []*tournament) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	for _, t := range ts.all {
		list = append(list, t)
	}
	slices.SortFunc(list, func(a, b *tournament) int {
		if a.Made != b.Made {
			return int(b.Made - a.Made)
		}
		return strings.Compare(a.ID, b.ID)
	})
	return list
}

// edit changes a tournament, or makes it if fresh is set. It calls how, with mu held, on a copy. If how returns errAsItIs, nothing is written.
func (ts *tournaments) edit(id string, fresh bool, how func(*tournament) error) (t *tournament, err error) {
	ts.editing.Lock()
	defer ts.editing.Unlock()
	err = ts.change(id, func() ([]byte, uint64, error) {
		if ts.closing() {
			return nil, 0, errClosing
		}
		was := ts.all[id]
		if was == nil && !fresh {
			return nil, 0, errNoTournament
		}
		if t = (&tournament{ID: id}); was != nil {
			t = was.copied()
		}
		if err := how(t); err != nil {
			return nil, 0, err
		}
		return encoded(t), t.version, nil
	}, func(value []byte, version uint64) error { return ts.learn(id, value, version) }, func(version uint64) {
		if t.version = version; ts.all[id] == nil || version > ts.all[id].version {
			ts.put(t)
		}
	})
	if errors.Is(err, errAsItIs) {
		err = nil
	}
	if _, refused := errors.AsType[*Refusal](err); err != nil && !refused {
		err = fmt.Errorf("the list of tournaments cannot be written: %w", err)
	}
	return t, err
}

// put adds or replaces a tournament. The caller holds mu.
func (ts *tournaments) put(t *tournament) {
	ts.all[t.ID] = t
	ts.news.change()
}

// learn stores the list's value for a tournament, unless a newer version is known. The caller holds mu.
func (ts *tournaments) learn(id string, value []byte, version uint64) error {
	if was := ts.all[id]; was != nil && version < was.version {
		return nil
	}
	if value == nil {
		delete(ts.all, id)
		delete(ts.shows, id)
		delete(ts.broken, id)
		ts.news.change()
		return errNoTournament
	}
	t, err := tournamentOf(id, value)
	if err != nil {
		ts.broken[id] = fmt.Sprintf("the entry of tournament %s in the list of tournaments is damaged: %v", id, err)
		return errors.New(ts.broken[id])
	}
	delete(ts.broken, id)
	t.version = version
	ts.put(t)
	return nil
}

// follow handles a change by another process, or an entry that existed at the start.
func (ts *tournaments) follow(id string, version uint64, value []byte) error {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if value == nil {
		delete(ts.removed, id)
	}
	if ts.removed[id] {
		return nil
	}
	if err := ts.learn(id, value, version); value != nil {
		return err
	}
	return nil
}

// remove forgets a tournament, unless it has changed since t was read.
func (ts *tournaments) remove(t *tournament) error {
	ts.editing.Lock()
	defer ts.editing.Unlock()
	ts.mu.Lock()
	ts.removes(t.ID)
	ts.mu.Unlock()
	err := ts.list.Remove(t.ID, t.version)
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if err != nil {
		delete(ts.removed, t.ID)
		return err
	}
	_ = ts.learn(t.ID, nil, t.version)
	return nil
}

// tournamentOf reads the value of the tournament with an ID.
func tournamentOf(id string, value []byte) (*tournament, error) {
	t := &tournament{}
	if err := decode(value, t); err != nil {
		return nil, err
	}
	return t, t.wrong(id)
}

// wrong returns the fault in the entry of the tournament with the given id, or nil.
func (t *tournament) wrong(id string) error {
	if t.ID != id {
		return fmt.Errorf("it is the entry of tournament %q", t.ID)
	}
	for _, e := range t.Entrants {
		if !isHash(e.Hash) {
			return errors.New("a player has no phrase")
		}
	}
	there := func(n int) bool { return n > 0 && n <= len(t.Entrants) }
	for r, round := range t.Paired {
		seen := map[int]bool{}
		for _, b := range round.Boards {
			if b.Result != "" && !t.known(b.Result) {
				return fmt.Errorf("round %d has the result %q", r+1, b.Result)
			}
			if alone := t.Kind == deals; len(b.Players) != map[bool]int{false: 2, true: 1}[alone] {
				return fmt.Errorf("round %d has a board with %s", r+1, phrase.Count(len(b.Players), "player"))
			}
			for _, n := range b.Players {
				if !there(n) || seen[n] {
					return fmt.Errorf("round %d has a wrong player %d", r+1, n)
				}
				seen[n] = true
			}
		}
		if slices.ContainsFunc(round.Byes, func(b bye) bool { return !there(b.Player) || seen[b.Player] }) {
			return fmt.Errorf("round %d has a wrong bye", r+1)
		}
	}
	return nil
}

// copied returns a copy that shares nothing with t.
func (t *tournament) copied() *tournament {
	to := &tournament{}
	_ = decode(encoded(t), to) // it was decoded before
	to.version = t.version
	return to
}

// table returns the ID of the table of a board, and the IDs of the first links of its seats, which nobody gets. round and board count from 0.
func (t *tournament) table(round, board int) (id string, links [2]string) {
	of := fmt.Sprintf("%d/%d", round, board)
	return idOf(t.Seed, "table "+of), [2]string{idOf(t.Seed, "seat 0 "+of), idOf(t.Seed, "seat 1 "+of)}
}

// number returns the number of the player whose phrase has the given hash, or 0.
func (t *tournament) number(hash string) int {
	return slices.IndexFunc(t.Entrants, func(e entrant) bool { return e.Hash == hash }) + 1
}

// waits reports whether a board of the last round, or of any round, has no result.
func (p paired) waits() bool {
	return slices.ContainsFunc(p.Boards, func(b board) bool { return b.Result == "" })
}

// state is open, playing or over.
func (t *tournament) state() string {
	switch {
	case t.Ended, len(t.Paired) > 0 && len(t.Paired) >= t.Rounds && !slices.ContainsFunc(t.Paired, paired.waits):
		return "over"
	case len(t.Paired) == 0:
		return "open"
	}
	return "playing"
}

// until returns when the tournament is forgotten, in seconds since 1970.
func (t *tournament) until() int64 {
	last := max(t.Touched, t.Start)
	if len(t.Paired) == 0 && len(t.Entrants) < 2 {
		return last + emptyFor
	}
	return last + cupFor
}

// byes returns the byes of a round, counted from 0, with the half points of those who joined later.
func (t *tournament) byes(round int) []bye {
	if t.Kind == deals {
		return t.misses(round)
	}
	list := slices.Clone(t.Paired[round].Byes)
	for i, e := range t.Entrants {
		if t.Half && round < e.Late {
			list = append(list, bye{Player: i + 1, Points: 0.5})
		}
	}
	return list
}

// rounds returns the rounds for package pairing, which counts players from 0.
func (t *tournament) rounds() (list []pairing.Round) {
	for r, round := range t.Paired {
		var to pairing.Round
		for _, b := range round.Boards {
			points, over := results[b.Result]
			to = append(to, pairing.Game{First: b.Players[0] - 1, Second: b.Players[1] - 1, Points: points, Over: over, Played: over && !forfeit(b.Result)})
		}
		for _, b := range t.byes(r) {
			to = append(to, pairing.Game{First: b.Player - 1, Second: pairing.Bye, Points: [2]float64{b.Points}, Over: true})
		}
		list = append(list, to)
	}
	return list
}

// players returns the players for package pairing. The caller holds no lock but that of the tables or the tournaments.
func (ts *tournaments) players(t *tournament) []pairing.Player {
	list := make([]pairing.Player, len(t.Entrants))
	for i, e := range t.Entrants {
		p, there := ts.people.known(e.Hash)
		list[i] = pairing.Player{Rating: rated(p, t.Game).Points, Gone: e.Left || e.Removed || !there || p.Banned}
	}
	return list
}

// pair pairs the next round of t. The error is a refusal.
func (t *tournament) pair(players []pairing.Player, now int64) error {
	n := 0
	for _, p := range players {
		if !p.Gone {
			n++
		}
	}
	if n < 2 {
		return refuse("begun", "a round needs at least two players")
	}
	if len(t.Paired) == 0 {
		switch {
		case t.Kind == robin && n > mostRobin:
			return refuse("begun", "a round robin has at most %s", phrase.Count(mostRobin, "player"))
		case t.Kind == robin:
			t.Rounds = pairing.Rounds(n)
		case t.Rounds == 0:
			t.Rounds = bits.Len(uint(n - 1))
		}
	}
	if len(t.Paired) >= t.Rounds {
		return refuse("begun", "all %s of this tournament are paired", phrase.Count(t.Rounds, "round"))
	}
	next := paired{Began: now, Boards: []board{}}
	var round pairing.Round
	var breaches []pairing.Breach
	var err error
	switch t.Kind {
	case deals:
		for i, p := range players {
			if !p.Gone {
				next.Boards = append(next.Boards, board{Players: []int{i + 1}})
			}
		}
	case robin:
		round, err = pairing.RoundRobin(players, t.rounds())
	default:
		round, breaches, err = pairing.Swiss(players, t.rounds())
	}
	if err != nil {
		return refuse("begun", "this round cannot be paired: %v", err)
	}
	for _, g := range round {
		if g.Second == pairing.Bye {
			next.Byes = append(next.Byes, bye{Player: g.First + 1, Points: g.Points[0]})
			continue
		}
		b := board{Players: []int{g.First + 1, g.Second + 1}}
		if g.Over {
			b.Result, b.How = map[[2]float64]string{{1, 0}: "+/-", {0, 1}: "-/+"}[g.Points], byAbsence
			if b.Result == "" {
				b.Result = "-/-"
			}
		}
		next.Boards = append(next.Boards, b)
	}
	for _, b := range breaches {
		next.Broken = append(next.Broken, b.String())
	}
	t.Paired, t.Touched = append(t.Paired, next), now
	return nil
}

// correct sets the result of a board for the organiser. round and board count from 1.
func (t *tournament) correct(round, number int, result, note string, now int64) error {
	if round < 1 || round > len(t.Paired) || number < 1 || number > len(t.Paired[round-1].Boards) {
		return refuse("id", "there is no such board: %d in round %d", number, round)
	}
	result = t.decided(result)
	switch ok := result == "" || t.known(result); {
	case !ok && t.Kind == deals:
		return refuse("bad", "a result is POINTS/SECONDS, such as 10/83, or - for one who has not played, not %q", phrase.Clip(result))
	case !ok:
		return refuse("bad", "a result is 1-0, 0-1, 1/2-1/2, +/-, -/+ or -/-, not %q", phrase.Clip(result))
	}
	if err := checkReason(note); err != nil {
		return refuse("bad", "a note is one line of at most %d characters", mostReason)
	}
	b := &t.Paired[round-1].Boards[number-1]
	how := byOrganiser
	if result == "" {
		how = ""
	}
	switch {
	case b.Result == result && b.How == how:
		return errAsItIs
	case b.Result != "" && note == "":
		return refuse("bad", "say in a note why the result %s changes", b.Result)
	case len(b.Notes) >= mostCorrections:
		return refuse("bad", "this result was changed %s; it stays as it is", phrase.Count(mostCorrections, "time"))
	}
	b.Notes = append(b.Notes, correction{b.Result, result, note, now})
	b.Result, b.How, t.Touched = result, how, now
	return nil
}

// check refuses settings that are not allowed, and sets those that are missing. now is in seconds since 1970.
func (c *contest) check(now int64) error {
	if c.Kind == "" {
		c.Kind = swiss
	}
	if c.Late == 0 {
		c.Late = 1
	}
	if c.Kind == deals && c.Rounds == 0 {
		c.Rounds = usualDeals
	}
	switch most := mostRounds; {
	case c.Name == "" || phrase.Clear(c.Name) != nil || strings.TrimSpace(c.Name) != c.Name || utf8.RuneCountInString(c.Name) > mostTitle:
		return refuse("bad", "the name of a tournament is one line of at most %d characters", mostTitle)
	case c.Kind != swiss && c.Kind != robin && c.Kind != deals:
		return refuse("bad", "the member \"kind\" must be swiss, robin or deals")
	case c.Rounds < 0 || c.Rounds > most, c.Kind == robin && c.Rounds != 0:
		return refuse("bad", "a tournament has at most %d rounds; a round robin has as many as it needs, so its \"rounds\" is 0", most)
	case c.Late < 1 || c.Late > most, c.Kind == robin && c.Late != 1:
		return refuse("bad", "the member \"late\" is a round from 1 to %d; 1 in a round robin", most)
	case c.Absent < 0 || c.Absent > mostAbsent:
		return refuse("bad", "the member \"absent\" is a number of minutes, at most %d", mostAbsent)
	case c.Start != 0 && (c.Start < now-daySeconds || c.Start > now+mostAhead):
		return refuse("bad", "the member \"start\" is a time in seconds since 1970, at most 60 days ahead")
	}
	return nil
}

// organises reports whether secret is the organiser's.
func (t *tournament) organises(secret string) bool { return t.Key == match.KeyHash(folded(secret)) }

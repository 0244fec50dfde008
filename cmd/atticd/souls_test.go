package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"attic/dev/halltest"
	"attic/game"
	"attic/internal/glicko"
	"attic/match"
	"attic/server"
	"attic/table/wire"
)

// soul is a player of a duel as the hall knows them: by a recovery phrase. A request that a kill interrupts is sent again with the same secret.
type soul struct {
	name   string
	secret string // the secret of the request that registers them
	phrase string // "" before the answer
	rates  bool   // their games are rated, according to an answer
	wish   string // a requested new name without an answer, or ""
	seats  []chair
	rating glicko.Rating // the last rating from the hall
}

// chair is a seat that the hall gave a soul.
type chair struct {
	table string
	seat  int
	id    string // of its link
}

func newName() string {
	const letters = "abdefghkmprst"
	name := make([]byte, 12)
	for i := range name {
		name[i] = letters[rand.IntN(len(letters))]
	}
	return string(name)
}

// asks sends a soul's request to their present hall. It reports whether an answer came; a refusal that cannot be right is an error.
func (d *duel) asks(i int, path string, body map[string]any, to any) (bool, error) {
	return asked(d.hall(i), path, body, to)
}

func asked(hall *running, path string, body map[string]any, to any) (bool, error) {
	within, stop := context.WithTimeout(context.Background(), 2*time.Minute)
	defer stop()
	err := halltest.Ask(within, "POST", hall.address()+server.Prefix+path, body, to)
	if within.Err() != nil {
		return false, fmt.Errorf("%s %v was not answered within two minutes", path, body)
	}
	if why, ok := errors.AsType[*server.Refusal](err); ok && why.Code != "" && why.Code != "busy" && why.Code != "rate" {
		return false, fmt.Errorf("%s %v was refused: %s, %s", path, body, why.Code, why.Why)
	}
	return err == nil, nil
}

// lives registers a soul or has their games rated, whichever is next.
func (d *duel) lives(i int) (err error) {
	s := d.souls[i]
	switch ok := false; {
	case s == nil:
		d.souls[i] = &soul{name: newName(), secret: wire.NewKey()}
		return nil
	case s.phrase == "":
		var is struct{ Phrase string }
		if ok, err = d.asks(i, "people/join", map[string]any{"name": s.name, "secret": s.secret}, &is); ok {
			s.phrase = is.Phrase
			return nil
		}
	default:
		if s.rates, err = d.asks(i, "people/rate", map[string]any{"phrase": s.phrase, "rates": true}, nil); s.rates {
			return nil
		}
	}
	d.leave()
	return d.wronged(err)
}

// wronged counts an error as a person's loss.
func (d *duel) wronged(err error) error {
	if err != nil {
		d.tally.wronged.Add(1)
	}
	return err
}

func (d *duel) renames(i int) error {
	s := d.souls[i]
	if s.wish == "" {
		s.wish = newName()
	}
	ok, err := d.asks(i, "people/rename", map[string]any{"phrase": s.phrase, "name": s.wish}, nil)
	if ok {
		s.name, s.wish = s.wish, ""
		d.tally.renamed.Add(1)
	} else {
		d.leave()
	}
	return d.wronged(err)
}

// takes takes the free seat of the table that the first soul made for anybody.
func (d *duel) takes() error {
	var seat server.Seat
	ok, err := d.asks(1, "tables/"+d.seat.Table+"/take", map[string]any{"phrase": d.souls[1].phrase, "secret": d.secret}, &seat)
	if !ok {
		d.leave()
		return d.wronged(err)
	}
	d.seat.Friend = seat.ID
	d.souls[1].seats = append(d.souls[1].seats, chair{seat.Table, seat.Seat, seat.ID})
	return nil
}

// movesHouse gets a new link to a soul's seat, as for another device. The earlier link ends.
func (d *duel) movesHouse(i int) error {
	if d.fresh == "" {
		d.fresh, d.mover = wire.NewKey(), i
	}
	i = d.mover
	var seat server.Seat
	s := d.souls[i]
	ok, err := d.asks(i, "people/seat", map[string]any{"phrase": s.phrase, "table": d.seat.Table, "secret": d.fresh}, &seat)
	if d.leave(); !ok {
		return d.wronged(err)
	}
	if i == 0 {
		d.seat.ID = seat.ID
	} else {
		d.seat.Friend = seat.ID
	}
	d.fresh, d.keys[i], d.secrets[i] = "", "", wire.NewKey()
	for n := range s.seats {
		if s.seats[n].table == seat.Table {
			s.seats[n].id = seat.ID
		}
	}
	d.tally.moved.Add(1)
	return nil
}

// named reports whether both souls have, or will have, the seats of the present table.
func (d *duel) named() bool {
	return d.seat.Friend == "" || slices.ContainsFunc(d.souls[1].seats, func(c chair) bool { return c.table == d.seat.Table })
}

// lostTime is the time that a hall may take to learn what another hall wrote about a person, or what it wrote itself before a cut.
const lostTime = 40 * time.Second

// remembered compares a hall's answers about the souls with its earlier answers. It does nothing if the hall does not answer.
func (d *duel) remembered(hall *running, insist bool) error {
	for i, s := range d.souls {
		if s == nil || s.phrase == "" {
			continue
		}
		for began := time.Now(); ; halltest.Wait(context.Background(), 100*time.Millisecond) {
			answered, wrong := d.compares(hall, i)
			if answered && wrong == nil || !answered && !insist {
				break
			}
			if time.Since(began) > lostTime {
				return d.wronged(fmt.Errorf("soul %s: answered %t, %w", s.name, answered, wrong))
			}
		}
	}
	return nil
}

// compares compares a hall's answer about a soul with the earlier answers.
func (d *duel) compares(hall *running, i int) (answered bool, wrong error) {
	type table struct {
		ID      string
		Seat    int
		Turn    bool
		Since   int64
		Gone    bool
		Unknown string
	}
	var is struct {
		Name    string
		Ratings map[string]glicko.Rating
		Tables  []table
	}
	s := d.souls[i]
	if answered, wrong = asked(hall, "people/find", map[string]any{"phrase": s.phrase}, &is); !answered {
		return wrong != nil, wrong
	}
	d.tally.found.Add(1)
	if is.Name != s.name && (is.Name != s.wish || s.wish == "") {
		return true, fmt.Errorf("is called %q, but last asked for %q", is.Name, s.wish)
	}
	s.rating = is.Ratings[d.name]
	var ids []string
	for _, c := range s.seats[max(0, len(s.seats)-16):] {
		n := slices.IndexFunc(is.Tables, func(t table) bool { return t.ID == c.table })
		if n < 0 || is.Tables[n].Seat != c.seat {
			return true, fmt.Errorf("has seat %d of table %s; the hall answers %+v", c.seat, c.table, is.Tables)
		}
		ids = append(ids, c.id)
	}
	if d.fresh != "" || len(ids) == 0 { // one of the links may have ended
		return true, nil
	}
	var own struct{ Tables []table }
	if answered, wrong = asked(hall, "own", map[string]any{"ids": ids}, &own); !answered {
		return wrong != nil, wrong
	}
	for n, c := range s.seats[max(0, len(s.seats)-16):] {
		t := own.Tables[n]
		if t.Gone || t.Unknown != "" || t.ID != c.table || t.Seat != c.seat {
			return true, fmt.Errorf("has the link %s to seat %d of table %s; the hall answers %+v", c.id, c.seat, c.table, t)
		}
		mine := d.m.Game() != nil && d.m.ToMove() == c.seat && d.end == ""
		if c.table == d.seat.Table && d.pending == "" && len(d.sure) > 0 && t.Since > 0 && (t.Turn != mine || t.Since > time.Now().Unix()+1) {
			return true, fmt.Errorf("the turn at table %s is theirs: %t; the hall answers %+v", c.table, mine, t)
		}
	}
	return true, nil
}

// mostRated is the greatest number of games of two people that are rated per day; leastMoves is the least number of moves that each must have
// made in a rated game.
const mostRated, leastMoves = 3, 10

// strengths returns the ratings that the souls should have after their finished games.
func (d *duel) strengths() (list [2]glicko.Rating, rated int) {
	list = [2]glicko.Rating{{Points: 1500, Deviation: 350, Volatility: 0.06}, {Points: 1500, Deviation: 350, Volatility: 0.06}}
	for _, p := range d.past {
		if !p.named || p.made[0] < leastMoves || p.made[1] < leastMoves || rated == mostRated {
			continue
		}
		score := 0.5
		if p.winner != game.Nobody {
			score = float64(1 - p.winner)
		}
		list[0], list[1] = list[0].After(glicko.Result{Other: list[1], Score: score}), list[1].After(glicko.Result{Other: list[0], Score: 1 - score})
		rated++
	}
	return list, rated
}

// finished describes the present game after these moves and its final line, end, and reports whether it is over.
func (d *duel) finished(moves []string, end string) (p past, over bool) {
	p = past{table: d.seat.Table, moves: moves, end: end, named: d.named()}
	g := d.m.Game()
	m, err := match.New(g, game.Setup{}.With(g.Info().Started))
	for _, move := range moves {
		if err == nil && m.ToMove() >= 0 {
			p.made[m.ToMove()]++
			m, _, err = m.Play(move)
		}
	}
	if p.winner = m.Outcome().Winner; end != "" {
		p.winner = 1 - m.ToMove() // the player without time has lost
	}
	return p, end != "" || m.ToMove() < 0
}

// judge compares the ratings of all souls with their games. All tables must have been opened.
func (p *people) judge(hall *running) {
	today, rated := time.Now().UTC().YearDay(), 0
	for _, d := range p.duels {
		if err := d.remembered(hall, true); err != nil {
			p.t.Error(err)
			continue
		}
		if d.seat.Table != "" { // its game may have ended since
			if moves, end, err := recorded(hall, d.seat.Table); err != nil {
				p.t.Error(err)
			} else if last, over := d.finished(moves, end); over {
				d.past = append(d.past, last)
			}
		}
		want, n := d.strengths()
		if rated += n; n == 0 || p.began.UTC().YearDay() != today { // the number of rated games counts per day
			continue
		}
		for began := time.Now(); ; halltest.Wait(context.Background(), 100*time.Millisecond) {
			wrong := error(nil)
			for i, s := range d.souls {
				if math.Abs(s.rating.Points-want[i].Points) > 0.001 || math.Abs(s.rating.Deviation-want[i].Deviation) > 0.001 {
					wrong = fmt.Errorf("%s has the rating %+v after %d games, want %+v", s.name, s.rating, n, want[i])
				}
			}
			if wrong == nil {
				break
			}
			if time.Since(began) > lostTime {
				p.found.wronged.Add(1)
				p.t.Error(wrong)
				for _, of := range d.past {
					p.t.Logf("table %s: won by %d with %q after %v moves, of both souls: %t; the last move is %q", of.table, of.winner, of.end, of.made, of.named, of.moves[max(0, len(of.moves)-1):])
				}
				break
			}
			_ = d.remembered(hall, false)
		}
	}
	p.t.Logf("%d people found as expected, %d renamed, %d links replaced, %d games rated", p.found.found.Load(), p.found.renamed.Load(), p.found.moved.Load(), rated)
}

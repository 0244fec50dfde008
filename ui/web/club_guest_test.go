//go:build long && linux && !nobrowser

package web_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"attic/dev/halltest"
	"attic/game"
	"attic/games"
	"attic/match"
	"attic/table/wire"
)

// guest is a person of the evening.
type guest struct {
	*meeting
	name   string
	phrase string
	number atomic.Int64
	page   *tab // follows the evening on the tournament's page; nil: by the protocol
	plays  int  // the round in which the guest plays with this page, and not by the protocol
	absent bool // does not come in the round of the no-show
	from   int  // the first round
	sights []*sight
}

// sight is what a guest has seen of a game.
type sight struct {
	round, board int
	table        string
	seat         int
	m            match.Match
	moves        []string // in the order in which the guest was told of them
	mine         []string // the guest's own acknowledged moves
	end          string   // the line that ended the game without a move
	forfeit      bool     // the game was over because somebody did not come
}

func newSight(round int, b cupBoard, seat int) (*sight, error) {
	g, _ := games.Find("ataxx")
	m, err := match.New(g, game.Setup{}.With(g.Info().Started))
	return &sight{round: round, board: b.Board, table: b.Table, seat: seat, m: m}, err
}

// learns adds a line of the record.
func (s *sight) learns(line string) (err error) {
	word, text, _ := strings.Cut(line, " ")
	switch word {
	case "move":
		s.moves = append(s.moves, text)
		s.m, _, err = s.m.Play(text)
	case "resign", "stop":
		s.end = strings.TrimSpace(line)
	case "undo", "round":
		err = fmt.Errorf("table %s: an unexpected line %q", s.table, line)
	}
	return err
}

// next returns the move that the seed chooses.
func (s *sight) next(seed uint64) string {
	return halltest.Next(s.m, seed+uint64(100*s.round+s.board)*40503+uint64(len(s.moves))*2654435761)
}

func (s *sight) over() bool { return s.end != "" || s.m.ToMove() < 0 || s.forfeit }

// result returns the result of the game as the guest has seen it.
func (s *sight) result() string {
	switch {
	case s.end == "resign 1":
		return "0-1"
	case s.end == "resign 2":
		return "1-0"
	case strings.HasPrefix(s.end, "stop draw"):
		return "1/2-1/2"
	case s.end != "":
		return s.end
	}
	return map[int]string{0: "1-0", 1: "0-1", game.Nobody: "1/2-1/2"}[s.m.Outcome().Winner]
}

// again takes in the moves that a table has shown after a new connection: all that the guest has seen must be there.
func (s *sight) again(moves []string, end string) error {
	if len(moves) < len(s.moves) || !slices.Equal(moves[:len(s.moves)], s.moves) || s.end != "" && strings.TrimSpace(end) != s.end {
		return fmt.Errorf("table %s now has %q and %q, and had %q and %q before", s.table, moves, end, s.moves, s.end)
	}
	for _, move := range moves[len(s.moves):] {
		if err := s.learns("move " + move); err != nil {
			return err
		}
	}
	s.end = strings.TrimSpace(end)
	return nil
}

// evening is what a guest does all evening.
func (g *guest) evening() {
	defer g.all.Done()
	if err := g.comes(); err != nil {
		g.t.Errorf("%s: %v", g.name, err)
		return
	}
	for round := g.from; round <= rounds && g.ctx.Err() == nil; round++ {
		var c cup
		for c = g.looks(); len(c.Pairings) < round && g.ctx.Err() == nil; c = g.looks() {
			halltest.Wait(g.ctx, time.Second)
		}
		if g.ctx.Err() != nil || g.absent && round == noShow {
			continue
		}
		for _, b := range c.Pairings[round-1].Boards {
			seat := slices.Index(b.Players[:], int(g.number.Load()))
			if seat < 0 {
				continue
			}
			s, err := newSight(round, b, seat)
			g.sights = append(g.sights, s)
			if err == nil && g.plays == round {
				err = g.playsOnThePage(s, g.plan(round, b))
			} else if err == nil {
				err = g.playsBy(s, g.plan(round, b))
			}
			if err != nil && g.ctx.Err() == nil {
				g.t.Errorf("%s, round %d, board %d: %v", g.name, round, b.Board, err)
				return
			}
		}
	}
}

// comes takes a name and joins the tournament. Those with a browser have done both on its page.
func (g *guest) comes() error {
	if g.page == nil {
		var you struct{ Phrase string }
		if err := g.asks("people/join", map[string]any{"name": g.name, "secret": wire.NewKey()}, &you); err != nil {
			return err
		}
		g.phrase = you.Phrase
	}
	var c cup
	if err := g.asks("tournaments/"+g.id+"/join", map[string]any{"phrase": g.phrase}, &c); err != nil {
		return err
	}
	g.number.Store(int64(c.Player))
	g.kept.add(g.phrase)
	return nil
}

// sits joins a table.
func (g *guest) sits(join wire.Join) (*halltest.Player, error) {
	hall, err := halltest.At(g.address)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithTimeout(g.ctx, 10*time.Second)
	defer stop()
	conn, err := wire.Dial(ctx, hall, nil)
	if err != nil {
		return nil, err
	}
	return halltest.Join(g.ctx, conn, join)
}

// comesTo calls do with connections to a table, until do says that it is done.
func (g *guest) comesTo(s *sight, join wire.Join, do func(p *halltest.Player) (done bool, err error)) error {
	for g.ctx.Err() == nil {
		p, err := g.sits(join)
		if why, ok := isRefused(err); ok && (why.Code == wire.CodeFull || why.Code == wire.CodeID) {
			return fmt.Errorf("table %s: %w", s.table, err)
		} else if ok && why.Code == wire.CodeClosed { // a forfeit ends the table
			var b cupBoard
			for b.Result == "" && g.ctx.Err() == nil {
				halltest.Wait(g.ctx, 200*time.Millisecond)
				b = g.looks().Pairings[s.round-1].Boards[s.board-1]
			}
			if s.forfeit = b.How == "absent"; !s.forfeit {
				return fmt.Errorf("table %s is closed: %w", s.table, err)
			}
			return nil
		}
		if err != nil {
			halltest.Wait(g.ctx, 200*time.Millisecond)
			continue
		}
		join.Key = p.Key
		g.kept.add(p.Key)
		err = s.again(p.Moves, p.End)
		done := err != nil
		if !done {
			done, err = do(p)
		}
		p.Leave()
		if done {
			return err
		}
		halltest.Wait(g.ctx, 50*time.Millisecond)
	}
	return g.ctx.Err()
}

// playsBy plays a game by the protocol.
func (g *guest) playsBy(s *sight, as plan) error {
	var link struct{ ID string }
	if err := g.asks("people/seat", map[string]any{"phrase": g.phrase, "table": s.table, "secret": wire.NewKey()}, &link); err != nil {
		return err
	}
	g.kept.add(link.ID)
	var sent wire.Act // not answered yet
	return g.comesTo(s, wire.Join{ID: link.ID, Secret: wire.NewKey()}, func(p *halltest.Player) (bool, error) {
		if sent.Do == "play" && len(s.moves) > 0 && s.moves[len(s.moves)-1] == sent.Text && s.m.ToMove() != s.seat {
			s.mine, sent = append(s.mine, sent.Text), wire.Act{} // its answer was lost
			g.held.Add(1)
		}
		offered := false
		for g.ctx.Err() == nil && !s.over() {
			switch ready := len(s.moves) >= as.plies; {
			case sent.ID != "":
			case as.how == "resign" && ready && as.seat == s.seat:
				sent = wire.Act{Do: "resign"}
			case as.how == "draw" && ready && s.seat == 0 && !offered:
				sent, offered = wire.Act{Do: "ask", Text: "draw"}, true
			case as.how == "draw" && ready && s.seat == 1 && offered:
				sent, offered = wire.Act{Do: "accept"}, false
			case (as.how == "full" || !ready) && s.m.ToMove() == s.seat:
				sent = wire.Act{Do: "play", Text: s.next(g.seed)}
			}
			if sent.Do != "" {
				if sent.ID == "" {
					sent.ID = wire.NewAct()
				}
				if p.Act(g.ctx, sent) != nil {
					return false, nil
				}
			}
			again := false
			for !again {
				var message wire.Message
				ok := true
				select {
				case message, ok = <-p.Heard:
				case <-time.After(5 * time.Second): // an offer may be forgotten
					again, offered = sent.ID == "", s.seat == 1 && offered
					if sent.ID != "" {
						return false, nil
					}
				case <-g.ctx.Done():
					return false, g.ctx.Err()
				}
				if !ok {
					return false, nil
				}
				switch heard := message.(type) {
				case wire.Event:
					for _, line := range heard.Lines {
						if err := s.learns(line); err != nil {
							return true, err
						}
					}
					again = sent.ID == ""
				case wire.Note:
					offered = offered || heard.What == wire.NoteOffer && heard.Offer != nil && heard.Offer.By == 0 && s.seat == 1
					again = sent.ID == ""
				case wire.Table, wire.Bye, wire.No:
					return false, nil
				case wire.Answer:
					if heard.ID != sent.ID {
						continue
					}
					if again = true; heard.Code == "" {
						if sent.Do == "play" {
							if n := len(s.moves); n == 0 || s.moves[n-1] != sent.Text && (n == 1 || s.moves[n-2] != sent.Text) {
								return true, fmt.Errorf("table %s: %s was acknowledged without an event: %q", s.table, sent.Text, s.moves)
							}
							s.mine = append(s.mine, sent.Text)
							g.moves.Add(1)
						}
						sent = wire.Act{}
						continue
					}
					switch heard.Code {
					case "busy", "unsure": // the same act again
					case "closed": // by a forfeit, or by a hall that is going
						return false, nil
					case "turn", "stale", "offer", "over", "round":
						sent = wire.Act{}
					default:
						return true, fmt.Errorf("table %s: %+v was refused: %s, %s; the moves are %q", s.table, sent, heard.Code, heard.Err, s.moves)
					}
					halltest.Wait(g.ctx, 200*time.Millisecond)
				}
			}
		}
		return true, nil
	})
}

func isRefused(err error) (*wire.RefusedError, bool) { return errors.AsType[*wire.RefusedError](err) }

// playsOnThePage opens the guest's seat from the tournament's page and plays there. What the table has is read as a spectator.
func (g *guest) playsOnThePage(s *sight, as plan) error {
	p := g.page
	g.until("the button of "+g.name, func() bool {
		if p.soon(`location.pathname === '/' && location.hash.length > 10`) {
			return true
		}
		p.evaluate(`void document.dispatchEvent(new Event('visibilitychange'))`, nil)
		p.evaluate(`void [...document.querySelectorAll('#round li button')].find((button) => button.textContent === 'Play')?.click()`, nil)
		return false
	})
	tried := time.Now()
	g.until("the board of "+g.name, func() bool {
		if time.Since(tried) > 150*time.Second { // the hall was killed while the page was loaded
			p.do(p.t, p.session, "Page.reload", map[string]any{}, nil)
			tried = time.Now()
		}
		return p.soon(`document.readyState !== 'loading' && document.querySelector('#shapes')?.childElementCount > 0 && !document.querySelector('#start')`)
	})
	var hash string
	p.value(`location.hash.slice(1)`, &hash)
	g.kept.add(hash)
	defer g.toTheTournament()
	return g.comesTo(s, wire.Join{ID: s.table, Watch: true}, func(spectator *halltest.Player) (bool, error) {
		for typed := -1; g.ctx.Err() == nil && !s.over(); {
			mine := s.m.ToMove() == s.seat
			n := len(s.moves)
			switch ready := n >= as.plies; {
			case ready && as.how == "resign" && as.seat == s.seat && typed != n:
				p.line("resign")
				p.key("Enter")
				typed = n
			case mine && !ready && typed != n:
				move := s.next(g.seed)
				p.line(move)
				typed = n
			}
			select {
			case message, ok := <-spectator.Heard:
				if _, event := message.(wire.Event); !ok || !event {
					if _, note := message.(wire.Note); ok && note {
						continue
					}
					return false, nil
				}
				for _, line := range message.(wire.Event).Lines {
					if err := s.learns(line); err != nil {
						return true, err
					}
				}
				if mine && len(s.moves) == n+1 {
					s.mine = append(s.mine, s.moves[n])
					g.moves.Add(1)
				}
			case <-time.After(30 * time.Second): // the page was away, and the move was not made
				typed = -1
			case <-g.ctx.Done():
			}
		}
		return true, nil
	})
}

// toTheTournament opens the tournament's page in the guest's browser.
func (g *guest) toTheTournament() {
	p := g.page
	p.evaluate(`void (onbeforeunload = null)`, nil)
	p.do(p.t, p.session, "Page.navigate", map[string]any{"url": "about:blank"}, nil)
	p.until("nothing", `location.href === 'about:blank'`)
	var tried time.Time
	g.until("the page of the tournament", func() bool {
		if time.Since(tried) > 30*time.Second { // while the proxy is away, the browser shows an error
			p.do(p.t, p.session, "Page.navigate", map[string]any{"url": g.address + "/tournament.html#" + g.id}, nil)
			tried = time.Now()
		}
		return p.soon(`document.getElementById('one').hidden === false`)
	})
}

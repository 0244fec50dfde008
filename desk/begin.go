package desk

import (
	"slices"

	"attic/desk/command"
	"attic/game"
	"attic/table"
)

// next starts the next round, or a new game if there are no rounds. In the middle of a game it asks first.
func (p *Play) next() {
	now := p.Person.Now()
	rounds, inRounds := p.Person.Game().(game.Rounds)
	switch {
	case inRounds && (now.Over || now.Shared()):
		p.want(command.Request{Verb: command.Next})
	case now.Shared() && now.Over:
		p.want(command.Request{Verb: command.Rematch})
	case now.Shared():
		p.Message.Said = "The game is not over. N: leave."
	case inRounds && rounds.Abandon():
		p.Message.askIf(midway(p.Person.Sight()), "Start a new game? This one ends without a result.", "new game", func() { p.want(command.Request{Verb: command.Next}) })
	case now.ToMove >= 0 && now.Ply == 0:
		p.Message.Said = "This game has just begun."
	default:
		p.afresh("Start a new game? ", "This one is kept.", "new game", func() {
			if p.Back {
				p.live()
			}
			p.Message.Said = ""
			p.Message.complain(p.requests.Act(command.Again(p.Person.Game(), p.Person.Sight())))
		})
	}
}

// swap changes sides with the computer and plays again.
func (p *Play) swap() {
	if !swaps(p.Person.Now(), p.Now) {
		p.Message.Said = "You can swap sides after a game against the computer."
		return
	}
	p.Message.Said = ""
	side := (p.Now.Side + 1) % len(p.Info.Seats)
	if !p.Info.Open { // sides are fixed until the next round has replaced this one, with its secret
		p.next()
	}
	if err := p.requests.Act(table.Side(side)); err != nil {
		p.Message.complain(err)
		return
	}
	if p.Info.Open {
		p.next()
		return
	}
	p.news()
	if p.Info.Seats[side].Program { // the side that hides
		p.hides()
	}
}

// swaps reports whether the person can swap sides for another game: after one against the computer.
func swaps(live, shown table.Now) bool {
	return live.Over && !live.Shared() && shown.Self() >= 0
}

// hides switches to the input mode for hiding, if a game of two people starts with one of them hiding something.
func (p *Play) hides() {
	now := p.Person.Now()
	i := slices.IndexFunc(p.Cursor.Tracks, func(t game.Track) bool { return t.Pick > 0 })
	if i < 0 || now.ToMove != game.Anyone || !unplayed(p.Person.Sight()) || p.Cursor.Track == p.Cursor.Tracks[i].Name {
		return
	}
	p.Cursor.Track, p.Cursor.Picked, p.Cursor.Aim = p.Cursor.Tracks[i].Name, nil, -1
	p.ready()
}

// offers returns buttons that suggest what to do next: after a round, before the first move, and when the game is decided.
func (p *Play) offers() (list []Button) {
	if p.Back || p.Now.Shared() {
		return nil
	}
	add := func(on bool, key, label string) {
		if b, has := p.Labelled(key); on && has {
			list = append(list, Button{Key: OfferKey + b.Key, Label: label})
		}
	}
	_, bots := p.Person.Game().(game.Bots)
	rounds, inRounds := p.Person.Game().(game.Rounds)
	switch {
	case p.Now.Over:
		label := "play again"
		if inRounds && !rounds.Abandon() {
			label = "next round"
		}
		add(true, "n", label)
		add(swaps(p.Person.Now(), p.Now), "K", "swap sides")
		add(true, "v", "review")
	case p.settled.of(p.Person.Sight(), table.Sight.Decided): // a key can play the game to its end
		add(true, "e", "play to the end")
	case p.Now.Ply == 0 && bots && p.Now.Programs() < len(p.Now.Players):
		label := "play the computer"
		if p.Now.Programs() > 0 {
			label = "two people here"
		}
		add(true, "C", label)
		for _, w := range p.words {
			if w.Same == "clear" && p.Info.Started != "" && p.Now.ToMove != game.Anyone {
				list = append(list, Button{Key: OfferKey + mainKey(w.Key), Label: "set up"})
			}
		}
	}
	return list
}

// fact caches a fact about a sight, because every picture asks for it.
type fact struct {
	n  uint64
	is bool
}

func (f *fact) of(s table.Sight, ask func(table.Sight) bool) bool {
	if f.n != s.N {
		*f = fact{s.N, ask(s)}
	}
	return f.is
}

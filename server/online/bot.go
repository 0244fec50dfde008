package online

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"attic/game"
	"attic/internal/phrase"
	"attic/match"
	"attic/match/store"
	at "attic/table"
	"attic/table/wire"
)

const (
	adoptTime  = 10 * time.Second // between two looks for challenges, and for games of the bot that are in no program, such as those whose other player has begun a new round
	refuseTime = 10 * time.Second // how long a bot asks for no seat after the hall has refused it one
	mostTables = 64               // the tables at which a bot sits at a time, including those whose other player is away

	botMark = " (bot)" // the end of a bot's name, see docs/hall.md
)

// Bot plays at the tables of a hall as a person whom the hall marks as a bot.
type Bot struct {
	Hall   string                               // the address of the hall, as people write it
	Name   string                               // without the mark
	Games  []game.Game                          // the games that it plays
	Clocks []string                             // the clocks that it plays with, as table.ParseClock reads them, "" for none; nil: any clock
	Offers bool                                 // it makes a table of each game, with the first of Clocks, and waits for people. Otherwise it takes free seats
	Wait   time.Duration                        // how long a seat must have been free before it takes it
	Most   int                                  // the games that it plays at a time; games whose other player is away do not count
	Level  func(game.Game) int                  // the level at which the computer plays a game
	Engine func(game.Game) (at.Opponent, error) // opens an engine that plays instead of the computer; nil: the computer plays, at Level
	Seats  store.Seats                          // keeps the phrase, by the identity of the hall and the name; see store.Store.Bots
	Say    func(line string)                    // reports games that have begun or ended, and the state of the connection

	tired time.Duration // instead of tiredTime, in tests; 0: tiredTime
}

// CheckBotName returns an error if a bot cannot have a name.
func CheckBotName(name string) error {
	if name == "" || utf8.RuneCountInString(name) > wire.MostName-len(botMark) {
		return fmt.Errorf("the name of a bot has 1 to %d characters", wire.MostName-len(botMark))
	}
	return match.CheckName(name)
}

// visits is a bot at work.
type visits struct {
	Bot
	hall   *Client
	at     string // the identity of the hall
	key    *store.Seat
	phrase string
	shown  string // the name as others see it

	challenges []table     // those to the bot that are open, the newest first
	lost       chan string // the IDs of tables at which the hall has ended the bot's connection for good
	games      sync.WaitGroup

	mu     sync.Mutex
	tables map[string]*sitting // by the ID of the table
}

// Run plays until ctx is done, and then finishes the moves that it is thinking about. If the hall is away, Run tries again, except at first. The error is
// one line for people.
func (b Bot) Run(ctx context.Context) error {
	b.tired = cmp.Or(b.tired, tiredTime)
	v := &visits{Bot: b, lost: make(chan string), tables: map[string]*sitting{}}
	defer func() {
		if v.key != nil {
			_ = v.key.Close()
		}
	}()
	defer v.games.Wait()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	for pause := againTime; ; pause = min(2*pause, mostAgain) {
		came := v.hall
		err := v.visit(ctx)
		switch final, ok := errors.AsType[*finalError](err); {
		case ctx.Err() != nil:
			return nil
		case ok:
			return final.error
		case v.phrase == "":
			return err
		case v.hall != came: // it has answered in the meantime
			pause = againTime
			v.Say("the hall does not answer; trying again")
		}
		select {
		case <-time.After(pause/2 + rand.N(pause/2)):
		case <-ctx.Done():
		}
	}
}

// finalError is an error after which trying again is useless.
type finalError struct{ error }

// final returns the error of a request, as a finalError if the hall refuses the request itself.
func final(err error) error {
	if no, ok := errors.AsType[*refusal](err); ok && no.Code != "rate" && no.Code != "busy" {
		return &finalError{err}
	}
	return err
}

// visit plays at the hall until the hall is away or ctx is done.
func (v *visits) visit(ctx context.Context) error {
	hall, err := Dial(ctx, v.Hall, store.Open("", nil).Profile) // what the hall has given to the bot can be found with its phrase
	if err == nil {
		err = v.enter(ctx, hall)
	}
	if err == nil {
		err = v.adopt(ctx, hall, "")
	}
	if err != nil {
		return err
	}
	v.hall = hall
	v.Say(fmt.Sprintf("%s is at %s", v.shown, hall.Address()))
	following, stop := context.WithCancel(ctx)
	defer stop()
	lists := make(chan tables, 1)
	go func() {
		defer close(lists)
		hall.follow(following, func() []store.Sitting { return nil }, func(t tables) {
			select {
			case <-lists:
			default:
			}
			lists <- t
		})
	}()
	beat := time.NewTicker(time.Second)
	defer beat.Stop()
	var list tables
	seen, adopted, refused := map[string]time.Time{}, time.Now(), time.Time{}
	for {
		more, lost := true, ""
		select {
		case list, more = <-lists:
		case <-beat.C:
		case lost = <-v.lost:
		case <-ctx.Done():
			return nil
		}
		now := time.Now()
		switch {
		case !more:
			return errAway
		case now.Sub(adopted) > adoptTime || lost != "":
			if adopted, err = now, v.adopt(ctx, hall, lost); err != nil {
				return err
			}
		}
		seen = since(seen, list.Free, now)
		if now.Sub(refused) > refuseTime && !v.seats(ctx, list.Free, seen, now) {
			refused = now
		}
	}
}

// since returns the times since when each free table is known.
func since(seen map[string]time.Time, free []table, now time.Time) map[string]time.Time {
	next := map[string]time.Time{}
	for _, t := range free {
		if next[t.ID] = now; !seen[t.ID].IsZero() {
			next[t.ID] = seen[t.ID]
		}
	}
	return next
}

// enter finds the phrase of the bot at the hall, or makes a person there.
func (v *visits) enter(ctx context.Context, hall *Client) (err error) {
	switch id := hall.identity(); {
	case id == "":
		return &finalError{errUnmarked}
	case v.key == nil:
		v.at = id
		if v.key, err = v.Seats.Take(id + " " + v.Name); errors.Is(err, store.ErrSeated) {
			err = fmt.Errorf("another attic plays as %s at this hall; give each bot a name of its own", v.Name)
		}
		if err != nil {
			return &finalError{err}
		}
	case v.at != id:
		return errors.New("another hall is at this address now")
	}
	if v.phrase = v.key.Key(); v.phrase != "" {
		return nil
	}
	secret, err := v.key.Secret(wire.NewKey())
	if err != nil {
		return &finalError{fmt.Errorf("the recovery phrase of the bot cannot be kept: %w", err)}
	}
	var is struct {
		Phrase string `json:"phrase"`
		Bot    bool   `json:"bot"`
	}
	err = hall.ask(ctx, "people/join", map[string]any{"name": v.Name, "secret": secret, "bot": true}, &is)
	switch {
	case err != nil:
		return final(err)
	case !is.Bot || is.Phrase == "":
		_ = hall.ask(ctx, "people/delete", map[string]string{"phrase": is.Phrase}, &struct{}{}) // otherwise it would pass for a person
		return &finalError{errUnmarked}
	}
	if err := v.key.Keep(is.Phrase, ""); err != nil {
		return &finalError{fmt.Errorf("the recovery phrase of the bot cannot be kept: %w", err)}
	}
	v.phrase = is.Phrase
	return nil
}

var errUnmarked = errors.New("this hall cannot mark bots yet; it needs a newer atticd")

// adopt continues the games of the bot that no program is playing: those of an earlier run, for instance. lost is the ID of a table at which the hall has
// just ended the bot's connection for good, or "".
func (v *visits) adopt(ctx context.Context, hall *Client, lost string) error {
	var me struct {
		Shown      string  `json:"shown"`
		Tables     []table `json:"tables"`
		Challenges []table `json:"challenges"`
	}
	err := hall.ask(ctx, "people/find", asked{Phrase: v.phrase}, &me)
	if no, ok := errors.AsType[*refusal](err); ok && no.Code == "id" {
		return &finalError{fmt.Errorf("this hall no longer knows the bot %s; choose another name", v.Name)}
	}
	if err != nil {
		return final(err)
	}
	v.shown, v.challenges = me.Shown, slices.DeleteFunc(me.Challenges, func(t table) bool {
		_, plays := v.game(t.Game)
		if plays = plays && v.clock(t.Clock); !plays {
			_ = hall.ask(ctx, "people/decline", asked{Phrase: v.phrase, Table: t.ID}, &struct{}{}) // after an error, again at the next look
		}
		return !plays
	})
	for _, t := range me.Tables {
		switch g, plays := v.game(t.Game); {
		case t.Gone || t.Over != "" || t.Unknown != "" || !plays || v.sitsAt(t.ID):
		case t.ID == lost:
			return &finalError{fmt.Errorf("another program has taken over a game of %s; give each bot a name of its own", v.Name)}
		default:
			s, err := v.seat(ctx, hall, "people/seat", asked{Table: t.ID})
			if err != nil {
				return err
			}
			v.sits(ctx, hall, g, t, s)
		}
	}
	return nil
}

// asked is a request of a bot.
type asked struct {
	wish
	Phrase string `json:"phrase"`
	Secret string `json:"secret,omitempty"`
	Table  string `json:"table,omitempty"`
}

// seat asks for a seat. If the answers are lost, adopt finds the seat.
func (v *visits) seat(ctx context.Context, hall *Client, path string, a asked) (s seat, err error) {
	a.Phrase, a.Secret = v.phrase, wire.NewKey()
	if err = hall.ask(ctx, path, a, &s); errors.Is(err, errAway) && ctx.Err() == nil {
		err = hall.ask(ctx, path, a, &s)
	}
	if err == nil && (wire.CheckID(s.ID) != nil || wire.CheckID(s.Table) != nil) {
		err = errNoHall
	}
	return s, err
}

// seats takes seats, or makes tables, until the bot plays enough games. It returns false if the hall refuses one.
func (v *visits) seats(ctx context.Context, free []table, seen map[string]time.Time, now time.Time) bool {
	for v.room() {
		g, t, ok := v.next(free, seen, now)
		if !ok {
			return true
		}
		var s seat
		var err error
		if t.ID == "" {
			s, err = v.seat(ctx, v.hall, "tables", asked{wish: wish{Game: t.Game, Clock: t.Clock, With: anybody, Side: game.Nobody}})
			t.ID = s.Table
		} else {
			s, err = v.seat(ctx, v.hall, "tables/"+t.ID+"/take", asked{})
			same := func(o table) bool { return o.ID == t.ID }
			free, v.challenges = slices.DeleteFunc(slices.Clone(free), same), slices.DeleteFunc(v.challenges, same)
		}
		if err != nil {
			return false
		}
		v.sits(ctx, v.hall, g, t, s)
	}
	return true
}

// next returns the game and the table for the next seat of the bot; a new table has no ID.
func (v *visits) next(free []table, seen map[string]time.Time, now time.Time) (game.Game, table, bool) {
	for _, t := range slices.Backward(v.challenges) { // adopt has declined those that the bot does not play
		if g, plays := v.game(t.Game); plays && wire.CheckID(t.ID) == nil && !v.sitsAt(t.ID) {
			return g, t, true
		}
	}
	if v.Offers {
		for _, g := range v.Games {
			if name := g.Info().Name; v.hall.games[name] && v.count(func(x *sitting) bool { return x.game == g && x.waits }) == 0 {
				return g, table{Game: name, Clock: slices.Concat(v.Clocks, []string{""})[0]}, true
			}
		}
		return nil, table{}, false
	}
	for _, t := range slices.Backward(free) { // the one that has waited the longest comes first
		g, plays := v.game(t.Game)
		ofBot := slices.ContainsFunc(t.Names, func(name string) bool { return strings.HasSuffix(name, botMark) })
		rule, _ := at.ParseClock(t.Clock) // zero without a clock
		there := t.Here || rule.RunsOn()  // otherwise the bot would wait for the maker, and no other person could take the seat
		if plays && there && !ofBot && v.clock(t.Clock) && now.Sub(seen[t.ID]) >= v.Wait && wire.CheckID(t.ID) == nil && !v.sitsAt(t.ID) {
			return g, t, true
		}
	}
	return nil, table{}, false
}

// clock reports whether the bot plays with a clock.
func (v *visits) clock(text string) bool {
	rule, _ := at.ParseClock(text) // zero without a clock
	return v.Clocks == nil || slices.ContainsFunc(v.Clocks, func(c string) bool {
		other, _ := at.ParseClock(c)
		return other == rule
	})
}

func (v *visits) game(name string) (game.Game, bool) {
	i := slices.IndexFunc(v.Games, func(g game.Game) bool { return g.Info().Name == name })
	if i < 0 {
		return nil, false
	}
	return v.Games[i], true
}

// count returns at how many tables the bot is for which so is true. The function so is called with mu held.
func (v *visits) count(so func(*sitting) bool) (n int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, x := range v.tables {
		if so(x) {
			n++
		}
	}
	return n
}

// room reports whether the bot may take another seat.
func (v *visits) room() bool {
	return v.count(func(x *sitting) bool { return x.busy }) < v.Most && v.count(func(*sitting) bool { return true }) < mostTables
}

func (v *visits) sitsAt(id string) bool {
	return v.count(func(x *sitting) bool { return x.table.ID == id }) > 0
}

// sits plays at a table in the background.
func (v *visits) sits(ctx context.Context, hall *Client, g game.Game, t table, s seat) {
	x := &sitting{of: v, game: g, table: t, since: time.Now(), busy: true, waits: v.Offers, moves: make(chan choice, 1), seed: rand.Uint64()}
	if t.Since > 0 {
		x.since = time.Unix(t.Since, 0)
	}
	v.mu.Lock()
	v.tables[t.ID] = x
	v.mu.Unlock()
	v.games.Go(func() {
		err := x.play(ctx, hall.join(s.ID, false))
		left, _ := errors.AsType[*at.LeftError](err)
		if x.waits && ctx.Err() != nil { // nobody should take a seat opposite a bot that is away
			soon, stop := context.WithTimeout(context.Background(), endTime)
			_ = hall.ask(soon, "withdraw", map[string]string{"id": s.ID}, &struct{}{})
			stop()
		}
		if x.on && ctx.Err() == nil {
			v.Say(x.line("left") + ": " + phrase.Printable(cmp.Or(err, errors.New("the other player is away")).Error()))
		}
		v.mu.Lock()
		delete(v.tables, t.ID)
		v.mu.Unlock()
		if left != nil {
			select {
			case v.lost <- t.ID:
			case <-ctx.Done():
			}
		}
	})
}

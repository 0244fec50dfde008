package desktest

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"attic/desk"
	"attic/desk/command"
	"attic/dev/wait"
	"attic/game"
	"attic/games"
	"attic/match"
	"attic/match/store"
	"attic/table"
	"attic/ui/lines"
)

// situated is a table at which the test leads a person into a situation.
type situated struct {
	t     testing.TB
	table *table.Table
	guest *table.Person // the guest at this table; nil if the table is a copy
	post  *post         // the way to the host; nil if the table is the host's
}

// reached is a way into a situation. The function at returns the table before the situation, and the function then leads into it.
type reached struct {
	name   string // the name of the situation in docs/situations.md
	is     table.Case
	at     func(t testing.TB) *situated
	then   func(s *situated)
	types  string // a line that a person in line mode types to see the sentence
	silent bool   // the line mode prints nothing, because nothing has changed
}

const far = time.Hour // a patience that never runs out

// shared returns a function that makes a host's table with a guest, on which the moves have been played.
func shared(game string, h table.Hosting, patience time.Duration, moves ...string) func(t testing.TB) *situated {
	return func(t testing.TB) *situated {
		t.Helper()
		s := &situated{t: t, table: waiting(t, game, patience)}
		must(t, s.table.Share(false, h))
		s.guest = s.table.Player(table.Second)
		s.table.Met(table.Present)
		here := s.table.Here()
		defer here.Close()
		for i, move := range moves {
			must(t, []*table.Person{here, s.guest}[i%2].Do(table.Play(move)).Err())
		}
		return s
	}
}

// copied returns a function that makes a guest's table.
func copied(game string, h table.Hosting, patience time.Duration, moves ...string) func(t testing.TB) *situated {
	return func(t testing.TB) *situated {
		t.Helper()
		host := shared(game, h, far, moves...)(t)
		p := carry(t, host.table)
		_ = p.copy.Close()
		p.copy = waiting(t, game, patience)
		p.attach()
		e := table.Event{What: table.Loaded, Sight: p.person.Sight()}
		must(t, p.end.Follow(e))
		p.copy.Met(table.Present)
		return &situated{t: t, table: p.copy, post: p}
	}
}

// waiting returns a table where the game can be claimed after the given patience.
func waiting(t testing.TB, id string, patience time.Duration) *table.Table {
	name, setup, err := game.ParseID(id)
	must(t, err)
	m, err := match.New(find(t, name), setup)
	must(t, err)
	return table.New(table.Config{Match: m, Chance: func() uint64 { return 77 }, Patience: patience})
}

// alone returns a table that is not shared.
func alone(t testing.TB) *situated { return &situated{t: t, table: waiting(t, "atom4", far)} }

var (
	plain  = table.Hosting{Invite: "held27@here", Chat: true}
	linked = table.Hosting{Invite: "held27@here", Link: "http://here:7117/#held27", Sights: "http://here:7117/#held27/watch"}
	atHall = table.Hosting{Hosted: match.Hosted{ID: "held27", First: match.Ticket{ID: "held28"}}, Chat: true}
)

// does returns a function with which the guest at a host's table carries out the act a.
func does(a table.Act) func(s *situated) {
	return func(s *situated) { must(s.t, s.guest.Do(a).Err()) }
}

// met returns a function that reports the presence of the other side to the table.
func met(other table.Other) func(s *situated) { return func(s *situated) { s.table.Met(other) } }

// sleeps returns a function after which the guest has been asleep for the time ago.
func sleeps(ago time.Duration) func(s *situated) {
	return func(s *situated) { s.guest.Slept(true, time.Now().Add(-ago)) }
}

// mine returns a function with which the person here carries out the act a.
func mine(a table.Act) func(s *situated) {
	return func(s *situated) {
		here := s.table.Here()
		defer here.Close()
		_ = here.Do(a)
	}
}

func nothing(*situated) {}

// hung is a journal that stops answering when hangs is closed.
type hung struct {
	match.Ledger
	hangs chan struct{}
}

func (h hung) Append(after uint64, lines ...string) (uint64, error) {
	select {
	case <-h.hangs:
		return 0, match.ErrUnknown
	default:
		return h.Ledger.Append(after, lines...)
	}
}

// situationWays lists a way into each situation at a table.
var situationWays = []reached{
	{name: "at one machine", is: table.AtOneMachine, at: alone, then: nothing, silent: true},
	{name: "waiting for a guest, invited by link", is: table.WaitingForGuest, at: alone, then: func(s *situated) { must(s.t, s.table.Share(false, linked)) }},
	{name: "waiting for a guest, invited by command", is: table.WaitingForCommand, at: alone, then: func(s *situated) { must(s.t, s.table.Share(false, plain)) }},
	{name: "joining", is: table.Joining, at: alone, then: func(s *situated) { (&post{t: s.t, copy: s.table}).attach() }},
	{name: "offer received", is: table.OfferReceived, at: shared("atom4", plain, far, "i10"), then: does(table.Ask(table.DrawOffer))},
	{name: "offer made", is: table.OfferMade, at: shared("atom4", plain, far, "i10"), then: mine(table.Ask(table.DrawOffer))},
	{name: "offer made, your move", is: table.OfferMadeOnMove, at: shared("atom4", plain, far, "i8", "h8"), then: mine(table.Ask(table.DrawOffer))},
	{name: "over", is: table.GameOver, at: shared("atom4", plain, far, "i10"), then: does(table.Resign()), silent: true},
	{
		name: "over, and open for a while", is: table.GameOverOpen, then: mine(table.Claim(false)),
		at: func(t testing.TB) *situated {
			h := plain
			h.Leave = func(error) {}
			s := shared("atom4", h, time.Millisecond, "i10")(t)
			s.table.Met(table.Away)
			<-time.After(2 * time.Millisecond)
			return s
		},
	},
	{
		name: "claim made", is: table.ClaimWaits, then: mine(table.Claim(true)),
		at: func(t testing.TB) *situated {
			s := copied("atom4", plain, time.Millisecond)(t)
			s.table.Met(table.Away)
			<-time.After(2 * time.Millisecond)
			return s
		},
	},
	{name: "claim possible: away", is: table.ClaimAway, at: shared("atom4", plain, time.Millisecond, "i10"), then: met(table.Away)},
	{name: "claim possible: asleep", is: table.ClaimAsleep, at: shared("atom4", plain, 20*time.Millisecond, "i8", "h8", "i10"), then: sleeps(time.Minute)},
	{name: "claim possible: silent", is: table.ClaimSilent, at: shared("atom4", plain, 50*time.Millisecond, "i10"), then: nothing},
	{name: "the other side asleep, its move", is: table.AsleepToMove, at: shared("atom4", plain, far, "i10"), then: sleeps(time.Minute)},
	{name: "the other side asleep", is: table.OtherAsleep, at: shared("atom4", plain, far, "i8", "h8"), then: sleeps(time.Minute)},
	{name: "the other side away, its move", is: table.AwayToMove, at: shared("atom4", plain, far, "i10"), then: met(table.Away)},
	{name: "the other side away, its set-up", is: table.AwayToSetUp, at: copied("ataxx", plain, far), then: met(table.Away)},
	{name: "the other side away", is: table.OtherAway, at: shared("atom4", plain, far, "i8", "h8"), then: met(table.Away)},
	{
		name: "watching", is: table.Watching, then: nothing, types: "resign",
		at: func(t testing.TB) *situated {
			s := copied("atom4", plain, far, "i10")(t)
			watched := s.post.person.Sight()
			watched.Seat = game.Nobody
			must(t, s.post.end.Follow(table.Event{What: table.Loaded, Sight: watched}))
			return s
		},
	},
	{name: "their set-up", is: table.TheirSetUp, at: copied("ataxx", plain, far), then: nothing},
	{name: "their move", is: table.TheirMove, at: shared("atom4", plain, far), then: mine(table.Play("i10"))},
	{name: "your move", is: table.YourMove, at: shared("atom4", plain, far, "i8"), then: does(table.Play("h8"))},
	{
		name: "at a hall, waiting for a friend", is: table.WaitingForFriend, then: func(s *situated) { s.table.Invites("http://hall/#held27") },
		at: func(t testing.TB) *situated {
			s := waitsAtHall(t)
			unmet(s)
			return s
		},
	},
	{name: "at a hall, waiting for anybody", is: table.WaitingForPlayer, at: waitsAtHall, then: unmet},
	{name: "hall lost", is: table.HallLost, at: copied("atom4", atHall, far), then: met(table.Away)},
	{
		name: "unsure", is: table.Unsure, then: nothing, types: "i10",
		at: func(t testing.TB) *situated {
			m, err := match.New(find(t, "atom4"), game.Setup{})
			must(t, err)
			hangs := make(chan struct{})
			kept := store.Open(t.TempDir(), games.Find)
			tb := table.New(table.Config{Match: m, Chance: func() uint64 { return 77 }, Begin: func() (match.Ledger, error) {
				l, err := kept.Library.Begin("atom4", time.Now())
				return hung{l, hangs}, err
			}})
			s := &situated{t: t, table: tb}
			must(t, tb.Share(false, plain))
			s.guest = tb.Player(table.Second)
			tb.Met(table.Present)
			mine(table.Play("i8"))(s)
			does(table.Play("h8"))(s)
			close(hangs)
			return s
		},
	},
}

// waitsAtHall returns the table of a player at a hall who does not know yet that the other player has not joined.
func waitsAtHall(t testing.TB) *situated {
	host := waiting(t, "atom4", far)
	must(t, host.Share(false, atHall))
	p := &post{t: t, person: host.Player(table.Second), copy: waiting(t, "atom4", far)}
	p.person.Met(table.Present)
	p.attach()
	must(t, p.end.Follow(table.Event{What: table.Loaded, Sight: p.person.Sight()}))
	p.copy.Met(table.Present)
	return &situated{t: t, table: p.copy, post: p}
}

// unmet tells the table of a player at a hall that the other player has not joined yet.
func unmet(s *situated) {
	for seat, other := range s.post.person.Now().Situation.Places {
		if other == table.Awaited {
			e := table.Event{What: table.Presence, By: seat, Sight: s.post.person.Sight()}
			e.Situation.Other = table.Awaited
			must(s.t, s.post.end.Follow(e))
		}
	}
}

// documented returns the texts for a situation from docs/situations.md: sentences of the page, lines of the line mode, the title of the
// window, and the person's possible actions.
func documented(t testing.TB, name string) (page, line []string, title, can string) {
	t.Helper()
	dir, err := os.Getwd()
	must(t, err)
	if built := os.Getenv("ATTIC_ROOT"); built != "" {
		dir = built
	}
	for {
		text, err := os.ReadFile(filepath.Join(dir, "docs", "situations.md"))
		if err == nil {
			for row := range strings.Lines(string(text)) {
				if cells := strings.Split(strings.TrimSpace(row), " | "); len(cells) > 4 && strings.TrimPrefix(cells[0], "| ") == name {
					sentences := func(cell string) []string { return strings.FieldsFunc(cell, func(r rune) bool { return r == '\n' }) }
					clean := strings.NewReplacer(" / ", "\n", "<br>", "\n")
					return sentences(clean.Replace(cells[1])), sentences(strings.ReplaceAll(cells[2], "<br>", "\n")), cells[3], strings.TrimSuffix(cells[4], " |")
				}
			}
			t.Fatalf("docs/situations.md has no %q", name)
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("docs/situations.md is not found")
		}
		dir = filepath.Dir(dir)
	}
}

var placeholder = regexp.MustCompile(`\\\{[a-zA-Z -]+\\\}`)

// said reports whether a text contains a sentence, which may have placeholders.
func said(text, sentence string) bool {
	return regexp.MustCompile(placeholder.ReplaceAllString(regexp.QuoteMeta(sentence), ".+?")).MatchString(strings.Join(strings.Fields(text), " "))
}

// Situations leads a person at a front-end into each situation at a table, and compares the page with docs/situations.md.
func Situations(t *testing.T, sit func(testing.TB, *table.Table) Hands) {
	for _, way := range situationWays {
		t.Run(way.name, func(t *testing.T) {
			page, _, title, _ := documented(t, way.name)
			s := way.at(t)
			f := sit(t, s.table)
			d := f.Desk()
			if way.then(s); way.is == table.Unsure {
				f.Type(way.types)
			}
			wait.Until(t, way.name, func() (any, bool) {
				select {
				case <-d.Ready():
					d.News()
				default:
				}
				return d.Play.Now.Situation.Case, d.Play.Now.Situation.Case == way.is
			})
			checkTouched(t, d)
			f.Press("?")
			f.Press("esc")
			page = slices.DeleteFunc(page, func(sentence string) bool {
				return strings.HasPrefix(sentence, "{") && strings.HasSuffix(sentence, "}")
			}) // a placeholder alone matches any text
			if shown := f.Shown(); len(page) > 0 && !slices.ContainsFunc(page, func(sentence string) bool { return said(shown, sentence) }) {
				t.Errorf("%s shows none of %q:\n%s", way.name, page, shown)
			}
			if got := desk.Title(d, "attic"); title != "" && !strings.EqualFold(got, title+": attic") || title == "" && got != "attic" {
				t.Errorf("the title is %q, not %q", got, title)
			}
		})
	}
}

// typist types lines at a session and reads what it prints.
type typist struct {
	mu    sync.Mutex
	heard strings.Builder
	lines chan string
}

func (y *typist) ReadLine() (string, error) {
	line, ok := <-y.lines
	if !ok {
		return "", io.EOF
	}
	return line, nil
}

func (y *typist) ReadSecret(string) (string, error) { return "", errors.New("there is no terminal") }

func (y *typist) Write(p []byte) (int, error) {
	y.mu.Lock()
	defer y.mu.Unlock()
	return y.heard.Write(p)
}

func (y *typist) text() string {
	y.mu.Lock()
	defer y.mu.Unlock()
	return y.heard.String()
}

// SituationsInLines is [Situations] for the line mode.
func SituationsInLines(t *testing.T) {
	for _, way := range situationWays {
		t.Run(way.name, func(t *testing.T) {
			_, line, _, _ := documented(t, way.name)
			s, y := way.at(t), &typist{lines: make(chan string)}
			session := lines.New(command.Config{
				Person: s.table.Here(), Owner: s.table, May: command.Everything, Store: store.Open(t.TempDir(), games.Find), Terminal: true,
			}, y, y)
			ctx, stop := context.WithCancel(t.Context())
			done := make(chan error, 1)
			go func() { done <- session.Run(ctx) }()
			wait.Until(t, "the welcome", func() (any, bool) { return y.text(), y.text() != "" })
			way.then(s)
			if way.types != "" {
				y.lines <- way.types
			}
			if !way.silent {
				wait.Until(t, way.name, func() (any, bool) {
					text := y.text()
					for _, sentence := range line {
						if sentence != "{turn}" && said(text, sentence) {
							return text, true
						}
					}
					return text, len(line) == 0 || line[0] == "{turn}"
				})
			}
			stop()
			close(y.lines)
			<-done
		})
	}
}

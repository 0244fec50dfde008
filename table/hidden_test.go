package table_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"attic/dev/race"
	"attic/game"
	"attic/game/example/toy"
	"attic/games/atommaster"
	"attic/match"
	"attic/table"
)

// pair is two tables that differ only in their hidden information. Both tables have received the same requests and given the same answers.
type pair struct {
	t      *testing.T
	tables [2]*table.Table
	people [2][]*table.Person
}

// guessers returns three people who may not see the hidden information: a spectator, a guest in the guesser's seat, and the person here, whose side
// is the guesser's and who owns the table.
func guessers(tb *table.Table) []*table.Person {
	return []*table.Person{tb.Join(0), tb.Join(0, 0), tb.Here()}
}

func newPair(t *testing.T, g game.Game, setups [2]game.Setup) *pair {
	p := &pair{t: t}
	for i := range p.tables {
		p.tables[i] = table.New(table.Config{Match: newMatch(t, g, setups[i], "person person"), Chance: chance})
		p.people[i] = guessers(p.tables[i])
	}
	p.compare("at the start")
	p.show()
	return p
}

// truth returns the match on table i with its hidden information.
func (p *pair) truth(i int) match.Match {
	var saved strings.Builder
	must(p.t, save(p.tables[i], &saved))
	m, err := match.Read(strings.NewReader(saved.String()), find)
	must(p.t, err)
	return m
}

func (p *pair) close() {
	for i, tb := range p.tables {
		for _, w := range p.people[i] {
			w.Close()
		}
		must(p.t, tb.Close())
	}
}

// act sends requests to both tables: the only one in the parameter what to both, or what[0] to the first and what[1] to the second. It fails unless
// both give the same answer and guessers then see the same at both.
func (p *pair) act(what ...string) {
	p.t.Helper()
	var errs [2]error
	for i, tb := range p.tables {
		errs[i] = act(tb, what[i%len(what)])
	}
	if a, b := fmt.Sprint(errs[0]), fmt.Sprint(errs[1]); a != b {
		p.t.Fatalf("the answers to %q are\n%s\nand\n%s", what, a, b)
	}
	p.compare(fmt.Sprintf("after %q", what))
}

// compare fails unless guessers can get exactly the same information from both tables.
func (p *pair) compare(when string) {
	p.t.Helper()
	var seen [2][]string
	for i := range p.tables {
		for n, w := range p.people[i] {
			for _, e := range w.Take() {
				seen[i] = append(seen[i], fmt.Sprintf("person %d: %s", n, event(e)))
			}
			seen[i] = append(seen[i], all(w.Sight())...)
		}
	}
	for n := range p.people[0] {
		a, b := p.people[0][n].Now().View, p.people[1][n].Now().View
		if !reflect.DeepEqual(a, b) && shown(a) != shown(b) {
			p.t.Fatalf("%s: person %d sees\n%s\nand\n%s", when, n, shown(a), shown(b))
		}
	}
	for n := range max(len(seen[0]), len(seen[1])) {
		if n >= len(seen[0]) || n >= len(seen[1]) || seen[0][n] != seen[1][n] {
			p.t.Fatalf("%s: one table returns\n%s\nand the other\n%s", when, strings.Join(seen[0][n:min(n+1, len(seen[0]))], ""), strings.Join(seen[1][n:min(n+1, len(seen[1]))], ""))
		}
	}
}

// all returns the results of all methods of s, each as a text.
func all(s table.Sight) []string {
	moves := s.Moves()
	id, known := s.ID()
	list := []string{
		fmt.Sprintf("moves %+v", moves),
		fmt.Sprintf("history %+v", s.History()),
		fmt.Sprintf("results %+v", s.Results()),
		fmt.Sprintf("id %s %v", ownersOnly(id), known),
	}
	if m, ok := s.FullMatch(); ok {
		list = append(list, ownersOnly(strings.Join(m.Lines(), "\n")))
	}
	for _, m := range append(moves[:min(len(moves), 3):min(len(moves), 3)], game.Move{Text: "hide 3"}, game.Move{Text: "nonsense"}) {
		view, ok := s.Try(m.Text)
		list = append(list, fmt.Sprintf("try %v %v", view, ok))
	}
	m, ok := s.Match()
	list = append(list, fmt.Sprintf("match %+v %v", m, ok), "now "+stood(s.Now))
	for ply := -1; ply <= s.Ply+2; ply++ {
		if ply > 3 && ply < s.Ply-5 {
			continue
		}
		at, moves := s.At(ply)
		list = append(list, fmt.Sprintf("at %d %s %+v", ply, stood(at), moves))
	}
	return list
}

// The variables seed and secret match the parts that reveal the layout: the seed and the hand-placed atoms in a game ID or a record, and the secret
// moves in a record, which are scrambled, not encrypted. Only the owner of the table, who may deal again anyway, gets these parts: see
// TestTheGameIDOfWhatIsHiddenIsNotForGuests.
var (
	seed   = regexp.MustCompile(`( hidden=\w+)?#\d+`)
	secret = regexp.MustCompile(`(?m)^secret .*$`)
)

// ownersOnly removes from a game ID or a record the parts that only the owner of the table gets.
func ownersOnly(text string) string {
	return secret.ReplaceAllString(seed.ReplaceAllString(text, "#"), "secret")
}

// stood returns the state of a table and its view as text.
func stood(n table.Now) string {
	view, err := n.View.MarshalText()
	n.View = nil
	return fmt.Sprintf("%+v %s %v", n, view, err)
}

func event(e table.Event) string { return chosen(e) + " " + stood(e.Now) }

// chosen returns an event as text, without the state after it.
func chosen(e table.Event) string {
	e.Sight = table.Sight{}
	lines := ownersOnly(strings.Join(e.Lines, "\n"))
	e.Lines = nil
	return fmt.Sprintf("%s %+v %s", names[e.What], e, lines)
}

// shown returns as text everything that a view shows, and its answers.
func shown(v game.View) string {
	var b strings.Builder
	for _, size := range [][2]int{{0, 0}, {80, 24}, {200, 60}} {
		fmt.Fprintf(&b, "%+v\n%+v\n", v.Grid(size[0], size[1]), v.Panel(size[0]/4, size[1]))
	}
	fmt.Fprintf(&b, "%+v\n%+v\n%+v\n%s\n%+v\n", v.Scene(), v.Aside(300, 400), v.Status(), v.Describe(), v.Tracks())
	for _, m := range v.Moves() {
		fmt.Fprintf(&b, "%+v %+v\n", m, v.Preview(m.Text))
	}
	for _, text := range []string{"", "nonsense", "hide", "hide 3", "hide a1,b2,c3,d4", "evaluate", "guess 3", "learn", "fire 1", "set a1"} {
		fmt.Fprintf(&b, "%+v\n", v.Preview(text))
	}
	for _, track := range v.Tracks() {
		fmt.Fprintf(&b, "%+v\n", v.Look(track.Name))
		for _, spot := range track.Spots {
			fmt.Fprintf(&b, "%+v\n", v.Look(track.Name, spot))
		}
	}
	return b.String()
}

// show fails unless guessers see the same at both tables: boards in several sizes, pictures, sentences, previews.
func (p *pair) show() {
	p.t.Helper()
	for n := range p.people[0] {
		if a, b := shown(p.people[0][n].Now().View), shown(p.people[1][n].Now().View); a != b {
			p.t.Fatalf("person %d sees\n%s\nand\n%s", n, a, b)
		}
	}
}

// alike returns a random legal move after which guessers see the same at both tables and the round is not over, or "" if there is none.
func (p *pair) alike(rng *rand.Rand) string {
	truth := [2]match.Match{p.truth(0), p.truth(1)}
	moves := p.people[0][2].Sight().Moves()
	for _, i := range rng.Perm(len(moves)) {
		var seen [2]string
		over := false
		for n, m := range truth {
			next, _, err := m.Play(moves[i].Text)
			must(p.t, err)
			over = over || next.ToMove() == game.Nobody
			for _, seat := range []int{game.Nobody, 0} {
				view, err := next.State().View(seat).MarshalText()
				must(p.t, err)
				seen[n] += string(view)
			}
		}
		if seen[0] == seen[1] && !over {
			return moves[i].Text
		}
	}
	return ""
}

// hints asks for hints at both tables, as each guesser. It fails unless the answers and the hints are the same at both.
func (p *pair) hints() {
	p.t.Helper()
	var errs [2]string
	for i := range p.tables {
		for _, w := range p.people[i] {
			errs[i] += fmt.Sprintln(w.Hint(table.Latest, ""))
		}
	}
	if errs[0] != errs[1] {
		p.t.Fatalf("Hint returns\n%s\nand\n%s", errs[0], errs[1])
	}
	synctest.Wait()
	p.compare("with a hint")
}

// programs lets the computer play the guesser's seat at both tables. It fails unless the computer plays the same moves at both while it sees the
// same.
func (p *pair) programs() {
	p.t.Helper()
	ctx, stop := context.WithCancel(p.t.Context())
	var stopped []func()
	for _, tb := range p.tables {
		must(p.t, set(tb, table.ProgramIn(0)))
		stopped = append(stopped, tb.Go(ctx))
	}
	synctest.Wait()
	stop()
	for _, wait := range stopped {
		wait()
	}
	var events [2][]table.Event
	for i := range p.tables {
		events[i] = p.people[i][0].Take()
	}
	done := 0
	for n := range min(len(events[0]), len(events[1])) {
		a, b := events[0][n], events[1][n]
		if a, b := chosen(a), chosen(b); a != b {
			p.t.Fatalf("programs that see the same do\n%s\nand\n%s", a, b)
		}
		done++
		if stood(a.Now) != stood(b.Now) {
			break
		}
	}
	if done < 2 {
		p.t.Errorf("only %d events of the programs are compared", done)
	}
}

// Until the hidden information is revealed, two tables that differ only in that information look the same, byte for byte, to people who may not see
// it. Random actions do not change this.
func TestNothingHiddenIsTold(t *testing.T) {
	race.Plain(t)
	for _, c := range []struct {
		g       game.Game
		options []string
		hidden  [][2]string // pairs of moves that hide something by hand
	}{
		{toy.Game{}, []string{""}, [][2]string{{"hide 3", "hide 4"}, {"hide 19", "hide 2"}}},
		{
			atommaster.Game{},
			[]string{"colours=7", "atoms=3 size=5", "atoms=6 size=9 colours=65535", "size=6 unique=yes"},
			[][2]string{{"hide a1,b2,c3,d4", "hide a1,b2,c3,h8"}, {"hide d4,d5,e4,e5", "hide d4,d5,e4,e6"}},
		},
	} {
		for n := range 4 {
			t.Run(fmt.Sprintf("%s dealt %d", c.g.Info().Name, n), func(t *testing.T) {
				rng := rand.New(rand.NewPCG(uint64(n), 1))
				options := c.options[n%len(c.options)]
				setups := [2]game.Setup{{Options: options, Seed: rng.Uint64()}, {Options: options, Seed: rng.Uint64()}}
				synctest.Test(t, func(t *testing.T) { tried(newPair(t, c.g, setups), rng) })
			})
		}
		for n, hidden := range c.hidden {
			t.Run(fmt.Sprintf("%s by hand %d", c.g.Info().Name, n), func(t *testing.T) {
				rng := rand.New(rand.NewPCG(uint64(n), 2))
				setup := game.Shuffled(c.g, game.Setup{Seed: rng.Uint64()}, rng.Uint64)
				synctest.Test(t, func(t *testing.T) {
					p := newPair(t, c.g, [2]game.Setup{setup, setup})
					p.act(hidden[0], hidden[1])
					tried(p, rng)
				})
			})
		}
	}
}

// tried performs 20 random actions at a pair of tables, and then lets the computer continue.
func tried(p *pair, rng *rand.Rand) {
	defer p.close()
	p.act("start")
	moves := 0
	for range 12 {
		begun := p.people[0][0].Now().ToMove != game.Anyone
		switch choice := rng.IntN(12); {
		case choice == 0:
			p.act("undo")
		case choice == 1:
			p.act("redo")
		case choice == 2 && begun:
			wrong := []string{"nonsense", "start", "hide a1", "hide 3", "guess 99", "fire 99", "set z9", "atoms 5", "evaluate 3", "at 0 nonsense", "at -3 start", "at 99 start"}
			p.act(wrong[rng.IntN(len(wrong))])
		case choice == 3 && begun:
			p.act([]string{"side 2", "person 2"}[rng.IntN(2)])
		case choice == 4:
			p.act([]string{"name 1 Anna", "name 2 two\nlines", "level 1", "level 7", "seed", "pause", "on", "hurry"}[rng.IntN(8)])
		case choice == 5:
			p.hints()
		default:
			if text := p.alike(rng); text != "" {
				p.act(text)
				moves++
			}
		}
	}
	if moves == 0 {
		p.t.Error("no move leaves the tables looking the same")
	}
	p.show()
	if p.people[0][0].Now().ToMove == game.Anyone {
		p.act("start")
	}
	p.act("on")
	p.programs()
}

// The game ID of a round with hidden information does not reveal the next round, unless a person chose the seed.
func TestSeedsOfLaterRounds(t *testing.T) {
	for _, c := range []struct {
		clause, id, script string
		want               []string // the game ID after each request
	}{
		{"a random seed", "toy#5", "next; undo; redo; undo; next; next", []string{"toy deal=2#101", "toy#5", "toy deal=2#101", "toy#5", "toy deal=2#102", "toy deal=3#103"}},
		{"a given seed", "toy#5", "given #6; next; undo; next; next", []string{"toy#6", "toy deal=2#6", "toy#6", "toy deal=2#6", "toy deal=3#6"}},
		{"no given seed after clear", "toy#5", "given #6; clear; next", []string{"toy#6", "toy#101", "toy deal=2#102"}},
		{"a given setup without a seed", "toy#5", "given deal=4; next", []string{"toy deal=4#101", "toy deal=5#102"}},
		{"an open game", "atom4#5", "resign; next; given #7; resign; next", []string{"atom4#5", "atom4 round=2#5", "atom4#7", "atom4#7", "atom4 round=2#7"}},
	} {
		name, setup, err := game.ParseID(c.id)
		must(t, err)
		g, _ := find(name)
		next := uint64(100)
		tb := table.New(table.Config{Match: newMatch(t, g, setup, "person person"), Chance: func() uint64 { next++; return next }})
		var ids []string
		for what := range strings.SplitSeq(c.script, "; ") {
			if text, ok := strings.CutPrefix(what, "given "); ok {
				setup, err := game.ParseSetup(text)
				must(t, err)
				must(t, set(tb, table.Start(setup)))
			} else {
				must(t, act(tb, what))
			}
			ids = append(ids, id(tb))
		}
		if !slices.Equal(ids, c.want) {
			t.Errorf("%s: %q, want %q", c.clause, ids, c.want)
		}
		must(t, tb.Close())
	}
}

package wire

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"attic/dev/race"
	"attic/game"
	"attic/games"
	"attic/match"
	"attic/table"
)

// leaks returns the number of games to search, from the environment variable LEAKS, by default 200 (20 under the race detector).
func leaks(t *testing.T) int {
	text := os.Getenv("LEAKS")
	if text == "" {
		return race.Less(200, 20)
	}
	n, err := strconv.Atoi(text)
	must(t, err)
	return n
}

// hiding returns a table of Atommaster with a random layout.
func hiding(t *testing.T, seed uint64) *table.Table {
	t.Helper()
	g, _ := games.Find("atommaster")
	m, err := match.New(g, game.Setup{Options: "colours=4711", Seed: seed})
	must(t, err)
	for i := range m.Players {
		m.Players[i].Program = false
	}
	return table.New(table.Config{Match: m, Chance: func() uint64 { return seed ^ 1<<40 }})
}

// squares returns n random squares as the text of a layout.
func squares(rng *rand.Rand, n int) string {
	var list []string
	for _, i := range rng.Perm(64)[:n] {
		list = append(list, fmt.Sprintf("%c%d", 'a'+i%8, 1+i/8))
	}
	slices.Sort(list)
	return strings.Join(list, ",")
}

// sent returns the messages sent to the guest so far.
func (p *party) sent() []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	return bytes.Join(p.heard, []byte("\n"))
}

// telling returns the texts that would reveal the layout at a table, in the forms of the journal, the hider's own view and the game ID.
func telling(t *testing.T, tb *table.Table) []string {
	t.Helper()
	sees := tb.Join(table.SeesAll)
	defer sees.Close()
	m, _ := sees.Sight().FullMatch()
	list := []string{game.ID("atommaster", m.Setup()), "#" + fmt.Sprint(m.Setup().Seed), tb.Salt(1, func() string { return "no salt" })}
	for _, seed := range []uint64{m.Setup().Seed, m.Seed} {
		if seed != 0 {
			list = append(list, strconv.FormatUint(seed, 10), strconv.FormatUint(seed, 16))
		}
	}
	for _, s := range match.Secrets(m) {
		list = append(list, s.Line)
	}
	view, err := m.State().View(1).MarshalText()
	must(t, err)
	layout := regexp.MustCompile(`"layout":"([^"]*)"`).FindSubmatch(view)
	if layout == nil {
		t.Fatalf("the hider does not see the layout: %s", view)
	}
	atoms := strings.Split(string(layout[1]), ",")
	for _, between := range []string{",", ", ", " ", "", `","`, ";"} {
		list = append(list, strings.Join(atoms, between))
	}
	slices.Reverse(atoms)
	return append(list, strings.Join(atoms, ","))
}

// Before the end of the game, no message to the guest or a spectator reveals the layout, its seed, the game ID or the journal.
func TestNothingHiddenIsSent(t *testing.T) {
	after := map[string]int{}
	for i := range leaks(t) {
		synctest.Test(t, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(27, uint64(i)))
			p := connectTable(t, hiding(t, rng.Uint64()), true)
			defer p.end()
			if rng.IntN(3) == 0 {
				must(t, p.here.Do(table.Play(fmt.Sprint("atoms ", 3+rng.IntN(3)))).Err())
			}
			hidden := "start"
			if rng.IntN(2) == 0 {
				hidden = "hide " + squares(rng, 4)
			}
			if err := p.here.Do(table.Play(hidden)).Err(); err != nil {
				must(t, p.here.Do(table.Play("start")).Err())
			}
			p.same()
			watcher := p.join(nil, "held27", "")
			<-watcher.Arrived()
			for range 12 {
				moves := slices.DeleteFunc(p.there.Sight().Moves(), func(m game.Move) bool {
					return m.Text == "resign" || m.Text == "evaluate" || strings.HasPrefix(m.Text, "set ") && rng.IntN(2) > 0
				})
				must(t, p.there.Do(table.Play(moves[rng.IntN(len(moves))].Text)).Err())
				if rng.IntN(8) == 0 {
					p.cut()
				}
				if rng.IntN(8) == 0 {
					_ = p.there.Do([]table.Act{table.Undo(), table.Next(), table.Play("nonsense"), table.Ask(table.DrawOffer)}[rng.IntN(4)]).Err()
				}
			}
			p.same()
			if p.here.Now().Over {
				t.Fatal("it is over")
			}
			texts := telling(t, p.table)
			searched(t, p.sent(), texts)
			must(t, p.there.Do(table.Play("resign")).Err())
			p.same()
			sent := p.sent()
			for n, text := range texts { // check that the search finds texts that are sent
				if bytes.Contains(sent, []byte(text)) {
					after[fmt.Sprint(n)]++
				}
			}
			watcher.Leave()
			<-watcher.Done()
		})
	}
	if len(after) < 3 {
		t.Errorf("after the end too few of the texts are found: %v", after)
	}
}

// searched fails the test if sent contains one of the texts.
func searched(t *testing.T, sent []byte, texts []string) {
	t.Helper()
	for _, text := range texts {
		if at := bytes.Index(bytes.ToLower(sent), []byte(strings.ToLower(text))); at >= 0 {
			t.Fatalf("%q was sent before the end: ...%s", text, sent[max(0, at-200):min(len(sent), at+100)])
		}
	}
}

// At a hall, nothing that reveals the layout is sent to the seeker or a spectator before the end, although the layout is hidden from another machine,
// with random actions and reconnections.
func TestNothingHiddenIsSentAtAHall(t *testing.T) {
	after := map[int]bool{}
	for i := range leaks(t) / 5 {
		synctest.Test(t, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(36, uint64(i)))
			l := newLounge(t)
			l.seed = rng.Uint64()
			s := l.add(find(t, "atommaster"), "red")
			seeker, hider := l.join(s.ids[0], "", "Zoe", false), l.join(s.ids[1], "", "Ann", false)
			early := l.join(s.ids[2], "", "", false)
			hidden := "start"
			if rng.IntN(2) == 0 {
				hidden = "hide " + squares(rng, 4)
			}
			if hider.here.Do(table.Play(hidden)).Err() != nil {
				must(t, hider.here.Do(table.Play("start")).Err())
			}
			synctest.Wait()
			late := l.join(s.ids[2], "", "", false)
			others := []*visitor{seeker, early, late}
			for range 8 {
				moves := slices.DeleteFunc(seeker.here.Sight().Moves(), func(m game.Move) bool {
					return m.Text == "resign" || m.Text == "evaluate" || strings.HasPrefix(m.Text, "set ") && rng.IntN(2) > 0
				})
				must(t, seeker.here.Do(table.Play(moves[rng.IntN(len(moves))].Text)).Err())
				switch who := others[rng.IntN(3)]; rng.IntN(8) {
				case 0:
					who.cut()
					<-time.After(mostPause)
				case 1:
					_ = who.here.Do([]table.Act{table.Undo(), table.Next(), table.Play("nonsense"), table.Ask(table.DrawOffer)}[rng.IntN(4)]).Err()
				case 2:
					key := seeker.Key()
					seeker.leave()
					again := l.join(s.ids[0], key, "", false)
					again.heard = append(again.heard, seeker.heard...)
					seeker, others[0] = again, again
				case 3:
					hider.cut()
					l.rest(s)
					<-time.After(mostPause + time.Second)
				}
				synctest.Wait()
			}
			texts := telling(t, s.table)
			for _, v := range others {
				searched(t, []byte(v.told()), texts)
			}
			must(t, seeker.here.Do(table.Play("resign")).Err())
			synctest.Wait()
			for n, text := range texts {
				if strings.Contains(seeker.told(), text) {
					after[n] = true
				}
			}
			for _, v := range append(others, hider) {
				v.leave()
			}
			l.rest(s)
		})
	}
	if len(after) < 3 {
		t.Errorf("after the end too few of the texts are found: %v", after)
	}
}

// chance matches random values, which differ from game to game and do not depend on hidden information.
var chance = regexp.MustCompile(`"(key|id|act|commit|salt)":"[0-9a-f]{16,}"`)

// While two layouts give the same answers, the host sends equal bytes for both.
func TestLookAlikesAreSentAlike(t *testing.T) {
	pairs, shots := leaks(t)/10, 0
	for i := range pairs {
		rng := rand.New(rand.NewPCG(28, uint64(i)))
		one, two := squares(rng, 4), squares(rng, 4)
		g, _ := games.Find("atommaster")
		moves := alike(t, g, rng, one, two)
		shots += len(moves)
		var bytesOf [2]string
		for n, layout := range []string{one, two} {
			synctest.Test(t, func(t *testing.T) {
				p := connectTable(t, hiding(t, uint64(1+n)*77_777_777), false)
				defer p.end()
				must(t, p.here.Do(table.Play("hide "+layout)).Err())
				p.same()
				for _, move := range moves {
					must(t, p.there.Do(table.Play(move)).Err())
					_ = p.there.Do(table.Undo()).Err()
					p.same()
				}
				bytesOf[n] = chance.ReplaceAllString(string(p.sent()), `"$1":""`)
			})
		}
		if bytesOf[0] != bytesOf[1] {
			t.Fatalf("%s and %s look the same after %v, but the guest is sent\n%s\nand\n%s", one, two, moves, bytesOf[0], bytesOf[1])
		}
	}
	if shots < 3*pairs {
		t.Errorf("only %d moves in %d games", shots, pairs)
	}
}

// alike returns random moves after which a solver sees the same for two layouts.
func alike(t *testing.T, g game.Game, rng *rand.Rand, one, two string) (moves []string) {
	t.Helper()
	both := make([]match.Match, 2)
	for n, layout := range []string{one, two} {
		m, err := match.New(g, game.Setup{Seed: uint64(n + 1)})
		must(t, err)
		for _, move := range []string{"hide " + layout, "start"} {
			m, _, err = m.Play(move)
			must(t, err)
		}
		both[n] = m
	}
	for range 40 {
		list := game.MovesOf(both[0].State())
		chosen := list[rng.IntN(len(list))]
		move := chosen.Text
		if move == "resign" || move == "evaluate" || chosen.Alone {
			continue
		}
		var next [2]match.Match
		var seen [2]string
		for n, m := range both {
			after, _, err := m.Play(move)
			must(t, err)
			text, err := after.State().View(0).MarshalText()
			must(t, err)
			next[n], seen[n] = after, string(text)
		}
		if seen[0] == seen[1] {
			both = next[:]
			moves = append(moves, move)
		}
	}
	return moves
}

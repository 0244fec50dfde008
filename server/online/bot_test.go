package online

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"attic/dev/wait"
	"attic/game"
	"attic/games"
	"attic/match"
	"attic/match/store"
	at "attic/table"
	"attic/table/wire"
)

// robot is a bot that a test runs.
type robot struct {
	t    *testing.T
	stop context.CancelFunc
	end  chan error

	mu   sync.Mutex
	said []string
}

// runs starts a bot, after the function set has changed it.
func runs(t *testing.T, hall string, seats store.Seats, set func(*Bot)) *robot {
	t.Helper()
	ataxx, _ := games.Find("ataxx")
	r := &robot{t: t, end: make(chan error, 1)}
	b := Bot{
		Hall: hall, Name: "Robbie", Games: []game.Game{ataxx}, Most: 4, Seats: seats,
		Level: func(g game.Game) int { low, _, _ := g.(game.Bots).Levels(); return low },
		Say: func(line string) {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.said = append(r.said, line)
		},
	}
	set(&b)
	ctx, stop := context.WithCancel(t.Context())
	r.stop = stop
	t.Cleanup(stop)
	go func() { r.end <- b.Run(ctx) }()
	return r
}

// says waits until the bot has said a line that contains a text.
func (r *robot) says(text string) {
	r.t.Helper()
	wait.Until(r.t, text, func() (any, bool) {
		r.mu.Lock()
		defer r.mu.Unlock()
		all := strings.Join(r.said, "\n")
		return all, strings.Contains(all, text)
	})
}

// ends waits until the bot has ended with the error of a text, or without an error.
func (r *robot) ends(want string) {
	r.t.Helper()
	ctx, stop := wait.Context()
	defer stop()
	select {
	case err := <-r.end:
		if err == nil && want != "" || err != nil && err.Error() != want {
			r.t.Errorf("a bot has ended with %v, not %q", err, want)
		}
	case <-ctx.Done():
		r.t.Fatalf("a bot has not ended, but should with %q", want)
	}
}

// guest is a person of a test at a table.
type guest struct {
	t *testing.T
	*at.Person
	rest func()
}

// comes lets a person take a seat.
func comes(t *testing.T, h *Client, s seat) guest {
	t.Helper()
	var p *at.Person
	g, err := wire.Network{Find: games.Find}.Meet(h.join(s.ID, false), "", func(g game.Game) (*at.Table, error) {
		m, err := match.New(g, game.Setup{}.With(g.Info().Started))
		table := at.New(at.Config{Match: m})
		p = table.Here()
		return table, err
	})
	must(t, err)
	ctx, stop := wait.Context()
	defer stop()
	select {
	case <-g.Arrived():
	case <-ctx.Done():
		t.Fatal(context.Cause(ctx))
	}
	t.Cleanup(func() { <-g.Rest() })
	return guest{t, p, func() { <-g.Rest() }}
}

// moves plays any legal move, when it is the person's turn.
func (g guest) moves() {
	g.t.Helper()
	g.until("the person's turn", func(s at.Sight) bool {
		return s.ToMove == s.Seat && s.Situation.Here() && strings.HasSuffix(s.Players[1-s.Seat].Name, botMark)
	})
	must(g.t, g.Do(at.Play(g.Sight().Moves()[0].Text)).Err())
}

func (g guest) until(what string, so func(at.Sight) bool) {
	g.t.Helper()
	wait.Until(g.t, what, func() (any, bool) { s := g.Sight(); return s.Situation, so(s) })
}

// meets makes a table of a person and lets them play there.
func meets(t *testing.T, hall string, w wish) guest {
	t.Helper()
	h, err := Dial(t.Context(), hall, store.Open("", games.Find).Profile)
	must(t, err)
	w.Game, w.With = cmp.Or(w.Game, "ataxx"), anybody
	s, err := h.make(t.Context(), w)
	must(t, err)
	return comes(t, h, s)
}

func bots(t *testing.T) store.Seats { return store.Open(t.TempDir(), games.Find).Bots() }

// A bot takes the seat of a person, is marked, plays, agrees to what it should, and continues its game after a restart of itself and of the hall.
func TestABot(t *testing.T) {
	folder := t.TempDir()
	port, stop := openedAt(t, folder, 0)
	hall, seats := (wire.Address{Host: "127.0.0.1", Port: port}).Place(), bots(t)
	bot := runs(t, hall, seats, func(*Bot) {})
	bot.says("Robbie (bot) is at http://" + hall)
	ann := meets(t, hall, wish{Clock: "10+5"})
	bot.says("begun: Ataxx as blue against somebody without a name, 10+5, table ")
	ann.moves()
	ann.until("a bot", func(s at.Sight) bool { return s.Players[1-s.Seat].Name == "Robbie (bot)" })
	ann.moves()

	other := runs(t, hall, seats, func(*Bot) {})
	other.ends("another attic plays as Robbie at this hall; give each bot a name of its own")
	other = runs(t, hall, bots(t), func(b *Bot) { b.Name = "ROBBIE" })
	other.ends("this name, or one that looks like it, is taken at this hall; choose another")

	bot.stop()
	bot.ends("")
	bot = runs(t, hall, seats, func(*Bot) {})
	bot.says("continued: Ataxx as blue against somebody without a name, 10+5, table ")
	ann.moves()
	stop()
	bot.says("the hall does not answer; trying again")
	_, stop = openedAt(t, folder, port)
	t.Cleanup(stop)
	ann.moves()

	for _, c := range []struct {
		ask  at.Act
		done func(at.Sight) bool
	}{
		{at.Undo(), func(s at.Sight) bool { return s.ToMove == s.Seat && s.Situation.Offer == at.NoOffer }},
		{at.Ask(at.DrawOffer), func(s at.Sight) bool { return !s.Over && s.Situation.Offer == at.NoOffer }},
		{at.Resign(), func(s at.Sight) bool { return s.Over }},
		{at.Ask(at.AgainOffer), func(s at.Sight) bool { return !s.Over }},
	} {
		ann.until("the person's turn", func(s at.Sight) bool { return s.Over || s.ToMove == s.Seat && s.Situation.Here() })
		must(t, ann.Do(c.ask).Err())
		ann.until("an answer", c.done)
	}
	bot.says("ended: Ataxx as blue against somebody without a name, 10+5, table ")
	bot.says("begun: Ataxx as red against somebody without a name, 10+5, table ")
}

// A bot accepts a challenge by its name, with and without the mark, and declines one whose clock it does not play.
func TestABotIsChallenged(t *testing.T) {
	hall := opened(t)
	bot := runs(t, hall, bots(t), func(b *Bot) { b.Clocks = []string{"10+5"} })
	bot.says("Robbie (bot) is at ")
	challenges := func(name string) *Client {
		profile := store.Open(t.TempDir(), games.Find).Profile
		h, err := Dial(t.Context(), hall, profile)
		must(t, err)
		must(t, h.keeps(join(t, hall, name)))
		return h
	}
	ann, bo := challenges("Ann"), challenges("Bo")
	again := wish{Game: "ataxx", With: byName, To: "robbie", Clock: "3+2"}
	_, err := ann.make(t.Context(), again)
	must(t, err)
	s, err := bo.make(t.Context(), wish{Game: "ataxx", With: byName, To: "Robbie (bot)", Clock: "10+5"})
	must(t, err)
	there := comes(t, bo, s)
	bot.says(" against Bo, 10+5, table " + s.Table)
	there.moves()
	there.moves()
	wait.Until(t, "the bot to decline", func() (any, bool) { // the next challenge is refused while one is open
		_, err := ann.make(t.Context(), again)
		return err, err == nil
	})
}

// If another program takes over the games of a bot, with the same phrase, the bot ends, and does not take them back.
func TestTwoBotsWithOnePhrase(t *testing.T) {
	hall, one, two := opened(t), t.TempDir(), filepath.Join(t.TempDir(), "copy")
	first := runs(t, hall, store.Open(one, games.Find).Bots(), func(*Bot) {})
	ann := meets(t, hall, wish{})
	ann.moves()
	must(t, os.CopyFS(two, os.DirFS(one)))
	second := runs(t, hall, store.Open(two, games.Find).Bots(), func(*Bot) {})
	second.says("is at")
	first.ends("another program has taken over a game of Robbie; give each bot a name of its own")
	ann.moves()
}

// A bot plays several games at once, but not more than it may, and none with the wrong clock or before its time.
func TestWhichSeatsABotTakes(t *testing.T) {
	hall := opened(t)
	meets(t, hall, wish{Clock: "3d"})
	late := runs(t, hall, bots(t), func(b *Bot) { b.Name, b.Wait = "Late", time.Hour })
	late.says("is at")
	offers := runs(t, hall, bots(t), func(b *Bot) { b.Name, b.Offers = "Open", true })
	offers.says("is at")
	ann := meets(t, hall, wish{})
	one := meets(t, hall, wish{Clock: "10+0"})
	runs(t, hall, bots(t), func(b *Bot) { b.Clocks, b.Most = []string{"10", ""}, 2 })
	for _, p := range []guest{ann, one} {
		p.until("the bot", func(s at.Sight) bool { return s.Players[1-s.Seat].Name == "Robbie (bot)" && s.Situation.Here() })
	}
	h, err := Dial(t.Context(), hall, store.Open("", games.Find).Profile)
	must(t, err)
	list, err := h.list(t.Context(), nil)
	must(t, err)
	for _, free := range list.Free {
		if free.Clock != "3d" && !slices.Contains(free.Names, "Open (bot)") || len(list.Free) != 2 {
			t.Errorf("there are %v", list.Free)
		}
	}
	offers.stop()
	offers.ends("")
	if list, err = h.list(t.Context(), nil); err != nil || len(list.Free) != 1 {
		t.Errorf("after the end of a bot that has offered a table there are %v, %v", list.Free, err)
	}
}

// A bot plays both seats of Atommaster: it hides atoms, and it finds them.
func TestABotThatHides(t *testing.T) {
	hall := opened(t)
	bot := runs(t, hall, bots(t), func(b *Bot) { b.Games = games.All() })
	solver := meets(t, hall, wish{Game: "atommaster", Side: 0})
	solver.moves()
	solver.until("an answer", func(s at.Sight) bool { return s.Ply > 1 })
	hider := meets(t, hall, wish{Game: "atommaster", Side: 1})
	bot.says("begun: Atommaster as the solver against ")
	must(t, hider.Do(at.Play("start")).Err())
	hider.until("the end", func(s at.Sight) bool { return s.Over })
	bot.says("ended: Atommaster as the solver against ")
}

// A game whose other player has been away for a month is given up. While somebody is away, another game has its place.
func TestABotThatIsTired(t *testing.T) {
	hall := opened(t)
	bot := runs(t, hall, bots(t), func(b *Bot) { b.Most, b.tired = 1, 100*time.Millisecond })
	ann := meets(t, hall, wish{Clock: "10+5"})
	ann.moves()
	ann.until("the bot's move", func(s at.Sight) bool { return s.ToMove == s.Seat })
	ann.rest()
	meets(t, hall, wish{})
	bot.says(", no clock, table ")
	bot.says("ended: Ataxx as blue against somebody without a name, 10+5, table ")
}

// broken is an engine that fails with an error, or that does not answer if the error is nil.
type broken struct{ error }

func (b broken) Choose(ctx context.Context, _ match.Match, _ func(game.Report)) (string, error) {
	if b.error == nil {
		<-ctx.Done()
		return "", ctx.Err()
	}
	return "", b.error
}
func (broken) Close() error { return nil }

// An engine that fails is started again once; then the game is resigned.
func TestAnEngineThatFails(t *testing.T) {
	hall := opened(t)
	for text, err := range map[string]error{"it has ended": errors.New("it has ended"), "it has not answered in time": nil} {
		bot := runs(t, hall, bots(t), func(b *Bot) {
			b.Name = text[7:12]
			b.Engine = func(game.Game) (at.Opponent, error) { return broken{err}, nil }
		})
		ann := meets(t, hall, wish{Clock: "0.2"})
		ann.moves()
		bot.says(": the engine failed: " + text + "; it is started again")
		bot.says(": the engine failed again: " + text + "; the game is resigned")
		ann.until("the end", func(s at.Sight) bool { return s.Over })
		bot.says("ended: ")
		bot.stop()
		bot.ends("")
	}
}

// Engines are not asked about a game that is over under their rules.
func TestPositionsForEngines(t *testing.T) {
	ataxx, _ := games.Find("ataxx")
	for _, c := range []struct {
		moves string
		want  bool
	}{{"start,a7-b6", true}, {"fen 7/7/7/7/7/7/x1o4 x,start,a1-b1", false}} {
		m, err := match.New(ataxx, game.Setup{})
		must(t, err)
		for move := range strings.SplitSeq(c.moves, ",") {
			m, _, err = m.Play(move)
			must(t, err)
		}
		if forEngines(m) != c.want {
			t.Errorf("after %s: %v", c.moves, !c.want)
		}
	}
}

// The bot in docs/bots.md plays a game to its end against attic's.
func TestTheBotInTheDocuments(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Log("left out: python3 is not installed")
		return
	}
	text, err := os.ReadFile("../../docs/bots.md")
	must(t, err)
	_, code, _ := strings.Cut(string(text), "\n    import ")
	var program bytes.Buffer
	for line := range strings.Lines("    import " + code) {
		if strings.TrimSpace(line) != "" && !strings.HasPrefix(line, "    ") {
			break
		}
		program.WriteString(strings.TrimPrefix(line, "    "))
	}
	file := filepath.Join(t.TempDir(), "bot.py")
	must(t, os.WriteFile(file, program.Bytes(), 0o600))
	hall := opened(t)
	bot := runs(t, hall, bots(t), func(b *Bot) { b.Offers = true })
	ctx, stop := wait.Context()
	defer stop()
	out, err := exec.CommandContext(ctx, python, file, hall, "Pete").CombinedOutput()
	if err != nil || !strings.HasPrefix(string(out), "the game is over: ") {
		t.Fatalf("%v: %s", err, out)
	}
	bot.says("begun: Ataxx as ")
	bot.says("against Pete (bot), no clock, table ")
	bot.says("ended: Ataxx as ")
}

package sshd

import (
	"context"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"attic/dev/wait"
	"attic/game"
	"attic/games"
	"attic/games/ataxx"
	"attic/internal/rescue"
	"attic/server"
	"attic/server/files"
)

// cracked is Ataxx with a computer, hints, a set-up and levels that panic.
type cracked struct{ ataxx.Game }

func (cracked) NewBot(int, uint64) game.Bot { return crackedBot{} }

func (cracked) Compare(context.Context, game.View, string, int64) (game.Advice, error) {
	panic("the advice is cracked")
}

func (c cracked) LevelName(level int) string {
	if crackedScreens.Load() {
		panic("the screen is cracked")
	}
	return c.Game.LevelName(level)
}

// crackedScreens makes each screen that shows a level panic.
var crackedScreens atomic.Bool

func (c cracked) New(s game.Setup) (game.State, error) {
	if strings.Contains(s.Options, "blocks=36") {
		panic("the set-up is cracked")
	}
	return c.Game.New(s)
}

type crackedBot struct{}

func (crackedBot) Choose(context.Context, game.View, func(game.Report)) (string, error) {
	panic("the computer is cracked")
}

// crackedGames returns all games, with cracked in place of Ataxx.
func crackedGames() []game.Game {
	list := games.All()
	for i, g := range list {
		if g.Info().Name == "ataxx" {
			list[i] = cracked{}
		}
	}
	return list
}

func findCracked(name string) (game.Game, bool) {
	for _, g := range crackedGames() {
		if g.Info().Name == name {
			return g, true
		}
	}
	return nil, false
}

// told holds the panics that were caught, with their stacks.
type told struct {
	mu   sync.Mutex
	list []string
}

// has reports whether a panic with a text was caught, in a function whose name contains where.
func (s *told) has(text, where string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, one := range s.list {
		if strings.HasPrefix(one, text+"\n") && strings.Contains(one, where) {
			return true
		}
	}
	return false
}

// A panic for one visitor, in a move of the computer, a hint, a request of the lobby or their screen, ends only the action that they asked for.
func TestAPanicEndsNothingElse(t *testing.T) {
	var caught told
	rescue.With(func(broken any, stack []byte) {
		caught.mu.Lock()
		defer caught.mu.Unlock()
		caught.list = append(caught.list, broken.(string)+"\n"+string(stack))
	})
	t.Cleanup(func() { rescue.With(nil) })
	dir := filepath.Join(t.TempDir(), "hall")
	at, err := files.Open(dir, findCracked)
	must(t, err)
	hall, err := server.Open(server.Config{Storage: at, Games: crackedGames(), Loose: true})
	must(t, err)
	t.Cleanup(func() { must(t, hall.Close()) })
	p := place{t: t, hall: hall, dir: filepath.Join(dir, "ssh")}
	p.Server = p.serve(func(c *Config) { c.Games, c.Find = crackedGames(), findCracked })

	made, err := hall.Make(server.Wish{Game: "ataxx", With: server.Friend}, "192.0.2.1")
	must(t, err)
	bo, cy := p.come(t, nil, made.ID), p.come(t, nil, made.Friend)
	bo.shows("You are red")
	cy.shows("You are blue")

	ann := p.come(t, nil, "")
	ann.shows("Three abstract")
	ann.press("2\r")
	ann.shows("Your move: red")
	ann.press("h")
	ann.shows("No hint was found: something went wrong here; the hall has noted it.")
	ann.types("a7-b6")
	ann.shows("The computer found no move (something went wrong here; the hall has noted it);")
	for _, of := range []struct{ text, where string }{{"the advice is cracked", "cracked.Compare"}, {"the computer is cracked", "crackedBot.Choose"}} {
		if !caught.has(of.text, of.where) {
			t.Errorf("%s: the log does not have it", of.text)
		}
	}

	w := httptest.NewRecorder()
	ask := httptest.NewRequest(http.MethodPost, "/hall/tables", strings.NewReader(`{"game":"ataxx","with":"friend","options":"blocks=36"}`))
	ask.Header.Set("Content-Type", "application/json")
	hall.Handler().ServeHTTP(w, ask)
	if w.Code != http.StatusServiceUnavailable || !caught.has("the set-up is cracked", "cracked.New") {
		t.Errorf("a table that panics: %d, %s", w.Code, w.Body)
	}

	solo, err := hall.Make(server.Wish{Game: "ataxx", With: server.Computer, Level: -1}, "192.0.2.1")
	must(t, err)
	dee := p.come(t, nil, solo.ID)
	move := "a7-b6"
	if solo.Seat == 1 {
		move = "g7-f6"
	}
	dee.shows("Your move")
	dee.types(move)
	dee.shows("▸") // nobody else could take the seat of the computer, so it plays any move
	wait.Until(t, "the answer of the computer", func() (any, bool) { s := dee.screen(); return s, strings.Contains(s, "Your move") })

	eve := p.come(t, nil, "")
	eve.shows("Three abstract")
	eve.press("2\r")
	eve.shows("Your move: red")
	crackedScreens.Store(true)
	defer crackedScreens.Store(false)
	eve.press("\x1b[C")
	if status := eve.ends(); status != 1 || !strings.Contains(eve.all(), "Something went wrong here; the hall has noted it.\r\n") || !caught.has("the screen is cracked", "cracked.LevelName") {
		t.Errorf("status %d, %q", status, eve.all()[max(0, len(eve.all())-300):])
	}

	bo.types("a7-b6")
	cy.shows("a7-b6")
	cy.types("g7-f6")
	bo.shows("g7-f6")
}

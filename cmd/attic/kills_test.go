//go:build long && unix

package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// kills returns the number of kills: the value of the environment variable called name, or usual if it is not set.
func kills(t *testing.T, name string, usual int) int {
	text := os.Getenv(name)
	if text == "" {
		return usual
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// life is a game whose program is killed repeatedly, with the history that must survive: everything that was shown, and perhaps the next move.
type life struct {
	t     *testing.T
	home  home
	rng   *rand.Rand
	args  []string
	setUp string // typed first in a new game
	shown string
}

// resumes starts the program in line mode, continues the killed game and checks that everything shown before is there.
func (l *life) resumes() *terminal {
	l.t.Helper()
	x, first := l.home.open("TERM=dumb", l.args...)
	if !strings.Contains(first, "is kept") {
		if turns := strings.Count(l.shown, ". "); turns > 0 { // the last move ended the game
			last, _, _ := strings.Cut(x.say("games"), "\n")
			ended := strings.Contains(last, fmt.Sprintf("move %d ", turns)) || strings.Contains(last, fmt.Sprintf("move %d ", turns+1))
			if !ended || strings.Contains(last, "unfinished") {
				l.t.Fatalf("the game is lost: %s; the last game is %s", l.shown, last)
			}
		}
		l.shown = ""
		x.say(l.setUp)
		return x
	}
	x.say("resume")
	now := history(x)
	more, ok := strings.CutPrefix(now, l.shown)
	if !ok || several.MatchString(strings.TrimLeft(more, ", ")) {
		l.t.Fatalf("after %q was shown, the history is %q", l.shown, now)
	}
	l.shown = now
	return x
}

// several matches the end of a history with more than one move.
var several = regexp.MustCompile(`, |^(\d+\. )?(-|\S*\d) `)

// history returns the output of the command history, as one line.
func history(x *terminal) string {
	x.t.Helper()
	text := strings.TrimSuffix(strings.ReplaceAll(x.say("history"), "\n", " "), " ")
	if strings.HasPrefix(text, "Nothing") {
		return ""
	}
	return text
}

// move returns a random legal move, or "" when the game is over.
func (l *life) move(x *terminal) string {
	x.t.Helper()
	text := x.say("moves")
	if strings.Contains(text, "there are no moves") {
		return ""
	}
	sep := " "
	if strings.Contains(text, ",") {
		sep = ","
	}
	moves := strings.Split(strings.ReplaceAll(strings.TrimSpace(text), "\n", sep), sep)
	return strings.TrimSpace(moves[l.rng.IntN(len(moves))])
}

func (l *life) again(x *terminal) {
	x.say("clear")
	x.say(l.setUp)
	l.shown = ""
}

// dies kills the program at a random moment, at most soon milliseconds from now.
func (l *life) dies(x *terminal, soon int) {
	time.AfterFunc(time.Duration(l.rng.IntN(1000*soon))*time.Microsecond, func() { _ = x.cmd.Process.Kill() })
	x.end()
}

var lives = []life{
	{args: []string{"attic", "atom4", "--seed", "1"}, setUp: "opponent human"},
	{args: []string{"attic", "ataxx", "--seed", "1"}, setUp: "opponent human"},
	{args: []string{"attic", "atommaster", "--seed", "1"}, setUp: "score"},
}

// In line mode, nothing shown is lost in 500 kills. Run by "make kills".
func TestKillsInLines(t *testing.T) {
	n := kills(t, "KILLS", 500)
	for i, l := range lives {
		l.t, l.home, l.rng = t, newHome(t), rand.New(rand.NewPCG(5, uint64(i)))
		x := l.resumes()
		for range (n + 2 - i) / len(lives) {
			for range 1 + l.rng.IntN(3) {
				move := l.move(x)
				if move == "" {
					l.again(x)
					continue
				}
				x.say(move)
				l.shown = history(x)
			}
			if move := l.move(x); move != "" {
				x.write(move + "\r")
			}
			l.dies(x, 12)
			x = l.resumes()
		}
		t.Logf("%s: %d games on disk, the last: %s", l.args[1], len(l.home.games()), l.shown)
		x.kill()
	}
}

// On the full screen, nothing shown is lost in 100 kills. Run by "make kills".
func TestKillsOnTheScreen(t *testing.T) {
	n := kills(t, "KILLS", 100)
	for i, l := range lives {
		l.t, l.home, l.rng = t, newHome(t), rand.New(rand.NewPCG(6, uint64(i)))
		x := l.resumes()
		for range (n + 2 - i) / len(lives) {
			move := l.move(x)
			if move == "" {
				l.again(x)
				move = l.move(x)
			}
			x.say(move)
			l.shown = history(x)
			move = l.move(x)
			x.write("quit\r")
			x.end()
			s := l.home.full(80, 24, colours256, l.args...)
			s.sees("q quit")
			s.write("o\r")
			if move != "" {
				s.write(":" + move + "\r")
			}
			l.dies(s, 60)
			x = l.resumes()
		}
		t.Logf("%s: %d games on disk, the last: %s", l.args[1], len(l.home.games()), l.shown)
		x.kill()
	}
}

// The scenarios of TestNoGameHasTwoResults with a real minute of waiting. Run by "make kills".
func TestKillsAndClaimsInRealMinutes(t *testing.T) { oneResult(t, 0) }

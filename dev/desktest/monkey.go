package desktest

import (
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"attic/dev/race"
	"attic/games"
	"attic/match"
	"attic/table"
)

// MonkeyKeys are keys for random input. More useful keys are listed more often.
const MonkeyKeys = `up down left right up down left right enter enter enter enter space tab esc 1 3 7 9 pgup pgdown ctrl
a b c e f g h i j k l m n o p s t u v w W x y 0 - + < > [ ] ctrl+r , . ? f5 f1 shift+up shift+down U Z \ backspace home end`

var monkeyLines = strings.Split(`undo|redo|i10|a7-b6|-|start|fire 3|set e5|hide a1,b2,c3,d4|level 1|side other|opponent human|opponent ai|next|clear|history|describe|moves|name 1 Anna|
resign|nonsense|size 12|size 5|atoms 6|blocks 3gh|fen x|seed 4|xray|score|dump|preview i10|resume|auto|id|review|save /dev/full|load /dev/null|help undo|learn|now`, "|")

// MonkeyEvents returns the number of random events for each game: an equal share of the value of the environment variable MONKEY, by
// default 3,000 (1,000 under the race detector).
func MonkeyEvents(t testing.TB) int {
	t.Helper()
	text := os.Getenv("MONKEY")
	if text == "" {
		return race.Less(3_000, 1_000) / len(games.All())
	}
	n, err := strconv.Atoi(text)
	must(t, err)
	return n / len(games.All())
}

// MonkeyKey returns one of keys, which are separated by blanks, at random.
func MonkeyKey(rng *rand.Rand, keys string) string {
	names := strings.Fields(keys)
	return names[rng.IntN(len(names))]
}

// MonkeyLine returns a random line to type.
func MonkeyLine(rng *rand.Rand) string {
	return strings.TrimSpace(monkeyLines[rng.IntN(len(monkeyLines))])
}

// CheckSave saves the game that p plays, reads it back, and checks that it is the same.
func CheckSave(t testing.TB, p *table.Person) {
	t.Helper()
	saved := Record(t, p)
	back, err := match.Read(strings.NewReader(saved), games.Find)
	if err != nil {
		t.Fatalf("the saved game cannot be read: %v\n%s", err, saved)
	}
	again := table.New(table.Config{Match: back})
	there := again.Here()
	if second := Record(t, there); saved != second {
		t.Errorf("saved\n%s\nbut, read and saved again,\n%s", saved, second)
	}
	got, want := TableText(t, there), TableText(t, p)
	if got != want && !p.Now().Studies && Record(t, p) == saved { // an analysis opens at the end of its main line, and the computer has not moved in the meantime
		t.Errorf("the saved game shows\n%s\nnot\n%s", got, want)
	}
	must(t, again.Close())
}

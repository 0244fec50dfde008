package store

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"attic/game"
	"attic/match"
)

// Round holds the facts about one round of a game that statistics need.
type Round struct {
	Left   Left       // the reason the round does not count, or Counts
	Result int        // the person's result: 1 won, 0 drawn, -1 lost
	Level  int        // level of the computer
	Took   bool       // a move was taken back and another move played
	Helped bool       // the person continued after a hint or other help
	Scored bool       // Tally is set
	Tally  game.Tally // the score, in a game with Info.Kinds
	ID     string     // the ID of a round that counts; see RoundID
}

// Left is the reason why a round does not count in statistics.
type Left string

// The reasons why a round does not count. The index stores these texts.
const (
	Counts     Left = ""
	Unfinished Left = "unfinished" // not finished, or abandoned
	People     Left = "people"     // between people, on one or two machines, or from a position set up by hand
	Watched    Left = "watched"    // only the computer moved
	Engine     Left = "engine"     // an engine took part, or the computer played with a time per move
	Changed    Left = "changed"    // the sides or the level changed after the first move
	Filed      Left = "file"       // part of it was read from a saved game
)

// Open reports whether the game is neither finished nor abandoned.
func (g Game) Open() bool { return g.open }

// Unreadable reports whether the file of the game cannot be read to its end, or has lost its end.
func (g Game) Unreadable() bool { return g.Damage > 0 || !g.playable || g.Lost != "" }

// Shown holds the facts about a game that a menu shows.
type Shown struct {
	Kept  *Kept // the game that Library.Kept returns, or nil
	Stats bool  // at least one round counts for statistics
	Busy  error // the result of Library.Busy
}

// Menu returns the facts that a menu shows about the games called names.
func (l Library) Menu(names []string) []Shown {
	x, _ := l.folder.sums() // an error means that there is nothing to show
	shown := make([]Shown, len(names))
	for i, name := range names {
		n := x.of(name)
		if k, ok := l.latestOf(n, name, false); ok {
			shown[i].Kept = &k
		}
		shown[i].Busy, shown[i].Stats = l.busyOf(n), n.Counts > 0
	}
	return shown
}

// counts reports whether any round of the game counts.
func (g Game) counts() bool {
	return !g.Unreadable() && slices.ContainsFunc(g.Rounds, func(r Round) bool { return r.Left == Counts })
}

// rounds returns the rounds of a match in which any seat has acted.
func rounds(m match.Match) []Round {
	var list []Round
	for _, r := range match.Rounds(m) {
		if slices.Contains(r.Acted, true) {
			round := roundOf(m, r)
			if round.Left == Counts {
				round.ID = RoundID(m.At(r.Ply))
			}
			list = append(list, round)
		}
	}
	return list
}

func roundOf(m match.Match, r match.Round) Round {
	people, person := 0, 0
	for seat, p := range r.Players {
		if !p.Program {
			people, person = people+1, seat
		}
	}
	level := 0
	for seat, p := range r.Players {
		if p.Program && !m.Game().Info().Seats[seat].Fixed {
			level = p.Level
		}
	}
	switch {
	case !r.Over:
		return Round{Left: Unfinished}
	case r.Filed:
		return Round{Left: Filed}
	case r.Engine:
		return Round{Left: Engine}
	case r.Changed:
		return Round{Left: Changed}
	case people == 0, people == 1 && !r.Acted[person]:
		return Round{Left: Watched}
	case people != 1 || person != r.Side || len(r.Players) == 1:
		return Round{Left: People}
	}
	counted := Round{Level: level, Took: r.Instead && m.Game().Info().Open}
	switch r.Outcome.Winner {
	case person:
		counted.Result = 1
	case game.Nobody:
	default:
		counted.Result = -1
	}
	if m.Game().Info().Kinds != nil {
		counted.Tally, counted.Scored = m.At(r.Ply).State().Outcome().Tally, true
		if counted.Tally.Kind == "" {
			return Round{Left: People}
		}
	}
	counted.Helped = r.Advised || counted.Tally.Helped
	return counted
}

// The index separates the rounds of a game by ";". A round is either the reason why it does not count, or parts separated by ",": the result,
// the code of the level (after a "c", if older programs do not know it and have to read the game again), "t" if moves were taken back and "h" if there was help, and the ID. In a game with scores, the kind and the points follow, and "f"
// if the round was flawless or "g" if the person gave up.
const roundsBetween, partsBetween = ";", ","

func writeRounds(list []Round) string {
	var words []string
	for _, r := range list {
		if r.Left != Counts {
			words = append(words, string(r.Left))
			continue
		}
		parts := []string{strconv.Itoa(r.Result), flag(r.Level >= game.InsertedCodes, "c") + strconv.Itoa(r.Level), flag(r.Took, "t") + flag(r.Helped, "h"), r.ID}
		if r.Scored {
			parts = append(parts, r.Tally.Kind, strconv.Itoa(r.Tally.Points), flag(r.Tally.Flawless, "f")+flag(r.Tally.GaveUp, "g"))
		}
		words = append(words, strings.Join(parts, partsBetween))
	}
	return strings.Join(words, roundsBetween)
}

func flag(is bool, letter string) string {
	if is {
		return letter
	}
	return ""
}

// parseRounds reads the text that writeRounds returns.
func parseRounds(text string) (list []Round, ok bool) {
	if text == "" {
		return nil, true
	}
	for word := range strings.SplitSeq(text, roundsBetween) {
		r := Round{Left: Left(word)}
		switch r.Left {
		case Unfinished, People, Watched, Engine, Changed, Filed:
			list = append(list, r)
			continue
		}
		parts := strings.Split(word, partsBetween)
		if len(parts) != 4 && len(parts) != 7 { // earlier versions wrote no ID, so the game is read again
			return nil, false
		}
		r = Round{Took: strings.Contains(parts[2], "t"), Helped: strings.Contains(parts[2], "h"), ID: parts[3]}
		var errs [3]error
		r.Result, errs[0] = strconv.Atoi(parts[0])
		r.Level, errs[1] = strconv.Atoi(strings.TrimPrefix(parts[1], "c"))
		if len(parts) == 7 {
			r.Scored, r.Tally.Kind = true, parts[4]
			r.Tally.Points, errs[2] = strconv.Atoi(parts[5])
			r.Tally.Flawless, r.Tally.GaveUp = strings.Contains(parts[6], "f"), strings.Contains(parts[6], "g")
		}
		if errs != [3]error{} {
			return nil, false
		}
		list = append(list, r)
	}
	return list, true
}

// graded returns g with its levels changed by the function to; the index has codes in their place. ok is false if to fails for one of them.
func (g Game) graded(find func(string) (game.Game, bool), to func(game.Game, int) (int, bool)) (_ Game, ok bool) {
	of, known := find(g.Name)
	if !known {
		return g, true
	}
	ok = true
	changed := func(n int) int {
		n, good := to(of, n)
		ok = ok && good
		return n
	}
	g.Rounds = slices.Clone(g.Rounds)
	for i := range g.Rounds {
		g.Rounds[i].Level = changed(g.Rounds[i].Level)
	}
	parts := strings.Split(g.Opponent, levelText)
	for i, part := range parts[1:] {
		number, rest, _ := strings.Cut(part, ")")
		if n, err := strconv.Atoi(number); err == nil {
			parts[i+1] = fmt.Sprintf("%d)%s", changed(n), rest)
		}
	}
	g.Opponent = strings.Join(parts, levelText)
	return g, ok
}

// The judgements are in the folder judgedDir, one object for each two-digit prefix of the IDs, so that saving a judgement does not take longer
// when there are many. The judgements in the single object of earlier versions still count.
const judgedDir, earlierJudged = "judged", "judged.json"

// judgedFile returns the name of the object that has the judgement of a round.
func judgedFile(id string) string { return filepath.Join(judgedDir, id[:min(2, len(id))]+".json") }

// Judged is the stored judgement of the moves that the person made in a round. The loss of a move is a part of the chance of winning, from 0 to
// 1, or, in a game with hidden information, a number of points.
type Judged struct {
	Nodes    int64   `json:"nodes,omitempty"`    // the size of the smaller of the two searches that labelled moves; 0 in a game with hidden information
	Moves    int     `json:"moves,omitempty"`    // number of the person's moves
	Accuracy float64 `json:"accuracy,omitempty"` // as in a review, if there are Moves; 0 in a game with hidden information
	Luck     float64 `json:"luck,omitempty"`     // in points, in a game with hidden information
	Faults   []Fault `json:"faults,omitempty"`   // in the order of play
	Asked    bool    `json:"asked,omitempty"`    // the worst Faults were made into puzzles; earlier versions did not make them
}

// Fault is a labelled move, or a decision that lost points.
type Fault struct {
	Ply    int     `json:"ply"`             // the number of steps of the match before the fault
	Number int     `json:"number"`          // number of the move in its round, in plies; see match.Entry
	Where  string  `json:"where,omitempty"` // the move as match.Where returns it; earlier versions did not keep it
	Move   string  `json:"move"`
	Lost   float64 `json:"lost"`
	Stage  int     `json:"stage"` // the stage, as in game.Stager
	Name   string  `json:"name"`  // the name of the mistake
}

// Judged returns the judgements of rounds that have been kept, by Round.ID. The judgements in a damaged file are lost unless there is a good
// copy; the games can be judged again.
func (p Profile) Judged() (map[string]Judged, error) {
	all := map[string]Judged{}
	names := []string{earlierJudged}
	files, _ := os.ReadDir(filepath.Join(p.dir, judgedDir)) // most people have none
	for _, e := range files {
		if filepath.Ext(e.Name()) == ".json" {
			names = append(names, filepath.Join(judgedDir, e.Name()))
		}
	}
	for _, name := range names {
		o, err := p.object(name)
		if err == nil {
			err = decode(o, &all)
		}
		if err != nil {
			return all, err
		}
	}
	return all, nil
}

// Judge keeps the judgement of a round that counts, unless a judgement by larger searches is already kept.
func (p Profile) Judge(id string, j Judged) error {
	if id == "" {
		return nil
	}
	return p.change(judgedFile(id), func(o object) {
		var was Judged
		if _ = decode(o[id], &was); was.Nodes <= j.Nodes { // readObject has checked it
			o[id] = generic(j)
		}
	})
}

// unjudge forgets the judgements of rounds that were deleted. If this fails, they only take up space.
func (p Profile) unjudge(list []Round) {
	for _, r := range list {
		if _, err := os.Lstat(filepath.Join(p.dir, judgedFile(r.ID))); r.ID != "" && err == nil {
			_ = p.change(judgedFile(r.ID), func(o object) { delete(o, r.ID) })
		}
	}
}

// RoundIn returns the match m as it was after the last step of the round with the given ID, or false if m has no such round.
func RoundIn(m match.Match, id string) (match.Match, bool) {
	for _, r := range match.Rounds(m) {
		if then := m.At(r.Ply); RoundID(then) == id {
			return then, true
		}
	}
	return match.Match{}, false
}

// idBytes is the length of the ID of a round in bytes.
const idBytes = 8

// RoundID returns the ID of the round of m that is being played or was played last: equal rounds with the person on the same side have equal
// IDs; different rounds practically never do.
func RoundID(m match.Match) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s %s side %d", m.Game().Info().Name, m.Setup(), m.Side)
	list := m.History()
	for _, e := range list {
		if e.Round == list[len(list)-1].Round && e.Text != "" {
			fmt.Fprintf(h, "\n%d %t %s", e.Seat, e.Ended, e.Text)
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:idBytes])
}

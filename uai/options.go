package uai

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"attic/game"
	"attic/internal/phrase"
)

// What options may be set to at most.
const (
	mostLines    = 256
	mostOverhead = 10_000 // milliseconds
	mostSeed     = 1<<31 - 1
	mostLevels   = 11
)

// fullStrength is the level of who plays at full strength, and its name.
const (
	fullStrength = -1
	fullName     = "full"
)

// option is what setoption sets.
type option struct {
	name string
	kind string                   // as uai introduces it, behind the name
	set  func(value string) error // checks the value before it stops what is under way and changes anything
}

// settings are what the options are set to.
type settings struct {
	hash, threads int
	lines         int  // MultiPV
	ponders       bool // bestmove tells which answer it expects
	overhead      int  // milliseconds
	level         int  // or fullStrength
	seed          int  // of a level's chance; 0: another one each game
	chance        uint64
}

// usual are the settings of a new conversation.
func usual() settings {
	return settings{hash: game.UsualHash, threads: 1, lines: 1, level: fullStrength, chance: rand.Uint64()}
}

// list returns the options, with the settings of now as their defaults.
func (s *session) list() []option {
	list := []option{
		s.spin("Hash", &s.hash, 1, game.MostHash, s.resize),
		s.spin("Threads", &s.threads, 1, game.MostThreads, s.resize),
		s.spin("MultiPV", &s.lines, 1, mostLines, nil),
		s.check("Ponder", &s.ponders),
		s.spin("Move Overhead", &s.overhead, 0, mostOverhead, nil),
	}
	if bots, ok := s.game.(game.Bots); ok {
		list = append(list, s.levels(bots), s.spin("Seed", &s.seed, 0, mostSeed, s.shuffle))
	}
	if e, ok := s.engine.(game.Learned); ok {
		list = append(list, option{"EvalFile", "type string default <empty>", func(value string) error { return s.load(e, value) }})
	}
	return list
}

// spin returns an option that is a whole number. then, unless it is nil, is called when it has changed.
func (s *session) spin(name string, to *int, least, most int, then func()) option {
	return option{name, fmt.Sprintf("type spin default %d min %d max %d", *to, least, most), func(value string) error {
		n, err := strconv.Atoi(value)
		if err != nil || n < least || n > most {
			return wrong(name, value, fmt.Sprintf("a number from %d to %d", least, most))
		}
		s.stop()
		*to = n
		if then != nil {
			then()
		}
		return nil
	}}
}

// check returns an option that is true or false.
func (s *session) check(name string, to *bool) option {
	return option{name, fmt.Sprintf("type check default %t", *to), func(value string) error {
		on := strings.EqualFold(value, "true")
		if !on && !strings.EqualFold(value, "false") {
			return wrong(name, value, "true or false")
		}
		s.stop()
		*to = on
		return nil
	}}
}

// levels returns the option that chooses among the levels of a game, and full strength.
func (s *session) levels(bots game.Bots) option {
	const name = "Level"
	least, most, _ := bots.Levels()
	most = min(most, least+mostLevels-1)
	kind := "type combo default " + fullName + " var " + fullName
	for n := least; n <= most; n++ {
		kind += fmt.Sprintf(" var %d", n)
	}
	return option{name, kind, func(value string) error {
		n, err := strconv.Atoi(value)
		switch {
		case strings.EqualFold(value, fullName):
			n = fullStrength
		case err != nil || n < least || n > most:
			return wrong(name, value, fmt.Sprintf("%s or a number from %d to %d", fullName, least, most))
		}
		s.stop()
		s.level = n
		return nil
	}}
}

func wrong(name, value, right string) error {
	return fmt.Errorf("the value of %s is %q; it must be %s", strings.ToLower(name), phrase.Clip(value), right)
}

// resize gives the engine the table and the threads that are set.
func (s *session) resize() { s.engine.Resize(s.hash, s.threads) }

// shuffle begins the chance of another game.
func (s *session) shuffle() {
	if s.chance = uint64(s.seed); s.seed == 0 {
		s.chance = rand.Uint64()
	}
}

// spare returns what the Move Overhead leaves of limits.
func (s *session) spare(l game.Limits) game.Limits {
	overhead := time.Duration(s.overhead) * time.Millisecond
	if l.Move > 0 {
		l.Move = max(l.Move-overhead, time.Millisecond)
	}
	if l.Clock > 0 {
		l.Clock = max(l.Clock-overhead, time.Millisecond)
	}
	l.Increment = max(l.Increment-overhead, 0)
	return l
}

// setOption reads "name N value V". Names that it does not know are left to others.
func (s *session) setOption(rest string) error {
	list := strings.Fields(rest)
	if len(list) < 2 || !strings.EqualFold(list[0], "name") {
		return fmt.Errorf("setoption is written setoption name N value V, not with %q", phrase.Clip(rest))
	}
	list = list[1:]
	at := slices.IndexFunc(list, func(word string) bool { return strings.EqualFold(word, "value") })
	if at < 0 {
		at = len(list)
	}
	name, value := strings.Join(list[:at], " "), strings.Join(list[min(at+1, len(list)):], " ")
	for _, o := range s.options {
		if strings.EqualFold(o.name, name) {
			return o.set(value)
		}
	}
	return nil
}

// mostEval bounds the size of an evaluation, in bytes.
const mostEval = 64 << 20

// load gives the engine the evaluation in a file: "none" is one that has learned nothing, "" and "<empty>" are its own.
func (s *session) load(e game.Learned, file string) error {
	switch file {
	case "", "<empty>":
		s.stop()
		e.LoadUsual()
		return nil
	case "none":
		s.stop()
		e.LoadNone()
		return nil
	}
	info, err := os.Stat(file)
	if err != nil {
		return fmt.Errorf("EvalFile: %w", err)
	}
	if !info.Mode().IsRegular() || info.Size() > mostEval {
		return fmt.Errorf("EvalFile: %s is not the file of an evaluation", file)
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("EvalFile: %w", err)
	}
	s.stop()
	if err := e.Load(content); err != nil {
		return fmt.Errorf("EvalFile: %s: %w", file, err)
	}
	return nil
}

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

// The largest values of options.
const (
	mostLines    = 256
	mostOverhead = 10_000 // milliseconds
	mostSeed     = 1<<31 - 1
)

// fullStrength is the value of settings.level at full strength, and fullName its name.
const (
	fullStrength = -1
	fullName     = "full"
)

// option is an option that setoption can set.
type option struct {
	name string
	kind string                   // what follows the name in the answer to uai
	set  func(value string) error // checks the value, then stops the job under way and sets the option
}

type settings struct {
	hash, threads int
	lines         int  // MultiPV
	ponders       bool // bestmove includes the expected reply
	overhead      int  // milliseconds
	level         int  // or fullStrength
	seed          int  // for a level's random choices; 0: a new one each game
	chance        uint64
}

func usual() settings {
	return settings{hash: game.UsualHash, threads: 1, lines: 1, level: fullStrength, chance: rand.Uint64()}
}

// list returns the options, with the current settings as their defaults.
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

// spin returns an option that is a whole number. then, if not nil, is called after the option was set.
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

// check returns an option whose value is true or false.
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

// levels returns the option that chooses one of the game's levels or full strength.
func (s *session) levels(bots game.Bots) option {
	const name = "Level"
	least, most, _ := bots.Levels()
	most = min(most, least+game.MostLevels-1)
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

func (s *session) resize() { s.engine.Resize(s.hash, s.threads) }

// shuffle sets the seed of a level's random choices for a new game.
func (s *session) shuffle() {
	if s.chance = uint64(s.seed); s.seed == 0 {
		s.chance = rand.Uint64()
	}
}

// spare returns limits with the Move Overhead subtracted from the times.
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

// setOption sets an option. rest has the form "name N value V"; unknown names are ignored.
func (s *session) setOption(rest string) error {
	list := strings.Fields(rest)
	if len(list) < 2 || !strings.EqualFold(list[0], "name") {
		return fmt.Errorf("setoption needs name N value V, not %q", phrase.Clip(rest))
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

// mostEval is the largest size of an evaluation file, in bytes.
const mostEval = 64 << 20

// load makes the engine use the evaluation in a file. "none" stands for an evaluation without a network, "" and "<empty>" for the
// built-in one.
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
		return fmt.Errorf("EvalFile: %s is not an evaluation file", file)
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

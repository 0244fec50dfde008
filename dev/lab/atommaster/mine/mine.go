// Package mine finds puzzles of Atommaster in deals.
package mine

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"attic/dev/lab/atommaster/people"
	"attic/dev/lab/mining"
	"attic/games/atommaster/bot"
	"attic/games/atommaster/infer"
	"attic/games/atommaster/puzzle"
	"attic/games/atommaster/rules"
)

// The conditions for a puzzle, besides those of puzzle.Question.Key.
const (
	mostShots = 9  // the greatest number of beams fired before the puzzle
	often     = 1  // of n puzzles, at most n/often + often may have the same level
	tries     = 24 // the number of times that a reference player tries a puzzle
	byBot     = 12 // the computer chooses one beam in this many; the others enter at random ports
)

// Mine is the mining.Miner of Atommaster. It makes seeded deals and fires beams. No two puzzles of a theme come from the same deal, no
// two puzzles of a deal differ by only one beam, and no two puzzles have the same beams and answers, even turned or mirrored.
func Mine(ctx context.Context, wanted map[string]int, seed uint64, found func(theme string, level int, place, key string)) error {
	l := mining.Ledger{Wanted: wanted, Often: often}
	for number := uint64(0); !l.Done(); number++ {
		r := rand.New(rand.NewPCG(seed, number))
		side, atoms := 5+r.IntN(4), 3+r.IntN(2)
		k := infer.Knowledge{Field: rules.Field{W: uint8(side), H: uint8(side)}, Atoms: atoms}
		layout := rules.Deal(k.Field, atoms, seed, number)
		used, last := map[string]bool{}, 0
		for len(k.Shots) < mostShots && len(used) < 2 {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			port := next(ctx, k, r)
			if port == rules.NoPort {
				break
			}
			k.Shots = append(slices.Clone(k.Shots), rules.Shot{Port: port, Answer: rules.Fire(layout, port)})
			if len(k.Shots) < 2 || len(k.Shots) == last+1 && last > 0 {
				continue
			}
			survey, ok := puzzle.Left(ctx, k)
			if !ok {
				continue
			}
			if len(survey.Set) == 1 {
				break
			}
			for _, theme := range []string{puzzle.Decided, puzzle.Known, puzzle.Tells, puzzle.Atom, puzzle.Beam} {
				if used[theme] || !l.Wants(theme) {
					continue
				}
				q := puzzle.Question{Knowledge: k, Survey: survey, Marks: k.Field.Empty()}
				if theme == puzzle.Decided {
					squares := slices.Collect(layout.Atoms())
					r.Shuffle(len(squares), func(i, j int) { squares[i], squares[j] = squares[j], squares[i] })
					q.Marks = layout.Without(squares[0])
					q.Survey = puzzle.Containing(survey, q.Marks)
				}
				if level, key, ok := judge(ctx, &l, theme, q); ok {
					used[theme], last = true, len(k.Shots)
					found(theme, level, place(q, layout), key)
					break
				}
			}
		}
	}
	return nil
}

// next returns the port of the next beam, or rules.NoPort if the computer would set the atoms.
func next(ctx context.Context, k infer.Knowledge, r *rand.Rand) rules.Port {
	free := k.Free()
	if len(free) == 0 {
		return rules.NoPort
	}
	if len(k.Shots) > 2 && r.IntN(byBot) == 0 {
		d, err := bot.Choose(ctx, k, 1)
		if err != nil {
			return rules.NoPort
		}
		return d.Port
	}
	return free[r.IntN(len(free))]
}

func place(q puzzle.Question, layout rules.Layout) string {
	_, squares, _ := strings.Cut(layout.String(), " ")
	text := fmt.Sprintf("size=%d atoms=%d|hide %s", q.Field.W, q.Atoms, squares)
	for _, s := range q.Shots {
		text += fmt.Sprintf(";fire %d", s.Port)
	}
	for sq := range q.Marks.Atoms() {
		text += fmt.Sprintf(";set %v", sq)
	}
	return text
}

// judge returns the level and the key if a question makes a puzzle of the theme.
func judge(ctx context.Context, l *mining.Ledger, theme string, q puzzle.Question) (level int, key string, ok bool) {
	none := l.None(theme) && theme != puzzle.Tells
	if theme == puzzle.Decided {
		none = l.Odd(theme) // in every second puzzle, the last atom is not certain
	}
	if key, ok = q.Key(ctx, theme); !ok || none != (key == puzzle.None) {
		return 0, "", false
	}
	sum, all := 0.0, 0.0
	for _, who := range people.All {
		if who.Held {
			continue
		}
		for try := range uint64(2) {
			if all++; who.Answer(ctx, q, theme, rand.New(rand.NewPCG(try, 49))) == key {
				sum++
			}
		}
	}
	level = 9 - int(8*sum/all)
	return level, key, l.Add(theme, level, theme+likeness(q.Knowledge))
}

// People returns the reference players.
func People() (list []mining.Person) {
	var last string
	var q puzzle.Question
	for _, who := range people.All {
		list = append(list, mining.Person{Name: who.Name, Held: who.Held, Tries: tries, Answer: func(theme, at string, _ uint64, r *rand.Rand) (string, error) {
			if at != last {
				var err error
				if q, err = placed(at); err != nil {
					return "", err
				}
				last = at
			}
			return who.Answer(context.Background(), q, theme, r), nil
		}})
	}
	return list
}

// placed returns the question for a place as Mine writes it.
func placed(at string) (q puzzle.Question, err error) {
	setup, moves, _ := strings.Cut(at, "|")
	side, atoms := 0, 0
	if _, err := fmt.Sscanf(setup, "size=%d atoms=%d", &side, &atoms); err != nil {
		return q, err
	}
	k := infer.Knowledge{Field: rules.Field{W: uint8(side), H: uint8(side)}, Atoms: atoms}
	layout, marks := k.Field.Empty(), k.Field.Empty()
	for _, move := range strings.Split(moves, ";") {
		word, rest, _ := strings.Cut(move, " ")
		switch word {
		case "hide":
			for _, name := range strings.Split(rest, ",") {
				sq, err := k.Field.ParseSquare(name)
				if err != nil {
					return q, err
				}
				layout = layout.With(sq)
			}
		case "fire":
			port, err := k.Field.ParsePort(rest)
			if err != nil {
				return q, err
			}
			k.Shots = append(k.Shots, rules.Shot{Port: port, Answer: rules.Fire(layout, port)})
		case "set":
			sq, err := k.Field.ParseSquare(rest)
			if err != nil {
				return q, err
			}
			marks = marks.With(sq)
		}
	}
	return people.Ask(context.Background(), k, marks), nil
}

// likeness returns the same value for beams and answers that are equal after turning or mirroring. The ports are numbered around the
// field, so a turn adds to their numbers and a reflection reverses them.
func likeness(k infer.Knowledge) (least string) {
	side, ports := int(k.Field.W), k.Field.Ports()
	for n := range 8 {
		var texts []string
		for _, s := range k.Shots {
			image := func(p rules.Port) int {
				at := int(p) - 1
				if n >= 4 {
					at = ports - 1 - at
				}
				return (at + n%4*side) % ports
			}
			in, out := image(s.Port), s.Answer.String()
			if p := s.Answer.Port(); p != rules.NoPort {
				other := image(p)
				in, out = min(in, other), fmt.Sprint(max(in, other))
			}
			texts = append(texts, fmt.Sprintf("%d=%s", in, out))
		}
		slices.Sort(texts)
		if text := fmt.Sprint(side, k.Atoms, texts); least == "" || text < least {
			least = text
		}
	}
	return least
}

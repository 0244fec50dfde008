// Package mine finds puzzles of Atommaster in deals.
package mine

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"attic/games/atommaster/bot"
	"attic/games/atommaster/infer"
	"attic/games/atommaster/puzzle"
	"attic/games/atommaster/rules"
	"attic/learn/mining"
)

// The conditions for a puzzle.
const (
	mostShots = 9  // the most beams fired before it
	mostLeft  = 60 // the most layouts that fit, if no square certainly has an atom
	mostBeams = 6  // the most layouts that fit, of which a beam must leave one
	often     = 3  // at most a share of 1/often, plus often puzzles, may have the same level
	highest   = 10 // the highest level
	byBot     = 3  // one beam of this many is chosen by the computer, the others enter anywhere
)

// certain returns the squares on which all layouts that fit have an atom.
func certain(s infer.Survey) (squares []rules.Square) {
	counts := map[rules.Square]int{}
	for _, i := range s.Set {
		for _, sq := range s.Boards.Squares(i) {
			counts[sq]++
		}
	}
	for sq, n := range counts {
		if n == len(s.Set) {
			squares = append(squares, sq)
		}
	}
	slices.Sort(squares)
	return squares
}

// deciding returns the free ports that leave a single layout whatever they answer.
func deciding(s infer.Survey, k infer.Knowledge) (ports []rules.Port) {
	for _, p := range k.Free() {
		if _, _, _, alike := puzzle.Alike(s, p); !alike {
			ports = append(ports, p)
		}
	}
	return ports
}

// Mine is the mining.Miner of Atommaster. It makes seeded deals and fires beams. No two puzzles of a theme come from the same deal, no two
// puzzles of a deal have beams that differ by only one, and none has the beams and answers of another one, turned or mirrored.
//
// The level of a puzzle with an atom is twice the number of beams in the atom's smallest proof, minus one if at most 20 layouts
// fit. That of a puzzle with a beam is twice the number of layouts that it tells apart, minus two, or minus three on fields of
// up to 6 squares a side. That of a puzzle without a right move is the number of beams fired. The highest level is 10.
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
			for _, theme := range []string{puzzle.Atom, puzzle.Beam} {
				if used[theme] || !l.Wants(theme) {
					continue
				}
				if level, key, ok := judge(ctx, &l, theme, k, survey); ok {
					used[theme], last = true, len(k.Shots)
					found(theme, level, place(k, layout), key)
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

func place(k infer.Knowledge, layout rules.Layout) string {
	_, squares, _ := strings.Cut(layout.String(), " ")
	text := fmt.Sprintf("size=%d atoms=%d|hide %s", k.Field.W, k.Atoms, squares)
	for _, s := range k.Shots {
		text += fmt.Sprintf(";fire %d", s.Port)
	}
	return text
}

// judge returns the level and the key if k makes a puzzle of the theme.
func judge(ctx context.Context, l *mining.Ledger, theme string, k infer.Knowledge, s infer.Survey) (level int, key string, ok bool) {
	none := l.None(theme)
	level, key = len(k.Shots), "none"
	switch theme {
	case puzzle.Atom:
		squares := certain(s)
		switch {
		case none && (len(squares) > 0 || len(s.Set) > mostLeft), !none && len(squares) != 1:
			return 0, "", false
		case !none:
			key = fmt.Sprintf("set %v", squares[0])
			claim := infer.Claim{Square: squares[0], Atom: true}
			proof, found, sure, err := infer.Prove(ctx, k, func(c infer.Claim) bool { return c == claim }, k.Field.Empty())
			if err != nil || !found || !sure {
				return 0, "", false
			}
			level = 2 * len(proof.Beams)
			if len(s.Set) <= 20 {
				level--
			}
		}
	case puzzle.Beam:
		ports := deciding(s, k)
		switch {
		case len(s.Set) > mostBeams, none && len(ports) > 0, !none && len(ports) != 1:
			return 0, "", false
		case !none:
			key, level = fmt.Sprintf("fire %d", ports[0]), 2*len(s.Set)-2
			if k.Field.W <= 6 {
				level--
			}
		}
	}
	level = min(level, highest)
	return level, key, l.Add(theme, level, theme+likeness(k))
}

// likeness returns the same value for beams and answers that are turned or mirrored: the ports go around the field, so a turn
// adds to their numbers and a reflection reverses them.
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

package rules

import "strings"

// Move is a move: its source and its target.
//
// An extension needs no source, and its canonical form has none: From and To are equal. An extension with
// a source, as people write it, is the same move for Play. The zero value is Pass.
type Move uint16

// Pass is the move of a side that cannot move.
const Pass Move = 0

// Extend returns the canonical extension to a square.
func Extend(to Square) Move { return Step(to, to) }

// Step returns the move from one square to another: an extension that names its source when they are
// next to each other, a jump when they are two squares apart.
func Step(from, to Square) Move { return Move(from)<<8 | Move(to) }

// From returns the source, To for a canonical extension, NoSquare for a pass.
func (m Move) From() Square { return Square(m >> 8) }

// To returns the target, NoSquare for a pass.
func (m Move) To() Square { return Square(m & 255) }

// IsJump reports whether m takes a piece to a square two squares away.
func (m Move) IsJump() bool { return m.To().Ring().Has(m.From()) }

// IsExtension reports whether m adds a piece, with or without a source.
func (m Move) IsExtension() bool { return m != Pass && !m.IsJump() }

// Canonical returns m without the source if it is an extension, as Position.Moves lists it.
func (m Move) Canonical() Move {
	if m.To().Near().Has(m.From()) {
		return Extend(m.To())
	}
	return m
}

// UAI returns m as the engines' protocol writes it: "b6", "a1c1" or "0000".
func (m Move) UAI() string {
	m = m.Canonical()
	switch {
	case m == Pass:
		return "0000"
	case m.From() == m.To():
		return m.To().String()
	default:
		return m.From().String() + m.To().String()
	}
}

// String returns m as the guide writes it (IV.A.5): "a7-b6", "a1-c1" or "-". A canonical extension has no
// source and is just "b6"; Position.GuideText finds a source for it.
func (m Move) String() string {
	switch {
	case m == Pass:
		return "-"
	case m.From() == m.To():
		return m.To().String()
	default:
		return m.From().String() + "-" + m.To().String()
	}
}

// ParseIn reads a move at position p as ParseMove does, or as Fairy-Stockfish and programs with its notation write it: an extension as
// "P@b6", a jump as "Pc3", "Pac3", "P1c3" or "Pa1c3".
func ParseIn(p Position, text string) (Move, error) {
	text = strings.TrimSpace(text)
	if name, ok := strings.CutPrefix(strings.TrimLeft(text, "pP"), "@"); ok {
		return ParseMove(name)
	}
	name := strings.ReplaceAll(strings.ToLower(text), "-", "")
	if len(name) < 3 || len(name) > 5 || name[0] != 'p' {
		return ParseMove(text)
	}
	hint, to := name[1:len(name)-2], name[len(name)-2:]
	if _, err := ParseSquare(to); err != nil {
		return ParseMove(text)
	}
	var found []Move
	for _, m := range p.Moves(nil) {
		if from := m.From().String(); m != Pass && !m.IsExtension() && m.To().String() == to && (from == hint || len(hint) < 2 && strings.Contains(from, hint)) {
			found = append(found, m)
		}
	}
	if len(found) != 1 {
		return Pass, because(ErrNotation, "%q names %d jumps; write a jump with both squares, as a7-c7", clip(text), len(found))
	}
	return found[0], nil
}

// ParseMove reads a move in the guide's notation ("a7-b6", "a1-c1", "-") or in UAI ("b6", "a1c1", "0000"),
// in upper or lower case, ignoring blanks around it. An extension keeps the source that was named.
// Position.Check decides whether the move is legal. UAI names no source of an extension: "a7b6" is refused.
func ParseMove(text string) (Move, error) {
	text = strings.TrimSpace(text)
	switch text {
	case "-", "0000":
		return Pass, nil
	case "":
		return Pass, because(ErrNotation, "the move is missing; write a move as a7-b6, or - to pass")
	}
	source, target, guide := strings.Cut(text, "-")
	switch {
	case guide:
	case len(text) == 2:
		source, target = text, text
	case len(text) == 4:
		source, target = text[:2], text[2:]
	}
	from, badFrom := ParseSquare(source)
	to, badTo := ParseSquare(target)
	switch {
	case badFrom != nil && badTo != nil, !guide && (badFrom != nil || badTo != nil):
		return Pass, because(ErrNotation, "%q is not a move; write a move as a7-b6, or - to pass", clip(text))
	case badFrom != nil:
		return Pass, badFrom
	case badTo != nil:
		return Pass, badTo
	case from == to && len(text) != 2:
		return Pass, because(ErrNotation, "a move goes to another square, not from %s to %s", from, to)
	case !guide && from != to && Distance(from, to) == 1:
		return Pass, because(ErrNotation, "%q is an extension, which is written without its source as %s, or with a hyphen as %s-%s", text, to, from, to)
	}
	return Step(from, to), nil
}

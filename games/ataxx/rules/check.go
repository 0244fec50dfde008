package rules

// Check returns m in its canonical form if it is legal, otherwise an error that wraps ErrIllegal, with the reason. If m is an
// extension with a source, the source must be right too.
func (p Position) Check(m Move) (Move, error) {
	if end := p.End(); end != NotOver {
		return Pass, because(ErrIllegal, "the game is over: %s", end)
	}
	mover := p.Turn()
	if !p.CanMove() {
		if m == Pass {
			return Pass, nil
		}
		return Pass, because(ErrIllegal, "%s cannot move and has to pass (-)", mover)
	}
	if m == Pass {
		example := p.SourcedMoves(nil)[0]
		return Pass, because(ErrIllegal, "%s can move, so it must not pass; one of its moves is %s", mover, example)
	}
	from, to := m.From(), m.To()
	if !from.Valid() || !to.Valid() {
		return Pass, because(ErrIllegal, "a move goes from one square of the board to another")
	}
	if from != to {
		if err := p.checkSource(from); err != nil {
			return Pass, err
		}
	}
	switch cell := p.At(to); {
	case cell == Block:
		return Pass, because(ErrIllegal, "%s is blocked; a move goes to an empty square", to)
	case cell != Empty:
		return Pass, because(ErrIllegal, "%s is occupied by a %s piece; a move goes to an empty square", to, cell.side())
	case from == to && p.Sources(to) == 0:
		return Pass, because(ErrIllegal, "no %s piece stands next to %s", mover, to)
	case Distance(from, to) > 2:
		return Pass, because(ErrIllegal, "%s is %d squares from %s; a piece extends by one square or jumps by two", to, Distance(from, to), from)
	}
	return m.Canonical(), nil
}

func (p Position) checkSource(from Square) error {
	switch cell := p.At(from); {
	case cell == Block:
		return because(ErrIllegal, "%s is blocked; no %s piece stands there", from, p.Turn())
	case cell == Empty:
		return because(ErrIllegal, "no %s piece stands on %s", p.Turn(), from)
	case cell.side() != p.Turn():
		return because(ErrIllegal, "the piece on %s is %s, and it is %s's turn", from, cell.side(), p.Turn())
	}
	return nil
}

func (c Cell) side() Side { return Side(c - RedPiece) }

// GuideText returns m as the guide writes it (IV.A.5), with the source that Sourced gives it.
func (p Position) GuideText(m Move) string { return p.Sourced(m).String() }

// Sourced returns a legal move with a source: a canonical extension starts from the first piece, in reading order, that can make it.
func (p Position) Sourced(m Move) Move {
	if s := p.Sources(m.To()); m.From() == m.To() && s != 0 {
		return Step(s.First(), m.To())
	}
	return m
}

// Wins reports whether a legal move ends the game with a win for the side that makes it.
func (p Position) Wins(m Move) bool {
	winner, won := p.Play(m).Result().Winner()
	return won && winner == p.Turn()
}

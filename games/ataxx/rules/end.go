package rules

// Result is the state of a game: running, won or drawn.
type Result uint8

// The results.
const (
	Running Result = iota
	RedWins
	BlueWins
	Draw
)

// String returns "running", "red wins", "blue wins" or "draw".
func (r Result) String() string { return [...]string{"running", "red wins", "blue wins", "draw"}[r&3] }

// Winner returns the side that has won, if one has.
func (r Result) Winner() (s Side, won bool) {
	return Side(r-RedWins) & 1, r == RedWins || r == BlueWins
}

// End is the reason the game is over.
type End uint8

// The ends.
const (
	NotOver  End = iota
	NoMoves      // neither side can move
	NoPieces     // a side has no pieces; Community only
	Stopped      // the stop clock has reached its limit
)

// String returns a phrase that follows "the game is over: "; "not over" for NotOver.
func (e End) String() string {
	return [...]string{"not over", "neither side can move", "a side has no pieces left", "too many moves in a row without an extension"}[e&3]
}

// End returns the reason the game is over, or NotOver. Ends on the board take precedence over the stop clock.
func (p Position) End() End {
	switch {
	case p.bare():
		return NoPieces
	case (p.own|p.theirs).Reach()&p.free == 0:
		return NoMoves
	case p.stopped():
		return Stopped
	default:
		return NotOver
	}
}

// Over reports whether the game is over. Then nobody has a move, not even a pass.
func (p Position) Over() bool {
	return p.stopped() || p.bare() || (p.own|p.theirs).Reach()&p.free == 0
}

// stopped reports whether the stop clock has reached the limit.
func (p Position) stopped() bool { return p.Clock() >= p.Rules().Limit() }

// bare reports whether a side has no pieces left and that ends the game. Under Guide it never ends the game: a
// side without pieces passes (guide III.A.2: play continues while one side has a move).
func (p Position) bare() bool {
	return p.Rules() == Community && (p.own == 0 || p.theirs == 0)
}

// Result returns the result of the game. When it is over, whoever has more pieces wins (guide III.A), except that
// Community calls it a draw when the stop clock has ended it.
func (p Position) Result() Result {
	end := p.End()
	if end == NotOver {
		return Running
	}
	red, blue := p.Count(Red), p.Count(Blue)
	switch {
	case red == blue || end == Stopped && p.Rules() == Community:
		return Draw
	case red > blue:
		return RedWins
	default:
		return BlueWins
	}
}

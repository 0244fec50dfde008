package game

// Recorded is offered by a game whose rounds other programs can read in game records (PGN): a position in FEN and moves in
// the engines' notation.
type Recorded interface {
	// RecordOf returns the record of a round that began with setup and in which the moves texts were played. During set-up the
	// record has no moves. The error is that of a move that is not legal.
	RecordOf(setup Setup, texts []string) (Record, error)
	// SetupAt returns the setup of a round that begins at a position, with its set-up if the game has one. The error says what
	// is wrong with the FEN.
	SetupAt(fen string) (Setup, error)
}

// Record is a round as other programs read it.
type Record struct {
	FEN   string   // the position where play began, or during set-up the current one
	First int      // the seat that moves first from there
	Moves []string // the moves from there, in the engines' notation
	Final string   // the last position, as FEN
}

// Placer is offered by a game whose set-up changes how a round begins.
type Placer interface {
	// Placed returns a setup that begins where the set-up moves in texts lead from setup; moves of play are ignored. It returns
	// setup itself if they change nothing. The error says why no setup begins there.
	Placed(setup Setup, texts []string) (Setup, error)
}

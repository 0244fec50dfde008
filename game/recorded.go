package game

// Recorded is implemented by a game whose rounds other programs can read in game records (PGN): a position in FEN and moves in the engines' notation.
type Recorded interface {
	// RecordOf returns the record of a round that began with the parameter setup and continued with the moves in texts. During set-up the record has
	// no moves. The error is that of an illegal move.
	RecordOf(setup Setup, texts []string) (Record, error)
	// SetupAt returns the setup of a round that begins at a position, with its set-up if the game has one. The error says what
	// is wrong with the FEN.
	SetupAt(fen string) (Setup, error)
}

// Record is a round in the form for other programs.
type Record struct {
	FEN   string   // the position where play began, or during set-up the current one
	First int      // the seat that moves first from there
	Moves []string // the moves from there, in the engines' notation
	Final string   // the last position, as FEN
}

// Placer is implemented by a game in which a set-up changes how a round begins.
type Placer interface {
	// Placed returns a setup that begins with the position to which the parameter setup and the set-up moves in texts lead; moves of play are
	// ignored. It returns setup itself if these moves change nothing. The error says why no setup begins there.
	Placed(setup Setup, texts []string) (Setup, error)
}

// Editor is implemented by a game with a board editor: a round in which ToMove is always Anyone, and any piece can be placed anywhere. Its setups have
// the option Editing, its moves are those of package editor and the game's own, and the method Placed of Placer returns the setup that begins with
// the board, or the reason why no round can begin with it.
type Editor interface {
	Placer
	// Edited returns the setup of an editor with the position to which the parameter setup and the moves in texts lead. What is hidden and not yet
	// revealed is left out.
	Edited(setup Setup, texts []string) (Setup, error)
	// EditorWords returns the commands of the editor. All are moves.
	EditorWords() []Word
	// Playable returns nil if somebody could move on the board of an editor, and otherwise an error that says what is missing.
	Playable(v View) error
}

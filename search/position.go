package search

const (
	// Win is the score of a game that is won here. A win that is n plies away scores Win-n, so a
	// quicker win and a longer defence score higher.
	Win = 32000

	// MaxDepth is the largest depth of a search, in plies.
	MaxDepth = 200

	// MaxPly is the largest number of plies in a line. Static scores lie strictly between -(Win-MaxPly) and
	// Win-MaxPly.
	MaxPly = 240

	// Classes is the largest number of classes of moves.
	Classes = 8192
)

// Move is a move as a small number, whose meaning only the position knows.
type Move interface{ ~uint8 | ~uint16 }

// Position is a game position as a small value; P is the position's own type, M that of its moves.
type Position[P any, M Move] interface {
	// Key returns a hash of all that the value of the position depends on.
	Key() uint64

	// Known returns what is certain without a search: the score of a game that is over, Win, -Win or,
	// for a draw, 0; or Win-1 with a move that wins at once; or -Win+2, a loss at the next ply that
	// nothing prevents.
	Known() (score int, m M, ok bool)

	// Moves appends the legal moves, except those of Rest, in an order that depends only on the position. There is at least
	// one unless the game is over; a pass is a move.
	Moves(buf []M) []M

	// Rest appends the legal moves that Moves leaves out because they are hardly ever good. At the root all
	// count; elsewhere they are tried only where all others are proved to lose.
	Rest(buf []M) []M

	// Looks appends to buf how each of moves, which are legal, looks.
	Looks(moves []M, buf []Look) []Look

	// Play returns the position after a legal move.
	Play(m M) P

	// Null returns the position with the other side to move, or false where to move may be a burden or
	// where the game knows no such position.
	Null() (P, bool)

	// Score returns the static value for the side to move of a game that is not over.
	Score() int
}

// Look is what a move looks like before it is played.
type Look struct {
	Promise int32  // higher is better; from -1,000,000 to 1,000,000
	Class   uint16 // below Classes; equal for moves of one side that are alike in similar positions
	Quiet   bool   // it changes little, and so may be looked at less deeply
}

// Decided reports whether a score is a proved win or loss, and in how many plies from the root.
func Decided(score int) (plies int, ok bool) {
	if score < 0 {
		score = -score
	}
	return Win - score, score >= Win-MaxPly
}

package search

const (
	// Win is the score of a game that is already won. A win n plies away scores Win-n, so a quicker win and a longer defence score higher.
	Win = 32000

	// MaxDepth is the largest depth of a search, in plies.
	MaxDepth = 200

	// MaxPly is the largest number of plies in a line. Static scores lie strictly between -(Win-MaxPly) and Win-MaxPly.
	MaxPly = 240

	// Classes is the largest number of classes of moves.
	Classes = 8192

	// Places is the largest number of places of moves.
	Places = 128
)

// Move is a move as a small number. Only the game's Position knows its meaning.
type Move interface{ ~uint8 | ~uint16 }

// Position is a game position as a small value; P is the position's own type, M the type of its moves.
type Position[P any, M Move] interface {
	// Key returns a hash of everything that the value of the position depends on.
	Key() uint64

	// Known returns a score that is certain without a search; ok is false if there is no such score. If the game is over, the score is Win, -Win or,
	// for a draw, 0. If m is a move that wins immediately, the score is Win-1. If no move prevents the opponent from winning with the next one, it is
	// -Win+2.
	Known() (score int, m M, ok bool)

	// Moves appends to buf the legal moves, except those of Rest, in an order that depends only on the position. There is at
	// least one unless the game is over; a pass is a move.
	Moves(buf []M) []M

	// Rest appends to buf the legal moves that Moves omits because they are hardly ever good. At the root they are searched like all others;
	// elsewhere only if all other moves are proved to lose.
	Rest(buf []M) []M

	// Looks appends to buf the Look of each move in moves, all of which must be legal.
	Looks(moves []M, buf []Look) []Look

	// Play returns the position after a legal move.
	Play(m M) P

	// Null returns the position with the other side to move, or false if moving may be a disadvantage or if the game has no such position.
	Null() (P, bool)

	// Score returns the static score for the side to move. The game must not be over.
	Score() int
}

// Look describes a move before it is played, for ordering and reductions.
type Look struct {
	Promise int32  // higher is better; from -1,000,000 to 1,000,000
	Class   uint16 // less than Classes; equal for similar moves of the same side
	Place   uint8  // less than Places, for both sides: the search remembers good replies by this property of the move and of the reply
	Quiet   bool   // the move changes little, so it may be searched less deeply
}

// Decided reports whether a score is a proved win or loss, and if so returns its distance in plies.
func Decided(score int) (plies int, ok bool) {
	if score < 0 {
		score = -score
	}
	return Win - score, score >= Win-MaxPly
}

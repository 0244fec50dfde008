package game

import "context"

// Advisor is offered by a game that can advise a player, and if nothing in it is hidden judge positions.
type Advisor interface {
	// Advise returns what the seat to move should play in v, and why, after a search of about so many nodes on
	// one core: equal views and nodes give equal advice. When ctx is done it returns soon, with what it has found
	// or with ctx's error. The game is running in v.
	Advise(ctx context.Context, v View, nodes int64) (Advice, error)
}

// Warner is offered by a game in which a player can be warned of threats.
type Warner interface {
	// Threat returns how the opponent of the seat to move would win at the next turn if that seat's move did not
	// matter: a short sentence with its marks, or false if there is no such threat.
	Threat(v View) (Preview, bool)
}

// Comparer is an Advisor that says why one move and not another.
type Comparer interface {
	Advisor
	// Compare is Advise for a person who has another move in mind: other is a legal move as Play reads it, or if it is "" the
	// move that most people would think of first. Area, Idea and Follow are for that person: Idea says what speaks against
	// the other move, Follow begins with the reason for the one that is advised.
	Compare(ctx context.Context, v View, other string, nodes int64) (Advice, error)
	// Why says of a legal move, as Play reads it, whether it is as good as the best one, and why or why not. Text is the best
	// move; Move.Sentence answers, and Follow is what is expected after the best move. Errors are ctx's, and those of Play.
	Why(ctx context.Context, v View, move string, nodes int64) (Advice, error)
}

// HintNodes is how many nodes a hint costs, well below a second's work.
const HintNodes = 300_000

// Advice is a move and the reason for it. Its reason is true: the search or the rules bear it out.
type Advice struct {
	Text   string  // the move, as Play reads it
	Chance float64 // of the seat to move to win, from 0 to 1, a draw counting a half; 0 in games that hide something
	Win    int     // the seat to move wins in so many plies, or loses in -Win; 0: that is not proved

	Area   Preview  // where to look, shown before the rest so that players can find the move themselves; without a sentence it is not shown
	Idea   Preview  // what speaks against another move, shown in place of Move, whose sentence then stands in Follow; without a sentence Move is shown
	Move   Preview  // the sentence begins with the move, "c4 would take three, ...", "c4: the only legal move.", or with its place, "c4 is empty."; what it draws is the move as a line
	Line   []string // the moves that are expected, the advised one first
	Follow Preview  // the line as a sentence, and all of it drawn
}

// Analyst is offered by a game that hides something and says, when a round is over, how well it was played.
type Analyst interface {
	// Analyse says what the result of a round that is over is made of, as Markdown: paragraphs and tables. Equal views give
	// equal text. It takes some seconds at most, and ends soon when ctx is done. Its error says why there is nothing to say,
	// such as that the round goes on, or is ctx's.
	Analyse(ctx context.Context, v View) (string, error)
}

// Cautious is offered by a game in which a player can be warned before a move that comes too early.
type Cautious interface {
	// Caution returns what speaks against a legal move, given by its Text, as the seat to move can know it in v: a sentence, or
	// "" if nothing does. It takes a second at most, and ends soon when ctx is done, with its error.
	Caution(ctx context.Context, v View, move string) (string, error)
}

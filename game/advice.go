package game

import "context"

// Advisor is implemented by a game that can give hints, and that can judge positions if nothing in it is hidden.
type Advisor interface {
	// Advise returns the move that the seat to move should play in v, and the reason, after a search on one core. The parameter nodes is the
	// approximate number of positions searched. Equal views and nodes give equal advice. When ctx is done, Advise returns soon, with its result so far
	// or with ctx.Err(). The game must not be over in v.
	Advise(ctx context.Context, v View, nodes int64) (Advice, error)
}

// Rememberer is an Advisor that judges the positions of one round faster, because it remembers what it has searched.
type Rememberer interface {
	Advisor
	// Remember returns an Advisor for one round, and the number of nodes that may be spent on all positions of the round. A browser searches this
	// number of nodes in about 40 s on one core. Equal sequences of calls give equal advice. It is not safe for concurrent use.
	Remember() (a Advisor, nodes int64)
}

// Warner is implemented by a game that can warn a player of threats.
type Warner interface {
	// Threat returns how the opponent of the seat to move threatens to win, as a short sentence with its marks. A threat means that the opponent
	// could win at its next turn if the seat to move passed, and also after at least one of that seat's legal moves. Threat returns false if there is
	// no such threat, or if the game is already won or lost.
	Threat(v View) (Preview, bool)
}

// Comparer is an Advisor that compares moves. For equal views and nodes, Advise, Compare and Why recommend the same move, whatever the other move is;
// comparing searches at most the same number of nodes again.
type Comparer interface {
	Advisor
	// Compare is like Advise, for a person who thinks of another move. The parameter other is a legal move as Play reads it; "" stands for the move
	// that most people would think of first. In the result, Area, Idea and Follow address that person: Idea says what is wrong with the other move,
	// and Follow begins with the reason for the recommended one. If the comparison teaches nothing, Idea is empty.
	Compare(ctx context.Context, v View, other string, nodes int64) (Advice, error)
	// Why reports whether a legal move, as Play reads it, is as good as the best one, and why or why not. In the result, Text is the best move,
	// Move.Sentence is the answer, and Follow has the moves expected after the best move. An error is ctx.Err() or comes from State.Play.
	Why(ctx context.Context, v View, move string, nodes int64) (Advice, error)
}

// HintNodes is the number of nodes that a hint searches for its move, and again to compare the move with others. Both searches together take less
// than a second.
const HintNodes = 150_000

// Advice is a recommended move and the reason for it. The reason must be true according to the search or the rules.
type Advice struct {
	Text   string  // the move, as Play reads it
	Chance float64 // the chance that the seat to move wins, from 0 to 1, a draw counting half; 0 in games with hidden information
	Win    int     // plies to a proved win of the seat to move; negative: to a proved loss; 0: unknown

	Area   Preview  // the area in which to look, shown first so that players can find the move themselves; not shown if it has no sentence
	Idea   Preview  // what is wrong with another move; shown in place of Move, whose sentence is then in Follow; not shown if it has no sentence
	Move   Preview  // the sentence begins with the move, "c4 would take three, ...", "c4: the only legal move.", or with the square, "c4 is empty."; it draws the move as a line
	Line   []string // the expected moves, the recommended one first
	Note   string   // a move that records everything in Move as notes, in the form that Play reads; "" if there is none
	Follow Preview  // the line as a sentence, and all of it drawn
	Theme  string   // the name of the idea in Idea or Move, one of Themer.Themes; "" if there is none
}

// Themer is implemented by a game whose ideas have names, such as "hole". The names are stable: hints, lessons and reviews share them.
type Themer interface {
	// Themes lists the names, each once.
	Themes() []string
	// Theme returns the name of an idea that the move in the parameter better has in v and the one in played lacks, or "". It also returns a sentence
	// on what the better move achieves by the idea, which does not name the idea, or "". Both are legal moves of the seat to move, as Play reads them.
	// The answer follows from the rules, without a search. Equal arguments give equal answers.
	Theme(v View, better, played string) (name, says string)
}

// Stager is implemented by a game whose rounds have stages, such as an opening, a middle and an end.
type Stager interface {
	// Stages lists the stages in the order of play.
	Stages() []Stage
	// Stage returns the index of the stage to which the position of v belongs.
	Stage(v View) int
}

// Stage is a stage of a round.
type Stage struct {
	Name string // "end"
	From string // when it begins: "15 squares are empty"; "" for the first
}

// Explainer is an Advisor of a game with hidden information. It can say what a player can know about a spot.
type Explainer interface {
	Advisor
	// Explain returns what the seat to move can know about a spot, such as a square, or about the spot of a move. In the result, Move.Sentence is the
	// answer. If the answer is certain, Area names the facts from which it follows, and Follow is the proof; otherwise Follow has an example for each
	// possibility. An error is ctx.Err(), or comes from Spot.
	Explain(ctx context.Context, v View, about string) (Advice, error)
	// Spot returns nil if the parameter about names a spot, otherwise an error that says which spots there are.
	Spot(v View, about string) error
}

// Analyst is implemented by a game with hidden information that can judge how well a finished round was played.
type Analyst interface {
	// Analyse explains the result of a finished round. Equal views give equal analyses. Its work is bounded and does not depend on time. When ctx is
	// done, Analyse returns soon, with its judgements so far, if any. An error is ctx.Err() or says why there is no analysis, for example because the
	// round is not over.
	Analyse(ctx context.Context, v View) (Analysis, error)
}

// Analysis is the review of a round with hidden information.
type Analysis struct {
	Text string // Markdown: paragraphs and tables; it says what could not be judged
	Done bool   // everything is judged
	Data any    // the numbers in Text, for programs; encoding/json writes them

	Luck float64 // the points by which the answers cost more than expected

	Decisions []Decision // in order, for a graph
}

// Decision is a judged move of a round with hidden information. It is judged by the knowledge that was possible when it was made.
type Decision struct {
	Text string  // the move, as in the history
	Open float64 // how much was unknown before the move, from 1 (everything) to 0 (nothing); negative: not counted
	Lost float64 // the points that it lost against the best known decision
	Name string  // the kind of mistake, if the move lost points; these names are stable
	Says string  // the mistake in a sentence or two
	Asks Ask     // set if the move is a mistake of the player whose view was analysed; zero if no question about it has exactly one right answer
}

// Ask is the question of a puzzle made of a mistake.
type Ask struct {
	Place string // the position, as learn.ParsePlace reads it
	Theme string // the theme of the course whose question is asked
	Key   string // the only right answer: a move, or "none"
	Says  string // a sentence before the question, which does not give the answer away
}

// Cautious is implemented by a game that can warn a player before a move that comes too early.
type Cautious interface {
	// Early reports, without searching, whether a move with the given Text can ever come too early.
	Early(move string) bool
	// Caution returns a sentence that says what is wrong with a legal move, as far as the seat to move can know this from v, or "". It takes at most
	// 1 s. When ctx is done, it soon returns ctx.Err().
	Caution(ctx context.Context, v View, move string) (string, error)
}

// Tabler is implemented by a game with hidden information in which people can analyse what is known without knowing what is hidden: they enter what
// they learn, from this program or from elsewhere, and see what follows.
type Tabler interface {
	// Table returns the setup of a round in which nothing is hidden, and the moves that enter what everybody knows in v.
	Table(v View) (s Setup, moves []string)
}

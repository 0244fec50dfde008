package game

// Taker is offered by a game whose moves take pieces of the other side.
type Taker interface {
	// Takes returns how many pieces of the other side a legal move of the seat to move in v takes; 0 if it is no legal move.
	Takes(v View, text string) int
}

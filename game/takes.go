package game

// Taker is implemented by a game whose moves take pieces of the other side.
type Taker interface {
	// Takes returns how many pieces a legal move of the seat to move takes in v; 0 if the move is illegal.
	Takes(v View, text string) int
}

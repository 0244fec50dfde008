package game

// Sound is a short effect that goes with a move.
type Sound string

// The sounds.
const (
	Place     Sound = "place"     // something is placed
	Change    Sound = "change"    // a piece changes
	Win       Sound = "win"       // somebody has won, or a deal ends well
	Beam      Sound = "beam"      // a beam comes out elsewhere
	Absorbed  Sound = "absorbed"  // a beam does not come out
	Reflected Sound = "reflected" // a beam comes back
	Refused   Sound = "error"     // something was wrong
)

// Placed returns the sounds of a move that places something and changes n other things. More than three changes sound
// like three.
func Placed(n int) []Sound {
	list := []Sound{Place}
	for range min(n, 3) {
		list = append(list, Change)
	}
	return list
}

package game

// Sound is a short sound effect. Games use the sounds up to Reflected.
type Sound string

// The sounds.
const (
	Place     Sound = "place"     // something is placed
	Change    Sound = "change"    // a piece changes
	Win       Sound = "win"       // somebody has won, or a deal ends well
	Beam      Sound = "beam"      // a beam comes out at another port
	Absorbed  Sound = "absorbed"  // a beam does not come out
	Reflected Sound = "reflected" // a beam comes out where it entered
	Refused   Sound = "error"     // something was wrong
	Hint      Sound = "hint"      // a hint has been found
	Chat      Sound = "chat"      // the other player has written
	Late      Sound = "late"      // little time is left
)

// Placed returns the sounds of a move that places something and changes n other things. More than three changes sound the same as three.
func Placed(n int) []Sound {
	list := []Sound{Place}
	for range min(n, 3) {
		list = append(list, Change)
	}
	return list
}

package corpus

import "attic/dev/lab/selfplay"

// Format is that of the files.
var Format = selfplay.Format{Magic: "attic ataxx corpus 1", Size: Size, Valid: func(entry []byte) bool { return Decode(entry).valid() }}

// Bytes returns the entries of a game as bytes.
func Bytes(game []Entry) (data []byte) {
	for _, e := range game {
		data = e.append(data)
	}
	return data
}

package command

// May is what a person may use on this machine. The commands for anything else do not exist.
type May uint8

const (
	Kept     May = 1 << iota // list, continue and delete kept games; statistics
	files                    // see Files
	Engines                  // start engines
	Remember                 // change stored settings
	Compute                  // long computations: hints, reviews
	Reach                    // play with other machines
	Serve                    // let them connect to this one

	// Files is to read and write files that the person names, and to list folders. It includes Kept.
	Files = files | Kept

	// Everything is what the person at this machine may use.
	Everything = Files | Engines | Remember | Compute | Reach | Serve
)

// Has reports whether all of what is among m.
func (m May) Has(what May) bool { return m&what == what }

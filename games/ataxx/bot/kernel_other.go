//go:build !amd64

package bot

// There is no kernel for this processor but plain Go.
const fastest = plainGo

func sum256(*[words]uint64, *[wide]int16, *patterns, *[wide]int16) int32 { panic("no kernel") }
func sum512(*[words]uint64, *[wide]int16, *patterns, *[wide]int16) int32 { panic("no kernel") }

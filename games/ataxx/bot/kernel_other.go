//go:build !amd64 && !arm64 && !js

package bot

// This processor has no kernel except plain Go.
const fastest = plainGo

// sum returns the sum over the lanes.
func (n *net) sum(p *patterns, bucket int) int32 { return n.plainSum(p, bucket) }

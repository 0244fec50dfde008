//go:build !amd64 && !arm64

package bot

// There is no kernel for this processor but plain Go.
const fastest = plainGo

// sum returns what the lanes add up to.
func (n *net) sum(p *patterns, bucket int) int32 { return n.plainSum(p, bucket) }

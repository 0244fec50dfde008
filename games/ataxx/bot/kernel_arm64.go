package bot

// neon is the kernel of these processors, all of which support it.
const neon kernel = plainGo + 1

const fastest = neon

func (n *net) sum(p *patterns, bucket int) int32 {
	if inUse == neon {
		return sumNEON(&n.rows[0], &n.bias, p, &n.out[bucket])
	}
	return n.plainSum(p, bucket)
}

// sumNEON adds up the rows of the patterns and the biases, clamps and squares each lane, and returns the weighted sum of
// the lanes. MostRow, MostBias and MostOut must bound the numbers.
//
//go:noescape
func sumNEON(rows *[wide]uint8, bias *[wide]int16, p *patterns, out *[wide]int16) int32

package bot

import "golang.org/x/sys/cpu"

// The kernels of these processors.
const (
	avx2 kernel = plainGo + 1 + iota
	avx512
)

// fastest is the best kernel that the processor can run.
var fastest = func() kernel {
	switch {
	case cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW:
		return avx512
	case cpu.X86.HasAVX2:
		return avx2
	}
	return plainGo
}()

func (n *net) sum(p *patterns, bucket int) int32 {
	switch inUse {
	case avx512:
		return sum512(&n.rows[0], &n.bias, p, &n.out[bucket])
	case avx2:
		return sum256(&n.rows[0], &n.bias, p, &n.out[bucket])
	}
	return n.plainSum(p, bucket)
}

// sum256 adds up the rows of the patterns and the biases, clamps and squares each lane, and returns the weighted sum of
// the lanes. MostRow, MostBias and MostOut must bound the numbers. It needs AVX2.
//
//go:noescape
func sum256(rows *[wide]uint8, bias *[wide]int16, p *patterns, out *[wide]int16) int32

// sum512 does the same with AVX-512.
//
//go:noescape
func sum512(rows *[wide]uint8, bias *[wide]int16, p *patterns, out *[wide]int16) int32

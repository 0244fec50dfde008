package bot

import "golang.org/x/sys/cpu"

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

// sum256 adds up the rows of the patterns and the biases, clamps and squares each lane and returns the sum of all, each
// times its weight, for numbers that MostRow and MostOut allow. It needs AVX2.
//
//go:noescape
func sum256(rows *[words]uint64, bias *[wide]int16, p *patterns, out *[wide]int16) int32

// sum512 is the same with AVX-512.
//
//go:noescape
func sum512(rows *[words]uint64, bias *[wide]int16, p *patterns, out *[wide]int16) int32

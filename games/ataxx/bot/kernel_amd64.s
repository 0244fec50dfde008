#include "textflag.h"

// TAKE adds the words at SI + R9 + at to the register all, and their upper bytes to the register high.
#define TAKE(at, all, high, word) \
	VMOVDQU at(SI)(R9*1), word \
	VPADDW word, all, all \
	VPSRLW $8, word, word \
	VPADDW word, high, high

// PART leaves the sums of the lower bytes in the register all.
#define PART(all, high, word) \
	VPSLLW $8, high, word \
	VPSUBW word, all, all

// COUNT adds the biases at DI, clamps lanes to 0 (Y14) .. One (Y13), squares them, weighs them by Out at R8 and adds the products to Y15. A lane
// times its weight fits 16 bits, since neither One nor MostOut is large.
#define COUNT(at, lanes) \
	VPADDW at(DI), lanes, lanes \
	VPMAXSW Y14, lanes, lanes \
	VPMINSW Y13, lanes, lanes \
	VPMULLW at(R8), lanes, Y12 \
	VPMADDWD Y12, lanes, Y12 \
	VPADDD Y12, Y15, Y15

// The lanes are taken in two passes: in each 64 of the first half, in Y0 to Y3, and the same 64 of the second half, in Y4 to Y7.

// func sum256(rows *[wide]uint8, bias *[wide]int16, p *patterns, out *[wide]int16) int32
TEXT ·sum256(SB), NOSPLIT, $0-36
	MOVQ rows+0(FP), R11
	MOVQ bias+8(FP), DI
	MOVQ p+16(FP), R12
	MOVQ out+24(FP), R8
	VPXOR Y15, Y15, Y15
	VPXOR Y14, Y14, Y14
	MOVL $0x00550055, AX // One: 85
	VMOVD AX, X13
	VPBROADCASTD X13, Y13
	MOVQ $2, BX // passes

pass:
	MOVQ R11, SI // the rows of the window
	MOVQ R12, DX // its pattern
	MOVQ $36, CX // windows
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	VPXOR Y2, Y2, Y2
	VPXOR Y3, Y3, Y3
	VPXOR Y4, Y4, Y4
	VPXOR Y5, Y5, Y5
	VPXOR Y6, Y6, Y6
	VPXOR Y7, Y7, Y7

window:
	MOVBLZX (DX), R9
	SHLL $8, R9 // 256 bytes a row
	TAKE(0, Y0, Y4, Y8)
	TAKE(32, Y1, Y5, Y9)
	TAKE(64, Y2, Y6, Y10)
	TAKE(96, Y3, Y7, Y11)
	ADDQ $65536, SI // 256 patterns of 256 bytes
	INCQ DX
	DECQ CX
	JNZ window

	PART(Y0, Y4, Y8)
	PART(Y1, Y5, Y9)
	PART(Y2, Y6, Y10)
	PART(Y3, Y7, Y11)
	COUNT(0, Y0)
	COUNT(32, Y1)
	COUNT(64, Y2)
	COUNT(96, Y3)
	COUNT(256, Y4)
	COUNT(288, Y5)
	COUNT(320, Y6)
	COUNT(352, Y7)
	ADDQ $128, R11
	ADDQ $128, DI
	ADDQ $128, R8
	DECQ BX
	JNZ pass

	// The eight sums of Y15.
	VEXTRACTI128 $1, Y15, X0
	VPADDD X0, X15, X0
	VPSHUFD $0x4e, X0, X1
	VPADDD X1, X0, X0
	VPSHUFD $0xb1, X0, X1
	VPADDD X1, X0, X0
	VMOVD X0, AX
	VZEROUPPER
	MOVL AX, ret+32(FP)
	RET

// The same for registers of 32 lanes.

#define TAKE512(at, all, high, word) \
	VMOVDQU16 at(SI)(R9*1), word \
	VPADDW word, all, all \
	VPSRLW $8, word, word \
	VPADDW word, high, high

#define COUNT512(at, lanes) \
	VPADDW at(DI), lanes, lanes \
	VPMAXSW Z14, lanes, lanes \
	VPMINSW Z13, lanes, lanes \
	VPMULLW at(R8), lanes, Z12 \
	VPMADDWD Z12, lanes, Z12 \
	VPADDD Z12, Z15, Z15

// func sum512(rows *[wide]uint8, bias *[wide]int16, p *patterns, out *[wide]int16) int32
TEXT ·sum512(SB), NOSPLIT, $0-36
	MOVQ rows+0(FP), SI
	MOVQ bias+8(FP), DI
	MOVQ p+16(FP), DX
	MOVQ out+24(FP), R8
	VPXORD Z0, Z0, Z0
	VPXORD Z1, Z1, Z1
	VPXORD Z2, Z2, Z2
	VPXORD Z3, Z3, Z3
	VPXORD Z4, Z4, Z4
	VPXORD Z5, Z5, Z5
	VPXORD Z6, Z6, Z6
	VPXORD Z7, Z7, Z7
	VPXORD Z14, Z14, Z14
	VPXORD Z15, Z15, Z15
	MOVL $0x00550055, AX // One: 85
	VPBROADCASTD AX, Z13
	MOVQ $36, CX // windows

window:
	MOVBLZX (DX), R9
	SHLL $8, R9
	TAKE512(0, Z0, Z4, Z8)
	TAKE512(64, Z1, Z5, Z9)
	TAKE512(128, Z2, Z6, Z10)
	TAKE512(192, Z3, Z7, Z11)
	ADDQ $65536, SI
	INCQ DX
	DECQ CX
	JNZ window

	PART(Z0, Z4, Z8)
	PART(Z1, Z5, Z9)
	PART(Z2, Z6, Z10)
	PART(Z3, Z7, Z11)
	COUNT512(0, Z0)
	COUNT512(64, Z1)
	COUNT512(128, Z2)
	COUNT512(192, Z3)
	COUNT512(256, Z4)
	COUNT512(320, Z5)
	COUNT512(384, Z6)
	COUNT512(448, Z7)

	VEXTRACTI64X4 $1, Z15, Y0
	VPADDD Y0, Y15, Y15
	VEXTRACTI128 $1, Y15, X0
	VPADDD X0, X15, X0
	VPSHUFD $0x4e, X0, X1
	VPADDD X1, X0, X0
	VPSHUFD $0xb1, X0, X1
	VPADDD X1, X0, X0
	VMOVD X0, AX
	VZEROUPPER
	MOVL AX, ret+32(FP)
	RET

#include "textflag.h"

// The lanes are taken in two passes: in each 64 of the first half, in V0 to V7, and the same 64 of the second half, in V8 to V15.

// TAKE adds the next 64 bytes of the row at R6, as words, to the four registers all, and their upper bytes to the four registers high.
#define TAKE(all0, all1, all2, all3, high0, high1, high2, high3) \
	VLD1.P 64(R6), [V20.H8, V21.H8, V22.H8, V23.H8] \
	VADD V20.H8, all0.H8, all0.H8 \
	VADD V21.H8, all1.H8, all1.H8 \
	VADD V22.H8, all2.H8, all2.H8 \
	VADD V23.H8, all3.H8, all3.H8 \
	VUSRA $8, V20.H8, high0.H8 \
	VUSRA $8, V21.H8, high1.H8 \
	VUSRA $8, V22.H8, high2.H8 \
	VUSRA $8, V23.H8, high3.H8

// PART leaves the sums of the lower bytes in the register all.
#define PART(all, high) \
	VSHL $8, high.H8, V20.H8 \
	VSUB V20.H8, all.H8, all.H8

// COUNT adds the next biases at R1 to the register lanes, whose number is n, clamps to 0 (V29) .. One (V31), squares, and weighs by the next Out at R3.
// A lane times its weight fits 16 bits. The assembler has no names for the last five instructions: SMAX lanes.8H, lanes.8H, V29.8H; SMIN lanes.8H,
// lanes.8H, V31.8H; MUL V21.8H, V21.8H, lanes.8H; SMLAL V30.4S, V21.4H, lanes.4H; SMLAL2 V30.4S, V21.8H, lanes.8H.
#define COUNT(n, lanes) \
	VLD1.P 16(R1), [V20.H8] \
	VLD1.P 16(R3), [V21.H8] \
	VADD V20.H8, lanes.H8, lanes.H8 \
	WORD $(0x4e7d6400 + 33*n) \
	WORD $(0x4e7f6c00 + 33*n) \
	WORD $(0x4e609eb5 + 65536*n) \
	WORD $(0x0e6082be + 65536*n) \
	WORD $(0x4e6082be + 65536*n)

// func sumNEON(rows *[wide]uint8, bias *[wide]int16, p *patterns, out *[wide]int16) int32
TEXT ·sumNEON(SB), NOSPLIT, $0-36
	MOVD rows+0(FP), R0
	MOVD bias+8(FP), R1
	MOVD p+16(FP), R2
	MOVD out+24(FP), R3

	MOVD $85, R4 // One
	VDUP R4, V31.H8
	VEOR V29.B16, V29.B16, V29.B16
	VEOR V30.B16, V30.B16, V30.B16
	MOVD $2, R8 // passes

pass:
	VEOR V0.B16, V0.B16, V0.B16
	VEOR V1.B16, V1.B16, V1.B16
	VEOR V2.B16, V2.B16, V2.B16
	VEOR V3.B16, V3.B16, V3.B16
	VEOR V4.B16, V4.B16, V4.B16
	VEOR V5.B16, V5.B16, V5.B16
	VEOR V6.B16, V6.B16, V6.B16
	VEOR V7.B16, V7.B16, V7.B16
	VEOR V8.B16, V8.B16, V8.B16
	VEOR V9.B16, V9.B16, V9.B16
	VEOR V10.B16, V10.B16, V10.B16
	VEOR V11.B16, V11.B16, V11.B16
	VEOR V12.B16, V12.B16, V12.B16
	VEOR V13.B16, V13.B16, V13.B16
	VEOR V14.B16, V14.B16, V14.B16
	VEOR V15.B16, V15.B16, V15.B16
	MOVD R0, R5 // the rows of the window
	MOVD R2, R9 // its pattern
	MOVD $36, R7

window:
	MOVBU.P 1(R9), R6
	ADD R6<<8, R5, R6 // 256 bytes a row
	TAKE(V0, V1, V2, V3, V8, V9, V10, V11)
	TAKE(V4, V5, V6, V7, V12, V13, V14, V15)
	ADD $65536, R5 // 256 patterns of 256 bytes
	SUBS $1, R7
	BNE window

	PART(V0, V8)
	PART(V1, V9)
	PART(V2, V10)
	PART(V3, V11)
	PART(V4, V12)
	PART(V5, V13)
	PART(V6, V14)
	PART(V7, V15)
	COUNT(0, V0)
	COUNT(1, V1)
	COUNT(2, V2)
	COUNT(3, V3)
	COUNT(4, V4)
	COUNT(5, V5)
	COUNT(6, V6)
	COUNT(7, V7)
	ADD $128, R1 // to the second half
	ADD $128, R3
	COUNT(8, V8)
	COUNT(9, V9)
	COUNT(10, V10)
	COUNT(11, V11)
	COUNT(12, V12)
	COUNT(13, V13)
	COUNT(14, V14)
	COUNT(15, V15)
	SUB $256, R1 // to the next 64 lanes of the first half
	SUB $256, R3
	ADD $128, R0 // to the next bytes of each row
	SUBS $1, R8
	BNE pass

	VADDV V30.S4, V30
	VMOV V30.S[0], R0
	MOVW R0, ret+32(FP)
	RET

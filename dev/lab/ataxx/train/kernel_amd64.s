#include "textflag.h"

// A row is 32 floats: 128 bytes, four registers.

// func fastAddUp(rows *row, which *[bot.Windows]uint16, bias, sum *row)
TEXT ·fastAddUp(SB), NOSPLIT, $0-32
	MOVQ rows+0(FP), SI
	MOVQ which+8(FP), DX
	MOVQ bias+16(FP), R8
	MOVQ sum+24(FP), DI
	VMOVUPS 0(R8), Y0
	VMOVUPS 32(R8), Y1
	VMOVUPS 64(R8), Y2
	VMOVUPS 96(R8), Y3
	MOVQ $36, CX

up:
	MOVWLZX (DX), R9
	SHLL $7, R9
	VADDPS 0(SI)(R9*1), Y0, Y0
	VADDPS 32(SI)(R9*1), Y1, Y1
	VADDPS 64(SI)(R9*1), Y2, Y2
	VADDPS 96(SI)(R9*1), Y3, Y3
	ADDQ $2, DX
	DECQ CX
	JNZ up
	VMOVUPS Y0, 0(DI)
	VMOVUPS Y1, 32(DI)
	VMOVUPS Y2, 64(DI)
	VMOVUPS Y3, 96(DI)
	VZEROUPPER
	RET

// func fastAddTo(rows *row, which *[bot.Windows]uint16, what *row)
TEXT ·fastAddTo(SB), NOSPLIT, $0-24
	MOVQ rows+0(FP), SI
	MOVQ which+8(FP), DX
	MOVQ what+16(FP), R8
	VMOVUPS 0(R8), Y0
	VMOVUPS 32(R8), Y1
	VMOVUPS 64(R8), Y2
	VMOVUPS 96(R8), Y3
	MOVQ $36, CX

to:
	MOVWLZX (DX), R9
	SHLL $7, R9
	ADDQ SI, R9
	VADDPS 0(R9), Y0, Y4
	VADDPS 32(R9), Y1, Y5
	VADDPS 64(R9), Y2, Y6
	VADDPS 96(R9), Y3, Y7
	VMOVUPS Y4, 0(R9)
	VMOVUPS Y5, 32(R9)
	VMOVUPS Y6, 64(R9)
	VMOVUPS Y7, 96(R9)
	ADDQ $2, DX
	DECQ CX
	JNZ to
	VZEROUPPER
	RET

// func fastGather(to, from *float32, n int)
TEXT ·fastGather(SB), NOSPLIT, $0-24
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ n+16(FP), CX
	VXORPS Y1, Y1, Y1

gather:
	VMOVUPS (DI), Y0
	VADDPS (SI), Y0, Y0
	VMOVUPS Y0, (DI)
	VMOVUPS Y1, (SI)
	ADDQ $32, DI
	ADDQ $32, SI
	SUBQ $8, CX
	JNZ gather
	VZEROUPPER
	RET

// func fastStep(w, gradient, mean, square *float32, n int, k *rates)
TEXT ·fastStep(SB), NOSPLIT, $0-48
	MOVQ w+0(FP), DI
	MOVQ gradient+8(FP), SI
	MOVQ mean+16(FP), R8
	MOVQ square+24(FP), R9
	MOVQ n+32(FP), CX
	MOVQ k+40(FP), DX
	VBROADCASTSS 0(DX), Y10  // keep
	VBROADCASTSS 4(DX), Y11  // add
	VBROADCASTSS 8(DX), Y12  // keepSquare
	VBROADCASTSS 12(DX), Y13 // addSquare
	VBROADCASTSS 16(DX), Y14 // rate
	VBROADCASTSS 20(DX), Y15 // least
	VXORPS Y9, Y9, Y9

step:
	VMOVUPS (SI), Y0
	VMULPS (R8), Y10, Y1
	VMULPS Y0, Y11, Y2
	VADDPS Y2, Y1, Y1
	VMOVUPS Y1, (R8)
	VMULPS Y0, Y0, Y3
	VMULPS Y3, Y13, Y3
	VMULPS (R9), Y12, Y4
	VADDPS Y3, Y4, Y4
	VMOVUPS Y4, (R9)
	VSQRTPS Y4, Y5
	VADDPS Y15, Y5, Y5
	VMULPS Y14, Y1, Y6
	VDIVPS Y5, Y6, Y6
	VMOVUPS (DI), Y7
	VSUBPS Y6, Y7, Y7
	VMOVUPS Y7, (DI)
	VMOVUPS Y9, (SI)
	ADDQ $32, DI
	ADDQ $32, SI
	ADDQ $32, R8
	ADDQ $32, R9
	SUBQ $8, CX
	JNZ step
	VZEROUPPER
	RET

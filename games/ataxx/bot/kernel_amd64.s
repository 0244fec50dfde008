#include "textflag.h"

// The 256 lanes are in 16 registers of 16 lanes: Y0 to Y15.

// ADD adds 16 lanes of the row at SI + R9 to a register.
#define ADD(at, lanes) VPADDW at(SI)(R9*1), lanes, lanes

// COUNT clamps lanes to 0 (Y14) .. One (Y13), squares them, weighs them by Out at R8 and adds the products to Y15. A lane
// times its weight fits 16 bits, since neither One nor MostOut is large.
#define COUNT(at, lanes) \
	VPMAXSW Y14, lanes, lanes \
	VPMINSW Y13, lanes, lanes \
	VPMULLW at(R8), lanes, Y12 \
	VPMADDWD Y12, lanes, Y12 \
	VPADDD Y12, Y15, Y15

// func sum256(rows *[words]uint64, bias *[wide]int16, p *patterns, out *[wide]int16) int32
TEXT ·sum256(SB), NOSPLIT, $128-36
	MOVQ rows+0(FP), SI
	MOVQ bias+8(FP), DI
	MOVQ p+16(FP), DX
	MOVQ out+24(FP), R8

	VMOVDQU 0(DI), Y0
	VMOVDQU 32(DI), Y1
	VMOVDQU 64(DI), Y2
	VMOVDQU 96(DI), Y3
	VMOVDQU 128(DI), Y4
	VMOVDQU 160(DI), Y5
	VMOVDQU 192(DI), Y6
	VMOVDQU 224(DI), Y7
	VMOVDQU 256(DI), Y8
	VMOVDQU 288(DI), Y9
	VMOVDQU 320(DI), Y10
	VMOVDQU 352(DI), Y11
	VMOVDQU 384(DI), Y12
	VMOVDQU 416(DI), Y13
	VMOVDQU 448(DI), Y14
	VMOVDQU 480(DI), Y15

	MOVQ $36, CX // windows

window:
	MOVBLZX (DX), R9 // the pattern
	SHLL $9, R9      // 512 bytes a row
	ADD(0, Y0)
	ADD(32, Y1)
	ADD(64, Y2)
	ADD(96, Y3)
	ADD(128, Y4)
	ADD(160, Y5)
	ADD(192, Y6)
	ADD(224, Y7)
	ADD(256, Y8)
	ADD(288, Y9)
	ADD(320, Y10)
	ADD(352, Y11)
	ADD(384, Y12)
	ADD(416, Y13)
	ADD(448, Y14)
	ADD(480, Y15)
	ADDQ $131072, SI // 256 patterns of 512 bytes
	INCQ DX
	DECQ CX
	JNZ window

	// Four registers are needed for other things.
	VMOVDQU Y12, 0(SP)
	VMOVDQU Y13, 32(SP)
	VMOVDQU Y14, 64(SP)
	VMOVDQU Y15, 96(SP)
	VPXOR Y15, Y15, Y15
	VPXOR Y14, Y14, Y14
	VPCMPEQW Y13, Y13, Y13
	VPSRLW $8, Y13, Y13 // One: 255

	COUNT(0, Y0)
	COUNT(32, Y1)
	COUNT(64, Y2)
	COUNT(96, Y3)
	COUNT(128, Y4)
	COUNT(160, Y5)
	COUNT(192, Y6)
	COUNT(224, Y7)
	COUNT(256, Y8)
	COUNT(288, Y9)
	COUNT(320, Y10)
	COUNT(352, Y11)
	VMOVDQU 0(SP), Y0
	VMOVDQU 32(SP), Y1
	VMOVDQU 64(SP), Y2
	VMOVDQU 96(SP), Y3
	COUNT(384, Y0)
	COUNT(416, Y1)
	COUNT(448, Y2)
	COUNT(480, Y3)

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

// COUNT512 is COUNT for 32 lanes.
#define COUNT512(at, lanes) \
	VPMAXSW Z14, lanes, lanes \
	VPMINSW Z13, lanes, lanes \
	VPMULLW at(R8), lanes, Z12 \
	VPMADDWD Z12, lanes, Z12 \
	VPADDD Z12, Z15, Z15

// The same with 8 registers of 32 lanes.

// func sum512(rows *[words]uint64, bias *[wide]int16, p *patterns, out *[wide]int16) int32
TEXT ·sum512(SB), NOSPLIT, $0-36
	MOVQ rows+0(FP), SI
	MOVQ bias+8(FP), DI
	MOVQ p+16(FP), DX
	MOVQ out+24(FP), R8
	VMOVDQU16 0(DI), Z0
	VMOVDQU16 64(DI), Z1
	VMOVDQU16 128(DI), Z2
	VMOVDQU16 192(DI), Z3
	VMOVDQU16 256(DI), Z4
	VMOVDQU16 320(DI), Z5
	VMOVDQU16 384(DI), Z6
	VMOVDQU16 448(DI), Z7

	MOVQ $36, CX // windows

window:
	MOVBLZX (DX), R9
	SHLL $9, R9
	VPADDW 0(SI)(R9*1), Z0, Z0
	VPADDW 64(SI)(R9*1), Z1, Z1
	VPADDW 128(SI)(R9*1), Z2, Z2
	VPADDW 192(SI)(R9*1), Z3, Z3
	VPADDW 256(SI)(R9*1), Z4, Z4
	VPADDW 320(SI)(R9*1), Z5, Z5
	VPADDW 384(SI)(R9*1), Z6, Z6
	VPADDW 448(SI)(R9*1), Z7, Z7
	ADDQ $131072, SI
	INCQ DX
	DECQ CX
	JNZ window

	VPXORD Z14, Z14, Z14
	VPTERNLOGD $0xff, Z13, Z13, Z13
	VPSRLW $8, Z13, Z13 // One: 255
	VPXORD Z15, Z15, Z15
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

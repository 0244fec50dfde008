package main

import (
	"bytes"
	"testing"
)

// code joins numbers and parts of code.
func code(parts ...any) (all []byte) {
	for _, p := range parts {
		switch p := p.(type) {
		case int:
			all = append(all, byte(p))
		case []byte:
			all = append(all, p...)
		}
	}
	return all
}

// made returns a function in the form in which Go makes them: a loop around regions, whose table leads to each.
func made(regions ...[]byte) []byte {
	all := code(0, loop, 0x40)
	for range regions {
		all = code(all, block, 0x40)
	}
	all = code(all, localGet, 0, branchTable, len(regions)-1)
	for n := range regions {
		all = code(all, n)
	}
	for _, r := range regions {
		all = code(all, end, r)
	}
	return code(all, end, 0, end)
}

// jump is a jump to region to, in a region in which this many blocks are still to end.
func jump(to, left int) []byte { return code(constant, to, localSet, 0, branch, left) }

// Each case: the regions, and the code up to the end of the loop around them.
func TestRewritten(t *testing.T) {
	table := func(n ...int) []byte {
		all := code(localGet, 0, branchTable, len(n)-1)
		for _, to := range n {
			all = code(all, to)
		}
		return all
	}
	const drop = 0x1a
	called := code(call, 7, drop)
	for _, c := range []struct {
		clause  string
		regions [][]byte
		want    []byte
	}{
		{
			"a jump forward ends a block",
			[][]byte{jump(2, 2), {1}, called},
			code(block, 0x40, block, 0x40, table(0, 1, 1), end, branch, 0, 1, end, called),
		},
		{
			"a jump back goes to a loop",
			[][]byte{{1}, code(1, 1), jump(1, 0)},
			code(block, 0x40, table(0, 0, 0), end, 1, loop, 0x40, 1, 1, branch, 0, end),
		},
		{
			"the condition of a loop comes first",
			[][]byte{jump(2, 3), {1}, code(localGet, 1, ifTrue, 0x40, jump(1, 2), end), {1}},
			code(block, 0x40, block, 0x40, block, 0x40, table(0, 2, 1, 2), end, branch, 0, end,
				loop, 0x40, block, 0x40, localGet, 1, ifTrue, 0x40, branch, 1, end, branch, 2, end, 1, branch, 0, end, end, 1),
		},
		{
			"a goroutine may resume in a loop with a call",
			[][]byte{{1}, called, jump(1, 0)},
			code(loop, 0x40, block, 0x40, block, 0x40, block, 0x40, table(0, 1, 2), end, 1, end, called, end, jump(1, 0), end),
		},
	} {
		t.Run(c.clause, func(t *testing.T) {
			want := code(0, c.want, 0, end)
			if got := rewritten(made(c.regions...)); !bytes.Equal(got, want) {
				t.Errorf("got\n%x, want\n%x", got, want)
			}
		})
	}
}

// Other functions stay as they are, and so does everything outside the code.
func TestDirectKeeps(t *testing.T) {
	plain := code(0, localGet, 0, 0x41, 0x80, 0x7f, 0x6a, end)
	module := code([]byte("\x00asm\x01\x00\x00\x00"), 0, 3, 1, 120, 9, 10, 2+len(plain), 1, len(plain), plain, 11, 1, 0)
	if got := direct(module); !bytes.Equal(got, module) {
		t.Errorf("got\n%x, want\n%x", got, module)
	}
}

// Command static checks that the named Linux programs are static: they must start without a dynamic
// linker and need no library. With a size behind its name, a program for amd64 must have about that many bytes.
//
//	static bin/attic=17800000
package main

import (
	"debug/elf"
	"fmt"
	"os"
	"strconv"
	"strings"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: static PROGRAM[=BYTES]...")
		os.Exit(2)
	}
	for _, arg := range os.Args[1:] {
		name, size, _ := strings.Cut(arg, "=")
		if err := check(name, size); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
			os.Exit(1)
		}
		fmt.Printf("%s is static\n", name)
	}
}

// large returns an error if a size differs from the wanted one by more than 3 %, in either direction, so that a reduction is not lost
// unnoticed.
func large(size, want int64) error {
	if 100*size > 103*want || 100*size < 97*want {
		return fmt.Errorf("%d bytes, %+.1f %% from the %d in the Makefile; look for what nobody needs, or change it there and give the reason in the commit",
			size, 100*float64(size-want)/float64(want), want)
	}
	return nil
}

func check(name, size string) error {
	program, err := elf.Open(name)
	if err != nil {
		return err
	}
	defer program.Close()
	if err := dynamic(program); err != nil || size == "" || program.Machine != elf.EM_X86_64 {
		return err
	}
	want, err := strconv.ParseInt(size, 10, 64)
	if err != nil {
		return err
	}
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	return large(info.Size(), want)
}

// dynamic returns an error that names the part of the program that needs a dynamic linker, or nil.
func dynamic(program *elf.File) error {
	for _, segment := range program.Progs {
		switch segment.Type {
		case elf.PT_INTERP:
			return fmt.Errorf("not static: a segment %v names a dynamic linker", segment.Type)
		case elf.PT_DYNAMIC:
			return fmt.Errorf("not static: a segment %v asks for libraries", segment.Type)
		}
	}
	return nil
}

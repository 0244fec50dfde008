// Command static checks that the named Linux programs are static: they must start without a dynamic
// linker and need no library. With -size it also checks their sizes.
//
//	static -size 17800000 bin/attic
package main

import (
	"debug/elf"
	"flag"
	"fmt"
	"os"
)

func main() {
	want := flag.Int64("size", 0, "`bytes` from which the size of a program may differ by 3 %; 0: any size")
	flag.Parse()
	if flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "usage: static [-size BYTES] PROGRAM...")
		os.Exit(2)
	}
	for _, name := range flag.Args() {
		err := check(name)
		if err == nil && *want > 0 {
			var info os.FileInfo
			if info, err = os.Stat(name); err == nil {
				err = large(info.Size(), *want)
			}
		}
		if err != nil {
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

func check(name string) error {
	program, err := elf.Open(name)
	if err != nil {
		return err
	}
	defer program.Close()
	return dynamic(program)
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

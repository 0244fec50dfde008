// Command static checks that the named Linux programs are static: they must start without a dynamic
// linker and need no library.
package main

import (
	"debug/elf"
	"fmt"
	"os"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: static PROGRAM...")
		os.Exit(2)
	}
	for _, name := range os.Args[1:] {
		if err := check(name); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
			os.Exit(1)
		}
		fmt.Printf("%s is static\n", name)
	}
}

func check(name string) error {
	program, err := elf.Open(name)
	if err != nil {
		return err
	}
	defer program.Close()
	return dynamic(program)
}

// dynamic returns an error that names the part of a program that needs a dynamic linker, or nil.
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

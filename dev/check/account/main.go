// Command account prints what the bytes of attic for linux/amd64 are for, in kilobytes: the sections of its file, the code by the package or module that
// it comes from, and the largest data. It builds the program of the current folder, or of the folder that is its argument.
package main

import (
	"cmp"
	"debug/elf"
	"debug/gosym"
	"fmt"
	"log"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// least is the size in bytes from which a part has a line of its own.
const least = 40 << 10

func main() {
	log.SetFlags(0)
	if err := run(); err != nil {
		log.Fatal("account: ", err)
	}
}

func run() error {
	folder, err := os.MkdirTemp("", "account")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	program := filepath.Join(folder, "attic")
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-tags", "nethttpomithttp2", "-ldflags", "-w", "-o", program, "./cmd/attic")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH=amd64")
	build.Stderr = os.Stderr
	if len(os.Args) > 1 {
		build.Dir = os.Args[1]
	}
	if err := build.Run(); err != nil {
		return err
	}
	file, err := elf.Open(program)
	if err != nil {
		return err
	}
	defer file.Close()
	symbols, err := file.Symbols()
	if err != nil {
		return err
	}
	sections, code, data := map[string]uint64{}, map[string]uint64{}, map[string]uint64{}
	for _, s := range file.Sections {
		if s.Type == elf.SHT_PROGBITS {
			sections[s.Name] += s.Size
		}
	}
	for _, s := range symbols {
		switch {
		case int(s.Section) >= len(file.Sections) || file.Sections[s.Section].Type != elf.SHT_PROGBITS: // takes no bytes of the file
		case elf.ST_TYPE(s.Info) == elf.STT_FUNC:
			code[part((&gosym.Sym{Name: s.Name}).PackageName())] += s.Size
		default:
			data[s.Name] += s.Size
		}
	}
	show("sections", sections)
	show("code", code)
	show("data", data)
	return nil
}

// part returns what the code of a package is counted with.
func part(name string) string {
	steps := strings.Split(name, "/")
	switch steps[0] {
	case "main":
		return "attic/cmd/attic"
	case "attic":
		if steps[1] == "games" && len(steps) > 2 {
			return strings.Join(steps[:3], "/")
		}
		return strings.Join(steps[:2], "/")
	case "crypto", "mime", "net", "vendor":
		return "std: connections (net, crypto, mime, vendor)"
	case "internal", "runtime":
		return "std: runtime"
	}
	if strings.Contains(steps[0], ".") {
		return strings.Join(steps[:min(3, len(steps))], "/")
	}
	return "std: the rest"
}

// show prints the sum and the parts, the largest first, and what parts smaller than least have together.
func show(what string, sizes map[string]uint64) {
	var sum, small uint64
	names := slices.SortedFunc(maps.Keys(sizes), func(a, b string) int { return cmp.Compare(sizes[b], sizes[a]) })
	var large strings.Builder
	for _, name := range names {
		sum += sizes[name]
		if sizes[name] < least {
			small += sizes[name]
			continue
		}
		fmt.Fprintf(&large, "%8d  %s\n", sizes[name]>>10, name)
	}
	fmt.Printf("%8d  %s\n%s%8d  smaller than %d each\n\n", sum>>10, what, large.String(), small>>10, least>>10)
}

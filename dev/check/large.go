package check

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
)

// MaxBytes is the largest size of a file.
const MaxBytes = 1 << 20

// embedded are the files that may be larger, or may be programs, with the purpose of each.
var embedded = map[string]string{
	"games/ataxx/bot/simd.wasm": "computes the network of Ataxx in a browser; a test builds it again and compares",
}

// Large finds files of more than [MaxBytes] and programs (ELF, PE, Mach-O, WebAssembly), except those in the list and those that .gitignore names.
func Large(t *Tree) []string {
	text, _ := fs.ReadFile(t.files, ".gitignore") // without one, nothing is left out
	ignored := strings.Fields(string(text))
	var found []string
	err := fs.WalkDir(t.files, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || name == ".":
			return err
		case name == ".git" || ignores(ignored, name, d.IsDir()):
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case d.IsDir() || embedded[name] != "":
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if info.Size() > MaxBytes {
			found = append(found, fmt.Sprintf("%s: %d bytes, at most %d", name, info.Size(), MaxBytes))
		}
		if kind, err := program(t.files, name); err != nil || kind != "" {
			found = append(found, fmt.Sprintf("%s: is a program (%s)", name, kind))
			return err
		}
		return nil
	})
	if err != nil {
		found = append(found, fmt.Sprintf(".: %v", err))
	}
	return found
}

// ignores reports whether a pattern of .gitignore matches a file or a folder. It does not support patterns with ! or **.
func ignores(patterns []string, name string, dir bool) bool {
	for _, pattern := range patterns {
		pattern, folder := strings.CutSuffix(pattern, "/")
		of := path.Base(name)
		if strings.Contains(pattern, "/") {
			pattern, of = strings.TrimPrefix(pattern, "/"), name
		}
		if ok, _ := path.Match(pattern, of); ok && (dir || !folder) {
			return true
		}
	}
	return false
}

// program returns the format of a program, which it recognizes by the first bytes, or "".
func program(files fs.FS, name string) (string, error) {
	file, err := files.Open(name)
	if err != nil {
		return "", err
	}
	head, err := io.ReadAll(io.LimitReader(file, 512))
	_ = file.Close() // the file was only read
	for magic, format := range map[string]string{
		"\x7fELF": "ELF", "\x00asm": "WebAssembly", "\xca\xfe\xba\xbe": "Mach-O",
		"\xce\xfa\xed\xfe": "Mach-O", "\xcf\xfa\xed\xfe": "Mach-O", "\xfe\xed\xfa\xce": "Mach-O", "\xfe\xed\xfa\xcf": "Mach-O",
	} {
		if bytes.HasPrefix(head, []byte(magic)) {
			return format, err
		}
	}
	if bytes.HasPrefix(head, []byte("MZ")) && bytes.Contains(head, []byte{0}) {
		return "PE", err
	}
	return "", err
}

package arena

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"unicode"

	"attic/internal/phrase"
)

// words splits a command line as a shell does: at blanks, except within single or double quotes. Outside single quotes a backslash escapes
// a quote or a backslash, and outside all quotes also a blank. Any other backslash stands for itself, as in the file names of some systems.
func words(line string) ([]string, error) {
	var list []string
	var word strings.Builder
	inside := false // whether a word has begun
	var quote rune
	text := []rune(line)
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\\' && quote != '\'' && i+1 < len(text) && (unicode.IsSpace(text[i+1]) && quote == 0 || strings.ContainsRune(`\"'`, text[i+1])):
			i++
			word.WriteRune(text[i])
			inside = true
		case c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote, inside = c, true
		case quote == 0 && unicode.IsSpace(c):
			if inside {
				list = append(list, word.String())
				word.Reset()
				inside = false
			}
		default:
			word.WriteRune(c)
			inside = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("in the command %s the quote %c is not closed", phrase.Name(line), quote)
	}
	if inside {
		list = append(list, word.String())
	}
	if len(list) == 0 || list[0] == "" {
		return nil, errors.New("no engine is named; give level:N, think:TIME or the command that starts an engine")
	}
	return list, nil
}

// find returns the path of a command, which it looks up as exec.LookPath does.
func find(name string) (string, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		if failure, ok := errors.AsType[*exec.Error](err); ok {
			err = failure.Err
		}
		return "", fmt.Errorf("cannot start the engine %s: %w", phrase.Name(name), err)
	}
	return path, nil
}

// base returns the name of an engine that does not report one: the name of its file without the extension.
func base(path string) string {
	name := filepath.Base(path)
	return strings.TrimSuffix(name, filepath.Ext(name))
}

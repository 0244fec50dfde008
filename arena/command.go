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

// words takes a command line apart as a shell does: blanks part words, single and double quotes keep them together,
// outside single quotes a backslash does so for a blank, a quote or a backslash. Elsewhere it stands for itself, as it
// does in the names of files on some systems.
func words(line string) ([]string, error) {
	var list []string
	var word strings.Builder
	inside := false // a word
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
		return nil, errors.New("an engine is level:N, think:TIME or the command that starts it, not an empty text")
	}
	return list, nil
}

// find returns the path of a command.
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

// base returns what a command is called if it does not say so itself.
func base(path string) string {
	name := filepath.Base(path)
	return strings.TrimSuffix(name, filepath.Ext(name))
}

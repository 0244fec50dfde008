// Command held measures the figures of a document again and marks figures that have changed by more than a tenth. It runs the commands of a
// table under a heading in the document, in the current folder. It exits with status 1 if a figure has changed or is not printed.
//
//	held [-only REGEXP] docs/performance.md
//
// The heading is "Figures that are checked", and the table has three columns:
//
//	| figure | value | command |
//	|---|---|---|
//	| memory at the first screen, menu | 15.1 MB | `make startbench` |
//	| memory at the first screen, Ataxx | 16.0 MB | the same |
//
// A value is a number, optionally with commas between thousands, and optionally a unit. A command is in backquotes, with \| for |; "the same" means
// the command of the row above, and equal commands run once. The command must print a line that ends with the figure's name from the table, a
// colon, the number and the unit: "memory at the first screen, menu: 15.1 MB". This may follow a prefix that ends with a colon, such as that of
// go test. With -only, rows whose commands do not match are left out.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
)

func main() {
	only := flag.String("only", "", "run only the commands that match this `regexp`")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: held [-only REGEXP] DOCUMENT")
		os.Exit(2)
	}
	off, err := run(flag.Arg(0), *only, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if off > 0 {
		fmt.Printf("%d figures of %s do not hold: measure each again by itself, and then change it in the document\n", off, flag.Arg(0))
		os.Exit(1)
	}
}

// run measures the figures of a document and returns how many do not hold.
func run(document, only string, out io.Writer) (off int, err error) {
	wanted, err := regexp.Compile(only)
	if err != nil {
		return 0, err
	}
	text, err := os.ReadFile(document)
	if err != nil {
		return 0, err
	}
	rows, err := table(string(text))
	if err != nil {
		return 0, fmt.Errorf("%s: %w", document, err)
	}
	printed := map[string]string{} // by command
	for _, r := range rows {
		if !wanted.MatchString(r.command) {
			continue
		}
		if _, ran := printed[r.command]; !ran {
			fmt.Fprintf(out, "$ %s\n", r.command)
			said, err := exec.Command("bash", "-c", r.command).CombinedOutput()
			if printed[r.command] = string(said); err != nil {
				fmt.Fprintf(out, "%s%v\n", said, err) // its figures are then reported as missing
			}
		}
		line, holds := r.compare(printed[r.command])
		fmt.Fprintln(out, line)
		if !holds {
			off++
		}
	}
	return off, nil
}

// value is a figure with its unit, which may be "".
type value struct {
	number float64
	unit   string
}

func (v value) String() string {
	return strings.TrimSpace(strconv.FormatFloat(v.number, 'f', -1, 64) + " " + v.unit)
}

type row struct {
	figure  string
	value   value
	command string
}

const heading = "## Figures that are checked"

// table returns the rows of the table under the heading.
func table(text string) (rows []row, err error) {
	_, part, ok := strings.Cut(text, "\n"+heading+"\n")
	if !ok {
		return nil, fmt.Errorf("it has no heading %q", heading)
	}
	part, _, _ = strings.Cut(part, "\n## ")
	const hidden = "\x00" // a | in a cell
	lines := bufio.NewScanner(strings.NewReader(strings.ReplaceAll(part, `\|`, hidden)))
	for lines.Scan() {
		cells := strings.Split(lines.Text(), "|")
		if len(cells) == 1 {
			continue
		}
		if len(cells) != 5 {
			return nil, fmt.Errorf("a row has a figure, a value and a command: %q", lines.Text())
		}
		for i, cell := range cells {
			cells[i] = strings.ReplaceAll(strings.TrimSpace(cell), hidden, "|")
		}
		r := row{figure: cells[1], command: strings.Trim(cells[3], "`")}
		if r.figure == "figure" || strings.Trim(r.figure, "-:") == "" {
			continue
		}
		if cells[3] == "the same" && len(rows) > 0 {
			r.command = rows[len(rows)-1].command
		} else if len(r.command) != len(cells[3])-2 {
			return nil, fmt.Errorf("the command of %q must stand in backquotes", r.figure)
		}
		if r.value, err = parse(cells[2]); err != nil {
			return nil, fmt.Errorf("the value of %q: %w", r.figure, err)
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// parse reads a number and a unit: "1,024 bytes".
func parse(text string) (v value, err error) {
	number, unit, _ := strings.Cut(text, " ")
	v.unit = unit
	if v.number, err = strconv.ParseFloat(strings.ReplaceAll(number, ",", ""), 64); err != nil {
		return v, errors.New("it must begin with a number, not " + strconv.Quote(number))
	}
	return v, nil
}

// compare looks for the figure of a row in the output of its command. It returns a line about the figure and whether the figure holds.
func (r row) compare(printed string) (line string, holds bool) {
	const mark = "** "
	for said := range strings.Lines(printed) {
		before, text, ok := strings.Cut(said, r.figure+": ")
		if before = strings.TrimSpace(before); !ok || before != "" && !strings.HasSuffix(before, ":") {
			continue
		}
		now, err := parse(strings.TrimSpace(text))
		switch {
		case err != nil:
			continue
		case now.unit != r.value.unit:
			return fmt.Sprintf("%s%s: %v, where the document has %v", mark, r.figure, now, r.value), false
		case math.Abs(now.number-r.value.number) > math.Abs(r.value.number)/10:
			return fmt.Sprintf("%s%s: %v, more than a tenth from the %v of the document", mark, r.figure, now, r.value), false
		}
		return fmt.Sprintf("   %s: %v, in the document %v", r.figure, now, r.value), true
	}
	return fmt.Sprintf("%s%s: the command does not print it", mark, r.figure), false
}

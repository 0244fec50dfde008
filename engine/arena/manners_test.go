package arena

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"attic/game"
)

// mannered is an engine for heap that does everything right except for one flaw. It ends when gone is closed.
func mannered(flaw string, in io.Reader, out io.Writer, gone <-chan struct{}) {
	input, done := make(chan string), make(chan struct{})
	defer close(done)
	go func() {
		defer close(input)
		for r := bufio.NewReader(in); ; {
			text, err := r.ReadString('\n')
			if err != nil {
				return
			}
			select {
			case input <- strings.TrimSpace(text):
			case <-done:
				return
			}
		}
	}()
	var p game.Position = stones{left: usualHeap}
	var timer <-chan time.Time
	answer, asked, placed := "", 0, false
	const nonsense = "dies of nonsense"
	for {
		var text string
		select {
		case <-gone:
			return
		case <-timer:
			fmt.Fprintln(out, "bestmove", answer)
			answer, timer = "", nil
			continue
		case line, ok := <-input:
			if !ok {
				if flaw == "stays at the end" || flaw == "stays at the end of a search" && answer != "" {
					<-gone
				}
				return
			}
			text = line
		}
		word, rest, _ := strings.Cut(text, " ")
		switch word {
		case "uai":
			if flaw == "deaf" {
				continue
			}
			if flaw != "has no name" {
				fmt.Fprintln(out, "id name Fake")
			}
			switch flaw {
			case "has no options":
			case "declares no maximum":
				fmt.Fprintln(out, "option name Hash type spin default 16 min 1")
			case "declares no such default":
				fmt.Fprintln(out, "option name Style type combo default calm var wild var mad")
			default:
				fmt.Fprintln(out, "option name Hash type spin default 16 min 1 max 4096\noption name Own Book type check default false\n"+
					"option name Style type combo default calm var calm var very wild\noption name File type string default <empty>\noption name Clear type button")
			}
			fmt.Fprintln(out, "uaiok")
		case "setoption":
			if flaw == "dies of its maximum" && strings.HasSuffix(rest, "Hash value 64") || flaw == "dies of a large table" && strings.HasSuffix(rest, "4096") {
				return
			}
		case "isready":
			if asked++; flaw == "is ready twice" && asked > 2 || flaw == "is not ready in a search" && answer != "" {
				continue
			}
			if flaw == "is not ready after a position" && placed {
				continue
			}
			if flaw == "moves unasked" {
				fmt.Fprintln(out, "bestmove 1")
			}
			fmt.Fprintln(out, "readyok")
		case "uainewgame":
			if flaw == "dies of a new game" {
				return
			}
		case "position":
			start, moves, _ := strings.Cut(rest, " moves ")
			placed = true
			next, err := follow(heap{}, start, strings.Fields(moves))
			switch {
			case err == nil:
				p = next
			case flaw == "dies of a bad position":
				return
			}
		case "go":
			if flaw == "dies of a search" && rest == "infinite" {
				return
			}
			answer = noMove
			if list := p.Moves(); len(list) > 0 {
				answer = list[0]
			}
			if flaw == "ignores positions" {
				answer = "1"
			}
			words := strings.Fields(rest)
			for i := 0; i+1 < len(words); i++ {
				n, _ := strconv.Atoi(words[i+1])
				each := time.Duration(n) * time.Millisecond
				switch words[i] {
				case "movetime":
					if flaw == "is late" {
						each += 26 * time.Millisecond
					}
					timer = time.After(each)
				case "btime":
					if flaw != "loses on time" {
						each /= 20
					} else {
						each += 26 * time.Millisecond
					}
					timer = time.After(each)
				case "nodes", "depth":
					if flaw != "has no "+words[i] {
						timer = time.After(time.Millisecond)
					}
					if flaw == "cheats with "+words[i] {
						answer = "3"
					}
				case "searchmoves":
					switch flaw {
					case "cheats with searchmoves":
						answer = "3"
					case "has no searchmoves":
						answer = "2"
					default:
						answer = words[i+1]
					}
				}
			}
			if flaw == "does not wait for stop" && p.(stones).left == 2 {
				timer = time.After(0)
			}
		case "stop":
			if answer == "" {
				continue
			}
			timer = time.After(0)
			if flaw == "is slow to stop" {
				timer = time.After(101 * time.Millisecond)
			}
		case "quit":
			if flaw == "ignores quit" || flaw == "ignores quit in a search" && answer != "" {
				<-gone
			}
			return
		case "xyzzy":
			if flaw == nonsense {
				return
			}
		case "long":
			if flaw == "dies of a long line" {
				return
			}
			if flaw == "reads no further" {
				<-gone
				return
			}
		}
	}
}

// inspect checks the manners of an engine with a flaw. It returns the names of the checks that failed and of those that were not supported.
func inspect(t *testing.T, flaw string) (failed, lacking []string, list []Finding) {
	m := Manners{Game: heap{}, Positions: []string{"startpos", "startpos moves 1 2", "fen 2 1", "fen 1 0", "fen 0 1"}, Endless: "fen 2 0", Scale: 1}
	m.open = func(context.Context) (link, error) {
		theirs, in := io.Pipe()
		out, ours := io.Pipe()
		gone := make(chan struct{})
		go func() {
			mannered(flaw, theirs, ours, gone)
			_ = theirs.Close()
			_ = ours.Close()
		}()
		return link{in: in, out: out, end: sync.OnceValue(func() string {
			close(gone)
			_ = theirs.Close()
			_ = out.Close()
			return ""
		})}, nil
	}
	if err := m.Run(t.Context(), func(f Finding) {
		list = append(list, f)
		switch f.Verdict {
		case Fails:
			failed = append(failed, f.Name)
		case Lacks:
			lacking = append(lacking, f.Name)
		}
	}); err != nil {
		t.Errorf("%s: %v", flaw, err)
	}
	return failed, lacking, list
}

// Each check notices the flaws that it is for, and other flaws do not disturb it.
func TestManners(t *testing.T) {
	tried := map[string]bool{}
	for _, c := range []struct{ flaw, failed, lacking string }{
		{"", "", ""},
		{"deaf", "handshake", ""},
		{"has no name", "handshake", ""},
		{"has no options", "", "options"},
		{"declares no maximum", "options", ""},
		{"declares no such default", "options", ""},
		{"dies of its maximum", "options", ""},
		{"dies of a large table", "", ""}, // it is not set
		{"is ready twice", "?isready", ""},
		{"moves unasked", "?isready", ""},
		{"is not ready in a search", "?isready in a search", ""},
		{"dies of a search", "isready in a search, go infinite, stop, quit in a search, end of input in a search", ""},
		{"is not ready after a position", "?go infinite", ""},
		{"dies of a new game", "uainewgame", ""},
		{"is late", "go movetime", ""},
		{"loses on time", "go with clocks", ""},
		{"has no nodes", "", "go nodes"},
		{"has no depth", "", "go depth"},
		{"has no searchmoves", "", "go searchmoves"},
		{"cheats with nodes", "go nodes", ""},
		{"cheats with depth", "go depth", ""},
		{"cheats with searchmoves", "go searchmoves", ""},
		{"does not wait for stop", "go infinite", ""},
		{"is slow to stop", "stop", ""},
		{"dies of nonsense", "unknown commands", ""},
		{"dies of a bad position", "?illegal input", ""},
		{"dies of a long line", "long and odd lines", ""},
		{"reads no further", "long and odd lines", ""},
		{"ignores positions", "legal moves", ""},
		{"ignores quit", "quit, quit in a search", ""},
		{"ignores quit in a search", "quit in a search", ""},
		{"stays at the end", "end of input, end of input in a search", ""},
		{"stays at the end of a search", "end of input in a search", ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			failed, lacking, list := inspect(t, c.flaw)
			for _, name := range failed {
				tried[name] = true
			}
			want, some := strings.CutPrefix(c.failed, "?")
			if got := strings.Join(failed, ", "); got != want && !(some && slices.Contains(failed, want)) || strings.Join(lacking, ", ") != c.lacking {
				t.Errorf("%q: fails %q, lacks %q\n%q", c.flaw, got, lacking, list)
			}
		})
	}
	for _, c := range checks {
		if !tried[c.name] {
			t.Errorf("no flaw makes the check %q fail", c.name)
		}
	}
}

func TestMannersEndWithTheContext(t *testing.T) {
	ctx, end := context.WithCancel(t.Context())
	end()
	command, err := Command([]string{command(t, perfect)})
	if err != nil {
		t.Fatal(err)
	}
	err = Manners{Game: heap{}, Command: command, Scale: 1}.Run(ctx, func(f Finding) { t.Errorf("found %+v", f) })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Run returns %v", err)
	}
}

func TestOptionValues(t *testing.T) {
	for text, want := range map[string]string{
		"Hash type spin default 16 min 1 max 4096":                 "Hash: value 1, value 64, value 16",
		"Threads type spin default 8 min 1 max 512":                "Threads: value 1, value 4, value 8",
		"Move Overhead type spin default 0 min -5 max 9":           "Move Overhead: value -5, value 9, value 0",
		"Ponder type check default true":                           "Ponder: value true, value false, value true",
		"Level type combo var 1 var very hard default 1":           "Level: value 1, value very hard, value 1",
		"Clear type button":                                        "Clear:",
		"File type string default <empty>":                         "File: value <empty>",
		"File type string default":                                 "File: value ",
		"File type string":                                         "",
		"Ponder type check default yes":                            "",
		"Hash type spin default 0 min 1 max 4096":                  "",
		"Hash type number default 0":                               "",
		"Hash":                                                     "",
		"Level type combo var 1 default 2":                         "",
		"Hash type spin default 16 min 1 max 99999999999999999999": "",
	} {
		name, list, ok := optionValues(text)
		if got := name + ":" + strings.Join(list, ","); ok != (want != "") || ok && got != want {
			t.Errorf("%s: %q, %v, want %q", text, got, ok, want)
		}
	}
}

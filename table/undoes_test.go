package table

import (
	"slices"
	"strings"
	"testing"
)

// Sight.Undoes reports whether Undo would succeed: before the first move, after moves by people and by the computer, after irreversible moves, after
// another game has begun, and for spectators.
func TestUndoesIsWhatUndoDoes(t *testing.T) {
	for _, c := range []struct {
		id, programs, moves string
		then                []Act
		here                bool // the person here can undo
	}{
		{"atom4", "", "", nil, false},
		{"atom4", "", "i8", nil, true},
		{"atom4", "", "i8", []Act{Undo()}, false},
		{"atom4", "2", "i8", nil, true},
		{"atom4", "1", "", nil, false},
		{"atom4", "", "i8", []Act{ProgramIn(0)}, false}, // the move now counts as the computer's
		{"atom4", "", "i8 h8", []Act{ProgramIn(0)}, true},
		{"atom4", "", "i8", []Act{Resign()}, true},
		{"atom4", "", "i8", []Act{Resign(), Next()}, true},
		{"atom4", "", "i8", []Act{Clear()}, true},
		{"atom4", "", "i8", []Act{Clear(), Play("i10"), Undo()}, false},
		{"ataxx", "1", "start", nil, true},
		{"ataxx start=yes", "2", "", nil, false},
		{"atommaster#17", "2", "", nil, false},
		{"atommaster#17", "2", "fire:2", nil, false},
		{"toy#2", "2", "start guess:10", nil, false},
	} {
		try := func(who string, p *Person) bool {
			says := p.Sight().Undoes()
			if err := p.Do(Undo()).Err(); says != (err == nil) {
				t.Errorf("%+v: %s: Undoes is %v, and Undo returns %v", c, who, says, err)
			}
			return says
		}
		for _, who := range []string{"here", "second", "spectator"} {
			tb := at(t, c.id, c.programs, "")
			here := tb.Here()
			for _, act := range append(plays(c.moves), c.then...) {
				must(t, here.Do(act).Err())
			}
			switch who {
			case "here":
				if got := try(who, here); got != c.here {
					t.Errorf("%+v: for the person here Undoes is %v", c, got)
				}
			case "second":
				try(who, tb.Join(0, 1))
			case "spectator":
				if try(who, tb.Join(0)) {
					t.Errorf("%+v: for a spectator Undoes is true", c)
				}
			}
		}
	}
}

// Between two machines Undo asks the other player, unless there is nothing to take back. During set-up only the host can undo.
func TestUndoesShared(t *testing.T) {
	for _, c := range []struct {
		id, moves   string
		host, guest bool
	}{
		{"atom4", "", false, false},
		{"atom4", "i8", true, false},
		{"atom4", "i8 h8", true, true},
		{"ataxx", "", false, false},
		{"ataxx", "blocks:3", true, false},
	} {
		for _, guest := range []bool{false, true} {
			w := shared(t, c.id, "")
			for _, act := range plays(c.moves) {
				if w.here.Now().Situation.Waits {
					must(t, w.do(act))
				} else {
					must(t, w.here.Do(act).Err())
					w.deliver()
				}
			}
			p, want, do := w.here, c.host, func(a Act) error { return w.here.Do(a).Err() }
			if guest {
				p, want, do = w.there, c.guest, w.do
			}
			says := p.Sight().Undoes()
			offered := slices.ContainsFunc(p.Sight().Can(), func(d Doing) bool { return d.Name == "undo" })
			if played := strings.HasPrefix(c.moves, "i8"); offered != (want && played) {
				t.Errorf("%+v, guest %v: asking to take back is offered: %v", c, guest, offered)
			}
			if err := do(Undo()); says != want || says != (err == nil) {
				t.Errorf("%+v, guest %v: Undoes is %v, and Undo returns %v", c, guest, says, err)
			}
		}
	}
}

// plays returns a Play for each move in moves, which are separated by spaces. A colon in a move stands for a space.
func plays(moves string) (list []Act) {
	for text := range strings.FieldsSeq(moves) {
		list = append(list, Play(strings.ReplaceAll(text, ":", " ")))
	}
	return list
}

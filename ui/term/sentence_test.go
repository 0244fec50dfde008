package term

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"attic/desk"
	"attic/desk/command"
	"attic/dev/desktest"
	"attic/dev/race"
	"attic/game"
	"attic/games"
)

// readSizes are the sizes at which sentences are checked.
var readSizes = [][2]int{{40, 16}, {46, 20}, {80, 24}, {120, 40}}

// On every page, each sentence that teaches is shown in full, or followed by a key that shows the full text.
func TestEverySentenceCanBeRead(t *testing.T) {
	race.Plain(t)
	for _, page := range desktest.Visits {
		t.Run(page.Name, func(t *testing.T) {
			t.Parallel()
			c := page.Begin(t)
			c.May = command.Everything
			d := driver{t, opened(c)}.begin(120, 40)
			d.do(page.Script)
			for _, at := range readSizes {
				d.do(fmt.Sprintf("size %d %d", at[0], at[1]))
				for _, text := range d.taught() {
					d.reads(text)
				}
			}
		})
	}
}

// taught returns the sentences that the page should show.
func (d driver) taught() []string {
	k := d.s.desk
	review, reviewed := k.Pages.Top().(*desk.Review)
	switch {
	case d.s.tooSmall() || k.Typing():
		return nil
	case reviewed:
		return review.Lines()[1:]
	case k.Pages.Top() != nil:
		return nil
	case k.Menu != nil:
		return []string{k.Menu.Said}
	}
	p := d.play()
	w := d.s.play().current().lineW(d.s.w)
	said, _ := p.Sentences(func(text string) bool { return p.Study.Course() == nil && width(text) <= w })
	return []string{p.Question(), said}
}

// reads checks that the page shows a full text, or names a key that shows it. It returns whether the text is shown without the key.
func (d driver) reads(text string) bool {
	d.t.Helper()
	_ = d.s.View()
	shown := d.Shown()
	for x := range d.s.w { // the text may begin in any column
		var right strings.Builder
		for line := range strings.Lines(shown) {
			if runes := []rune(line); len(runes) > x {
				right.WriteString(string(runes[x:]))
			}
		}
		if strings.Contains(joined(right.String()), joined(text)) {
			return true
		}
	}
	if !strings.Contains(shown, desk.ReadAll) {
		d.t.Errorf("at %dx%d the page shows neither all of %q nor a key for it:\n%s", d.s.w, d.s.h, text, shown)
		return false
	}
	d.press(desk.ReadKey)
	if desktest.On[*desk.Pager](d.s.desk) == nil || !strings.Contains(joined(d.Shown()), joined(text)) {
		d.t.Errorf("at %dx%d the key does not show all of %q:\n%s", d.s.w, d.s.h, text, d.Shown())
	}
	d.press("esc")
	return false
}

// joined returns a text without blanks.
func joined(text string) string { return strings.Join(strings.Fields(text), "") }

// The longest hints and answers of random games can be read at every size; at 80x24, without pressing a key.
func TestLongHints(t *testing.T) {
	race.Plain(t)
	for id, script := range map[string]string{"atom4": ":i8;j8;j9;k8;i7", "ataxx": "sample", "atommaster": "sample"} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			d := sit(t, id, 80, 24)
			d.do(script)
			g, _ := games.Find(id)
			for _, text := range longHints(t, g, 12) {
				for _, at := range readSizes {
					d.do(fmt.Sprintf("size %d %d", at[0], at[1]))
					d.play().Message.Said = text
					if whole := d.reads(text); !whole && at[0] == 80 && (len(text) <= 150 || id == "atommaster") {
						t.Errorf("at 80x24 %q is not readable at once:\n%s", text, d.Shown())
					}
				}
			}
		})
	}
}

// longHints returns the n longest sentences of the advice in positions of random games.
func longHints(t *testing.T, g game.Game, n int) (list []string) {
	t.Helper()
	rng := rand.New(rand.NewPCG(34, 1))
	for seed := range 3 {
		s, err := g.New(game.Setup{Seed: uint64(seed)})
		must(t, err)
		for ply := 0; ply < 40 && s.ToMove() != game.Nobody; ply++ {
			v := s.View(s.ToMove())
			moves := v.Moves()
			move := moves[rng.IntN(len(moves))]
			if i := slices.IndexFunc(moves, func(m game.Move) bool { return m.Begins }); s.ToMove() == game.Anyone && i >= 0 {
				move = moves[i]
			} else if ply%5 == 4 {
				list = append(list, advised(t, g, v, move.Text)...)
			}
			s, _, err = s.Play(move.Text)
			must(t, err)
		}
	}
	slices.SortFunc(list, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	return slices.Compact(list)[:n]
}

// advised returns the sentences of a hint and of an answer about a move.
func advised(t *testing.T, g game.Game, v game.View, move string) (list []string) {
	t.Helper()
	const nodes = 1000
	a, err := g.(game.Advisor).Advise(context.Background(), v, nodes)
	must(t, err)
	found := []game.Advice{a}
	if comparer, ok := g.(game.Comparer); ok {
		why, err := comparer.Why(context.Background(), v, move, nodes)
		must(t, err)
		found = append(found, why)
	}
	for _, a := range found {
		list = append(list, a.Area.Sentence, a.Idea.Sentence, a.Move.Sentence, a.Follow.Sentence)
	}
	return list
}

// If the page shows every sentence in full, the key for full texts changes nothing.
func TestNothingIsCut(t *testing.T) {
	for _, id := range []string{"atom4", "ataxx", "atommaster"} {
		d := sit(t, id, 40, 16)
		d.do("sample")
		d.play().Message.Said = "Nothing more follows from the answers: fire a beam."
		_ = d.s.View()
		before := d.Shown()
		if strings.Contains(before, desk.ReadAll) {
			t.Fatalf("%s: something is cut off:\n%s", id, before)
		}
		d.press(desk.ReadKey)
		_ = d.s.View()
		if after := d.Shown(); after != before {
			t.Errorf("%s: the page was\n%s\nand is\n%s", id, before, after)
		}
	}
}

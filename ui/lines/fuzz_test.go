package lines_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"attic/desk/command"
	"attic/game"
	"attic/games/ataxx"
	"attic/games/atom4"
	"attic/games/atommaster"
	"attic/match"
	"attic/match/store"
	"attic/ui/lines"
)

// The games, with bots and advisers that fail immediately, so that no input takes long.
type (
	quickAtom4      struct{ atom4.Game }
	quickAtaxx      struct{ ataxx.Game }
	quickAtommaster struct{ atommaster.Game }
	tired           struct{}
)

func (quickAtom4) NewBot(int, uint64) game.Bot      { return tired{} }
func (quickAtaxx) NewBot(int, uint64) game.Bot      { return tired{} }
func (quickAtommaster) NewBot(int, uint64) game.Bot { return tired{} }

func (quickAtom4) Advise(context.Context, game.View, int64) (game.Advice, error) {
	return game.Advice{}, errTired
}

func (quickAtaxx) Advise(context.Context, game.View, int64) (game.Advice, error) {
	return game.Advice{}, errTired
}

func (quickAtom4) Compare(context.Context, game.View, string, int64) (game.Advice, error) {
	return game.Advice{}, errTired
}

func (quickAtom4) Why(context.Context, game.View, string, int64) (game.Advice, error) {
	return game.Advice{}, errTired
}

func (quickAtaxx) Compare(context.Context, game.View, string, int64) (game.Advice, error) {
	return game.Advice{}, errTired
}

func (quickAtaxx) Why(context.Context, game.View, string, int64) (game.Advice, error) {
	return game.Advice{}, errTired
}

var errTired = errors.New("out of ideas")

func (tired) Choose(context.Context, game.View, func(game.Report)) (string, error) {
	return "", errTired
}

// Whatever is typed, the output consists of complete lines of text of at most 1000 bytes, and the match can still be saved and
// read back.
func FuzzAnyLineIsAnswered(f *testing.F) {
	for i, script := range []string{
		"i8\nh8\nundo\nredo\nresign\nnext\nscore\nhistory\nid round=5#3\nhelp\nmoves\ndescribe\npreview i8\nz9\n",
		"blocks 3gh\nblocks 0\nfen x5o/7/7/7/7/7/o5x x 0 1\nstart\nb6\na7-c7\n-\ndump\nauto\nclear\ncolor blue\nside 3\nhost 3\nlevel 99\n",
		"fire 12\nset e5\n3\ne5\nevaluate\nlearn\nxray\nnew\natoms 6\nsize 12\nballs\nhide a1,b2,c3,d4,e5,f6\nopponent human\nthoughts\n",
	} {
		f.Add(byte(i), script)
		f.Add(byte(i), "load a\nsave a\nresume a\nresume\nload .\nseed x\n"+script)
	}
	f.Add(byte(0), "hint\nwhy\nwhy i8\nwhy z9\nhint 3\nwarn on\nwarn x\nspeed 3\nspeed nan\nspeed 1e999\npause\nopponent engine:x\nopponent think:5s\nname 1 x\nhint\n")
	f.Add(byte(129), "start\nhint\nhint\npause\nauto\npause\nspeed 0\n")
	f.Add(byte(0), "\x1b[2J\x00\xff\u202e")
	f.Fuzz(func(t *testing.T, which byte, script string) {
		if len(script) > 1000 || strings.Count(script, "\n") > 40 {
			return
		}
		t.Chdir(t.TempDir())
		g := []game.Game{quickAtom4{}, quickAtaxx{}, quickAtommaster{}}[which%3]
		var answers strings.Builder
		tb := seat(t, g, game.Setup{Seed: 7}, "")
		s := lines.New(command.Config{
			Person: tb.Here(), Owner: tb, May: command.Everything, Store: store.Open("state", find), Terminal: which >= 128,
		}, lines.NewPipe(strings.NewReader(tame(script))), &answers)
		must(t, s.Run(t.Context()))
		said := answers.String()
		if said != "" && !strings.HasSuffix(said, "\n") {
			t.Fatalf("the last line has no line feed: %.200q", said)
		}
		if !utf8.ValidString(said) || strings.ContainsFunc(said, func(r rune) bool { return unicode.IsControl(r) && r != '\n' }) {
			t.Fatalf("the output is not text: %.2000q", said)
		}
		for line := range strings.Lines(said) {
			if len(line) > 1000 {
				t.Fatalf("a line of %d bytes: %.500q", len(line), line)
			}
		}
		now := tb.Here().Now()
		var b strings.Builder
		full, _ := tb.Here().Sight().FullMatch()
		must(t, full.Save(&b))
		m, err := match.Read(strings.NewReader(b.String()), find)
		if err != nil {
			t.Fatalf("the match cannot be read back: %v in\n%.2000s", err, b.String())
		}
		if m.ToMove() != now.ToMove || m.Round() != now.Round || !slices.Equal(m.Score(), now.Score) {
			t.Fatalf("the match read back is different:\n%.2000s", b.String())
		}
	})
}

// tame replaces slashes, so that a script cannot reach files outside its folder.
func tame(script string) string { return strings.ReplaceAll(script, "/", "_") }

package corpus

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"attic/dev/lab/selfplay"
	"attic/games/ataxx/rules"
)

// games returns entries of random games, with every kind of score, result and flag.
func games(seed uint64, n int) (all [][]Entry) {
	r := rand.New(rand.NewPCG(seed, 1))
	for i := range n {
		p := rules.Start(rules.RuleSet(i % 2))
		if i%3 == 0 {
			p, _ = p.SetBlocks("3gh")
		}
		var game []Entry
		for !p.Over() {
			if p.Own() != 0 && p.Theirs() != 0 {
				entry := EntryOf(p, r.IntN(40000)-20000)
				entry.Result = r.IntN(3) - 1
				entry.Stray = i%4 == 0
				game = append(game, entry)
			}
			moves := p.Moves(nil)
			p = p.Play(moves[r.IntN(len(moves))])
		}
		all = append(all, game)
	}
	return all
}

// inBytes returns games as bytes.
func inBytes(all [][]Entry) (games [][]byte) {
	for _, game := range all {
		games = append(games, Bytes(game))
	}
	return games
}

func write(t *testing.T, folder, name string, all [][]Entry) string {
	t.Helper()
	w, err := Format.Create(folder, name, "net 12ab\nnodes 800")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Add(inBytes(all[:len(all)/2])), w.Add(inBytes(all[len(all)/2:])), w.Close()); err != nil {
		t.Fatal(err)
	}
	return w.Name()
}

func TestEntriesComeBack(t *testing.T) {
	for _, game := range games(1, 12) {
		for _, want := range game {
			data := want.append(nil)
			if len(data) != Size {
				t.Fatalf("%d bytes", len(data))
			}
			if got := Decode(data); got != want {
				t.Fatalf("%+v came back as %+v", want, got)
			}
		}
	}
}

func TestPositionsComeBack(t *testing.T) {
	p, err := rules.ParseFEN("x1o-3/7/7/3x3/7/7/o5x o 7 12", rules.Guide)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := EntryOf(p, 5).Position().FEN(), "x1o-3/7/7/3x3/7/7/o5x o 7 1"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// read returns all entries of a corpus, including those held back, sorted.
func read(t *testing.T, c *Corpus) (all [][Size]byte) {
	t.Helper()
	r := c.Read(false, rand.New(rand.NewPCG(1, 2)).Shuffle)
	defer r.Close()
	add := func(data []byte) {
		for ; len(data) > 0; data = data[Size:] {
			all = append(all, [Size]byte(data))
		}
	}
	for {
		data, err := r.Next(nil)
		if err != nil {
			break
		}
		add(data)
	}
	for _, entry := range slices.Concat(c.Held...) {
		add(entry.append(nil))
	}
	return sorted(all)
}

func sorted(all [][Size]byte) [][Size]byte {
	slices.SortFunc(all, func(a, b [Size]byte) int { return bytes.Compare(a[:], b[:]) })
	return all
}

func bytesOf(all [][]Entry) (data [][Size]byte) {
	for _, game := range all {
		for _, r := range game {
			data = append(data, [Size]byte(r.append(nil)))
		}
	}
	return sorted(data)
}

// Files from several machines in one folder form one corpus, which has every position once.
func TestFilesAddUp(t *testing.T) {
	folder := t.TempDir()
	one, two := games(1, 300), games(2, 200)
	write(t, folder, "one", one)
	write(t, folder, "two", two)
	c, err := Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	want := bytesOf(append(one, two...))
	if got := read(t, c); !slices.Equal(got, want) {
		t.Errorf("%d positions came back, want %d", len(got), len(want))
	}
	if c.Games() != 500 || c.Positions() != len(want) || c.Files[0].Header.Value("nodes") != "800" {
		t.Errorf("%d games, %d positions, want 500 and %d; the header is %q", c.Games(), c.Positions(), len(want), c.Files[0].Header)
	}
	if share := float64(c.HeldBack()) / float64(len(want)); share == 0 || share > 3.0/Holding {
		t.Errorf("%d of %d positions are held back", c.HeldBack(), len(want))
	}
}

// Games held back stay held back when the corpus grows.
func TestHeldBackStaysHeldBack(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, "one", games(1, 300))
	before, err := Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	write(t, folder, "another", games(2, 100))
	after, err := Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range before.Held {
		if !slices.ContainsFunc(after.Held, func(game []Entry) bool { return slices.Equal(game, r) }) {
			t.Fatalf("%+v is not held back any more", r)
		}
	}
}

// A writer may be killed at any byte: complete games stay readable, and an incomplete last game is not counted.
func TestAFileMayEndAnywhere(t *testing.T) {
	folder := t.TempDir()
	all := games(1, 3)
	name := write(t, folder, "one", all)
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	text := bytes.Index(whole, []byte("\n\n")) + 2
	last := len(whole) - selfplay.HeadSize - Size*len(all[2])
	for _, size := range []int{text, text + 1, last - 1, last, last + 1, last + selfplay.HeadSize, last + selfplay.HeadSize + Size, len(whole) - 1} {
		if err := os.WriteFile(name, whole[:size], 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := Open(folder)
		if err != nil {
			t.Fatalf("%d bytes: %v", size, err)
		}
		games := 0
		switch {
		case size >= last:
			games = 2
		case size > text+1:
			games = 1
		}
		torn := c.Files[0].Torn
		if c.Games() != games || (torn > 0) != (size != text && size != last) {
			t.Errorf("%d bytes of %d: %d games, want %d; %d bytes torn", size, len(whole), c.Games(), games, torn)
		}
	}
}

func TestBadFilesAreNamed(t *testing.T) {
	whole, err := os.ReadFile(write(t, t.TempDir(), "one", games(1, 3)))
	if err != nil {
		t.Fatal(err)
	}
	text := bytes.Index(whole, []byte("\n\n")) + 2
	changed := func(at int) []byte {
		data := bytes.Clone(whole)
		data[at] ^= 0x80
		return data
	}
	for _, test := range []struct {
		what, want string
		data       []byte
	}{
		{"nothing", "not an attic corpus file", nil},
		{"something else", "not an attic corpus file", []byte("\x1f\x8b\x08")},
		{"another version", "not an attic corpus file", bytes.Replace(whole, []byte("corpus 1"), []byte("corpus 2"), 1)},
		{"half of the lines at the beginning", "the header is incomplete", whole[:text-3]},
		{"lines without end", "the header is incomplete", append([]byte(Format.Magic+"\n"), bytes.Repeat([]byte("net 12\n"), 10_000)...)},
		{"a changed head", "the first 0 games are good", changed(text + 2)},
		{"a changed entry", "wrong checksum", changed(text + selfplay.HeadSize)},
	} {
		folder := t.TempDir()
		if err := os.WriteFile(filepath.Join(folder, "bad.corpus"), test.data, 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Open(folder)
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), "bad.corpus") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", test.what, err)
		}
	}
	if _, err := Open(filepath.Join(t.TempDir(), "no")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no folder: %v", err)
	}
}

// No run overwrites the file of another run.
func TestNoFileIsWrittenOver(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, "one", games(1, 2))
	if _, err := Format.Create(folder, "one", ""); !errors.Is(err, os.ErrExist) {
		t.Errorf("a second file of this name: %v", err)
	}
}

func TestHashIsThatOfAllSymmetries(t *testing.T) {
	seen := map[uint64]Entry{}
	for _, game := range games(1, 20) {
		for _, r := range game {
			h := r.Hash()
			for symmetry := range 8 {
				if got := (Entry{Own: turn(r.Own, symmetry), Theirs: turn(r.Theirs, symmetry), Blocks: turn(r.Blocks, symmetry)}).Hash(); got != h {
					t.Fatalf("%v: %x, turned %x", r.Position(), h, got)
				}
			}
			if was, ok := seen[h]; ok && was.Own.Count() != r.Own.Count() {
				t.Fatalf("%v and %v have the same hash", was.Position(), r.Position())
			}
			seen[h] = r
		}
	}
}

// turn applies a symmetry square by square.
func turn(b rules.Bitboard, symmetry int) (turned rules.Bitboard) {
	for ; b != 0; b &= b - 1 {
		file, rank := b.First().File(), b.First().Rank()
		if symmetry&1 != 0 {
			file = 6 - file
		}
		if symmetry&2 != 0 {
			rank = 8 - rank
		}
		if symmetry&4 != 0 {
			file, rank = rank-1, file+1
		}
		turned |= 1 << rules.SquareAt(file, rank)
	}
	return turned
}

func TestSurveyAndSample(t *testing.T) {
	folder := t.TempDir()
	all := games(1, 120)
	write(t, folder, "one", all)
	c, err := Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	s, err := c.Survey()
	if err != nil {
		t.Fatal(err)
	}
	if n := s.Won + s.Drawn + s.Lost; s.Positions != n || s.Positions != c.Positions()-c.HeldBack() || s.Blocks == 0 || s.Stray == 0 || s.Guide == 0 {
		t.Errorf("%+v", s)
	}
	var b strings.Builder
	if err := c.Sample(&b, 25); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(b.String()), "\n")
	for _, line := range lines {
		fen, _, _ := strings.Cut(line, ",")
		if _, err := rules.ParseFEN(fen, rules.Guide); err != nil {
			t.Errorf("%q: %v", line, err)
		}
	}
	if len(lines) != 25 {
		t.Errorf("%d lines, want 25", len(lines))
	}
}

// If the results follow the scores with a certain scale, Scale finds it.
func TestScale(t *testing.T) {
	const scale = 350
	r := rand.New(rand.NewPCG(3, 3))
	var s Survey
	for range 200_000 {
		entry := Entry{Score: r.IntN(2001) - 1000, Result: -1}
		if r.Float64() < 1/(1+math.Exp(-float64(entry.Score)/scale)) {
			entry.Result = 1
		}
		s.add(entry, map[uint64]bool{})
	}
	if got := s.Scale(); math.Abs(got-scale) > 10 {
		t.Errorf("%.0f, want about %d", got, scale)
	}
}

// Reading any bytes ends with a result or an error.
func FuzzOpen(f *testing.F) {
	f.Add([]byte(Format.Magic + "\n\n"))
	f.Add([]byte(Format.Magic + "\nnet 1\n\n\x01\x00\x00\x00\x00\x00\x00\x00"))
	folder := f.TempDir() // one for all inputs, because making a folder takes longer than reading the file
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := os.WriteFile(filepath.Join(folder, "a.corpus"), data, 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := Open(folder)
		if err != nil {
			return
		}
		if got := len(read(t, c)); got != c.Positions() {
			t.Errorf("%d positions, but %d can be read", c.Positions(), got)
		}
	})
}

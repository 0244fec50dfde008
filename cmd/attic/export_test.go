package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/gif"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"attic/game"
	"attic/games"
	"attic/match"
)

// played returns the match of a game ID after moves, which are separated by semicolons.
func played(t *testing.T, id, moves string) match.Match {
	t.Helper()
	m, err := readMatch(id, 0)
	for text := range strings.SplitSeq(moves, ";") {
		if err == nil && text != "" {
			m, _, err = m.Play(strings.TrimSpace(text))
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// pictured returns a picture of a match, of the given kind.
func pictured(t *testing.T, m match.Match, kind string, size int) []byte {
	t.Helper()
	var b bytes.Buffer
	p := picture{kind: kind, ply: m.Ply(), size: size, theme: "dark"}
	if err := p.write(t.Context(), &b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func each(t *testing.T, test func(t *testing.T, g game.Game)) {
	for _, g := range games.All() {
		t.Run(g.Info().Name, func(t *testing.T) { test(t, g) })
	}
}

func TestEqualGamesGiveEqualPictures(t *testing.T) {
	each(t, func(t *testing.T, g game.Game) {
		for _, k := range pictureKinds {
			name := g.Info().Name
			if _, recorded := g.(game.Recorded); k.name == record && !(recorded && g.Info().Open) {
				continue // refused
			}
			if !bytes.Equal(pictured(t, played(t, name, ""), k.name, 120), pictured(t, played(t, name, ""), k.name, 120)) {
				t.Errorf("two pictures of %s as %s differ", name, k.name)
			}
		}
	})
}

func TestSizesOfPictures(t *testing.T) {
	for _, c := range []struct {
		clause, id, moves string
		size              int
	}{
		{"the whole board if its squares are large enough", "atom4", "", 600},
		{"the important part if they would be too small", "atom4", "", 200},
		{"the start", "atom4#1", "", 200},
		{"a board without a focus", "ataxx", "", 64},
		{"a board that becomes smaller", "atommaster#1", "size 6;fire 3", 300},
		{"a board that becomes larger", "atommaster#1", "size 12", 300},
	} {
		t.Run(c.clause, func(t *testing.T) {
			m := played(t, c.id, c.moves)
			picture, err := png.Decode(bytes.NewReader(pictured(t, m, "png", c.size)))
			if err != nil {
				t.Fatal(err)
			}
			film, err := gif.DecodeAll(bytes.NewReader(pictured(t, m, "gif", c.size)))
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range []image.Rectangle{picture.Bounds(), film.Image[0].Rect} {
				if max(r.Dx(), r.Dy()) != c.size || min(r.Dx(), r.Dy()) < c.size/2 {
					t.Errorf("%v, want %d pixels", r, c.size)
				}
			}
		})
	}
}

// twin returns the seed of another deal of Atommaster that gives the same answers to moves as seed 1.
func twin(t *testing.T, moves string) string {
	t.Helper()
	says := func(m match.Match) string {
		return strings.Join(m.State().View(game.Nobody).Status().Scores, " ") + m.State().View(game.Nobody).Status().Last
	}
	want := says(played(t, "atommaster#1", moves))
	for seed := 2; seed < 10_000; seed++ {
		if id := fmt.Sprintf("atommaster#%d", seed); says(played(t, id, moves)) == want {
			return id
		}
	}
	t.Fatal("no other deal gives these answers")
	return ""
}

// Each line holds two deals with the same answers so far, the seat of the person here, and how the deals end.
func TestPicturesShowNothingHidden(t *testing.T) {
	const solver, hider = 0, 1
	for _, c := range []struct {
		clause string
		deals  [2][2]string // game IDs and moves
		side   int
		end    string
	}{
		{
			"deals before the first beam",
			[2][2]string{{"atommaster#1", ""}, {"atommaster#2", ""}},
			solver, "fire 8;resign",
		},
		{
			"deals that give the same answers",
			[2][2]string{{"atommaster#1", "fire 8"}, {twin(t, "fire 8"), "fire 8"}},
			solver, "resign",
		},
		{
			"a layout hidden by a person, for the solver",
			[2][2]string{{"atommaster#1", "hide a1,b2,c3,d4;fire 8"}, {"atommaster#1", "hide a1,b2,c3,d5;fire 8"}},
			solver, "resign",
		},
		{
			"the same for the hider: anybody may get the picture",
			[2][2]string{{"atommaster#1", "hide a1,b2,c3,d4;fire 8"}, {"atommaster#1", "hide a1,b2,c3,d5;fire 8"}},
			hider, "resign",
		},
	} {
		t.Run(c.clause, func(t *testing.T) {
			var running, over [2]match.Match
			for i, deal := range c.deals {
				running[i] = played(t, deal[0], deal[1])
				running[i].Side = c.side
				over[i] = played(t, deal[0], deal[1]+";"+c.end)
			}
			for _, k := range pictureKinds {
				if k.name == record {
					continue // refused
				}
				if !bytes.Equal(pictured(t, running[0], k.name, 120), pictured(t, running[1], k.name, 120)) {
					t.Errorf("the running deals give different pictures as %s", k.name)
				}
				if bytes.Equal(pictured(t, over[0], k.name, 120), pictured(t, over[1], k.name, 120)) {
					t.Errorf("the finished deals give the same picture as %s", k.name)
				}
			}
		})
	}
}

func TestWriteFile(t *testing.T) {
	fails := errors.New("no more")
	for _, c := range []struct {
		clause string
		path   string
		err    string // "" for none
		writes error
		want   string // the content of old afterwards
	}{
		{"a new file", "new", "", nil, "old"},
		{"in place of an existing file", "old", "", nil, "new"},
		{"through a link", "link", "", nil, "new"},
		{"not over the file that was read", "source", "this would overwrite the saved game; choose another name", nil, "old"},
		{"not over a folder", "folder", "it is a folder; a file is needed", nil, "old"},
		{"not into a missing folder", "nowhere/new", "there is no such folder", nil, "old"},
		{"not below a file", "old/new", "not a directory", nil, "old"},
		{"nothing, if it cannot be written completely", "old", "no more", fails, "old"},
		{"nothing, if the program is stopped", "new", "context canceled", context.Canceled, "old"},
	} {
		t.Run(c.clause, func(t *testing.T) {
			dir := t.TempDir()
			at := func(name string) string { return filepath.Join(dir, name) }
			for _, err := range []error{
				os.WriteFile(at("old"), []byte("old"), 0o600), os.WriteFile(at("source"), []byte("source"), 0o600),
				os.Mkdir(at("folder"), 0o700), os.Symlink("old", at("link")),
			} {
				if err != nil {
					t.Fatal(err)
				}
			}
			files, wrote := 4, false
			err := writeFile(at(c.path), at("source"), func(_ context.Context, w io.Writer) error {
				wrote = true
				_, err := io.WriteString(w, "new")
				return errors.Join(err, c.writes)
			})
			said := ""
			if err != nil {
				said = err.Error()
			}
			if said != c.err || errors.Is(err, context.Canceled) != (c.writes == context.Canceled) {
				t.Errorf("error %q, want %q", said, c.err)
			}
			if err == nil && c.path == "new" {
				files++
			}
			if wrote != (err == nil || c.writes != nil) {
				t.Errorf("the picture was made: %v", wrote)
			}
			text, err := os.ReadFile(at("old"))
			if string(text) != c.want || err != nil {
				t.Errorf("the file holds %q, %v; want %q", text, err, c.want)
			}
			if list, err := os.ReadDir(dir); len(list) != files || err != nil {
				t.Errorf("%v, %v; want %d", list, err, files)
			}
		})
	}
}

// The picture of docs/analysis.md is what "make pictures" makes.
func TestThePictureOfAnAnalysis(t *testing.T) {
	const folder = "../../docs/pictures/analysis"
	m, err := readMatch(folder+".pgn", 0)
	if err != nil {
		t.Fatal(err)
	}
	got := pictured(t, m, "embed", 480)
	if *update {
		if err := os.WriteFile(folder+".svg", got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(folder + ".svg"); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s.svg is not the output of attic export %s.pgn --embed (%v); check it and run make pictures", folder, folder, err)
	}
}

// The documents contain the pictures of boards that "make pictures" makes.
func TestPicturesOfTheDocuments(t *testing.T) {
	const folder, ending, most = "../../docs/pictures", "-board.svg", 60 << 10
	paths, err := filepath.Glob(filepath.Join(folder, "*"+ending))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no picture in %s: %v", folder, err)
	}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ending)
		got := pictured(t, played(t, name, ""), "svg", 480)
		if len(got) > most {
			t.Errorf("%d bytes, at most %d", len(got), most)
		}
		if *update {
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not the output of attic export %s --svg --size 480 (%v); check it and run make pictures", path, name, err)
		}
	}
}

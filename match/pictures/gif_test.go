package pictures

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/draw"
	"image/gif"
	"testing"

	"attic/draw/paint"
	"attic/draw/palette"
	"attic/draw/scene"
	"attic/game"
	"attic/games"
	"attic/match"
)

// begin returns a match of a game with the default options.
func begin(t *testing.T, name string) match.Match {
	t.Helper()
	g, _ := games.Find(name)
	m, err := match.New(g, game.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// sample returns a match with the moves of a game's sample.
func sample(t *testing.T, g game.Game) match.Match {
	t.Helper()
	m := begin(t, g.Info().Name)
	for _, text := range g.Info().Sample {
		var err error
		if m, _, err = m.Play(text); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

func each(t *testing.T, test func(t *testing.T, g game.Game)) {
	for _, g := range games.All() {
		t.Run(g.Info().Name, func(t *testing.T) { test(t, g) })
	}
}

// made returns the encoded GIF of a match.
func made(t *testing.T, m match.Match, size int) []byte {
	t.Helper()
	theme, _ := palette.Find("dark")
	var b bytes.Buffer
	if err := writeGIF(t.Context(), &b, m, size, theme); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// decoded reads a GIF and draws each of its pictures over the previous ones.
func decoded(t *testing.T, data []byte) (*gif.GIF, *image.RGBA) {
	t.Helper()
	g, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	all := image.NewRGBA(image.Rect(0, 0, g.Config.Width, g.Config.Height))
	for _, part := range g.Image {
		draw.Draw(all, part.Rect, part, part.Rect.Min, draw.Over)
	}
	return g, all
}

func TestFilmShowsTheGameFromItsStartForEver(t *testing.T) {
	each(t, func(t *testing.T, g game.Game) {
		const size = 120
		m := sample(t, g)
		film, _ := decoded(t, made(t, m, size))
		if max(film.Config.Width, film.Config.Height) != size || film.Image[0].Rect != image.Rect(0, 0, film.Config.Width, film.Config.Height) {
			t.Errorf("%d by %d pixels, the first picture at %v", film.Config.Width, film.Config.Height, film.Image[0].Rect)
		}
		if film.LoopCount != 0 {
			t.Errorf("the loop count is %d, want 0: for ever", film.LoopCount)
		}
		rests, total := 0, 0
		for i, delay := range film.Delay {
			total += delay
			if delay >= rest {
				rests++
			}
			if delay < tick || film.Disposal[i] != gif.DisposalNone {
				t.Errorf("picture %d is shown for %d/100 s, disposal %d", i, delay, film.Disposal[i])
			}
		}
		if last := film.Delay[len(film.Delay)-1]; last != lastRest {
			t.Errorf("the last picture is shown for %d/100 s, want %d", last, lastRest)
		}
		if least := m.Ply()*rest + lastRest; total < least || rests > m.Ply()+1 || len(film.Image) < 3*m.Ply() {
			t.Errorf("%d steps give %d pictures with %d rests, %d/100 s; want at least %d/100 s", m.Ply(), len(film.Image), rests, total, least)
		}
	})
}

func TestFilmEndsWithThePositionInNearlyItsColours(t *testing.T) {
	for _, theme := range palette.Themes() {
		each(t, func(t *testing.T, g game.Game) {
			const much = 40 // a large error of a pixel, on a scale of 255
			m := sample(t, g)
			colours, _ := palette.Find(theme)
			f := newFilm(m, 160, colours)
			var b bytes.Buffer
			if err := f.write(t.Context(), &b, m); err != nil {
				t.Fatal(err)
			}
			_, got := decoded(t, b.Bytes())
			want := paint.Image(f.frame.Crop(Of(m)), colours, got.Rect.Dx(), got.Rect.Dy())
			flat := map[[3]uint8]bool{}
			for c := range scene.Colours {
				r, g, b := colours.RGB(scene.Colour(c))
				flat[[3]uint8{r, g, b}] = true
			}
			sum := 0
			for i := 0; i < len(want.Pix); i += 4 {
				w, is := [3]uint8(want.Pix[i:]), [3]uint8(got.Pix[i:])
				worst := 0
				for part := range w {
					d := max(int(w[part]), int(is[part])) - min(int(w[part]), int(is[part]))
					worst = max(worst, d)
					sum += d
				}
				if flat[w] && w != is || worst > much {
					t.Fatalf("pixel %d is %v, want %v; a colour of the theme: %v", i/4, is, w, flat[w])
				}
			}
			if mean := float64(sum) / float64(len(want.Pix)/4*3); mean > 1.5 {
				t.Errorf("on average, the colours are off by %.2f of 255", mean)
			}
		})
	}
}

func TestStepsThatShowNothingNewAreOnePicture(t *testing.T) {
	m, _, err := begin(t, "ataxx").Play("start")
	if err == nil {
		m, err = m.Resign(0)
	}
	if err != nil {
		t.Fatal(err)
	}
	g, _ := decoded(t, made(t, m, 100))
	if want := 2*rest + lastRest; len(g.Delay) != 1 || g.Delay[0] != want {
		t.Errorf("delays %v, want %d", g.Delay, want)
	}
}

func TestFilmStopsWhenTheProgramIsStopped(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	m := begin(t, "ataxx")
	theme, _ := palette.Find("dark")
	var b bytes.Buffer
	if err := writeGIF(ctx, &b, m, 100, theme); !errors.Is(err, context.Canceled) || b.Len() > 0 {
		t.Errorf("%v after %d bytes", err, b.Len())
	}
}

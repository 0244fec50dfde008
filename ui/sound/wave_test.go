package sound_test

import (
	"fmt"
	"math"
	"math/cmplx"
	"slices"
	"testing"
	"time"

	"attic/dev/gametest"
	"attic/dev/race"
	"attic/game"
	"attic/ui/sound"
)

// bin is the resolution of [spectrum], in Hz.
const bin = 10

// spectrum returns the amplitude of each multiple of [bin] Hz up to 10 kHz in the 50 ms that start at the
// given time.
func spectrum(wave []float32, from time.Duration) []float64 {
	first := int(from.Seconds() * sound.Rate)
	part := make([]float64, min(sound.Rate/20, len(wave)-first))
	for i := range part {
		hann := 1 - math.Cos(2*math.Pi*float64(i)/float64(len(part)))
		part[i] = hann * float64(wave[first+i])
	}
	amplitudes := make([]float64, 10000/bin)
	for k := range amplitudes {
		turn := cmplx.Rect(1, 2*math.Pi*float64(k*bin)/sound.Rate)
		sum, at := complex(0, 0), complex(1, 0)
		for _, v := range part {
			sum += complex(v, 0) * at
			at *= turn
		}
		amplitudes[k] = 2 * cmplx.Abs(sum) / float64(len(part))
	}
	return amplitudes
}

// pitch returns the strongest frequency in the 50 ms that start at the given time, in Hz.
func pitch(wave []float32, from time.Duration) float64 {
	amplitudes := spectrum(wave, from)
	return float64(bin * slices.Index(amplitudes, slices.Max(amplitudes)))
}

// heard returns the loudness to the ear of the 50 ms that start at the given time, in dB: A-weighting of
// IEC 61672.
func heard(wave []float32, from time.Duration) float64 {
	power := 0.0
	for k, amplitude := range spectrum(wave, from) {
		f := float64(k*bin) * float64(k*bin)
		a := 1.2589 * 12194 * 12194 * f * f / ((f + 20.6*20.6) * math.Sqrt((f+107.7*107.7)*(f+737.9*737.9)) * (f + 12194*12194))
		power += a * a * amplitude * amplitude / 2
	}
	return 10 * math.Log10(power)
}

// level returns the root mean square of a part of a wave.
func level(wave []float32, from, to time.Duration) float64 {
	sum, n := 0.0, 0
	for _, v := range wave[int(from.Seconds()*sound.Rate):int(to.Seconds()*sound.Rate)] {
		sum += float64(v) * float64(v)
		n++
	}
	return math.Sqrt(sum / float64(n))
}

// crossings returns the number of zero crossings of a wave per second.
func crossings(wave []float32) float64 {
	n := 0
	for i := 1; i < len(wave); i++ {
		if wave[i-1] < 0 && wave[i] >= 0 {
			n++
		}
	}
	return float64(n) / float64(len(wave)) * sound.Rate
}

func TestWaves(t *testing.T) {
	for _, s := range gametest.Sounds() {
		wave := sound.Wave(s)
		length := time.Duration(len(wave)) * time.Second / sound.Rate
		if length < 40*time.Millisecond || length > 700*time.Millisecond {
			t.Errorf("%s takes %v, want 40 to 700 ms", s, length)
			continue
		}
		if wave[0] != 0 || wave[len(wave)-1] != 0 {
			t.Errorf("%s starts at %g and ends at %g, want 0", s, wave[0], wave[len(wave)-1])
		}
		if end := level(wave, length-2*time.Millisecond, length-time.Millisecond/10); end > 0.005 {
			t.Errorf("%s ends with a click: its last 2 ms have the level %.4f", s, end)
		}
		if low, high := slices.Min(wave), slices.Max(wave); low < -0.5 || high > 0.5 {
			t.Errorf("%s goes from %g to %g, beyond 0.5", s, low, high)
		}
		mean := 0.0
		for _, v := range wave {
			mean += float64(v) / float64(len(wave))
		}
		if math.Abs(mean) > 0.01 {
			t.Errorf("%s has a mean of %.3f, want at most 0.01: it pushes the membrane to one side", s, mean)
		}
		if !slices.Equal(wave, sound.Wave(s)) {
			t.Errorf("%s gives a different wave the second time", s)
		}
	}
	if wave := sound.Wave("thunder"); wave != nil {
		t.Errorf("an unknown sound has %d samples", len(wave))
	}
}

func TestWavesAreAboutEquallyLoud(t *testing.T) {
	race.Plain(t)
	levels := map[game.Sound]float64{}
	least, most := math.Inf(1), math.Inf(-1)
	for _, s := range gametest.Sounds() {
		wave := sound.Wave(s)
		loudest := math.Inf(-1)
		const step = 20 * time.Millisecond
		for from := time.Duration(0); int((from+50*time.Millisecond).Seconds()*sound.Rate) <= len(wave); from += step {
			loudest = max(loudest, heard(wave, from))
		}
		levels[s] = loudest
		least, most = min(least, loudest), max(most, loudest)
	}
	if most-least > 4 {
		t.Errorf("the levels differ by more than 4 dB: %v", levels)
	}
	if most > -12 {
		t.Errorf("a sound is louder than -12 dB: %v", levels)
	}
}

func TestWavesAreNotShrill(t *testing.T) {
	race.Plain(t)
	for _, s := range gametest.Sounds() {
		wave := sound.Wave(s)
		high, all := 0.0, 0.0
		for from := time.Duration(0); int(from.Seconds()*sound.Rate) < len(wave); from += 50 * time.Millisecond {
			for k, amplitude := range spectrum(wave, from) {
				all += amplitude * amplitude
				if k*bin > 4500 {
					high += amplitude * amplitude
				}
			}
		}
		if high > 0.002*all {
			t.Errorf("%s has %.2f %% of its power above 4.5 kHz", s, 100*high/all)
		}
	}
}

func TestWavesAreToldApart(t *testing.T) {
	race.Plain(t)
	sounds := gametest.Sounds()
	for i, a := range sounds {
		for _, b := range sounds[:i] {
			x, y := sound.Wave(a), sound.Wave(b)
			pitches := math.Abs(math.Log(crossings(x) / crossings(y)))
			lengths := math.Abs(math.Log(float64(len(x)) / float64(len(y))))
			if pitches < math.Log(1.2) && lengths < math.Log(1.2) {
				t.Errorf("%s and %s have nearly the same pitch and length", a, b)
			}
		}
	}
}

func TestWavesSoundAsTheirNamesSay(t *testing.T) {
	const ms = time.Millisecond
	pitches := []struct {
		clause string
		sound  game.Sound
		from   time.Duration
		want   float64 // Hz
	}{
		{"a piece is put down with the tone of a wooden bar", game.Place, 0, 630},
		{"a change starts low", game.Change, 5 * ms, 470},
		{"and rises", game.Change, 100 * ms, 640},
		{"a win is a major chord from its tonic", game.Win, 20 * ms, 523},
		{"over the third", game.Win, 110 * ms, 659},
		{"and the fifth", game.Win, 200 * ms, 784},
		{"to the octave", game.Win, 320 * ms, 1047},
		{"a beam starts low", game.Beam, 30 * ms, 415},
		{"glides up", game.Beam, 150 * ms, 600},
		{"and further", game.Beam, 260 * ms, 830},
		{"an absorbed beam falls", game.Absorbed, 5 * ms, 280},
		{"until it is hardly audible", game.Absorbed, 240 * ms, 105},
		{"a reflected beam starts high", game.Reflected, 10 * ms, 988},
		{"and goes back lower", game.Reflected, 120 * ms, 659},
		{"an error is low", game.Refused, 15 * ms, 164},
		{"and a little lower the second time", game.Refused, 150 * ms, 152},
	}
	for _, c := range pitches {
		if got := pitch(sound.Wave(c.sound), c.from); math.Abs(math.Log2(got/c.want)) > 1.0/12 {
			t.Errorf("%s: %s at %v is %.0f Hz, want %.0f", c.clause, c.sound, c.from, got, c.want)
		}
	}
	levels := []struct {
		clause            string
		sound             game.Sound
		loud, quiet, span time.Duration
		times             float64
	}{
		{"a tick is over soon", game.Place, 2 * ms, 60 * ms, 20 * ms, 10},
		{"a beam comes", game.Beam, 90 * ms, 0, 20 * ms, 4},
		{"and goes", game.Beam, 90 * ms, 400 * ms, 20 * ms, 4},
		{"a thud dies", game.Absorbed, 5 * ms, 250 * ms, 40 * ms, 8},
		{"the first note of a bounce is short", game.Reflected, 5 * ms, 75 * ms, 20 * ms, 4},
		{"the second is a new one", game.Reflected, 110 * ms, 75 * ms, 20 * ms, 3},
		{"there are two buzzes, the first", game.Refused, 30 * ms, 100 * ms, 20 * ms, 20},
		{"and the second, with a pause between", game.Refused, 150 * ms, 100 * ms, 20 * ms, 20},
	}
	for _, c := range levels {
		wave := sound.Wave(c.sound)
		loud, quiet := level(wave, c.loud, c.loud+c.span), level(wave, c.quiet, c.quiet+c.span)
		if loud < c.times*quiet {
			t.Errorf("%s: %s has the level %.4f at %v and %.4f at %v, want %.0f times as much", c.clause, c.sound, loud, c.loud, quiet, c.quiet, c.times)
		}
	}
}

func BenchmarkWave(b *testing.B) {
	for _, s := range gametest.Sounds() {
		b.Run(fmt.Sprint(s), func(b *testing.B) {
			for b.Loop() {
				sound.Wave(s)
			}
		})
	}
}

// The samples of a mix are the samples of its sounds, and those of the second sound start later.
func TestMix(t *testing.T) {
	one, two := sound.Wave(game.Place), sound.Mix(100*time.Millisecond, game.Place, game.Place)
	from := sound.Rate / 10
	if len(two) < from+len(one) {
		t.Fatalf("%d samples are too few", len(two))
	}
	for i, v := range one {
		want := float64(v)
		if i >= from {
			want += float64(one[i-from])
		}
		if got := float64(two[i]) / math.MaxInt16; math.Abs(got-want) > 1e-3 {
			t.Fatalf("sample %d is %.4f, not %.4f", i, got, want)
		}
	}
}

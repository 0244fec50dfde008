// Package sound synthesizes the short effects that accompany moves and plays them through a PulseAudio
// server. Without a server it is silent.
package sound

import (
	"math"
	"math/rand/v2"
	"time"

	"attic/game"
)

// Rate is the number of samples per second.
const Rate = 44100

// loudest is the greatest absolute value of a sample of a wave.
const loudest = 0.5

// A recipe describes how to make a wave: add up the parts, dampen frequencies above cutoff, in Hz, and multiply by gain. The length is in
// seconds. The gains make all waves about equally loud to the ear, about 19 dB below full scale in their loudest 50 ms.
type recipe struct {
	length float64
	cutoff float64
	gain   float64
	parts  []part
}

// A part is a tone, or noise if its pitch is 0. Times are in seconds, pitches in Hz.
type part struct {
	at, length float64
	from, to   float64   // the pitch at the start and at the end
	rise, fall float64   // the time until the part is loudest; the time from then until it has fallen to 37 %
	strength   float64   // the loudness relative to the other parts
	harmonics  []float64 // the strengths of the pitch, twice the pitch, and so on
}

const (
	c5 = 523.25
	e5 = 659.26
	g5 = 783.99
	b5 = 987.77
	c6 = 1046.50
)

var (
	round = []float64{1, 0.12, 0.04}            // nearly a sine: a flute
	bell  = []float64{1, 0.3, 0.16, 0.06}       // a small glass bell
	reed  = []float64{1, 0.2, 0.6, 0.1, 0.35}   // strong odd harmonics: a clarinet
	pluck = []float64{1, 0.45, 0.25, 0.12, .05} // falling harmonics: a plucked string
)

var recipes = map[game.Sound]recipe{
	// A wooden bar has its second and third modes at 2.76 and 5.4 times the frequency of the first; they decay sooner.
	game.Place: {0.11, 5000, 0.371, []part{
		{0, 0.11, 640, 610, 0.002, 0.024, 1, []float64{1}},
		{0, 0.05, 1766, 1740, 0.002, 0.009, 0.4, []float64{1}},
		{0, 0.02, 3456, 3456, 0.001, 0.003, 0.12, []float64{1}},
		{0, 0.012, 0, 0, 0.0005, 0.002, 0.25, nil},
	}},
	game.Change: {0.16, 4000, 0.299, []part{
		{0, 0.16, 440, 680, 0.012, 0.05, 1, round},
	}},
	game.Win: {0.7, 4500, 0.220, []part{
		{0.00, 0.50, c5, c5, 0.006, 0.11, 1, bell},
		{0.09, 0.50, e5, e5, 0.006, 0.11, 0.9, bell},
		{0.18, 0.50, g5, g5, 0.006, 0.12, 0.85, bell},
		{0.27, 0.43, c6, c6, 0.006, 0.15, 0.8, bell},
	}},
	// The second part is the echo of the first.
	game.Beam: {0.46, 3500, 0.198, []part{
		{0.00, 0.36, 350, 1050, 0.09, 0.13, 1, pluck},
		{0.10, 0.36, 350, 1050, 0.09, 0.13, 0.3, round},
	}},
	game.Absorbed: {0.32, 650, 0.390, []part{
		{0, 0.32, 300, 85, 0.004, 0.085, 1, pluck},
		{0, 0.06, 0, 0, 0.001, 0.014, 1.2, nil},
	}},
	game.Reflected: {0.28, 4000, 0.294, []part{
		{0.00, 0.12, b5, b5, 0.004, 0.035, 1, bell},
		{0.10, 0.18, e5, e5, 0.004, 0.045, 0.85, bell},
	}},
	game.Hint: {0.5, 4500, 0.2, []part{
		{0.00, 0.50, c6, c6, 0.006, 0.14, 1, bell},
	}},
	game.Chat: {0.2, 4000, 0.24, []part{
		{0.00, 0.09, c6, c6, 0.004, 0.03, 1, round},
		{0.07, 0.13, g5, g5, 0.004, 0.04, 1, round},
	}},
	game.Late: {0.34, 3000, 0.24, []part{
		{0.00, 0.10, e5, e5, 0.003, 0.03, 1, reed},
		{0.12, 0.10, e5, e5, 0.003, 0.03, 1, reed},
		{0.24, 0.10, e5, e5, 0.003, 0.03, 1, reed},
	}},
	game.Refused: {0.25, 1100, 0.288, []part{
		{0.00, 0.09, 165, 160, 0.008, 0.3, 1, reed},
		{0.13, 0.12, 155, 147, 0.008, 0.3, 1, reed},
	}},
}

// Wave returns the samples of a sound, for one channel at [Rate] samples per second. A wave is 40 to 700 ms long, starts and
// ends at 0 and stays within ±0.5. Every call returns the same samples. For an unknown sound, Wave returns nil.
func Wave(s game.Sound) []float32 {
	r, ok := recipes[s]
	if !ok {
		return nil
	}
	wave := make([]float64, int(r.length*Rate))
	for _, p := range r.parts {
		p.addTo(wave)
	}
	dull(wave, r.cutoff)
	dull(wave, r.cutoff)
	fade(wave)
	samples := make([]float32, len(wave))
	for i, v := range wave {
		samples[i] = float32(r.gain * v)
	}
	return samples
}

// addTo adds the part to a wave. The end of the wave cuts the part off.
func (p part) addTo(wave []float64) {
	const release = 0.012 // seconds of fading out at the end
	first, n := int(p.at*Rate), int(p.length*Rate)
	noise := rand.New(rand.NewPCG(1, 1))
	phase, turn := 0.0, 2*math.Pi/Rate*p.from
	glide := math.Pow(p.to/p.from, 1/float64(n))
	for i := range min(n, len(wave)-first) {
		t := float64(i) / Rate
		strength := p.strength
		if t < p.rise {
			strength *= smooth(t / p.rise)
		} else {
			strength *= math.Exp((p.rise - t) / p.fall)
		}
		strength *= smooth((p.length - t) / min(release, p.length/2))
		v := 0.0
		if p.from == 0 {
			v = 2*noise.Float64() - 1
		}
		for k, harmonic := range p.harmonics {
			v += harmonic * math.Sin(float64(k+1)*phase)
		}
		wave[first+i] += strength * v
		phase += turn
		turn *= glide
	}
}

// smooth rises smoothly from 0 at x = 0 to 1 at x = 1, and is constant outside.
func smooth(x float64) float64 {
	x = min(max(x, 0), 1)
	return x * x * (3 - 2*x)
}

// dull is a low-pass filter: it dampens frequencies above cutoff, in Hz, by 6 dB per octave.
func dull(wave []float64, cutoff float64) {
	a := 1 - math.Exp(-2*math.Pi*cutoff/Rate)
	last := 0.0
	for i, v := range wave {
		last += a * (v - last)
		wave[i] = last
	}
}

// fade fades out the last 4 ms of a wave, so that it ends at 0.
func fade(wave []float64) {
	const n = Rate / 250
	for i := range n {
		wave[len(wave)-1-i] *= smooth(float64(i) / n)
	}
}

const (
	mostSounds = 32          // maximum number of sounds of one call
	mostEach   = time.Second // maximum time from one sound to the next
)

// A mixer mixes the sounds that play at the same time. The zero value is silent.
type mixer struct {
	waves  map[game.Sound][]int16
	voices []voice
}

// A voice is a sound that is playing or waiting to start.
type voice struct {
	wave []int16
	wait int     // the samples until it starts
	at   float64 // the current position in the wave
	step float64 // the advance in the wave per sample; 2 makes the sound an octave higher
	left int     // the samples left while it fades out; 0: not fading; negative: faded out
}

// fading is the number of samples for which a sound fades out when it is cut off: 8 ms.
const fading = Rate / 125

// play cuts off the current sounds, and schedules new sounds; see [Player.Play] for the parameter each.
func (m *mixer) play(each time.Duration, sounds []game.Sound) {
	m.cut()
	each = min(max(each, 0), mostEach)
	changes := 0
	for i, s := range sounds {
		wave := m.wave(s)
		if s != game.Change {
			changes = 0
		}
		m.voices = append(m.voices, voice{wave: wave, wait: int(each.Seconds() * Rate * float64(i)), step: pitch(changes)})
		if s == game.Change {
			changes++
		}
	}
}

// Mix returns the samples that [Player.Play] plays for the same arguments, for one channel at [Rate] samples per second.
func Mix(each time.Duration, sounds ...game.Sound) []int16 {
	var m mixer
	m.play(each, sounds[:min(len(sounds), mostSounds)])
	var samples []int16
	for !m.silent() {
		part := make([]int16, Rate/10)
		m.read(part)
		samples = append(samples, part...)
	}
	return samples
}

// pitch returns the factor by which change n in a row, counted from 0, is higher than the first. The changes rise along a major scale for one
// octave, and then stay at that pitch.
func pitch(n int) float64 {
	scale := []float64{0, 2, 4, 5, 7, 9, 11, 12} // semitones
	return math.Exp2(scale[min(n, len(scale)-1)] / 12)
}

func (m *mixer) wave(s game.Sound) []int16 {
	if wave, ok := m.waves[s]; ok {
		return wave
	}
	made := Wave(s)
	wave := make([]int16, len(made))
	for i, v := range made {
		wave[i] = int16(math.Round(float64(v) * math.MaxInt16))
	}
	if m.waves == nil {
		m.waves = map[game.Sound][]int16{}
	}
	m.waves[s] = wave
	return wave
}

// cut makes the playing sounds fade out and drops those that have not started.
func (m *mixer) cut() {
	playing := m.voices[:0]
	for _, v := range m.voices {
		if v.wait > 0 || v.at == 0 {
			continue
		}
		if v.left == 0 {
			v.left = fading
		}
		playing = append(playing, v)
	}
	m.voices = playing
}

func (m *mixer) silent() bool { return len(m.voices) == 0 }

func (m *mixer) read(out []int16) {
	for i := range out {
		sum := 0.0
		for j := range m.voices {
			sum += m.voices[j].next()
		}
		out[i] = int16(math.Round(limit(sum/math.MaxInt16) * math.MaxInt16))
	}
	playing := m.voices[:0]
	for _, v := range m.voices {
		if !v.over() {
			playing = append(playing, v)
		}
	}
	clear(m.voices[len(playing):])
	m.voices = playing
}

func (v *voice) over() bool { return int(v.at) >= len(v.wave)-1 || v.left < 0 }

// next returns the next sample of the voice, or 0 while the voice waits and after its end.
func (v *voice) next() float64 {
	if v.wait > 0 {
		v.wait--
		return 0
	}
	if v.over() {
		return 0
	}
	i, between := int(v.at), v.at-math.Floor(v.at)
	sample := float64(v.wave[i])*(1-between) + float64(v.wave[i+1])*between
	v.at += v.step
	if v.left > 0 {
		sample *= float64(v.left) / fading
		if v.left--; v.left == 0 {
			v.left = -1
		}
	}
	return sample
}

// limit compresses values above the limit of a single wave, so that several simultaneous sounds stay within ±1.
func limit(v float64) float64 {
	over := math.Abs(v) - loudest
	if over <= 0 {
		return v
	}
	const room = 1 - loudest
	return math.Copysign(loudest+room*math.Tanh(over/room), v)
}

package sound

import (
	"math"
	"time"

	"attic/game"
)

const (
	mostSounds = 32          // maximum number of sounds of one call
	mostEach   = time.Second // maximum time from one of them to the next
)

// A mixer mixes the sounds that play at the same time. The zero value is silent.
type mixer struct {
	waves  map[game.Sound][]int16
	voices []voice
}

// A voice is a sound that is playing or waiting to start.
type voice struct {
	wave []int16
	wait int     // samples until it starts
	at   float64 // the current position in the wave
	step float64 // the advance in the wave per sample: 2 is an octave higher
	left int     // samples left while it fades out; 0: it is not fading; negative: it has faded out
}

// fading is the number of samples in which a sound that is cut off fades out: 8 ms.
const fading = Rate / 125

// play cuts off the current sounds and schedules new ones. They start at intervals of each, which is limited to 0 to 1
// s.
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

// Mix returns the samples of sounds that start at intervals of each, as [Player.Play] plays them, for one channel at [Rate] samples per second.
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

// pitch returns the factor by which the change with index n (from 0) in a row is higher than the first: the changes go up a
// major scale for an octave and stay there.
func pitch(n int) float64 {
	scale := []float64{0, 2, 4, 5, 7, 9, 11, 12} // semitones
	return math.Exp2(scale[min(n, len(scale)-1)] / 12)
}

// wave returns the samples of a sound. They are made when the sound is first used.
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

// read fills out with the next samples.
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

// next returns the next sample of the voice, 0 while it waits and after its end.
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

// limit returns values up to the limit of a single wave unchanged and compresses larger ones, so that several
// sounds at once stay within ±1.
func limit(v float64) float64 {
	over := math.Abs(v) - loudest
	if over <= 0 {
		return v
	}
	const room = 1 - loudest
	return math.Copysign(loudest+room*math.Tanh(over/room), v)
}

package sound

import (
	"math"
	"time"

	"attic/game"
)

const (
	mostSounds = 32          // that one call may start
	mostEach   = time.Second // between two of them
)

// A mixer adds up the sounds that play at the same time. The zero value is silent.
type mixer struct {
	waves  map[game.Sound][]int16
	voices []voice
}

// A voice is a sound that plays or is going to.
type voice struct {
	wave []int16
	wait int     // samples until it begins
	at   float64 // where in the wave it is
	step float64 // how far it goes with each sample: 2 is an octave higher
	left int     // samples that it may still play while it fades out; 0: it is not fading
}

// fading is how many samples a sound that is cut off takes to fade out.
const fading = Rate / 125

// play lets sounds begin one after another and cuts off what was playing.
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

// pitch is how much higher than the first the nth change in a row is: up a major scale for an octave.
func pitch(n int) float64 {
	scale := []float64{0, 2, 4, 5, 7, 9, 11, 12} // semitones
	return math.Exp2(scale[min(n, len(scale)-1)] / 12)
}

// wave returns the samples of a sound, which are made at its first use.
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

// cut lets what plays fade out, and what has not begun never begin.
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

// silent reports whether all has been played.
func (m *mixer) silent() bool { return len(m.voices) == 0 }

// read makes the next samples.
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

// next is the voice's next sample.
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

// limit leaves what is within the bound of one wave as it is and bends what is louder, so that several
// at once stay within ±1.
func limit(v float64) float64 {
	over := math.Abs(v) - loudest
	if over <= 0 {
		return v
	}
	const room = 1 - loudest
	return math.Copysign(loudest+room*math.Tanh(over/room), v)
}

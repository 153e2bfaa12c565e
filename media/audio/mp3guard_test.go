package audio

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// loudSounds are as loud as a file can be, of those kinds that are loudest in one place of the
// spectrum.
func loudSounds(rate int, hertz float64) map[string][]float32 {
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // noise
	all := map[string][]float32{}
	for i := range rate / 2 {
		x := 2 * math.Pi * hertz * float64(i) / float64(rate)
		tone := math.Sin(x)
		burst := tone
		if i%2100 > 100+int(hertz)%600 {
			burst = 0.01 * tone
		}
		for name, v := range map[string]float64{
			"tone": tone, "three quarters": 0.77 * tone, "beating": (tone + math.Sin(x*1.02)) / 2, "square": math.Copysign(1, tone), "burst": burst,
			"beyond": 1.5 * tone, "noise": 2*random.Float64() - 1,
		} {
			all[name] = append(all[name], float32(v))
		}
	}
	return all
}

// heardAs returns the distance of the noise below a sound in dB, not counting the gain of each
// short block, and the least of these gains.
func heardAs(want, got []float32) (snr, gain float64) {
	const size = 192
	var power, noise float64
	gain = 1
	for at := 0; at+size <= len(want); at += size {
		var ab, aa float64
		for i := at; i < at+size; i++ {
			ab += float64(want[i]) * float64(got[i])
			aa += float64(want[i]) * float64(want[i])
		}
		by := ab / max(aa, 1e-9)
		if aa > size/10 {
			gain = min(gain, by)
		}
		for i := at; i < at+size; i++ {
			d := float64(got[i]) - by*float64(want[i])
			noise += d * d
			power += by * by * float64(want[i]) * float64(want[i])
		}
	}
	return 10 * math.Log10(power/max(noise, 1e-20)), gain
}

// What is too loud for the encoder becomes less loud, and no noise.
func TestLoudMP3sAreNoNoise(t *testing.T) {
	t.Parallel()
	tones := []float64{60, 170, 308, 440, 1050, 1407, 2288, 3092, 5072}
	for _, s := range []shape{{24000, 1}, {44100, 1}, {48000, 2}} {
		t.Run(fmt.Sprint(s.rate, s.channels), func(t *testing.T) {
			t.Parallel()
			for _, hertz := range tones {
				for name, one := range loudSounds(s.rate, hertz) {
					if name == "noise" && s.channels == 2 {
						continue // at any loudness it takes more bits than an MP3 of this size has
					}
					frames := make([]float32, 0, len(one)*s.channels)
					for _, v := range one {
						for range s.channels {
							frames = append(frames, v)
						}
					}
					var b bytes.Buffer
					encode(t, &b, MP3, s.rate, s.channels, frames)
					d, err := NewDecoder(&b)
					if err != nil {
						t.Fatal(err)
					}
					got := channel(readAll(t, d), 0, s.channels)[1057:]
					if name == "beyond" {
						for i := range one {
							one[i] = within(one[i])
						}
					}
					if level, gain := heardAs(one, got); level < 10 || gain < 0.4 {
						t.Errorf("%s of %g Hz: %.1f dB above the noise, by %.2f as loud", name, hertz, level, gain)
					}
				}
			}
		})
	}
}

// Speech is as loud as it was, even when its loudest sample is the loudest there is.
func TestTheGuardLeavesSpeechAsItIs(t *testing.T) {
	voice := speech(t)
	loudest := float32(0)
	for _, v := range voice {
		loudest = max(loudest, v, -v)
	}
	for i := range voice {
		voice[i] /= loudest
	}
	if got := guarded(newMP3Guard(1), voice, 333); !slices.Equal(got, voice) {
		t.Error("it was changed")
	}
}

// The gain never jumps, is the same in all channels, and the sound has its length.
func TestTheGuardMovesSlowly(t *testing.T) {
	const frames = 40*guardBlock + 77
	sound := make([]float32, 0, 2*frames)
	for i := range frames {
		v := float32(0.1)
		if i > 10*guardBlock+100 && i < 20*guardBlock {
			v = 1
		}
		sound = append(sound, v, 0.1)
	}
	got := guarded(newMP3Guard(2), sound, 1001)
	if len(got) != len(sound) {
		t.Fatalf("%d samples of %d", len(got), len(sound))
	}
	last, least := float32(1), float32(1)
	for i := 0; i < len(got); i += 2 {
		left, right := got[i]/sound[i], got[i+1]/sound[i+1]
		if d := left - right; d > 1e-5 || d < -1e-5 {
			t.Fatalf("at %d it is by %v as loud on the left and %v on the right", i/2, left, right)
		}
		if d := left - last; d > 0.002 || d < -0.002 {
			t.Fatalf("at %d the gain jumps from %v to %v", i/2, last, left)
		}
		last, least = left, min(least, left)
	}
	if least < 0.49 || least > 0.51 || last != 1 {
		t.Errorf("the least gain is %v, the last %v", least, last)
	}
}

// guarded gives what a guard makes of a sound that comes in pieces.
func guarded(g *mp3Guard, sound []float32, size int) (got []float32) {
	for p := range slices.Chunk(sound, size) {
		for len(p) > 0 {
			taken, ready := g.add(p)
			p, got = p[taken:], append(got, ready...)
		}
	}
	return append(append(got, g.turn()...), g.turn()...)
}

package vad_test

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"parlando/media/microphone"
	"parlando/media/microphone/microphonetest"
	"parlando/media/vad"
)

const rate = microphone.Rate

// spoken is a sentence without silence at its ends, its largest sample at full scale.
func spoken(t testing.TB) []int16 {
	t.Helper()
	f, err := os.Open("../audio/testdata/speech.wav")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := microphonetest.Samples(f)
	if err != nil {
		t.Fatal(err)
	}
	most := 0
	for _, s := range all {
		most = max(most, int(s), -int(s))
	}
	from, to := len(all), 0
	for i, s := range all {
		all[i] = int16(int(s) * 32767 / most)
		if s > int16(most/50) || s < int16(-most/50) {
			from, to = min(from, i), i+1
		}
	}
	return all[from:to]
}

func samples(d time.Duration) int { return int(d * rate / time.Second) }

// add adds a sound at a place, at a loudness of its largest sample in dB.
func add(to, sound []int16, at time.Duration, loudness float64) {
	scale := math.Pow(10, loudness/20)
	for i, s := range sound {
		n := samples(at) + i
		to[n] = int16(max(-32768, min(float64(to[n])+scale*float64(s), 32767)))
	}
}

// noise is that of a room, all of one loudness (of its mean square) in dB.
func noise(d time.Duration, loudness float64) []int16 {
	r := rand.New(rand.NewPCG(3, 4))
	all := make([]int16, samples(d))
	for i := range all {
		all[i] = int16(max(-32768, min(math.Round(32768*math.Pow(10, loudness/20)*r.NormFloat64()), 32767)))
	}
	return all
}

func measure(sound []int16) (start, end time.Duration, ok bool, g *vad.Detector) {
	m := vad.NewBoundsFinder(rate)
	g = vad.New(rate)
	for len(sound) > 0 {
		n := min(317, len(sound)) // as odd as pieces come
		m.Write(sound[:n])
		g.Write(sound[:n])
		sound = sound[n:]
	}
	start, end, ok = m.Bounds()
	return start, end, ok, g
}

func TestAVoiceIsFoundInEachRoomAndAtEachLoudness(t *testing.T) {
	voice := spoken(t)
	length := time.Duration(len(voice)) * time.Second / rate
	const at = 1300 * time.Millisecond
	for _, c := range []struct {
		what             string
		room, voice      float64
		before, afterEnd time.Duration // by how much the bounds may be inside
	}{
		{"a studio", -90, -6, 20 * time.Millisecond, 20 * time.Millisecond},
		{"a quiet room", -65, -12, 20 * time.Millisecond, 20 * time.Millisecond},
		{"an office", -50, -12, 40 * time.Millisecond, 40 * time.Millisecond},
		{"beside a fan", -42, -9, 80 * time.Millisecond, 80 * time.Millisecond},
		{"a microphone that is turned down", -80, -32, 40 * time.Millisecond, 80 * time.Millisecond},
		{"a microphone that is far away", -66, -34, 80 * time.Millisecond, 80 * time.Millisecond},
	} {
		sound := noise(at+length+2*time.Second, c.room)
		add(sound, voice, at, c.voice)
		start, end, ok, g := measure(sound)
		if !ok || !g.HeardVoice() {
			t.Errorf("%s: found %v, heard %v", c.what, ok, g.HeardVoice())
			continue
		}
		if start < at-50*time.Millisecond || start > at+c.before || end < at+length-c.afterEnd || end > at+length+50*time.Millisecond {
			t.Errorf("%s: from %v to %v, want %v to %v", c.what, start, end, at, at+length)
		}
		if p := g.SinceVoice(); p < 1900*time.Millisecond || p > 2100*time.Millisecond {
			t.Errorf("%s: a pause of %v", c.what, p)
		}
		if g.HasVoice() {
			t.Errorf("%s: a voice after the end", c.what)
		}
	}
}

func TestAVoiceThatBeginsAtOnceAndNeverEndsIsFound(t *testing.T) {
	voice := spoken(t)
	for _, loudness := range []float64{0, -20, -30} {
		sound := noise(time.Duration(len(voice))*time.Second/rate, -70)
		add(sound, voice, 0, loudness)
		start, end, ok, g := measure(sound)
		if !ok || !g.HeardVoice() || start > 20*time.Millisecond || end < time.Duration(len(voice))*time.Second/rate-vad.EdgeMargin/2 {
			t.Errorf("at %v dB: %v to %v of %v, %v, %v", loudness, start, end, time.Duration(len(voice))*time.Second/rate, ok, g.HeardVoice())
		}
	}
}

func TestASingleWordInALongSilenceIsFound(t *testing.T) {
	sound := noise(2*time.Minute, -60)
	word := spoken(t)[:samples(300*time.Millisecond)]
	add(sound, word, time.Minute, -20)
	start, end, ok, g := measure(sound)
	if !ok || !g.HeardVoice() || start < 59*time.Second || end > 61*time.Second {
		t.Errorf("%v to %v, %v, %v", start, end, ok, g.HeardVoice())
	}
}

func TestWhatIsNoVoiceIsSilence(t *testing.T) {
	hum := make([]int16, samples(5*time.Second))
	for i := range hum {
		hum[i] = int16(1500 * math.Sin(2*math.Pi*50*float64(i)/rate))
	}
	clicks := noise(5*time.Second, -60)
	for at := 0; at+40 < len(clicks); at += samples(400 * time.Millisecond) {
		for i := range 40 {
			clicks[at+i] = int16(20000 * (1 - 2*(i%2)))
		}
	}
	offset := noise(5*time.Second, -70)
	for i := range offset {
		offset[i] += 6000
	}
	// The device begins with exact silence, then there is the room.
	late := append(make([]int16, samples(500*time.Millisecond)), noise(3*time.Second, -45)...)
	for what, sound := range map[string][]int16{
		"nothing": nil, "exact silence": make([]int16, samples(3*time.Second)), "a quiet room": noise(5*time.Second, -65),
		"a fan": noise(5*time.Second, -40), "the mains": hum, "clicks": clicks, "a microphone whose zero is elsewhere": offset, "a device that begins late": late,
	} {
		start, end, ok, g := measure(sound)
		if ok || g.HeardVoice() || g.HasVoice() {
			t.Errorf("%s: %v to %v, %v, heard %v", what, start, end, ok, g.HeardVoice())
		}
	}
}

func TestExactSilenceIsTimed(t *testing.T) {
	g := vad.New(rate)
	g.Write(noise(time.Second, -60))
	if g.ConstantFor() != 0 {
		t.Error(g.ConstantFor())
	}
	same := make([]int16, rate)
	for i := range same {
		same[i] = -3 // some devices are shut off like this
	}
	g.Write(same)
	if e := g.ConstantFor(); e < 980*time.Millisecond || e > time.Second {
		t.Error(e)
	}
	g.Write(noise(20*time.Millisecond, -60))
	if g.ConstantFor() != 0 {
		t.Error(g.ConstantFor())
	}
}

func TestLoudnessIsMeasured(t *testing.T) {
	for _, c := range []struct{ amplitude, want float64 }{{32767, -3}, {3277, -23}, {33, -63}, {0, vad.MinLevel}} {
		g := vad.New(rate)
		tone := make([]int16, rate)
		for i := range tone {
			tone[i] = int16(c.amplitude * math.Sin(2*math.Pi*1000*float64(i)/rate))
		}
		g.Write(tone)
		if l := g.Level(); math.Abs(l-c.want) > 1 {
			t.Errorf("%v dB, want %v", l, c.want)
		}
	}
}

func FuzzDetector(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3}, uint16(50))
	f.Fuzz(func(t *testing.T, data []byte, repeat uint16) {
		var sound []int16
		for range repeat {
			for i := 0; i+1 < len(data); i += 2 {
				sound = append(sound, int16(data[i])<<8|int16(data[i+1]))
			}
			if len(sound) > 1<<18 {
				break
			}
		}
		start, end, ok, g := measure(sound)
		length := time.Duration(len(sound)) * time.Second / rate
		if start < 0 || start > end || end > length || ok && start == end {
			t.Fatalf("%v to %v of %v, %v", start, end, length, ok)
		}
		if g.Level() < vad.MinLevel || g.Level() > 0 || g.SinceVoice() > length || g.VoiceDuration() > length {
			t.Fatalf("level %v, pause %v, spoken %v of %v", g.Level(), g.SinceVoice(), g.VoiceDuration(), length)
		}
	})
}

// What it costs to listen for a second.
func BenchmarkDetector(b *testing.B) {
	sound := noise(time.Second, -40)
	g := vad.New(rate)
	for b.Loop() {
		g.Write(sound)
	}
}

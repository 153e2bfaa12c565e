package split

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"time"

	"parlando/media/audio"
	"parlando/media/audio/audiotest"
)

const (
	testShortest = 10 * time.Second
	testLongest  = 25 * time.Second
)

// exact asks for parts that end at pauses.
var exact = Limits{Bytes: 25_000_000, Duration: testLongest, Shortest: testShortest}

func TestPartsEndAtPauses(t *testing.T) {
	const rate = 24000
	sound := speech(rate, 1, 5*time.Minute)
	for _, f := range []audio.Format{audio.WAV, audio.MP3} {
		data := audiotest.Encode(t, f, sound, rate, 1)
		parts, err := Plan(t.Context(), bytes.NewReader(data), int64(len(data)), exact)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(parts); n < 12 || n > 30 {
			t.Errorf("%s: %d parts", f, n)
		}
		whole, _ := decode(t, data)
		samples := func(d time.Duration) int { return int(d.Seconds() * rate) }
		for i, p := range parts {
			length := p.End - p.Start
			if length > testLongest || length < testShortest && i < len(parts)-1 {
				t.Errorf("%s: part %d is %v long", f, i, length)
			}
			if p.From < p.Start || p.To > p.End || p.To <= p.From {
				t.Errorf("%s: part %d from %v to %v is heard from %v to %v", f, i, p.Start, p.End, p.From, p.To)
			}
			if i == 0 {
				continue
			}
			before := parts[i-1]
			if p.Overlaps || p.From-before.To < minPause || p.Start > before.End {
				t.Errorf("%s: part %d overlaps %v, begins at %v, the one before ends at %v, the pause is from %v to %v", f, i, p.Overlaps, p.Start, before.End, before.To, p.From)
			}
			// The pause is one, and the words begin and end where it says.
			if l := level(whole[samples(before.To+40*time.Millisecond):samples(p.From-40*time.Millisecond)]); l > 0.002 {
				t.Errorf("%s: in the pause before part %d there is a level of %.4f", f, i, l)
			}
			if l := level(whole[samples(p.From):samples(p.From+100*time.Millisecond)]); l < 0.004 {
				t.Errorf("%s: part %d begins with a level of %.4f", f, i, l)
			}
			// Nothing before the pause is sent again.
			if p.Start < before.To {
				t.Errorf("%s: part %d begins at %v, before the pause at %v", f, i, p.Start, before.To)
			}
		}
	}
}

func TestWhereNobodyPausesTheQuietestMomentIsTaken(t *testing.T) {
	const rate = 16000
	dice := rand.New(rand.NewPCG(1, 2))
	sound := speech(rate, 1, 100*time.Second)
	for i := 20 * rate; i < 80*rate; i++ {
		sound[i] = 0.2 * float32(dice.NormFloat64()) // as loud music
	}
	data := audiotest.Encode(t, audio.WAV, sound, rate, 1)
	parts, err := Plan(t.Context(), bytes.NewReader(data), int64(len(data)), exact)
	if err != nil {
		t.Fatal(err)
	}
	overlaps := 0
	for i, p := range parts {
		if p.End-p.Start > testLongest {
			t.Errorf("part %d is %v long", i, p.End-p.Start)
		}
		if i == 0 {
			continue
		}
		before := parts[i-1]
		if p.Overlaps {
			overlaps++
			if over := before.End - p.Start; over < overlap-50*time.Millisecond || p.From != before.To || p.From < p.Start || p.From > before.End {
				t.Errorf("part %d overlaps by %v; %v to %v", i, over, before.To, p.From)
			}
		}
	}
	if overlaps == 0 || overlaps > 5 {
		t.Errorf("%d of %d parts overlap", overlaps, len(parts))
	}
}

// A silent recording is one pause, and its parts are heard nowhere.
func TestASilentRecordingIsSplit(t *testing.T) {
	const rate = 8000
	data := audiotest.Encode(t, audio.WAV, make([]float32, 65*rate), rate, 1)
	parts, err := Plan(t.Context(), bytes.NewReader(data), int64(len(data)), exact)
	if err != nil || len(parts) < 3 || len(parts) > 6 || parts[len(parts)-1].End != 65*time.Second {
		t.Fatalf("%d parts, %v", len(parts), err)
	}
}

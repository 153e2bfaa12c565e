package split

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"parlando/media/audio"
	"parlando/media/audio/audiotest"
	"parlando/media/container"
	"parlando/media/internal/disktest"
)

// speech is a sound like speech: words of many tones with short gaps between them, and a pause now
// and then, in which there is only a little noise. Nothing in it repeats.
func speech(rate, channels int, length time.Duration) []float32 {
	rnd := rand.New(rand.NewPCG(1, 2))
	frames := int(length.Seconds() * float64(rate))
	all := make([]float32, 0, frames*channels)
	for words := 0; len(all) < frames*channels; {
		word := rate*150/1000 + rnd.IntN(rate/3)
		pitch, glide := 90+150*rnd.Float64(), rnd.Float64()-0.5
		var loud [12]float64
		for i := range loud {
			loud[i] = rnd.Float64() / float64(i+2)
		}
		phase := 0.
		for i := range word {
			at := float64(i) / float64(word)
			phase += 2 * math.Pi * pitch * (1 + glide*at) / float64(rate)
			v := 0.
			for k, l := range loud {
				v += l * math.Sin(phase*float64(k+1))
			}
			v *= 0.3 * math.Sin(math.Pi*at)
			for c := range channels {
				all = append(all, float32(v*(1-0.3*float64(c))))
			}
		}
		gap := rate * 40 / 1000
		if words++; words == 6 || rnd.IntN(12) == 0 {
			words = 0
			gap = rate * (400 + rnd.IntN(300)) / 1000
		}
		for range gap {
			v := float32(0.0005 * (rnd.Float64() - 0.5))
			for range channels {
				all = append(all, v)
			}
		}
	}
	return all[:frames*channels]
}

// decode gives the samples of a file, mixed to one channel.
func decode(t testing.TB, data []byte) ([]float32, int) {
	t.Helper()
	d := audio.Mono(audiotest.Open(t, audio.DetectFormat(data), data))
	return audiotest.Samples(t, d), d.Rate()
}

// closest is the best correlation of a with b near a place in b. One sample of sixteen finds the
// place, all of them the correlation.
func closest(a, b []float32, at, late int) float64 {
	const step = 16
	best, found := -1., at
	for l := max(-at, -late); l <= late && at+l <= len(b); l++ {
		var ab, aa, bb float64
		for i := 0; i < len(a) && at+l+i < len(b); i += step {
			x, y := float64(a[i]), float64(b[at+l+i])
			ab, aa, bb = ab+x*y, aa+x*x, bb+y*y
		}
		if c := ab / math.Sqrt(aa*bb+1e-30); c > best {
			best, found = c, at+l
		}
	}
	return audiotest.Correlation(a, b[min(max(0, found), len(b)):])
}

func level(a []float32) float64 {
	sum := 0.
	for _, v := range a {
		sum += float64(v) * float64(v)
	}
	return math.Sqrt(sum / float64(max(1, len(a))))
}

// seams are the tolerances of a cut.
type seams struct {
	late time.Duration // the largest error of a part's start and end
	// how much longer an overlap may be: what is cut are pages, or frames are sent along
	widen time.Duration
	loud  bool // the sound has no pauses to be found
}

// check plans a recording by a limit in bytes and compares each part with the whole.
func check(t *testing.T, data []byte, limit int64, least int, s seams) []Part {
	t.Helper()
	return within(t, data, Limits{Bytes: limit}, least, s)
}

// within is check by any limits.
func within(t *testing.T, data []byte, limits Limits, least int, s seams) []Part {
	t.Helper()
	parts, err := Plan(t.Context(), bytes.NewReader(data), int64(len(data)), limits)
	if err != nil {
		t.Fatal(err)
	}
	if len(parts) < least {
		t.Fatalf("%d parts, not at least %d", len(parts), least)
	}
	want, rate := decode(t, data)
	samples := func(d time.Duration) int { return int(math.Round(d.Seconds() * float64(rate))) }
	expected := level(want)
	if parts[0].Start != 0 || parts[0].Overlaps {
		t.Errorf("the first part begins at %v", parts[0].Start)
	}
	if end := parts[len(parts)-1].End; samples(end) < len(want)-rate/100 || samples(end) > len(want)+rate/5 {
		t.Errorf("the last part ends at %v, not at %d samples", end, len(want))
	}
	for i, p := range parts {
		var b bytes.Buffer
		n, err := p.WriteTo(&b)
		if err != nil || n != p.Length() || int64(b.Len()) != n || n > limits.Bytes || limits.Duration > 0 && p.End-p.Start > limits.Duration {
			t.Fatalf("part %d: %d bytes, %d promised, from %v to %v, %+v allowed: %v", i, n, p.Length(), p.Start, p.End, limits, err)
		}
		is := audio.DetectFormat(data)
		if is == audio.AAC {
			is = audio.MP4
		}
		if f := audio.DetectFormat(b.Bytes()); f != p.Format || f != is {
			t.Fatalf("part %d looks like %q", i, f)
		}
		if i > 0 {
			over := parts[i-1].End - p.Start
			if !p.Overlaps || over < overlap-50*time.Millisecond || over > overlap+s.widen {
				t.Errorf("part %d overlaps by %v", i, over)
			}
			atSplit := samples(parts[i-1].End - overlap/2)
			if l := level(want[atSplit-rate/20 : atSplit+rate/20]); l > expected/20 && !s.loud {
				t.Errorf("at seam %d there is a level of %.4f, usual is %.4f", i, l, expected)
			}
		}
		got, _ := decode(t, b.Bytes())
		if short := samples(p.End-p.Start) - len(got); short > rate/20 || short < -rate/20 {
			t.Errorf("part %d says %v, but has %d samples at %d", i, p.End-p.Start, len(got), rate)
		}
		// What is sent along before it may be silent; the part before has it.
		from := 0
		if i > 0 {
			from = samples(max(0, parts[i-1].End-overlap-p.Start))
		}
		if best := closest(got[from:min(len(got), from+rate/2)], want, samples(p.Start)+from, samples(s.late)); best < 0.99 {
			t.Errorf("the start of part %d (%v) correlates by %.4f", i, p.Start, best)
		}
		tail := max(0, len(got)-rate/2)
		if best := closest(got[tail:], want, samples(p.Start)+tail, samples(s.late)); best < 0.99 {
			t.Errorf("the end of part %d (%v) correlates by %.4f", i, p.End, best)
		}
		if s.late == 0 {
			if c := audiotest.Correlation(got[from:], want[samples(p.Start)+from:]); c < 0.999 {
				t.Errorf("part %d correlates by %.4f", i, c)
			}
		}
	}
	return parts
}

func TestWAVIsCutAtItsPauses(t *testing.T) {
	t.Parallel()
	data := audiotest.Encode(t, audio.WAV, speech(24000, 2, 60*time.Second), 24000, 2)
	check(t, data, 1_500_000, 4, seams{widen: 50 * time.Millisecond})
	within(t, data, Limits{Bytes: int64(len(data)), Duration: 16 * time.Second}, 4, seams{widen: 50 * time.Millisecond})
}

// WAVs that stand one behind the other are cut as one, where all are of one shape.
func TestJoinedWAVsAreCut(t *testing.T) {
	var joined []byte
	sound := speech(24000, 1, 60*time.Second)
	for i := range 4 {
		one := audiotest.Encode(t, audio.WAV, sound[i*15*24000:(i+1)*15*24000], 24000, 1)
		binary.LittleEndian.PutUint32(one[40:], uint32(len(one)-44))
		joined = append(joined, one...)
	}
	check(t, joined, 1_000_000, 2, seams{widen: 50 * time.Millisecond})
	other := audiotest.Encode(t, audio.WAV, speech(8000, 1, 10*time.Second), 8000, 1)
	if _, err := Plan(t.Context(), bytes.NewReader(append(joined, other...)), int64(len(joined)+len(other)), Limits{Bytes: 1_000_000}); !errors.Is(err, ErrFormat) {
		t.Errorf("of two shapes: %v", err)
	}
}

func TestMP3IsCutAtItsPauses(t *testing.T) {
	t.Parallel()
	for channels := range 2 {
		channels++
		data := audiotest.Encode(t, audio.MP3, speech(24000, channels, 20*time.Second), 24000, channels)
		check(t, data, int64(len(data))*2/5, 3, seams{widen: 200 * time.Millisecond})
		within(t, data, Limits{Bytes: int64(len(data)), Duration: 8 * time.Second}, 3, seams{widen: 200 * time.Millisecond})
	}
}

// repeated is a long MP3 made of the frames of a short one, with what a decoder must not take for
// sound around it.
func repeated(t testing.TB, name string, times int) []byte {
	t.Helper()
	frames, err := audio.NewFrameReader(bytes.NewReader(audiotest.Fixture(t, name)), audio.MP3)
	if err != nil {
		t.Fatal(err)
	}
	var once []byte
	for {
		f, err := frames.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		once = append(once, f.Data...)
	}
	return bytes.Repeat(once, times)
}

// These come from an encoder that uses the bit reservoir.
func TestMP3WithSoundInTheFramesBefore(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"speech.mp3", "speech-8000.mp3", "speech-22050.mp3", "speech-44100-stereo.mp3"} {
		t.Run(name, func(t *testing.T) {
			data := repeated(t, name, 10)
			check(t, data, int64(len(data))*2/5, 3, seams{widen: 500 * time.Millisecond, loud: true})
		})
	}
}

// m4a is a long MP4 made of the frames of a sound.
func m4a(t testing.TB, sound []float32, channels int) []byte {
	t.Helper()
	adts := audiotest.Encode(t, audio.AAC, sound, 48000, channels)
	frames, err := audio.NewFrameReader(bytes.NewReader(adts), audio.AAC)
	if err != nil {
		t.Fatal(err)
	}
	var mdat, description []byte
	var units []unit
	for {
		f, err := frames.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		const header = 7
		description = adtsDescription(f.FrameHeader)
		units = append(units, unit{at: int64(len(mdat)), size: int32(len(f.Data) - header)})
		mdat = append(mdat, f.Data[header:]...)
	}
	m := &mp4{sound: &audio.MP4Sound{Description: description, Rate: 48000, Samples: 1024}}
	made, err := m.part(units)
	if err != nil {
		t.Fatal(err)
	}
	all, err := io.ReadAll(&segmentReader{file: bytes.NewReader(mdat), pieces: made})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestMP4IsCutAtItsPauses(t *testing.T) {
	t.Parallel()
	const channels = 2 // an AAC of one is cut below
	data := m4a(t, speech(48000, channels, 20*time.Second), channels)
	check(t, data, int64(len(data))*2/5, 3, seams{widen: 150 * time.Millisecond})
}

// An AAC becomes parts that services take.
func TestAACIsCutIntoM4A(t *testing.T) {
	t.Parallel()
	data := audiotest.Encode(t, audio.AAC, speech(48000, 1, 20*time.Second), 48000, 1)
	check(t, data, int64(len(data))*3/8, 3, seams{widen: 150 * time.Millisecond})
}

// longOgg is a long Ogg made of the pages of a short one.
func longOgg(t testing.TB, name string, times int) []byte {
	t.Helper()
	make := func(times int, period int64) []byte {
		var all []byte
		number := uint32(0)
		for k := range times {
			pages := container.NewOgg(container.NewReader(bytes.NewReader(audiotest.Fixture(t, name)), 0, 64<<10))
			for i := 0; ; i++ {
				p, err := pages.NextPage()
				if errors.Is(err, io.EOF) {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				if k > 0 && p.Granule == 0 {
					continue
				}
				if err := container.RenumberOggPage(p.Data, number, p.Granule+int64(k)*period, p.Last && k == times-1); err != nil {
					t.Fatal(err)
				}
				number++
				all = append(all, p.Data...)
			}
		}
		return all
	}

	three, _ := decode(t, make(3, 1<<30))
	two, _ := decode(t, make(2, 1<<30))
	return make(times, int64(len(three)-len(two)))
}

func TestOggIsCut(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"speech.opus", "speech-stereo.opus", "speech.ogg"} {
		t.Run(name, func(t *testing.T) {
			data := longOgg(t, name, 10)
			s := seams{widen: 4 * time.Second, loud: true}
			if name == "speech.ogg" {
				s.late = 30 * time.Millisecond
			}
			check(t, data, int64(len(data))/2, 2, s)
		})
	}
}

// longWebM is a long WebM made of the blocks of a short one.
func longWebM(t testing.TB, name string, times int) []byte {
	t.Helper()
	data := audiotest.Fixture(t, name)
	w, err := newWebM(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var once, units []unit
	for {
		u, err := w.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		once = append(once, u)
	}
	make := func(times int, period time.Duration) []byte {
		units = nil
		for k := range times {
			for _, u := range once {
				u.start += time.Duration(k) * period
				units = append(units, u)
			}
		}
		made, err := w.part(units)
		if err != nil {
			t.Fatal(err)
		}
		all, err := io.ReadAll(&segmentReader{file: bytes.NewReader(data), pieces: made})
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	three, rate := decode(t, make(3, 0))
	two, _ := decode(t, make(2, 0))
	return make(times, time.Duration(len(three)-len(two))*time.Second/time.Duration(rate))
}

func TestWebMIsCut(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"speech.webm", "speech-vorbis.webm"} {
		t.Run(name, func(t *testing.T) {
			data := longWebM(t, name, 10)
			check(t, data, int64(len(data))/2, 2, seams{widen: 200 * time.Millisecond, late: 150 * time.Millisecond, loud: true})
		})
	}
}

// Several WebMs or Oggs in one file are decoded instead, though the Oggs have one serial number.
func TestJoinedFilesAreNotCut(t *testing.T) {
	t.Parallel()
	for name, one := range map[string][]byte{
		"WebM": longWebM(t, "speech.webm", 10), "Opus": longOgg(t, "speech.opus", 10), "Vorbis": longOgg(t, "speech.ogg", 10),
	} {
		data := bytes.Repeat(one, 2)
		if _, err := Plan(t.Context(), bytes.NewReader(data), int64(len(data)), Limits{Bytes: int64(len(data)) / 2}); !errors.Is(err, ErrFormat) {
			t.Errorf("%s: %v", name, err)
		}
		whole, rate := decode(t, data)
		length := container.Duration(int64(len(whole)), rate)
		if parts, err := Plan(t.Context(), bytes.NewReader(data), int64(len(data)), Limits{Bytes: int64(len(data))}); err != nil || len(parts) != 1 || parts[0].End != 0 && (parts[0].End-length).Abs() > time.Millisecond {
			t.Errorf("%s: %d parts, %v", name, len(parts), err)
		}
		if _, err := Plan(t.Context(), bytes.NewReader(data), int64(len(data)), Limits{Bytes: int64(len(data)), Duration: length - time.Second}); !errors.Is(err, ErrFormat) {
			t.Errorf("%s, too long: %v", name, err)
		}
	}
}

// What is damaged is not left out in silence, be it in the middle or up to the end.
func TestADamagedWebMIsNotCut(t *testing.T) {
	t.Parallel()
	for name, to := range map[string]float64{"hole": 0.8, "end": 1} {
		data := longWebM(t, "speech.webm", 10)
		length := float64(len(data))
		clear(data[int(0.7*length):int(to*length)])
		if _, err := Plan(t.Context(), bytes.NewReader(data), int64(len(data)), Limits{Bytes: int64(len(data)) / 2}); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAShortRecordingStaysAsItIs(t *testing.T) {
	for _, name := range []string{"speech.mp3", "speech.wav", "speech.m4a", "speech.webm", "speech.opus", "speech.ogg", "speech.flac"} {
		data := audiotest.Fixture(t, name)
		parts, err := Plan(t.Context(), bytes.NewReader(data), int64(len(data)), Limits{Bytes: int64(len(data))})
		if err != nil || len(parts) != 1 {
			t.Fatalf("%s: %d parts, %v", name, len(parts), err)
		}
		got, err := io.ReadAll(parts[0].Open())
		if err != nil || !bytes.Equal(got, data) || parts[0].Length() != int64(len(data)) || parts[0].Overlaps || parts[0].Start != 0 {
			t.Errorf("%s is not as it was: %v", name, err)
		}
	}
}

// A recording that is no longer than the limits is sent as it is, and so is one whose length cannot
// be told.
func TestARecordingWithinTheLimitInTimeStaysWhole(t *testing.T) {
	wav := audiotest.Encode(t, audio.WAV, speech(8000, 1, 20*time.Second), 8000, 1)
	for name, c := range map[string]struct {
		data  []byte
		limit time.Duration
		parts int
		err   error
	}{
		"as long as the limit": {wav, 20 * time.Second, 1, nil},
		"longer":               {wav, 19 * time.Second, 2, nil},
		"limit below 5 s":      {wav, 4 * time.Second, 0, ErrLimit},
		"of unknown length":    {audiotest.Fixture(t, filepath.Join("unsupported", "yamaha.wav")), time.Millisecond, 1, nil},
	} {
		parts, err := Plan(t.Context(), bytes.NewReader(c.data), int64(len(c.data)), Limits{Bytes: int64(len(c.data)), Duration: c.limit})
		if len(parts) != c.parts || !errors.Is(err, c.err) {
			t.Errorf("%s: %d parts, %v", name, len(parts), err)
		}
		if c.parts == 1 && parts[0].Length() != int64(len(c.data)) {
			t.Errorf("%s: %d bytes of %d", name, parts[0].Length(), len(c.data))
		}
	}
}

func TestErrorsOfPlan(t *testing.T) {
	wav := audiotest.Encode(t, audio.WAV, speech(8000, 1, 20*time.Second), 8000, 1)
	stopped, stop := context.WithCancel(t.Context())
	stop()
	rates := slices.Concat(audiotest.Fixture(t, "speech.aac"), audiotest.Encode(t, audio.AAC, speech(48000, 1, time.Second), 48000, 1))
	for name, c := range map[string]struct {
		ctx   context.Context
		data  []byte
		limit int64
		want  error
	}{
		"no sound":             {t.Context(), bytes.Repeat([]byte("text "), 1000), 100, ErrFormat},
		"no sound, small":      {t.Context(), bytes.Repeat([]byte("text "), 1000), 10000, ErrFormat},
		"nothing":              {t.Context(), nil, 100, ErrFormat},
		"limit of nothing":     {t.Context(), wav, 0, ErrLimit},
		"limit below 5 s":      {t.Context(), wav, 60_000, ErrLimit},
		"format without parts": {t.Context(), audiotest.Fixture(t, "speech.flac"), 100, ErrFormat},
		"wav of compression":   {t.Context(), audiotest.Fixture(t, filepath.Join("unsupported", "yamaha.wav")), 1000, ErrFormat},
		"wav with mp3":         {t.Context(), audiotest.Fixture(t, "speech-mp3.wav"), 1000, ErrFormat},
		"stopped":              {stopped, wav, 100_000, context.Canceled},
		"mp3 without frames":   {t.Context(), append([]byte("ID3\x04\x00\x00\x00\x00\x00\x00"), make([]byte, 5000)...), 1000, ErrDamaged},
		"wav without samples":  {t.Context(), append([]byte("RIFF\x00\x00\x00\x00WAVE"), make([]byte, 5000)...), 1000, ErrDamaged},
		"aac of two rates":     {t.Context(), rates, int64(len(rates)) - 1, ErrFormat},
	} {
		parts, err := Plan(c.ctx, bytes.NewReader(c.data), int64(len(c.data)), Limits{Bytes: c.limit})
		if !errors.Is(err, c.want) || parts != nil {
			t.Errorf("%s: %d parts, %v", name, len(parts), err)
		}
	}
}

type broken struct {
	io.ReaderAt
	from int64
	err  error
}

func (b *broken) ReadAt(p []byte, at int64) (int, error) {
	if at+int64(len(p)) > b.from {
		return 0, b.err
	}
	return b.ReaderAt.ReadAt(p, at)
}

// A disk that fails is not a damaged recording, and a file that became shorter gives no short
// upload.
func TestAFileThatCannotBeRead(t *testing.T) {
	data := audiotest.Encode(t, audio.MP3, speech(44100, 1, 20*time.Second), 44100, 1)
	cause := errors.New("the disk is gone")
	for _, from := range []int64{0, 1000, int64(len(data)) / 2} {
		_, err := Plan(t.Context(), &broken{bytes.NewReader(data), from, cause}, int64(len(data)), Limits{Bytes: int64(len(data)) - 1})
		if !errors.Is(err, cause) || errors.Is(err, ErrDamaged) {
			t.Errorf("broken at %d: %v", from, err)
		}
	}
	file := &shrinkingReader{data: data}
	parts, err := Plan(t.Context(), file, int64(len(data)), Limits{Bytes: int64(len(data)) - 1})
	if err != nil {
		t.Fatal(err)
	}
	file.data = data[:1000]
	if _, err := parts[0].WriteTo(io.Discard); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a file that became shorter: %v", err)
	}
}

type shrinkingReader struct{ data []byte }

func (s *shrinkingReader) ReadAt(p []byte, at int64) (int, error) {
	return bytes.NewReader(s.data).ReadAt(p, at)
}

// Wherever the disk fails, that is the error: no part ends early, and no recording counts as
// damaged.
func TestADiskThatFailsIsToldWhereverItFails(t *testing.T) {
	t.Parallel()
	for name, data := range map[string][]byte{
		"wav":    audiotest.Encode(t, audio.WAV, speech(8000, 1, 13*time.Second), 8000, 1),
		"mp3":    repeated(t, "speech.mp3", 8),
		"aac":    bytes.Repeat(audiotest.Fixture(t, "speech.aac"), 8),
		"mp4":    m4a(t, speech(48000, 1, 13*time.Second), 1),
		"opus":   longOgg(t, "speech.opus", 8),
		"vorbis": longOgg(t, "speech.ogg", 8),
		"webm":   longWebM(t, "speech.webm", 8),
	} {
		size := int64(len(data))
		for limit, limits := range map[string]Limits{
			"bytes": {Bytes: size * 6 / 10}, "duration": {Bytes: size, Duration: 8 * time.Second}, "pauses": {Bytes: size, Duration: 8 * time.Second, Shortest: time.Second},
		} {
			for n := 0; ; n += 1 + n/2 { // few at the beginning, which has most kinds of reading
				disk := disktest.Open(data, n)
				parts, err := Plan(t.Context(), disk, size, limits)
				for i := 0; i < len(parts) && err == nil; i++ {
					_, err = parts[i].WriteTo(io.Discard)
				}
				if !disk.Failed {
					if err != nil || len(parts) < 2 {
						t.Errorf("%s by %s: %d parts, %v", name, limit, len(parts), err)
					}
					break
				}
				if !errors.Is(err, disktest.ErrDisk) || errors.Is(err, ErrDamaged) {
					t.Errorf("%s by %s: call %d failed, but the error is %v", name, limit, n, err)
				}
			}
		}
	}
}

package speaker_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"parlando/media/audio"
	"parlando/media/soundserver"
	"parlando/media/speaker"
	"parlando/media/stretch"
)

// flowControl is an output that waits until the test lets it open.
type flowControl struct {
	speaker.Output
	t  *testing.T
	mu sync.Mutex // held while it is shut
}

func newFlowControl(t *testing.T, server *soundserver.Server) *flowControl {
	return &flowControl{Output: speaker.NewProcessOutput(program(t), append([]string{serverFlag}, server.Env()...)...), t: t}
}

func (g *flowControl) Run(ctx context.Context, feed speaker.Feed) error {
	g.mu.Lock()
	g.mu.Unlock() //nolint:staticcheck // it waits
	err := g.Output.Run(ctx, feed)
	g.t.Logf("the output ended: %v", err)
	return err
}

func do(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// plugIn puts the output in, and returns what is heard from it.
func plugIn(t testing.TB, server *soundserver.Server) *soundserver.Recording {
	t.Helper()
	do(t, server.Connect(t.Context()))
	r, err := server.Record(t.Context())
	do(t, err)
	return r
}

// whole decodes a sound to its end into what an output gets.
func whole(t testing.TB, d audio.Decoder, speed float64) []soundserver.StereoSample {
	t.Helper()
	d = audio.Resample(stretch.New(d, speed), speaker.Rate)
	channels := d.Channels()
	buf := make([]float32, speaker.Rate/50*channels)
	var all []soundserver.StereoSample
	for {
		n, err := d.Read(buf)
		for i := 0; i < n; i += channels {
			all = append(all, soundserver.StereoSample{buf[i], buf[i+channels-1]})
		}
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// same compares what was heard with what was to be heard, frame by frame.
func same(t *testing.T, what string, heard, want []soundserver.StereoSample) {
	t.Helper()
	want = soundserver.NonSilent(want)
	for i := range min(len(heard), len(want)) {
		if heard[i] == want[i] {
			continue
		}
		t.Errorf("%s: frame %d of %d is %v, want %v", what, i, len(want), heard[i], want[i])
		for j := range want[:len(want)-50] {
			if slices.Equal(heard[i:min(i+50, len(heard))], want[j:j+50]) {
				t.Errorf("what is heard there is from frame %d on", j)
			}
		}
		return
	}
	if len(heard) != len(want) {
		t.Errorf("%s: %d frames were heard, want %d", what, len(heard), len(want))
	}
}

// ended waits for the end of a sound and of what is recorded of it.
func ended(t *testing.T, p *speaker.Sound, r *soundserver.Recording, frames int) {
	t.Helper()
	select {
	case <-p.Done():
	case <-time.After(patience):
		t.Fatalf("waited in vain for the end, state %q at %v, %d frames", p.State(), p.Position(), len(r.NonSilent()))
	}
	if p.Err() != nil {
		t.Fatal(p.Err())
	}
	n := r.Len()
	until(t, "all is recorded", func() bool { return len(r.NonSilent()) >= frames || r.SilentSince(n) })
}

func decoder(t testing.TB, file []byte) audio.Decoder {
	t.Helper()
	d, err := audio.NewDecoder(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// pcm is sound without a header, 24 kHz and 16 bits, as a gateway sends it.
func pcm(t *testing.T) []byte {
	t.Helper()
	f, err := os.Open("../audio/testdata/speech.wav")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d, err := audio.NewDecoder(f)
	if err != nil {
		t.Fatal(err)
	}
	var b []byte
	for _, v := range whole(t, audio.Resample(d, 24000), 1) {
		s := int16(v[0] * 32767)
		b = append(b, byte(s), byte(s>>8))
	}
	return b
}

func TestEachFormatIsHeardFrameByFrame(t *testing.T) {
	t.Parallel()
	server := soundserver.ForParallelTest(t)
	do(t, server.Start(t.Context()))
	r := plugIn(t, server)
	s := speaker.New(newFlowControl(t, server))
	defer s.Close()
	raw := pcm(t)
	names := []string{"speech.mp3", "speech.wav", "speech.flac", "speech.opus", "speech.aac", "speech-44100-stereo.mp3", "pcm"}
	open := func(_ context.Context, clip int) (audio.Decoder, error) {
		if clip == len(names) {
			return nil, io.EOF
		}
		if names[clip] == "pcm" {
			return audio.NewPCMDecoder(bytes.NewReader(raw)), nil
		}
		b, err := os.ReadFile("../audio/testdata/" + names[clip])
		if err != nil {
			return nil, err
		}
		return audio.NewDecoder(bytes.NewReader(b))
	}
	var want []soundserver.StereoSample
	for clip := range names {
		d, err := open(t.Context(), clip)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, whole(t, d, 1)...)
	}
	want = soundserver.NonSilent(want)
	p := s.Play(open, start, 1)
	ended(t, p, r, len(want))
	same(t, "all formats", r.NonSilent(), want)
}

func TestPausesSeeksAndSpeedsWithASoundServer(t *testing.T) {
	t.Parallel()
	server := soundserver.ForParallelTest(t)
	do(t, server.Start(t.Context()))
	r := plugIn(t, server)
	s := speaker.New(newFlowControl(t, server))
	defer s.Close()

	p := s.Play(clips(nil, 1, 0.7, 1.3), start, 1)
	for i := range 5 {
		n := r.Len()
		until(t, "it has played on", func() bool { return r.Len() > n+speaker.Rate/4 })
		p.Pause()
		if i%2 == 0 { // long enough for the buffers to run empty
			n := r.Len()
			until(t, "the pause has lasted", func() bool { return r.Len() > n+speaker.Rate })
		}
		p.Resume()
	}
	ended(t, p, r, 3*speaker.Rate)
	places(t, r.NonSilent(), 0, 3*speaker.Rate)

	before := len(r.NonSilent())
	p = s.Play(clips(nil, 10, 10), start, 1)
	until(t, "it is heard", func() bool { return len(r.NonSilent()) > before+speaker.Rate/4 })
	p.Seek(speaker.Position{Clip: 1, Offset: 9 * time.Second})
	until(t, "it is heard from there", func() bool { return len(r.NonSilent()) > before+speaker.Rate })
	p.Seek(speaker.Position{Offset: 19500 * time.Millisecond})
	ended(t, p, r, math.MaxInt)
	heard := r.NonSilent()[before:]
	for _, from := range []int{0, 19 * speaker.Rate, 19.5 * speaker.Rate} {
		n := 1
		for n < len(heard) && place(heard[n]) == place(heard[n-1])+1 {
			n++
		}
		places(t, heard[:n], from, n)
		heard = heard[n:]
	}
	if len(heard) > 0 {
		t.Errorf("%d more frames were heard", len(heard))
	}

	f, err := os.ReadFile("../audio/testdata/speech.mp3")
	if err != nil {
		t.Fatal(err)
	}
	speech := func(_ context.Context, clip int) (audio.Decoder, error) {
		if clip > 0 {
			return nil, io.EOF
		}
		return audio.NewDecoder(bytes.NewReader(f))
	}
	for _, speed := range []float64{0.7, 1.5, 2} {
		d, err := speech(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		want := soundserver.NonSilent(whole(t, d, speed))
		before := len(r.NonSilent())
		p = s.Play(speech, start, speed)
		ended(t, p, r, before+len(want))
		same(t, fmt.Sprint("speed ", speed), r.NonSilent()[before:], want)
	}
}

// place is that of a frame of a ramp.
func place(f soundserver.StereoSample) int { return int(math.Round(float64(f[0])/unit)) - 1 }

// places checks that a ramp is heard from a place on, frame by frame.
func places(t *testing.T, heard []soundserver.StereoSample, from, frames int) {
	t.Helper()
	if len(heard) != frames {
		t.Errorf("%d frames were heard, want %d", len(heard), frames)
	}
	for i, f := range heard {
		if place(f) != from+i || f[0] != f[1] {
			t.Fatalf("frame %d is of place %d, want %d", i, place(f), from+i)
		}
	}
}

func TestASoundServerThatComesAndGoes(t *testing.T) {
	t.Parallel()
	server := soundserver.ForParallelTest(t)
	g := newFlowControl(t, server)
	s := speaker.New(g)
	defer s.Close()
	const seconds = 12
	p := s.Play(clips(nil, 3, 2, 3, 2, 2), start, 1)
	state := func(want speaker.State) func() bool { return func() bool { return p.State() == want } }
	until(t, "it says that there is no output", state(speaker.NoOutput))
	if err := s.OutputError(); !errors.Is(err, speaker.ErrNoOutput) {
		t.Errorf("trouble %v", err)
	}

	// next is the next value that the ear expects, from 0.
	next := 0
	hear := func(what string, come, leave func()) {
		t.Helper()
		// What waits for an output must not begin before it is recorded.
		g.mu.Lock()
		come()
		r := plugIn(t, server)
		g.mu.Unlock()
		if leave == nil {
			ended(t, p, r, math.MaxInt) // some is heard twice
		} else {
			until(t, "it is heard", func() bool { return len(r.NonSilent()) > speaker.Rate })
			leave()
			until(t, "it says that there is no output", state(speaker.NoOutput))
		}
		heard := r.NonSilent()
		if len(heard) == 0 {
			t.Fatalf("%s: nothing was heard", what)
		}
		from := place(heard[0])
		latest := next
		// what the recorder had not been given when its output went was heard all the same
		if next > 0 {
			latest += int(soundserver.MaxLatency.Seconds() * speaker.Rate)
		}
		if from > latest || from < next-speaker.Rate/2 {
			t.Errorf("%s: heard from %d on, after %d", what, from, next)
		}
		places(t, heard, from, len(heard))
		next = from + len(heard)
	}
	comes := func() { do(t, server.Start(t.Context())) }
	hear("a server that comes", comes, func() { do(t, server.Disconnect(t.Context())) })
	hear("a sink that comes", func() {}, server.Kill)
	hear("another server", comes, server.Kill)
	hear("another server", comes, nil)
	if next != seconds*speaker.Rate {
		t.Errorf("heard up to %d, want %d", next, seconds*speaker.Rate)
	}
}

func TestPositionIsWhatASoundServerPlays(t *testing.T) {
	t.Parallel()
	server := soundserver.ForParallelTest(t)
	do(t, server.Start(t.Context()))
	r := plugIn(t, server)
	s := speaker.New(newFlowControl(t, server))
	defer s.Close()
	p := s.Play(clips(nil, 4), start, 1)
	type sample struct {
		at  time.Time
		pos time.Duration
	}
	var samples []sample
	for playing := true; playing; {
		samples = append(samples, sample{time.Now(), p.Position().Offset})
		select {
		case <-p.Done():
			playing = false
		case <-time.After(7 * time.Millisecond):
		}
	}
	ended(t, p, r, 4*speaker.Rate)
	var off []time.Duration
	for _, s := range samples {
		if f, ok := r.PlayedAt(s.at); ok {
			heard := time.Duration(place(f)) * time.Second / speaker.Rate
			off = append(off, s.pos-heard)
		}
	}
	if len(off) == 0 {
		t.Fatal("no position was seen")
	}
	slices.Sort(off)
	t.Logf("position minus what is heard, of %d: least %v, 5 %% %v, median %v, 95 %% %v, most %v",
		len(off), off[0], off[len(off)/20], off[len(off)/2], off[len(off)*19/20], off[len(off)-1])
	// Single ones are off where the machine is busy between the two clocks.
	if m := off[len(off)/2]; m.Abs() > 50*time.Millisecond {
		t.Errorf("position is %v off", m)
	}
}

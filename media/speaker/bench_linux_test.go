package speaker_test

import (
	"context"
	"io"
	"os"
	"slices"
	"syscall"
	"testing"
	"time"

	"parlando/media/audio"
	"parlando/media/soundserver"
	"parlando/media/speaker"
)

// trickle gives the bytes of a sound at a steady pace.
type trickle struct {
	b         []byte
	perSecond int
	given     int
	began     time.Time // when the first of them were given
}

func (r *trickle) Read(p []byte) (int, error) {
	if r.began.IsZero() {
		r.began = time.Now()
	}
	if len(r.b) == 0 {
		return 0, io.EOF
	}
	time.Sleep(time.Until(r.began.Add(time.Duration(r.given) * time.Second / time.Duration(r.perSecond))))
	n := copy(p[:min(len(p), 512)], r.b)
	r.b = r.b[n:]
	r.given += n
	return n, nil
}

// BenchmarkFirstSample measures from the first bytes of an MP3 that comes twice as fast as it is
// heard to its first sample at a sound server's sink, beyond the 200 ms of the server's buffer.
// cold: the output's process is started by the sound, and not ahead of it.
func BenchmarkFirstSample(b *testing.B) {
	file, err := os.ReadFile("../audio/testdata/speech.mp3")
	if err != nil {
		b.Fatal(err)
	}
	frames := whole(b, decoder(b, file), 1)
	seconds := float64(len(frames)) / speaker.Rate
	// It begins with samples of 0, which cannot be told from the silence before it and are played
	// like all others.
	silent := time.Duration(slices.IndexFunc(frames, func(f soundserver.StereoSample) bool { return f != soundserver.StereoSample{} })) * time.Second / speaker.Rate
	b.Logf("its first %v are samples of 0", silent)
	for _, cold := range []bool{false, true} {
		name := "warm"
		if cold {
			name = "cold"
		}
		b.Run(name, func(b *testing.B) {
			server := soundserver.ForTest(b)
			do(b, server.Start(b.Context()))
			r := plugIn(b, server)
			var took, worst time.Duration
			for b.Loop() {
				s := speaker.New(speaker.ThisProgramOutput())
				if !cold {
					s.OpenInAdvance()
					n := r.Len()
					until(b, "the output is open", func() bool { return r.Len() > n+speaker.Rate })
				}
				before := len(r.NonSilent())
				body := &trickle{b: file, perSecond: int(2 * float64(len(file)) / seconds)}
				p := s.Play(func(_ context.Context, clip int) (audio.Decoder, error) {
					if clip > 0 {
						return nil, io.EOF
					}
					return audio.NewDecoder(body)
				}, start, 1)
				until(b, "it is heard", func() bool { return len(r.NonSilent()) > before+speaker.Rate/2 })
				beyond := r.TimeOf(before).Sub(body.began) - silent - speaker.Latency
				took += beyond
				worst = max(worst, beyond)
				p.Stop()
				s.Close()
				n := r.Len()
				until(b, "it is silent", func() bool { return r.Len() > n+speaker.Rate/2 })
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64((took/time.Duration(b.N)).Microseconds())/1000, "ms")
			b.ReportMetric(float64(worst.Microseconds())/1000, "ms-worst")
		})
	}
}

// BenchmarkPlaying measures what playing an MP3 of speech costs this process and that of the
// output, in percent of a processor.
func BenchmarkPlaying(b *testing.B) {
	file, err := os.ReadFile("../audio/testdata/speech.mp3")
	if err != nil {
		b.Fatal(err)
	}
	server := soundserver.ForTest(b)
	do(b, server.Start(b.Context()))
	do(b, server.Connect(b.Context()))
	for b.Loop() {
		self, child, began := used(b, syscall.RUSAGE_SELF), used(b, syscall.RUSAGE_CHILDREN), time.Now()
		s := speaker.New(speaker.ThisProgramOutput())
		p := s.Play(func(_ context.Context, clip int) (audio.Decoder, error) {
			if clip == 10 {
				return nil, io.EOF
			}
			return decoder(b, file), nil
		}, start, 1)
		<-p.Done()
		s.Close()
		took := time.Since(began)
		b.ReportMetric(100*float64(used(b, syscall.RUSAGE_SELF)-self)/float64(took), "%-program")
		b.ReportMetric(100*float64(used(b, syscall.RUSAGE_CHILDREN)-child)/float64(took), "%-output")
	}
	b.ReportMetric(0, "ns/op")
}

func used(b *testing.B, who int) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(who, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

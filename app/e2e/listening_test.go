//go:build e2e

package e2e_test

import (
	"cmp"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"parlando/app/e2e"
	"parlando/media/audio"
	"parlando/media/stretch"
)

// listener is a user who hears what the program plays.
type listener struct {
	user
	sound   *e2e.Sound
	library string
}

// listen opens the program in practice mode, on a computer with a sound output, at a reply that was
// written.
func listen(t *testing.T) listener {
	t.Helper()
	screen, ctx := open(t, e2e.ScreenOptions{})
	sound, err := screen.StartSound(ctx)
	if err != nil {
		t.Fatal(err)
	}
	library := filepath.Join(screen.Dir, "library")
	program, err := screen.StartProgram(ctx, programFile(t), "--data-dir", library, "--practice")
	if err != nil {
		t.Fatal(err)
	}
	p := listener{user{t, ctx, program}, sound, library}
	p.click("Write a message…")
	p.typ("Tell me about oak trees.")
	p.key("Return")
	p.readsToTheEnd()
	return p
}

// sent is the sound that the gateway sent, decoded, without silence, in the order in which heard
// begins with it.
func (p listener) sent(heard []float32) (sent []float32) {
	p.Helper()
	var all [][]float32
	p.do("find the clips", filepath.WalkDir(filepath.Join(p.library, "cache", "clips"), func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !strings.HasPrefix(d.Name(), ".") {
			all = append(all, e2e.WithoutSilence(p.decoded(path)))
		}
		return err
	}))
	const glance = e2e.SoundRate / 20
	for len(all) > 0 && len(heard)-len(sent) > glance {
		at := heard[len(sent) : len(sent)+glance]
		// The same words have the same clip, so that one may come again.
		sent = append(sent, slices.MaxFunc(all, func(a, b []float32) int {
			return cmp.Compare(e2e.Correlation(at, a[:min(glance, len(a))]), e2e.Correlation(at, b[:min(glance, len(b))]))
		})...)
	}
	return sent
}

func (p listener) decoded(path string) (samples []float32) {
	p.Helper()
	f, err := os.Open(path)
	p.do("open a clip", err)
	defer f.Close()
	d, err := audio.NewDecoder(f)
	p.do("decode a clip", err)
	d = audio.Resample(stretch.New(d, 1), e2e.SoundRate) // as the program does
	buf := make([]float32, 4800*d.Channels())
	for {
		n, err := d.Read(buf)
		for i := 0; i < n; i += d.Channels() {
			samples = append(samples, buf[i], buf[i+d.Channels()-1])
		}
		if errors.Is(err, io.EOF) {
			return samples
		}
		p.do("decode a clip", err)
	}
}

// follows compares second by second, and gives how many samples of sent were heard. Nothing may be
// lost or come twice.
func (p listener) follows(heard, sent []float32) {
	p.Helper()
	if len(heard) > len(sent) {
		p.Fatalf("%d samples were heard of %d", len(heard), len(sent))
	}
	for from := 0; from+e2e.SoundRate <= len(heard); from += e2e.SoundRate {
		if c := e2e.Correlation(heard[from:from+e2e.SoundRate], sent[from:from+e2e.SoundRate]); c < 0.95 {
			p.Errorf("second %d of %d: correlation %.3f", from/e2e.SoundRate, len(heard)/e2e.SoundRate, c)
		}
	}
}

func TestEndToEndAReplyIsHeardAsItWasSent(t *testing.T) {
	p := listen(t)
	p.click("Read aloud")
	p.do("hear", p.sound.WaitHeard(p.ctx, 4*time.Second))
	p.click("Pause")
	p.do("wait for silence", p.sound.WaitQuiet(p.ctx))
	p.sees("Continue")
	p.click("Continue")
	p.do("hear", p.sound.WaitHeard(p.ctx, 12*time.Second))
	p.click("Pause")
	p.do("wait for silence", p.sound.WaitQuiet(p.ctx))
	heard := p.sound.Heard()[0]
	p.follows(heard, p.sent(heard))
	p.do("quit", p.program.Quit(p.ctx))
}

func TestEndToEndAHeadsetIsTakenAwayAndPutBack(t *testing.T) {
	p := listen(t)
	p.click("Read aloud")
	p.do("hear", p.sound.WaitHeard(p.ctx, 3*time.Second))
	p.do("take the headset away", p.sound.Disconnect(p.ctx))
	p.sees("No speakers found. Connect some to continue.")
	p.do("put it back", p.sound.Connect(p.ctx))
	p.do("hear", p.sound.WaitHeard(p.ctx, 6*time.Second))
	p.click("Pause")
	p.do("wait for silence", p.sound.WaitQuiet(p.ctx))

	heard := p.sound.Heard()
	sent := p.sent(heard[0])
	p.follows(heard[0], sent)
	// It goes on where the ear was: a little may be heard again, nothing is left out. Practice says
	// a word alike wherever it stands, so of the places that fit the one nearest to the cut counts.
	cut, beginning := len(heard[0]), heard[1][:e2e.SoundRate/4]
	fit, best := map[int]float64{}, 0.0
	for at := max(0, cut-3*e2e.SoundRate); at < min(len(sent)-e2e.SoundRate, cut+3*e2e.SoundRate); at += 4 {
		fit[at] = e2e.Correlation(beginning, sent[at:])
		best = max(best, fit[at])
	}
	start := -len(sent)
	for at, c := range fit {
		if c > 0.95*best && distance(at, cut) < distance(start, cut) {
			start = at
		}
	}
	switch again := cut - start; {
	case best < 0.9:
		t.Errorf("what was heard afterwards is nowhere in what was sent (%.2f)", best)
	case again < -e2e.SoundRate/100:
		t.Errorf("%d samples were left out", -again)
	case again > e2e.SoundRate:
		t.Errorf("%d samples were heard twice", again)
	}
	p.do("quit", p.program.Quit(p.ctx))
}

func distance(a, b int) int { return max(a-b, b-a) }

func TestEndToEndWithoutASoundOutputTheWindowSaysSo(t *testing.T) {
	screen, ctx := open(t, e2e.ScreenOptions{})
	screen.Env = append(screen.Env, "PULSE_SERVER=unix:"+filepath.Join(screen.Dir, "nobody"))
	p := begin(t, ctx, screen, "--data-dir", filepath.Join(screen.Dir, "library"), "--practice")
	p.click("Write a message…")
	p.typ("Hello")
	p.key("Return")
	p.readsToTheEnd()
	p.click("Read aloud")
	p.sees("No speakers found. Connect some to continue.")
	p.do("quit", p.program.Quit(ctx))
}

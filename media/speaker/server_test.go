//go:build linux

package speaker

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parley/media/audio"
)

// script makes a sound server with one output that nobody hears.
const script = `load-module module-native-protocol-unix auth-anonymous=1 socket=%
load-module module-null-sink sink_name=speaker rate=48000 channels=2
set-default-sink speaker
`

const patience = time.Minute

// serve starts a sound server of the test's own, and makes it the one that sounds go to.
func serve(t *testing.T, dir string) *exec.Cmd {
	t.Helper()
	socket := filepath.Join(dir, "native")
	os.Remove(socket)
	cmd := exec.CommandContext(t.Context(), "pulseaudio", "-n", "-F", filepath.Join(dir, "default.pa"),
		"--daemonize=no", "--exit-idle-time=-1", "--disable-shm=yes", "--use-pid-file=no")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	until(t, "the sound server listens", func() bool {
		_, err := os.Stat(socket)
		return err == nil && exec.CommandContext(t.Context(), "pactl", "info").Run() == nil
	})
	return cmd
}

func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited for a minute until %s", what)
		}
	}
}

// level keeps the noise away from silence, which a busy machine puts between.
const level = 0.6

// noise is one second of a sound that is like itself at one place only.
func noise() []float32 {
	all := make([]float32, Rate)
	x, low := uint32(1), float32(0)
	for i := range all {
		x = x*1664525 + 1013904223
		low += (float32(x>>8)/(1<<24) - 0.5 - low) / 8
		all[i] = low + level
	}
	return all
}

type memory struct {
	samples []float32
	at      int
}

func (d *memory) Rate() int     { return Rate }
func (d *memory) Channels() int { return 1 }

func (d *memory) Read(samples []float32) (int, error) {
	n := copy(samples, d.samples[d.at:])
	if n == 0 {
		return 0, io.EOF
	}
	d.at += n
	return n, nil
}

// correlation says how alike two sounds are, level aside.
func correlation(a, b []float32) float64 {
	var ab, aa, bb float64
	for i := range b {
		x, y := float64(a[i]-level), float64(b[i]-level)
		ab += x * y
		aa += x * x
		bb += y * y
	}
	return ab / math.Sqrt(aa*bb+1e-12)
}

// One test for all, as oto opens one output in a process: what the server plays is what was decoded, and a server that
// is killed ends the sound with a sentence.
func TestASoundServer(t *testing.T) {
	if _, err := exec.LookPath("pulseaudio"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("pulseaudio is missing: .ci/install test")
		}
		t.Skip("pulseaudio is missing: .ci/install test")
	}
	dir, err := os.MkdirTemp("", "sound")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	socket := filepath.Join(dir, "native")
	start := []byte(strings.Replace(script, "%", socket, 1))
	if err := os.WriteFile(filepath.Join(dir, "default.pa"), start, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PULSE_SERVER", "unix:"+socket)
	t.Setenv("XDG_RUNTIME_DIR", dir)
	t.Setenv("HOME", dir)
	server := serve(t, dir)

	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	record := exec.CommandContext(ctx, "parec", "-d", "speaker.monitor", "--format=float32le", "--rate=48000", "--channels=2", "--raw", "--latency-msec=50")
	out, err := record.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := record.Start(); err != nil {
		t.Fatal(err)
	}
	recorded := bufio.NewReader(out)
	frame := make([]byte, 4*Channels)
	next := func() float32 {
		if _, err := io.ReadFull(recorded, frame); err != nil {
			t.Fatalf("recording ended: %v", err)
		}
		return math.Float32frombits(binary.LittleEndian.Uint32(frame))
	}
	next() // the recording has begun

	want := noise()
	s := New()
	p := s.Play(func() (audio.Decoder, func(), error) { return &memory{samples: want}, nil, nil }, 1)
	var got []float32
	for silent := 0; len(got) < len(want) && (len(got) == 0 || silent < 3*Rate); {
		if v := next(); v != 0 {
			got, silent = append(got, v), 0
		} else {
			silent++
		}
	}
	if len(got) != len(want) {
		t.Fatalf("%d frames were recorded, want %d", len(got), len(want))
	}
	if c := correlation(got, want); c < 0.95 {
		t.Errorf("correlation %v of %d frames with what was decoded, want 0.95", c, len(got))
	} else {
		t.Logf("correlation %.4f of %d frames", c, len(got))
	}
	go io.Copy(io.Discard, recorded)
	<-p.Done()
	if p.Err() != nil {
		t.Error(p.Err())
	}
	if p.Position().Round(time.Millisecond) != time.Second {
		t.Errorf("ended at %v, want 1s", p.Position())
	}

	endless := func() (audio.Decoder, func(), error) {
		return &ramp{channels: 1, frames: 1 << 30}, nil, nil
	}
	s.SetVolume(0)
	p = s.Play(endless, 1)
	until(t, "half a second was heard", func() bool { return p.Position() > time.Second/2 })
	server.Process.Kill()
	server.Wait()
	stop()
	record.Wait()
	select {
	case <-p.Done():
	case <-time.After(patience):
		t.Fatal("a sound plays on without a server")
	}
	if !errors.Is(p.Err(), ErrLost) {
		t.Errorf("ended with %v", p.Err())
	}
	server = serve(t, dir)
	p = s.Play(endless, 1)
	<-p.Done()
	if !errors.Is(p.Err(), ErrLost) {
		t.Errorf("with the server back it ended with %v; say so in the package's documentation", p.Err())
	}
	server.Process.Kill()
	server.Wait()
}

package speaker_test

import (
	"bufio"
	"encoding/binary"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"parley/media/speaker"
)

// soundServer is a PulseAudio of a test's own, with an output that nobody hears and everybody can record.
type soundServer struct {
	t      testing.TB
	dir    string
	cmd    *exec.Cmd
	module string // of the sink
}

// The sink works in the samples that it is given, so that a recording has the very same. norewinds: a null sink that
// rewinds, as it does at the start of each stream, loses in what is recorded from it some 50 ms, paplay's too.
const sinkArgs = "sink_name=speaker rate=48000 channels=2 format=float32le norewinds=1"

// newSoundServer prepares a server that sounds go to, and does not start it.
func newSoundServer(t testing.TB) *soundServer {
	t.Helper()
	for _, tool := range []string{"pulseaudio", "pactl", "parec"} {
		if _, err := exec.LookPath(tool); err != nil {
			if os.Getenv("CI") != "" {
				t.Fatalf("%s is missing: run .ci/install test", tool)
			}
			t.Skipf("%s is missing: run .ci/install test", tool)
		}
	}
	dir, err := os.MkdirTemp("", "sound") // short, as the name of a socket has to be
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	s := &soundServer{t: t, dir: dir}
	t.Setenv("PULSE_SERVER", "unix:"+s.socket())
	t.Setenv("XDG_RUNTIME_DIR", dir)
	t.Setenv("HOME", dir)
	script := "load-module module-native-protocol-unix auth-anonymous=1 socket=" + s.socket() + "\n"
	if err := os.WriteFile(filepath.Join(dir, "default.pa"), []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.kill)
	return s
}

func (s *soundServer) socket() string { return filepath.Join(s.dir, "native") }

// command makes one that comes before others on a busy machine where that is allowed: what is late here loses sound.
func command(name string, args ...string) *exec.Cmd {
	if os.Geteuid() == 0 {
		name, args = "nice", append([]string{"-n", "-15", name}, args...)
	}
	cmd := exec.Command(name, args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	return cmd
}

// start starts the server, without a sink.
func (s *soundServer) start() {
	s.t.Helper()
	os.Remove(s.socket())
	s.cmd = command("pulseaudio", "-n", "-F", filepath.Join(s.dir, "default.pa"),
		"--daemonize=no", "--exit-idle-time=-1", "--disable-shm=yes", "--use-pid-file=no")
	if err := s.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.until("the sound server answers", func() bool { return exec.Command("pactl", "info").Run() == nil })
}

func (s *soundServer) kill() {
	if s.cmd != nil {
		s.cmd.Process.Kill()
		s.cmd.Wait()
		s.cmd = nil
	}
}

func (s *soundServer) pactl(args ...string) string {
	s.t.Helper()
	out, err := exec.Command("pactl", args...).CombinedOutput()
	if err != nil {
		s.t.Fatalf("pactl %v: %v: %s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// addSink puts the output in, and returns what is recorded from it.
func (s *soundServer) addSink() *recording {
	s.t.Helper()
	s.load()
	return s.record()
}

func (s *soundServer) load() {
	s.t.Helper()
	s.module = s.pactl(append([]string{"load-module", "module-null-sink"}, strings.Fields(sinkArgs)...)...)
}

// removeSink takes the output away.
func (s *soundServer) removeSink() { s.pactl("unload-module", s.module) }

func (s *soundServer) until(what string, is func() bool) {
	s.t.Helper()
	until(s.t, what, is)
}

// recording is what a sink plays.
type recording struct {
	t  testing.TB
	mu sync.Mutex
	// All from the first frame on, and when the pieces of it came.
	frames []frame
	sounds []frame // those that are not silence, which a busy machine puts in between
	last   int     // frames up to the last of them
	came   []arrival
}

// frame is a sample for each channel.
type frame [speaker.Channels]float32

type arrival struct {
	frame int
	at    time.Time
}

// record records until the sink or the test ends. It returns once the recording has begun.
func (s *soundServer) record() *recording {
	s.t.Helper()
	// A recorder that wants less delay than the sound played makes the sink's buffer shorter while it plays.
	cmd := command("parec", "-d", "speaker.monitor", "--raw", "--format=float32le", "--rate=48000", "--channels=2", "--latency-msec=100")
	out, err := cmd.StdoutPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	r := &recording{t: s.t}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		r.read(out)
	}()
	s.t.Cleanup(func() {
		cmd.Process.Kill()
		<-ended
		cmd.Wait()
	})
	s.until("something is recorded", func() bool { return r.len() > 0 })
	return r
}

func (r *recording) read(out io.Reader) {
	in := bufio.NewReaderSize(out, 1<<20)
	b := make([]byte, 4*speaker.Channels)
	for {
		if _, err := in.Peek(1); err != nil {
			return
		}
		now := time.Now()
		r.mu.Lock()
		r.came = append(r.came, arrival{len(r.frames), now})
		for first := true; first || in.Buffered() >= len(b); first = false {
			if _, err := io.ReadFull(in, b); err != nil {
				break
			}
			f := frame{math.Float32frombits(binary.LittleEndian.Uint32(b)), math.Float32frombits(binary.LittleEndian.Uint32(b[4:]))}
			r.frames = append(r.frames, f)
			if f != (frame{}) {
				r.sounds = append(r.sounds, f)
				r.last = len(r.frames)
			}
		}
		r.mu.Unlock()
	}
}

func (r *recording) len() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.frames)
}

// heard is what was recorded and is not silence.
func (r *recording) heard() []frame {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.sounds[:len(r.sounds):len(r.sounds)]
}

// silentSince reports whether nothing has been heard for five seconds of the recording after its frame n: what lies before it may
// still be on its way from the sink, and comes in order.
func (r *recording) silentSince(n int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.frames) > max(n, r.last)+5*speaker.Rate
}

func sounding(frames []frame) []frame {
	var all []frame
	for _, f := range frames {
		if f != (frame{}) {
			all = append(all, f)
		}
	}
	return all
}

// playedAt is the frame that the sink played at a time, if that was not silence.
func (r *recording) playedAt(at time.Time) (frame, bool) {
	began := r.began()
	r.mu.Lock()
	defer r.mu.Unlock()
	i := int(at.Sub(began) * speaker.Rate / time.Second)
	if i < 0 || i >= len(r.frames) || r.frames[i] == (frame{}) {
		return frame{}, false
	}
	return r.frames[i], true
}

// playedFirst is when the sink played a sound, the frame n of heard.
func (r *recording) playedFirst(n int) time.Time {
	began := r.began()
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, f := range r.frames {
		if f == (frame{}) {
			continue
		}
		if n == 0 {
			return began.Add(time.Duration(i) * time.Second / speaker.Rate)
		}
		n--
	}
	return time.Time{}
}

// began is when the first frame was played. Pieces come late and never early: the one that came the least late tells.
func (r *recording) began() time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	began := r.came[0].at
	for _, c := range r.came {
		if t := c.at.Add(-time.Duration(c.frame) * time.Second / speaker.Rate); t.Before(began) {
			began = t
		}
	}
	return began
}

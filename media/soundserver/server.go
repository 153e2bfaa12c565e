// Package soundserver runs a sound server of a test's own: a PulseAudio with an output that nobody
// hears and everybody can record, and with microphones into which a test speaks. Nothing of it
// reaches the sound of the computer. It is for tests and for measuring; the program never imports
// it.
package soundserver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Rate and Channels are those of the output, and of what is recorded from it.
const (
	Rate     = 48000
	Channels = 2
)

// patience is for what must happen at all, on a machine however busy.
const patience = time.Minute

// The output works in the samples that it is given, so that a recording has the very same.
// norewinds: a null sink that rewinds, as it does at the start of each stream, loses in what is
// recorded from it some 50 ms, paplay's too.
var outputArgs = []string{
	"load-module", "module-null-sink", "sink_name=speaker", fmt.Sprint("rate=", Rate), fmt.Sprint("channels=", Channels), "format=float32le", "norewinds=1",
}

// Server is a sound server. It may be started, ended and started again, each time without a device.
type Server struct {
	dir    string
	cmd    *exec.Cmd
	output string // the module of the output; "" when there is none
}

// Missing names a tool that a Server needs and that this computer lacks; "" when all are there.
func Missing() string {
	for _, tool := range []string{"pulseaudio", "pactl", "parec", "pacat"} {
		if _, err := exec.LookPath(tool); err != nil {
			return tool
		}
	}
	return ""
}

// New prepares a server whose files lie in dir, and starts nothing. Its socket is dir/native, and
// the name of a socket has at most 107 bytes.
func New(dir string) (*Server, error) {
	s := &Server{dir: dir}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	script := "load-module module-native-protocol-unix auth-anonymous=1 socket=" + s.socket() + "\n"
	return s, os.WriteFile(s.script(), []byte(script), 0o600)
}

// ForTest prepares a server for t, and starts nothing. The test's own process uses it, too; both
// end with the test, which is skipped where a server cannot be had, unless in CI.
func ForTest(t testing.TB) *Server {
	t.Helper()
	s := ForParallelTest(t)
	for _, v := range append(s.Env(), s.folders()...) {
		name, value, _ := strings.Cut(v, "=")
		t.Setenv(name, value)
	}
	return s
}

// ForParallelTest is ForTest for tests that run beside others: only processes that are started with
// [Server.Env] use the server.
func ForParallelTest(t testing.TB) *Server {
	t.Helper()
	if tool := Missing(); tool != "" {
		if os.Getenv("CI") != "" {
			t.Fatalf("%s is missing: run .ci/install test", tool)
		}
		t.Skipf("%s is missing: run .ci/install test", tool)
	}
	dir, err := os.MkdirTemp("", "sound") // short, as the name of a socket has to be
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	s, err := New(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Kill)
	return s
}

func (s *Server) socket() string { return filepath.Join(s.dir, "native") }
func (s *Server) script() string { return filepath.Join(s.dir, "default.pa") }

// Env is the environment with which a program uses the server and no other.
func (s *Server) Env() []string { return []string{"PULSE_SERVER=unix:" + s.socket()} }

// folders keeps the files of the user out of it.
func (s *Server) folders() []string { return []string{"XDG_RUNTIME_DIR=" + s.dir, "HOME=" + s.dir} }

func (s *Server) env() []string { return append(append(os.Environ(), s.Env()...), s.folders()...) }

// Start starts the server, without a device, and returns when it answers. It ends with ctx.
func (s *Server) Start(ctx context.Context) error {
	if err := os.Remove(s.socket()); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	s.cmd = s.command(ctx, "pulseaudio", "-n", "-F", s.script(), "--daemonize=no", "--exit-idle-time=-1", "--disable-shm=yes", "--use-pid-file=no")
	if err := s.cmd.Start(); err != nil {
		return err
	}
	return until(ctx, "the sound server answers", func() bool { return s.command(ctx, "pactl", "info").Run() == nil })
}

// Kill ends the server at once, as a crash does.
func (s *Server) Kill() {
	if s.cmd == nil {
		return
	}
	s.cmd.Process.Kill() //nolint:errcheck // it may have ended by itself
	s.cmd.Wait()         //nolint:errcheck // it was killed
	s.cmd, s.output = nil, ""
}

// Connect puts the output in, as one does with a headset.
func (s *Server) Connect(ctx context.Context) (err error) {
	s.output, err = s.pactl(ctx, outputArgs...)
	return err
}

// Disconnect takes the output away.
func (s *Server) Disconnect(ctx context.Context) error {
	_, err := s.pactl(ctx, "unload-module", s.output)
	s.output = ""
	return err
}

// pactl tells the server something, and returns its answer.
func (s *Server) pactl(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "pactl", args...)
	cmd.Env = s.env()
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("pactl %v: %w: %s", args, err, out)
	}
	return strings.TrimSpace(string(out)), nil
}

// command makes one that comes before others on a busy machine where that is allowed: what is late
// here loses sound. It ends with the process that starts it.
func (s *Server) command(ctx context.Context, name string, args ...string) *exec.Cmd {
	if os.Geteuid() == 0 {
		name, args = "nice", append([]string{"-n", "-15", name}, args...)
	}
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = s.env()
	cmd.SysProcAttr = dies
	return cmd
}

// until waits for what must happen at all.
func until(ctx context.Context, what string, is func() bool) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for tick := time.NewTicker(10 * time.Millisecond); !is(); {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return fmt.Errorf("waited in vain until %s: %w", what, ctx.Err())
		}
	}
	return nil
}

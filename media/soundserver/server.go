// Package soundserver runs a private sound server for a test: a PulseAudio with an output that can
// be recorded, and with virtual microphones that a test plays into. Nothing reaches the sound
// devices of the computer. It is for tests and benchmarks; the program never imports it.
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

// The format of the output and of its recordings.
const (
	Rate     = 48000
	Channels = 2
)

// patience is the timeout for operations that must succeed, even on a very busy machine.
const patience = time.Minute

// outputArgs create the output. It uses the format of the test's samples, so that a recording is
// identical to the played samples. norewinds is needed because a null sink that rewinds, as at the
// start of each stream, loses some 50 ms of its recording, even with paplay.
var outputArgs = []string{
	"load-module", "module-null-sink", "sink_name=speaker", fmt.Sprint("rate=", Rate), fmt.Sprint("channels=", Channels), "format=float32le", "norewinds=1",
}

// Server is a sound server, which can be started, killed and restarted. Each start is without a
// device.
type Server struct {
	dir    string
	cmd    *exec.Cmd
	output string // module id of the output; "" if there is none
}

// MissingTool returns the name of a required tool that is not installed; "" if all are.
func MissingTool() string {
	for _, tool := range []string{"pulseaudio", "pactl", "parec", "pacat"} {
		if _, err := exec.LookPath(tool); err != nil {
			return tool
		}
	}
	return ""
}

// New prepares a server whose files are in dir, without starting it. Its socket is dir/native;
// socket paths are limited to 107 bytes.
func New(dir string) (*Server, error) {
	s := &Server{dir: dir}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	script := "load-module module-native-protocol-unix auth-anonymous=1 socket=" + s.socket() + "\n"
	return s, os.WriteFile(s.script(), []byte(script), 0o600)
}

// ForTest prepares a server for t, without starting it. The test process itself also uses the
// server, which ends with the test. The test is skipped if a required tool is missing, except in
// CI.
func ForTest(t testing.TB) *Server {
	t.Helper()
	s := ForParallelTest(t)
	for _, v := range append(s.Env(), s.folders()...) {
		name, value, _ := strings.Cut(v, "=")
		t.Setenv(name, value)
	}
	return s
}

// ForParallelTest is like ForTest for parallel tests: only processes started with [Server.Env] use
// the server.
func ForParallelTest(t testing.TB) *Server {
	t.Helper()
	if tool := MissingTool(); tool != "" {
		if os.Getenv("CI") != "" {
			t.Fatalf("%s is missing: run .ci/install test", tool)
		}
		t.Skipf("%s is missing: run .ci/install test", tool)
	}
	dir, err := os.MkdirTemp("", "sound") // short, because the length of a socket path is limited
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

// Env returns an environment in which programs use only this server.
func (s *Server) Env() []string { return []string{"PULSE_SERVER=unix:" + s.socket()} }

// folders returns environment variables that keep the server away from the user's files.
func (s *Server) folders() []string { return []string{"XDG_RUNTIME_DIR=" + s.dir, "HOME=" + s.dir} }

func (s *Server) env() []string { return append(append(os.Environ(), s.Env()...), s.folders()...) }

// Start starts the server without a device and waits until it responds. The server exits when ctx
// is done.
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

// Kill kills the server, as a crash would.
func (s *Server) Kill() {
	if s.cmd == nil {
		return
	}
	s.cmd.Process.Kill() //nolint:errcheck // it may have exited already
	s.cmd.Wait()         //nolint:errcheck // it was killed
	s.cmd, s.output = nil, ""
}

// Connect adds the output, as plugging in a headset does.
func (s *Server) Connect(ctx context.Context) (err error) {
	s.output, err = s.pactl(ctx, outputArgs...)
	return err
}

// Disconnect removes the output.
func (s *Server) Disconnect(ctx context.Context) error {
	_, err := s.pactl(ctx, "unload-module", s.output)
	s.output = ""
	return err
}

// pactl sends a command to the server and returns its output.
func (s *Server) pactl(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "pactl", args...)
	cmd.Env = s.env()
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("pactl %v: %w: %s", args, err, out)
	}
	return strings.TrimSpace(string(out)), nil
}

// command returns a command that ends with the process that starts it. It has raised priority where
// that is allowed, because a delayed process loses sound on a busy machine.
func (s *Server) command(ctx context.Context, name string, args ...string) *exec.Cmd {
	if os.Geteuid() == 0 {
		name, args = "nice", append([]string{"-n", "-15", name}, args...)
	}
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = s.env()
	cmd.SysProcAttr = dies
	return cmd
}

// until waits for a condition that must become true.
func until(ctx context.Context, what string, is func() bool) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for tick := time.NewTicker(10 * time.Millisecond); !is(); {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return fmt.Errorf("timed out waiting until %s: %w", what, ctx.Err())
		}
	}
	return nil
}

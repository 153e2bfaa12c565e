package recordings_test

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"parlando/app/problem"
	"parlando/app/recordings"
	"parlando/media/microphone"
	"parlando/media/microphone/microphonetest"
)

// These tests record in a process of their own, in real time, which is this test program with
// childOf set to the folder of the library.
const (
	childOf = "PARLANDO_TEST_RECORDS_IN"
	limit   = "PARLANDO_TEST_LARGEST_FILE"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(childOf); dir != "" {
		if err := child(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// child records for ever, and prints how many samples were heard, each time that changes.
func child(dir string) error {
	if n, err := strconv.Atoi(os.Getenv(limit)); err == nil {
		// The kernel then refuses to make a file any larger, as on a disk that is full.
		signal.Ignore(syscall.SIGXFSZ)
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: uint64(n), Max: uint64(n)}); err != nil {
			return err
		}
	}
	in := microphonetest.New()
	in.QueueSamples(ramp(60 * microphone.Rate))
	r := recordings.Open(recordings.Options{Dir: dir, Input: in})
	id := r.Start(recordings.PurposeDictation)
	for range time.Tick(5 * time.Millisecond) {
		l := r.Live()
		fmt.Println(int(l.Elapsed*microphone.Rate/time.Second), l.Problem.Kind)
		if l.Phase == recordings.Failed {
			_, err := r.Wait(context.Background(), id)
			return err
		}
	}
	return nil
}

// start starts a child. Its lines are read by next, which gives how many samples it had heard then,
// and its problem.
func start(t *testing.T, dir string, env ...string) (cmd *exec.Cmd, next func() (int, problem.Kind, bool)) {
	t.Helper()
	self, err := os.Executable()
	do(t, err)
	cmd = exec.Command(self)
	cmd.Env = append(append(os.Environ(), childOf+"="+dir), env...)
	cmd.Stderr = os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	out, err := cmd.StdoutPipe()
	do(t, err)
	do(t, cmd.Start())
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	lines := bufio.NewScanner(out)
	return cmd, func() (int, problem.Kind, bool) {
		if !lines.Scan() {
			return 0, "", false
		}
		number, kind, _ := strings.Cut(lines.Text(), " ")
		n, err := strconv.Atoi(number)
		do(t, err)
		return n, problem.Kind(kind), true
	}
}

// found opens the library that a child has left, and gives its one recording.
func found(t *testing.T, dir string) (recordings.Recording, []int16) {
	t.Helper()
	r := recordings.Open(recordings.Options{Dir: dir, Input: microphonetest.New()})
	r.WaitLoaded()
	defer r.Close(t.Context())
	all := r.List()
	if len(all) != 1 {
		t.Fatalf("%d recordings", len(all))
	}
	path, err := r.Path(t.Context(), all[0].ID)
	do(t, err)
	return all[0], samplesOf(t, path)
}

// A program that is killed at any moment loses at most the last second, and what it leaves could be
// played even before the next start.
func TestKilledAtAnyMomentItLacksAtMostASecond(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	for i := range 10 {
		after := random.IntN(2*microphone.Rate) + 1
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			cmd, next := start(t, dir)
			heard := 0
			for heard < after {
				n, _, ok := next()
				if !ok {
					t.Fatal("the child has ended")
				}
				heard = n
			}
			do(t, cmd.Process.Kill())
			cmd.Wait() //nolint:errcheck // it was killed
			// What it had printed before it died, too.
			for n, _, ok := next(); ok; n, _, ok = next() {
				heard = n
			}
			paths, err := filepath.Glob(filepath.Join(dir, "recordings", "*", "sound.wav"))
			do(t, err)
			if len(paths) != 1 {
				t.Fatalf("%d files", len(paths))
			}
			b, err := os.ReadFile(paths[0])
			do(t, err)
			if size, claimed := checkHeader(t, b); claimed > size || heard-claimed/2 > microphone.Rate {
				t.Errorf("%d samples were heard; the header tells of %d, %d are there", heard, claimed/2, size/2)
			}
			one, samples := found(t, dir)
			if heard-len(samples) > microphone.Rate {
				t.Errorf("%d samples were heard, %d are there", heard, len(samples))
			}
			for i, s := range ramp(len(samples)) {
				if samples[i] != s {
					t.Fatalf("sample %d is %d, want %d", i, samples[i], s)
				}
			}
			if one.State != recordings.Kept || !one.Damaged || one.Problem.Kind != problem.RecordingInterrupted || one.Purpose != recordings.PurposeDictation ||
				one.Length != time.Duration(len(samples))*time.Second/microphone.Rate {
				t.Errorf("%+v", one)
			}
		})
	}
}

// The kernel itself refuses to store more, in the middle of a sample.
func TestAFileThatMayNotGrowKeepsWhatFitted(t *testing.T) {
	const largest = 44 + 2*microphone.Rate + 1
	dir := t.TempDir()
	_, next := start(t, dir, fmt.Sprintf("%s=%d", limit, largest))
	var kind problem.Kind
	for {
		_, k, ok := next()
		if !ok {
			break
		}
		kind = k
	}
	if kind != problem.RecordingNotStored {
		t.Errorf("the trouble is %q", kind)
	}
	one, samples := found(t, dir)
	if len(samples) != microphone.Rate || one.State != recordings.Kept || one.Problem.Kind != problem.RecordingNotStored {
		t.Errorf("%d samples, %+v", len(samples), one)
	}
	for i, s := range ramp(len(samples)) {
		if samples[i] != s {
			t.Fatalf("sample %d is %d, want %d", i, samples[i], s)
		}
	}
}

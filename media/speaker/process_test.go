package speaker_test

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"parlando/media/speaker"
)

// patience is for what must happen at all; nothing is judged by how long it took.
const patience = 2 * time.Minute

func until(t testing.TB, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("timed out waiting until %s", what)
		}
	}
}

func program(t *testing.T) string {
	t.Helper()
	name, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return name
}

func TestAnOutputThatIsNoneIsToldAndHarmsNothing(t *testing.T) {
	for _, what := range []string{garbageFlag, crashFlag, "missing"} {
		t.Run(what, func(t *testing.T) {
			output := speaker.NewProcessOutput(program(t), what)
			if what == "missing" {
				output = speaker.NewProcessOutput(filepath.Join(t.TempDir(), "missing"))
			}
			s := speaker.New(output)
			p := s.Play(ramps(1, nil), start, 1)
			until(t, "it says that there is no output", func() bool { return p.State() == speaker.NoOutput })
			if err := s.OutputError(); !errors.Is(err, speaker.ErrNoOutput) {
				t.Errorf("trouble %v", err)
			}
			if p.Position() != start {
				t.Errorf("position %v", p.Position())
			}
			p.Stop()
			s.Close()
			if !errors.Is(p.Err(), speaker.ErrStopped) {
				t.Errorf("ended with %v", p.Err())
			}
		})
	}
}

// The program that started an output may die at any moment; then its end of the pipe is closed by
// the system.
func TestTheOutputEndsWithItsProgram(t *testing.T) {
	cmd := exec.Command(program(t), speaker.OutputFlag)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(out, make([]byte, 1)); err != nil { // it works, or says that it can't
		t.Fatal(err)
	}
	in.Close()
	io.Copy(io.Discard, out)
	ended := time.AfterFunc(patience, func() { cmd.Process.Kill() })
	defer ended.Stop()
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}

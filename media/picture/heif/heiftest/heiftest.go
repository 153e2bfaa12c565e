// Package heiftest provides the HEIC and AVIF decoder program for tests.
package heiftest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"parlando/media/picture/heif"
)

// Run builds the decoder program next to the test binary, runs the tests, and returns the exit code
// for TestMain. The program is built without the race detector, which would make a decoder take
// half a minute to start.
func Run(m *testing.M) int {
	helper, err := Helper()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	build := exec.CommandContext(context.Background(), "go", "build", "-o", helper, "parlando/media/picture/heif/"+heif.Helper)
	if said, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build %s: %v\n%s", heif.Helper, err, said)
		return 1
	}
	defer os.Remove(helper)
	return m.Run()
}

// Helper returns the path of the decoder program.
func Helper() (string, error) {
	tests, err := os.Executable()
	if err != nil {
		return "", err
	}
	name := heif.Helper
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return filepath.Join(filepath.Dir(tests), name), nil
}

// Package helpertest provides the helper program for tests.
package helpertest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"parlando/media/subprocess"
)

// builtVariable is the environment variable with the path of an already built helper program, for
// tests on another system.
const builtVariable = "PARLANDO_HELPER"

// Run builds the helper program next to the test binary, runs the tests, and returns the exit code
// for TestMain. The program is built without the race detector, which would make a decoder take
// half a minute to start.
func Run(m *testing.M) int {
	helper, err := Helper()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if err := provide(helper); err != nil {
		fmt.Fprintf(os.Stderr, "build %s: %v\n", subprocess.Helper, err)
		return 1
	}
	defer os.Remove(helper)
	return m.Run()
}

// Provide builds the helper program next to the test binary for the rest of a test.
func Provide(t *testing.T) {
	t.Helper()
	helper, err := Helper()
	if err != nil {
		t.Fatal(err)
	}
	if err := provide(helper); err != nil {
		t.Fatalf("build %s: %v", subprocess.Helper, err)
	}
	t.Cleanup(func() { _ = os.Remove(helper) })
}

// provide copies or builds the helper program.
func provide(helper string) error {
	if built := os.Getenv(builtVariable); built != "" {
		program, err := os.ReadFile(built)
		if err != nil {
			return err
		}
		return os.WriteFile(helper, program, 0o700)
	}
	// Without debug information the program links in half the time.
	said, err := exec.CommandContext(context.Background(), "go", "build", "-ldflags=-s -w", "-o", helper, "parlando/app/"+subprocess.Helper).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w\n%s", err, said)
	}
	return nil
}

// Helper returns the path of the helper program.
func Helper() (string, error) {
	tests, err := os.Executable()
	if err != nil {
		return "", err
	}
	name := subprocess.Helper
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return filepath.Join(filepath.Dir(tests), name), nil
}

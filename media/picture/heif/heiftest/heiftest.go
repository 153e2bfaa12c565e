// Package heiftest gives tests the program that decodes HEIC and AVIF.
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

// Run builds the program beside that of the tests, runs them, and returns what TestMain is to exit
// with. It is built without the race detector, under which a decoder takes half a minute to get
// ready.
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

// Helper is the path of the program.
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

package subprocess

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// The file names, without the extension on Windows, of programs that are installed next to this
// one. Helper runs code that needs large libraries or processes hostile input. ScreenReader is
// Parlando for screen readers.
const (
	Helper       = "parlando-helper"
	ScreenReader = "parlando-screen-reader"
)

// HelperPath returns the path of the helper program. The error is fs.ErrNotExist if the file is
// missing, or another if it cannot be run.
func HelperPath() (string, error) { return NextTo(Helper) }

// NextTo returns the path of a program that is installed next to this one, with errors as of
// HelperPath.
func NextTo(name string) (string, error) {
	this, err := os.Executable()
	if err != nil {
		return "", err
	}
	if this, err = filepath.EvalSymlinks(this); err != nil {
		return "", err
	}
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return exec.LookPath(filepath.Join(filepath.Dir(this), name))
}

package subprocess

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// Helper is the file name of the program that is installed next to this one and does for it what
// needs large libraries or hostile input kept apart, without the extension on Windows.
const Helper = "parlando-helper"

// HelperPath returns the path of the helper program. The error is fs.ErrNotExist if there is none,
// or that of a file that cannot be run.
func HelperPath() (string, error) {
	this, err := os.Executable()
	if err != nil {
		return "", err
	}
	if this, err = filepath.EvalSymlinks(this); err != nil {
		return "", err
	}
	name := Helper
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return exec.LookPath(filepath.Join(filepath.Dir(this), name))
}

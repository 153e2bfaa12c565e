package subprocess

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// Helper is the file name, without the extension on Windows, of the helper program, which is
// installed next to this program. It runs code that needs large libraries or processes hostile
// input.
const Helper = "parlando-helper"

// HelperPath returns the path of the helper program. The error is fs.ErrNotExist if the file is
// missing, or another if it cannot be run.
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

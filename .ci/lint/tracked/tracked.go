// Package tracked lists the files of the repository.
package tracked

import (
	"fmt"
	"os/exec"
	"slices"
	"strings"
)

// Files returns the tracked files that match git patterns, except test data, as paths relative to
// root.
func Files(root string, patterns ...string) ([]string, error) {
	list := exec.Command("git", append([]string{"ls-files", "-z", "--"}, patterns...)...)
	list.Dir = root
	names, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("list the files: %w", err)
	}
	all := strings.Split(strings.TrimRight(string(names), "\x00"), "\x00")
	return slices.DeleteFunc(all, func(name string) bool { return strings.Contains(name, "testdata/") }), nil
}

package shell

import (
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"parlando/views/uithread"
)

// PastedPaths reads what file managers put on the clipboard for files that were copied: file
// addresses, one a line, or the absolute paths of files that are there. Anything else is text and
// gives nil.
//
// A folder on a network that does not answer holds nobody up: what was not found in time is text.
func PastedPaths(text string) []string { return pastedPaths(text, os.Stat) }

func pastedPaths(text string, stat func(string) (os.FileInfo, error)) []string {
	paths, _ := uithread.Within(longestStat, func() []string { return readPaths(text, stat) })
	return paths
}

// longestStat is the time in which pasted paths must turn out to be those of files.
const longestStat = 150 * time.Millisecond

func readPaths(text string, stat func(string) (os.FileInfo, error)) []string {
	if len(text) > 64<<10 {
		return nil
	}
	lines := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' || r == 0 })
	if len(lines) > 0 && (lines[0] == "copy" || lines[0] == "x-special/nautilus-clipboard") {
		lines = slices.DeleteFunc(lines, func(s string) bool { return s == "copy" || s == "x-special/nautilus-clipboard" })
	}
	var paths []string
	for _, line := range lines {
		p, ok := pastedPath(line, stat)
		if !ok {
			return nil
		}
		paths = append(paths, p)
	}
	return paths
}

func pastedPath(line string, stat func(string) (os.FileInfo, error)) (string, bool) {
	if strings.HasPrefix(line, "file://") {
		u, err := url.Parse(line)
		if err != nil || u.Host != "" && u.Host != "localhost" || u.Path == "" {
			return "", false
		}
		return u.Path, true
	}
	if !filepath.IsAbs(line) {
		return "", false
	}
	info, err := stat(line)
	return line, err == nil && info.Mode().IsRegular()
}

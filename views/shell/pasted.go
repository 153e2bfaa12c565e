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

// PastedPaths parses the clipboard text that file managers write for copied files: file URLs, one
// per line, or absolute paths of existing files. Any other text returns nil.
//
// If a network folder does not respond in time, its paths are treated as text.
func PastedPaths(text string) []string { return pastedPaths(text, os.Stat) }

func pastedPaths(text string, stat func(string) (os.FileInfo, error)) []string {
	paths, _ := uithread.ResultWithin(longestStat, func() []string { return readPaths(text, stat) })
	return paths
}

// longestStat bounds the check whether pasted paths exist.
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

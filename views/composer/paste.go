package composer

import (
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// longest is how many characters the box takes; a longer text is an attachment, which can be looked
// at as a whole.
const longest = 8000

// pasteMost is from how many characters on a text that is pasted becomes an attachment, so that
// what is written stays in view.
const pasteMost = 4000

func pastedLong(text string) bool {
	return len(text) > pasteMost && utf8.RuneCountInString(text) > pasteMost
}

func tooLong(text string) bool {
	return len(text) > longest && utf8.RuneCountInString(text) > longest
}

// filePaths reads what file managers put on the clipboard for files that were copied: file
// addresses, one a line, or the absolute paths of files that are there. Anything else is text and
// gives nil.
func filePaths(text string) []string {
	if len(text) > 64<<10 {
		return nil
	}
	lines := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' || r == 0 })
	if len(lines) > 0 && (lines[0] == "copy" || lines[0] == "x-special/nautilus-clipboard") {
		lines = slices.DeleteFunc(lines, func(s string) bool { return s == "copy" || s == "x-special/nautilus-clipboard" })
	}
	var paths []string
	for _, line := range lines {
		p, ok := filePath(line)
		if !ok {
			return nil
		}
		paths = append(paths, p)
	}
	return paths
}

func filePath(line string) (string, bool) {
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
	info, err := os.Stat(line)
	return line, err == nil && info.Mode().IsRegular()
}

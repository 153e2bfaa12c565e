package core

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// pressed matches what a check of the packages presses or waits for in the window.
var pressed = regexp.MustCompile(`(?m)^(?:click|sees) "([^"$]+)"$`)

// The checks of the packages run only before a release. Their words are looked up here, so that a
// sentence that is changed does not break them unnoticed.
func TestTheChecksOfThePackagesKnowTheWordsOfTheWindow(t *testing.T) {
	root := moduleRoot(t)
	read := func(path string) string {
		data, err := os.ReadFile(filepath.Join(root, path))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	// Windows' own dialog, the placeholder of an address and the size that Practice eyes sees.
	shown := read("assets/translations/en.json") + read("client/practice/catalog.go") + "File name: https:// 48 x 64"
	for path, script := range map[string]string{
		".ci/package":       read(".ci/package/check") + read(".ci/package/repository-check") + read(".ci/package/debian"),
		".ci/windows/check": read(".ci/windows/check"),
	} {
		if before, older, ok := strings.Cut(script, `part "first start of the older version`); ok {
			typed, after, _ := strings.Cut(older, "\npart ") // its buttons have other words
			script = before + pressed.ReplaceAllString(typed, "") + "\npart " + after
		}
		// what the check types and opens itself
		known := shown + pressed.ReplaceAllString(script, "")
		all := pressed.FindAllStringSubmatch(script, -1)
		for _, m := range all {
			if !strings.Contains(known, m[1]) {
				t.Errorf("%s: the window does not show %q", path, m[1])
			}
		}
		if len(all) < 12 {
			t.Errorf("%s: %d words found", path, len(all))
		}
	}
}

package core

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// mapLine is a line of a table of docs/map.md: the package's folder, then what it is.
var mapLine = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (.+) \\|$")

func TestTheMapShowsEveryPackageAndNoOther(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(moduleRoot(t), "docs", "map.md"))
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{}
	for _, line := range mapLine.FindAllStringSubmatch(string(data), -1) {
		if shown[line[1]] {
			t.Errorf("%s has two lines", line[1])
		}
		if shown[line[1]] = true; len(line[2]) < 10 {
			t.Errorf("the line of %s says nothing", line[1])
		}
	}
	there := map[string]bool{}
	for file := range goImports(t) {
		if folder := path.Dir(file); folder != "." && !strings.HasSuffix(file, "_test.go") {
			there[folder] = true
		}
	}
	for folder := range there {
		if !shown[folder] {
			t.Errorf("docs/map.md has no line for %s", folder)
		}
	}
	for folder := range shown {
		if !there[folder] {
			t.Errorf("docs/map.md shows %s, which is no package", folder)
		}
	}
}

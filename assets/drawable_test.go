package assets

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"
)

// What draws the icons takes one arc for each "a" of a path, and no flags that stand without a
// space; anything else is drawn wrong without a word. Icons that come from Lucide with more are
// rewritten so.
func TestEveryIconIsWrittenAsItCanBeDrawn(t *testing.T) {
	files, err := fs.Glob(icons, "icons/*.svg")
	if err != nil || len(files) < 40 {
		t.Fatalf("%d icons, %v", len(files), err)
	}
	path := regexp.MustCompile(`\bd="([^"]*)"`)
	arc := regexp.MustCompile(`[aA]([^a-zA-Z]*)`)
	number := regexp.MustCompile(`-?(?:\d+\.\d+|\.\d+|\d+)`)
	for _, f := range files {
		svg, err := icons.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(svg), `stroke="currentColor"`) || !strings.Contains(string(svg), `stroke-width="2"`) {
			t.Errorf("%s is not drawn with a line of 2 in currentColor", f)
		}
		for _, d := range path.FindAllStringSubmatch(string(svg), -1) {
			for _, a := range arc.FindAllStringSubmatch(d[1], -1) {
				if n := len(number.FindAllString(a[1], -1)); n != 7 {
					t.Errorf("%s: an arc has %d numbers, not 7: %q", f, n, a[0])
				}
			}
		}
	}
}

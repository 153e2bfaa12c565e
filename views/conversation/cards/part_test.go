package cards

import (
	"fmt"
	"strings"
	"testing"

	"parlando/app/markdown"
)

// A long text that grows while it is parsed in the background is not parsed at once, but another
// text is.
func TestAddedTextIsParsedLater(t *testing.T) {
	var b strings.Builder
	for i := 0; b.Len() <= longText; i++ {
		fmt.Fprintf(&b, "Some words, of which these are number %d.\n\n", i)
	}
	long, atOnce := b.String(), 0
	set := func(d *markdown.Document, text string) int { atOnce++; return 0 }
	var p cardPart
	for _, c := range []struct {
		text   string
		atOnce int
	}{{long, 0}, {long + "More.", 0}, {long, 0}, {"Another text.", 1}} {
		p.read(c.text, false, true, set)
		if atOnce != c.atOnce || p.loading != (c.atOnce == 0) {
			t.Errorf("%d bytes: parsed at once %d times, loading %v", len(c.text), atOnce, p.loading)
		}
	}
}

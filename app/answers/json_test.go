package answers

import (
	"strings"
	"testing"
)

// While JSON is being written, and where it was cut, an object inside of it is not taken for the
// whole: what is shown only grows.
func TestAnObjectInsideOfJSONThatIsCutIsNotTheDocument(t *testing.T) {
	for whole, begins := range map[string]string{
		`Here: {"a":{"b":1},"c":[{"d":2},{"e":{}}],"f":"x"}`: "Here:\n\n```json\n{\"",
		`[{"a":{"b":1}},{"a":{}}]`:                           "```json\n[{\"",
	} {
		shown := ""
		for end := strings.Index(whole, `"a"`) + 1; end < len(whole); end++ {
			now := FenceJSON(whole[:end])
			if !strings.HasPrefix(now, shown) || !strings.HasPrefix(now, begins) {
				t.Fatalf("after %q there is %q, before there was %q", whole[:end], now, shown)
			}
			shown = now
		}
	}
}

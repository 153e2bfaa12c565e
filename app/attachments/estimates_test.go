package attachments

import (
	"hash/maphash"
	"strings"
	"testing"

	"parlando/app/chat"
	"parlando/client/tokens"
)

// A long attached text is not estimated again with each key pressed in the message box.
func TestALongTextIsEstimatedOnce(t *testing.T) {
	asked := 0
	e := estimates{seed: maphash.MakeSeed(), estimate: func(text string) tokens.Estimate {
		asked++
		return tokens.EstimateText(text)
	}}
	for n := range 3 * maxCached {
		text := strings.Repeat("word ", minCached/5) + strings.Repeat("x", n)
		for range 3 {
			if got, want := e.of(text), tokens.EstimateText(text); n < 3 && got != want {
				t.Errorf("%v, want %v", got, want)
			}
		}
		if asked != n+1 {
			t.Fatalf("%d estimates of %d texts", asked, n+1)
		}
		if len(e.known) > maxCached {
			t.Fatalf("%d estimates are kept", len(e.known))
		}
	}
}

// BenchmarkEstimate estimates an attached text of 4 MB again.
func BenchmarkEstimate(b *testing.B) {
	p := chat.Part{Kind: chat.PartPasted, Text: strings.Repeat("The last train had gone. ", 4<<20/25)}
	for b.Loop() {
		EstimateTokens(p)
	}
}

package markdown

import (
	"slices"
	"testing"
	"time"
)

func FuzzDocument(f *testing.F) {
	for _, text := range fragments {
		f.Add(text, uint16(1))
	}
	for _, text := range traps(300) {
		f.Add(text, uint16(100))
	}
	f.Add(reply(2000), uint16(700))
	f.Fuzz(func(t *testing.T, text string, cut uint16) {
		if len(text) > 1<<16 {
			return
		}
		at := int(cut) % (len(text) + 1)
		start := time.Now()
		var whole, grown Document
		whole.Set(text)
		grown.SetOpen(text[:at])
		checkOffsets(t, text[:at], grown.Blocks())
		grown.SetOpen(text[:at+(len(text)-at)/2])
		checkOffsets(t, text[:at+(len(text)-at)/2], grown.Blocks())
		grown.Set(text)
		if took := time.Since(start); took > 5*time.Second {
			t.Fatalf("took %v", took)
		}
		checkOffsets(t, text, whole.Blocks())
		if !slices.EqualFunc(whole.Blocks(), grown.Blocks(), func(a, b Block) bool { return same(&a, &b) }) {
			t.Fatalf("growing %q at %d gives other blocks:\n%+v\n%+v", text, at, whole.Blocks(), grown.Blocks())
		}
		PlainText(whole.Blocks())
		for _, b := range whole.Blocks() {
			if b.Kind == CodeBlock && len(b.Text) < 1000 {
				Highlight(b.Lang, b.Text)
			}
		}
	})
}

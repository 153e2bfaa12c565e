package chatexport

import (
	"io"
	"strings"
	"testing"
)

// BenchmarkLongReply exports a reply of 100 MB. Goal: no more than a few times its size allocated.
func BenchmarkLongReply(b *testing.B) {
	text := strings.Repeat("The quick *brown* fox jumps over the lazy dog.\n\n", 100_000_000/48)
	c := Chat{Messages: []Message{{Parts: []Part{{Markdown: text}}}}}
	for _, f := range Formats() {
		b.Run(string(f), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := Write(b.Context(), io.Discard, f, c, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("clipboard", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, _ = PlainText(c), Fragment(c)
		}
	})
}

func TestALongChatIsPastedAsPlainTextOnly(t *testing.T) {
	line := "Some *words*.\n"
	c := Chat{Messages: []Message{{Parts: []Part{{Plain: strings.Repeat(line, longestFragment/len(line)+1)}}}}}
	if html := Fragment(c); html != "" {
		t.Errorf("%d bytes of HTML", len(html))
	}
	c.Messages[0].Parts[0].Plain = line
	if Fragment(c) == "" {
		t.Error("no HTML for a short text")
	}
}

//go:build unix

package find

import (
	"testing"

	"parlando/app/chat"
	"parlando/app/markdown/markdowntest"
)

// BenchmarkStuckShapes finds a letter in replies of 1 MB in which a model got stuck.
func BenchmarkStuckShapes(b *testing.B) {
	needle := Phrase("a")
	markdowntest.Benchmark(b, 1_000_000, func(_, text string) {
		needle.In(chat.Message{Role: chat.Assistant, Parts: []chat.Part{{Kind: chat.PartText, Text: text}}})
	})
}

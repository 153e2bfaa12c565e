//go:build unix

package speechtext

import (
	"testing"

	"parlando/app/markdown/markdowntest"
)

// BenchmarkStuckShapes splits texts of 1 MB in which a model got stuck into sentences.
func BenchmarkStuckShapes(b *testing.B) {
	markdowntest.Benchmark(b, 1_000_000, func(_, text string) { Sentences(text, testWords) })
}

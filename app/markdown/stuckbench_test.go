//go:build unix

package markdown

import (
	"testing"

	"parlando/app/markdown/markdowntest"
)

// BenchmarkStuckShapes reads texts of 1 MB in which a model got stuck. Goal: at most twice the
// processor of prose.
func BenchmarkStuckShapes(b *testing.B) {
	markdowntest.Benchmark(b, 1_000_000, func(_, text string) {
		var d Document
		d.Set(text)
	})
}

// Package markdowntest provides long texts for tests and benchmarks: ordinary prose, and the shapes
// in which models get stuck. The same call produces the same text every time.
package markdowntest

// Package textflow breaks runs of styled text into lines of positioned fragments. It guarantees
// that laying out a growing text again lays out only its last lines, and that each word is measured
// once.
package textflow

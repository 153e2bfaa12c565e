//go:build !race

package scribe_test

const raced = false

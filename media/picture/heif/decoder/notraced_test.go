//go:build !race

package decoder_test

const raced = false

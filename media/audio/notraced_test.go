//go:build !race

package audio

const raced = false

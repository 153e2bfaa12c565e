//go:build !race

package window

const raced = false

//go:build !race

package documents

const (
	raced = false
	fewer = 1
)

//go:build race

package documents

// raced tells that the race detector runs, under which all takes ten times as long and more; fewer is by how much less of the
// longest pages is read then.
const (
	raced = true
	fewer = 20
)

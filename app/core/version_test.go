package core

import (
	"runtime/debug"
	"testing"
)

func TestAReleaseNamesItsCommit(t *testing.T) {
	build := []debug.BuildSetting{
		{Key: "-trimpath", Value: "true"}, {Key: "vcs.revision", Value: "d440768212ab34cd56ef"}, {Key: "vcs.time", Value: "2026-11-26T01:46:00Z"},
	}
	for _, c := range []struct {
		build []debug.BuildSetting
		want  string
	}{
		{nil, Version},
		{build, Version + " (commit d440768212ab, 2026-11-26)"},
		{append(build, debug.BuildSetting{Key: "vcs.modified", Value: "true"}), Version + " (commit d440768212ab with changes, 2026-11-26)"},
	} {
		if got := release(c.build); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

package core

import (
	"fmt"
	"runtime/debug"
)

// Version is the version of the program, as FyneApp.toml has it (kept equal by a test).
const Version = "0.1.0"

// ID is the program's id, as FyneApp.toml has it.
const ID = "org.parlando.Parlando"

// Homepage is the public address of the project, without a slash at its end. Packages are built
// with it (.ci/package/build); it is "" where they were not.
var Homepage = ""

// Release returns the version, with the commit and its date where Go has noted them: it does in a
// clone with git, but not in a work tree beside it, in tests or with -buildvcs=false.
func Release() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return Version
	}
	return release(info.Settings)
}

func release(build []debug.BuildSetting) string {
	vcs := map[string]string{}
	for _, s := range build {
		vcs[s.Key] = s.Value
	}
	commit, date := vcs["vcs.revision"], vcs["vcs.time"]
	if commit == "" {
		return Version
	}
	changed := ""
	if vcs["vcs.modified"] == "true" {
		changed = " with changes"
	}
	return fmt.Sprintf("%s (commit %.12s%s, %.10s)", Version, commit, changed, date)
}

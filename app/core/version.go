package core

import (
	"fmt"
	"runtime/debug"
)

// Version is the program's version, also stored in FyneApp.toml; a test compares them.
const Version = "0.1.0"

// ID is the program's ID, also stored in FyneApp.toml.
const ID = "org.parlando.Parlando"

// Homepage is the project's public address without a trailing slash. It is set when packages are
// built (.ci/package/build), and "" otherwise.
var Homepage = ""

// Repository is the address of the package repositories (.ci/package/repository) without a trailing
// slash, set and empty like Homepage.
var Repository = ""

// Release returns the version, followed by the commit and its date if Go has recorded them: in a
// clone with git, but not in a linked work tree, in tests or with -buildvcs=false.
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

package core

// Version is the version of the program, as FyneApp.toml has it (kept equal by a test).
const Version = "0.1.0"

// ID is the program's id, as FyneApp.toml has it.
const ID = "org.parlando.Parlando"

// Homepage is the public address of the project, without a slash at its end. Packages are built
// with it (.ci/package/build); it is "" where they were not.
var Homepage = ""

package assets

import _ "embed"

//go:embed notices.txt
var notices string

// Notices are the licences of what the program stands on.
func Notices() string { return notices }

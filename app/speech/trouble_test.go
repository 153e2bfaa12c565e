package speech

import (
	"parley/app/problem"
)

var offline = problem.Problem{Kind: problem.Offline, Host: "here"}

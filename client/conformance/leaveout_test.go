package conformance

import (
	"sync"
	"testing"
)

// reasons hold, by the name of the test, why a case was left out or passed with a remark.
var reasons sync.Map

// leaveOut ends a case that cannot be tried, with a reason that the suite prints.
func leaveOut(t *testing.T, reason string) {
	t.Helper()
	reasons.Store(t.Name(), reason)
	t.Skip(reason)
}

// remark is printed beside the name of a case that passes.
func remark(t *testing.T, text string) { reasons.Store(t.Name(), text) }

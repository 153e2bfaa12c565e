package conformance

import (
	"sync"
	"testing"
)

// reasons are why cases were left out or passed with a remark, by the name of the test.
var reasons sync.Map

// leaveOut ends a case that cannot be tried, with a reason that the suite prints.
func leaveOut(t *testing.T, reason string) {
	t.Helper()
	reasons.Store(t.Name(), reason)
	t.Skip(reason)
}

// remark is printed beside the name of a case that passes.
func remark(t *testing.T, text string) { reasons.Store(t.Name(), text) }

package lowpriority

import (
	"testing"

	"golang.org/x/sys/unix"
)

func TestOnlyItsOwnThreadHasTheLowestPriority(t *testing.T) {
	var within int
	Run(func() { within = niceness(t) })
	if within != lowest {
		t.Errorf("the priority within Run is %d, want %d", within, lowest)
	}
	if after := niceness(t); after == lowest {
		t.Error("the priority of another thread was lowered, too")
	}
}

// niceness returns the niceness of the current thread.
func niceness(t *testing.T) int {
	t.Helper()
	p, err := unix.Getpriority(unix.PRIO_PROCESS, unix.Gettid())
	if err != nil {
		t.Fatal(err)
	}
	return 20 - p // the system call returns 20 minus the niceness
}

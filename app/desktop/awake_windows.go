package desktop

import (
	"context"
	"fmt"
	"runtime"

	"golang.org/x/sys/windows"
)

// Flags of SetThreadExecutionState.
const (
	esContinuous     = 0x80000000
	esSystemRequired = 0x00000001
)

var setThreadExecutionState = windows.NewLazySystemDLL("kernel32.dll").NewProc("SetThreadExecutionState")

// inhibitSleep keeps the computer awake until ctx is done. The execution state belongs to the
// calling thread.
func inhibitSleep(ctx context.Context, _ string) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if before, _, err := setThreadExecutionState.Call(esContinuous | esSystemRequired); before == 0 {
		return fmt.Errorf("%w: %w", ErrNone, err)
	}
	<-ctx.Done()
	_, _, _ = setThreadExecutionState.Call(esContinuous)
	return nil
}

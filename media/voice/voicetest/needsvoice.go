// Package voicetest skips tests that need a voice on a Windows that has none.
package voicetest

import (
	"os/exec"
	"runtime"
	"testing"
)

// NeedsVoice skips a test where Windows has no voice, as under Wine. Elsewhere a missing voice
// fails the test.
func NeedsVoice(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("powershell"); err != nil && runtime.GOOS == "windows" {
		t.Skip("this Windows has no voice")
	}
}

package desktop

import (
	"testing"

	"golang.org/x/sys/windows"
)

func TestNarratorIsDetectedWhileItRuns(t *testing.T) {
	if ScreenReaderRuns() {
		t.Skip("a screen reader is running")
	}
	name, err := windows.UTF16PtrFromString("NarratorRunning")
	if err != nil {
		t.Fatal(err)
	}
	mutex, err := windows.CreateMutex(nil, false, name)
	if err != nil {
		t.Fatal(err)
	}
	if !ScreenReaderRuns() {
		t.Error("Narrator is not detected")
	}
	if err := windows.CloseHandle(mutex); err != nil {
		t.Fatal(err)
	}
	if ScreenReaderRuns() {
		t.Error("Narrator is detected after its end")
	}
}

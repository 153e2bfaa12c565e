package display

import (
	"errors"
	"testing"
)

func TestScreensAreFound(t *testing.T) {
	screens, err := Screens()
	if err != nil || len(screens) == 0 || screens[0].Dx() < 100 {
		t.Error(screens, err)
	}
}

func TestKeysAreTakenOnceAndReleased(t *testing.T) {
	keys, err := ParseKeys("Ctrl+Alt+K")
	if err != nil {
		t.Fatal(err)
	}
	release, err := GrabKeys(keys, func() {})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := GrabKeys(keys, func() {}); !errors.Is(err, ErrTaken) {
		t.Errorf("taken twice: %v", err)
	}
	release()
	release, err = GrabKeys(keys, func() {})
	if err != nil {
		t.Fatal(err)
	}
	release()
}

func TestKeysHaveTheirCodes(t *testing.T) {
	for written, want := range map[string]uintptr{"ctrl+k": 'K', "alt+7": '7', "f5": 0x74, "ctrl+space": 0x20, "ctrl+f": 'F'} {
		keys, err := ParseKeys(written)
		if err != nil || keys.code() != want {
			t.Errorf("%s: %#x, want %#x; %v", written, keys.code(), want, err)
		}
	}
}

package desktop

import "testing"

func TestTheContrastIsRead(t *testing.T) {
	if _, err := WatchContrast(t.Context(), nil); err != nil {
		t.Error(err)
	}
}

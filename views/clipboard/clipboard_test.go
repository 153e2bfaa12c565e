package clipboard

import (
	"testing"

	"fyne.io/fyne/v2/test"
)

func TestPastedLinesEndAsInParlando(t *testing.T) {
	board := test.NewClipboard()
	board.SetContent("one\r\ntwo\nthree\r\n")
	if got := Of(board).Content(); got != "one\ntwo\nthree\n" {
		t.Errorf("%q", got)
	}
	Of(board).SetContent("one\ntwo")
	if got := Of(board).Content(); got != "one\ntwo" {
		t.Errorf("copied and pasted: %q", got)
	}
}

func TestCopiedLinesEndAsTheSystemsDo(t *testing.T) {
	for goos, want := range map[string]string{"linux": "one\ntwo\r\n", "windows": "one\r\ntwo\r\n"} {
		if got := linesOf(goos, "one\ntwo\r\n"); got != want {
			t.Errorf("%s: %q", goos, got)
		}
	}
}

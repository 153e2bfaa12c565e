package window

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

const folderGone = "The folder with your chats was removed, renamed or replaced, so nothing can be saved or sent."

func TestAFolderThatIsGoneIsSaidAndSavedElsewhere(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows keeps open files in their place")
	}
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.types("only just typed")
		data, moved := filepath.Join(h.dir, "data"), filepath.Join(h.dir, "moved")
		if err := os.Rename(data, moved); err != nil {
			t.Fatal(err)
		}
		gone := func() bool { return p.core.History.Gone() }
		p.until("the folder to be gone", gone)
		p.drain()
		p.sees(folderGone)
		p.closes()
		p.sees(notEverythingKept)
		p.clicks("Cancel")

		// It comes back.
		if err := os.Rename(moved, data); err != nil {
			t.Fatal(err)
		}
		p.until("the folder to be back", func() bool { return !gone() })
		p.drain()
		p.seesNot(folderGone)

		if err := os.Rename(data, moved); err != nil {
			t.Fatal(err)
		}
		p.until("the folder to be gone again", gone)
		p.drain()
		chosen, reopened := t.TempDir(), false
		h.dialogs.choosing(chosen)
		p.SetReopen(func() { reopened = true })
		p.clicks("Save my chats to another folder…")
		p.until("the chats to be saved", func() bool { return p.core.Settings.Get().Library == filepath.Join(chosen, "Parlando") })
		p.drain()
		p.sees("Your chats are saved")
		p.clicks("Open them")
		if !reopened {
			t.Error("they are not opened")
		}
		if err := os.Rename(moved, data); err != nil { // to close well
			t.Fatal(err)
		}
	})
}

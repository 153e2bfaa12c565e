package core_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"parlando/app/chat"
	"parlando/client/practice"
)

// make gone runs it with the right to mount.
func TestAnUnmountedFolderComesBack(t *testing.T) {
	if os.Getenv("PARLANDO_TEST_MOUNT") == "" {
		t.Skip("it needs a name space of its own: make gone")
	}
	story(t, func(t *testing.T, h *home) {
		drive, data := t.TempDir(), filepath.Join(h.dir, "data")
		mount := func() {
			t.Helper()
			if err := syscall.Mount(drive, data, "", syscall.MS_BIND, ""); err != nil {
				t.Fatal(err)
			}
		}
		unmount := func() {
			t.Helper()
			if err := syscall.Unmount(data, syscall.MNT_DETACH); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Mkdir(data, 0o700); err != nil {
			t.Fatal(err)
		}
		mount()
		p := h.start()
		c := p.looksAround(practice.WriterModel)
		other := p.newChat(practice.WriterModel)
		reply := p.asks(c, "What is a lighthouse for?")
		p.readsSome(reply, 20)
		unmount()
		p.until("the library to be gone", p.History.Gone)
		h.refusesAll(p, other)
		if left, err := os.ReadDir(data); err != nil || len(left) != 0 {
			t.Errorf("below the drive lie %v, %v", left, err)
		}
		mount()
		p.until("the library to be there", func() bool { return !p.History.Gone() })
		p.waitsFor(reply, chat.Done)
		p.waitsFor(p.asks(other, "Once more"), chat.Done)
		p.quit()
		unmount()
	})
}

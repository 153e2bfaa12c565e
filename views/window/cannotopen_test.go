package window

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"

	"parlando/app/backups"
	"parlando/app/core"
	"parlando/app/history"
	"parlando/app/instance"
	"parlando/views/uithread"
)

func TestTheWindowGoesOnWithoutTheLibraryThatCannotBeOpened(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.sends("What is a lighthouse for?")
		p.readsToTheEnd()
		if err := p.Backups.Encrypt(t.Context(), "correct horse"); err != nil {
			t.Fatal(err)
		}
		p.backs(backups.ByHand)
		p.Clear()
		p.Window.Close()
		if err := p.Core.Close(context.Background()); err != nil {
			t.Error(err)
		}
		file := filepath.Join(h.dir, "data", history.FileName)
		if err := os.WriteFile(file, bytes.Repeat([]byte("no database "), 1000), 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := core.Open(t.Context(), core.Flags{DataDir: h.dir}, core.Options{Keyring: h.keys, Clipboard: h.clipboard, Dialogs: h.dialogs})
		failure, ok := errors.AsType[*core.LibraryError](err)
		if !ok {
			t.Fatal(err)
		}
		p.gone = true
		opened := 0
		v := NewCannotOpen(t.Context(), c, failure, uithread.New(p.queue.Put, func() {}), p.app, p.screen, func() { opened++ })
		v.RunStartupWork()
		p.drain()
		p.sees("Your chats can't be opened")
		p.holds(fyne.KeyN) // of the window before
		p.presses(fyne.KeyEscape)
		p.clicks("Recover")
		p.until("the end of the recovery", func() bool { return p.reads("Nothing could be read.") })
		p.clicks("Start empty")
		p.until("the empty library", func() bool { return opened == 1 })
		p.clicks("Open backup")
		p.sees("This backup is encrypted")
		p.types("wrong horse")
		p.presses(fyne.KeyReturn)
		p.sees("The passphrase is wrong.")
		p.types("correct horse")
		p.presses(fyne.KeyReturn)
		p.sees("Your chats are back")
		p.clicks("Open Parlando")
		p.until("the library of the backup", func() bool { return opened == 2 })
		if v.HandleRequest(instance.Request{Quit: true}); !p.screen.closed {
			t.Error("another start does not close the window")
		}
		v.Clear()
		v.Close()
		if err := c.Close(context.Background()); err != nil {
			t.Error(err)
		}
		p = h.start()
		p.sees("What is a lighthouse for?")
	})
}

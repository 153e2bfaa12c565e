package window

import (
	"context"
	"testing"

	"fyne.io/fyne/v2"

	"parlando/views/uithread"
)

func TestAWindowGoesOnWithTheLibraryThatIsOpenedAnew(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		size := fyne.NewSize(900, 640)
		p.screen.Resize(size)
		p.types("half a thought")
		p.ShowQuick()
		p.showKeys()
		p.drain()
		p.Clear()
		p.Window.Close()
		ShowOpening(p.screen)
		if n := len(p.canvas.Overlays().List()); n > 0 {
			t.Errorf("%d overlays are left", n)
		}
		p.sees("Opening your chats…")
		p.holds(fyne.KeySlash) // the shortcuts
		p.presses(fyne.KeyEscape)
		if n := len(p.canvas.Overlays().List()); n > 0 {
			t.Error("a key opens what belongs to the library that is closed")
		}
		if err := p.Core.Close(context.Background()); err != nil {
			t.Error(err)
		}
		p.Core = h.open()
		p.Window = New(t.Context(), p.Core, uithread.New(p.queue.Put, func() {}), p.app, p.screen)
		p.composer = p.chat.Composer()
		p.drain()
		p.seesNot("Opening your chats…")
		if got := p.canvas.Size(); got != size {
			t.Errorf("the window has become %v, not %v", got, size)
		}
		if text := p.composer.Draft().Text; text != "half a thought" {
			t.Errorf("the message box has %q", text)
		}
		p.holds(fyne.KeySlash)
		if n := len(p.canvas.Overlays().List()); n != 1 {
			t.Errorf("the key of the shortcuts opens %d sheets", n)
		}
	})
}

package window

import (
	"log/slog"

	"fyne.io/fyne/v2"
	native "fyne.io/fyne/v2/driver"

	"parlando/app/display"
	"parlando/app/instance"
	"parlando/views/uithread"
)

// Raise brings the window to the front, and reports whether the system permits that. Wayland does
// not.
func (v *Window) Raise() bool { return v.raise(v.window) }

func (v *Window) raise(w fyne.Window) bool { return raise(w, v.thread, v.core.Log) }

func raise(w fyne.Window, thread *uithread.Thread, log *slog.Logger) bool {
	if onWayland(w) {
		return false
	}
	w.RequestFocus()
	if handle := handleOf(w); handle != 0 {
		thread.Go(func() func() {
			// Raise the window directly: some window managers ignore Fyne's request, because it
			// names a program as its source.
			if err := display.Raise(handle); err != nil {
				log.Warn("The window could not be raised", "error", err)
			}
			return nil
		})
	}
	return true
}

// HandleRequest carries out the request of a second start of Parlando, and reports whether it did.
// It closes Parlando, shows a window, turns announcements on, starts a chat or a dictation, or adds
// files as if they had been dropped. Without a connection, it shows onboarding.
func (v *Window) HandleRequest(r instance.Request) bool {
	if r.Quit {
		closes := v.quit()
		if !closes {
			v.Raise() // to show the question that prevented closing
		}
		return closes
	}
	if r.Announce && !v.announces() {
		v.turnOnAnnouncements(v.frame.Toasts())
	}
	if v.core.Look != nil {
		return v.Raise() || r.Announce
	}
	if !v.atWelcome() {
		if r.NewChat || r.Dictate || len(r.Files) > 0 {
			v.showChat()
		}
		if r.NewChat {
			v.chat.NewChat()
		}
		if r.Dictate {
			v.chat.Dictate()
		}
	}
	if len(r.Files) > 0 {
		v.takeFiles(r.Files)
	}
	if r.Quick {
		v.ShowQuick()
		return true
	}
	return v.Raise() || r.Announce || len(r.Files) > 0
}

// onWayland reports whether a window is a Wayland window, which a program cannot place or raise.
func onWayland(w fyne.Window) bool {
	wayland := false
	if window, ok := w.(native.NativeWindow); ok {
		window.RunNative(func(context any) { _, wayland = context.(native.WaylandWindowContext) })
	}
	return wayland
}

package window

import (
	"os"

	"fyne.io/fyne/v2"
	native "fyne.io/fyne/v2/driver"

	"parlando/app/desktop"
	"parlando/app/display"
	"parlando/app/settings"
)

// StartPlace is where the window is to open: where it stood last, if that is known and can still be
// reached with the screens there are.
func StartPlace(s settings.Settings) (x, y int, ok bool) {
	p := s.WindowPlace
	if !p.Known || os.Getenv("WAYLAND_DISPLAY") != "" {
		return 0, 0, false
	}
	screens, err := display.Screens()
	if err != nil || !display.Reachable(p.X, p.Y, int(sizeOf(s).Width), screens) {
		return 0, 0, false
	}
	return p.X, p.Y, true
}

// Started does what may wait until the window is shown.
func (v *Window) Started() {
	if handle := handleOf(v.window); handle != 0 && v.core.Settings.Get().WindowPlace.Maximized {
		v.thread.Go(func() func() {
			if err := display.Maximize(handle); err != nil {
				v.core.Log.Warn("The window was not made large", "error", err)
			}
			return nil
		})
	}
	v.grabQuickKeys(nil)
	v.thread.Go(func() func() {
		still, err := desktop.PrefersReducedMotion(v.frame.Context())
		if err != nil || !still {
			return nil
		}
		return func() {
			v.deskStill = true
			v.ChangeLook()
		}
	})
}

// keepPlace notes how large the window is and where it stands, as far as the system tells.
func keepPlace(s *settings.Settings, size fyne.Size, p display.Place, known bool) {
	s.WindowPlace.Maximized = known && p.Maximized
	if s.WindowPlace.Maximized {
		return // its size and place are those of before
	}
	s.WindowWidth, s.WindowHeight = size.Width, size.Height
	if known {
		s.WindowPlace = settings.Place{Known: true, X: p.X, Y: p.Y}
	}
}

// placeOf is where a window stands.
func placeOf(w fyne.Window) (p display.Place, known bool) {
	handle := handleOf(w)
	if handle == 0 {
		return p, false
	}
	p, err := display.PlaceOf(handle)
	return p, err == nil
}

// handleOf is the number by which X11 knows a window, 0 for one of another system.
func handleOf(w fyne.Window) (handle uintptr) {
	if window, ok := w.(native.NativeWindow); ok {
		window.RunNative(func(context any) {
			if x11, ok := context.(native.X11WindowContext); ok {
				handle = x11.WindowHandle
			}
		})
	}
	return handle
}

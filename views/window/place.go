package window

import (
	"os"

	"fyne.io/fyne/v2"
	native "fyne.io/fyne/v2/driver"

	"parlando/app/desktop"
	"parlando/app/display"
	"parlando/app/settings"
)

// StartSize returns the window's last size, or the default one.
func StartSize(s settings.Settings) fyne.Size {
	if s.WindowWidth < 480 || s.WindowHeight < 400 {
		return fyne.NewSize(1280, 800)
	}
	return fyne.NewSize(s.WindowWidth, s.WindowHeight)
}

// StartPosition returns the window's last position; ok is false if that is not on a screen.
func StartPosition(s settings.Settings) (x, y int, ok bool) {
	p := s.WindowPlace
	if !p.Known || os.Getenv("WAYLAND_DISPLAY") != "" {
		return 0, 0, false
	}
	screens, err := display.Screens()
	if err != nil || !display.IsReachable(p.X, p.Y, int(StartSize(s).Width), screens) {
		return 0, 0, false
	}
	return p.X, p.Y, true
}

// RunStartupWork runs the startup work that can wait until the window is visible.
func (v *Window) RunStartupWork() {
	if handle := handleOf(v.window); handle != 0 && v.core.Settings.Get().WindowPlace.Maximized {
		v.thread.Go(func() func() {
			if err := display.Maximize(handle); err != nil {
				v.core.Log.Warn("The window could not be maximized", "error", err)
			}
			return nil
		})
	}
	if v.core.Look == nil {
		v.grabQuickKeys(nil)
		v.thread.Go(func() func() {
			if err := v.core.Connections.RenewPractice(v.frame.Context()); err != nil {
				v.core.Log.Warn("The models of the practice service could not be listed", "error", err)
			}
			return nil
		})
	}
	v.thread.Go(func() func() {
		still, err := desktop.PrefersReducedMotion(v.frame.Context())
		if err != nil || !still {
			return nil
		}
		return func() {
			v.desk.ReducedMotion = true
			v.ReloadTheme()
		}
	})
	v.thread.Go(func() func() {
		follow := func(more bool) { v.thread.Do(func() { v.askForContrast(more) }) }
		more, err := desktop.WatchContrast(v.frame.Context(), follow)
		if err != nil {
			return nil
		}
		return func() { v.askForContrast(more) }
	})
}

// askForContrast applies that the desktop asks for more contrast, or not any more.
func (v *Window) askForContrast(more bool) {
	if v.desk.MoreContrast != more {
		v.desk.MoreContrast = more
		v.ReloadTheme()
	}
}

// keepPlace stores the size of the window, and its position if the system reports it.
func keepPlace(s *settings.Settings, size fyne.Size, p display.WindowPosition, known bool) {
	s.WindowPlace.Maximized = known && p.Maximized
	if s.WindowPlace.Maximized {
		return // so that the size and position before maximizing stay stored
	}
	s.WindowWidth, s.WindowHeight = size.Width, size.Height
	if known {
		s.WindowPlace = settings.WindowPosition{Known: true, X: p.X, Y: p.Y}
	}
}

// placeOf returns the position of a window.
func placeOf(w fyne.Window) (p display.WindowPosition, known bool) {
	handle := handleOf(w)
	if handle == 0 {
		return p, false
	}
	p, err := display.PositionOf(handle)
	return p, err == nil
}

// handleOf returns the id of a window in X11 or Windows, 0 on other systems.
func handleOf(w fyne.Window) (handle uintptr) {
	if window, ok := w.(native.NativeWindow); ok {
		window.RunNative(func(context any) {
			switch c := context.(type) {
			case native.X11WindowContext:
				handle = c.WindowHandle
			case native.WindowsWindowContext:
				handle = c.HWND
			}
		})
	}
	return handle
}

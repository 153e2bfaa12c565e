package window

import (
	"errors"

	"parlando/app/display"
	"parlando/app/settings"
	"parlando/views/format"
	"parlando/views/i18n"
	settingssheet "parlando/views/sheets/settings"
)

// quickKeys is the global hotkey of the quick window.
type quickKeys struct {
	release func()
	// problem is the reason why the hotkey does not work, or "".
	problem string
	// turn is a generation counter: a hotkey grabbed in an earlier generation is released.
	turn int
}

// grabQuickKeys registers the hotkey of the settings, in place of the previous one. Once the result
// is known, it calls then, which may be nil.
func (v *Window) grabQuickKeys(then func()) {
	k := &v.quick.keys
	k.turn++
	turn := k.turn
	v.releaseQuickKeys()
	k.problem = ""
	written := v.core.Settings.Get().Comfort.QuickKeys
	if written == "" || handleOf(v.window) == 0 {
		return
	}
	v.thread.Go(func() func() {
		keys, err := display.ParseKeys(written)
		var release func()
		if err == nil {
			release, err = display.GrabKeys(keys, func() { v.thread.Do(v.ShowQuick) })
		}
		return func() {
			if turn != k.turn {
				if release != nil {
					release()
				}
				return
			}
			k.release = release
			if err != nil {
				v.core.Log.Warn("The keys of the quick window could not be registered", "keys", written, "error", err)
				k.problem = whyNoKeys(err)
			}
			if then != nil {
				then()
			}
		}
	})
}

func (v *Window) releaseQuickKeys() {
	if k := &v.quick.keys; k.release != nil {
		k.release()
		k.release = nil
	}
}

func whyNoKeys(err error) string {
	switch {
	case errors.Is(err, display.ErrInvalidKeys):
		return i18n.Text("Use {{.Ctrl}}, {{.Alt}} or the Windows key together with another key, for example {{.Keys}}.", map[string]any{"Ctrl": format.Keys("Ctrl"), "Alt": format.Keys("Alt"), "Keys": format.Keys("Ctrl+Alt+Space")})
	case errors.Is(err, display.ErrTaken):
		return i18n.Text("Another program already uses this shortcut. Choose another one.")
	}
	return i18n.Text("This shortcut can't be used here.")
}

// chooseQuickKeys stores a hotkey entered in Settings and registers it.
func (v *Window) chooseQuickKeys(written string, then func()) {
	if keys, err := display.ParseKeys(format.ParseKeys(written)); err == nil {
		written = keys.String()
	}
	v.core.Settings.Change(func(s *settings.Settings) { s.Comfort.QuickKeys = written })
	v.grabQuickKeys(then)
}

// quickChoice returns the state of the hotkey for Settings.
func (v *Window) quickChoice() settingssheet.QuickShortcut {
	q := settingssheet.QuickShortcut{Problem: v.quick.keys.problem}
	switch {
	case onWayland(v.window):
		q.Missing = i18n.Text("Your desktop doesn't let programs use shortcuts everywhere. You can set one in your desktop's keyboard settings.")
	case handleOf(v.window) == 0:
		q.Missing = i18n.Text("Parlando can't use global shortcuts on this system.")
	}
	return q
}

package window

import (
	"fyne.io/fyne/v2/lang"

	"parley/app/chat"
	"parley/app/settings"
	"parley/views/adjust"
)

func (v *Window) buildAdjust() {
	v.adjust = adjust.New()
	v.adjust.OnClose = func() { v.showAdjust(false) }
	v.adjust.OnChange = v.keepParams
	v.adjust.OnRetry = func(fields []string) { v.core.Catalog.ForgetRefusals(v.connection(), v.model(), fields...) }
	v.adjust.OnMakeDefault = func(p chat.Parameters) {
		if c, ok := v.core.Connections.Find(v.connection()); ok && c.Parameters != nil {
			// New chats there begin with dials of their own.
			if !v.unlessGone(v.core.Connections.SetDefaults(c.ID, c.Model, &p)) {
				return
			}
		} else {
			v.core.Settings.Change(func(s *settings.Settings) { s.Parameters = p })
		}
		v.toasts.Say(lang.L("New chats will begin with these settings."), "", nil)
	}
	v.buildPresets()
}

// toggleAdjust opens or closes the dials. In the simple view there are none, and it is said where they are.
func (v *Window) toggleAdjust() {
	if v.chat.scene.away {
		v.sayNotInSimple()
		return
	}
	v.showAdjust(!v.chat.scene.panelOpen)
}

func (v *Window) showAdjust(open bool) {
	v.chat.scene.panelOpen = open
	v.frame.root.Refresh()
	v.top.SetAdjustOpen(open)
	if !open {
		v.composer.FocusText()
	}
}

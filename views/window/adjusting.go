package window

import (
	"cmp"
	"context"

	"fyne.io/fyne/v2/lang"

	"parley/app/chat"
	"parley/app/settings"
	"parley/views/adjust"
	"parley/views/pages/chat/presets"
)

func (v *Window) buildAdjust() {
	v.adjust = adjust.New()
	v.adjust.OnClose = func() { v.showAdjust(false) }
	v.adjust.OnChange = v.keepParams
	v.adjust.OnRetry = func(fields []string) { v.core.Catalog.ForgetRefusals(v.connection(), v.model(), fields...) }
	v.adjust.OnMakeDefault = func(p chat.Parameters) {
		if c, ok := v.core.Connections.Find(v.connection()); ok && c.Parameters != nil {
			// New chats there begin with dials of their own.
			if !v.connections.Report(v.core.Connections.SetDefaults(c.ID, c.Model, &p)) {
				return
			}
		} else {
			v.core.Settings.Change(func(s *settings.Settings) { s.Parameters = p })
		}
		v.frame.Toasts.Say(lang.L("New chats will begin with these settings."), "", nil)
	}
	v.presets = presets.New(v.frame, v.core.Settings, presets.Chat{
		Parameters: func() chat.Parameters { return v.open.Params }, SetParameters: v.setParams,
		Model: v.model, Chosen: func() string { return v.open.Model },
		Choose: func(model string) {
			v.open.Model = model
			v.pickModel(v.model())
		},
		ModelName: v.modelName, Visit: func() int { return v.opening },
	}, v.adjust, v.top)
}

// toggleAdjust opens or closes the dials. In the simple view there are none, and it is said where they are.
func (v *Window) toggleAdjust() {
	if v.chat.scene.NoPanel {
		v.frame.Toasts.Say(lang.L("Simple view is on."), lang.L("Turn off"), func() { v.settings.SetSimple(false) })
		return
	}
	v.showAdjust(!v.chat.scene.PanelOpen)
}

func (v *Window) showAdjust(open bool) {
	v.chat.scene.PanelOpen = open
	v.frame.Refresh()
	v.top.SetAdjustOpen(open)
	if !open {
		v.composer.FocusText()
	}
}

// setParams gives the chat other parameters at once.
func (v *Window) setParams(p chat.Parameters) {
	v.adjust.Set(p)
	v.adjust.OnChange(p)
	v.saveParams.Flush()
}

// modelName returns what a model is called, its id where it has no name.
func (v *Window) modelName(id string) string { return cmp.Or(v.nameOf(id), id) }

// keepParams stores the parameters of a chat a moment after the last change.
func (v *Window) keepParams(p chat.Parameters) {
	v.open.Params = p
	v.presets.ShowName()
	id := v.open.ID
	if id == "" || v.middle.unread() {
		return // it is kept with the conversation, once there is one, or once it was read
	}
	v.saveParams.Set(func() {
		v.frame.Change(func(ctx context.Context) error { return v.core.History.SetParameters(ctx, id, p) })
	})
}

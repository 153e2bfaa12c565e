package window

import (
	"context"

	"fyne.io/fyne/v2/lang"

	"parley/app/catalog"
	"parley/app/chat"
	"parley/views/topbar"
)

func (v *Window) buildTop() {
	v.top = topbar.New()
	v.top.OnSidebar = func() { v.frame.ToggleSidebar() }
	v.top.OnAdjust = func() { v.toggleAdjust() }
	v.top.OnPick = v.pick
	v.top.OnFavourite = func(i topbar.Item, on bool) { v.core.Catalog.SetFavourite(v.connectionOf(i), i.ID, on) }
	v.top.OnSees = func(i topbar.Item, sees bool) {
		v.core.Catalog.MarkSees(v.connectionOf(i), i.ID, tri(sees))
		v.refreshSight()
	}
	v.top.OnService = v.showServices
	v.top.OnRefresh = v.refreshModels
	v.top.OnMenu = v.showChatMenu
}

// connection is the one the open chat speaks to.
func (v *Window) connection() chat.ID {
	if v.open.Connection != "" {
		return v.open.Connection
	}
	c, _ := v.core.Connections.Current()
	return c.ID
}

// model is the one the next message is sent to.
func (v *Window) model() string {
	if v.open.Model != "" {
		return v.open.Model
	}
	return v.core.Connections.Begins(v.connection()).Model
}

// pickModel changes the model of this chat, and of the new ones after it.
func (v *Window) pickModel(id string) {
	v.open.Model = id
	v.core.Catalog.Used(v.connection(), id)
	if c := v.open; c.ID != "" {
		v.frame.Change(func(ctx context.Context) error { return v.core.History.SetModel(ctx, c.ID, c.Connection, id) })
	}
	v.refreshModel()
	v.composer.FocusText()
}

// refreshModel paints the model button, the picker and the badge.
func (v *Window) refreshModel() {
	v.top.SetModels(v.modelsOfAll())
	v.top.SetService(v.serviceShown())
	v.top.SetModel(v.model())
	v.adjust.SetRefusals(v.core.Catalog.Refusals(v.connection(), v.model()))
	v.refreshPractice()
	v.refreshSight()
	v.refreshService()
	v.refreshSending()
	v.dictation.refresh()
}

// refreshSending says why a message cannot be sent, where it cannot.
func (v *Window) refreshSending() {
	switch {
	case v.core.History.ReadOnly() != "":
		v.composer.SetCanSend(false, lang.L("The library is open for reading only."))
	case v.preparing > 0:
		v.composer.SetCanSend(false, lang.L("The picture is being prepared."))
	case v.forgotten():
		v.composer.SetCanSend(false, lang.L("This chat's connection was removed. Choose another one."))
	case v.model() == "":
		v.composer.SetCanSend(false, lang.L("Choose a model first."))
	default:
		v.composer.SetCanSend(true, "")
	}
}

func (v *Window) refreshModels() {
	conn := v.connection()
	v.thread.Go(func() func() {
		if err := v.core.Connections.RefreshModels(v.ctx, conn); err != nil {
			v.core.Log.Warn("Models were not listed", "error", err)
			return func() {
				v.frame.Toasts.Say(lang.L("The service did not tell its models. You can type a model's name."), "", nil)
			}
		}
		return v.refreshModel
	})
}

func tri(b bool) catalog.Tri {
	if b {
		return catalog.Yes
	}
	return catalog.No
}

package window

import (
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/chat"
	"parlando/views/connector"
	chatpage "parlando/views/pages/chat"
	"parlando/views/pages/welcome"
	"parlando/views/sheets/connections"
	"parlando/views/shell"
	"parlando/views/sidebar"
	"parlando/views/topbar"
)

// buildConnections creates the connector and the connection sheets.
func (v *Window) buildConnections() {
	owner := v.core.Connections
	v.connector = connector.New(v.frame, v.thread, v.core.Log, owner, connector.Links{
		BeginChat: v.beginConnected, Interrupted: v.interrupted, Announce: func(sentence string) { v.announcer.Say(sentence) },
		InsertText: func(typed string) {
			if v.frame.IsCurrent(v.chat) {
				for _, r := range typed {
					v.chat.Composer().TypeOn(r)
				}
			}
		},
	})
	owners := connections.Owners{Connections: owner, Models: v.core.Catalog}
	v.connections = connections.New(v.frame, v.thread, v.core.Log, v.connector, owners, connections.Links{
		OnUsed: func(id chat.ID) { v.chat.ApplyConnection(id) },
		OnNoneLeft: func() {
			// An open chat stays on screen: its page offers to add a connection.
			if !v.atWelcome() && (!v.frame.IsCurrent(v.chat) || v.chat.Conversation().ID == "") {
				shell.CloseOverlays(v.frame)
				v.showWelcome()
				v.frame.SetBodyOnly(v.welcome.Scene(), false) // the user already knows the sidebar
			}
		},
		OpenURL:        func(address string) { v.chat.ConfirmOpenURL(address) },
		ChatParameters: func() chat.Parameters { return v.chat.Conversation().Params.Clone() },
		ChooseModel: func(under fyne.CanvasObject, id chat.ID, chosen string, pick func(string)) {
			v.chat.Topbar().OpenPickerFor(under, string(id), chatpage.PickerItems(v.core.Catalog.Models(id), time.Now()), chosen, func(i topbar.ModelItem) { pick(i.ID) })
		},
	})
}

// showWelcome shows the onboarding page.
func (v *Window) showWelcome() {
	if v.welcome == nil {
		v.welcome = welcome.New(v.frame, v.connector, v.sidebar.Empty(), welcome.Links{
			Begin: v.beginConnected, NewChat: v.chat.NewChat, SetSimple: v.settings.SetSimple,
			SetTextSize: func(normal bool) {
				if normal {
					v.settings.SetTextSize(1)
				} else {
					v.settings.StepTextSize(1)
				}
			},
			ToggleAnnouncements: func() { v.toggleAnnouncements(v.frame.Toasts()) },
			SetLanguage:         func(tag string) { v.ChooseLanguage(tag, false) }, MoveIn: v.mover.In, Import: func() { v.imports.Open() },
		})
		v.welcome.ApplyComfort(v.core.Settings.Get().Comfort)
	}
	v.goTo(v.welcome, sidebar.NoEntry)
}

// atWelcome reports whether the onboarding page is shown.
func (v *Window) atWelcome() bool { return v.frame.IsCurrent(v.welcome) }

// beginConnected starts a chat with the connection that was just added.
func (v *Window) beginConnected() {
	v.chat.ShowConnectedChat()
	v.takeWaiting()
}

// interrupted returns the connection of the shown chat if that connection was removed and no other
// is left, otherwise "". resume shows the chat again.
func (v *Window) interrupted() (removed chat.ID, resume func()) {
	if _, ok := v.core.Connections.Current(); ok || !v.frame.IsCurrent(v.chat) {
		return "", nil
	}
	return v.chat.Interrupted()
}

// takeWaiting handles the files that were dropped or pasted during onboarding.
func (v *Window) takeWaiting() {
	if v.welcome != nil {
		v.takeFiles(v.welcome.TakeFiles())
	}
}

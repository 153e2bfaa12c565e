package chat

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/chat"
	"parlando/app/connections"
	"parlando/app/drafts"
	"parlando/app/history"
	"parlando/app/speech"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/uithread"
	"parlando/views/widgets"
)

// temporaryChat begins temporary chats, which are only in memory, and keeps or discards the open
// one.
type temporaryChat struct {
	*base
	chats       ListedChats
	connections *connections.Connections
	drafts      *drafts.Drafts
	history     *history.Store
	speech      *speech.Speech

	// sent is the last chat in which a message was sent, which may not be shown yet.
	sent chat.ID
	// strip marks a temporary chat at the top of the page.
	strip *widgets.Box
	// question asks what becomes of the chat; nil before the first one. It may be hidden already.
	question *widgets.Overlay
	// openChat opens a chat, and showNewChat leaves the open one for the new chat without a
	// question.
	openChat    func(chat.ID)
	showNewChat func()
}

// makeStrip creates the strip, which is hidden.
func (t *temporaryChat) makeStrip() fyne.CanvasObject {
	sentence := widgets.NewText(i18n.Text("Temporary chat: it isn't saved."), fynetheme.ColorNameForeground, fynetheme.SizeNameText, fyne.TextStyle{}).NoMargin()
	keep := widgets.NewButton(keepChat(), widgets.Secondary, func() { t.keep(func() {}) }).SetSmall()
	t.strip = widgets.NewBox(container.New(stripLayout{}, sentence, keep), theme.ColorSidebar, "", 0, 24, 6)
	t.strip.Hide()
	return t.strip
}

func keepChat() string { return i18n.Text("Keep this chat") }

// show shows the strip if the open chat is temporary, and offers a temporary chat in a new one.
func (t *temporaryChat) show() {
	t.top.SetNewChat(t.open.ID == "")
	if marked := t.open.temporary(); marked != t.strip.Visible() {
		widgets.SetVisible(t.strip, marked)
		t.body.Root.Refresh()
		widgets.CallIfSet(t.body.OnMoved)
	}
}

// begin opens a temporary chat with the defaults of a new one.
func (t *temporaryChat) begin() {
	if _, ok := t.connections.Current(); !ok {
		t.Links.Connect()
		return
	}
	t.leave(func() {
		b := t.connections.ChatDefaults("")
		begun := chat.Conversation{Connection: b.Connection, Model: b.Model, Params: b.Parameters}
		uithread.Load(t.open.scope, func() (chat.ID, error) {
			return t.history.BeginTemporary(t.Frame.Context(), begun)
		}, t.openChat, t.Frame.ReadErrorHandler(i18n.Text("The temporary chat couldn't be opened."), t.begin))
	})
}

// leave calls then, which leaves the open chat. If that is a temporary one with content, it first
// asks the user what becomes of it.
func (t *temporaryChat) leave(then func()) {
	if !t.mustAsk() {
		t.discard()
		then()
		return
	}
	if t.question != nil {
		t.question.Hide()
	}
	discard := widgets.NewButton(i18n.Text("Discard"), widgets.Secondary, func() {
		t.question.Hide()
		t.discard()
		then()
	})
	t.question = widgets.Ask(t.Frame.Canvas(), i18n.Text("Keep this temporary chat?"),
		widgets.NewBody(i18n.Text("It isn't saved anywhere. If you discard it, it can't be brought back.")),
		keepChat(), i18n.Text("Cancel"), func() { t.keep(then) }, discard)
}

// mustAsk reports whether the open chat is a temporary one with messages or a draft.
func (t *temporaryChat) mustAsk() bool {
	heads, _ := t.view.ShownThread()
	return t.open.temporary() && (t.sent == t.open.ID || len(heads) > 0 || !t.composer.Draft().Empty())
}

// keep stores the open temporary chat, then calls then.
func (t *temporaryChat) keep(then func()) {
	id := t.open.ID
	t.Frame.ChangeThen(func(ctx context.Context) error { return t.history.Keep(ctx, id) }, func() {
		if t.open.ID == id {
			t.show()
			t.Links.OnOpened(id)
		}
		t.chats.Changed(id)
		then()
	})
}

// discard removes the open chat if it is temporary, and shows the new chat.
func (t *temporaryChat) discard() {
	id := t.open.ID
	if !t.open.temporary() {
		return
	}
	t.showNewChat()
	t.replies.Stop(id)
	t.speech.StopConversation(id)
	t.drafts.Forget(id)
	delete(t.view.ReadingPlaces, id)
	t.Frame.Change(func(ctx context.Context) error { return t.history.Discard(ctx, id) })
}

// sayKeepFirst says a sentence about a limit of temporary chats, with a button that keeps the chat.
// It returns false, and says nothing, if the open chat is not temporary.
func (t *temporaryChat) sayKeepFirst(sentence string) bool {
	if !t.open.temporary() {
		return false
	}
	t.Frame.Toasts().Say(sentence, keepChat(), func() {
		if t.open.temporary() {
			t.keep(func() {})
		}
	})
	return true
}

// stripLayout places a sentence, and a button at the right end.
type stripLayout struct{}

// stripGap is the least space between the sentence and the button.
const stripGap = 12

// MinSize implements fyne.Layout.
func (stripLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, max(objects[0].MinSize().Height, objects[1].MinSize().Height))
}

// Layout implements fyne.Layout.
func (stripLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	button := objects[1].MinSize()
	width := size.Width - button.Width - stripGap
	objects[0].Resize(fyne.NewSize(width, size.Height)) // breaks its lines
	widgets.CenterVertically(objects[0], 0, width, size.Height)
	widgets.CenterVertically(objects[1], size.Width-button.Width, button.Width, size.Height)
}

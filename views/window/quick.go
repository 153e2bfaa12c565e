package window

import (
	"errors"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"parlando/app/chat"
	"parlando/app/history"
	"parlando/views/i18n"
	chatpage "parlando/views/pages/chat"
	"parlando/views/screenreader"
	"parlando/views/shell"
	"parlando/views/widgets"
)

// quickDraft is the id of the stored draft of the quick window's new chat.
const quickDraft chat.ID = "quick"

// The size of the quick window, in device-independent pixels. quickTall is the height after the
// first message.
const (
	quickWidth  = 560
	quickHeight = 200
	quickTall   = 520
)

// quick is a small window for asking a question from any program. Sending starts an ordinary chat.
type quick struct {
	main   *Window
	keys   quickKeys
	window fyne.Window
	frame  *shell.Frame
	page   *chatpage.Page // nil until the window is shown for the first time
	shown  bool
}

// ShowQuick brings the quick window to the front and focuses it. Without a connection, it shows
// onboarding in the main window instead.
func (v *Window) ShowQuick() {
	if _, ok := v.core.Connections.Current(); !ok {
		v.Raise()
		return
	}
	if v.quick.page == nil {
		v.quick.make(v)
	}
	v.quick.show()
}

func (q *quick) make(v *Window) {
	q.main, q.window = v, v.app.NewWindow(i18n.Text("Quick question"))
	q.frame = shell.NewFrame(v.frame.Context(), shell.Options{
		App: v.app, Window: q.window, Thread: v.thread, Log: v.core.Log, SetClipboard: v.core.Clipboard.Set, HideKeys: v.core.Connections.HideKeys,
		Desktop: files{q.window, v.core.Dialogs, v.core.Settings}, Forms: v.core.Drafts, OnHelp: v.openHelp,
		// The page itself reports that the library is gone.
		OnWriteError: func(err error) bool { return errors.Is(err, history.ErrGone) },
		OnCommand: func(c shell.Command) {
			if c == shell.Cancel {
				q.hide()
			}
		},
	})
	l := v.chatLinks()
	l.Show, l.Connect, l.OpenInMain, l.Hide = func() {}, q.openInMain, q.openInMain, q.hide
	l.OnOpened = func(chat.ID) { q.resize() }
	q.page = v.newChatPage(q.frame, q.window, l, quickDraft, true)
	v.announcer.Follow(q.frame.Toasts(), q.page.Composer())
	q.window.SetPadded(false)
	q.window.SetContent(widgets.TrackInput(screenreader.Wrap(widgets.WithTooltips(q.frame.Content(), q.window.Canvas()), q.window), q.window.Canvas()))
	q.window.SetCloseIntercept(q.hide)
	q.window.Canvas().SetOnTypedKey(func(e *fyne.KeyEvent) {
		switch e.Name {
		case fyne.KeyEscape:
			q.frame.Escape()
		case fyne.KeyF1:
			v.openHelp("")
		}
	})
	q.window.Canvas().AddShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyA, Modifier: fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift}, func(fyne.Shortcut) {
		v.toggleAnnouncements(q.frame.Toasts())
	})
	q.frame.Show(q.page)
	q.page.ShowNewChat()
}

func (q *quick) show() {
	if c := q.page.Conversation(); c.ID != "" && !q.shown && q.page.Composer().Draft().Empty() {
		if _, writing := q.main.core.Replies.Active(c.ID); !writing {
			q.page.ShowNewChat()
		}
	}
	q.page.ApplyConnection("")
	if !q.shown {
		q.resize()
	}
	q.shown = true
	q.window.Show()
	q.main.raise(q.window)
	q.page.Composer().FocusText()
}

// resize fits the height of the window to its content.
func (q *quick) resize() {
	height := float32(quickHeight)
	if q.page.Conversation().ID != "" {
		height = quickTall
	}
	q.window.Resize(fyne.NewSize(quickWidth, height))
	q.window.CenterOnScreen()
	q.frame.Refresh()
}

// leave starts a new chat if the current one is id, which the main window opens: a chat is edited
// in only one window at a time.
func (q *quick) leave(id chat.ID) {
	if q.page != nil && id != "" && q.page.Conversation().ID == id {
		q.page.ShowNewChat()
	}
}

// hide hides the window. The draft stays, and a reply continues.
func (q *quick) hide() {
	q.shown = false
	q.window.Hide()
}

// openInMain shows the current chat in the main window.
func (q *quick) openInMain() {
	id := q.page.Conversation().ID
	q.hide()
	q.main.Raise()
	if id != "" {
		q.main.chat.Open(id)
	}
}

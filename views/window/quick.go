package window

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"

	"parley/app/chat"
	"parley/app/markdown"
	"parley/app/settings"
	"parley/views/composer"
	"parley/views/conversation"
	"parley/views/uithread"
	"parley/views/widgets"
	"parley/views/words"
)

// quickDraft is where what is written in the quick window, and was not sent, is kept.
const quickDraft chat.ID = "quick"

// The measures of the quick window, in device-independent pixels.
const (
	quickWidth  = 560
	quickHeight = 200
	// quickTall is its height once something was asked.
	quickTall = 520
	quickEdge = 12
)

// quick is a small window to ask from anywhere. What is sent in it begins a chat like any other.
type quick struct {
	parent   *Window
	window   fyne.Window
	view     *conversation.View
	composer *composer.Composer
	foot     *fyne.Container
	badge    *widgets.Badge
	root     *fyne.Container
	// chat is the one that was begun here; its ID is "" before that.
	chat chat.Conversation
	// turn counts the chats, so that what comes late from an earlier one is dropped; reads is what is read for the last of them.
	turn  int
	reads *uithread.Scope
	// drafts are of the chat that was begun here, or quickDraft.
	drafts draftBox
	shown  bool
}

// ShowQuick shows the quick window in front, and puts the caret into it. Before there is a service it shows the large one, which has the way in.
func (v *Window) ShowQuick() {
	if _, ok := v.core.Connections.Current(); !ok {
		v.Raise()
		return
	}
	if v.quick == nil {
		v.quick = newQuick(v)
	}
	v.quick.show()
}

func newQuick(v *Window) *quick {
	q := &quick{parent: v, window: v.app.NewWindow(lang.L("Ask quickly – Parley")), reads: uithread.NewScope(v.thread)}
	q.buildView()
	q.composer = composer.New()
	q.composer.Canvas = q.window.Canvas()
	q.composer.SetBare(true)
	q.composer.OnSend = q.send
	q.composer.OnTakeBack, q.composer.OnCancelEdit = func() { q.drafts.takeBack() }, func() { q.drafts.cancelEdit() }
	q.composer.OnStop = func() { v.core.Replies.Stop(q.chat.ID) }
	q.composer.OnChanged = func(chat.Draft) { q.drafts.changed() }
	q.composer.OnEscape = func() bool { q.hide(); return true }
	q.composer.OnResized = func() { q.root.Refresh() }
	q.badge = widgets.NewPractice()
	q.foot = container.New(&widgets.Flow{Gap: 8},
		widgets.NewButton(lang.L("Open in Parley"), widgets.Quiet, q.openInParley).SetSmall(),
		widgets.NewButton(lang.L("Hide (Esc)"), widgets.Quiet, q.hide).SetSmall())
	q.root = container.New(q, q.view, q.composer, q.foot, q.badge)
	q.window.SetPadded(false)
	q.window.SetContent(widgets.WithTooltips(q.root, q.window.Canvas()))
	q.window.SetCloseIntercept(q.hide)
	q.window.Canvas().SetOnTypedKey(func(e *fyne.KeyEvent) {
		switch e.Name {
		case fyne.KeyEscape:
			q.hide()
		case fyne.KeyF1: // there is no room for it here
			v.Raise()
			v.showKeys()
		}
	})
	q.applyComfort()
	q.drafts = draftBox{
		owner: v.core.Drafts, box: q.composer, reads: uithread.NewScope(v.thread), notSent: q.notSent, say: v.frame.Toasts.Say,
		shown: func(d chat.Draft) { v.loadThumbnails(d.Parts) },
		failed: func(err error) bool {
			v.core.Log.Error("Draft was not read", "error", err)
			return false
		},
	}
	q.drafts.show(quickDraft)
	return q
}

// buildView makes what the answer is read in. What needs more room than there is here is done in the large window.
func (q *quick) buildView() {
	v := q.parent
	inParley := func(chat.ID) { q.openInParley() }
	q.view = conversation.New(conversation.Options{
		Soon: v.thread.Do, OnNeed: q.readMessages, OnType: func(r rune) { q.composer.TypeOn(r) },
		OnCopySelection: func(text string, passages []conversation.Passage) {
			v.exporter.CopySelection(text, passages, func() {})
		},
	})
	q.view.SeeingModel, q.view.HasServicePage, q.view.NameOf = v.view.SeeingModel, v.view.HasServicePage, v.view.NameOf
	q.view.OnHighlight = func(key, language, code string) {
		v.thread.Go(func() func() {
			lines := markdown.Highlight(language, code)
			return func() { q.view.SetHighlight(key, lines) }
		})
	}
	q.view.OnCopy = v.frame.Copy
	q.view.OnCopyReply = func(m chat.Message) { v.exporter.CopyReply(m, func() {}) }
	q.view.OnRegenerate = func(id chat.ID) {
		q.ask(func(ctx context.Context) error { _, err := v.core.Replies.Regenerate(ctx, id); return err })
	}
	q.view.OnContinue = func(id chat.ID) { q.ask(func(ctx context.Context) error { return v.core.Replies.Continue(ctx, id) }) }
	q.view.OnEdit, q.view.OnDelete = inParley, inParley
	q.view.OnChoose = func(id chat.ID, _ int) { inParley(id) }
	q.view.OnFixTrouble = func(id chat.ID, _ words.Action) { inParley(id) }
	q.view.OnSendAgain = func(id chat.ID, _ string, _ *float64) { inParley(id) }
	q.view.OnOpenLink = func(address string) {
		v.Raise()
		v.askToOpen(address)
	}
	q.view.Hide()
}

// MinSize implements fyne.Layout.
func (q *quick) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(320, 140) }

// Layout implements fyne.Layout: the answer, and under it the composer and what leads on.
func (q *quick) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	width := size.Width - 2*quickEdge
	foot, high := q.foot.MinSize().Height, q.composer.HeightFor(width)
	y, below := float32(quickEdge), size.Height-quickEdge-foot
	if q.view.Visible() {
		y = max(y, below-high)
		widgets.Place(q.view, 0, 0, size.Width, y-quickEdge)
	} else {
		high = max(high, below-y)
	}
	widgets.Place(q.composer, quickEdge, y, width, high)
	badge := q.badge.MinSize()
	top := size.Height - quickEdge/2 - foot
	widgets.Place(q.foot, quickEdge, top, width-badge.Width-quickEdge, foot)
	widgets.Place(q.badge, quickEdge+width-badge.Width, top+(foot-badge.Height)/2, badge.Width, badge.Height)
}

func (q *quick) show() {
	if q.chat.ID != "" && !q.shown && q.composer.Draft().Empty() {
		if _, writing := q.parent.core.Replies.Active(q.chat.ID); !writing {
			q.begin()
		}
	}
	q.parent.refreshPractice()
	if !q.shown {
		q.window.Resize(q.size())
		q.window.CenterOnScreen()
	}
	q.shown = true
	q.window.Show()
	q.parent.raise(q.window)
	q.composer.FocusText()
}

func (q *quick) size() fyne.Size {
	if q.chat.ID != "" {
		return fyne.NewSize(quickWidth, quickTall)
	}
	return fyne.NewSize(quickWidth, quickHeight)
}

// hide takes the window away. What was written stays, and a reply goes on being written.
func (q *quick) hide() {
	q.shown = false
	q.window.Hide()
}

// begin is for another question: the chat before it is one of Parley's.
func (q *quick) begin() {
	q.turn++
	q.reads.Reset()
	q.chat = chat.Conversation{}
	q.drafts.show(quickDraft)
	q.view.SetThread("", nil, nil)
	q.view.Hide()
	q.composer.SetStreaming(false)
	q.root.Refresh()
}

// openInParley shows the chat that was begun here in the large window.
func (q *quick) openInParley() {
	id := q.chat.ID
	q.hide()
	q.parent.Raise()
	if id != "" {
		q.parent.openConversation(id)
		q.begin()
	}
}

// send stores the question and asks for the reply, in a chat that the first one begins.
func (q *quick) send(d chat.Draft) {
	v, c, turn := q.parent, q.chat, q.turn
	if c.ID == "" {
		s := v.core.Settings.Get()
		c.Params, c.Connection = s.Parameters, s.Connection
		c.Model = v.core.Catalog.Default(s.Connection)
	}
	message, release := q.drafts.takeOut(d), v.frame.Hold()
	v.thread.Go(func() func() {
		defer release()
		begun, err := v.sendIn(v.ctx, c, c.Model, message)
		if err != nil {
			return func() {
				q.drafts.follow()
				q.notSent(err)
			}
		}
		return func() {
			q.drafts.follow()
			if turn != q.turn {
				return
			}
			first := q.chat.ID == ""
			q.chat = begun
			q.refreshWriting()
			if first {
				q.view.Show()
				q.window.Resize(q.size())
				q.window.CenterOnScreen()
			}
			q.reload()
		}
	})
}

// notSent says why, above what was written.
func (q *quick) notSent(err error) {
	q.parent.core.Log.Warn("Not asked", "error", err)
	q.composer.SetNotice(composer.Notice{
		Text: notSentSentence() + " " + why(err), Danger: true,
		Button: lang.L("Open in Parley"), Action: q.openInParley,
	})
}

func (q *quick) ask(question func(context.Context) error) {
	v := q.parent
	v.thread.Go(func() func() {
		err := question(v.ctx)
		return func() {
			if err != nil {
				q.notSent(err)
			}
			q.refreshWriting()
		}
	})
}

// look paints what has changed of the chat that was begun here.
func (q *quick) look(message, thread chat.ID) {
	switch {
	case q.chat.ID == "":
		return
	case thread == q.chat.ID:
		q.reload()
	case message != "" && q.view.Has(message):
		if s, ok := q.parent.core.Replies.Snapshot(message); ok {
			q.view.UpdateMessage(s.Message, s.Quiet)
		} else {
			q.readMessages([]chat.ID{message})
		}
	}
	q.refreshWriting()
}

func (q *quick) refreshWriting() {
	_, writing := q.parent.core.Replies.Active(q.chat.ID)
	q.composer.SetStreaming(writing && q.chat.ID != "")
}

// reload reads the chat again.
func (q *quick) reload() {
	v, id := q.parent, q.chat.ID
	uithread.Load(q.reads, func() (thread, error) { return v.readThread(id, "") }, func(t thread) {
		v.core.Replies.MakeLive(t.messages)
		q.view.SetThread(id, t.heads, t.messages)
		q.composer.ClearNotice(unreadNotice)
		q.root.Refresh()
	}, q.couldNotRead(q.reload))
}

func (q *quick) readMessages(ids []chat.ID) {
	v := q.parent
	uithread.Load(q.reads, func() ([]chat.Message, error) {
		return v.core.History.Messages(v.ctx, ids)
	}, func(ms []chat.Message) {
		v.core.Replies.MakeLive(ms)
		q.view.SetMessages(ms)
		q.composer.ClearNotice(unreadNotice)
	}, func(err error) {
		if shown := q.view.SetUnread(ids); shown {
			q.couldNotRead(func() { q.readMessages(ids) })(err)
		} else {
			v.core.Log.Error("Messages were not read", "error", err)
		}
	})
}

// unreadNotice is the key of what is said when the chat could not be read again.
const unreadNotice = "unread"

// couldNotRead returns what to do when the chat could not be read.
func (q *quick) couldNotRead(again func()) func(error) {
	return func(err error) {
		q.parent.core.Log.Error("Chat was not read", "error", err)
		q.composer.SetNotice(composer.Notice{Key: unreadNotice, Text: outOfDate(), Danger: true, Button: lang.L("Try again"), Action: again})
	}
}

// applyComfort takes over what was chosen in Settings.
func (q *quick) applyComfort() {
	q.composer.SetShiftSends(q.parent.core.Settings.Get().Comfort.SendWith == settings.SendShiftEnter)
	q.view.SetPlain(true)
	q.root.Refresh()
}

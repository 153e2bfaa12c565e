package window

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"

	"parley/app/chat"
	"parley/app/chatexport"
	"parley/app/markdown"
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
	later *later
	// reading is how the stored draft is read; nil once it stands in the composer. Until then nothing is stored over it.
	reading *draftReading
	shown   bool
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
	q := &quick{parent: v, window: v.app.NewWindow(lang.L("Ask quickly – Parley")), later: newLater(v.thread, v.drafts.later.wait), reads: uithread.NewScope(v.thread)}
	q.buildView()
	q.composer = composer.New()
	q.composer.Canvas = q.window.Canvas()
	q.composer.SetBare(true)
	q.composer.OnSend = q.send
	q.composer.OnStop = func() { v.core.Replies.Stop(q.chat.ID) }
	q.composer.OnChanged = func(chat.Draft) { q.keepDraft() }
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
			v.showShortcuts()
		}
	})
	q.applyComfort()
	q.readDraft(&draftReading{addition: chat.NewID()})
	return q
}

// buildView makes what the answer is read in. What needs more room than there is here is done in the large window.
func (q *quick) buildView() {
	v := q.parent
	inParley := func(chat.ID) { q.openInParley() }
	q.view = conversation.New(conversation.Options{
		Soon: v.thread.Do, OnNeed: q.readMessages,
		OnHighlight: func(key, language, code string) {
			v.thread.Go(func() func() {
				lines := markdown.Highlight(language, code)
				return func() { q.view.SetHighlight(key, lines) }
			})
		},
		OnCopy: v.copyOnly, OnCopySupport: v.copyOnly,
		OnCopyReply: func(m chat.Message) {
			v.copyFormatted("", chatexport.Chat{Messages: v.exported([]chat.Message{m}, false)}, func() {})
		},
		OnCopySelection: func(text string, passages []conversation.Passage) { v.copyPassages(text, passages, func() {}) },
		OnRegenerate: func(id chat.ID) {
			q.ask(func(ctx context.Context) error { _, err := v.core.Replies.Regenerate(ctx, id); return err })
		},
		OnContinue: func(id chat.ID) { q.ask(func(ctx context.Context) error { return v.core.Replies.Continue(ctx, id) }) },
		OnEdit:     inParley, OnDelete: inParley, OnChoose: func(id chat.ID, _ int) { inParley(id) },
		OnOpenLink: func(address string) {
			v.Raise()
			v.askToOpen(address)
		},
		OnFixTrouble: func(id chat.ID, _ words.Action) { inParley(id) },
		SeeingModel:  v.view.SeeingModel, HasServicePage: v.view.HasServicePage,
		OnSendAgain: func(id chat.ID, _ string, _ *float64) { inParley(id) },
		OnType:      func(r rune) { q.composer.TypeOn(r) },
		NameOf:      v.view.NameOf,
	})
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
	if q.chat.ID != "" && !q.shown {
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
	q.later.now()
	q.shown = false
	q.window.Hide()
}

// begin is for another question: the chat before it is one of Parley's.
func (q *quick) begin() {
	q.turn++
	q.reads.Reset()
	q.chat = chat.Conversation{}
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
	q.later.drop()
	v.writes.Add(1)
	v.thread.Go(func() func() {
		defer v.writes.Done()
		begun, _, err := v.sendIn(v.ctx, c, c.Model, d)
		if err != nil {
			v.writes.ended(q, err) // it is stored again below, unless Parley closes before
			return func() {
				v.writes.told(q)
				q.keepDraft()
				q.notSent(err)
			}
		}
		return func() {
			q.composer.Sent(d)
			q.keepDraft()
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
		v.makeLive(t.messages)
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
		v.makeLive(ms)
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

// keepDraft stores what is written a moment after the last key.
func (q *quick) keepDraft() {
	at, d := q.reading.place(quickDraft), q.composer.Draft()
	current := q.parent.drafts.turn(at)
	q.later.set(func() { q.parent.storeDraft(at, d, current) })
}

// readDraft brings back what was not sent. What is typed meanwhile stays, behind it.
func (q *quick) readDraft(r *draftReading) {
	q.reading = r
	q.parent.openDraft(q.parent.reads, quickDraft, r, func(d storedDraft) {
		q.reading = nil
		q.composer.ClearNotice(draftNotice)
		typed := q.composer.Draft()
		if !d.Draft.Empty() {
			q.composer.SetDraft(d.Draft.Then(typed))
		}
		if !typed.Empty() || d.refused {
			q.later.drop()
			q.parent.joinTyped(r.place(quickDraft), q.composer.Draft())
		}
	}, func(d storedDraft) {
		if now := d.Draft.Then(q.composer.Draft()); !now.Empty() {
			q.composer.SetDraft(now)
			q.keepDraft()
		}
		q.composer.SetNotice(draftUnread(func() { q.readDraft(r) }))
	})
}

// applyComfort takes over what was chosen in Settings.
func (q *quick) applyComfort() {
	q.composer.SetShiftSends(q.parent.sendsWithShift())
	q.view.SetPlain(true)
	q.root.Refresh()
}

// Package notices shows notifications of the desktop when something ends or needs the user while
// the window is not in front. They name the chat and never quote a reply: a lock screen may show
// them.
package notices

import (
	"context"
	"log/slog"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/desktop"
	"parlando/app/history"
	"parlando/app/replies"
	"parlando/app/speechexports"
	"parlando/app/transcripts"
	"parlando/views/i18n"
	"parlando/views/uithread"
)

// Desktop shows notifications. Its methods may wait for the desktop.
type Desktop interface {
	Show(ctx context.Context, n desktop.Notification) error
	Withdraw(ctx context.Context, subject string) error
	OnAction(f func(subject, token string))
}

// Owners are the owners of what is told.
type Owners struct {
	Desktop       Desktop
	Replies       *replies.Replies
	Chats         *history.Store
	Transcripts   *transcripts.Transcripts
	SpeechExports *speechexports.Store
}

// Links lead to the places of notifications. None may be nil.
type Links struct {
	// Wanted reports whether the user wants notifications.
	Wanted func() bool
	// Raise brings the window to the front. The others show the place there: a chat, one of its
	// replies, a transcript, the sound files.
	Raise          func()
	ShowChat       func(id chat.ID)
	ShowReply      func(conversation, reply chat.ID)
	ShowTranscript func(id chat.ID)
	ShowSoundFiles func()
}

// Notices follows what goes on. All of it is used on the window's thread.
type Notices struct {
	ctx    context.Context
	thread *uithread.Thread
	log    *slog.Logger
	owners Owners
	links  Links

	front bool
	// shown holds what a click on a notification shows, by its subject.
	shown map[string]func()
	// calls wait for the desktop: one at a time, so that none overtakes another.
	calls []func() error

	// writing names the reply in flight of each chat, asking the chats that wait for the user, and
	// running the transcripts and sound files that were not done at the last look.
	writing map[chat.ID]chat.ID
	asking  map[chat.ID]bool
	running map[chat.ID]bool
}

// New makes Notices, for a window that is in front.
func New(ctx context.Context, t *uithread.Thread, log *slog.Logger, o Owners, l Links) *Notices {
	n := &Notices{ctx: ctx, thread: t, log: log, owners: o, links: l, front: true, shown: map[string]func(){}, running: map[chat.ID]bool{}}
	o.Desktop.OnAction(func(subject, _ string) { t.Do(func() { n.clicked(subject) }) })
	return n
}

// SetFront notes whether the window is in front. When it comes to the front, all notifications are
// withdrawn.
func (n *Notices) SetFront(front bool) {
	if n.front = front; !front {
		return
	}
	for subject := range n.shown {
		n.withdraw(subject)
	}
}

// Changed looks what has ended.
func (n *Notices) Changed(cs []changes.Change) {
	for _, c := range cs {
		switch c.Topic {
		case changes.Transcripts:
			n.followTranscripts()
		case changes.SpeechExports:
			n.followSoundFiles()
		default:
		}
	}
	n.followReplies()
}

func (n *Notices) clicked(subject string) {
	show, ok := n.shown[subject]
	n.withdraw(subject) // the desktop may keep it, and may not let the window come to the front
	n.links.Raise()
	if ok {
		show()
	}
}

// absent reports whether something is to be told at all.
func (n *Notices) absent() bool { return !n.front && n.links.Wanted() }

// tell shows a notification about a subject, in the place of an earlier one; a click shows the
// place.
func (n *Notices) tell(subject, what, title string, show func()) {
	if !n.absent() {
		return
	}
	n.shown[subject] = show
	note := desktop.Notification{Subject: subject, Title: what, Body: title, Action: i18n.Text("Show")}
	n.call(func() error { return n.owners.Desktop.Show(n.ctx, note) })
}

func (n *Notices) withdraw(subject string) {
	if _, ok := n.shown[subject]; ok {
		delete(n.shown, subject)
		n.call(func() error { return n.owners.Desktop.Withdraw(n.ctx, subject) })
	}
}

func (n *Notices) call(do func() error) {
	if n.calls = append(n.calls, do); len(n.calls) == 1 {
		n.callNext()
	}
}

func (n *Notices) callNext() {
	do := n.calls[0]
	n.thread.Go(func() func() {
		err := do()
		return func() {
			if err != nil {
				n.log.Debug("The desktop was not told", "error", err)
			}
			if n.calls = n.calls[1:]; len(n.calls) > 0 {
				n.callNext()
			}
		}
	})
}

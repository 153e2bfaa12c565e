// Package notices shows desktop notifications when something ends or needs the user while the
// window is in the background. A notification names the chat and never quotes a reply, because a
// lock screen may show it.
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

// Desktop shows notifications. Its methods may block.
type Desktop interface {
	Show(ctx context.Context, n desktop.Notification) error
	Withdraw(ctx context.Context, subject string) error
	OnAction(f func(subject, token string))
}

// Owners are the sources of the events to notify of.
type Owners struct {
	Desktop       Desktop
	Replies       *replies.Replies
	Chats         *history.Store
	Transcripts   *transcripts.Transcripts
	SpeechExports *speechexports.Store
}

// Links open the targets of notifications. None may be nil.
type Links struct {
	// Enabled reports whether notifications are enabled.
	Enabled func() bool
	// Raise brings the window to the front. Each of the other functions then shows a target: a
	// chat, one of its replies, a transcript, or the sound files.
	Raise          func()
	ShowChat       func(id chat.ID)
	ShowReply      func(conversation, reply chat.ID)
	ShowTranscript func(id chat.ID)
	ShowSoundFiles func()
}

// Notices follows changes and shows notifications. Use it only on the window's thread.
type Notices struct {
	ctx    context.Context
	thread *uithread.Thread
	log    *slog.Logger
	owners Owners
	links  Links

	front bool
	// shown maps the subject of each shown notification to the function that a click calls.
	shown map[string]func()
	// calls is the queue of calls of Desktop, which run one at a time, in order.
	calls []func() error

	// writing has the reply in progress of each chat, asking the chats that wait for the user,
	// running the transcripts and sound files that were unfinished at the last check.
	writing map[chat.ID]chat.ID
	asking  map[chat.ID]bool
	running map[chat.ID]bool
}

// New returns Notices for a window in the foreground.
func New(ctx context.Context, t *uithread.Thread, log *slog.Logger, o Owners, l Links) *Notices {
	n := &Notices{ctx: ctx, thread: t, log: log, owners: o, links: l, front: true, shown: map[string]func(){}, running: map[chat.ID]bool{}}
	o.Desktop.OnAction(func(subject, _ string) { t.Do(func() { n.clicked(subject) }) })
	return n
}

// SetForeground sets whether the window is in the foreground. When it comes to the foreground, all
// notifications are withdrawn.
func (n *Notices) SetForeground(front bool) {
	if n.front = front; !front {
		return
	}
	for subject := range n.shown {
		n.withdraw(subject)
	}
}

// Changed shows notifications for the tasks that the changes have ended.
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
	n.withdraw(subject) // otherwise it may stay if the window does not come to the front
	n.links.Raise()
	if ok {
		show()
	}
}

// absent reports whether the user is away from the window and wants notifications.
func (n *Notices) absent() bool { return !n.front && n.links.Enabled() }

// tell shows a notification, and replaces an earlier one with the same subject; a click calls show.
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
				n.log.Debug("A notification could not be shown or withdrawn", "error", err)
			}
			if n.calls = n.calls[1:]; len(n.calls) > 0 {
				n.callNext()
			}
		}
	})
}

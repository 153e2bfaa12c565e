// Package navigation is the controller of the sidebar: it reads the list of chats as far as it is
// seen, searches, and renames, pins and deletes chats, with undo.
package navigation

import (
	"context"
	"maps"
	"slices"
	"time"

	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/transcripts"
	"parlando/views/i18n"
	"parlando/views/sidebar"
	"parlando/views/uithread"
)

// firstRows is the number of rows that are read together with the list, before the number of those
// in sight is known.
const firstRows = 64

// History is the owner of conversations, as far as navigation needs it.
type History interface {
	Order(ctx context.Context) (chat.Order, error)
	Summaries(ctx context.Context, ids []chat.ID) (map[chat.ID]chat.Summary, error)
	Search(ctx context.Context, query string, limit int) ([]history.Hit, error)
	Rename(ctx context.Context, id chat.ID, title string) error
	Pin(ctx context.Context, id chat.ID, pinned bool) error
	Delete(ctx context.Context, id chat.ID) error
	Restore(ctx context.Context, id chat.ID) error
}

// Transcripts is the owner of transcripts, of which the titles and lines are searched.
type Transcripts interface {
	Search(ctx context.Context, query string, limit int) ([]transcripts.Hit, error)
}

// Owners are those navigation asks.
type Owners struct {
	History     History
	Transcripts Transcripts
}

// Host is the window around the sidebar.
type Host interface {
	// Change runs a write in the background, and says it when that fails; ChangeThen calls done
	// where it does not.
	Change(write func(context.Context) error)
	ChangeThen(write func(context.Context) error, done func())
	ShowSidebar()
	CouldNotRead(sentence string, again func()) func(error)
	Say(sentence, button string, action func())
}

// Navigation is the controller of one sidebar. All of it is used on the window's thread.
type Navigation struct {
	// OnRead is told what was read of chats that are listed. OnDeleted is told of a chat that was
	// deleted, and reports whether it was open: Undo opens it again then.
	OnRead    func(map[chat.ID]chat.Summary)
	OnDeleted func(chat.ID) (wasOpen bool)

	ctx             context.Context
	sidebar         *sidebar.Sidebar
	owners          Owners
	host            Host
	reads, searches *uithread.Scope
	// stale are the chats that have changed since they were last read, and all says that the whole
	// list has. One read runs at a time, so that none can overtake a later one.
	stale           map[chat.ID]bool
	all             bool
	reading, failed bool
}

// New makes the controller of a sidebar that shows nothing yet: Changed("") reads the list. What is
// read and written ends with ctx. The callbacks of the sidebar that lead elsewhere are set by the
// window.
func New(ctx context.Context, thread *uithread.Thread, s *sidebar.Sidebar, owners Owners, host Host) *Navigation {
	n := &Navigation{
		ctx: ctx, sidebar: s, owners: owners, host: host, stale: map[chat.ID]bool{},
		reads: uithread.NewScope(thread), searches: uithread.NewScope(thread),
	}
	s.On.Missing = func() {
		if !n.failed { // else there is a button for it
			n.read()
		}
	}
	s.On.Rename = func(id chat.ID, title string) {
		host.Change(func(ctx context.Context) error { return owners.History.Rename(ctx, id, title) })
	}
	s.On.Pin, s.On.Delete = n.Pin, n.Delete
	s.On.Search = n.search
	return n
}

// Changed reads a chat again, or with "" the whole list.
func (n *Navigation) Changed(id chat.ID) {
	if id == "" {
		n.all = true
	} else {
		n.stale[id] = true
	}
	n.read()
}

// read reads what has changed and what is missing in sight. What changes meanwhile is read after
// it.
func (n *Navigation) read() {
	if n.reading {
		return
	}
	all, stale := n.all, n.stale
	ids := slices.AppendSeq(n.sidebar.Missing(), maps.Keys(stale))
	if !all && len(ids) == 0 {
		return
	}
	n.reading, n.all, n.stale = true, false, map[chat.ID]bool{}
	var order chat.Order
	uithread.Load(n.reads, func() (found map[chat.ID]chat.Summary, err error) {
		if all {
			if order, err = n.owners.History.Order(n.ctx); err != nil {
				return nil, err
			}
			ids = nil
			for _, e := range order[:min(firstRows, len(order))] {
				ids = append(ids, e.ID)
			}
		}
		return n.owners.History.Summaries(n.ctx, ids)
	}, func(found map[chat.ID]chat.Summary) {
		n.reading, n.failed = false, false
		if all {
			n.sidebar.Set(order, found, time.Now())
		} else {
			n.sidebar.Change(ids, found, time.Now())
		}
		n.OnRead(found)
		n.read()
	}, func(err error) {
		n.reading, n.failed = false, true
		n.all = n.all || all
		maps.Copy(n.stale, stale)
		n.host.CouldNotRead(i18n.Text("Your chats could not be listed. They are still stored."), n.read)(err)
		n.sidebar.SetUnread(n.read)
	})
}

// Pin pins a chat to the top of the list, or unpins it.
func (n *Navigation) Pin(id chat.ID, pinned bool) {
	n.host.Change(func(ctx context.Context) error { return n.owners.History.Pin(ctx, id, pinned) })
}

// Rename turns the title of a chat in the list into a field.
func (n *Navigation) Rename(id chat.ID) {
	n.host.ShowSidebar()
	n.sidebar.Rename(id)
}

// Delete deletes a chat, and offers to undo that.
func (n *Navigation) Delete(id chat.ID) {
	n.host.ChangeThen(func(ctx context.Context) error { return n.owners.History.Delete(ctx, id) }, func() {
		wasOpen := n.OnDeleted(id)
		n.host.Say(i18n.Text("The chat was deleted."), i18n.Text("Undo"), func() {
			n.host.ChangeThen(func(ctx context.Context) error { return n.owners.History.Restore(ctx, id) }, func() {
				if wasOpen {
					n.sidebar.On.Open(id)
				}
			})
		})
	})
}

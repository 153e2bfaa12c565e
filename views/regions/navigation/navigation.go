// Package navigation is the controller of the sidebar: it loads the visible part of the list of
// chats, searches, and renames, pins, moves and deletes chats and projects, with undo.
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
	"parlando/views/shell"
	"parlando/views/sidebar"
	"parlando/views/uithread"
)

// firstRows is the number of rows loaded together with the list, before the number of visible rows
// is known.
const firstRows = 64

// History is the part of the conversation store that navigation uses.
type History interface {
	Order(ctx context.Context) (chat.Order, error)
	Summaries(ctx context.Context, ids []chat.ID) (map[chat.ID]chat.Summary, error)
	Search(ctx context.Context, query string, limit int) ([]history.Hit, error)
	Rename(ctx context.Context, id chat.ID, title string) error
	Pin(ctx context.Context, id chat.ID, pinned bool) error
	Delete(ctx context.Context, id chat.ID) error
	Restore(ctx context.Context, id chat.ID) error
	SetProject(ctx context.Context, id, project chat.ID) error
}

// Transcripts searches the titles and lines of transcripts.
type Transcripts interface {
	Search(ctx context.Context, query string, limit int) ([]transcripts.Hit, error)
}

// Owners are the stores that navigation reads and writes. Without Projects, the chats of projects
// are listed like all others.
type Owners struct {
	History     History
	Transcripts Transcripts
	Projects    Projects
}

// Host is the window around the sidebar.
type Host interface {
	shell.Host
	ShowSidebar()
	Say(sentence, button string, action func())
}

// Navigation is the controller of one sidebar. Use it only on the window's thread.
type Navigation struct {
	// OnRead receives newly read summaries of chats. OnDeleted is called with a deleted chat
	// and returns whether that chat was open; if so, Undo opens it again.
	OnRead    func(map[chat.ID]chat.Summary)
	OnDeleted func(chat.ID) (wasOpen bool)

	ctx             context.Context
	sidebar         *sidebar.Sidebar
	owners          Owners
	host            Host
	reads, searches *uithread.Scope
	// stale has the chats to read again; all means that the whole list must be read. Only one read
	// runs at a time, so that no older result replaces a newer one.
	stale           map[chat.ID]bool
	all             bool
	reading, failed bool
}

// New returns the controller of an empty sidebar; Changed("") loads the list. Canceling ctx cancels
// reads and writes. The window must set the callbacks of the sidebar that open pages.
func New(ctx context.Context, thread *uithread.Thread, s *sidebar.Sidebar, owners Owners, host Host) *Navigation {
	n := &Navigation{
		ctx: ctx, sidebar: s, owners: owners, host: host, stale: map[chat.ID]bool{},
		reads: uithread.NewScope(thread), searches: uithread.NewScope(thread),
	}
	s.Callbacks.MissingTitles = func() {
		if !n.failed { // after a failure, only the button reads again
			n.read()
		}
	}
	s.Callbacks.Rename = func(id chat.ID, title string) {
		host.Change(func(ctx context.Context) error { return owners.History.Rename(ctx, id, title) })
	}
	s.Callbacks.Pin, s.Callbacks.Delete = n.Pin, n.Delete
	s.Callbacks.Search = n.search
	if owners.Projects != nil {
		n.offerProjects()
	}
	return n
}

// Changed reads a chat, or the whole list if id is "", after a change.
func (n *Navigation) Changed(id chat.ID) {
	if id == "" {
		n.all = true
	} else {
		n.stale[id] = true
	}
	n.read()
}

// read reads the stale chats and visible chats without a summary. Chats that change during the read
// are read again afterwards.
func (n *Navigation) read() {
	if n.reading {
		return
	}
	all, stale, open := n.all, n.stale, n.sidebar.Selected()
	ids := slices.AppendSeq(n.sidebar.MissingTitles(), maps.Keys(stale))
	if !all && len(ids) == 0 {
		return
	}
	n.reading, n.all, n.stale = true, false, map[chat.ID]bool{}
	var order chat.Order
	var projects []sidebar.Project
	uithread.Load(n.reads, func() (found map[chat.ID]chat.Summary, err error) {
		if all {
			if order, err = n.owners.History.Order(n.ctx); err != nil {
				return nil, err
			}
			if order, projects, err = n.byProject(order); err != nil {
				return nil, err
			}
			if ids = nil; open != "" { // may be in a project
				ids = append(ids, open)
			}
			for _, e := range order[:min(firstRows, len(order))] {
				ids = append(ids, e.ID)
			}
		}
		return n.owners.History.Summaries(n.ctx, ids)
	}, func(found map[chat.ID]chat.Summary) {
		n.reading, n.failed = false, false
		if all {
			n.sidebar.SetProjects(projects)
			n.sidebar.Set(order, found, time.Now())
		} else {
			n.sidebar.Change(ids, n.listed(found), time.Now())
		}
		n.OnRead(found)
		n.read()
	}, func(err error) {
		n.reading, n.failed = false, true
		n.all = n.all || all
		maps.Copy(n.stale, stale)
		n.host.ReadErrorHandler(i18n.Text("Your chats couldn't be listed. They're still saved."), n.read)(err)
		n.sidebar.SetReadFailed(n.read)
	})
}

// EndSearch ends the search for query and shows all chats again; see sidebar.Sidebar.EndSearch.
func (n *Navigation) EndSearch(query string) { n.sidebar.EndSearch(query) }

// Pin pins a chat to the top of the list, or unpins it.
func (n *Navigation) Pin(id chat.ID, pinned bool) {
	n.host.Change(func(ctx context.Context) error { return n.owners.History.Pin(ctx, id, pinned) })
}

// Rename turns the title of a chat in the list into a field. For a chat of a project, which is not
// in the list, it asks for the title.
func (n *Navigation) Rename(id chat.ID) {
	if slices.ContainsFunc(n.sidebar.Order(), func(e chat.Entry) bool { return e.ID == id }) {
		n.host.ShowSidebar()
		n.sidebar.Rename(id)
		return
	}
	uithread.Load(n.reads, func() (map[chat.ID]chat.Summary, error) { return n.owners.History.Summaries(n.ctx, []chat.ID{id}) }, func(found map[chat.ID]chat.Summary) {
		shell.AskForTitle(n.host, string(id)+"/title", found[id].Title, func(title string) { n.sidebar.Callbacks.Rename(id, title) })
	}, n.host.ReadErrorHandler(i18n.Text("The chat couldn't be read. It's still saved."), func() { n.Rename(id) }))
}

// Delete deletes a chat and shows a toast that can undo the deletion.
func (n *Navigation) Delete(id chat.ID) {
	n.host.ChangeThen(func(ctx context.Context) error { return n.owners.History.Delete(ctx, id) }, func() {
		wasOpen := n.OnDeleted(id)
		n.host.Say(i18n.Text("The chat was deleted."), i18n.Text("Undo"), func() {
			n.host.ChangeThen(func(ctx context.Context) error { return n.owners.History.Restore(ctx, id) }, func() {
				if wasOpen {
					n.sidebar.Callbacks.Open(id)
				}
			})
		})
	})
}

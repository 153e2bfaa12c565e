// Package memories is the sheet of the memories: the sentences that models are told with every
// message. The user reads, adds, changes and deletes them.
package memories

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/imports"
	"parlando/app/memories"
	"parlando/app/projects"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/uithread"
	"parlando/views/widgets"
	"parlando/views/words"
)

// Owners holds the services that the sheet uses.
type Owners struct {
	Memories *memories.Memories
	Projects *projects.Projects
	Chats    *history.Store
	Imports  *imports.Imports
}

// Sheet shows the memories over the window. Use it only on the window's thread.
type Sheet struct {
	frame  shell.Host
	thread *uithread.Thread
	log    *slog.Logger
	owners Owners
	// openChat shows a chat.
	openChat func(chat.ID)

	view  *page // nil while the sheet is closed
	step  *widgets.SheetStep
	reads *uithread.Scope
}

// New returns the sheet, which is not open yet.
func New(f shell.Host, t *uithread.Thread, log *slog.Logger, o Owners, openChat func(chat.ID)) *Sheet {
	return &Sheet{frame: f, thread: t, log: log, owners: o, openChat: openChat, reads: uithread.NewScope(t)}
}

// Show opens the sheet with the list of a project, "" for that of all chats.
func (s *Sheet) Show(list chat.ID) {
	view := newPage(list)
	view.Draft = form.Open(s.frame.Forms(), "memories")
	view.onChoose, view.onAdd, view.onDelete, view.onTryAgain = s.choose, s.add, s.remove, s.read
	view.onChange = func(m memories.Memory, text string) { s.change(view, m, text) }
	view.onUse = s.use
	view.onSeveral = func() { s.AddSeveral(s.view.list, Origin{}) }
	view.onOpen = func(id chat.ID) {
		shell.CloseOverlays(s.frame)
		s.openChat(id)
	}
	s.view = view
	stop := s.frame.Subscribe(func(cs []changes.Change) {
		for _, c := range cs {
			switch c.Topic {
			case changes.Memories, changes.Projects, changes.Conversations:
				s.read()
				return
			}
		}
	})
	s.step = shell.ShowStep(s.frame, i18n.Text("What Parlando remembers"), view, 600, 620)
	s.step.OnHide = func() {
		stop()
		s.reads.Reset()
		s.view = nil
	}
	s.read()
}

// choose shows the list of a project, "" for that of all chats.
func (s *Sheet) choose(list chat.ID) {
	s.view.list, s.view.wrong = list, wrongText{}
	s.read()
}

// use sets which memories are sent in the chats of the project whose list is shown.
func (s *Sheet) use(which projects.Memories) {
	list := s.view.list
	s.frame.Change(func(ctx context.Context) error { return s.owners.Projects.SetMemories(ctx, list, which) })
}

// read reads the list if the sheet is open.
func (s *Sheet) read() {
	if s.view == nil {
		return
	}
	s.reads.Reset()
	ctx, list := s.frame.Context(), s.view.list
	uithread.Load(s.reads, func() (contents, error) { return s.contents(ctx, list) }, s.view.set, func(err error) {
		if ctx.Err() == nil {
			s.log.Error("The memories could not be read", "error", err)
			s.view.set(contents{unread: true})
		}
	})
}

func (s *Sheet) contents(ctx context.Context, list chat.ID) (c contents, err error) {
	c.now, c.readOnly = time.Now(), s.owners.Chats.ReadOnly()
	if c.projects, err = s.owners.Projects.List(ctx); err != nil {
		return c, err
	}
	if c.all, err = s.owners.Memories.List(ctx, list); err != nil {
		return c, err
	}
	kept, err := s.owners.Imports.List(ctx)
	if err != nil {
		return c, err
	}
	c.hasImports = slices.ContainsFunc(kept, func(one imports.FinishedImport) bool { return one.Report.Notes > 0 })
	var ids []chat.ID
	for _, m := range c.all {
		ids = append(ids, m.Conversation)
	}
	c.chats, err = s.owners.Chats.Summaries(ctx, ids)
	return c, err
}

// write stores a change. An error of the text at key is shown there; in a closed
// sheet, whose draft keeps the text, in a toast as any other error.
func (s *Sheet) write(key chat.ID, store func(context.Context) error, done func()) {
	ctx := s.frame.Context()
	s.frame.Write(new(int), func() error { return store(ctx) }, func(err error) {
		text := words.MemoryError(err)
		switch {
		case err == nil:
			done()
		case errors.Is(err, memories.ErrGone):
			s.read()
		case text != "" && s.view != nil:
			s.view.setWrong(key, text)
		case text != "":
			s.frame.Toasts().Say(text, "", nil)
		default:
			s.frame.ReportWriteError(err)
		}
	})
}

func (s *Sheet) add(text string) {
	list := s.view.list
	s.write("", func(ctx context.Context) error {
		_, err := s.owners.Memories.Add(ctx, list, text, "")
		return err
	}, func() {
		if s.view != nil {
			s.view.added()
		}
	})
}

// change replaces the text of a memory in view, which may have been closed.
func (s *Sheet) change(view *page, m memories.Memory, text string) {
	s.write(m.ID, func(ctx context.Context) error { return s.owners.Memories.Change(ctx, m.ID, text) }, func() { view.changed(m.ID, text) })
}

// remove deletes a memory for good, and offers to add it again.
func (s *Sheet) remove(m memories.Memory) {
	view := s.view
	s.write(m.ID, func(ctx context.Context) error { return s.owners.Memories.Remove(ctx, m.ID) }, func() {
		view.Draft.DiscardField(string(m.ID))
		s.frame.Toasts().Say(i18n.Text("It's no longer remembered."), i18n.Text("Undo"), func() {
			s.frame.Change(func(ctx context.Context) error { return s.owners.Memories.Restore(ctx, m) })
		})
	})
}

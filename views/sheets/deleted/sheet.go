// Package deleted is the sheet of deleted items: the user can view or play them, restore them, or
// purge them.
package deleted

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/projects"
	"parlando/app/recordings"
	"parlando/app/speech"
	"parlando/app/speechexports"
	"parlando/app/transcripts"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/sidebar"
	"parlando/views/uithread"
	"parlando/views/words"
)

// Owners holds the services that the sheet uses.
type Owners struct {
	Chats         *history.Store
	Transcripts   *transcripts.Transcripts
	Recordings    *recordings.Recordings
	SpeechExports *speechexports.Store
	Speech        *speech.Speech
	Projects      *projects.Projects
}

// Links connects the sheet to other parts of the program.
type Links struct {
	// ModelName returns the displayed name of a model.
	ModelName func(model string) string
	// ReadProblems returns sentences about items missing from the list because reading them failed.
	ReadProblems func() []string
}

// owner restores the deleted items of a kind, or removes them permanently.
type owner interface {
	Restore(ctx context.Context, id chat.ID) error
	Remove(ctx context.Context, id chat.ID) error
}

// deletedMessages is the owner of the deleted messages of chats that are not deleted.
type deletedMessages struct{ chats *history.Store }

// Restore implements owner.
func (m deletedMessages) Restore(ctx context.Context, first chat.ID) error {
	return m.chats.RestoreMessage(ctx, first)
}

// Remove implements owner.
func (m deletedMessages) Remove(ctx context.Context, first chat.ID) error {
	return m.chats.RemoveMessage(ctx, first)
}

// deletedProjects is the owner of the deleted projects.
type deletedProjects struct {
	*projects.Projects
	chats *history.Store
}

// Remove implements owner.
func (p deletedProjects) Remove(ctx context.Context, id chat.ID) error {
	return p.chats.RemoveProject(ctx, id)
}

// Sheet shows the deleted items over the window. Use it only on the window's thread.
type Sheet struct {
	frame  shell.Host
	log    *slog.Logger
	owners Owners
	links  Links
	view   *page // nil while the sheet is closed
	// lists is the scope of reads of the list, looks the scope of reads of an item's content.
	lists, looks *uithread.Scope
}

// New returns the sheet, which is not open yet.
func New(f shell.Host, t *uithread.Thread, log *slog.Logger, owners Owners, links Links) *Sheet {
	return &Sheet{frame: f, log: log, owners: owners, links: links, lists: uithread.NewScope(t), looks: uithread.NewScope(t)}
}

// Open shows the sheet over the window.
func (s *Sheet) Open() {
	view := newPage(s.frame.Canvas())
	view.OnLook, view.OnPutBack, view.OnDelete, view.OnTryAgain = s.look, s.putBack, s.askToRemove, s.read
	s.view = view
	stop := s.frame.Subscribe(s.changed)
	o := shell.ShowStep(s.frame, i18n.Text("Recently deleted"), view, 600, 620)
	o.OnHide = func() {
		stop()
		s.lists.Reset()
		s.looks.Reset()
		s.view = nil
	}
	s.read()
}

func (s *Sheet) changed(cs []changes.Change) {
	for _, c := range cs {
		switch c.Topic {
		case changes.Conversations, changes.Thread, changes.SpeechExports, changes.Transcripts, changes.Recordings, changes.Projects:
			s.read()
			return
		case changes.Speech:
			s.view.SetPlaying(s.owners.Speech.Snapshot().PlayingFile())
		}
	}
}

// read reads the list, if the sheet is open.
func (s *Sheet) read() {
	if s.view == nil {
		return
	}
	s.lists.Reset() // drops the results of earlier reads
	ctx := s.frame.Context()
	uithread.Load(s.lists, func() (contents, error) { return s.contents(ctx), ctx.Err() }, func(c contents) {
		c.Notes, c.Playing = s.links.ReadProblems(), s.owners.Speech.Snapshot().PlayingFile()
		s.view.Set(c)
	}, func(error) {}) // fails only while Parlando is closing
}

// contents reads the deleted items of all owners. Items that cannot be read are logged and told in
// Unread.
func (s *Sheet) contents(ctx context.Context) contents {
	c := contents{Now: time.Now()}
	add := func(e entry) { c.Items = append(c.Items, e) }
	chats, chatsErr := s.owners.Chats.Deleted(ctx)
	for _, d := range chats {
		title := sidebar.Title(d.Summary)
		if m := d.Messages; m != nil {
			add(entry{
				Kind: someMessages, Owner: deletedMessages{s.owners.Chats}, ID: m.First, Title: cmp.Or(m.Begins, title), At: d.At, Count: m.Count, Chat: title,
			})
			continue
		}
		add(entry{Kind: wholeChat, Owner: s.owners.Chats, ID: d.ID, Title: title, At: d.At})
	}
	written, writtenErr := s.owners.Transcripts.Deleted(ctx)
	for _, t := range written {
		empty := ""
		if t.Lines == 0 {
			empty = i18n.Text("No transcripts yet.")
		}
		add(entry{Kind: aTranscript, Owner: s.owners.Transcripts, ID: t.ID, Title: t.Name(), At: t.Deleted, Empty: empty})
	}
	recorded, recordedErr := s.owners.Recordings.Deleted(ctx)
	for _, r := range recorded {
		add(entry{Kind: aRecording, Owner: s.owners.Recordings, ID: r.ID, Title: words.RecordingName(r.Title, r.Started, c.Now), At: r.Deleted})
	}
	exported, exportedErr := s.owners.SpeechExports.Deleted(ctx)
	for _, n := range exported {
		empty := ""
		if n.State != speechexports.Done {
			empty = i18n.Text("The audio file wasn't finished.")
		}
		add(entry{Kind: aSoundFile, Owner: s.owners.SpeechExports, ID: n.ID, Title: n.Title, At: n.Deleted, Empty: empty})
	}
	gone, goneErr := s.owners.Projects.Deleted(ctx)
	for _, p := range gone {
		add(entry{Kind: aProject, Owner: deletedProjects{s.owners.Projects, s.owners.Chats}, ID: p.ID, Title: p.Name, At: p.At})
	}
	slices.SortStableFunc(c.Items, func(a, b entry) int { return b.At.Compare(a.At) })
	if err := errors.Join(chatsErr, writtenErr, recordedErr, exportedErr, goneErr); err != nil && ctx.Err() == nil {
		s.log.Error("Deleted items were not listed", "error", err)
		c.Unread = i18n.Text("Some deleted items couldn't be listed. They're still saved.")
	}
	return c
}

// putBack restores an item.
func (s *Sheet) putBack(item entry) {
	s.do(item, item.Owner.Restore, i18n.Text("“{{.Title}}” was restored.", map[string]any{"Title": words.ShortName(item.Title, words.MaxNameInSentence)}),
		i18n.Text("This couldn't be restored. It's still under “Recently deleted”."))
}

// askToRemove asks whether to purge an item.
func (s *Sheet) askToRemove(item entry) {
	sentence := i18n.Text("This can't be undone.")
	switch {
	case item.Kind == aTranscript:
		sentence = i18n.Text("This can't be undone. The audio file stays where it is.")
	case item.Kind == aProject:
		sentence = i18n.Text("This can't be undone. Its chats stay as they are.")
	case item.Count > 1:
		sentence = i18n.Text("This deletes {{.Messages}} forever.", map[string]any{"Messages": words.MessageCount(item.Count)})
	}
	title := i18n.Text("Delete “{{.Name}}” forever?", map[string]any{"Name": words.ShortName(item.Title, words.MaxNameInSentence)})
	shell.AskBeforeLoss(s.frame, title, sentence, i18n.Text("Delete forever"), func() {
		s.owners.Speech.StopSource(source(item))
		s.do(item, item.Owner.Remove, i18n.Text("{{.Title}} was deleted.", map[string]any{"Title": words.ShortName(item.Title, words.MaxNameInSentence)}),
			i18n.Text("This couldn't be deleted."))
	})
}

// do runs an action on an item in the background, and shows the result.
func (s *Sheet) do(item entry, do func(context.Context, chat.ID) error, done, failed string) {
	s.frame.Write(new(int), func() error { return do(s.frame.Context(), item.ID) }, func(err error) {
		if err != nil {
			s.failed(err, failed, func() { s.do(item, do, done, failed) })
			return
		}
		s.frame.Toasts().Say(done, "", nil)
	})
}

// failed shows that an action failed, and offers to repeat it if the item still exists.
func (s *Sheet) failed(err error, sentence string, again func()) {
	if s.frame.Context().Err() != nil {
		return // Parlando is closing
	}
	s.log.Error("Not done with what was deleted", "what", sentence, "error", err)
	for _, gone := range []error{history.ErrNotFound, transcripts.ErrNotFound, recordings.ErrUnknown, speechexports.ErrUnknown, projects.ErrNotFound} {
		if errors.Is(err, gone) {
			s.frame.Toasts().Say(i18n.Text("This no longer exists."), "", nil)
			s.read()
			return
		}
	}
	s.frame.Toasts().Say(sentence, i18n.Text("Try again"), again)
}

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
}

// Links connects the sheet to other parts of the program.
type Links struct {
	// ModelName returns the displayed name of a model.
	ModelName func(model string) string
	// ReadProblems returns sentences about items missing from the list because reading them failed.
	ReadProblems func() []string
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
		case changes.Conversations, changes.Thread, changes.SpeechExports, changes.Transcripts, changes.Recordings:
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
	uithread.Load(s.lists, func() ([]history.DeletedItem, error) { return s.owners.Chats.Deleted(s.frame.Context()) },
		func(chats []history.DeletedItem) { s.show(chats, "") },
		func(err error) {
			if s.frame.Context().Err() != nil {
				return // Parlando is closing
			}
			s.log.Error("Deleted chats were not listed", "error", err)
			s.show(nil, i18n.Text("Your deleted chats and messages couldn't be listed. They are still saved."))
		})
}

func (s *Sheet) show(chats []history.DeletedItem, unread string) {
	now := time.Now()
	state := contents{Unread: unread, Notes: s.links.ReadProblems(), Playing: s.owners.Speech.Snapshot().PlayingFile(), Now: now}
	add := func(k kind, id chat.ID, title string, at time.Time, empty string) {
		state.Items = append(state.Items, entry{Kind: k, ID: id, Title: title, At: at, Empty: empty})
	}
	for _, c := range chats {
		title := sidebar.Title(c.Summary)
		if m := c.Messages; m != nil {
			state.Items = append(state.Items, entry{
				Kind: someMessages, ID: m.First, Title: cmp.Or(m.Begins, title), At: c.At, Count: m.Count, Chat: title,
			})
			continue
		}
		add(wholeChat, c.ID, title, c.At, "")
	}
	for _, t := range s.owners.Transcripts.Deleted() {
		empty := ""
		if t.Lines == 0 {
			empty = i18n.Text("No transcripts yet.")
		}
		add(aTranscript, t.ID, t.Name(), t.At, empty)
	}
	for _, r := range s.owners.Recordings.Deleted() {
		add(aRecording, r.ID, words.RecordingName(r.Title, r.Started, now), r.Deleted, "")
	}
	for _, n := range s.owners.SpeechExports.Deleted() {
		empty := ""
		if n.State != speechexports.Done {
			empty = i18n.Text("The audio file wasn't finished.")
		}
		add(aSoundFile, n.ID, n.Title, n.Deleted, empty)
	}
	slices.SortStableFunc(state.Items, func(a, b entry) int { return b.At.Compare(a.At) })
	s.view.Set(state)
}

// putBack restores an item.
func (s *Sheet) putBack(item entry) {
	s.do(item, s.binOf(item).restore, i18n.Text("“{{.Title}}” was restored.", map[string]any{"Title": words.ShortName(item.Title, words.MaxNameInSentence)}),
		i18n.Text("This couldn't be restored. It is still in Recently deleted."))
}

// askToRemove asks whether to purge an item.
func (s *Sheet) askToRemove(item entry) {
	sentence := i18n.Text("This can't be undone.")
	switch {
	case item.Kind == aTranscript:
		sentence = i18n.Text("This can't be undone. The audio file stays where it is.")
	case item.Count > 1:
		sentence = i18n.Text("This deletes {{.Messages}}. This can't be undone.", map[string]any{"Messages": words.MessageCount(item.Count)})
	}
	title := i18n.Text("Delete “{{.Name}}” forever?", map[string]any{"Name": words.ShortName(item.Title, words.MaxNameInSentence)})
	shell.AskBeforeLoss(s.frame, title, sentence, i18n.Text("Delete forever"), func() {
		s.owners.Speech.StopSource(source(item))
		s.do(item, s.binOf(item).remove, i18n.Text("{{.Title}} was deleted.", map[string]any{"Title": words.ShortName(item.Title, words.MaxNameInSentence)}),
			i18n.Text("This couldn't be deleted."))
	})
}

// bin restores or purges the deleted items of one owner.
type bin struct {
	restore, remove func(context.Context, chat.ID) error
}

// binOf returns the bin of an item.
func (s *Sheet) binOf(item entry) bin {
	o := s.owners
	soon := func(do func(chat.ID) error) func(context.Context, chat.ID) error {
		return func(_ context.Context, id chat.ID) error { return do(id) }
	}
	return map[kind]bin{
		wholeChat:    {o.Chats.Restore, o.Chats.Remove},
		someMessages: {o.Chats.RestoreMessage, o.Chats.RemoveMessage},
		aTranscript:  {o.Transcripts.Restore, o.Transcripts.Remove},
		aRecording:   {soon(func(id chat.ID) error { o.Recordings.Restore(id); return nil }), soon(o.Recordings.Remove)},
		aSoundFile:   {soon(o.SpeechExports.Restore), soon(o.SpeechExports.Remove)},
	}[item.Kind]
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
	for _, gone := range []error{history.ErrNotFound, transcripts.ErrNotFound, recordings.ErrUnknown, speechexports.ErrUnknown} {
		if errors.Is(err, gone) {
			s.frame.Toasts().Say(i18n.Text("This no longer exists."), "", nil)
			s.read()
			return
		}
	}
	s.frame.Toasts().Say(sentence, i18n.Text("Try again"), again)
}

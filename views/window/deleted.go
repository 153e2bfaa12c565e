package window

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2/lang"

	"parley/app/chat"
	"parley/app/chatexport"
	"parley/app/core"
	"parley/app/history"
	"parley/app/narrations"
	"parley/app/recordings"
	"parley/app/speech"
	"parley/app/transcripts"
	"parley/app/transcripts/export"
	deletedview "parley/views/deleted"
	"parley/views/longtext"
	"parley/views/sidebar"
	"parley/views/transcribe"
	"parley/views/uithread"
	"parley/views/widgets"
)

// deletedPage is the page of what was deleted; page is nil while it is not open.
type deletedPage struct {
	page *deletedview.Page
	// lists is for what is read for the list, looks for what is looked into.
	lists, looks *uithread.Scope
}

// showDeleted lays the list of what was deleted over the window.
func (v *Window) showDeleted() {
	p := deletedview.New(v.window.Canvas(), v.thread.After)
	p.OnLook, p.OnPutBack, p.OnDelete, p.OnTryAgain = v.lookAtDeleted, v.putBack, v.askToRemove, v.refreshDeleted
	v.deleted = deletedPage{p, uithread.NewScope(v.thread), uithread.NewScope(v.thread)}
	o := widgets.Page(v.window.Canvas(), lang.L("Recently deleted"), lang.L("Close"), p, 600, 620)
	o.OnHide = func() {
		v.deleted.lists.Reset()
		v.deleted.looks.Reset()
		v.deleted = deletedPage{}
		p.Toasts.Clear()
	}
	v.popup(o)
	v.refreshDeleted()
}

// refreshDeleted reads the list of what was deleted, if that is open.
func (v *Window) refreshDeleted() {
	d := v.deleted
	if d.page == nil {
		return
	}
	d.lists.Reset() // what was read before is older
	uithread.Load(d.lists, func() ([]history.Deleted, error) { return v.core.History.Deleted(v.ctx) }, func(chats []history.Deleted) {
		v.paintDeleted(chats, "")
	}, func(err error) {
		if v.ctx.Err() != nil {
			return // Parley is closing
		}
		v.core.Log.Error("Deleted chats were not listed", "error", err)
		v.paintDeleted(nil, lang.L("Your deleted chats could not be listed. They are still stored."))
	})
}

// refreshDeletedSound shows which sound of the list is heard.
func (v *Window) refreshDeletedSound() {
	if p := v.deleted.page; p != nil {
		p.SetPlaying(v.filePlaying())
	}
}

func (v *Window) paintDeleted(chats []history.Deleted, unread string) {
	now := time.Now()
	s := deletedview.State{Unread: unread, Playing: v.filePlaying(), Now: now}
	add := func(kind deletedview.Kind, id chat.ID, title string, at time.Time, empty string) {
		s.Items = append(s.Items, deletedview.Item{Kind: kind, ID: id, Title: title, At: at, Empty: empty})
	}
	for _, c := range chats {
		add(deletedview.Chat, c.ID, sidebar.Title(c.Conversation), c.At, "")
	}
	for _, t := range v.core.Transcripts.Deleted() {
		empty := ""
		if t.Lines == 0 {
			empty = lang.L("Nothing was transcribed yet.")
		}
		add(deletedview.Transcript, t.ID, transcribe.Title(t.Transcript), t.At, empty)
	}
	for _, r := range v.core.Recordings.Deleted() {
		add(deletedview.Recording, r.ID, transcribe.RecordingTitle(r.Recording, now), r.At, "")
	}
	for _, n := range v.core.Narrations.Deleted() {
		empty := ""
		if n.State != narrations.Done {
			empty = lang.L("The sound file was not finished.")
		}
		add(deletedview.SoundFile, n.ID, n.Title, n.At, empty)
	}
	slices.SortStableFunc(s.Items, func(a, b deletedview.Item) int { return b.At.Compare(a.At) })
	for _, u := range v.core.Unread() {
		if u == core.TranscriptsUnread || u == core.RecordingsUnread || u == core.SoundFilesUnread {
			s.Notes = append(s.Notes, unreadSentence(u))
		}
	}
	v.deleted.page.Set(s)
}

// sayOfDeleted tells something where it can be seen.
func (v *Window) sayOfDeleted(sentence, button string, action func()) {
	toasts := v.toasts
	if p := v.deleted.page; p != nil {
		toasts = p.Toasts
	}
	toasts.Say(sentence, button, action)
}

// deletedFailed says that something could not be done with an item, and offers to do it again if the item is still there.
func (v *Window) deletedFailed(err error, sentence string, again func()) {
	if v.ctx.Err() != nil {
		return // Parley is closing
	}
	v.core.Log.Error("Not done with what was deleted", "what", sentence, "error", err)
	for _, gone := range []error{history.ErrNotFound, transcripts.ErrNotFound, recordings.ErrUnknown, narrations.ErrUnknown} {
		if errors.Is(err, gone) {
			v.sayOfDeleted(lang.L("This is not there any more."), "", nil)
			v.refreshDeleted()
			return
		}
	}
	v.sayOfDeleted(sentence, lang.L("Try again"), again)
}

// lookAtDeleted shows what stands in an item, or plays it.
func (v *Window) lookAtDeleted(item deletedview.Item) {
	switch item.Kind {
	case deletedview.Chat:
		uithread.Load(v.deleted.looks, func() ([]chat.Message, error) {
			heads, err := v.core.History.DeletedThread(v.ctx, item.ID)
			if err != nil {
				return nil, err
			}
			return v.messagesOfThread(v.ctx, heads)
		}, func(ms []chat.Message) {
			c := chatexport.Chat{Messages: v.exported(ms, true)}
			uithread.Load(v.deleted.looks, func() (string, error) {
				return cmp.Or(chatexport.PlainText(c), item.Title), nil // the title is what was not sent in it
			}, func(text string) { v.showDeletedText(item, text) }, v.deletedUnread(item))
		}, v.deletedUnread(item))
	case deletedview.Transcript:
		uithread.Load(v.deleted.looks, func() (string, error) { return v.deletedTranscript(item.ID) },
			func(text string) { v.showDeletedText(item, text) }, v.deletedUnread(item))
	case deletedview.Recording:
		v.playDeleted(item, func() (string, error) { return v.core.Recordings.Path(v.ctx, item.ID) })
	case deletedview.SoundFile:
		v.playDeleted(item, func() (string, error) { return v.core.Narrations.Path(item.ID) })
	}
}

func (v *Window) deletedTranscript(id chat.ID) (string, error) {
	lines, err := v.core.Transcripts.DeletedLines(v.ctx, id)
	if err != nil {
		return "", err
	}
	var t transcripts.Transcript
	for _, d := range v.core.Transcripts.Deleted() {
		if d.ID == id {
			t = d.Transcript
		}
	}
	var text strings.Builder
	err = export.Write(&text, export.Text, export.Of(t, lines), export.Options{Times: true, Speakers: true})
	return text.String(), err
}

// showDeletedText shows the text of an item, that is to be read and copied alone.
func (v *Window) showDeletedText(item deletedview.Item, text string) {
	c := v.window.Canvas()
	box := longtext.New(item.Title, "")
	box.SetText(text)
	box.SetReading(true, 0, 0)
	copied := widgets.NewButton(lang.L("Copy"), widgets.Secondary, nil).SetSmall()
	copied.SetOnTapped(func() {
		v.copyOnly(text)
		copied.SetWords(lang.L("Copied"))
	})
	v.popup(widgets.Page(c, short(item.Title), lang.L("Close"), box, 640, 620, copied))
	c.Focus(box)
}

// deletedUnread says that an item could not be read, and offers to try again.
func (v *Window) deletedUnread(item deletedview.Item) func(error) {
	return func(err error) {
		v.deletedFailed(err, lang.L("This could not be read. It is still stored."), func() { v.lookAtDeleted(item) })
	}
}

// playDeleted plays an item, or pauses it and goes on.
func (v *Window) playDeleted(item deletedview.Item, find func() (string, error)) {
	source := speech.Source{Kind: speech.File, ID: string(item.ID)}
	if s := v.core.Speech.Snapshot(); s.Phase != speech.Idle && s.Source == source {
		v.core.Speech.Toggle()
		return
	}
	uithread.Load(v.deleted.looks, find, func(path string) { v.core.Speech.PlayFile(source, item.Title, path) }, v.deletedUnread(item))
}

// putBack brings an item back to where it was.
func (v *Window) putBack(item deletedview.Item) {
	v.doWithDeleted(item, v.restoreDeleted, lang.L("{{.Title}} is back.", map[string]any{"Title": short(item.Title)}),
		lang.L("This could not be put back. It is still in Recently deleted."))
}

func (v *Window) restoreDeleted(ctx context.Context, item deletedview.Item) error {
	switch item.Kind {
	case deletedview.Chat:
		return v.core.History.Restore(ctx, item.ID)
	case deletedview.Transcript:
		return v.core.Transcripts.Restore(ctx, item.ID)
	case deletedview.Recording:
		v.core.Recordings.Restore(item.ID)
	case deletedview.SoundFile:
		return v.core.Narrations.Undelete(item.ID)
	}
	return nil
}

// askToRemove asks whether an item is to be deleted for good.
func (v *Window) askToRemove(item deletedview.Item) {
	sentence := lang.L("It cannot be brought back after that.")
	if item.Kind == deletedview.Transcript {
		sentence = lang.L("It cannot be brought back after that. The sound file is not touched.")
	}
	c := v.window.Canvas()
	o := widgets.Ask(c, lang.L("Delete “{{.Name}}” for good?", map[string]any{"Name": short(item.Title)}), widgets.NewBody(sentence),
		lang.L("Delete for good"), lang.L("Cancel"), func() { v.removeDeleted(item) })
	c.FocusPrevious() // Enter is not to lose anything
	v.popup(o)
}

func (v *Window) removeDeleted(item deletedview.Item) {
	v.core.Speech.StopSource(speech.Source{Kind: speech.File, ID: string(item.ID)})
	v.doWithDeleted(item, v.removeForGood, lang.L("{{.Title}} was deleted.", map[string]any{"Title": short(item.Title)}),
		lang.L("This could not be deleted now."))
}

func (v *Window) removeForGood(ctx context.Context, item deletedview.Item) error {
	switch item.Kind {
	case deletedview.Chat:
		return v.core.History.Remove(ctx, item.ID)
	case deletedview.Transcript:
		return v.core.Transcripts.Remove(ctx, item.ID)
	case deletedview.Recording:
		return v.core.Recordings.Remove(item.ID)
	case deletedview.SoundFile:
		return v.core.Narrations.Remove(item.ID)
	}
	return nil
}

// doWithDeleted does something with an item in the background, and says what became of it.
func (v *Window) doWithDeleted(item deletedview.Item, do func(context.Context, deletedview.Item) error, done, failed string) {
	v.write(new(int), func() error { return do(v.ctx, item) }, func(err error) {
		if err != nil {
			v.deletedFailed(err, failed, func() { v.doWithDeleted(item, do, done, failed) })
			return
		}
		v.sayOfDeleted(done, "", nil)
	})
}

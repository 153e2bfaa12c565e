package window

import (
	"context"
	"time"

	"fyne.io/fyne/v2"

	"filippo.io/age"

	"parlando/app/backups"
	"parlando/app/chat"
	"parlando/app/core"
	"parlando/app/transcripts"
	"parlando/views/i18n"
	"parlando/views/regions/lookbar"
	backupsheet "parlando/views/sheets/backups"
	"parlando/views/sheets/putback"
	"parlando/views/shell"
	"parlando/views/sidebar"
	"parlando/views/words"
)

// Next describes what the window shows after it has been reopened.
type Next struct {
	// Sentence is shown in a toast, unless it is "".
	Sentence string
	// Look is the library to look at; nil opens the one that the settings name.
	Look *core.Look
	// Settings opens the settings at the language.
	Settings bool
	// PutBack puts chats back into the library that the settings name; nil puts back none.
	PutBack *PutBack
}

// PutBack names chats of a library that was looked at; nil Chats are all.
type PutBack struct {
	Look  core.Look
	Chats []chat.ID
}

// Continue shows what a reopened window is to show.
func (v *Window) Continue(n Next) {
	if n.Sentence != "" {
		v.Say(n.Sentence)
	}
	if n.PutBack != nil {
		v.putBack(*n.PutBack)
	}
	if n.Settings {
		v.settings.OpenAtLanguage()
	}
}

// content returns the content of the window: the frame, below a bar while the user looks at a
// backup.
func (v *Window) content() fyne.CanvasObject {
	if v.lookBar != nil {
		return v.lookBar.Root
	}
	return v.frame.Content()
}

// buildLookBar creates the bar above a library that is looked at.
func (v *Window) buildLookBar() {
	l := v.core.Look
	if l == nil {
		return
	}
	now := time.Now()
	sentence := words.BackupLookedAt(l.Made, now, l.Missing)
	if !l.Backup {
		sentence = words.LibraryLookedAt(l.Made, now, l.Damaged, l.Missing)
	}
	v.lookBar = lookbar.New(sentence, v.frame.Content(), lookbar.Calls{
		OnPutBackChat: func() { v.leaveToPutBack([]chat.ID{v.chat.Conversation().ID}) },
		OnPutBack:     func() { putback.Open(v.frame, v.thread, v.core.History, v.leaveToPutBack) },
		OnLeave:       func() { v.leave(func() { v.shutdown.reopen(Next{}) }) },
	})
}

// worksInBackup reports whether a command of the window works in a backup.
func worksInBackup(c shell.Command) bool {
	switch c {
	case shell.Cancel, shell.SearchEverything, shell.Find, shell.FindNext, shell.FindPrevious, shell.ToggleSidebar,
		shell.LargerText, shell.SmallerText, shell.NormalText, shell.OpenSettings, shell.ToggleAnnouncements, shell.ShowHelp, shell.ShowKeys, shell.Quit:
		return true
	}
	return false
}

// noTranscripts searches no transcripts: those of a backup are not shown.
type noTranscripts struct{}

// Search implements navigation.Transcripts.
func (noTranscripts) Search(context.Context, string, int) ([]transcripts.Hit, error) { return nil, nil }

// openNewest opens the newest chat of a backup.
func (v *Window) openNewest() {
	v.chat.ShowNewChat()
	v.thread.Go(func() func() {
		order, err := v.core.History.Order(v.frame.Context())
		return func() {
			// the sidebar reports errors
			if err == nil && len(order) > 0 && v.chat.Conversation().ID == "" {
				v.chat.Open(order[0].ID)
			}
		}
	})
}

// unpackBackup unpacks a backup and returns the function that shows it.
func (v *Window) unpackBackup(ctx context.Context, b backups.Backup, identity age.Identity, progress func(files int)) (show func(), err error) {
	look, err := v.core.LookAtBackup(ctx, b, identity, progress)
	return v.showLook(look), err
}

// unpackLibrary copies another library and returns the function that shows it.
func (v *Window) unpackLibrary(ctx context.Context, l backupsheet.Library) (show func(), err error) {
	look, err := v.core.LookAtLibrary(ctx, core.FoundLibrary{Folder: l.Folder, Changed: l.Changed, Damaged: l.Damaged})
	return v.showLook(look), err
}

// showLook returns the function that shows an unpacked library in this window. Like quit, it first
// asks if something would be lost.
func (v *Window) showLook(l core.Look) func() {
	return func() { v.leave(func() { v.shutdown.reopen(Next{Look: &l}) }) }
}

// leaveToPutBack returns to the user's own chats and puts chats of the backup back there, nil for
// all.
func (v *Window) leaveToPutBack(ids []chat.ID) {
	look := *v.core.Look
	v.leave(func() { v.shutdown.reopen(Next{PutBack: &PutBack{Look: look, Chats: ids}}) })
}

// putBack puts chats back in the background, and shows a toast with the result.
func (v *Window) putBack(p PutBack) {
	ctx, working := v.frame.Context(), i18n.Text("Putting chats back…")
	v.frame.Toasts().SayUntilClosed(working, "", nil)
	var done core.PutBackResult
	title := ""
	v.frame.Write(new(int), func() (err error) {
		if done, err = v.core.PutBack(ctx, p.Look, p.Chats); err == nil && len(done.Added) == 1 {
			found, err := v.core.History.Summaries(ctx, done.Added)
			if s, ok := found[done.Added[0]]; ok && err == nil {
				title = sidebar.Title(s)
			}
		}
		return err
	}, func(err error) {
		v.frame.Toasts().ClearSaid(working)
		said := words.PutBack(title, done.RestoreResult, words.SoundItems(done.Transcripts, done.Recordings, done.SoundFiles))
		switch {
		case err != nil:
			v.core.Log.Error("Chats could not be put back", "error", err)
			v.frame.Toasts().SayUntilClosed(words.PutBackFailed(err), i18n.Text("Back to the backup"), v.showLook(p.Look))
		case len(done.Added) > 0:
			v.frame.Toasts().Say(said, i18n.Text("Show"), func() { v.chat.Open(done.Added[0]) })
		default:
			v.Say(said)
		}
	})
}

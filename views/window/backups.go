package window

import (
	"context"
	"time"

	"parlando/views/composer"
	"parlando/views/i18n"
	"parlando/views/moving"
	backupsheet "parlando/views/sheets/backups"
	"parlando/views/words"
)

// buildBackups creates the sheet of what is on this computer.
func (v *Window) buildBackups() {
	c := v.core
	v.mover = moving.New(v.frame, v.thread, c.Log, v.saving, c.Backups, c, moving.Links{
		HasChats: func() bool { return !v.sidebar.Empty() }, Leave: func(next func()) { v.leave(next) }, Reopen: func(sentence string) { v.shutdown.reopen(Next{Sentence: sentence}) },
	})
	v.backups = backupsheet.New(v.frame, v.thread, c.Log, backupsheet.Owners{Backups: c.Backups, Chats: c.History, Settings: c.Settings}, backupsheet.Links{
		FindLibraries: v.findLibraries, OpenBackup: v.unpackBackup, OpenLibrary: v.unpackLibrary,
		MoveOut: v.mover.Out, MoveIn: v.mover.In, Export: v.mover.Export,
	})
}

// findLibraries returns the libraries on this computer that are not open.
func (v *Window) findLibraries(ctx context.Context) (list []backupsheet.Library, err error) {
	found, err := v.core.FindLibraries(ctx)
	for _, f := range found {
		list = append(list, backupsheet.Library{Folder: f.Folder, Changed: f.Changed, Bytes: f.Bytes, Chats: f.Chats, Damaged: f.Damaged})
	}
	return list, err
}

// sayBackupFailed says once that a backup could not be made.
func (v *Window) sayBackupFailed() {
	failed := v.core.Backups.Status().Failed
	if failed == nil || v.reports.backupFailed {
		return
	}
	v.reports.backupFailed = true
	if !v.backups.IsOpen() { // which has the sentence
		v.frame.Toasts().Say(words.BackupFailed(failed), i18n.Text("Show"), v.backups.Open)
	}
}

// backupNotice is the key of the notice about chats in a backup.
const backupNotice = "backup"

// offerBackup says that a backup or another library has chats if the open library has none.
func (v *Window) offerBackup() {
	ctx := v.frame.Context()
	v.thread.Go(func() func() {
		if order, err := v.core.History.Order(ctx); err != nil || len(order) > 0 {
			return nil // the sidebar reports errors
		}
		sentence := v.otherChats(ctx)
		if sentence == "" {
			return nil
		}
		return func() {
			v.chat.Composer().SetNotice(composer.Notice{
				Key: backupNotice, Text: sentence, Button: i18n.Text("Look at them"), Action: v.backups.Open, OnClosed: func() {},
			})
		}
	})
}

// otherChats returns a sentence about the newest chats that are not in the open library, "" if
// there are none. What cannot be read is in the log and on the sheet of what is on this computer.
func (v *Window) otherChats(ctx context.Context) string {
	now := time.Now()
	backups, err := v.core.Backups.List()
	if err != nil {
		v.core.Log.Warn("Not all backups could be listed", "error", err)
	}
	for _, b := range backups {
		if b.Damaged == nil && b.Chats > 0 {
			return words.ChatsElsewhere(words.BackupName(b.Manifest, now), b.Chats)
		}
	}
	libraries, err := v.findLibraries(ctx)
	if err != nil {
		v.core.Log.Warn("Other libraries could not be found", "error", err)
	}
	for _, l := range libraries {
		if l.Chats > 0 {
			return words.ChatsElsewhere(words.EarlierLibrary(l.Changed, now), l.Chats)
		}
	}
	return ""
}

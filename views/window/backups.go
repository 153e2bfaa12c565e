package window

import (
	"context"

	"parlando/views/i18n"
	backupsheet "parlando/views/sheets/backups"
	"parlando/views/words"
)

// buildBackups creates the sheet of what is on this computer.
func (v *Window) buildBackups() {
	c := v.core
	v.backups = backupsheet.New(v.frame, v.thread, c.Log, backupsheet.Owners{Backups: c.Backups, Chats: c.History, Settings: c.Settings}, backupsheet.Links{
		FindLibraries: v.findLibraries, OpenBackup: v.unpackBackup, OpenLibrary: v.unpackLibrary,
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

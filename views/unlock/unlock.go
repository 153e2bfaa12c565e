// Package unlock asks for the passphrase of an encrypted backup, for every part of the window that
// opens one.
package unlock

import (
	"context"
	"errors"

	"filippo.io/age"
	"fyne.io/fyne/v2"

	"parlando/app/backups"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/uithread"
	"parlando/views/words"
)

// Backup calls opened with the key of a backup, nil for one that is not encrypted, after asking for
// the passphrase as often as it is wrong. It calls failed instead with another error, or with nil
// if the user closes the card.
func Backup(ctx context.Context, c fyne.Canvas, t *uithread.Thread, b backups.Backup, opened func(age.Identity), failed func(error)) {
	if !b.Encrypted() {
		opened(nil)
		return
	}
	shell.AskPassphrase(c, i18n.Text("This backup is encrypted"), func(passphrase string, closeCard func(), wrong func(sentence string)) {
		var identity age.Identity
		shell.RunWithProgress(ctx, c, t, i18n.Text("Opening the backup…"), func(context.Context, func(float64)) (err error) {
			identity, err = b.Unlock(passphrase)
			return err
		}, func(err error) {
			switch {
			case errors.Is(err, context.Canceled):
			case errors.Is(err, backups.ErrPassphrase):
				wrong(words.BackupUnreadable(err))
			case err != nil:
				closeCard()
				failed(err)
			default:
				closeCard()
				opened(identity)
			}
		})
	}, func() { failed(nil) })
}

// OpenFile is a backup or an export in one file that was opened.
type OpenFile struct {
	backups.Backup
	Close func() error
}

// File opens the file at path and calls opened with its key, as Backup does; the caller then closes
// the file. It calls failed instead with an error, or with nil if the user stops it.
func File(ctx context.Context, c fyne.Canvas, t *uithread.Thread, path string, opened func(OpenFile, age.Identity), failed func(error)) {
	var f *OpenFile // nil unless the file was opened
	shell.RunWithProgress(ctx, c, t, i18n.Text("Opening the backup…"), func(context.Context, func(float64)) error {
		b, closing, err := backups.OpenFile(path)
		if err == nil {
			f = &OpenFile{b, closing}
		}
		return err
	}, func(err error) {
		switch {
		case err == nil:
			Backup(ctx, c, t, f.Backup, func(identity age.Identity) { opened(*f, identity) }, func(err error) { failed(errors.Join(err, f.Close())) })
		case f != nil: // stopped
			failed(f.Close())
		case errors.Is(err, context.Canceled):
			failed(nil)
		default:
			failed(err)
		}
	})
}

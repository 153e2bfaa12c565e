package backups

import (
	"context"
	"errors"

	"parlando/app/backups"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/words"
)

// openBackup opens a backup to look at it, after asking for its passphrase if it has one.
func (s *Sheet) openBackup(b backups.Backup) {
	open := func(passphrase string, failed func(error), opened func()) {
		total := float64(max(len(b.Files), 1))
		s.unpack(i18n.Text("Opening the backup…"), func(ctx context.Context, progress func(share float64)) (func(), error) {
			return s.links.OpenBackup(ctx, b, passphrase, func(files int) { progress(float64(files) / total) })
		}, failed, opened)
	}
	if !b.Encrypted() {
		open("", s.sayNotOpened, func() {})
		return
	}
	shell.AskPassphrase(s.frame.Canvas(), i18n.Text("This backup is encrypted"), func(passphrase string, closeCard func(), wrong func(sentence string)) {
		open(passphrase, func(err error) {
			if errors.Is(err, backups.ErrPassphrase) {
				wrong(words.BackupUnreadable(err))
				return
			}
			closeCard()
			s.sayNotOpened(err)
		}, closeCard)
	}, func() {})
}

// openLibrary opens another library to look at it.
func (s *Sheet) openLibrary(l Library) {
	s.unpack(i18n.Text("Reading what is there…"), func(ctx context.Context, _ func(float64)) (func(), error) {
		return s.links.OpenLibrary(ctx, l)
	}, s.sayNotOpened, func() {})
}

func (s *Sheet) sayNotOpened(err error) {
	s.frame.Toasts().Say(words.BackupUnreadable(err), "", nil)
}

// unpack runs read with its progress, then calls opened and shows what was read, or calls failed
// unless the user has stopped it.
func (s *Sheet) unpack(title string, read func(ctx context.Context, progress func(share float64)) (show func(), err error), failed func(error), opened func()) {
	var show func()
	shell.RunWithProgress(s.frame.Context(), s.frame.Canvas(), s.thread, title, func(ctx context.Context, progress func(share float64)) (err error) {
		show, err = read(ctx, progress)
		return err
	}, func(err error) {
		switch {
		case errors.Is(err, context.Canceled):
		case err != nil:
			s.log.Error("A backup could not be opened", "error", err)
			failed(err)
		default:
			opened()
			show()
		}
	})
}

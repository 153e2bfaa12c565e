package backups

import (
	"context"
	"errors"

	"filippo.io/age"

	"parlando/app/backups"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/unlock"
	"parlando/views/words"
)

// openBackup opens a backup to look at it, after asking for its passphrase if it has one.
func (s *Sheet) openBackup(b backups.Backup) {
	unlock.Backup(s.frame.Context(), s.frame.Canvas(), s.thread, b, func(identity age.Identity) {
		s.unpackBackup(b, identity, func() error { return nil })
	}, s.sayUnlessStopped)
}

// OpenFile opens a backup in one file, or an export of everything, to look at it.
func (s *Sheet) OpenFile(path string) {
	unlock.File(s.frame.Context(), s.frame.Canvas(), s.thread, path, func(f unlock.OpenFile, identity age.Identity) {
		s.unpackBackup(f.Backup, identity, f.Close)
	}, s.sayUnlessStopped)
}

// unpackBackup shows what is in a backup, and closes it.
func (s *Sheet) unpackBackup(b backups.Backup, identity age.Identity, closeFile func() error) {
	total := float64(max(b.UnpackedFiles(), 1))
	s.unpack(i18n.Text("Opening the backup…"), func(ctx context.Context, progress func(share float64)) (func(), error) {
		show, err := s.links.OpenBackup(ctx, b, identity, func(files int) { progress(float64(files) / total) })
		return show, errors.Join(err, closeFile())
	})
}

func (s *Sheet) sayUnlessStopped(err error) {
	if err != nil {
		s.sayNotOpened(err)
	}
}

// openLibrary opens another library to look at it.
func (s *Sheet) openLibrary(l Library) {
	s.unpack(i18n.Text("Reading what is there…"), func(ctx context.Context, _ func(float64)) (func(), error) {
		return s.links.OpenLibrary(ctx, l)
	})
}

func (s *Sheet) sayNotOpened(err error) {
	s.log.Error("A backup could not be opened", "error", err)
	s.frame.Toasts().Say(words.BackupUnreadable(err), "", nil)
}

// unpack runs read with its progress, then shows what was read, or says the error unless the user
// has stopped it.
func (s *Sheet) unpack(title string, read func(ctx context.Context, progress func(share float64)) (show func(), err error)) {
	var show func()
	shell.RunWithProgress(s.frame.Context(), s.frame.Canvas(), s.thread, title, func(ctx context.Context, progress func(share float64)) (err error) {
		show, err = read(ctx, progress)
		return err
	}, func(err error) {
		switch {
		case errors.Is(err, context.Canceled):
		case err != nil:
			s.sayNotOpened(err)
		default:
			show()
		}
	})
}

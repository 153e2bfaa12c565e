package cannotopen

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"time"

	"filippo.io/age"
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/app/backups"
	"parlando/views/i18n"
	"parlando/views/unlock"
	"parlando/views/widgets"
	"parlando/views/words"
)

// unlock asks for the passphrase of a backup if it has one, and then uses the backup.
func (p *Page) unlock(b backups.Backup) {
	unlock.Backup(p.ctx, p.links.Canvas, p.thread, b, func(identity age.Identity) { p.useBackup(b, identity) }, func(err error) {
		if err != nil {
			p.backupFailed(b, err)
		}
	})
}

// useBackup makes a library out of a backup in a new folder, and shows the progress and then the
// result.
func (p *Page) useBackup(b backups.Backup, identity age.Identity) {
	missing, total := 0, max(b.UnpackedFiles(), 1)
	p.doWithProgress(i18n.Text("Opening the backup"), "archive", i18n.Text("It is written into a new folder. The old file stays as it is."),
		func(ctx context.Context) (err error) {
			missing, err = p.library.UseBackup(ctx, b, identity, func(files int) {
				p.thread.Do(func() { p.bar.Set(float64(files) / float64(total)) })
			})
			return err
		}, func() { p.showBackup(b, missing) }, func(err error) { p.backupFailed(b, err) })
}

// backupFailed shows the options again with the error of a backup. A damaged backup is no longer
// offered, but the one before it.
func (p *Page) backupFailed(b backups.Backup, err error) {
	if errors.Is(err, backups.ErrDamaged) {
		p.backups = slices.DeleteFunc(p.backups, func(one backups.Backup) bool { return one.Path == b.Path })
	}
	p.fail(words.BackupUnreadable(err))
}

// showBackup shows the result of using a backup.
func (p *Page) showBackup(b backups.Backup, missing int) {
	below := []fyne.CanvasObject{widgets.NewBody(words.BackupLine(b.Manifest, time.Now())).NoMargin()}
	if missing > 0 {
		below = append(below, widgets.NewBody(i18n.Plural("{{.N}} pictures or recordings couldn't be read.", missing)).NoMargin())
	}
	below = append(below, widgets.NewMuted(i18n.Text("The old folder is unchanged: {{.Folder}}", map[string]any{"Folder": filepath.Dir(p.diagnosis.Path)})).NoMargin())
	open := widgets.NewButton(i18n.Text("Open Parlando"), widgets.Primary, p.links.Open)
	p.show(open, append(p.head(i18n.Text("Your chats are back"), "circle-check", below...), container.New(&widgets.Flow{Gap: 8}, open))...)
}

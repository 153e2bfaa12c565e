package moving

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"parlando/app/backups"
	"parlando/app/filename"
	"parlando/views/askfile"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/words"
)

// Out asks where to save everything for another computer, and saves it in one file.
func (m *Mover) Out() {
	m.saving.Ask(askfile.Question{
		Purpose: shell.SaveBackup, Title: i18n.Text("Move to another computer"), Names: []string{"Parlando " + format.FileDate(time.Now())},
		FileType: i18n.Text("One file with everything"), Extension: func() string { return backups.FileExtension },
		Description: i18n.Text("On the other computer, start Parlando and choose “Bring your chats from another computer…”. Your keys aren't in the file: enter them there once more."),
	}, func(name, folder string) { m.save(filepath.Join(folder, filename.New(backups.FileExtension, name))) })
}

// save makes a backup and saves it at path, or under a similar free name.
func (m *Mover) save(path string) {
	saved, sentence := "", words.BackupFailed
	shell.RunWithProgress(m.frame.Context(), m.frame.Canvas(), m.thread, i18n.Text("Saving everything in one file…"), func(ctx context.Context, progress func(share float64)) error {
		b, err := m.backups.Make(ctx, backups.Move)
		if err != nil {
			return err
		}
		sentence = words.MoveOutFailed
		total := float64(max(b.Bytes(), 1))
		saved, err = b.Export(ctx, path, func(written int64) { progress(float64(written) / total) })
		return err
	}, func(err error) {
		switch {
		case errors.Is(err, context.Canceled):
		case err != nil:
			m.log.Error("The library could not be saved for another computer", "path", path, "error", err)
			m.frame.Toasts().SayUntilClosed(sentence(err), i18n.Text("Try again"), m.Out)
		default:
			m.saving.Saved(saved)
		}
	})
}

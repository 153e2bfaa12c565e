package moving

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"parlando/app/filename"
	"parlando/views/askfile"
	"parlando/views/form"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/words"
)

// exportExtension ends the name of an export of everything.
const exportExtension = ".zip"

// Export asks where to save everything for other programs and whether with sound, and saves it.
func (m *Mover) Export() {
	ctx := m.frame.Context()
	m.thread.Go(func() func() {
		size, err := m.backups.Measure(ctx)
		if err != nil {
			m.log.Warn("The size of the recordings could not be read", "error", err)
		}
		return func() { m.askExport(size.Sounds) }
	})
}

// askExport asks about the export of a library with so many bytes of recordings and sound files.
func (m *Mover) askExport(sounds int64) {
	with := false
	m.saving.Ask(askfile.Question{
		Purpose: shell.SaveBackup, Title: i18n.Text("Export everything"), Names: []string{"Parlando export " + format.FileDate(time.Now())},
		FileType: i18n.Text("One zip file"), Extension: func() string { return exportExtension },
		Description: i18n.Text("All chats, transcripts, costs and settings, with their pictures and documents, for other programs. Keys aren't in the file."),
		Options: func(f *form.Form) {
			if sounds > 0 {
				f.OnOff(words.Sounds(sounds), "", with, func(on bool) {
					with = on
					f.Update()
				})
			}
		},
	}, func(name, folder string) {
		m.saveExport(filepath.Join(folder, filename.New(exportExtension, name)), with)
	})
}

// saveExport saves everything at path, or under a similar free name.
func (m *Mover) saveExport(path string, sounds bool) {
	saved, unread := "", 0
	shell.RunWithProgress(m.frame.Context(), m.frame.Canvas(), m.thread, i18n.Text("Exporting everything…"), func(ctx context.Context, progress func(share float64)) (err error) {
		saved, unread, err = m.backups.ExportAll(ctx, path, sounds, func(files, all int) { progress(float64(files) / float64(all)) })
		return err
	}, func(err error) {
		switch {
		case errors.Is(err, context.Canceled):
		case err != nil:
			m.log.Error("The export could not be saved", "path", path, "error", err)
			m.frame.Toasts().SayUntilClosed(words.MoveOutFailed(err), i18n.Text("Try again"), m.Export)
		case unread > 0:
			m.frame.Toasts().SayUntilClosed(words.ExportIncomplete(filepath.Base(m.saving.Finish(saved)), unread), "", nil)
		default:
			m.saving.Saved(saved)
		}
	})
}

package backups

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"parlando/app/dataexport"
	"parlando/app/history"
	"parlando/app/internal/wholefile"
	"parlando/app/settings"
)

// ExportAll writes everything in the library, and the settings, into one new zip archive of JSON
// files and originals (package dataexport), under a free name similar to that of path, and returns
// its path. The sound of recordings and sound files is in it only if sounds is true. progress is
// called with the number of files written so far, and of all. unread is the number of files that
// could not be read and are not in the archive. No backup is made meanwhile.
func (b *Backups) ExportAll(ctx context.Context, path string, sounds bool, progress func(files, all int)) (saved string, unread int, err error) {
	err = b.alone(ctx, func(ctx context.Context) error {
		temp, remove, err := b.tempFolder()
		if err != nil {
			return err
		}
		defer remove()
		database, err := b.snapshot(ctx, temp)
		if err != nil {
			return err
		}
		saved, err = wholefile.Create(filepath.Dir(path), filepath.Base(path), func(w io.Writer) error {
			unread, err = dataexport.Write(ctx, w, dataexport.Source{
				Database: database, Dir: b.o.Dir, Settings: filepath.Join(b.o.Config, settings.FileName),
				// the list of them stays
				LeavesOut: func(path string) bool { return !sounds && isSound(path) && filepath.Ext(path) != ".json" },
				About:     dataexport.About{Program: b.o.Version, Computer: b.o.Computer, Made: b.o.Now(), Sounds: sounds},
			}, progress)
			return err
		})
		return err
	})
	return saved, unread, err
}

// readExport returns the export in an archive as a backup.
func readExport(z *zip.Reader, path string) Backup {
	a, err := dataexport.ReadAbout(z)
	if err != nil {
		return Backup{Path: path, Damaged: exportError(err)}
	}
	return Backup{Path: path, files: z, export: z, Manifest: Manifest{
		Made: a.Made, Reason: Move, Program: a.Program, Computer: a.Computer, Sounds: a.Sounds,
		Inspection: history.Inspection{Schema: a.Schema, Chats: a.Chats, Messages: a.Messages, Transcripts: a.Transcripts},
	}}
}

// exportError returns the error of this package for one of an export.
func exportError(err error) error {
	for _, known := range []struct{ theirs, ours error }{
		{dataexport.ErrNoExport, ErrNotABackup}, {dataexport.ErrNewer, ErrNewer}, {dataexport.ErrDamaged, ErrDamaged},
	} {
		if errors.Is(err, known.theirs) {
			return fmt.Errorf("%w: %w", known.ours, err)
		}
	}
	return err
}

package dataexport

import (
	"archive/zip"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"parlando/app/history"
	"parlando/app/internal/sqlite"
	"parlando/app/internal/wholefile"
	"parlando/app/recovery"
	"parlando/app/settings"
)

const (
	// filesAtOnce is the number of JSON files whose rows are written in one transaction.
	filesAtOnce = 200
	// maxFile is the maximum size of a JSON file in bytes.
	maxFile = 1 << 30
)

// Unpack writes the library of an archive into the folder dir, which must be empty, and its
// settings as settings.FileName. progress is called with the number of files read so far. damaged
// is the number of files and rows that could not be read. The error is that of ReadAbout, of the
// disk or of ctx.
func Unpack(ctx context.Context, z *zip.Reader, dir string, now time.Time, progress func(files int)) (damaged int, err error) {
	about, err := ReadAbout(z)
	if err != nil {
		return 0, err
	}
	db, err := sqlite.Open(ctx, filepath.Join(dir, history.FileName), sqlite.Options{})
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	u := &unpacker{ctx: ctx, zip: z, db: db, dir: dir, progress: progress}
	if err := u.checkSchema(about.Schema); err != nil {
		return 0, err
	}
	if err := u.readTables(); err != nil {
		return 0, err
	}
	if err := u.copyFiles(); err != nil {
		return 0, err
	}
	return u.damaged, recovery.Complete(ctx, db, dir, now)
}

// unpacker is one call of Unpack.
type unpacker struct {
	ctx      context.Context //nolint:containedctx // it lives as long as a call of Unpack
	zip      *zip.Reader
	db       *sqlite.DB
	dir      string
	progress func(files int)
	done     int
	damaged  int
}

// checkSchema returns ErrNewer if the library of the archive has a newer schema.
func (u *unpacker) checkSchema(theirs int64) error {
	own, err := history.Inspect(u.ctx, filepath.Join(u.dir, history.FileName))
	if err == nil && theirs > own.Schema {
		err = ErrNewer
	}
	return err
}

// folders are the tables whose rows have a file each, by the folder of these files.
var folders = map[string]table{chatsFolder: chats, deletedFolder: chats, transcriptsFolder: transcripts}

// readTables reads all JSON files with rows.
func (u *unpacker) readTables() error {
	var list []*zip.File
	for _, f := range u.zip.File {
		_, ok := folders[path.Dir(f.Name)]
		if ok && path.Ext(f.Name) == ".json" || f.Name == costsName || f.Name == libraryName {
			list = append(list, f)
		}
	}
	for len(list) > 0 {
		some := list[:min(len(list), filesAtOnce)]
		list = list[len(some):]
		damaged := 0
		err := u.db.Update(u.ctx, sqlite.Relaxed, func(tx *sql.Tx) error {
			r := &reader{ctx: u.ctx, tables: newTables(tx)}
			for _, f := range some {
				if err := u.readTable(r, f); err != nil {
					return err
				}
			}
			damaged = r.damaged
			return nil
		})
		if err != nil {
			return err
		}
		u.damaged += damaged
		u.count(len(some))
	}
	return nil
}

func (u *unpacker) count(files int) {
	u.done += files
	u.progress(u.done)
}

// readTable reads one JSON file. A file that is damaged is counted.
func (u *unpacker) readTable(r *reader, f *zip.File) error {
	content, err := f.Open()
	if err != nil {
		r.damaged++
		return nil
	}
	defer content.Close() // opened for reading: closing cannot lose anything
	decoder := json.NewDecoder(io.LimitReader(wholefile.Reader(u.ctx, content), maxFile))
	switch f.Name {
	case costsName:
		err = r.readArrays(decoder, costs)
	case libraryName:
		err = r.readArrays(decoder, others)
	default:
		err = r.readRow(decoder, folders[path.Dir(f.Name)])
	}
	if errors.Is(err, ErrDamaged) {
		r.damaged++
		return u.ctx.Err()
	}
	return err
}

// copyFiles copies the other files of the library, and the settings.
func (u *unpacker) copyFiles() error {
	for _, f := range u.zip.File {
		to := placeOf(f.Name)
		if to == "" {
			continue
		}
		target := filepath.Join(u.dir, filepath.FromSlash(to))
		if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
			return err
		}
		content, err := f.Open()
		if err != nil {
			u.damaged++
			continue
		}
		err = errors.Join(wholefile.Copy(u.ctx, wholefile.MarkReads(content), target, 0o600), content.Close())
		if wholefile.IsReadError(err) && u.ctx.Err() == nil {
			u.damaged++
			continue
		}
		if err != nil {
			return err
		}
		u.count(1)
	}
	return nil
}

// placeOf returns the path of a file of the archive in the folder of the library, with slashes; ""
// if it belongs to no place there.
func placeOf(name string) string {
	folder, rest, _ := strings.Cut(name, "/")
	switch {
	case !fs.ValidPath(name) || strings.ContainsAny(name, `\:`):
	case name == settings.FileName:
		return name
	case folder == attachmentsFolder && !strings.Contains(rest, "/"):
		if sum, _, _ := strings.Cut(rest, "."); len(sum) > 2 {
			return path.Join(history.BlobsFolder, sum[:2], sum)
		}
	case folder == filesFolder && recovery.IsLibraryFile(filepath.FromSlash(rest)):
		return rest
	}
	return ""
}

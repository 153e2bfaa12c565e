package dataexport

import (
	"archive/zip"
	"bufio"
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"parlando/app/attachments"
	"parlando/app/filename"
	"parlando/app/history"
	"parlando/app/internal/sqlite"
	"parlando/app/internal/wholefile"
	"parlando/app/recovery"
	"parlando/app/settings"
)

// The names of files and folders in an archive.
const (
	aboutName   = "parlando.json"
	libraryName = "library.json"
	costsName   = "costs.json"
	readmeName  = "README.txt"

	chatsFolder       = "chats"
	deletedFolder     = "deleted chats"
	transcriptsFolder = "transcripts"
	attachmentsFolder = "attachments"
	filesFolder       = "files"
)

const readme = `This archive has everything that Parlando has stored, for you and for other programs.

chats, deleted chats   one JSON file for each chat
transcripts            one JSON file for each transcript
attachments            pictures and documents; the chats name them by their SHA-256
files                  recordings and other files of the library
costs.json             what each request counted and cost
library.json           drafts, imports and other lists
settings.json          the settings; keys are not in this archive

The format is described in docs/export.md of Parlando.
`

// Source is the library that Write exports.
type Source struct {
	// Database is a copy of the library's database that nobody writes to, Dir the folder of the
	// library, Settings the path of the settings' file.
	Database, Dir, Settings string
	// LeavesOut reports whether a file of the library, by its path with slashes, is left out.
	LeavesOut func(path string) bool
	// About has what the database does not tell.
	About About
}

// Write writes an archive. progress is called with the number of files written so far, and of all.
// unread is the number of files that could not be read and are not in the archive.
func Write(ctx context.Context, w io.Writer, from Source, progress func(files, all int)) (unread int, err error) {
	a := &archiver{ctx: ctx, zip: zip.NewWriter(w), Source: from, progress: progress, taken: map[string]bool{}}
	if err := a.run(); err != nil {
		return 0, err
	}
	return a.unread, a.zip.Close()
}

// archiver is one call of Write.
type archiver struct {
	ctx context.Context //nolint:containedctx // it lives as long as a call of Write
	tables
	zip *zip.Writer
	Source
	progress func(files, all int)
	// taken are the names in the archive, in lower case.
	taken  map[string]bool
	done   int
	unread int
}

func (a *archiver) run() error {
	found, err := history.Inspect(a.ctx, a.Database)
	if err != nil {
		return err
	}
	list, unlisted, err := recovery.LibraryFiles(a.Dir)
	if err != nil {
		return err
	}
	a.unread = unlisted
	list = slices.DeleteFunc(list, func(relative string) bool { return a.LeavesOut(filepath.ToSlash(relative)) })
	return sqlite.ViewFile(a.ctx, a.Database, func(tx *sql.Tx, version int64) error {
		a.tables = newTables(tx)
		a.About.Format, a.About.Schema = format, version
		a.About.Chats, a.About.Messages, a.About.Transcripts = found.Chats, found.Messages, found.Transcripts
		var rows int
		if err := tx.QueryRowContext(a.ctx, `SELECT (SELECT count(*) FROM conversation WHERE deleted_at >= 0) + (SELECT count(*) FROM transcript)`).Scan(&rows); err != nil {
			return err
		}
		a.About.Files = rows + len(list) + len([]string{aboutName, readmeName, libraryName, costsName, settings.FileName})
		if err := a.writeTables(); err != nil {
			return err
		}
		return a.writeFiles(list)
	})
}

func (a *archiver) writeTables() error {
	if err := a.add(aboutName, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", " ")
		return e.Encode(a.About)
	}); err != nil {
		return err
	}
	if err := a.add(readmeName, func(w io.Writer) error {
		_, err := io.WriteString(w, readme)
		return err
	}); err != nil {
		return err
	}
	if err := a.writeEach(chats, func(row rowNames) string {
		if row.deleted > 0 {
			return deletedFolder
		}
		return chatsFolder
	}); err != nil {
		return err
	}
	if err := a.writeEach(transcripts, func(rowNames) string { return transcriptsFolder }); err != nil {
		return err
	}
	if err := a.add(costsName, func(w io.Writer) error { return a.writeArrays(w, costs) }); err != nil {
		return err
	}
	return a.add(libraryName, func(w io.Writer) error { return a.writeArrays(w, others) })
}

// add adds a file of text.
func (a *archiver) add(name string, fill func(io.Writer) error) error {
	if err := a.ctx.Err(); err != nil {
		return err
	}
	w, err := a.zip.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: a.About.Made})
	if err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	if err := errors.Join(fill(b), b.Flush()); err != nil {
		return err
	}
	a.count()
	return nil
}

func (a *archiver) count() {
	a.done++
	a.progress(a.done, max(a.About.Files, a.done))
}

// rowNames are the columns that name the file of a row.
type rowNames struct {
	n, created, deleted int64
	id, title           string
}

// writeEach writes a file for each row of a table.
func (a *archiver) writeEach(t table, folder func(rowNames) string) error {
	rows, err := sqlite.All(a.ctx, a.tx, `SELECT n, created, deleted_at, id, title FROM `+t.name+` WHERE `+t.where, nil, func(row sqlite.Row) (r rowNames, err error) {
		err = row.Scan(&r.n, &r.created, &r.deleted, &r.id, &r.title)
		return r, err
	})
	if err != nil {
		return err
	}
	one := t
	one.where = `n = ?1`
	for _, r := range rows {
		day := time.UnixMilli(r.created).Format(time.DateOnly)
		name := a.freeName(folder(r), filename.New(".json", day+" "+cmp.Or(r.title, r.id)))
		if err := a.add(name, func(w io.Writer) error {
			return a.eachRow(one, r.n, func(row []byte, _ bool) error {
				_, err := w.Write(row)
				return err
			})
		}); err != nil {
			return fmt.Errorf("export %s %q: %w", t.name, r.id, err)
		}
	}
	return nil
}

// freeName returns the path of a new file; the name has a number if it is taken.
func (a *archiver) freeName(folder, name string) string {
	base, ext := strings.TrimSuffix(name, path.Ext(name)), path.Ext(name)
	free := path.Join(folder, name)
	for n := 2; a.taken[strings.ToLower(free)]; n++ {
		free = path.Join(folder, base+" ("+strconv.Itoa(n)+")"+ext)
	}
	a.taken[strings.ToLower(free)] = true
	return free
}

// writeArrays writes an object with an array for each table.
func (a *archiver) writeArrays(w io.Writer, tables []table) error {
	for i, t := range tables {
		separator := ",\n"
		if i == 0 {
			separator = "{\n"
		}
		if _, err := fmt.Fprintf(w, "%s%q: ", separator, t.member); err != nil {
			return err
		}
		if err := a.writeArray(w, t, 0); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, "\n}\n")
	return err
}

// writeArray writes the rows of a table that belong to the row n, each in a line of its own.
func (a *archiver) writeArray(w io.Writer, t table, n int64) error {
	end := "[]"
	err := a.eachRow(t, n, func(row []byte, first bool) error {
		separator := ",\n"
		if first {
			separator, end = "[\n", "\n]"
		}
		_, err := fmt.Fprintf(w, "%s%s", separator, row)
		return err
	})
	if err == nil {
		_, err = io.WriteString(w, end)
	}
	return err
}

// eachRow passes the JSON of each row of a table that belongs to the row n.
func (a *archiver) eachRow(t table, n int64, do func(row []byte, first bool) error) error {
	columns, err := a.columnsOf(a.ctx, t.name)
	if err != nil {
		return err
	}
	names := make([]string, len(columns))
	values, pointers := make([]any, len(columns)), make([]any, len(columns))
	for i, c := range columns {
		names[i], pointers[i] = `"`+c.name+`"`, &values[i]
	}
	var arguments []any
	if strings.Contains(t.where, "?1") {
		arguments = []any{n}
	}
	first := true
	return sqlite.Each(a.ctx, a.tx, `SELECT `+strings.Join(names, ", ")+` FROM `+t.name+` WHERE `+t.where, arguments, func(r sqlite.Row) error {
		if err := r.Scan(pointers...); err != nil {
			return err
		}
		row, err := a.encode(t, columns, values)
		if err != nil {
			return err
		}
		err = do(row, first)
		first = false
		return err
	})
}

// encode returns the JSON of a row with the rows that belong to it.
func (a *archiver) encode(t table, columns []column, values []any) ([]byte, error) {
	var b object
	var n int64
	for i, c := range columns {
		if c.name == "n" {
			n, _ = values[i].(int64)
		}
		if c.name == t.link || c.isStandard(values[i]) {
			continue
		}
		data, err := c.encode(values[i])
		if err != nil {
			return nil, fmt.Errorf("%s.%s: %w", t.name, c.name, err)
		}
		b.member(c.name)
		b.Write(data)
	}
	for _, child := range t.children {
		b.member(child.member)
		if err := a.writeArray(&b, child, n); err != nil {
			return nil, err
		}
	}
	return b.end(), nil
}

// writeFiles writes the other files of the library, and the settings.
func (a *archiver) writeFiles(list []string) error {
	names, err := a.attachmentNames()
	if err != nil {
		return err
	}
	for _, relative := range list {
		slashed := filepath.ToSlash(relative)
		name, from := path.Join(filesFolder, slashed), filepath.Join(a.Dir, relative)
		if folder, sum := path.Split(slashed); strings.HasPrefix(folder, history.BlobsFolder+"/") {
			name = attachmentName(from, sum, names[sum])
		}
		if err := a.addFile(name, from); err != nil {
			return err
		}
	}
	return a.addFile(settings.FileName, a.Settings)
}

// attachmentNames returns a name of each attachment by its SHA-256, "" if it has none.
func (a *archiver) attachmentNames() (map[string]string, error) {
	names := map[string]string{}
	err := sqlite.Each(a.ctx, a.tx, `SELECT blob, name FROM part WHERE blob IS NOT NULL UNION ALL SELECT original, name FROM part WHERE original IS NOT NULL`, nil,
		func(r sqlite.Row) error {
			var sum, name string
			err := r.Scan(&sum, &name)
			names[sum] = name
			return err
		})
	return names, err
}

// attachmentName returns the name of an attachment's file in the archive. Its extension is that of
// its content or else of its name.
func attachmentName(path, sum, name string) string {
	ext := attachments.FileExtension(beginning(path))
	if known := filepath.Ext(name); ext == ".bin" && filename.New(known, sum) == sum+known {
		ext = known
	}
	return attachmentsFolder + "/" + sum + ext
}

// beginning returns the first bytes of a file, none if it cannot be read.
func beginning(path string) []byte {
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close() // opened for reading: closing cannot lose anything
	data, err := io.ReadAll(io.LimitReader(f, 512))
	if err != nil {
		return nil
	}
	return data
}

// addFile adds a file of the library without compressing it. A file that cannot be read is counted.
func (a *archiver) addFile(name, from string) error {
	defer a.count()
	f, err := os.Open(from)
	if err != nil {
		a.unread++
		return nil
	}
	defer f.Close() // opened for reading: closing cannot lose anything
	w, err := a.zip.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store, Modified: a.About.Made})
	if err != nil {
		return err
	}
	_, err = io.Copy(w, wholefile.Reader(a.ctx, f))
	return err
}

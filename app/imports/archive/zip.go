package archive

import (
	"archive/zip"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// addZip adds the entries of a zip. depth is the number of zips around it.
func (a *Archive) addZip(ctx context.Context, r io.ReaderAt, size int64, shown string, depth int) error {
	list := &limitedReaderAt{r, maxDirectoryBytes}
	z, err := zip.NewReader(list, size)
	if err != nil {
		a.refuse(shown, reason(err))
		return nil
	}
	list.left = -1 // the list of entries has been read
	if a.count+len(z.File) > maxEntries {
		a.refuse(shown, ErrTooMany)
		return nil
	}
	if overlap(z.File, size) {
		a.refuse(shown, ErrDamaged)
		return nil
	}
	seen := make(map[string]bool, len(z.File))
	for _, f := range z.File {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		full := shown + "/" + slashed(f.Name)
		err := refusalOf(f)
		if err == nil && seen[f.Name] {
			err = ErrDuplicate
		}
		if err != nil {
			a.refuse(full, err)
			continue
		}
		seen[f.Name] = true
		if f.Mode().IsDir() {
			continue
		}
		if err := a.addZipFile(ctx, f, r, full, depth); err != nil {
			return err
		}
	}
	return nil
}

// overlap reports whether entries share their compressed bytes, as in malicious zips.
func overlap(files []*zip.File, size int64) bool {
	left := uint64(size)
	for _, f := range files {
		if f.CompressedSize64 > left {
			return true
		}
		left -= f.CompressedSize64
	}
	return false
}

// refusalOf returns the reason why an entry is not read, nil if it is.
func refusalOf(f *zip.File) error {
	name := strings.TrimSuffix(slashed(f.Name), "/")
	switch mode := f.Mode(); {
	case name == "" || strings.Contains(name, "\x00") || !filepath.IsLocal(filepath.FromSlash(name)) || hasDrive(name):
		return ErrUnsafeName
	case strings.Count(name, "/") >= maxFolderDepth:
		return ErrNested
	case mode&fs.ModeType != 0 && !mode.IsDir():
		return ErrLink
	case f.Flags&1 != 0:
		return ErrEncrypted
	case f.UncompressedSize64 > maxEntryBytes,
		f.UncompressedSize64 > smallEntry && f.UncompressedSize64/max(f.CompressedSize64, 1) > maxRatio:
		return ErrTooLarge
	}
	return nil
}

// slashed returns a name with slashes, which some programs of Windows write the other way.
func slashed(name string) string { return strings.ReplaceAll(name, "\\", "/") }

// hasDrive reports whether a name begins with a drive of Windows.
func hasDrive(name string) bool { return len(name) > 1 && name[1] == ':' }

// addZipFile adds a file of a zip, or the files of an inner zip.
func (a *Archive) addZipFile(ctx context.Context, f *zip.File, outer io.ReaderAt, full string, depth int) error {
	e := &entry{name: full, size: int64(f.UncompressedSize64), open: f.Open}
	if !a.admit(e) {
		return nil
	}
	if !isZipName(full) {
		a.sort(e)
		return nil
	}
	if depth > 0 {
		a.refuse(full, ErrNested)
		return nil
	}
	beginning, err := e.beginning()
	if err != nil {
		a.refuse(full, reason(err))
		return nil
	}
	if !isZip(beginning) {
		a.place(e, beginning)
		return nil
	}
	r, err := a.inner(ctx, f, outer)
	if failure, ok := errors.AsType[*FileError](err); ok {
		a.refuse(full, failure.Err)
		return nil
	}
	if err != nil {
		return err
	}
	return a.addZip(ctx, r, e.size, full, depth+1)
}

// inner returns the content of an inner zip: in place if it is stored without compression, or else
// in a temporary file. The error is a FileError if the content cannot be read.
func (a *Archive) inner(ctx context.Context, f *zip.File, outer io.ReaderAt) (io.ReaderAt, error) {
	if f.Method == zip.Store && f.CompressedSize64 == f.UncompressedSize64 {
		offset, err := f.DataOffset()
		if err != nil {
			return nil, &FileError{f.Name, reason(err)}
		}
		return io.NewSectionReader(outer, offset, int64(f.CompressedSize64)), nil
	}
	content, err := f.Open()
	if err != nil {
		return nil, &FileError{f.Name, reason(err)}
	}
	defer content.Close()
	if check := a.temp.CheckSpace; check != nil {
		if err := check(int64(f.UncompressedSize64)); err != nil {
			return nil, err
		}
	}
	file, err := os.CreateTemp(a.temp.Folder, "import-*.zip")
	if err != nil {
		return nil, err
	}
	a.closers = append(a.closers, func() error { return errors.Join(file.Close(), os.Remove(file.Name())) })
	source := &sourceReader{ctx: ctx, r: content}
	if _, err := io.Copy(file, source); source.err != nil {
		return nil, &FileError{f.Name, reason(source.err)}
	} else if err != nil {
		return nil, err
	}
	return file, nil
}

// isZipName reports whether a file is named as an archive that an export contains. Text documents
// are zips, too, and so may be a file of a message.
func isZipName(name string) bool {
	return strings.EqualFold(path.Ext(name), ".zip") && !isAsset(path.Base(name))
}

// sourceReader reads until ctx ends, and remembers the error of the source.
type sourceReader struct {
	ctx context.Context
	r   io.Reader
	err error
}

// Read implements io.Reader.
func (s *sourceReader) Read(p []byte) (int, error) {
	if s.ctx.Err() != nil {
		return 0, s.ctx.Err()
	}
	n, err := s.r.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		s.err = err
	}
	return n, err
}

// limitedReaderAt reads at most left bytes; a negative value means no limit.
type limitedReaderAt struct {
	io.ReaderAt
	left int
}

// ReadAt implements io.ReaderAt.
func (l *limitedReaderAt) ReadAt(p []byte, offset int64) (int, error) {
	if l.left >= 0 {
		if l.left -= len(p); l.left < 0 {
			return 0, ErrTooMany
		}
	}
	return l.ReaderAt.ReadAt(p, offset)
}

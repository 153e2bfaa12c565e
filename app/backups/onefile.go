package backups

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"parlando/app/internal/wholefile"
)

// FileExtension ends the name of a backup in one file.
const FileExtension = ".parlando"

// Export writes a backup into one new file for another computer, under a free name similar to that
// of path, and returns its path. The file is a zip archive with the same files as the folder.
// progress is called with the bytes written so far, of about Bytes.
func (b *Backup) Export(ctx context.Context, path string, progress func(written int64)) (string, error) {
	if b.Damaged != nil {
		return "", b.Damaged
	}
	names := []string{filepath.Base(b.Path), b.Library.Name, b.Contents.Name}
	if b.Encrypted() {
		names = append(names, keyName(b.Recipient))
	}
	seen := map[string]bool{}
	for _, f := range b.Files {
		if !seen[f.Name] { // equal files are stored once
			names, seen[f.Name] = append(names, f.Name), true
		}
	}
	return wholefile.Create(filepath.Dir(path), filepath.Base(path), func(w io.Writer) error {
		z, written := zip.NewWriter(w), int64(0)
		for _, name := range names {
			n, err := addTo(ctx, z, b.files, name)
			if err != nil {
				return err
			}
			written += n
			progress(written)
		}
		return z.Close()
	})
}

// addTo adds a file to an archive, without compressing it once more, and returns its size.
func addTo(ctx context.Context, z *zip.Writer, files fs.FS, name string) (size int64, err error) {
	f, err := files.Open(name)
	if err != nil {
		return 0, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
	if err == nil {
		size, err = io.Copy(w, wholefile.Reader(ctx, f))
	}
	return size, errors.Join(err, f.Close())
}

// OpenFile returns the backup in one file that Export wrote, the export that ExportAll wrote, or
// the backup whose manifest is at path. The error is ErrDamaged, ErrNewer or ErrNotABackup, or that
// of the disk. Close must be called in the end.
func OpenFile(path string) (b Backup, closing func() error, err error) {
	if strings.HasSuffix(path, manifestSuffix) {
		b = readManifest(os.DirFS(filepath.Dir(path)), filepath.Base(path), path)
		return b, func() error { return nil }, b.Damaged
	}
	z, err := zip.OpenReader(path)
	if errors.Is(err, zip.ErrFormat) {
		return b, nil, ErrNotABackup
	}
	if err != nil {
		return b, nil, err
	}
	b = readExport(&z.Reader, path)
	for _, f := range z.File {
		if !errors.Is(b.Damaged, ErrNotABackup) {
			break
		}
		if strings.HasSuffix(f.Name, manifestSuffix) && isOurs(f.Name) && !strings.Contains(f.Name, "/") {
			b = readManifest(z, f.Name, path)
		}
	}
	if b.Damaged != nil {
		return b, nil, errors.Join(b.Damaged, z.Close())
	}
	return b, z.Close, nil
}

// IsOneFile reports whether a file is a backup in one file, or an export of everything, also one of
// a newer version.
func IsOneFile(path string) bool {
	if strings.HasSuffix(path, manifestSuffix) {
		return false
	}
	_, closing, err := OpenFile(path)
	return errors.Is(err, ErrNewer) || err == nil && closing() == nil
}

// ErrNotABackup reports that a file is not a backup of Parlando.
var ErrNotABackup = errors.New("backups: the file is not a backup")

package backups

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"filippo.io/age"

	"parlando/app/dataexport"
	"parlando/app/history"
	"parlando/app/internal/wholefile"
)

// Unpack writes the library of the backup into the new folder dir, and the settings as
// settings.FileName. identity is needed if the backup is encrypted; see Unlock. progress is called
// with the number of files written so far. Files that are damaged or missing are left out and
// counted. After an error there is no folder.
func (b *Backup) Unpack(ctx context.Context, dir string, identity age.Identity, progress func(files int)) (missing int, err error) {
	if b.Damaged != nil {
		return 0, b.Damaged
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
		return 0, err
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		return 0, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(dir))
		}
	}()
	if b.Exported() {
		missing, err = dataexport.Unpack(ctx, b.export, dir, b.Made, progress)
		return missing, exportError(err)
	}
	if err := b.extract(ctx, b.Library, filepath.Join(dir, history.FileName), identity); err != nil {
		return 0, err
	}
	list, err := b.contents(ctx, identity)
	if err != nil {
		return 0, err
	}
	stored := make(map[string]StoredFile, len(b.Files))
	for _, f := range b.Files {
		stored[f.Name] = f
	}
	for n, c := range list {
		progress(n)
		err := b.extract(ctx, stored[c.Stored], filepath.Join(dir, filepath.FromSlash(c.Path)), identity)
		if errors.Is(err, ErrDamaged) {
			missing++
		} else if err != nil {
			return 0, err
		}
	}
	return missing, nil
}

// extract writes what was stored in a file to a path, if the checksum of the stored file is right;
// otherwise it returns ErrDamaged and writes nothing.
func (b *Backup) extract(ctx context.Context, f StoredFile, to string, identity age.Identity) error {
	if f.Name == "" {
		return fmt.Errorf("%w: a file is not described", ErrDamaged)
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	return wholefile.Write(to, 0o600, func(w io.Writer) error { return b.read(ctx, f, identity, w) })
}

// read writes what was stored in a file to w, and then returns ErrDamaged if the checksum of the
// stored file is wrong. identity is needed if it is encrypted.
func (b *Backup) read(ctx context.Context, f StoredFile, identity age.Identity, w io.Writer) error {
	file, err := b.files.Open(f.Name)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	defer file.Close() // opened for reading: closing cannot lose anything
	sum := newCounter(io.Discard)
	stored := io.TeeReader(wholefile.MarkReads(wholefile.Reader(ctx, file)), sum)
	content, err := decoded(stored, f.Name, identity)
	if err == nil {
		_, err = io.Copy(w, decodingReader{content})
	}
	if err == nil {
		_, err = io.Copy(io.Discard, stored) // the checksum is that of the whole file
	}
	if err == nil && sum.stored(f.Name) != f {
		err = fmt.Errorf("%w: %s", ErrDamaged, f.Name)
	}
	return err
}

// decodingReader marks the errors of a reader as ErrDamaged, except those of the disk.
type decodingReader struct{ io.Reader }

// Read implements io.Reader.
func (d decodingReader) Read(p []byte) (int, error) {
	n, err := d.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) && !wholefile.IsReadError(err) {
		err = fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return n, err
}

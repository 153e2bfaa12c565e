package backups

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"filippo.io/age"

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
	// The database is checked as a whole, since SQLite would not notice a changed byte in a text.
	if err := check(ctx, b.files, b.Library); err != nil {
		return 0, err
	}
	if err := b.extract(ctx, b.Library, filepath.Join(dir, history.FileName), identity); err != nil {
		return 0, err
	}
	list, err := b.contents(identity)
	if err != nil {
		return 0, err
	}
	stored := make(map[string]StoredFile, len(b.Files))
	for _, f := range b.Files {
		stored[f.Name] = f
	}
	for n, c := range list {
		progress(n)
		err := b.extractChecked(ctx, stored[c.Stored], filepath.Join(dir, filepath.FromSlash(c.Path)), identity)
		if errors.Is(err, ErrDamaged) {
			missing++
		} else if err != nil {
			return 0, err
		}
	}
	return missing, nil
}

// extractChecked extracts a file if its checksum is right, otherwise it returns ErrDamaged.
func (b *Backup) extractChecked(ctx context.Context, f StoredFile, to string, identity age.Identity) error {
	if f.Name == "" {
		return fmt.Errorf("%w: a file is not described", ErrDamaged)
	}
	if err := check(ctx, b.files, f); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	return b.extract(ctx, f, to, identity)
}

// extract writes what was stored in a file to a path.
func (b *Backup) extract(ctx context.Context, f StoredFile, to string, identity age.Identity) error {
	r, err := b.open(f, identity)
	if err != nil {
		return err
	}
	return errors.Join(wholefile.Copy(ctx, r, to, 0o600), r.Close())
}

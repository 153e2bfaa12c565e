package backups

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"

	"filippo.io/age"

	"parlando/app/internal/wholefile"
)

// The names of files in the folder of a computer's backups.
const (
	manifestSuffix = ".json"
	librarySuffix  = ".library.gz"
	contentsSuffix = ".contents.gz"
	ageSuffix      = ".age"
	filesFolder    = "files"
)

// isOurs reports whether a name in a manifest is one of a backup's files, so that a hostile
// manifest cannot lead out of the folder.
func isOurs(name string) bool {
	return fs.ValidPath(name) && !strings.ContainsAny(name, `\:`) && (path.Dir(name) == "." || strings.HasPrefix(name, filesFolder+"/"))
}

// Backup is a backup in a folder or in one file.
type Backup struct {
	// Path is the path of its manifest, or of the one file that contains it.
	Path string
	Manifest
	// Damaged is ErrDamaged or ErrNewer if the manifest cannot be used, otherwise nil. The rest of
	// the manifest is then empty.
	Damaged error

	files fs.FS
	// export is the archive of an export; nil for a backup.
	export *zip.Reader
}

// Exported reports whether this is an export of everything (package dataexport) and not a backup.
// It can be unpacked as a backup, but not checked or exported again.
func (b *Backup) Exported() bool { return b.export != nil }

// UnpackedFiles returns about how many files Unpack writes.
func (b *Backup) UnpackedFiles() int {
	if b.Exported() {
		return len(b.export.File)
	}
	return len(b.Files)
}

// content is one entry of the list of a backup's contents.
type content struct {
	// Path is the path of the file in the library's folder, with slashes.
	Path string `json:"path"`
	// Stored is the name of the stored file.
	Stored string `json:"stored"`
}

// Check reads every byte of the backup and returns ErrDamaged if one was changed, with the names of
// the damaged files. progress is called with the bytes read so far.
func (b *Backup) Check(ctx context.Context, progress func(read int64)) error {
	if b.Damaged != nil {
		return b.Damaged
	}
	var damaged []string
	var read int64
	for _, f := range b.all() {
		if err := check(ctx, b.files, f); errors.Is(err, ErrDamaged) {
			damaged = append(damaged, f.Name)
		} else if err != nil {
			return err
		}
		read += f.Size
		progress(read)
	}
	if len(damaged) > 0 {
		return fmt.Errorf("%w: %s", ErrDamaged, strings.Join(damaged, ", "))
	}
	return nil
}

// check compares a stored file with its size and checksum.
func check(ctx context.Context, files fs.FS, want StoredFile) error {
	f, err := files.Open(want.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: %s is missing", ErrDamaged, want.Name)
	}
	if err != nil {
		return err
	}
	defer f.Close() // opened for reading: closing cannot lose anything
	sum := newCounter(io.Discard)
	if _, err := io.Copy(sum, wholefile.Reader(ctx, f)); err != nil {
		return err
	}
	if sum.stored(want.Name) != want {
		return fmt.Errorf("%w: %s", ErrDamaged, want.Name)
	}
	return nil
}

// decoded returns what was stored in a file, by the suffixes of its name.
func decoded(r io.Reader, name string, identity age.Identity) (io.Reader, error) {
	r = bufio.NewReader(r)
	name, encrypted := strings.CutSuffix(name, ageSuffix)
	if encrypted {
		if identity == nil {
			return nil, ErrPassphrase
		}
		var err error
		if r, err = age.Decrypt(r, identity); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
		}
	}
	if !strings.HasSuffix(name, ".gz") {
		return r, nil
	}
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return z, nil
}

// contents reads the list of the backup's contents.
func (b *Backup) contents(ctx context.Context, identity age.Identity) (list []content, err error) {
	var data bytes.Buffer
	if err := b.read(ctx, b.Contents, identity, &data); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data.Bytes(), &list); err != nil {
		return nil, fmt.Errorf("%w: its contents: %w", ErrDamaged, err)
	}
	for _, c := range list {
		if !fs.ValidPath(c.Path) || strings.ContainsAny(c.Path, `\:`) {
			return nil, fmt.Errorf("%w: it contains the path %q", ErrDamaged, c.Path)
		}
	}
	return list, nil
}

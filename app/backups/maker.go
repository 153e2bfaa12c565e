package backups

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"parlando/app/history"
	"parlando/app/internal/wholefile"
	"parlando/app/recovery"
	"parlando/app/settings"
)

// maker makes one backup.
type maker struct {
	to   folder
	seen *index
	// library is the library's folder, settings the path of the settings' file.
	library, settings string
	// leaveOut reports whether a file of the library is not stored.
	leaveOut func(path string) bool
	// recheck reports whether a file that is already stored is read again.
	recheck func(StoredFile) bool

	contents []content
	m        Manifest
}

// make stores the database in the file plain, the other files of the library and the settings. m
// has what the caller knows about the backup. After an error there is no backup.
func (k *maker) make(ctx context.Context, name, plain string, m Manifest) (Manifest, error) {
	k.m = m
	var err error
	if k.m.Inspection, err = history.Inspect(ctx, plain); err != nil {
		return k.m, err
	}
	if k.m.Library, err = k.to.put(ctx, name+librarySuffix, copyOf(ctx, plain)); err != nil {
		return k.m, err
	}
	if err := k.putFiles(ctx); err != nil {
		return k.m, err
	}
	k.m.Contents, err = k.to.put(ctx, name+contentsSuffix, func(w io.Writer) error { return json.NewEncoder(w).Encode(k.contents) })
	if err != nil {
		return k.m, err
	}
	return k.m, errors.Join(k.to.write(name, &k.m), k.seen.save())
}

// putFiles stores the files of the library except its database, and the settings.
func (k *maker) putFiles(ctx context.Context) error {
	list, unread, err := recovery.LibraryFiles(k.library)
	if err != nil {
		return err
	}
	k.m.Unread += unread
	for _, relative := range list {
		if slashed := filepath.ToSlash(relative); !k.leaveOut(slashed) {
			if err := k.putFile(ctx, slashed, filepath.Join(k.library, relative)); err != nil {
				return err
			}
		}
	}
	return k.putFile(ctx, settings.FileName, k.settings)
}

// putFile stores a file unless it is stored already. A file that cannot be read is counted.
func (k *maker) putFile(ctx context.Context, name, path string) error {
	info, err := os.Stat(path)
	if err != nil {
		k.m.Unread++
		return nil
	}
	s, ok := k.seen.find(path, info)
	if !ok || !k.to.has(s) || k.recheck(s) && check(ctx, os.DirFS(k.to.dir), s) != nil {
		if s, err = k.store(ctx, path); wholefile.IsReadError(err) && ctx.Err() == nil {
			k.m.Unread++
			return nil
		}
		if err != nil {
			return err
		}
		k.seen.add(path, info, s)
	}
	k.contents = append(k.contents, content{Path: name, Stored: s.Name})
	k.m.Files = append(k.m.Files, s)
	return nil
}

// store stores a file. Its name is its checksum, so that equal files are stored once, or random if
// it is encrypted.
func (k *maker) store(ctx context.Context, path string) (StoredFile, error) {
	if k.to.recipient != nil {
		return k.to.put(ctx, sharedName(rand.Text()), copyOf(ctx, path))
	}
	sum := newCounter(io.Discard)
	if err := copyOf(ctx, path)(sum); err != nil {
		return StoredFile{}, err
	}
	stored := sum.stored("")
	stored.Name = sharedName(stored.SHA256)
	if check(ctx, os.DirFS(k.to.dir), stored) == nil {
		return stored, nil
	}
	return k.to.put(ctx, stored.Name, copyOf(ctx, path))
}

// sharedName returns the name of a file that several backups share.
func sharedName(name string) string {
	name = strings.ToLower(name)
	return filesFolder + "/" + name[:2] + "/" + name
}

// copyOf returns a function that writes the content of a file.
func copyOf(ctx context.Context, path string) func(io.Writer) error {
	return func(w io.Writer) error {
		f, err := os.Open(path)
		if err != nil {
			return &wholefile.ReadError{Err: err}
		}
		defer f.Close() // opened for reading: closing cannot lose anything
		_, err = io.Copy(w, wholefile.MarkReads(wholefile.Reader(ctx, f)))
		return err
	}
}
